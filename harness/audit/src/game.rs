use std::io;

use lawbook::{
    position::{Line, Move, Position},
    rules::RuleSet,
};

use super::{
    GameResult, GameRules,
    games::GameReader,
    headers::{GameStart, Headers},
    indexed_text::GameText,
    played::{PlayedMovetext, Wanted},
    text::{MAX_TEXT, clip},
};

/// A game read from PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The moves up to the first one that cannot be played, or to the end of the game. Ends that need a search, such
    /// as dead positions by blocked pawns, do not count.
    pub line: Line,
    /// The rules that apply to the game.
    pub rules: RuleSet,
    /// Whether no tag names the year, so that a choice of rules by date fell back to the latest.
    pub undated: bool,
    /// The tag `White`.
    pub white: Option<String>,
    /// The tag `Black`.
    pub black: Option<String>,
    /// The tag `Date`, or else another tag that names the day.
    pub date: Option<String>,
    /// The result in the tag, or else in the movetext.
    pub result: Option<GameResult>,
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
            rules: rules.of(&headers).rules,
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
            return read(batch.text(cut), rules);
        }
        before += batch.games.len();
    }
    let games = if before == 1 { "1 game".to_owned() } else { format!("{before} games") };
    Err(invalid(format!("no game {number}: the text has {games}")))
}

fn read(text: GameText<'_>, rules: GameRules) -> io::Result<ReadGame> {
    let (mut headers, end) = Headers::read(text.bytes);
    let start: Position = match headers.start(end) {
        GameStart::At(start) => *start,
        GameStart::Variant(name) => {
            return Err(invalid(format!("the variant of this game is {name}; expected chess")));
        }
        GameStart::Unplayable(why) => return Err(invalid(why)),
    };
    let undated = rules.miss_the_day(&headers);
    let rules = rules.of(&headers).rules;
    let played = PlayedMovetext::new(rules, start, text, end, Wanted::default());
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
        trouble: played.first_error().map(|trouble| trouble.says.clone()),
        line: Line::as_far_as_legal(start, played.into_moves()),
    })
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
