//! Suggestions for misspelt words ("did you mean").

/// At most this many letters of a text are compared; every known text is shorter.
const MOST: usize = 200;

/// How far a text is from something that is known: the letters to change, to put in, to leave out, or to
/// exchange with the next.
pub(crate) fn distance(text: &str, known: &str) -> usize {
    let end = text.char_indices().nth(MOST).map_or(text.len(), |(end, _)| end);
    strsim::osa_distance(&text[..end], known)
}

/// The nearest of several, in quotes.
pub(crate) fn nearest(text: &str, known: impl IntoIterator<Item = String>) -> String {
    let nearest = known.into_iter().min_by_key(|known| distance(text, known));
    nearest.map_or_else(String::new, |nearest| format!("{nearest:?}"))
}
