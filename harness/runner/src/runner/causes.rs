//! Names the causes of the failing answers of a run.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{Finding, Verdict, known::unexplained};
use crate::report::{RightAnswer, prediction};
use lawbook::rules::RuleSet;
use lawbook_catalogue::{Case, Cause, question::Expected};
use lawbook_faults::Dictionary;
use lawbook_gate::{
    diagnosis::{Answered, Diagnosis, Mistake, Wrong, diagnose, explaining, kind},
    shared::{Details, shared},
};

/// Names the cause of each failing answer: a fault that explains it and others of the implementation, what the library
/// itself shows, or the kind of the question if nothing explains it.
pub(crate) fn name_causes<'v, 'k: 'v>(
    answers: impl IntoIterator<Item = (&'v Case, &'v mut Verdict<'k>)>,
) {
    let mut by_implementation: BTreeMap<usize, Vec<(&Case, &mut Verdict<'_>)>> = BTreeMap::new();
    for (case, verdict) in answers {
        by_implementation.entry(verdict.implementation).or_default().push((case, verdict));
    }
    let mut dictionary = Dictionary::all();
    for mut answers in by_implementation.into_values() {
        answers.iter_mut().filter(|(_, one)| one.fails()).for_each(|(_, one)| one.cause = None);
        let given = answers.iter().enumerate();
        let given = given.filter_map(|(place, (case, one))| Some((place, Given::of(case, one)?)));
        let (places, given): (Vec<usize>, Vec<Given<'_>>) = given.unzip();
        for Diagnosis { name, explains, .. } in diagnosed(&mut dictionary, &given) {
            for place in explains {
                answers[places[place]].1.cause = Some(Cause::Fault(name.clone()));
            }
        }
        for (_, one) in answers.iter_mut().filter(|(_, one)| one.fails() && one.cause.is_none()) {
            one.cause =
                Some(one.failure.clone().unwrap_or_else(|| unexplained(&one.expected, &one.says)));
        }
        name_shared(&mut answers);
    }
}

/// Tells of each cause other than a mistake what its answers have in common.
fn name_shared(answers: &mut [(&Case, &mut Verdict<'_>)]) {
    let kind = |one: &Verdict<'_>| -> &'static str { one.expected.question.kind() };
    let mut right: BTreeMap<&str, Vec<Details>> = BTreeMap::new();
    let mut causes: Vec<(Cause, Option<String>, Vec<usize>)> = Vec::new();
    for (place, (_, one)) in answers.iter().enumerate() {
        match &one.cause {
            Some(Cause::Fault(_)) => {}
            Some(cause) if one.fails() => {
                let group = one.details.as_ref().and_then(|details| details.group.clone());
                match causes.iter_mut().find(|(name, own, _)| name == cause && *own == group) {
                    Some((_, _, places)) => places.push(place),
                    None => causes.push((cause.clone(), group, vec![place])),
                }
            }
            _ if one.finding == Finding::Agrees => {
                right.entry(kind(one)).or_default().extend(one.details.clone());
            }
            _ => {}
        }
    }
    for (_, _, places) in causes {
        let wrong = places.iter().map(|&place| answers[place].1.details.clone());
        let kinds: BTreeSet<&str> = places.iter().map(|&place| kind(answers[place].1)).collect();
        let right = kinds.iter().filter_map(|one| right.get(one)).flatten();
        let right: Vec<Details> = right.cloned().collect();
        let wrong: Option<Vec<Details>> = wrong.collect();
        let text = wrong.and_then(|wrong| shared(&wrong, &right));
        places.iter().for_each(|&place| answers[place].1.shared.clone_from(&text));
    }
}

/// An answer that mistakes may explain, or that speaks against them.
struct Given<'a> {
    case: &'a Case,
    rule_set: RuleSet,
    expected: Expected,
    /// The difference from the right answer; none if it is right.
    wrong: Option<Wrong>,
    /// Whether it is a refusal.
    is_refusal: bool,
}

impl<'a> Given<'a> {
    /// Returns an answer; `None` if it is known, or if no mistake may cause it.
    fn of(case: &'a Case, one: &Verdict<'_>) -> Option<Given<'a>> {
        let wrong = match one.finding {
            Finding::Agrees => None,
            _ if one.fails() => Some(one.in_text.as_ref()?.wrong.clone()?),
            _ => return None,
        };
        let is_refusal = matches!(one.finding, Finding::SetupRefused | Finding::MoveRefused);
        let (rule_set, expected) = (one.rule_set, one.expected.clone());
        Some(Given { case, rule_set, expected, wrong, is_refusal })
    }
}

/// Returns the faults that explain failing answers.
fn diagnosed(dictionary: &mut Dictionary, given: &[Given<'_>]) -> Vec<Diagnosis> {
    let all: Vec<&Given<'_>> = given.iter().collect();
    let wrong: Vec<&Given<'_>> = given.iter().filter(|one| one.wrong.is_some()).collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let faults = dictionary.faults().to_vec();
    let mistakes: Vec<Mistake<'_>> = faults
        .iter()
        .map(|one| Mistake { name: one.name, says: "", consequences: one.consequences() })
        .collect();
    // Only the kinds of the faults that explain something are looked up in the cases with right answers.
    dictionary.add(&cases_of(&wrong), &(0..faults.len()).collect());
    let of_wrong = predicted(dictionary, &wrong);
    let kinds: BTreeSet<&str> = explaining(&mistakes, &answered(&wrong, &of_wrong))
        .into_iter()
        .map(|place| kind(faults[place].name))
        .collect();
    let of_kinds = |place: &usize| kinds.contains(kind(faults[*place].name));
    dictionary.add(&cases_of(&all), &(0..faults.len()).filter(of_kinds).collect());
    diagnose(&mistakes, &answered(&all, &predicted(dictionary, &all)))
}

/// The wrong answers to a question that faults predict, as the vectors have them, with the places of the faults.
type Predicted = Vec<(String, Vec<usize>)>;

fn predicted(dictionary: &Dictionary, given: &[&Given<'_>]) -> Vec<Predicted> {
    let of = |Given { case, rule_set, expected, .. }: &&Given<'_>| {
        let all = dictionary.wrong_answers(case, *rule_set, expected).iter();
        all.filter_map(|(wrong, faults)| Some((prediction(expected, wrong)?, faults.clone())))
            .collect()
    };
    given.iter().map(of).collect()
}

fn answered<'a>(given: &[&'a Given<'a>], predicted: &'a [Predicted]) -> Vec<Answered<'a>> {
    let of = |(one, predicted): (&&'a Given<'a>, &'a Predicted)| Answered {
        kind: one.expected.question.kind().to_owned(),
        line: format!("{} {:?}", one.case.setup, one.case.acts_until(one.expected.moment)),
        is_list: !one.is_refusal && is_list(&one.expected),
        wrong: one.wrong.clone(),
        predicted: predicted.iter().map(|(text, by)| (text.as_str(), by.as_slice())).collect(),
    };
    given.iter().zip(predicted).map(of).collect()
}

/// Returns whether the right answer is a list that is compared item by item.
fn is_list(expected: &Expected) -> bool {
    matches!(
        RightAnswer::from(&expected.right),
        RightAnswer::List(_) | RightAnswer::Among(_) | RightAnswer::NotAmong(_)
    )
}

/// Returns the cases of answers with their rule sets, the long ones first, so that the load is balanced at the end.
fn cases_of<'a>(given: &[&Given<'a>]) -> Vec<(&'a Case, RuleSet)> {
    let mut seen: BTreeSet<(&str, RuleSet)> = BTreeSet::new();
    let mut cases: Vec<(&Case, RuleSet)> = Vec::new();
    for one in given {
        if seen.insert((&one.case.id, one.rule_set)) {
            cases.push((one.case, one.rule_set));
        }
    }
    cases.sort_by_key(|(case, _)| Reverse(case.acts.len()));
    cases
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook_catalogue::{
        Catalogue,
        question::{AnswerRecord, Direction, Moment},
    };
    use lawbook_faults::{WrongAnswer, faults_named};
    use lawbook_gate::diagnosis::matches;

    /// The dictionary of all faults with all predictions under the Laws in force.
    fn filled(catalogue: &Catalogue) -> (Dictionary, Vec<(&Case, RuleSet)>) {
        let rule_set = RuleSet::LATEST;
        let cases: Vec<(&Case, RuleSet)> =
            catalogue.scored_under(rule_set).map(|case| (case, rule_set)).collect();
        let mut dictionary = Dictionary::all();
        dictionary.add(&cases, &(0..dictionary.faults().len()).collect());
        (dictionary, cases)
    }

    /// A question of a case with the wrong answer to it, if there is one.
    type Asked<'a> = (&'a Case, Expected, Option<WrongAnswer>);

    /// Returns the answers of the reference with some faults at once.
    fn injected<'a>(
        dictionary: &Dictionary,
        cases: &[(&'a Case, RuleSet)],
        faults: &[usize],
    ) -> Vec<Asked<'a>> {
        let mut asked = Vec::new();
        for (case, rule_set) in cases {
            let mut refused: Option<Moment> = None;
            for expected in case.expected_under(*rule_set) {
                if refused == Some(expected.moment) {
                    continue;
                }
                let predicted = dictionary.wrong_answers(case, *rule_set, &expected);
                let wrong = together(predicted, faults);
                if let Some(WrongAnswer::MoveRefused(_) | WrongAnswer::SetupRefused) = wrong {
                    refused = Some(expected.moment);
                }
                asked.push((*case, expected, wrong));
            }
        }
        asked
    }

    /// Returns the wrong answer of several faults at once: the differences of each, or the answer of the first.
    fn together(predicted: &[(WrongAnswer, Vec<usize>)], faults: &[usize]) -> Option<WrongAnswer> {
        let mut wrong: Vec<&WrongAnswer> = Vec::new();
        for fault in faults {
            let own = predicted.iter().filter(|(_, by)| by.contains(fault));
            wrong.extend(own.map(|(wrong, _)| wrong));
        }
        let is_refusal =
            |one: &&&WrongAnswer| !matches!(one, WrongAnswer::List(_) | WrongAnswer::Answer(_));
        let first = *wrong.iter().find(is_refusal).or(wrong.first())?;
        let WrongAnswer::List(_) = first else { return Some(first.clone()) };
        let lists = wrong.iter().filter_map(|one| match one {
            WrongAnswer::List(items) => Some(items.clone()),
            _ => None,
        });
        let mut items: Vec<(bool, String)> = lists.flatten().collect();
        items.sort_unstable();
        items.dedup();
        Some(WrongAnswer::List(items))
    }

    fn causes(dictionary: &mut Dictionary, asked: &[Asked<'_>]) -> Vec<Diagnosis> {
        let given = asked.iter().filter_map(|(case, expected, wrong)| {
            let of = |wrong: &WrongAnswer| {
                let direction = direction(expected, wrong);
                let like = format!("{} {direction:?}", expected.question.kind());
                Some(Wrong { said: prediction(expected, wrong)?, like })
            };
            let is_refusal =
                matches!(wrong, Some(WrongAnswer::MoveRefused(_) | WrongAnswer::SetupRefused));
            let wrong = match wrong {
                Some(wrong) => Some(of(wrong)?),
                None => None,
            };
            let (rule_set, expected) = (RuleSet::LATEST, expected.clone());
            Some(Given { case, rule_set, expected, wrong, is_refusal })
        });
        diagnosed(dictionary, &given.collect::<Vec<_>>())
    }

    fn direction(expected: &Expected, wrong: &WrongAnswer) -> Direction {
        match wrong {
            WrongAnswer::Answer(answer) => {
                Direction::of(&(&expected.right).into(), &AnswerRecord::of(&expected.right, answer))
            }
            WrongAnswer::List(items) if items.iter().all(|(extra, _)| *extra) => Direction::Exceeds,
            WrongAnswer::List(items) if items.iter().all(|(extra, _)| !extra) => Direction::Lacks,
            WrongAnswer::List(_) | WrongAnswer::MoveRefused(_) | WrongAnswer::SetupRefused => {
                Direction::Differs
            }
        }
    }

    /// Whether the diagnosis names the fault: by its name, by that of its kind, or as one that answers all the same.
    fn names(
        dictionary: &Dictionary,
        cases: &[(&Case, RuleSet)],
        causes: &[Diagnosis],
        fault: usize,
    ) -> bool {
        let answers = |faults: &[usize]| {
            injected(dictionary, cases, faults).into_iter().map(|(_, _, wrong)| wrong)
        };
        causes.iter().any(|cause| {
            let named: Vec<usize> = faults_named(&cause.name)
                .filter_map(|one| {
                    dictionary.faults().iter().position(|other| other.name == one.name)
                })
                .collect();
            named.contains(&fault) || answers(&named).eq(answers(&[fault]))
        })
    }

    /// The intervals of the faults that are tested alone, and in pairs. It also holds with 1 and 100, in minutes.
    const EVERY: usize = 29;
    const PAIRS: usize = 20;

    #[test]
    fn a_fault_is_diagnosed_as_itself_and_of_two_both() {
        let catalogue = Catalogue::embedded();
        let (mut dictionary, cases) = filled(&catalogue);
        let show = |causes: &[Diagnosis]| -> Vec<String> {
            let words = |one: &Diagnosis| {
                format!("{} {} ({})", one.name, one.explains.len(), one.contradicted)
            };
            causes.iter().map(words).collect()
        };
        let (mut seen, mut missed) = (Vec::new(), Vec::new());
        for fault in (0..dictionary.faults().len()).step_by(EVERY) {
            let asked = injected(&dictionary, &cases, &[fault]);
            // A refusal that names no move shows no mistake.
            let shows = |wrong: &_| !matches!(wrong, None | Some(WrongAnswer::MoveRefused(None)));
            if !asked.iter().any(|(_, _, wrong)| shows(wrong)) {
                continue;
            }
            seen.push(fault);
            let causes = causes(&mut dictionary, &asked);
            let first = &causes[..causes.len().min(1)];
            if causes.len() != 1 || !names(&dictionary, &cases, first, fault) {
                missed.push((dictionary.faults()[fault].name.to_owned(), show(&causes)));
            }
        }
        assert!(missed.is_empty(), "{missed:#?}");
        for name in [
            "notation/origin-omitted/*/file-if-nothing-is-shared",
            "plays-any-move",
            "promotion-to-a-queen-only",
        ] {
            let all = dictionary.faults().iter().enumerate();
            let own = all.filter(|(_, one)| matches(name, one.name)).map(|(place, _)| place);
            let asked = injected(&dictionary, &cases, &own.collect::<Vec<_>>());
            let causes = causes(&mut dictionary, &asked);
            assert!(matches!(&causes[..], [one] if one.name == name), "{name}: {causes:?}");
        }
        for number in 0..PAIRS {
            let one = seen[number * 7919 % seen.len()];
            let other = seen[(number * 104_729 + 11) % seen.len()];
            let asked = injected(&dictionary, &cases, &[one, other]);
            let causes = causes(&mut dictionary, &asked);
            let is_named = |fault| names(&dictionary, &cases, &causes, fault);
            if !(is_named(one) && is_named(other)) {
                let names = [one, other].map(|one| dictionary.faults()[one].name);
                missed.push((names.join(" and "), show(&causes)));
            }
        }
        assert!(10 * missed.len() <= PAIRS, "{missed:#?}");
    }
}
