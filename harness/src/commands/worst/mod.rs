//! `lawbook lab worst`: an evolutionary search for positions that take the solver long.

mod change;
mod child;
mod find;
mod motif;
mod population;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use lawbook::{dead::Solver, position::Position, properties::SplitMix64};

use crate::{
    cli::{Format, WorstOptions},
    commands::worst::{
        child::child,
        find::{CostlyList, CostlyPosition},
        population::Population,
    },
    files::{self, Files, OutputPlace},
    output::{self, Exit, Result},
    positions,
    sample::PositionStream,
};

/// Default duration of a search, in seconds.
const SECONDS: u64 = 10;

/// Number of random positions in the initial population if none are given.
const BEGINNINGS: usize = 256;

/// Interval between writes of the results to the file, in case the search is aborted.
const KEPT_EVERY: Duration = Duration::from_secs(60);

/// `lawbook lab worst`
pub(crate) fn run(options: &WorstOptions) -> Result {
    let mut files = Files::default();
    let beginnings = beginnings(options, &mut files)?;
    files.writes_stdout()?;
    let out = options.out.as_ref().map(|path| out_file(&mut files, path)).transpose()?;

    let mut search = WorstSearch::new(options);
    let mut beginnings = beginnings.into_iter();
    let mut written = Instant::now();
    while search.goes_on() {
        search.advance(beginnings.next());
        // Output to a pipe cannot be replaced.
        if let Some(out @ OutputPlace::File(_)) = &out
            && written.elapsed() > KEPT_EVERY
        {
            out.write(&search.list(options).lines(), CostlyList::is_ours)?;
            written = Instant::now();
        }
    }
    search.bar.finish_and_clear();
    let mut list = search.list(options);
    list.prove(options.limit);
    if let Some(out) = &out {
        out.write(&list.lines(), CostlyList::is_ours)?;
    }
    output::print(&match options.format {
        Format::Text => list.text(),
        Format::Json => output::json(&list)?,
    })?;
    Ok(if list.is_sound() { Exit::Agreed } else { Exit::Disagreed })
}

/// Returns the positions of the given files, or random ones without files.
fn beginnings(options: &WorstOptions, files: &mut Files) -> Result<Vec<Position>> {
    if options.file.is_empty() {
        return Ok(PositionStream::new(options.seed, 0).take(BEGINNINGS).collect());
    }
    let mut positions = Vec::new();
    for file in &options.file {
        if file == Path::new("-") {
            files.reads_stdin();
        } else {
            files.reads(file);
        }
        positions.extend(positions::read_all(file)?.into_iter().map(|entry| entry.position));
    }
    Ok(positions)
}

/// State of a search. The seed determines it completely, except for the end of a search limited by time.
struct WorstSearch {
    rng: SplitMix64,
    solver: Solver,
    population: Population,
    /// The position that took the most time, even if it is not in the population any more.
    slowest: Option<CostlyPosition>,
    tried: usize,
    limit: usize,
    end: SearchEnd,
    bar: indicatif::ProgressBar,
}

enum SearchEnd {
    Tried(usize),
    At(Instant),
}

impl WorstSearch {
    fn new(options: &WorstOptions) -> WorstSearch {
        let (end, bar) = match options.positions {
            Some(positions) => {
                (SearchEnd::Tried(positions), output::progress(positions, "positions"))
            }
            None => {
                let seconds = Duration::from_secs(options.seconds.unwrap_or(SECONDS));
                (SearchEnd::At(Instant::now() + seconds), output::spinner("positions"))
            }
        };
        WorstSearch {
            rng: SplitMix64::new(options.seed),
            solver: Solver::default(),
            population: Population::default(),
            slowest: None,
            tried: 0,
            limit: options.limit,
            end,
            bar,
        }
    }

    fn goes_on(&self) -> bool {
        match self.end {
            SearchEnd::Tried(most) => self.tried < most,
            SearchEnd::At(end) => Instant::now() < end,
        }
    }

    /// Tries one more position: `given`, or else a child of the population.
    fn advance(&mut self, given: Option<Position>) {
        let position = match given {
            Some(position) => position.without_clocks(),
            None => child(&self.population, &mut self.rng),
        };
        self.tried += 1;
        self.bar.inc(1);
        if self.population.knows(&position) {
            return;
        }
        let find = CostlyPosition::new(&mut self.solver, position, self.limit);
        if self.slowest.as_ref().is_none_or(|slowest| find.micros() > slowest.micros()) {
            self.slowest = Some(find.clone());
        }
        self.population.add(find);
    }

    fn list(&self, options: &WorstOptions) -> CostlyList {
        let worst = self.population.worst(options.least, options.most);
        CostlyList::new(self.tried, self.population.niches(), worst, self.slowest.clone())
    }
}

/// Returns the file for the results, in addition to standard output.
fn out_file(files: &mut Files, path: &Path) -> Result<OutputPlace> {
    let place = files.writes(path)?;
    if let OutputPlace::File(path) = &place {
        // Fail before the search, not after it.
        files::check_replaceable(path, CostlyList::is_ours)?;
    }
    Ok(place)
}
