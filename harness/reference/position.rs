//! Tests of unreachable positions, and of illegal moves.

use lawbook::{
    board::{Color, File},
    position::{CastlingRights, Position, Setup, SetupError, Unplayable, Unreachable, Wing},
};

#[test]
fn impossible_double_steps_are_rejected() {
    for (fen, is_possible) in [
        ("8/8/8/2k5/4Pp2/8/8/4K3 b - e3 0 1", true),
        // On its origin square the pawn would have given check with its own side to move.
        ("8/8/8/8/4Pp2/3k4/8/4K3 b - e3 0 1", false),
        // The pawn now blocks a bishop that gave check before the move; in the second position it has discovered a
        // rook's check.
        ("8/1k6/8/8/4Pp2/8/8/4K2B b - e3 0 1", false),
        ("8/8/8/8/4Pp2/8/k6R/4K3 b - e3 0 1", true),
    ] {
        let setup: Setup = fen.parse().unwrap();
        for setup in [setup, setup.flip()] {
            let found = Position::new(&setup);
            let is_refused =
                matches!(found, Err(SetupError::Unreachable(Unreachable::EnPassant { .. })));
            assert_eq!(is_refused, !is_possible, "{setup}: {found:?}");
            assert!(is_refused || found.is_ok(), "{setup}: {found:?}");
        }
    }
}

#[test]
fn an_unnoticed_illegal_move_leaves_a_position() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (fen, tried, after) in [
        (START, "e2e5", "rnbqkbnr/pppppppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (START, "g1g3", "rnbqkbnr/pppppppp/8/8/8/6N1/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        // Castling rights are lost with moves of king and rook, and with a captured rook.
        (START, "a1a7", "rnbqkbnr/Rppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kkq - 0 1"),
        (START, "a1a8", "Rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR b Kk - 0 1"),
        (START, "e1e3", "rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPPP/RNBQ1BNR b kq - 1 1"),
        // Not accepted: a legal move, an opponent's piece, an empty square, a capture of an own piece, a capture of a
        // king, a square adjacent to the opponent's king, a pawn on the last rank.
        (START, "e2e4", ""),
        (START, "e7e5", ""),
        (START, "e3e4", ""),
        (START, "a1a2", ""),
        (START, "d1e8", ""),
        (START, "e1e7", ""),
        (START, "a2b8", ""),
        // Counters advance, an en passant right expires, and the king may be left in check.
        ("4k3/8/8/8/8/8/8/4K3 b - - 5 9", "e8e6", "8/8/4k3/8/8/8/8/4K3 w - - 6 10"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e1e3", "4k3/8/8/3pP3/8/4K3/8/8 b - - 1 1"),
        ("4k3/4r3/8/8/8/8/4N3/4K3 w - - 5 9", "e2d4", "4k3/4r3/8/8/3N4/8/8/4K3 b - - 6 9"),
        ("4k3/4r3/8/8/8/8/4N3/R3K3 w Q - 5 9", "e2d4", "4k3/4r3/8/8/3N4/8/8/R3K3 b Q - 6 9"),
    ] {
        let position: Position = fen.parse().unwrap();
        let next = position.displace(tried.parse().unwrap());
        let next = next.map_or(String::new(), |next| next.to_string());
        assert_eq!(next, after, "{fen}: {tried}");
    }
}

#[test]
fn a_right_to_castle_is_to_the_wing_on_which_the_rook_stands() {
    let setup: Setup = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1".parse().unwrap();
    for (wing, file, chess960, is_possible) in [
        (Wing::Queen, 0, false, true),
        (Wing::King, 7, false, true),
        (Wing::King, 0, false, false),
        (Wing::Queen, 0, true, true),
        (Wing::King, 7, true, true),
        (Wing::King, 0, true, false),
        (Wing::Queen, 7, true, false),
    ] {
        let mut castling = CastlingRights::NONE;
        castling.add_rook(Color::White, wing, File::ALL[file]);
        let castling = if chess960 { castling.in_chess960() } else { castling };
        let found = Position::new(&Setup { castling, ..setup });
        let is_refused =
            matches!(found, Err(SetupError::Unplayable(Unplayable::CastlingRook { .. })));
        assert_eq!(is_refused, !is_possible, "{wing:?}, file {file}, {chess960}: {found:?}");
    }
}

#[test]
fn a_position_is_shown_as_its_fen() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(format!("{:?}", Position::start()), START);
    assert_eq!(format!("{:?}", Position::start().castling()), "KQkq");
    assert_eq!(Position::start().to_string(), START);
}
