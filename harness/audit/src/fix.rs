//! Corrects tags of games whose correct value follows from the moves or from the tag itself.

use std::{io, ops::Range};

use lawbook::rules::Termination;

use super::{
    GameResult, GameRules,
    games::GameReader,
    headers::{GameStart, Headers},
    indexed_text::GameText,
    played::{PlayedMovetext, Wanted},
};

/// A correction of the value of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagFix {
    /// The place of the value in the text, in bytes.
    pub place: Range<usize>,
    /// The right value.
    pub right: String,
}

/// Returns the corrections of the tags `Result` and `Termination` in a plain text, in order:
///
/// - `Result`, if the game ends with checkmate or stalemate after its last move, and the movetext has no other result;
/// - the spelling of a valid `Result`, such as `1:0`;
/// - `Termination`, if it is `unterminated` although such an end is on the board.
///
/// # Errors
///
/// The text cannot be split into games.
pub fn tag_fixes(text: &[u8]) -> io::Result<Vec<TagFix>> {
    let mut fixes = Vec::new();
    let mut games = GameReader::new(text);
    while let Some(batch) = games.next_batch() {
        for cut in batch.games.iter().filter(|cut| cut.damage.is_none()) {
            let begin = cut.offset as usize;
            fixes.extend(fixes_of(batch.text(cut)).into_iter().map(|TagFix { place, right }| {
                TagFix { place: begin + place.start..begin + place.end, right }
            }));
        }
    }
    games.into_error().map_or(Ok(fixes), Err)
}

fn fixes_of(game: GameText<'_>) -> Vec<TagFix> {
    let text = game.bytes;
    let mut found = [None, None];
    let begin = Headers::tags(text, |tag, end| {
        let names = [&b"Result"[..], b"Termination"];
        let number = names.iter().position(|name| name.eq_ignore_ascii_case(tag.name));
        if let Some(slot) = number.map(|number| &mut found[number]).filter(|slot| slot.is_none()) {
            *slot = Some(tag.place_of_value(end));
        }
    });
    let [result, termination] = found;
    let (proven, movetext) = end_on_the_board(game, begin);
    let mut fixes = Vec::new();
    if let Some(place) = result {
        let said = &text[place.clone()];
        let tag = GameResult::read(said.trim_ascii());
        let agrees = |right: &GameResult| {
            movetext.is_none_or(|result| result == GameResult::Open || result == *right)
        };
        let right = match proven.filter(agrees) {
            Some(right) => Some(right),
            None => tag.filter(|&tag| !matches!(tag, GameResult::Open | GameResult::BothLost)),
        };
        if let Some(right) = right.map(|right| right.to_string())
            && said != right.as_bytes()
        {
            fixes.push(TagFix { place, right });
        }
    }
    if let Some(place) = termination
        && proven.is_some()
        && text[place.clone()].trim_ascii().eq_ignore_ascii_case(b"unterminated")
    {
        fixes.push(TagFix { place, right: "normal".to_owned() });
    }
    fixes.sort_by_key(|fix| fix.place.start);
    fixes
}

/// Returns the result of a game whose last move gives checkmate or stalemate, and the result in the movetext.
fn end_on_the_board(game: GameText<'_>, begin: usize) -> (Option<GameResult>, Option<GameResult>) {
    let (mut headers, _) = Headers::read(game.bytes);
    let GameStart::At(start) = headers.start(begin) else { return (None, None) };
    let rules = GameRules::Dated.of(&headers).rules;
    let played = PlayedMovetext::new(rules, *start, game, begin, Wanted::default());
    let is_sound =
        played.trouble.is_none() && played.illegal_moves().next().is_none() && played.after == 0;
    let end = played.outcome().filter(|outcome| {
        is_sound && matches!(outcome.by, Termination::Checkmate | Termination::Stalemate)
    });
    (end.map(|outcome| GameResult::of(outcome.winner)), played.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a text with its corrections made.
    fn fixed(text: &[u8]) -> String {
        let mut fixed = text.to_vec();
        for TagFix { place, right } in tag_fixes(text).unwrap().into_iter().rev() {
            fixed.splice(place, right.into_bytes());
        }
        String::from_utf8_lossy(&fixed).into_owned()
    }

    fn game(result: &str, more: &str, moves: &str) -> String {
        format!(
            "[Event \"x\"]\r\n[White \"\u{fc}\"]\r\n[Result \"{result}\"]\r\n{more}\r\n{moves}\r\n\r\n"
        )
    }

    #[test]
    fn tags_are_corrected_where_the_moves_prove_it() {
        const MATE: &str = "1. f3 e5 2. g4 Qh4#";
        let same = "[Termination \"unterminated\"]\r\n";
        let normal = "[Termination \"normal\"]\r\n";
        for (result, more, moves, right, right_more) in [
            ("1-0", "", "1. f3 e5 2. g4 Qh4# 0-1", "0-1", ""),
            ("1-0", "", MATE, "0-1", ""),
            ("*", same, "1. f3 e5 2. g4 Qh4# *", "0-1", normal),
            ("?", "", "1. f3 e5 2. g4 Qh4# 0-1", "0-1", ""),
            ("1:0", "", "1. e4 1-0", "1-0", ""),
            (" 1-0", "", "1. e4 1-0", "1-0", ""),
            ("1/2", "", "1. e4 1/2-1/2", "1/2-1/2", ""),
            // The correct value is unknown.
            ("1-0", "", "1. f3 e5 2. g4 Qh4# 1-0", "1-0", ""),
            ("1-0", "", "1. f3 e5 2. g4 Qh4# 3. e4 0-1", "1-0", ""),
            ("1-0", "", "1. f3 e5 2. g4 Qh5 Qh4# 0-1", "1-0", ""),
            ("1-0", "", "1. e4 0-1", "1-0", ""),
            ("*", same, "1. e4 *", "*", same),
            ("?", "", "1. e4 1-0", "?", ""),
        ] {
            let (wrong, right) = (game(result, more, moves), game(right, right_more, moves));
            assert_eq!(fixed(wrong.as_bytes()), right);
            // Corrections are made once, also among other games.
            assert_eq!(fixed(right.as_bytes()), right);
            let other = game("*", "", "1. e4 *");
            let all = [&other[..], &wrong, &other, &wrong].concat();
            assert_eq!(fixed(all.as_bytes()), [&other[..], &right, &other, &right].concat());
        }
    }

    #[test]
    fn what_is_not_a_tag_is_left_as_it_is() {
        let text = b"% [Result \"1:0\"]\n[Event \"x\"]\n[RESULT \"1:0\"] {[Result \"1:0\"]} 1. e4 1:0\n\xff";
        let right = b"% [Result \"1:0\"]\n[Event \"x\"]\n[RESULT \"1-0\"] {[Result \"1:0\"]} 1. e4 1:0\n\xff";
        assert_eq!(fixed(text), String::from_utf8_lossy(right));
    }
}
