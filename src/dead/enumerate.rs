//! What [`material`] says, counted out: how many placements of given men are mate.
//!
//! Every placement is looked at with the second player to move, without castling and en passant
//! rights, whether or not a game could lead to it. The king to be mated stands on one square for
//! each symmetry of the board, and what is found there counts for all of them.

use std::{fmt, iter::Sum, str::FromStr};

use super::material;
use crate::{
    board::{Bitboard, Color, Piece, Placement, Role, Square, attacks},
    position::Position,
};

/// The most men beside the kings: two are a matter of a tenth of a second, four of minutes.
const MOST: usize = 4;

/// The classes on which lists of drawn material turn: first those in which [`material`] says that the
/// first player cannot mate, then the least ones in which it says that he can.
pub const CLASSES: [&str; 37] = [
    "KvKQ", "KNvK", "KBvK", "KNvKQ", "KLvKL", "KBvKR", "KBvKQ", "KLLvK", "KNvKQQ", "KLvKLL",
    "KLvKRL", "KLvKQL", "KBvKRR", "KBvKQR", "KBvKQQ", "KLLvKL", "KLLvKR", "KLLvKQ", "KLLLvK",
    "KPvK", "KRvK", "KQvK", "KNvKP", "KNvKN", "KNvKB", "KNvKR", "KLvKD", "KBvKN", "KBvKP", "KNNvK",
    "KBNvK", "KLDvK", "KNvKQR", "KLvKQD", "KNNvKQ", "KNNvKR", "KNNvKP",
];

/// The men of two players: of the one who is to mate, and of the one to be mated.
///
/// It is written `KNvKQ`. `L` and `D` are bishops on squares of one colour and of the other, whichever
/// is which, and `B` is a bishop on a square of any colour: `KLvKL` has bishops of one colour.
///
/// ```
/// use lawbook::dead::enumerate::Class;
///
/// let class: Class = "KNvK".parse()?;
/// assert_eq!(class.count().mates, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    own: Vec<Man>,
    other: Vec<Man>,
}

/// A man beside the kings, by its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Man {
    Queen,
    Rook,
    Bishop,
    BishopOnOne,
    BishopOnOther,
    Knight,
    Pawn,
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Placements in which the player who is not to move is not in check.
    pub positions: u64,
    /// Those in which the player to move is mated.
    pub mates: u64,
    /// Those in which the player to move is stalemated.
    pub stalemates: u64,
    /// One of the mates.
    pub example: Option<Position>,
}

/// A part of a class that can be counted apart from the others.
#[derive(Clone, Debug)]
pub struct Part {
    /// The square of the king to be mated.
    king: Square,
    /// How many squares are like it.
    weight: u64,
    slots: Vec<Slot>,
}

/// A man to be placed.
#[derive(Clone, Copy, Debug)]
struct Slot {
    piece: Piece,
    squares: Bitboard,
    /// The man before it is of the same kind, and stands on a lower square.
    is_twin: bool,
}

/// Why a text names no class that can be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassError {
    /// The text has another form.
    #[error(
        "{0:?} names no men: right would be something like \"KNvKQ\", with the letters K Q R B L D N P"
    )]
    Unreadable(String),
    /// There are more men than can be counted in reasonable time.
    #[error("{0:?} has more than {MOST} men beside the kings")]
    TooMany(String),
}

impl Class {
    /// The whole class, counted.
    pub fn count(&self) -> Tally {
        self.parts().iter().map(Part::count).sum()
    }

    /// The parts of the class; their tallies, in this order, add up to that of the class.
    pub fn parts(&self) -> Vec<Part> {
        let men = || self.own.iter().chain(&self.other);
        let has_pawns = men().any(|&man| man == Man::Pawn);
        let is_shaded = men().any(|man| man.shade().is_some());
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
                parts.push(Part { king, weight, slots: self.slots(king, one) });
            }
        }
        parts
    }

    /// Whether these men suffice by [`material::suffices`], with whatever bishops `B` stands for.
    pub fn suffices(&self) -> bool {
        self.samples().iter().any(|men| material::suffices(men, Color::White))
    }

    /// A placement for each way in which the bishops can be distributed over the colours of squares.
    ///
    /// The first player is White. Black is to move, and neither king is in check.
    pub fn samples(&self) -> Vec<Placement> {
        let corner =
            |square, color| (Square::from_index(square), Piece { color, role: Role::King });
        let mut men = Placement::EMPTY;
        for (square, king) in [corner(0, Color::White), corner(63, Color::Black)] {
            men.put(square, king);
        }
        let mut samples = vec![men];
        for slot in &self.slots(Square::from_index(63), Bitboard::LIGHT)[1..] {
            let shades = match slot.piece.role {
                Role::Bishop => &[Bitboard::LIGHT, Bitboard::DARK][..],
                _ => &[Bitboard::FULL],
            };
            let quiet = |men: &Placement, shade: &Bitboard| {
                ((slot.squares & *shade & QUIET) - men.occupied()).first()
            };
            let put = |men: &Placement, square| {
                let mut men = *men;
                men.put(square, slot.piece);
                men
            };
            samples = samples
                .iter()
                .flat_map(|men| {
                    shades.iter().filter_map(move |shade| Some(put(men, quiet(men, shade)?)))
                })
                .collect();
        }
        samples
    }

    /// The men to be placed beside this king, with bishops `L` on squares of this colour.
    fn slots(&self, king: Square, one: Bitboard) -> Vec<Slot> {
        let white = Slot {
            piece: Piece { color: Color::White, role: Role::King },
            squares: !attacks::king(king) - king.set(),
            is_twin: false,
        };
        let mut slots = vec![white];
        for (color, men) in [(Color::White, &self.own), (Color::Black, &self.other)] {
            for (index, man) in men.iter().enumerate() {
                let squares = match man.shade() {
                    Some(true) => one,
                    Some(false) => !one,
                    None if *man == Man::Pawn => !Bitboard::END_RANKS,
                    None => Bitboard::FULL,
                };
                let is_twin = index > 0 && men[index - 1] == *man;
                slots.push(Slot { piece: Piece { color, role: man.role() }, squares, is_twin });
            }
        }
        slots
    }
}

impl Part {
    /// The part, counted.
    pub fn count(&self) -> Tally {
        let mut men = Placement::EMPTY;
        men.put(self.king, Piece { color: Color::Black, role: Role::King });
        let mut tally = Tally::default();
        place(&self.slots, &men, Bitboard::EMPTY, &mut tally);
        Tally {
            positions: tally.positions * self.weight,
            mates: tally.mates * self.weight,
            stalemates: tally.stalemates * self.weight,
            example: tally.example,
        }
    }
}

/// Places the men that are left in every way; a twin of the last man stands above these squares.
fn place(slots: &[Slot], men: &Placement, up_to_last: Bitboard, tally: &mut Tally) {
    let Some((slot, left)) = slots.split_first() else { return judge(men, tally) };
    let taken = if slot.is_twin { men.occupied() | up_to_last } else { men.occupied() };
    for square in slot.squares - taken {
        let mut more = *men;
        more.colors[slot.piece.color as usize] |= square.set();
        more.roles[slot.piece.role as usize] |= square.set();
        place(left, &more, Bitboard(square.set().0 - 1) | square.set(), tally);
    }
}

fn judge(men: &Placement, tally: &mut Tally) {
    let position = Position::unchecked(*men, Color::Black);
    let white = position.king(Color::White);
    if !men.attackers(Color::Black, white, men.occupied()).is_empty() {
        return;
    }
    tally.positions += 1;
    if position.has_legal_move() {
    } else if position.is_check() {
        tally.mates += 1;
        tally.example = tally.example.or(Some(position));
    } else {
        tally.stalemates += 1;
    }
}

impl Man {
    const ALL: [Man; 7] = [
        Man::Queen,
        Man::Rook,
        Man::Bishop,
        Man::BishopOnOne,
        Man::BishopOnOther,
        Man::Knight,
        Man::Pawn,
    ];

    fn letter(self) -> char {
        match self {
            Man::BishopOnOne => 'L',
            Man::BishopOnOther => 'D',
            other => other.role().letter(),
        }
    }

    fn role(self) -> Role {
        match self {
            Man::Queen => Role::Queen,
            Man::Rook => Role::Rook,
            Man::Bishop | Man::BishopOnOne | Man::BishopOnOther => Role::Bishop,
            Man::Knight => Role::Knight,
            Man::Pawn => Role::Pawn,
        }
    }

    /// Whether it is bound to the one colour of squares or to the other.
    fn shade(self) -> Option<bool> {
        match self {
            Man::BishopOnOne => Some(true),
            Man::BishopOnOther => Some(false),
            _ => None,
        }
    }
}

impl FromStr for Class {
    type Err = ClassError;

    fn from_str(text: &str) -> Result<Class, ClassError> {
        let read = |side: &str| {
            let letters = side.strip_prefix('K')?.chars();
            let man = |letter| Man::ALL.into_iter().find(|man| man.letter() == letter);
            let mut men = letters.map(man).collect::<Option<Vec<Man>>>()?;
            men.sort_unstable();
            Some(men)
        };
        let sides = text.split_once('v').and_then(|(own, other)| Some((read(own)?, read(other)?)));
        match sides {
            None => Err(ClassError::Unreadable(text.chars().take(100).collect())),
            Some((own, other)) if own.len() + other.len() > MOST => {
                Err(ClassError::TooMany(text.chars().take(100).collect()))
            }
            Some((own, other)) => Ok(Class { own, other }),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |men: &[Man]| men.iter().map(|man| man.letter()).collect::<String>();
        write!(f, "K{}vK{}", side(&self.own), side(&self.other))
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, one| Tally {
            positions: sum.positions + one.positions,
            mates: sum.mates + one.mates,
            stalemates: sum.stalemates + one.stalemates,
            example: sum.example.or(one.example),
        })
    }
}

/// Squares from which no man attacks a1 or h8, whatever it is.
const QUIET: Bitboard = Bitboard(0x001e_1e6e_7678_7800);
