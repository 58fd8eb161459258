//! Suggestions for misspelt words ("did you mean").

/// Only this number of characters of a text is compared; every known text is shorter.
const MAX_LENGTH: usize = 200;

/// Returns the edit distance of a text to a known one: the number of characters to change, insert, delete, or swap with
/// their neighbour.
pub fn distance(text: &str, known: &str) -> usize {
    let end = text.char_indices().nth(MAX_LENGTH).map_or(text.len(), |(end, _)| end);
    strsim::osa_distance(&text[..end], known)
}

/// Returns the known text with the smallest distance, in quotes.
pub fn nearest(text: &str, known: impl IntoIterator<Item = String>) -> String {
    let nearest = known.into_iter().min_by_key(|known| distance(text, known));
    nearest.map_or_else(String::new, |nearest| format!("{nearest:?}"))
}
