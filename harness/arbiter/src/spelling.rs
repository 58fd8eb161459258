//! Parses moves in everyday spellings.

use super::vocabulary::Vocabulary;
use lawbook::{
    notation::{SanError, read_san},
    position::{Move, Position},
    sentence::SentenceError,
};

/// Parses a move: algebraic or by its squares, in upper or lower case, with zeros or letters for castling.
pub(super) fn read_move(position: &Position, word: &str) -> Result<Move, SanError> {
    let word = word.trim_end_matches(['!', '?']);
    let exact = read_san(position, word);
    if exact.is_ok() || matches!(exact, Err(SanError::Ambiguous { .. })) {
        return exact;
    }
    let lower = word.to_ascii_lowercase();
    let castling = lower.replace('0', "o");
    let capital = |text: &str| {
        let mut letters = text.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_ascii_uppercase().to_string() + letters.as_str()
        })
    };
    let promoted = match lower.split_once('=') {
        Some((pushed, role)) => format!("{pushed}={}", role.to_ascii_uppercase()),
        None => lower.clone(),
    };
    let squares = lower.replace(['-', 'x'], "");
    let by_squares = squares.parse::<Move>().ok().filter(|&one| position.is_legal(one));
    if let Some(legal) = by_squares {
        return Ok(legal);
    }
    let others = [promoted.clone(), capital(&promoted), castling.to_ascii_uppercase()];
    others.iter().find_map(|text| read_san(position, text).ok()).ok_or(()).or(exact)
}

/// Parses a move with the letters that other languages use for the pieces, if it is not a move in English.
///
/// # Errors
///
/// Returns the possible moves if the languages read different moves in it, or if its letter is one of English too, so
/// that another move may be meant.
pub(super) fn read_foreign_move(
    position: &Position,
    word: &str,
) -> Result<Option<Move>, Vec<Move>> {
    let mut letters = word.chars();
    let Some(letter) = letters.next() else { return Ok(None) };
    let rest = letters.as_str();
    let mut moves: Vec<Move> = Vec::new();
    for role in Vocabulary::get().roles_of(letter) {
        let text = format!("{}{rest}", role.letter().to_ascii_uppercase());
        if let Ok(read) = read_san(position, &text)
            && !moves.contains(&read)
        {
            moves.push(read);
        }
    }
    match moves[..] {
        [] => Ok(None),
        [one] if !"KQRBN".contains(letter) => Ok(Some(one)),
        _ => Err(moves),
    }
}

/// Returns whether a word can only be meant as a move.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    let word = word.trim_end_matches(['!', '?', '+', '#']);
    let castling = matches!(word.to_ascii_lowercase().as_str(), "o-o" | "0-0" | "o-o-o" | "0-0-0");
    let names_a_square = word.as_bytes().windows(2).any(|pair| {
        matches!(pair[0].to_ascii_lowercase(), b'a'..=b'h') && pair[1].is_ascii_digit()
    });
    let letters = word.chars().all(|letter| {
        letter.is_ascii_alphanumeric() || "=-x+".contains(letter) || ('♔'..='♟').contains(&letter)
    });
    castling || (names_a_square && letters && word.chars().count() <= 8)
}

/// Returns the squares of a word that may begin with the letter of a piece, as in `Ke1-e3`.
pub(super) fn path(lower: &str) -> Option<&str> {
    let is_square = |pair: &[u8]| matches!(pair[0], b'a'..=b'h') && pair[1].is_ascii_digit();
    let start = lower.as_bytes().windows(2).position(is_square)?;
    let path = lower.get(start..)?;
    path.replace(['-', 'x'], "").parse::<Move>().is_ok().then_some(path)
}

/// Creates the error for a word that is not a legal move. If it names squares, the error suggests an illegal move.
pub(super) fn no_move(position: &Position, word: &str, error: SanError) -> SentenceError {
    match path(&word.to_ascii_lowercase()) {
        Some(path) => {
            let by = position.turn();
            let right = format!("\"{by} makes the illegal move {path} and presses the clock\"");
            SentenceError::Unknown { text: word.to_owned(), right: vec![right] }
        }
        None => error.into(),
    }
}

/// Removes the move number from `1.e4` or `1...e5`; leaves a bare number unchanged.
pub(super) fn strip_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with(['.', '…']) { rest.trim_start_matches(['.', '…']) } else { word }
}
