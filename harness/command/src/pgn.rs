//! Helpers shared by all writers of PGN.

/// Maximum length of a line of movetext, in characters.
const WIDTH: usize = 79;

/// Escapes the value of a PGN tag.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Joins words into lines of at most `WIDTH` characters.
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
