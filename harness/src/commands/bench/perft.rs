use lawbook::position::Position;

use super::{
    contest::{Clock, Contender, contest},
    sheet::Sheet,
};
use crate::{
    cli::Rounds,
    output::{Exit, Failure, Result},
};

/// The start position, "kiwipete", and the four other classic test positions, with a depth each.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// `lawbook bench perft`: everybody counts the moves of the last ply without playing them.
pub(super) fn run(options: &Rounds) -> Result {
    let mut sheet = Sheet::new("million nodes a second");
    for (fen, depth) in POSITIONS {
        let position: Position = fen.parse().map_err(|error| trouble(fen, error))?;
        let mut contenders = vec![Contender::new("lawbook", || position.perft(depth))];
        #[cfg(feature = "cozy-chess")]
        {
            let board: cozy_chess::Board = fen.parse().map_err(|error| trouble(fen, error))?;
            contenders.push(Contender::new("cozy-chess", move || cozy_chess_perft(&board, depth)));
        }
        #[cfg(feature = "chess")]
        {
            let board: chess::Board = fen.parse().map_err(|error| trouble(fen, error))?;
            contenders.push(Contender::new("chess", move || chess_perft(&board, depth)));
        }
        #[cfg(feature = "shakmaty")]
        {
            let position = fen
                .parse::<shakmaty::fen::Fen>()
                .map_err(|error| trouble(fen, error))?
                .into_position::<shakmaty::Chess>(shakmaty::CastlingMode::Standard)
                .map_err(|error| trouble(fen, error))?;
            contenders.push(Contender::new("shakmaty", move || shakmaty::perft(&position, depth)));
        }
        let (nodes, times) = contest(options.rounds, Clock::Thread, &mut contenders)?;
        let what = format!("{fen}, {nodes} at depth {depth}");
        sheet.add(what, &times, |seconds| nodes as f64 / seconds / 1e6);
    }
    sheet.print(options.format)
}

fn trouble(fen: &str, error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::Trouble, format!("{fen}: {error}"))
}

#[cfg(feature = "cozy-chess")]
fn cozy_chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
        } else {
            for played in moves {
                let mut next = board.clone();
                next.play_unchecked(played);
                nodes += cozy_chess_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

#[cfg(feature = "chess")]
fn chess_perft(board: &chess::Board, depth: u32) -> u64 {
    let moves = chess::MoveGen::new_legal(board);
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves.map(|played| chess_perft(&board.make_move_new(played), depth - 1)).sum()
}
