//! Making a disagreement small in chess terms: fewer plies, fewer men, nothing special that does not
//! matter, and the same diagnosis.

use super::{Disagreement, disagreement::line};
use crate::{
    adapter::Implementation,
    board::Role,
    catalogue::Question,
    position::{CastlingRights, Move, Position, Setup},
};

/// How many lines are tried before what has been found is good enough.
const ATTEMPTS: usize = 4000;

/// The smallest disagreement with the same diagnosis that is found by small steps.
///
/// `known` says of a disagreement that it is known already; it is then no step.
pub fn shrink(
    library: &dyn Implementation,
    found: Disagreement,
    known: &dyn Fn(&Disagreement) -> bool,
) -> Disagreement {
    let mut shrinking = Shrinking { library, known, attempts: ATTEMPTS, smallest: found };
    while shrinking.step() && shrinking.attempts > 0 {}
    shrinking.smallest
}

struct Shrinking<'a> {
    library: &'a dyn Implementation,
    known: &'a dyn Fn(&Disagreement) -> bool,
    attempts: usize,
    smallest: Disagreement,
}

impl Shrinking<'_> {
    /// Takes the first step that makes it smaller; `false` if there is none.
    fn step(&mut self) -> bool {
        let (setup, moves) = (self.smallest.line.setup, self.smallest.moves());
        self.later_start(&setup, &moves)
            || self.fewer_plies(&setup, &moves)
            || self.simpler_setups(&setup).any(|simpler| self.shows(simpler, &moves))
    }

    /// The same game, with a later position as its start.
    fn later_start(&mut self, setup: &Setup, moves: &[Move]) -> bool {
        let Ok(start) = Position::new(setup) else { return false };
        let mut later: Vec<(Setup, &[Move])> = Vec::new();
        let mut position = start;
        for (ply, &played) in moves.iter().enumerate() {
            position = position.after(played);
            later.push((position.setup(), &moves[ply + 1..]));
        }
        later.into_iter().rev().any(|(setup, rest)| self.shows(setup, rest))
    }

    /// The same start, with some plies left out, or with the last ones left out.
    fn fewer_plies(&mut self, setup: &Setup, moves: &[Move]) -> bool {
        for width in (1..=moves.len()).rev() {
            for from in 0..=moves.len() - width {
                let mut fewer = moves.to_vec();
                fewer.drain(from..from + width);
                if self.shows(*setup, &fewer) {
                    return true;
                }
            }
        }
        false
    }

    /// The same setup with a man less, a weaker man, no rights, or younger clocks.
    fn simpler_setups(&self, setup: &Setup) -> impl Iterator<Item = Setup> + use<> {
        let setup = *setup;
        let without = setup.placement.iter().filter(|(_, man)| man.role != Role::King);
        let fewer_men: Vec<Setup> = without
            .map(|(square, _)| {
                let mut fewer = setup;
                fewer.placement.remove(square);
                fewer
            })
            .collect();
        let no_rights = Setup { castling: CastlingRights::NONE, ..setup };
        let fewer_rights = setup.castling.iter().map(|(color, wing)| {
            let mut fewer = setup;
            fewer.castling.remove(color, wing);
            fewer
        });
        let no_passing = Setup { en_passant: None, ..setup };
        let young = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup };
        let first = Setup { fullmove_number: 1, ..setup };
        let others: Vec<Setup> = [no_rights]
            .into_iter()
            .chain(fewer_rights)
            .chain([no_passing, young, first])
            .filter(|other| *other != setup)
            .collect();
        fewer_men.into_iter().chain(others)
    }

    /// Whether the same shows here; it is kept then.
    fn shows(&mut self, setup: Setup, moves: &[Move]) -> bool {
        for question in alike(&self.smallest.question, moves.len()) {
            if self.attempts == 0 {
                return false;
            }
            self.attempts -= 1;
            let line = line(self.smallest.line.rule_set, setup, moves);
            let found = Disagreement::at(self.library, line, question);
            if let Some(found) = found.filter(|found| self.is_same(found)) {
                self.smallest = found;
                return true;
            }
        }
        false
    }

    fn is_same(&self, found: &Disagreement) -> bool {
        found.difference == self.smallest.difference && !(self.known)(found)
    }
}

/// The questions of the same kind: an earlier position may have another number in a shorter line.
fn alike(question: &Question, plies: usize) -> Vec<Question> {
    match question {
        Question::SameAs(_) => (0..plies).map(Question::SameAs).collect(),
        other => vec![other.clone()],
    }
}
