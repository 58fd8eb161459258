//! Matches words against phrases and writes the corresponding sentence.

use std::sync::OnceLock;

use super::{
    phrase::{AROUND_GROUNDS, FIFTY, PHRASES, THREEFOLD},
    spelling::{looks_like_a_move, path, read_move, strip_number},
};
use crate::{
    board::{Bitboard, Color, Role, Square},
    notation::read_san,
    position::{Position, Wing},
    rules::ClaimGround,
    sentence::spaced_forms,
};

/// Returns the sentence that the words mean, and the player that they name.
pub(super) fn matching_sentence(
    position: &Position,
    words: &[String],
) -> Option<(String, Option<Color>)> {
    patterns().iter().find_map(|KnownPhrase { words: pattern, form }| {
        let mut fit = PhraseMatch { by: None, found: Vec::new() };
        fit.matches(pattern, words).then_some(())?;
        Some((fit.write(position, form)?, fit.by))
    })
}

/// A phrase, split into words, and the sentence that it means.
pub(super) struct KnownPhrase {
    pub(super) words: Vec<&'static str>,
    pub(super) form: String,
}

/// Returns all patterns: the sentences themselves, then the phrases.
pub(super) fn patterns() -> &'static [KnownPhrase] {
    static PATTERNS: OnceLock<Vec<KnownPhrase>> = OnceLock::new();
    PATTERNS.get_or_init(|| {
        let exact = spaced_forms().map(|form| KnownPhrase {
            words: form.split(' ').filter(|word| *word != ",").collect(),
            form: form.replace(" ,", ","),
        });
        let phrases = PHRASES.iter().map(|(phrase, form)| KnownPhrase {
            words: phrase.split(' ').collect(),
            form: (*form).to_owned(),
        });
        exact.chain(phrases).collect()
    })
}

/// A match of the words of a line with a phrase.
#[derive(Clone)]
struct PhraseMatch {
    by: Option<Color>,
    /// The words that matched the capitalised placeholders, each with the name of the placeholder.
    found: Vec<(String, String)>,
}

impl PhraseMatch {
    /// Matches all words against the pattern.
    fn matches(&mut self, pattern: &[&str], words: &[String]) -> bool {
        let Some((first, pattern_rest)) = pattern.split_first() else { return words.is_empty() };
        if let Some(optional) = first.strip_prefix('[') {
            let alternatives = optional.trim_end_matches(']');
            let mut with = self.clone();
            if let Some((word, rest)) = words.split_first()
                && with.takes(alternatives, word)
                && with.matches(pattern_rest, rest)
            {
                *self = with;
                return true;
            }
            return self.matches(pattern_rest, words);
        }
        if *first == "GROUND" {
            // Matches as many words as possible, provided that the rest of the pattern still matches.
            return (1..=words.len()).rev().any(|end| {
                let Some(ground) = ground(&words[..end]) else { return false };
                let mut with = self.clone();
                with.found.push(("GROUND".to_owned(), ground.name().to_owned()));
                let fits = with.matches(pattern_rest, &words[end..]);
                if fits {
                    *self = with;
                }
                fits
            });
        }
        let Some((word, rest)) = words.split_first() else { return false };
        self.takes(first, word) && self.matches(pattern_rest, rest)
    }

    /// Matches a word against alternatives separated by `|`.
    fn takes(&mut self, alternatives: &str, word: &str) -> bool {
        alternatives.split('|').any(|wanted| self.takes_one(wanted, word))
    }

    fn takes_one(&mut self, wanted: &str, word: &str) -> bool {
        let lower = word.to_ascii_lowercase();
        match wanted {
            "MOVE" => looks_like_a_move(word) && self.finds(wanted, word),
            "PATH" => path(&lower).is_some_and(|path| self.finds(wanted, path)),
            "PIECE" => Role::from_name(&lower).is_some() && self.finds(wanted, &lower),
            "SQUARE" => Square::parse(&lower).is_some() && self.finds(wanted, &lower),
            "NUMBER" => {
                number(&lower).is_some_and(|number| self.finds(wanted, &number.to_string()))
            }
            _ => match wanted.to_ascii_lowercase().as_str() {
                "white" => self.names(&lower, false, false),
                "white's" => self.names(&lower, true, false),
                "black" => self.names(&lower, false, true),
                "black's" => self.names(&lower, true, true),
                plain => plain == lower,
            },
        }
    }

    fn finds(&mut self, wanted: &str, word: &str) -> bool {
        self.found.push((wanted.to_owned(), word.to_owned()));
        true
    }

    /// Matches a word that names a player. `is_other` is whether it stands for the opponent (`black` in the phrase).
    fn names(&mut self, word: &str, possessive: bool, is_other: bool) -> bool {
        let (name, has_suffix) = match word.strip_suffix("'s").or_else(|| word.strip_suffix('s')) {
            Some(name) => (name, true),
            None => (word, false),
        };
        let color = match name {
            "white" | "w" => Color::White,
            "black" | "b" => Color::Black,
            _ => return false,
        };
        let by = if is_other { !color } else { color };
        // People also write "Black flag falls", without the possessive.
        if (has_suffix && !possessive) || self.by.is_some_and(|other| other != by) {
            return false;
        }
        self.by = Some(by);
        true
    }

    /// Writes the sentence `form` with the matched words; `None` if an omitted piece is not determined by the position.
    fn write(&self, position: &Position, form: &str) -> Option<String> {
        let by = self.by.unwrap_or(Color::White);
        let mut found = self.found.clone();
        let mut take = |wanted: &str| -> Option<String> {
            let place = found.iter().position(|(name, _)| name == wanted)?;
            Some(found.remove(place).1)
        };
        let mut words = Vec::new();
        for word in form.split(' ') {
            let (bare, comma) = match word.strip_suffix(',') {
                Some(bare) => (bare, ","),
                None => (word, ""),
            };
            let written = match bare {
                "White" => by.name().to_owned(),
                "White's" => format!("{by}'s"),
                "Black" => (!by).name().to_owned(),
                "MOVE" => written_move(position, by, &take("MOVE")?),
                "WHERE" => only(position, by, &self.found)?.to_string(),
                "WHAT" => {
                    let square = Square::parse(&self.found.first()?.1)?;
                    position.at(square)?.role.to_string()
                }
                "CASTLING" => castling(position, by, &take("SQUARE")?)?.notation().to_owned(),
                "PATH" | "PIECE" | "SQUARE" | "NUMBER" | "GROUND" => take(bare)?,
                other => other.to_owned(),
            };
            words.push(written + comma);
        }
        Some(words.join(" "))
    }
}

/// Formats a move for a sentence, in a spelling that can be parsed at the start of a line.
fn written_move(position: &Position, by: Color, word: &str) -> String {
    let bare = strip_number(word);
    if position.turn() == by
        && read_san(position, bare).is_err()
        && let Ok(legal) = read_move(position, bare)
    {
        return legal.to_string();
    }
    bare.trim_end_matches(['!', '?']).to_owned()
}

/// Returns the wing of castling with the rook on this square; `None` if the square has no rook of the
/// player.
fn castling(position: &Position, by: Color, square: &str) -> Option<Wing> {
    let rook = Square::parse(square)?;
    let is_there = position.placement().pieces(by, Role::Rook).contains(rook);
    let wing = if rook.file() > position.king(by).file() { Wing::King } else { Wing::Queen };
    is_there.then_some(wing)
}

/// Returns the square of the player's only piece of the named kind; `None` if there are several.
fn only(position: &Position, by: Color, found: &[(String, String)]) -> Option<Square> {
    let role = Role::from_name(&found.first()?.1)?;
    let pieces: Bitboard = position.placement().pieces(by, role);
    let mut squares = pieces.into_iter();
    squares.next().filter(|_| squares.next().is_none())
}

/// Returns the ground of a claim, if all words can belong to its description.
fn ground(words: &[String]) -> Option<ClaimGround> {
    let words: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let any = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    let all = words.iter().all(|word| {
        [AROUND_GROUNDS, THREEFOLD, FIFTY].iter().any(|of| of.contains(&word.as_str()))
    });
    match (all, any(THREEFOLD), any(FIFTY)) {
        (true, true, false) => Some(ClaimGround::Threefold),
        (true, false, true) => Some(ClaimGround::Fifty),
        _ => None,
    }
}

/// Parses a number in digits, as an ordinal, or as a word.
fn number(word: &str) -> Option<u32> {
    const WORDS: [&str; 20] = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const ORDINALS: [&str; 10] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth",
    ];
    let figures = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let suffix = &word[figures.len()..];
    if matches!(suffix, "" | "st" | "nd" | "rd" | "th" | "s" | "min")
        && let Ok(number) = figures.parse()
    {
        return Some(number);
    }
    const TENS: [&str; 9] =
        ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(tens) = TENS.iter().position(|one| *one == word) {
        return Some((tens as u32 + 1) * 10);
    }
    let place = |list: &[&str]| list.iter().position(|one| *one == word);
    place(&WORDS).or_else(|| place(&ORDINALS)).map(|place| place as u32 + 1)
}
