use std::fmt;

use serde::{Deserialize, Serialize};

use super::question::Direction;
use lawbook::rules::Termination;
use lawbook_gate::words::unexplained;

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
                f.write_str(&unexplained(question, (*direction).into(), None))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                "the plies since the last capture or pawn move are too many; no known mistake explains it",
            ),
            (Cause::Fault("castling/missing".to_owned()), "castling/missing"),
        ] {
            assert_eq!(cause.to_string(), words);
        }
    );
}
