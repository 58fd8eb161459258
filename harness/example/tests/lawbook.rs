//! Runs the suite on this library.

use std::process::ExitCode;

use lawbook_suite::adapter::prelude::*;
use toy_chess::Board;

struct Toy;

impl Adapter for Toy {
    type Game = Board;

    fn about(&self) -> About {
        // Without more, the endings that the library detects are checkmate and stalemate.
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

    fn ended(&self, board: &Board) -> Reply<Option<ReportedResult>> {
        let winner = if board.is_white_to_move() { Color::Black } else { Color::White };
        let (winner, by) = match (board.is_checkmate(), board.is_stalemate()) {
            (true, _) => (Some(winner), Termination::Checkmate),
            (_, true) => (None, Termination::Stalemate),
            _ => return Reply::Native(None),
        };
        Reply::Native(Some(ReportedResult { winner, by: Some(by) }))
    }

    fn may_claim(
        &self,
        board: &Board,
        ground: Option<ClaimGround>,
        written: Option<&str>,
    ) -> Reply<bool> {
        match (ground, written) {
            (Some(ClaimGround::Fifty), None) => Reply::Native(board.is_fifty_moves()),
            _ => Reply::Unsupported("the library knows no history and no written moves".into()),
        }
    }
}

fn main() -> ExitCode {
    lawbook_suite::main(Toy)
}
