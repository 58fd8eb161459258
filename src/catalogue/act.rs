//! The lines of a case's `play`: moves in algebraic notation, or sentences of a small grammar.

use crate::{
    board::Color,
    notation::{SanError, read_san},
    position::{Move, Position},
    rules::{Act, Ground},
};

/// The sentences that are understood, `White` standing for either player.
pub const SENTENCES: &[&str] = &[
    "White plays MOVE",
    "White presses the clock",
    "White offers a draw",
    "White accepts the offer",
    "White refuses the offer",
    "The players agree to a draw",
    "White claims a draw by GROUND",
    "White writes MOVE and claims a draw by GROUND",
    "White resigns",
    "White's flag falls",
];

/// Why a line of `play` is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SentenceError {
    /// No sentence has this form.
    #[error("{text:?} is no sentence that is understood; right would be {}", right.join(", or "))]
    Unknown {
        /// What was read.
        text: String,
        /// The nearest sentences.
        right: Vec<String>,
    },
    /// A move in it is not understood, or not legal.
    #[error(transparent)]
    Move(#[from] SanError),
    /// Something is done after the players have come to a position nobody can move in.
    #[error("the line is empty; right would be moves such as \"1. e4 e5\", or a sentence")]
    Empty,
}

/// Reads one line of `play`, from the position that the lines before have led to, and moves it on.
///
/// # Errors
///
/// The line is not understood; the position is then that before the word at fault.
pub fn read_line(position: &mut Position, line: &str) -> Result<Vec<Act>, SentenceError> {
    let words: Vec<&str> = line.trim().trim_end_matches('.').split_whitespace().collect();
    match words.first() {
        None => Err(SentenceError::Empty),
        Some(&("White" | "Black" | "White's" | "Black's" | "The")) => {
            Ok(vec![sentence(position, &words)?])
        }
        Some(_) if looks_like_a_sentence(&words) => Err(unknown(&words)),
        Some(_) => words
            .iter()
            .map(|word| word.trim_start_matches(['.', '…']))
            .map(strip_number)
            .filter(|word| !word.is_empty())
            .map(|word| {
                let played = read_san(position, word)?;
                *position = position.after(played);
                Ok(Act::Complete(played))
            })
            .collect(),
    }
}

/// `1.e4`, `1. e4` and `1...e5` all name a move; a bare number names none.
fn strip_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

fn looks_like_a_sentence(words: &[&str]) -> bool {
    words
        .iter()
        .any(|word| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_lowercase()))
}

fn sentence(position: &mut Position, words: &[&str]) -> Result<Act, SentenceError> {
    let ground = |words: &[&str]| {
        let name = words.join(" ");
        Ground::ALL.into_iter().find(|ground| ground.name() == name)
    };
    if let ["The", "players", "agree", "to", "a", "draw"] = words {
        return Ok(Act::Agree);
    }
    let by = if words[0].starts_with("White") { Color::White } else { Color::Black };
    let possessive = words[0].ends_with("'s");
    let act = match (possessive, &words[1..]) {
        (true, ["flag", "falls"]) => Act::FlagFalls(by),
        (false, ["plays", text]) => {
            let played = read_move(position, by, text)?;
            if position.turn() == by {
                *position = position.after(played);
            }
            Act::Make(by, played)
        }
        (false, ["presses", "the", "clock"]) => Act::Press(by),
        (false, ["offers", "a", "draw"]) => Act::Offer(by),
        (false, ["accepts", "the", "offer"]) => Act::Accept(by),
        (false, ["refuses", "the", "offer"]) => Act::Decline(by),
        (false, ["resigns"]) => Act::Resign(by),
        (false, ["claims", "a", "draw", "by", rest @ ..]) => match ground(rest) {
            Some(ground) => Act::Claim(by, ground, None),
            None => return Err(unknown(words)),
        },
        (false, ["writes", text, "and", "claims", "a", "draw", "by", rest @ ..]) => {
            match ground(rest) {
                Some(ground) => Act::Claim(by, ground, Some(read_move(position, by, text)?)),
                None => return Err(unknown(words)),
            }
        }
        _ => return Err(unknown(words)),
    };
    Ok(act)
}

/// Reads a move of this player: algebraic and legal, or from square to square whether legal or not.
fn read_move(position: &Position, by: Color, text: &str) -> Result<Move, SentenceError> {
    if let Ok(read) = text.parse() {
        return Ok(read);
    }
    if position.turn() == by {
        return Ok(read_san(position, text)?);
    }
    Err(SanError::Unreadable { text: text.to_owned() }.into())
}

fn unknown(words: &[&str]) -> SentenceError {
    let text = words.join(" ");
    let mut candidates: Vec<String> = SENTENCES
        .iter()
        .flat_map(|sentence| Ground::ALL.map(|ground| sentence.replace("GROUND", ground.name())))
        .flat_map(|sentence| {
            let black = sentence.replacen("White", "Black", 1);
            [sentence, black]
        })
        .collect();
    candidates.dedup();
    candidates.sort_by_cached_key(|sentence| strsim::damerau_levenshtein(sentence, &text));
    candidates.dedup();
    candidates.truncate(2);
    SentenceError::Unknown {
        text,
        right: candidates.iter().map(|right| format!("{right:?}")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_sentences_are_read() {
        for (line, acts) in [
            ("1. e4 e5 2. Nf3", "e2e4|e7e5|g1f3"),
            ("1.e4 1...e5", "e2e4|e7e5"),
            ("e4", "e2e4"),
            ("White plays e4", "White plays e2e4"),
            ("White presses the clock.", "White presses the clock"),
            ("Black resigns", "Black resigns"),
            ("Black's flag falls", "Black's flag falls"),
            ("The players agree to a draw", "The players agree to a draw"),
            (
                "White writes Nf3 and claims a draw by the fifty-move rule",
                "White writes g1f3 and claims a draw by the fifty-move rule",
            ),
            (
                "Black claims a draw by threefold repetition",
                "Black claims a draw by threefold repetition",
            ),
        ] {
            let read = read_line(&mut Position::start(), line).unwrap();
            let text: Vec<String> = read.iter().map(Act::to_string).collect();
            assert_eq!(text.join("|"), acts);
        }
    }

    #[test]
    fn other_lines_are_refused_with_what_would_be_right() {
        for (line, says) in [
            ("", "the line is empty"),
            ("White resign", "right would be \"White resigns\""),
            (
                "Black claims a draw by three fold repetition",
                "\"Black claims a draw by threefold repetition\"",
            ),
            ("Blacks flag falls", "\"Black's flag falls\""),
            ("white offers a draw", "\"White offers a draw\""),
            ("1. e4 e4", "not legal here"),
            ("1. e4 Nf3", "not legal here"),
            ("White plays Ke2", "not legal here"),
        ] {
            let error = read_line(&mut Position::start(), line).unwrap_err().to_string();
            assert!(error.contains(says), "{line:?}: {error}");
        }
    }
}
