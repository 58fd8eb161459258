use std::hint::black_box;

use super::{Prepared, ReplayEnd, ReplayTally, ReplayWork, ReplayedPly, Replayer};
use cozy_chess::{BitBoard, Board, Move, Piece, util::parse_uci_move};

use super::repetition::RepetitionHistory;

pub(super) fn replayer() -> Replayer {
    Replayer {
        competitor: super::competitor(
            "cozy-chess",
            "src/board/mod.rs",
            &["try_play", "status", "hash_without_ep", "same_position"],
            "Updates a Zobrist hash, checks and pins with each move. Rulings: mate and stalemate as in `status`, \
             repetition by `hash_without_ep` and `same_position`. Added: a history, the material, the clock beyond \
             fifty moves.",
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
    let mut board = Board::default();
    let mut game = Vec::with_capacity(moves.len());
    for one in moves {
        let played = parse_uci_move(&board, &one.to_string()).ok()?;
        board.try_play(played).ok()?;
        game.push(played);
    }
    Some(game)
}

fn moves(games: &[Vec<Move>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut board = Board::default();
        for &played in moves {
            if board.try_play(played).is_err() {
                break;
            }
            tally.plies += 1;
        }
        black_box(board);
    }
    tally
}

fn rulings(games: &[Vec<Move>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut board = Board::default();
        let mut history = RepetitionHistory::new();
        history.push(board.hash_without_ep(), board.clone(), Board::same_position);
        // Plies since the last capture or pawn move. The library's own clock stops at 100.
        let mut plies = 0;
        for &played in moves {
            if board.try_play(played).is_err() {
                break;
            }
            plies += 1;
            if board.halfmove_clock() == 0 {
                history.clear();
                plies = 0;
            }
            let key = board.hash_without_ep();
            let occurrences = history.push(key, board.clone(), Board::same_position);
            let ply = ReplayedPly {
                check: !board.checkers().is_empty(),
                occurrences,
                fifty: board.halfmove_clock() >= 100,
                end: end(&board, occurrences, plies),
            };
            if tally.ends_with(&ply) {
                break;
            }
        }
    }
    tally
}

fn end(board: &Board, occurrences: u32, plies: u32) -> Option<ReplayEnd> {
    if !board.generate_moves(|_| true) {
        return Some(if board.checkers().is_empty() {
            ReplayEnd::Stalemate
        } else {
            ReplayEnd::Checkmate
        });
    }
    if is_insufficient(board) {
        Some(ReplayEnd::DeadByMaterial)
    } else if occurrences >= 5 {
        Some(ReplayEnd::Fivefold)
    } else {
        (plies >= 150).then_some(ReplayEnd::SeventyFive)
    }
}

/// Whether the material rules out mate by either side: a single knight, or only bishops on squares of one colour.
fn is_insufficient(board: &Board) -> bool {
    let of = |piece| board.pieces(piece);
    if !(of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (of(Piece::Knight), of(Piece::Bishop));
    match knights.len() {
        0 => {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        }
        1 => bishops.is_empty(),
        _ => false,
    }
}
