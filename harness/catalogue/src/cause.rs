use std::fmt;

use serde::{Deserialize, Serialize};

use super::question::Direction;
use lawbook::rules::Termination;

/// The common cause of several wrong answers of a library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Cause {
    /// A mistake of the fault dictionary: the name of a fault, or of a kind of fault, which may have a value or `*` for each
    /// of its dimensions.
    Fault(String),
    /// Games end by themselves in this way, and the rule set does not end them.
    EndsByItself(Termination),
    /// A move is refused.
    MoveRefused {
        /// The kind of the move.
        kind: MoveKind,
        /// The pattern of the message.
        message: String,
    },
    /// A setup is refused; the pattern of the message.
    SetupRefused(String),
    /// The library panicked, or threw an exception; the pattern of the message.
    Panicked(String),
    /// The process of the library ended; the pattern of the message.
    Crashed(String),
    /// The library did not answer in time.
    TimedOut,
    /// The library was given up after too many failures, and the question was not asked.
    NotAsked,
    /// The replies violate the protocol; the pattern of the message.
    ProtocolError(String),
    /// No fault explains the answers. They have the kind of the question and the direction in common.
    Unexplained {
        /// The kind of the question.
        question: String,
        /// The direction.
        direction: Direction,
    },
}

/// The kind of a move that a library refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// Castling.
    Castling,
    /// A capture en passant.
    EnPassant,
    /// A promotion.
    Promotion,
    /// Any other move.
    Ordinary,
}

/// Stands for the parts of a message that depend on the position.
const ANYTHING: &str = "_";

impl Cause {
    /// Returns a message without the parts that depend on the position: FENs, moves, squares and numbers.
    pub fn pattern(message: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut fields = 0;
        for word in message.split_whitespace() {
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
            } else if is_of_the_position(bare) {
                word.replacen(bare, ANYTHING, 1)
            } else {
                without_squares(word)
            };
            words.push(pattern);
        }
        words.join(" ")
    }
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

fn is_square(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
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

/// Returns a pattern for a person to read: with dots in place of the parts that are not compared.
fn shown(pattern: &str) -> String {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let letters: Vec<char> = pattern.chars().collect();
    let of = |(at, &letter): (usize, &char)| {
        let before = at.checked_sub(1).and_then(|at| letters.get(at)).copied();
        let is_masked = letter == '_' && !is_word(before) && !is_word(letters.get(at + 1).copied());
        if is_masked { '\u{2026}' } else { letter }
    };
    letters.iter().enumerate().map(of).collect()
}

impl MoveKind {
    /// Returns the kind in words, with an article.
    const fn words(self) -> &'static str {
        match self {
            MoveKind::Castling => "castling",
            MoveKind::EnPassant => "a capture en passant",
            MoveKind::Promotion => "a promotion",
            MoveKind::Ordinary => "a move",
        }
    }
}

/// Formats the cause in words, which are never compared.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Fault(name) => f.write_str(name),
            Cause::EndsByItself(by) => write!(f, "games end by themselves, {}", by.phrase()),
            Cause::MoveRefused { kind, message } => {
                write!(f, "{} is refused: {}", kind.words(), shown(message))
            }
            Cause::SetupRefused(message) => {
                write!(f, "a setup is refused: {}", shown(message))
            }
            Cause::Panicked(message) => write!(f, "it fails: {}", shown(message)),
            Cause::Crashed(message) => write!(f, "it crashes: {}", shown(message)),
            Cause::TimedOut => f.write_str("it does not answer in time"),
            Cause::NotAsked => f.write_str("not asked, after too many failures"),
            Cause::ProtocolError(message) => {
                write!(f, "it breaks the protocol: {}", shown(message))
            }
            Cause::Unexplained { question, direction } => {
                write!(f, "no known mistake explains {question}: {direction}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        a_pattern_has_no_part_of_the_position,
        for (message, pattern) in [
            ("too long", "too long"),
            ("e2e4: illegal", "_: illegal"),
            ("illegal move e7e8q!", "illegal move _!"),
            (
                "illegal san: 'Nf3' in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "illegal san: '_' in _"
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
            ("", ""),
        ] {
            assert_eq!(Cause::pattern(message), pattern, "{message}");
        }
    );

    rows!(
        a_cause_has_words,
        for (cause, words) in [
            (
                Cause::EndsByItself(Termination::FiftyMoves),
                "games end by themselves, by the fifty-move rule",
            ),
            (
                Cause::MoveRefused { kind: MoveKind::EnPassant, message: "no".to_owned() },
                "a capture en passant is refused: no",
            ),
            (Cause::TimedOut, "it does not answer in time"),
            (
                Cause::Panicked("_: bad_san '_' at board.rs:_:_".to_owned()),
                "it fails: \u{2026}: bad_san '\u{2026}' at board.rs:\u{2026}:\u{2026}",
            ),
            (
                Cause::Unexplained {
                    question: "halfmove-clock".to_owned(),
                    direction: Direction::Exceeds,
                },
                "no known mistake explains halfmove-clock: too many, too high, or yes instead of no",
            ),
            (Cause::Fault("castling/missing".to_owned()), "castling/missing"),
        ] {
            assert_eq!(cause.to_string(), words);
        }
    );
}
