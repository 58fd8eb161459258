//! Questions, acts and orders as one line of text each: the name, with its fields as `name=value`. The vectors and the
//! libraries under test have them in this form.

use std::fmt::Write;

use lawbook::rules::{Act, Order};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::question::Question;

/// Returns a question as its name with its fields: `claim ground=fifty written=e2e4`.
pub fn question_text(question: &Question) -> String {
    named("ask", &serde_json::to_value(question).unwrap_or_default())
}

/// Returns an act as its name with its fields; a move alone is only the move.
pub fn act_text(act: &Act) -> String {
    if let Act::MoveAndPress { mv } = act {
        return mv.to_string();
    }
    named("act", &serde_json::to_value(act).unwrap_or_default())
}

/// Returns the orders as text, sorted.
pub fn orders_text(orders: &[Order]) -> String {
    let value = |order| serde_json::to_value(order).unwrap_or_default();
    let mut texts: Vec<String> = orders.iter().map(|one| named("order", &value(one))).collect();
    texts.sort_unstable();
    texts.join("; ")
}

/// Reads what [`question_text`] writes.
///
/// # Errors
///
/// Returns the text unless it is a question.
pub fn read_question(text: &str) -> Result<Question, String> {
    read("ask", text)
}

/// Reads what [`act_text`] writes.
///
/// # Errors
///
/// Returns the text unless it is an act.
pub fn read_act(text: &str) -> Result<Act, String> {
    match text.parse() {
        Ok(mv) => Ok(Act::MoveAndPress { mv }),
        Err(_) => read("act", text),
    }
}

/// Reads an order as it is in [`orders_text`].
///
/// # Errors
///
/// Returns the text unless it is an order.
pub fn read_order(text: &str) -> Result<Order, String> {
    read("order", text)
}

/// Reads what [`named`] writes.
fn read<T: DeserializeOwned>(tag: &str, text: &str) -> Result<T, String> {
    let (name, mut rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut object = Map::new();
    object.insert(tag.to_owned(), name.into());
    while let Some((field, value)) = rest.split_once('=') {
        let is_last = field == "text";
        let (value, after) = match value.split_once(' ') {
            Some(parts) if !is_last => parts,
            _ => (value, ""),
        };
        let items = || value.split(',').filter(|one| !one.is_empty()).map(Value::from).collect();
        let value = match field {
            "moves" => Value::Array(items()),
            _ if is_last => value.into(),
            _ => serde_json::from_str(value).unwrap_or_else(|_| value.into()),
        };
        object.insert(field.to_owned(), value);
        rest = after;
    }
    serde_json::from_value(Value::Object(object)).map_err(|error| format!("{text:?}: {error}"))
}

/// Returns an object as its name, which is in the field `tag`, with its other fields. A text that may have spaces comes
/// last.
fn named(tag: &str, object: &Value) -> String {
    let mut text = object[tag].as_str().unwrap_or_default().to_owned();
    for (name, value) in object.as_object().into_iter().flatten().filter(|(name, _)| *name != tag) {
        let _ = write!(text, " {name}={}", plain(value));
    }
    text
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
