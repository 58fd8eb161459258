use cozy_chess::{
    Board, Color, GameStatus, Move, Square,
    util::{display_san_move, display_uci_move, parse_san_move, parse_uci_move},
};
use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::common::{History, is_chess960, texts};
use lawbook_gate::{About, Adapter, Refusal, Reply, answers};

/// cozy-chess has positions without a history, with a status, the Laws' definition of equality and a capped halfmove
/// clock.
#[derive(Default)]
pub(crate) struct Library;

type Game = History<Board, Move>;

/// A move in UCI notation. Castling is a move of the king by two squares, or in Chess960 the king captures its own
/// rook.
fn uci(game: &Game, played: Move) -> String {
    match game.chess960 {
        true => played.to_string(),
        false => display_uci_move(game.now(), played).to_string(),
    }
}

fn after(chess960: bool, board: &Board, uci: &str) -> Result<(Move, Board), Refusal> {
    let played = if chess960 { uci.parse()? } else { parse_uci_move(board, uci)? };
    let mut next = board.clone();
    next.try_play(played)?;
    Ok((played, next))
}

fn has_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

impl Adapter for Library {
    type Game = Game;

    fn about(&self) -> About {
        About { chess960: true, ..crate::about("cozy-chess", &["checkmate", "stalemate"]) }
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        let chess960 = is_chess960(fen);
        let start = Board::from_fen(fen, chess960)?;
        let game = History::comparing(start, Board::same_position);
        let mut game = game.with_keys(Board::hash_without_ep);
        game.chess960 = chess960;
        Ok(game)
    }

    fn play(&self, game: &mut Game, uci: &str) -> Result<(), Refusal> {
        let chess960 = game.chess960;
        game.play(uci, |board, uci| after(chess960, board, uci))
    }

    answers! { |self, game|
        try_move(uci) => Native(self.play(game, uci).is_ok());
        legal_moves => {
            let mut moves = Vec::new();
            game.now().generate_moves(|some| {
                moves.extend(some.into_iter().map(|one| uci(game, one)));
                false
            });
            Native(moves)
        };
        legal_moves_from(square) => {
            let mut moves = Vec::new();
            if let Ok(square) = square.parse::<Square>() {
                game.now().generate_moves_for(square.bitboard(), |some| {
                    moves.extend(some.into_iter().map(|one| uci(game, one)));
                    false
                });
            }
            Native(moves)
        };
        is_check => Native(!game.now().checkers().is_empty());
        checkers => Native(texts(game.now().checkers()));
        is_checkmate => Native(game.now().status() == GameStatus::Won);
        // The status `Drawn` means stalemate or the fifty-move rule. Without a legal move it is stalemate.
        is_stalemate => {
            Composed(game.now().status() == GameStatus::Drawn && !has_move(game.now()))
        };
        ended => Native(match (game.now().status(), game.now().side_to_move()) {
            (GameStatus::Ongoing, _) => "play-on".into(),
            (GameStatus::Drawn, _) => "draw/unspecified".into(),
            (GameStatus::Won, Color::White) => "black/checkmate".into(),
            (GameStatus::Won, Color::Black) => "white/checkmate".into(),
        });
        may_claim(ground, written) => {
            let after = |board: &Board, uci: &str| after(game.chess960, board, uci);
            Composed(
                game.has_ground(ground, written, after, |one| one.halfmove_clock() >= 100)
                    && has_move(game.now())
                    && !game.is_drawn(game.now().halfmove_clock().into()),
            )
        };
        occurrences => Composed(game.occurrences());
        is_same_as(ply) => Native(game.is_same_as(ply));
        halfmove_clock => Native(game.now().halfmove_clock().into());
        san => Reply::known(
            game.last_move().map(|(before, &played)| display_san_move(before, played).to_string()),
            "no move has been played",
        );
        read_san(text) => {
            Native(parse_san_move(game.now(), text).ok().map(|read| uci(game, read)))
        };
        read_uci(text) => {
            let read = after(game.chess960, game.now(), text).ok();
            Native(read.map(|(read, _)| uci(game, read)))
        };
        fen => Native(match game.chess960 {
            true => format!("{:#}", game.now()),
            false => game.now().to_string(),
        });
    }
}
