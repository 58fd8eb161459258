use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    ImplementationSummary, Report,
    diff::{Cause, ChangeKind, Diff},
    escape::one_line,
};

/// How everybody who was asked has fared over several reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trend {
    /// The libraries by name, the reference first.
    pub libraries: Vec<Course>,
}

/// How one library has fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Course {
    /// The library.
    pub library: String,
    /// The reports it is in, in order.
    pub points: Vec<Point>,
}

/// A library in one report, in numbers of questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// The name of the report.
    pub report: String,
    /// The version of the library.
    pub version: String,
    /// Right answers.
    pub right: usize,
    /// Known deviations.
    pub known: usize,
    /// What fails the gate.
    pub failing: usize,
    /// How many questions stand otherwise than in the report before, by what has become of them.
    pub changes: BTreeMap<ChangeKind, usize>,
    /// What may be behind these changes.
    pub causes: Vec<Cause>,
}

impl Trend {
    /// Follows the libraries through reports with their names, the oldest first.
    pub fn new(reports: &[(String, Report)]) -> Trend {
        let mut trend = Trend { libraries: Vec::new() };
        let mut before: Option<&Report> = None;
        for (name, report) in reports {
            // Reports without anything in common have no changes between them.
            let diff = before.and_then(|before| Diff::new(before, report).ok());
            for about in &report.implementations {
                let point = point(name, report, about, diff.as_ref());
                match trend.libraries.iter_mut().find(|course| course.library == about.name) {
                    Some(course) => course.points.push(point),
                    None => trend
                        .libraries
                        .push(Course { library: about.name.clone(), points: vec![point] }),
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

    /// The table for people: a block for each library, a line for each report.
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
    let mut causes = Vec::new();
    for change in diff.iter().flat_map(|diff| &diff.changes).filter(|one| one.library == about.name)
    {
        *changes.entry(change.change).or_default() += 1;
        causes.extend(&change.causes);
    }
    causes.sort_unstable();
    causes.dedup();
    Point {
        report: name.to_owned(),
        version: about.version.clone(),
        right: scores().map(|score| score.agrees).sum(),
        known: scores().map(|score| score.known).sum(),
        failing: scores().map(|score| score.failing).sum(),
        changes,
        causes,
    }
}

fn changes(point: &Point) -> String {
    let counts: Vec<String> =
        point.changes.iter().map(|(kind, count)| format!("{count} {}", kind.words())).collect();
    let causes: Vec<&str> = point.causes.iter().map(|cause| cause.words()).collect();
    match (counts.is_empty(), causes.is_empty()) {
        (true, _) => String::new(),
        (false, true) => counts.join(", "),
        (false, false) => format!("{}  [{}]", counts.join(", "), causes.join(", ")),
    }
}
