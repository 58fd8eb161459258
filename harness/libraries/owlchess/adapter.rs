use lawbook_gate::Reply::{Composed, Native};
use lawbook_gate::common::texts;
use lawbook_gate::{About, Adapter, Refusal, Reply, answers};
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
    format!("{}/{by}", winner.unwrap_or("draw"))
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

    answers! { |self, chain|
        try_move(uci) => Native(self.play(chain, uci).is_ok());
        legal_moves => Native(texts(&legal::gen_all(chain.last())));
        is_check => Native(chain.last().is_check());
        checkers => Native(texts(chain.last().checkers()));
        attacks(square) => {
            let (board, square) = (chain.last(), square.parse::<Coord>().ok());
            let piece = square.and_then(|square| Some((square, board.get(square).color()?)));
            Composed(piece.map_or_else(Vec::new, |(square, player)| {
                let is_attacked = |one: &Coord| cell_attackers(board, *one, player).has(square);
                texts(board.color(player.inv()).into_iter().filter(is_attacked))
            }))
        };
        is_checkmate => Native(matches!(
            chain.last().calc_outcome(),
            Some(Outcome::Win { reason: WinReason::Checkmate, .. })
        ));
        is_stalemate => {
            Native(chain.last().calc_outcome() == Some(Outcome::Draw(DrawReason::Stalemate)))
        };
        is_insufficient_material => {
            Native(chain.last().calc_draw_simple() == Some(DrawReason::InsufficientMaterial))
        };
        is_dead => {
            let found = chain.last().calc_draw_simple() == Some(DrawReason::InsufficientMaterial);
            Reply::proof_of(true, found, "it looks at the pieces only, and says so")
        };
        ended => Native(chain.outcome().map_or("play-on".to_owned(), ended));
        may_claim(ground, written) => {
            if let Some(uci) = written {
                let Ok(next) = chain.last().make_move(make::Uci(uci)) else {
                    return Composed(false);
                };
                let right = match ground {
                    Some("fifty") => next.raw().move_counter >= 100,
                    _ => count(chain, &next) + 1 >= 3,
                };
                return Composed(right && !chain.is_finished());
            }
            let outcome = if chain.is_finished() { None } else { chain.calc_outcome() };
            let claimable = outcome.filter(|outcome| !outcome.passes(OutcomeFilter::Strict));
            Native(match (claimable, ground) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(outcome), Some("threefold")) => outcome == Outcome::Draw(DrawReason::Repeat3),
                // If both grounds apply, the library reports the repetition.
                (Some(_), Some(_)) => chain.last().calc_draw_simple() == Some(DrawReason::Moves50),
            })
        };
        is_draw => Native(matches!(chain.calc_outcome(), Some(Outcome::Draw(_))));
        occurrences => Composed(count(chain, chain.last()));
        is_same_as(ply) => Native(after(chain, ply).is_some_and(|earlier| {
            earlier.zobrist_hash() == chain.last().zobrist_hash()
        }));
        halfmove_clock => Native(chain.last().raw().move_counter.into());
        san => {
            let before = chain.len().checked_sub(1).and_then(|ply| Some((ply, after(chain, ply)?)));
            match before.map(|(ply, before)| chain.get(ply).styled(&before, Style::San)) {
                None => Reply::Unsupported("no move has been played".into()),
                Some(Ok(text)) => Native(text.to_string()),
                Some(Err(error)) => Reply::Unsupported(error.to_string()),
            }
        };
        read_san(text) => {
            Native(Move::from_san(text, chain.last()).ok().map(|read| read.to_string()))
        };
        read_uci(text) => {
            Native(Move::from_uci_legal(text, chain.last()).ok().map(|read| read.to_string()))
        };
        fen => Native(chain.last().as_fen());
    }
}
