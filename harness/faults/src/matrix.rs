use lawbook::{
    adapter::{Implementation, Reference},
    catalogue::Case,
    runner::{self, Finding, Verdict},
};
use serde::Serialize;

use super::{Fault, Memory, RandomDisagreement, Seeded, random};

/// Which cases and which properties detect which fault.
#[derive(Serialize)]
pub struct FaultMatrix {
    /// One row per fault, in the order of the argument of [`FaultMatrix::new`].
    pub faults: Vec<FaultRow>,
    /// Ids of the cases that detect no fault and are not the contrast of a case that does.
    pub idle: Vec<String>,
}

/// How one fault is detected.
#[derive(Serialize)]
pub struct FaultRow {
    /// The name of the fault.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    /// The cases that detect it, in the order of the catalogue.
    pub cases: Vec<Kill>,
    /// The random game that detects it, and the property that fails there.
    pub property: Option<RandomDisagreement>,
}

/// A case that detects a fault, with the first question that is answered wrongly.
#[derive(Serialize)]
pub struct Kill {
    /// The id of the case.
    pub id: String,
    /// The name of the question.
    pub question: String,
    /// The rule set under which it was asked.
    pub rule_set: String,
    /// The right answer.
    pub right: String,
    /// The answer with the fault.
    pub says: String,
}

impl FaultRow {
    /// Whether the fault survives: fewer than two cases detect it.
    pub fn survives(&self) -> bool {
        self.cases.len() < 2
    }
}

impl FaultMatrix {
    /// Runs each case, and at most `games` random games per property, against each fault.
    ///
    /// Calls `progress` after each case.
    pub fn new<'a>(
        cases: &[&'a Case],
        faults: &[&'static Fault],
        games: usize,
        mut progress: impl FnMut(),
    ) -> FaultMatrix {
        let mut rows: Vec<FaultRow> = faults.iter().map(|fault| row(fault)).collect();
        let mut useful: Vec<&'a str> = Vec::new();
        for case in cases.iter().filter(|case| case.open.is_none()) {
            let memory = Memory::default();
            let right = ask(case, &memory);
            for (row, fault) in rows.iter_mut().zip(faults) {
                if let Some(kill) = kill(case, &right, &ask(case, &Seeded::new(fault, &memory))) {
                    row.cases.push(kill);
                    useful.push(&case.id);
                    useful.extend(case.contrast.as_deref());
                }
            }
            progress();
        }
        for (row, found) in rows.iter_mut().zip(random::hunt(faults, games)) {
            row.property = found;
        }
        let scored = cases.iter().filter(|case| case.open.is_none());
        let idle = scored.filter(|case| !useful.contains(&case.id.as_str()));
        let idle = idle.map(|case| case.id.clone()).collect();
        FaultMatrix { faults: rows, idle }
    }

    /// Whether at least two cases detect every fault.
    pub fn is_complete(&self) -> bool {
        !self.faults.iter().any(FaultRow::survives)
    }
}

fn row(fault: &Fault) -> FaultRow {
    FaultRow { name: fault.name, mistake: fault.mistake, cases: Vec::new(), property: None }
}

fn ask(case: &Case, whom: &dyn Implementation) -> Vec<Verdict<'static>> {
    runner::ask_one(case, Reference::NAME, whom, &[])
}

/// The first question that is answered correctly without the fault and wrongly with it.
fn kill(case: &Case, right: &[Verdict<'_>], bent: &[Verdict<'_>]) -> Option<Kill> {
    let wrong = |one: &Verdict<'_>| one.finding.is_scored() && one.finding != Finding::Agrees;
    let pairs = right.iter().zip(bent);
    let (_, verdict) = pairs.into_iter().find(|(right, bent)| !wrong(right) && wrong(bent))?;
    Some(Kill {
        id: case.id.clone(),
        question: verdict.expected.question.name(),
        rule_set: verdict.rule_set.to_string(),
        right: verdict.expected.right.to_string(),
        says: verdict.says.to_string(),
    })
}
