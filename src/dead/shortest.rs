//! The shortest helpmate, by breadth-first search.

use std::{collections::HashSet, ops::ControlFlow};

use super::material;
use crate::{
    board::{Bitboard, Color},
    position::{Move, Packed, Position},
};

/// The search reached its limit before it found a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no mate within {plies} plies; the search limit was reached before a longer one")]
pub struct OutOfReach {
    /// The number of plies within which there is certainly no mate.
    pub plies: usize,
}

/// Returns a shortest series of legal moves that ends in mate by `side`; `None` if there is none.
///
/// The halfmove clock and repetition are ignored. The search keeps at most `limit` positions.
///
/// # Errors
///
/// The limit was reached first.
pub fn shortest(
    position: &Position,
    side: Color,
    limit: usize,
) -> Result<Option<Vec<Move>>, OutOfReach> {
    if position.turn() != side && position.is_checkmate() {
        return Ok(Some(Vec::new()));
    }
    if let Some(mate) = mating_move(position, side) {
        return Ok(Some(vec![mate]));
    }
    let start = Packed::new(position);
    let mut known = HashSet::from([start]);
    let mut reached = vec![LayerEntry { packed: start, last: None }];
    let (mut layer, mut plies) = (0..1, 0);
    while !layer.is_empty() {
        for parent in layer.clone() {
            let at = reached[parent].packed.unpack();
            for played in at.legal_moves() {
                let next = at.after(played);
                let packed = Packed::new(&next);
                if !known.insert(packed) || !material::has_mating_material(next.placement(), side) {
                    continue;
                }
                reached.push(LayerEntry { packed, last: Some((parent, played)) });
                if let Some(mate) = mating_move(&next, side) {
                    return Ok(Some(line(&reached, mate)));
                }
                if known.len() >= limit {
                    return Err(OutOfReach { plies: plies + 1 });
                }
            }
        }
        layer = layer.end..reached.len();
        plies += 1;
    }
    Ok(None)
}

/// A position with its predecessor and the move between them.
struct LayerEntry {
    packed: Packed,
    last: Option<(usize, Move)>,
}

/// A move that mates at once.
fn mating_move(position: &Position, side: Color) -> Option<Move> {
    let mut mate = None;
    if position.turn() == side {
        let _ = position.try_each_move_from(Bitboard::FULL, |played| {
            if position.after(played).is_checkmate() {
                mate = Some(played);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
    }
    mate
}

/// The moves to the last position, followed by the mating move.
fn line(reached: &[LayerEntry], mate: Move) -> Vec<Move> {
    let mut line = vec![mate];
    let mut at = reached.len() - 1;
    while let Some((parent, played)) = reached[at].last {
        line.push(played);
        at = parent;
    }
    line.reverse();
    line
}

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
    use crate::dead::check::check_helpmate;

    rows!(
        helpmates_are_as_short_as_they_are_known_to_be,
        for (fen, side, plies) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::Black, Some(4)),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Color::White, Some(5)),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::White, Some(0)),
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Color::White, Some(1)),
            ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Color::Black, None),
            ("k7/P7/K7/8/8/8/8/8 b - - 0 1", Color::White, None),
            ("8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1", Color::White, None),
        ] {
            let position: Position = fen.parse().unwrap();
            let found = shortest(&position, side, 1_000_000).unwrap();
            assert_eq!(found.as_ref().map(Vec::len), plies, "{fen}");
            assert!(found.is_none_or(|line| check_helpmate(&position, side, &line)), "{fen}");
        }
    );

    /// Whether some line of at most `plies` plies ends in mate, by trying every line.
    fn mates_within(at: &Position, side: Color, plies: usize) -> bool {
        (at.turn() != side && at.is_checkmate())
            || plies > 0
                && at
                    .legal_moves()
                    .into_iter()
                    .any(|one| mates_within(&at.after(one), side, plies - 1))
    }

    rows!(
        no_line_is_shorter,
        for (fen, side) in [
            ("7k/5K2/7P/8/8/8/7p/8 b - - 0 1", Color::Black),
            ("8/8/8/8/8/2n5/2k5/K6B w - - 0 1", Color::Black),
            ("8/8/8/8/6pP/8/4K1k1/8 b - h3 0 1", Color::Black),
            ("1k6/8/1K6/8/8/8/8/7R b - - 0 1", Color::White),
        ] {
            let position: Position = fen.parse().unwrap();
            let line = shortest(&position, side, 1_000_000).unwrap().unwrap();
            assert!(check_helpmate(&position, side, &line), "{fen}");
            let plies = line.len().saturating_sub(1).min(6);
            assert!(!mates_within(&position, side, plies), "{fen}: {}", line.len());
        }
    );

    #[test]
    fn the_limit_says_how_far_it_was_certain() {
        let result = shortest(&Position::start(), Color::White, 1_000);
        assert_eq!(result, Err(OutOfReach { plies: 3 }));
    }

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
