//! Conditions by which a known deviation is recognised in games that nobody has written down as a case.
//!
//! A condition is a text such as `ever(move.double_step and not en_passant)`: facts of a line of moves,
//! compared and joined. What facts there are is one table, [`FACTS`]; none is there for one library. So
//! the quirk of a library is data beside that library, and a new one needs no code.

mod expression;
mod fact;
mod moves;
mod occasion;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod value;

pub use fact::{FACTS, Fact};
pub use occasion::Occasion;
pub use read::ConditionError;
pub use value::FactType;
#[cfg(feature = "properties")]
pub(crate) use value::FactValue;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use self::expression::{Expression, Scope, SetFunction};

/// A condition on a line of moves and the question at its end.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    text: String,
    expression: Expression,
}

/// The condition that holds in every game.
const ALWAYS: &str = "always";

impl Condition {
    /// Whether it holds on this occasion. What is unknown does not hold, and neither does its contrary.
    pub fn holds(&self, occasion: &Occasion<'_>) -> bool {
        let at = occasion.end().unwrap_or_else(|| occasion.setup());
        self.expression.holds(&at) == Some(true)
    }
}

/// A fact, or what is made of facts, that can be measured on an occasion.
#[cfg(feature = "properties")]
#[derive(Clone, Debug)]
pub(crate) struct Measure(Expression);

#[cfg(feature = "properties")]
impl Measure {
    /// Reads what a condition may compare, such as `before(clock)`.
    pub(crate) fn read(text: &str) -> Result<(Measure, FactType), ConditionError> {
        let (expression, kind) = read::read_typed(text)?;
        Ok((Measure(expression), kind))
    }

    /// What it is at the end of the line; none if that is unknown.
    pub(crate) fn value<'a>(&self, occasion: &'a Occasion<'a>) -> Option<FactValue<'a>> {
        self.0.value(&occasion.end().unwrap_or_else(|| occasion.setup()))
    }
}

/// The scopes with what facts in them are of, and the functions of squares with what they give.
pub fn scopes_and_functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let scopes = Scope::ALL.into_iter().map(|(_, name, about)| (name, about));
    scopes.chain(SetFunction::ALL.into_iter().map(|(_, name, about)| (name, about)))
}

impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Condition, ConditionError> {
        let text = text.trim().to_owned();
        let expression =
            if text == ALWAYS { Expression::All(Vec::new()) } else { read::read(&text)? };
        Ok(Condition { text, expression })
    }
}

impl TryFrom<String> for Condition {
    type Error = ConditionError;

    fn try_from(text: String) -> Result<Condition, ConditionError> {
        text.parse()
    }
}

impl From<Condition> for String {
    fn from(condition: Condition) -> String {
        condition.text
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        self.text == other.text
    }
}

impl Eq for Condition {}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
