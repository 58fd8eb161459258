use std::hint::black_box;

use super::{Prepared, ReplayEnd, ReplayTally, ReplayWork, ReplayedPly, Replayer};
use shakmaty::{Chess, Move, Position, uci::UciMove};

use super::repetition::RepetitionHistory;

pub(super) fn replayer() -> Replayer {
    Replayer {
        competitor: super::competitor(
            "shakmaty",
            "src/position.rs",
            &["play", "is_legal", "play_unchecked", "outcome", "is_insufficient_material", "eq"],
            "`is_legal` and `play_unchecked`, the two parts of `play`. Updates no hash. Rulings: the tests of \
             `outcome`, with the legal moves listed once; repetition by `==`. Added: a history.",
        ),
        prepare,
    }
}

fn prepare(games: &[Vec<lawbook::position::Move>], work: ReplayWork) -> Option<Prepared> {
    let games: Vec<Vec<Move>> = games.iter().map(|moves| game(moves)).collect::<Option<_>>()?;
    Some(match work {
        ReplayWork::Moves => Box::new(move || moves(&games)),
        ReplayWork::Rulings => Box::new(move || rulings(&games)),
    })
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

fn moves(games: &[Vec<Move>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut position = Chess::default();
        for &played in moves {
            if !position.is_legal(played) {
                break;
            }
            position.play_unchecked(played);
            tally.plies += 1;
        }
        black_box(position);
    }
    tally
}

fn rulings(games: &[Vec<Move>]) -> ReplayTally {
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

/// A game with the state that rulings need.
pub(super) struct RuledGame {
    pub(super) position: Chess,
    history: RepetitionHistory<Chess>,
}

impl RuledGame {
    pub(super) fn new(start: Chess) -> RuledGame {
        let mut history = RepetitionHistory::new();
        history.push(key(&start), start.clone(), Chess::eq);
        RuledGame { history, position: start }
    }

    /// Plays a legal move and rules on the position after it.
    pub(super) fn play(&mut self, legal: Move) -> ReplayedPly {
        let RuledGame { position, history } = self;
        position.play_unchecked(legal);
        if position.halfmoves() == 0 {
            history.clear();
        }
        let occurrences = history.push(key(position), position.clone(), Chess::eq);
        ReplayedPly {
            check: position.is_check(),
            occurrences,
            fifty: position.halfmoves() >= 100,
            end: end(position, occurrences),
        }
    }
}

/// The occupied squares as key. The library does not update a hash, and computing one is slower than comparing
/// positions.
fn key(position: &Chess) -> u64 {
    position.board().occupied().into()
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
