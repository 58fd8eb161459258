//! What every writer of games as PGN does alike.

/// The longest line of moves and comments, in characters.
const WIDTH: usize = 79;

/// A text in a tag.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Words in lines that are no longer than they may be.
pub(crate) fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        let is_full = |line: &String| line.chars().count() + 1 + word.chars().count() > WIDTH;
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if !is_full(line) => line.push_str(&format!(" {word}")),
            Some(_) | None => lines.push(word.clone()),
        }
    }
    lines.join("\n") + "\n"
}
