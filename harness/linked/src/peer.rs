//! chasolver beside our own solver: the same question put to both, to measure and to compare.

use std::str::FromStr;

use chasolver::{Winnability, winnability};
use chess::{Board, ChessMove};
use lawbook::{
    adapter::catch,
    board::Color,
    position::{Move, Position},
};

/// A position as chasolver takes it.
pub struct Peer(Board);

/// chasolver and the code with which its authors measure it.
pub fn competitor() -> lawbook_libraries::opponents::Competitor {
    crate::competitor(
        "chasolver",
        "examples/analyzer.rs",
        &["main"],
        "`winnability` with the moves to mate, as in the example without `--fast`. It asks about one side, here both are \
         asked about. lawbook keeps its tables from position to position.",
    )
}

/// What chasolver says about a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// It can mate, by these moves.
    Yes(Vec<ChessMove>),
    /// It cannot.
    No,
    /// The search reached its limit.
    Undetermined,
    /// There is no answer: the library panicked.
    Panicked(String),
}

impl Peer {
    /// The position as the crate `chess` reads it.
    ///
    /// # Errors
    ///
    /// It is refused.
    pub fn new(position: &Position) -> Result<Peer, String> {
        let read = catch(|| Board::from_str(&position.to_string()))?;
        read.map(Peer).map_err(|error| error.to_string())
    }

    /// Whether this side can mate by some series of legal moves.
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
    /// Whether the side can mate, if there is an answer.
    pub fn verdict(&self) -> Option<bool> {
        match self {
            Opinion::Yes(_) => Some(true),
            Opinion::No => Some(false),
            Opinion::Undetermined | Opinion::Panicked(_) => None,
        }
    }

    /// The moves that end in mate, if it says that there are some and they can be read.
    pub fn line(&self) -> Option<Vec<Move>> {
        if let Opinion::Yes(line) = self {
            line.iter().map(|one| one.to_string().parse().ok()).collect()
        } else {
            None
        }
    }
}
