use super::{PositionError, fen::clip, read_uci};
use crate::position::{Move, Position, Setup, Unreachable};

/// A position as people and programs write it: a start position, and the moves played from there.
///
/// The start can be played from, but a game need not lead to it. All commands read positions with [`PositionText::read`],
/// and show the [note](Unreachable::note) on one that no game can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The position before the first move.
    pub start: Position,
    /// The moves, each legal.
    pub moves: Vec<Move>,
    /// The position after the last move.
    pub end: Position,
    /// The reason why no game can lead to the start, if one is known.
    pub unreachable: Option<Unreachable>,
}

impl PositionText {
    /// Parses one position in any of these forms:
    ///
    /// - a FEN or an X-FEN (see [`Setup::from_fen_or_x_fen`]) of four, five or six fields. Without a halfmove clock the
    ///   clock is 0, without a move number the number is 1;
    /// - an EPD: four to six fields and operations, each ended by `;`. The operations `hmvc` and `fmvn` give the halfmove
    ///   clock and the move number; all others are skipped. Semicolons in quoted strings end no operation;
    /// - `startpos`, the initial position;
    /// - the UCI command `position`: `position startpos moves e2e4 e7e5` or `position fen FEN moves ...`. The words
    ///   `position` and `fen` may be left out.
    ///
    /// Single or double quotes around the whole text are dropped.
    ///
    /// # Errors
    ///
    /// The text has none of these forms, the position cannot be played, or a move is not legal.
    pub fn read(text: &str) -> Result<PositionText, PositionError> {
        let mut words = Words(unquoted(text));
        let is_command = words.skip("position");
        let setup = if words.skip("startpos") {
            Setup::start()
        } else if words.skip("fen") || !is_command {
            read_fields(&mut words)?
        } else {
            return Err(PositionError::Command { read: clip(words.0.trim()) });
        };
        let start = Position::from_playable(&setup)?;
        let (mut moves, mut end) = (Vec::new(), start);
        if words.skip("moves") {
            while let Some(word) = words.next() {
                let ply = moves.len() + 1;
                let played = read_uci(&end, &clip(word))
                    .map_err(|error| PositionError::Move { ply, error })?;
                moves.push(played);
                end = end.after(played);
            }
        } else if let Some(word) = words.next() {
            return Err(PositionError::Command { read: clip(word) });
        }
        Ok(PositionText { start, moves, end, unreachable: setup.unreachable() })
    }

    /// Whether a text begins like a position, and not like moves or a sentence. For such a text [`PositionText::read`]
    /// returns the position, or an error that describes the problem.
    pub fn looks_like_one(text: &str) -> bool {
        let mut words = Words(unquoted(text));
        words.skip("position");
        words.skip("fen");
        let first = words.next().unwrap_or_default();
        first == "startpos" || first.matches('/').count() >= 6
    }
}

/// The part of a text that is still to be read, word by word.
#[derive(Clone)]
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start();
        let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }

    /// Skips the next word if it is `wanted`.
    fn skip(&mut self, wanted: &str) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.next();
        }
        is_next
    }
}

/// Parses the fields of a FEN and the operations of an EPD.
fn read_fields(words: &mut Words<'_>) -> Result<Setup, PositionError> {
    let text = words.0.trim();
    let board = [(); 4].map(|()| words.next());
    let [Some(placement), Some(turn), Some(castling), Some(en_passant)] = board else {
        // The FEN parser reports the missing fields.
        return Ok(Setup::from_fen_or_x_fen(text)?);
    };
    let mut counts = [None, None];
    for count in &mut counts {
        let Some(word) = words.peek().filter(|word| !begins_operation(word)) else { break };
        *count = Some(word.to_owned());
        words.next();
    }
    match words.peek() {
        None | Some("moves") => {}
        Some(word) if begins_operation(word) => read_operations(words, &mut counts)?,
        // The FEN parser reports the additional fields.
        Some(_) => return Ok(Setup::from_fen_or_x_fen(text)?),
    }
    let [halfmove, fullmove] = counts;
    let (halfmove, fullmove) =
        (halfmove.as_deref().unwrap_or("0"), fullmove.as_deref().unwrap_or("1"));
    let fen = format!("{placement} {turn} {castling} {en_passant} {halfmove} {fullmove}");
    Ok(Setup::from_fen_or_x_fen(&fen)?)
}

fn begins_operation(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == ';')
}

/// Parses the operations up to the end of the text, and stores the counts among them.
fn read_operations(
    words: &mut Words<'_>,
    counts: &mut [Option<String>; 2],
) -> Result<(), PositionError> {
    let rest = std::mem::take(&mut words.0).trim();
    let operations = split_operations(rest).map_err(|because| PositionError::Operation {
        read: clip(rest),
        because: because.to_owned(),
    })?;
    for operation in operations {
        let wrong = |because: String| PositionError::Operation { read: clip(operation), because };
        let mut operands = Words(operation);
        let code = operands.next().unwrap_or_default();
        let is_code = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if !code.starts_with(|letter: char| letter.is_ascii_alphabetic())
            || !code.chars().all(is_code)
        {
            return Err(wrong(format!("{:?} is not the name of an operation", clip(code))));
        }
        let count = match code {
            "hmvc" => &mut counts[0],
            "fmvn" => &mut counts[1],
            _ => continue,
        };
        let number = operands.0.trim();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong("its operand is not a number".to_owned()));
        }
        match count {
            Some(other) if other != number => {
                return Err(wrong(format!("the position already gives {}", clip(other))));
            }
            _ => *count = Some(number.to_owned()),
        }
    }
    Ok(())
}

/// Splits the operations of an EPD at their semicolons, and leaves out empty ones.
///
/// The last may lack its semicolon if there is an earlier one, as in `;D1 20 ;D2 400`.
fn split_operations(text: &str) -> Result<Vec<&str>, &'static str> {
    let (mut operations, mut begin, mut in_string) = (Vec::new(), 0, false);
    for (place, letter) in text.char_indices() {
        match letter {
            '"' => in_string = !in_string,
            ';' if !in_string => {
                operations.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
    }
    if in_string {
        return Err("a string in it has no closing quotation mark");
    }
    if !text.is_empty() && operations.is_empty() {
        return Err("it has no semicolon at its end");
    }
    operations.push(&text[begin..]);
    Ok(operations.into_iter().map(str::trim).filter(|one| !one.is_empty()).collect())
}

/// Removes white space and quotes around the text.
fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(text).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    rows!(
        each_form_is_read,
        {
            const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";
            let kings = |counts: &str| format!("{KINGS} {counts}");
        },
        for (text, end) in [
            (START.to_owned(), START.to_owned()),
            (KINGS.to_owned(), kings("0 1")),
            (kings("7"), kings("7 1")),
            (kings("7 12"), kings("7 12")),
            (kings("hmvc 7; fmvn 12;"), kings("7 12")),
            (kings("fmvn 12; id \"a; \"; hmvc 7; c0 \"hmvc 3; moves\"; noop;"), kings("7 12")),
            (kings("bm Rh8+ O-O; acd 12;"), kings("0 1")),
            (kings("7 12 bm O-O;"), kings("7 12")),
            (kings("7 12 hmvc 7;"), kings("7 12")),
            (kings("0 1 ;D1 15 ;D2 66"), kings("0 1")),
            (kings(";"), kings("0 1")),
            (format!("\"{}\"", kings("3 4")), kings("3 4")),
            (format!(" '{}'\n", kings("3 4")), kings("3 4")),
            ("startpos".to_owned(), START.to_owned()),
            ("position startpos".to_owned(), START.to_owned()),
            ("position startpos moves".to_owned(), START.to_owned()),
            ("position startpos moves e2e4".to_owned(), AFTER_E4.to_owned()),
            ("startpos moves e2e4".to_owned(), AFTER_E4.to_owned()),
            (format!("position fen {START} moves e2e4"), AFTER_E4.to_owned()),
            (format!("fen {START} moves e2e4"), AFTER_E4.to_owned()),
            (format!("{START}\tmoves  e2e4"), AFTER_E4.to_owned()),
            (
                format!("position fen {KINGS} moves e1g1"),
                "4k3/8/8/8/8/8/8/5RK1 b - - 1 1".to_owned(),
            ),
            (
                "position fen 1r1k1r2/8/8/8/8/8/8/1R1K1R2 w KQkq - 0 1 moves d1b1".to_owned(),
                "1r1k1r2/8/8/8/8/8/8/2KR1R2 b fb - 1 1".to_owned(),
            ),
            // It can be played, although no game leads to it.
            (
                "4k3/8/8/8/n1n5/8/1K3r2/8 w - -".to_owned(),
                "4k3/8/8/8/n1n5/8/1K3r2/8 w - - 0 1".to_owned(),
            ),
            // No double step can have led to the en passant square: in check before it, or from an occupied square.
            (
                "k7/8/8/3pP3/8/7n/5K2/8 w - d6".to_owned(),
                "k7/8/8/3pP3/8/7n/5K2/8 w - - 0 1".to_owned()
            ),
            (
                "k7/8/r6K/3pP3/8/8/8/8 w - d6".to_owned(),
                "k7/8/r6K/3pP3/8/8/8/8 w - - 0 1".to_owned()
            ),
            (
                "4k3/3p4/8/3pP3/8/8/8/4K3 w - d6".to_owned(),
                "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1".to_owned()
            ),
        ] {
            let read = PositionText::read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read.end.to_string(), end, "{text}");
            assert!(PositionText::looks_like_one(&text), "{text}");
            let note = read.unreachable.map(Unreachable::note).unwrap_or_default();
            assert_eq!(note.contains("no game can reach"), text.contains("n1n5"), "{text}: {note}");
            assert_eq!(note.contains("square was dropped"), text.contains(" d6"), "{text}: {note}");
        }
    );

    rows!(
        other_texts_are_refused_with_what_is_wrong,
        {
            const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";
        },
        for (text, says) in [
            (String::new(), "found 0"),
            ("e4 e5".to_owned(), "found 2"),
            ("position".to_owned(), "in a position command"),
            ("position 8/8".to_owned(), "cannot read \"8/8\" in a position command"),
            ("position startpos e2e4".to_owned(), "cannot read \"e2e4\" in a position command"),
            (
                "position startpos moves e2e4 e2e4".to_owned(),
                "move 2 after the position: e2e4 is not a legal move",
            ),
            ("startpos moves e4".to_owned(), "move 1 after the position: cannot read \"e4\""),
            (format!("{KINGS} 0 1 2"), "found 7"),
            (format!("{KINGS} -1 2"), "the halfmove clock"),
            (format!("{KINGS} 0 2x"), "the move number"),
            (format!("{KINGS} bm O-O"), "no semicolon at its end"),
            (format!("{KINGS} id \"a; hmvc 1;"), "no closing quotation mark"),
            (format!("{KINGS} id \"a\"; 12;"), "\"12\" is not the name of an operation"),
            (
                format!("{KINGS} hmvc x;"),
                "\"hmvc x\" after the fields of the position: its operand is not a number",
            ),
            (format!("{KINGS} hmvc 65536;"), "the halfmove clock"),
            (format!("{KINGS} fmvn;"), "its operand is not a number"),
            (format!("{KINGS} 3 4 hmvc 5;"), "already gives 3"),
            (format!("{KINGS} hmvc 5; hmvc 6;"), "already gives 5"),
            ("4k3/8/8/8/8/8/8/8 w - -".to_owned(), "White has no king"),
            (format!("\"{KINGS}"), "is not a piece"),
        ] {
            let error = PositionText::read(&text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    );

    rows!(
        moves_and_sentences_do_not_look_like_positions,
        for text in ["", "1. e4 e5", "White offers a draw", "position unclear", "1/2-1/2", "fen"] {
            assert!(!PositionText::looks_like_one(text), "{text}");
        }
    );
}
