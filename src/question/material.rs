use std::fmt;

use super::{AnswerForm, QuestionRecord};
use crate::board::Color;

/// A question about what can still become of the position: who has the pieces to mate, and who can.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MaterialQuestion {
    /// Does the material alone rule out mate by either side?
    Insufficient,
    /// Can neither side mate by any series of legal moves?
    Dead,
    /// Can this side mate by some series of legal moves?
    CanMate(Color),
}

impl MaterialQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            MaterialQuestion::Insufficient => "insufficient-material",
            MaterialQuestion::Dead => "dead",
            MaterialQuestion::CanMate(Color::White) => "can-mate-white",
            MaterialQuestion::CanMate(Color::Black) => "can-mate-black",
        }
    }

    /// What its answers look like.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            MaterialQuestion::Insufficient
            | MaterialQuestion::Dead
            | MaterialQuestion::CanMate(_) => AnswerForm::YesOrNo,
        }
    }

    /// The question as it is sent.
    pub(super) fn record(&self) -> QuestionRecord {
        match self {
            MaterialQuestion::Insufficient | MaterialQuestion::Dead => {
                QuestionRecord::new(self.kind())
            }
            MaterialQuestion::CanMate(side) => {
                QuestionRecord { side: Some((*side).into()), ..QuestionRecord::new("can-mate") }
            }
        }
    }

    /// Reads a question that was sent; `None` if its name is of another family.
    pub(super) fn read(record: &QuestionRecord) -> Option<Result<MaterialQuestion, String>> {
        Some(Ok(match record.ask.as_str() {
            "insufficient-material" => MaterialQuestion::Insufficient,
            "dead" => MaterialQuestion::Dead,
            "can-mate" => {
                return Some(record.side().map(|side| MaterialQuestion::CanMate(side.into())));
            }
            _ => return None,
        }))
    }
}

impl fmt::Display for MaterialQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialQuestion::Insufficient => {
                f.write_str("Does the material alone rule out mate by either side?")
            }
            MaterialQuestion::Dead => f.write_str("Is the position dead?"),
            MaterialQuestion::CanMate(color) => {
                write!(f, "Can {color} still mate by some legal moves?")
            }
        }
    }
}
