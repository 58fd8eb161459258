use lawbook_gate::{About, Adapter, Refusal, Reply};
use rchess::{ChessBoard, ChessGame, DrawReason, GameResult, Move, MoveGen, PieceType, Square};

use crate::history::History;

/// rchess has games with automatic draws by repetition and the fifty-move rule.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game, which accepts no moves after its end, and all boards of the game, including those after the end.
pub(crate) struct RchessGame {
    game: ChessGame,
    boards: History<ChessBoard, Move>,
}

impl RchessGame {
    fn has_move(&self) -> bool {
        !MoveGen::legal(self.boards.now()).is_empty()
    }

    fn is_check(&self) -> bool {
        !self.boards.now().checkers().is_empty()
    }
}

impl Adapter for Library {
    type Game = RchessGame;

    fn about(&self) -> About {
        crate::about("rchess", &["checkmate", "stalemate", "threefold-repetition", "fifty-moves"])
    }

    fn set_up(&self, fen: &str) -> Result<RchessGame, Refusal> {
        let game = ChessGame::from_fen(fen)?;
        let boards = History::new(game.board().clone());
        Ok(RchessGame { game, boards })
    }

    fn play(&self, game: &mut RchessGame, uci: &str) -> Result<(), Refusal> {
        let board = game.boards.now();
        let played = MoveGen::create_str_move(board, uci)?;
        let next = board.get_child(played);
        if game.game.result().is_none() {
            let made = game.game.make_move(played);
            made.map_err(|()| "make_move refused it")?;
        }
        game.boards.push(played, next);
        Ok(())
    }

    /// The move is read by a function that finds it among the legal moves; the one that plays it does not check it.
    fn try_move(&self, game: &mut RchessGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &RchessGame) -> Reply<Vec<String>> {
        Reply::Native(
            MoveGen::legal(game.boards.now()).to_vec().iter().map(ToString::to_string).collect(),
        )
    }

    /// The library lists squares; the piece of a promotion is added.
    fn legal_moves_from(&self, game: &RchessGame, square: &str) -> Reply<Vec<String>> {
        let Ok(from) = Square::from_string(square) else { return Reply::Native(Vec::new()) };
        let board = game.boards.now();
        let is_pawn = board.piece_at(from).is_some_and(|piece| piece.kind == PieceType::Pawn);
        let mut moves = Vec::new();
        for to in MoveGen::piece_legal(board, from) {
            let name = to.to_string();
            let promotes = is_pawn && name.ends_with(['1', '8']);
            let pieces: &[&str] = if promotes { &["q", "r", "b", "n"] } else { &[""] };
            moves.extend(pieces.iter().map(|piece| format!("{square}{name}{piece}")));
        }
        Reply::Composed(moves)
    }

    fn is_check(&self, game: &RchessGame) -> Reply<bool> {
        Reply::Native(game.is_check())
    }

    fn checkers(&self, game: &RchessGame) -> Reply<Vec<String>> {
        let checkers = game.boards.now().checkers();
        Reply::Native(checkers.into_iter().map(|square| square.to_string()).collect())
    }

    fn is_checkmate(&self, game: &RchessGame) -> Reply<bool> {
        Reply::Composed(game.is_check() && !game.has_move())
    }

    fn is_stalemate(&self, game: &RchessGame) -> Reply<bool> {
        Reply::Composed(!game.is_check() && !game.has_move())
    }

    /// The library never changes a result once set, so the board of a finished game is tested as a new game.
    fn is_insufficient_material(&self, game: &RchessGame) -> Reply<bool> {
        let draw = GameResult::Draw { reason: DrawReason::InsufficientMaterial };
        let result = game.game.result();
        if result.is_none_or(|result| result == draw) {
            return Reply::Native(result.is_some());
        }
        match ChessGame::from_fen(&game.boards.now().get_fen()) {
            Ok(now) => Reply::Native(now.result() == Some(draw)),
            Err(error) => Reply::Unsupported(error.to_string()),
        }
    }

    fn is_dead(&self, game: &RchessGame) -> Reply<bool> {
        let reply = self.is_insufficient_material(game);
        if let Reply::Native(false) = reply {
            Reply::Silent("it looks at the pieces only".into())
        } else {
            reply
        }
    }

    fn ended(&self, game: &RchessGame) -> Reply<String> {
        Reply::Native(game.game.result().map_or("play-on".to_owned(), |result| match result {
            GameResult::WhiteWins => crate::over(Some("white"), "checkmate"),
            GameResult::BlackWins => crate::over(Some("black"), "checkmate"),
            GameResult::Draw { reason } => {
                let by = match reason {
                    DrawReason::InsufficientMaterial => "dead-position",
                    DrawReason::Stalemate => "stalemate",
                    DrawReason::ThreefoldRepetition => "threefold-repetition",
                    DrawReason::FiftyMoves => "fifty-moves",
                };
                crate::over(None, by)
            }
        }))
    }

    fn occurrences(&self, game: &RchessGame) -> Reply<u32> {
        let boards = &game.boards;
        Reply::Composed(boards.count(boards.now(), ChessBoard::eq))
    }

    fn is_same_as(&self, game: &RchessGame, ply: usize) -> Reply<bool> {
        Reply::Native(game.boards.positions.get(ply) == Some(game.boards.now()))
    }

    fn halfmove_clock(&self, game: &RchessGame) -> Reply<u32> {
        Reply::Native(u32::from(game.boards.now().halfmoves()))
    }

    fn read_uci(&self, game: &RchessGame, text: &str) -> Reply<Option<String>> {
        let read = MoveGen::create_str_move(game.boards.now(), text).ok();
        Reply::Native(read.map(|read| read.to_string()))
    }

    fn fen(&self, game: &RchessGame) -> Reply<String> {
        Reply::Native(game.boards.now().get_fen())
    }
}
