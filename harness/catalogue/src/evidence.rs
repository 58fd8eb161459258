//! Checks that proofs back every answer of a case that depends on who can mate, and that the proofs hold.

use std::fmt;

use super::{Case, MateProof, Problem};
use crate::question::{Answer, Expectation, GameQuestion, MaterialQuestion, Question};
use lawbook::{
    board::Color,
    position::Position,
    rules::{
        Act, DeadPosition, Decision, FlagDraw, IllegalLossDraw, Manner, Outcome, RuleSet,
        Termination, TimeControl,
    },
};

/// A claim about which side can mate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MateClaim {
    Can(Color),
    Cannot(Color),
    SomebodyCan,
}

/// A claim about the position after this number of plies.
type NeededProof = (usize, MateClaim);

/// Reports claims that the answers of a case depend on without a proof, and proofs that do not hold.
pub(super) fn evidence(case: &Case, problems: &mut Vec<Problem>) {
    let positions = case.positions();
    let claims = claims(case, positions.len().saturating_sub(1));
    for &(ply, claim) in &claims {
        let shown = claim.sides().iter().any(|&side| match case.proof(side) {
            Some(MateProof::Line(from, _)) => claim.is_can() && *from >= ply,
            Some(kind) => !claim.is_can() && kind.rules_out(&positions[ply], side),
            None => false,
        });
        if !shown {
            let message = format!("{:?} assumes that {claim}, but no \"proof\" shows it", case.id);
            problems.push(case.problem(message, &suggestion(&positions[ply..], claim)));
        }
    }
    for (side, proof) in &case.proofs {
        let is_checked = claims.iter().any(|&(_, claim)| claim == MateClaim::Cannot(*side));
        let holds = || positions.last().is_some_and(|end| proof.rules_out(end, *side));
        if !matches!(proof, MateProof::Line(..)) && !is_checked && !holds() {
            let message =
                format!("the proof that {side} cannot mate in {:?} does not hold", case.id);
            problems.push(case.problem(message, "a proof that holds, or none"));
        }
    }
}

/// Returns the proof that the solver finds for the first of these positions, as text to put into the case.
fn suggestion(positions: &[Position], claim: MateClaim) -> String {
    let find = |&side: &Color| {
        let proof = MateProof::find(&positions[0], side)?;
        Some(format!("\"{}: {}\"", side.name().to_lowercase(), proof.write(positions)))
    };
    let found: Vec<String> = claim.sides().iter().filter_map(find).collect();
    if found.is_empty() { "a proof of it".to_owned() } else { found.join(" or ") }
}

impl MateClaim {
    /// Returns the sides whose ability to mate the claim is about.
    fn sides(&self) -> &[Color] {
        match self {
            MateClaim::Can(side) | MateClaim::Cannot(side) => std::slice::from_ref(side),
            MateClaim::SomebodyCan => &Color::ALL,
        }
    }

    fn is_can(self) -> bool {
        !matches!(self, MateClaim::Cannot(_))
    }
}

/// Returns the claims that the answers depend on, under all rule sets of the case.
fn claims(case: &Case, end: usize) -> Vec<NeededProof> {
    let mut claims = Vec::new();
    for rule_set in case.rule_sets.iter() {
        for expected in case.expected_under(rule_set) {
            let Expectation::Exactly(answer) = &expected.right else { continue };
            for claim in of_answer(case, end, rule_set, &expected.question, answer) {
                if !claims.contains(&claim) {
                    claims.push(claim);
                }
            }
        }
    }
    claims
}

fn of_answer(
    case: &Case,
    end: usize,
    rule_set: RuleSet,
    question: &Question,
    answer: &Answer,
) -> Vec<NeededProof> {
    let dead = || Color::ALL.map(|side| (end, MateClaim::Cannot(side))).to_vec();
    let general = rule_set.dead_position().value == DeadPosition::General;
    if let Question::Material(question) = question
        && let Answer::Is(is) = answer
    {
        match question {
            MaterialQuestion::Dead if *is => dead(),
            MaterialQuestion::Dead => vec![(end, MateClaim::SomebodyCan)],
            MaterialQuestion::CanMate { side } if *is => vec![(end, MateClaim::Can(*side))],
            MaterialQuestion::CanMate { side } => vec![(end, MateClaim::Cannot(*side))],
            // Decided by enumerating all placements of the pieces, so this answer needs no written proof.
            MaterialQuestion::Insufficient => Vec::new(),
        }
    } else if let Question::Game(GameQuestion::Ruling) = question
        && let Answer::Ruling(decision) = answer
    {
        match decision {
            Decision::PlayOn if general && is_mistaken(case) => {
                vec![(end, MateClaim::SomebodyCan)]
            }
            Decision::Over(outcome) if outcome.by == Termination::DeadPosition && general => dead(),
            Decision::Over(outcome) => {
                claim_of_loss(case, rule_set, *outcome).into_iter().collect()
            }
            _ => Vec::new(),
        }
    } else {
        Vec::new()
    }
}

/// Whether a mistake of the case considers the position dead.
fn is_mistaken(case: &Case) -> bool {
    let dead = Decision::Over(Outcome::draw(Termination::DeadPosition));
    let dead = Expectation::Exactly(Answer::Ruling(dead));
    case.mistakes.iter().flat_map(|mistake| &mistake.expected).any(|wrong| wrong.right == dead)
}

/// Returns the claim that the result after a flag fall, a resignation or illegal moves depends on: that the winner can
/// mate, or, for a draw, that the opponent of the loser cannot.
fn claim_of_loss(
    case: &Case,
    rule_set: RuleSet,
    Outcome { winner, by }: Outcome,
) -> Option<NeededProof> {
    let may_draw = rule_set.flag_draw().value == FlagDraw::NoSeries;
    let (rests_on_mate, loser): (bool, fn(&Act) -> Option<Color>) = match by {
        Termination::Time if rule_set.flag_is_seen().value => (may_draw, whose_flag_falls),
        Termination::Time => (may_draw, whose_flag_is_noticed),
        Termination::Resignation => {
            (rule_set.resignation_may_draw().value && may_draw, who_resigns)
        }
        Termination::IllegalMoves => {
            let may_draw = match rule_set.illegal_loss_draw().value {
                IllegalLossDraw::NoSeries => true,
                IllegalLossDraw::NoSeriesInBlitz => case.event.time == TimeControl::Blitz,
                IllegalLossDraw::Never | IllegalLossDraw::LoneMinor => false,
            };
            (may_draw, who_breaks_the_rules)
        }
        _ => return None,
    };
    if !rests_on_mate {
        return None;
    }
    let mut acts =
        case.acts.iter().enumerate().filter_map(|(place, act)| Some((place, loser(act)?)));
    // The first flag fall or resignation ends the game, but only the last of several illegal moves does.
    let (place, loser) =
        if by == Termination::IllegalMoves { acts.next_back() } else { acts.next() }?;
    let ply = case.acts[..=place].iter().filter(|act| act.played().is_some()).count();
    let may_be_agreed = by == Termination::Time
        && rule_set.flag_takes_offer().value
        && case.acts.contains(&Act::Offer { by: !loser });
    match winner {
        Some(winner) => Some((ply, MateClaim::Can(winner))),
        None if may_be_agreed => None,
        None => Some((ply, MateClaim::Cannot(!loser))),
    }
}

/// Returns the player whose flag falls, if the arbiter watches the clocks: a fall that the players miss counts too.
fn whose_flag_falls(act: &Act) -> Option<Color> {
    let unnoticed = if let Act::FlagFallsUnnoticed { by } = *act { Some(by) } else { None };
    unnoticed.or_else(|| whose_flag_is_noticed(act))
}

fn whose_flag_is_noticed(act: &Act) -> Option<Color> {
    if let Act::FlagFalls { by } | Act::FlagNoticed { by } = *act { Some(by) } else { None }
}

fn who_resigns(act: &Act) -> Option<Color> {
    if let Act::Resign { by } = *act { Some(by) } else { None }
}

/// Returns the player of an illegal move, or of a legal move made in an illegal way.
fn who_breaks_the_rules(act: &Act) -> Option<Color> {
    if let Act::Illegal { by, .. }
    | Act::FoundIllegal { by, .. }
    | Act::LeavePawn { by, .. }
    | Act::MoveOnly { by, how: Manner::WithTwoHands, .. }
    | Act::Press { by } = *act
    {
        Some(by)
    } else {
        None
    }
}

impl fmt::Display for MateClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MateClaim::Can(side) => write!(f, "{side} can mate"),
            MateClaim::Cannot(side) => write!(f, "{side} cannot mate"),
            MateClaim::SomebodyCan => write!(f, "one of the two can mate"),
        }
    }
}
