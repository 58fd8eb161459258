//! The diagnosis: the faults that explain the wrong answers of a library.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::LazyLock,
};

use lawbook::rules::RuleSet;
use lawbook_catalogue::{
    Case, SetupFlaw,
    question::{Direction, Expected, PositionQuestion},
};

use super::{Dictionary, Fault, WrongAnswer};

/// A fault is named only if the library contradicts it at most once in so many answers that it explains.
const EXPLAINED_FOR_A_CONTRADICTION: usize = 10;

/// The most dimensions of a kind of fault that are fixed, unless all are.
const FIXED: u32 = 2;

/// The answer of a library to a question of a case.
pub struct GivenAnswer<'a> {
    /// The case.
    pub case: &'a Case,
    /// The rule set under which the question was asked.
    pub rule_set: RuleSet,
    /// The question and the right answer.
    pub expected: &'a Expected,
    /// What is wrong with the answer, and in which direction; `None` if it is right.
    pub wrong: Option<(&'a WrongAnswer, Direction)>,
}

/// A fault, or several of one kind, that explains wrong answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The name of a fault, or of a kind of fault, see [`faults_named`].
    pub name: String,
    /// The places of the wrong answers that it explains, among those that were given.
    pub explains: Vec<usize>,
    /// The number of answers that were right although it predicts another.
    pub contradicted: usize,
}

/// The faults by their kinds.
static KINDS: LazyLock<HashMap<&'static str, Vec<&'static Fault>>> = LazyLock::new(|| {
    let mut kinds: HashMap<&str, Vec<&Fault>> = HashMap::new();
    for fault in super::all().chain(super::grid()) {
        kinds.entry(kind(fault.name)).or_default().push(fault);
    }
    kinds
});

/// Returns the kind of a fault: the first two parts of the name of a cell, or the name of another fault.
pub fn kind(name: &str) -> &str {
    let end = name.match_indices('/').nth(1).map_or(name.len(), |(end, _)| end);
    &name[..end]
}

/// Returns the faults with a name: of one fault; of a kind of cells, such as `castling/through-attack`, which are all its
/// cells; or of a kind with a value or `*` for each dimension.
pub fn faults_named(name: &str) -> impl Iterator<Item = &'static Fault> {
    let kind = kind(name);
    let of_kind = KINDS.get(kind).map(Vec::as_slice).unwrap_or_default();
    of_kind.iter().copied().filter(move |fault| name == kind || matches(name, fault.name))
}

/// Returns the mistake of the faults with a name in one sentence, without the full stop; `None` if there are none.
pub fn sentence(name: &str) -> Option<String> {
    let mut faults = faults_named(name);
    let first = faults.next()?;
    let Some(cell) = first.cell.filter(|_| faults.next().is_some()) else {
        return Some(first.mistake.trim_end_matches('.').to_owned());
    };
    let values = name.split('/').skip(2);
    let fixed = cell.point.iter().skip(1).zip(values).filter(|(_, value)| *value != "*");
    let words: Vec<String> =
        fixed.map(|((dimension, _), value)| format!("{dimension} {value}")).collect();
    Some(match words.is_empty() {
        true => cell.what.to_owned(),
        false => format!("{}: {}", cell.what, words.join(", ")),
    })
}

/// Whether a name is the pattern, in which `*` is any value of one dimension.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (mut parts, mut values) = (pattern.split('/'), name.split('/'));
    loop {
        match (parts.next(), values.next()) {
            (None, None) => return true,
            (Some(part), Some(value)) if part == "*" || part == value => {}
            (_, _) => return false,
        }
    }
}

/// Faults that may be behind wrong answers together.
struct Candidate {
    name: String,
    faults: Vec<usize>,
}

/// What speaks for and against some faults.
#[derive(Clone, Default)]
struct Evidence {
    /// The differences that they explain, by the places of the wrong answers.
    explains: BTreeMap<usize, u128>,
    /// The places of the answers that refute them.
    refuted: BTreeSet<usize>,
}

impl Evidence {
    fn add(&mut self, other: &Evidence) {
        for (place, differences) in &other.explains {
            *self.explains.entry(*place).or_default() |= differences;
        }
        self.refuted.extend(&other.refuted);
    }

    /// Returns the number of answers that refute them. What one of them explains does not refute the others.
    fn contradicted(&self) -> usize {
        self.refuted.iter().filter(|place| !self.explains.contains_key(place)).count()
    }
}

impl Dictionary {
    /// Returns the faults that explain the wrong answers of a library, the one that explains most first.
    ///
    /// The candidates are the faults, the kinds of fault, and kinds with some dimensions fixed. The one that explains most
    /// answers less those that contradict it is taken first, then the one that explains most of the rest, and so on. None
    /// is named that is contradicted often, or that explains less than half of the answers like those that it explains.
    pub fn diagnose(&mut self, given: &[GivenAnswer<'_>]) -> Vec<Diagnosis> {
        let failing = cases_of(given.iter().filter(|one| one.wrong.is_some()));
        if failing.is_empty() {
            return Vec::new();
        }
        let asked = cases_of(given);
        self.add(&failing, &(0..self.faults.len()).collect());
        let explaining: BTreeSet<usize> = (self.evidence(given).into_iter())
            .filter(|(_, evidence)| !evidence.explains.is_empty())
            .map(|(fault, _)| fault)
            .collect();
        let candidates = self.candidates(&explaining);
        self.add(&asked, &candidates.iter().flat_map(|one| one.faults.clone()).collect());
        let evidence = self.evidence(given);
        let mut evident: Vec<(Candidate, Evidence)> = Vec::new();
        for candidate in candidates {
            let mut all = Evidence::default();
            for one in candidate.faults.iter().filter_map(|fault| evidence.get(fault)) {
                all.add(one);
            }
            evident.push((candidate, all));
        }
        let mut answers = WrongAnswers::new(given);
        let mut chosen: Vec<&(Candidate, Evidence)> = Vec::new();
        while let Some(best) = answers.best(&evident) {
            answers.take(&best.1);
            chosen.push(best);
        }
        WrongAnswers::new(given).accepted(chosen)
    }

    /// Returns what speaks for and against each fault, as far as it has been looked up.
    fn evidence(&self, given: &[GivenAnswer<'_>]) -> BTreeMap<usize, Evidence> {
        let mut all: BTreeMap<usize, Evidence> = BTreeMap::new();
        for (place, one) in given.iter().enumerate() {
            for (predicted, faults) in self.wrong_answers(one.case, one.rule_set, one.expected) {
                let (differences, is_refuted) = match one.wrong {
                    Some((own, _)) => (predicted.explained_of(own), predicted.is_refuted_by(own)),
                    None => (0, true),
                };
                for fault in faults {
                    let evidence = all.entry(*fault).or_default();
                    if differences != 0 {
                        evidence.explains.insert(place, differences);
                    }
                    // A library may have other code for what would follow.
                    let follows =
                        self.faults[*fault].bend.has_as_consequence(&one.expected.question);
                    if is_refuted && !follows {
                        evidence.refuted.insert(place);
                    }
                }
            }
        }
        all
    }

    /// Returns these faults, and the kinds that they are of.
    fn candidates(&self, faults: &BTreeSet<usize>) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        let mut names: BTreeSet<String> = BTreeSet::new();
        let mut kinds: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
        for (place, fault) in self.faults.iter().enumerate() {
            if let Some(cell) = fault.cell {
                kinds.entry((cell.rule, cell.kind())).or_default().push(place);
            }
        }
        for &place in faults {
            let fault = self.faults[place];
            candidates.push(Candidate { name: fault.name.to_owned(), faults: vec![place] });
            let Some(cell) = fault.cell else { continue };
            let Some(of_kind) = kinds.get(&(cell.rule, cell.kind())) else { continue };
            let values = &cell.point[1..];
            for fixed in 0..1_usize << values.len() {
                let is_all = fixed + 1 == 1 << values.len();
                if is_all || fixed.count_ones() > FIXED {
                    continue;
                }
                let mut name = format!("{}/{}", cell.rule, cell.kind());
                for (dimension, (_, value)) in values.iter().enumerate() {
                    name.push('/');
                    name.push_str(if fixed & 1 << dimension == 0 { "*" } else { value });
                }
                if !names.insert(name.clone()) {
                    continue;
                }
                let is_one = |one: &&usize| matches(&name, self.faults[**one].name);
                let faults: Vec<usize> = of_kind.iter().filter(is_one).copied().collect();
                if fixed == 0 {
                    name = format!("{}/{}", cell.rule, cell.kind());
                }
                if faults.len() > 1 {
                    candidates.push(Candidate { name, faults });
                }
            }
        }
        candidates
    }
}

/// Returns the cases of answers with their rule sets, the long ones first, so that the load is balanced at the end.
fn cases_of<'a>(given: impl IntoIterator<Item = &'a GivenAnswer<'a>>) -> Vec<(&'a Case, RuleSet)> {
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

/// The wrong answers of a library.
struct WrongAnswers<'a> {
    given: &'a [GivenAnswer<'a>],
    /// The differences that are not explained yet, by the places of the answers.
    left: BTreeMap<usize, u128>,
}

impl<'a> WrongAnswers<'a> {
    fn new(given: &'a [GivenAnswer<'a>]) -> WrongAnswers<'a> {
        let all = given.iter().enumerate();
        let left = all.filter_map(|(place, one)| Some((place, one.wrong?.0.all_differences())));
        WrongAnswers { given, left: left.collect() }
    }

    /// Returns the answers of which something is left that is explained.
    fn explained(&self, evidence: &Evidence) -> impl Iterator<Item = usize> {
        let left = |place: &usize| self.left.get(place).copied().unwrap_or_default();
        let explained =
            evidence.explains.iter().filter(move |(place, bits)| left(place) & **bits != 0);
        explained.map(|(place, _)| *place)
    }

    /// Returns the candidate that explains most answers less its contradictions. Of equals the one with the fewest faults,
    /// which says most, and then the first.
    fn best<'c>(&self, all: &'c [(Candidate, Evidence)]) -> Option<&'c (Candidate, Evidence)> {
        let scored = all.iter().filter_map(|one| {
            let (explained, contradicted) = (self.explained(&one.1).count(), one.1.contradicted());
            let is_certain = contradicted * EXPLAINED_FOR_A_CONTRADICTION <= explained;
            let score = (explained.saturating_sub(contradicted), Reverse(one.0.faults.len()));
            (is_certain && score.0 > 0).then_some((score, one))
        });
        scored.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, one)| one)
    }

    fn take(&mut self, evidence: &Evidence) {
        for (place, bits) in &evidence.explains {
            if let Some(left) = self.left.get_mut(place) {
                *left &= !bits;
            }
        }
    }

    /// Returns the diagnosis of chosen candidates without those that explain less than half of the answers like theirs.
    fn accepted(&self, mut chosen: Vec<&(Candidate, Evidence)>) -> Vec<Diagnosis> {
        loop {
            let (mut causes, unexplained) = self.attributed(&chosen);
            let weak = causes.iter().position(|one| self.is_weak(one, &unexplained));
            let Some(weak) = weak else {
                causes.sort_by_key(|one| Reverse(one.explains.len()));
                return causes;
            };
            chosen.remove(weak);
        }
    }

    /// Returns the answers that each candidate explains first, and those that all together do not explain.
    fn attributed(&self, chosen: &[&(Candidate, Evidence)]) -> (Vec<Diagnosis>, Vec<usize>) {
        let mut answers = WrongAnswers { given: self.given, left: self.left.clone() };
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, (_, evidence)) in chosen.iter().enumerate() {
            let explained: Vec<usize> = answers.explained(evidence).collect();
            for place in explained {
                first.entry(place).or_insert(number);
            }
            answers.take(evidence);
        }
        let rest = |(place, left): (&usize, &u128)| (*left != 0).then_some(*place);
        let unexplained: Vec<usize> = answers.left.iter().filter_map(rest).collect();
        let causes = chosen.iter().enumerate().map(|(number, (candidate, evidence))| Diagnosis {
            name: candidate.name.clone(),
            explains: first
                .iter()
                .filter(|(place, one)| **one == number && !unexplained.contains(place))
                .map(|(place, _)| *place)
                .collect(),
            contradicted: evidence.contradicted(),
        });
        (causes.collect(), unexplained)
    }

    /// Returns whether most of the answers that a cause explains are like more answers that nothing explains: to the same
    /// kind of question, and wrong in the same direction; of setups, with the same flaw.
    fn is_weak(&self, cause: &Diagnosis, unexplained: &[usize]) -> bool {
        let like = |place: &usize| {
            let one = &self.given[*place];
            let direction = one.wrong.map(|(_, direction)| direction);
            let is_setup = one.expected.question == PositionQuestion::Setup.into();
            let flaw = is_setup.then(|| SetupFlaw::of(&one.case.setup)).flatten();
            (one.expected.question.kind(), direction, flaw)
        };
        let count = |places: &[usize]| {
            let mut counts: BTreeMap<_, usize> = BTreeMap::new();
            places.iter().for_each(|place| *counts.entry(like(place)).or_default() += 1);
            counts
        };
        let rest = count(unexplained);
        let is_strong = |(like, own): &(_, usize)| rest.get(like).copied().unwrap_or(0) <= *own;
        let strong: usize =
            count(&cause.explains).into_iter().filter(is_strong).map(|(_, own)| own).sum();
        2 * strong < cause.explains.len().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::Predictions;
    use lawbook_catalogue::{
        Catalogue,
        question::{AnswerRecord, Moment},
    };

    /// The dictionary of all faults with all predictions under the Laws in force.
    fn filled(catalogue: &Catalogue) -> (Dictionary, Vec<(&Case, RuleSet)>) {
        let rule_set = RuleSet::LATEST;
        let is_asked = |case: &&Case| case.open.is_none() && case.rule_sets.contains(rule_set);
        let cases: Vec<(&Case, RuleSet)> =
            catalogue.cases.iter().filter(is_asked).map(|case| (case, rule_set)).collect();
        let mut dictionary = Dictionary::all();
        dictionary.add(&cases, &(0..dictionary.faults.len()).collect());
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
    fn together(predicted: &Predictions, faults: &[usize]) -> Option<WrongAnswer> {
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

    fn diagnosed(dictionary: &mut Dictionary, asked: &[Asked<'_>]) -> Vec<Diagnosis> {
        let given: Vec<GivenAnswer<'_>> = asked
            .iter()
            .map(|(case, expected, wrong)| GivenAnswer {
                case,
                rule_set: RuleSet::LATEST,
                expected,
                wrong: wrong.as_ref().map(|wrong| (wrong, direction(expected, wrong))),
            })
            .collect();
        dictionary.diagnose(&given)
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
                .filter_map(|one| dictionary.faults.iter().position(|other| other.name == one.name))
                .collect();
            named.contains(&fault) || answers(&named).eq(answers(&[fault]))
        })
    }

    /// Every so many faults are tested alone, and so many pairs. With 1 and 100 it holds as well, and takes minutes.
    const EVERY: usize = 29;
    const PAIRS: usize = 20;

    #[test]
    fn a_fault_is_diagnosed_as_itself_and_of_two_both() {
        let catalogue = Catalogue::embedded();
        let (mut dictionary, cases) = filled(&catalogue);
        let mut seen: Vec<usize> = Vec::new();
        let mut missed = Vec::new();
        for fault in (0..dictionary.faults.len()).step_by(EVERY) {
            let asked = injected(&dictionary, &cases, &[fault]);
            if asked.iter().all(|(_, _, wrong)| wrong.is_none()) {
                continue;
            }
            seen.push(fault);
            let causes = diagnosed(&mut dictionary, &asked);
            let first = &causes[..causes.len().min(1)];
            if causes.len() != 1 || !names(&dictionary, &cases, first, fault) {
                missed.push((dictionary.faults[fault].name, causes));
            }
        }
        let show = |causes: &[Diagnosis]| -> Vec<String> {
            let words = |one: &Diagnosis| {
                format!("{} {} ({})", one.name, one.explains.len(), one.contradicted)
            };
            causes.iter().map(words).collect()
        };
        for (name, causes) in &missed {
            eprintln!("MISSED {name}: {:?}", show(causes));
        }
        let mut both = 0;
        for number in 0..PAIRS {
            let one = seen[number * 7919 % seen.len()];
            let other = seen[(number * 104_729 + 11) % seen.len()];
            let asked = injected(&dictionary, &cases, &[one, other]);
            let causes = diagnosed(&mut dictionary, &asked);
            let is_named = |fault| names(&dictionary, &cases, &causes, fault);
            if is_named(one) && is_named(other) {
                both += 1;
            } else {
                let names = [one, other].map(|one| dictionary.faults[one].name);
                eprintln!("PAIR {names:?}: {:?}", show(&causes));
            }
        }
        assert!(missed.is_empty());
        assert!(10 * both >= 9 * PAIRS, "{both} of {PAIRS} pairs");
    }
}
