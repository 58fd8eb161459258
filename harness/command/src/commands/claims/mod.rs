//! `lawbook claims`: every repetition and possible draw claim of a game.

mod options;
mod pgn;
mod text;

pub(crate) use options::{ClaimsOptions, StoryFormat};

use std::io::{self, Read};

use lawbook::words::{counted, visible};
use lawbook::{notation::PositionText, position::Unreachable};
use lawbook_arbiter::story::DrawStory;
use lawbook_audit::{
    GameRules, MAX_GAME, ReadGame, UnknownRules, is_stdin, plain_text, read_game, shown,
};
use serde::Serialize;

use crate::{
    input,
    output::{self, Exit, Failure, Result, usage},
};

/// A story as JSON, with the tags of the game.
#[derive(Serialize)]
struct GameStory<'a> {
    white: &'a Option<String>,
    black: &'a Option<String>,
    date: &'a Option<String>,
    /// Whether the dated rules were requested but no tag gives the year, so that the current rules apply.
    undated: bool,
    /// Why it is not known whether these rules applied, if no source shows it.
    unknown: Option<UnknownRules>,
    /// Why the end of the story, if there is one, is not certain.
    doubt: &'a Option<String>,
    result: Option<String>,
    /// Reason why the game could not be replayed to its end.
    trouble: &'a Option<String>,
    story: &'a DrawStory,
}

/// `lawbook claims GAME`
pub(crate) fn run(options: &ClaimsOptions) -> Result {
    let rules: GameRules = options.rules.parse().map_err(|error| {
        usage(format!("{error}; \"dated\" uses the rules in force on the date of the game"))
    })?;
    let game = read(options, rules)?;
    if game.has_more && options.number.is_none() {
        output::note("this is the first of several games; --number N shows another");
    }
    game.repaired.iter().for_each(|says| output::note(&visible(says)));
    let story = DrawStory::new(&game.line, game.rules, options.limit);
    let text = match options.format {
        StoryFormat::Text => text::text(&game, &story),
        StoryFormat::Json => output::json(&GameStory {
            white: &game.white,
            black: &game.black,
            date: &game.date,
            undated: game.undated,
            unknown: game.unknown,
            doubt: &game.doubt,
            result: game.result.map(|result| result.to_string()),
            trouble: &game.trouble,
            story: &story,
        })?,
        StoryFormat::Pgn => pgn::pgn(&game, &story),
    };
    output::print(&visible(&text))?;
    match &game.trouble {
        None => Ok(Exit::Agreed),
        Some(trouble) => Err(Failure::new(
            Exit::IoError,
            format!("the game is shown up to ply {}: {trouble}", game.line.moves().len()),
        )),
    }
}

/// Reads the game from a file, from standard input, or from the argument itself.
fn read(options: &ClaimsOptions, rules: GameRules) -> Result<ReadGame> {
    let (path, number) = (&options.game, options.number.unwrap_or(1) as usize);
    let given = shown(path);
    let trouble = |error: io::Error| Failure::new(Exit::IoError, format!("{given}: {error}"));
    let mut text = Vec::new();
    // Read no more of a file than several games of maximum length.
    let most = 16 * MAX_GAME as u64;
    if is_stdin(path) || path.is_file() {
        // read below
    } else if let Some(message) = input::no_file(&given) {
        return Err(usage(message));
    } else if PositionText::looks_like_one(&given) {
        return read_position(&given, number, rules).map_err(usage);
    } else {
        let wrong = |why: &str| usage(format!("{given:?} is neither a file nor moves: {why}"));
        let game = read_game(given.as_bytes(), number, rules)
            .map_err(|error| wrong(&error.to_string()))?;
        return match &game.trouble {
            Some(why) => Err(wrong(why)),
            None if game.line.moves().is_empty() => Err(wrong("none")),
            None => Ok(game),
        };
    }
    let source = plain_text(path).map_err(trouble)?;
    source.take(most).read_to_end(&mut text).map_err(trouble)?;
    let lines = String::from_utf8_lossy(&text);
    match positions(&lines).next() {
        Some((_, first)) if PositionText::looks_like_one(first) => {
            read_position(&lines, number, rules)
                .map_err(|error| Failure::new(Exit::IoError, format!("{given}: {error}")))
        }
        _ => read_game(&text, number, rules).map_err(trouble),
    }
}

/// Returns the lines of a file of positions, each with its number. Empty lines and comments are skipped.
fn positions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Reads the position with this number, with its moves, as a game.
fn read_position(
    text: &str,
    number: usize,
    rules: GameRules,
) -> std::result::Result<ReadGame, String> {
    let Some((line, text)) = positions(text).nth(number.saturating_sub(1)) else {
        let count = counted(positions(text).count(), "position");
        return Err(format!("no game {number}: the text has {count}"));
    };
    let read = PositionText::read(text).map_err(|error| format!("line {line}: {error}"))?;
    let repaired = read.unreachable.map(Unreachable::note);
    Ok(ReadGame { repaired, ..ReadGame::of_moves(read.start, read.moves, rules) })
}

/// Formats the players, the date and the result.
fn title(game: &ReadGame) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let mut title = format!("{} - {}", name(&game.white), name(&game.black));
    if let Some(date) = &game.date {
        title.push_str(&format!(", {date}"));
    }
    if let Some(result) = game.result {
        title.push_str(&format!(", {result}"));
    }
    title
}
