use std::fmt;

use serde::{Deserialize, Serialize};

use lawbook::rules::Termination;

/// The common cause of several wrong answers of a library, apart from the answer itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum RootCause {
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
    /// A text is written wrongly, letter for letter the same.
    Writes(String),
    /// A mistake that the cases name.
    Mistake(String),
    /// The answers about one subject are wrong in one direction.
    Tendency {
        /// The subject.
        subject: Subject,
        /// The direction.
        direction: Direction,
    },
}

/// The part of the rules that several wrong answers are about, whatever the questions are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Captures en passant.
    EnPassant,
    /// Castling.
    Castling,
    /// Promotions.
    Promotion,
    /// Moves that leave the own king in check.
    KingInCheck,
    /// Repetitions of a position.
    Repetition,
    /// The counts of the fifty-move and the seventy-five-move rule.
    MoveCount,
    /// The halfmove clock, in a FEN or counted.
    HalfmoveClock,
    /// The number of the move, in a FEN or counted.
    FullmoveNumber,
    /// The file or rank in algebraic notation that tells which piece moves.
    Disambiguation,
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Dead positions, and material without a mate.
    DeadPosition,
    /// Nothing but the kind of the questions is known.
    Question(String),
}

/// How wrong answers differ from the right ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Something is missing, or a number is too low.
    Lacks,
    /// Something is there that should not be, or a number is too high.
    Exceeds,
    /// In another way.
    Differs,
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

impl RootCause {
    /// Returns whether the library itself shows the cause: it fails, refuses, or ends the game. Other causes are
    /// conclusions from wrong answers.
    pub const fn is_failure(&self) -> bool {
        match self {
            RootCause::EndsByItself(_)
            | RootCause::MoveRefused { .. }
            | RootCause::SetupRefused(_)
            | RootCause::Panicked(_)
            | RootCause::Crashed(_)
            | RootCause::TimedOut
            | RootCause::NotAsked
            | RootCause::ProtocolError(_) => true,
            RootCause::Writes(_) | RootCause::Mistake(_) | RootCause::Tendency { .. } => false,
        }
    }

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
            } else if is_of_the_position(bare) {
                word.replacen(bare, ANYTHING, 1)
            } else {
                without_numbers(word)
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
    let (squares, rest) = word.split_at_checked(4).unwrap_or((word, ""));
    let pair = squares.split_at_checked(2);
    let is_uci = pair.is_some_and(|(from, to)| is_square(from) && is_square(to))
        && (rest.is_empty() || rest.len() == 1);
    is_square(word) || is_uci || is_san(word)
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

impl Subject {
    /// Returns the subject in words, with an article.
    const fn words(&self) -> &'static str {
        match self {
            Subject::EnPassant => "a capture en passant",
            Subject::Castling => "castling",
            Subject::Promotion => "a promotion",
            Subject::KingInCheck => "a move that leaves the king in check",
            Subject::Repetition => "a repetition",
            Subject::MoveCount => "the fifty-move or seventy-five-move rule",
            Subject::HalfmoveClock => "the halfmove clock",
            Subject::FullmoveNumber => "the number of the move",
            Subject::Disambiguation => "the file or rank in SAN that tells which piece moves",
            Subject::Checkmate => "checkmate",
            Subject::Stalemate => "stalemate",
            Subject::DeadPosition => "a dead position",
            Subject::Question(_) => "a question",
        }
    }

    /// Returns the words for an error about the subject, after "is".
    const fn error(&self, direction: Direction) -> &'static str {
        let is_number = matches!(self, Subject::HalfmoveClock | Subject::FullmoveNumber);
        let is_written = matches!(self, Subject::Disambiguation);
        match direction {
            Direction::Lacks if is_number => "too low",
            Direction::Lacks if is_written => "missing",
            Direction::Lacks => "missed",
            Direction::Exceeds if is_number => "too high",
            Direction::Exceeds if is_written => "written where none is needed",
            Direction::Exceeds => "seen where there is none",
            Direction::Differs if is_number => "wrong",
            Direction::Differs => "treated wrongly",
        }
    }
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

impl Direction {
    /// Returns the opposite direction.
    pub const fn reverse(self) -> Direction {
        match self {
            Direction::Lacks => Direction::Exceeds,
            Direction::Exceeds => Direction::Lacks,
            Direction::Differs => Direction::Differs,
        }
    }
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
impl fmt::Display for RootCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RootCause::EndsByItself(by) => write!(f, "games end by themselves, {}", by.phrase()),
            RootCause::MoveRefused { kind, message } => {
                write!(f, "{} is refused: {}", kind.words(), shown(message))
            }
            RootCause::SetupRefused(message) => {
                write!(f, "a setup is refused: {}", shown(message))
            }
            RootCause::Panicked(message) => write!(f, "it fails: {}", shown(message)),
            RootCause::Crashed(message) => write!(f, "it crashes: {}", shown(message)),
            RootCause::TimedOut => f.write_str("it does not answer in time"),
            RootCause::NotAsked => f.write_str("not asked, after too many failures"),
            RootCause::ProtocolError(message) => {
                write!(f, "it breaks the protocol: {}", shown(message))
            }
            RootCause::Writes(text) => write!(f, "it writes {text:?}"),
            RootCause::Mistake(name) => write!(f, "mistake {name:?}"),
            RootCause::Tendency { subject: Subject::Question(kind), direction } => {
                match direction {
                    Direction::Lacks => write!(f, "{kind}: too few, too low, or no instead of yes"),
                    Direction::Exceeds => {
                        write!(f, "{kind}: too many, too high, or yes instead of no")
                    }
                    Direction::Differs => write!(f, "{kind}: another answer"),
                }
            }
            RootCause::Tendency { subject, direction } => {
                write!(f, "{} is {}", subject.words(), subject.error(*direction))
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
            ("a bad cafe", "a bad cafe"),
            ("", ""),
        ] {
            assert_eq!(RootCause::pattern(message), pattern, "{message}");
        }
    );

    rows!(
        a_cause_has_words,
        for (cause, words) in [
            (
                RootCause::EndsByItself(Termination::FiftyMoves),
                "games end by themselves, by the fifty-move rule",
            ),
            (
                RootCause::MoveRefused { kind: MoveKind::EnPassant, message: "no".to_owned() },
                "a capture en passant is refused: no",
            ),
            (RootCause::TimedOut, "it does not answer in time"),
            (
                RootCause::Panicked("_: bad_san '_' at board.rs:_:_".to_owned()),
                "it fails: \u{2026}: bad_san '\u{2026}' at board.rs:\u{2026}:\u{2026}",
            ),
            (
                RootCause::Tendency {
                    subject: Subject::HalfmoveClock,
                    direction: Direction::Exceeds,
                },
                "the halfmove clock is too high",
            ),
            (RootCause::Mistake("later".to_owned()), "mistake \"later\""),
            (
                RootCause::Tendency { subject: Subject::Repetition, direction: Direction::Exceeds },
                "a repetition is seen where there is none",
            ),
        ] {
            assert_eq!(cause.to_string(), words);
        }
    );
}
