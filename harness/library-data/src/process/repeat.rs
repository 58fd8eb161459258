//! Replays logged requests in a new process, and minimises the requests that reproduce a failure.

use std::{collections::BTreeMap, sync::Arc};

use lawbook::adapter::RequestLog;

use super::{Limits, Process, Session, child::ChildProcess, lock};

/// Maximum number of processes that are started for minimising.
const ATTEMPTS: usize = 32;

/// Maximum number of requests sent to all of these processes together.
const REQUESTS: usize = 20_000;

impl Process {
    /// Finds a short sequence of requests after which a new process repeats the last answer of a log, or fails as in
    /// the log. The sequence includes the last request. `None` if even the complete log does not reproduce it.
    ///
    /// Removes requests until the attempts are used up or `is_late` returns true.
    pub fn shortest(&self, log: &RequestLog, is_late: &dyn Fn() -> bool) -> Option<Vec<Arc<str>>> {
        let session = lock(&self.sessions).next.another();
        let last = log.requests.len().checked_sub(1)?;
        let before: Vec<usize> = (0..last).collect();
        let (attempts, left) = (ATTEMPTS, REQUESTS);
        let needs = needs(log);
        let mut repeating = Repeating { session, log, last, needs, attempts, left, is_late };
        if !repeating.fails_after(&before) {
            return None;
        }
        let shortest = repeating.shortened(before);
        let requests = shortest.iter().chain([&last]);
        Some(requests.map(|&place| Arc::clone(&log.requests[place].text)).collect())
    }
}

/// Marks a request that the log has dropped.
const DROPPED: usize = usize::MAX;

/// For each request, the indices of the earlier requests that it depends on: the previous step of each kept game that
/// it continues.
fn needs(log: &RequestLog) -> Vec<Vec<usize>> {
    let mut latest: BTreeMap<u64, usize> = BTreeMap::new();
    let requests = log.requests.iter().enumerate();
    requests
        .map(|(place, request)| {
            let mut needs = Vec::new();
            for (game, begins) in request.kept_games() {
                let before = latest.insert(game, place);
                if !begins && before != Some(place) {
                    needs.push(before.unwrap_or(DROPPED));
                }
            }
            needs
        })
        .collect()
}

/// State of the minimisation. Requests are identified by their index in the log.
struct Repeating<'a> {
    session: Session,
    log: &'a RequestLog,
    last: usize,
    needs: Vec<Vec<usize>>,
    attempts: usize,
    left: usize,
    is_late: &'a dyn Fn() -> bool,
}

impl Repeating<'_> {
    /// Delta debugging: removes blocks of half of the requests, then a quarter, and so on, while the result stays the
    /// same.
    fn shortened(&mut self, mut requests: Vec<usize>) -> Vec<usize> {
        if requests.is_empty() || self.fails_after(&[]) {
            return Vec::new();
        }
        let mut width = requests.len().div_ceil(2);
        loop {
            let mut from = 0;
            let mut is_shorter = false;
            while from < requests.len() {
                if (self.is_late)() || self.attempts == 0 || self.left < requests.len() {
                    return requests;
                }
                let mut fewer = requests.clone();
                fewer.drain(from..requests.len().min(from + width));
                if self.fails_after(&fewer) {
                    (requests, is_shorter) = (fewer, true);
                } else {
                    from += width;
                }
            }
            if width == 1 && !is_shorter {
                return requests;
            }
            width = width.div_ceil(2).min(requests.len().div_ceil(2)).max(1);
        }
    }

    /// Whether the last request has the same result after the requests `before` in a new process. Returns `false` at
    /// once if a request lacks the start of a kept game, because the adapter would fail for that reason.
    fn fails_after(&mut self, before: &[usize]) -> bool {
        let is_whole =
            |place: &usize| self.needs[*place].iter().all(|one| before.binary_search(one).is_ok());
        if !before.iter().chain([&self.last]).all(is_whole) {
            return false;
        }
        self.attempts = self.attempts.saturating_sub(1);
        self.left = self.left.saturating_sub(before.len() + 1);
        let Session { guard, command, limits, .. } = &self.session;
        let limits = Limits { question: self.session.patience(1), ..*limits };
        let Ok(mut child) = ChildProcess::start(guard, command, &limits) else { return false };
        let fails = self.is_same(&mut child, &limits, before);
        child.end();
        fails
    }

    fn is_same(&self, child: &mut ChildProcess, limits: &Limits, before: &[usize]) -> bool {
        let requests = before.iter().map(|&place| &self.log.requests[place]);
        child.send(self.log.hello.clone());
        if child.line(limits, limits.hello).is_err() {
            return false;
        }
        for one in requests {
            child.send(one.text.to_string());
            if (self.is_late)() {
                return false;
            }
            if (0..one.expected).any(|_| child.line(limits, limits.question).is_err()) {
                return false;
            }
        }
        let last = &self.log.requests[self.last];
        child.send(last.text.to_string());
        let replies = &last.replies;
        let is_same = replies
            .iter()
            .all(|reply| child.line(limits, limits.question).is_ok_and(|line| line == **reply));
        is_same && (!last.is_cut || child.line(limits, limits.question).is_err())
    }
}
