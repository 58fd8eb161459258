//! The parts of answers, read from text.

use lawbook::{
    board::Square,
    position::{Move, Setup},
};

use lawbook_gate::{fen::Fen, session::unreadable_fen};

use super::Response;
use crate::question::Answer;

pub(super) fn moves(texts: &[String]) -> Result<Answer, String> {
    sorted(texts.iter().map(|uci| parse(uci))).map(Answer::Moves)
}

pub(super) fn squares(names: &[String]) -> Result<Answer, String> {
    sorted(names.iter().map(|name| square(name))).map(Answer::Squares)
}

pub(super) fn square(name: &str) -> Result<Square, String> {
    Square::parse(name).ok_or_else(|| format!("{name:?} is not a square"))
}

/// Reads pairs of squares, such as `e7` and `e8`.
pub(super) fn pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Answer, String> {
    sorted(pairs.map(|(one, other)| Ok((square(one)?, square(other)?)))).map(Answer::Pairs)
}

/// Sorts items that are read. Returns the first error, if there is one.
pub(super) fn sorted<T: Ord>(
    items: impl Iterator<Item = Result<T, String>>,
) -> Result<Vec<T>, String> {
    let mut items = items.collect::<Result<Vec<T>, String>>()?;
    items.sort_unstable();
    Ok(items)
}

pub(super) fn parse(uci: &str) -> Result<Move, String> {
    uci.parse().map_err(|error| format!("{error}"))
}

/// Reads a FEN written by a library: as X-FEN in a Chess960 game. One that cannot be read is a failure of the library.
pub(super) fn written(fen: &str, chess960: bool) -> Result<Setup, Response> {
    let read = || if chess960 { Setup::from_x_fen(fen) } else { fen.parse() };
    Fen::read(fen)
        .and_then(|_| read().map_err(|error| error.to_string()))
        .map_err(|why| Response::Panicked(unreadable_fen(fen, &why)))
}

pub(super) fn setup(fen: &str) -> Result<Setup, String> {
    fen.parse().map_err(|error| format!("{error}"))
}
