use std::io;

use lawbook::{
    position::{Line, Move, Position},
    rules::RuleSet,
};

use super::{
    GameResult, GameRules,
    games::Games,
    headers::{GameStart, Headers},
    indexed_text::GameText,
    played::PlayedMovetext,
    text::{MAX_TEXT, clip},
};

/// A game as it is read of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The moves, as far as they can be played, up to what ends the game by the pieces alone.
    pub line: Line,
    /// The rules by which it is judged.
    pub rules: RuleSet,
    /// Whether these are the rules of today because those of the game's day were asked for, and no tag says the year.
    pub undated: bool,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The tag `Date`, or what else says the day.
    pub date: Option<String>,
    /// The result, of the tag or else of the movetext.
    pub result: Option<GameResult>,
    /// How many moves are written after the end.
    pub after: usize,
    /// Why it could not be played to its end.
    pub trouble: Option<String>,
}

impl ReadGame {
    /// The game of these moves from this position, without a record.
    pub fn of_moves(start: Position, moves: Vec<Move>, rules: GameRules) -> ReadGame {
        let (headers, _) = Headers::read(b"");
        ReadGame {
            line: Line::as_far_as_legal(start, moves),
            rules: rules.of(&headers),
            undated: rules.miss_the_day(&headers),
            white: None,
            black: None,
            date: None,
            result: None,
            after: 0,
            trouble: None,
        }
    }
}

/// Reads the game of this number, from 1, of a text that holds games as PGN, or just moves.
///
/// # Errors
///
/// There are not so many games, it is another variant than chess, or the position to begin with cannot be played.
pub fn read_game(text: &[u8], number: usize, rules: GameRules) -> io::Result<ReadGame> {
    let mut games = Games::new(text);
    let mut before = 0;
    while let Some(batch) = games.next_batch() {
        let wanted = number.checked_sub(before + 1).and_then(|place| batch.games.get(place));
        if let Some(cut) = wanted {
            return read(batch.text(cut), rules);
        }
        before += batch.games.len();
    }
    let games = if before == 1 { "1 game".to_owned() } else { format!("{before} games") };
    Err(invalid(format!("there is no game {number}: the text has {games}")))
}

fn read(text: GameText<'_>, rules: GameRules) -> io::Result<ReadGame> {
    let (headers, end) = Headers::read(text.bytes);
    let start: Position = match headers.start() {
        GameStart::At(start) => *start,
        GameStart::Variant(name) => {
            return Err(invalid(format!("this is a game of {name}, and right would be chess")));
        }
        GameStart::Unplayable(why) => return Err(invalid(why)),
    };
    let undated = rules.miss_the_day(&headers);
    let rules = rules.of(&headers);
    let played = PlayedMovetext::new(rules, start, text, end, false);
    let tag = headers.result().filter(|&tag| tag != GameResult::Open);
    let words = |text: &[u8]| clip(text, MAX_TEXT);
    Ok(ReadGame {
        rules,
        undated,
        white: headers.white.as_deref().map(words),
        black: headers.black.as_deref().map(words),
        date: headers.dates().next().map(words),
        result: tag.or(played.score).or(headers.result()),
        after: played.after,
        trouble: played.trouble.as_ref().map(|trouble| trouble.says.clone()),
        line: Line::as_far_as_legal(start, played.into_moves()),
    })
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
