//! Measures several programs on the same work. They take turns in every round, so that noise affects all alike.

use std::{
    fmt,
    hint::black_box,
    time::{Duration, Instant},
};

use crate::Result;

/// A program that is measured.
pub(crate) struct Contestant<'a, T> {
    pub(crate) name: &'static str,
    pub(crate) work: Box<dyn FnMut() -> T + 'a>,
}

/// Kind of time measured.
#[derive(Clone, Copy)]
pub(crate) enum Clock {
    /// CPU time of the thread, where the system provides it.
    Thread,
    /// Wall-clock time.
    Wall,
}

/// Times of one contender in each round, in seconds.
pub(crate) struct Times {
    pub(crate) name: &'static str,
    seconds: Vec<f64>,
}

impl<'a, T> Contestant<'a, T> {
    pub(crate) fn new(name: &'static str, work: impl FnMut() -> T + 'a) -> Contestant<'a, T> {
        Contestant { name, work: Box::new(work) }
    }
}

/// Runs all contenders in each round; returns their common result and the times of each.
///
/// # Errors
///
/// Fails if the results differ.
pub(crate) fn contest<T: PartialEq + fmt::Debug>(
    rounds: u32,
    clock: Clock,
    contenders: &mut [Contestant<'_, T>],
) -> Result<(T, Vec<Times>)> {
    let mut times: Vec<Times> =
        contenders.iter().map(|one| Times { name: one.name, seconds: Vec::new() }).collect();
    let mut found: Option<(&'static str, T)> = None;
    for round in 0..rounds as usize {
        for turn in 0..contenders.len() {
            let place = (round + turn) % contenders.len();
            let Contestant { name, work } = &mut contenders[place];
            let begin = clock.now();
            let result = black_box(work());
            times[place].seconds.push(clock.now().saturating_sub(begin).as_secs_f64());
            match &found {
                Some((other, right)) if *right != result => {
                    let message = format!("{other} finds {right:?}, but {name} finds {result:?}");
                    return Err(message);
                }
                Some(_) => {}
                None => found = Some((name, result)),
            }
        }
    }
    match found {
        Some((_, found)) => Ok((found, times)),
        None => Err("no implementation was measured".to_owned()),
    }
}

impl Clock {
    /// Returns the time since a fixed moment.
    fn now(self) -> Duration {
        match self {
            Clock::Thread => processor_time(),
            Clock::Wall => wall_time(),
        }
    }
}

#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    wall_time()
}

fn wall_time() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}

impl Times {
    pub(crate) fn median(&self) -> f64 {
        quantile(self.seconds.clone(), 0.5)
    }

    /// Returns the interquartile range of the rounds, as a share of the median.
    pub(crate) fn spread(&self) -> f64 {
        let at = |share| quantile(self.seconds.clone(), share);
        (at(0.75) - at(0.25)) / at(0.5)
    }

    /// Returns the median ratio of this contender's time to another's, round by round.
    pub(crate) fn by(&self, other: &Times) -> f64 {
        let rounds = self.seconds.iter().zip(&other.seconds);
        quantile(rounds.map(|(this, other)| this / other).collect(), 0.5)
    }
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    let place = (share * values.len() as f64) as usize;
    values.get(place.min(values.len().saturating_sub(1))).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_round_by_round() {
        let [ours, theirs] = [[1.0, 10.0, 2.0], [3.0, 20.0, 4.0]]
            .map(|seconds| Times { name: "", seconds: seconds.to_vec() });
        assert_eq!((ours.median(), theirs.median()), (2.0, 4.0));
        assert_eq!(theirs.by(&ours), 2.0);
        assert_eq!(ours.spread(), 4.5);
    }

    #[test]
    fn a_competitor_with_another_result_is_named() {
        let contenders = &mut [Contestant::new("one", || 20), Contestant::new("another", || 21)];
        let failure = contest(1, Clock::Thread, contenders).err().unwrap();
        assert_eq!(failure, "one finds 20, but another finds 21");
    }
}
