use crate::board::{Color, File, Placement, Rank, Square};

/// The board as eight rows of figurines with coordinates, seen from this player's side.
///
/// Empty squares are dots. Lines end without spaces, the last line without a line feed.
pub fn diagram(placement: &Placement, seen_from: Color) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match seen_from {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::new();
    for rank in ranks {
        text.push(rank.digit());
        for file in files {
            text.push(' ');
            text.push(placement.at(Square::new(file, rank)).map_or('·', |piece| piece.figurine()));
        }
        text.push('\n');
    }
    text.push(' ');
    for file in files {
        text.push(' ');
        text.push(file.letter());
    }
    text
}
