use std::borrow::Cow;

/// The maximum length, in characters, of a text of a record that the audit repeats in its output.
///
/// Longer texts are truncated, with `…` as the last character.
pub const MAX_TEXT: usize = 200;

/// Decodes bytes as UTF-8, or else as Latin-1, where every byte is valid.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(clip(bytes, bytes.len())),
    }
}

/// Decodes bytes, and truncates the text to at most `most` characters.
pub fn clip(bytes: &[u8], most: usize) -> String {
    match std::str::from_utf8(bytes) {
        // A text has at most as many characters as bytes.
        Ok(text) if text.len() <= most => text.to_owned(),
        Ok(text) => clip_letters(text.chars(), most),
        Err(_) => clip_letters(bytes.iter().map(|&byte| char::from(byte)), most),
    }
}

fn clip_letters(mut letters: impl Iterator<Item = char>, most: usize) -> String {
    let mut text: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        text.pop();
        text.push('…');
    }
    text
}

/// A set of bytes with fast lookup.
pub struct ByteSet([bool; 256]);

/// ASCII white space.
pub const WHITE_SPACE: ByteSet = ByteSet::new(b" \t\n\x0c\r");

/// What text editors and transfers leave at the end of a file: zeros, the end of file of DOS, and -1.
pub const END_OF_FILE: ByteSet = ByteSet::new(b"\0\x1a\xff");

/// Strips end-of-file bytes of an earlier file and a byte order mark from the start of a text. In archives that were put
/// together from files, they precede the first tag of a file.
#[inline]
pub fn without_mark(text: &[u8]) -> &[u8] {
    let text = &text[END_OF_FILE.skip(text, 0)..];
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

impl ByteSet {
    pub const fn new(bytes: &[u8]) -> ByteSet {
        let mut set = [false; 256];
        let mut rest = bytes;
        while let [first, after @ ..] = rest {
            set[*first as usize] = true;
            rest = after;
        }
        ByteSet(set)
    }

    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// Returns the position of the first byte of the set at or after `from`, or the length of the text. Meant for
    /// short distances, where a loop over bytes is faster than a vectorised search.
    #[inline]
    pub fn find(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && !self.has(text[at]) {
            at += 1;
        }
        at
    }

    /// Returns the position of the first byte at or after `from` that is not in the set, or the length of the text.
    #[inline]
    pub fn skip(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && self.has(text[at]) {
            at += 1;
        }
        at
    }
}
