//! A test for each library and case.

use std::{env, sync::Arc};

use libtest_mimic::{Completion, Failed, Trial};

use super::Survey;
use crate::{
    adapter::{Implementation, Reference},
    catalogue::{Baseline, Case, CaseLevel, Catalogue, Deviation, Version},
    report::{self, Report},
    runner::{self, Finding, Verdict},
};

/// What all tests share.
pub(super) struct Shared {
    /// The baseline, if it is in a file.
    pub(super) baseline: Option<Baseline>,
    /// What is known.
    pub(super) known: Vec<Deviation>,
    /// How fine the points are that are asked.
    pub(super) level: CaseLevel,
}

/// `library::case` for each of these, and `library::baseline` if there is one.
///
/// A case is read when its test runs: one exact name costs no more than that case.
pub(super) fn all(
    libraries: &[Arc<dyn Implementation>],
    ids: &[String],
    shared: Shared,
) -> Vec<Trial> {
    let shared = Arc::new(shared);
    let mut trials = Vec::new();
    for library in libraries {
        let name = library.about().name;
        for id in ids {
            let (id, name) = (id.clone(), name.clone());
            let (library, shared) = (Arc::clone(library), Arc::clone(&shared));
            trials.push(Trial::ignorable_test(format!("{name}::{id}"), move || {
                shared.check(&id, &name, &library)
            }));
        }
        if shared.baseline.is_some() {
            let (library, shared) = (Arc::clone(library), Arc::clone(&shared));
            trials.push(Trial::test(format!("{name}::baseline"), move || {
                shared.baseline_holds(library.as_ref())
            }));
        }
    }
    trials
}

impl Shared {
    fn check(
        &self,
        id: &str,
        name: &str,
        library: &Arc<dyn Implementation>,
    ) -> Result<Completion, Failed> {
        let case =
            Catalogue::embedded_case(id).ok_or("the case cannot be read: run `lawbook lint`")?;
        if let Some(open) = &case.open {
            return Ok(Completion::ignored_with(format!("the texts leave it open: {open}")));
        }
        if case.level > self.level {
            return Ok(Completion::ignored_with(format!(
                "its level is {}, and those up to {} are asked",
                case.level, self.level
            )));
        }
        let verdicts = runner::ask_one(&case, name, library.as_ref(), &self.known);
        if verdicts.iter().any(|one| !one.standing.passes()) {
            return match self.is_newer(&case) {
                Some(version) => Ok(Completion::ignored_with(format!(
                    "it disagrees, and is newer than the baseline of {version}: `baseline check` says more"
                ))),
                None => Err(self.failure(&case, name, library).into()),
            };
        }
        match verdicts.iter().find(|one| one.finding.is_scored()) {
            Some(_) => Ok(Completion::Completed),
            None => Ok(Completion::ignored_with(reason(&verdicts))),
        }
    }

    /// The version of the baseline, if the case came after it.
    fn is_newer(&self, case: &Case) -> Option<Version> {
        let version = self.baseline.as_ref()?.catalogue;
        (case.since > version).then_some(version)
    }

    /// The case, the board, what is right and what was said; and a line for the service that shows
    /// such lines beside the code.
    fn failure(&self, case: &Case, name: &str, library: &Arc<dyn Implementation>) -> String {
        let libraries: Vec<Box<dyn Implementation>> =
            if name == Reference::NAME { Vec::new() } else { vec![Box::new(Arc::clone(library))] };
        let catalogue = Catalogue::embedded();
        let run = runner::run(&catalogue, [case], &libraries, &self.known, || ());
        let report = Report::new(&run, &catalogue);
        if env::var_os("GITHUB_ACTIONS").is_some() {
            super::say(&mut std::io::stderr(), &report::annotations(&report));
        }
        report.cases.iter().map(|case| format!("\n{}", report::disagreement(case, None))).collect()
    }

    fn baseline_holds(&self, library: &dyn Implementation) -> Result<(), Failed> {
        let Some(baseline) = &self.baseline else { return Ok(()) };
        let survey = Survey::new(&Catalogue::embedded(), &[library], baseline);
        match survey.stale() {
            stale if stale.is_empty() => Ok(()),
            stale => Err(format!("{}\n`baseline prune` takes it out", stale.join("\n")).into()),
        }
    }
}

fn reason(verdicts: &[Verdict<'_>]) -> String {
    let silent = verdicts.iter().find(|one| one.finding != Finding::Agrees);
    silent.map_or_else(|| "nothing is asked".to_owned(), |one| one.says.to_string())
}
