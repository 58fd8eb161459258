use chessie::{Bitboard, Game as Board, Move, Square, attacks_for};
use lawbook_gate::Reply::{Composed, Native, Unsupported};
use lawbook_gate::common::{History, texts};
use lawbook_gate::{About, Adapter, Refusal, Reply, answers};

/// chessie has positions without a history, with their own definition of equality and a readable halfmove clock.
#[derive(Default)]
pub(crate) struct Library;

type Game = History<Board, Move>;

fn after(board: &Board, uci: &str) -> Result<(Move, Board), Refusal> {
    let legal = board.get_legal_moves().into_iter().find(|legal| legal.to_uci() == uci);
    let played = legal.ok_or_else(|| format!("{uci} is not among the legal moves"))?;
    Ok((played, board.with_move_made(played)))
}

fn has_move(board: &Board) -> bool {
    !board.get_legal_moves().is_empty()
}

/// Reads a move with `make_move_checked`, because the parser does not promise that the move is legal.
fn read(board: &Board, uci: &str) -> Option<Move> {
    let read = Move::from_uci(board, uci).ok()?;
    { *board }.make_move_checked(read).is_ok().then_some(read)
}

impl Adapter for Library {
    type Game = Game;

    fn about(&self) -> About {
        crate::about("chessie", &[])
    }

    fn set_up(&self, fen: &str) -> Result<Game, Refusal> {
        Ok(History::comparing(Board::from_fen(fen)?, |one, other| one.is_same_as(other)))
    }

    fn play(&self, game: &mut Game, uci: &str) -> Result<(), Refusal> {
        game.play(uci, after)
    }

    answers! { |self, game|
        try_move(uci) => Native(read(game.now(), uci).is_some());
        legal_moves => {
            let moves = game.now().get_legal_moves();
            Native(texts(moves.into_iter().map(Move::into_standard_castle)))
        };
        legal_moves_from(square) => {
            let Ok(square) = square.parse::<Square>() else { return Native(Vec::new()) };
            let moves = game.now().get_legal_moves_from(Bitboard::from_square(square));
            Native(texts(moves.into_iter().map(Move::into_standard_castle)))
        };
        is_check => Native(game.now().is_in_check());
        checkers => Native(texts(game.now().checkers()));
        attacks(square) => {
            let board = game.now().board();
            let square = square.parse::<Square>().ok();
            let piece = square.and_then(|square| Some((square, board.piece_at(square)?)));
            Native(piece.map_or_else(Vec::new, |(square, piece)| {
                let attacked = attacks_for(piece, square, board.occupied());
                texts(attacked & board.color(piece.color().opponent()))
            }))
        };
        is_checkmate => Composed(game.now().is_in_check() && !has_move(game.now()));
        is_stalemate => Composed(!game.now().is_in_check() && !has_move(game.now()));
        is_insufficient_material => Native(game.now().can_draw_by_insufficient_material());
        is_dead => {
            let found = game.now().can_draw_by_insufficient_material();
            Reply::proof_of(true, found, "it looks at the pieces only, and says so")
        };
        may_claim(ground, written) => Composed(
            game.has_ground(ground, written, after, |one| one.can_draw_by_fifty())
                && has_move(game.now())
                && !game.now().can_draw_by_insufficient_material()
                && !game.is_drawn(game.now().halfmove() as u32)
        );
        occurrences => Composed(game.occurrences());
        has_plies(count) => match count {
            100 => Native(game.now().can_draw_by_fifty()),
            _ => Unsupported("it looks for fifty moves only".into()),
        };
        is_same_as(ply) => Native(game.is_same_as(ply));
        halfmove_clock => Native(game.now().halfmove() as u32);
        read_uci(text) => {
            Native(read(game.now(), text).map(|read| read.into_standard_castle().to_uci()))
        };
        fen => Native(game.now().to_fen());
        is_light(square) => {
            Reply::known(square.parse::<Square>().ok().map(|one| one.is_light()), "no such square")
        };
    }
}
