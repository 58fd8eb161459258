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

    /// Reads more text. The text read so far has no complete game.
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
