//! The fields of a FEN, read without any rules of chess.

/// The fields of a FEN that questions are about.
///
/// Whether a text is a FEN is decided here for all tools: four or six fields with white space between them, ranks of eight
/// squares without two digits in a row, each castling right once, a clock up to 65,535.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces from a8 to h1, with a dot for an empty square.
    squares: String,
    /// The pieces as in the FEN.
    pub(crate) placement: String,
    /// The player to move: `white` or `black`.
    pub(crate) turn: &'static str,
    pub(crate) castling: String,
    pub(crate) fullmove_number: u32,
}

impl Fen {
    /// Reads a FEN of four or six fields.
    ///
    /// # Errors
    ///
    /// Returns which field cannot be read.
    pub fn read(text: &str) -> Result<Fen, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (first, numbers) = match fields[..] {
            [a, b, c, d] => ([a, b, c, d], ["0", "1"]),
            [a, b, c, d, clock, number] => ([a, b, c, d], [clock, number]),
            _ => return Err(format!("it has {} fields, not four or six", fields.len())),
        };
        let [placement, turn, castling, en_passant] = first;
        let wrong = |field: &str, text: &str| format!("{field} {text:?} cannot be read");
        let squares = squares(placement).ok_or_else(|| wrong("the pieces", placement))?;
        let turn = match turn {
            "w" => "white",
            "b" => "black",
            _ => return Err(wrong("the side to move", turn)),
        };
        let is_right = |letter: char| "KQkqABCDEFGHabcdefgh".contains(letter);
        let is_twice = |letter: char| castling.matches(letter).count() > 1;
        if castling != "-" && castling.chars().any(|one| !is_right(one) || is_twice(one)) {
            return Err(wrong("the castling rights", castling));
        }
        if en_passant != "-" && !crate::adapter::is_square(en_passant) {
            return Err(wrong("the en passant square", en_passant));
        }
        if numbers[0].starts_with('+') || numbers[0].parse::<u16>().is_err() {
            return Err(wrong("the halfmove clock", numbers[0]));
        }
        let number = numbers[1].parse().ok().filter(|_| !numbers[1].starts_with('+'));
        let fullmove_number = number.ok_or_else(|| wrong("the move number", numbers[1]))?;
        let (placement, castling) = (placement.to_owned(), castling.to_owned());
        Ok(Fen { squares, placement, turn, castling, fullmove_number })
    }

    /// Returns whether the castling rights name the files of rooks.
    pub(crate) fn is_chess960(&self) -> bool {
        !self.castling.chars().all(|letter| "KQkq-".contains(letter))
    }

    /// Returns the piece on a square: `white king`, or `empty`.
    pub(crate) fn at(&self, square: &str) -> Option<String> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square.as_bytes() else { return None };
        let letter = self.squares.as_bytes()[usize::from(8 * (b'8' - rank) + file - b'a')];
        let roles = ["pawn", "knight", "bishop", "rook", "queen", "king"];
        let role = b"pnbrqk".iter().position(|one| *one == letter.to_ascii_lowercase());
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        Some(role.map_or_else(|| "empty".to_owned(), |role| format!("{color} {}", roles[role])))
    }

    /// Draws the board, the eighth rank first.
    pub(crate) fn diagram(&self) -> String {
        let rows = self.squares.as_bytes().chunks(8).zip((1..=8).rev());
        let row = |(row, rank): (&[u8], u32)| {
            let letters: String = row.iter().flat_map(|&one| [' ', char::from(one)]).collect();
            format!("{rank} {letters}\n")
        };
        rows.map(row).collect::<String>() + "   a b c d e f g h\n"
    }
}

/// Returns the squares from a8 to h1.
fn squares(placement: &str) -> Option<String> {
    let mut squares = String::new();
    for (number, rank) in (1..).zip(placement.split('/')) {
        let mut after_digit = false;
        for letter in rank.chars() {
            match letter.to_digit(10) {
                Some(empty @ 1..=8) if !after_digit => {
                    squares.push_str(&"........"[..empty as usize]);
                }
                None if "pnbrqkPNBRQK".contains(letter) => squares.push(letter),
                _ => return None,
            }
            after_digit = letter.is_ascii_digit();
        }
        if squares.len() != 8 * number {
            return None;
        }
    }
    (squares.len() == 64).then_some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_fen_is_refused() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let read = Fen::read(fen).unwrap();
        assert_eq!(read.at("h1").as_deref(), Some("white rook"));
        assert_eq!((read.at("h2").as_deref(), read.at("i1")), (Some("empty"), None));
        for (part, other) in [
            ("4k3/", "4k2/"),
            ("4k3/", "4k4/"),
            ("4k3/", "4x3/"),
            ("4k3/", "4k21/"),
            ("8/8/", "8/"),
            (" w ", " x "),
            (" K ", " x "),
            (" K ", " KK "),
            (" K ", " KQK "),
            (" - ", " e9 "),
            (" 0 ", " -1 "),
            (" 0 ", " 65536 "),
            (" 0 1", " 0 4294967296"),
            (" 0 1", " 0"),
        ] {
            let text = fen.replacen(part, other, 1);
            assert!(Fen::read(&text).is_err(), "{text}");
        }
    }
}
