//! Compares the verdicts of the solver and of chasolver, and decides which of them is wrong.

use lawbook::{
    board::{Color, Role},
    dead::{
        self, Certificate, DEFAULT_LIMIT, Winnable,
        check::{check_certificate, check_helpmate},
    },
    position::{Position, Setup},
};
use lawbook_linked::chasolver::{ChasolverPosition, Opinion};
use serde::Serialize;

use crate::positions::word;

/// Results for all positions.
#[derive(Default, Serialize)]
pub(super) struct Tally {
    positions: usize,
    /// Number of sides that cannot mate, of those among them that have mating material, and of positions where neither
    /// side can mate.
    unwinnable: usize,
    beyond_material: usize,
    dead: usize,
    /// Number of positions that chasolver rejects.
    refused: usize,
    /// Number of sides that chasolver left undetermined, and the sides that the solver did.
    chasolver_undetermined: usize,
    undetermined: Vec<Open>,
    differences: Vec<Difference>,
}

/// A side that the solver left undetermined.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    fen: String,
    side: &'static str,
    chasolver: &'static str,
}

/// A side whose verdicts by the solver and by chasolver differ, or that lacks valid evidence from one of them.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Difference {
    fen: String,
    side: &'static str,
    ours: &'static str,
    chasolver: &'static str,
    decision: String,
    /// A position with fewer pieces that shows the same.
    reduced: String,
}

impl Tally {
    pub(super) fn add(&mut self, position: &Position) {
        self.positions += 1;
        let Ok(peer) = ChasolverPosition::new(position) else {
            self.refused += 1;
            return;
        };
        let mut unwinnable = 0;
        for side in Color::ALL {
            let said = Verdicts::new(position, &peer, side);
            let (ours, opinion) = (said.ours.decided(), &said.opinion);
            if let Winnable::No(why) = &said.ours {
                unwinnable += 1;
                self.beyond_material += usize::from(*why != Certificate::Material);
            }
            self.chasolver_undetermined += usize::from(*opinion == Opinion::Undetermined);
            let (fen, side) = (position.to_string(), side.name());
            if ours.is_none() {
                let chasolver = word(opinion.verdict());
                self.undetermined.push(Open { fen: fen.clone(), side, chasolver });
            }
            if let Some(decision) = said.decide(position) {
                self.differences.push(Difference {
                    fen,
                    side,
                    ours: word(ours),
                    chasolver: word(opinion.verdict()),
                    decision,
                    reduced: reduce(position, said.side).to_string(),
                });
            }
        }
        self.unwinnable += unwinnable;
        self.dead += usize::from(unwinnable == 2);
    }

    pub(super) fn merge(&mut self, mut other: Tally) {
        self.positions += other.positions;
        self.unwinnable += other.unwinnable;
        self.beyond_material += other.beyond_material;
        self.dead += other.dead;
        self.refused += other.refused;
        self.chasolver_undetermined += other.chasolver_undetermined;
        self.undetermined.append(&mut other.undetermined);
        self.differences.append(&mut other.differences);
    }

    /// Sorts the results, so that they do not depend on the threads.
    pub(super) fn sort(&mut self) {
        self.undetermined.sort();
        self.undetermined.dedup();
        self.differences.sort();
        self.differences.dedup();
    }

    pub(super) fn is_clean(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Verdicts of the solver and of chasolver on a side.
struct Verdicts {
    side: Color,
    ours: Winnable,
    opinion: Opinion,
}

impl Verdicts {
    fn new(position: &Position, peer: &ChasolverPosition, side: Color) -> Verdicts {
        let (ours, _) = dead::search(position, side, DEFAULT_LIMIT);
        Verdicts { side, ours, opinion: peer.can_mate(side) }
    }

    /// Decides which of the two is wrong; `None` if there is nothing to decide. A mating line that replays is decisive.
    /// Without one the certificate is checked, and if it is invalid, an exhaustive search decides.
    fn decide(&self, position: &Position) -> Option<String> {
        let replays = |line: &[_]| check_helpmate(position, self.side, line);
        let peer_mates = self.opinion.line().is_some_and(|line| replays(&line));
        let differ = matches!(
            (self.ours.decided(), self.opinion.verdict()),
            (Some(ours), Some(theirs)) if ours != theirs
        );
        if let Opinion::Panicked(message) = &self.opinion {
            return Some(format!("chasolver panicked: {message}"));
        }
        let says = if self.ours.line().is_some_and(|line| !replays(line)) {
            "lawbook is wrong: its line does not end in mate"
        } else if matches!(self.opinion, Opinion::Yes(_)) && !peer_mates {
            "chasolver is wrong: its line does not end in mate"
        } else if differ && self.ours.line().is_some() {
            "chasolver is wrong: the mate found by lawbook can be replayed"
        } else {
            let evidence = self.ours.certificate()?;
            let holds = |why| check_certificate(position, self.side, why);
            if differ && peer_mates {
                "lawbook is wrong: the mate found by chasolver can be replayed"
            } else if holds(evidence) {
                return None;
            } else if holds(&Certificate::Exhausted(Vec::new())) {
                "the evidence of lawbook does not hold, but there is no mate"
            } else {
                "the evidence of lawbook does not hold"
            }
        };
        Some(says.to_owned())
    }
}

/// Reduces a disagreement to a position with as few pieces as possible.
fn reduce(position: &Position, side: Color) -> Position {
    let mut at = *position;
    'again: loop {
        let pieces = at.placement().occupied() - at.placement().role(Role::King);
        for square in pieces {
            let mut setup = Setup { en_passant: None, ..at.setup() };
            setup.placement.remove(square);
            let Ok(next) = Position::from_playable(&setup) else { continue };
            let Ok(peer) = ChasolverPosition::new(&next) else { continue };
            if Verdicts::new(&next, &peer, side).decide(&next).is_some() {
                at = next;
                continue 'again;
            }
        }
        return at;
    }
}

pub(super) fn text(tally: &Tally) -> String {
    let Tally { positions, unwinnable, beyond_material, dead, .. } = tally;
    let Tally { refused, chasolver_undetermined, .. } = tally;
    let mut text = format!(
        "{positions} positions: {unwinnable} sides cannot mate, {beyond_material} of them with \
         mating material; {dead} positions are dead\n\
         undetermined: {} sides by lawbook, {chasolver_undetermined} by chasolver; {refused} positions not accepted \
         by chasolver\n",
        tally.undetermined.len(),
    );
    for Open { fen, side, chasolver } in &tally.undetermined {
        text.push_str(&format!(
            "\nundetermined by lawbook: {side} in {fen}\n  chasolver: {chasolver}\n"
        ));
    }
    for Difference { fen, side, ours, chasolver, decision, reduced } in &tally.differences {
        text.push_str(&format!(
            "\nDIFFERENT: {side} in {fen}\n  lawbook {ours}, chasolver {chasolver}\n  {decision}\n  \
             reduced: {reduced}\n"
        ));
    }
    text.push_str(&format!("\n{} differences\n", tally.differences.len()));
    text
}
