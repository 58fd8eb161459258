//! `lawbook-bench perft`: counts nodes; each library with the function that its authors publish for it.

use chess::MoveGen;
use lawbook::position::Position;

use crate::{Contender, Result, Sheet, agreed, contest, processor_time};

/// The six standard perft positions by name, each with a depth.
const POSITIONS: [(&str, &str, u32); 6] = [
    ("initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("\"kiwipete\"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
];

/// Counts in all positions; `depth` maps the depth of a position to the one used.
pub(crate) fn measure(rounds: u32, depth: impl Fn(u32) -> u32) -> Result<Sheet> {
    let mut sheet = Sheet::new("perft", "million nodes a second");
    for (name, fen, full_depth) in POSITIONS {
        let depth = depth(full_depth);
        let mut contenders = contenders(fen, depth).ok_or("a library refuses a position")?;
        let measured = contest(0..rounds, processor_time, &mut contenders);
        let nodes = *agreed(&measured)?;
        eprintln!("{name}, {fen}: {nodes} nodes at depth {depth}");
        let label = format!("{name}, depth {full_depth}");
        sheet.add_medians(&label, nodes as f64 / 1e6, &measured);
    }
    Ok(sheet)
}

/// The reference and the libraries, prepared to count the nodes of a position.
fn contenders(fen: &str, depth: u32) -> Option<Vec<Contender<'static, u64>>> {
    let ours: Position = fen.parse().ok()?;
    let cozy: cozy_chess::Board = fen.parse().ok()?;
    let board: chess::Board = fen.parse().ok()?;
    let setup: shakmaty::fen::Fen = fen.parse().ok()?;
    let position: shakmaty::Chess = setup.into_position(shakmaty::CastlingMode::Standard).ok()?;
    let game: chessie::Game = fen.parse().ok()?;
    Some(vec![
        ("lawbook", Box::new(move || ours.perft(depth))),
        ("cozy-chess", Box::new(move || cozy_chess_perft(&cozy, depth))),
        ("chess", Box::new(move || MoveGen::movegen_perft_test(&board, depth as usize) as u64)),
        ("shakmaty", Box::new(move || shakmaty::perft(&position, depth))),
        ("chessie", Box::new(move || chessie::perft(&game, depth as usize))),
    ])
}

/// Counts like `perft_bulk` in the library's example: whether a ply is the last is decided once per position, outside
/// the closure.
fn cozy_chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for played in moves {
                    let mut next = board.clone();
                    next.play_unchecked(played);
                    nodes += cozy_chess_perft(&next, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_names_what_is_measured() {
        super::measure(1, |_| 2).unwrap().assert_current();
    }
}
