//! Measures several programs on the same work, and makes the table that is on the page on speed. The programs take turns in
//! every round, so that noise affects all alike.

use std::{
    fmt::Debug,
    hint::black_box,
    ops::Range,
    sync::OnceLock,
    time::{Duration, Instant},
};

use crate::Result;

/// A program to measure: its name and its work.
pub(crate) type Contender<'a, T> = (&'static str, Box<dyn FnMut() -> T + 'a>);

/// A program that was measured.
pub(crate) struct Measured<T> {
    pub(crate) name: &'static str,
    /// The results of the rounds.
    pub(crate) results: Vec<T>,
    /// The times of the rounds.
    seconds: Vec<f64>,
}

/// Runs all contenders in each round. The number of a round says which contender begins.
pub(crate) fn contest<T>(
    rounds: Range<u32>,
    clock: fn() -> Duration,
    contenders: &mut [Contender<'_, T>],
) -> Vec<Measured<T>> {
    let new = |name| Measured { name, results: Vec::new(), seconds: Vec::new() };
    let mut measured: Vec<_> = contenders.iter().map(|(name, _)| new(name)).collect();
    for round in rounds {
        for turn in 0..contenders.len() {
            let place = (round as usize + turn) % contenders.len();
            let begin = clock();
            let result = black_box(contenders[place].1());
            measured[place].seconds.push(clock().saturating_sub(begin).as_secs_f64());
            measured[place].results.push(result);
        }
    }
    measured
}

/// Returns the common result of all programs; the error names two programs that differ.
pub(crate) fn agreed<T: PartialEq + Debug>(measured: &[Measured<T>]) -> Result<&T> {
    let Measured { name, results, .. } = &measured[0];
    let right = &results[0];
    for other in measured {
        if let Some(found) = other.results.iter().find(|found| *found != right) {
            return Err(format!("{name} finds {right:?}, but {} finds {found:?}", other.name));
        }
    }
    Ok(right)
}

/// Returns the CPU time of the thread, where the system provides it.
#[cfg(unix)]
pub(crate) fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
pub(crate) use wall_time as processor_time;

/// Returns the time since a fixed moment, for work so short that a look at the processor's time would count.
pub(crate) fn wall_time() -> Duration {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}

impl<T> Measured<T> {
    /// Returns the median of the times.
    pub(crate) fn median(&self) -> f64 {
        quantile(self.seconds.clone(), 0.5)
    }

    /// Returns the median ratio of this program's time to another's, round by round.
    pub(crate) fn by(&self, other: &Measured<T>) -> f64 {
        let rounds = self.seconds.iter().zip(&other.seconds);
        quantile(rounds.map(|(this, other)| this / other).collect(), 0.5)
    }
}

/// Returns the value that `share` of the values are below.
pub(crate) fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let place = (share * values.len() as f64) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or_default()
}

/// The page. The section of a command has its table of figures, and then a table of the measured code, which is written
/// by hand: the versions of the libraries, the code that their calls follow, and how their work differs.
const PAGE: &str = include_str!("../README.md");

/// The figures of one command.
pub(crate) struct Sheet {
    /// Name of the command.
    command: &'static str,
    /// Unit of the figures.
    unit: &'static str,
    rows: Vec<(String, Vec<Figure>)>,
}

/// The name of a program, its figure, and the speed of lawbook divided by its own. The first in a row is lawbook's.
pub(crate) type Figure = (&'static str, f64, Option<f64>);

impl Sheet {
    /// Creates an empty sheet of a command.
    pub(crate) const fn new(command: &'static str, unit: &'static str) -> Sheet {
        Sheet { command, unit, rows: Vec::new() }
    }

    /// Adds a row.
    pub(crate) fn add(&mut self, label: &str, figures: Vec<Figure>) {
        self.rows.push((label.to_owned(), figures));
    }

    /// Adds a row of speeds; `work` is what each program does in a round, in the unit of the sheet.
    pub(crate) fn add_medians<T>(&mut self, label: &str, work: f64, programs: &[Measured<T>]) {
        let figures = programs.iter().enumerate().map(|(place, one)| {
            (one.name, work / one.median(), (place > 0).then(|| one.by(&programs[0])))
        });
        self.add(label, figures.collect());
    }

    /// Returns the tables in the section of the page: of the figures, and of the measured code.
    pub(crate) fn page(&self) -> Vec<&'static str> {
        let head = format!("`lawbook-bench {}", self.command);
        let mut sections = PAGE.split("\n## ");
        let section =
            sections.find(|one| one.split('\n').next().is_some_and(|line| line.contains(&head)));
        section.unwrap_or_default().split("\n\n").filter(|one| one.starts_with('|')).collect()
    }

    /// Formats the figures.
    pub(crate) fn table(&self) -> String {
        let names = self.rows.first().map_or(&[][..], |(_, figures)| figures);
        let head: String = names.iter().map(|(name, ..)| format!(" {name} |")).collect();
        let mut text = format!("| {} |{head}\n|---|{}\n", self.unit, "---:|".repeat(names.len()));
        for (label, figures) in &self.rows {
            let cell = |&(_, figure, ratio): &Figure| {
                // At least three digits; a count is whole.
                let digits = usize::from(figure < 100.0 && figure.fract() != 0.0);
                let ratio = ratio.map_or_else(String::new, |ratio| format!(" ({ratio:.2})"));
                format!(" {figure:.digits$}{ratio} |")
            };
            text += &format!("| {label} |{}\n", figures.iter().map(cell).collect::<String>());
        }
        text
    }
}

#[cfg(test)]
impl Sheet {
    /// Asserts that the page has the rows and columns of this sheet, and names the version of each library that is built.
    pub(crate) fn assert_current(&self) {
        let heads = |table: &str| {
            let labels = table.lines().map(|line| line.split('|').nth(1).unwrap().to_owned());
            (table.lines().next().unwrap().to_owned(), labels.collect::<Vec<_>>())
        };
        let advice = "copy the table that the command prints into harness/bench/README.md";
        assert_eq!(heads(self.page()[0]), heads(&self.table()), "{advice}");
        let lock = include_str!("../../../Cargo.lock");
        let named = self.page()[1].lines().skip(2).map(|row| {
            let cells: Vec<&str> = row.split(" | ").collect();
            let (package, version) = cells[1].split_once(',').unwrap().0.split_once(' ').unwrap();
            let locked = format!("name = \"{package}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&locked), "Cargo.lock has another version: {row}");
            cells[0].trim_start_matches("| ")
        });
        let measured = self.rows[0].1[1..].iter().map(|(name, ..)| *name);
        assert_eq!(named.collect::<Vec<_>>(), measured.collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_round_by_round_and_another_result_is_named() {
        let [ours, theirs] = [("one", [21, 21], [2.0, 10.0]), ("another", [21, 22], [4.0, 60.0])]
            .map(|(name, results, seconds)| Measured {
                name,
                results: results.to_vec(),
                seconds: seconds.to_vec(),
            });
        assert_eq!((ours.median(), theirs.by(&ours)), (10.0, 6.0));
        assert_eq!(agreed(&[ours, theirs]).unwrap_err(), "one finds 21, but another finds 22");
    }
}
