//! Questions, acts and orders as one line of text each: the name, with its fields as `name=value`. The vectors and the
//! adapters of libraries in this process have them in this form.

use std::fmt::Write;

use lawbook::rules::{Act, Order};
use serde_json::Value;

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
