//! One test for each library and case, such as `cozy-chess::fifty-moves-nobody-claims`; the reference counts as a
//! library. A test passes if every answer is right or a known deviation, and is ignored if the library answers nothing.

#![allow(clippy::unwrap_used)] // a test

use std::{process::ExitCode, sync::Arc};

use lawbook_catalogue::{
    Catalogue,
    adapter::{Implementation, Reference},
};
use lawbook_runner::runner::ask_one;
use libtest_mimic::{Arguments, Completion, Trial};

fn main() -> ExitCode {
    let known = Arc::new(lawbook_libraries::known_deviations().unwrap());
    let catalogue = Arc::new(Catalogue::embedded());
    let reference: Box<dyn Implementation> = Box::new(Reference::default());
    let mut trials = Vec::new();
    for library in std::iter::once(reference).chain(lawbook_linked_libraries::all()) {
        let name = library.about().name;
        let library: Arc<dyn Implementation> = Arc::from(library);
        for place in
            (0..catalogue.cases.len()).filter(|place| catalogue.cases[*place].open.is_none())
        {
            let (known, catalogue) = (Arc::clone(&known), Arc::clone(&catalogue));
            let library = Arc::clone(&library);
            let trial = format!("{name}::{}", catalogue.cases[place].id);
            trials.push(Trial::ignorable_test(trial, move || {
                let case = &catalogue.cases[place];
                let verdicts = ask_one(case, library.as_ref(), &known);
                let wrong = verdicts.iter().filter(|one| !one.standing.passes());
                let said = |one: &lawbook_runner::runner::Verdict<'_>| {
                    format!(
                        "{}  {}: {} [{:?}]\n",
                        one.rule_set, one.expected.question, one.says, one.standing
                    )
                };
                let wrong: String = wrong.map(said).collect();
                // A case whose questions the library does not answer is left out.
                let is_asked = verdicts.iter().any(|one| one.finding.is_scored());
                match (wrong.is_empty(), is_asked) {
                    (false, _) => Err(format!("{}\n{wrong}", case.title).into()),
                    (true, false) => Ok(Completion::ignored_with("no question is answered")),
                    (true, true) => Ok(Completion::Completed),
                }
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
