use lawbook::{
    adapter::Implementation,
    catalogue::Catalogue,
    runner::{self, Run},
};

use super::{
    contest::{Clock, Contestant, contest},
    sheet::BenchSheet,
};
use crate::{
    cli::Rounds,
    linked,
    output::{Exit, Failure, Result},
    selection,
};

/// `lawbook lab bench catalogue`: runs all cases against all linked libraries, and against each alone.
pub(super) fn run(options: &Rounds) -> Result {
    let known = lawbook_libraries::known_deviations()
        .map_err(|problem| Failure::new(Exit::Invalid, problem.to_string()))?;
    let catalogue = selection::catalogue(None)?;
    let mut sheet = BenchSheet::new("milliseconds", []);
    let ask = |libraries: &[Box<dyn Implementation>]| {
        let run = runner::run(&catalogue, catalogue.cases.iter(), libraries, &known, || ());
        questions(&run)
    };

    let mut reading = [Contestant::new("lawbook", || Catalogue::embedded().cases.len())];
    let (cases, times) = contest(options.rounds, Clock::Wall, &mut reading)?;
    sheet.add(format!("reading {cases} cases"), &times, |seconds| seconds * 1e3);

    // New libraries in each round, so that none has a warm cache.
    let mut asking = [Contestant::new("lawbook", || ask(&linked::all()))];
    let (asked, times) = contest(options.rounds, Clock::Wall, &mut asking)?;
    let what = format!("{asked} questions to lawbook and to {} libraries", linked::all().len());
    sheet.add(what, &times, |seconds| seconds * 1e3);

    let mut alone = [Contestant::new("lawbook", || ask(&[]))];
    let (asked, times) = contest(options.rounds, Clock::Wall, &mut alone)?;
    sheet.add(format!("{asked} of them to us"), &times, |seconds| seconds * 1e3);
    sheet.print(options.format)
}

fn questions(run: &Run<'_>) -> usize {
    run.cases.iter().map(|case| case.verdicts.len()).sum()
}
