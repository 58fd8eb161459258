use cozy_chess::{BitBoard, Board, Move, Piece, util::parse_uci_move};

use lawbook_libraries::opponents::{Prepared, ReplayEnd, ReplayTally, ReplayedPly};

/// Games in the form of the library, ready to be replayed; `None` if it refuses a move.
pub(super) fn prepare(games: &[Vec<lawbook::position::Move>]) -> Option<Prepared> {
    let games: Vec<Vec<Move>> = games.iter().map(|moves| game(moves)).collect::<Option<_>>()?;
    Some(Box::new(move || replay(&games)))
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

fn replay(games: &[Vec<Move>]) -> ReplayTally {
    let mut tally = ReplayTally::default();
    let start = Board::default();
    for moves in games {
        let mut board = start.clone();
        // The positions since the last capture or pawn move, and the plies; the library's own clock
        // stops at a hundred.
        let (mut stretch, mut plies) = (vec![board.clone()], 0);
        for &played in moves {
            if !board.is_legal(played) {
                break;
            }
            board.play_unchecked(played);
            plies += 1;
            if board.halfmove_clock() == 0 {
                stretch.clear();
                plies = 0;
            }
            let earlier = stretch.iter().rev().skip(3).step_by(2);
            let same = |one: &&Board| one.hash() == board.hash() && one.same_position(&board);
            let occurrences = 1 + earlier.filter(same).count() as u32;
            stretch.push(board.clone());
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

/// Whether the pieces rule out mate by either side: a knight alone, or bishops on one colour.
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
