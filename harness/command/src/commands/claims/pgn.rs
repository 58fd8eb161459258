use lawbook::board::Color;
use lawbook::position::Position;
use lawbook_arbiter::story::DrawStory;
use lawbook_audit::{GameResult, ReadGame};

use crate::pgn::{escaped, wrapped};

/// Formats the game as PGN, with comments at the relevant moves.
pub(super) fn pgn(game: &ReadGame, story: &DrawStory) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text.push_str(&format!("[{name} \"{}\"]\n", escaped(value)));
    };
    // A result in the tag only is that of the movetext too. Two different results stay different.
    let result = game.score.or(game.result).unwrap_or(GameResult::Open).to_string();
    for (name, value) in &game.tags {
        tag(name, value);
    }
    if game.tags.is_empty() {
        for (name, value) in [("Event", "?"), ("White", "?"), ("Black", "?"), ("Result", "*")] {
            tag(name, value);
        }
        if *game.line.start() != Position::start() {
            tag("SetUp", "1");
            tag("FEN", &story.start);
        }
    }
    text.push('\n');
    let mut words = Vec::new();
    let notes = story.notes();
    let mut rest = &notes[..];
    let mut comments = |ply: usize, words: &mut Vec<String>| {
        let (here, later) = rest.split_at(rest.partition_point(|note| note.ply <= ply));
        rest = later;
        let here: Vec<&str> = here.iter().map(|note| note.says.as_str()).collect();
        if here.is_empty() {
            return false;
        }
        // A PGN comment ends with the first closing brace; it cannot be escaped.
        let says = here.join("; ").replace('{', "(").replace('}', ")");
        words.extend(format!("{{ {says} }}").split(' ').map(str::to_owned));
        true
    };
    let mut interrupted = true;
    comments(0, &mut words);
    for (ply, (before, one)) in (1..).zip(game.line.positions().iter().zip(&story.moves)) {
        match before.turn() {
            Color::White => words.push(format!("{}.", before.fullmove_number())),
            Color::Black if interrupted => words.push(format!("{}...", before.fullmove_number())),
            Color::Black => {}
        }
        words.push(one.san.clone());
        interrupted = comments(ply, &mut words);
    }
    if game.after > 0 {
        words
            .push(format!("{{ moves recorded after the end, not repeated here: {} }}", game.after));
    }
    // The audit reads the last comment, so that of the record stays the last one.
    words.extend(game.comment.iter().map(|comment| format!("{{{comment}}}")));
    words.push(result);
    text + &wrapped(&words)
}
