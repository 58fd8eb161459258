use askama::Template;
use lawbook::report::{CaseReport, ImplementationSummary};

use super::{book::Book, file_name};

/// The families of rules, each with the tags of its cases.
const FAMILIES: [(&str, &[&str]); 12] = [
    ("Check and mate", &["checkmate", "check", "mate", "pattern", "double-check"]),
    ("Pins", &["pin", "legality"]),
    ("Castling", &["castling"]),
    ("En passant", &["en-passant"]),
    ("Promotion", &["promotion"]),
    ("Stalemate", &["stalemate"]),
    ("Dead position", &["dead-position", "material", "unwinnable", "blocked", "fortress"]),
    ("Repetition", &["repetition", "fivefold"]),
    ("Fifty moves", &["fifty-moves", "fifty-move-rule", "fifty", "seventy-five"]),
    ("Offers", &["offer", "agreement", "resignation"]),
    ("Flag and clock", &["flag", "clock", "both-flags", "quickplay"]),
    ("Notation", &["notation", "disambiguation", "setup", "diagram", "fen"]),
];

/// Width of the names and of a cell; height of a row and of the heads.
const NAMES: usize = 120;
const CELL: usize = 62;
const ROW: usize = 26;
const HEADS: usize = 110;

/// Heat map: share of right answers per library and family of rules. Colours fade with low coverage.
#[derive(Template)]
#[template(path = "heat.html")]
pub(super) struct HeatMap {
    /// The families, each with the x coordinate of its name.
    heads: Vec<(&'static str, usize)>,
    rows: Vec<HeatRow>,
    width: usize,
    height: usize,
}

/// The row of a library.
struct HeatRow {
    name: String,
    file: String,
    y: usize,
    cells: Vec<HeatCell>,
}

/// The results of a library in a family, in numbers of questions.
#[derive(Clone, Copy)]
struct HeatCell {
    x: usize,
    right: usize,
    wrong: usize,
    /// Questions that the library does not support, or that could not be asked.
    unanswered: usize,
}

impl HeatMap {
    /// Creates the map. Libraries are in the order of the report, without the reference.
    pub(super) fn new(book: &Book<'_>) -> HeatMap {
        let libraries = book.report.implementations.iter().skip(1);
        let rows: Vec<HeatRow> =
            libraries.zip(0..).map(|(one, place)| row(book, one, place)).collect();
        HeatMap {
            heads: FAMILIES
                .iter()
                .zip(0..)
                .map(|((name, _), place)| (*name, NAMES + place * CELL + CELL / 2))
                .collect(),
            width: NAMES + FAMILIES.len() * CELL + 60,
            height: HEADS + rows.len() * ROW + 4,
            rows,
        }
    }
}

fn row(book: &Book<'_>, one: &ImplementationSummary, place: usize) -> HeatRow {
    let cell = |((_, tags), place): (&(&str, &[&str]), usize)| {
        let has = |tag: &String| tags.contains(&tag.as_str());
        let entries = book.entries.iter().filter(|entry| entry.case.tags.iter().any(has));
        let empty = HeatCell { x: NAMES + place * CELL, right: 0, wrong: 0, unanswered: 0 };
        entries
            .filter_map(|entry| entry.report)
            .fold(empty, |cell, case| cell.with(case, &one.name))
    };
    HeatRow {
        name: one.name.clone(),
        file: file_name(&one.name),
        y: HEADS + place * ROW,
        cells: FAMILIES.iter().zip(0..).map(cell).collect(),
    }
}

impl HeatCell {
    fn with(self, case: &CaseReport, name: &str) -> HeatCell {
        let count = |some: Option<&Vec<String>>| some.map_or(0, Vec::len);
        let wrong = case.disagreements.iter().filter(|one| one.implementation == name).count();
        HeatCell {
            right: self.right + count(case.agrees.get(name)),
            wrong: self.wrong + wrong,
            unanswered: self.unanswered
                + count(case.silent.get(name))
                + count(case.unsupported.get(name))
                + count(case.not_reached.get(name)),
            ..self
        }
    }

    const fn answered(&self) -> usize {
        self.right + self.wrong
    }

    /// Percentage of answers that are right, rounded down, so that 100 means no wrong answer.
    fn percent(&self) -> usize {
        (self.right * 100).checked_div(self.answered()).unwrap_or(0)
    }

    /// Percentage of questions that are answered.
    fn coverage(&self) -> usize {
        (self.answered() * 100).checked_div(self.answered() + self.unanswered).unwrap_or(0)
    }

    /// Opacity of the colour: proportional to the coverage, but never 0.
    fn opacity(&self) -> String {
        format!("0.{:02}", (15 + self.coverage() * 84 / 100).min(99))
    }

    /// CSS class of the colour.
    fn class(&self) -> &'static str {
        match self.percent() {
            100 => "h5",
            98.. => "h4",
            95.. => "h3",
            90.. => "h2",
            _ => "h1",
        }
    }
}
