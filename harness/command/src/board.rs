//! Board diagrams on a terminal.

use lawbook::board::{File, Placement, Rank, Square};

use crate::output::Style;

/// How pieces are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Figurines.
    Figurines,
    /// Letters, White's in upper case.
    Letters,
}

/// Draws the board from White's side, with the `marked` squares highlighted. `anstream` drops the colours if the output
/// is not a terminal; the text then equals the diagram in a report.
pub(crate) fn board(placement: &Placement, marked: &[Square], pieces: Pieces) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let mark = match (square.is_light(), marked.contains(&square)) {
                (true, false) => Style::LightSquare,
                (true, true) => Style::MarkedLightSquare,
                (false, false) => Style::DarkSquare,
                (false, true) => Style::MarkedDarkSquare,
            };
            let figure = match (placement.at(square), pieces) {
                (Some(piece), Pieces::Figurines) => piece.figurine(),
                (Some(piece), Pieces::Letters) => piece.letter(),
                (None, Pieces::Figurines) => '·',
                (None, Pieces::Letters) => '.',
            };
            text.push_str(&mark.around(&format!(" {figure}")));
        }
        text.push('\n');
    }
    let files: String = File::ALL.map(|file| format!(" {}", file.letter())).concat();
    format!("{text} {files}\n")
}
