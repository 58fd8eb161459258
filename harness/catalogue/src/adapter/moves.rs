use std::fmt::{self, Display, Write};

use lawbook::{
    board::{Role, Square},
    position::{Move, MoveSorter},
};

/// A list of the legal moves according to a library, built move by move.
///
/// ```
/// use lawbook_catalogue::adapter::Moves;
///
/// // From anything whose `Display` form is UCI.
/// let moves: Moves = ["e2e4", "a7a8q"].into_iter().collect();
///
/// // Faster, from square numbers: a1 = 0, b1 = 1 ... h8 = 63.
/// let mut same = Moves::default();
/// same.push_squares(12, 28, None);
/// same.push_squares(48, 56, Some('q'));
/// assert_eq!(moves, same);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    moves: MoveSorter,
    /// The first text that could not be parsed as a move.
    unreadable: Option<String>,
}

impl Moves {
    /// Adds a move whose `Display` form is UCI. Castling is written as the king's move.
    pub fn push(&mut self, uci: impl Display) {
        let mut short = Short::default();
        let read = write!(short, "{uci}").ok().and_then(|()| short.text().parse().ok());
        match read {
            Some(read) => self.moves.push(read),
            None if self.unreadable.is_none() => self.unreadable = Some(uci.to_string()),
            None => {}
        }
    }

    /// Adds a move by its square numbers (a1 = 0, b1 = 1 ... h8 = 63) and the lowercase letter of the promotion piece.
    #[inline]
    pub fn push_squares(&mut self, from: usize, to: usize, promotion: Option<char>) {
        let role = promotion.map(Role::from_letter);
        if from > 63 || to > 63 || role == Some(None) {
            self.unreadable.get_or_insert_with(|| format!("{from}-{to}{promotion:?}"));
            return;
        }
        let (from, to) = (Square::from_index(from), Square::from_index(to));
        self.moves.push(Move { from, to, promotion: role.flatten() });
    }

    /// Returns the sorted moves, or a message about the first unreadable text.
    pub(super) fn sorted(self) -> Result<Vec<Move>, String> {
        if let Some(text) = self.unreadable {
            return Err(format!("{text:?} is not a move"));
        }
        Ok(self.moves.into_sorted_vec())
    }
}

impl<T: Display> Extend<T> for Moves {
    fn extend<I: IntoIterator<Item = T>>(&mut self, moves: I) {
        moves.into_iter().for_each(|uci| self.push(uci));
    }
}

impl<T: Display> FromIterator<T> for Moves {
    fn from_iter<I: IntoIterator<Item = T>>(moves: I) -> Moves {
        let mut collected = Moves::default();
        collected.extend(moves);
        collected
    }
}

/// A fixed buffer for a move in UCI. Longer texts do not fit and are rejected.
#[derive(Default)]
struct Short {
    bytes: [u8; 5],
    len: usize,
}

impl Short {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.len..self.len + text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.len += text.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_move_is_told_by_the_first_of_its_kind() {
        let mut moves = Moves::default();
        moves.push_squares(64, 0, None);
        assert!(moves.sorted().is_err());
    }

    rows!(
        what_is_no_move_is_told_by_the_first_of_its_kind,
        for (texts, says) in [
            (&["e2e4", "e2"][..], "\"e2\""),
            (&["e2e4 ", "e2"], "\"e2e4 \""),
            (&["e2e4", "e7e8qq"], "\"e7e8qq\""),
            (&["é2e4"], "\"é2e4\""),
        ] {
            let error = texts.iter().collect::<Moves>().sorted().unwrap_err();
            assert_eq!(error, format!("{says} is not a move"));
        }
    );
}
