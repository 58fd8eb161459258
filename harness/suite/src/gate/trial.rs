//! Tests of cases: one per library and case.

use std::sync::Arc;

use super::Survey;
use crate::{
    report::{CaseReport, Report},
    runner::{self, CaseRun, Finding, Run, Verdict},
};
use lawbook_catalogue::{
    Baseline, Case, CaseLevel, Catalogue, Deviation, Version,
    adapter::{Implementation, Reference},
};

/// A test before it runs.
pub(super) struct Test {
    /// The name of the test.
    pub(super) name: String,
    /// Whether it plays random games. Such a test has a process of its own by default.
    pub(super) plays_games: bool,
    /// Runs the test.
    pub(super) run: Box<dyn FnOnce() -> TestOutcome + Send>,
    /// Returns whether the test would be ignored because its case is not asked.
    pub(super) is_unasked: Box<dyn FnOnce() -> bool + Send>,
}

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TestOutcome {
    /// No new disagreement was found.
    Passed,
    /// The case is not asked; the text gives the reason.
    Skipped(String),
    /// Something failed that is not about one case; the text describes it.
    Failed(String),
    /// The answers to the case have new disagreements.
    Wrong(Box<CaseReport>),
}

/// Data shared by all tests.
pub(super) struct Shared {
    /// The baseline, if it was read from a file.
    pub(super) baseline: Option<Baseline>,
    /// The known deviations.
    pub(super) known: Vec<Deviation>,
    /// Maximum level of the cases in the run.
    pub(super) level: CaseLevel,
}

/// Returns one test `library::case` per library and case, and one `library::baseline` if there is a baseline.
///
/// A case is parsed when its test runs, so that running a single test does not parse the others.
pub(super) fn all(
    libraries: &[Arc<dyn Implementation>],
    ids: &[String],
    shared: Shared,
) -> Vec<Test> {
    let shared = Arc::new(shared);
    let mut tests = Vec::new();
    for library in libraries {
        let name = library.about().name;
        for id in ids {
            let one = OneCase {
                id: id.clone(),
                name: name.clone(),
                library: Arc::clone(library),
                shared: Arc::clone(&shared),
            };
            let again = one.clone();
            tests.push(Test {
                name: format!("{name}::{id}"),
                plays_games: false,
                run: Box::new(move || one.check()),
                is_unasked: Box::new(move || matches!(again.look(), CaseResult::Skipped(_))),
            });
        }
        if shared.baseline.is_some() {
            let (library, shared) = (Arc::clone(library), Arc::clone(&shared));
            tests.push(Test {
                name: format!("{name}::baseline"),
                plays_games: false,
                run: Box::new(move || shared.baseline_holds(library.as_ref())),
                is_unasked: Box::new(|| false),
            });
        }
    }
    tests
}

/// A case to be asked to one library.
#[derive(Clone)]
struct OneCase {
    id: String,
    name: String,
    library: Arc<dyn Implementation>,
    shared: Arc<Shared>,
}

/// The result of asking a case, without details.
enum CaseResult {
    Right,
    Skipped(String),
    Wrong(Box<CaseReport>),
    Unreadable,
}

impl OneCase {
    fn check(&self) -> TestOutcome {
        match self.look() {
            CaseResult::Right => TestOutcome::Passed,
            CaseResult::Skipped(why) => TestOutcome::Skipped(why),
            CaseResult::Wrong(report) => TestOutcome::Wrong(report),
            CaseResult::Unreadable => {
                TestOutcome::Failed("the case cannot be read: run `lawbook lint`".to_owned())
            }
        }
    }

    fn look(&self) -> CaseResult {
        let OneCase { id, name, library, shared } = self;
        let Some(case) = Catalogue::embedded_case(id) else { return CaseResult::Unreadable };
        if let Some(open) = &case.open {
            return CaseResult::Skipped(format!("the texts leave it open: {open}"));
        }
        if case.level > shared.level {
            return CaseResult::Skipped(format!(
                "its level is {}; only levels up to {} are tested",
                case.level, shared.level
            ));
        }
        let verdicts = runner::ask_one(&case, name, library.as_ref(), &shared.known);
        if verdicts.iter().any(|one| !one.standing.passes()) {
            return match shared.is_newer(&case) {
                Some(version) => CaseResult::Skipped(format!(
                    "it disagrees, but is newer than the baseline of {version}; `baseline check` shows details"
                )),
                None => wrong(&case, library.as_ref(), verdicts),
            };
        }
        match verdicts.iter().any(|one| one.finding.is_scored()) {
            true => CaseResult::Right,
            false => CaseResult::Skipped(reason(&verdicts)),
        }
    }
}

impl Shared {
    /// Returns the version of the baseline if the case is newer.
    fn is_newer(&self, case: &Case) -> Option<Version> {
        let version = self.baseline.as_ref()?.catalogue;
        (case.since > version).then_some(version)
    }

    fn baseline_holds(&self, library: &dyn Implementation) -> TestOutcome {
        let Some(baseline) = &self.baseline else { return TestOutcome::Passed };
        let survey = Survey::new(&Catalogue::embedded(), &[library], baseline);
        match survey.stale() {
            stale if stale.is_empty() => TestOutcome::Passed,
            stale => {
                TestOutcome::Failed(format!("{}\n`baseline prune` removes it", stale.join("\n")))
            }
        }
    }
}

/// Returns the report of wrong answers to a case.
fn wrong(case: &Case, library: &dyn Implementation, verdicts: Vec<Verdict<'_>>) -> CaseResult {
    let run = Run {
        implementations: vec![Reference::default().about(), library.about()],
        cases: vec![CaseRun { case, verdicts }],
        stale: Vec::new(),
    };
    // To parse all cases takes longer than to ask one.
    let mut cases = Report::new(&run, Catalogue::embedded_documents()).cases;
    cases.pop().map_or(CaseResult::Unreadable, |report| CaseResult::Wrong(Box::new(report)))
}

fn reason(verdicts: &[Verdict<'_>]) -> String {
    let silent = verdicts.iter().find(|one| one.finding != Finding::Agrees);
    match silent {
        None => "no question was asked".to_owned(),
        // Otherwise its answer, which is not counted, would be taken for the reason.
        Some(one) if one.finding == Finding::Silent => {
            format!("the library makes no statement on this: {}", one.says)
        }
        Some(one) => one.says.to_string(),
    }
}
