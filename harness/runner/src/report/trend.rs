use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    ImplementationSummary, Report,
    diff::{ChangeKind, Diff},
    escape::one_line,
};

/// The scores of all implementations over several reports. The JSON of it can be read back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trend {
    /// The implementations by name, the reference first.
    pub libraries: Vec<LibraryTrend>,
}

/// The scores of one implementation over several reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryTrend {
    /// The name of the implementation.
    pub library: String,
    /// The reports that include it, in order.
    pub points: Vec<Point>,
}

/// The score of an implementation in one report, in numbers of questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The name of the report.
    pub report: String,
    /// The version of the library.
    pub version: String,
    /// Right answers.
    pub right: usize,
    /// Known deviations.
    pub known: usize,
    /// Answers that fail the gate.
    pub failing: usize,
    /// Number of questions whose status differs from the previous report, by the kind of change.
    pub changes: BTreeMap<ChangeKind, usize>,
}

impl Trend {
    /// Combines reports, given with their names from the oldest to the newest.
    pub fn new(reports: &[(String, Report)]) -> Trend {
        let mut trend = Trend { libraries: Vec::new() };
        let mut before: Option<&Report> = None;
        for (name, report) in reports {
            // Reports that have no case or library in common cannot be compared.
            let diff = before.and_then(|before| Diff::new(before, report).ok());
            for about in &report.implementations {
                let point = point(name, report, about, diff.as_ref());
                match trend.libraries.iter_mut().find(|course| course.library == about.name) {
                    Some(course) => course.points.push(point),
                    None => trend
                        .libraries
                        .push(LibraryTrend { library: about.name.clone(), points: vec![point] }),
                }
            }
            before = Some(report);
        }
        let reference = reports.first().and_then(|(_, report)| report.implementations.first());
        let reference = reference.map(|one| one.name.clone());
        trend.libraries.sort_by_key(|course| {
            (Some(&course.library) != reference.as_ref(), course.library.clone())
        });
        trend
    }

    /// Renders a table as text: a block for each library, and a line for each report.
    pub fn text(&self) -> String {
        let points = || self.libraries.iter().flat_map(|course| &course.points);
        let width = |of: fn(&Point) -> usize| points().map(of).max().unwrap_or_default();
        let name = width(|point| one_line(&point.report).chars().count());
        let version = width(|point| one_line(&point.version).chars().count());
        let digits = width(|point| point.right.to_string().len());
        let mut text = String::new();
        for course in &self.libraries {
            text.push_str(&format!("{}\n", one_line(&course.library)));
            for point in &course.points {
                let Point { right, known, failing, .. } = point;
                let [report, asked] = [&point.report, &point.version].map(|text| one_line(text));
                let line = format!(
                    "  {report:name$}  {asked:version$}  {right:digits$} right  {known:4} known  {failing:4} failing  {}",
                    changes(point)
                );
                text.push_str(&format!("{}\n", line.trim_end()));
            }
        }
        text
    }
}

fn point(name: &str, report: &Report, about: &ImplementationSummary, diff: Option<&Diff>) -> Point {
    let scores = || report.scores.iter().filter(|score| score.implementation == about.name);
    let mut changes = BTreeMap::new();
    for change in diff.iter().flat_map(|diff| &diff.changes).filter(|one| one.library == about.name)
    {
        *changes.entry(change.change).or_default() += 1;
    }
    Point {
        report: name.to_owned(),
        version: about.version.clone(),
        right: scores().map(|score| score.agrees).sum(),
        known: scores().map(|score| score.known).sum(),
        failing: scores().map(|score| score.failing).sum(),
        changes,
    }
}

fn changes(point: &Point) -> String {
    let counts: Vec<String> =
        point.changes.iter().map(|(kind, count)| format!("{count} {}", kind.words())).collect();
    counts.join(", ")
}
