//! What somebody may have meant who wrote something that is not known.

/// So many letters of a text are compared: nothing that can be meant is as long.
const MOST: usize = 200;

/// How far a text is from something that is known: the letters to change, to put in, to leave out, or to
/// exchange with the next.
pub(super) fn distance(text: &str, known: &str) -> usize {
    let end = text.char_indices().nth(MOST).map_or(text.len(), |(end, _)| end);
    strsim::osa_distance(&text[..end], known)
}

/// The nearest of several, in quotes.
pub(super) fn nearest(text: &str, known: impl IntoIterator<Item = String>) -> String {
    let nearest = known.into_iter().min_by_key(|known| distance(text, known));
    nearest.map_or_else(String::new, |nearest| format!("{nearest:?}"))
}
