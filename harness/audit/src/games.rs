//! An archive cut into games, many at a time.
//!
//! A game begins with a tag at the beginning of a line after a movetext, or with move 1 on a new line
//! after a result. A line that begins with the tag `Event` always begins a game, so that a comment
//! without an end spoils no more than its own.

use std::{
    hash::Hasher,
    io::{self, BufRead, BufReader, Read},
    num::ParseIntError,
};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::{
    GameResult, Kind, MAX_GAME,
    archive::CHUNK,
    headers::{after_tags, begins_tag},
};

/// How much text a batch has before it is handed on, in bytes.
const BATCH: usize = 1 << 17;

/// How much is kept of a game that is too long: enough for its tags.
const KEPT: usize = 1 << 16;

/// Some games that follow each other in an archive.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) text: Vec<u8>,
    pub(super) games: Vec<Cut>,
    /// Where the archive goes on.
    pub(super) next: Mark,
}

/// Where a game lies in the text of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The bytes of the plain text before it.
    pub(super) offset: u64,
    /// The lines before it.
    pub(super) lines: u64,
    pub(super) damage: Option<Kind>,
}

/// A place between two games of an archive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The bytes of the plain text before it.
    pub offset: u64,
    /// The lines before it.
    pub lines: u64,
    /// A digest of the bytes before it.
    pub digest: Digest,
}

/// Tells texts apart, and is no protection (XXH64); sixteen hexadecimal digits where it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest(u64);

impl From<Digest> for String {
    fn from(Digest(digest): Digest) -> String {
        format!("{digest:016x}")
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseIntError;

    fn try_from(text: String) -> Result<Digest, ParseIntError> {
        u64::from_str_radix(&text, 16).map(Digest)
    }
}

/// The games of an archive.
pub(super) struct Games<R> {
    source: DigestedReader<R>,
    batch: Batch,
    game: Option<OpenGame>,
    /// The lines that were read.
    lines: u64,
    /// Why the archive cannot be read any further.
    error: Option<io::Error>,
    done: bool,
}

/// The game that is being read.
#[derive(Default)]
struct OpenGame {
    start: usize,
    offset: u64,
    lines: u64,
    has_event: bool,
    has_moves: bool,
    /// A line of it ended with a result, as far as it was taken.
    has_result: bool,
    in_comment: bool,
    /// Where what was not yet taken of it begins. Few lines of a movetext can begin another game, and only for
    /// those has it to be known what is before them.
    untaken: usize,
    damage: Option<Kind>,
}

impl<R: Read> Games<R> {
    /// The games of a plain text.
    pub(super) fn new(source: R) -> Games<R> {
        Games {
            source: DigestedReader::new(source),
            batch: Batch::default(),
            game: None,
            lines: 0,
            error: None,
            done: false,
        }
    }

    /// Reads again what was read before, and goes on there. A packed archive is checked on the way.
    ///
    /// # Errors
    ///
    /// It cannot be read so far, or is not what was read before.
    pub(super) fn go_to(&mut self, mark: Mark) -> io::Result<()> {
        while self.source.offset < mark.offset {
            let bytes = self.source.bytes()?;
            if bytes.is_empty() {
                return Err(changed());
            }
            let length = bytes.len() as u64;
            self.source.take(length.min(mark.offset - self.source.offset) as usize);
        }
        self.lines = mark.lines;
        self.source.begin_line();
        if self.at() == mark { Ok(()) } else { Err(changed()) }
    }

    /// Whether nothing follows.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.source.bytes()?.is_empty())
    }

    /// Where it goes on.
    pub(super) fn at(&mut self) -> Mark {
        self.source.begin_line();
        Mark { offset: self.source.offset, lines: self.lines, digest: self.source.before_line() }
    }

    /// Why the archive could not be read to its end, once all that could be read has been.
    pub(super) fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// The next games; nothing at the end, or after the last that could be read.
    pub(super) fn next_batch(&mut self) -> Option<Batch> {
        while !self.done {
            let start = self.batch.text.len();
            let (offset, lines) = (self.source.offset, self.lines);
            match self.read_line() {
                Ok(true) => {}
                Ok(false) => {
                    self.done = true;
                    break;
                }
                Err(error) => {
                    self.error = Some(error);
                    self.done = true;
                }
            }
            let handed = self.take_line(start, offset, lines);
            if let Some(game) = self.game.as_mut().filter(|_| self.error.is_some()) {
                game.damage = Some(Kind::CutOff);
            }
            if handed.is_some() {
                return handed;
            }
        }
        self.close(self.batch.text.len());
        let mut batch = std::mem::take(&mut self.batch);
        batch.next = self.at();
        (!batch.games.is_empty()).then_some(batch)
    }

    /// Appends a line to the text, or as much of it as is kept; `false` at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        let start = self.batch.text.len();
        let begun = self.source.offset;
        self.source.begin_line();
        loop {
            let bytes = self.source.bytes()?;
            if bytes.is_empty() {
                return Ok(self.source.offset > begun);
            }
            let end = memchr::memchr(b'\n', bytes);
            let length = end.map_or(bytes.len(), |at| at + 1);
            let room = (MAX_GAME + 1).saturating_sub(self.batch.text.len() - start);
            self.batch.text.extend_from_slice(&bytes[..length.min(room)]);
            self.source.take(length);
            if end.is_some() {
                self.lines += 1;
                return Ok(true);
            }
        }
    }

    /// Sorts the line that begins here; returns a batch if this line begins a game after it.
    fn take_line(&mut self, start: usize, offset: u64, lines: u64) -> Option<Batch> {
        let text = &self.batch.text;
        let begins = match &mut self.game {
            None => {
                let line = without_mark(&text[start..]);
                !line.trim_ascii().is_empty() && line[0] != b'%'
            }
            Some(game) => game.ends_before(text, start),
        };
        if !begins {
            match &mut self.game {
                Some(game) => game.take_line(text),
                // Blank lines before the first game, and what is for programs.
                None => self.batch.text.truncate(start),
            }
            self.keep_short();
            return None;
        }
        let mut game = OpenGame { start, offset, lines, untaken: start, ..OpenGame::default() };
        game.take_line(text);
        self.close(start);
        let full = self.batch.text[..start].len() >= BATCH;
        let handed = full.then(|| {
            let text = self.batch.text.split_off(start);
            game.start = 0;
            game.untaken -= start;
            let mut next = Batch { text, ..Batch::default() };
            next.text.reserve(BATCH + BATCH / 4);
            std::mem::replace(&mut self.batch, next)
        });
        self.game = Some(game);
        self.keep_short();
        handed.map(|batch| {
            let next = Mark { offset, lines, digest: self.source.before_line() };
            Batch { next, ..batch }
        })
    }

    /// Ends the game that is being read.
    fn close(&mut self, end: usize) {
        if let Some(OpenGame { start, offset, lines, damage, .. }) = self.game.take() {
            self.batch.games.push(Cut { start, end, offset, lines, damage });
        }
    }

    /// Drops the text of a game that has become too long.
    fn keep_short(&mut self) {
        let Some(game) = &mut self.game else { return };
        if self.batch.text.len() - game.start > MAX_GAME {
            game.damage = Some(Kind::TooLong);
        }
        if game.damage.is_some() {
            game.catch_up(&self.batch.text, self.batch.text.len());
            self.batch.text.truncate(game.start + KEPT);
            game.untaken = self.batch.text.len();
        }
    }
}

/// A reader that knows the digest of what was taken from it, up to where a line begins.
///
/// What is taken is digested as late as can be, as that is quicker for many lines at once.
struct DigestedReader<R> {
    source: BufReader<R>,
    /// The bytes that were taken.
    offset: u64,
    /// How many of them are still in the buffer, from its beginning.
    taken: usize,
    /// How many bytes of the buffer have been digested.
    digested: usize,
    digest: XxHash64,
    /// Where in the buffer the line begins; what is digested does not reach beyond.
    line: usize,
    /// The digest of what was before the line, if the line began before the buffer.
    before: Option<XxHash64>,
    /// The bytes before the line.
    line_offset: u64,
}

impl<R: Read> DigestedReader<R> {
    fn new(source: R) -> DigestedReader<R> {
        DigestedReader {
            source: BufReader::with_capacity(CHUNK, source),
            offset: 0,
            taken: 0,
            digested: 0,
            digest: XxHash64::with_seed(0),
            line: 0,
            before: None,
            line_offset: 0,
        }
    }

    /// What can be taken; nothing at the end.
    fn bytes(&mut self) -> io::Result<&[u8]> {
        if self.taken > 0 && self.taken == self.source.buffer().len() {
            self.digest_line();
            let rest = &self.source.buffer()[self.digested..];
            if !rest.is_empty() {
                self.before.get_or_insert_with(|| self.digest.clone());
                self.digest.write(rest);
            }
            self.source.consume(self.taken);
            (self.taken, self.digested, self.line) = (0, 0, 0);
        }
        loop {
            match self.source.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        Ok(&self.source.buffer()[self.taken..])
    }

    /// Takes so many of the bytes.
    fn take(&mut self, length: usize) {
        self.taken += length;
        self.offset += length as u64;
    }

    /// A line begins behind what was taken.
    fn begin_line(&mut self) {
        self.line = self.taken;
        self.before = None;
        self.line_offset = self.offset;
    }

    /// Digests what is before the line, if the line begins in the buffer.
    fn digest_line(&mut self) {
        if self.before.is_none() && self.digested < self.line {
            self.digest.write(&self.source.buffer()[self.digested..self.line]);
            self.digested = self.line;
        }
    }

    /// The digest of what was before the line.
    fn before_line(&mut self) -> Digest {
        self.digest_line();
        if self.line_offset == 0 {
            return Digest::default();
        }
        Digest(self.before.as_ref().unwrap_or(&self.digest).finish())
    }
}

impl OpenGame {
    /// Whether another game begins with the line that begins here, the last of the text.
    fn ends_before(&mut self, text: &[u8], start: usize) -> bool {
        if !self.has_moves && !self.has_event {
            return false;
        }
        let line = without_mark(&text[start..]).trim_ascii();
        if begins_tag(line) {
            let is_event = line.starts_with(b"[Event ") || line.starts_with(b"[Event\"");
            return is_event || self.has_moves && !self.is_in_comment(text, start);
        }
        is_move_1(line) && !self.is_in_comment(text, start) && self.has_result
    }

    /// Whether a comment is open at this place.
    fn is_in_comment(&mut self, text: &[u8], at: usize) -> bool {
        self.catch_up(text, at);
        self.in_comment
    }

    /// Takes the last line of the text, or leaves that for later.
    fn take_line(&mut self, text: &[u8]) {
        if !self.has_moves {
            self.catch_up(text, text.len());
        }
    }

    /// Takes all lines up to this place.
    fn catch_up(&mut self, text: &[u8], to: usize) {
        while self.untaken < to {
            let rest = &text[self.untaken..to];
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            self.take(without_mark(&rest[..end]));
            self.untaken += end;
        }
    }

    /// Takes a line as one of the game's.
    fn take(&mut self, line: &[u8]) {
        if line.first() == Some(&b'%') && !self.in_comment {
            return;
        }
        let mut rest = line.trim_ascii();
        if !self.has_moves {
            self.has_event |= rest.starts_with(b"[Event");
            rest = after_tags(rest);
        }
        if rest.is_empty() {
            return;
        }
        self.has_moves = true;
        if memchr::memchr(b';', rest).is_some() {
            while let Some(at) = memchr::memchr3(b'{', b'}', b';', rest) {
                match rest[at] {
                    b'{' => self.in_comment = true,
                    b'}' => self.in_comment = false,
                    _ if !self.in_comment => break,
                    _ => {}
                }
                rest = &rest[at + 1..];
            }
        } else if let Some(last) = memchr::memrchr2(b'{', b'}', rest) {
            self.in_comment = rest[last] == b'{';
            rest = &rest[last + 1..];
        }
        if !self.in_comment {
            let last = rest.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            // A star ends the word before it.
            self.has_result |= last.ends_with(b"*") || GameResult::read(last).is_some();
        }
    }
}

/// Whether the text of a game ends within a comment.
pub(super) fn ends_in_comment(text: &[u8]) -> bool {
    let mut game = OpenGame::default();
    text.split_inclusive(|&byte| byte == b'\n').for_each(|line| game.take(line));
    game.in_comment
}

/// The archive is another one.
pub(super) fn changed() -> io::Error {
    let message = "this is not what was read before, by the checkpoint; right would be the same archive, or \
                   another checkpoint";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// A line without the mark of its order of bytes.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Whether a line begins with the first move of a game: `1.`, `1 e4`.
fn is_move_1(line: &[u8]) -> bool {
    matches!(line, [b'1', b'.', ..] | [b'1', b' ', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a text, read some bytes at a time.
    fn games(text: &[u8]) -> Vec<(String, Mark)> {
        let mut games = Games::new(text);
        let mut found = Vec::new();
        while let Some(batch) = games.next_batch() {
            for cut in &batch.games {
                let text = String::from_utf8_lossy(&batch.text[cut.start..cut.end]);
                let mark = Mark { offset: cut.offset, lines: cut.lines, ..Mark::default() };
                found.push((text.trim().to_owned(), mark));
            }
        }
        assert!(games.into_error().is_none());
        found
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found = games(text.as_bytes());
        let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, expected, "{text:?}");
        for (game, mark) in &found {
            let rest = &text[mark.offset as usize..];
            assert!(rest.trim_start().starts_with(game.as_str()), "{text:?}: {mark:?}");
            let lines = text[..mark.offset as usize].matches('\n').count();
            assert_eq!(mark.lines, lines as u64, "{text:?}: {mark:?}");
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
            // No blank lines at all, and DOS lines.
            (
                "[White \"a\"]\r\n1. e4 1-0\r\n[White \"b\"]\r\n1. d4 *\r\n",
                &["[White \"a\"]\r\n1. e4 1-0", "[White \"b\"]\r\n1. d4 *"],
            ),
            ("% by somebody\n\n1. e4 *\n", &["1. e4 *"]),
            // Blank lines within the movetext, and between tags.
            (
                "[White \"a\"]\n\n[Black \"b\"]\n\n1. e4\n\ne5 1-0\n",
                &["[White \"a\"]\n\n[Black \"b\"]\n\n1. e4\n\ne5 1-0"],
            ),
            // No tags.
            (
                "1. e4 1-0\n1. d4 0-1\n\n1. c4 e5\n2. Nc3 *\n{over}\n",
                &["1. e4 1-0", "1. d4 0-1", "1. c4 e5\n2. Nc3 *\n{over}"],
            ),
            // A tag within a comment, and a comment without an end.
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
            (
                "[Event \"a\"] 1. e4 *\n[Round \"1\"]\n*",
                &["[Event \"a\"] 1. e4 *", "[Round \"1\"]\n*"],
            ),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn an_archive_goes_on_where_a_batch_says() {
        let game = "[Event \"a\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 1-0\n\n";
        let text = game.repeat(20_000);
        let mut reader = Games::new(text.as_bytes());
        let first = reader.next_batch().unwrap();
        assert!(first.text.len() >= BATCH && first.text.len() < BATCH + game.len());
        let next = first.next;
        let mut rest = Games::new(text.as_bytes());
        rest.go_to(next).unwrap();
        let (one, other) = (reader.next_batch().unwrap(), rest.next_batch().unwrap());
        assert_eq!(one.text, other.text);
        for first in [one.games[0], other.games[0]] {
            assert_eq!((first.offset, first.lines), (next.offset, next.lines));
        }
        assert_eq!(one.next, other.next);
        for other in [text.replacen("Nf3", "Nc3", 1), text[..100].to_owned()] {
            assert!(Games::new(other.as_bytes()).go_to(next).is_err());
        }
    }

    #[test]
    fn what_is_too_long_is_cut_and_the_rest_is_read() {
        let mut text = b"[Event \"a\"]\n1. e4 {".to_vec();
        text.resize(MAX_GAME + 100, b'x');
        text.extend_from_slice(b"}\n1-0\n[Event \"b\"]\n1. d4 *\n");
        let mut games = Games::new(text.as_slice());
        let batch = games.next_batch().unwrap();
        let damage: Vec<Option<Kind>> = batch.games.iter().map(|cut| cut.damage).collect();
        assert_eq!(damage, [Some(Kind::TooLong), None]);
        assert!(batch.text.len() < 2 * KEPT);
    }

    #[test]
    fn what_was_read_before_an_error_is_kept() {
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
        let mut games = Games::new(source);
        let batch = games.next_batch().unwrap();
        let damage: Vec<Option<Kind>> = batch.games.iter().map(|cut| cut.damage).collect();
        assert_eq!(damage, [None, Some(Kind::CutOff)]);
        assert!(games.next_batch().is_none());
        assert_eq!(games.into_error().unwrap().to_string(), "broken");
    }
}
