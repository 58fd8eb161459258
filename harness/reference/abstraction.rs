//! Proofs by abstraction: accepted for positions that need them, and refused if an untracked piece matters.

use lawbook::{
    board::{Bitboard, Color, Square},
    dead::{
        Certificate, DEFAULT_LIMIT, Winnable,
        check::{check_certificate, check_helpmate},
        search,
    },
    position::{Position, Setup},
};

fn position(fen: &str) -> Position {
    Position::from_playable(&fen.parse::<Setup>().unwrap()).unwrap()
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}

/// A walled-in king, free pieces of its side, and a lone queen of White.
const WALLED_IN: &str = "6Q1/8/4n3/8/ppp5/qkp3b1/rnp1b3/n1K5 w - - 0 1";

/// A position, its untracked pieces, and whether the checker accepts that White cannot mate.
const ROWS: &[(&str, &str, bool)] = &[
    (WALLED_IN, "e6 g3 e2", true),
    ("6Q1/8/4n3/8/ppp5/qkp3b1/rnp1b3/n1K5 b - - 0 1", "e6 g3 e2", true),
    // Free pawns may step, capture and be promoted.
    ("6Qb/p7/4np1p/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1", "h8 a7 e6 f6 h6 g3", true),
    ("6Qb/p7/4np1p/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1", "h8 a7 e6 f6 h6 g3 c3", false),
    // A check that only untracked pieces can answer, or also a pawn of the wall.
    ("q5Q1/4n3/8/N3n3/ppp5/qkp5/rnp1b3/nnK5 b - - 0 1", "a8 e7 e5 e2", true),
    ("q5Q1/4n3/8/N3n3/ppp5/qkp5/rnp1b3/nnK5 b - - 0 1", "a8 e7 e5 e2 b4", false),
    ("6Q1/q6n/8/2b1n3/ppp5/qkp2n2/rnpNb3/n1K5 b - - 0 1", "a7 h7 c5 e5 e2", true),
    // It is already mate.
    ("7k/6Q1/5K2/8/8/8/8/7n b - - 0 1", "h1", false),
    // Each piece of the wall matters.
    (WALLED_IN, "e6 g3 e2 a1", false),
    (WALLED_IN, "e6 g3 e2 a2", false),
    (WALLED_IN, "e6 g3 e2 b2", false),
    (WALLED_IN, "e6 g3 e2 c2", false),
    (WALLED_IN, "e6 g3 e2 a3", false),
    (WALLED_IN, "e6 g3 e2 c3", false),
    (WALLED_IN, "e6 g3 e2 a4", false),
    (WALLED_IN, "e6 g3 e2 b4", false),
    (WALLED_IN, "e6 g3 e2 c4", false),
    // A king, a needed piece of White, and an empty square cannot be untracked.
    (WALLED_IN, "e6 g3 e2 b3", false),
    (WALLED_IN, "e6 g3 e2 g8", false),
    (WALLED_IN, "e6 g3 e2 c1", false),
    (WALLED_IN, "e6 g3 e2 h8", false),
];

#[test]
fn the_checker_accepts_exactly_the_sets_of_irrelevant_pieces() {
    for &(fen, untracked, holds) in ROWS {
        let held = check_certificate(
            &position(fen),
            Color::White,
            &Certificate::Abstraction(squares(untracked)),
        );
        assert_eq!(held, holds, "{fen}: {untracked}");
    }
}

/// Positions where White can mate with the help of a piece of Black.
const NEEDED: &[(&str, &str)] = &[
    // It blocks the king.
    ("k7/p7/K7/3N4/8/8/8/1r6 b - - 0 1", "b1"),
    ("k7/p7/K7/3N4/8/8/8/3b4 b - - 0 1", "d1"),
    // It captures a piece in White's way, or is captured, so that pawns can pass.
    ("7k/5K1p/7P/8/6p1/8/8/6n1 b - - 0 1", "g1"),
    ("7k/5K1p/7P/7p/7p/7P/8/6n1 b - - 0 1", "g1"),
    ("7k/5K1p/7p/8/8/2N5/1B6/2r5 b - - 0 1", "c1"),
    // It moves instead of the king.
    ("k7/8/1K6/8/8/8/5R2/6n1 b - - 0 1", "g1"),
    // It is promoted to the piece that blocks the king.
    ("7k/7p/5K2/8/8/8/p7/6N1 b - - 0 1", "a2"),
    ("7k/7p/5K2/8/8/8/p7/6N1 b - - 0 1", "a2 h7"),
];

#[test]
fn pieces_that_a_mate_needs_cannot_be_untracked() {
    for &(fen, untracked) in NEEDED {
        let at = position(fen);
        let (answer, _) = search(&at, Color::White, DEFAULT_LIMIT);
        let line = answer.line().unwrap_or_else(|| panic!("{fen}: there is a mate"));
        assert!(check_helpmate(&at, Color::White, line), "{fen}");
        for untracked in
            [squares(untracked), at.placement().color(Color::Black) - at.king(Color::Black).set()]
        {
            let certificate = Certificate::Abstraction(untracked);
            assert!(!check_certificate(&at, Color::White, &certificate), "{fen}: {untracked:?}");
        }
    }
}

/// Abstract states have no castling rights: the checker refuses although White, with a bare king, cannot mate. The
/// first move may be en passant, which frees a blocked pawn, so that White can mate.
#[test]
fn castling_rights_are_refused_and_en_passant_comes_first() {
    let rows = [
        ("4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "h8", true),
        ("4k2r/8/8/8/8/8/8/4K3 w k - 0 1", "h8", false),
        ("8/8/7p/6pP/ppp5/qkp3b1/rnp5/n1K5 w - - 0 1", "g3", true),
        ("8/8/7p/6pP/ppp5/qkp3b1/rnp5/n1K5 w - g6 0 1", "g3", false),
    ];
    for (fen, untracked, holds) in rows {
        let held = check_certificate(
            &position(fen),
            Color::White,
            &Certificate::Abstraction(squares(untracked)),
        );
        assert_eq!(held, holds, "{fen}");
    }
}

#[test]
fn a_walled_in_king_is_decided_quickly() {
    for fen in [WALLED_IN, "b5Q1/bb6/4nbn1/8/ppp5/qkp5/rnp5/n1K5 w - - 0 1"] {
        let at = position(fen);
        let (answer, looked_at) = search(&at, Color::White, DEFAULT_LIMIT);
        let Winnable::No(certificate @ Certificate::Abstraction(_)) = answer else {
            panic!("{fen}: {answer:?}");
        };
        assert!(check_certificate(&at, Color::White, &certificate), "{fen}");
        assert!(looked_at < 50_000, "{fen}: {looked_at}");
    }
}
