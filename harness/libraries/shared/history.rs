//! Game history, kept by the adapter of a library that has only positions.

use std::cell::OnceCell;

/// The positions of a game, start first, and the moves between them.
pub(super) struct History<Position, Move> {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    /// The key of each position.
    keys: Vec<u64>,
    key: fn(&Position) -> u64,
    /// Cached number of occurrences of the current position.
    occurrences: OnceCell<u32>,
    /// Whether the game is Chess960, for libraries whose positions do not record it.
    pub(super) chess960: bool,
}

impl<Position, Move> History<Position, Move> {
    pub(super) fn new(start: Position) -> Self {
        Self::with_keys(start, |_| 0)
    }

    /// Creates a history that compares positions only if their keys are equal. Equal positions must have equal keys.
    pub(super) fn with_keys(start: Position, key: fn(&Position) -> u64) -> Self {
        History {
            keys: vec![key(&start)],
            key,
            positions: vec![start],
            moves: Vec::new(),
            occurrences: OnceCell::new(),
            chess960: false,
        }
    }

    pub(super) fn push(&mut self, played: Move, next: Position) {
        self.moves.push(played);
        self.keys.push((self.key)(&next));
        self.positions.push(next);
        self.occurrences.take();
    }

    #[cfg(feature = "pleco")]
    /// Takes back the last move, if there is one. `with` computes the previous position from the current one.
    pub(super) fn take_back(&mut self, with: impl FnOnce(Position) -> Position) {
        if self.moves.pop().is_some()
            && let Some(last) = self.positions.pop()
            && let Some(before) = self.positions.last_mut()
        {
            *before = with(last);
            self.keys.pop();
            self.occurrences.take();
        }
    }

    /// The current position.
    pub(super) fn now(&self) -> &Position {
        match self.positions.last() {
            Some(position) => position,
            None => unreachable!("the start is never taken away"),
        }
    }

    /// The last move and the position before it.
    pub(super) fn last_move(&self) -> Option<(&Position, &Move)> {
        Some((self.positions.iter().nth_back(1)?, self.moves.last()?))
    }

    /// Number of occurrences of the current position, by the library's comparison `same`.
    pub(super) fn occurrences(&self, same: impl Fn(&Position, &Position) -> bool) -> u32 {
        *self.occurrences.get_or_init(|| self.count(self.now(), same))
    }

    /// Number of positions that equal `one`, by the library's comparison `same`.
    pub(super) fn count(&self, one: &Position, same: impl Fn(&Position, &Position) -> bool) -> u32 {
        let key = (self.key)(one);
        let alike = self.keys.iter().enumerate().filter(|(_, other)| **other == key);
        alike.filter(|(place, _)| same(&self.positions[*place], one)).count() as u32
    }
}

/// Whether a FEN denotes castling rights by the files of the rooks, as in Chess960.
pub(super) fn is_chess960(fen: &str) -> bool {
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    rights.contains(|letter: char| matches!(letter, 'A'..='H' | 'a'..='h'))
}

/// Whether fivefold repetition or the 75-move rule has ended the game (Article 9.6), so that no claim is possible.
/// Libraries without a history leave this test to the caller.
pub(super) const fn is_drawn(occurrences: u32, plies: u32) -> bool {
    occurrences >= 5 || plies >= 150
}

/// Whether a claim on `ground`, or on any ground if `None`, is right. `occurrences` is only called if the answer
/// depends on it.
pub(super) fn is_claim_right(
    ground: Option<&str>,
    plies: u32,
    occurrences: impl FnOnce() -> u32,
) -> bool {
    match ground {
        Some("threefold") => occurrences() >= 3,
        Some(_) => plies >= 100,
        None => plies >= 100 || occurrences() >= 3,
    }
}
