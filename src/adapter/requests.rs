use std::{collections::VecDeque, sync::Arc};

use serde_json::Value;

/// Maximum number of requests in a log.
const REQUESTS: usize = 4096;

/// Maximum length of all lines in a log, in bytes.
const BYTES: usize = 1 << 20;

/// The requests sent to a process since its start, with its replies. The oldest requests are dropped when the log
/// exceeds its limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestLog {
    /// The greeting: the first line sent.
    pub hello: String,
    /// The requests after the greeting, in order.
    pub requests: VecDeque<LoggedRequest>,
    /// Number of requests dropped from the beginning of the log.
    pub dropped: u64,
    bytes: usize,
}

/// Lines sent to a process as one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRequest {
    /// The lines, without the final line feed.
    pub text: Arc<str>,
    /// Number of expected reply lines.
    pub expected: usize,
    /// The reply lines; fewer than expected if the process failed.
    pub replies: Vec<Arc<str>>,
    /// Whether the process exited or timed out before all expected replies arrived.
    pub is_cut: bool,
}

impl LoggedRequest {
    /// Returns the identifiers of the kept games in the request, each with whether the game starts there.
    pub fn kept_games(&self) -> Vec<(u64, bool)> {
        let game = |line: &str| {
            let request: Value = serde_json::from_str(line).ok()?;
            let game = request["game"].as_u64().filter(|_| request["type"] == "walk")?;
            Some((game, request.get("fen").is_some()))
        };
        self.text.lines().filter_map(game).collect()
    }
}

impl RequestLog {
    /// Creates an empty log with this greeting.
    pub fn new(hello: String) -> RequestLog {
        RequestLog { hello, ..RequestLog::default() }
    }

    /// Appends a request with `expected` reply lines due.
    pub fn sent(&mut self, text: &str, expected: usize) {
        self.bytes += text.len();
        let (text, replies) = (text.into(), Vec::new());
        self.requests.push_back(LoggedRequest { text, expected, replies, is_cut: false });
        while self.requests.len() > REQUESTS || (self.bytes > BYTES && self.requests.len() > 1) {
            let Some(dropped) = self.requests.pop_front() else { break };
            self.bytes -=
                dropped.text.len() + dropped.replies.iter().map(|one| one.len()).sum::<usize>();
            self.dropped += 1;
        }
    }

    /// Appends a reply line to the last request.
    pub fn heard(&mut self, reply: &str) {
        if let Some(last) = self.requests.back_mut() {
            self.bytes += reply.len();
            last.replies.push(reply.into());
        }
    }

    /// Marks the last request as cut: a due reply line did not arrive.
    pub fn missed(&mut self) {
        if let Some(last) = self.requests.back_mut() {
            last.is_cut = true;
        }
    }

    /// Returns the number of requests sent, including dropped ones.
    pub fn count(&self) -> u64 {
        self.dropped + self.requests.len() as u64
    }

    /// Returns the log as it was after `count` requests.
    #[must_use]
    pub fn until(mut self, count: u64) -> RequestLog {
        self.requests
            .truncate(usize::try_from(count.saturating_sub(self.dropped)).unwrap_or(usize::MAX));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        the_games_of_requests_are_known,
        for (text, games) in [
            (r#"{"type":"ask","fen":"8/8"}"#, &[][..]),
            (r#"{"type":"walk","game":3,"fen":"8/8"}"#, &[(3, true)]),
            (
                "{\"type\":\"walk\",\"game\":3}\n{\"type\":\"walk\",\"game\":0,\"fen\":\"8/8\"}",
                &[(3, false), (0, true)],
            ),
            ("garbage", &[]),
        ] {
            let mut log = RequestLog::default();
            log.sent(text, 1);
            assert_eq!(log.requests[0].kept_games(), games, "{text}");
        }
    );

    #[test]
    fn the_oldest_requests_are_dropped() {
        let mut log = RequestLog::new("hello".to_owned());
        for number in 0..REQUESTS + 10 {
            log.sent(&number.to_string(), 1);
            log.heard("yes");
        }
        assert_eq!((log.requests.len(), log.dropped, &*log.requests[0].text), (REQUESTS, 10, "10"));
        assert_eq!(log.clone().until(12).requests.len(), 2);
        log.sent("long", 1);
        log.heard(&"x".repeat(BYTES));
        log.sent("short", 1);
        assert_eq!(log.requests.iter().map(|one| &*one.text).collect::<Vec<_>>(), ["short"]);
        assert_eq!((log.count(), log.bytes), (REQUESTS as u64 + 12, "short".len()));
    }
}
