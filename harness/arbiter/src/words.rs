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

impl Word {
    /// The form without the ending of the possessive: "white" for "white's".
    pub(super) fn name(&self) -> &str {
        self.form.trim_end_matches("'s")
    }
}

/// Splits a line into words. Words without a meaning of their own, such as articles, are left out, and so are questions
/// at the end of a description.
pub(super) fn words(line: &str) -> Vec<Word> {
    let vocabulary = Vocabulary::get();
    let mut words = split(line);
    while let Some(start) = question(line, &words, vocabulary) {
        words.truncate(start);
    }
    vocabulary.reduce(words)
}

/// Returns the index of the first word of a question at the end of a line: "..., is that a draw?". A line that contains
/// nothing else has none.
fn question(line: &str, words: &[Word], vocabulary: &Vocabulary) -> Option<usize> {
    let last = words.last()?;
    let ends = line[last.bytes.start..].trim_end_matches([' ', '"', '\'', ')']).ends_with('?');
    (1..words.len()).rev().find(|at| {
        let is_whole = line[..words[*at].bytes.start]
            .trim_end()
            .ends_with(['.', '?', '!', ',', ';', ')', '-']);
        let mut asked = words[*at..]
            .iter()
            .filter(|word| !matches!(word.form.as_str(), "so" | "and" | "but" | "then"));
        let first = asked.next().is_some_and(|word| vocabulary.asks(&word.form));
        let is_inverted = asked.next().is_some_and(|word| {
            matches!(
                word.form.as_str(),
                "not"
                    | "i"
                    | "he"
                    | "she"
                    | "it"
                    | "that"
                    | "this"
                    | "we"
                    | "they"
                    | "white"
                    | "black"
            )
        });
        is_whole && first && (ends || is_inverted)
    })
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
                let is_after_stop = before.ends_with([',', ';', '.', ':', '(', ')', '?', '!']);
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
    // "I'm" is two words, and the verb of "I've" says nothing about the rules.
    if let Some((stem, verb)) = form.split_once('\'')
        && matches!(verb, "m" | "re" | "ve" | "ll" | "d")
    {
        let at = text.char_indices().position(|(at, one)| {
            matches!(one, '\'' | '’' | '‘' | '`')
                && text[at + one.len_utf8()..].to_lowercase().starts_with(verb)
        });
        let at = at.and_then(|place| text.char_indices().nth(place));
        let end = at.map_or(bytes.end, |(at, _)| bytes.start + at);
        let (raw, form) = (stem.to_owned(), stem.to_owned());
        words.push(Word { raw, form, bytes: bytes.start..end, is_after_stop });
        if matches!(verb, "m" | "re") {
            let (raw, form) = ("is".to_owned(), "is".to_owned());
            words.push(Word { raw, form, bytes: end..bytes.end, is_after_stop: false });
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
