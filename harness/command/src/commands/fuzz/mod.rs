//! `lawbook fuzz`: compares libraries with the reference on random games.

mod findings;
mod games;
mod options;

pub(crate) use options::FuzzOptions;

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    path::Path,
    time::Instant,
};

use findings::Findings;
use games::Schedule;
use lawbook::words::counted;
use lawbook_catalogue::{
    Deviation, Version,
    adapter::{About, Implementation},
};
use lawbook_runner::{
    baseline::{Baseline, excuses_in_games},
    properties::{Divergence, GameStrategy, STRATEGISTS, Search},
};

use crate::{
    cli::Format,
    libraries,
    output::{self, Exit, Failure, Result},
    threads,
};

/// `lawbook fuzz`
pub(crate) fn run(options: &FuzzOptions) -> Result {
    let threads = threads::number(options.jobs);
    // The answers of a process may depend on earlier requests, and which of several gets a request depends on the time.
    let processes = if options.plies.is_some() { 1 } else { threads };
    let begin = Instant::now();
    let mut asked = libraries::select(&options.libraries, processes)?;
    asked.limit_search(None);
    asked.check_alive()?;
    let here = asked.sort_in_process_first();
    let strategists = strategists(&options.strategy)?;
    let mut known =
        if options.no_known { Vec::new() } else { asked.known(options.known_for_adapter)? };
    leave_out_other_versions(&mut known, &asked.implementations);
    let seed = options.seed.unwrap_or_else(any_seed);
    output::note(&format!("seed {seed}"));
    if let Some(file) = &options.baseline {
        // As in `check`, the baseline replaces the built-in list of its library.
        let baseline = baseline(file, &asked.implementations)?;
        known.retain(|one| one.implementation != baseline.library);
        known.extend(excuses_in_games(&baseline));
    }
    let schedule = Schedule::new(options, begin);
    asked.limit_search(schedule.end);
    let (here, elsewhere) = asked.implementations.split_at(here);
    let searches = [(here, threads), (elsewhere, processes)];
    let searches = searches.into_iter().filter(|(libraries, _)| !libraries.is_empty());
    let search =
        |(libraries, threads)| (Search::new(libraries, &strategists, &known, seed), threads);
    let mut done = games::play(searches.map(search).collect(), &schedule, options)?;
    done.confirm(&asked.implementations);
    let search = Search::new(&asked.implementations, &strategists, &known, seed);
    let first = std::mem::take(&mut done.first);
    let unstable: Vec<_> = std::mem::take(&mut done.unstable).into_values().collect();
    let shrink = |(left, one)| {
        let deadline = schedule.share(left);
        search.shrink(one, &|| schedule.is_past(deadline))
    };
    let left = (1..=first.len()).rev();
    let small: Vec<Divergence> = left.zip(first.into_values()).map(shrink).collect();
    let is_whole = options.strategy.is_empty() && options.baseline.is_none();
    let few = asked.too_few(&options.libraries, is_whole, |name| {
        let compared = done.compared.get(name).copied().unwrap_or_default();
        (compared.answers, compared.questions)
    });
    let mut found = Findings::new(seed, &done, &small, &unstable, few);
    asked.note_failures();
    found.not_asked = asked.not_asked;
    found.stopped = schedule.is_stopped();
    output::print(&match options.format {
        Format::Text => findings::text(&found),
        Format::Json => output::json(&found)?,
    })?;
    Ok(if found.is_clean() { Exit::Agreed } else { Exit::Disagreed })
}

/// Reads a baseline, which has to be that of a selected library.
fn baseline(file: &Path, asked: &[Box<dyn Implementation>]) -> Result<Baseline> {
    let shown = file.display();
    let baseline = Baseline::open(file)?
        .ok_or_else(|| Failure::new(Exit::IoError, format!("{shown} does not exist")))?;
    let names: Vec<String> = asked.iter().map(|one| one.about().name).collect();
    baseline.owner(file, &names, Version::current().into())?;
    Ok(baseline)
}

/// Removes known deviations of other versions, and prints how many there are.
fn leave_out_other_versions(known: &mut Vec<Deviation>, asked: &[Box<dyn Implementation>]) {
    let all = known.len();
    let abouts: Vec<About> = asked.iter().map(|one| one.about()).collect();
    known.retain(|one| {
        let mut named = abouts.iter().filter(|about| about.name == one.implementation);
        named.any(|about| one.covers_version(&about.version))
    });
    if known.len() < all {
        let left_out = counted(all - known.len(), "known deviation");
        output::note(&format!(
            "{left_out} left out, because they are for other versions; test them again"
        ));
    }
}

/// Returns a random seed, short enough to type.
fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish() >> 40
}

/// Returns the selected strategies; all if `names` is empty.
fn strategists(names: &[String]) -> Result<Vec<GameStrategy>> {
    if names.is_empty() {
        return Ok(STRATEGISTS.to_vec());
    }
    let find = |name: &String| {
        GameStrategy::named(name).ok_or_else(|| {
            let known: Vec<&str> = STRATEGISTS.iter().map(|one| one.name).collect();
            let message =
                format!("unknown strategy {name:?}; known strategies: {}", known.join(", "));
            Failure::new(Exit::Usage, message)
        })
    };
    names.iter().map(find).collect()
}
