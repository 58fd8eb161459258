use std::{cell::OnceCell, str::FromStr};

use chess::{Board, BoardStatus, ChessMove, GameResult, MoveGen};
use lawbook_gate::Reply::{Composed, Native, Silent, Unsupported};
use lawbook_gate::common::{History, texts};
use lawbook_gate::{About, Act, Adapter, Refusal, answers};

use crate::chess_board::board;

/// chess has boards, and games as a list of actions with claims, offers and resignation.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game, and the boards that it has passed through.
pub(crate) struct ChessGame {
    game: chess::Game,
    boards: History<Board, ChessMove>,
    /// Cached answer whether a draw can be declared. Computing it replays the whole game.
    declarable: OnceCell<bool>,
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
            boards: History::new(board),
            declarable: OnceCell::new(),
        })
    }

    fn play(&self, game: &mut ChessGame, uci: &str) -> Result<(), Refusal> {
        let played = ChessMove::from_str(uci)?;
        if !game.game.make_move(played) {
            return Err("make_move returned false".into());
        }
        game.boards.push(played, game.game.current_position());
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

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => Native(texts(MoveGen::new_legal(game.boards.now())));
        is_check => Native(*game.boards.now().checkers() != chess::EMPTY);
        checkers => Native(texts(*game.boards.now().checkers()));
        is_checkmate => Native(game.boards.now().status() == BoardStatus::Checkmate);
        is_stalemate => Native(game.boards.now().status() == BoardStatus::Stalemate);
        ended => Native(match game.game.result() {
            None => "play-on",
            Some(GameResult::WhiteCheckmates) => "white/checkmate",
            Some(GameResult::BlackCheckmates) => "black/checkmate",
            Some(GameResult::WhiteResigns) => "black/resignation",
            Some(GameResult::BlackResigns) => "white/resignation",
            Some(GameResult::Stalemate) => "draw/stalemate",
            Some(GameResult::DrawAccepted) => "draw/agreement",
            Some(GameResult::DrawDeclared) => "draw/unspecified",
        }.into());
        may_claim(ground, written) => {
            if written.is_some() {
                return Unsupported("it knows no claim with a written move".into());
            }
            match *game.declarable.get_or_init(|| game.game.can_declare_draw()) {
                true if ground.is_some() => Silent("it has one answer for both grounds".into()),
                can => Native(can),
            }
        };
        is_same_as(ply) => Native(game.boards.is_same_as(ply));
        occurrences => Composed(game.boards.occurrences());
        read_san(text) => {
            Native(ChessMove::from_san(game.boards.now(), text).ok().map(|read| read.to_string()))
        };
        read_uci(text) => {
            let read = ChessMove::from_str(text).ok().filter(|read| game.boards.now().legal(*read));
            Native(read.map(|read| read.to_string()))
        };
        fen => Native(game.boards.now().to_string());
    }
}
