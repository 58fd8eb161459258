//! chasolver, a solver for the same problem as `lawbook::dead`, for measurements and comparison.

use std::str::FromStr;

use chasolver::{Winnability, winnability};
use chess::Board;
use lawbook::{board::Color, position::Position};
use lawbook_gate::session::catch;

/// A position in chasolver's representation.
pub(crate) struct ChasolverPosition(Board);

/// chasolver's answer about a side.
pub(crate) enum Opinion {
    /// The side can mate.
    Yes,
    /// The side cannot mate.
    No,
    /// The search reached its limit.
    Undetermined,
    /// The library panicked.
    Panicked(String),
}

impl ChasolverPosition {
    /// Describes chasolver and its authors' benchmark code.
    pub(crate) fn competitor() -> super::Competitor {
        super::competitor(
            "chasolver",
            "examples/analyzer.rs",
            &["main"],
            "`winnability` with the moves to mate, as in the example without its option for speed. The example covers one side; \
             here both are covered. lawbook keeps its tables from position to position.",
        )
    }

    /// Converts a position.
    ///
    /// # Errors
    ///
    /// The crate `chess` refuses the position.
    pub(crate) fn new(position: &Position) -> Result<ChasolverPosition, String> {
        let read = catch(|| Board::from_str(&position.to_string()))?;
        read.map(ChasolverPosition).map_err(|error| error.to_string())
    }

    /// Whether `side` can mate by any sequence of legal moves.
    pub(crate) fn can_mate(&self, side: Color) -> Opinion {
        let winner = match side {
            Color::White => chess::Color::White,
            Color::Black => chess::Color::Black,
        };
        match catch(|| winnability(&self.0, winner)) {
            Ok(Some(Winnability::Winnable { .. })) => Opinion::Yes,
            Ok(Some(Winnability::Unwinnable)) => Opinion::No,
            Ok(None) => Opinion::Undetermined,
            Err(message) => Opinion::Panicked(message),
        }
    }
}

impl Opinion {
    /// Whether the side can mate; `None` if undetermined.
    pub(crate) fn verdict(&self) -> Option<bool> {
        match self {
            Opinion::Yes => Some(true),
            Opinion::No => Some(false),
            Opinion::Undetermined | Opinion::Panicked(_) => None,
        }
    }
}
