use std::str::FromStr;

use super::UciError;
use crate::{
    board::{Color, File, Piece, Placement, Rank, Role, Square},
    position::{
        CastlingRights, Position, Setup, SetupError, Unplayable, Unreachable, Wing, file_letter,
    },
};

/// The error for a text that is not a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {read:?} as {field} of a FEN: {because}; expected {expected}")]
pub struct FenError {
    /// The field, as the text gives it.
    pub read: String,
    /// The name of the field.
    pub field: &'static str,
    /// The problem.
    pub because: String,
    /// A description of a valid field.
    pub expected: &'static str,
}

impl FenError {
    fn new(
        text: &str,
        field: &'static str,
        because: impl Into<String>,
        expected: &'static str,
    ) -> FenError {
        FenError { read: clip(text), field, because: because.into(), expected }
    }
}

/// The error for a text that is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// It is a FEN of a position that cannot be played.
    #[error("the position cannot be played: {0}")]
    Unplayable(#[from] Unplayable),
    /// It is a FEN of a position that can be played, although no game leads to it.
    #[error("no game can reach the position: {0}")]
    Unreachable(#[from] Unreachable),
    /// The text is not a UCI command that sets up a position.
    #[error(
        "cannot read {read:?} in a position command; expected \"position startpos moves e2e4\" or \"position fen FEN \
         moves e2e4\", the moves being optional"
    )]
    Command {
        /// The part that could not be parsed.
        read: String,
    },
    /// The text after the fields is not a list of EPD operations.
    #[error(
        "cannot read {read:?} after the fields of the position: {because}; expected a halfmove clock and a move \
         number, or EPD operations, each ended by a semicolon, as in `hmvc 4; id \"a name\";`"
    )]
    Operation {
        /// The operation, or all of them.
        read: String,
        /// The problem.
        because: String,
    },
    /// A move after the position cannot be played.
    #[error("move {ply} after the position: {error}")]
    Move {
        /// The number of the move in plies, counted from 1 for the first move given.
        ply: usize,
        /// Why it cannot be played.
        error: UciError,
    },
}

impl From<SetupError> for PositionError {
    fn from(error: SetupError) -> PositionError {
        match error {
            SetupError::Unplayable(error) => error.into(),
            SetupError::Unreachable(error) => error.into(),
        }
    }
}

/// Parses a FEN of six fields, or of four: the clocks are then 0 and 1.
///
/// Fields are separated by white space. Unknown or repeated castling letters are errors.
///
/// Castling rights given by the file of a rook, as in `HAha` (Shredder-FEN), mark the game as Chess960. The letters
/// `KQkq` alone refer to the usual array, with king and rook at home; for Chess960 there is [`Setup::from_x_fen`].
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        read(text, false)
    }
}

impl Setup {
    /// Parses the FEN of a Chess960 game, which may be an X-FEN: `K` and `Q` are rights to castle with the outermost
    /// rook on that side of the king, wherever it stands.
    ///
    /// # Errors
    ///
    /// The text is not a FEN, or a castling right has no rook.
    pub fn from_x_fen(text: &str) -> Result<Setup, FenError> {
        read(text, true)
    }

    /// Parses a FEN or an X-FEN; the position decides which of them it is. If the letters `KQkq` do not fit king and
    /// rooks of the usual array, and do fit as an X-FEN, the game is Chess960.
    ///
    /// It is meant for texts from people and archives. A FEN with wrong castling rights is read as Chess960 if the
    /// rights fit rooks elsewhere. Callers that have to detect this use [`str::parse`].
    ///
    /// # Errors
    ///
    /// The text is not a FEN.
    pub fn from_fen_or_x_fen(text: &str) -> Result<Setup, FenError> {
        let plain: Setup = text.parse()?;
        let Err(why) = Position::from_playable(&plain) else { return Ok(plain) };
        let is_about_castling = |why: &Unplayable| {
            matches!(
                why,
                Unplayable::CastlingRight { .. }
                    | Unplayable::CastlingRook { .. }
                    | Unplayable::NoCastlingRook { .. }
            )
        };
        if !is_about_castling(&why) {
            return Ok(plain);
        }
        // Errors that do not concern castling rights must not be attributed to them.
        let other = Setup::from_x_fen(text).ok();
        let fits = |setup: &Setup| {
            !Position::from_playable(setup).is_err_and(|why| is_about_castling(&why))
        };
        Ok(other.filter(fits).unwrap_or(plain))
    }

    /// Formats the six fields of an X-FEN. Castling rights are `KQkq`, or the file of the rook if another rook stands
    /// between it and the corner. Outside Chess960 the result is a plain FEN.
    pub fn to_x_fen(&self) -> String {
        let fen = self.to_string();
        let fields: Vec<&str> = fen.split(' ').collect();
        let [placement, turn, _, rest @ ..] = &fields[..] else { return fen };
        let mut rights: String = self
            .castling
            .iter()
            .filter_map(|(color, wing)| {
                let rook = self.castling.rook(color, wing)?;
                let outermost = outermost_rook(&self.placement, color, wing) == Some(rook.file());
                Some(match outermost {
                    true => CastlingRights::letter(color, wing),
                    false => file_letter(color, rook.file()),
                })
            })
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        format!("{placement} {turn} {rights} {}", rest.join(" "))
    }
}

fn read(text: &str, chess960: bool) -> Result<Setup, FenError> {
    let fields = match text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~')) {
        true => first_seven(text.split_ascii_whitespace()),
        false => first_seven(text.split_whitespace()),
    };
    let (placement, turn, castling, en_passant, clocks) = match fields {
        [Some(placement), Some(turn), Some(castling), Some(en_passant), None, ..] => {
            (placement, turn, castling, en_passant, ["0", "1"])
        }
        [
            Some(placement),
            Some(turn),
            Some(castling),
            Some(en_passant),
            Some(halfmove),
            Some(fullmove),
            None,
        ] => (placement, turn, castling, en_passant, [halfmove, fullmove]),
        _ => {
            let expected = "four or six fields: pieces, side to move, castling, en passant, and perhaps two clocks";
            let found = format!("found {}", text.split_whitespace().count());
            return Err(FenError::new(text, "the fields", found, expected));
        }
    };
    let placement = read_placement(placement)?;
    Ok(Setup {
        placement,
        turn: read_turn(turn)?,
        castling: read_castling(castling, &placement, chess960)?,
        en_passant: read_en_passant(en_passant)?,
        halfmove_clock: read_number(clocks[0], "the halfmove clock", "a number from 0 to 65535")?,
        fullmove_number: read_number(
            clocks[1],
            "the move number",
            "a number from 0 to 4294967295",
        )?,
    })
}

fn first_seven<'a>(mut fields: impl Iterator<Item = &'a str>) -> [Option<&'a str>; 7] {
    [(); 7].map(|()| fields.next())
}

/// Parses a FEN of four or six fields of a position that can have arisen in a game, see [`Position::new`].
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Position, PositionError> {
        Ok(Position::new(&text.parse()?)?)
    }
}

fn read_placement(text: &str) -> Result<Placement, FenError> {
    let expected = "eight ranks from the eighth to the first, each of eight squares, separated by \"/\", as in \
        \"8/8/8/4k3/8/8/4P3/4K3\"";
    let error = |because: String| FenError::new(text, "the pieces", because, expected);
    let count = text.bytes().filter(|&letter| letter == b'/').count() + 1;
    if count != 8 {
        return Err(error(format!("it has {count} ranks")));
    }
    let mut placement = Placement::EMPTY;
    let (mut rank, mut file, mut after_digit) = (8, 0, false);
    for (place, letter) in text.bytes().enumerate() {
        let is_digit = matches!(letter, b'1'..=b'8');
        if is_digit {
            if after_digit {
                return Err(error(format!("rank {rank} has two numbers in a row")));
            }
            file += usize::from(letter - b'0');
        } else if letter == b'/' {
            if file != 8 {
                break;
            }
            (rank, file) = (rank - 1, 0);
        } else if let Some(Piece { color, role }) = Piece::from_letter(char::from(letter)) {
            // A rank with more squares is an error in the end.
            let square = Square::from_index(8 * (rank - 1) + file).set();
            placement.colors[color as usize] |= square;
            placement.roles[role as usize] |= square;
            file += 1;
        } else {
            let letter = text[place..].chars().next().unwrap_or_default();
            return Err(error(format!("rank {rank} {letter:?} is not a piece")));
        }
        after_digit = is_digit;
    }
    match (rank, file) {
        (1, 8) => Ok(placement),
        _ => Err(error(format!("rank {rank} has {file} squares"))),
    }
}

fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => {
            let because = "it is not a player";
            Err(FenError::new(text, "the side to move", because, "\"w\" or \"b\""))
        }
    }
}

fn read_castling(
    text: &str,
    placement: &Placement,
    chess960: bool,
) -> Result<CastlingRights, FenError> {
    let expected =
        "\"-\" or some of the letters \"KQkq\", in Chess960 the files of rooks, as in \"HAha\"";
    let error = |because: String| FenError::new(text, "the castling rights", because, expected);
    let letters = if text == "-" { "" } else { text };
    let mut rights = CastlingRights::NONE;
    let is_file = |letter: char| File::from_letter(letter.to_ascii_lowercase()).is_some();
    if chess960 || letters.contains(is_file) {
        rights = rights.in_chess960();
    }
    for letter in letters.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (wing, file) = match letter.to_ascii_lowercase() {
            'k' => (Wing::King, None),
            'q' => (Wing::Queen, None),
            other => {
                let Some(file) = File::from_letter(other) else {
                    return Err(error(format!("{letter:?} is not a castling right")));
                };
                let east = placement.king(color).is_none_or(|king| king.file() < file);
                (if east { Wing::King } else { Wing::Queen }, Some(file))
            }
        };
        if rights.has(color, wing) {
            return Err(error(match file {
                None => format!("{letter:?} is there twice"),
                Some(_) => format!("{letter:?} is a second right to that side of the king"),
            }));
        }
        match file {
            Some(file) => rights.add_rook(color, wing, file),
            None if rights.is_chess960() => match outermost_rook(placement, color, wing) {
                Some(file) => rights.add_rook(color, wing, file),
                None => return Err(error(format!("no rook for {letter:?}"))),
            },
            None => rights.add(color, wing),
        }
    }
    Ok(rights)
}

/// The file of the rook nearest to the corner on this side of the king.
fn outermost_rook(placement: &Placement, color: Color, wing: Wing) -> Option<File> {
    let home = Rank::relative(1, color).squares();
    let king = placement.king(color)?.file();
    let files = (placement.pieces(color, Role::Rook) & home).into_iter().map(Square::file);
    match wing {
        Wing::King => files.filter(|&file| file > king).max(),
        Wing::Queen => files.filter(|&file| file < king).min(),
    }
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    Square::parse(text).map(Some).ok_or_else(|| {
        let expected = "\"-\" or a square such as \"e3\"";
        FenError::new(text, "the en passant square", "it is not a square", expected)
    })
}

fn read_number<N: FromStr>(
    text: &str,
    field: &'static str,
    expected: &'static str,
) -> Result<N, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    let because = "it is not a number in the valid range";
    number.ok_or_else(|| FenError::new(text, field, because, expected))
}

/// Shortens a text to a length that is enough to recognise it.
pub(super) fn clip(text: &str) -> String {
    match text.char_indices().nth(100) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_are_written_as_they_were_read() {
        let four_fields = "4k3/8/8/8/8/8/8/4K3 b - -".parse::<Setup>().unwrap();
        assert_eq!(four_fields.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    }

    rows!(
        fens_are_written_as_they_were_read,
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp1ppp/8/8/3Pp3/5N2/PPP1PPPP/RNBQKB1R b KQkq d3 0 3",
            "4k3/8/8/8/8/8/8/4K2R b K - 149 200",
        ] {
            assert_eq!(fen.parse::<Setup>().unwrap().to_string(), fen);
            assert_eq!(fen.parse::<Position>().unwrap().to_string(), fen);
        }
    );

    #[test]
    fn rights_of_chess960_are_written_by_files_or_as_x_fen() {
        for (fen, x_fen) in [
            (
                "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1",
                "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1",
            ),
            // The rook that may castle is not the outermost one.
            ("4k3/8/8/8/8/8/8/RR2K2R w HB - 3 9", "4k3/8/8/8/8/8/8/RR2K2R w KB - 3 9"),
            ("r1r1kr1r/8/8/8/8/8/8/4K3 b hc - 0 1", "r1r1kr1r/8/8/8/8/8/8/4K3 b kc - 0 1"),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
        ] {
            let read: Setup = fen.parse().unwrap();
            assert_eq!(read.to_string(), fen);
            assert_eq!(read.to_x_fen(), x_fen);
            for text in [fen, x_fen] {
                let read = Setup::from_x_fen(text).unwrap();
                assert!(read.castling.is_chess960());
                assert_eq!(read.to_string(), fen);
                assert!(Position::new(&read).is_ok());
            }
        }
        // The letters alone are those of the usual array.
        for fen in ["4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"] {
            assert!(fen.parse::<Position>().is_err());
            assert!(Position::new(&Setup::from_x_fen(fen).unwrap()).is_ok());
        }
    }

    #[test]
    fn a_fen_that_fits_chess960_alone_is_of_chess960() {
        let error = Setup::from_fen_or_x_fen("4k3/8/8/8/8/8/8/R3K3 w X - 0 1").unwrap_err();
        assert_eq!(error.field, "the castling rights");
    }

    rows!(
        a_fen_that_fits_chess960_alone_is_of_chess960,
        for (fen, read) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"),
            ("4k3/8/8/8/8/8/8/RR3K1R w KQ - 0 1", "4k3/8/8/8/8/8/8/RR3K1R w HA - 0 1"),
            ("r3k2r/8/8/8/8/8/8/1R4KR w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/1R4KR w HBha - 0 1"),
            // Neither reading fits: it is read as a plain FEN.
            ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1"),
            ("8/8/8/8/8/8/8/1R4KR w KQ - 0 1", "8/8/8/8/8/8/8/1R4KR w KQ - 0 1"),
        ] {
            assert_eq!(Setup::from_fen_or_x_fen(fen).unwrap().to_string(), read, "{fen}");
        }
    );

    rows!(
        an_en_passant_square_without_a_legal_capture_is_no_right,
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
            ("8/8/8/8/r3Pp1k/8/8/4K3 b - e3 0 1", "e3"),
            ("8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1", "-"),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.to_string().split(' ').nth(3), Some(expected), "{fen}");
        }
    );

    rows!(
        text_that_is_no_fen_is_refused_by_field,
        for (text, says) in [
            ("", "found 0"),
            ("8/8/8/8/8/8/8/8 w - - 0", "found 5"),
            ("8/8/8/8/8/8/8 w - - 0 1", "it has 7 ranks"),
            ("8/8/8/8/8/8/8/7 w - - 0 1", "rank 1 has 7 squares"),
            ("8/8/8/8/8/8/8/44 w - - 0 1", "two numbers in a row"),
            ("9/8/8/8/8/8/8/8 w - - 0 1", "'9' is not a piece"),
            ("8/8/8/8/8/8/8/7é w - - 0 1", "'é' is not a piece"),
            ("8/8/8/KKKKKKKKK/8/8/8/8 w - - 0 1", "rank 5 has 9 squares"),
            ("8/8/8/7/8/8/8/8 w - - 0 1", "rank 5 has 7 squares"),
            ("8/8/8/8/8/8/8/8 W - - 0 1", "\"w\" or \"b\""),
            ("8/8/8/8/8/8/8/8 w KK - 0 1", "there twice"),
            ("8/8/8/8/8/8/8/8 w KJkq - 0 1", "'J' is not a castling right"),
            ("8/8/8/8/8/8/8/8 w K- - 0 1", "'-' is not a castling right"),
            ("4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "'B' is a second right to that side"),
            ("4k3/8/8/8/8/8/8/RR2K3 w AK - 0 1", "no rook for 'K'"),
            ("8/8/8/8/8/8/8/8 w - e9 0 1", "is not a square"),
            ("8/8/8/8/8/8/8/8 w - - -1 1", "the halfmove clock"),
            ("8/8/8/8/8/8/8/8 w - - 65536 1", "0 to 65535"),
            ("8/8/8/8/8/8/8/8 w - - 0 x", "the move number"),
        ] {
            let error = text.parse::<Setup>().unwrap_err().to_string();
            assert!(error.contains(says), "{text:?}: {error}");
        }
    );

    rows!(
        setups_that_cannot_be_played_are_refused_with_the_reason,
        for (fen, says) in [
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"),
            ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "the kings stand on adjacent squares, e1 and e2"),
            ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "Black has just moved and is in check from e1"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1"),
            ("4k3/8/8/8/PPPPPPPP/P7/8/4K3 w - - 0 1", "White has 9 pawns"),
            ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "White has 17 pieces"),
            ("4k3/8/8/8/8/8/PPPPPPPP/Q2QK3 b - - 0 1", "at least 1 promoted pieces, but only 0"),
            ("4k3/8/8/8/8/8/PPPPPPPP/2BBKB2 b - - 0 1", "at least 1 promoted pieces, but only 0"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "K needs a white rook on h1"),
            ("4k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "Q needs a white king on e1"),
            ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "k needs a black rook on h8"),
            (
                "4k3/8/8/8/8/8/8/4K3 w H - 0 1",
                "the castling right H: no White king castles with a rook on h1: no such rook",
            ),
            ("4k3/8/8/8/8/8/4K3/R7 w A - 0 1", "a rook on a1: the king is not on its first rank"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "the pawn is not on the square beyond it"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "not on the third rank"),
            ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "the square is not empty"),
            ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "came from is not empty"),
            ("4k3/8/8/4p3/8/8/3n4/1K6 w - e6 0 1", "was in check before the step"),
            ("4k3/8/8/8/n1n5/8/1K3r2/8 w - - 0 1", "at most two checks"),
            ("4k3/8/8/8/n1n5/8/1K6/8 w - - 0 1", "neither piece can have come from the line"),
            ("4k3/8/8/8/8/8/r2K2r1/8 w - - 0 1", "opposite sides"),
            ("4k3/8/8/8/8/2n5/8/K2rr2B w - - 0 1", ""),
            ("4k3/8/8/2n5/1n1n4/8/1K6/8 w - - 0 1", ""),
            ("4k3/8/8/3n4/n7/8/1K3r2/8 w - - 0 1", ""),
            ("4k3/8/8/8/n2n4/8/1Kr5/8 w - - 0 1", ""),
        ] {
            match fen.parse::<Position>() {
                Err(error) => assert!(error.to_string().contains(says), "{fen}: {error}"),
                Ok(_) => assert!(says.is_empty(), "{fen} is accepted"),
            }
        }
    );

    #[test]
    fn the_castling_right_named_is_the_impossible_one() {
        // Something else is wrong, and the rights are those of Chess960.
        let setup = "1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq e6 0 1";
        let error = Position::from_playable(&Setup::from_fen_or_x_fen(setup).unwrap()).unwrap_err();
        assert!(matches!(error, Unplayable::EnPassant { .. }), "{error}");
    }

    rows!(
        the_castling_right_named_is_the_impossible_one,
        {
            let no_rook = "but there is none";
        },
        for (fen, expected, says) in [
            // King and the other rook at home, this rook missing.
            ("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", 'K', "K needs a white rook on h1"),
            ("4k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 'q', "q needs a black rook on a8"),
            // The king not on its first rank.
            ("r3k2r/8/8/8/8/8/4K3/R6R w Kkq - 0 1", 'K', "K needs a white king on e1"),
            ("r6r/4k3/8/8/8/8/8/R3K2R w KQq - 0 1", 'q', "q needs a black king on e8"),
            // Rights of Chess960 that are possible, and one that is not.
            (
                "r1k4r/8/8/8/8/8/8/RK6 w KQkq - 0 1",
                'K',
                "K needs a white rook on rank 1 on the h-file side of the king on b1",
            ),
            (
                "1k5r/8/8/8/8/8/8/R1K4R w KQkq - 0 1",
                'q',
                "q needs a black rook on rank 8 on the a-file side of the king on b8",
            ),
            // White's right fits Chess960 only, Black's fits nothing.
            ("4k3/8/8/8/8/8/8/4K1R1 w Kq - 0 1", 'q', "q needs a black rook on a8"),
            ("4k1r1/8/8/8/8/8/8/4K3 w Qk - 0 1", 'Q', "Q needs a white rook on a1"),
            // Files of rooks.
            ("4k3/8/8/8/8/8/8/1R2K1R1 w HB - 0 1", 'H', "a rook on h1: no such rook"),
            ("1r2k1r1/8/8/8/8/8/8/4K3 w ga - 0 1", 'a', "a rook on a8: no such rook"),
            ("4k3/8/8/8/8/8/4K3/6R1 w G - 0 1", 'G', "the king is not on its first rank"),
        ] {
            let setup = Setup::from_fen_or_x_fen(fen).unwrap();
            let error = Position::from_playable(&setup).unwrap_err().to_string();
            assert!(error.contains(&format!("the castling right {expected}")), "{fen}: {error}");
            assert!(error.contains(says), "{fen}: {error}");
            assert!(error.contains(no_rook) || error.contains("castles with"), "{fen}: {error}");
        }
    );
}
