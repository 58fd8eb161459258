//! The history that an adapter keeps for a library that has only positions.

use std::cell::OnceCell;

use lawbook::rules::Ground;

/// The positions of a game, the start first, and the moves between them.
pub(super) struct History<Position, Move> {
    pub(super) positions: Vec<Position>,
    pub(super) moves: Vec<Move>,
    /// The key of each position.
    keys: Vec<u64>,
    key: fn(&Position) -> u64,
    /// How often the position on the board has arisen, once it has been counted.
    occurrences: OnceCell<u32>,
    /// Whether the game is of Chess960, for a library whose positions do not know.
    pub(super) chess960: bool,
}

impl<Position, Move> History<Position, Move> {
    pub(super) fn new(start: Position) -> Self {
        Self::with_keys(start, |_| 0)
    }

    /// A history in which positions with different keys are not compared: the library has no two that are the same.
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
    /// Takes the last move back: the position before it is what comes of the one on the board, if there is a move.
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

    /// The position on the board.
    pub(super) fn now(&self) -> &Position {
        match self.positions.last() {
            Some(position) => position,
            None => unreachable!("the start is never taken away"),
        }
    }

    /// The last move with the position before it.
    pub(super) fn last_move(&self) -> Option<(&Position, &Move)> {
        Some((self.positions.iter().nth_back(1)?, self.moves.last()?))
    }

    /// How often the position on the board has arisen, as the library sees it.
    pub(super) fn occurrences(&self, same: impl Fn(&Position, &Position) -> bool) -> u32 {
        *self.occurrences.get_or_init(|| self.count(self.now(), same))
    }

    /// How many positions are the same as this one, as the library sees it.
    pub(super) fn count(&self, one: &Position, same: impl Fn(&Position, &Position) -> bool) -> u32 {
        let key = (self.key)(one);
        let alike = self.keys.iter().enumerate().filter(|(_, other)| **other == key);
        alike.filter(|(place, _)| same(&self.positions[*place], one)).count() as u32
    }
}

/// Whether a FEN names rooks that may castle by their files, and so begins a game of Chess960.
pub(super) fn is_chess960(fen: &str) -> bool {
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    rights.contains(|letter: char| matches!(letter, 'A'..='H' | 'a'..='h'))
}

/// Whether fivefold repetition or seventy-five moves have ended the game (Article 9.6), so that there
/// is nothing left to claim: a library without a history leaves this to its user.
pub(super) const fn is_drawn(occurrences: u32, plies: u32) -> bool {
    occurrences >= 5 || plies >= 150
}

/// Whether a claim on this ground, or on any, is right after so many plies and at so many
/// occurrences, which are counted only if the answer depends on them.
pub(super) fn is_claim_right(
    ground: Option<Ground>,
    plies: u32,
    occurrences: impl FnOnce() -> u32,
) -> bool {
    match ground {
        Some(Ground::Threefold) => occurrences() >= 3,
        Some(Ground::Fifty) => plies >= 100,
        None => plies >= 100 || occurrences() >= 3,
    }
}
