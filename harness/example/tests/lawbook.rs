//! Runs the suite on this library.

use lawbook_gate::Reply::{Native, Unsupported};
use lawbook_gate::{About, Adapter, Refusal, answers};
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

    answers! { |self, board|
        legal_moves => Native(board.legal_moves());
        is_checkmate => Native(board.is_checkmate());
        ended => Native(match (board.is_checkmate(), board.is_white_to_move()) {
            (true, true) => "black/checkmate".into(),
            (true, false) => "white/checkmate".into(),
            (false, _) if board.is_stalemate() => "draw/stalemate".into(),
            (false, _) => "play-on".into(),
        });
        may_claim(ground, written) => match (ground, written) {
            (Some("fifty"), None) => Native(board.is_fifty_moves()),
            _ => Unsupported("the library knows no history and no written moves".into()),
        };
    }
}

#[test]
fn rules() {
    lawbook_gate::check(Toy)
}
