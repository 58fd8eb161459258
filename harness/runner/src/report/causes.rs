use std::collections::BTreeMap;

use lawbook::words::counted;
use lawbook_catalogue::{Cause, question::AnswerRecord};
use lawbook_gate::{
    Harm,
    baseline::NOT_REVIEWED,
    causes::{Extent, usual},
    words::unexplained,
};

use super::{CaseReport, Disagreement, Report};
use crate::runner::{Finding, Standing};

/// The failing answers of one implementation that have the same cause.
#[derive(Clone, Debug)]
pub struct CauseGroup<'a> {
    /// The name of the implementation.
    pub implementation: &'a str,
    /// The answers, each with its case. The shortest case is first.
    pub answers: Vec<(&'a CaseReport, &'a Disagreement)>,
    /// The number of failing answers of the implementation.
    pub failing: usize,
}

/// Returns a cause in words: of a fault the mistake in a sentence.
pub fn cause_words(cause: &Cause) -> String {
    let sentence = match cause {
        Cause::Fault(name) => lawbook_faults::sentence(name),
        _ => None,
    };
    sentence.unwrap_or_else(|| cause.to_string())
}

/// Returns the failing answers of a report by cause: the cause that does most harm first, and of those that do the same the
/// one with most answers. What may follow from another cause comes late, see [`Extent::rank`].
///
/// Answers without a known cause belong together if they are the same wrong answer where the same was expected.
pub fn causes(report: &Report) -> Vec<CauseGroup<'_>> {
    let failing = |one: &&Disagreement| !one.standing.passes();
    let all = report
        .cases
        .iter()
        .flat_map(|case| case.disagreements.iter().filter(failing).map(move |one| (case, one)));
    let mut groups: Vec<CauseGroup<'_>> = Vec::new();
    for (case, one) in all {
        match groups.iter_mut().find(|group| group.has_cause_of(one)) {
            Some(group) => group.answers.push((case, one)),
            None => groups.push(CauseGroup {
                implementation: &one.implementation,
                answers: vec![(case, one)],
                failing: 0,
            }),
        }
    }
    let mut failing: BTreeMap<&str, usize> = BTreeMap::new();
    for group in &groups {
        *failing.entry(group.implementation).or_default() += group.answers.len();
    }
    for group in &mut groups {
        group.failing = failing.get(group.implementation).copied().unwrap_or_default();
        let unseen = |one: &Disagreement| one.unseen.as_ref().map_or(0, String::len);
        let usual = usual(group.answers.iter().map(|(_, one)| one.tendency()));
        group.answers.sort_by_cached_key(|(case, one)| {
            (!usual.contains(&one.tendency()), unseen(one), case.length())
        });
    }
    let order = |name: &str| report.implementations.iter().position(|one| one.name == name);
    let has = |group: &CauseGroup<'_>, cause| group.first().1.cause == Some(cause);
    let gives_up = groups.iter().any(|group| has(group, Cause::NotAsked));
    // The crashes after which a library was not asked any more are the reason for all that was not asked.
    let is_last = |group: &CauseGroup<'_>| match group.harm() {
        _ if has(group, Cause::NotAsked) => 2,
        Some(Harm::Crash) if gives_up => 0,
        _ => 1,
    };
    let mut extents: BTreeMap<&str, Vec<Extent>> = BTreeMap::new();
    for group in &groups {
        extents.entry(group.implementation).or_default().push(group.extent_of());
    }
    groups.sort_by_cached_key(|group| {
        let all = extents.get(group.implementation).map_or(&[][..], Vec::as_slice);
        let rank = group.extent_of().rank(group.harm(), all);
        (order(group.implementation), is_last(group), rank)
    });
    groups
}

/// Maximum number of cases named after the first of a cause.
const NAMED: usize = 5;

impl<'a> CauseGroup<'a> {
    /// Returns the answer in the shortest case.
    pub fn first(&self) -> (&'a CaseReport, &'a Disagreement) {
        self.answers[0]
    }

    /// Returns the cases, each once, the shortest first.
    pub fn cases(&self) -> Vec<&'a str> {
        let mut cases: Vec<&str> = Vec::new();
        for (case, _) in &self.answers {
            if !cases.contains(&case.id.as_str()) {
                cases.push(&case.id);
            }
        }
        cases
    }

    fn extent_of(&self) -> Extent {
        let (_, one) = self.first();
        let is_explained = matches!(one.cause, Some(Cause::Fault(_)));
        let is_answer = match &one.cause {
            None | Some(Cause::Unexplained { .. } | Cause::EndsByItself(_)) => true,
            Some(_) => is_explained,
        };
        let question = is_answer.then(|| one.tendency().0.to_owned());
        Extent { question, is_explained, answers: self.answers.len() }
    }

    /// Returns how bad the cause is.
    fn harm(&self) -> Option<Harm> {
        let harms = self.answers.iter().map(|(_, one)| match &one.finding {
            Finding::Panicked | Finding::Crashed | Finding::TimedOut | Finding::ProtocolError => {
                Harm::Crash
            }
            Finding::SetupRefused | Finding::MoveRefused => Harm::Refusal,
            _ if one.question == "setup" => Harm::of_setup(one.says == AnswerRecord::Is(true)),
            _ => Harm::of_answer(&one.question),
        });
        Harm::of_cause(harms.collect())
    }

    /// Returns the cause in words: `a capture en passant is refused: illegal move`. A single answer that nothing explains is
    /// told itself.
    pub fn words(&self) -> String {
        let (_, one) = self.first();
        let words = match &one.cause {
            Some(Cause::Unexplained { question, direction }) if self.has_words() => {
                unexplained(question, (*direction).into(), one.shared.as_deref())
            }
            Some(cause) if self.has_words() => {
                let words = cause_words(cause);
                let more = one.shared.as_ref().filter(|shared| !words.contains(*shared));
                more.map_or_else(|| words.clone(), |shared| format!("{words}; {shared}"))
            }
            Some(_) | None => format!("{}: {}, expected {}", one.question, one.said(), one.right),
        };
        match label(one) {
            new if new == "NEW" => words,
            label => format!("{words} [{label}]"),
        }
    }

    /// Returns whether the cause says more than an answer does.
    pub(super) fn has_words(&self) -> bool {
        match &self.first().1.cause {
            Some(Cause::Unexplained { .. }) => self.answers.len() > 1,
            Some(_) => true,
            None => false,
        }
    }

    /// Returns how much it covers: `29 of 30 failing answers, in 25 cases`.
    pub fn extent(&self) -> String {
        let (answers, cases) = (self.answers.len(), self.cases().len());
        let of = counted(self.failing, "failing answer");
        format!("{answers} of {of}, in {}", counted(cases, "case"))
    }

    /// Returns the cases after the first: `also in a, b, c, d, e and 3 more`; `None` if there are none.
    pub(super) fn also(&self) -> Option<String> {
        let others = &self.cases()[1..];
        let (named, rest) = others.split_at(NAMED.min(others.len()));
        match rest.len() {
            _ if named.is_empty() => None,
            0 => Some(format!("also in {}", named.join(", "))),
            count => Some(format!("also in {} and {count} more", named.join(", "))),
        }
    }

    /// Returns the cause with how much it covers: `it panics: no king (29 of 30 failing answers, in 25 cases)`.
    pub fn summary(&self) -> String {
        format!("{} ({})", self.words(), self.extent())
    }

    fn has_cause_of(&self, other: &Disagreement) -> bool {
        let (_, one) = self.first();
        let is_same = match (&one.cause, &other.cause) {
            (None, None) => {
                (&one.question, &one.says, &one.right)
                    == (&other.question, &other.says, &other.right)
            }
            (cause, another) => cause == another && one.shared == other.shared,
        };
        is_same && self.implementation == other.implementation && label(one) == label(other)
    }
}

/// Returns the standing of an answer in a word or two.
pub const fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Known => "known",
        Standing::New => "NEW",
        Standing::LookAgain => "LOOK AGAIN",
        Standing::AsExpected => "as expected",
    }
}

/// Returns the class of the known deviation in words; `None` if none is listed.
pub(super) fn class_words(one: &Disagreement) -> Option<&'static str> {
    let is_reviewed = one.reason.as_deref() != Some(NOT_REVIEWED);
    one.class.map(|class| if is_reviewed { class.words() } else { NOT_REVIEWED })
}

/// Returns the standing of a disagreement in short: `known: by-design`, `NEW`.
pub(super) fn label(one: &Disagreement) -> String {
    let class = class_words(one).map(|class| format!(": {class}"));
    let is_listed = match one.standing {
        Standing::Known | Standing::LookAgain => true,
        Standing::New | Standing::AsExpected => false,
    };
    let class = class.filter(|_| is_listed).unwrap_or_default();
    format!("{}{class}", standing(one.standing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        report::{annotations, junit, markdown, read_json, text::cause as cause_text},
        runner::Standing,
    };
    use lawbook_catalogue::{adapter::Reference, question::Direction};

    /// Returns the sample, changed so that one library fails in each case for the same cause.
    fn panicking() -> (Report, String) {
        let mut report = read_json(include_str!("golden/reports/2026-01.json")).unwrap();
        let is_library = |one: &&Disagreement| one.implementation != Reference::NAME;
        let mut all = report.cases.iter().flat_map(|case| &case.disagreements);
        let like = all.find(is_library).unwrap().clone();
        let name = like.implementation.clone();
        for case in &mut report.cases {
            case.disagreements.clear();
            for question in ["check", "fen"] {
                case.disagreements.push(Disagreement {
                    question: question.to_owned(),
                    standing: Standing::New,
                    class: None,
                    cause: Some(Cause::Panicked("no king".to_owned())),
                    ..like.clone()
                });
            }
        }
        report.stale_deviations.clear();
        (report, name)
    }

    #[test]
    fn one_cause_is_one_finding_in_every_rendering() {
        let (mut report, name) = panicking();
        report.cases.push(CaseReport { id: "seventh".to_owned(), ..report.cases[0].clone() });
        let (cases, answers) = (report.cases.len(), 2 * report.cases.len());
        let groups = causes(&report);
        assert_eq!(groups.len(), 1);
        assert_eq!(
            groups[0].extent(),
            format!("{answers} of {answers} failing answers, in {cases} cases")
        );
        let (first, _) = groups[0].first();
        assert!(report.cases.iter().all(|case| first.length() <= case.length()));
        let also = groups[0].also().unwrap();
        assert!(also.ends_with(" and 1 more"), "{also}");

        let extent = groups[0].extent();
        assert_eq!(annotations(&report).matches("::error").count(), 1);
        assert!(markdown(&report).contains(&format!("it fails: no king | {extent} |")));
        let tests = junit(&report);
        assert_eq!(tests.matches("<failure").count(), 1);
        assert_eq!(
            tests.matches("<skipped message=\"it fails, see: it fails: no king").count(),
            cases
        );
        assert!(
            tests.contains(&format!("{name}.causes"))
                && !tests.contains("<testsuite name=\"lawbook ")
        );
    }

    #[test]
    fn the_mistake_of_a_case_does_not_contradict_its_cause() {
        let unexplained =
            Cause::Unexplained { question: "check".to_owned(), direction: Direction::Exceeds };
        for (cause, line) in [
            (unexplained, "    may be the mistake \"blind\": why"),
            (Cause::Fault("castling".to_owned()), "    mistake \"blind\": why"),
        ] {
            let (mut report, _) = panicking();
            for one in report.cases.iter_mut().flat_map(|case| &mut case.disagreements) {
                one.cause = Some(cause.clone());
                one.mistake = Some(("blind".to_owned(), "why".to_owned()));
            }
            let text = cause_text(&causes(&report)[0], |_| None);
            assert!(text.lines().any(|one| one == line), "{text}");
        }
    }

    #[test]
    fn answers_of_one_cause_are_divided_by_what_they_share() {
        let (mut report, _) = panicking();
        let direction = Direction::Exceeds;
        let unexplained = Cause::Unexplained { question: "legal-moves".to_owned(), direction };
        let shared = ["castling", "a promotion"];
        let all = report.cases.iter_mut().flat_map(|case| &mut case.disagreements);
        for (one, shared) in all.zip(shared.iter().cycle()) {
            one.cause = Some(unexplained.clone());
            one.shared = Some((*shared).to_owned());
        }
        let words: Vec<String> = causes(&report).iter().map(CauseGroup::words).collect();
        let expected = shared.map(|shared| {
            let what = "a move is listed that is not legal, or is listed twice";
            format!("{what}: {shared}; no known mistake explains it")
        });
        assert_eq!(words, expected);
    }

    #[test]
    fn the_cause_that_does_most_harm_comes_first() {
        let like = panicking().0.cases[0].disagreements[0].clone();
        let fault = |name: &str| Cause::Fault(name.to_owned());
        let order = |with: &[(Cause, &str, Finding, usize)]| -> Vec<Cause> {
            let (mut report, _) = panicking();
            report.cases.truncate(1);
            let one =
                |(cause, question, finding, _): &(Cause, &str, Finding, usize)| Disagreement {
                    cause: Some(cause.clone()),
                    question: (*question).to_owned(),
                    finding: *finding,
                    ..like.clone()
                };
            let all = with.iter().flat_map(|row| vec![one(row); row.3]);
            report.cases[0].disagreements = all.collect();
            causes(&report).iter().filter_map(|group| group.first().1.cause.clone()).collect()
        };
        // A repetition may be missed because of wrong moves, but not if that is the more frequent.
        let direction = Direction::Lacks;
        let missed = Cause::Unexplained { question: "occurrences".to_owned(), direction };
        for (count, first) in [(2, "moves"), (3, "occurrences"), (4, "occurrences")] {
            let rows = [
                (missed.clone(), "occurrences", Finding::Differs, count),
                (fault("moves"), "legal-moves", Finding::Differs, 3),
            ];
            let is_missed = order(&rows)[0] == missed;
            assert_eq!(is_missed, first == "occurrences", "{count}");
        }
        let (text, moves, mate) = (fault("text"), fault("moves"), fault("mate"));
        let (claim, crash) = (fault("claim"), Cause::Panicked("no king".to_owned()));
        let mut rows = vec![
            (text.clone(), "san", Finding::Differs, 50),
            (moves.clone(), "legal-moves", Finding::Differs, 40),
            (crash.clone(), "ruling", Finding::Panicked, 30),
            (claim.clone(), "claim-fifty", Finding::Differs, 20),
            // Some moves are wrong too, so the end of the game is not seen.
            (moves.clone(), "checkmate", Finding::Differs, 5),
            (mate.clone(), "ruling", Finding::Differs, 1),
        ];
        // The claims and the mate may follow from the moves.
        let expected = [&moves, &claim, &mate, &crash, &text].map(Cause::clone);
        assert_eq!(order(&rows), expected);
        rows[1].3 = 20;
        rows[3].3 = 26;
        let expected = [&claim, &moves, &mate, &crash, &text].map(Cause::clone);
        assert_eq!(order(&rows), expected);
        // After too many crashes nothing is asked: the crash is the reason.
        rows.push((Cause::NotAsked, "ruling", Finding::Crashed, 100));
        let expected = [crash, claim, moves, mate, text, Cause::NotAsked];
        assert_eq!(order(&rows), expected);
    }

    #[test]
    fn another_cause_or_library_is_another_group() {
        let (mut report, _) = panicking();
        report.cases[0].disagreements[0].cause = None;
        report.cases[1].disagreements[0].implementation = Reference::NAME.to_owned();
        report.cases[2].disagreements[0].standing = Standing::LookAgain;
        report.cases[2].disagreements[1].standing = Standing::Known;
        let groups = causes(&report);
        assert_eq!(groups.len(), 4);
        let answers: usize = groups.iter().map(|group| group.answers.len()).sum();
        assert_eq!(answers, 2 * report.cases.len() - 1);
        assert!(junit(&report).contains("<testsuite name=\"lawbook "));
    }
}
