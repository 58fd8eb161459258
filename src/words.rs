//! Words for people: numbers with their nouns, and texts of others without hidden characters.

use std::fmt::Display;

/// Formats a number with its noun, in the plural unless the number is 1.
pub fn counted(number: impl Display + Copy + TryInto<u8>, noun: &str) -> String {
    if number.try_into().is_ok_and(|number| number == 1) {
        return format!("{number} {noun}");
    }
    match noun.strip_suffix('y') {
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {noun}s"),
    }
}

/// Escapes a text for a terminal: control characters, bidirectional marks, and other invisible characters become
/// `\u{...}`. Line feeds and tabs are kept.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_hidden(letter) {
            true => visible.extend(letter.escape_unicode()),
            false => visible.push(letter),
        }
    }
    visible
}

/// Escapes the same characters in JSON, so that parsers still read the same values.
pub fn visible_json(json: String) -> String {
    if !json.contains(is_hidden) {
        return json;
    }
    let mut visible = String::with_capacity(json.len());
    for letter in json.chars() {
        match is_hidden(letter) {
            // They occur only in strings, because the white space between JSON values is not hidden.
            true => {
                let units = letter.encode_utf16(&mut [0; 2]).to_vec();
                units.iter().for_each(|unit| visible.push_str(&format!("\\u{unit:04x}")));
            }
            false => visible.push(letter),
        }
    }
    visible
}

/// Whether a code point moves the cursor, changes the reading direction, ends a line, is invisible, or is not a
/// character.
pub fn is_hidden(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        // The last two code points of each plane are not characters.
        _ => letter.is_control() || u32::from(letter) & 0xfffe == 0xfffe,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        a_noun_is_in_the_plural_unless_there_is_one,
        for (number, noun, text) in [
            (0_u64, "move", "0 moves"),
            (1, "move", "1 move"),
            (257, "known deviation", "257 known deviations"),
            (1, "ply", "1 ply"),
            (2, "ply", "2 plies"),
        ] {
            assert_eq!(counted(number, noun), text);
        }
    );

    #[test]
    fn hidden_characters_are_written_out() {
        let value = "\u{202e}\u{e0041}\u{85}\u{fffe}\u{ffff}\u{1fffe}\u{10ffff}".to_owned();
        let json = visible_json(serde_json::to_string(&value).unwrap());
        assert!(json.is_ascii(), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), value);
    }

    rows!(
        hidden_characters_are_written_out,
        for (text, seen, json) in [
            (
                "\u{e9}\u{4e2d} \u{265a}\n\tx",
                "\u{e9}\u{4e2d} \u{265a}\n\tx",
                "\u{e9}\u{4e2d} \u{265a}\n\tx",
            ),
            ("\u{1b}[31mred", "\\u{1b}[31mred", "\\u001b[31mred"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}", "\\u001b]0;title\\u0007"),
            ("one\rtwo", "one\\u{d}two", "one\\u000dtwo"),
            ("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}", "\\u009b2J\\u007f"),
            ("abc\u{202e}fed\u{202c}", "abc\\u{202e}fed\\u{202c}", "abc\\u202efed\\u202c"),
            (
                "\u{2066}a\u{2069}\u{200f}\u{61c}",
                "\\u{2066}a\\u{2069}\\u{200f}\\u{61c}",
                "\\u2066a\\u2069\\u200f\\u061c",
            ),
            ("a\u{2028}b\u{e0041}", "a\\u{2028}b\\u{e0041}", "a\\u2028b\\udb40\\udc41"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
            assert_eq!(visible_json(text.to_owned()), json, "{text:?}");
        }
    );
}
