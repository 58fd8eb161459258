use lawbook::{
    board::Color,
    notation::write_san,
    position::{Position, Setup},
    rules::Act,
    sentence::read_line,
};
use lawbook_catalogue::Case;

use super::ListedCase;
use crate::pgn::{escaped, wrapped};

/// Formats a case as a PGN game: moves as moves, all other acts as comments.
pub(super) fn game(case: &Case, entry: &ListedCase<'_>) -> String {
    let result = result(&entry.answers());
    let mut tags = vec![
        ("Event", entry.title),
        ("Site", &entry.place),
        ("Date", "????.??.??"),
        ("Round", entry.id),
        ("White", "?"),
        ("Black", "?"),
        ("Result", result),
        ("Rules", entry.rule_set),
    ];
    if case.setup != Setup::start() {
        tags.extend([("SetUp", "1"), ("FEN", &entry.setup)]);
    }
    // A tag must be on one line; a title may have several.
    let tag = |(name, text): (&str, &str)| {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("[{name} \"{}\"]\n", escaped(&line))
    };
    let mut words = moves(case);
    words.extend(comment(&format!("Under {}: {}", entry.rule_set, entry.answers())));
    words.push(result.to_owned());
    tags.into_iter().map(tag).collect::<String>() + "\n" + &wrapped(&words) + "\n"
}

/// Returns the words of the movetext. After an illegal move that stands, further moves become comments.
fn moves(case: &Case) -> Vec<String> {
    let mut words = comment(&case.event.to_string());
    let Ok(mut position) = Position::new(&case.setup) else { return words };
    let (mut shown, mut numbered, mut goes_on) = (position, false, true);
    for line in &case.play {
        let acts = read_line(&mut position, line).unwrap_or_default();
        for act in &acts {
            goes_on &= !act.may_leave_legal_line();
            let Some(played) = act.played().filter(|_| goes_on) else { continue };
            let Ok(next) = shown.play(played) else { continue };
            if shown.turn() == Color::White {
                words.push(format!("{}.", shown.fullmove_number()));
            } else if !numbered {
                words.push(format!("{}...", shown.fullmove_number()));
            }
            words.push(write_san(&shown, played));
            (shown, numbered) = (next, true);
        }
        if !goes_on || !acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. })) {
            words.extend(comment(line));
            numbered = false;
        }
    }
    words
}

/// Returns the words of a comment in braces; none if `text` is empty.
fn comment(text: &str) -> Vec<String> {
    let text = text.replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Returns the result tag, if the right answer to the first question implies a result.
fn result(answers: &str) -> &'static str {
    let stands = "How does the game stand? ";
    match answers.split("; ").find_map(|answer| answer.strip_prefix(stands)) {
        Some(ruling) if ruling.starts_with("White wins") => "1-0",
        Some(ruling) if ruling.starts_with("Black wins") => "0-1",
        Some(ruling) if ruling.starts_with("draw") => "1/2-1/2",
        _ => "*",
    }
}
