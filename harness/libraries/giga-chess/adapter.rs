use std::sync::{Arc, LazyLock};

use giga_chess::{
    game::algebraic_notation::parse_move_to_algebraic_notation,
    prelude::{ChessMove, Engine, GameState, GameStatus, Piece, Square},
};
use lawbook_gate::{About, Adapter, Refusal, Reply};

use crate::history::History;

/// giga-chess has positions with a halfmove clock and a status. It cannot compare positions.
#[derive(Default)]
pub(crate) struct Library;

type GigaChessGame = History<GameState, ChessMove>;

/// The attack tables. Initialising them takes some time.
static ENGINE: LazyLock<Arc<Engine>> = LazyLock::new(Engine::initialize);

/// The legal moves. The halfmove clock is set to 0, because the library returns no moves at 50 plies.
fn moves(state: &GameState) -> Vec<ChessMove> {
    ENGINE.generate_moves(&GameState { half_moves: 0, ..state.clone() }).0
}

fn status(state: &GameState) -> GameStatus {
    ENGINE.generate_moves(state).1
}

/// The squares of the checking pieces.
fn checkers(state: &GameState) -> Vec<String> {
    let king = state.board.get_piece_bb(Piece::King, state.side_to_move).get_lowest_set_bit();
    let by = state.side_to_move.opposite();
    let threats = king.map(|king| ENGINE.get_square_threats(state.board, king, by));
    threats.into_iter().flat_map(|threats| threats.iter_set_bits()).map(name).collect()
}

fn name(square: u8) -> String {
    Square::new(square).to_string().to_lowercase()
}

fn promotion(one: ChessMove) -> Option<char> {
    let piece = one.get_type().promotion_piece()?;
    Some(piece.get_char().to_ascii_lowercase())
}

/// Formats a move in UCI notation; the library's own format differs.
fn uci(one: ChessMove) -> String {
    let [from, to] = [one.get_from(), one.get_to()].map(name);
    format!("{from}{to}{}", promotion(one).map_or_else(String::new, String::from))
}

impl Adapter for Library {
    type Game = GigaChessGame;

    fn about(&self) -> About {
        crate::about("giga-chess", &["checkmate", "stalemate", "fifty-moves"])
    }

    fn set_up(&self, fen: &str) -> Result<GigaChessGame, Refusal> {
        let state = GameState::from_fen_string(fen);
        state.map(GigaChessGame::new).map_err(Refusal::from)
    }

    fn play(&self, game: &mut GigaChessGame, wanted: &str) -> Result<(), Refusal> {
        let found = moves(game.now()).into_iter().find(|one| uci(*one) == wanted);
        let played = found.ok_or_else(|| format!("{wanted} is not among its moves"))?;
        let mut next = game.now().clone();
        next.play_move(played);
        game.push(played, next);
        Ok(())
    }

    fn legal_moves(&self, game: &GigaChessGame) -> Reply<Vec<String>> {
        let moves = ENGINE.generate_moves(game.now()).0;
        Reply::Native(moves.into_iter().map(uci).collect())
    }

    fn is_check(&self, game: &GigaChessGame) -> Reply<bool> {
        Reply::Native(ENGINE.is_in_check(game.now().board, game.now().side_to_move))
    }

    fn checkers(&self, game: &GigaChessGame) -> Reply<Vec<String>> {
        Reply::Native(checkers(game.now()))
    }

    fn attacks(&self, game: &GigaChessGame, square: &str) -> Reply<Vec<String>> {
        let board = game.now().board;
        let square = Square::try_from(square).ok().map(|square| square.get_value());
        let piece = square.and_then(|square| Some((square, board.get_piece_at(square)?)));
        let Some((square, (_, by))) = piece else { return Reply::Composed(Vec::new()) };
        let is_attacked = |one: &u8| ENGINE.get_square_threats(board, *one, by).get_bit(square);
        let attacked = board.get_color_bb(by.opposite()).iter_set_bits().filter(is_attacked);
        Reply::Composed(attacked.map(name).collect())
    }

    fn is_checkmate(&self, game: &GigaChessGame) -> Reply<bool> {
        Reply::Native(status(game.now()) == GameStatus::Checkmate)
    }

    fn is_stalemate(&self, game: &GigaChessGame) -> Reply<bool> {
        Reply::Native(status(game.now()) == GameStatus::Stalemate)
    }

    fn ended(&self, game: &GigaChessGame) -> Reply<String> {
        Reply::Native(match status(game.now()) {
            GameStatus::Running => "play-on".to_owned(),
            GameStatus::Stalemate => crate::over(None, "stalemate"),
            GameStatus::DrawFiftyMove => crate::over(None, "fifty-moves"),
            GameStatus::Checkmate => {
                let winner = match game.now().side_to_move {
                    giga_chess::prelude::Color::White => "black",
                    giga_chess::prelude::Color::Black => "white",
                };
                crate::over(Some(winner), "checkmate")
            }
        })
    }

    fn halfmove_clock(&self, game: &GigaChessGame) -> Reply<u32> {
        Reply::Native(game.now().half_moves.into())
    }

    fn san(&self, game: &GigaChessGame) -> Reply<String> {
        let Some((before, played)) = game.last_move() else {
            return Reply::Unsupported("no move has been played".into());
        };
        let text = parse_move_to_algebraic_notation(&ENGINE, before, played, before.side_to_move);
        text.map_or(Reply::Unsupported("it finds no piece to move".into()), Reply::Native)
    }

    fn fen(&self, game: &GigaChessGame) -> Reply<String> {
        Reply::Native(game.now().get_fen_string())
    }

    fn is_light(&self, square: &str) -> Reply<bool> {
        match Square::try_from(square) {
            Ok(square) => Reply::Native(square.is_white()),
            Err(_) => Reply::Unsupported("no such square".into()),
        }
    }
}
