use lawbook::{notation::PositionText, position::Position};

use crate::{
    PerftOptions, Result,
    contest::{Clock, Contestant, contest},
    opponents::{Competitor, counters},
    sheet::BenchSheet,
};

/// The six standard perft positions by name, each with a depth.
const POSITIONS: [(&str, &str, u32); 6] = [
    ("initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("\"kiwipete\"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// `lawbook-bench perft`
pub(crate) fn run(options: &PerftOptions) -> Result<()> {
    if let Some(depth) = options.depth {
        let text = options.position.join(" ");
        let text = if text.is_empty() { "startpos" } else { &text };
        let read = PositionText::read(text).map_err(|error| error.to_string())?;
        println!("{}", read.end.perft(depth));
        return Ok(());
    }
    let sheet = measure(options.rounds.rounds, |depth| depth)?;
    sheet.publish("perft", options.page.page.as_deref(), options.rounds.format)
}

/// Counts in all positions; `depth` maps the depth of a position to the one used.
fn measure(rounds: u32, depth: impl Fn(u32) -> u32) -> Result<BenchSheet> {
    let mut sheet = BenchSheet::new("million nodes a second", competitors()?);
    for (name, fen, full_depth) in POSITIONS {
        let depth = depth(full_depth);
        let position: Position = fen.parse().map_err(|error| trouble(fen, error))?;
        let mut contenders = vec![Contestant::new("lawbook", || position.perft(depth))];
        for counter in counters(fen, depth).map_err(|error| trouble(fen, error))? {
            contenders.push(Contestant::new(counter.competitor.name, counter.count));
        }
        let (nodes, times) = contest(rounds, Clock::Thread, &mut contenders)?;
        let what = format!("{name}, {fen}, {nodes} nodes at depth {depth}");
        let label = format!("{name}, depth {full_depth}");
        sheet.add_labelled(label, what, &times, |seconds| nodes as f64 / seconds / 1e6);
    }
    Ok(sheet)
}

fn competitors() -> Result<Vec<Competitor>> {
    let [(_, fen, _), ..] = POSITIONS;
    let counters = counters(fen, 1).map_err(|error| trouble(fen, error))?;
    Ok(counters.into_iter().map(|counter| counter.competitor).collect())
}

fn trouble(fen: &str, error: impl std::fmt::Display) -> String {
    format!("{fen}: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::assert_current;

    #[test]
    fn the_page_names_what_is_measured() {
        assert_current("perft", &measure(1, |_| 2).unwrap().markdown());
    }
}
