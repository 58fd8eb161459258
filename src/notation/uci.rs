use std::str::FromStr;

use crate::{
    board::{File, Rank, Role, Square},
    position::{Move, Position},
};

/// The error for a text that is not a move in the notation of the Universal Chess Interface.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UciError {
    /// The text does not have the form of a move.
    #[error(
        "cannot read {text:?} as a move; expected two squares and perhaps a promotion, as in \"e2e4\" or \"a7a8q\""
    )]
    Unreadable {
        /// The text that was refused.
        text: String,
    },
    /// The text names a move that is not legal.
    #[error("{text} is not a legal move here; legal are {}", list(legal))]
    Illegal {
        /// The text that was refused.
        text: String,
        /// The legal moves of the piece on the first square, or all legal moves if it has none.
        legal: Vec<Move>,
    },
}

/// Parses a legal move.
///
/// # Errors
///
/// The text is not a move, or the move is not legal in this position.
pub fn read_uci(position: &Position, text: &str) -> Result<Move, UciError> {
    let read: Move = text.parse()?;
    if position.is_legal(read) {
        return Ok(read);
    }
    let mut legal = position.legal_moves();
    legal.sort_unstable();
    if legal.iter().any(|other| other.from == read.from) {
        legal.retain(|other| other.from == read.from);
    }
    Err(UciError::Illegal { text: text.to_owned(), legal })
}

/// Parses the form only; whether the move is legal depends on a position.
impl FromStr for Move {
    type Err = UciError;

    fn from_str(text: &str) -> Result<Move, UciError> {
        parse(text).ok_or_else(|| UciError::Unreadable { text: text.to_owned() })
    }
}

fn parse(text: &str) -> Option<Move> {
    let [from_file, from_rank, to_file, to_rank, ref rest @ ..] = *text.as_bytes() else {
        return None;
    };
    let square = |file: u8, rank: u8| {
        Some(Square::new(File::from_letter(file.into())?, Rank::from_digit(rank.into())?))
    };
    let promotion = match *rest {
        [] => None,
        [letter @ b'a'..=b'z'] => Some(Role::from_letter(letter.into())?),
        _ => return None,
    };
    Some(Move { from: square(from_file, from_rank)?, to: square(to_file, to_rank)?, promotion })
}

fn list(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        legal_moves_read_back_as_they_are_written,
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "r2k3r/8/8/8/8/8/8/RK5R w HAha - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            for legal in position.legal_moves() {
                assert_eq!(read_uci(&position, &legal.to_string()), Ok(legal));
            }
        }
    );

    #[test]
    fn other_text_is_refused_with_what_would_be_right() {
        for (text, says) in [
            ("", "cannot read"),
            ("e2", "cannot read"),
            ("e2e4qq", "cannot read"),
            ("e2e4Q", "cannot read"),
            ("e2é4", "cannot read"),
            ("e2e9", "cannot read"),
            ("e2e5", "legal are e2e3 e2e4"),
            ("e5e6", "legal are b1a3 b1c3"),
            ("e2e4q", "legal are e2e3 e2e4"),
        ] {
            let error = read_uci(&Position::start(), text).unwrap_err().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
        // The king takes its rook in Chess960 only, and there it does not step two squares.
        for (rights, legal, other) in [("KQ", "e1g1", "e1h1"), ("HA", "e1h1", "e1g1")] {
            let fen = format!("4k3/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
            let position: Position = fen.parse().unwrap();
            assert!(read_uci(&position, legal).is_ok());
            assert!(read_uci(&position, other).is_err());
        }
    }
}
