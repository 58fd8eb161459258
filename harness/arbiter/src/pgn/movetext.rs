//! A tokenizer for the movetext of a game.
//!
//! Readers of PGN skip words that they cannot read. An audit must not, because after a lost move the next one looks
//! illegal. So every word that is not a move number, a glyph or a result counts as a move, and only the board decides
//! whether it is one. The tokenizer returns comments and skips variations.

use memchr::memchr;

use super::{
    score::GameResult,
    text::{ByteSet, END_OF_FILE, WHITE_SPACE, text_of},
};

/// An element of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovetextPiece<'a> {
    /// A word that has to be a move.
    Move(&'a [u8]),
    Comment(&'a [u8]),
    Result(GameResult),
    /// A comment without an end; no tokens follow.
    OpenComment,
    /// A variation without an end; no tokens follow.
    OpenVariation,
}

/// An element of the main line with its range in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovetextToken<'a> {
    pub piece: MovetextPiece<'a>,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
}

/// An iterator over the tokens of the main line.
pub struct Movetext<'a> {
    text: &'a [u8],
    at: usize,
    /// Whether complete comments are returned. A comment without an end always is.
    comments: bool,
    /// The offset after the first word or space that was skipped although the standard does not allow it.
    pub skipped: Option<usize>,
    /// Where the last move number begins, until [`take_number`](Movetext::take_number) takes it.
    number: usize,
}

/// The offset of a move number that is not there.
const NO_NUMBER: usize = usize::MAX;

impl<'a> Movetext<'a> {
    /// Returns the tokens of the movetext that begins at the byte `at` of a game's text.
    pub const fn new(text: &'a [u8], at: usize) -> Movetext<'a> {
        Movetext { text, at, comments: true, skipped: None, number: NO_NUMBER }
    }

    /// The same as [`new`](Movetext::new), but skips complete comments.
    pub fn without_comments(text: &'a [u8], at: usize) -> Movetext<'a> {
        Movetext { comments: false, ..Movetext::new(text, at) }
    }

    /// Returns the move number before the last token, if there is one.
    #[inline]
    pub fn take_number(&mut self) -> Option<u32> {
        let begin = std::mem::replace(&mut self.number, NO_NUMBER);
        let digits = self.text.get(begin..)?.iter().take_while(|byte| byte.is_ascii_digit());
        let add = |sum: u32, digit: &u8| {
            sum.saturating_mul(10).saturating_add(u32::from(digit.wrapping_sub(b'0')))
        };
        Some(digits.fold(0, add))
    }

    #[inline]
    fn token(&self, piece: MovetextPiece<'a>, start: usize) -> Option<MovetextToken<'a>> {
        Some(MovetextToken { piece, start, end: self.at })
    }

    /// Continues after the next closing brace, or at the end of the text. Returns `false` if no brace follows.
    #[inline]
    fn skip_comment(&mut self) -> bool {
        let found = memchr(b'}', &self.text[self.at..]);
        self.at = found.map_or(self.text.len(), |place| self.at + place + 1);
        found.is_some()
    }

    /// Continues after the end of the line, or at the end of the text.
    fn skip_line(&mut self) {
        let found = memchr(b'\n', &self.text[self.at..]);
        self.at = found.map_or(self.text.len(), |place| self.at + place + 1);
    }

    /// Continues after the parenthesis that closes the one just read. Returns `false` if the text ends before.
    fn skip_variation(&mut self) -> bool {
        let mut depth = 1_usize;
        while depth > 0 {
            let quiet = IN_VARIATION.find(self.text, self.at);
            let Some(byte) = self.text.get(quiet) else {
                self.at = self.text.len();
                return false;
            };
            self.at = quiet + 1;
            match byte {
                b'%' if self.text[..self.at - 1].ends_with(b"\n") => self.skip_line(),
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' if !self.skip_comment() => return false,
                b';' => self.skip_line(),
                _ => {}
            }
        }
        true
    }
}

/// The bytes that can end a word. A parenthesis does not if it belongs to a promotion, and the last two only if they
/// are a no-break space.
pub const ENDS_WORD: ByteSet = ByteSet::new(b" \t\n\x0c\r(){};$*\xa0\xc2\0\x1a\xff");

const DIGITS: ByteSet = ByteSet::new(b"0123456789");

/// The bytes that have a meaning in a variation.
const IN_VARIATION: ByteSet = ByteSet::new(b"(){;%");

impl<'a> Iterator for Movetext<'a> {
    type Item = MovetextToken<'a>;

    // Called once for each move, and the work between two calls is about as short.
    #[inline(always)]
    fn next(&mut self) -> Option<MovetextToken<'a>> {
        let text = self.text;
        loop {
            let mut start = WHITE_SPACE.skip(text, self.at);
            // Between two moves there is usually a comment, a number, or both. Testing for them in this order makes
            // the branches predictable.
            if !self.comments && text.get(start) == Some(&b'{') {
                if !self.skip_comment() {
                    return self.token(MovetextPiece::OpenComment, start);
                }
                start = WHITE_SPACE.skip(text, self.at);
            }
            if text.get(start).is_some_and(u8::is_ascii_digit)
                && let Some(end) = end_of_number(text, start)
            {
                self.number = start;
                start = WHITE_SPACE.skip(text, end);
            }
            self.at = start;
            match *text.get(start)? {
                b'{' => {
                    if !self.skip_comment() {
                        return self.token(MovetextPiece::OpenComment, start);
                    }
                    if self.comments {
                        let comment = &self.text[start + 1..self.at - 1];
                        return self.token(MovetextPiece::Comment(comment), start);
                    }
                }
                b'(' => {
                    self.at += 1;
                    if !self.skip_variation() {
                        return self.token(MovetextPiece::OpenVariation, start);
                    }
                }
                b';' => {
                    self.skip_line();
                    if self.comments {
                        let comment = self.text[start + 1..self.at].trim_ascii_end();
                        return self.token(MovetextPiece::Comment(comment), start);
                    }
                }
                // The rest of a line that begins with a percent sign is not part of the game.
                b'%' if start == 0 || self.text[start - 1] == b'\n' => self.skip_line(),
                b'$' => self.at = DIGITS.skip(text, start + 1),
                b')' | b'}' => self.at += 1,
                0xa0 | 0xc2 if no_break_space(text, start) > 0 => {
                    self.at += no_break_space(text, start);
                    self.skipped.get_or_insert(self.at);
                }
                _ => {
                    self.at = end_of_word(text, start);
                    let word = &text[start..self.at];
                    if let Some(piece) = read_word(word) {
                        let cut = if let MovetextPiece::Move(played) = piece {
                            word.len() - played.len()
                        } else {
                            0
                        };
                        return self.token(piece, start + cut);
                    }
                    if let Some((result, length)) = GameResult::read_spaced(&text[start..]) {
                        self.at = start + length;
                        return self.token(MovetextPiece::Result(result), start);
                    }
                    if !is_standard(word) {
                        self.skipped.get_or_insert(self.at);
                    }
                }
            }
        }
    }
}

/// Returns the end of the word that begins at `start`. A byte that ends other words can be a word of one byte.
#[inline(always)]
fn end_of_word(text: &[u8], start: usize) -> usize {
    let end = ENDS_WORD.find(text, start + plain_bytes(&text[start..]));
    match text.get(end) {
        Some(b' ' | b'\n') => end.max(start + 1),
        _ => end_of_unusual_word(text, start, end),
    }
}

/// The same for a word that does not end with a space or the line, or that has a byte at `end` which does not end it.
fn end_of_unusual_word(text: &[u8], start: usize, mut end: usize) -> usize {
    loop {
        let goes_on = match text.get(end) {
            Some(b'(') => is_promotion(&text[end..]),
            Some(b')') => is_promotion(&text[end.saturating_sub(2)..]),
            Some(0xa0 | 0xc2) => no_break_space(text, end) == 0,
            _ => false,
        };
        if !goes_on {
            return end.max(start + 1);
        }
        end = ENDS_WORD.find(text, end + 1);
    }
}

/// Returns the length of the no-break space at `at`, in UTF-8 or in Latin-1; 0 if there is none.
#[cold]
fn no_break_space(text: &[u8], at: usize) -> usize {
    match text[at..] {
        [0xc2, 0xa0, ..] => 2,
        // After a byte of ASCII it cannot be the end of a character of UTF-8.
        [0xa0, ..] if at == 0 || text[at - 1].is_ascii() => 1,
        _ => 0,
    }
}

/// Returns a lower bound for the number of bytes before the end of the first word. Works without a branch, because
/// the length of a word is unpredictable.
#[inline]
pub fn plain_bytes(text: &[u8]) -> usize {
    const EACH: u64 = u64::MAX / 0xff;
    const HIGH: u64 = 0x80 * EACH;
    let Some(eight) = text.first_chunk() else { return 0 };
    let eight = u64::from_le_bytes(*eight);
    // The bytes that end a word are less than `+`, greater than `z`, or the semicolon. The high bit of each
    // byte of the result marks such a byte, and each byte that is not ASCII. Bits after the first marked byte are not
    // reliable.
    let below = eight.wrapping_sub(u64::from(b'+') * EACH) & !eight;
    let semicolon = eight ^ (u64::from(b';') * EACH);
    let semicolon = semicolon.wrapping_sub(EACH) & !semicolon;
    let above = (eight & !HIGH) + u64::from(0x80 - b'{') * EACH;
    (((below | semicolon | above | eight) & HIGH).trailing_zeros() / 8) as usize
}

/// Returns the end of a move number with at least one point, if white space or a move follows: `12.`, `12...`,
/// `12.e4`.
#[inline]
fn end_of_number(text: &[u8], start: usize) -> Option<usize> {
    let points = DIGITS.skip(text, start);
    let mut end = points;
    while text.get(end) == Some(&b'.') {
        end += 1;
    }
    let is_number = WHITE_SPACE.has(*text.get(end)?)
        || begins_like_a_move(&text[end..])
        || no_break_space(text, end) > 0;
    (end > points && is_number).then_some(end)
}

/// Whether the text begins with a promotion in parentheses, as in `a8(Q)`.
fn is_promotion(text: &[u8]) -> bool {
    matches!(text, [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..])
}

/// Classifies a word; `None` if it has no meaning.
#[inline]
fn read_word(word: &[u8]) -> Option<MovetextPiece<'_>> {
    if begins_like_a_move(word) { Some(MovetextPiece::Move(word)) } else { read_unusual(word) }
}

#[cold]
fn read_unusual(word: &[u8]) -> Option<MovetextPiece<'_>> {
    if let Some(score) = GameResult::read(word) {
        // With a dash it can be castling, which only the board decides.
        let is_castling = score == GameResult::BothLost && !word.contains(&b':');
        let as_move = || MovetextPiece::Move(word);
        return Some(if is_castling { as_move() } else { MovetextPiece::Result(score) });
    }
    if word == b"0000" {
        return Some(MovetextPiece::Move(word));
    }
    let word = without_number(word);
    (!says_nothing(word)).then_some(MovetextPiece::Move(word))
}

/// Whether a word can be skipped: it has neither letters nor digits, a text editor leaves it at the end of a
/// file, or it comments on the move before it.
fn says_nothing(word: &[u8]) -> bool {
    if word == b"--" || word == b"<>" || word == b"@@@@" {
        return false;
    }
    let is_sign = |letter: char| match letter.is_ascii() {
        true => "!?+-=/#~.,:_^|\\'\"".contains(letter),
        false => !letter.is_alphanumeric(),
    };
    word.iter().all(|&byte| END_OF_FILE.has(byte))
        || text_of(word).chars().all(is_sign)
        || [&b"e.p."[..], b"e.p", b"ep", b"mate", b"ch", b"N", b"TN", b"D"]
            .contains(&without_signs(word))
}

/// Whether a word that says nothing is part of the standard, or so usual that it needs no mention: a number, points,
/// or a sign of ASCII characters.
fn is_standard(word: &[u8]) -> bool {
    word.iter().all(|byte| byte.is_ascii_digit() || byte.is_ascii_punctuation())
        || word == "…".as_bytes()
        || without_number(word).is_empty()
}

/// Strips the signs at the end of a word.
fn without_signs(word: &[u8]) -> &[u8] {
    let last = word.iter().rposition(|byte| !b"!?,:".contains(byte));
    &word[..last.map_or(0, |last| last + 1)]
}

/// Whether a word can only be a move, judged by its first two bytes. This holds for most words. Works without a
/// branch, because moves are unpredictable.
#[inline]
fn begins_like_a_move(word: &[u8]) -> bool {
    let [first, second, ..] = *word else { return false };
    let is_file = |byte| matches!(byte, b'a'..=b'h');
    let is_rank_or_capture = matches!(second, b'1'..=b'8') | (second == b'x');
    let by_piece = matches!(first, b'K' | b'Q' | b'R' | b'B' | b'N');
    is_file(first) & is_rank_or_capture
        | by_piece & (is_rank_or_capture | is_file(second))
        | (first == b'O') & (second == b'-')
}

/// Strips a move number and its points, colon or parenthesis: `1.e4` and `1:e4` give `e4`; `12...` and `12` give an
/// empty word.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = &word[digits..];
    loop {
        rest = match rest {
            [b'.', after @ ..] | [0xe2, 0x80, 0xa6, after @ ..] => after,
            [b':' | b')', after @ ..] if digits > 0 => after,
            _ => break,
        };
    }
    let has_points = rest.len() < word.len() - digits;
    if has_points || rest.is_empty() { rest } else { word }
}
