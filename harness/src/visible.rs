//! Text that others wrote, for people: nothing in it moves the cursor, colours what follows, or turns the order
//! of reading around.

/// The text with each control character and each mark for the direction of reading written out. Line feeds and
/// tabs stay.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => visible.push(letter),
            _ if letter.is_control() || turns(letter) => visible.extend(letter.escape_unicode()),
            _ => visible.push(letter),
        }
    }
    visible
}

/// Whether a letter says in which direction its neighbours are read.
const fn turns(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_cursor_or_the_order_is_written_out() {
        for (text, seen) in [
            (
                "plain, \u{e9}\u{4e2d} \u{265a}\n\tand so on",
                "plain, \u{e9}\u{4e2d} \u{265a}\n\tand so on",
            ),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("one\rtwo", "one\\u{d}two"),
            ("\u{9b}2J", "\\u{9b}2J"),
            ("abc\u{202e}fed\u{202c}", "abc\\u{202e}fed\\u{202c}"),
            ("\u{2066}a\u{2069}\u{200f}\u{61c}", "\\u{2066}a\\u{2069}\\u{200f}\\u{61c}"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
        }
    }
}
