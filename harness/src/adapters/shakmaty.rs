use lawbook::{
    adapter::{About, Adapter, Refusal, Reply},
    board::Color,
    catalogue::Ended,
    rules::{Ground, RuleSet, Termination},
};
use shakmaty::{
    Bitboard, CastlingMode, EnPassantMode, KnownOutcome, Move, Outcome, Position, Square, fen::Fen,
    san::SanPlus, uci::UciMove,
};

use super::history::{self, History};

/// shakmaty: positions without a history, with FIDE identity and a readable clock.
pub(super) struct Shakmaty;

type Game = History<shakmaty::Chess, Move>;

fn refusal(error: impl std::fmt::Display) -> Refusal {
    Refusal(error.to_string())
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

fn find(position: &shakmaty::Chess, uci: &str) -> Result<Move, Refusal> {
    uci.parse::<UciMove>().map_err(refusal)?.to_move(position).map_err(refusal)
}

fn color(side: Color) -> shakmaty::Color {
    match side {
        Color::White => shakmaty::Color::White,
        Color::Black => shakmaty::Color::Black,
    }
}

fn may_claim(game: &Game, ground: Option<Ground>) -> bool {
    let now = game.now();
    if now.is_game_over() || history::is_drawn(game.count(|other| other == now), now.halfmoves()) {
        return false;
    }
    let threefold = || game.count(|other| other == now) >= 3;
    let fifty = || now.halfmoves() >= 100;
    match ground {
        Some(Ground::Threefold) => threefold(),
        Some(Ground::Fifty) => fifty(),
        None => threefold() || fifty(),
    }
}

impl Adapter for Shakmaty {
    type Game = Game;

    fn about(&self) -> About {
        About {
            name: "shakmaty".to_owned(),
            version: super::version("shakmaty"),
            rule_set: RuleSet::LATEST,
            endings: &[Termination::Checkmate, Termination::Stalemate],
        }
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        let fen: Fen = fen.parse().map_err(refusal)?;
        fen.into_position(CastlingMode::Standard).map(History::new).map_err(refusal)
    }

    fn play(&self, game: &mut Game, uci: &str) -> Result<(), Refusal> {
        let played = find(game.now(), uci)?;
        let next = game.now().clone().play(played).map_err(refusal)?;
        game.push(played, next);
        Ok(())
    }

    fn legal_moves(&self, game: &Game) -> Reply<Vec<String>> {
        let moves = game.now().legal_moves();
        Reply::Native(
            moves.into_iter().map(|one| UciMove::from_standard(one).to_string()).collect(),
        )
    }

    fn is_check(&self, game: &Game) -> Reply<bool> {
        Reply::Native(game.now().is_check())
    }

    fn checkers(&self, game: &Game) -> Reply<Vec<String>> {
        Reply::Native(names(game.now().checkers()))
    }

    fn attacks(&self, game: &Game, square: &str) -> Reply<Vec<String>> {
        let board = game.now().board();
        let Ok(square) = square.parse::<Square>() else { return Reply::Native(Vec::new()) };
        let Some(man) = board.piece_at(square) else { return Reply::Native(Vec::new()) };
        Reply::Native(names(board.attacks_from(square) & board.by_color(!man.color)))
    }

    fn is_checkmate(&self, game: &Game) -> Reply<bool> {
        Reply::Native(game.now().is_checkmate())
    }

    fn is_stalemate(&self, game: &Game) -> Reply<bool> {
        Reply::Native(game.now().is_stalemate())
    }

    fn is_insufficient_material(&self, game: &Game) -> Reply<bool> {
        Reply::Native(game.now().is_insufficient_material())
    }

    fn is_dead(&self, game: &Game) -> Reply<bool> {
        match game.now().is_insufficient_material() {
            true => Reply::Native(true),
            false => Reply::Silent("it looks at the men only, and says so".into()),
        }
    }

    fn can_mate(&self, game: &Game, side: Color) -> Reply<bool> {
        match game.now().has_insufficient_material(color(side)) {
            true => Reply::Native(false),
            false => Reply::Silent("it looks at the men only, and says so".into()),
        }
    }

    fn ended(&self, game: &Game) -> Reply<Option<Ended>> {
        Reply::Native(match game.now().outcome() {
            Outcome::Unknown => None,
            Outcome::Known(KnownOutcome::Draw) => Some(Ended { winner: None, by: None }),
            Outcome::Known(KnownOutcome::Decisive { winner }) => {
                let winner =
                    if winner == shakmaty::Color::White { Color::White } else { Color::Black };
                Some(Ended { winner: Some(winner), by: Some(Termination::Checkmate) })
            }
        })
    }

    fn may_claim(&self, game: &Game, ground: Option<Ground>, written: Option<&str>) -> Reply<bool> {
        let Some(uci) = written else { return Reply::Composed(may_claim(game, ground)) };
        let Ok(next) = find(game.now(), uci)
            .and_then(|written| game.now().clone().play(written).map_err(refusal))
        else {
            return Reply::Composed(false);
        };
        Reply::Composed(match ground {
            Some(Ground::Fifty) => next.halfmoves() >= 100,
            _ => game.count(|other| *other == next) + 1 >= 3,
        })
    }

    fn occurrences(&self, game: &Game) -> Reply<u32> {
        Reply::Composed(game.count(|other| other == game.now()))
    }

    fn is_same_as(&self, game: &Game, ply: usize) -> Reply<bool> {
        Reply::Native(game.positions.get(ply) == Some(game.now()))
    }

    fn halfmove_clock(&self, game: &Game) -> Reply<u32> {
        Reply::Native(game.now().halfmoves())
    }

    fn san(&self, game: &Game) -> Reply<String> {
        match game.last_move() {
            Some((before, &played)) => {
                Reply::Native(SanPlus::from_move(before.clone(), played).to_string())
            }
            None => Reply::Unsupported("no move has been played".into()),
        }
    }

    fn read_san(&self, game: &Game, text: &str) -> Reply<Option<String>> {
        let read = text.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(game.now()).ok());
        Reply::Native(read.map(|read| UciMove::from_standard(read).to_string()))
    }

    fn fen(&self, game: &Game) -> Reply<String> {
        Reply::Native(Fen::from_position(game.now(), EnPassantMode::Legal).to_string())
    }

    fn is_light(&self, square: &str) -> Reply<bool> {
        match square.parse::<shakmaty::Square>() {
            Ok(square) => Reply::Native(square.is_light()),
            Err(_) => Reply::Unsupported("no such square".into()),
        }
    }
}
