use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::common::{History, texts};
use lawbook_gate::{About, Adapter, Refusal, answers};
use pleco::{Board, Player, SQ};

/// pleco has positions without a history, modelled on an engine, with a hash key for comparison and a halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

/// The boards can only be copied without their move history.
type Game = History<Board, ()>;

/// Parses a FEN.
///
/// Refuses a FEN without exactly one king of each player, or with a rank that does not have eight squares, before it
/// reaches the library: the library would access memory outside of its tables unchecked, which is undefined behaviour
/// in our process.
fn board(fen: &str) -> Result<Board, Refusal> {
    let pieces = fen.split(' ').next().unwrap_or_default();
    let squares = |rank: &str| -> usize {
        rank.chars().map(|one| one.to_digit(10).map_or(1, |empty| empty as usize)).sum()
    };
    let why = if ['K', 'k'].into_iter().any(|king| pieces.matches(king).count() != 1) {
        "each side must have exactly one king"
    } else if pieces.split('/').any(|rank| squares(rank) != 8) {
        "each rank must have eight squares"
    } else {
        return Board::from_fen(fen).map_err(|error| format!("{error:?}").into());
    };
    Err(format!("not sent to the library: {why}").into())
}

fn after(board: &Board, uci: &str) -> Result<((), Board), Refusal> {
    let mut next = board.shallow_clone();
    match next.apply_uci_move(uci) {
        true => Ok(((), next)),
        false => Err(format!("{uci} is not among its moves").into()),
    }
}

/// The halfmove clock, which is a signed number in the library.
fn plies(board: &Board) -> u32 {
    u32::try_from(board.rule_50()).unwrap_or_default()
}

impl Adapter for Library {
    type Game = Game;

    fn about(&self) -> About {
        crate::about("pleco", &["checkmate", "stalemate"])
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        Ok(History::comparing(board(fen)?, |one, other| one.zobrist() == other.zobrist()))
    }

    fn play(&self, game: &mut Game, uci: &str) -> Result<(), Refusal> {
        game.play(uci, after)
    }

    fn take_back(&self, game: &mut Game) -> Result<(), Refusal> {
        game.take_back(Board::undo_move);
        Ok(())
    }

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => {
            Native(game.now().generate_moves().iter().map(|one| one.stringify()).collect())
        };
        is_check => Native(game.now().in_check());
        checkers => Native(texts(game.now().checkers()));
        attacks(square) => {
            let board = game.now();
            let square = (0..64).map(SQ).find(|one| one.to_string() == square);
            let piece = square.and_then(|on| Some((on, board.piece_at_sq(on).player_piece()?)));
            Native(piece.map_or_else(Vec::new, |(square, (player, piece))| {
                let opponents = board.get_occupied_player(player.other_player());
                texts(board.attacks_from(piece, square, player) & opponents)
            }))
        };
        is_checkmate => Native(game.now().checkmate());
        is_stalemate => Native(game.now().stalemate());
        ended => Composed(match (game.now().checkmate(), game.now().turn()) {
            (true, Player::White) => "black/checkmate".into(),
            (true, Player::Black) => "white/checkmate".into(),
            (false, _) if game.now().stalemate() => "draw/stalemate".into(),
            (false, _) => "play-on".into(),
        });
        may_claim(ground, written) => Composed(
            game.has_ground(ground, written, after, |one| plies(one) >= 100)
                && !game.now().generate_moves().is_empty()
                && !game.is_drawn(plies(game.now()))
        );
        occurrences => Composed(game.occurrences());
        is_same_as(ply) => Native(game.is_same_as(ply));
        halfmove_clock => Native(plies(game.now()));
        read_uci(text) => Native(after(game.now(), text).ok().map(|_| text.to_owned()));
        fen => Native(game.now().fen());
    }
}
