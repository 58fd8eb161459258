use std::{
    io::{self, Read},
    ops::Range,
};

use crc32fast::Hasher;

use super::{
    Kind, MAX_GAME,
    batch::{Batch, GameSpan},
    digest::ArchiveOffset,
    digest::Digest,
    open_game::{OpenGame, begins_first, is_event, may_begin_game},
    window::{BUFFER_SIZE, TextBuffer, TextWindow},
};

/// A batch ends if less text than this is left in the window, in bytes. The rest is copied for the next batch.
pub(super) const MIN_REST: usize = 1 << 13;

/// The minimum distance between two milestones, in bytes of games.
pub(super) const BETWEEN_MILESTONES: u64 = 1 << 17;

/// The number of bytes that are kept of a game that is too long: enough for its tags.
pub(super) const MAX_KEPT: usize = 1 << 16;

/// A reader that splits an archive, or a part of one, into games.
pub(super) struct GameReader<R> {
    window: TextWindow<R>,
    /// The end of the part, in bytes of the archive. The part ends before the first game that begins after the first
    /// tag `Event` at or after this byte.
    end: u64,
    place: PartState,
    /// The games of the current batch so far.
    games: Vec<GameSpan>,
    game: Option<OpenGame>,
    /// The position in the window of the next line.
    line: usize,
    /// The place in the index of line ends where the search for the end of that line begins.
    line_ends: usize,
    /// The number of lines before the next line.
    lines: u64,
    /// Whether the next bytes are the rest of a line that is too long.
    passes_line: bool,
    /// The digest of the text before the next line, and the position in the window up to where it is computed.
    before: Hasher,
    written: usize,
    /// The total length of the games since the last milestone, in bytes, without the dropped parts of long games.
    since: u64,
}

/// The position of a reader of games relative to its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartState {
    /// In a game that can belong to the part before.
    Before,
    Within,
    /// After the tag `Event` that ends the part; the next game belongs to the next part.
    InLast,
    Finished,
}

impl<R: Read> GameReader<R> {
    /// Returns the games of a plain text.
    pub(super) fn new(source: R) -> GameReader<R> {
        GameReader::within(TextBuffer::default(), source)
    }

    /// Returns the games of a plain text, which is read into the buffers of `buffer`.
    pub(super) fn within(buffer: TextBuffer, source: R) -> GameReader<R> {
        GameReader::of_part(buffer, source, 0..u64::MAX)
    }

    /// Returns the games of `part`, a range of a plain text. `source` yields the text from the start of the part, and
    /// continues after its end. Lines and digests are counted from the start of the part.
    pub(super) fn of_part(buffer: TextBuffer, source: R, part: Range<u64>) -> GameReader<R> {
        GameReader {
            end: part.end,
            place: PartState::Within,
            window: TextWindow::new(source, buffer, part),
            games: Vec::new(),
            game: None,
            line: 0,
            line_ends: 0,
            lines: 0,
            passes_line: false,
            before: Hasher::new(),
            written: 0,
            since: 0,
        }
    }

    /// Skips the rest of a line, and the lines up to the first one with the tag `Event`. Returns `false` if no such
    /// line begins in the part, or none that can be read. The game with that tag can have begun earlier, and belongs
    /// to the part before.
    ///
    /// Whatever precedes such a line, after it a game is open that has this tag, no moves, and no open comment. So
    /// the next game begins at the same place as if everything had been read.
    pub(super) fn enter(&mut self) -> bool {
        self.place = PartState::Before;
        loop {
            let end = self.window.line_end(&mut self.line_ends, self.line);
            self.line = end.map_or(self.window.text().len(), |end| end + 1);
            if self.offset() >= self.end {
                self.place = PartState::Finished;
                return false;
            }
            if end.is_some() {
                let Some(length) = self.next_line() else { return false };
                self.passes_line = false;
                if is_event(&self.window.text()[self.line..self.line + length]) {
                    return true;
                }
            } else if !self.read() {
                return false;
            }
        }
    }

    /// Skips to `begin`, and counts lines and digests from there.
    ///
    /// # Errors
    ///
    /// The text cannot be read up to there.
    pub(super) fn begin_at(&mut self, begin: u64) -> io::Result<()> {
        self.skip_to(begin)?;
        self.forget();
        Ok(())
    }

    /// Skips to the last line before `offset`, which lies after the end of the part. If the tag `Event` that ends the
    /// part is before it, the next game belongs to the next part.
    fn pass_end(&mut self, offset: u64) -> io::Result<()> {
        self.skip_to(self.end - 1)?;
        while self.offset() < offset {
            let Some(end) = self.window.line_end(&mut self.line_ends, self.line) else {
                self.line = self.window.text().len();
                if !self.read() {
                    return Err(self.window.take_error().unwrap_or_else(changed));
                }
                continue;
            };
            self.line = end + 1;
            while self.window.text().len() - self.line < b"[Event ".len() && self.read() {}
            if self.offset() < offset && is_event(&self.window.text()[self.line..]) {
                self.place = PartState::Finished;
            }
        }
        Ok(())
    }

    /// Skips to an offset.
    fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        while self.offset() < offset {
            let rest = self.window.text().len() - self.line;
            self.line += rest.min((offset - self.offset()) as usize);
            if rest == 0 && !self.read() {
                return Err(self.window.take_error().unwrap_or_else(changed));
            }
        }
        Ok(())
    }

    /// Reads the text up to `mark` again, compares it with the digest, and continues there. This also verifies the
    /// checksums of a packed archive up to there.
    ///
    /// # Errors
    ///
    /// The text cannot be read up to `mark`, or differs from the text that was read before.
    pub(super) fn go_to(&mut self, mark: ArchiveOffset) -> io::Result<()> {
        if mark.offset > self.end {
            self.pass_end(mark.offset)?;
        }
        self.skip_to(mark.offset)?;
        self.lines = mark.lines;
        if self.at() == mark { Ok(()) } else { Err(changed()) }
    }

    /// Whether no text follows.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        if self.line < self.window.text().len() || self.read() {
            return Ok(false);
        }
        self.window.take_error().map_or(Ok(true), Err)
    }

    /// Returns the buffers, after the last game.
    pub(super) fn take_buffers(&mut self) -> TextBuffer {
        self.window.take_buffers()
    }

    /// Returns the error that ended the archive early, once all readable text has been read.
    pub(super) fn into_error(mut self) -> Option<io::Error> {
        self.window.take_error().filter(|_| self.place != PartState::Finished)
    }

    /// Returns the next games; `None` at the end, or after the last one that can be read.
    pub(super) fn next_batch(&mut self) -> Option<Batch> {
        while self.place != PartState::Finished {
            if self.game.as_ref().is_some_and(OpenGame::has_moves) {
                self.pass_moves();
            }
            let Some(length) = self.next_line() else { break };
            let text = self.window.text();
            let begins = match &mut self.game {
                None => begins_first(&text[self.line..self.line + length]),
                Some(game) => game.ends_before(text, self.line, self.line + length),
            };
            if begins && self.place == PartState::InLast {
                self.place = PartState::Finished;
                break;
            }
            let handed = if begins { self.begin_game() } else { None };
            let text = self.window.text();
            let end = self.line + length;
            if self.offset() >= self.end && is_event(&text[self.line..end]) {
                self.place = PartState::InLast;
            }
            let mut is_long = false;
            if let Some(game) = &mut self.game {
                game.take_line(text, self.line, end);
                is_long = end - game.start > MAX_GAME;
            }
            self.lines += u64::from(text[end - 1] == b'\n');
            self.line = end;
            if is_long {
                self.shorten();
            }
            if handed.is_some() {
                return handed;
            }
        }
        self.close();
        if self.place == PartState::Before {
            self.games.clear();
        }
        let is_cut_off = self.window.has_error() && self.place != PartState::Finished;
        if let Some(cut) = self.games.last_mut().filter(|_| is_cut_off) {
            cut.damage = Some(Kind::CutOff);
        }
        let batch = self.hand_over(true);
        (!batch.games.is_empty()).then_some(batch)
    }

    /// Skips lines of a movetext that cannot begin a game, whatever precedes them.
    fn pass_moves(&mut self) {
        let text = self.window.text();
        // A window that has grown can contain a line that is too long. The rest of such a line does not count as a
        // line.
        if text.len() > BUFFER_SIZE || self.passes_line {
            return;
        }
        while let line = &text[self.line..]
            && !may_begin_game(line)
            && let Some(end) = self.window.line_end(&mut self.line_ends, self.line)
        {
            self.line = end + 1;
            self.lines += 1;
        }
    }

    /// The position of the next line.
    fn at(&mut self) -> ArchiveOffset {
        self.write_before();
        ArchiveOffset { offset: self.offset(), lines: self.lines, digest: Digest::of(&self.before) }
    }

    /// Updates the digest with the text before the next line.
    fn write_before(&mut self) {
        self.before.update(&self.window.text()[self.written..self.line]);
        self.written = self.line;
    }

    /// The offset of the next line in the archive, in bytes.
    fn offset(&self) -> u64 {
        self.window.offset(self.line)
    }

    /// Returns the length of the next line, or of the part of it that is scanned; `None` at the end.
    fn next_line(&mut self) -> Option<usize> {
        if self.passes_line && !self.pass_line() {
            return None;
        }
        loop {
            let end = self.window.line_end(&mut self.line_ends, self.line).map(|end| end + 1);
            let length = end.unwrap_or(self.window.text().len()) - self.line;
            if length > MAX_GAME + 1 {
                self.passes_line = true;
                return Some(MAX_GAME + 1);
            }
            if end.is_some() || !self.read() {
                return (length > 0).then_some(length);
            }
        }
    }

    /// Skips the rest of a line that is too long. Returns `false` if its end cannot be read.
    fn pass_line(&mut self) -> bool {
        loop {
            let end = self.window.line_end(&mut self.line_ends, self.line);
            let kept = self.line;
            self.line = end.map_or(self.window.text().len(), |end| end + 1);
            self.drop_from(kept);
            if end.is_some() {
                self.lines += 1;
                self.passes_line = false;
                return true;
            }
            if !self.read() {
                return false;
            }
        }
    }

    /// Reads more text. Returns `false` at the end of the text, or if it cannot be read.
    fn read(&mut self) -> bool {
        if self.window.is_done() {
            return false;
        }
        if self.game.as_ref().is_some_and(|game| game.damage.is_some()) {
            self.shorten();
        }
        self.write_before();
        let first = self.games.first().map(|cut| cut.start);
        let kept = first.or(self.game.as_ref().map(|game| game.start)).unwrap_or(self.line);
        for cut in &mut self.games {
            cut.start -= kept;
            cut.end -= kept;
        }
        if let Some(game) = &mut self.game {
            game.move_back(kept);
        }
        self.line -= kept;
        self.line_ends = 0;
        self.written -= kept;
        self.window.read_on(kept)
    }

    /// Begins a game at the next line. Returns the games before it if they are enough for a batch.
    fn begin_game(&mut self) -> Option<Batch> {
        self.close();
        if self.place == PartState::Before && !self.games.is_empty() {
            self.forget();
        }
        let is_milestone = self.since >= BETWEEN_MILESTONES;
        let is_near_end = !self.window.is_done() && self.window.text().len() - self.line < MIN_REST;
        let is_enough = is_milestone || is_near_end && !self.games.is_empty();
        let handed = is_enough.then(|| self.hand_over(is_milestone));
        self.game = Some(OpenGame::new(self.line, self.offset(), self.lines));
        handed
    }

    /// Drops all games, and restarts the counts and the digest at the next line.
    fn forget(&mut self) {
        self.place = PartState::Within;
        self.games.clear();
        (self.lines, self.since) = (0, 0);
        (self.before, self.written) = (Hasher::new(), self.line);
    }

    /// Ends the open game before the next line.
    fn close(&mut self) {
        if self.game.as_ref().is_some_and(|game| game.damage.is_some()) {
            self.shorten();
        }
        if let Some(OpenGame { start, offset, lines, damage, .. }) = self.game.take() {
            self.since += (self.line - start) as u64;
            self.games.push(GameSpan { start, end: self.line, offset, lines, damage });
        }
    }

    /// Returns the games before the next line as a batch.
    fn hand_over(&mut self, is_milestone: bool) -> Batch {
        if is_milestone {
            self.since = 0;
        }
        let buffer = Vec::with_capacity(self.games.len());
        let games = std::mem::replace(&mut self.games, buffer);
        Batch { text: self.window.share(), games, next: self.at(), is_milestone }
    }

    /// Marks the open game as too long, and drops its text up to the next line, except for the first [`MAX_KEPT`] bytes.
    fn shorten(&mut self) {
        let Some(game) = &mut self.game else { return };
        game.damage = Some(Kind::TooLong);
        let kept = game.start + MAX_KEPT;
        if kept < self.line {
            game.forget(self.window.text(), self.line, kept);
            self.drop_from(kept);
        }
    }

    /// Drops the text from `kept` up to the next line.
    fn drop_from(&mut self, kept: usize) {
        self.write_before();
        self.window.cut_out(kept, self.line);
        (self.line, self.written) = (kept, kept);
        self.line_ends = 0;
    }
}

/// The error for an archive that differs from the one that an earlier run has read.
pub(super) fn changed() -> io::Error {
    let message = "the archive is not the one that the checkpoint belongs to; use the same archive, or another \
        checkpoint";
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games of a text, each with its position.
    fn games(text: &[u8]) -> Vec<(String, ArchiveOffset)> {
        let mut games = GameReader::new(text);
        let mut found = Vec::new();
        while let Some(batch) = games.next_batch() {
            for cut in &batch.games {
                let text = String::from_utf8_lossy(batch.text(cut).bytes);
                let mark = ArchiveOffset {
                    offset: cut.offset,
                    lines: cut.lines,
                    ..ArchiveOffset::default()
                };
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
    fn an_archive_goes_on_where_a_batch_says() {
        let game = "[Event \"a\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 1-0\n\n";
        let text = game.repeat(20_000);
        let mut reader = GameReader::new(text.as_bytes());
        let first = reader.next_batch().unwrap();
        let cut = |batch: &Batch| {
            let length = batch.games[batch.games.len() - 1].end - batch.games[0].start;
            assert!(length < BETWEEN_MILESTONES as usize + game.len());
            batch.games.iter().map(|cut| (cut.end - cut.start, cut.offset, cut.lines)).collect()
        };
        let games: Vec<_> = cut(&first);
        let next = first.next;
        assert_eq!(next.offset as usize, game.len() * games.len());
        let mut rest = GameReader::new(text.as_bytes());
        rest.go_to(next).unwrap();
        let (one, other) = (reader.next_batch().unwrap(), rest.next_batch().unwrap());
        assert_eq!((other.games[0].offset, other.games[0].lines), (next.offset, next.lines));
        let most = one.games.len().min(other.games.len());
        assert_eq!(cut(&one)[..most], cut(&other)[..most]);
        for other in [text.replacen("Nf3", "Nc3", 1), text[..100].to_owned()] {
            assert!(GameReader::new(other.as_bytes()).go_to(next).is_err());
        }
    }

    /// A batch ends at a milestone, or where more text has to be read. The positions of the milestones do not depend
    /// on how much is read at a time.
    #[test]
    fn milestones_lie_at_the_first_game_that_is_far_enough() {
        let game = "[Event \"a\"]\n\n1. e4 e5 {a comment of some length} 2. Nf3 1-0\n\n";
        let text = game.repeat(20_000);
        let mut games = GameReader::new(text.as_bytes());
        let mut offsets = Vec::new();
        while let Some(batch) = games.next_batch() {
            offsets.extend(batch.is_milestone.then_some(batch.next.offset as usize));
        }
        let apart = (BETWEEN_MILESTONES as usize).next_multiple_of(game.len());
        let end = [text.len()].into_iter();
        let right: Vec<usize> = (apart..text.len()).step_by(apart).chain(end).collect();
        assert_eq!(offsets, right);
    }

    #[test]
    fn what_is_too_long_is_cut_and_the_rest_is_read() {
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
            let mut games = GameReader::new(text.as_slice());
            let batch = games.next_batch().unwrap();
            let [long, short] = batch.games[..] else { panic!("{:?}", batch.games) };
            assert_eq!((long.damage, short.damage), (Some(Kind::TooLong), None));
            assert!(long.end - long.start < 2 * MAX_KEPT);
            assert_eq!((short.offset, short.lines), (offset, lines));
            assert!(GameReader::new(text.as_slice()).go_to(batch.next).is_ok());
        }
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
        let mut games = GameReader::new(source);
        let batch = games.next_batch().unwrap();
        let damage: Vec<Option<Kind>> = batch.games.iter().map(|cut| cut.damage).collect();
        assert_eq!(damage, [None, Some(Kind::CutOff)]);
        assert!(games.next_batch().is_none());
        assert_eq!(games.into_error().unwrap().to_string(), "broken");
    }
}
