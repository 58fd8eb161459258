//! Compares legal moves in Chess960 with two libraries, from all start positions and from later positions.

#![cfg(all(feature = "cozy-chess", feature = "shakmaty"))]
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test

use cozy_chess::Board;
use lawbook::{
    board::Role,
    position::{Position, Setup},
};
use shakmaty::{CastlingMode, Chess, fen::Fen};

fn start(number: u16) -> Setup {
    Setup::chess960(number).unwrap()
}

/// The start position with different arrays for the two players ("double Chess960").
fn double(white: u16, black: u16) -> Setup {
    let [white, black] = [start(white), start(black)].map(|setup| setup.to_string());
    let (bottom, top) = (white.rsplit_once('/').unwrap().1, black.split_once('/').unwrap().0);
    let (pieces, rest) = bottom.split_once(' ').unwrap();
    let rights: String = rest.chars().filter(char::is_ascii_uppercase).collect();
    let black_rights = black.split(' ').nth(2).unwrap();
    let black_rights: String = black_rights.chars().filter(char::is_ascii_lowercase).collect();
    let fen = format!("{top}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w {rights}{black_rights} - 0 1");
    fen.parse().unwrap()
}

/// Removes all pieces but kings, rooks and the pawns on the files in `keep`, so that castling paths are free and rooks
/// attack each other.
fn stripped(mut setup: Setup, keep: u64) -> Option<Position> {
    for (square, piece) in setup.placement.iter().collect::<Vec<_>>() {
        let is_kept = match piece.role {
            Role::King | Role::Rook => true,
            Role::Pawn => (keep >> square.file().index()) & 1 == 1,
            Role::Knight | Role::Bishop | Role::Queen => false,
        };
        if !is_kept {
            setup.placement.remove(square);
        }
    }
    Position::new(&setup).ok()
}

/// A pseudo-random later position, determined by `seed`.
fn later(mut at: Position, plies: usize, mut seed: u64) -> Position {
    for _ in 0..plies {
        let mut moves = at.legal_moves();
        moves.sort_unstable();
        if moves.is_empty() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        at = at.play(moves[(seed >> 33) as usize % moves.len()]).unwrap();
    }
    at
}

#[track_caller]
fn check(position: &Position, depth: u32) {
    let fen = position.to_string();
    let counted = position.perft(depth);
    let other: Chess =
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).expect(&fen);
    assert_eq!(counted, shakmaty::perft(&other, depth), "{fen} depth {depth}, by shakmaty");
    let board = Board::from_fen(&fen, true).or_else(|_| Board::from_fen(&fen, false)).expect(&fen);
    assert_eq!(counted, count(&board, depth), "{fen} depth {depth}, by cozy-chess");
    assert_eq!(counted, position.flip().perft(depth), "{fen} flipped");
}

fn count(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for played in moves {
            let mut next = board.clone();
            next.play_unchecked(played);
            nodes += if depth > 1 { count(&next, depth - 1) } else { 1 };
        }
        false
    });
    nodes
}

#[test]
fn all_start_positions() {
    for number in 0..960 {
        let depth = if number % 97 == 0 { 4 } else { 2 + u32::from(number % 4 == 0) };
        check(&Position::new(&start(number)).unwrap(), depth);
    }
}

#[test]
fn all_start_positions_with_free_first_ranks() {
    for number in 0..960 {
        let depth = if number % 61 == 5 { 4 } else { 2 + u32::from(number % 4 == 1) };
        check(&stripped(start(number), 0xff).unwrap(), depth);
        if let Some(position) = stripped(start(number), (u64::from(number) * 0x35) >> 3 & 0xff) {
            check(&position, 2);
        }
    }
}

#[test]
fn different_arrays_for_the_players() {
    for number in (0..960).step_by(7) {
        let setup = double(number, 959 - number);
        check(&Position::new(&setup).unwrap(), 2);
        check(&stripped(setup, 0xff).unwrap(), 2);
    }
}

#[test]
fn positions_of_games() {
    let mut with_rights = 0;
    for number in 0..960 {
        let at = later(Position::new(&start(number)).unwrap(), 6 + usize::from(number % 20), 17);
        with_rights += usize::from(at.castling().iter().count() > 0);
        check(&at, 1);
        if number % 8 == 0 {
            check(&at, 2);
        }
        if let Some(at) = stripped(start(number), 0x5a) {
            check(&later(at, 1 + usize::from(number % 6), 3), 2);
        }
    }
    assert!(with_rights > 300, "{with_rights}");
}

#[test]
fn castling_is_possible_with_the_first_move_in_162_arrays() {
    // An array counts if the king and the rook exchange squares, or if one is already on its destination and the
    // other's path is free.
    let mut found = 0;
    for number in 0..960 {
        let at = Position::new(&start(number)).unwrap();
        found += at.legal_moves().into_iter().filter(|&one| at.castles(one).is_some()).count();
    }
    assert_eq!(found, 162);
}
