//! `cargo bench`: times of small operations, compared with other libraries.
//!
//! `lawbook lab bench` compares complete tasks.

use divan::{Bencher, black_box};
use lawbook::position::{Move, Position};

/// FENs: the initial position, a middlegame, an endgame, a check, and a blocked dead position.
const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/7b/4r3/3P4/R3K2R w KQ - 0 1",
    "8/8/1p1k1p2/1Pp1pPp1/2PpP1P1/3P4/4K3/8 w - - 0 1",
];

fn main() {
    divan::main();
}

/// Parses a text.
fn read<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| unreachable!("{text} can be read"))
}

/// A position and one of its legal moves.
fn first(fen: &str) -> (Position, Move) {
    let position: Position = read(fen);
    let moves = position.legal_moves();
    let Some(&first) = moves.first() else { unreachable!("{fen} has a move") };
    (position, first)
}

#[divan::bench_group]
mod reading_a_fen {
    use super::*;

    #[divan::bench(args = FENS)]
    fn lawbook(fen: &str) -> Position {
        read(black_box(fen))
    }

    #[cfg(feature = "cozy-chess")]
    #[divan::bench(args = FENS)]
    fn cozy_chess(fen: &str) -> cozy_chess::Board {
        read(black_box(fen))
    }

    #[cfg(feature = "shakmaty")]
    #[divan::bench(args = FENS)]
    fn shakmaty(fen: &str) -> shakmaty::Chess {
        let fen: shakmaty::fen::Fen = read(black_box(fen));
        let position = fen.into_position(shakmaty::CastlingMode::Standard);
        position.unwrap_or_else(|_| unreachable!("it can be played"))
    }
}

#[divan::bench_group]
mod all_legal_moves {
    use super::*;

    #[divan::bench(args = FENS)]
    fn lawbook(bencher: Bencher<'_, '_>, fen: &str) {
        let position: Position = read(fen);
        bencher.bench(|| black_box(&position).legal_moves());
    }

    #[cfg(feature = "cozy-chess")]
    #[divan::bench(args = FENS)]
    fn cozy_chess(bencher: Bencher<'_, '_>, fen: &str) {
        let board: cozy_chess::Board = read(fen);
        bencher.bench(|| {
            let mut moves = Vec::with_capacity(48);
            black_box(&board).generate_moves(|some| {
                moves.extend(some);
                false
            });
            moves
        });
    }

    #[cfg(feature = "shakmaty")]
    #[divan::bench(args = FENS)]
    fn shakmaty(bencher: Bencher<'_, '_>, fen: &str) {
        use shakmaty::Position;
        let fen: shakmaty::fen::Fen = read(fen);
        let Ok(position) = fen.into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
        else {
            unreachable!("it can be played")
        };
        bencher.bench(|| black_box(&position).legal_moves());
    }
}

#[divan::bench_group]
mod ours_alone {
    use lawbook::{
        dead,
        notation::{read_san, write_san},
        rules::{Act, Game, RuleSet, SearchBudget},
    };

    use super::*;

    #[divan::bench(args = FENS)]
    fn writing_a_fen(bencher: Bencher<'_, '_>, fen: &str) {
        let position: Position = read(fen);
        bencher.bench(|| black_box(&position).to_string());
    }

    #[divan::bench(args = FENS)]
    fn writing_a_move(bencher: Bencher<'_, '_>, fen: &str) {
        let (position, played) = first(fen);
        bencher.bench(|| write_san(black_box(&position), played));
    }

    #[divan::bench(args = FENS)]
    fn reading_a_move(bencher: Bencher<'_, '_>, fen: &str) {
        let (position, played) = first(fen);
        let text = write_san(&position, played);
        bencher.bench(|| read_san(black_box(&position), black_box(&text)));
    }

    #[divan::bench(args = FENS)]
    fn keying_a_position(bencher: Bencher<'_, '_>, fen: &str) {
        let position: Position = read(fen);
        bencher.bench(|| black_box(&position).key());
    }

    #[divan::bench(args = FENS)]
    fn ruling_on_a_move(bencher: Bencher<'_, '_>, fen: &str) {
        let (position, played) = first(fen);
        bencher
            .with_inputs(|| Game::new(RuleSet::LATEST, position, SearchBudget::DEFAULT))
            .bench_values(|mut game| game.act(&Act::MoveAndPress { mv: played }).decision);
    }

    #[divan::bench(args = FENS)]
    fn deciding_whether_it_is_dead(bencher: Bencher<'_, '_>, fen: &str) {
        let position: Position = read(fen);
        bencher.bench(|| dead::is_dead(black_box(&position), dead::DEFAULT_LIMIT));
    }
}
