use std::borrow::Cow;

/// The maximum length, in characters, of a text of a record that the audit repeats in its output.
///
/// Longer texts are truncated, with `…` as the last character.
pub const MAX_TEXT: usize = 200;

/// Decodes bytes as UTF-8, or else as Latin-1, where every byte is valid.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(clip(bytes, bytes.len())),
    }
}

/// Decodes bytes, and truncates the text to at most `most` characters.
pub(super) fn clip(bytes: &[u8], most: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_short_says_so() {
        for (text, most, clipped) in [
            ("", 3, ""),
            ("abc", 3, "abc"),
            ("abcd", 3, "ab…"),
            ("äöüß", 3, "äö…"),
            ("abcd", 1, "…"),
        ] {
            assert_eq!(clip(text.as_bytes(), most), clipped, "{text:?}");
        }
    }

    #[test]
    fn old_archives_are_in_latin_1() {
        assert_eq!(text_of(b"M\xfcller"), "Müller");
        assert_eq!(text_of("Müller".as_bytes()), "Müller");
        assert_eq!(clip(b"M\xfcller", 4), "Mül…");
    }
}
