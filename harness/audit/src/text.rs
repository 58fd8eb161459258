use std::borrow::Cow;

/// The longest text of a record that is repeated in what an audit writes, in characters.
///
/// Of a longer one the beginning is written, with `…` as its last character.
pub const MAX_TEXT: usize = 200;

/// Bytes as text, whole: UTF-8, or else Latin-1, which reads everything.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(clip(bytes, bytes.len())),
    }
}

/// The same, cut short to so many characters.
pub(super) fn clip(bytes: &[u8], most: usize) -> String {
    match std::str::from_utf8(bytes) {
        // There are no more characters than bytes.
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
