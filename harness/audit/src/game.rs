use std::{io, path::Path, sync::Arc};

use lawbook::{
    position::{Line, Move, Position},
    rules::{RuleSet, Termination},
};

use super::{
    GameResult, GameRules, UnknownRules,
    archive::PlainText,
    dated::RulesFit,
    games::GameReader,
    headers::{GameStart, Headers, TagName},
    played::PlayedMovetext,
    tag::tags,
    text::{MAX_TEXT, clip, text_of},
};

/// A game read from PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The moves up to the first one that cannot be played, or to the end of the game. Ends that need a search, such
    /// as dead positions by blocked pawns, do not count.
    pub line: Line,
    /// The rules that apply to the game.
    pub rules: RuleSet,
    /// Why it is not known whether these rules applied, if no source shows it.
    pub unknown: Option<UnknownRules>,
    /// Why the end of the game on the board, if there is one, is not certain, as the end of a sentence.
    pub doubt: Option<String>,
    /// Whether no tag names the year, so that a choice of rules by date fell back to the latest.
    pub undated: bool,
    /// All tags in their order, with their names and values.
    pub tags: Vec<(String, String)>,
    /// The comment after the last move, if it says how the game ended.
    pub comment: Option<String>,
    /// The result in the movetext.
    pub score: Option<GameResult>,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The tag `Date`, or else another tag that names the day.
    pub date: Option<String>,
    /// The result in the tag, or else in the movetext.
    pub result: Option<GameResult>,
    /// The first thing in the tags, or in the start position, that was not read as it is written.
    pub repaired: Option<String>,
    /// Whether further games follow in the text.
    pub has_more: bool,
    /// The number of moves after the end of the game.
    pub after: usize,
    /// Why the game could not be played to its end; `None` if it could.
    pub trouble: Option<String>,
}

impl ReadGame {
    /// Returns the game of these moves from `start`, without tags or a result.
    pub fn of_moves(start: Position, moves: Vec<Move>, rules: GameRules) -> ReadGame {
        let (headers, _) = Headers::read(b"");
        ReadGame {
            line: Line::as_far_as_legal(start, moves),
            rules: rules.of(&headers).known.rules,
            unknown: None,
            doubt: None,
            tags: Vec::new(),
            comment: None,
            score: None,
            undated: rules.miss_the_day(&headers),
            white: None,
            black: None,
            date: None,
            result: None,
            repaired: None,
            has_more: false,
            after: 0,
            trouble: None,
        }
    }
}

/// Reads the game with this `number`, from 1, in a text of PGN games or plain moves.
///
/// # Errors
///
/// The text has fewer games, the game is a variant other than chess, or its first position cannot be played.
pub fn read_game(text: &[u8], number: usize, rules: GameRules) -> io::Result<ReadGame> {
    let mut games = GameReader::new(text);
    let mut before = 0;
    while let Some(batch) = games.next_batch() {
        let wanted = number.checked_sub(before + 1).and_then(|place| batch.games.get(place));
        if let Some(cut) = wanted {
            let mut game = read(&batch.text[cut.start..cut.end], rules)?;
            game.has_more = before + batch.games.len() > number || games.next_batch().is_some();
            return Ok(game);
        }
        before += batch.games.len();
    }
    let games = if before == 1 { "1 game".to_owned() } else { format!("{before} games") };
    Err(invalid(format!("no game {number}: the text has {games}")))
}

fn read(text: &[u8], rules: GameRules) -> io::Result<ReadGame> {
    let (mut headers, end) = Headers::read(text);
    let start: Position = match headers.start(end) {
        GameStart::At(start) => *start,
        GameStart::Variant(name) => {
            return Err(invalid(format!("the variant of this game is {name}; expected chess")));
        }
        GameStart::Unplayable(why) => return Err(invalid(why)),
    };
    let undated = rules.miss_the_day(&headers);
    let known = rules.of(&headers).known;
    let rules = known.rules;
    let unknown = match known.fit {
        RulesFit::Unknown(why) => Some(why),
        RulesFit::InForce | RulesFit::Newer => None,
    };
    let played = PlayedMovetext::new(rules, start, text, end, false, None);
    let by = played.outcome.map_or(Termination::DeadPosition, |outcome| outcome.by);
    let tag = headers.result().filter(|&tag| tag != GameResult::Open);
    Ok(ReadGame {
        rules,
        unknown,
        doubt: known.doubt_of_end(by),
        undated,
        tags: all_tags(text),
        comment: played
            .comment
            .filter(|_| headers.end(played.comment).is_in_comment())
            .map(|comment| text_of(comment).into_owned()),
        score: played.score,
        white: headers.text(TagName::White),
        black: headers.text(TagName::Black),
        date: headers.dates().next().map(|date| clip(date, MAX_TEXT)),
        result: tag.or(played.score).or(headers.result()),
        repaired: headers.repairs.first.as_ref().map(|(_, says)| says.clone()),
        has_more: false,
        after: played.after,
        trouble: played.first_error().map(|trouble| trouble.says.clone()),
        line: Line::as_far_as_legal(start, played.moves),
    })
}

/// Returns the names and values of all tags of a game.
fn all_tags(text: &[u8]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    tags(text, |tag, _| {
        if !tag.name.is_empty() {
            all.push((text_of(tag.name).into_owned(), text_of(&tag.value()).into_owned()));
        }
    });
    all
}

/// Reads the moves of the games of an archive, up to `limit` games; `-` is standard input.
///
/// Skips games that begin from another position than the initial one, and games with a move that cannot be played.
/// Leaves out moves after the end of a game.
///
/// # Errors
///
/// The file cannot be read to its end, or its format is not supported.
pub fn lines(archive: &Path, limit: usize) -> io::Result<Vec<Vec<Move>>> {
    let mut games = GameReader::new(PlainText::open(archive, &Arc::default())?);
    let mut lines = Vec::new();
    while let Some(batch) = games.next_batch() {
        lines.extend(batch.games.iter().filter_map(|span| line(&batch.text[span.start..span.end])));
        if lines.len() >= limit {
            lines.truncate(limit);
            return Ok(lines);
        }
    }
    games.into_source().1.map_or(Ok(lines), Err)
}

pub(super) fn line(text: &[u8]) -> Option<Vec<Move>> {
    let (mut headers, end) = Headers::read(text);
    let GameStart::At(start) = headers.start(end) else { return None };
    let played = PlayedMovetext::new(RuleSet::LATEST, *start, text, end, false, None);
    (*start == Position::start() && played.first_error().is_none()).then_some(played.moves)
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
