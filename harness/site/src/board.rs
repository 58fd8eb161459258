use std::collections::BTreeMap;

use askama::Template;
use lawbook::{
    board::{Color, Piece, Placement, Role, Square},
    position::{Move, Position, Setup},
};

/// Side length of a square, which is that of the piece drawings.
const SIDE: u32 = 45;

/// Width of the digits of the ranks, left of the squares.
const LEFT: u32 = 18;

/// Names of the drawings in the order of `pieces.svg`, by colour and role.
const PIECES: [&str; 12] = ["wp", "wn", "wb", "wr", "wq", "wk", "bp", "bn", "bb", "br", "bq", "bk"];

/// A board diagram: the pieces and the markings.
#[derive(Clone, Debug)]
pub(super) struct BoardPicture {
    pub(super) pieces: Placement,
    /// The side to move.
    pub(super) turn: Color,
    /// The last move, see [`seen`].
    pub(super) last: Option<Move>,
    /// Squares that the last act or the question refers to.
    pub(super) keys: Vec<Square>,
    /// Arrows from a piece to the squares that it attacks or is pinned to.
    pub(super) arrows: Vec<(Square, Square)>,
}

/// The drawings that a page defines once: the pieces, an empty board, and ranks that occur on several of its boards.
#[derive(Template)]
#[template(path = "sprite.html")]
pub(super) struct Sprite {
    /// Relative path to the folder of `board.svg` and `pieces.svg`.
    root: &'static str,
    /// The shared ranks, as in a FEN.
    ranks: Vec<String>,
}

/// A board diagram that refers to the drawings of its page.
#[derive(Template)]
#[template(path = "board.html")]
pub(super) struct DrawnBoard<'a> {
    board: &'a BoardPicture,
    sprite: &'a Sprite,
}

/// An empty board as a file with its own style, for pages that refer to it.
#[derive(Template)]
#[template(path = "empty.svg")]
pub(super) struct EmptyBoard {
    pub(super) style: &'static str,
}

/// The squares of a move as seen on the board. In Chess960, castling is encoded as the king capturing its rook; then
/// the destination is that of the king, or the move is the rook's if the king stays where it is.
pub(super) fn seen(before: &Position, played: Move) -> Move {
    let Some(wing) = before.castles(played) else { return played };
    let color = before.turn();
    let to = wing.king_to(color);
    if to == played.from {
        Move::new(played.to, wing.rook_to(color))
    } else {
        Move::new(played.from, to)
    }
}

impl BoardPicture {
    pub(super) fn of(position: &Position, last: Option<Move>) -> BoardPicture {
        let (pieces, turn) = (*position.placement(), position.turn());
        BoardPicture { pieces, turn, last, keys: Vec::new(), arrows: Vec::new() }
    }

    /// Creates the diagram of a setup, legal or not.
    pub(super) fn of_setup(setup: &Setup) -> BoardPicture {
        let (pieces, turn) = (setup.placement, setup.turn);
        BoardPicture { pieces, turn, last: None, keys: Vec::new(), arrows: Vec::new() }
    }

    /// Serializes the diagram for the script: pieces as in a FEN, side to move, last move or `-`, and marked squares.
    pub(super) fn shows(&self) -> String {
        self.shows_with(&self.pieces.to_string())
    }

    /// Serializes the diagram as [`BoardPicture::shows`] does, with the changes since an earlier one in place of all pieces:
    /// squares with their pieces, such as `e2,e4P`, or `-`. Of a move of one piece the rest follows and is left out.
    pub(super) fn shows_after(&self, before: &BoardPicture) -> String {
        let changed = (0..64).map(Square::from_index).filter_map(|square| {
            let piece = self.pieces.at(square);
            let letter = piece.map_or_else(String::new, |piece| piece.letter().to_string());
            (piece != before.pieces.at(square)).then(|| format!("{square}{letter}"))
        });
        let changed: Vec<String> = changed.collect();
        let is_simple = self.last.is_some_and(|last| {
            let to = self.pieces.at(last.to).map(|piece| format!("{}{}", last.to, piece.letter()));
            let from = last.from.to_string();
            changed.len() == 2
                && changed.contains(&from)
                && to.is_some_and(|to| changed.contains(&to))
        });
        match changed.join(",") {
            moved if is_simple && self.keys.is_empty() && self.turn != before.turn => moved,
            none if none.is_empty() => self.shows_with("-"),
            changes => self.shows_with(&changes),
        }
    }

    fn shows_with(&self, pieces: &str) -> String {
        let last =
            self.last.map_or_else(|| "-".to_owned(), |last| format!("{}{}", last.from, last.to));
        let text = format!("{pieces} {} {last} {}", self.turn.letter(), self.marks(","));
        text.trim_end().to_owned()
    }

    /// The ranks with pieces, as in a FEN, each with its distance from the upper edge.
    fn ranks(&self) -> Vec<(String, u32)> {
        let text = self.pieces.to_string();
        let ranks = text.split('/').map(str::to_owned).zip((0..).step_by(SIDE as usize));
        ranks.filter(|(rank, _)| rank != "8").collect()
    }

    fn marks(&self, between: &str) -> String {
        self.keys.iter().map(Square::to_string).collect::<Vec<_>>().join(between)
    }

    /// Describes the board in words, for screen readers.
    fn words(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let pieces: Vec<String> =
                [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
                    .into_iter()
                    .filter_map(|role| {
                        let squares = self.pieces.pieces(color, role).into_iter();
                        let squares: Vec<String> = squares.map(|one| one.to_string()).collect();
                        let plural = if squares.len() > 1 { "s" } else { "" };
                        (!squares.is_empty())
                            .then(|| format!("{role}{plural} {}", squares.join(" ")))
                    })
                    .collect();
            text.push_str(&format!("{color}: {}. ", pieces.join(", ")));
        }
        text.push_str(&format!("{} is on move.", self.turn));
        if let Some(last) = self.last {
            text.push_str(&format!(" The last move was from {} to {}.", last.from, last.to));
        }
        if !self.keys.is_empty() {
            text.push_str(&format!(" Marked: {}.", self.marks(", ")));
        }
        for (from, to) in &self.arrows {
            text.push_str(&format!(" Arrow from {from} to {to}."));
        }
        text
    }

    /// Corners of the squares of the last move.
    fn lasts(&self) -> Vec<(u32, u32)> {
        self.last.into_iter().flat_map(|last| [corner(last.from), corner(last.to)]).collect()
    }

    /// Centres of the marked squares.
    fn centres(&self) -> Vec<(f32, f32)> {
        self.keys.iter().map(|&square| centre(square)).collect()
    }

    /// Coordinates of the arrows from centre to centre, shortened so that the head does not cover the piece.
    fn lines(&self) -> Vec<(f32, f32, f32, f32)> {
        let line = |&(from, to): &(Square, Square)| {
            let ((x, y), (to_x, to_y)) = (centre(from), centre(to));
            let (wide, high) = (to_x - x, to_y - y);
            let length = wide.hypot(high).max(1.0);
            let back = (length - 16.0) / length;
            (x, y, x + wide * back, y + high * back)
        };
        self.arrows.iter().map(line).collect()
    }
}

impl Sprite {
    /// Refers to the drawings in the folder of the page; for a page with a single board.
    pub(super) fn linked() -> Sprite {
        Sprite { root: "", ranks: Vec::new() }
    }

    /// Refers to the drawings in the folder `root`, with the ranks that occur more than once on the boards of a page.
    pub(super) fn shared<'a>(
        root: &'static str,
        boards: impl Iterator<Item = &'a BoardPicture>,
    ) -> Sprite {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for (rank, _) in boards.flat_map(BoardPicture::ranks) {
            *counts.entry(rank).or_default() += 1;
        }
        let is_shared = |(rank, count): (String, u32)| {
            (count > 1 && pieces_of(&rank).len() > 1).then_some(rank)
        };
        Sprite { root, ranks: counts.into_iter().filter_map(is_shared).collect() }
    }

    /// The diagram of a board for this page.
    pub(super) fn draw<'a>(&'a self, board: &'a BoardPicture) -> DrawnBoard<'a> {
        DrawnBoard { board, sprite: self }
    }

    fn shares(&self, rank: &String) -> bool {
        self.ranks.binary_search(rank).is_ok()
    }

    /// Name of each drawing, and its place in `pieces.svg`.
    fn drawings(&self) -> impl Iterator<Item = (&'static str, u32)> {
        PIECES.into_iter().zip((0..).step_by(SIDE as usize))
    }
}

/// The dark squares as the dashes of one SVG path, a line for each rank.
fn dark() -> String {
    let rank = |rank: u32| {
        let x = 18 + (rank + 1) % 2 * SIDE;
        format!("M{x} {}H378", f64::from(rank * SIDE) + 22.5)
    };
    (0..8).map(rank).collect()
}

/// Eight places, each one square after the previous one: of the letters of the files and the digits of the ranks.
fn eight_places(first: u32) -> String {
    let places: Vec<String> = (0..8).map(|place| (first + place * SIDE).to_string()).collect();
    places.join(" ")
}

/// The drawing of each piece on a rank as in a FEN, and its distance from the left edge.
pub(super) fn pieces_of(rank: &str) -> Vec<(&'static str, u32)> {
    let mut pieces = Vec::new();
    let mut x = LEFT;
    for sign in rank.chars() {
        pieces.extend(Piece::from_letter(sign).map(|piece| (PIECES[drawing(piece)], x)));
        x += sign.to_digit(10).unwrap_or(1) * SIDE;
    }
    pieces
}

/// Index of a piece in [`PIECES`].
const fn drawing(piece: Piece) -> usize {
    let color = if matches!(piece.color, Color::White) { 0 } else { 6 };
    color + piece.role as usize
}

fn corner(square: Square) -> (u32, u32) {
    let (file, rank) = (square.index() as u32 % 8, square.index() as u32 / 8);
    (file * SIDE, (7 - rank) * SIDE)
}

fn centre(square: Square) -> (f32, f32) {
    let (x, y) = corner(square);
    (x as f32 + 22.5, y as f32 + 22.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_says_which_squares_change() {
        let board = |fen: &str| BoardPicture::of(&fen.parse().unwrap(), None);
        let start = board("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
        for (fen, shows) in [
            ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "- w -"),
            ("4k3/8/8/8/4P3/8/8/4K2R b K - 0 1", "e2,e4P b -"),
            ("4k3/8/8/8/8/8/4P3/5RK1 b - - 1 1", "e1,f1R,g1K,h1 b -"),
        ] {
            assert_eq!(board(fen).shows_after(&start), shows, "{fen}");
        }
        let last = Some("e2e4".parse().unwrap());
        let mut moved = BoardPicture { last, ..board("4k3/8/8/8/4P3/8/8/4K2R b K - 0 1") };
        assert_eq!(moved.shows_after(&start), "e2,e4P");
        moved.keys.push(Square::from_index(0));
        assert_eq!(moved.shows_after(&start), "e2,e4P b e2e4 a1");
    }

    #[test]
    fn ranks_that_occur_twice_are_drawn_once() {
        let board = |fen: &str| BoardPicture::of(&fen.parse().unwrap(), None);
        let boards =
            [board("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"), board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")];
        assert_eq!(Sprite::shared("", boards.iter()).ranks, ["4K2R"]);
        assert_eq!(pieces_of("4K2R"), [("wk", 18 + 4 * 45), ("wr", 18 + 7 * 45)]);
    }

    #[test]
    fn castling_is_seen_where_the_pieces_go() {
        for (fen, uci, squares) in [
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "e1g1"),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1", "e1g1"),
            ("1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8", "b8d8"),
            ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "c1d1", "c1d1"),
        ] {
            let position: Position = fen.parse().unwrap();
            let seen = seen(&position, uci.parse().unwrap());
            assert_eq!(seen.to_string(), squares, "{fen} {uci}");
        }
    }
}
