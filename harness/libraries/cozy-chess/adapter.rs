use std::fmt::{self, Write};

use cozy_chess::{
    Board, GameStatus, Move, Square,
    util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move},
};
use lawbook_gate::{About, Adapter, Refusal, Reply};

use crate::history::{self, History};

/// cozy-chess has positions without a history, with a status, the Laws' definition of equality and a capped halfmove
/// clock.
#[derive(Default)]
pub(crate) struct Library;

type CozyChessGame = History<Board, Move>;

/// A move in UCI notation. Castling is a move of the king by two squares, or in Chess960 the king captures its own
/// rook.
fn uci(game: &CozyChessGame, board: &Board, played: Move) -> String {
    match game.chess960 {
        true => played.to_string(),
        false => display_uci_move(board, played).to_string(),
    }
}

fn after(game: &CozyChessGame, uci: &str) -> Result<(Move, Board), Refusal> {
    let board = game.now();
    let played = match game.chess960 {
        true => uci.parse()?,
        false => parse_uci_move(board, uci)?,
    };
    let mut next = board.clone();
    next.try_play(played)?;
    Ok((played, next))
}

fn has_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

fn occurrences(game: &CozyChessGame) -> u32 {
    game.occurrences(Board::same_position)
}

/// Whether the game goes on, according to the library and the history that the adapter keeps for it.
fn goes_on(game: &CozyChessGame) -> bool {
    let clock = u32::from(game.now().halfmove_clock());
    has_move(game.now()) && !history::is_drawn(occurrences(game), clock)
}

impl Adapter for Library {
    type Game = CozyChessGame;

    fn about(&self) -> About {
        let endings = &["checkmate", "stalemate"];
        About { chess960: true, ..crate::about("cozy-chess", endings) }
    }

    fn set_up(&self, fen: &str) -> Result<CozyChessGame, Refusal> {
        let chess960 = history::is_chess960(fen);
        let board = Board::from_fen(fen, chess960)?;
        let mut game = History::with_keys(board, Board::hash_without_ep);
        game.chess960 = chess960;
        Ok(game)
    }

    fn play(&self, game: &mut CozyChessGame, uci: &str) -> Result<(), Refusal> {
        let (played, next) = after(game, uci)?;
        game.push(played, next);
        Ok(())
    }

    fn try_move(&self, game: &mut CozyChessGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &CozyChessGame) -> Reply<Vec<String>> {
        let (mut moves, board) = (Vec::new(), game.now());
        board.generate_moves(|some| {
            moves.extend(some.into_iter().map(|one| uci(game, board, one)));
            false
        });
        Reply::Native(moves)
    }

    fn legal_moves_from(&self, game: &CozyChessGame, square: &str) -> Reply<Vec<String>> {
        let (mut moves, board) = (Vec::new(), game.now());
        if let Ok(square) = square.parse::<Square>() {
            board.generate_moves_for(square.bitboard(), |some| {
                moves.extend(some.into_iter().map(|one| uci(game, board, one)));
                false
            });
        }
        Reply::Native(moves)
    }

    fn is_check(&self, game: &CozyChessGame) -> Reply<bool> {
        Reply::Native(!game.now().checkers().is_empty())
    }

    fn checkers(&self, game: &CozyChessGame) -> Reply<Vec<String>> {
        let checkers = game.now().checkers();
        Reply::Native(checkers.into_iter().map(|square| square.to_string()).collect())
    }

    fn is_checkmate(&self, game: &CozyChessGame) -> Reply<bool> {
        Reply::Native(game.now().status() == GameStatus::Won)
    }

    fn is_stalemate(&self, game: &CozyChessGame) -> Reply<bool> {
        // The status `Drawn` means stalemate or the fifty-move rule. Without a legal move it is stalemate.
        Reply::Composed(game.now().status() == GameStatus::Drawn && !has_move(game.now()))
    }

    fn ended(&self, game: &CozyChessGame) -> Reply<String> {
        Reply::Native(match game.now().status() {
            GameStatus::Ongoing => "play-on".to_owned(),
            GameStatus::Drawn => crate::over(None, "unspecified"),
            GameStatus::Won => {
                let winner = match game.now().side_to_move() {
                    cozy_chess::Color::White => "black",
                    cozy_chess::Color::Black => "white",
                };
                crate::over(Some(winner), "checkmate")
            }
        })
    }

    fn may_claim(
        &self,
        game: &CozyChessGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let clock = |board: &Board| u32::from(board.halfmove_clock());
        let right = match written.map(|uci| after(game, uci)) {
            None => history::is_claim_right(ground, clock(game.now()), || occurrences(game)),
            Some(Ok((_, next))) => history::is_claim_right(ground, clock(&next), || {
                game.count(&next, Board::same_position) + 1
            }),
            Some(Err(_)) => return Reply::Composed(false),
        };
        Reply::Composed(right && goes_on(game))
    }

    fn occurrences(&self, game: &CozyChessGame) -> Reply<u32> {
        Reply::Composed(occurrences(game))
    }

    fn is_same_as(&self, game: &CozyChessGame, ply: usize) -> Reply<bool> {
        let earlier = game.positions.get(ply);
        Reply::Native(earlier.is_some_and(|earlier| earlier.same_position(game.now())))
    }

    fn halfmove_clock(&self, game: &CozyChessGame) -> Reply<u32> {
        Reply::Native(u32::from(game.now().halfmove_clock()))
    }

    fn san(&self, game: &CozyChessGame) -> Reply<String> {
        match game.last_move() {
            Some((before, &played)) => Reply::Native(display_san_move(before, played).to_string()),
            None => Reply::Unsupported("no move has been played".into()),
        }
    }

    fn read_san(&self, game: &CozyChessGame, text: &str) -> Reply<Option<String>> {
        let read = parse_san_move(game.now(), text).ok();
        Reply::Native(read.map(|read| uci(game, game.now(), read)))
    }

    fn read_uci(&self, game: &CozyChessGame, text: &str) -> Reply<Option<String>> {
        let read = after(game, text).ok();
        Reply::Native(read.map(|(read, _)| uci(game, game.now(), read)))
    }

    fn fen(&self, game: &CozyChessGame) -> Reply<String> {
        let mut room = Room::default();
        let written = match game.chess960 {
            true => write!(room, "{:#}", game.now()),
            false => write!(room, "{}", game.now()),
        };
        match written {
            Ok(()) => Reply::Native(room.text()),
            Err(fmt::Error) => unreachable!("no FEN is so long"),
        }
    }
}

/// Fixed-size buffer for a FEN. The library writes a FEN in about fifty pieces; a `String` would check its capacity
/// before each.
struct Room {
    bytes: [u8; 128],
    length: usize,
}

impl Room {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes[..self.length]).into_owned()
    }
}

impl Default for Room {
    fn default() -> Room {
        Room { bytes: [0; 128], length: 0 }
    }
}

impl Write for Room {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for &byte in text.as_bytes() {
            *self.bytes.get_mut(self.length).ok_or(fmt::Error)? = byte;
            self.length += 1;
        }
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, letter: char) -> fmt::Result {
        self.write_str(letter.encode_utf8(&mut [0; 4]))
    }
}
