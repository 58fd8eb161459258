use std::fmt;

use super::{Answer, AnswerForm, QuestionRecord};
use crate::position::Setup;

/// A question about what has happened before the position on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HistoryQuestion {
    /// How often has the position on the board arisen?
    Occurrences,
    /// Is it the same position as after so many plies?
    SameAs(usize),
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock,
    /// What is the number of the move, as a FEN has it?
    FullmoveNumber,
}

impl HistoryQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            HistoryQuestion::Occurrences => "occurrences",
            HistoryQuestion::SameAs(_) => "same-as",
            HistoryQuestion::HalfmoveClock => "halfmove-clock",
            HistoryQuestion::FullmoveNumber => "fullmove-number",
        }
    }

    /// What is asked about, as it stands in the name of the question.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            HistoryQuestion::Occurrences
            | HistoryQuestion::HalfmoveClock
            | HistoryQuestion::FullmoveNumber => None,
            HistoryQuestion::SameAs(ply) => Some(ply.to_string()),
        }
    }

    /// What its answers look like.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            HistoryQuestion::Occurrences | HistoryQuestion::HalfmoveClock => AnswerForm::Number,
            HistoryQuestion::SameAs(_) => AnswerForm::YesOrNo,
            HistoryQuestion::FullmoveNumber => AnswerForm::PartOfFen,
        }
    }

    /// The answer that a FEN of the position has, if it has one.
    pub(super) fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            HistoryQuestion::FullmoveNumber => Some(Answer::Count(setup.fullmove_number)),
            // A library may count otherwise than it writes, and is asked for what it counts.
            HistoryQuestion::HalfmoveClock
            | HistoryQuestion::Occurrences
            | HistoryQuestion::SameAs(_) => None,
        }
    }

    /// The question as it is sent.
    pub(super) fn record(&self) -> QuestionRecord {
        match self {
            HistoryQuestion::Occurrences
            | HistoryQuestion::HalfmoveClock
            | HistoryQuestion::FullmoveNumber => QuestionRecord::new(self.kind()),
            HistoryQuestion::SameAs(ply) => {
                QuestionRecord { ply: Some(*ply), ..QuestionRecord::new(self.kind()) }
            }
        }
    }

    /// Reads a question that was sent; `None` if its name is of another family.
    pub(super) fn read(record: &QuestionRecord) -> Option<Result<HistoryQuestion, String>> {
        Some(Ok(match record.ask.as_str() {
            "occurrences" => HistoryQuestion::Occurrences,
            "halfmove-clock" => HistoryQuestion::HalfmoveClock,
            "fullmove-number" => HistoryQuestion::FullmoveNumber,
            "same-as" => return Some(record.ply().map(HistoryQuestion::SameAs)),
            _ => return None,
        }))
    }
}

impl fmt::Display for HistoryQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryQuestion::Occurrences => f.write_str("How often has this position arisen?"),
            HistoryQuestion::SameAs(0) => f.write_str("Is this the same position as at the start?"),
            HistoryQuestion::SameAs(ply) => {
                write!(f, "Is this the same position as after ply {ply}?")
            }
            HistoryQuestion::HalfmoveClock => {
                f.write_str("How many plies ago was the last capture or pawn move?")
            }
            HistoryQuestion::FullmoveNumber => f.write_str("What is the number of the move?"),
        }
    }
}
