use crate::{
    board::Square,
    question::{NotationQuestion, Question},
};

/// The text that is asked about.
pub(super) fn asked(question: &Question) -> Option<&str> {
    match question {
        Question::Notation(NotationQuestion::Reads(text))
        | Question::Notation(NotationQuestion::ReadsUci(text))
        | Question::Notation(NotationQuestion::ReadsFen(text)) => Some(text),
        _ => None,
    }
}

/// Whether a text ends as a move in algebraic notation: with a square, with what a pawn promotes to, or
/// as castling, and with one sign of check or mate at most.
pub(super) fn ends_as_move(text: &str) -> bool {
    let text = text.strip_suffix(['+', '#']).unwrap_or(text);
    let (to, promotion) = text.split_once('=').unwrap_or((text, "Q"));
    let square = to.get(to.len().saturating_sub(2)..).and_then(Square::parse);
    match text.starts_with('O') {
        true => matches!(text, "O-O" | "O-O-O"),
        false => square.is_some() && matches!(promotion, "N" | "B" | "R" | "Q"),
    }
}

/// Whether a text begins with the letter of a piece, and less than a square follows.
pub(super) fn is_piece_without_square(text: &str) -> bool {
    let rest = text.strip_prefix(['N', 'B', 'R', 'Q', 'K']);
    rest.is_some_and(|rest| rest.trim_end_matches(['+', '#', 'x']).len() < 2)
}
