//! Tag pairs.

use std::borrow::Cow;

use super::text::{ByteSet, WHITE_SPACE, without_mark};

/// Passes the tags at the beginning of a game's text to `take`, each with the offset of its end. Returns the offset
/// of the movetext.
#[inline]
pub fn tags<'a>(text: &'a [u8], mut take: impl FnMut(&Tag<'a>, usize)) -> usize {
    let begin = text.len() - without_mark(text).len();
    let mut at = begin;
    loop {
        at = WHITE_SPACE.skip(text, at);
        match text.get(at) {
            Some(_) if begins_tag(&text[at..]) => {
                let tag = Tag::read(&text[at..]);
                at += tag.length;
                take(&tag, at);
            }
            Some(b'%' | b';') if at == begin || text[at - 1] == b'\n' => at += line(&text[at..]),
            _ => return at,
        }
    }
}

/// A tag pair as it is written.
pub struct Tag<'a> {
    pub name: &'a [u8],
    /// The value, with its backslashes.
    pub raw: &'a [u8],
    has_backslash: bool,
    /// The length of the tag in bytes, closing bracket included.
    pub length: usize,
}

/// The bytes that end the name of a tag.
const ENDS_NAME: ByteSet = ByteSet::new(b"\"]\n");

/// The bytes where the scan of a value stops: the ends of the value, and the backslash, which escapes the next byte.
const ENDS_VALUE: ByteSet = ByteSet::new(b"\"\\\n");

/// The bytes that end a tag after its value.
const ENDS_TAG: ByteSet = ByteSet::new(b"]\n");

impl<'a> Tag<'a> {
    /// The value without its backslashes.
    #[inline]
    pub fn value(&self) -> Cow<'a, [u8]> {
        if self.has_backslash { Cow::Owned(unescaped(self.raw)) } else { Cow::Borrowed(self.raw) }
    }

    /// Reads the tag whose bracket opens at the start of `text`. Without a closing quote the tag ends with the line.
    pub fn read(text: &'a [u8]) -> Tag<'a> {
        let open = ENDS_NAME.find(text, 1);
        if text.get(open) != Some(&b'"') {
            let length = open + usize::from(text.get(open) == Some(&b']'));
            return Tag { name: b"", raw: b"", has_backslash: false, length };
        }
        let mut close = ENDS_VALUE.find(text, open + 1);
        let has_backslash = text.get(close) == Some(&b'\\');
        while text.get(close) == Some(&b'\\') {
            // A backslash escapes every byte except the line feed.
            let after = if text.get(close + 1) == Some(&b'\n') { close + 1 } else { close + 2 };
            close = ENDS_VALUE.find(text, after.min(text.len()));
        }
        let end = ENDS_TAG.find(text, close);
        Tag {
            name: text[1..open].trim_ascii(),
            raw: &text[open + 1..close],
            has_backslash,
            length: end + usize::from(text.get(end) == Some(&b']')),
        }
    }
}

/// Whether `text` starts with a tag: an opening bracket, then a name.
#[inline]
pub fn begins_tag(text: &[u8]) -> bool {
    match text {
        [b'[', b' ', rest @ ..] => {
            rest.iter().find(|&&byte| byte != b' ').is_some_and(u8::is_ascii_alphanumeric)
        }
        [b'[', first, ..] => first.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Returns what follows the tags at the start of a line that has no white space around it.
pub fn after_tags(line: &[u8]) -> &[u8] {
    let mut rest = line;
    while begins_tag(rest) {
        // A tag ends at this bracket or a later one, or else with the line.
        match memchr::memchr(b']', rest) {
            Some(close) if close + 1 < rest.len() => {
                rest = rest[Tag::read(rest).length..].trim_ascii();
            }
            Some(_) | None => return &[],
        }
    }
    rest
}

/// Whether a variant of this name is chess, with any arrangement of the pieces on the first rank.
pub fn is_chess(name: &str) -> bool {
    const NAMES: &str = "? chess standard standardchess normal regular orthodox classical fromposition setup chess960 \
                         960 frc dfrc fischerandom fischerrandom fischerandomchess fischerrandomchess \
                         doublefischerrandom doublechess960 chess9lx freestyle freestylechess";
    let name = name.to_lowercase().replace(['-', '_', ' '], "");
    name.is_empty() || NAMES.split(' ').any(|chess| chess == name)
}

fn line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

/// Removes the backslashes before quotes and backslashes from the value of a tag.
fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(&next @ (b'"' | b'\\')) if byte == b'\\' => {
                plain.push(next);
                bytes.next();
            }
            _ => plain.push(byte),
        }
    }
    plain
}
