use lawbook_gate::Reply::{Composed, Native, Unsupported};
use lawbook_gate::common::texts;
use lawbook_gate::{About, Act, Adapter, Refusal, Reply, answers};
use rschess::{Board, Color, DrawType, Fen, GameResult, Move, WinType};

/// rschess has games that end automatically. The caller reports agreement and resignation.
#[derive(Default)]
pub(crate) struct Library;

/// The library's game, and its states before each move.
pub(crate) struct RschessGame {
    board: Board,
    earlier: Vec<(Board, Move)>,
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
            ("resign", Some("white")) => game.board.resign(Color::White)?,
            ("resign", _) => game.board.resign(Color::Black)?,
            _ => return Err(Refusal::unsupported(format!("it has nothing for \"{act}\""))),
        }
        Ok(())
    }

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        // The legal moves of the position. The game itself returns none after its end, and does not parse any.
        legal_moves => Native(texts(game.board.position().gen_non_illegal_moves()));
        legal_moves_from(square) => {
            let mut letters = square.chars();
            let (Some(file), Some(rank)) = (letters.next(), letters.next()) else {
                return Native(Vec::new());
            };
            let moves = rschess::sq_to_idx(file, rank)
                .map(|square| game.board.position().gen_non_illegal_moves_sq(square));
            Native(texts(moves.unwrap_or_default()))
        };
        is_check => Native(game.board.is_check());
        is_checkmate => Native(game.board.is_checkmate());
        is_stalemate => Native(game.board.is_stalemate());
        is_insufficient_material => Native(game.board.is_insufficient_material());
        is_dead => {
            let found = game.board.is_insufficient_material();
            Reply::proof_of(true, found, "it looks at the pieces only, and says so")
        };
        ended => Native(match game.board.game_result() {
            None => "play-on",
            Some(GameResult::Wins(Color::White, WinType::Checkmate)) => "white/checkmate",
            Some(GameResult::Wins(Color::Black, WinType::Checkmate)) => "black/checkmate",
            Some(GameResult::Wins(Color::White, WinType::Resignation)) => "white/resignation",
            Some(GameResult::Wins(Color::Black, WinType::Resignation)) => "black/resignation",
            Some(GameResult::Draw(DrawType::Stalemate(_))) => "draw/stalemate",
            Some(GameResult::Draw(DrawType::FivefoldRepetition)) => "draw/fivefold-repetition",
            Some(GameResult::Draw(DrawType::SeventyFiveMoveRule)) => "draw/seventy-five-moves",
            Some(GameResult::Draw(DrawType::InsufficientMaterial)) => "draw/dead-position",
            Some(GameResult::Draw(DrawType::Agreement)) => "draw/agreement",
        }.into());
        // The library says of the fifty-move rule whether a draw can be claimed, but of a repetition only whether there
        // is one.
        may_claim(ground, written) => {
            if written.is_some() {
                return Unsupported("it knows no claim with a written move".into());
            }
            let board = &game.board;
            let by_repetition = || board.is_ongoing() && board.is_threefold_repetition();
            Native(match ground {
                Some("threefold") => by_repetition(),
                Some(_) => board.is_fifty_move_rule(),
                None => by_repetition() || board.is_fifty_move_rule(),
            })
        };
        occurrences => {
            let now = game.board.position();
            let earlier = game.earlier.iter().filter(|(board, _)| board.position() == now);
            Composed(1 + earlier.count() as u32)
        };
        has_occurred(times) => match times {
            3 => Native(game.board.is_threefold_repetition()),
            5 => Native(game.board.is_fivefold_repetition()),
            _ => Unsupported("it looks for three or five occurrences".into()),
        };
        has_plies(count) => match count {
            100 => Native(game.board.is_fifty_move_rule()),
            150 => Native(game.board.is_seventy_five_move_rule()),
            _ => Unsupported("it looks for fifty or seventy-five moves".into()),
        };
        is_same_as(ply) => Native(game.earlier.get(ply).is_some_and(|(board, _)| {
            board.position() == game.board.position()
        }));
        halfmove_clock => Native(game.board.halfmove_clock() as u32);
        san => match game.earlier.last().map(|(before, played)| before.move_to_san(*played)) {
            None => Unsupported("no move has been played".into()),
            Some(Ok(text)) => Native(text),
            Some(Err(error)) => Unsupported(error.to_string()),
        };
        read_san(text) => {
            Native(game.board.position().san_to_move(text).ok().map(|read| read.to_uci()))
        };
        read_uci(text) => {
            let is_legal = |read: &Move| game.board.position().with_move_made(*read).is_ok();
            Native(Move::from_uci(text).ok().filter(is_legal).map(|read| read.to_uci()))
        };
        fen => Native(standard(&game.board.to_fen().to_string()));
    }
}
