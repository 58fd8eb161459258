//! The moves of recorded games, without the rest of their records.

use std::{io, sync::Arc};

use lawbook::{
    position::{Move, Position},
    rules::RuleSet,
};

use super::{
    ArchiveName, archive,
    games::GameReader,
    headers::{GameStart, Headers},
    indexed_text::GameText,
    played::{PlayedMovetext, Wanted},
};

/// Reads the moves of the games of an archive, up to `limit` games; `-` is standard input.
///
/// Skips games that begin from another position than the initial one, and games with a move that cannot be played.
/// Leaves out moves after the end of a game.
///
/// # Errors
///
/// The file cannot be read to its end, or its format is not supported.
pub fn lines(archive: &ArchiveName, limit: usize) -> io::Result<Vec<Vec<Move>>> {
    let mut games = GameReader::new(archive::open(archive, &Arc::default())?);
    let mut lines = Vec::new();
    while let Some(batch) = games.next_batch() {
        let texts = batch.games.iter().map(|cut| batch.text(cut));
        lines.extend(texts.filter_map(line));
        if lines.len() >= limit {
            lines.truncate(limit);
            return Ok(lines);
        }
    }
    games.into_error().map_or(Ok(lines), Err)
}

fn line(text: GameText<'_>) -> Option<Vec<Move>> {
    let (mut headers, end) = Headers::read(text.bytes);
    let GameStart::At(start) = headers.start(end) else { return None };
    let played = PlayedMovetext::new(RuleSet::LATEST, *start, text, end, Wanted::default());
    (*start == Position::start() && played.first_error().is_none()).then(|| played.into_moves())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexed_text::IndexedText;

    #[test]
    fn only_games_that_can_be_played_from_the_start_are_taken() {
        for (text, moves) in [
            ("1. e4 e5 *", Some("e2e4 e7e5")),
            ("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 3. a3 0-1", Some("f2f3 e7e5 g2g4 d8h4")),
            ("1. e4 e4 *", None),
            ("[Variant \"Atomic\"]\n\n1. e4 *", None),
            ("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", None),
        ] {
            let line = line(IndexedText::from(text).whole());
            let words = |line: Vec<Move>| line.iter().map(Move::to_string).collect::<Vec<_>>();
            assert_eq!(line.map(|line| words(line).join(" ")).as_deref(), moves, "{text}");
        }
    }
}
