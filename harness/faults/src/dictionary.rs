//! The fault dictionary: the wrong answers that each fault predicts to the questions of the cases.

use std::collections::{BTreeMap, BTreeSet};

use lawbook::{
    position::{Move, Position},
    rules::{Act, RuleSet},
};
use lawbook_catalogue::{
    Case,
    adapter::{Implementation, Response, Scenario},
    question::{Answer, Expectation, Expected, Moment, Question},
};

use super::{Fault, Memory, mutation::Shows, parallel::on_all_processors};
use lawbook_gate::beyond;

/// The difference of an answer from the right one, as far as it shows the mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongAnswer {
    /// The items that are missing from a list or too many, sorted. Each is marked if it is one too many.
    List(Vec<(bool, String)>),
    /// The whole answer.
    Answer(Answer),
    /// A legal move is refused; the move, if it is known.
    MoveRefused(Option<Move>),
    /// A setup is refused.
    SetupRefused,
}

impl WrongAnswer {
    /// Returns what is wrong with the response to a question; `None` if it is right, says nothing, or is a failure that
    /// shows no mistake. `legal` returns the legal moves in the position of the question.
    pub fn of(
        expected: &Expected,
        response: &Response,
        legal: impl FnOnce() -> Vec<Move>,
    ) -> Option<WrongAnswer> {
        let answer = match response {
            Response::Answer { answer, .. } => answer,
            Response::MoveRefused(message) => {
                let mut words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
                return Some(WrongAnswer::MoveRefused(words.find_map(|word| word.parse().ok())));
            }
            Response::SetupRefused(_) => return Some(WrongAnswer::SetupRefused),
            Response::Silent(_)
            | Response::Unsupported(_)
            | Response::Panicked(_)
            | Response::Crashed(_)
            | Response::TimedOut(_)
            | Response::ProtocolError(_) => return None,
        };
        if expected.right.is_satisfied_by(answer) != Some(false) {
            return None;
        }
        let differences = match (&expected.right, answer) {
            (Expectation::Exactly(Answer::Moves(right)), Answer::Moves(moves)) => {
                differences(right, moves)
            }
            (Expectation::Among(wanted), Answer::Moves(moves)) => missing(wanted, moves),
            (Expectation::NotAmong(none), Answer::Moves(moves)) => {
                let found = none.iter().filter(|one| moves.contains(one));
                sorted(found.map(|one| (true, one.to_string())).collect())
            }
            (Expectation::Number(_), Answer::Moves(moves)) => differences(&legal(), moves),
            (Expectation::Exactly(Answer::Squares(right)), Answer::Squares(squares)) => {
                differences(right, squares)
            }
            (Expectation::Exactly(Answer::Pairs(right)), Answer::Pairs(pairs)) => {
                let words = |pairs: &[(_, _)]| -> Vec<String> {
                    pairs.iter().map(|(one, other)| format!("{one}-{other}")).collect()
                };
                differences(&words(right), &words(pairs))
            }
            _ => Vec::new(),
        };
        Some(match differences.is_empty() {
            true => WrongAnswer::Answer(answer.clone()),
            false => WrongAnswer::List(differences),
        })
    }

    /// Returns which differences of `own` a fault explains that predicts this answer, as bits; none if it explains nothing.
    pub fn explained_of(&self, own: &WrongAnswer) -> u128 {
        match (self, own) {
            _ if !self.explains(own) => 0,
            (WrongAnswer::List(predicted), WrongAnswer::List(own)) => {
                let places = own.iter().enumerate().filter(|(_, one)| predicted.contains(one));
                places.fold(0, |bits, (place, _)| bits | bit(place))
            }
            _ => 1,
        }
    }

    /// Returns all differences from the right answer, as bits.
    pub fn all_differences(&self) -> u128 {
        match self {
            WrongAnswer::List(items) => (0..items.len()).fold(0, |bits, place| bits | bit(place)),
            WrongAnswer::Answer(_) | WrongAnswer::MoveRefused(_) | WrongAnswer::SetupRefused => 1,
        }
    }

    /// Returns whether a fault that predicts this answer explains `own`, or a part of its differences.
    fn explains(&self, own: &WrongAnswer) -> bool {
        match (self, own) {
            (WrongAnswer::List(predicted), WrongAnswer::List(own)) => {
                predicted.iter().all(|one| own.contains(one))
            }
            (WrongAnswer::Answer(predicted), WrongAnswer::Answer(own)) => {
                predicted.is_satisfied_by(own) == Some(true)
            }
            (WrongAnswer::MoveRefused(Some(predicted)), WrongAnswer::MoveRefused(Some(own))) => {
                predicted == own
            }
            (WrongAnswer::MoveRefused(_), WrongAnswer::MoveRefused(_))
            | (WrongAnswer::SetupRefused, WrongAnswer::SetupRefused) => true,
            _ => false,
        }
    }
}

/// Returns the bit of an item of a list. The last one stands for all the items beyond it.
fn bit(place: usize) -> u128 {
    1 << place.min(127)
}

/// Returns the items that are missing from a list or too many.
fn differences<T: PartialEq + Clone + ToString>(right: &[T], says: &[T]) -> Vec<(bool, String)> {
    let extra = beyond(says, right).into_iter().map(|one| (true, one.to_string()));
    sorted(missing(right, says).into_iter().chain(extra).collect())
}

fn missing<T: PartialEq + Clone + ToString>(right: &[T], says: &[T]) -> Vec<(bool, String)> {
    let missing = beyond(right, says).into_iter();
    sorted(missing.map(|one| (false, one.to_string())).collect())
}

fn sorted(mut items: Vec<(bool, String)>) -> Vec<(bool, String)> {
    items.sort_unstable();
    items.dedup();
    items
}

/// The predictions for the questions of one case under one rule set.
#[derive(Default)]
struct Page {
    questions: Vec<PredictedQuestion>,
    /// The faults that have been looked at.
    faults: BTreeSet<usize>,
}

/// A question with the wrong answers to it, each with the places of the faults that predict it.
struct PredictedQuestion {
    expected: Expected,
    wrong: Predictions,
}

/// Wrong answers to one question, each with the places of the faults that predict it.
type Predictions = Vec<(WrongAnswer, Vec<usize>)>;

/// The wrong answers that faults predict. They are computed when they are needed, in parallel.
pub struct Dictionary {
    faults: Vec<&'static Fault>,
    pages: BTreeMap<(String, RuleSet), Page>,
}

impl Dictionary {
    /// Creates the dictionary of all faults, without predictions: those written by hand first, then the grid.
    pub fn all() -> Dictionary {
        let faults = super::all().chain(super::grid()).collect();
        Dictionary { faults, pages: BTreeMap::new() }
    }

    /// Returns the faults, by their places.
    pub fn faults(&self) -> &[&'static Fault] {
        &self.faults
    }

    /// Computes the predictions of all faults for cases under a rule set. Returns each question with the wrong answers to it
    /// and the faults that lead to them.
    pub fn predictions<'d>(
        &'d mut self,
        cases: &[&'d Case],
        rule_set: RuleSet,
    ) -> impl Iterator<Item = (&'d Case, &'d Expected, &'d WrongAnswer, Vec<&'static Fault>)> {
        let asked: Vec<(&Case, RuleSet)> = cases.iter().map(|case| (*case, rule_set)).collect();
        self.add(&asked, &(0..self.faults.len()).collect());
        let (pages, faults) = (&self.pages, &self.faults);
        asked.into_iter().flat_map(move |(case, rule_set)| {
            let page = pages.get(&(case.id.clone(), rule_set));
            let questions = page.into_iter().flat_map(|page| &page.questions);
            questions.flat_map(move |one| {
                one.wrong.iter().map(move |(wrong, places)| {
                    let by = places.iter().map(|place| faults[*place]).collect();
                    (case, &one.expected, wrong, by)
                })
            })
        })
    }

    /// Adds the predictions of some faults for cases under rule sets.
    pub fn add(&mut self, cases: &[(&Case, RuleSet)], faults: &BTreeSet<usize>) {
        let key = |case: &Case, rule_set| (case.id.clone(), rule_set);
        let todo: Vec<(&Case, RuleSet, Vec<usize>)> = cases
            .iter()
            .filter_map(|(case, rule_set)| {
                let known = self.pages.get(&key(case, *rule_set)).map(|page| &page.faults);
                let is_new = |one: &&usize| known.is_none_or(|known| !known.contains(one));
                let new: Vec<usize> = faults.iter().filter(is_new).copied().collect();
                (!new.is_empty()).then_some((*case, *rule_set, new))
            })
            .collect();
        let work = |(case, rule_set, new): &(&Case, RuleSet, Vec<usize>)| {
            predictions(case, *rule_set, &self.faults, new)
        };
        let found = on_all_processors(&todo, work);
        for ((case, rule_set, new), questions) in todo.iter().zip(found) {
            let page = self.pages.entry(key(case, *rule_set)).or_default();
            page.faults.extend(new);
            if page.questions.is_empty() {
                page.questions = questions;
                continue;
            }
            for (old, new) in page.questions.iter_mut().zip(questions) {
                for (wrong, faults) in new.wrong {
                    note(&mut old.wrong, wrong, &faults);
                }
            }
        }
    }

    /// Returns the wrong answers to a question of a case that have been predicted, each with the places of the faults.
    pub fn wrong_answers(
        &self,
        case: &Case,
        rule_set: RuleSet,
        expected: &Expected,
    ) -> &[(WrongAnswer, Vec<usize>)] {
        let page = self.pages.get(&(case.id.clone(), rule_set));
        let mut questions = page.into_iter().flat_map(|page| &page.questions);
        questions.find(|one| one.expected == *expected).map_or(&[], |one| one.wrong.as_slice())
    }
}

/// Adds faults to those that predict a wrong answer.
fn note(all: &mut Predictions, wrong: WrongAnswer, faults: &[usize]) {
    match all.iter_mut().find(|(other, _)| *other == wrong) {
        Some((_, known)) => known.extend(faults),
        None => all.push((wrong, faults.to_vec())),
    }
}

/// Returns what these faults predict for a case.
fn predictions(
    case: &Case,
    rule_set: RuleSet,
    all: &[&'static Fault],
    faults: &[usize],
) -> Vec<PredictedQuestion> {
    let memory = Memory::default();
    let mut predicted: Vec<PredictedQuestion> = case
        .expected_under(rule_set)
        .into_iter()
        .map(|expected| PredictedQuestion { expected, wrong: Vec::new() })
        .collect();
    for moment in [Moment::End, Moment::BeforeLastAct] {
        let line = case.scenario_until(moment, rule_set);
        let mut asked: Vec<&mut PredictedQuestion> =
            predicted.iter_mut().filter(|one| one.expected.moment == moment).collect();
        let questions: Vec<Question> =
            asked.iter().map(|one| one.expected.question.clone()).collect();
        if questions.is_empty() {
            continue;
        }
        let right = memory.ask(&line, &questions);
        let scene = memory.scene(&line);
        let legal = || legal_moves(&line);
        for &place in faults {
            let mutation = &all[place].bend;
            if !mutation.may_show(&scene, &questions, Shows::Anywhere) {
                continue;
            }
            let said = mutation.ask_with_consequences(&memory, &line, &questions);
            for (one, (said, right)) in asked.iter_mut().zip(said.iter().zip(&right)) {
                if said == right {
                    continue;
                }
                if let Some(wrong) = WrongAnswer::of(&one.expected, said, legal) {
                    note(&mut one.wrong, wrong, &[place]);
                }
            }
        }
    }
    predicted
}

/// Returns the legal moves at the end of a line; none if it is not legal.
pub fn legal_moves(line: &Scenario) -> Vec<Move> {
    let Ok(start) = Position::new(&line.setup) else { return Vec::new() };
    let mut moves = line.acts.iter().filter_map(Act::played);
    let end = moves.try_fold(start, |position, played| position.play(played).ok());
    end.map_or_else(Vec::new, |position| position.legal_moves())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults_named;
    use lawbook::rules::{ClaimGround, Event};
    use lawbook_catalogue::{
        adapter::Reference,
        question::{GameQuestion, HistoryQuestion, NotationQuestion},
    };

    rows!(
        a_wrong_count_shows_in_every_question_that_depends_on_it,
        {
            let claim = |ground| GameQuestion::Claim { ground, written: None }.into();
            let questions: [Question; 10] = [
                HistoryQuestion::HalfmoveClock.into(),
                HistoryQuestion::Occurrences.into(),
                HistoryQuestion::Plies { count: 101 }.into(),
                HistoryQuestion::Occurred { times: 3 }.into(),
                HistoryQuestion::Drawn.into(),
                NotationQuestion::Fen.into(),
                claim(ClaimGround::Fifty),
                claim(ClaimGround::Threefold),
                GameQuestion::Claimable.into(),
                GameQuestion::Ruling.into(),
            ];
            let pinned = "g2g4 f4g3 d3d2 g3f4 d2d3 f4g3 d3c4 g3f4 c4d3";
        },
        for (fault, fen, moves, kinds) in [
            (
                "clock-stops-at-a-hundred",
                "8/1kN5/8/3K4/8/4B3/8/8 w - - 100 1",
                "e3d2",
                "halfmove-clock plies fen",
            ),
            (
                "fifty-plies-are-fifty-moves",
                "4k3/8/8/8/8/8/8/R3K3 w - - 60 50",
                "a1a2",
                "halfmove-clock plies drawn fen claim-fifty claimable",
            ),
            (
                "ep-right-kept-when-another-piece-can-go-there",
                "8/8/8/7Q/5q1p/3K4/6P1/7k w - - 0 1",
                pinned,
                "occurrences occurred drawn claim-threefold claimable",
            ),
            // No queen can go to the passed square.
            (
                "ep-right-kept-when-another-piece-can-go-there",
                "8/8/4q3/7Q/7p/3K4/6P1/7k w - - 0 1",
                "g2g4 e6e5 d3d2 e5e6 d2d3 e6e5 d3d2 e5e6 d2d3",
                "",
            ),
            // The fifth occurrence, which ends the game, is not seen.
            (
                "ep-right-kept-when-no-pawn-can-take",
                "4k2r/8/8/8/8/8/4P3/4K2R w - - 0 1",
                "e2e4 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1",
                "occurrences claim-threefold claimable ruling",
            ),
        ] {
            let acts = moves.split(' ').map(|text| Act::MoveAndPress { mv: text.parse().unwrap() });
            let line = Scenario {
                setup: fen.parse().unwrap(),
                acts: acts.collect(),
                rule_set: RuleSet::LATEST,
                event: Event::default(),
            };
            let fault = faults_named(fault).next().unwrap();
            let said = fault.ask(&Memory::default(), &line, &questions);
            let right = Reference::default().ask(&line, &questions);
            let pairs = questions.iter().zip(said.iter().zip(&right));
            let wrong = pairs.filter(|(_, (said, right))| said != right);
            let wrong: Vec<&str> = wrong.map(|(question, _)| question.kind()).collect();
            assert_eq!(wrong.join(" "), kinds, "{}", fault.name);
        }
    );
}
