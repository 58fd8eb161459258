use std::borrow::Cow;

use lawbook::position::{Position, Setup, Unplayable, Unreachable, Wing};

use super::{
    GameResult,
    phrase::Players,
    record::RecordedEnd,
    tag::{Tag, is_chess, tags},
    text::{MAX_TEXT, clip, text_of},
};

/// The names of the tags that the audit uses.
#[rustfmt::skip] // in columns
const NAMES: [&str; 15] = [
    "Event", "White", "Black", "Site", "Result", "Date", "UTCDate", "EventDate", "Termination", "TerminationDetails", "Variant",
    "FEN", "SetUp", "WhiteType", "BlackType",
];

/// A tag that the audit uses, in the order of [`NAMES`].
#[derive(Clone, Copy, Debug)]
pub(super) enum TagName {
    Event,
    White,
    Black,
    Site,
    Result,
    Date,
    UtcDate,
    EventDate,
    Termination,
    Details,
    Variant,
    Fen,
    SetUp,
    WhiteType,
    BlackType,
}

/// The deviations from the standard in a record that could be read all the same.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    pub(super) count: u64,
    /// The offset after the first one, and its description.
    pub(super) first: Option<(usize, String)>,
}

impl Repairs {
    /// Adds a deviation. `says` describes it, if it is the first one.
    pub(super) fn add(&mut self, place: usize, says: impl FnOnce() -> String) {
        self.count += 1;
        if self.first.as_ref().is_none_or(|(first, _)| place < *first) {
            self.first = Some((place, says()));
        }
    }
}

/// The tags of a game that the audit uses. If a tag occurs twice, the first one counts, and another value is a conflict.
#[derive(Debug, Default)]
pub(super) struct Headers<'a> {
    values: [Option<Cow<'a, [u8]>>; NAMES.len()],
    /// Deviations from the standard that were read.
    pub(super) repairs: Repairs,
    /// The tags that occur again with another value.
    pub(super) conflicts: Vec<TagConflict>,
}

/// A tag that occurs again with another value.
#[derive(Debug)]
pub(super) struct TagConflict {
    /// The offset after the second tag.
    pub(super) place: usize,
    pub(super) name: &'static str,
    /// The first value, and the other one.
    pub(super) values: [String; 2],
}

/// The start position of a game, or why it cannot be played.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GameStart {
    At(Box<Position>),
    /// The game is a variant other than chess; its name in lower case.
    Variant(String),
    /// The FEN cannot be read, or its position cannot be played; the error message.
    Unplayable(String),
}

impl<'a> Headers<'a> {
    /// Reads the tags at the beginning of a game's text. Also returns the offset of the movetext.
    pub(super) fn read(text: &'a [u8]) -> (Headers<'a>, usize) {
        let mut headers = Headers::default();
        let end = tags(text, |tag, end| headers.take(tag, end));
        (headers, end)
    }

    /// The value of a tag.
    pub(super) fn get(&self, tag: TagName) -> Option<&[u8]> {
        self.values[tag as usize].as_deref()
    }

    /// The value of a tag, decoded and truncated for a finding.
    pub(super) fn text(&self, tag: TagName) -> Option<String> {
        self.get(tag).map(|value| clip(value, MAX_TEXT))
    }

    /// Takes a tag, which ends at `end`.
    fn take(&mut self, tag: &Tag<'a>, end: usize) {
        let name = tag.name;
        let mut at = NAMES.iter().position(|right| right.as_bytes() == name);
        // The names are in camel case, so most others need no further look.
        let has_usual_case = matches!(name, [b'A'..=b'Z', b'a'..=b'z', ..]) && name.len() > 5;
        if at.is_none() && !has_usual_case {
            at = NAMES.iter().position(|right| right.as_bytes().eq_ignore_ascii_case(name));
            if let Some(at) = at {
                let says = || format!("the tag {} is written as {:?}", NAMES[at], text_of(name));
                self.repairs.add(end, says);
            }
        }
        let Some(at) = at else { return };
        match &self.values[at] {
            None => self.values[at] = Some(tag.value()),
            Some(_) => self.take_again(at, tag.value(), end),
        }
        if at == TagName::Result as usize {
            self.note_result(tag.raw, end);
        }
    }

    /// Takes another value of a tag. An empty value or a question mark is not another value.
    #[cold]
    fn take_again(&mut self, at: usize, value: Cow<'a, [u8]>, end: usize) {
        let (name, Some(first)) = (NAMES[at], self.values[at].clone()) else { return };
        let is_unknown = |value: &[u8]| value.iter().all(|byte| b" ?.".contains(byte));
        if is_unknown(&first) {
            self.values[at] = Some(value.clone());
        }
        let results = [&first, &value].map(|value| GameResult::read_tag(value));
        let differs = match results {
            _ if name != "Result" => first.trim_ascii() != value.trim_ascii(),
            [Some(GameResult::Open), _] | [_, Some(GameResult::Open)] => false,
            [Some(first), Some(value)] => first != value,
            _ => first.trim_ascii() != value.trim_ascii(),
        };
        let is_new = !self.conflicts.iter().any(|conflict| conflict.name == name);
        if differs && is_new && !is_unknown(&first) && !is_unknown(&value) {
            let values = [first, value].map(|value| clip(&value, MAX_TEXT));
            self.conflicts.push(TagConflict { place: end, name, values });
        }
    }

    /// Counts a result in the tag `Result`, which ends at `end`, that does not have the spelling of the standard.
    fn note_result(&mut self, value: &[u8], end: usize) {
        if let Some(result) = GameResult::read_tag(value)
            && !result.is_standard(value)
        {
            self.repairs.add(end, || result.deviation(&text_of(value)) + " in the tag");
        }
    }

    /// The result in the tag `Result`, if its value is a valid result.
    pub(super) fn result(&self) -> Option<GameResult> {
        GameResult::read_tag(self.get(TagName::Result)?)
    }

    /// The value of the tag `Result`, if it says something that is not a result.
    pub(super) fn unreadable_result(&self) -> Option<String> {
        let value = self.get(TagName::Result)?;
        let is_empty = value.iter().all(|byte| b" ?-".contains(byte));
        (!is_empty && self.result().is_none()).then(|| clip(value.trim_ascii(), MAX_TEXT))
    }

    /// Whether the tag `Result` says that the game was forfeited.
    pub(super) fn is_forfeited(&self) -> bool {
        self.get(TagName::Result).is_some_and(GameResult::is_forfeit) && self.result().is_some()
    }

    /// How the game ended according to the tags and to `comment`, the comment after the last move.
    pub(super) fn end(&self, comment: Option<&[u8]>) -> RecordedEnd {
        let text = |tag| self.get(tag).map(text_of);
        let [white, black] = [TagName::White, TagName::Black].map(text);
        let players = Players([white.as_deref(), black.as_deref()]);
        let [termination, details] = [TagName::Termination, TagName::Details].map(text);
        let comment = comment.map(text_of);
        RecordedEnd::new(termination.as_deref(), details.as_deref(), comment.as_deref(), players)
    }

    /// The values of the tags that can name the day of the game: those about the game itself, then that of the event.
    pub(super) fn dates(&self) -> impl Iterator<Item = &[u8]> {
        [TagName::Date, TagName::UtcDate, TagName::EventDate]
            .into_iter()
            .filter_map(|tag| self.get(tag))
    }

    /// The start position. A FEN counts unless the tag `SetUp` is 0.
    ///
    /// The position decides whether the game is Chess960. The name of the variant does not, because it is often
    /// missing or wrong.
    ///
    /// Castling rights and an en passant square that cannot be right are dropped, as most programs do. `end` is the offset
    /// after the tags.
    pub(super) fn start(&mut self, end: usize) -> GameStart {
        if let Some(variant) = self.get(TagName::Variant) {
            let name = clip(variant.trim_ascii(), MAX_TEXT);
            if !is_chess(&name) {
                return GameStart::Variant(name.to_lowercase());
            }
        }
        let fen = self.get(TagName::Fen).map(<[u8]>::trim_ascii).filter(|fen| !fen.is_empty());
        let fen = fen.filter(|_| self.get(TagName::SetUp) != Some(b"0"));
        let Some(fen) = fen.map(text_of) else {
            return GameStart::At(Box::new(Position::start()));
        };
        match read_fen(&fen) {
            Ok((start, dropped)) => {
                for dropped in dropped {
                    self.repairs.add(end, || dropped);
                }
                GameStart::At(Box::new(start))
            }
            Err(error) => GameStart::Unplayable(error),
        }
    }
}

/// Reads a FEN, and says which fields were dropped from the text. The position need not be reachable in a game, because
/// archives contain studies too.
fn read_fen(text: &str) -> Result<(Position, Vec<String>), String> {
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    let mut dropped = Vec::new();
    let mut setup = loop {
        let error = match Setup::from_fen_or_x_fen(&fields.join(" ")) {
            Ok(setup) => break setup,
            Err(error) => error,
        };
        match [2, 3].into_iter().find(|&at| fields.get(at) == Some(&error.read.as_str())) {
            Some(at) if error.read != "-" => {
                fields[at] = "-";
                dropped.push(format!("a field of the FEN was dropped: {error}"));
            }
            _ => return Err(error.to_string()),
        }
    };
    loop {
        let error = match Position::from_playable(&setup) {
            Ok(start) => {
                let double_step = |why: &Unreachable| matches!(why, Unreachable::EnPassant { .. });
                dropped.extend(setup.unreachable().filter(double_step).map(Unreachable::note));
                return Ok((start, dropped));
            }
            Err(error) => error,
        };
        let rights = match error {
            Unplayable::CastlingRight { color, wing, .. }
            | Unplayable::NoCastlingRook { color, wing, .. } => vec![(color, wing)],
            Unplayable::CastlingRook { color, rook, .. } => {
                let has = |wing: &Wing| setup.castling.rook(color, *wing) == Some(rook);
                Wing::ALL.into_iter().filter(has).map(|wing| (color, wing)).collect()
            }
            _ => Vec::new(),
        };
        let before = setup.castling;
        rights.into_iter().for_each(|(color, wing)| setup.castling.remove(color, wing));
        if before != setup.castling {
            dropped.push(format!("a castling right was dropped: {error}"));
        } else if matches!(error, Unplayable::EnPassant { .. }) && setup.en_passant.take().is_some()
        {
            dropped.push(format!("the en passant square was dropped: {error}"));
        } else {
            return Err(format!("the position cannot be played: {error}"));
        }
    }
}
