//! The functions as JavaScript sees them; what goes wrong is thrown.

// what the bindings generate
#![allow(unsafe_code)]

use wasm_bindgen::prelude::*;

/// Rules on a game: a request as JSON, and the answer as JSON.
#[wasm_bindgen]
pub fn rule(request: &str, limit: usize) -> Result<String, JsError> {
    crate::rule(request, limit).map_err(thrown)
}

/// Whether a player, `white` or `black`, can still mate.
#[wasm_bindgen]
pub fn mate(fen: &str, side: &str, limit: usize) -> Result<String, JsError> {
    crate::mate(fen, side, limit).map_err(thrown)
}

/// The shortest mate of a player, or `null`.
#[wasm_bindgen]
pub fn shortest(fen: &str, side: &str, limit: usize) -> Result<String, JsError> {
    crate::shortest(fen, side, limit).map_err(thrown)
}

/// The legal moves of a position.
#[wasm_bindgen]
pub fn moves(fen: &str) -> Result<String, JsError> {
    crate::moves(fen).map_err(thrown)
}

/// The start and the lines of what somebody pasted.
#[wasm_bindgen]
pub fn pasted(text: &str) -> Result<String, JsError> {
    crate::pasted(text).map_err(thrown)
}

/// A request as a case in YAML.
#[wasm_bindgen]
pub fn draft(request: &str, limit: usize) -> Result<String, JsError> {
    crate::draft(request, limit).map_err(thrown)
}

/// The version, the rule sets, and the sentences that are understood.
#[wasm_bindgen]
pub fn about() -> Result<String, JsError> {
    crate::about().map_err(thrown)
}

/// The answers of the reference to lines of the protocol of adapters.
#[wasm_bindgen]
pub fn answer(lines: &str) -> Result<String, JsError> {
    crate::answer(lines).map_err(thrown)
}

fn thrown(message: String) -> JsError {
    JsError::new(&message)
}
