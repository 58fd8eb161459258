//! The fields of a FEN, read without any rules of chess.

/// The fields of a FEN that questions are about.
///
/// Whether a text is a FEN is decided here for all tools: four or six fields with white space between them, ranks of eight
/// squares without two digits in a row, each castling right once, a clock up to 65,535.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The pieces from a8 to h1, with a dot for an empty square.
    pub(crate) squares: String,
    /// The pieces as in the FEN.
    pub(crate) placement: String,
    /// The player to move: `white` or `black`.
    pub(crate) turn: &'static str,
    pub(crate) castling: String,
    /// Whether a pawn has just made a double step to a square beside a pawn of the other side.
    pub(crate) is_passed: bool,
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
        let is_passed = en_passant != "-";
        Ok(Fen { squares, placement, turn, castling, is_passed, fullmove_number })
    }

    /// Returns whether the castling rights name the files of rooks.
    pub(crate) fn is_chess960(&self) -> bool {
        !self.castling.chars().all(|letter| "KQkq-".contains(letter))
    }

    /// Returns the piece on a square: `white king`, or `empty`.
    pub(crate) fn at(&self, square: &str) -> Option<String> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = square.as_bytes() else { return None };
        let letter = self.squares.as_bytes()[usize::from(8 * (b'8' - rank) + file - b'a')];
        let color = if letter.is_ascii_uppercase() { "white" } else { "black" };
        Some(role(letter).map_or_else(|| "empty".to_owned(), |role| format!("{color} {role}")))
    }

    /// Plays a move in UCI as it is written, legal or not. What it cannot be, such as one from an empty square, changes
    /// nothing.
    pub(crate) fn play(&mut self, uci: &str) {
        let Some((from, to)) = places(uci) else { return };
        let mut squares = std::mem::take(&mut self.squares).into_bytes();
        let (piece, taken) = (squares[from], squares[to]);
        let is_own = taken != EMPTY && taken.is_ascii_uppercase() == piece.is_ascii_uppercase();
        let is_castling = matches!(piece, b'K' | b'k')
            && from / 8 == to / 8
            && (is_own || from.abs_diff(to) > 1 && !self.is_chess960());
        squares[from] = EMPTY;
        if is_castling {
            let (row, is_short) = (from - from % 8, to > from);
            // In Chess960 the rook's square is written.
            let rook = if is_own { to } else { row + 7 * usize::from(is_short) };
            squares[rook] = EMPTY;
            squares[row + if is_short { 6 } else { 2 }] = piece;
            squares[row + if is_short { 5 } else { 3 }] = if piece == b'K' { b'R' } else { b'r' };
        } else if piece != EMPTY {
            if matches!(piece, b'P' | b'p') && from % 8 != to % 8 && taken == EMPTY {
                squares[from - from % 8 + to % 8] = EMPTY;
            }
            squares[to] = match uci.as_bytes().get(4) {
                Some(role) if piece.is_ascii_uppercase() => role.to_ascii_uppercase(),
                Some(role) => *role,
                None => piece,
            };
        }
        let is_other = |at: usize| squares.get(at) == Some(&(piece ^ 0x20)) && at / 8 == to / 8;
        self.is_passed = matches!(piece, b'P' | b'p')
            && from.abs_diff(to) == 16
            && (is_other(to.wrapping_sub(1)) || is_other(to + 1));
        self.squares = String::from_utf8(squares).unwrap_or_default();
        self.castling.retain(|right| {
            let (king, row) = if right.is_ascii_uppercase() { (b'K', 56) } else { (b'k', 0) };
            let file = "abcdefgh".find(right.to_ascii_lowercase());
            let rook = row + file.unwrap_or(if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 });
            right == '-' || piece != king && ![from, to].contains(&rook)
        });
        self.turn = if self.turn == "white" { "black" } else { "white" };
    }

    /// Returns of what kinds a move in UCI is, as it is written, legal or not: `by a knight`, `a capture`.
    pub(crate) fn kinds(&self, uci: &str) -> Vec<String> {
        let Some((from, to)) = places(uci) else { return Vec::new() };
        let squares = self.squares.as_bytes();
        let (piece, taken) = (squares[from], squares[to]);
        let Some(role) = role(piece) else { return vec!["from an empty square".to_owned()] };
        let is_own = taken != EMPTY && taken.is_ascii_uppercase() == piece.is_ascii_uppercase();
        let files = (to % 8).abs_diff(from % 8);
        let ranks = (to / 8).abs_diff(from / 8);
        let color = if piece.is_ascii_uppercase() { "by White" } else { "by Black" };
        if role == "king" && ranks == 0 && (is_own || files > 1) {
            let side = if to > from { "short" } else { "long" };
            return vec!["castling".to_owned(), side.to_owned(), color.to_owned()];
        }
        let mut kinds = vec![format!("by a {role}"), color.to_owned()];
        let is_corner = |at: usize| [0, 7, 56, 63].contains(&at);
        if role == "rook" && is_corner(from) {
            kinds.push("from a corner".to_owned());
        }
        let is_pawn = role == "pawn";
        match uci.as_bytes().get(4).copied().and_then(self::role) {
            Some(role) => kinds.extend(["a promotion".to_owned(), format!("to a {role}")]),
            None if is_pawn && ranks == 2 => kinds.push("two squares".to_owned()),
            None => {}
        }
        match self::role(taken) {
            Some("rook") if !is_own && is_corner(to) => {
                kinds.push("a capture of a rook in a corner".to_owned());
            }
            Some(role) if !is_own => kinds.extend(["a capture".to_owned(), format!("of a {role}")]),
            None if is_pawn && files == 1 => kinds.push("a capture en passant".to_owned()),
            _ => {}
        }
        if !is_pawn && role != "king" && role != "knight" {
            let way = match (files, ranks) {
                (0, _) => "a file",
                (_, 0) => "a rank",
                _ => "a diagonal",
            };
            kinds.push(format!("along {way}"));
        }
        kinds
    }

    /// Returns the men of both sides but the kings, the stronger side first: `bishop against knight`.
    pub(crate) fn material(&self) -> String {
        let of = |is_white: bool| -> Vec<&str> {
            let own = |one: &&u8| one.is_ascii_uppercase() == is_white;
            let roles = ["queen", "rook", "bishop", "knight", "pawn"];
            let all = roles.iter().flat_map(|role| {
                let squares = self.squares.as_bytes().iter().filter(own);
                squares.filter(|one| self::role(**one) == Some(role)).map(|_| *role)
            });
            all.collect()
        };
        let words = |men: &[&str]| match men {
            [] => "nothing".to_owned(),
            men => men.join(" and "),
        };
        let mut both = [of(true), of(false)];
        both.sort_by_key(|men| std::cmp::Reverse((men.len(), men.clone())));
        format!("{} against {}", words(&both[0]), words(&both[1]))
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

/// Stands for a square without a piece.
const EMPTY: u8 = b'.';

/// Returns the role of a piece by its letter.
fn role(letter: u8) -> Option<&'static str> {
    let roles = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let place = b"pnbrqk".iter().position(|one| *one == letter.to_ascii_lowercase());
    place.map(|place| roles[place])
}

/// Returns the places of the squares of a move in UCI, counted from a8 to h1.
fn places(uci: &str) -> Option<(usize, usize)> {
    let place = |square: Option<&str>| match *square?.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(usize::from(8 * (b'8' - rank) + file - b'a'))
        }
        _ => None,
    };
    Some((place(uci.get(..2))?, place(uci.get(2..4))?))
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

    #[test]
    fn moves_are_played_as_they_are_written() {
        for (fen, moves, after) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8", "2kr3r/8/8/8/8/8/8/R4RK1"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "e1b1 e8g8", "1r3rk1/8/8/8/8/8/8/2KR2R1"),
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3", "4k3/8/8/8/8/4p3/8/4K3"),
            ("4k3/P7/8/8/8/8/p7/1R2K3 w - - 0 1", "a7a8n a2b1q", "N3k3/8/8/8/8/8/8/1q2K3"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a1a2 none", "4k3/8/8/8/8/8/8/4K3"),
        ] {
            let mut board = Fen::read(fen).unwrap();
            moves.split(' ').for_each(|one| board.play(one));
            assert_eq!(board.squares, squares(after).unwrap(), "{fen} {moves}");
        }
    }

    #[test]
    fn a_move_is_of_kinds() {
        let board = "r3k2r/2P5/8/3pP3/8/5n2/4P3/R3K2R w KQkq d6 0 1";
        let board = Fen::read(board).unwrap();
        for (uci, kinds) in [
            ("e1g1", "castling, short, by White"),
            ("e1a1", "castling, long, by White"),
            ("e1e2", "by a king, by White"),
            ("e2e4", "by a pawn, by White, two squares"),
            ("e2f3", "by a pawn, by White, a capture, of a knight"),
            ("e5d6", "by a pawn, by White, a capture en passant"),
            ("c7c8n", "by a pawn, by White, a promotion, to a knight"),
            (
                "h1h8",
                "by a rook, by White, from a corner, a capture of a rook in a corner, along a file",
            ),
            ("a8d8", "by a rook, by Black, from a corner, along a rank"),
            ("f3e1", "by a knight, by Black, a capture, of a king"),
            ("a3a4", "from an empty square"),
            ("a3", ""),
        ] {
            assert_eq!(board.kinds(uci).join(", "), kinds, "{uci}");
        }
    }

    #[test]
    fn material_begins_with_the_stronger_side() {
        for (fen, words) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "nothing against nothing"),
            ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "knight against nothing"),
            ("2bnk3/8/8/8/8/8/8/3QK3 w - - 0 1", "bishop and knight against queen"),
        ] {
            assert_eq!(Fen::read(fen).unwrap().material(), words);
        }
    }
}
