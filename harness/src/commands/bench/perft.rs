use std::time::{Duration, Instant};

use lawbook::position::Position;
use serde::Serialize;

use super::median;
use crate::{
    cli::{Format, PerftBenchOptions},
    output::{self, Exit, Failure, Result},
};

/// The start position, "kiwipete", and the four other classic test positions, with a depth each.
const POSITIONS: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

#[derive(Serialize)]
struct Row {
    fen: &'static str,
    depth: u32,
    nodes: u64,
    /// Million nodes a second, ours and the peer's, and the ratio.
    ours: f64,
    peer: f64,
    ratio: f64,
}

/// `lawbook bench perft`
pub(super) fn run(options: &PerftBenchOptions) -> Result {
    let mut rows = Vec::new();
    for (fen, depth) in POSITIONS {
        rows.push(measure(fen, depth, options.rounds)?);
    }
    let mean = (rows.iter().map(|row| row.ratio.ln()).sum::<f64>() / rows.len() as f64).exp();
    let text = match options.format {
        Format::Text => {
            let mut text =
                String::from("depth        nodes     ours  cozy-chess  ratio  position\n");
            for Row { fen, depth, nodes, ours, peer, ratio } in &rows {
                text.push_str(&format!(
                    "{depth:5} {nodes:12} {ours:8.0} {peer:11.0} {ratio:6.2}  {fen}\n"
                ));
            }
            text + &format!("million nodes a second; geometric mean of the ratios {mean:.2}\n")
        }
        Format::Json => {
            let value = serde_json::json!({ "rows": rows, "ratio": { "cozy-chess": mean } });
            format!("{value:#}\n")
        }
    };
    output::print(&text)?;
    Ok(Exit::Agreed)
}

/// Measures both in turn, so that a noisy machine disturbs both alike; medians.
fn measure(fen: &'static str, depth: u32, rounds: u32) -> Result<Row> {
    let trouble = |error: String| Failure::new(Exit::Trouble, error);
    let ours: Position = fen.parse().map_err(|error| trouble(format!("{error}")))?;
    let peer: cozy_chess::Board = fen.parse().map_err(|error| trouble(format!("{error}")))?;
    let (mut our_times, mut peer_times, mut nodes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..rounds {
        let start = Instant::now();
        nodes = ours.perft(depth);
        our_times.push(start.elapsed());
        let start = Instant::now();
        let theirs = peer_perft(&peer, depth);
        peer_times.push(start.elapsed());
        if theirs != nodes {
            return Err(trouble(format!("we count {nodes} and the peer {theirs} in {fen}")));
        }
    }
    let rate = |mut times: Vec<Duration>| nodes as f64 / median(&mut times).as_secs_f64() / 1e6;
    let (ours, peer) = (rate(our_times), rate(peer_times));
    Ok(Row { fen, depth, nodes, ours, peer, ratio: ours / peer })
}

fn peer_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth <= 1 {
            nodes += moves.len() as u64;
        } else {
            for played in moves {
                let mut next = board.clone();
                next.play_unchecked(played);
                nodes += peer_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
