use std::sync::{Arc, LazyLock};

use giga_chess::{
    game::algebraic_notation::parse_move_to_algebraic_notation,
    prelude::{ChessMove, Color, Engine, GameState, GameStatus, Piece, Square},
};
use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::common::History;
use lawbook_gate::{About, Adapter, Refusal, Reply, answers};

/// giga-chess has positions with a halfmove clock and a status. It cannot compare positions.
#[derive(Default)]
pub(crate) struct Library;

type Game = History<GameState, ChessMove>;

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

/// Formats a move in UCI notation; the library's own format differs.
fn uci(one: ChessMove) -> String {
    let [from, to] = [one.get_from(), one.get_to()].map(name);
    let promotion = one.get_type().promotion_piece().map(|piece| piece.get_char());
    format!("{from}{to}{}", promotion.map_or_else(String::new, |one| one.to_lowercase().collect()))
}

impl Adapter for Library {
    type Game = Game;

    fn about(&self) -> About {
        crate::about("giga-chess", &["checkmate", "stalemate", "fifty-moves"])
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        // No question makes the adapter compare positions.
        Ok(History::comparing(GameState::from_fen_string(fen)?, |_, _| false))
    }

    fn play(&self, game: &mut Game, wanted: &str) -> Result<(), Refusal> {
        let found = moves(game.now()).into_iter().find(|one| uci(*one) == wanted);
        let played = found.ok_or_else(|| format!("{wanted} is not among its moves"))?;
        let mut next = game.now().clone();
        next.play_move(played);
        game.push(played, next);
        Ok(())
    }

    answers! { |self, game|
        legal_moves => Native(ENGINE.generate_moves(game.now()).0.into_iter().map(uci).collect());
        is_check => Native(ENGINE.is_in_check(game.now().board, game.now().side_to_move));
        checkers => Native(checkers(game.now()));
        attacks(square) => {
            let board = game.now().board;
            let square = Square::try_from(square).ok().map(|square| square.get_value());
            let piece = square.and_then(|square| Some((square, board.get_piece_at(square)?)));
            Composed(piece.map_or_else(Vec::new, |(square, (_, by))| {
                let is_attacked =
                    |one: &u8| ENGINE.get_square_threats(board, *one, by).get_bit(square);
                let others = board.get_color_bb(by.opposite()).iter_set_bits();
                others.filter(is_attacked).map(name).collect()
            }))
        };
        is_checkmate => Native(status(game.now()) == GameStatus::Checkmate);
        is_stalemate => Native(status(game.now()) == GameStatus::Stalemate);
        ended => Native(match (status(game.now()), game.now().side_to_move) {
            (GameStatus::Running, _) => "play-on".into(),
            (GameStatus::Stalemate, _) => "draw/stalemate".into(),
            (GameStatus::DrawFiftyMove, _) => "draw/fifty-moves".into(),
            (GameStatus::Checkmate, Color::White) => "black/checkmate".into(),
            (GameStatus::Checkmate, Color::Black) => "white/checkmate".into(),
        });
        halfmove_clock => Native(game.now().half_moves.into());
        san => match game.last_move() {
            None => Reply::Unsupported("no move has been played".into()),
            Some((before, played)) => Reply::known(
                parse_move_to_algebraic_notation(&ENGINE, before, played, before.side_to_move),
                "it finds no piece to move",
            ),
        };
        fen => Native(game.now().get_fen_string());
        is_light(square) => {
            Reply::known(Square::try_from(square).ok().map(|one| one.is_white()), "no such square")
        };
    }
}
