use askama::Template;
use lawbook::{catalogue::DeviationClass, report::Disagreement};

use super::{book::Book, file_name};

/// Width of the names and of the longest bar, and height of a row.
const NAMES: usize = 120;
const LONGEST: usize = 560;
const ROW: usize = 26;

/// The classes of deviations in display order; `None` for unknown deviations.
pub(super) const CLASSES: [Option<DeviationClass>; 6] = [
    Some(DeviationClass::Bug),
    Some(DeviationClass::ByDesign),
    Some(DeviationClass::OtherRuleSet),
    Some(DeviationClass::Incomplete),
    Some(DeviationClass::Unexplained),
    None,
];

/// Bar chart of the wrong answers of each library, by class.
#[derive(Template)]
#[template(path = "bars.html")]
pub(super) struct DeviationBars {
    /// The classes that occur, each with its colour index.
    classes: Vec<(&'static str, usize)>,
    rows: Vec<BarRow>,
    width: usize,
    height: usize,
}

/// The row of a library.
struct BarRow {
    name: String,
    file: String,
    y: usize,
    sum: usize,
    parts: Vec<BarPart>,
}

/// The part of a bar for one class.
struct BarPart {
    class: &'static str,
    color: usize,
    count: usize,
    x: usize,
    width: usize,
}

impl DeviationBars {
    /// Creates the chart. Libraries are in the order of the report, without the reference.
    pub(super) fn new(book: &Book<'_>) -> DeviationBars {
        let all: Vec<&Disagreement> =
            book.report.cases.iter().flat_map(|case| &case.disagreements).collect();
        let of = |name: &str| all.iter().filter(|one| one.implementation == name).count();
        let libraries = || book.report.implementations.iter().skip(1);
        let most = libraries().map(|one| of(&one.name)).max().unwrap_or(0).max(1);
        let rows: Vec<BarRow> = libraries()
            .zip(0..)
            .map(|(one, place)| BarRow {
                name: one.name.clone(),
                file: file_name(&one.name),
                y: place * ROW,
                sum: of(&one.name),
                parts: parts(&all, &one.name, most),
            })
            .collect();
        let is_there = |color: &usize| {
            rows.iter().any(|row| row.parts.iter().any(|part| part.color == *color))
        };
        DeviationBars {
            classes: (0..CLASSES.len())
                .filter(is_there)
                .map(|color| (words(color), color))
                .collect(),
            width: NAMES + LONGEST + 50,
            height: rows.len() * ROW,
            rows,
        }
    }
}

fn parts(all: &[&Disagreement], name: &str, most: usize) -> Vec<BarPart> {
    let mut parts = Vec::new();
    let mut before = 0;
    for (color, class) in CLASSES.iter().enumerate() {
        let is_here = |one: &&&Disagreement| one.implementation == name && one.class == *class;
        let count = all.iter().filter(is_here).count();
        if count > 0 {
            let x = NAMES + before * LONGEST / most;
            let end = NAMES + (before + count) * LONGEST / most;
            parts.push(BarPart { class: words(color), color, count, x, width: (end - x).max(1) });
        }
        before += count;
    }
    parts
}

fn words(color: usize) -> &'static str {
    CLASSES.get(color).copied().flatten().map_or("not listed", DeviationClass::words)
}
