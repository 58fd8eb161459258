use lawbook_runner::report::{ImplementationSummary, Report, Score};

use super::file_name;

/// Table of libraries and documents: numbers of right answers.
pub(super) struct SiteMatrix {
    /// The documents and other folders in the report: name of the page, and title.
    pub(super) columns: Vec<(String, String)>,
    pub(super) rows: Vec<MatrixRow>,
}

/// The row of a library.
pub(super) struct MatrixRow {
    pub(super) name: String,
    pub(super) file: String,
    pub(super) version: String,
    pub(super) cells: Vec<MatrixCell>,
    /// Total over all documents.
    pub(super) sum: MatrixCell,
}

/// Numbers of questions.
#[derive(Clone, Copy, Default)]
pub(super) struct MatrixCell {
    pub(super) right: usize,
    pub(super) asked: usize,
    pub(super) failing: usize,
}

impl SiteMatrix {
    pub(super) fn new(report: &Report) -> SiteMatrix {
        let folders = report.folders();
        let column = |folder: &&str| {
            let document = report.documents.iter().find(|document| document.folder == **folder);
            match document {
                Some(document) => (file_name(&document.id), document.title.clone()),
                None => (file_name(folder), (*folder).to_owned()),
            }
        };
        let row = |one: &ImplementationSummary| {
            let cells: Vec<MatrixCell> = folders
                .iter()
                .map(|folder| {
                    report.score(folder, &one.name).map_or_else(MatrixCell::default, MatrixCell::of)
                })
                .collect();
            MatrixRow {
                name: one.name.clone(),
                file: file_name(&one.name),
                version: one.version.clone(),
                sum: cells.iter().fold(MatrixCell::default(), |sum, cell| sum.plus(*cell)),
                cells,
            }
        };
        SiteMatrix {
            columns: folders.iter().map(column).collect(),
            // The first is the reference, with which no library is compared.
            rows: report.implementations.iter().skip(1).map(row).collect(),
        }
    }
}

impl MatrixCell {
    fn of(score: &Score) -> MatrixCell {
        let asked = score.agrees + score.known + score.failing;
        MatrixCell { right: score.agrees, asked, failing: score.failing }
    }

    fn plus(self, other: MatrixCell) -> MatrixCell {
        MatrixCell {
            right: self.right + other.right,
            asked: self.asked + other.asked,
            failing: self.failing + other.failing,
        }
    }

    pub(super) fn wrong(&self) -> usize {
        self.asked - self.right
    }

    /// CSS class: nothing asked, all right, known deviations only, or unknown deviations.
    pub(super) fn class(&self) -> &'static str {
        match (self.asked, self.wrong(), self.failing) {
            (0, ..) => "none",
            (_, 0, _) => "all",
            (_, _, 0) => "some",
            _ => "failing",
        }
    }
}
