use std::{
    collections::HashMap,
    str::FromStr,
    sync::{Mutex, PoisonError},
};

use chasolver::{Winnability, is_unwinnable_fast, winnability};
use chess::{Board, ChessMove};
use lawbook::{board::Color, dead};
use lawbook_gate::{About, Adapter, Refusal, Reply};

use crate::chess_board::board;

/// Maximum number of cached answers.
const KEPT: usize = 1024;

/// chasolver only decides whether a side can still mate. It uses the boards of the crate `chess`.
#[derive(Default)]
pub(crate) struct Library {
    /// Cache of recent answers, because a search can take half a second and cases share positions.
    said: Mutex<HashMap<(Board, Color), Option<bool>>>,
}

fn undetermined<T>() -> Reply<T> {
    Reply::Silent("the search reached its limit".into())
}

impl Library {
    fn find(&self, board: &Board, side: Color) -> Option<bool> {
        let said = || self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&found) = said().get(&(*board, side)) {
            return found;
        }
        let winner = match side {
            Color::White => chess::Color::White,
            Color::Black => chess::Color::Black,
        };
        // Both functions return only proven results.
        let found = if is_unwinnable_fast(board, winner) {
            Some(false)
        } else {
            winnability(board, winner).map(|found| found != Winnability::Unwinnable)
        };
        let mut said = said();
        if said.len() >= KEPT {
            said.clear();
        }
        said.insert((*board, side), found);
        found
    }
}

impl Adapter for Library {
    type Game = Board;

    fn about(&self) -> About {
        crate::about("chasolver", &[])
    }

    fn set_up(&self, fen: &str) -> Result<Board, Refusal> {
        board(fen)
    }

    fn play(&self, game: &mut Board, uci: &str) -> Result<(), Refusal> {
        let played = ChessMove::from_str(uci)?;
        if !game.legal(played) {
            return Err(format!("{uci} is not legal").into());
        }
        *game = game.make_move_new(played);
        Ok(())
    }

    fn is_dead(&self, game: &Board) -> Reply<bool> {
        let found = dead::neither(|side| self.find(game, side));
        found.map_or_else(undetermined, Reply::Composed)
    }

    fn can_mate(&self, game: &Board, side: &str) -> Reply<bool> {
        let side = if side == "white" { Color::White } else { Color::Black };
        self.find(game, side).map_or_else(undetermined, Reply::Native)
    }
}
