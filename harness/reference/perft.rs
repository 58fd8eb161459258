//! Published perft node counts of the standard test positions, at full depth.

use lawbook::position::Position;

#[track_caller]
fn check(fen: &str, depth: u32, published: u64) {
    let position: Position = fen.parse().unwrap();
    assert_eq!(position.perft(depth), published, "{fen} depth {depth}");
    assert_eq!(position.flip().perft(depth - 1), position.perft(depth - 1), "{fen} flipped");
}

#[test]
fn a_position_is_the_only_leaf_of_itself() {
    assert_eq!(Position::start().perft(0), 1);
    assert_eq!(Position::start().flip().perft(0), 1);
}

#[test]
fn start_position() {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324);
}

#[test]
fn kiwipete() {
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690);
}

#[test]
fn rook_ending_with_en_passant_pins() {
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083);
}

#[test]
fn promotions_in_check() {
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292);
}

#[test]
fn knight_fork_of_king_and_rook() {
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194);
}

#[test]
fn quiet_middle_game() {
    check(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
    );
}
