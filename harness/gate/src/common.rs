//! What the adapters of many libraries have in common: the [history](History) of a game, [texts], and short
//! [answers](crate::answers).
//!
//! ```
//! use lawbook_gate::common::{History, texts};
//! use lawbook_gate::{About, Adapter, Refusal, Reply::*, answers};
//!
//! /// A library of positions: here one counter and a move that adds one to it.
//! struct Mine;
//!
//! fn after(position: &u32, uci: &str) -> Result<(String, u32), Refusal> {
//!     Ok((uci.to_owned(), position + 1))
//! }
//!
//! impl Adapter for Mine {
//!     type Game = History<u32, String>;
//!
//!     fn about(&self) -> About {
//!         About::new("mine", "1.0.0")
//!     }
//!
//!     fn set_up(&self, _fen: &str) -> Result<Self::Game, Refusal> {
//!         // Positions are the same if the library's `==` says so.
//!         Ok(History::new(0))
//!     }
//!
//!     fn play(&self, game: &mut Self::Game, uci: &str) -> Result<(), Refusal> {
//!         game.play(uci, after)
//!     }
//!
//!     answers! { |self, game|
//!         // question, its arguments, and the answer: a call of the library
//!         legal_moves => Native(texts(["e2e4", "d2d4"]));
//!         ended => Native("play-on".into());
//!         occurrences => Composed(game.occurrences());
//!         is_same_as(ply) => Native(game.is_same_as(ply));
//!         try_move(uci) => Native(self.play(game, uci).is_ok());
//!         halfmove_clock => Native(*game.now());
//!     }
//! }
//!
//! let mut game = Mine.set_up("").unwrap();
//! Mine.play(&mut game, "e2e4").unwrap();
//! assert_eq!(Mine.occurrences(&game), Composed(1));
//! assert_eq!(Mine.halfmove_clock(&game), Native(1));
//! ```

use std::cell::OnceCell;
use std::fmt;

/// Writes methods of [`Adapter`](crate::Adapter) in one line each, inside its `impl`: the question, its arguments if it has
/// some, and the [`Reply`](crate::Reply). The types follow from the question. See [`common`](crate::common) for an example.
///
/// The two names at the beginning stand for the adapter and the game.
#[macro_export]
macro_rules! answers {
    (|$this:ident, $game:ident| $(
        $question:ident $(($($argument:pat),+))? => $reply:expr;
    )+) => {
        $($crate::method! { $this $game $question ($($($argument),+)?) $reply })+
    };
}

/// The positions of a game, start first, and the moves between them, for a library that has only positions.
pub struct History<Position, Move> {
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The key of each position.
    keys: Vec<u64>,
    key: fn(&Position) -> u64,
    same: fn(&Position, &Position) -> bool,
    /// Cached number of occurrences of the current position.
    occurrences: OnceCell<u32>,
    /// Whether the game is Chess960, for libraries whose positions do not record it.
    pub chess960: bool,
}

impl<Position: PartialEq, Move> History<Position, Move> {
    /// Creates a history of positions that the library compares by `==`.
    pub fn new(start: Position) -> Self {
        Self::comparing(start, Position::eq)
    }
}

impl<Position, Move> History<Position, Move> {
    /// Creates a history of positions that the library compares by the function `same`.
    pub fn comparing(start: Position, same: fn(&Position, &Position) -> bool) -> Self {
        History {
            keys: vec![0],
            key: |_| 0,
            same,
            positions: vec![start],
            moves: Vec::new(),
            occurrences: OnceCell::new(),
            chess960: false,
        }
    }

    /// Compares positions only if their keys are equal, which is faster. Positions that are the same must have equal keys.
    #[must_use]
    pub fn with_keys(mut self, key: fn(&Position) -> u64) -> Self {
        self.keys = self.positions.iter().map(key).collect();
        self.key = key;
        self
    }

    /// Appends a move and the position after it.
    pub fn push(&mut self, played: Move, next: Position) {
        self.moves.push(played);
        self.keys.push((self.key)(&next));
        self.positions.push(next);
        self.occurrences.take();
    }

    /// Plays a move in UCI. The library's functions in `after` read it, and compute the position after it.
    ///
    /// # Errors
    ///
    /// Returns the error of `after`.
    pub fn play<E>(
        &mut self,
        uci: &str,
        after: impl FnOnce(&Position, &str) -> Result<(Move, Position), E>,
    ) -> Result<(), E> {
        let (played, next) = after(self.now(), uci)?;
        self.push(played, next);
        Ok(())
    }

    /// Takes back the last move, if there is one. `with` is the library's function that takes it back on the board.
    pub fn take_back(&mut self, with: impl FnOnce(&mut Position)) {
        if self.moves.pop().is_some() {
            self.keys.pop();
            self.occurrences.take();
            let last = self.positions.pop();
            if let (Some(mut last), Some(before)) = (last, self.positions.last_mut()) {
                with(&mut last);
                *before = last;
            }
        }
    }

    /// The current position.
    pub fn now(&self) -> &Position {
        match self.positions.last() {
            Some(position) => position,
            None => unreachable!("the start is never taken away"),
        }
    }

    /// The last move and the position before it.
    pub fn last_move(&self) -> Option<(&Position, &Move)> {
        Some((self.positions.iter().nth_back(1)?, self.moves.last()?))
    }

    /// How often the current position has occurred, this time included, by the library's comparison.
    pub fn occurrences(&self) -> u32 {
        *self.occurrences.get_or_init(|| self.count(self.now()))
    }

    /// How many positions of the game are the same as `one`, by the library's comparison.
    pub fn count(&self, one: &Position) -> u32 {
        let key = (self.key)(one);
        let alike = self.keys.iter().zip(&self.positions).filter(|(other, _)| **other == key);
        alike.filter(|(_, other)| (self.same)(other, one)).count() as u32
    }

    /// Whether the current position is the same as the one after `ply` plies, by the library's comparison.
    pub fn is_same_as(&self, ply: usize) -> bool {
        self.positions.get(ply).is_some_and(|earlier| (self.same)(earlier, self.now()))
    }

    /// Whether fivefold repetition, or 75 moves with this halfmove clock, have ended the game (Article 9.6), so that no claim
    /// is possible.
    pub fn is_drawn(&self, clock: u32) -> bool {
        clock >= 150 || self.occurrences() >= 5
    }

    /// Whether the position has occurred three times, or has had fifty moves by the library's function `fifty`: the `ground`
    /// of a claim, any if `None`. With a written move, which `after` makes, it is about the position after that move.
    ///
    /// It does not look at whether the game goes on: see [`is_drawn`](Self::is_drawn).
    pub fn has_ground<E>(
        &self,
        ground: Option<&str>,
        written: Option<&str>,
        after: impl FnOnce(&Position, &str) -> Result<(Move, Position), E>,
        fifty: impl FnOnce(&Position) -> bool,
    ) -> bool {
        let next = match written.map(|uci| after(self.now(), uci)) {
            None => None,
            Some(Ok((_, next))) => Some(next),
            Some(Err(_)) => return false,
        };
        let times = || next.as_ref().map_or_else(|| self.occurrences(), |one| self.count(one) + 1);
        let one = next.as_ref().unwrap_or_else(|| self.now());
        ground != Some("threefold") && fifty(one)
            || matches!(ground, None | Some("threefold")) && times() >= 3
    }
}

/// The texts of squares or moves, for an answer that is a list.
pub fn texts<T: fmt::Display>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    items.into_iter().map(|one| one.to_string()).collect()
}

/// Whether a FEN denotes castling rights by the files of the rooks, as in Chess960.
pub fn is_chess960(fen: &str) -> bool {
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    rights.contains(|letter: char| matches!(letter, 'A'..='H' | 'a'..='h'))
}
