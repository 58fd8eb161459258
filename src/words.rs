//! Words for people: numbers with their nouns.

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
}
