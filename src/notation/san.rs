use std::ops::ControlFlow;

use crate::{
    board::{Color, File, Piece, Rank, Role, Square},
    position::{Line, Move, Ply, Position, PositionWithChecks, Wing},
};

/// The error for a text that is not a move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// The text does not have the form of a move.
    #[error(
        "cannot read {text:?} as a move; expected something like \"e4\", \"Nf3\", \"exd5\", \"a8=Q\" or \"O-O\""
    )]
    Unreadable {
        /// The text that was refused.
        text: String,
    },
    /// No legal move matches the text.
    #[error("{text:?} is not legal here: {}", obstacle.clone().unwrap_or_else(|| alternatives(*role, legal)))]
    Illegal {
        /// The text that was refused.
        text: String,
        /// The role that would have to move.
        role: Role,
        /// The legal moves of that role, or all legal moves if it has none, in standard notation.
        legal: Vec<String>,
        /// The obstacle, if the text means castling.
        obstacle: Option<String>,
    },
    /// Several legal moves match the text.
    #[error("{text:?} is ambiguous; it could be {}", legal.join(" or "))]
    Ambiguous {
        /// The text that was refused.
        text: String,
        /// The moves that match, in standard notation.
        legal: Vec<String>,
    },
}

/// Writes a legal move in standard algebraic notation: `Nbd2`, `exd6`, `a8=Q+`, `O-O`, `Qg7#`.
///
/// Disambiguation is by file, then by rank, then by both, and only as far as *legal* moves need it.
/// For a move that is not legal the result is an unspecified text.
pub fn write_san(position: &Position, played: Move) -> String {
    let after = position.after(played);
    signed(stem(position, played), after.is_check(), || after.has_legal_move())
}

/// Writes a legal move like [`write_san`], given the position after it.
pub fn write_san_before(after: &PositionWithChecks, position: &Position, played: Move) -> String {
    signed(stem(position, played), after.is_check(), || after.has_legal_move())
}

/// Parses a legal move as people write it.
///
/// As well as standard notation it accepts long notation (`Ng1-f3`, `e2xd3`), needless or missing `x`, `+`, `#` and
/// `=`, castling with zeros, `e.p.`, figurines, and trailing `!` and `?`.
///
/// ```
/// use lawbook::{notation::read_san, position::Position};
///
/// assert_eq!(read_san(&Position::start(), "Ng1-f3!")?.to_string(), "g1f3");
/// # Ok::<(), lawbook::notation::SanError>(())
/// ```
///
/// # Errors
///
/// The text does not have the form of a move, or it matches no legal move or several.
pub fn read_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let Some(pattern) = Pattern::parse(position, text) else {
        return Err(SanError::Unreadable { text: text.chars().take(100).collect() });
    };
    match pattern.legal(position)[..] {
        [legal] => Ok(legal),
        [] => {
            // "e1e5" names both squares, and so the piece that stands on the first.
            let from = pattern.file.zip(pattern.rank).map(|(file, rank)| Square::new(file, rank));
            let on = from.filter(|_| pattern.role == Role::Pawn).and_then(|from| position.at(from));
            let role = on.map_or(pattern.role, |piece| piece.role);
            let pieces = position.placement().pieces(position.turn(), role);
            let mut legal = position.legal_moves();
            if legal.iter().any(|other| pieces.contains(other.from)) {
                legal.retain(|other| pieces.contains(other.from));
            }
            Err(SanError::Illegal {
                text: text.to_owned(),
                role,
                legal: write_all(position, &legal),
                obstacle: pattern.wing.and_then(|wing| castling_obstacle(position, wing)),
            })
        }
        ref several => {
            let legal = write_all(position, several);
            Err(SanError::Ambiguous { text: text.to_owned(), legal })
        }
    }
}

/// Parses a legal move in UCI notation, or as [`read_san`] does.
///
/// No text means one move in UCI notation and another one otherwise.
///
/// # Errors
///
/// The text does not have the form of a move, or it matches no legal move or several.
pub fn read_move(position: &Position, text: &str) -> Result<Move, SanError> {
    match text.parse() {
        Ok(read) if position.is_legal(read) => Ok(read),
        Ok(_) | Err(_) => read_san(position, text),
    }
}

/// Returns the move that [`read_san`] returns, without the details of an error: quicker where texts are often invalid.
pub fn find_san(position: &Position, text: &str) -> Option<Move> {
    match Pattern::parse(position, text)?.legal(position)[..] {
        [legal] => Some(legal),
        _ => None,
    }
}

/// Returns the move that the writer of the text means, even if it is not legal here.
///
/// This is the legal move that matches the text. If none does, it is the move to the target square by the only piece
/// that fits the text, whether or not that piece can get there. `None` unless exactly one piece fits.
pub fn guess_move(position: &Position, text: &str) -> Option<Move> {
    if let Ok(legal) = read_san(position, text) {
        return Some(legal);
    }
    let Pattern { role, file, rank, to, promotion, wing } = Pattern::parse(position, text)?;
    let push = role == Role::Pawn && file.is_none();
    let mut pieces =
        position.placement().pieces(position.turn(), role).into_iter().filter(|from| {
            file.is_none_or(|file| file == from.file())
                && rank.is_none_or(|rank| rank == from.rank())
                && (!push || from.file() == to.file())
        });
    match (pieces.next(), pieces.next()) {
        (Some(from), None) => Some(Move { from, to, promotion })
            // In Chess960 the king may have a legal step to its castling square, which is not castling.
            .filter(|&meant| wing.is_none() || from != to && !position.is_legal(meant)),
        _ => None,
    }
}

/// Formats moves with their numbers: `1. e4 e5 2. Nf3` or `4... Ng8 5. e4`.
///
/// The first move that is not legal, and all moves after it, are left out.
pub fn movetext(start: &Position, moves: &[Move]) -> String {
    let line = Line::as_far_as_legal(*start, moves.iter().copied());
    let mut words = Vec::new();
    for (place, Ply { before, played, .. }) in line.plies().enumerate() {
        let number = before.fullmove_number();
        match before.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if place == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(write_san(before, played));
    }
    words.join(" ")
}

/// Returns why castling to this wing is not legal (Laws of 2023, Article 3.8.2).
fn castling_obstacle(position: &Position, wing: Wing) -> Option<String> {
    let (turn, placement) = (position.turn(), position.placement());
    let king = position.king(turn);
    let Some(rook) = position.castling().rook(turn, wing) else {
        return Some(format!("{turn} has no right to castle there"));
    };
    let (king_to, rook_to) = (wing.king_to(turn), wing.rook_to(turn));
    let path = |from: Square, to: Square| {
        let [from, to] = [from.index(), to.index()];
        (from.min(to)..=from.max(to)).map(Square::from_index)
    };
    let between = path(king, king_to)
        .chain(path(rook, rook_to))
        .find(|&square| square != king && square != rook && placement.occupied().contains(square));
    if let Some(square) = between {
        return Some(format!("a piece stands on {square}, where king or rook have to pass"));
    }
    let occupied = placement.occupied() - king.set() - rook.set();
    let attacked = path(king, king_to)
        .find(|&square| !placement.attackers(!turn, square, occupied).is_empty())?;
    Some(if attacked == king {
        "the king is in check".to_owned()
    } else if attacked == king_to {
        format!("the king would stand on {attacked}, which is attacked")
    } else {
        format!("the king would pass over {attacked}, which is attacked")
    })
}

fn signed(mut text: String, is_check: bool, has_legal_move: impl FnOnce() -> bool) -> String {
    if is_check {
        text.push(if has_legal_move() { '+' } else { '#' });
    }
    text
}

fn stem(position: &Position, played: Move) -> String {
    let Some(Piece { role, .. }) = position.at(played.from) else { return played.to_string() };
    if let Some(wing) = castling(position, role, played) {
        return wing.notation().to_owned();
    }
    let capture = position.at(played.to).is_some()
        || role == Role::Pawn && played.from.file() != played.to.file();
    // The longest text is something like "Qa1xb2+".
    let mut text = String::with_capacity(8);
    if role == Role::Pawn {
        if capture {
            text.push(played.from.file().letter());
        }
    } else {
        text.push(role.letter());
        disambiguate(position, role, played, &mut text);
    }
    if capture {
        text.push('x');
    }
    text.push_str(played.to.name());
    if let Some(promoted) = played.promotion {
        text.push('=');
        text.push(promoted.letter());
    }
    text
}

fn disambiguate(position: &Position, role: Role, played: Move, text: &mut String) {
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    let twins = position.placement().pieces(position.turn(), role) - played.from.set();
    let _ = position.try_each_move_from(twins, |other| {
        if other.to == played.to {
            others = true;
            same_file |= other.from.file() == played.from.file();
            same_rank |= other.from.rank() == played.from.rank();
        }
        ControlFlow::Continue(())
    });
    if others && (!same_file || same_rank) {
        text.push(played.from.file().letter());
    }
    if same_file {
        text.push(played.from.rank().digit());
    }
}

fn castling(position: &Position, role: Role, played: Move) -> Option<Wing> {
    if position.castling().is_chess960() {
        return position.castles(played);
    }
    let step = played.from.file().index().abs_diff(played.to.file().index());
    if role != Role::King || step != 2 {
        return None;
    }
    Wing::ALL.into_iter().find(|wing| wing.king_to(Color::White).file() == played.to.file())
}

/// A move as a text describes it. A `file` or `rank` that the text leaves out can be any.
struct Pattern {
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
    /// The wing, if the text means castling.
    wing: Option<Wing>,
}

impl Pattern {
    fn parse(position: &Position, text: &str) -> Option<Pattern> {
        if text.len() > 40 {
            return None;
        }
        let text = text.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']);
        let wing = match text {
            "O-O" | "0-0" | "o-o" => Some(Wing::King),
            "O-O-O" | "0-0-0" | "o-o-o" => Some(Wing::Queen),
            _ => None,
        };
        if let Some(wing) = wing {
            let color = position.turn();
            let (from, to) = if position.castling().is_chess960() {
                let written = position.castling_move(wing);
                (position.king(color), written.map_or(wing.king_to(color), |written| written.to))
            } else {
                (Wing::king_from(color), wing.king_to(color))
            };
            return Some(Pattern {
                role: Role::King,
                file: Some(from.file()),
                rank: Some(from.rank()),
                to,
                promotion: None,
                wing: Some(wing),
            });
        }
        let passing = ["e.p.", "ep"].into_iter().find_map(|words| text.strip_suffix(words));
        let text = passing.unwrap_or(text).trim_end();
        let (role, rest) = leading_role(text);
        let (promotion, rest) = trailing_promotion(rest)?;
        let mut letters = rest.chars().rev().filter(|letter| !matches!(letter, 'x' | ':' | '-'));
        let (rank, file) = (letters.next()?, letters.next()?);
        let to = Square::new(File::from_letter(file)?, Rank::from_digit(rank)?);
        // The origin square, as far as the text gives it; it is read backwards.
        let (file, rank) = match (letters.next(), letters.next(), letters.next()) {
            (None, ..) => (None, None),
            (Some(one), None, _) => match File::from_letter(one) {
                Some(file) => (Some(file), None),
                None => (None, Some(Rank::from_digit(one)?)),
            },
            (Some(rank), Some(file), None) => {
                (Some(File::from_letter(file)?), Some(Rank::from_digit(rank)?))
            }
            _ => return None,
        };
        Some(Pattern { role, file, rank, to, promotion, wing: None })
    }

    /// The legal moves that match.
    fn legal(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let pieces = position.placement().pieces(position.turn(), self.role);
        let _ = position.try_each_move_from(pieces, |legal| {
            if self.fits(position, legal) {
                moves.push(legal);
            }
            ControlFlow::Continue(())
        });
        moves
    }

    /// Whether a legal move of a piece of this role matches.
    fn fits(&self, position: &Position, legal: Move) -> bool {
        let from = legal.from;
        // Castling is not written "Kg1", and a pawn's capture not "d5".
        let bare_capture =
            self.role == Role::Pawn && self.file.is_none() && from.file() != legal.to.file();
        let castles = castling(position, self.role, legal);
        let step = castles.is_some() && self.file.is_none();
        legal.to == self.to
            && legal.promotion == self.promotion
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && !bare_capture
            && !step
            && (self.wing.is_none() || self.wing == castles)
    }
}

fn leading_role(text: &str) -> (Role, &str) {
    let mut letters = text.chars();
    let role = match letters.next() {
        Some(letter @ ('K' | 'Q' | 'R' | 'B' | 'N' | 'P')) => Role::from_letter(letter),
        Some(figurine) => Role::ALL.into_iter().find(|&role| {
            Color::ALL.into_iter().any(|color| Piece { color, role }.figurine() == figurine)
        }),
        None => None,
    };
    match role {
        Some(role) => (role, letters.as_str()),
        None => (Role::Pawn, text),
    }
}

/// Splits off a promotion: `=Q`, `(Q)`, `/Q` or just `Q`. `None` if the promotion does not name a role.
fn trailing_promotion(text: &str) -> Option<(Option<Role>, &str)> {
    let bare = text.trim_end_matches(')');
    match bare.chars().next_back() {
        Some(letter @ 'A'..='Z') => {
            let rest = &bare[..bare.len() - 1];
            Some((Some(Role::from_letter(letter)?), rest.trim_end_matches(['=', '(', '/'])))
        }
        _ => Some((None, text)),
    }
}

fn write_all(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&legal| write_san(position, legal)).collect();
    texts.sort_unstable();
    texts
}

fn alternatives(role: Role, legal: &[String]) -> String {
    if legal.is_empty() {
        return "no move is legal".to_owned();
    }
    format!("it would be a move of a {role}; legal are {}", legal.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        illegal_castling_is_refused_with_the_reason,
        for (fen, castling, why) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "White has no right to castle there"),
            ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "O-O-O", "White has no right to castle there"),
            ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "O-O", "Black has no right to castle there"),
            (
                "4k3/8/8/8/8/8/8/4KB1R w K - 0 1",
                "O-O",
                "a piece stands on f1, where king or rook have to pass"
            ),
            (
                "rn2k3/8/8/8/8/8/8/4K3 b q - 0 1",
                "O-O-O",
                "a piece stands on b8, where king or rook have to pass"
            ),
            ("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1", "O-O", "the king is in check"),
            (
                "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1",
                "O-O",
                "the king would pass over f1, which is attacked"
            ),
            (
                "4k3/8/8/8/8/8/6r1/4K2R w K - 0 1",
                "O-O",
                "the king would stand on g1, which is attacked"
            ),
            ("1k6/8/8/8/8/8/8/1r1K2R1 w G - 0 1", "O-O", "the king is in check"),
        ] {
            let position = fen.parse().unwrap();
            let error = read_san(&position, castling).unwrap_err().to_string();
            assert_eq!(error, format!("{castling:?} is not legal here: {why}"));
        }
    );

    rows!(
        people_write_moves_in_many_ways,
        for (fen, texts, uci) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O 0-0 o-o O-O+ 0-0! Ke1-g1", "e1g1"),
            ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2 Nb1-d2 Nb1d2 N1d2 ♘bd2", "b1d2"),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                "exd6 ed6 exd6e.p. e5xd6 e5d6 e:d6 Pexd6",
                "e5d6",
            ),
            ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q a8Q a8(Q) a8/Q a7-a8=Q a8=Q!? ♙a8Q", "a7a8q"),
        ] {
            let position: Position = fen.parse().unwrap();
            for text in texts.split(' ') {
                assert_eq!(read_san(&position, text), Ok(uci.parse().unwrap()), "{text}");
            }
        }
    );

    rows!(
        moves_in_both_notations_are_read,
        for (fen, texts, uci) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O e1g1 Ke1-g1", "e1g1"),
            ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "O-O e1h1", "e1h1"),
            ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nbd2 b1d2", "b1d2"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6 e5d6 e5xd6", "e5d6"),
            ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=N a7a8n a7a8N", "a7a8n"),
        ] {
            let position: Position = fen.parse().unwrap();
            for text in texts.split(' ') {
                assert_eq!(read_move(&position, text), Ok(uci.parse().unwrap()), "{text}");
            }
            for legal in position.legal_moves() {
                assert_eq!(read_move(&position, &legal.to_string()), Ok(legal));
                assert_eq!(read_move(&position, &write_san(&position, legal)), Ok(legal));
                // A text that can be read in both notations is the same move in both.
                let other = read_san(&position, &legal.to_string());
                assert!(other.is_err() || other == Ok(legal), "{fen} {legal}");
            }
            for text in ["", "e9", "b1b2", "Qd4", "e1e8q"] {
                assert!(read_move(&position, text).is_err(), "{fen} {text}");
            }
        }
    );

    rows!(
        moves_that_are_not_legal_can_be_meant,
        for (fen, text, meant) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", Some("e1g1")),
            ("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "Bd1", Some("e2d1")),
            ("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1", "e5", Some("e2e5")),
            ("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1", "exd3", Some("e2d3")),
            ("4k3/8/8/8/8/8/P3P3/4K3 w - - 0 1", "d3", None),
            ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "Nd4", None),
            ("4k3/8/8/8/8/8/8/N3K2N w - - 0 1", "Nad4", Some("a1d4")),
            ("4k3/8/8/8/1b6/8/8/4K2R w H - 0 1", "O-O", Some("e1h1")),
            ("4k3/8/8/8/8/8/8/R4K1R w A - 0 1", "O-O", None),
        ] {
            let read = guess_move(&fen.parse().unwrap(), text).map(|read| read.to_string());
            assert_eq!(read.as_deref(), meant, "{text}");
        }
    );

    rows!(
        other_text_is_refused_with_what_would_be_right,
        for (fen, text, says) in [
            ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2", "could be Nbd2 or Nfd2"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", "legal are Kd1 Kd2 Ke2 Kf1 Kf2 O-O"),
            ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8", "legal are a8=B"),
            ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=K", "legal are"),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "legal are e5 exd5"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "a move of a queen"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e5", "a move of a king; legal are Kd1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "cannot read"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "é4", "cannot read"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Ke1-e2-e3", "cannot read"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "hello", "cannot read"),
            ("4k3/8/8/8/8/8/8/R4K1R w A - 0 1", "O-O", "White has no right to castle there"),
            ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "Kg1", "legal are Kd1 Kd2 Ke2 Kf1 Kf2 O-O"),
        ] {
            let error = read_san(&fen.parse().unwrap(), text).unwrap_err().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
    );
}
