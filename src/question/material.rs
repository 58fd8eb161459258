use std::fmt;

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
