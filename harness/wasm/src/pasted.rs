use lawbook::{notation::PositionText, position::Setup};
use lawbook_arbiter::pgn::{GameLine, GameLines};
use serde::{Deserialize, Serialize};

/// Pasted text, parsed into a start position and lines of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pasted {
    /// The start position as a FEN; `None` for the initial position.
    pub start: Option<String>,
    /// The lines: moves or sentences.
    pub lines: Vec<String>,
}

impl Pasted {
    /// Parses a position in any form that [`PositionText::read`] knows, a game in PGN, or lines of a transcript.
    ///
    /// The moves of a game are kept without comments, variations, glyphs and result. Only the first game is read.
    pub fn read(text: &str) -> Pasted {
        let text = text.trim();
        // The whole text, or its first line, may be a position.
        let parts = [(text, ""), text.split_once('\n').unwrap_or((text, ""))];
        let begin = parts.into_iter().find_map(|(first, rest)| Some((position(first)?, rest)));
        let (mut pasted, rest) = begin.unwrap_or((Pasted::default(), text));
        let record = GameLines::read(rest.lines());
        pasted.start = pasted.start.or(record.fen);
        let mut after_moves = false;
        for (line, raw) in record.lines.into_iter().zip(rest.lines()) {
            match line {
                GameLine::Empty => continue,
                GameLine::NextGame => break,
                // PGN breaks movetext at the line width, so consecutive lines of moves are one line.
                GameLine::Moves(words) => match pasted.lines.last_mut().filter(|_| after_moves) {
                    Some(last) => *last = format!("{last} {words}"),
                    None => pasted.lines.push(words),
                },
                GameLine::Sentence(sentence) => {
                    pasted.lines.push(sentence);
                    after_moves = false;
                    continue;
                }
                // The ruling reports it.
                GameLine::Open(_) => pasted.lines.push(raw.to_owned()),
            }
            after_moves = true;
        }
        pasted
    }
}

/// Parses a position text; its moves become a line.
fn position(text: &str) -> Option<Pasted> {
    let read = PositionText::read(text).ok()?;
    // A FEN is kept as written.
    let is_fen = Setup::from_fen_or_x_fen(text).is_ok();
    let start = if is_fen { text.trim().to_owned() } else { read.start.to_string() };
    let moves: Vec<String> = read.moves.iter().map(ToString::to_string).collect();
    let lines = if moves.is_empty() { Vec::new() } else { vec![moves.join(" ")] };
    Some(Pasted { start: Some(start), lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fen_a_game_and_lines_are_read() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let x_fen = "4k3/8/8/8/8/8/8/1R4K1 w Q - 0 1";
        for (text, start, lines) in [
            (fen, Some(fen), &[][..]),
            (x_fen, Some(x_fen), &[]),
            ("\"4k3/8/8/8/8/8/8/4K2R w K -\"", Some(fen), &[]),
            ("4k3/8/8/8/8/8/8/4K2R w K - id \"a; b\"; fmvn 1;", Some(fen), &[]),
            ("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", Some(fen), &["e1g1"]),
            (
                "4k3/8/8/8/8/8/8/4K2R w K - 0 1\nO-O Ke7\nWhite resigns",
                Some(fen),
                &["O-O Ke7", "White resigns"],
            ),
            ("1. e4 e5\n2. Nf3 1-0", None, &["1. e4 e5 2. Nf3"]),
            (
                "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O {he (or I) castles} Kd7 $1 (1... Ke7 2. Re1+) 2. Rf7+ ; good\n*\n\n[Event \"y\"]\n1. d4",
                Some(fen),
                &["1. O-O Kd7 2. Rf7+"],
            ),
            (
                "{a\n[x] 1. a3} 1. e4 e5 ; the open game\n% 2. h4\n2. -- $14 d5\n1-0\n\n1. d4 d5",
                None,
                &["1. e4 e5 2. -- d5"],
            ),
            ("1. e4 {never closed", None, &["1. e4 {never closed"]),
            (
                "1. e4\ne5\nWhite offers a draw\nBlack accepts the offer",
                None,
                &["1. e4 e5", "White offers a draw", "Black accepts the offer"],
            ),
            ("White resigns", None, &["White resigns"]),
            ("The players agree to a draw", None, &["The players agree to a draw"]),
            ("", None, &[]),
        ] {
            let read = Pasted::read(text);
            assert_eq!(read.start.as_deref(), start, "{text}");
            assert_eq!(read.lines, lines, "{text}");
        }
    }
}
