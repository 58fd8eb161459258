//! chasolver, a solver for the same problem as `lawbook::dead`, for measurements and comparison.

use std::str::FromStr;

use chasolver::{Winnability, winnability};
use chess::{Board, ChessMove};
use lawbook::{
    adapter::catch,
    board::Color,
    position::{Move, Position},
};

/// A position in chasolver's representation.
pub struct ChasolverPosition(Board);

/// Describes chasolver and its authors' benchmark code.
pub fn competitor() -> lawbook_libraries::opponents::Competitor {
    crate::competitor(
        "chasolver",
        "examples/analyzer.rs",
        &["main"],
        "`winnability` with the moves to mate, as in the example without `--fast`. The example covers one side; \
         here both are covered. lawbook keeps its tables from position to position.",
    )
}

/// chasolver's answer about a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The side can mate with these moves.
    Yes(Vec<ChessMove>),
    /// The side cannot mate.
    No,
    /// The search reached its limit.
    Undetermined,
    /// The library panicked.
    Panicked(String),
}

impl ChasolverPosition {
    /// Converts a position.
    ///
    /// # Errors
    ///
    /// The crate `chess` refuses the position.
    pub fn new(position: &Position) -> Result<ChasolverPosition, String> {
        let read = catch(|| Board::from_str(&position.to_string()))?;
        read.map(ChasolverPosition).map_err(|error| error.to_string())
    }

    /// Whether `side` can mate by any sequence of legal moves.
    pub fn can_mate(&self, side: Color) -> Opinion {
        let winner = match side {
            Color::White => chess::Color::White,
            Color::Black => chess::Color::Black,
        };
        match catch(|| winnability(&self.0, winner)) {
            Ok(Some(Winnability::Winnable { helpmate })) => Opinion::Yes(helpmate),
            Ok(Some(Winnability::Unwinnable)) => Opinion::No,
            Ok(None) => Opinion::Undetermined,
            Err(message) => Opinion::Panicked(message),
        }
    }
}

impl Opinion {
    /// Whether the side can mate; `None` if undetermined.
    pub fn verdict(&self) -> Option<bool> {
        match self {
            Opinion::Yes(_) => Some(true),
            Opinion::No => Some(false),
            Opinion::Undetermined | Opinion::Panicked(_) => None,
        }
    }

    /// The moves that end in mate; `None` if there are none or they cannot be parsed.
    pub fn line(&self) -> Option<Vec<Move>> {
        if let Opinion::Yes(line) = self {
            line.iter().map(|one| one.to_string().parse().ok()).collect()
        } else {
            None
        }
    }
}
