//! Counting nodes by libraries, to compare our speed with theirs.

use std::fmt::Display;

use lawbook_libraries::opponents::NodeCounter;

/// The libraries that count nodes, each ready to count those of this position at this depth.
///
/// # Errors
///
/// A library refuses the position.
#[cfg_attr(
    not(any(feature = "chess", feature = "cozy-chess", feature = "shakmaty")),
    expect(unused_variables)
)]
pub fn counters(fen: &str, depth: u32) -> Result<Vec<NodeCounter>, String> {
    Ok(vec![
        #[cfg(feature = "cozy-chess")]
        ("cozy-chess", {
            let board: cozy_chess::Board = fen.parse().map_err(message)?;
            Box::new(move || cozy_chess_perft(&board, depth))
        }),
        #[cfg(feature = "chess")]
        ("chess", {
            let board: chess::Board = fen.parse().map_err(message)?;
            Box::new(move || chess_perft(&board, depth))
        }),
        #[cfg(feature = "shakmaty")]
        ("shakmaty", {
            let fen: shakmaty::fen::Fen = fen.parse().map_err(message)?;
            let position: shakmaty::Chess =
                fen.into_position(shakmaty::CastlingMode::Standard).map_err(message)?;
            Box::new(move || shakmaty::perft(&position, depth))
        }),
    ])
}

fn message(error: impl Display) -> String {
    error.to_string()
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
