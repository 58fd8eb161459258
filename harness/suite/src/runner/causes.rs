//! Names the causes of the failing answers of a run.

use std::collections::BTreeMap;

use super::{Finding, Verdict, known::unexplained};
use lawbook_catalogue::{
    Case, Cause,
    question::{Direction, ExpectationRecord},
};
use lawbook_faults::{Dictionary, GivenAnswer, WrongAnswer};

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
        for (name, places) in explained(&mut dictionary, &answers) {
            for place in places {
                answers[place].1.cause = Some(Cause::Fault(name.clone()));
            }
        }
        let open = answers.iter_mut().filter(|(_, one)| one.fails() && one.cause.is_none());
        for (_, one) in open {
            one.cause =
                Some(one.failure.clone().unwrap_or_else(|| unexplained(&one.expected, &one.says)));
        }
    }
}

/// Returns the faults that explain failing answers, each with the places of the answers.
fn explained(
    dictionary: &mut Dictionary,
    answers: &[(&Case, &mut Verdict<'_>)],
) -> Vec<(String, Vec<usize>)> {
    let mut places = Vec::new();
    let mut given = Vec::new();
    for (place, (case, one)) in answers.iter().enumerate() {
        let wrong = match one.finding {
            Finding::Agrees => None,
            _ if !one.fails() => continue,
            _ => match shown(one) {
                Some(wrong) => Some((wrong, direction(one))),
                None => continue,
            },
        };
        let (rule_set, expected) = (one.rule_set, &one.expected);
        given.push(GivenAnswer { case, rule_set, expected, wrong });
        places.push(place);
    }
    let causes = dictionary.diagnose(&given).into_iter();
    causes
        .map(|cause| (cause.name, cause.explains.into_iter().map(|one| places[one]).collect()))
        .collect()
}

/// Returns what is wrong with a failing answer, if a fault may be behind it.
fn shown<'a>(one: &'a Verdict<'_>) -> Option<&'a WrongAnswer> {
    let ends = matches!(one.failure, Some(Cause::EndsByItself(_)));
    one.wrong.as_ref().filter(|_| !ends)
}

fn direction(one: &Verdict<'_>) -> Direction {
    Direction::of(&ExpectationRecord::from(&one.expected.right), &one.says)
}
