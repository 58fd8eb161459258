//! Questions as sent over the wire. Most are sent unchanged. All questions that a FEN answers are sent as the question
//! `fen`, and the question `ruling` is sent as `ended` to an adapter that gives no rulings.

use serde::{Deserialize, Serialize};

use crate::question::{AnswerForm, GameQuestion, NotationQuestion, Question};

/// A question as sent over the wire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "it is not the name of a question, or what it is about is missing or wrong"
)]
pub(super) enum WireQuestion {
    /// A question with a different name on the wire.
    Other(WireOnlyQuestion),
    /// A question sent unchanged.
    Question(Question),
}

/// A wire question that stands for several questions, or for one that the adapter does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(super) enum WireOnlyQuestion {
    /// Asks whether and how the game has ended.
    Ended,
}

impl WireQuestion {
    /// Returns the wire form of a question. `gives_rulings` is whether the adapter supports `ruling`.
    pub(super) fn new(question: &Question, gives_rulings: bool) -> WireQuestion {
        if question.form() == AnswerForm::PartOfFen {
            WireQuestion::Question(NotationQuestion::Fen.into())
        } else if *question == GameQuestion::Ruling.into() && !gives_rulings {
            WireQuestion::Other(WireOnlyQuestion::Ended)
        } else {
            WireQuestion::Question(question.clone())
        }
    }

    /// Returns the name on the wire.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            WireQuestion::Other(WireOnlyQuestion::Ended) => "ended",
            WireQuestion::Question(question) => question.sent_as(),
        }
    }
}
