//! What every implementation has to keep to, whoever is right: no answer is known beforehand, two
//! answers of the same implementation are compared.

use super::{Played, disagreement::line};
use crate::{
    adapter::{Implementation, Reference, Said},
    board::{Placement, Role, Square},
    catalogue::{Answer, Question},
    position::{CastlingRights, Move, Position, Setup},
    rules::{Decision, Ground, RuleSet},
};

/// Two answers of one implementation that cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{law}, but not at the end of {:?} from {}: {one} and {other}", game.moves, game.start)]
pub struct Broken {
    /// What should hold.
    pub law: &'static str,
    /// The game at the end of which it does not.
    pub game: Box<Played>,
    /// What is said on one side.
    pub one: String,
    /// What is said on the other.
    pub other: String,
}

/// Checks every law at the end of a game; a question that is not answered breaks none.
///
/// # Errors
///
/// The first law that is broken.
pub fn check_laws(whom: &dyn Implementation, game: &Played) -> Result<(), Broken> {
    let laws = Laws { whom, rule_set: whom.about().rule_set, game };
    laws.colours_have_equal_rules()?;
    laws.sides_of_the_board_have_equal_rules()?;
    laws.a_cycle_adds_one_occurrence()?;
    laws.dead_stays_dead()?;
    laws.a_written_claim_is_the_claim_after_it()?;
    laws.moves_are_written_apart()
}

struct Laws<'a> {
    whom: &'a dyn Implementation,
    rule_set: RuleSet,
    game: &'a Played,
}

/// Questions whose answers do not name a square or a colour.
const PLAIN: [Question; 9] = [
    Question::Check,
    Question::Checkmate,
    Question::Stalemate,
    Question::InsufficientMaterial,
    Question::Claimable,
    Question::Claim(Ground::Threefold, None),
    Question::Claim(Ground::Fifty, None),
    Question::Occurrences,
    Question::HalfmoveClock,
];

impl Laws<'_> {
    /// With colours exchanged the same is true.
    fn colours_have_equal_rules(&self) -> Result<(), Broken> {
        let moves: Vec<Move> = self.game.moves.iter().map(|one| one.flip()).collect();
        let flipped = self.game.start.flip();
        self.mirrored("colours have equal rules", &flipped, &moves, Move::flip)
    }

    /// Seen in a mirror the same is true, unless somebody may castle.
    fn sides_of_the_board_have_equal_rules(&self) -> Result<(), Broken> {
        let setup = self.game.start.setup();
        if setup.castling != CastlingRights::NONE {
            return Ok(());
        }
        let Ok(start) = Position::new(&mirror_setup(&setup)) else { return Ok(()) };
        let moves: Vec<Move> = self.game.moves.iter().copied().map(mirror_move).collect();
        self.mirrored("both sides of the board have equal rules", &start, &moves, mirror_move)
    }

    fn mirrored(
        &self,
        law: &'static str,
        start: &Position,
        moves: &[Move],
        back: impl Fn(Move) -> Move,
    ) -> Result<(), Broken> {
        for question in PLAIN {
            let one = self.ask(&self.game.start, &self.game.moves, &question);
            let other = self.ask(start, moves, &question);
            self.same(law, one, other)?;
        }
        let legal = self.ask(&self.game.start, &self.game.moves, &Question::LegalMoves);
        let other = match self.ask(start, moves, &Question::LegalMoves) {
            Some(Answer::Moves(moves)) => {
                let mut moves: Vec<Move> = moves.into_iter().map(back).collect();
                moves.sort_unstable();
                Some(Answer::Moves(moves))
            }
            other => other,
        };
        self.same(law, legal, other)
    }

    /// A cycle of four plies that changes nothing leads to the same position, once more.
    fn a_cycle_adds_one_occurrence(&self) -> Result<(), Broken> {
        let Some(cycle) = self.cycle() else { return Ok(()) };
        let moves = [&self.game.moves[..], &cycle].concat();
        let before = self.ask(&self.game.start, &self.game.moves, &Question::Occurrences);
        let after = self.ask(&self.game.start, &moves, &Question::Occurrences);
        let more = before.map(|before| match before {
            Answer::Count(count) => Answer::Count(count + 1),
            other => other,
        });
        self.same("a cycle adds one occurrence", more, after)?;
        let same = Question::SameAs(self.game.moves.len());
        let (is_same, right) = (self.ask(&self.game.start, &moves, &same), Answer::Is(true));
        self.same("what comes again is the same", is_same, Some(right))
    }

    /// From a dead position every legal move leads to a dead one.
    fn dead_stays_dead(&self) -> Result<(), Broken> {
        for question in [Question::Dead, Question::InsufficientMaterial] {
            let dead = self.ask(&self.game.start, &self.game.moves, &question);
            if dead != Some(Answer::Is(true)) {
                continue;
            }
            for legal in self.end().legal_moves() {
                let moves = [&self.game.moves[..], &[legal]].concat();
                let after = self.ask(&self.game.start, &moves, &question);
                self.same("what is dead stays dead", dead.clone(), after)?;
            }
        }
        Ok(())
    }

    /// A claim with a written move is right if the opponent could claim after it.
    fn a_written_claim_is_the_claim_after_it(&self) -> Result<(), Broken> {
        for ground in Ground::ALL {
            for written in self.end().legal_moves().into_iter().take(4) {
                let moves = [&self.game.moves[..], &[written]].concat();
                // If the move ends the game, there is nothing left to claim after it.
                if self.is_over(&self.game.moves) || self.is_over(&moves) {
                    continue;
                }
                let question = Question::Claim(ground, Some(written));
                let ahead = self.ask(&self.game.start, &self.game.moves, &question);
                let after = self.ask(&self.game.start, &moves, &Question::Claim(ground, None));
                self.same("a written claim is the claim after it", ahead, after)?;
            }
        }
        Ok(())
    }

    /// No two legal moves are written alike.
    fn moves_are_written_apart(&self) -> Result<(), Broken> {
        let mut texts: Vec<Answer> = Vec::new();
        for legal in self.end().legal_moves() {
            let moves = [&self.game.moves[..], &[legal]].concat();
            let Some(text) = self.ask(&self.game.start, &moves, &Question::San) else { break };
            if texts.contains(&text) {
                return Err(Broken {
                    law: "no two moves are written alike",
                    game: Box::new(self.game.clone()),
                    one: text.to_string(),
                    other: legal.to_string(),
                });
            }
            texts.push(text);
        }
        Ok(())
    }

    /// Two moves out and two moves back, if there are such that lose no right.
    ///
    /// A right to capture in passing is lost by any move, so there is none where there is one.
    fn cycle(&self) -> Option<[Move; 4]> {
        let end = self.end();
        if end.en_passant().is_some() {
            return None;
        }
        let quiet = |position: &Position| {
            let pawns = position.placement().role(Role::Pawn);
            let moves = position.legal_moves().into_iter();
            let is_quiet = |one: &Move| position.at(one.to).is_none() && !pawns.contains(one.from);
            moves.filter(is_quiet).collect::<Vec<Move>>()
        };
        let back = |one: Move| Move::new(one.to, one.from);
        quiet(&end).into_iter().take(8).find_map(|out| {
            let first = end.after(out);
            quiet(&first).into_iter().take(8).find_map(|reply| {
                let cycle = [out, reply, back(out), back(reply)];
                let walk = |position: Position, &one: &Move| position.play(one).ok();
                let again = cycle.iter().try_fold(end, walk)?;
                again.same_position(&end).then_some(cycle)
            })
        })
    }

    fn end(&self) -> Position {
        self.game.positions().last().unwrap_or(self.game.start)
    }

    /// Whether the men or the count have ended the game.
    fn is_over(&self, moves: &[Move]) -> bool {
        let line = line(self.rule_set, self.game.start.setup(), moves);
        let Ok(walk) = Reference.walk(&line) else { return true };
        let said = walk.ask(&Question::Ruling);
        matches!(said, Said::Answer { answer: Answer::Ruling(Decision::Over(_)), .. })
    }

    /// The answer, if there is one.
    fn ask(&self, start: &Position, moves: &[Move], question: &Question) -> Option<Answer> {
        let walk = self.whom.walk(&line(self.rule_set, start.setup(), moves)).ok()?;
        match walk.ask(question) {
            Said::Answer { answer, .. } => Some(answer),
            _ => None,
        }
    }

    /// That two answers are the same, if both are given.
    fn same(
        &self,
        law: &'static str,
        one: Option<Answer>,
        other: Option<Answer>,
    ) -> Result<(), Broken> {
        match (one, other) {
            (Some(one), Some(other)) if one != other => Err(Broken {
                law,
                game: Box::new(self.game.clone()),
                one: one.to_string(),
                other: other.to_string(),
            }),
            _ => Ok(()),
        }
    }
}

fn mirror_square(square: Square) -> Square {
    Square::from_index(square.index() ^ 7)
}

fn mirror_move(one: Move) -> Move {
    Move { from: mirror_square(one.from), to: mirror_square(one.to), ..one }
}

fn mirror_setup(setup: &Setup) -> Setup {
    let mut placement = Placement::EMPTY;
    for (square, man) in setup.placement.iter() {
        placement.put(mirror_square(square), man);
    }
    Setup { placement, en_passant: setup.en_passant.map(mirror_square), ..*setup }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::properties::{random_game, shuffling_game};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_reference_keeps_to_the_laws(game in prop_oneof![random_game(30), shuffling_game(30)]) {
            prop_assert_eq!(check_laws(&Reference, &game), Ok(()));
        }
    }
}
