use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use super::{AnswerRecord, Expectation};
use lawbook::{
    board::{Piece, Square},
    position::Move,
};

/// The right answer, as reports store it: a value, independent of the words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged, rename_all_fields = "kebab-case")]
pub enum ExpectationRecord {
    /// These are among the legal moves.
    Among {
        /// The moves.
        among: Vec<String>,
    },
    /// None of these is among the legal moves.
    NotAmong {
        /// The moves.
        not_among: Vec<String>,
    },
    /// These squares hold these pieces, or are empty.
    Squares {
        /// The content by square: `white king` or `empty`.
        squares: BTreeMap<String, String>,
    },
    /// Exactly this answer.
    Exactly(AnswerRecord),
}

impl From<&Expectation> for ExpectationRecord {
    fn from(right: &Expectation) -> ExpectationRecord {
        let list = |moves: &[Move]| moves.iter().map(Move::to_string).collect();
        match right {
            Expectation::Exactly(answer) => ExpectationRecord::Exactly(answer.into()),
            Expectation::Number(moves) => {
                ExpectationRecord::Exactly(AnswerRecord::Number { moves: *moves })
            }
            Expectation::Among(moves) => ExpectationRecord::Among { among: list(moves) },
            Expectation::NotAmong(moves) => ExpectationRecord::NotAmong { not_among: list(moves) },
            Expectation::Squares(squares) => {
                ExpectationRecord::Squares { squares: contents(squares) }
            }
        }
    }
}

/// Returns the content by square: `white king` or `empty`.
pub fn contents(squares: &[(Square, Option<Piece>)]) -> BTreeMap<String, String> {
    let content = |piece: &Option<Piece>| {
        piece.map_or_else(|| "empty".to_owned(), |piece| piece.to_string().to_lowercase())
    };
    squares.iter().map(|(square, piece)| (square.to_string(), content(piece))).collect()
}

/// Formats the expectation in words.
impl fmt::Display for ExpectationRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectationRecord::Exactly(answer) => answer.fmt(f),
            ExpectationRecord::Among { among } => write!(f, "{} among them", among.join(" ")),
            ExpectationRecord::NotAmong { not_among } => {
                write!(f, "{} not among them", not_among.join(" "))
            }
            ExpectationRecord::Squares { squares } => {
                let words = |(square, piece): (&String, &String)| match piece.as_str() {
                    "empty" => format!("nothing on {square}"),
                    piece => format!("{piece} on {square}"),
                };
                f.write_str(&squares.iter().map(words).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ExpectationRecord::from(self).fmt(f)
    }
}
