//! Renders a diff as Markdown: the summary of a CI job, or a comment on a pull request.

use lawbook::words::counted;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    Change, ChangeKind, Diff, HeaderDifference, QuestionStatus, by_id,
    rendering::{absent, answer, causes, comes_or_goes, counts, join},
    stands,
};
use crate::{
    report::{
        CaseReport, Disagreement, Report,
        causes::{also_in, cause_words},
        escape::{code, foreign_markdown},
    },
    runner::Standing,
};
use lawbook_catalogue::{Cause, question::ExpectationRecord};

impl Diff {
    /// Renders the changes between two reports as Markdown: new, fixed and changed answers first, then known and
    /// unchanged ones in a folded section. `adapter` is the command of the adapter, for the commands that repeat a
    /// question; without it the library is selected by name.
    pub fn markdown(&self, old: &Report, new: &Report, adapter: Option<&str>) -> String {
        let mut page = format!("# What has changed\n\n{}.\n", self.summary());
        let kinds = |wanted: fn(&Change) -> bool| -> Vec<&Change> {
            self.changes.iter().filter(|change| wanted(change)).collect()
        };
        let cases = by_id(new);
        let groups = by_cause(kinds(is_new), &cases);
        if !groups.is_empty() {
            let answers: usize = groups.iter().map(Vec::len).sum();
            let causes = match groups.len() {
                number if number < answers => format!(" answers, {}", counted(number, "cause")),
                _ => String::new(),
            };
            page.push_str(&format!("\n## New: {answers}{causes}\n"));
            for group in &groups {
                page.push_str(&entry(group[0], (old, new), adapter));
                page.push_str(&also(group, &cases));
            }
        }
        for (title, changes) in [
            ("Fixed", kinds(|one| one.change == ChangeKind::Fixed)),
            ("Changed", kinds(|one| one.change == ChangeKind::Changed)),
            ("No longer answered", kinds(|one| one.change == ChangeKind::NoLongerSupported)),
        ] {
            if !changes.is_empty() {
                page.push_str(&format!("\n## {title}: {}\n", changes.len()));
            }
            for change in changes {
                page.push_str(&entry(change, (old, new), adapter));
            }
        }
        page.push_str(&self.counted());
        page.push_str(&self.headers());
        page.push_str(&self.known((old, new)));
        page
    }

    /// Returns the counts of right answers to questions that were not asked or not answered before, and of the questions
    /// no longer asked.
    fn counted(&self) -> String {
        let is_counted = |one: &&Change| {
            !is_new(one) && (comes_or_goes(one) || one.change == ChangeKind::NowSupported)
        };
        let counted: Vec<&Change> = self.changes.iter().filter(is_counted).collect();
        let lines: Vec<String> =
            counts(&counted).iter().map(|line| format!("- {}\n", text(line))).collect();
        if lines.is_empty() { String::new() } else { format!("\n{}", lines.concat()) }
    }

    fn headers(&self) -> String {
        if self.headers.is_empty() {
            return String::new();
        }
        let row = |HeaderDifference { of, was, is, .. }: &HeaderDifference| {
            format!("| {} | {} | {} |\n", text(of), text(absent(was)), text(absent(is)))
        };
        let rows: String = self.headers.iter().map(row).collect();
        format!("\n| what | was | is |\n|---|---|---|\n{rows}")
    }

    /// Returns the wrong answers that have not changed.
    fn known(&self, (old, new): (&Report, &Report)) -> String {
        let changed: BTreeSet<(&str, &str, &str)> = self
            .changes
            .iter()
            .map(|one| (one.library.as_str(), one.case.as_str(), one.question.as_str()))
            .collect();
        let before = by_id(old);
        let mut lines = Vec::new();
        for library in &new.implementations {
            for case in &new.cases {
                let was = before.contains_key(case.id.as_str());
                for (question, stand) in stands(new, case, &library.name) {
                    let place = (library.name.as_str(), case.id.as_str(), question.as_str());
                    if let (QuestionStatus::Wrong { says, right }, true) = (&stand, was)
                        && !changed.contains(&place)
                    {
                        let again = if look_again(case, place) { "; look again" } else { "" };
                        lines.push(format!(
                            "- {}, {}, {}: got {}; expected {}{again}\n",
                            text(&library.name),
                            named(case),
                            text(&question),
                            text(&join(says, answer)),
                            text(&join(right, ExpectationRecord::to_string)),
                        ));
                    }
                }
            }
        }
        match lines.len() {
            0 => String::new(),
            count => format!(
                "\n<details><summary>{count} known, as before</summary>\n\n{}\n</details>\n",
                lines.concat()
            ),
        }
    }
}

/// Whether the known deviation for this library, case and question is about other versions of the library.
fn look_again(case: &CaseReport, (library, _, question): (&str, &str, &str)) -> bool {
    case.disagreements.iter().any(|one| {
        one.standing == Standing::LookAgain
            && one.implementation == library
            && one.question == question
    })
}

/// Whether the answer is wrong now and was not wrong before.
fn is_new(change: &Change) -> bool {
    let is_wrong = matches!(change.is, Some(QuestionStatus::Wrong { .. }));
    is_wrong && !matches!(change.was, Some(QuestionStatus::Wrong { .. }))
}

/// Returns changes by the cause of the wrong answers, the shortest case of each cause first, and the cause with most
/// answers first. Without a known cause, the same wrong answers to the same question belong together.
fn by_cause<'a>(
    changes: Vec<&'a Change>,
    cases: &BTreeMap<&str, &CaseReport>,
) -> Vec<Vec<&'a Change>> {
    let length = |change: &Change| {
        let case = cases.get(change.case.as_str());
        case.map_or((0, 0), |case| case.length())
    };
    let mut groups: Vec<(Option<Cause>, Vec<&Change>)> = Vec::new();
    for change in changes {
        let cause = cause(change, cases);
        let is_same = |(other, group): &(Option<Cause>, Vec<&Change>)| {
            let first = group[0];
            let is_one = match (&cause, other) {
                (None, None) => first.question == change.question && first.is == change.is,
                (one, other) => *one == *other,
            };
            is_one && first.library == change.library
        };
        match groups.iter_mut().find(|group| is_same(group)) {
            Some((_, group)) => group.push(change),
            None => groups.push((cause, vec![change])),
        }
    }
    let mut groups: Vec<Vec<&Change>> = groups.into_iter().map(|(_, group)| group).collect();
    for group in &mut groups {
        group.sort_by_key(|change| length(change));
    }
    groups.sort_by_key(|group| Reverse(group.len()));
    groups
}

/// Returns the cause of the wrong answer that a change has led to, if it is known.
fn cause(change: &Change, cases: &BTreeMap<&str, &CaseReport>) -> Option<Cause> {
    let case = cases.get(change.case.as_str())?;
    let mut own = case.disagreements.iter();
    let is_it = |one: &&Disagreement| {
        one.implementation == change.library && one.question == change.question
    };
    own.find(is_it)?.cause.clone()
}

/// Maximum number of cases named after the first of a cause.
const NAMED: usize = 5;

/// Renders the cause of several changes, and the cases after the first.
fn also(group: &[&Change], cases: &BTreeMap<&str, &CaseReport>) -> String {
    if group.len() == 1 {
        return String::new();
    }
    let mut others: Vec<&str> = group.iter().map(|change| change.case.as_str()).collect();
    others.dedup();
    let words =
        cause(group[0], cases).map_or("the same answer".to_owned(), |one| cause_words(&one));
    let answers = counted(group.len(), "answer");
    let mut line = format!("- 1 cause, {answers}: {}", text(&words));
    if let Some(also) = also_in(&others[1..], NAMED) {
        line.push_str(&format!("; {}", text(&also)));
    }
    line + "\n"
}

/// Renders a change with all details.
fn entry(change: &Change, (old, new): (&Report, &Report), adapter: Option<&str>) -> String {
    let Change { library, case: id, question, was, is, .. } = change;
    let case = by_id(new).remove(id.as_str()).or_else(|| by_id(old).remove(id.as_str()));
    let mut entry = format!("\n### {}: {}\n\n", text(library), text(question));
    if let Some(case) = case {
        entry.push_str(&format!("{}: {}\n\n", named(case), text(&case.title)));
        entry.push_str(&format!("- FEN: {}\n", code(&case.setup)));
        if !case.play.is_empty() {
            entry.push_str(&format!("- played: {}\n", text(&case.play.join("; "))));
            entry.push_str(&format!("- then: {}\n", code(&case.end)));
        }
    }
    let right = [is, was].into_iter().flatten().find_map(|stand| match stand {
        QuestionStatus::Wrong { right, .. } => Some(join(right, ExpectationRecord::to_string)),
        QuestionStatus::Right | QuestionStatus::NoAnswer | QuestionStatus::NotReached => None,
    });
    if let Some(right) = right {
        entry.push_str(&format!("- expected: {}\n", text(&right)));
    }
    entry.push_str(&format!("- got: {}\n- before: {}\n", text(&says(is)), text(&says(was))));
    entry.push_str(&format!("- cause: {}\n", text(&causes(&change.causes))));
    let whom = match adapter {
        Some(command) => format!("--adapter {}", quoted(command)),
        None => format!("--library {}", quoted(library)),
    };
    let command = format!("lawbook check {whom} --id {}", quoted(id));
    entry.push_str(&format!("- to reproduce it: {}\n", code(&command)));
    entry
}

fn says(stand: &Option<QuestionStatus>) -> String {
    match stand {
        Some(QuestionStatus::Right) => "the right answer".to_owned(),
        Some(QuestionStatus::Wrong { says, .. }) => join(says, answer),
        Some(QuestionStatus::NoAnswer) => "no answer".to_owned(),
        Some(QuestionStatus::NotReached) => "not reached".to_owned(),
        None => "not asked".to_owned(),
    }
}

/// Renders the identifier of a case with its place in the catalogue.
fn named(case: &CaseReport) -> String {
    format!("{} ({})", text(&case.id), code(&case.place))
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Escapes a text from a report for Markdown, on one line.
fn text(text: &str) -> String {
    foreign_markdown(text)
}
