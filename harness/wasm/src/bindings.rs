//! JavaScript bindings of the functions of this crate. Errors are thrown as exceptions.
//!
//! Arguments have type `JsValue` and are checked here, because the code that `wasm_bindgen` generates for `&str` reads
//! memory out of bounds if the caller passes anything but a string. The declared types are for TypeScript.

// The code that wasm_bindgen generates is unsafe.
#![allow(unsafe_code)]

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's `TypeError`, thrown for an argument of the wrong type.
    type TypeError;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> TypeError;
}

/// Rules on a game. The request and the answer are JSON.
#[wasm_bindgen]
pub fn rule(
    #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (request, limit) = (string("rule", "request", &request)?, count("rule", "limit", &limit)?);
    crate::rule(&request, limit).map_err(thrown)
}

/// Whether a player, `white` or `black`, can still checkmate, with the evidence as JSON.
#[wasm_bindgen]
pub fn mate(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] side: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (fen, side) = (string("mate", "fen", &fen)?, string("mate", "side", &side)?);
    crate::mate(&fen, &side, count("mate", "limit", &limit)?).map_err(thrown)
}

/// Whether a side can still checkmate, with certainty, evidence and cost of the answer.
#[wasm_bindgen(getter_with_clone)]
pub struct CheckmateAnswer {
    /// Whether the side can checkmate; `undefined` if the budget ran out first. An answer is always certain.
    #[wasm_bindgen(readonly)]
    pub can: Option<bool>,
    /// If the side can checkmate: moves in UCI notation, such as `e2e4`, that end in checkmate.
    #[wasm_bindgen(readonly)]
    pub line: Vec<String>,
    /// If the side cannot checkmate: the reason, in a few words.
    #[wasm_bindgen(readonly)]
    pub reason: Option<String>,
    /// Whether the independent checker has confirmed the evidence; `undefined` if the budget ran out first.
    #[wasm_bindgen(readonly)]
    pub checked: Option<bool>,
    /// Number of positions that were searched.
    #[wasm_bindgen(readonly)]
    pub positions: usize,
}

/// Whether a player, `white` or `black`, can still checkmate. The search keeps at most `positions` positions.
#[wasm_bindgen(js_name = canCheckmate)]
pub fn can_checkmate(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] side: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] positions: JsValue,
) -> Result<CheckmateAnswer, JsValue> {
    const NAME: &str = "canCheckmate";
    let (fen, side) = (string(NAME, "fen", &fen)?, string(NAME, "side", &side)?);
    let positions = count(NAME, "positions", &positions)?;
    let crate::Checkmate { can, line, reason, checked, positions } =
        crate::can_checkmate(&fen, &side, positions).map_err(thrown)?;
    Ok(CheckmateAnswer { can, line, reason, checked, positions })
}

/// The shortest mate by a player as JSON, or `null`.
#[wasm_bindgen]
pub fn shortest(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] side: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (fen, side) = (string("shortest", "fen", &fen)?, string("shortest", "side", &side)?);
    crate::shortest(&fen, &side, count("shortest", "limit", &limit)?).map_err(thrown)
}

/// The legal moves of a position as JSON.
#[wasm_bindgen]
pub fn moves(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
) -> Result<String, JsValue> {
    crate::moves(&string("moves", "fen", &fen)?).map_err(thrown)
}

/// The start position and the lines of pasted text, as JSON.
#[wasm_bindgen]
pub fn pasted(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
) -> Result<String, JsValue> {
    crate::pasted(&string("pasted", "text", &text)?).map_err(thrown)
}

/// The version, the rule sets and the supported sentence forms, as JSON.
#[wasm_bindgen]
pub fn about() -> Result<String, JsValue> {
    crate::about().map_err(thrown)
}

/// The reference's answers to lines of the adapter protocol, one line each.
#[wasm_bindgen]
pub fn answer(
    #[wasm_bindgen(unchecked_param_type = "string")] lines: JsValue,
) -> Result<String, JsValue> {
    crate::answer(&string("answer", "lines", &lines)?).map_err(thrown)
}

/// Returns a string argument; throws a `TypeError` for any other value.
fn string(function: &str, argument: &str, value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong_type(function, argument, "a string", &type_name(value)))
}

/// Returns a whole-number argument; throws a `TypeError` for any other value.
fn count(function: &str, argument: &str, value: &JsValue) -> Result<usize, JsValue> {
    const RIGHT: &str = "a whole number from 0 to 4294967295";
    let Some(number) = value.as_f64() else {
        return Err(wrong_type(function, argument, RIGHT, &type_name(value)));
    };
    let is_count = number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0;
    match is_count {
        true => Ok(number as usize),
        false => Err(wrong_type(function, argument, RIGHT, &number.to_string())),
    }
}

fn wrong_type(function: &str, argument: &str, right: &str, given: &str) -> JsValue {
    TypeError::new(&format!("{function}: the argument {argument} is {given}; expected {right}"))
        .into()
}

/// Describes the type of a value for an error message, such as `undefined` or `of type object`.
fn type_name(value: &JsValue) -> String {
    match value.js_typeof().as_string() {
        _ if value.is_null() => "null".to_owned(),
        _ if value.is_undefined() => "missing or undefined".to_owned(),
        Some(name) => format!("of type {name}"),
        None => "of another type".to_owned(),
    }
}

fn thrown(message: String) -> JsValue {
    JsError::new(&message).into()
}
