//! Runs the suite on this library.

use lawbook_gate::{About, Adapter, Refusal, Reply};
use toy_chess::Board;

pub struct Toy;

impl Adapter for Toy {
    type Game = Board;

    fn about(&self) -> About {
        // Without more, the endings that the library detects are checkmate and stalemate.
        About::new("toy-chess", env!("CARGO_PKG_VERSION"))
    }

    fn set_up(&self, fen: &str) -> Result<Board, Refusal> {
        Ok(Board::from_fen(fen)?)
    }

    fn play(&self, board: &mut Board, uci: &str) -> Result<(), Refusal> {
        Ok(board.play(uci)?)
    }

    fn legal_moves(&self, board: &Board) -> Reply<Vec<String>> {
        Reply::Native(board.legal_moves())
    }

    fn is_checkmate(&self, board: &Board) -> Reply<bool> {
        Reply::Native(board.is_checkmate())
    }

    fn ended(&self, board: &Board) -> Reply<String> {
        let winner = if board.is_white_to_move() { "black" } else { "white" };
        Reply::Native(match (board.is_checkmate(), board.is_stalemate()) {
            (true, _) => format!("{winner}/checkmate"),
            (_, true) => "draw/stalemate".to_owned(),
            _ => "play-on".to_owned(),
        })
    }

    fn may_claim(&self, board: &Board, ground: Option<&str>, written: Option<&str>) -> Reply<bool> {
        match (ground, written) {
            (Some("fifty"), None) => Reply::Native(board.is_fifty_moves()),
            _ => Reply::Unsupported("the library knows no history and no written moves".to_owned()),
        }
    }
}

#[test]
fn rules() {
    lawbook_gate::check(Toy)
}
