//! Tests that the checkers reject false evidence: incomplete or forged proofs.

use lawbook::{
    board::{Bitboard, Color, Piece, Role, Square},
    dead::{
        Case, Certificate, DEFAULT_LIMIT, MobilityInvariant, PieceMobility, Winnable,
        check::{check_certificate, check_helpmate},
        rule_out, search,
    },
    notation::read_uci,
    position::{CastlingRights, Move, Position},
};

/// Positions where White cannot mate, because the pieces cannot reach the squares that they need.
pub(crate) const WALLS: [&str; 7] = [
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1",
    "8/4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 w - - 0 1",
    "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1",
    "8/8/1p1k1b2/1Pp1p1p1/2P1P1P1/3BK3/8/8 w - - 0 1",
    // A cornered piece is immobile until it is captured. The proof has one invariant for each of the two cases.
    "B2b4/8/8/4k2B/1p1p1p1p/1PpP1P1P/K1P5/RB4b1 b - - 0 1",
    "B2b4/8/4k3/8/1p1p1p1p/1PpP1P1P/K1P4b/RB6 b - - 0 1",
];

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn a_line_that_is_no_mate_by_the_side_is_refused() {
    let start = position("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1");
    let mate = ["g8h8", "a1a8"];
    let rows: [(&[&str], Color, bool); 6] = [
        (&mate, Color::White, true),
        (&mate, Color::Black, false),
        (&["g8h8"], Color::White, false),
        (&[], Color::White, false),
        // White is not to move; the rook cannot make the move.
        (&["a1a8"], Color::White, false),
        (&["g8h8", "a1b8"], Color::White, false),
    ];
    for (line, side, holds) in rows {
        let moves: Vec<Move> = line.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!(check_helpmate(&start, side, &moves), holds, "{line:?} by {side}");
    }
    let mated = start.after(read_uci(&start, "g8h8").unwrap());
    let mated = mated.after(read_uci(&mated, "a1a8").unwrap());
    assert!(check_helpmate(&mated, Color::White, &[]), "it is mate already");
    for certificate in [Certificate::Material, Certificate::Exhausted(Vec::new())] {
        assert!(!check_certificate(&mated, Color::White, &certificate), "it is mate already");
    }
}

/// FENs have White's pieces after the king, then Black's.
#[test]
fn pieces_that_suffice_are_not_taken_for_pieces_that_do_not() {
    let rows = [
        ("8/8/8/3k4/8/8/8/K7 w - - 0 1", true),
        ("8/8/8/3k4/8/8/8/KQ6 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KR6 w - - 0 1", false),
        ("8/8/8/3k4/8/8/1P6/K7 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KN6 w - - 0 1", true),
        ("8/8/8/3k4/4q3/8/8/KN6 w - - 0 1", true),
        ("8/8/8/3k4/4r3/8/8/KN6 w - - 0 1", false),
        ("8/8/8/3k4/4b3/8/8/KN6 w - - 0 1", false),
        ("8/8/8/3k4/4n3/8/8/KN6 w - - 0 1", false),
        ("8/8/8/3k4/4p3/8/8/KN6 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KNN5 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KNB5 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KB6 w - - 0 1", true),
        ("8/8/8/3k4/4q3/4r3/8/KB6 w - - 0 1", true),
        ("8/8/8/3k4/4b3/8/8/KB6 w - - 0 1", true),
        ("8/8/8/3k4/8/4b3/8/KB6 w - - 0 1", false),
        ("8/8/8/3k4/4n3/8/8/KB6 w - - 0 1", false),
        ("8/8/8/3k4/4p3/8/8/KB6 w - - 0 1", false),
        ("8/8/8/3k4/8/8/8/KB1B4 w - - 0 1", true),
        ("8/8/8/3k4/8/8/8/KBB5 w - - 0 1", false),
    ];
    for (fen, lacks) in rows {
        let at = position(fen);
        assert_eq!(check_certificate(&at, Color::White, &Certificate::Material), lacks, "{fen}");
        assert_eq!(rule_out(&at, Color::White) == Some(Certificate::Material), lacks, "{fen}");
        assert_eq!(search(&at, Color::White, DEFAULT_LIMIT).0.decided(), Some(!lacks), "{fen}");
    }
}

#[test]
fn what_is_ruled_out_without_a_search_is_shown() {
    for fen in WALLS {
        let at = position(fen);
        let shown = rule_out(&at, Color::White);
        let shown = shown.unwrap_or_else(|| panic!("{fen}: nothing is ruled out"));
        assert!(check_certificate(&at, Color::White, &shown), "{fen}");
        assert!(!check_certificate(&at, Color::Black, &shown), "{fen}: for the other side");
    }
}

/// Bxb2+ is not mate: the king recaptures on b2, and then all of White's pieces become mobile.
#[test]
fn a_capture_beside_the_king_is_not_taken_for_mate() {
    let at = position("8/8/8/1p6/1P6/KP6/PP6/b6k b - - 0 1");
    let (answer, _) = search(&at, Color::White, 100_000);
    assert!(matches!(answer, Winnable::Yes(line) if check_helpmate(&at, Color::White, &line)));
    assert_eq!(rule_out(&at, Color::White), None);
}

#[test]
fn a_mate_is_found_despite_false_evidence() {
    // A mate in one, and a mate in several moves.
    for fen in ["7k/5K2/8/8/8/8/8/6Q1 w - - 0 1", "7k/8/5K2/8/8/8/8/Q7 b - - 0 1"] {
        let at = position(fen);
        let forged = [
            Certificate::Material,
            Certificate::Exhausted(Vec::new()),
            Certificate::Mobility(Vec::new()),
        ];
        for certificate in forged {
            assert!(!check_certificate(&at, Color::White, &certificate), "{fen}: {certificate:?}");
        }
    }
}

/// Forgeries: an invariant that claims to cover other lines.
#[test]
fn cases_that_were_tampered_with_are_refused() {
    let mut forgeries = 0;
    for fen in WALLS {
        let at = position(fen);
        let Some(Certificate::Mobility(invariants)) = rule_out(&at, Color::White) else { continue };
        for (number, invariant) in invariants.iter().enumerate() {
            let starts = invariant.pieces.iter().map(|piece| piece.start);
            let cases = starts.flat_map(|start| [Case::Spared(start), Case::Lost(start)]);
            for case in cases.chain([Case::All]).filter(|case| *case != invariant.case) {
                let mut forged = invariants.clone();
                forged[number].case = case;
                let certificate = Certificate::Mobility(forged);
                assert!(!check_certificate(&at, Color::White, &certificate), "{fen}: {case:?}");
                forgeries += 1;
            }
        }
    }
    assert!(forgeries > 40, "{forgeries} forgeries");
}

/// Two invariants of the same sets prove no less than one: together their cases cover all lines.
#[test]
fn an_invariant_of_all_lines_holds_in_both_cases() {
    let at = position(WALLS[0]);
    let Some(Certificate::Mobility(genuine)) = rule_out(&at, Color::White) else {
        panic!("no proof");
    };
    let pawn = Square::parse("a4").unwrap();
    let cases = [Case::Spared(pawn), Case::Lost(pawn)];
    let invariants = cases.map(|case| MobilityInvariant { case, ..genuine[0].clone() });
    let certificate = Certificate::Mobility(invariants.to_vec());
    assert!(check_certificate(&at, Color::White, &certificate));
}

/// Forgery: an additional piece that starts on an occupied square.
#[test]
fn two_pieces_on_one_square_prove_nothing() {
    let mut forgeries = 0;
    for fen in WALLS {
        let at = position(fen);
        let Some(Certificate::Mobility(invariants)) = rule_out(&at, Color::White) else { continue };
        for (number, invariant) in invariants.iter().enumerate() {
            for piece in &invariant.pieces {
                let mut forged = invariants.clone();
                forged[number].pieces.push(PieceMobility { removable: true, ..*piece });
                let forged = Certificate::Mobility(forged);
                assert!(!check_certificate(&at, Color::White, &forged), "{fen}: two of {piece:?}");
                forgeries += 1;
            }
        }
    }
    assert!(forgeries > 40, "{forgeries} forgeries");
}

/// White mates on b7 with the bishop of b3, but cannot mate if that bishop never moves. The forgery claims that it is
/// captured before it moves, or else is another piece: a knight that stays, and that the board does not have.
#[test]
fn an_absent_piece_that_cannot_move_leaves_no_case_out() {
    let at = position("kb6/p1p5/P1P5/8/5b2/pBp5/P1P5/KB6 w - - 0 1");
    assert_eq!(search(&at, Color::White, DEFAULT_LIMIT).0.decided(), Some(true));
    let [b3, f4, h3] = ["b3", "f4", "h3"].map(|name| Square::parse(name).unwrap());
    let (white_bishop, black_bishop) = (at.at(b3).unwrap(), at.at(f4).unwrap());
    let walls = at.placement().occupied() - b3.set() - f4.set();
    let still = |piece: Piece, start: Square| {
        let (squares, promoted) = (start.set(), Bitboard::EMPTY);
        PieceMobility { piece, start, squares, promoted, removable: false }
    };
    let free = |piece: Piece, start: Square, shade: Bitboard| PieceMobility {
        squares: shade - walls,
        ..still(piece, start)
    };
    let invariant = |others: &[PieceMobility], case: Case| {
        let mut pieces: Vec<PieceMobility> =
            walls.into_iter().map(|start| still(at.at(start).unwrap(), start)).collect();
        pieces.push(free(black_bishop, f4, Bitboard::DARK));
        pieces.extend(others);
        MobilityInvariant { pieces, castling: CastlingRights::NONE, side: Color::White, case }
    };
    let lost = invariant(&[still(white_bishop, b3)], Case::Lost(b3));
    let knight = Piece { color: Color::Black, role: Role::Knight };
    let spared = invariant(
        &[
            free(white_bishop, h3, Bitboard::LIGHT),
            PieceMobility { removable: true, ..still(knight, b3) },
        ],
        Case::Spared(b3),
    );
    let forged = Certificate::Mobility(vec![spared, lost]);
    assert!(!check_certificate(&at, Color::White, &forged));
}

/// A certificate for one position is rejected for a position with an additional piece.
#[test]
fn evidence_about_one_position_says_nothing_about_another() {
    let walls = position(WALLS[0]);
    let open = position("4k3/8/8/p2p2p1/P2P2P1/8/8/4K2R w - - 0 1");
    let (Winnable::No(certificate), _) = search(&walls, Color::White, 100_000) else {
        panic!("the walls are closed");
    };
    assert!(check_certificate(&walls, Color::White, &certificate));
    assert!(!check_certificate(&open, Color::White, &certificate));
}
