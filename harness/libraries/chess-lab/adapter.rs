use chess_lab::{
    core::{Color as Side, DrawReason, GameStatus, Move, MoveType, PGNTree, Position, WinReason},
    logic,
};
use lawbook_gate::{About, Act, Adapter, Refusal, Reply};

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

fn promotion(one: &Move) -> Option<char> {
    match one.move_type {
        MoveType::Normal { promotion, .. } => Some(promotion?.to_char().to_ascii_lowercase()),
        MoveType::Castle { .. } | MoveType::EnPassant => None,
    }
}

fn uci(one: &Move) -> String {
    let promotion = promotion(one).map_or_else(String::new, String::from);
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

    fn try_move(&self, game: &mut ChessLabGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &ChessLabGame) -> Reply<Vec<String>> {
        let name = |square: Position| {
            [char::from(b'a' + square.col), char::from(b'1' + square.row)].into_iter()
        };
        let squares = Position::from_bitboard(u64::MAX);
        let moves = squares.into_iter().flat_map(|from| game.game.get_legal_moves(from));
        let uci = |one: Move| name(one.from).chain(name(one.to)).chain(promotion(&one)).collect();
        Reply::Native(moves.map(uci).collect())
    }

    fn legal_moves_from(&self, game: &ChessLabGame, name: &str) -> Reply<Vec<String>> {
        let moves = square(Some(name)).map(|from| game.game.get_legal_moves(from));
        Reply::Native(moves.unwrap_or_default().iter().map(uci).collect())
    }

    fn is_check(&self, game: &ChessLabGame) -> Reply<bool> {
        Reply::Native(game.game.check())
    }

    fn is_checkmate(&self, game: &ChessLabGame) -> Reply<bool> {
        Reply::Native(game.game.checkmate())
    }

    fn is_stalemate(&self, game: &ChessLabGame) -> Reply<bool> {
        Reply::Native(game.game.stalemate())
    }

    fn is_insufficient_material(&self, game: &ChessLabGame) -> Reply<bool> {
        Reply::Native(game.game.insufficient_material())
    }

    fn is_dead(&self, game: &ChessLabGame) -> Reply<bool> {
        match game.game.insufficient_material() {
            true => Reply::Native(true),
            false => Reply::Silent("it looks at the pieces only".into()),
        }
    }

    fn ended(&self, game: &ChessLabGame) -> Reply<String> {
        let won = |winner, reason| {
            let by = match reason {
                WinReason::Checkmate => "checkmate",
                WinReason::Resignation => "resignation",
                WinReason::Time => "time",
            };
            crate::over(Some(winner), by)
        };
        Reply::Native(match game.status {
            GameStatus::InProgress => "play-on".to_owned(),
            GameStatus::WhiteWins(reason) => won("white", reason),
            GameStatus::BlackWins(reason) => won("black", reason),
            GameStatus::Draw(reason) => {
                let by = match reason {
                    DrawReason::Stalemate => "stalemate",
                    DrawReason::InsufficientMaterial => "dead-position",
                    DrawReason::ThreefoldRepetition => "threefold-repetition",
                    DrawReason::FiftyMoveRule => "fifty-moves",
                    DrawReason::Agreement => "agreement",
                };
                crate::over(None, by)
            }
        })
    }

    fn occurrences(&self, game: &ChessLabGame) -> Reply<u32> {
        let now = game.positions.last().and_then(|now| game.game.prev_positions.get(now));
        Reply::Native(now.copied().unwrap_or_default())
    }

    fn is_same_as(&self, game: &ChessLabGame, ply: usize) -> Reply<bool> {
        Reply::Composed(game.positions.get(ply) == game.positions.last())
    }

    fn halfmove_clock(&self, game: &ChessLabGame) -> Reply<u32> {
        Reply::Native(game.game.halfmove_clock)
    }

    fn san(&self, game: &ChessLabGame) -> Reply<String> {
        match game.game.get_last_move() {
            Some(played) => Reply::Native(played.to_string()),
            None => Reply::Unsupported("no move has been played".into()),
        }
    }

    /// Reads a text by playing it in a copy, because the tree of moves is shared otherwise.
    fn read_san(&self, game: &ChessLabGame, text: &str) -> Reply<Option<String>> {
        let mut copy = game.game.clone();
        copy.history = PGNTree::default();
        copy.status = GameStatus::InProgress;
        let read = copy.move_piece(text).ok().and_then(|_| copy.get_last_move());
        Reply::Native(read.map(|read| uci(&read)))
    }

    fn fen(&self, game: &ChessLabGame) -> Reply<String> {
        Reply::Native(game.game.fen())
    }
}
