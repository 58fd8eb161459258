//! Words that stand for a file.

use std::path::Path;

/// Returns what is wrong with a word in place of moves, if it names a folder, or looks like the name of a file that is not
/// there.
pub(crate) fn no_file(word: &str) -> Option<String> {
    let path = Path::new(word);
    if path.is_dir() {
        return Some(format!("{word} is a folder; expected a file"));
    }
    let extension = path.extension().and_then(|one| one.to_str()).unwrap_or_default();
    let is_name = (2..=5).contains(&extension.len())
        && extension.chars().all(|letter| letter.is_ascii_alphabetic())
        && !word.contains(char::is_whitespace);
    (is_name && !path.exists()).then(|| format!("there is no file {word}"))
}
