//! The board on a terminal.

use lawbook::board::{File, Placement, Rank, Square};

use crate::output::Mark;

/// What pieces look like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pieces {
    /// Figurines.
    Figurines,
    /// Letters, White's as capitals.
    Letters,
}

/// The board as White sees it, these squares marked; the stream drops the colours where there is no
/// terminal, and what is left is the diagram of a report.
pub(crate) fn board(placement: &Placement, marked: &[Square], pieces: Pieces) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.digit());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let mark = match (square.is_light(), marked.contains(&square)) {
                (true, false) => Mark::LightSquare,
                (true, true) => Mark::MarkedLightSquare,
                (false, false) => Mark::DarkSquare,
                (false, true) => Mark::MarkedDarkSquare,
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
