use lawbook_gate::{About, Adapter, Refusal, Reply};
use owlchess::{
    Board, Coord, DrawReason, Move, MoveChain, Outcome, WinReason,
    movegen::{cell_attackers, legal},
    moves::{Style, make},
    types::OutcomeFilter,
};

/// owlchess has a chain of moves that counts repetitions. It distinguishes automatic endings from draws that a player
/// may claim.
#[derive(Default)]
pub(crate) struct Library;

/// Number of positions in the chain that equal a board, by the hash that the library uses for counting.
fn count(chain: &MoveChain, board: &Board) -> u32 {
    let hash = board.zobrist_hash();
    // Walks backwards from the end, because undoing moves is cheaper than replaying the whole chain.
    let mut walker = chain.walk();
    walker.end();
    let mut count = u32::from(chain.last().zobrist_hash() == hash);
    while let Some((earlier, _)) = walker.prev() {
        count += u32::from(earlier.zobrist_hash() == hash);
    }
    count
}

/// The board after `ply` plies.
fn after(chain: &MoveChain, ply: usize) -> Option<Board> {
    let back = chain.len().checked_sub(ply)?;
    if back == 0 {
        return Some(chain.last().clone());
    }
    let mut walker = chain.walk();
    walker.end();
    for _ in 1..back {
        walker.prev()?;
    }
    walker.prev().map(|(board, _)| board.clone())
}

fn ended(outcome: Outcome) -> String {
    let winner = outcome.winner().map(|side| match side {
        owlchess::Color::White => "white",
        owlchess::Color::Black => "black",
    });
    let by = match outcome {
        Outcome::Win { reason: WinReason::Checkmate, .. } => "checkmate",
        Outcome::Win { reason: WinReason::Resign, .. } => "resignation",
        Outcome::Draw(DrawReason::Stalemate) => "stalemate",
        Outcome::Draw(DrawReason::InsufficientMaterial) => "dead-position",
        Outcome::Draw(DrawReason::Moves75) => "seventy-five-moves",
        Outcome::Draw(DrawReason::Repeat5) => "fivefold-repetition",
        Outcome::Draw(DrawReason::Moves50) => "fifty-moves",
        Outcome::Draw(DrawReason::Repeat3) => "threefold-repetition",
        Outcome::Draw(DrawReason::Agreement) => "agreement",
        Outcome::Win { .. } | Outcome::Draw(_) => "unspecified",
    };
    crate::over(winner, by)
}

impl Adapter for Library {
    type Game = MoveChain;

    fn about(&self) -> About {
        crate::about(
            "owlchess",
            &["checkmate", "stalemate", "fivefold-repetition", "seventy-five-moves"],
        )
    }

    fn set_up(&self, fen: &str) -> Result<MoveChain, Refusal> {
        let mut chain = MoveChain::from_fen(fen)?;
        chain.set_auto_outcome(OutcomeFilter::Strict);
        Ok(chain)
    }

    /// A finished chain accepts no moves, so the outcome is cleared for the move and then restored.
    fn play(&self, chain: &mut MoveChain, uci: &str) -> Result<(), Refusal> {
        let outcome = *chain.outcome();
        chain.clear_outcome();
        let pushed = chain.push(make::Uci(uci)).map_err(Refusal::from);
        match outcome {
            Some(_) => chain.reset_outcome(outcome),
            None => {
                chain.set_auto_outcome(OutcomeFilter::Strict);
            }
        }
        pushed
    }

    /// An outcome that the current position does not explain was set before the last move, and is restored.
    fn take_back(&self, chain: &mut MoveChain) -> Result<(), Refusal> {
        let outcome = *chain.outcome();
        chain.clear_outcome();
        let is_new = chain.set_auto_outcome(OutcomeFilter::Strict) == outcome;
        let _ = chain.pop();
        match is_new {
            true => drop(chain.set_auto_outcome(OutcomeFilter::Strict)),
            false => chain.reset_outcome(outcome),
        }
        Ok(())
    }

    fn try_move(&self, game: &mut MoveChain, uci: &str) -> Reply<bool> {
        Reply::Native(self.play(game, uci).is_ok())
    }

    fn legal_moves(&self, chain: &MoveChain) -> Reply<Vec<String>> {
        let moves = legal::gen_all(chain.last());
        Reply::Native(moves.iter().map(ToString::to_string).collect())
    }

    fn is_check(&self, chain: &MoveChain) -> Reply<bool> {
        Reply::Native(chain.last().is_check())
    }

    fn checkers(&self, chain: &MoveChain) -> Reply<Vec<String>> {
        Reply::Native(chain.last().checkers().into_iter().map(|one| one.to_string()).collect())
    }

    fn attacks(&self, chain: &MoveChain, square: &str) -> Reply<Vec<String>> {
        let (board, square) = (chain.last(), square.parse::<Coord>().ok());
        let piece = square.and_then(|square| Some((square, board.get(square).color()?)));
        let Some((square, player)) = piece else { return Reply::Composed(Vec::new()) };
        let is_attacked = |one: &Coord| cell_attackers(board, *one, player).has(square);
        let attacked = board.color(player.inv()).into_iter().filter(is_attacked);
        Reply::Composed(attacked.map(|one| one.to_string()).collect())
    }

    fn is_checkmate(&self, chain: &MoveChain) -> Reply<bool> {
        let outcome = chain.last().calc_outcome();
        Reply::Native(matches!(outcome, Some(Outcome::Win { reason: WinReason::Checkmate, .. })))
    }

    fn is_stalemate(&self, chain: &MoveChain) -> Reply<bool> {
        let outcome = chain.last().calc_outcome();
        Reply::Native(outcome == Some(Outcome::Draw(DrawReason::Stalemate)))
    }

    fn is_insufficient_material(&self, chain: &MoveChain) -> Reply<bool> {
        let draw = chain.last().calc_draw_simple();
        Reply::Native(draw == Some(DrawReason::InsufficientMaterial))
    }

    fn is_dead(&self, chain: &MoveChain) -> Reply<bool> {
        if let Some(DrawReason::InsufficientMaterial) = chain.last().calc_draw_simple() {
            Reply::Native(true)
        } else {
            Reply::Silent("it looks at the pieces only, and says so".into())
        }
    }

    fn ended(&self, chain: &MoveChain) -> Reply<String> {
        Reply::Native(chain.outcome().map_or("play-on".to_owned(), ended))
    }

    fn may_claim(
        &self,
        chain: &MoveChain,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        if let Some(uci) = written {
            let Ok(next) = chain.last().make_move(make::Uci(uci)) else {
                return Reply::Composed(false);
            };
            let right = if let Some("fifty") = ground {
                next.raw().move_counter >= 100
            } else {
                count(chain, &next) + 1 >= 3
            };
            return Reply::Composed(right && !chain.is_finished());
        }
        let outcome = if chain.is_finished() { None } else { chain.calc_outcome() };
        let claimable = outcome.filter(|outcome| !outcome.passes(OutcomeFilter::Strict));
        Reply::Native(match (claimable, ground) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(outcome), Some("threefold")) => outcome == Outcome::Draw(DrawReason::Repeat3),
            // If both grounds apply, the library reports the repetition.
            (Some(_), Some(_)) => chain.last().calc_draw_simple() == Some(DrawReason::Moves50),
        })
    }

    fn is_draw(&self, chain: &MoveChain) -> Reply<bool> {
        Reply::Native(matches!(chain.calc_outcome(), Some(Outcome::Draw(_))))
    }

    fn occurrences(&self, chain: &MoveChain) -> Reply<u32> {
        Reply::Composed(count(chain, chain.last()))
    }

    fn is_same_as(&self, chain: &MoveChain, ply: usize) -> Reply<bool> {
        let earlier = after(chain, ply);
        let hash = chain.last().zobrist_hash();
        Reply::Native(earlier.is_some_and(|earlier| earlier.zobrist_hash() == hash))
    }

    fn halfmove_clock(&self, chain: &MoveChain) -> Reply<u32> {
        Reply::Native(u32::from(chain.last().raw().move_counter))
    }

    fn san(&self, chain: &MoveChain) -> Reply<String> {
        let last = chain.len().checked_sub(1);
        let Some((ply, before)) = last.and_then(|ply| Some((ply, after(chain, ply)?))) else {
            return Reply::Unsupported("no move has been played".into());
        };
        match chain.get(ply).styled(&before, Style::San) {
            Ok(text) => Reply::Native(text.to_string()),
            Err(error) => Reply::Unsupported(error.to_string()),
        }
    }

    fn read_san(&self, chain: &MoveChain, text: &str) -> Reply<Option<String>> {
        let read = Move::from_san(text, chain.last()).ok();
        Reply::Native(read.map(|read| read.to_string()))
    }

    fn read_uci(&self, chain: &MoveChain, text: &str) -> Reply<Option<String>> {
        let read = Move::from_uci_legal(text, chain.last()).ok();
        Reply::Native(read.map(|read| read.to_string()))
    }

    fn fen(&self, chain: &MoveChain) -> Reply<String> {
        Reply::Native(chain.last().as_fen())
    }
}
