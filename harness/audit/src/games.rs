//! Splits the text of an archive into games.

use std::io::{self, Read};

use memchr::memchr;

use super::{
    Kind, MAX_GAME,
    open_game::{OpenGame, begins_first, may_begin_game},
};

/// The number of bytes that are read at a time, which is about the length of a batch.
pub(super) const CHUNK: usize = 1 << 17;

/// The number of bytes that are kept of a game that is too long: enough for its tags.
const MAX_KEPT: usize = 1 << 16;

/// Consecutive games of an archive, judged as a unit.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The text that contains the games.
    pub(super) text: Vec<u8>,
    pub(super) games: Vec<GameSpan>,
    /// The offset after its last game in the plain text of the archive, in bytes.
    pub(super) end: u64,
}

/// The location of a game: the byte range `start..end` in the text of its batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameSpan {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The offset of the game in the plain text of the archive, in bytes.
    pub(super) offset: u64,
    /// The number of lines before the game.
    pub(super) lines: u64,
    /// Why the text of the game is incomplete; `None` if it is complete.
    pub(super) damage: Option<Kind>,
}

/// A reader that splits a text into batches of games.
pub(super) struct GameReader<R> {
    source: R,
    /// The text from the first game of the next batch on.
    text: Vec<u8>,
    /// The offset of the end of `text` in the plain text of the archive.
    taken: u64,
    /// The games of the next batch that are complete.
    games: Vec<GameSpan>,
    game: Option<OpenGame>,
    /// The position in `text` of the next line, and the number of lines before it.
    line: usize,
    lines: u64,
    /// Whether the next bytes are the rest of a line that is too long.
    within_line: bool,
    is_done: bool,
    error: Option<io::Error>,
}

impl<R: Read> GameReader<R> {
    pub(super) fn new(source: R) -> GameReader<R> {
        GameReader {
            source,
            text: Vec::new(),
            taken: 0,
            games: Vec::new(),
            game: None,
            line: 0,
            lines: 0,
            within_line: false,
            is_done: false,
            error: None,
        }
    }

    /// The source of the text.
    pub(super) const fn source(&self) -> &R {
        &self.source
    }

    /// Returns the source, and the error that ended the text early.
    pub(super) fn into_source(self) -> (R, Option<io::Error>) {
        (self.source, self.error)
    }

    /// Returns the next games; `None` at the end, or after the last one that can be read.
    pub(super) fn next_batch(&mut self) -> Option<Batch> {
        loop {
            while let Some(end) = self.line_end() {
                self.take_line(end);
            }
            if !self.games.is_empty() || self.is_done && self.close_last() {
                return Some(self.hand_over());
            }
            if self.is_done {
                return None;
            }
            self.read();
        }
    }

    /// Returns the end of the next line in the text, line feed included; `None` if it has to be read first. The rest of
    /// the text is a line if nothing follows, or if it is longer than a game may be.
    fn line_end(&self) -> Option<usize> {
        let rest = &self.text[self.line..];
        match memchr(b'\n', rest) {
            Some(at) => Some(self.line + at + 1),
            None if rest.len() > MAX_GAME || self.is_done && !rest.is_empty() => {
                Some(self.text.len())
            }
            None => None,
        }
    }

    fn take_line(&mut self, end: usize) {
        let text = &self.text;
        let line = &text[self.line..end];
        let begins = !self.within_line
            && match &mut self.game {
                Some(game) if game.has_moves() && !may_begin_game(line) => false,
                Some(game) => game.ends_before(text, self.line, end),
                None => begins_first(line),
            };
        let length = end - self.line;
        if begins {
            // This can remove text before the line.
            self.close();
            let offset = self.taken - (self.text.len() - self.line) as u64;
            self.game = Some(OpenGame::new(self.line, offset, self.lines));
        }
        let end = self.line + length;
        self.within_line = !self.text[..end].ends_with(b"\n");
        self.lines += u64::from(!self.within_line);
        if let Some(game) = &mut self.game {
            game.take_line(&self.text, self.line, end);
        }
        self.line = end;
        if self.game.as_ref().is_some_and(|game| end - game.start > MAX_GAME) {
            self.shorten();
        }
    }

    /// Ends the open game before the next line.
    fn close(&mut self) {
        if self.game.as_ref().is_some_and(|game| game.damage.is_some()) {
            self.shorten();
        }
        if let Some(OpenGame { start, offset, lines, damage, .. }) = self.game.take() {
            self.games.push(GameSpan { start, end: self.line, offset, lines, damage });
        }
    }

    /// Ends the last game. Returns `false` if there is none.
    fn close_last(&mut self) -> bool {
        self.close();
        if let Some(last) = self.games.last_mut().filter(|_| self.error.is_some()) {
            last.damage = Some(Kind::CutOff);
        }
        !self.games.is_empty()
    }

    /// Returns the complete games as a batch, and keeps the text of the open one.
    fn hand_over(&mut self) -> Batch {
        let kept = self.kept();
        let end = self.taken - (self.text.len() - kept) as u64;
        let mut rest = Vec::with_capacity(self.text.len() - kept + CHUNK);
        rest.extend_from_slice(&self.text[kept..]);
        let text = std::mem::replace(&mut self.text, rest);
        self.move_back(kept);
        Batch { text, games: std::mem::take(&mut self.games), end }
    }

    /// The beginning of the text that the open game needs.
    fn kept(&self) -> usize {
        self.game.as_ref().map_or(self.line, |game| game.start)
    }

    /// Adjusts the positions after `by` bytes were removed from the beginning of the text.
    fn move_back(&mut self, by: usize) {
        self.line -= by;
        if let Some(game) = &mut self.game {
            game.move_back(by);
        }
    }

    /// Reads more text. There is no complete game.
    fn read(&mut self) {
        if self.game.as_ref().is_some_and(|game| game.damage.is_some()) {
            self.shorten();
        }
        let kept = self.kept();
        self.text.drain(..kept);
        self.move_back(kept);
        let before = self.text.len();
        self.text.reserve(CHUNK);
        let read = self.source.by_ref().take(CHUNK as u64).read_to_end(&mut self.text);
        self.taken += (self.text.len() - before) as u64;
        self.is_done = self.text.len() - before < CHUNK;
        if let Err(error) = read {
            (self.error, self.is_done) = (Some(error), true);
        }
    }

    /// Marks the open game as too long, and drops its text up to the next line, except for the first [`MAX_KEPT`] bytes.
    fn shorten(&mut self) {
        let Some(game) = &mut self.game else { return };
        game.damage = Some(Kind::TooLong);
        let kept = game.start + MAX_KEPT;
        if kept < self.line {
            game.forget(&self.text, self.line, kept);
            self.text.drain(kept..self.line);
            self.line = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a text, each with its offset and the number of lines before it.
    fn games(text: &[u8]) -> Vec<(String, u64, u64)> {
        let mut games = GameReader::new(text);
        let mut found = Vec::new();
        while let Some(batch) = games.next_batch() {
            for span in &batch.games {
                let text = String::from_utf8_lossy(&batch.text[span.start..span.end]);
                found.push((text.trim().to_owned(), span.offset, span.lines));
            }
        }
        assert!(games.into_source().1.is_none());
        found
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = games(text.as_bytes());
        let texts: Vec<&str> = found.iter().map(|(text, ..)| text.as_str()).collect();
        assert_eq!(texts, expected, "{text:?}");
        for (game, offset, lines) in &found {
            let (before, rest) = text.split_at(*offset as usize);
            assert!(rest.trim_start().starts_with(game.as_str()), "{text:?}: {offset}");
            assert_eq!(*lines, before.matches('\n').count() as u64, "{text:?}");
        }
    }

    #[test]
    fn games_begin_where_people_see_it() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n \r\n\n", &[]),
            (
                "[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 *",
                &["[Event \"a\"]\n\n1. e4 1-0", "[Event \"b\"]\n\n1. d4 *"],
            ),
            // Without blank lines, and with DOS line ends.
            (
                "[White \"a\"]\r\n1. e4 1-0\r\n[White \"b\"]\r\n1. d4 *\r\n",
                &["[White \"a\"]\r\n1. e4 1-0", "[White \"b\"]\r\n1. d4 *"],
            ),
            ("% by somebody\n\n1. e4 *\n", &["1. e4 *"]),
            // Blank lines inside the movetext, and between tags.
            (
                "[White \"a\"]\n\n[Black \"b\"]\n\n1. e4\n\ne5 1-0\n",
                &["[White \"a\"]\n\n[Black \"b\"]\n\n1. e4\n\ne5 1-0"],
            ),
            // Without tags.
            (
                "1. e4 1-0\n1. d4 0-1\n\n1. c4 e5\n2. Nc3 *\n{over}\n",
                &["1. e4 1-0", "1. d4 0-1", "1. c4 e5\n2. Nc3 *\n{over}"],
            ),
            // A tag inside a comment, and a comment without an end.
            (
                "[Event \"a\"]\n1. e4 {\n[White \"x\"]\n} 1-0\n[Event \"b\"]\n1. d4 {\n[Event \"c\"]\n*",
                &[
                    "[Event \"a\"]\n1. e4 {\n[White \"x\"]\n} 1-0",
                    "[Event \"b\"]\n1. d4 {",
                    "[Event \"c\"]\n*",
                ],
            ),
            // Games without a movetext.
            (
                "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"*\"]",
                &["[Event \"a\"]\n[Result \"1-0\"]", "[Event \"b\"]\n[Result \"*\"]"],
            ),
            ("1. e4 e5*\n1. d4 *", &["1. e4 e5*", "1. d4 *"]),
            // Concatenated files, with the end-of-file bytes of each.
            (
                "[Event \"a\"]\n1. e4 1-0\n\u{1a}[Event \"b\"]\n1. d4 *\n\0\u{feff}[Event \"c\"]\n1. c4 *",
                &[
                    "[Event \"a\"]\n1. e4 1-0",
                    "\u{1a}[Event \"b\"]\n1. d4 *",
                    "\0\u{feff}[Event \"c\"]\n1. c4 *",
                ],
            ),
            (
                "[Event \"a\"] 1. e4 *\n[Round \"1\"]\n*",
                &["[Event \"a\"] 1. e4 *", "[Round \"1\"]\n*"],
            ),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn games_of_many_batches_keep_their_places() {
        let game = "[Event \"a\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 1-0\n\n";
        let found = games(game.repeat(20_000).as_bytes());
        assert_eq!(found.len(), 20_000);
        for (number, (text, offset, lines)) in found.iter().enumerate() {
            assert_eq!((text.as_str(), *lines), (game.trim(), 4 * number as u64));
            assert_eq!(*offset as usize, number * game.len());
        }
    }

    #[test]
    fn long_games_are_truncated_and_the_rest_is_read() {
        let line = format!("{}\n", "x".repeat(999));
        for (comment, more, after, lines) in [
            ("x", 100, "1-0\n", 3),
            ("x", 100, "", 2),
            // Line numbers stay right after lines that were dropped.
            (line.as_str(), 300_000, "1-0\n", 17_080),
        ] {
            let mut text = b"[Event \"a\"]\n1. e4 {".to_vec();
            text.extend(comment.bytes().cycle().take(MAX_GAME + more));
            text.extend_from_slice(format!("}}\n{after}").as_bytes());
            let offset = text.len() as u64;
            text.extend_from_slice(b"[Event \"b\"]\n1. d4 *\n");
            let mut reader = GameReader::new(text.as_slice());
            let mut games = Vec::new();
            while let Some(batch) = reader.next_batch() {
                games.extend(batch.games);
            }
            let [long, short] = games[..] else { panic!("{games:?}") };
            assert_eq!((long.damage, short.damage), (Some(Kind::TooLong), None));
            assert!(long.end - long.start <= MAX_KEPT);
            assert_eq!((short.offset, short.lines), (offset, lines));
        }
    }

    #[test]
    fn games_before_a_read_error_are_kept() {
        struct Broken(&'static [u8]);
        impl Read for Broken {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                match self.0.read(into)? {
                    0 => Err(io::Error::other("broken")),
                    count => Ok(count),
                }
            }
        }
        let source = Broken(b"[Event \"a\"]\n1. e4 1-0\n[Event \"b\"]\n1. d4");
        let mut games = GameReader::new(source);
        let mut damage: Vec<Option<Kind>> = Vec::new();
        while let Some(batch) = games.next_batch() {
            damage.extend(batch.games.iter().map(|span| span.damage));
        }
        assert_eq!(damage, [None, Some(Kind::CutOff)]);
        assert_eq!(games.into_source().1.unwrap().to_string(), "broken");
    }
}
