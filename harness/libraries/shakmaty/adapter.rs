use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::common::{History, is_chess960, texts};
use lawbook_gate::{About, Adapter, Refusal, Reply, answers};
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, KnownOutcome, Move, Outcome, Position, Square, fen::Fen,
    san::SanPlus, uci::UciMove,
};

/// shakmaty has positions without a history, with the Laws' definition of equality and a readable halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

type Game = History<Chess, Move>;

const LIMIT: &str = "it looks at the pieces only, and says so";

fn after(position: &Chess, uci: &str) -> Result<(Move, Chess), Refusal> {
    let played = uci.parse::<UciMove>()?.to_move(position)?;
    // `played` is known to be legal here, so it need not be checked again.
    let mut next = position.clone();
    next.play_unchecked(played);
    Ok((played, next))
}

fn uci(game: &Game, played: Move) -> String {
    UciMove::from_move(played, game.now().castles().mode()).to_string()
}

impl Adapter for Library {
    type Game = Game;

    fn about(&self) -> About {
        About { chess960: true, ..crate::about("shakmaty", &["checkmate", "stalemate"]) }
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        let mode = CastlingMode::from_chess960(is_chess960(fen));
        let start: Chess = fen.parse::<Fen>()?.into_position(mode)?;
        // A cheap key: equal positions have the same occupied squares.
        Ok(History::new(start).with_keys(|position| position.board().occupied().into()))
    }

    fn play(&self, game: &mut Game, uci: &str) -> Result<(), Refusal> {
        game.play(uci, after)
    }

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => Native(game.now().legal_moves().iter().map(|one| uci(game, *one)).collect());
        is_check => Native(game.now().is_check());
        checkers => Native(texts(game.now().checkers()));
        attacks(square) => {
            let board = game.now().board();
            let square = square.parse::<Square>().ok();
            let piece = square.and_then(|square| Some((square, board.piece_at(square)?.color)));
            Native(piece.map_or_else(Vec::new, |(square, player)| {
                texts(board.attacks_from(square) & board.by_color(!player))
            }))
        };
        is_checkmate => Native(game.now().is_checkmate());
        is_stalemate => Native(game.now().is_stalemate());
        is_insufficient_material => Native(game.now().is_insufficient_material());
        is_dead => Reply::proof_of(true, game.now().is_insufficient_material(), LIMIT);
        can_mate(side) => {
            let side = shakmaty::Color::from_white(side == "white");
            Reply::proof_of(false, !game.now().has_insufficient_material(side), LIMIT)
        };
        ended => Native(match game.now().outcome() {
            Outcome::Unknown => "play-on".into(),
            Outcome::Known(KnownOutcome::Draw) => "draw/unspecified".into(),
            Outcome::Known(KnownOutcome::Decisive { winner }) => {
                format!("{}/checkmate", winner.fold_wb("white", "black"))
            }
        });
        may_claim(ground, written) => Composed(
            game.has_ground(ground, written, after, |one| one.halfmoves() >= 100)
                && !game.now().is_game_over()
                && !game.is_drawn(game.now().halfmoves())
        );
        occurrences => Composed(game.occurrences());
        is_same_as(ply) => Native(game.is_same_as(ply));
        halfmove_clock => Native(game.now().halfmoves());
        san => Reply::known(game.last_move().map(|(before, &played)| {
            SanPlus::from_move(before.clone(), played).to_string()
        }), "no move has been played");
        read_san(text) => {
            let read = text.parse::<SanPlus>().ok();
            let read = read.and_then(|san| san.san.to_move(game.now()).ok());
            Native(read.map(|read| uci(game, read)))
        };
        read_uci(text) => Native(after(game.now(), text).ok().map(|(read, _)| uci(game, read)));
        fen => Native(Fen::from_position(game.now(), EnPassantMode::Legal).to_string());
        is_light(square) => {
            Reply::known(square.parse().ok().map(Square::is_light), "no such square")
        };
    }
}
