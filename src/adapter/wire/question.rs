//! What is put over the wire for a question. Most questions are put as they are. Those that a FEN answers are one
//! question, and an adapter that gives no rulings is asked whether the game is over.

use serde::{Deserialize, Serialize};

use crate::question::{AnswerForm, GameQuestion, HistoryQuestion, PositionQuestion, Question};

/// What is asked in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "its name is not that of a question, or what it is about is missing or wrong"
)]
pub(super) enum Asked {
    /// What is asked under another name than that of the question.
    Other(OtherName),
    /// A question as it is.
    Question(Question),
}

/// What is asked in place of several questions, or of one that the adapter does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub(super) enum OtherName {
    /// What is the FEN of the position?
    Fen,
    /// Is the game over, and how?
    Ended,
}

impl Asked {
    /// What is put to an adapter that gives rulings, or to one that only says whether a game is over.
    pub(super) fn new(question: &Question, gives_rulings: bool) -> Asked {
        if question.form() == AnswerForm::PartOfFen {
            Asked::Other(OtherName::Fen)
        } else if *question == GameQuestion::Ruling.into() && !gives_rulings {
            Asked::Other(OtherName::Ended)
        } else {
            Asked::Question(question.clone())
        }
    }

    /// The name on the wire.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Asked::Other(OtherName::Fen) => "fen",
            Asked::Other(OtherName::Ended) => "ended",
            Asked::Question(question) => question.sent_as(),
        }
    }

    /// The questions that it is put for, one or several.
    pub(super) fn questions(&self) -> Vec<Question> {
        match self {
            Asked::Other(OtherName::Fen) => vec![
                PositionQuestion::Placement.into(),
                PositionQuestion::Turn.into(),
                PositionQuestion::Castling.into(),
                HistoryQuestion::FullmoveNumber.into(),
            ],
            Asked::Other(OtherName::Ended) => vec![GameQuestion::Ruling.into()],
            // Why a setup is refused is said to any other question.
            Asked::Question(setup @ Question::Position(PositionQuestion::Setup)) => {
                vec![setup.clone(), PositionQuestion::Turn.into()]
            }
            Asked::Question(question) => vec![question.clone()],
        }
    }
}
