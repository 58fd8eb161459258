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
        let cause = cells.next()?;
        let cause = *RecordedCause::ALL.iter().find(|one| format!("{one:?}") == cause)?;
        Some(Phrase { cause, words: cells.next()?, used_by: cells.next()? })
    }
}

/// The phrases with a placeholder for a player.
static WITH_NAMES: LazyLock<Vec<&Phrase>> = LazyLock::new(|| {
    let is_name = |word: &str| matches!(word, "WINNER" | "LOSER" | "NAME");
    PHRASES.iter().filter(|phrase| phrase.words.split(' ').any(is_name)).collect()
});

/// A phrase found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPhrase {
    pub(super) phrase: &'static Phrase,
    /// The player who lost, if the words name a colour or a player.
    pub(super) loser: Option<Color>,
}

impl ReadPhrase {
    /// Reads a text that is a phrase as a whole.
    pub(super) fn read(text: &str, players: Players<'_>) -> Option<ReadPhrase> {
        static KNOWN: LazyLock<HashMap<String, ReadPhrase>> = LazyLock::new(ReadPhrase::known);
        let words = plain(text);
        let find = |words: &str| ReadPhrase::find(words, WITH_NAMES.iter().copied());
        if players.are_named_after_colors() && words.split(' ').any(|word| color(word).is_some()) {
            // "Black won" may be the player Black, who has White: the loser is unknown.
            let known = KNOWN.get(&words).cloned().or_else(|| find(&words));
            return known.map(|said| ReadPhrase { loser: None, ..said });
        }
        if let Some(known) = KNOWN.get(&words) {
            return Some(known.clone());
        }
        let by_color = players.with_color(&words);
        by_color
            .and_then(|words| KNOWN.get(&words).cloned().or_else(|| find(&words)))
            .or_else(|| find(&words))
    }

    /// Returns the phrases without placeholders, and those with colours in place of `WINNER` or `LOSER`.
    fn known() -> HashMap<String, ReadPhrase> {
        let whole = PHRASES.iter().map(|phrase| {
            let said = ReadPhrase { phrase, loser: None };
            (phrase.words.to_owned(), said)
        });
        let with_colors = WITH_NAMES.iter().flat_map(|phrase| {
            ["white", "black"].map(|color| {
                let words = phrase.words.replace("WINNER", color).replace("LOSER", color);
                let loser = fits(&words, phrase.words).flatten();
                (words, ReadPhrase { phrase, loser })
            })
        });
        whole.chain(with_colors).collect()
    }

    /// Returns the first of `phrases` that matches the words.
    fn find(words: &str, mut phrases: impl Iterator<Item = &'static Phrase>) -> Option<ReadPhrase> {
        phrases.find_map(|phrase| {
            let loser = fits(words, phrase.words)?;
            Some(ReadPhrase { phrase, loser })
        })
    }

    /// Reads the comment after the last move: a phrase, or engine data and a phrase after a comma.
    pub(super) fn read_comment(text: &str, players: Players<'_>) -> Option<ReadPhrase> {
        ReadPhrase::read(text, players).or_else(|| {
            let (data, phrase) = text.rsplit_once(',')?;
            is_engine_data(data).then(|| ReadPhrase::read(phrase, players))?
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

    /// Returns the words with a colour in place of the name that they begin with; `None` if they begin with no name
    /// of a player, or with one that both have.
    fn with_color(self, words: &str) -> Option<String> {
        [whole_name, first_name_first, last_name].into_iter().find_map(|form| {
            let after = |name: Option<&str>| {
                let name = form(&plain(name?))?;
                words.strip_prefix(&name).and_then(|rest| rest.strip_prefix(' '))
            };
            match self.0.map(after) {
                [Some(rest), None] => Some(format!("white {rest}")),
                [None, Some(rest)] => Some(format!("black {rest}")),
                [None, None] | [Some(_), Some(_)] => None,
            }
        })
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

/// Matches words against a pattern; `None` if they differ. The inner value is the colour that lost, if the words name
/// one. `NAME` matches one word, because names on servers have no spaces.
fn fits(words: &str, pattern: &str) -> Option<Option<Color>> {
    let mut loser = None;
    let (mut words, mut pattern) = (words.split(' '), pattern.split(' '));
    loop {
        match (words.next(), pattern.next()) {
            (None, None) => return Some(loser),
            (Some(word), Some("LOSER")) => loser = color(word),
            (Some(word), Some("WINNER")) => loser = color(word).map(|winner| !winner),
            (Some(_), Some("NAME")) => {}
            (word, expected) if word == expected => {}
            (Some(_) | None, Some(_) | None) => return None,
        }
    }
}

fn color(word: &str) -> Option<Color> {
    match word {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}
