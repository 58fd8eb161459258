use std::str::FromStr;

use chasolver::{Winnability, winnability};
use chess::{Board, ChessMove};
use lawbook::{
    adapter::{About, Adapter, Refusal, Reply},
    board::Color,
    rules::RuleSet,
};

use super::chess_board::board;

/// chasolver: whether a side can still mate, on the boards of the crate `chess`; nothing else.
pub(super) struct Chasolver;

fn refusal(error: impl std::fmt::Display) -> Refusal {
    Refusal(error.to_string())
}

fn can_mate(board: &Board, side: Color) -> Option<bool> {
    let winner = match side {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    };
    winnability(board, winner).map(|found| found != Winnability::Unwinnable)
}

fn undetermined<T>() -> Reply<T> {
    Reply::Silent("the search reached its limit".into())
}

impl Adapter for Chasolver {
    type Game = Board;

    fn about(&self) -> About {
        About {
            name: "chasolver".to_owned(),
            version: super::version("chasolver"),
            rule_set: RuleSet::LATEST,
            endings: &[],
        }
    }

    fn set_up(&self, fen: &str) -> Result<Board, Refusal> {
        board(fen)
    }

    fn play(&self, game: &mut Board, uci: &str) -> Result<(), Refusal> {
        let played = ChessMove::from_str(uci).map_err(refusal)?;
        if !game.legal(played) {
            return Err(Refusal(format!("{uci} is not legal")));
        }
        *game = game.make_move_new(played);
        Ok(())
    }

    fn is_dead(&self, game: &Board) -> Reply<bool> {
        match (can_mate(game, Color::White), can_mate(game, Color::Black)) {
            (Some(false), Some(false)) => Reply::Composed(true),
            (Some(true), _) | (_, Some(true)) => Reply::Composed(false),
            _ => undetermined(),
        }
    }

    fn can_mate(&self, game: &Board, side: Color) -> Reply<bool> {
        can_mate(game, side).map_or_else(undetermined, Reply::Native)
    }
}
