//! Counts the mates among all placements of given pieces, to verify [`lawbook::dead::material`].
//!
//! The second player is to move, without castling and en passant rights. Placements that no game can produce count,
//! too. The king to be mated stands on one square of each symmetry class of the board, and the results are weighted.

use std::{fmt, iter::Sum, str::FromStr};

use lawbook::{
    board::{Bitboard, Color, Piece, Placement, Role, Square, attacks},
    dead::material,
    position::{CastlingRights, Position, Setup},
};

/// Maximum number of pieces in addition to the kings. Two take a tenth of a second, four take minutes.
const MAX_PIECES: usize = 4;

/// The classes that decide lists of drawn material: first those where the first player cannot mate according to
/// [`material`], then the smallest ones where it can.
pub const CLASSES: [&str; 37] = [
    "KvKQ", "KNvK", "KBvK", "KNvKQ", "KLvKL", "KBvKR", "KBvKQ", "KLLvK", "KNvKQQ", "KLvKLL",
    "KLvKRL", "KLvKQL", "KBvKRR", "KBvKQR", "KBvKQQ", "KLLvKL", "KLLvKR", "KLLvKQ", "KLLLvK",
    "KPvK", "KRvK", "KQvK", "KNvKP", "KNvKN", "KNvKB", "KNvKR", "KLvKD", "KBvKN", "KBvKP", "KNNvK",
    "KBNvK", "KLDvK", "KNvKQR", "KLvKQD", "KNNvKQ", "KNNvKR", "KNNvKP",
];

/// The pieces of the mating player and of the player to be mated.
///
/// It is written as in `KNvKQ`. `L` and `D` are bishops on squares of opposite colours, and `B` is a bishop on a square
/// of any colour: `KLvKL` has bishops of one square colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialClass {
    own: Vec<MaterialPiece>,
    other: Vec<MaterialPiece>,
}

/// A piece other than a king, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum MaterialPiece {
    Queen,
    Rook,
    Bishop,
    BishopOnOne,
    BishopOnOther,
    Knight,
    Pawn,
}

/// The result of counting placements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementCount {
    /// Placements where the player not to move is not in check.
    pub positions: u64,
    /// Those where the player to move is mated.
    pub mates: u64,
    /// Those where the player to move is stalemated.
    pub stalemates: u64,
    /// One of the mates.
    pub example: Option<Position>,
}

/// A part of a class that can be counted separately.
#[derive(Clone, Debug)]
pub struct ClassPart {
    /// The square of the king to be mated.
    king: Square,
    /// The number of squares that are symmetric to it.
    weight: u64,
    slots: Vec<Slot>,
}

/// A piece to place, with its squares.
#[derive(Clone, Copy, Debug)]
struct Slot {
    piece: Piece,
    squares: Bitboard,
    /// Whether the piece before it is of the same kind, and so stands on a lower square.
    is_twin: bool,
}

/// Why a text is not a class that can be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    /// The text does not have the form of a class.
    #[error(
        "{0:?} does not list pieces; expected something like \"KNvKQ\", with the letters K Q R B L D N P"
    )]
    Unreadable(String),
    /// There are more pieces than can be counted in reasonable time.
    #[error("{0:?} has more than {MAX_PIECES} pieces besides the kings")]
    TooMany(String),
}

impl MaterialClass {
    /// Counts the whole class.
    pub fn count(&self) -> PlacementCount {
        self.parts().iter().map(ClassPart::count).sum()
    }

    /// The parts of the class. Their counts add up to that of the class.
    pub fn parts(&self) -> Vec<ClassPart> {
        let pieces = || self.own.iter().chain(&self.other);
        let has_pawns = pieces().any(|&piece| piece == MaterialPiece::Pawn);
        let is_shaded = pieces().any(|piece| piece.shade().is_some());
        let mut parts = Vec::new();
        for one in [Bitboard::LIGHT, Bitboard::DARK].into_iter().take(1 + usize::from(is_shaded)) {
            for king in Square::all().filter(|king| king.file().index() < 4) {
                let (file, rank) = (king.file().index(), king.rank().index());
                let weight = match file.cmp(&rank) {
                    _ if has_pawns => 2,
                    std::cmp::Ordering::Less => continue,
                    std::cmp::Ordering::Equal => 4,
                    std::cmp::Ordering::Greater => 8,
                };
                parts.push(ClassPart { king, weight, slots: self.slots(king, one) });
            }
        }
        parts
    }

    /// Whether [`material::has_mating_material`] holds for some square colours of the bishops.
    pub fn has_mating_material(&self) -> bool {
        self.samples().iter().any(|pieces| material::has_mating_material(pieces, Color::White))
    }

    /// A placement for each distribution of the bishops over the square colours.
    ///
    /// The first player is White. Black is to move, and neither king is in check.
    pub fn samples(&self) -> Vec<Placement> {
        let corner =
            |square, color| (Square::from_index(square), Piece { color, role: Role::King });
        let mut pieces = Placement::EMPTY;
        for (square, king) in [corner(0, Color::White), corner(63, Color::Black)] {
            pieces.put(square, king);
        }
        let mut samples = vec![pieces];
        for slot in &self.slots(Square::from_index(63), Bitboard::LIGHT)[1..] {
            let shades = match slot.piece.role {
                Role::Bishop => &[Bitboard::LIGHT, Bitboard::DARK][..],
                Role::Pawn | Role::Knight | Role::Rook | Role::Queen | Role::King => {
                    &[Bitboard::FULL]
                }
            };
            let quiet = |pieces: &Placement, shade: &Bitboard| {
                ((slot.squares & *shade & QUIET) - pieces.occupied()).first()
            };
            let put = |pieces: &Placement, square| {
                let mut pieces = *pieces;
                pieces.put(square, slot.piece);
                pieces
            };
            samples = samples
                .iter()
                .flat_map(|pieces| {
                    shades.iter().filter_map(move |shade| Some(put(pieces, quiet(pieces, shade)?)))
                })
                .collect();
        }
        samples
    }

    /// The pieces to place if this king is there, with bishops `L` on the squares `one`.
    fn slots(&self, king: Square, one: Bitboard) -> Vec<Slot> {
        let white = Slot {
            piece: Piece { color: Color::White, role: Role::King },
            squares: !attacks::king(king) - king.set(),
            is_twin: false,
        };
        let mut slots = vec![white];
        for (color, pieces) in [(Color::White, &self.own), (Color::Black, &self.other)] {
            for (index, piece) in pieces.iter().enumerate() {
                let squares = match piece.shade() {
                    Some(true) => one,
                    Some(false) => !one,
                    None if *piece == MaterialPiece::Pawn => !Bitboard::END_RANKS,
                    None => Bitboard::FULL,
                };
                let is_twin = index > 0 && pieces[index - 1] == *piece;
                slots.push(Slot { piece: Piece { color, role: piece.role() }, squares, is_twin });
            }
        }
        slots
    }
}

impl ClassPart {
    /// Counts the part.
    pub fn count(&self) -> PlacementCount {
        let mut pieces = Placement::EMPTY;
        pieces.put(self.king, Piece { color: Color::Black, role: Role::King });
        let mut tally = PlacementCount::default();
        place(&self.slots, &pieces, Bitboard::EMPTY, &mut tally);
        PlacementCount {
            positions: tally.positions * self.weight,
            mates: tally.mates * self.weight,
            stalemates: tally.stalemates * self.weight,
            example: tally.example,
        }
    }
}

/// Places the remaining pieces in every way. A piece of the same kind as the last one is not placed on `up_to_last`.
fn place(slots: &[Slot], pieces: &Placement, up_to_last: Bitboard, tally: &mut PlacementCount) {
    let Some((slot, left)) = slots.split_first() else { return judge(pieces, tally) };
    let taken = if slot.is_twin { pieces.occupied() | up_to_last } else { pieces.occupied() };
    for square in slot.squares - taken {
        let mut more = *pieces;
        more.put(square, slot.piece);
        place(left, &more, Bitboard(square.set().0 - 1) | square.set(), tally);
    }
}

fn judge(pieces: &Placement, tally: &mut PlacementCount) {
    let (castling, turn) = (CastlingRights::NONE, Color::Black);
    let setup = Setup { placement: *pieces, turn, castling, ..Setup::start() };
    // A king of White that is in check is refused.
    let Ok(position) = Position::from_playable(&setup) else { return };
    tally.positions += 1;
    if position.has_legal_move() {
    } else if position.is_check() {
        tally.mates += 1;
        tally.example = tally.example.or(Some(position));
    } else {
        tally.stalemates += 1;
    }
}

impl MaterialPiece {
    const ALL: [MaterialPiece; 7] = [
        MaterialPiece::Queen,
        MaterialPiece::Rook,
        MaterialPiece::Bishop,
        MaterialPiece::BishopOnOne,
        MaterialPiece::BishopOnOther,
        MaterialPiece::Knight,
        MaterialPiece::Pawn,
    ];

    fn letter(self) -> char {
        match self {
            MaterialPiece::BishopOnOne => 'L',
            MaterialPiece::BishopOnOther => 'D',
            MaterialPiece::Queen
            | MaterialPiece::Rook
            | MaterialPiece::Bishop
            | MaterialPiece::Knight
            | MaterialPiece::Pawn => self.role().letter(),
        }
    }

    fn role(self) -> Role {
        match self {
            MaterialPiece::Queen => Role::Queen,
            MaterialPiece::Rook => Role::Rook,
            MaterialPiece::Bishop | MaterialPiece::BishopOnOne | MaterialPiece::BishopOnOther => {
                Role::Bishop
            }
            MaterialPiece::Knight => Role::Knight,
            MaterialPiece::Pawn => Role::Pawn,
        }
    }

    /// Whether it is a bishop on squares of the first or of the second colour.
    fn shade(self) -> Option<bool> {
        match self {
            MaterialPiece::BishopOnOne => Some(true),
            MaterialPiece::BishopOnOther => Some(false),
            MaterialPiece::Queen
            | MaterialPiece::Rook
            | MaterialPiece::Bishop
            | MaterialPiece::Knight
            | MaterialPiece::Pawn => None,
        }
    }
}

impl FromStr for MaterialClass {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<MaterialClass, ClassError> {
        let read = |side: &str| {
            let letters = side.strip_prefix('K')?.chars();
            let piece =
                |letter| MaterialPiece::ALL.into_iter().find(|piece| piece.letter() == letter);
            let mut pieces = letters.map(piece).collect::<Option<Vec<MaterialPiece>>>()?;
            pieces.sort_unstable();
            Some(pieces)
        };
        let sides = text.split_once('v').and_then(|(own, other)| Some((read(own)?, read(other)?)));
        match sides {
            None => Err(ClassError::Unreadable(text.chars().take(100).collect())),
            Some((own, other)) if own.len() + other.len() > MAX_PIECES => {
                Err(ClassError::TooMany(text.chars().take(100).collect()))
            }
            Some((own, other)) => Ok(MaterialClass { own, other }),
        }
    }
}

impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |pieces: &[MaterialPiece]| {
            pieces.iter().map(|piece| piece.letter()).collect::<String>()
        };
        write!(f, "K{}vK{}", side(&self.own), side(&self.other))
    }
}

impl Sum for PlacementCount {
    fn sum<I: Iterator<Item = PlacementCount>>(tallies: I) -> PlacementCount {
        tallies.fold(PlacementCount::default(), |sum, one| PlacementCount {
            positions: sum.positions + one.positions,
            mates: sum.mates + one.mates,
            stalemates: sum.stalemates + one.stalemates,
            example: sum.example.or(one.example),
        })
    }
}

/// Squares from where no piece attacks a1 or h8, whatever it is.
const QUIET: Bitboard = Bitboard(0x001e_1e6e_7678_7800);
