//! Moves as people and programs spell them.

use lawbook::{
    board::{File, Role},
    notation::{SanError, read_san, write_san},
    position::{Move, Position},
};

use super::score::GameResult;

/// Whether a word is a null move, in one of the spellings that analysis programs use.
pub fn is_null(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"0000" | b"@@@@" | b"<>" | b"null" | b"pass")
}

/// A move in a spelling other than that of the standard.
pub struct SpelledMove {
    /// The move.
    pub played: Move,
    /// The result that follows it in the same word, as in `Qg20-1`.
    pub score: Option<GameResult>,
}

/// Parses a move in algebraic notation, by its squares (`g1f3`, `g1-f3`, `e7e8q`), with a small letter for the new
/// piece (`bxa8=q`), by the files of a capture (`ed`), with signs or a word after it (`Nf3±`, `Qh4mate`), or with the
/// result after it (`Qg20-1`).
pub fn read_move(position: &Position, word: &str) -> Result<SpelledMove, SanError> {
    let read = |word: &str| {
        let plain = without_signs(word);
        let plain = ["mate", "dblch", "dbl.ch", "disch", "dis.ch", "ch"]
            .into_iter()
            .find_map(|sign| plain.strip_suffix(sign))
            .map_or(plain, without_signs);
        read_san(position, plain).or_else(|error| {
            let by_squares = by_squares(plain).filter(|&played| position.is_legal(played));
            by_squares
                .or_else(|| with_capital(position, plain))
                .map_or_else(|| capture_by_files(position, plain).unwrap_or(Err(error)), Ok)
        })
    };
    let whole = read_san(position, word).or_else(|_| read(word));
    let error = match whole {
        Ok(played) => return Ok(SpelledMove { played, score: None }),
        Err(error) => error,
    };
    let parts = GameResult::split_end(word.as_bytes());
    let parts = parts.and_then(|(before, score)| Some((std::str::from_utf8(before).ok()?, score)));
    let (before, score) = parts.ok_or(error)?;
    read(before).map(|played| SpelledMove { played, score: Some(score) })
}

/// Parses a move by its squares: `g1f3`, `g1-f3`, `e7e8q`.
pub fn by_squares(word: &str) -> Option<Move> {
    word.replace(['-', 'x'], "").parse().ok()
}

/// Parses the capture of a pawn by its files: `ed`, `exd`, `ed=Q`. `None` if the text has another form, or if no such
/// capture is legal.
fn capture_by_files(position: &Position, word: &str) -> Option<Result<Move, SanError>> {
    let plain: Vec<char> =
        word.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-' | '=')).collect();
    let (from, to, promotion) = match plain[..] {
        [from, to] => (from, to, None),
        [from, to, role] => (from, to, Some(Role::from_letter(role.to_ascii_uppercase())?)),
        _ => return None,
    };
    let [from, to] = [File::from_letter(from)?, File::from_letter(to)?];
    let fits = |legal: &Move| {
        position.at(legal.from).is_some_and(|piece| piece.role == Role::Pawn)
            && (legal.from.file(), legal.to.file()) == (from, to)
            && legal.promotion == promotion
    };
    let legal: Vec<Move> = position.legal_moves().into_iter().filter(fits).collect();
    let written = || legal.iter().map(|&legal| write_san(position, legal)).collect();
    match legal[..] {
        [] => None,
        [only] if from != to => Some(Ok(only)),
        _ => Some(Err(SanError::Ambiguous { text: word.to_owned(), legal: written() })),
    }
}

/// Parses a promotion with a small letter for the new piece.
fn with_capital(position: &Position, word: &str) -> Option<Move> {
    let (before, piece) = word.split_at_checked(word.len().checked_sub(1)?)?;
    read_san(position, &[before, &piece.to_ascii_uppercase()].concat()).ok()
}

/// Strips the signs at the end of a word.
pub fn without_signs(word: &str) -> &str {
    word.trim_end_matches(|letter: char| !letter.is_alphanumeric())
}
