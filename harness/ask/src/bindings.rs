//! The functions as JavaScript sees them; errors are thrown.
//!
//! Arguments come as values of any type and are checked here: what the bindings generate for `&str` would read memory
//! out of bounds for anything but a string. The types are declared for TypeScript.

// what the bindings generate
#![allow(unsafe_code)]

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// JavaScript's error for a value of the wrong type.
    type TypeError;

    #[wasm_bindgen(constructor)]
    fn new(message: &str) -> TypeError;
}

/// Rules on a game: a request as JSON, and the answer as JSON.
#[wasm_bindgen]
pub fn rule(
    #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (request, limit) = (string("rule", "request", &request)?, count("rule", "limit", &limit)?);
    crate::rule(&request, limit).map_err(thrown)
}

/// Whether a player, `white` or `black`, can still mate.
#[wasm_bindgen]
pub fn mate(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] side: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (fen, side) = (string("mate", "fen", &fen)?, string("mate", "side", &side)?);
    crate::mate(&fen, &side, count("mate", "limit", &limit)?).map_err(thrown)
}

/// Whether a side can still checkmate, with the certainty, the evidence and the cost of the answer.
#[wasm_bindgen(getter_with_clone)]
pub struct CheckmateAnswer {
    /// Whether it can; nothing if the budget was used up first. An answer is certain.
    #[wasm_bindgen(readonly)]
    pub can: Option<bool>,
    /// The moves that end in checkmate, as `e2e4`, if it can.
    #[wasm_bindgen(readonly)]
    pub line: Vec<String>,
    /// Why it cannot, in a few words.
    #[wasm_bindgen(readonly)]
    pub reason: Option<String>,
    /// Whether the evidence holds, gone through again by other code; nothing if nothing is decided.
    #[wasm_bindgen(readonly)]
    pub checked: Option<bool>,
    /// The number of positions that were looked at.
    #[wasm_bindgen(readonly)]
    pub positions: usize,
}

/// Whether a player, `white` or `black`, can still checkmate, with at most this number of positions kept.
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

/// The shortest mate of a player, or `null`.
#[wasm_bindgen]
pub fn shortest(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] side: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (fen, side) = (string("shortest", "fen", &fen)?, string("shortest", "side", &side)?);
    crate::shortest(&fen, &side, count("shortest", "limit", &limit)?).map_err(thrown)
}

/// The legal moves of a position.
#[wasm_bindgen]
pub fn moves(
    #[wasm_bindgen(unchecked_param_type = "string")] fen: JsValue,
) -> Result<String, JsValue> {
    crate::moves(&string("moves", "fen", &fen)?).map_err(thrown)
}

/// The start and the lines of what somebody pasted.
#[wasm_bindgen]
pub fn pasted(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
) -> Result<String, JsValue> {
    crate::pasted(&string("pasted", "text", &text)?).map_err(thrown)
}

/// A request as a case in YAML.
#[wasm_bindgen]
pub fn draft(
    #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] limit: JsValue,
) -> Result<String, JsValue> {
    let (request, limit) =
        (string("draft", "request", &request)?, count("draft", "limit", &limit)?);
    crate::draft(&request, limit).map_err(thrown)
}

/// The version, the rule sets, and the sentences that are understood.
#[wasm_bindgen]
pub fn about() -> Result<String, JsValue> {
    crate::about().map_err(thrown)
}

/// The answers of the reference to lines of the protocol of adapters.
#[wasm_bindgen]
pub fn answer(
    #[wasm_bindgen(unchecked_param_type = "string")] lines: JsValue,
) -> Result<String, JsValue> {
    crate::answer(&string("answer", "lines", &lines)?).map_err(thrown)
}

/// The value of an argument that has to be a string.
fn string(function: &str, argument: &str, value: &JsValue) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| wrong_type(function, argument, "a string", &type_name(value)))
}

/// The value of an argument that has to be a whole number.
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
    TypeError::new(&format!(
        "{function}: the argument {argument} is {given}; right would be {right}"
    ))
    .into()
}

/// The type of a value for a message, such as `undefined` or `of type object`.
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
