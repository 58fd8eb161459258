use std::borrow::Cow;

use lawbook::position::{Position, Setup, Unplayable, Wing};

use super::{
    GameResult,
    phrase::Players,
    played::Repairs,
    record::RecordedEnd,
    text::{ByteSet, WHITE_SPACE, without_mark},
    text::{MAX_TEXT, clip, text_of},
};

/// The tags of a game that the audit uses. If a tag occurs twice, the first one counts, and another value is a conflict.
#[derive(Debug, Default)]
pub(super) struct Headers<'a> {
    pub(super) white: Option<Cow<'a, [u8]>>,
    pub(super) black: Option<Cow<'a, [u8]>>,
    pub(super) site: Option<Cow<'a, [u8]>>,
    pub(super) termination: Option<Cow<'a, [u8]>>,
    pub(super) details: Option<Cow<'a, [u8]>>,
    date: Option<Cow<'a, [u8]>>,
    utc_date: Option<Cow<'a, [u8]>>,
    event_date: Option<Cow<'a, [u8]>>,
    result: Option<Cow<'a, [u8]>>,
    variant: Option<Cow<'a, [u8]>>,
    fen: Option<Cow<'a, [u8]>>,
    setup: Option<Cow<'a, [u8]>>,
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
        let end = Headers::tags(text, |tag, end| headers.take(tag, end));
        (headers, end)
    }

    /// Passes the tags at the beginning of a game's text to `take`, each with the offset of its end. Returns the offset
    /// of the movetext.
    #[inline]
    pub(super) fn tags(text: &'a [u8], mut take: impl FnMut(&Tag<'a>, usize)) -> usize {
        let begin = text.len() - without_mark(text).len();
        let mut at = begin;
        loop {
            at = WHITE_SPACE.skip(text, at);
            match text.get(at) {
                Some(_) if begins_tag(&text[at..]) => {
                    let tag = Tag::read(&text[at..]);
                    at += tag.length;
                    take(&tag, at);
                }
                Some(b'%' | b';') if at == begin || text[at - 1] == b'\n' => {
                    at += line(&text[at..])
                }
                _ => return at,
            }
        }
    }

    /// The place for the value of a tag that the audit uses.
    fn slot(&mut self, name: &[u8]) -> Option<&mut Option<Cow<'a, [u8]>>> {
        match name {
            b"White" => Some(&mut self.white),
            b"Black" => Some(&mut self.black),
            b"Site" => Some(&mut self.site),
            b"Termination" => Some(&mut self.termination),
            b"TerminationDetails" => Some(&mut self.details),
            b"Date" => Some(&mut self.date),
            b"UTCDate" => Some(&mut self.utc_date),
            b"EventDate" => Some(&mut self.event_date),
            b"Result" => Some(&mut self.result),
            b"Variant" => Some(&mut self.variant),
            b"FEN" => Some(&mut self.fen),
            b"SetUp" => Some(&mut self.setup),
            _ => None,
        }
    }

    /// Takes a tag, which ends at `end`.
    fn take(&mut self, tag: &Tag<'a>, end: usize) {
        let name = tag.name;
        if let Some(slot) = self.slot(name) {
            match slot {
                None => *slot = Some(tag.value()),
                Some(_) => self.take_again(tag, end),
            }
            if name == b"Result" {
                self.note_result(tag.value, end);
            }
            return;
        }
        // The names are in camel case, so most others need no further look.
        let has_usual_case = matches!(name, [b'A'..=b'Z', b'a'..=b'z', ..]) && name.len() > 5;
        if has_usual_case {
            return;
        }
        let Some(right) =
            NAMES.into_iter().find(|right| right.as_bytes().eq_ignore_ascii_case(name))
        else {
            return;
        };
        self.repairs.add(end, || format!("the tag {right} is written as {:?}", text_of(name)));
        self.take(&Tag { name: right.as_bytes(), ..*tag }, end);
    }

    /// Takes a tag that has occurred before. An empty value or a question mark is not another value.
    #[cold]
    fn take_again(&mut self, tag: &Tag<'a>, end: usize) {
        let Some(name) = NAMES.into_iter().find(|name| name.as_bytes() == tag.name) else { return };
        let value = tag.value();
        let Some(Some(first)) = self.slot(tag.name).map(|slot| slot.clone()) else { return };
        let is_unknown = |value: &[u8]| value.iter().all(|byte| b" ?.".contains(byte));
        if is_unknown(&first) {
            self.slot(tag.name).into_iter().for_each(|slot| *slot = Some(value.clone()));
        }
        let differs = match name {
            "Result" => match [&first, &value].map(|value| GameResult::read_tag(value)) {
                [Some(GameResult::Open), _] | [_, Some(GameResult::Open)] => false,
                [Some(first), Some(value)] => first != value,
                _ => first.trim_ascii() != value.trim_ascii(),
            },
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
        GameResult::read_tag(self.result.as_deref()?)
    }

    /// The value of the tag `Result`, if it says something that is not a result.
    pub(super) fn unreadable_result(&self) -> Option<String> {
        let value = self.result.as_deref()?;
        let is_empty = value.iter().all(|byte| b" ?-".contains(byte));
        (!is_empty && self.result().is_none()).then(|| clip(value.trim_ascii(), MAX_TEXT))
    }

    /// Whether the tag `Result` says that the game was forfeited.
    pub(super) fn is_forfeited(&self) -> bool {
        self.result.as_deref().is_some_and(GameResult::is_forfeit) && self.result().is_some()
    }

    /// How the game ended according to the tags and to `comment`, the comment after the last move.
    pub(super) fn end(&self, comment: Option<&[u8]>) -> RecordedEnd {
        let [white, black] = [&self.white, &self.black].map(|name| name.as_deref().map(text_of));
        let players = Players([white.as_deref(), black.as_deref()]);
        let termination = self.termination.as_deref().map(text_of);
        let details = self.details.as_deref().map(text_of);
        let comment = comment.map(text_of);
        RecordedEnd::new(termination.as_deref(), details.as_deref(), comment.as_deref(), players)
    }

    /// The values of the tags that can name the day of the game: those about the game itself, then that of the event.
    pub(super) fn dates(&self) -> impl Iterator<Item = &[u8]> {
        [&self.date, &self.utc_date, &self.event_date].into_iter().filter_map(Option::as_deref)
    }

    /// The start position. A FEN counts unless the tag `SetUp` is 0.
    ///
    /// The position decides whether the game is Chess960. The name of the variant does not, because it is often
    /// missing or wrong.
    ///
    /// Castling rights and an en passant square that cannot be right are dropped, as most programs do. `end` is the offset
    /// after the tags.
    pub(super) fn start(&mut self, end: usize) -> GameStart {
        if let Some(variant) = &self.variant {
            let name = clip(variant.trim_ascii(), MAX_TEXT);
            if !is_chess(&name) {
                return GameStart::Variant(name.to_lowercase());
            }
        }
        let fen = self.fen.as_deref().map(<[u8]>::trim_ascii).filter(|fen| !fen.is_empty());
        let fen = fen.filter(|_| self.setup.as_deref() != Some(b"0"));
        let Some(fen) = fen.map(text_of) else {
            return GameStart::At(Box::new(Position::start()));
        };
        match read_fen(&fen) {
            Ok(ReadFen { start, dropped }) => {
                for dropped in dropped {
                    self.repairs.add(end, || dropped);
                }
                GameStart::At(Box::new(start))
            }
            Err(error) => GameStart::Unplayable(error),
        }
    }
}

/// The names of the tags that the audit uses.
const NAMES: [&str; 12] = [
    "White",
    "Black",
    "Site",
    "Termination",
    "TerminationDetails",
    "Date",
    "UTCDate",
    "EventDate",
    "Result",
    "Variant",
    "FEN",
    "SetUp",
];

/// A tag pair as it is written.
pub(super) struct Tag<'a> {
    pub(super) name: &'a [u8],
    /// The value, with its backslashes.
    value: &'a [u8],
    has_backslash: bool,
    /// The length of the tag in bytes, closing bracket included.
    length: usize,
}

/// The bytes that end the name of a tag.
const ENDS_NAME: ByteSet = ByteSet::new(b"\"]\n");

/// The bytes where the scan of a value stops: the ends of the value, and the backslash, which escapes the next byte.
const ENDS_VALUE: ByteSet = ByteSet::new(b"\"\\\n");

/// The bytes that end a tag after its value.
const ENDS_TAG: ByteSet = ByteSet::new(b"]\n");

impl<'a> Tag<'a> {
    /// The value without its backslashes.
    #[inline]
    fn value(&self) -> Cow<'a, [u8]> {
        if self.has_backslash {
            Cow::Owned(unescaped(self.value))
        } else {
            Cow::Borrowed(self.value)
        }
    }

    /// Reads the tag whose bracket opens at the start of `text`. Without a closing quote the tag ends with the line.
    fn read(text: &'a [u8]) -> Tag<'a> {
        let open = ENDS_NAME.find(text, 1);
        if text.get(open) != Some(&b'"') {
            let length = open + usize::from(text.get(open) == Some(&b']'));
            return Tag { name: b"", value: b"", has_backslash: false, length };
        }
        let mut close = ENDS_VALUE.find(text, open + 1);
        let has_backslash = text.get(close) == Some(&b'\\');
        while text.get(close) == Some(&b'\\') {
            // A backslash escapes every byte except the line feed.
            let after = if text.get(close + 1) == Some(&b'\n') { close + 1 } else { close + 2 };
            close = ENDS_VALUE.find(text, after.min(text.len()));
        }
        let end = ENDS_TAG.find(text, close);
        Tag {
            name: text[1..open].trim_ascii(),
            value: &text[open + 1..close],
            has_backslash,
            length: end + usize::from(text.get(end) == Some(&b']')),
        }
    }
}

/// Whether `text` starts with a tag: an opening bracket, then a name.
#[inline]
pub(super) fn begins_tag(text: &[u8]) -> bool {
    match text {
        [b'[', b' ', rest @ ..] => {
            rest.iter().find(|&&byte| byte != b' ').is_some_and(u8::is_ascii_alphanumeric)
        }
        [b'[', first, ..] => first.is_ascii_alphanumeric(),
        _ => false,
    }
}

/// Returns what follows the tags at the start of a line that has no white space around it.
pub(super) fn after_tags(line: &[u8]) -> &[u8] {
    let mut rest = line;
    while begins_tag(rest) {
        // A tag ends at this bracket or a later one, or else with the line.
        match memchr::memchr(b']', rest) {
            Some(close) if close + 1 < rest.len() => {
                rest = rest[Tag::read(rest).length..].trim_ascii();
            }
            Some(_) | None => return &[],
        }
    }
    rest
}

/// Whether a variant of this name is chess, with any arrangement of the pieces on the first rank.
fn is_chess(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "",
        "?",
        "chess",
        "standard",
        "standardchess",
        "normal",
        "regular",
        "orthodox",
        "classical",
        "fromposition",
        "setup",
        "chess960",
        "960",
        "frc",
        "dfrc",
        "fischerandom",
        "fischerrandom",
        "fischerandomchess",
        "fischerrandomchess",
        "doublefischerrandom",
        "doublechess960",
        "chess9lx",
        "freestyle",
        "freestylechess",
    ];
    let name = name.to_lowercase().replace(['-', '_', ' '], "");
    NAMES.contains(&name.as_str())
}

/// A position that was read, and what was dropped from the text.
struct ReadFen {
    start: Position,
    dropped: Vec<String>,
}

/// Reads a FEN. The position need not be reachable in a game, because archives contain studies too.
fn read_fen(text: &str) -> Result<ReadFen, String> {
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
            Ok(start) => return Ok(ReadFen { start, dropped }),
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

fn line(text: &[u8]) -> usize {
    memchr::memchr(b'\n', text).unwrap_or(text.len())
}

/// Removes the backslashes before quotes and backslashes from the value of a tag.
fn unescaped(value: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(value.len());
    let mut bytes = value.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match bytes.peek() {
            Some(&next @ (b'"' | b'\\')) if byte == b'\\' => {
                plain.push(next);
                bytes.next();
            }
            _ => plain.push(byte),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_people_write_them() {
        for (text, white, result, movetext) in [
            ("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4", "A", Some(GameResult::White), "1. e4"),
            ("\u{1a}\0[White \"A\"]\n[Result \"*\"]\ne4", "A", Some(GameResult::Open), "e4"),
            ("\u{feff}[White \"A\"]\r\n[Result \"*\"]\r\ne4", "A", Some(GameResult::Open), "e4"),
            (
                "[White \"a \\\"b\\\" c\\\\\"] [Result \"1/2\"]*",
                "a \"b\" c\\",
                Some(GameResult::Draw),
                "*",
            ),
            ("[White \"open]\n[White \"B\"]\n1. d4", "open]", None, "1. d4"),
            ("[White]\n[Result 1-0]\n[White \"C\"]1. d4", "C", None, "1. d4"),
            ("%[White \"D\"]\n[White\"E\"]\n;note\n1. d4", "E", None, "1. d4"),
            ("[White \"F\\", "F\\", None, ""),
            ("[", "", None, "["),
            ("[ White \"G\"]\n[%]", "G", None, "[%]"),
            ("[white \"H\"]\n[RESULT \"1-0\"]\n*", "H", Some(GameResult::White), "*"),
            ("", "", None, ""),
        ] {
            let (headers, at) = Headers::read(text.as_bytes());
            let read = text_of(headers.white.as_deref().unwrap_or_default());
            assert_eq!((read.as_ref(), headers.result()), (white, result), "{text:?}");
            assert_eq!(&text[at..], movetext, "{text:?}");
        }
    }

    #[test]
    fn a_game_begins_where_its_tags_say() {
        let ending = "8/8/4k3/8/2R5/8/3K4/8 b - - 100 110";
        let shuffled = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w - - 2 9";
        let castles = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1";
        let by_files = "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1";
        let start = Position::start().to_string();
        for (tags, expected) in [
            (String::new(), Some(start.as_str())),
            ("[Variant \"Standard\"]".to_owned(), Some(&start)),
            ("[Variant \"Chess960\"]".to_owned(), Some(&start)),
            (format!("[Variant \"From Position\"][FEN \"{ending}\"]"), Some(ending)),
            (format!("[SetUp \"1\"][FEN \"{ending}\"]"), Some(ending)),
            (format!("[SetUp \"0\"][FEN \"{ending}\"]"), Some(&start)),
            (format!("[Variant \"Chess960\"][FEN \"{shuffled}\"]"), Some(shuffled)),
            (format!("[Variant \"normal\"][FEN \"{shuffled}\"]"), Some(shuffled)),
            (format!("[Variant \"fischerandom\"][FEN \"{start}\"]"), Some(&start)),
            (format!("[Variant \"normal\"][FEN \"{castles}\"]"), Some(by_files)),
            (format!("[FEN \"{by_files}\"]"), Some(by_files)),
            (
                "[fen \"4k3/8/8/8/8/8/8/4K2R w KQk - 0 1\"]".to_owned(),
                Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQx e6 0 1\"]".to_owned(),
                Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
            ),
            (
                "[FEN \"4k3/8/8/8/8/8/8/4K2R w HA e9 0 1\"]".to_owned(),
                Some("4k3/8/8/8/8/8/8/4K2R w H - 0 1"),
            ),
            ("[Variant \"Crazyhouse\"]".to_owned(), Some("crazyhouse")),
        ] {
            let begun = match Headers::read(tags.as_bytes()).0.start(0) {
                GameStart::At(position) => Some(position.to_string()),
                GameStart::Variant(name) => Some(name),
                GameStart::Unplayable(error) => panic!("{tags}: {error}"),
            };
            assert_eq!(begun.as_deref(), expected, "{tags}");
        }
        for fen in [
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/8 w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        ] {
            let tags = format!("[Variant \"Chess960\"][FEN \"{fen}\"]");
            let (mut headers, _) = Headers::read(tags.as_bytes());
            assert!(matches!(headers.start(0), GameStart::Unplayable(_)), "{fen}");
        }
    }
}
