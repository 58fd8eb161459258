use super::*;
use crate::question::{
    GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion, Question,
};
use lawbook::{
    board::{Color, Square},
    position::{Line, Move, Position, Setup},
    rules::{Act, ClaimGround},
};

const PINNED: &str = "k3r3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
const BISHOP: &str = "6K1/4B3/8/4k3/1b6/8/P7/8 w - - 0 1";
const CLOCK: &str = "4k3/8/8/8/8/8/4K3/7R w - - 99 80";
const PROMOTION: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
const PASSING: &str = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
const DOUBLE_STEP: &str = "8/8/8/3k4/8/8/3PP3/4K3 w - - 0 1";
const TWINS: &str = "4r1k1/8/8/8/8/8/4N1N1/4K3 w - - 0 1";
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
const ONLY_PASSING: &str = "8/8/8/8/3Pp3/4P3/5Q2/1K5k b - d3 0 1";
const CHECK_PASSING: &str = "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1";
const ROOK_PASSING: &str = "4k3/8/7R/2pP4/8/8/8/4K3 w - c6 0 1";
const IN_VAIN: &str = "8/8/8/8/1P6/8/k5K1/8 b - b3 0 1";
const BEFORE_START: &str = "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
const CORNERS: &str = "k5r1/p7/8/8/8/8/8/R3K2R b KQ - 0 1";
const TWO_BISHOPS: &str = "4k3/8/8/8/2B5/1B6/8/4K3 w - - 0 1";
const CASTLING: &str = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
const NO_KING: &str = "8/8/8/8/8/8/8/4K2R w K - 120 1";
const SHUFFLE: &str = "h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8";

const NOT_LEGAL: &str =
    "ever(move.double_step and beside(move.to) & own & pawns and not en_passant)";
const BY_PIECE: &str =
    "ever(move.double_step and (beside(move.to) - pawns) & movers_to(passed_square))";
const BLACK_KING: &str = "ever(turn = end(turn) and black & kings != end(black & kings) and \
                          pieces - black & kings = end(pieces - black & kings))";
const WRITTEN_KING: &str = "ever(turn = written(turn) and black & kings != written(black & kings) \
                            and pieces - black & kings = written(pieces - black & kings))";

const TO_PASSED: &str = "ever(move.piece != pawn and move.to = before(passed_square))";
const AT_THE_START: &str =
    "start(en_passant) and plies = 0 or ever(plies = 1 and move.to = before(en_passant))";

const RULING: Question = Question::Game(GameQuestion::Ruling);

fn holds(condition: &str, fen: &str, moves: &str, question: &Question) -> bool {
    let condition: Condition =
        condition.parse().unwrap_or_else(|error| panic!("{condition}: {error}"));
    let setup: Setup = fen.parse().unwrap();
    let moves: Vec<Move> = moves.split(' ').filter_map(|uci| uci.parse().ok()).collect();
    let holds = condition.holds(&EvalContext::new(&setup, &moves, &[], question));
    if let (Ok(start), None) =
        (Position::new(&setup), EvalContext::new(&setup, &moves, &[], question).text())
    {
        // The result is the same if the positions are computed in advance.
        let line = Line::as_far_as_legal(start, moves);
        assert_eq!(condition.holds(&EvalContext::along(&setup, &line, question)), holds);
    }
    holds
}

#[track_caller]
fn check(rows: &[(&str, &str, &str, bool)], question: &Question) {
    for (condition, fen, moves, expected) in rows {
        assert_eq!(holds(condition, fen, moves, question), *expected, "{condition} {fen} {moves}");
    }
}

#[test]
fn conditions_on_games_hold_where_they_say() {
    check(
        &[
            ("always", PINNED, "", true),
            (NOT_LEGAL, PINNED, "d7d5", true),
            (NOT_LEGAL, PINNED, "d7d6", false),
            (NOT_LEGAL, BISHOP, "a2a4", false),
            ("ever(move.double_step and not en_passant)", BISHOP, "a2a4 b4a5", true),
            ("ever(move.double_step and not en_passant)", BISHOP, "a2a3", false),
            (BY_PIECE, BISHOP, "a2a4 b4a3", true),
            (BY_PIECE, BISHOP, "a2a3", false),
            (BY_PIECE, PINNED, "d7d5", false),
            ("clock > plies", CLOCK, "h1h2", true),
            ("clock > plies", PINNED, "e8d8", false),
            ("clock >= 100", CLOCK, "h1h2", true),
            ("clock >= 100", CLOCK, "", false),
            ("clock > 100", NO_KING, "", true),
            (BLACK_KING, CLOCK, "h1h2 e8d8 h2h1 d8c8", true),
            (BLACK_KING, CLOCK, "h1h2 e8d8 h2h1 d8e8", false),
            (BLACK_KING, CLOCK, "h1h2 e8d8 h2h1", false),
            (WRITTEN_KING, CLOCK, "h1h2 e8d8 h2h1 d8c8", false),
            ("occurrences >= 3", CLOCK, SHUFFLE, true),
            ("occurrences >= 3", CLOCK, "h1h2 e8d8 h2h1 d8e8", false),
            ("ever(occurrences >= 3 or clock >= 100)", CLOCK, "h1h2 h8h7", true),
            ("ever(occurrences >= 3 or clock >= 100)", PINNED, "e8d8", false),
            ("insufficient_material", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", true),
            ("insufficient_material and count(white & bishops) > 1", TWO_BISHOPS, "", true),
            ("insufficient_material and count(white & bishops) > 2", TWO_BISHOPS, "", false),
            ("ever(castling != before(castling))", CASTLING, "e1e2", true),
            ("ever(castling != before(castling))", CASTLING, "f8e7", false),
            ("setup(castling and count(castling) < 4)", CASTLING, "", true),
            ("setup(castling and count(castling) < 4)", PINNED, "", false),
            ("in_check and (move.castles or move.double_step)", CASTLING, "e1g1", true),
            ("in_check and (move.castles or move.double_step)", CASTLING, "h1f1", false),
            ("in_check and (move.castles or move.double_step)", DOUBLE_STEP, "e2e4", true),
            ("move.castles = king-side", CASTLING, "e1g1", true),
            ("move.castles in [queen-side, none]", CASTLING, "e1g1", false),
        ],
        &RULING,
    );
}

#[test]
fn conditions_on_moves_and_pieces_hold_where_they_say() {
    check(
        &[
            ("move.pinned_alternatives", TWINS, "g2f4", true),
            ("move.pinned_alternatives", TWINS, "g2h4", false),
            ("move.alternatives - files(move.from) - ranks(move.from)", KNIGHTS, "b1d2", true),
            ("move.alternatives - files(move.from) - ranks(move.from)", KNIGHTS, "b1c3", false),
            ("move.en_passant and move.captures = pawn", PASSING, "d5c6", true),
            ("move.en_passant", PASSING, "d5c6 e8e7", false),
            ("ever(in_check and en_passant)", CHECK_PASSING, "e4d3", true),
            ("ever(in_check and en_passant)", PASSING, "d5c6", false),
            ("ever(before(castling) and move.piece = rook)", CASTLING, "h1h2 f8e8", true),
            ("ever(before(castling) and move.piece = rook)", CASTLING, "e1e2 f8g7 h1h2", false),
            (TO_PASSED, BISHOP, "a2a4 b4a3", true),
            (TO_PASSED, BISHOP, "a2a4 b4c3", false),
            (TO_PASSED, PASSING, "d5c6", false),
            ("same_as_start", CLOCK, "h1h2 e8d8 h2h1 d8e8", true),
            ("same_as_start", CLOCK, "h1h2", false),
            ("castling_through_check = h1", CORNERS, "g8f8", true),
            ("castling_through_check = a1", CORNERS, "g8d8", true),
            // The square that the king goes to, the king's own, and one that only the rook passes over.
            ("castling_through_check", CORNERS, "g8g7", false),
            ("castling_through_check", CORNERS, "g8e8", false),
            ("castling_through_check", CORNERS, "g8b8", false),
            ("usual_start", BEFORE_START, "f6g8", true),
            ("usual_start", BEFORE_START, "f6h5", false),
            ("start(legal_moves = 0)", PROMOTION, "", false),
            ("start(legal_moves = 0)", "k7/8/1QK5/8/8/8/8/8 b - - 0 1", "", true),
            ("own & pawns & own_rank_5", PASSING, "", true),
            ("own & pawns & own_rank_5", PASSING, "d5d6", false),
            ("own & pawns & own_rank_7", PROMOTION, "", true),
            ("legal_moves > 0 and legal_moves = en_passant_captures", ONLY_PASSING, "", true),
            ("legal_moves > 0 and legal_moves = en_passant_captures", PASSING, "", false),
            (AT_THE_START, PASSING, "d5c6 e8e7", true),
            (AT_THE_START, PASSING, "d5d6", false),
            ("start(passed_square != en_passant)", IN_VAIN, "", true),
            ("start(passed_square != en_passant)", PASSING, "", false),
            (
                "own & castling & file_a and pieces & own_rank_1 & file_b",
                "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
                "",
                true,
            ),
            (
                "own & castling & file_a and pieces & own_rank_1 & file_b",
                "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1",
                "",
                false,
            ),
            ("move.promotes_to = rook and move.irreversible", PROMOTION, "a7a8r", true),
            ("kings & corners & dark_squares = a1", PROMOTION, "", true),
        ],
        &RULING,
    );
}

#[test]
fn what_is_unknown_does_not_hold_and_neither_does_its_contrary() {
    for condition in
        ["move.captures", "not move.captures", "text matches \"a\"", "before(clock) >= 0"]
    {
        assert!(!holds(condition, PINNED, "", &RULING), "{condition}");
    }
    assert!(holds("in_check or clock >= 0", NO_KING, "", &RULING));
    assert!(holds("setup(flaw = no-king)", NO_KING, "", &RULING));
    assert!(!holds("setup(flaw)", PINNED, "", &RULING));
}

rows!(
    what_is_unknown_does_not_hold_and_neither_does_its_contrary,
    {
        for condition in
            ["move.captures", "not move.captures", "text matches \"a\"", "before(clock) >= 0"]
        {
            assert!(!holds(condition, PINNED, "", &RULING), "{condition}");
        }
    },
    for condition in ["in_check", "not in_check", "end(clock) >= 0"] {
        assert!(!holds(condition, NO_KING, "", &RULING), "{condition}");
    }
);

#[test]
fn conditions_on_questions_hold_where_they_say() {
    let reads = |text: &str| Question::Notation(NotationQuestion::Reads { text: text.to_owned() });
    let reads_uci =
        |text: &str| Question::Notation(NotationQuestion::ReadsUci { text: text.to_owned() });
    let reads_fen =
        |text: &str| Question::Notation(NotationQuestion::ReadsFen { text: text.to_owned() });
    let written =
        GameQuestion::Claim { ground: ClaimGround::Threefold, written: "d8c8".parse().ok() };
    let refused = |uci: &str| PositionQuestion::Refuses { moves: vec![uci.parse().unwrap()] };
    let on_square = PositionQuestion::IsLight { square: Square::parse("a1").unwrap() };
    let no_move = "not text matches \"^(O-O|O-O-O|([^O=][^=]*)?[a-h][1-8](=[NBRQ])?)[+#]?$\"";
    let rows: &[(&str, &str, &str, Question, bool)] = &[
        (WRITTEN_KING, CLOCK, "h1h2 e8d8 h2h1", Question::Game(written), true),
        ("asked_square & dark_squares", PINNED, "", Question::Position(on_square), true),
        ("asked_square", PINNED, "", Question::Material(MaterialQuestion::Dead), false),
        ("asked_from & own", PINNED, "", Question::Position(refused("d7d6")), true),
        ("asked_from & own", PINNED, "", Question::Position(refused("e1e2")), false),
        ("asked_from", PINNED, "", Question::Material(MaterialQuestion::Dead), false),
        ("text matches \"\"", PINNED, "", Question::History(HistoryQuestion::Occurrences), false),
        (no_move, PROMOTION, "", reads("a8=K"), true),
        (no_move, PROMOTION, "", reads("a8=Q+"), false),
        (no_move, CASTLING, "", reads("O-O-O-O"), true),
        (no_move, CASTLING, "", reads("O-O#"), false),
        ("text matches \"^[ -~]{4}[pkPK]\"", PROMOTION, "", reads_uci("a7a8k"), true),
        ("text matches \"^[ -~]{4}[pkPK]\"", PROMOTION, "", reads_uci("a7a8q"), false),
        ("text.is_standard_uci", PROMOTION, "", reads_uci("a7a8q"), true),
        ("text.is_standard_uci", PROMOTION, "", reads_uci("a7a8"), false),
        ("text.is_standard_san", PROMOTION, "", reads("a8=Q"), true),
        ("text.is_standard_san", PROMOTION, "", reads("a8Q"), false),
        ("clock >= 100", CLOCK, "", reads_fen("4k3/8/8/8/8/8/4K3/7R w - - 100 80"), true),
        ("setup(move_number = 0)", CLOCK, "", reads_fen("4k3/8/8/8/8/8/4K3/7R w - - 0 0"), true),
        (
            "not text.is_standard_fen",
            CLOCK,
            "",
            reads_fen("4k3/8/8/8/8/8/4K3/7R  w - - 0 80"),
            true,
        ),
        ("not text.is_standard_fen", CLOCK, "", reads_fen(CLOCK), false),
        ("text matches \"[^ -~]\"", CASTLING, "", reads("♘f3"), true),
        ("text matches \"[^ -~]\"", CASTLING, "", reads("Nf3"), false),
        ("read(move.en_passant)", PASSING, "", reads("dxc6"), true),
        ("read(move.en_passant)", PASSING, "", reads("d6"), false),
        (
            "read(move.to = before(en_passant) and not move.en_passant)",
            ROOK_PASSING,
            "",
            reads("Rc6"),
            true,
        ),
        (
            "read(move.to = before(en_passant) and not move.en_passant)",
            ROOK_PASSING,
            "",
            reads("dxc6"),
            false,
        ),
    ];
    for (condition, fen, moves, question, expected) in rows {
        assert_eq!(holds(condition, fen, moves, question), *expected, "{condition} {question:?}");
    }
}

rows!(
    what_is_done_between_the_moves_is_a_fact_too,
    {
        let setup: Setup = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let played = Act::MoveAndPress { mv: "e2e4".parse().unwrap() };
        let reply = Act::MoveAndPress { mv: "e8e7".parse().unwrap() };
        let (white, black) = (Color::White, Color::Black);
        let claim = Act::Claim { by: white, ground: ClaimGround::Fifty, written: None };
        let agreed = "ever(plies < 2 and (agree in acts or accept in acts))";
        let both = "ever(offer in white_acts) and ever(offer in black_acts)";
        let resigned = "ever(resign in white_acts) and not black_can_mate";
    },
    for (condition, acts, expected) in [
        (agreed, vec![Act::Agree], true),
        (agreed, vec![played, Act::Accept { by: black }], true),
        (agreed, vec![played, reply, Act::Agree], false),
        (agreed, vec![played, claim], false),
        ("ever(claim in acts)", vec![played, claim, reply], true),
        ("claim in acts", vec![played, claim, reply], false),
        ("ever(claim in acts)", vec![Act::Agree], false),
        (both, vec![Act::Offer { by: white }, Act::Offer { by: black }], true),
        (both, vec![Act::Offer { by: white }, played], false),
        (resigned, vec![Act::Resign { by: white }], true),
        (resigned, vec![Act::Resign { by: black }], false),
    ] {
        let moves: Vec<Move> = acts.iter().filter_map(Act::played).collect();
        let context = EvalContext::new(&setup, &moves, &acts, &RULING);
        let condition: Condition = condition.parse().unwrap();
        assert_eq!(condition.holds(&context), expected, "{condition} {acts:?}");
    }
);

rows!(
    what_is_no_condition_is_refused_with_what_would_be_right,
    for (text, message) in [
        ("", "found the end; expected a fact, a number or squares"),
        ("ocurrences >= 3", "unknown fact \"ocurrences\"; did you mean \"occurrences\"?"),
        ("evr(clock >= 3)", "unknown fact \"evr\"; did you mean \"ever\"?"),
        ("clock", "clock is number; expected a comparison with it"),
        ("clock >= en_passant", "en_passant is squares; expected a number"),
        ("clock = en_passant", "en_passant is squares; expected a value that can be compared"),
        ("move.piece = bishp", "\"bishp\" is not one of pawn, knight, bishop"),
        ("setup(in_check)", "a setup has no in_check; did you mean start(in_check)?"),
        ("in_check and", "found the end; expected a fact"),
        ("in_check clock", "found clock; expected `and`, `or` or the end"),
        ("(in_check", "found the end; expected a closing bracket"),
        ("in_check; clock", "';' has no meaning"),
        ("text matches \"(\"", "\"(\" is not a valid regular expression"),
        ("text matches \"a", "no closing quotation mark"),
        ("claimed in acts", "\"claimed\" is not one of move, move-only"),
        (&"(".repeat(40), "more than 32 nested brackets"),
    ] {
        let error = text.parse::<Condition>().unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
);

/// A condition in a file that cannot be parsed is reported with its line.
#[test]
fn a_condition_that_cannot_be_read_is_a_problem_with_its_line() {
    let text = "- cases: []\n  question: check\n  says: \"no\"\n  class: bug\n  reason: none\n  \
                in_games:\n    questions: [check]\n    when: in_chek\n";
    let problem = crate::read_deviations("toy", "toy.yaml", text).unwrap_err();
    assert!(problem.message.contains("did you mean \"in_check\"?"), "{problem:?}");
    assert!((6..=8).contains(&problem.place.line), "{problem:?}");
    let read = crate::read_deviations("toy", "toy.yaml", &text.replace("chek", "check"));
    assert_eq!(read.map(|read| read.len()), Ok(1));
}
