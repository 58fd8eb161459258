use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    Answer, AnswerForm,
    example::{BACK_AT_START, ROOK_AND_100_PLIES, START, TWICE},
};
use lawbook::position::Setup;

/// A question about the history of the position on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[allow(missing_docs)] // each field is explained with the variant
pub enum HistoryQuestion {
    /// How often has the position on the board occurred?
    Occurrences,
    /// Is it the same position as after `ply` plies?
    SameAs { ply: usize },
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock,
    /// Which move number would a FEN have?
    FullmoveNumber,
    /// Has the position on the board occurred at least this many times?
    Occurred { times: u32 },
    /// Have at least this many plies been played since the last capture or pawn move?
    Plies { count: u32 },
    /// Which answers change when other moves are played and taken back? No adapter is sent this question: the runner
    /// asks for the answers before and after.
    Undo,
}

impl HistoryQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            HistoryQuestion::Occurrences => "occurrences",
            HistoryQuestion::SameAs { .. } => "same-as",
            HistoryQuestion::HalfmoveClock => "halfmove-clock",
            HistoryQuestion::FullmoveNumber => "fullmove-number",
            HistoryQuestion::Occurred { .. } => "occurred",
            HistoryQuestion::Plies { .. } => "plies",
            HistoryQuestion::Undo => "undo",
        }
    }

    /// The subject of the question, as it appears in its name.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            HistoryQuestion::Occurrences
            | HistoryQuestion::HalfmoveClock
            | HistoryQuestion::FullmoveNumber
            | HistoryQuestion::Undo => None,
            HistoryQuestion::SameAs { ply } => Some(ply.to_string()),
            HistoryQuestion::Occurred { times } => Some(times.to_string()),
            HistoryQuestion::Plies { count } => Some(count.to_string()),
        }
    }

    /// The form of its answers.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            HistoryQuestion::Occurrences | HistoryQuestion::HalfmoveClock => AnswerForm::Number,
            HistoryQuestion::SameAs { .. }
            | HistoryQuestion::Occurred { .. }
            | HistoryQuestion::Plies { .. } => AnswerForm::YesOrNo,
            HistoryQuestion::FullmoveNumber => AnswerForm::PartOfFen,
            HistoryQuestion::Undo => AnswerForm::Changes,
        }
    }

    /// The answer that a FEN of the position contains, if any.
    pub(super) fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            HistoryQuestion::FullmoveNumber => Some(Answer::Count(setup.fullmove_number)),
            // A library may count in another way than it writes, and the question is about its count.
            HistoryQuestion::HalfmoveClock
            | HistoryQuestion::Occurrences
            | HistoryQuestion::SameAs { .. }
            | HistoryQuestion::Occurred { .. }
            | HistoryQuestion::Plies { .. }
            | HistoryQuestion::Undo => None,
        }
    }

    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<HistoryQuestion>)> {
        use HistoryQuestion::*;
        let same_as = |ply| SameAs { ply };
        let (threefold, fifty) = (Occurred { times: 3 }, Plies { count: 100 });
        vec![
            (START, "", vec![Occurrences, HalfmoveClock, FullmoveNumber]),
            (START, "e2e4 e7e5", vec![HalfmoveClock, FullmoveNumber, same_as(0), same_as(2)]),
            (START, "", vec![threefold.clone(), fifty.clone()]),
            (START, TWICE, vec![Occurrences]),
            (START, BACK_AT_START, vec![threefold]),
            (
                START,
                BACK_AT_START,
                vec![Occurrences, same_as(0), same_as(1), same_as(4), HalfmoveClock],
            ),
            (ROOK_AND_100_PLIES, "", vec![HalfmoveClock, fifty]),
        ]
    }
}

impl fmt::Display for HistoryQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryQuestion::Occurrences => f.write_str("How often has this position arisen?"),
            HistoryQuestion::SameAs { ply: 0 } => {
                f.write_str("Is this the same position as at the start?")
            }
            HistoryQuestion::SameAs { ply } => {
                write!(f, "Is this the same position as after ply {ply}?")
            }
            HistoryQuestion::HalfmoveClock => {
                f.write_str("How many plies ago was the last capture or pawn move?")
            }
            HistoryQuestion::FullmoveNumber => f.write_str("What is the number of the move?"),
            HistoryQuestion::Occurred { times } => {
                write!(f, "Has this position occurred at least {times} times?")
            }
            HistoryQuestion::Plies { count } => {
                write!(f, "Have at least {count} plies passed since the last capture or pawn move?")
            }
            HistoryQuestion::Undo => {
                f.write_str("Which answers change when other moves are played and taken back?")
            }
        }
    }
}
