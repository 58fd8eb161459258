//! Every cell of the grid is detected by a case, or there is a reason why not.

#![allow(clippy::unwrap_used)] // a test

use lawbook_catalogue::{Case, Catalogue};
use lawbook_faults::{self as faults, Fault};
use lawbook_suite::detection::{self, CellRow, FaultMatrix, GridReport, Reason};

/// The rules whose common cells at least two cases of the core level detect.
const TWICE: [&str; 5] = ["repetition", "material", "notation", "fen", "chess960"];

fn names<'a>(rows: impl Iterator<Item = &'a CellRow>) -> Vec<&'static str> {
    rows.map(|row| row.name).collect()
}

#[test]
fn every_cell_is_detected_or_has_a_reason() {
    let catalogue = Catalogue::embedded();
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    let cells: Vec<&Fault> = faults::grid().iter().collect();
    let reasons = detection::reasons(detection::REASONS).unwrap();
    let matrix = FaultMatrix::new(&cases, &cells, 0, || ());
    let grid = GridReport::new(&cells, &matrix.faults, &reasons);
    let unexplained = names(grid.undetected().filter(|row| row.reason.is_none()));
    assert!(unexplained.is_empty(), "no case of ordinary chess detects {unexplained:#?}");
    let is_thin = |row: &&CellRow| row.common && row.core < 2 && TWICE.contains(&row.rule);
    let thin = names(grid.cells.iter().filter(is_thin));
    assert!(thin.is_empty(), "fewer than two cases of the core level detect {thin:#?}");
    let beyond = names(grid.common_beyond_core().filter(|row| row.reason.is_none()));
    assert!(beyond.is_empty(), "no case of the core level detects {beyond:#?}");
    for Reason { cells, .. } in &reasons {
        let about: Vec<_> = grid.cells.iter().filter(|row| row.is_called(cells)).collect();
        assert!(!about.is_empty(), "no cell is called {cells}");
        let is_needed = about.iter().all(|row| !row.detected.is_by_a_case());
        assert!(is_needed, "a case detects some of {cells}, so no reason is needed");
    }
}
