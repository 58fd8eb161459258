use std::{fmt, str::FromStr};

use lawbook::board::{Bitboard, Color, Piece, Role, Square};

use crate::setting::{Kind, MAX_PIECES, PlacedPiece, ROLES, Setting};

/// The material of a table: the pieces of both players, including the kings.
///
/// Written as `KRvKN`, White first. Bishops may be on squares of either colour.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableClass {
    /// The pieces other than the kings, sorted by kind.
    kinds: Vec<Kind>,
}

/// Why a text does not name a class that has a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableClassError {
    /// The text does not have the form `KRvKN`.
    #[error(
        "{0:?} does not list pieces; expected something like \"KRvKN\", with the letters K Q R B N P"
    )]
    Unreadable(String),
    /// There are too many pieces.
    #[error("{0:?} has more than five pieces")]
    TooMany(String),
    /// Black has more pieces than White.
    #[error("{0:?} has the side with more pieces second; expected {1:?}, with the colours swapped")]
    Reversed(String, String),
}

impl TableClass {
    /// All classes with `pieces` pieces, including the kings. Of two classes that differ only by exchanged colours, one
    /// is listed.
    pub fn all(pieces: usize) -> Vec<TableClass> {
        let mut all = vec![TableClass { kinds: Vec::new() }];
        for _ in 2..pieces {
            let longer = |class: &TableClass| {
                let last = class.kinds.last().copied();
                let kinds = every_kind().filter(move |&kind| last.is_none_or(|last| last <= kind));
                let begin = class.kinds.clone();
                kinds.map(move |kind| TableClass { kinds: [begin.as_slice(), &[kind]].concat() })
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.retain(|class| !class.is_reversed());
        all
    }

    /// The classes that a capture or a promotion leads to, without duplicates.
    pub(crate) fn next(&self) -> Vec<TableClass> {
        let mut next = Vec::new();
        for (index, &kind) in self.kinds.iter().enumerate() {
            next.push(self.replaced(index, None));
            if kind.is_pawn() {
                next.extend((0..4).map(|role| self.replaced(index, Some(kind.promoted(role)))));
            }
        }
        next.sort();
        next.dedup();
        next
    }

    fn replaced(&self, index: usize, by: Option<Kind>) -> TableClass {
        let mut kinds = self.kinds.clone();
        kinds.remove(index);
        kinds.extend(by);
        kinds.sort_unstable();
        TableClass { kinds }
    }

    /// Whether only the class with exchanged colours is in [`all`](TableClass::all).
    fn is_reversed(&self) -> bool {
        let flipped = self.flip();
        let white = |class: &TableClass| class.count(Color::White);
        white(self) < white(&flipped) || white(self) == white(&flipped) && flipped < *self
    }

    /// The class with exchanged colours.
    pub(crate) fn flip(&self) -> TableClass {
        let flipped = |kind: &Kind| Kind::of(Piece { color: !kind.color(), role: kind.role() });
        let mut kinds: Vec<Kind> = self.kinds.iter().filter_map(flipped).collect();
        kinds.sort_unstable();
        TableClass { kinds }
    }

    /// Number of pieces, including the kings.
    pub fn pieces(&self) -> usize {
        self.kinds.len() + 2
    }

    /// Number of pawns.
    pub fn pawns(&self) -> usize {
        self.kinds.iter().filter(|kind| kind.is_pawn()).count()
    }

    /// Number of pieces of a player without the king.
    pub fn count(&self, color: Color) -> usize {
        self.kinds.iter().filter(|kind| kind.color() == color).count()
    }

    /// Number of setting indices, including those without a valid setting.
    pub(crate) fn settings(&self) -> usize {
        32 << (6 * self.kinds.len())
    }

    /// The setting with this index. `None` if the index is invalid, or denotes the same setting as another index with
    /// two pieces of one kind exchanged.
    pub(crate) fn setting(&self, number: usize) -> Option<Setting> {
        let mut rest = number;
        let mut pieces = [Square::from_index(0); MAX_PIECES];
        for square in pieces.iter_mut().take(self.kinds.len()).rev() {
            *square = Square::from_index(rest & 63);
            rest >>= 6;
        }
        let king = Square::from_index((rest >> 2) * 8 + (rest & 3));
        let mut setting = Setting::bare(king);
        let mut occupied = king.set();
        let mut last = None;
        for (&kind, square) in self.kinds.iter().zip(pieces) {
            let piece = PlacedPiece { kind, square };
            let is_out = kind.is_pawn() && Bitboard::END_RANKS.contains(square);
            if is_out || occupied.contains(square) || last.is_some_and(|last| piece < last) {
                return None;
            }
            occupied |= square.set();
            setting = setting.with(piece);
            last = Some(piece);
        }
        Some(setting)
    }

    pub(crate) fn key(&self) -> usize {
        key(self.kinds.iter().copied())
    }
}

/// Exclusive upper bound of [`key`].
pub(crate) const KEYS: usize = (Kind::COUNT + 1).pow(MAX_PIECES as u32);

/// A unique index for each class.
#[inline]
pub(crate) fn key(kinds: impl Iterator<Item = Kind>) -> usize {
    kinds.fold(0, |key, kind| key * (Kind::COUNT + 1) + kind.index() + 1)
}

/// The index of a setting in its class. Black's king must be on files a to d.
#[inline]
pub(crate) fn number(setting: &Setting) -> usize {
    let king = setting.king.rank().index() * 4 + setting.king.file().index();
    setting.pieces().iter().fold(king, |number, piece| number << 6 | piece.square.index())
}

fn every_kind() -> impl Iterator<Item = Kind> {
    Color::ALL
        .into_iter()
        .flat_map(|color| ROLES.into_iter().filter_map(move |role| Kind::of(Piece { color, role })))
}

impl FromStr for TableClass {
    type Err = TableClassError;

    fn from_str(text: &str) -> Result<TableClass, TableClassError> {
        let short = || text.chars().take(100).collect::<String>();
        let read = |side: &str, color| {
            let letters = side.strip_prefix('K')?.chars();
            let kind = |letter: char| {
                let role = Role::from_letter(letter).filter(|_| letter.is_ascii_uppercase())?;
                Kind::of(Piece { color, role })
            };
            letters.map(kind).collect::<Option<Vec<Kind>>>()
        };
        let sides = text.split_once('v').and_then(|(white, black)| {
            Some([read(white, Color::White)?, read(black, Color::Black)?])
        });
        let mut kinds = sides.ok_or_else(|| TableClassError::Unreadable(short()))?.concat();
        kinds.sort_unstable();
        let class = TableClass { kinds };
        if class.kinds.len() > MAX_PIECES {
            return Err(TableClassError::TooMany(short()));
        }
        if class.is_reversed() {
            return Err(TableClassError::Reversed(short(), class.flip().to_string()));
        }
        Ok(class)
    }
}

impl fmt::Display for TableClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |color| {
            let own = self.kinds.iter().filter(move |kind| kind.color() == color);
            own.map(|kind| kind.role().letter()).collect::<String>()
        };
        write!(f, "K{}vK{}", side(Color::White), side(Color::Black))
    }
}
