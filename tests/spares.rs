//! Evidence that pieces play no part: given for the positions that need it, and refused where they do play one.

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
    Position::composed(&fen.parse::<Setup>().unwrap()).unwrap()
}

fn squares(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
}

/// A king that is walled in, free pieces of its side, and a lone queen of White's.
const WALLED_IN: &str = "6Q1/8/4n3/8/ppp5/qkp3b1/rnp1b3/n1K5 w - - 0 1";

/// A position, the pieces said to play no part in a mate by White, and whether that is shown.
const ROWS: &[(&str, &str, bool)] = &[
    (WALLED_IN, "e6 g3 e2", true),
    ("6Q1/8/4n3/8/ppp5/qkp3b1/rnp1b3/n1K5 b - - 0 1", "e6 g3 e2", true),
    // Pawns that are free may go, take and promote as they like.
    ("6Qb/p7/4np1p/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1", "h8 a7 e6 f6 h6 g3", true),
    ("6Qb/p7/4np1p/8/ppp5/qkp3b1/rnp5/n1K5 b - - 0 1", "h8 a7 e6 f6 h6 g3 c3", false),
    // A check that only a spare piece answers, or also a pawn of the wall.
    ("q5Q1/4n3/8/N3n3/ppp5/qkp5/rnp1b3/nnK5 b - - 0 1", "a8 e7 e5 e2", true),
    ("q5Q1/4n3/8/N3n3/ppp5/qkp5/rnp1b3/nnK5 b - - 0 1", "a8 e7 e5 e2 b4", false),
    ("6Q1/q6n/8/2b1n3/ppp5/qkp2n2/rnpNb3/n1K5 b - - 0 1", "a7 h7 c5 e5 e2", true),
    // It is mate already.
    ("7k/6Q1/5K2/8/8/8/8/7n b - - 0 1", "h1", false),
    // Each piece of the wall plays a part.
    (WALLED_IN, "e6 g3 e2 a1", false),
    (WALLED_IN, "e6 g3 e2 a2", false),
    (WALLED_IN, "e6 g3 e2 b2", false),
    (WALLED_IN, "e6 g3 e2 c2", false),
    (WALLED_IN, "e6 g3 e2 a3", false),
    (WALLED_IN, "e6 g3 e2 c3", false),
    (WALLED_IN, "e6 g3 e2 a4", false),
    (WALLED_IN, "e6 g3 e2 b4", false),
    (WALLED_IN, "e6 g3 e2 c4", false),
    // Neither the king, nor the other player's pieces, nor nobody can be spare.
    (WALLED_IN, "e6 g3 e2 b3", false),
    (WALLED_IN, "e6 g3 e2 g8", false),
    (WALLED_IN, "e6 g3 e2 c1", false),
    (WALLED_IN, "e6 g3 e2 h8", false),
];

#[test]
fn pieces_that_play_no_part_are_told_from_those_that_do() {
    for &(fen, spares, holds) in ROWS {
        let held =
            check_certificate(&position(fen), Color::White, &Certificate::Spares(squares(spares)));
        assert_eq!(held, holds, "{fen}: {spares}");
    }
}

/// Positions in which White can mate, with a piece of Black's that helps.
const NEEDED: &[(&str, &str)] = &[
    // It stands in the king's way.
    ("k7/p7/K7/3N4/8/8/8/1r6 b - - 0 1", "b1"),
    ("k7/p7/K7/3N4/8/8/8/3b4 b - - 0 1", "d1"),
    // It takes what is in White's way, or is taken, so that pawns come past each other.
    ("7k/5K1p/7P/8/6p1/8/8/6n1 b - - 0 1", "g1"),
    ("7k/5K1p/7P/7p/7p/7P/8/6n1 b - - 0 1", "g1"),
    ("7k/5K1p/7p/8/8/2N5/1B6/2r5 b - - 0 1", "c1"),
    // It moves, so that the king need not.
    ("k7/8/1K6/8/8/8/5R2/6n1 b - - 0 1", "g1"),
    // It becomes what stands in the king's way.
    ("7k/7p/5K2/8/8/8/p7/6N1 b - - 0 1", "a2"),
    ("7k/7p/5K2/8/8/8/p7/6N1 b - - 0 1", "a2 h7"),
];

#[test]
fn what_a_mate_needs_plays_a_part() {
    for &(fen, spares) in NEEDED {
        let at = position(fen);
        let (answer, _) = search(&at, Color::White, DEFAULT_LIMIT);
        let line = answer.line().unwrap_or_else(|| panic!("{fen}: there is a mate"));
        assert!(check_helpmate(&at, Color::White, line), "{fen}");
        for spares in
            [squares(spares), at.placement().color(Color::Black) - at.king(Color::Black).set()]
        {
            let certificate = Certificate::Spares(spares);
            assert!(!check_certificate(&at, Color::White, &certificate), "{fen}: {spares:?}");
        }
    }
}

/// Shadows know no castling: White, with a bare king, cannot mate, and still it is not shown so. The first move may be en
/// passant: it frees a pawn that is blocked, and White can mate.
#[test]
fn a_right_to_castle_leaves_no_shadow_and_en_passant_comes_first() {
    let rows = [
        ("4k2r/8/8/8/8/8/8/4K3 w - - 0 1", "h8", true),
        ("4k2r/8/8/8/8/8/8/4K3 w k - 0 1", "h8", false),
        ("8/8/7p/6pP/ppp5/qkp3b1/rnp5/n1K5 w - - 0 1", "g3", true),
        ("8/8/7p/6pP/ppp5/qkp3b1/rnp5/n1K5 w - g6 0 1", "g3", false),
    ];
    for (fen, spares, holds) in rows {
        let held =
            check_certificate(&position(fen), Color::White, &Certificate::Spares(squares(spares)));
        assert_eq!(held, holds, "{fen}");
    }
}

#[test]
fn a_king_that_is_walled_in_costs_little_however_many_pieces_are_free() {
    for fen in [WALLED_IN, "b5Q1/bb6/4nbn1/8/ppp5/qkp5/rnp5/n1K5 w - - 0 1"] {
        let at = position(fen);
        let (answer, looked_at) = search(&at, Color::White, DEFAULT_LIMIT);
        let Winnable::No(certificate @ Certificate::Spares(_)) = answer else {
            panic!("{fen}: {answer:?}");
        };
        assert!(check_certificate(&at, Color::White, &certificate), "{fen}");
        assert!(looked_at < 50_000, "{fen}: {looked_at}");
    }
}
