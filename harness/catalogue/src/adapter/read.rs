//! The parts of answers, read from text.

use lawbook::{
    board::Square,
    position::{Move, Setup},
};

use lawbook_gate::{fen::Fen, session::unreadable_fen};

use super::Response;
use crate::question::Answer;

pub(super) fn moves(texts: &[String]) -> Result<Answer, String> {
    let mut moves = texts.iter().map(|uci| parse(uci)).collect::<Result<Vec<Move>, String>>()?;
    moves.sort_unstable();
    Ok(Answer::Moves(moves))
}

pub(super) fn squares(names: &[String]) -> Result<Answer, String> {
    let mut squares =
        names.iter().map(|name| square(name)).collect::<Result<Vec<Square>, String>>()?;
    squares.sort_unstable();
    Ok(Answer::Squares(squares))
}

pub(super) fn square(name: &str) -> Result<Square, String> {
    Square::parse(name).ok_or_else(|| format!("{name:?} is not a square"))
}

/// Reads pairs of squares, such as `e7` and `e8`.
pub(super) fn pairs<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Result<Answer, String> {
    let pair = |(one, other): (&str, &str)| Ok((square(one)?, square(other)?));
    let mut pairs = pairs.map(pair).collect::<Result<Vec<_>, String>>()?;
    pairs.sort_unstable();
    Ok(Answer::Pairs(pairs))
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
