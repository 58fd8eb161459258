use shakmaty::{Chess, Move, Position, uci::UciMove};

use lawbook_libraries::opponents::{Prepared, ReplayEnd, ReplayTally, ReplayedPly};

/// Games in the form of the library, ready to be replayed; `None` if it refuses a move.
pub(super) fn prepare(games: &[Vec<lawbook::position::Move>]) -> Option<Prepared> {
    let games: Vec<Vec<Move>> = games.iter().map(|moves| game(moves)).collect::<Option<_>>()?;
    Some(Box::new(move || replay(&games)))
}

fn game(moves: &[lawbook::position::Move]) -> Option<Vec<Move>> {
    let mut position = Chess::default();
    let mut game = Vec::with_capacity(moves.len());
    for one in moves {
        let played = one.to_string().parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(played);
        game.push(played);
    }
    Some(game)
}

fn replay(games: &[Vec<Move>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut game = RuledGame::new(Chess::default());
        for &played in moves {
            if !game.position.is_legal(played) || tally.ends_with(&game.play(played)) {
                break;
            }
        }
    }
    tally
}

/// A game with all that can be ruled on with the library.
pub(super) struct RuledGame {
    pub(super) position: Chess,
    /// The positions since the last capture or pawn move.
    stretch: Vec<Chess>,
}

impl RuledGame {
    pub(super) fn new(start: Chess) -> RuledGame {
        RuledGame { stretch: vec![start.clone()], position: start }
    }

    /// Plays a legal move, and rules on it.
    pub(super) fn play(&mut self, legal: Move) -> ReplayedPly {
        let RuledGame { position, stretch } = self;
        position.play_unchecked(legal);
        if position.halfmoves() == 0 {
            stretch.clear();
        }
        let earlier = stretch.iter().rev().skip(3).step_by(2);
        let occurrences = 1 + earlier.filter(|&one| *one == *position).count() as u32;
        stretch.push(position.clone());
        ReplayedPly {
            check: position.is_check(),
            occurrences,
            fifty: position.halfmoves() >= 100,
            end: end(position, occurrences),
        }
    }
}

fn end(position: &Chess, occurrences: u32) -> Option<ReplayEnd> {
    if position.legal_moves().is_empty() {
        return Some(if position.is_check() { ReplayEnd::Checkmate } else { ReplayEnd::Stalemate });
    }
    if position.is_insufficient_material() {
        Some(ReplayEnd::DeadByMaterial)
    } else if occurrences >= 5 {
        Some(ReplayEnd::Fivefold)
    } else {
        (position.halfmoves() >= 150).then_some(ReplayEnd::SeventyFive)
    }
}
