//! Perft by libraries, each with the function that its authors publish for it.

use std::fmt::Display;

use super::NodeCounter;

/// Node counters of the libraries for a position and a depth.
///
/// # Errors
///
/// A library refuses the position.
pub(crate) fn counters(fen: &str, depth: u32) -> Result<Vec<NodeCounter>, String> {
    Ok(vec![
        NodeCounter {
            competitor: super::competitor(
                "cozy-chess",
                "examples/perft.rs",
                &["perft_bulk"],
                "Counts the last ply in bulk, as lawbook does. Updates a Zobrist hash, checks and pins with each move.",
            ),
            count: {
                let board: cozy_chess::Board = fen.parse().map_err(message)?;
                Box::new(move || cozy_chess_perft(&board, depth))
            },
        },
        NodeCounter {
            competitor: super::competitor(
                "chess",
                "src/movegen/movegen.rs",
                &["movegen_perft_test"],
                "Counts the last ply in bulk, from a list of the pieces with their targets. Updates a Zobrist hash, checks \
                     and pins with each move. Has no clocks and no move number.",
            ),
            count: {
                let board: chess::Board = fen.parse().map_err(message)?;
                Box::new(move || chess::MoveGen::movegen_perft_test(&board, depth as usize) as u64)
            },
        },
        NodeCounter {
            competitor: super::competitor(
                "shakmaty",
                "src/perft.rs",
                &["perft"],
                "Lists the moves of the last ply, and counts the list. Updates no hash.",
            ),
            count: {
                let fen: shakmaty::fen::Fen = fen.parse().map_err(message)?;
                let position: shakmaty::Chess =
                    fen.into_position(shakmaty::CastlingMode::Standard).map_err(message)?;
                Box::new(move || shakmaty::perft(&position, depth))
            },
        },
        NodeCounter {
            competitor: super::competitor(
                "chessie",
                "src/perft.rs",
                &["perft"],
                "Lists the moves of the last ply, and counts the list. Updates a Zobrist hash, checks and pins with each move.",
            ),
            count: {
                let game: chessie::Game = fen.parse().map_err(message)?;
                Box::new(move || chessie::perft(&game, depth as usize))
            },
        },
    ])
}

fn message(error: impl Display) -> String {
    error.to_string()
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
