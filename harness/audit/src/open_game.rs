use super::{
    GameResult, Kind,
    tag::{after_tags, begins_tag},
    text::{END_OF_FILE, without_mark},
};

/// The game whose end is searched for, while an archive is split into games.
#[derive(Default)]
pub(super) struct OpenGame {
    /// Where the game begins in the text that was read.
    pub(super) start: usize,
    /// The offset of the game in the plain text of the archive, in bytes.
    pub(super) offset: u64,
    /// The number of lines before the game.
    pub(super) lines: u64,
    pub(super) damage: Option<Kind>,
    has_event: bool,
    has_moves: bool,
    /// Whether one of the scanned lines ends with a result.
    has_result: bool,
    in_comment: bool,
    /// The end of the scanned text. Lines are scanned lazily: few lines of a movetext can begin another game, and
    /// only for those the text before them matters.
    untaken: usize,
}

impl OpenGame {
    /// Returns the game that begins at `start` in the text, after `offset` bytes and `lines` lines of the archive.
    pub(super) fn new(start: usize, offset: u64, lines: u64) -> OpenGame {
        OpenGame { start, offset, lines, untaken: start, ..OpenGame::default() }
    }

    /// Whether the movetext begins in one of the scanned lines.
    pub(super) const fn has_moves(&self) -> bool {
        self.has_moves
    }

    /// Whether the line `start..end` of the text begins another game.
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
            Some(b'1') if is_move_1(line) => {
                !self.is_in_comment(text, start)
                    && (self.has_result || self.has_moves && is_after_blank_line(text, start))
            }
            _ => false,
        }
    }

    /// Adds the line `start..end`, the next of the text. Before the movetext it is scanned at once, later only when
    /// needed.
    #[inline]
    pub(super) fn take_line(&mut self, text: &[u8], start: usize, end: usize) {
        if !self.has_moves {
            self.take(without_mark(&text[start..end]));
            self.untaken = end;
        }
    }

    /// Scans the text up to `to`, so that the caller can then delete everything from `kept` to there.
    pub(super) fn forget(&mut self, text: &[u8], to: usize, kept: usize) {
        self.catch_up(text, to);
        self.untaken = kept;
    }

    /// Adjusts the positions after `by` bytes before the game were deleted from the text.
    pub(super) const fn move_back(&mut self, by: usize) {
        self.start -= by;
        self.untaken -= by;
    }

    /// Whether a comment is open at the position `at`.
    fn is_in_comment(&mut self, text: &[u8], at: usize) -> bool {
        self.catch_up(text, at);
        self.in_comment
    }

    /// Scans all lines up to `to`.
    fn catch_up(&mut self, text: &[u8], to: usize) {
        while self.untaken < to {
            let rest = &text[self.untaken..to];
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1);
            self.take(without_mark(&rest[..end]));
            self.untaken += end;
        }
    }

    /// Scans a line of the game.
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
            self.has_result |= GameResult::ends(rest);
        }
    }
}

/// Whether this line begins a game when no game is open.
pub(super) fn begins_first(line: &[u8]) -> bool {
    let line = without_mark(line);
    !line.trim_ascii().is_empty() && line[0] != b'%'
}

/// Whether this line may begin another game once there are moves, judged by its first bytes. Only white space, a byte
/// order mark, and end-of-file bytes of an earlier file can precede the tag or the move number that begins a game.
#[inline]
pub(super) const fn may_begin_game(line: &[u8]) -> bool {
    match line {
        [b'1', second, ..] => matches!(second, b'.' | b' '),
        [first, ..] => {
            matches!(first, b'[' | 0xef | b' ' | b'\t' | b'\x0c' | b'\r') || END_OF_FILE.has(*first)
        }
        [] => false,
    }
}

/// Whether a line begins with the tag `Event`. Such a line begins another game if the current one has moves or this
/// tag already.
#[inline]
pub(super) fn is_event(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end(), [b'[', b'E', b'v', b'e', b'n', b't', b' ' | b'"', ..])
}

/// Whether the line before the line that begins at `start` is blank. A game without tags begins so if the game before
/// it has no result.
fn is_after_blank_line(text: &[u8], start: usize) -> bool {
    text[..start].ends_with(b"\n\n") || text[..start].ends_with(b"\n\r\n")
}

/// Whether a line begins with the number of White's first move: `1.`, `1 e4`.
fn is_move_1(line: &[u8]) -> bool {
    match line.trim_ascii_end() {
        [b'1', b'.', b'.', ..] => false,
        line => matches!(line, [b'1', b'.' | b' ', ..]),
    }
}
