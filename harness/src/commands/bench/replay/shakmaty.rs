use shakmaty::{Chess, Move, Position, uci::UciMove};

use super::{End, Moment, Tally};

/// A game in the form of the library; `None` if it refuses a move.
pub(super) fn game(moves: &[lawbook::position::Move]) -> Option<Vec<Move>> {
    let mut position = Chess::default();
    let mut game = Vec::with_capacity(moves.len());
    for one in moves {
        let played = one.to_string().parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(played);
        game.push(played);
    }
    Some(game)
}

pub(super) fn replay(games: &[Vec<Move>]) -> Tally {
    let mut tally = Tally::default();
    let start = Chess::default();
    for moves in games {
        let mut position = start.clone();
        // The positions since the last capture or pawn move.
        let mut stretch = vec![position.clone()];
        for &played in moves {
            if !position.is_legal(played) {
                break;
            }
            position.play_unchecked(played);
            if position.halfmoves() == 0 {
                stretch.clear();
            }
            let earlier = stretch.iter().rev().skip(3).step_by(2);
            let occurrences = 1 + earlier.filter(|&one| *one == position).count() as u32;
            stretch.push(position.clone());
            let moment = Moment {
                check: position.is_check(),
                occurrences,
                fifty: position.halfmoves() >= 100,
                end: end(&position, occurrences),
            };
            if tally.ends_with(&moment) {
                break;
            }
        }
    }
    tally
}

fn end(position: &Chess, occurrences: u32) -> Option<End> {
    if position.legal_moves().is_empty() {
        return Some(if position.is_check() { End::Checkmate } else { End::Stalemate });
    }
    if position.is_insufficient_material() {
        Some(End::DeadByMaterial)
    } else if occurrences >= 5 {
        Some(End::Fivefold)
    } else {
        (position.halfmoves() >= 150).then_some(End::SeventyFive)
    }
}
