//! The board on a terminal.

use anstyle::{Ansi256Color, Style};
use lawbook::board::{File, Placement, Rank, Square};

/// What pieces look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Figurines.
    Figurines,
    /// Letters, White's as capitals.
    Letters,
}

/// Ink, light squares, dark squares, and both where they are marked.
const INK: u8 = 16;
const LIGHT: [u8; 2] = [223, 192];
const DARK: [u8; 2] = [180, 149];

/// The board as White sees it, these squares marked; the stream drops the colours where there is no
/// terminal, and what is left is the diagram of a report.
pub(crate) fn board(placement: &Placement, marked: &[Square], pieces: Pieces) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let shades = if square.is_light() { LIGHT } else { DARK };
            let shade = shades[usize::from(marked.contains(&square))];
            let style = Style::new()
                .fg_color(Some(Ansi256Color(INK).into()))
                .bg_color(Some(Ansi256Color(shade).into()));
            let figure = match (placement.at(square), pieces) {
                (Some(piece), Pieces::Figurines) => piece.figurine(),
                (Some(piece), Pieces::Letters) => piece.letter(),
                (None, Pieces::Figurines) => '·',
                (None, Pieces::Letters) => '.',
            };
            text.push_str(&format!("{style} {figure}{style:#}"));
        }
        text.push('\n');
    }
    let files: String = File::ALL.map(|file| format!(" {}", file.letter())).concat();
    format!("{text} {files}\n")
}
