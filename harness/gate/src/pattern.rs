//! Messages of libraries without what depends on the position, so that those of one cause are alike.

use crate::{adapter::is_square, words::shortened};

/// Stands for the parts of a message that depend on the position.
const ANYTHING: &str = "_";

/// Returns a message without the parts that depend on the position: FENs, moves, squares and numbers, and the act during
/// which it came.
pub fn pattern(message: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut fields = 0;
    for word in without_quotation(without_place(message)).split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '-');
        // The fields of a FEN after the pieces.
        if fields > 0 && is_field(bare) {
            fields -= 1;
            continue;
        }
        fields = 0;
        let pattern = if word.matches('/').count() >= 7 {
            fields = 5;
            ANYTHING.to_owned()
        } else if !word.is_ascii() {
            // A part of a text that was read.
            ANYTHING.to_owned()
        } else if is_of_the_position(bare) || is_quoted_letter(word) {
            word.replacen(bare, ANYTHING, 1)
        } else {
            without_squares(word)
        };
        words.push(pattern);
    }
    shortened(&words.join(" "))
}

/// Returns a message without the words of a session that say during which act it came.
fn without_place(message: &str) -> &str {
    match message.strip_prefix("while ").and_then(|rest| rest.split_once(": ")) {
        Some((act, rest)) if act == "setting up" || act.starts_with("playing ") => rest,
        _ => message,
    }
}

/// Returns a message without a text between backticks that is not ASCII, which is a part of a text that was read.
fn without_quotation(message: &str) -> String {
    match (message.find('`'), message.rfind('`')) {
        (Some(from), Some(to)) if from < to && !message[from..to].is_ascii() => {
            format!("{}{ANYTHING}{}", &message[..from], &message[to + 1..])
        }
        _ => message.to_owned(),
    }
}

/// Returns whether a word is one letter in quotation marks, as of a piece or a file.
fn is_quoted_letter(word: &str) -> bool {
    let is_mark = |letter: char| matches!(letter, '\'' | '"' | '`');
    let word = word.trim_end_matches([',', '.', ':', ';']);
    word.len() == 3 && word.starts_with(is_mark) && word.ends_with(is_mark)
}

/// Returns whether a word is a field of a FEN other than the pieces.
fn is_field(word: &str) -> bool {
    let is_right = |letter: char| "KQkqABCDEFGHabcdefgh".contains(letter);
    let is_number = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit());
    matches!(word, "w" | "b" | "-") || is_number || word.chars().all(is_right) || is_square(word)
}

/// Returns whether a word is a move or a square.
fn is_of_the_position(word: &str) -> bool {
    is_square(word) || is_uci(word) || is_san(word)
}

/// Returns whether a word is a move in UCI.
fn is_uci(word: &str) -> bool {
    let (squares, rest) = word.split_at_checked(4).unwrap_or((word, ""));
    let pair = squares.split_at_checked(2);
    pair.is_some_and(|(from, to)| is_square(from) && is_square(to))
        && (rest.is_empty() || rest.len() == 1)
}

/// Returns whether a word looks like a move in algebraic notation.
fn is_san(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']);
    if matches!(word, "O-O" | "O-O-O") {
        return true;
    }
    let word = word.split_once('=').map_or(word, |(word, _)| word);
    let is_part = |letter: char| "KQRBNabcdefgh12345678x".contains(letter);
    let ends = word.len().checked_sub(2).and_then(|at| word.get(at..)).is_some_and(is_square);
    word.len() > 2 && ends && word.chars().all(is_part)
}

/// Returns a word with each square, move and number inside it replaced: `{"from":"g5"}` is `{"from":"_"}`.
fn without_squares(word: &str) -> String {
    let mut text = String::new();
    let mut rest = word;
    while !rest.is_empty() {
        let length =
            |is_part: fn(char) -> bool| rest.find(|one| !is_part(one)).unwrap_or(rest.len());
        let part = length(char::is_alphanumeric);
        let (part, after) = rest.split_at(part.max(length(|one| !one.is_alphanumeric())));
        match is_of_the_position(part) {
            true => text.push_str(ANYTHING),
            false => text.push_str(&without_numbers(part)),
        }
        rest = after;
    }
    text
}

/// Returns a word with each number replaced.
fn without_numbers(word: &str) -> String {
    let mut text = String::new();
    for letter in word.chars() {
        match letter.is_ascii_digit() {
            true if text.ends_with(ANYTHING) => {}
            true => text.push_str(ANYTHING),
            false => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_no_part_of_the_position() {
        for (message, without) in [
            ("too long", "too long"),
            ("e2e4: illegal", "_: illegal"),
            ("illegal move e7e8q!", "illegal move _!"),
            (
                "illegal san: 'Nf3' in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "illegal san: '_' in _",
            ),
            ("no king in 8/8/8/8/8/8/8/8 w - e3 0 1, sorry", "no king in _ sorry"),
            ("the len is 64 but the index is 77", "the len is _ but the index is _"),
            ("at board.rs:120:7", "at board.rs:_:_"),
            ("O-O-O is a move", "_ is a move"),
            ("no piece on e4", "no piece on _"),
            (r#"Invalid move: {"from":"g5","to":"e6"}"#, r#"Invalid move: {"from":"_","to":"_"}"#),
            ("state[4].move=e7e8q", "state[_].move=_"),
            ("a bad cafe", "a bad cafe"),
            ("in '\u{2658}' (bytes 1..4) of `#\u{2658}5`", "in _ (bytes _.._) of _"),
            ("in '\u{2658}' (bytes 0..3) of `\u{2658}e `", "in _ (bytes _.._) of _"),
            ("", ""),
            ("while playing e2e4: no king", "no king"),
            ("while setting up: no king", "no king"),
            ("while playing: no king", "while playing: no king"),
            ("no piece 'r' there", "no piece '_' there"),
        ] {
            assert_eq!(pattern(message), without, "{message}");
        }
    }
}
