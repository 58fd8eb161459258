//! One trial for each library and case, `cozy-chess::fifty-moves-nobody-claims`, the reference among
//! the libraries. A trial passes if every answer is right or a known deviation.
//!
//! Cases are read when their trial runs: one exact name costs no more than that case.

use std::{process::ExitCode, sync::Arc};

use lawbook::{
    adapter::{Implementation, Reference},
    catalogue::{Case, Catalogue, Deviation},
    runner::{self, Finding, Standing, Verdict},
};
use lawbook_harness::adapters;
use libtest_mimic::{Arguments, Completion, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let known: Arc<Vec<Deviation>> = match adapters::known_deviations() {
        Ok(known) => Arc::new(known),
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let mut implementations: Vec<Arc<dyn Implementation>> = vec![Arc::new(Reference)];
    implementations.extend(adapters::all().into_iter().map(Arc::from));
    let ids = Catalogue::embedded_ids();
    let mut trials = Vec::new();
    for implementation in implementations {
        let name = implementation.about().name;
        for id in &ids {
            let (id, name, known) = (id.clone(), name.clone(), Arc::clone(&known));
            let whom = Arc::clone(&implementation);
            trials.push(Trial::ignorable_test(format!("{name}::{id}"), move || {
                check(&id, &name, whom.as_ref(), &known)
            }));
        }
    }
    if let (true, Some(filter)) = (arguments.exact, &arguments.filter)
        && !trials.iter().any(|trial| trial.name() == filter)
    {
        eprintln!("no trial is named {filter:?}; --list shows all");
        return ExitCode::FAILURE;
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn check(
    id: &str,
    name: &str,
    whom: &dyn Implementation,
    known: &[Deviation],
) -> Result<Completion, Failed> {
    let case = Catalogue::embedded_case(id).ok_or("the case cannot be read: run `lawbook lint`")?;
    if let Some(open) = &case.open {
        return Ok(Completion::ignored_with(format!("the texts leave it open: {open}")));
    }
    let verdicts = runner::ask_one(&case, name, whom, known);
    let failing: Vec<String> =
        verdicts.iter().filter(|one| !one.standing.passes()).map(|one| line(&case, one)).collect();
    if !failing.is_empty() {
        return Err(failing.join("\n").into());
    }
    match verdicts.iter().find(|one| one.finding.is_scored()) {
        Some(_) => Ok(Completion::Completed),
        None => Ok(Completion::ignored_with(reason(&verdicts))),
    }
}

fn line(case: &Case, verdict: &Verdict<'_>) -> String {
    let Verdict { rule_set, expected, finding, says, standing, .. } = verdict;
    let hint = match standing {
        Standing::FixedButListed => " (it is listed as a known deviation)",
        Standing::Changed => " (it is listed as a known deviation with another answer)",
        _ => "",
    };
    format!(
        "{}: {} ({rule_set}) right is {}, and it says {says} [{finding:?}]{hint}",
        case.place, expected.question, expected.right
    )
}

fn reason(verdicts: &[Verdict<'_>]) -> String {
    let silent = verdicts.iter().find(|one| one.finding != Finding::Agrees);
    silent.map_or_else(|| "nothing is asked".to_owned(), |one| one.says.clone())
}
