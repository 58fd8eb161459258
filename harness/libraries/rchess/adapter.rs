use lawbook_gate::Reply::{Composed, Native, Silent, Unsupported};
use lawbook_gate::common::{History, texts};
use lawbook_gate::{About, Adapter, Refusal, answers};
use rchess::{ChessBoard, ChessGame, DrawReason, GameResult, Move, MoveGen, PieceType, Square};

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

    answers! { |self, game|
        // The move is read by a function that finds it among the legal moves; the one that plays it does not check it.
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => Native(texts(MoveGen::legal(game.boards.now()).to_vec()));
        // The library lists squares; the piece of a promotion is added.
        legal_moves_from(square) => {
            let Ok(from) = Square::from_string(square) else { return Native(Vec::new()) };
            let board = game.boards.now();
            let is_pawn = board.piece_at(from).is_some_and(|piece| piece.kind == PieceType::Pawn);
            let mut moves = Vec::new();
            for to in MoveGen::piece_legal(board, from) {
                let name = to.to_string();
                let promotes = is_pawn && name.ends_with(['1', '8']);
                let pieces: &[&str] = if promotes { &["q", "r", "b", "n"] } else { &[""] };
                moves.extend(pieces.iter().map(|piece| format!("{square}{name}{piece}")));
            }
            Composed(moves)
        };
        is_check => Native(game.is_check());
        checkers => Native(texts(game.boards.now().checkers()));
        is_checkmate => Composed(game.is_check() && !game.has_move());
        is_stalemate => Composed(!game.is_check() && !game.has_move());
        // The library never changes a result once set, so the board of a finished game is tested as a new game.
        is_insufficient_material => {
            let draw = GameResult::Draw { reason: DrawReason::InsufficientMaterial };
            let result = game.game.result();
            if result.is_none_or(|result| result == draw) {
                return Native(result.is_some());
            }
            match ChessGame::from_fen(&game.boards.now().get_fen()) {
                Ok(now) => Native(now.result() == Some(draw)),
                Err(error) => Unsupported(error.to_string()),
            }
        };
        is_dead => match self.is_insufficient_material(game) {
            Native(false) => Silent("it looks at the pieces only".into()),
            reply => reply,
        };
        ended => Native(match game.game.result() {
            None => "play-on",
            Some(GameResult::WhiteWins) => "white/checkmate",
            Some(GameResult::BlackWins) => "black/checkmate",
            Some(GameResult::Draw { reason }) => match reason {
                DrawReason::InsufficientMaterial => "draw/dead-position",
                DrawReason::Stalemate => "draw/stalemate",
                DrawReason::ThreefoldRepetition => "draw/threefold-repetition",
                DrawReason::FiftyMoves => "draw/fifty-moves",
            },
        }.into());
        occurrences => Composed(game.boards.occurrences());
        is_same_as(ply) => Native(game.boards.is_same_as(ply));
        halfmove_clock => Native(game.boards.now().halfmoves().into());
        read_uci(text) => {
            let read = MoveGen::create_str_move(game.boards.now(), text).ok();
            Native(read.map(|read| read.to_string()))
        };
        fen => Native(game.boards.now().get_fen());
    }
}
