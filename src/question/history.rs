use std::fmt;

/// A question about what has happened before the position on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HistoryQuestion {
    /// How often has the position on the board arisen?
    Occurrences,
    /// Is it the same position as after so many plies?
    SameAs(usize),
    /// How many plies ago was the last capture or pawn move?
    HalfmoveClock,
}

impl HistoryQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            HistoryQuestion::Occurrences => "occurrences",
            HistoryQuestion::SameAs(_) => "same-as",
            HistoryQuestion::HalfmoveClock => "halfmove-clock",
        }
    }

    /// What is asked about, as it stands in the name of the question.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            HistoryQuestion::Occurrences | HistoryQuestion::HalfmoveClock => None,
            HistoryQuestion::SameAs(ply) => Some(ply.to_string()),
        }
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
        }
    }
}
