use lawbook_gate::{About, Adapter, Refusal, Reply};
use pleco::{Board, Player, SQ};

use crate::history::{self, History};

/// pleco has positions without a history, modelled on an engine, with a hash key for comparison and a halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

type PlecoGame = History<PlecoPosition, ()>;

/// A board. It can only be copied without its move history.
pub(crate) struct PlecoPosition(Board);

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

fn after(board: &Board, uci: &str) -> Option<Board> {
    let mut next = board.shallow_clone();
    next.apply_uci_move(uci).then_some(next)
}

impl PlecoGame {
    fn board(&self) -> &Board {
        &self.now().0
    }

    fn count_of(&self, board: &Board) -> u32 {
        let same = |other: &&PlecoPosition| other.0.zobrist() == board.zobrist();
        self.positions.iter().filter(same).count() as u32
    }
}

impl Adapter for Library {
    type Game = PlecoGame;

    fn about(&self) -> About {
        crate::about("pleco", &["checkmate", "stalemate"])
    }

    fn set_up(&self, fen: &str) -> Result<PlecoGame, Refusal> {
        board(fen).map(|board| PlecoGame::new(PlecoPosition(board)))
    }

    fn play(&self, game: &mut PlecoGame, uci: &str) -> Result<(), Refusal> {
        let next = after(game.board(), uci);
        let next = next.ok_or_else(|| format!("{uci} is not among its moves"))?;
        game.push((), PlecoPosition(next));
        Ok(())
    }

    fn take_back(&self, game: &mut PlecoGame) -> Result<(), Refusal> {
        game.take_back(|PlecoPosition(mut board)| {
            board.undo_move();
            PlecoPosition(board)
        });
        Ok(())
    }

    fn try_move(&self, game: &mut PlecoGame, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, game: &PlecoGame) -> Reply<Vec<String>> {
        let moves = game.board().generate_moves();
        Reply::Native(moves.iter().map(|one| one.stringify()).collect())
    }

    fn is_check(&self, game: &PlecoGame) -> Reply<bool> {
        Reply::Native(game.board().in_check())
    }

    fn checkers(&self, game: &PlecoGame) -> Reply<Vec<String>> {
        Reply::Native(game.board().checkers().map(|square| square.to_string()).collect())
    }

    fn attacks(&self, game: &PlecoGame, square: &str) -> Reply<Vec<String>> {
        let board = game.board();
        let square = (0..64).map(SQ).find(|one| one.to_string() == square);
        let piece = square.and_then(|on| Some((on, board.piece_at_sq(on).player_piece()?)));
        let Some((square, (player, piece))) = piece else { return Reply::Native(Vec::new()) };
        let attacked = board.attacks_from(piece, square, player);
        let opponents = board.get_occupied_player(player.other_player());
        Reply::Native((attacked & opponents).map(|one| one.to_string()).collect())
    }

    fn is_checkmate(&self, game: &PlecoGame) -> Reply<bool> {
        Reply::Native(game.board().checkmate())
    }

    fn is_stalemate(&self, game: &PlecoGame) -> Reply<bool> {
        Reply::Native(game.board().stalemate())
    }

    fn ended(&self, game: &PlecoGame) -> Reply<String> {
        let board = game.board();
        Reply::Composed(if board.checkmate() {
            let winner = if board.turn() == Player::White { "black" } else { "white" };
            crate::over(Some(winner), "checkmate")
        } else if board.stalemate() {
            crate::over(None, "stalemate")
        } else {
            "play-on".to_owned()
        })
    }

    fn may_claim(
        &self,
        game: &PlecoGame,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let board = game.board();
        let clock = |board: &Board| plies(board.rule_50());
        let right = match written.map(|uci| after(board, uci)) {
            None => history::is_claim_right(ground, clock(board), || game.count_of(board)),
            Some(Some(next)) => {
                history::is_claim_right(ground, clock(&next), || game.count_of(&next) + 1)
            }
            Some(None) => return Reply::Composed(false),
        };
        let goes_on = || {
            !board.generate_moves().is_empty()
                && !history::is_drawn(game.count_of(board), clock(board))
        };
        Reply::Composed(right && goes_on())
    }

    fn occurrences(&self, game: &PlecoGame) -> Reply<u32> {
        Reply::Composed(game.count_of(game.board()))
    }

    fn is_same_as(&self, game: &PlecoGame, ply: usize) -> Reply<bool> {
        let earlier = game.positions.get(ply);
        Reply::Native(earlier.is_some_and(|earlier| earlier.0.zobrist() == game.board().zobrist()))
    }

    fn halfmove_clock(&self, game: &PlecoGame) -> Reply<u32> {
        Reply::Native(plies(game.board().rule_50()))
    }

    fn read_uci(&self, game: &PlecoGame, text: &str) -> Reply<Option<String>> {
        Reply::Native(after(game.board(), text).map(|_| text.to_owned()))
    }

    fn fen(&self, game: &PlecoGame) -> Reply<String> {
        Reply::Native(game.board().fen())
    }
}

/// Converts the halfmove clock, which is a signed number in the library.
fn plies(clock: i16) -> u32 {
    u32::try_from(clock).unwrap_or_default()
}
