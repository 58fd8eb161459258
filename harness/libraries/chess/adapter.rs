use std::{cell::OnceCell, str::FromStr};

use chess::{Board, BoardStatus, ChessMove, GameResult, MoveGen};
use lawbook::{
    board::Color,
    rules::{Act, ClaimGround, Termination},
};
use lawbook_catalogue::{
    adapter::{About, Adapter, Moves, Refusal, Reply},
    question::ReportedResult,
};

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

fn refusal(error: impl std::fmt::Display) -> Refusal {
    Refusal(error.to_string())
}

fn color(side: Color) -> chess::Color {
    match side {
        Color::White => chess::Color::White,
        Color::Black => chess::Color::Black,
    }
}

impl Adapter for Library {
    type Game = ChessGame;

    fn about(&self) -> About {
        crate::about(
            "chess",
            &[
                Termination::Checkmate,
                Termination::Stalemate,
                Termination::Resignation,
                Termination::Agreement,
                Termination::ThreefoldRepetition,
                Termination::FiftyMoves,
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
        let played = ChessMove::from_str(uci).map_err(refusal)?;
        if !game.game.make_move(played) {
            return Err(Refusal("make_move returned false".to_owned()));
        }
        game.boards.push(game.game.current_position());
        game.declarable.take();
        Ok(())
    }

    fn act(&self, game: &mut ChessGame, act: &Act) -> Result<Reply<()>, Refusal> {
        game.declarable.take();
        let game = &mut game.game;
        let taken = if let Act::Offer { by } = act {
            game.offer_draw(color(*by))
        } else if let Act::Accept { .. } = act {
            game.accept_draw()
        } else if let Act::Agree = act {
            game.offer_draw(color(Color::White)) && game.accept_draw()
        } else if let Act::Claim { written: None, .. } = act {
            game.declare_draw()
        } else if let Act::Resign { by } = act {
            game.resign(color(*by))
        } else {
            return Ok(Reply::Unsupported(format!("it has no action for \"{act}\"").into()));
        };
        if taken { Ok(Reply::Native(())) } else { Err(Refusal("it returned false".to_owned())) }
    }

    fn try_move(&self, game: &mut ChessGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &ChessGame) -> Reply<Moves> {
        let mut moves = Moves::default();
        for one in MoveGen::new_legal(&game.board()) {
            match one.get_promotion() {
                None => {
                    let (from, to) = (one.get_source(), one.get_dest());
                    moves.push_squares(from.to_index(), to.to_index(), None);
                }
                Some(_) => moves.push(one),
            }
        }
        Reply::Native(moves)
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

    fn ended(&self, game: &ChessGame) -> Reply<Option<ReportedResult>> {
        use Termination::{Agreement, Checkmate, Resignation, Stalemate};
        let ended = |winner, by| Some(ReportedResult { winner, by });
        let (white, black) = (Some(Color::White), Some(Color::Black));
        Reply::Native(match game.game.result() {
            None => None,
            Some(GameResult::WhiteCheckmates) => ended(white, Some(Checkmate)),
            Some(GameResult::BlackCheckmates) => ended(black, Some(Checkmate)),
            Some(GameResult::WhiteResigns) => ended(black, Some(Resignation)),
            Some(GameResult::BlackResigns) => ended(white, Some(Resignation)),
            Some(GameResult::Stalemate) => ended(None, Some(Stalemate)),
            Some(GameResult::DrawAccepted) => ended(None, Some(Agreement)),
            Some(GameResult::DrawDeclared) => ended(None, None),
        })
    }

    fn may_claim(
        &self,
        game: &ChessGame,
        ground: Option<ClaimGround>,
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
