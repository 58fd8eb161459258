use chess_lab::{
    core::{Color as Side, DrawReason, GameStatus, Move, MoveType, PGNTree, Position, WinReason},
    logic,
};
use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::{About, Act, Adapter, Refusal, Reply, answers};

/// chess-lab has games that count repetitions and end automatically, with resignation, agreement and flag fall.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game. It accepts moves even after the end of the game.
pub(crate) struct ChessLabGame {
    game: logic::Game,
    /// The first final status, or the current status if the game is not over.
    status: GameStatus,
    /// The status before the last move.
    before: GameStatus,
    /// The positions as the library compares them: FENs without move counters, start first.
    positions: Vec<String>,
}

fn side(act: &Act<'_>) -> Side {
    if act.field("by") == Some("white") { Side::White } else { Side::Black }
}

/// The FEN without move counters. The library compares positions by this text.
fn reduced(game: &logic::Game) -> String {
    let fen = game.fen();
    fen.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
}

fn square(name: Option<&str>) -> Result<Position, Refusal> {
    Position::from_string(name.unwrap_or_default()).map_err(Refusal::from)
}

/// Converts a UCI move to the library's notation: piece letter, origin and destination, which is unambiguous. A king that
/// moves two squares along its rank castles.
fn algebraic(game: &logic::Game, uci: &str) -> Result<String, Refusal> {
    let (from, to) = (square(uci.get(..2))?, square(uci.get(2..4))?);
    let piece = game.get_piece_at(from).ok_or_else(|| format!("no piece on {from}"))?;
    let letter = piece.piece_type.to_char();
    let castles = letter == 'K' && from.row == to.row && from.col.abs_diff(to.col) == 2;
    Ok(match uci.get(4..).and_then(|rest| rest.chars().next()) {
        Some(promotion) => format!("{letter}{from}{to}={}", promotion.to_ascii_uppercase()),
        None if castles && from.col < to.col => "O-O".to_owned(),
        None if castles => "O-O-O".to_owned(),
        None => format!("{letter}{from}{to}"),
    })
}

fn uci(one: &Move) -> String {
    let promotion = match one.move_type {
        MoveType::Normal { promotion: Some(piece), .. } => {
            piece.to_char().to_ascii_lowercase().into()
        }
        MoveType::Normal { .. } | MoveType::Castle { .. } | MoveType::EnPassant => String::new(),
    };
    format!("{}{}{promotion}", one.from, one.to)
}

impl Adapter for Library {
    type Game = ChessLabGame;

    fn about(&self) -> About {
        crate::about(
            "chess-lab",
            &[
                "checkmate",
                "stalemate",
                "threefold-repetition",
                "fifty-moves",
                "resignation",
                "agreement",
                "time",
            ],
        )
    }

    fn set_up(&self, fen: &str) -> Result<ChessLabGame, Refusal> {
        let game = logic::Game::from_fen(fen)?;
        let (status, positions) = (game.status, vec![reduced(&game)]);
        Ok(ChessLabGame { game, status, before: status, positions })
    }

    fn play(&self, game: &mut ChessLabGame, uci: &str) -> Result<(), Refusal> {
        let text = algebraic(&game.game, uci)?;
        // A finished game ignores moves without an error, so its status is reset first.
        game.game.status = GameStatus::InProgress;
        let status = game.game.move_piece(&text)?;
        game.before = game.status;
        if game.status == GameStatus::InProgress {
            game.status = status;
        }
        game.positions.push(reduced(&game.game));
        Ok(())
    }

    fn take_back(&self, game: &mut ChessLabGame) -> Result<(), Refusal> {
        game.game.undo();
        game.positions.pop();
        game.status = game.before;
        Ok(())
    }

    fn act(&self, game: &mut ChessLabGame, act: &Act<'_>) -> Result<(), Refusal> {
        game.game.status = game.status;
        match act.name() {
            "agree" => game.game.draw_by_agreement(),
            "resign" => game.game.resign(side(act)),
            "flag-falls" => game.game.lost_on_time(side(act)),
            _ => return Err(Refusal::unsupported(format!("it has nothing for \"{act}\""))),
        }
        game.status = game.game.status;
        Ok(())
    }

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => {
            let squares = Position::from_bitboard(u64::MAX).into_iter();
            let moves = squares.flat_map(|from| game.game.get_legal_moves(from));
            Native(moves.map(|one| uci(&one)).collect())
        };
        legal_moves_from(name) => {
            let moves = square(Some(name)).map(|from| game.game.get_legal_moves(from));
            Native(moves.unwrap_or_default().iter().map(uci).collect())
        };
        is_check => Native(game.game.check());
        is_checkmate => Native(game.game.checkmate());
        is_stalemate => Native(game.game.stalemate());
        is_insufficient_material => Native(game.game.insufficient_material());
        is_dead => {
            Reply::proof_of(true, game.game.insufficient_material(), "it looks at the pieces only")
        };
        ended => {
            let won = |winner, reason| match reason {
                WinReason::Checkmate => format!("{winner}/checkmate"),
                WinReason::Resignation => format!("{winner}/resignation"),
                WinReason::Time => format!("{winner}/time"),
            };
            Native(match game.status {
                GameStatus::InProgress => "play-on".into(),
                GameStatus::WhiteWins(reason) => won("white", reason),
                GameStatus::BlackWins(reason) => won("black", reason),
                GameStatus::Draw(DrawReason::Stalemate) => "draw/stalemate".into(),
                GameStatus::Draw(DrawReason::InsufficientMaterial) => "draw/dead-position".into(),
                GameStatus::Draw(DrawReason::ThreefoldRepetition) => {
                    "draw/threefold-repetition".into()
                }
                GameStatus::Draw(DrawReason::FiftyMoveRule) => "draw/fifty-moves".into(),
                GameStatus::Draw(DrawReason::Agreement) => "draw/agreement".into(),
            })
        };
        occurrences => {
            let now = game.positions.last().and_then(|now| game.game.prev_positions.get(now));
            Native(now.copied().unwrap_or_default())
        };
        is_same_as(ply) => Composed(game.positions.get(ply) == game.positions.last());
        halfmove_clock => Native(game.game.halfmove_clock);
        san => Reply::known(
            game.game.get_last_move().map(|played| played.to_string()),
            "no move has been played",
        );
        // Reads a text by playing it in a copy, because the tree of moves is shared otherwise.
        read_san(text) => {
            let mut copy = game.game.clone();
            copy.history = PGNTree::default();
            copy.status = GameStatus::InProgress;
            let read = copy.move_piece(text).ok().and_then(|_| copy.get_last_move());
            Native(read.map(|read| uci(&read)))
        };
        fen => Native(game.game.fen());
    }
}
