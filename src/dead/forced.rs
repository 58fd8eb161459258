use std::ops::ControlFlow;

use crate::{
    board::{Bitboard, Color},
    position::Position,
};

/// Whether `side` can force mate within `plies` plies, against any defence.
///
/// A full-width search without a table, for few plies and few pieces.
pub fn has_forced_mate(position: &Position, side: Color, plies: u32) -> bool {
    if !position.has_legal_move() {
        return position.turn() != side && position.is_check();
    }
    if plies == 0 {
        return false;
    }
    let ours = position.turn() == side;
    let stopped = position.try_each_move_from(Bitboard::FULL, |legal| {
        let forced = has_forced_mate(&position.after(legal), side, plies - 1);
        // One good move is enough for this side, and one defence for the other.
        if forced == ours { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    stopped.is_break() == ours
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        forced_mates_are_found_within_their_plies,
        for (fen, side, plies, forced) in [
            ("K1n5/2k5/P7/8/8/8/8/8 w - - 0 1", Color::Black, 2, true),
            ("K1n5/2k5/P7/8/8/8/8/8 w - - 0 1", Color::Black, 1, false),
            ("6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", Color::White, 1, true),
            ("6k1/5pp1/7p/8/8/8/8/KR6 w - - 0 1", Color::White, 3, false),
            ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", Color::White, 5, false),
        ] {
            assert_eq!(has_forced_mate(&fen.parse().unwrap(), side, plies), forced, "{fen}");
        }
    );
}
