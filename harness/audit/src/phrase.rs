//! The phrases with which records describe the end of a game, and their meanings.

use std::{collections::HashMap, sync::LazyLock};

use lawbook::board::Color;

use super::text::{MAX_TEXT, clip};

/// The kind of result that the words of a record name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedResult {
    Win,
    Draw,
}

/// The causes of a game's end: the result that they name, their meaning, and the conclusion of the audit.
macro_rules! causes {
    ($($variant:ident $named:expr, $about:literal $conclusion:literal,)+) => {
        /// The cause of a game's end according to the words of its record.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum RecordedCause {
            $(#[doc = $about] $variant,)+
        }

        impl RecordedCause {
            /// All causes.
            pub const ALL: &[RecordedCause] = &[$(RecordedCause::$variant,)+];

            /// The cause with this name.
            fn named(name: &str) -> Option<RecordedCause> {
                RecordedCause::ALL.iter().copied().find(|cause| format!("{cause:?}") == name)
            }

            /// The conclusion of the audit from the cause, as half a sentence.
            pub const fn conclusion(self) -> &'static str {
                match self { $(RecordedCause::$variant => $conclusion,)+ }
            }

            /// The kind of result that it names; `None` if it names none.
            pub(super) const fn named_result(self) -> Option<NamedResult> {
                match self { $(RecordedCause::$variant => $named,)+ }
            }
        }
    };
}

const WIN: Option<NamedResult> = Some(NamedResult::Win);
const DRAW: Option<NamedResult> = Some(NamedResult::Draw);

causes! {
    Checkmate WIN, "Checkmate."
        "the last position must be checkmate",
    Stalemate DRAW, "Stalemate."
        "the last position must be stalemate",
    DeadPosition DRAW, "A dead position: neither player can mate."
        "neither player can mate any more",
    Repetition DRAW, "A draw by repetition."
        "a player must be able to claim the draw, perhaps with a written move",
    FiftyMoves DRAW, "A draw by the fifty-move rule."
        "a player must be able to claim the draw, perhaps with a written move",
    Time None, "A flag fall."
        "the winner must be able to mate; a draw is not checked",
    TimeWithoutMaterial DRAW, "A draw because the opponent of the player whose flag fell cannot mate."
        "one of the players must be unable to mate",
    Resignation WIN, "A resignation."
        "the winner must be able to mate, if the rules otherwise draw such games",
    Agreement DRAW, "A draw by agreement."
        "the result must be a draw",
    IllegalMove None, "A loss by illegal moves."
        "the winner must be able to mate, if the rules otherwise draw such games",
    RulesInfraction None, "A loss because the rules were broken. The record does not say which rule."
        "nothing certain; a winner who cannot mate is reported as information",
    OffBoard None, "An event that the moves cannot confirm or refute: a decision, a disconnection, a penalty."
        "nothing: the moves cannot confirm or refute it",
    Unspecified None, "No cause, or only the statement that the game ended."
        "nothing; the rest of the record decides",
}

/// A known phrase and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The words, in lower case and without a full stop. `WINNER`, `LOSER` and `NAME` stand for one word: a colour,
    /// or the name of a player.
    pub words: &'static str,
    /// The cause of the end that the words name.
    pub cause: RecordedCause,
    /// The programs and sites that write the phrase.
    pub used_by: &'static str,
}

/// All known phrases, from `phrases.tsv`: cause, words and users. Each is a whole tag, a whole comment, or the end of an
/// engine's comment.
pub static PHRASES: LazyLock<Vec<Phrase>> =
    LazyLock::new(|| include_str!("phrases.tsv").lines().filter_map(Phrase::read).collect());

impl Phrase {
    /// Reads a line of the table.
    fn read(line: &'static str) -> Option<Phrase> {
        let mut cells = line.split('\t');
        let cause = RecordedCause::named(cells.next()?)?;
        Some(Phrase { cause, words: cells.next()?, used_by: cells.next()? })
    }

    /// The placeholder at the beginning, and the words after it.
    fn placeholder(&self) -> Option<(&'static str, &'static str)> {
        let first = self.words.split_once(' ')?;
        matches!(first.0, "WINNER" | "LOSER" | "NAME").then_some(first)
    }
}

/// The phrases that consist of an opening and a rule, from `products.tsv`, as that file spells them.
static PRODUCTS: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let lines = || include_str!("products.tsv").lines().filter_map(|line| line.split_once('\t'));
    let of_rule = |(cause, rule): (&'static str, &'static str)| {
        let cause = RecordedCause::named(cause)?;
        let kind = if cause.named_result() == DRAW { "draw" } else { "win" };
        let openings = lines().filter(move |(one, _)| *one == kind).map(|(_, opening)| opening);
        let words =
            openings.map(move |opening| format!("{opening} {rule}").trim_start().to_owned());
        Some(words.map(move |words| Phrase { words: words.leak(), cause, used_by: "" }))
    };
    lines().filter_map(of_rule).flatten().collect()
});

/// All phrases by their [`key`]; a placeholder at the beginning is left out.
static KNOWN: LazyLock<HashMap<String, &'static Phrase>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for phrase in PHRASES.iter().chain(PRODUCTS.iter()) {
        let words = phrase.placeholder().map_or(phrase.words, |(_, rest)| rest);
        known.entry(key(words, phrase.placeholder().is_some())).or_insert(phrase);
    }
    known
});

/// The maximum number of words of a name in a tag.
const MAX_NAME: usize = 4;

/// A phrase found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPhrase {
    pub(super) phrase: &'static Phrase,
    /// The player who lost, if the words name a colour or a player.
    pub(super) loser: Option<Color>,
}

impl ReadPhrase {
    /// Reads a tag that is a phrase as a whole. In place of a placeholder it can have any name, or none.
    pub(super) fn read(text: &str, players: Players<'_>) -> Option<ReadPhrase> {
        ReadPhrase::read_words(&plain(text), players, true)
    }

    /// Reads words that are a phrase as a whole. `any_name` is whether a name can be that of none of the players, and
    /// have another number of words than one.
    fn read_words(words: &str, players: Players<'_>, any_name: bool) -> Option<ReadPhrase> {
        if let Some(phrase) = KNOWN.get(&key(words, false)) {
            return Some(ReadPhrase { phrase, loser: None });
        }
        let ends = words.match_indices(' ').map(|(at, _)| (&words[..at], &words[at + 1..]));
        let splits = [("", words)].into_iter().chain(ends).take(1 + MAX_NAME);
        let mut read = splits.enumerate().filter_map(|(count, (name, rest))| {
            let phrase = *KNOWN.get(&key(rest, true))?;
            let color = players.color(name);
            let loser = match phrase.placeholder() {
                Some(("LOSER", _)) => color,
                Some(("WINNER", _)) => color.map(|winner| !winner),
                _ => None,
            };
            (any_name || count == 1 || color.is_some()).then_some(ReadPhrase { phrase, loser })
        });
        read.next().or_else(|| {
            // The only phrase with two names.
            let (first, second) = words.split_once(" and ")?;
            let (_, first) = first.split_once(' ')?;
            let (_, second) = second.split_once(' ')?;
            let has_words =
                |phrase: &&Phrase| phrase.words == format!("NAME {first} and NAME {second}");
            let phrase = PHRASES.iter().find(has_words)?;
            Some(ReadPhrase { phrase, loser: None })
        })
    }

    /// Reads the comment after the last move: a phrase, or engine data and a phrase after a comma.
    pub(super) fn read_comment(text: &str, players: Players<'_>) -> Option<ReadPhrase> {
        ReadPhrase::read_words(&plain(text), players, false).or_else(|| {
            let (data, phrase) = text.rsplit_once(',')?;
            is_engine_data(data).then(|| ReadPhrase::read_words(&plain(phrase), players, false))?
        })
    }
}

/// The names of White and Black, if the record has them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Players<'a>(pub(super) [Option<&'a str>; 2]);

impl Players<'_> {
    /// Whether White has the name Black, or the other way round.
    fn are_named_after_colors(self) -> bool {
        let [white, black] = self.0.map(|name| name.map(plain).unwrap_or_default());
        let is_named =
            |name: &str, color| name == color || last_name(name).as_deref() == Some(color);
        is_named(&white, "black") || is_named(&black, "white")
    }

    /// The colour that a name means: a colour, or a name of one of the players.
    fn color(self, name: &str) -> Option<Color> {
        match name {
            "white" | "black" if self.are_named_after_colors() => None,
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => [whole_name, first_name_first, last_name].into_iter().find_map(|form| {
                let is_named = |own: Option<&str>| {
                    own.and_then(|own| form(&plain(own))).as_deref() == Some(name)
                };
                let named = Color::ALL.into_iter().zip(self.0.map(is_named));
                let mut named = named.filter(|(_, is)| *is).map(|(color, _)| color);
                named.next().filter(|_| named.next().is_none())
            }),
        }
    }
}

fn whole_name(name: &str) -> Option<String> {
    (!matches!(name, "" | "?")).then(|| name.to_owned())
}

/// `anna karenina` for `karenina, anna`.
fn first_name_first(name: &str) -> Option<String> {
    let (last, first) = name.split_once(',')?;
    Some(format!("{} {}", first.trim(), last.trim()))
}

/// `karenina` for `karenina, anna`.
fn last_name(name: &str) -> Option<String> {
    let (last, _) = name.split_once(',')?;
    (!last.is_empty()).then(|| last.to_owned())
}

/// Returns the normalized text of an unknown phrase, for counting it.
pub(super) fn unknown(text: &str) -> String {
    clip(plain(text).as_bytes(), MAX_TEXT)
}

/// Whether a comment begins with engine data: `d=20, ...`, `+0.31/18 1.2s`, `+M5/20 0.1s`, `0.00/1`.
fn is_engine_data(text: &str) -> bool {
    let first = text.split([' ', ',']).find(|word| !word.is_empty()).unwrap_or_default();
    let is_setting = first.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let is_score = first.split_once('/').is_some_and(|(score, depth)| {
        let score = score.trim_start_matches(['+', '-']).trim_start_matches(['M', '#']);
        score.parse::<f64>().is_ok() && depth.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_setting || is_score
}

/// Normalizes a text: lower case, single spaces, no white space at either end, no full stop or exclamation mark at
/// the end.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']).trim_end();
    let are_spaces = |two: &[u8]| two == b"  ";
    if text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
        && !text.as_bytes().windows(2).any(are_spaces)
    {
        return text.to_ascii_lowercase();
    }
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words that decide whether two phrases are the same: without articles, auxiliary verbs and hyphens, and with numbers in
/// letters. `is_after_name` is whether a name precedes them.
fn key(words: &str, is_after_name: bool) -> String {
    const SKIPPED: &[&str] = &["the", "a", "an", "is", "was", "has", "had", "been", "got"];
    let mut key = String::from(if is_after_name { "NAME" } else { "" });
    for word in words.split([' ', '-']).filter(|word| !SKIPPED.contains(word)) {
        let word = match word.trim_end_matches(['.', ':', ',']) {
            "50" => "fifty",
            "moves" => "move",
            "3" => "three",
            "3fold" | "threefold" => "three fold",
            "5" => "five",
            "5fold" | "fivefold" => "five fold",
            "versus" => "vs",
            other => other,
        };
        key.push(' ');
        key.push_str(word);
    }
    key
}
