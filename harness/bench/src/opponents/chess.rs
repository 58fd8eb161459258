use std::{hint::black_box, str::FromStr};

use super::{Prepared, ReplayEnd, ReplayTally, ReplayWork, ReplayedPly, Replayer};
use chess::{BitBoard, Board, BoardStatus, ChessMove, Piece};

use super::repetition::RepetitionHistory;

pub(super) fn replayer() -> Replayer {
    Replayer {
        competitor: super::competitor(
            "chess",
            "src/board.rs",
            &["legal", "make_move_new", "status", "get_hash"],
            "The calls of `Game::make_move` without `Game`, which plays the whole game anew for each move. Updates a \
             Zobrist hash, checks and pins with each move. Rulings: mate and stalemate by `status`, repetition by \
             `get_hash` and equality. Added: a history, the clock, the material.",
        ),
        prepare,
    }
}

fn prepare(games: &[Vec<lawbook::position::Move>], work: ReplayWork) -> Option<Prepared> {
    let games: Vec<Vec<ChessMove>> =
        games.iter().map(|moves| game(moves)).collect::<Option<_>>()?;
    Some(match work {
        ReplayWork::Moves => Box::new(move || moves(&games)),
        ReplayWork::Rulings => Box::new(move || rulings(&games)),
    })
}

fn game(moves: &[lawbook::position::Move]) -> Option<Vec<ChessMove>> {
    moves.iter().map(|one| ChessMove::from_str(&one.to_string()).ok()).collect()
}

fn moves(games: &[Vec<ChessMove>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut board = Board::default();
        for &played in moves {
            if !board.legal(played) {
                break;
            }
            board = board.make_move_new(played);
            tally.plies += 1;
        }
        black_box(board);
    }
    tally
}

fn rulings(games: &[Vec<ChessMove>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    for moves in games {
        let mut board = Board::default();
        let mut history = RepetitionHistory::new();
        history.push(board.get_hash(), board, Board::eq);
        // Plies since the last capture or pawn move.
        let mut plies = 0;
        for &played in moves {
            if !board.legal(played) {
                break;
            }
            plies += 1;
            let pawns = *board.pieces(Piece::Pawn);
            if has(pawns, played.get_source()) || has(*board.combined(), played.get_dest()) {
                history.clear();
                plies = 0;
            }
            board = board.make_move_new(played);
            let occurrences = history.push(board.get_hash(), board, Board::eq);
            let ply = ReplayedPly {
                check: board.checkers().popcnt() > 0,
                occurrences,
                fifty: plies >= 100,
                end: end(&board, occurrences, plies),
            };
            if tally.ends_with(&ply) {
                break;
            }
        }
    }
    tally
}

fn has(set: BitBoard, square: chess::Square) -> bool {
    set & BitBoard::from_square(square) != chess::EMPTY
}

fn end(board: &Board, occurrences: u32, plies: u32) -> Option<ReplayEnd> {
    match board.status() {
        BoardStatus::Checkmate => Some(ReplayEnd::Checkmate),
        BoardStatus::Stalemate => Some(ReplayEnd::Stalemate),
        BoardStatus::Ongoing if is_insufficient(board) => Some(ReplayEnd::DeadByMaterial),
        BoardStatus::Ongoing if occurrences >= 5 => Some(ReplayEnd::Fivefold),
        BoardStatus::Ongoing => (plies >= 150).then_some(ReplayEnd::SeventyFive),
    }
}

/// Whether the material rules out mate by either side: a single knight, or only bishops on squares of one colour.
fn is_insufficient(board: &Board) -> bool {
    /// The dark squares; a1 is the lowest bit.
    const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);
    let of = |piece| *board.pieces(piece);
    if of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen) != chess::EMPTY {
        return false;
    }
    let bishops = of(Piece::Bishop);
    match of(Piece::Knight).popcnt() {
        0 => bishops & DARK == bishops || bishops & DARK == chess::EMPTY,
        1 => bishops == chess::EMPTY,
        _ => false,
    }
}
