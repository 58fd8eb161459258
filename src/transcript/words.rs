//! Splits a line into words, and reduces each word to the form in which the vocabulary lists it.

use std::ops::Range;

use super::vocabulary::Vocabulary;

/// Maximum number of letters of a word. The rest of a longer word is not compared.
const LONGEST: usize = 40;

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// The word as written, without punctuation.
    pub(super) raw: String,
    /// The form that is compared: lower case, the base form of a verb, one of several synonyms.
    pub(super) form: String,
    /// The bytes of the line that the word comes from.
    pub(super) bytes: Range<usize>,
    /// Whether a comma or another stop stands before it. An expression does not continue after one.
    pub(super) is_after_stop: bool,
}

/// Splits a line into words. Words without a meaning of their own, such as articles, are left out.
pub(super) fn words(line: &str) -> Vec<Word> {
    Vocabulary::get().reduce(split(line))
}

/// Splits a line at spaces and punctuation. Each word is in lower case; contractions are written out.
pub(super) fn split(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        let ends = letter.is_whitespace()
            || matches!(letter, ',' | ';' | '"' | '“' | '”' | '„' | '(' | ')');
        match (start, ends) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                let before = line[..from].trim_end();
                let is_after_stop = before.ends_with([',', ';', '.', ':', '(', ')']);
                push_word(&mut words, line, from..at, is_after_stop);
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn push_word(words: &mut Vec<Word>, line: &str, bytes: Range<usize>, is_after_stop: bool) {
    let text = &line[bytes.clone()];
    // A full stop ends a sentence, but belongs to a move number or to the number of an article.
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit());
    // "Nf3!" keeps its mark, which is a comment on the move.
    let is_move = text.contains(|letter: char| letter.is_ascii_digit());
    let raw = match (is_number, is_move) {
        (true, _) => text,
        (false, true) => text.trim_end_matches(['.', ':', '?']),
        (false, false) => text.trim_end_matches(['.', ':', '?', '!']).trim_matches('\''),
    };
    let raw = raw.replace(['’', '‘', '`'], "'").replace(['–', '—'], "-");
    let raw = if raw.is_empty() { text.to_owned() } else { raw };
    if matches!(raw.as_str(), "." | ":" | "-" | "&") {
        return;
    }
    let form: String = raw.to_lowercase().chars().take(LONGEST).collect();
    // "doesn't" is two words: the negation must not be lost.
    if let Some(stem) = form.strip_suffix("n't") {
        for part in [stem, "not"] {
            let (raw, form) = (part.to_owned(), part.to_owned());
            words.push(Word { raw, form, bytes: bytes.clone(), is_after_stop });
        }
        return;
    }
    // "Black: no" is what Black says.
    let says =
        text.ends_with(':') && matches!(form.as_str(), "white" | "black" | "arbiter" | "spectator");
    words.push(Word { raw, form, bytes: bytes.clone(), is_after_stop });
    if says {
        let say = "say".to_owned();
        words.push(Word { raw: say.clone(), form: say, bytes, is_after_stop: false });
    }
}
