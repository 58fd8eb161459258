use chessie::{Bitboard, Game as Board, Move, Square, attacks_for};
use lawbook_gate::{About, Adapter, Refusal, Reply};

use crate::history::{self, History};

/// chessie has positions without a history, with their own definition of equality and a readable halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

type ChessieGame = History<Board, Move>;

fn after(board: &Board, uci: &str) -> Result<(Move, Board), Refusal> {
    let legal = board.get_legal_moves().into_iter().find(|legal| legal.to_uci() == uci);
    let played = legal.ok_or_else(|| format!("{uci} is not among the legal moves"))?;
    Ok((played, board.with_move_made(played)))
}

fn has_move(board: &Board) -> bool {
    !board.get_legal_moves().is_empty()
}

fn occurrences(game: &ChessieGame) -> u32 {
    game.occurrences(|one, other| one.is_same_as(other))
}

/// Whether the game goes on, according to the library and the history that the adapter keeps for it.
fn goes_on(game: &ChessieGame) -> bool {
    let now = game.now();
    has_move(now)
        && !now.can_draw_by_insufficient_material()
        && !history::is_drawn(occurrences(game), now.halfmove() as u32)
}

impl Adapter for Library {
    type Game = ChessieGame;

    fn about(&self) -> About {
        crate::about("chessie", &[])
    }

    fn set_up(&self, fen: &str) -> Result<ChessieGame, Refusal> {
        Board::from_fen(fen).map(History::new).map_err(Refusal::from)
    }

    fn play(&self, game: &mut ChessieGame, uci: &str) -> Result<(), Refusal> {
        let (played, next) = after(game.now(), uci)?;
        game.push(played, next);
        Ok(())
    }

    fn try_move(&self, game: &mut ChessieGame, uci: &str) -> Reply<bool> {
        let read = Move::from_uci(game.now(), uci);
        Reply::Native(read.is_ok_and(|read| { *game.now() }.make_move_checked(read).is_ok()))
    }

    fn legal_moves(&self, game: &ChessieGame) -> Reply<Vec<String>> {
        let moves = game.now().get_legal_moves();
        Reply::Native(moves.into_iter().map(|one| one.into_standard_castle().to_string()).collect())
    }

    fn legal_moves_from(&self, game: &ChessieGame, square: &str) -> Reply<Vec<String>> {
        let Ok(square) = square.parse::<Square>() else { return Reply::Native(Vec::new()) };
        let moves = game.now().get_legal_moves_from(Bitboard::from_square(square));
        Reply::Native(moves.into_iter().map(|one| one.into_standard_castle().to_string()).collect())
    }

    fn is_check(&self, game: &ChessieGame) -> Reply<bool> {
        Reply::Native(game.now().is_in_check())
    }

    fn checkers(&self, game: &ChessieGame) -> Reply<Vec<String>> {
        Reply::Native(game.now().checkers().into_iter().map(|one| one.to_string()).collect())
    }

    fn attacks(&self, game: &ChessieGame, square: &str) -> Reply<Vec<String>> {
        let board = game.now().board();
        let Ok(square) = square.parse::<Square>() else { return Reply::Native(Vec::new()) };
        let Some(piece) = board.piece_at(square) else { return Reply::Native(Vec::new()) };
        let attacked = attacks_for(piece, square, board.occupied());
        let opponents = board.color(piece.color().opponent());
        Reply::Native((attacked & opponents).into_iter().map(|one| one.to_string()).collect())
    }

    fn is_checkmate(&self, game: &ChessieGame) -> Reply<bool> {
        Reply::Composed(game.now().is_in_check() && !has_move(game.now()))
    }

    fn is_stalemate(&self, game: &ChessieGame) -> Reply<bool> {
        Reply::Composed(!game.now().is_in_check() && !has_move(game.now()))
    }

    fn is_insufficient_material(&self, game: &ChessieGame) -> Reply<bool> {
        Reply::Native(game.now().can_draw_by_insufficient_material())
    }

    fn is_dead(&self, game: &ChessieGame) -> Reply<bool> {
        match game.now().can_draw_by_insufficient_material() {
            true => Reply::Native(true),
            false => Reply::Silent("it looks at the pieces only, and says so".into()),
        }
    }

    fn may_claim(
        &self,
        game: &ChessieGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let (times, by_fifty) = match written.map(|uci| after(game.now(), uci)) {
            None => (occurrences(game), game.now().can_draw_by_fifty()),
            Some(Ok((_, next))) => {
                let times = game.count(&next, |one, other| one.is_same_as(other)) + 1;
                (times, next.can_draw_by_fifty())
            }
            Some(Err(_)) => return Reply::Composed(false),
        };
        let right = match ground {
            Some("threefold") => times >= 3,
            Some(_) => by_fifty,
            None => times >= 3 || by_fifty,
        };
        Reply::Composed(right && goes_on(game))
    }

    fn occurrences(&self, game: &ChessieGame) -> Reply<u32> {
        Reply::Composed(occurrences(game))
    }

    fn has_plies(&self, game: &ChessieGame, count: u32) -> Reply<bool> {
        match count {
            100 => Reply::Native(game.now().can_draw_by_fifty()),
            _ => Reply::Unsupported("it looks for fifty moves only".into()),
        }
    }

    fn is_same_as(&self, game: &ChessieGame, ply: usize) -> Reply<bool> {
        let earlier = game.positions.get(ply);
        Reply::Native(earlier.is_some_and(|earlier| earlier.is_same_as(game.now())))
    }

    fn halfmove_clock(&self, game: &ChessieGame) -> Reply<u32> {
        Reply::Native(game.now().halfmove() as u32)
    }

    /// Reads a text with `make_move_checked`, because the parser does not promise that the move is legal.
    fn read_uci(&self, game: &ChessieGame, text: &str) -> Reply<Option<String>> {
        let mut next = *game.now();
        let read = Move::from_uci(game.now(), text).ok();
        let read = read.filter(|read| next.make_move_checked(*read).is_ok());
        Reply::Native(read.map(|read| read.into_standard_castle().to_uci()))
    }

    fn fen(&self, game: &ChessieGame) -> Reply<String> {
        Reply::Native(game.now().to_fen())
    }

    fn is_light(&self, square: &str) -> Reply<bool> {
        match square.parse::<Square>() {
            Ok(square) => Reply::Native(square.is_light()),
            Err(_) => Reply::Unsupported("no such square".into()),
        }
    }
}
