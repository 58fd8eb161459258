//! The moves of a game with the positions between them.

use lawbook::position::{Line, Move, Position};

/// A line of moves in memory that somebody else owns, for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedLine<'a> {
    positions: &'a [Position],
    moves: &'a [Move],
    occurrences: &'a [u32],
}

impl<'a> PlayedLine<'a> {
    /// Returns the line of `moves`. `positions` are the start and the position after each move, and `occurrences` says how
    /// often each of them had occurred by then.
    pub(super) const fn new(
        positions: &'a [Position],
        moves: &'a [Move],
        occurrences: &'a [u32],
    ) -> PlayedLine<'a> {
        PlayedLine { positions, moves, occurrences }
    }

    /// Returns the line with the numbers of occurrences that [`occurrences`] returns.
    pub(super) fn of(line: &'a Line, occurrences: &'a [u32]) -> PlayedLine<'a> {
        PlayedLine::new(line.positions(), line.moves(), occurrences)
    }

    /// The start position.
    pub(super) const fn start(self) -> &'a Position {
        &self.positions[0]
    }

    /// The position at the end.
    pub(super) const fn end(self) -> &'a Position {
        &self.positions[self.moves.len()]
    }

    /// The start, and the position after each ply.
    pub(super) const fn positions(self) -> &'a [Position] {
        self.positions
    }

    /// The moves.
    pub(super) const fn moves(self) -> &'a [Move] {
        self.moves
    }

    /// How often the position after `plies` plies had occurred by then.
    pub(super) const fn occurrences_at(self, plies: usize) -> u32 {
        self.occurrences[plies]
    }
}

/// Returns how often each position of a line had occurred by then.
pub(super) fn occurrences(line: &Line) -> Vec<u32> {
    (0..line.positions().len()).filter_map(|plies| line.occurrences_at(plies)).collect()
}
