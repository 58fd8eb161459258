use lawbook_catalogue::CaseLevel;
use serde::{Deserialize, Serialize};

use lawbook_faults::Fault;
use lawbook_gate::diagnosis::matches;

use super::{FaultRow, Kill};

/// The file with the reasons why no case detects some cells.
pub const REASONS: &str = include_str!("grid.yaml");

/// Why no case detects some cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// The names of the cells; `*` is any value of one dimension.
    pub cells: String,
    /// The reason.
    pub reason: String,
}

/// Reads the reasons from the text of a file.
///
/// # Errors
///
/// The text is not a list of `cells` and `reason`.
pub fn reasons(text: &str) -> Result<Vec<Reason>, serde_yaml::Error> {
    serde_yaml::from_str(text)
}

/// What detects the cells of the grid.
#[derive(Serialize)]
pub struct GridReport {
    /// One row for each cell, rule by rule.
    pub cells: Vec<CellRow>,
}

/// What detects one cell.
#[derive(Serialize)]
pub struct CellRow {
    /// The name of the cell.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// The value of each dimension.
    pub point: &'static [(&'static str, &'static str)],
    /// Whether it is a common bug.
    pub common: bool,
    /// What detects it first.
    pub detected: Detected,
    /// The number of ordinary cases up to the core level that detect it.
    pub core: usize,
    /// The number up to the full level.
    pub full: usize,
    /// The number up to the strict level: all.
    pub strict: usize,
    /// The number of cases about Chess960 that detect it.
    pub chess960: usize,
    /// The kind of random games that detects it.
    pub random: Option<&'static str>,
    /// The cases that detect it.
    pub cases: Vec<String>,
    /// Why no case detects it, where that has a reason.
    pub reason: Option<String>,
}

/// What detects a cell: the lowest level of cases, or else something weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Detected {
    /// A case of the core level.
    Core,
    /// A case of the full level.
    Full,
    /// A case of the strict level.
    Strict,
    /// Cases about Chess960 only, which many libraries are not asked.
    Chess960,
    /// No case, but random games.
    Random,
    /// Nothing.
    Nothing,
}

impl Detected {
    /// All of them, the best first.
    pub const ALL: [Detected; 6] = [
        Detected::Core,
        Detected::Full,
        Detected::Strict,
        Detected::Chess960,
        Detected::Random,
        Detected::Nothing,
    ];

    /// Whether a case about ordinary chess detects it.
    pub const fn is_by_a_case(self) -> bool {
        matches!(self, Detected::Core | Detected::Full | Detected::Strict)
    }
}

impl CellRow {
    /// Whether its name matches a pattern, where `*` is any value of one dimension.
    pub fn is_called(&self, pattern: &str) -> bool {
        matches(pattern, self.name)
    }
}

impl GridReport {
    /// Summarises the rows of faults that are cells of the grid.
    pub fn new(faults: &[&'static Fault], rows: &[FaultRow], reasons: &[Reason]) -> GridReport {
        let cells = faults.iter().zip(rows);
        GridReport { cells: cells.filter_map(|(fault, row)| cell(fault, row, reasons)).collect() }
    }

    /// The cells that no case about ordinary chess detects.
    pub fn undetected(&self) -> impl Iterator<Item = &CellRow> {
        self.cells.iter().filter(|row| !row.detected.is_by_a_case())
    }

    /// The common bugs that no case of the core level detects.
    pub fn common_beyond_core(&self) -> impl Iterator<Item = &CellRow> {
        self.cells.iter().filter(|row| row.common && row.detected > Detected::Core)
    }
}

fn cell(fault: &Fault, row: &FaultRow, reasons: &[Reason]) -> Option<CellRow> {
    let cell = fault.cell?;
    let up_to = |level: CaseLevel| {
        let asked = |kill: &&Kill| !kill.chess960 || cell.rule == "chess960";
        row.cases.iter().filter(asked).filter(|kill| kill.level <= level).count()
    };
    let [core, full, strict] = CaseLevel::ALL.map(up_to);
    let chess960 = row.cases.iter().filter(|kill| kill.chess960).count();
    let random = row.property.as_ref().map(|found| found.property);
    let detected = match (core, full, strict, chess960, random) {
        (1.., _, _, _, _) => Detected::Core,
        (_, 1.., _, _, _) => Detected::Full,
        (_, _, 1.., _, _) => Detected::Strict,
        (_, _, _, 1.., _) => Detected::Chess960,
        (_, _, _, _, Some(_)) => Detected::Random,
        (_, _, _, _, None) => Detected::Nothing,
    };
    let reason = reasons.iter().find(|reason| matches(&reason.cells, fault.name));
    Some(CellRow {
        name: fault.name,
        mistake: fault.mistake,
        rule: cell.rule,
        point: cell.point,
        common: cell.is_common,
        detected,
        core,
        full,
        strict,
        chess960,
        random,
        cases: row.cases.iter().map(|Kill { id, .. }| id.clone()).collect(),
        reason: reason.map(|reason| reason.reason.trim().to_owned()),
    })
}
