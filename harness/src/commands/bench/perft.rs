use lawbook::position::Position;

use super::{
    contest::{Clock, Contender, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::Rounds,
    linked,
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
    let mut sheet = BenchSheet::new("million nodes a second");
    for (fen, depth) in POSITIONS {
        let position: Position = fen.parse().map_err(|error| trouble(fen, error))?;
        let mut contenders = vec![Contender::new("lawbook", || position.perft(depth))];
        for (name, count) in linked::counters(fen, depth).map_err(|error| trouble(fen, error))? {
            contenders.push(Contender::new(name, count));
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
