use super::{
    GameResult, Kind,
    headers::{after_tags, begins_tag},
};

/// The game that is being cut out of an archive.
#[derive(Default)]
pub(super) struct OpenGame {
    /// Where it begins in the text that was read.
    pub(super) start: usize,
    /// The bytes of the plain text before it.
    pub(super) offset: u64,
    /// The lines before it.
    pub(super) lines: u64,
    pub(super) damage: Option<Kind>,
    has_event: bool,
    has_moves: bool,
    /// A line of it ended with a result, as far as it was taken.
    has_result: bool,
    in_comment: bool,
    /// Where what was not yet taken of it begins. Few lines of a movetext can begin another game, and only for
    /// those has it to be known what is before them.
    untaken: usize,
}

impl OpenGame {
    /// The game that begins here in the text, behind so many bytes and lines of the archive.
    pub(super) fn new(start: usize, offset: u64, lines: u64) -> OpenGame {
        OpenGame { start, offset, lines, untaken: start, ..OpenGame::default() }
    }

    /// Whether its movetext has begun, as far as it was taken.
    pub(super) const fn has_moves(&self) -> bool {
        self.has_moves
    }

    /// Whether another game begins with this line of the text.
    #[inline]
    pub(super) fn ends_before(&mut self, text: &[u8], start: usize, end: usize) -> bool {
        if !self.has_moves && !self.has_event {
            return false;
        }
        let line = without_mark(&text[start..end]).trim_ascii_start();
        match line.first() {
            Some(b'[') if begins_tag(line) => {
                is_event(line) || self.has_moves && !self.is_in_comment(text, start)
            }
            Some(b'1') if is_move_1(line) => !self.is_in_comment(text, start) && self.has_result,
            _ => false,
        }
    }

    /// Takes this line, the next of the text, or leaves that for later.
    #[inline]
    pub(super) fn take_line(&mut self, text: &[u8], start: usize, end: usize) {
        if !self.has_moves {
            self.take(without_mark(&text[start..end]));
            self.untaken = end;
        }
    }

    /// Notes that of the text up to here all is gone but what is before `kept`.
    pub(super) fn forget(&mut self, text: &[u8], to: usize, kept: usize) {
        self.catch_up(text, to);
        self.untaken = kept;
    }

    /// Notes that so many bytes of the text before it are gone.
    pub(super) const fn move_back(&mut self, by: usize) {
        self.start -= by;
        self.untaken -= by;
    }

    /// Whether a comment is open at this place.
    fn is_in_comment(&mut self, text: &[u8], at: usize) -> bool {
        self.catch_up(text, at);
        self.in_comment
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

/// Whether a game begins with this line if none is before it.
pub(super) fn begins_first(line: &[u8]) -> bool {
    let line = without_mark(line);
    !line.trim_ascii().is_empty() && line[0] != b'%'
}

/// Whether this line may begin another game once there are moves, by its first bytes: only white space and a mark of the
/// order of bytes can be before what such a line begins with.
#[inline]
pub(super) const fn may_begin_game(line: &[u8]) -> bool {
    match line {
        [b'1', second, ..] => matches!(second, b'.' | b' '),
        [first, ..] => matches!(first, b'[' | 0xef | b' ' | b'\t' | b'\x0c' | b'\r'),
        [] => false,
    }
}

/// Whether the text of a game ends within a comment.
pub(super) fn ends_in_comment(text: &[u8]) -> bool {
    let mut game = OpenGame::default();
    text.split_inclusive(|&byte| byte == b'\n').for_each(|line| game.take(line));
    game.in_comment
}

/// A line without the mark of its order of bytes.
#[inline]
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Whether a line begins with the tag `Event`, and with it another game, if the one before has moves or this tag already.
#[inline]
pub(super) fn is_event(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [b'[', b'E', b'v', b'e', b'n', b't', b' ' | b'"', ..])
}

/// Whether a line begins with the first move of a game: `1.`, `1 e4`.
fn is_move_1(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [b'1', b'.', ..] | [b'1', b' ', ..])
}
