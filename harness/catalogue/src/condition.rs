//! Conditions that recognise a known deviation in games outside of the catalogue.
//!
//! A condition is a text such as `ever(move.double_step and not en_passant)`. It compares facts about a line of
//! moves and joins the comparisons with `and`, `or` and `not`. All facts are listed in [`FACTS`], and none is
//! specific to a library. Therefore the deviations of a library are data next to its adapter, and a new deviation
//! needs no code.

mod eval_context;
mod expression;
mod fact;
mod moves;
mod read;
#[cfg(test)]
mod tests;
mod token;
mod value;

pub use eval_context::EvalContext;
pub use fact::{FACTS, Fact};
pub use read::ConditionError;
pub use value::FactType;
#[doc(hidden)]
pub use value::FactValue;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use self::expression::{Expression, Scope, SetFunction};

/// A condition on a line of moves and the question asked at its end.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    text: String,
    expression: Expression,
}

/// The text of the condition that always holds.
const ALWAYS: &str = "always";

impl Condition {
    /// Evaluates the condition on this occasion. If its value is unknown, it does not hold, and its negation does not
    /// hold either.
    pub fn holds(&self, context: &EvalContext<'_>) -> bool {
        let at = context.end().unwrap_or_else(|| context.setup());
        self.expression.holds(&at) == Some(true)
    }
}

/// An expression over facts that can be evaluated on an occasion, such as the operand of a comparison.
#[derive(Clone, Debug)]
pub struct Measure(Expression);

impl Measure {
    /// Parses an expression such as `before(clock)`, and returns it with its type.
    pub fn read(text: &str) -> Result<(Measure, FactType), ConditionError> {
        let (expression, kind) = read::read_typed(text)?;
        Ok((Measure(expression), kind))
    }

    /// Returns the value at the end of the line, or `None` if it is unknown.
    pub fn value<'a>(&self, context: &'a EvalContext<'a>) -> Option<FactValue<'a>> {
        self.0.value(&context.end().unwrap_or_else(|| context.setup()))
    }
}

/// Returns the names of all scopes and functions, each with a description of its meaning.
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
