use std::{cell::OnceCell, str::FromStr};

use chess::{Board, BoardStatus, ChessMove, GameResult, MoveGen};
use lawbook_gate::{About, Act, Adapter, Refusal, Reply};

use crate::chess_board::board;

/// chess has boards, and games as a list of actions with claims, offers and resignation.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game, and the boards that it has passed through.
pub(crate) struct ChessGame {
    game: chess::Game,
    boards: Vec<Board>,
    /// Cached answer whether a draw can be declared. Computing it replays the whole game.
    declarable: OnceCell<bool>,
}

impl ChessGame {
    /// The board after the last move.
    fn board(&self) -> Board {
        self.boards.last().copied().unwrap_or_default()
    }
}

fn color(side: Option<&str>) -> chess::Color {
    if side == Some("white") { chess::Color::White } else { chess::Color::Black }
}

impl Adapter for Library {
    type Game = ChessGame;

    fn about(&self) -> About {
        crate::about(
            "chess",
            &[
                "checkmate",
                "stalemate",
                "resignation",
                "agreement",
                "threefold-repetition",
                "fifty-moves",
            ],
        )
    }

    fn set_up(&self, fen: &str) -> Result<ChessGame, Refusal> {
        let board = board(fen)?;
        Ok(ChessGame {
            game: chess::Game::new_with_board(board),
            boards: vec![board],
            declarable: OnceCell::new(),
        })
    }

    fn play(&self, game: &mut ChessGame, uci: &str) -> Result<(), Refusal> {
        let played = ChessMove::from_str(uci)?;
        if !game.game.make_move(played) {
            return Err("make_move returned false".into());
        }
        game.boards.push(game.game.current_position());
        game.declarable.take();
        Ok(())
    }

    fn act(&self, game: &mut ChessGame, act: &Act<'_>) -> Result<(), Refusal> {
        game.declarable.take();
        let game = &mut game.game;
        let taken = match act.name() {
            "offer" => game.offer_draw(color(act.field("by"))),
            "accept" => game.accept_draw(),
            "agree" => game.offer_draw(chess::Color::White) && game.accept_draw(),
            "claim" if act.field("written").is_none() => game.declare_draw(),
            "resign" => game.resign(color(act.field("by"))),
            _ => return Err(Refusal::unsupported(format!("it has no action for \"{act}\""))),
        };
        if taken { Ok(()) } else { Err("it returned false".into()) }
    }

    fn try_move(&self, game: &mut ChessGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &ChessGame) -> Reply<Vec<String>> {
        let moves = MoveGen::new_legal(&game.board());
        Reply::Native(moves.map(|one| one.to_string()).collect())
    }

    fn is_check(&self, game: &ChessGame) -> Reply<bool> {
        Reply::Native(*game.board().checkers() != chess::EMPTY)
    }

    fn checkers(&self, game: &ChessGame) -> Reply<Vec<String>> {
        Reply::Native(
            game.board().checkers().into_iter().map(|square| square.to_string()).collect(),
        )
    }

    fn is_checkmate(&self, game: &ChessGame) -> Reply<bool> {
        Reply::Native(game.board().status() == BoardStatus::Checkmate)
    }

    fn is_stalemate(&self, game: &ChessGame) -> Reply<bool> {
        Reply::Native(game.board().status() == BoardStatus::Stalemate)
    }

    fn ended(&self, game: &ChessGame) -> Reply<String> {
        let ended = match game.game.result() {
            None => "play-on",
            Some(GameResult::WhiteCheckmates) => "white/checkmate",
            Some(GameResult::BlackCheckmates) => "black/checkmate",
            Some(GameResult::WhiteResigns) => "black/resignation",
            Some(GameResult::BlackResigns) => "white/resignation",
            Some(GameResult::Stalemate) => "draw/stalemate",
            Some(GameResult::DrawAccepted) => "draw/agreement",
            Some(GameResult::DrawDeclared) => "draw/unspecified",
        };
        Reply::Native(ended.to_owned())
    }

    fn may_claim(
        &self,
        game: &ChessGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        if written.is_some() {
            return Reply::Unsupported("it knows no claim with a written move".into());
        }
        let declarable = *game.declarable.get_or_init(|| game.game.can_declare_draw());
        match (declarable, ground) {
            (true, Some(_)) => Reply::Silent("it has one answer for both grounds".into()),
            (can, _) => Reply::Native(can),
        }
    }

    fn is_same_as(&self, game: &ChessGame, ply: usize) -> Reply<bool> {
        Reply::Native(game.boards.get(ply) == Some(&game.board()))
    }

    fn occurrences(&self, game: &ChessGame) -> Reply<u32> {
        let now = game.board();
        Reply::Composed(game.boards.iter().filter(|board| **board == now).count() as u32)
    }

    fn read_san(&self, game: &ChessGame, text: &str) -> Reply<Option<String>> {
        let read = ChessMove::from_san(&game.board(), text).ok();
        Reply::Native(read.map(|read| read.to_string()))
    }

    fn read_uci(&self, game: &ChessGame, text: &str) -> Reply<Option<String>> {
        let read = ChessMove::from_str(text).ok().filter(|read| game.board().legal(*read));
        Reply::Native(read.map(|read| read.to_string()))
    }

    fn fen(&self, game: &ChessGame) -> Reply<String> {
        Reply::Native(game.board().to_string())
    }
}
