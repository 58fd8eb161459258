use askama::Template;
use lawbook::report::Score;

use super::{book::Book, file_name};

/// Width of the names, of a bar and of the gap after it; height of a row and of the heads.
const NAMES: usize = 120;
const BAR: usize = 100;
const ROOM: usize = 50;
const ROW: usize = 26;
const HEADS: usize = 26;

/// Bar chart: for each library and document, the share of questions that are answered, and of answers that are right.
#[derive(Template)]
#[template(path = "coverage.html")]
pub(super) struct CoverageBars {
    /// The documents, each with the x coordinate of its name.
    heads: Vec<(String, usize)>,
    rows: Vec<CoverageRow>,
    width: usize,
    height: usize,
}

/// The row of a library.
struct CoverageRow {
    name: String,
    file: String,
    y: usize,
    cells: Vec<CoverageCell>,
}

/// The numbers of questions in a document.
struct CoverageCell {
    document: String,
    x: usize,
    right: usize,
    wrong: usize,
    asked: usize,
}

impl CoverageBars {
    /// Creates the chart. Libraries are in the order of the report, without the reference.
    pub(super) fn new(book: &Book<'_>) -> CoverageBars {
        let folders = book.report.folders();
        let document = |folder: &str| {
            let document = book.report.documents.iter().find(|document| document.folder == folder);
            document.map_or_else(|| folder.to_owned(), |document| document.id.clone())
        };
        let x = |place: usize| NAMES + place * (BAR + ROOM);
        let libraries = book.report.implementations.iter().skip(1);
        let rows: Vec<CoverageRow> = libraries
            .zip(0..)
            .map(|(one, place)| CoverageRow {
                name: one.name.clone(),
                file: file_name(&one.name),
                y: HEADS + place * ROW,
                cells: folders
                    .iter()
                    .zip(0..)
                    .filter_map(|(folder, place)| {
                        let score = book.report.score(folder, &one.name)?;
                        Some(CoverageCell::of(score, document(folder), x(place)))
                    })
                    .collect(),
            })
            .collect();
        CoverageBars {
            heads: folders.iter().zip(0..).map(|(one, place)| (document(one), x(place))).collect(),
            width: x(folders.len()),
            height: HEADS + rows.len() * ROW,
            rows,
        }
    }
}

impl CoverageCell {
    fn of(score: &Score, document: String, x: usize) -> CoverageCell {
        let wrong = score.known + score.failing;
        let asked = score.agrees + wrong + score.silent + score.unsupported + score.not_reached;
        CoverageCell { document, x, right: score.agrees, wrong, asked }
    }

    const fn answered(&self) -> usize {
        self.right + self.wrong
    }

    /// Percentage of questions that are answered.
    fn coverage(&self) -> usize {
        (self.answered() * 100).checked_div(self.asked).unwrap_or(0)
    }

    fn of_bar(&self, count: usize) -> usize {
        (count * BAR).checked_div(self.asked).unwrap_or(0)
    }
}
