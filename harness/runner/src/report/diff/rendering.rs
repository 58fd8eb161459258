use std::collections::{BTreeMap, BTreeSet};

use super::{Change, ChangeKind, Diff, HeaderDifference, QuestionStatus, WrongAnswer};
use crate::report::escape::one_line;
use lawbook::words::counted;
use lawbook_catalogue::question::ExpectationRecord;

impl Diff {
    /// Renders the changes as text, one per line. Questions that were added or removed are only counted.
    pub fn text(&self) -> String {
        let mut text: String =
            self.headers.iter().map(|one| format!("{}\n", header(one))).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        let (counted, shown): (Vec<&Change>, _) =
            self.changes.iter().partition(|one| comes_or_goes(one));
        let rows: Vec<[String; 5]> = shown.iter().map(|change| row(change)).collect();
        let width = |column: usize| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
        };
        let [a, b, c] = [width(0), width(1), width(2)];
        for [change, library, case, question, says] in &rows {
            text.push_str(&format!("{change:a$}  {library:b$}  {case:c$}  {question}\n"));
            text.push_str(&format!("    {says}\n"));
        }
        counts(&counted).iter().for_each(|count| text.push_str(&format!("{count}\n")));
        if !self.changes.is_empty() {
            text.push('\n');
        }
        text + &self.summary() + "\n"
    }

    /// Returns one line with the number of changes of each kind, and whether a right answer was lost.
    pub fn summary(&self) -> String {
        let counts: Vec<String> = ChangeKind::ALL
            .into_iter()
            .map(|kind| (self.changes.iter().filter(|one| one.change == kind).count(), kind))
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {}", kind.words()))
            .collect();
        match (counts.is_empty(), self.is_worse()) {
            (true, _) => "no answer has changed".to_owned(),
            (false, true) => format!("WORSE: {}", counts.join(", ")),
            (false, false) => format!("nothing is worse: {}", counts.join(", ")),
        }
    }
}

/// Whether changes of this kind are numerous, so that they are counted and not listed.
fn comes_or_goes(change: &Change) -> bool {
    matches!(change.change, ChangeKind::Added | ChangeKind::Removed)
}

fn header(one: &HeaderDifference) -> String {
    one_line(&format!("{}: {} -> {}", one.of, absent(&one.was), absent(&one.is)))
}

fn absent(version: &Option<String>) -> &str {
    version.as_deref().unwrap_or("not there")
}

/// Returns the cells of a row: kind, library, case, question with whether the case differs, old and new status.
fn row(change: &Change) -> [String; 5] {
    let stand = |stand: &Option<QuestionStatus>| match stand {
        Some(QuestionStatus::Right) => "right".to_owned(),
        Some(QuestionStatus::Wrong { says, .. }) => format!("wrong, {}", join(says, answer)),
        Some(QuestionStatus::NoAnswer) => "no answer".to_owned(),
        Some(QuestionStatus::NotReached) => "not reached".to_owned(),
        None => "not asked".to_owned(),
    };
    let right = if let Some(QuestionStatus::Wrong { right, .. }) = &change.is {
        format!("; expected {}", join(right, ExpectationRecord::to_string))
    } else if let Some(QuestionStatus::Wrong { right, .. }) = &change.was {
        format!("; previously expected {}", join(right, ExpectationRecord::to_string))
    } else {
        String::new()
    };
    let says = format!("{} -> {}{right}", stand(&change.was), stand(&change.is));
    let differs = if change.case_changed { "  (the case has changed)" } else { "" };
    let Change { change, library, case, question, .. } = change;
    [change.words(), library, case, &format!("{question}{differs}"), &says].map(one_line)
}

fn join<T>(values: &[T], words: impl Fn(&T) -> String) -> String {
    values.iter().map(words).collect::<Vec<_>>().join("; ")
}

fn answer(one: &WrongAnswer) -> String {
    match &one.rule_set {
        Some(rule_set) => format!("{} ({rule_set})", one.says),
        None => one.says.to_string(),
    }
}

/// Returns one line per kind and library, with the numbers of cases and of right answers.
fn counts(changes: &[&Change]) -> Vec<String> {
    let mut groups: BTreeMap<_, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        groups.entry((change.change, &change.library)).or_default().push(change);
    }
    let line = |((kind, library), changes): ((ChangeKind, &String), Vec<&Change>)| {
        let cases: BTreeSet<&str> = changes.iter().map(|one| one.case.as_str()).collect();
        let cases = match cases.iter().next() {
            Some(only) if cases.len() == 1 => (*only).to_owned(),
            _ => counted(cases.len(), "case"),
        };
        let is_right = |one: &&&Change| {
            [&one.was, &one.is].into_iter().flatten().any(|stand| *stand == QuestionStatus::Right)
        };
        let right = changes.iter().filter(is_right).count();
        let wrong = changes.len() - right;
        let kind = kind.words();
        let [library, cases] = [library.as_str(), &cases].map(one_line);
        format!("{kind}  {library}  {cases}: {right} right, {wrong} wrong")
    };
    groups.into_iter().map(line).collect()
}
