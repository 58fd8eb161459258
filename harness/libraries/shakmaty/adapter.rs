use lawbook_gate::{About, Adapter, Refusal, Reply};
use shakmaty::{
    Bitboard, CastlingMode, EnPassantMode, KnownOutcome, Move, Outcome, Position, Square, fen::Fen,
    san::SanPlus, uci::UciMove,
};

use crate::history::{self, History};

/// shakmaty has positions without a history, with the Laws' definition of equality and a readable halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

type ShakmatyGame = History<shakmaty::Chess, Move>;

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn after(position: &shakmaty::Chess, uci: &str) -> Result<(Move, shakmaty::Chess), Refusal> {
    let played = uci.parse::<UciMove>()?.to_move(position)?;
    // `played` is known to be legal here, so it need not be checked again.
    let mut next = position.clone();
    next.play_unchecked(played);
    Ok((played, next))
}

fn uci(game: &ShakmatyGame, played: Move) -> UciMove {
    UciMove::from_move(played, game.now().castles().mode())
}

fn color(side: &str) -> shakmaty::Color {
    shakmaty::Color::from_white(side == "white")
}

fn occurrences(game: &ShakmatyGame) -> u32 {
    game.occurrences(shakmaty::Chess::eq)
}

/// Whether the game goes on, according to the library and the history that the adapter keeps for it.
fn goes_on(game: &ShakmatyGame) -> bool {
    !game.now().is_game_over() && !history::is_drawn(occurrences(game), game.now().halfmoves())
}

impl Adapter for Library {
    type Game = ShakmatyGame;

    fn about(&self) -> About {
        let endings = &["checkmate", "stalemate"];
        About { chess960: true, ..crate::about("shakmaty", endings) }
    }

    fn set_up(&self, fen: &str) -> Result<ShakmatyGame, Refusal> {
        let mode = CastlingMode::from_chess960(history::is_chess960(fen));
        let fen: Fen = fen.parse()?;
        let start: shakmaty::Chess = fen.into_position(mode)?;
        // A cheap key: equal positions have the same occupied squares.
        Ok(History::with_keys(start, |position| position.board().occupied().into()))
    }

    fn play(&self, game: &mut ShakmatyGame, uci: &str) -> Result<(), Refusal> {
        let (played, next) = after(game.now(), uci)?;
        game.push(played, next);
        Ok(())
    }

    fn try_move(&self, game: &mut ShakmatyGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &ShakmatyGame) -> Reply<Vec<String>> {
        let moves = game.now().legal_moves();
        Reply::Native(moves.iter().map(|one| uci(game, *one).to_string()).collect())
    }

    fn is_check(&self, game: &ShakmatyGame) -> Reply<bool> {
        Reply::Native(game.now().is_check())
    }

    fn checkers(&self, game: &ShakmatyGame) -> Reply<Vec<String>> {
        Reply::Native(names(game.now().checkers()))
    }

    fn attacks(&self, game: &ShakmatyGame, square: &str) -> Reply<Vec<String>> {
        let board = game.now().board();
        let Ok(square) = square.parse::<Square>() else { return Reply::Native(Vec::new()) };
        let Some(piece) = board.piece_at(square) else { return Reply::Native(Vec::new()) };
        Reply::Native(names(board.attacks_from(square) & board.by_color(!piece.color)))
    }

    fn is_checkmate(&self, game: &ShakmatyGame) -> Reply<bool> {
        Reply::Native(game.now().is_checkmate())
    }

    fn is_stalemate(&self, game: &ShakmatyGame) -> Reply<bool> {
        Reply::Native(game.now().is_stalemate())
    }

    fn is_insufficient_material(&self, game: &ShakmatyGame) -> Reply<bool> {
        Reply::Native(game.now().is_insufficient_material())
    }

    fn is_dead(&self, game: &ShakmatyGame) -> Reply<bool> {
        match game.now().is_insufficient_material() {
            true => Reply::Native(true),
            false => Reply::Silent("it looks at the pieces only, and says so".into()),
        }
    }

    fn can_mate(&self, game: &ShakmatyGame, side: &str) -> Reply<bool> {
        match game.now().has_insufficient_material(color(side)) {
            true => Reply::Native(false),
            false => Reply::Silent("it looks at the pieces only, and says so".into()),
        }
    }

    fn ended(&self, game: &ShakmatyGame) -> Reply<String> {
        Reply::Native(match game.now().outcome() {
            Outcome::Unknown => "play-on".to_owned(),
            Outcome::Known(KnownOutcome::Draw) => crate::over(None, "unspecified"),
            Outcome::Known(KnownOutcome::Decisive { winner }) => {
                crate::over(Some(winner.fold_wb("white", "black")), "checkmate")
            }
        })
    }

    fn may_claim(
        &self,
        game: &ShakmatyGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let right = match written.map(|uci| after(game.now(), uci)) {
            None => history::is_claim_right(ground, game.now().halfmoves(), || occurrences(game)),
            Some(Ok((_, next))) => history::is_claim_right(ground, next.halfmoves(), || {
                game.count(&next, shakmaty::Chess::eq) + 1
            }),
            Some(Err(_)) => return Reply::Composed(false),
        };
        Reply::Composed(right && goes_on(game))
    }

    fn occurrences(&self, game: &ShakmatyGame) -> Reply<u32> {
        Reply::Composed(occurrences(game))
    }

    fn is_same_as(&self, game: &ShakmatyGame, ply: usize) -> Reply<bool> {
        Reply::Native(game.positions.get(ply) == Some(game.now()))
    }

    fn halfmove_clock(&self, game: &ShakmatyGame) -> Reply<u32> {
        Reply::Native(game.now().halfmoves())
    }

    fn san(&self, game: &ShakmatyGame) -> Reply<String> {
        match game.last_move() {
            Some((before, &played)) => {
                let mut text = String::with_capacity(8);
                SanPlus::from_move(before.clone(), played).append_to_string(&mut text);
                Reply::Native(text)
            }
            None => Reply::Unsupported("no move has been played".into()),
        }
    }

    fn read_san(&self, game: &ShakmatyGame, text: &str) -> Reply<Option<String>> {
        let read = text.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(game.now()).ok());
        Reply::Native(read.map(|read| uci(game, read).to_string()))
    }

    fn read_uci(&self, game: &ShakmatyGame, text: &str) -> Reply<Option<String>> {
        let read = after(game.now(), text).ok();
        Reply::Native(read.map(|(read, _)| uci(game, read).to_string()))
    }

    fn fen(&self, game: &ShakmatyGame) -> Reply<String> {
        let mut text = String::with_capacity(96);
        Fen::from_position(game.now(), EnPassantMode::Legal).append_to_string(&mut text);
        Reply::Native(text)
    }

    fn is_light(&self, square: &str) -> Reply<bool> {
        match square.parse::<shakmaty::Square>() {
            Ok(square) => Reply::Native(square.is_light()),
            Err(_) => Reply::Unsupported("no such square".into()),
        }
    }
}
