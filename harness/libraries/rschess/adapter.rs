use lawbook_gate::{About, Act, Adapter, Refusal, Reply};
use rschess::{Board, DrawType, Fen, GameResult, Move, WinType};

/// rschess has games that end automatically. The caller reports agreement and resignation.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game, and its states before each move.
pub(crate) struct RschessGame {
    board: Board,
    earlier: Vec<(Board, Move)>,
}

const fn color(side: rschess::Color) -> &'static str {
    match side {
        rschess::Color::White => "white",
        rschess::Color::Black => "black",
    }
}

/// Converts castling rights to `KQkq`. The library writes the file of the rook if there are several rooks on that side
/// of the king.
fn standard(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    if let Some(rights) = fields.get_mut(2) {
        let side = |letter: char| match letter {
            'A'..='D' => 'Q',
            'E'..='H' => 'K',
            'a'..='d' => 'q',
            'e'..='h' => 'k',
            other => other,
        };
        *rights = rights.chars().map(side).collect();
    }
    fields.join(" ")
}

impl Adapter for Library {
    type Game = RschessGame;

    fn about(&self) -> About {
        crate::about(
            "rschess",
            &[
                "checkmate",
                "stalemate",
                "fivefold-repetition",
                "seventy-five-moves",
                "resignation",
                "agreement",
            ],
        )
    }

    fn set_up(&self, fen: &str) -> Result<RschessGame, Refusal> {
        let board = Board::from_fen(Fen::try_from(fen)?);
        Ok(RschessGame { board, earlier: Vec::new() })
    }

    fn play(&self, game: &mut RschessGame, uci: &str) -> Result<(), Refusal> {
        let played = Move::from_uci(uci)?;
        let before = game.board.clone();
        game.board.make_move(played)?;
        game.earlier.push((before, played));
        Ok(())
    }

    fn take_back(&self, game: &mut RschessGame) -> Result<(), Refusal> {
        game.board.undo_move()?;
        game.earlier.pop();
        Ok(())
    }

    fn act(&self, game: &mut RschessGame, act: &Act<'_>) -> Result<(), Refusal> {
        match (act.name(), act.field("by")) {
            ("agree", _) => game.board.agree_draw()?,
            ("resign", Some("white")) => game.board.resign(rschess::Color::White)?,
            ("resign", _) => game.board.resign(rschess::Color::Black)?,
            _ => return Err(Refusal::unsupported(format!("it has nothing for \"{act}\""))),
        }
        Ok(())
    }

    fn try_move(&self, game: &mut RschessGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    /// The legal moves of the position. The game itself returns none after its end, and does not parse any.
    fn legal_moves(&self, game: &RschessGame) -> Reply<Vec<String>> {
        Reply::Native(
            game.board.position().gen_non_illegal_moves().iter().map(ToString::to_string).collect(),
        )
    }

    fn legal_moves_from(&self, game: &RschessGame, square: &str) -> Reply<Vec<String>> {
        let mut letters = square.chars();
        let (Some(file), Some(rank)) = (letters.next(), letters.next()) else {
            return Reply::Native(Vec::new());
        };
        let moves = rschess::sq_to_idx(file, rank)
            .map(|square| game.board.position().gen_non_illegal_moves_sq(square));
        Reply::Native(moves.unwrap_or_default().iter().map(ToString::to_string).collect())
    }

    fn is_check(&self, game: &RschessGame) -> Reply<bool> {
        Reply::Native(game.board.is_check())
    }

    fn is_checkmate(&self, game: &RschessGame) -> Reply<bool> {
        Reply::Native(game.board.is_checkmate())
    }

    fn is_stalemate(&self, game: &RschessGame) -> Reply<bool> {
        Reply::Native(game.board.is_stalemate())
    }

    fn is_insufficient_material(&self, game: &RschessGame) -> Reply<bool> {
        Reply::Native(game.board.is_insufficient_material())
    }

    fn is_dead(&self, game: &RschessGame) -> Reply<bool> {
        match game.board.is_insufficient_material() {
            true => Reply::Native(true),
            false => Reply::Silent("it looks at the pieces only, and says so".into()),
        }
    }

    fn ended(&self, game: &RschessGame) -> Reply<String> {
        let by = |by| crate::over(None, by);
        Reply::Native(match game.board.game_result() {
            None => "play-on".to_owned(),
            Some(GameResult::Wins(winner, how)) => {
                let by = match how {
                    WinType::Checkmate => "checkmate",
                    WinType::Resignation => "resignation",
                };
                crate::over(Some(color(winner)), by)
            }
            Some(GameResult::Draw(DrawType::Stalemate(_))) => by("stalemate"),
            Some(GameResult::Draw(DrawType::FivefoldRepetition)) => by("fivefold-repetition"),
            Some(GameResult::Draw(DrawType::SeventyFiveMoveRule)) => by("seventy-five-moves"),
            Some(GameResult::Draw(DrawType::InsufficientMaterial)) => by("dead-position"),
            Some(GameResult::Draw(DrawType::Agreement)) => by("agreement"),
        })
    }

    fn may_claim(
        &self,
        game: &RschessGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        if written.is_some() {
            return Reply::Unsupported("it knows no claim with a written move".into());
        }
        // The library says of the fifty-move rule whether a draw can be claimed, but of a repetition only whether there
        // is one.
        let board = &game.board;
        let by_repetition = || board.is_ongoing() && board.is_threefold_repetition();
        Reply::Native(match ground {
            Some("threefold") => by_repetition(),
            Some(_) => board.is_fifty_move_rule(),
            None => by_repetition() || board.is_fifty_move_rule(),
        })
    }

    fn occurrences(&self, game: &RschessGame) -> Reply<u32> {
        let now = game.board.position();
        let earlier = game.earlier.iter().filter(|(board, _)| board.position() == now);
        Reply::Composed(1 + earlier.count() as u32)
    }

    fn has_occurred(&self, game: &RschessGame, times: u32) -> Reply<bool> {
        match times {
            3 => Reply::Native(game.board.is_threefold_repetition()),
            5 => Reply::Native(game.board.is_fivefold_repetition()),
            _ => Reply::Unsupported("it looks for three or five occurrences".into()),
        }
    }

    fn has_plies(&self, game: &RschessGame, count: u32) -> Reply<bool> {
        match count {
            100 => Reply::Native(game.board.is_fifty_move_rule()),
            150 => Reply::Native(game.board.is_seventy_five_move_rule()),
            _ => Reply::Unsupported("it looks for fifty or seventy-five moves".into()),
        }
    }

    fn is_same_as(&self, game: &RschessGame, ply: usize) -> Reply<bool> {
        let earlier = game.earlier.get(ply);
        Reply::Native(earlier.is_some_and(|(board, _)| board.position() == game.board.position()))
    }

    fn halfmove_clock(&self, game: &RschessGame) -> Reply<u32> {
        Reply::Native(game.board.halfmove_clock() as u32)
    }

    fn san(&self, game: &RschessGame) -> Reply<String> {
        let Some((before, played)) = game.earlier.last() else {
            return Reply::Unsupported("no move has been played".into());
        };
        match before.move_to_san(*played) {
            Ok(text) => Reply::Native(text),
            Err(error) => Reply::Unsupported(error.to_string()),
        }
    }

    fn read_san(&self, game: &RschessGame, text: &str) -> Reply<Option<String>> {
        let read = game.board.position().san_to_move(text).ok();
        Reply::Native(read.map(|read| read.to_uci()))
    }

    fn read_uci(&self, game: &RschessGame, text: &str) -> Reply<Option<String>> {
        let is_legal = |read: &Move| game.board.position().with_move_made(*read).is_ok();
        let read = Move::from_uci(text).ok().filter(is_legal);
        Reply::Native(read.map(|read| read.to_uci()))
    }

    fn fen(&self, game: &RschessGame) -> Reply<String> {
        Reply::Native(standard(&game.board.to_fen().to_string()))
    }
}
