//! The failed tests of a run as text: wrong answers to cases by their causes, as `lawbook check` shows them.

use std::{collections::BTreeMap, env, io};

use super::say;
use crate::{
    report::{self, CAUSES_IN_FULL, CaseReport, Report, counted},
    runner::Run,
};
use lawbook_catalogue::{
    Catalogue,
    adapter::{About, Implementation, Reference},
};

/// The failed tests of a run.
pub(super) struct FailureReport {
    /// The cases with wrong answers, by the names of their tests.
    cases: BTreeMap<String, CaseReport>,
    /// The texts of other tests by their names.
    others: BTreeMap<String, String>,
    /// The report of the wrong answers, without cases until all are known.
    report: Report,
}

impl FailureReport {
    /// Creates a report without failures.
    pub(super) fn new(libraries: impl IntoIterator<Item = About>) -> FailureReport {
        let implementations =
            std::iter::once(Reference::default().about()).chain(libraries).collect();
        let run = Run { implementations, cases: Vec::new(), stale: Vec::new() };
        FailureReport {
            cases: BTreeMap::new(),
            others: BTreeMap::new(),
            report: Report::new(&run, Catalogue::embedded_documents()),
        }
    }

    /// Adds a test that is not about one case.
    pub(super) fn add(&mut self, name: String, text: String) {
        self.others.insert(name, text);
    }

    /// Adds the test of a case with wrong answers.
    pub(super) fn add_case(&mut self, name: String, case: CaseReport) {
        self.cases.insert(name, case);
    }

    /// Sorts the wrong answers, after the last one has been added. Under GitHub Actions, also prints an annotation for
    /// each cause.
    pub(super) fn finish(&mut self) {
        self.report.cases = std::mem::take(&mut self.cases).into_values().collect();
        if env::var_os("GITHUB_ACTIONS").is_some() {
            say(&mut io::stderr(), &report::annotations(&self.report));
        }
    }

    /// Returns the tests that are not about one case, then the causes: the first ones with their shortest case in full,
    /// and a line for each other one.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (name, found) in &self.others {
            text.push_str(&format!("---- {name} ----\n{found}\n\n"));
        }
        let causes = report::causes(&self.report);
        let (in_full, others) = causes.split_at(CAUSES_IN_FULL.min(causes.len()));
        for group in in_full {
            text.push_str(&report::cause(group, |_| None));
            text.push('\n');
        }
        text.extend(others.iter().map(report::cause_line));
        if !others.is_empty() {
            text.push_str(&format!(
                "{} in one line each; `-- --exact NAME` with the name of a failed test shows its case in full\n",
                counted(others.len(), "more cause")
            ));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        report::{Disagreement, read_json},
        runner::Standing,
    };
    use lawbook_catalogue::Cause;

    /// Returns a report with every case of a sample, in which `toy` panics. `causes` is the number of its messages.
    fn failing(causes: usize) -> (FailureReport, usize) {
        let sample = read_json(include_str!("../report/golden/reports/2026-01.json")).unwrap();
        let mut all = sample.cases.iter().flat_map(|case| &case.disagreements);
        let like = all.next().unwrap().clone();
        let mut failures = FailureReport::new([About::new("toy", "1.0.0")]);
        let mut number = 0;
        for case in sample.cases.iter().cycle().take(30) {
            let mut case = CaseReport { id: format!("case-{number:02}"), ..case.clone() };
            let message = "no king".repeat(1 + number % causes);
            case.disagreements = vec![Disagreement {
                implementation: "toy".to_owned(),
                standing: Standing::New,
                cause: Some(Cause::Panicked(message)),
                ..like.clone()
            }];
            failures.add_case(format!("toy::{}", case.id), case);
            number += 1;
        }
        failures.add("toy::baseline".to_owned(), "lost".to_owned());
        failures.finish();
        (failures, number)
    }

    #[test]
    fn wrong_answers_are_shown_by_their_causes() {
        let (failures, number) = failing(1);
        let text = failures.text();
        assert!(text.starts_with("---- toy::baseline ----\nlost\n"), "{text}");
        assert_eq!(
            text.matches("no king (30 of 30 failing answers, in 30 cases)").count(),
            1,
            "{text}"
        );
        assert_eq!(text.matches("Why: ").count(), 1, "{text}");
        assert!(text.lines().count() < number + 20, "{text}");
    }

    #[test]
    fn only_the_first_causes_are_shown_in_full() {
        let causes = CAUSES_IN_FULL + 3;
        let text = failing(causes).0.text();
        assert_eq!(text.matches("Why: ").count(), CAUSES_IN_FULL, "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("NEW  toy  ")).count(), 3, "{text}");
        assert!(text.contains("3 more causes in one line each; `-- --exact NAME`"), "{text}");
    }
}
