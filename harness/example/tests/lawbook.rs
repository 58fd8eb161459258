//! Runs the suite on this library.

use std::process::ExitCode;

use lawbook::adapter::{About, Adapter, Moves, Refusal, Reply};
use toy_chess::Board;

struct Toy;

impl Adapter for Toy {
    type Game = Board;

    fn about(&self) -> About {
        About::new("toy-chess", env!("CARGO_PKG_VERSION"))
    }

    fn set_up(&self, fen: &str) -> Result<Board, Refusal> {
        Board::from_fen(fen).map_err(Refusal)
    }

    fn play(&self, board: &mut Board, uci: &str) -> Result<(), Refusal> {
        board.play(uci).map_err(Refusal)
    }

    fn legal_moves(&self, board: &Board) -> Reply<Moves> {
        Reply::Native(board.legal_moves().into_iter().collect())
    }

    fn is_checkmate(&self, board: &Board) -> Reply<bool> {
        Reply::Native(board.is_checkmate())
    }
}

fn main() -> ExitCode {
    lawbook::main(Toy)
}
