use std::fmt;

use super::{Bitboard, Color, Piece, Rank, Role, Square, attacks};

/// The arrangement of pieces on a board: at most one piece on each square, without any other condition.
///
/// ```
/// use lawbook::board::{Color, Piece, Placement, Role, Square};
///
/// let mut placement = Placement::EMPTY;
/// let e1 = Square::parse("e1").ok_or("no such square")?;
/// placement.put(e1, Piece { color: Color::White, role: Role::King });
/// assert_eq!(placement.to_string(), "8/8/8/8/8/8/8/4K3");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) roles: [Bitboard; 6],
}

impl Placement {
    /// The empty board.
    pub const EMPTY: Placement =
        Placement { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; 6] };

    /// The squares of one player's pieces.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of all pieces of this role.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The squares of one player's pieces of this role.
    #[inline]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.colors[color as usize].0 & self.roles[role as usize].0)
    }

    /// The squares of all rooks and queens.
    #[inline]
    pub(crate) const fn rooks_and_queens(&self) -> Bitboard {
        Bitboard(self.role(Role::Rook).0 | self.role(Role::Queen).0)
    }

    /// The squares of all bishops and queens.
    #[inline]
    pub(crate) const fn bishops_and_queens(&self) -> Bitboard {
        Bitboard(self.role(Role::Bishop).0 | self.role(Role::Queen).0)
    }

    /// All occupied squares.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The piece on a square, if any.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.color(color).contains(square))?;
        Some(Piece { color, role: self.role_at(square) })
    }

    /// The role of the piece on an occupied square.
    ///
    /// The number of the role is computed as a sum, without a branch that the processor could mispredict.
    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Role {
        let number = (1..6).map(|role| role * usize::from(self.roles[role].contains(square))).sum();
        Role::ALL.get::<usize>(number).copied().unwrap_or(Role::King)
    }

    /// Puts a piece on a square and removes any piece that stands there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.colors[piece.color as usize] |= square.set();
        self.roles[piece.role as usize] |= square.set();
    }

    /// Removes the piece on a square, if any.
    pub fn remove(&mut self, square: Square) {
        let keep = !square.set();
        for set in self.colors.iter_mut().chain(&mut self.roles) {
            *set &= keep;
        }
    }

    /// The king's square, if this player has exactly one king.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.pieces(color, Role::King);
        if kings.is_several() { None } else { kings.first() }
    }

    /// The pieces of `by` that attack `square`, for these occupied squares.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let straight = attacks::rook(square, occupied) & self.rooks_and_queens();
        let diagonal = attacks::bishop(square, occupied) & self.bishops_and_queens();
        let knights = attacks::knight(square) & self.role(Role::Knight);
        let kings = attacks::king(square) & self.role(Role::King);
        let pawns = attacks::pawn(!by, square) & self.role(Role::Pawn);
        (straight | diagonal | knights | kings | pawns) & self.color(by)
    }

    /// The squares that `by` attacks with its king on `king`, for these occupied squares.
    #[inline]
    pub(crate) fn attacked_by(&self, by: Color, king: Square, occupied: Bitboard) -> Bitboard {
        attacks::king(king) | self.attacked_without_king(by, occupied)
    }

    /// The squares that `by` attacks with pieces other than the king, for these occupied squares.
    #[inline]
    pub(crate) fn attacked_without_king(&self, by: Color, occupied: Bitboard) -> Bitboard {
        let own = self.color(by);
        let mut attacked = attacks::pawns(by, own & self.role(Role::Pawn));
        for from in own & self.role(Role::Knight) {
            attacked |= attacks::knight(from);
        }
        for from in own & self.bishops_and_queens() {
            attacked |= attacks::bishop(from, occupied);
        }
        for from in own & self.rooks_and_queens() {
            attacked |= attacks::rook(from, occupied);
        }
        attacked
    }

    /// All pieces with their squares, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// The same pieces with colours exchanged and ranks mirrored.
    pub fn flip(&self) -> Placement {
        Placement {
            colors: [self.colors[1].flip(), self.colors[0].flip()],
            roles: self.roles.map(Bitboard::flip),
        }
    }
}

/// Formats the first field of a FEN.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Field { letters: [0; 71], len: 0 };
        for rank in Rank::ALL.into_iter().rev() {
            let mut next = 0;
            for square in self.occupied() & rank.squares() {
                let file = square.file().index();
                text.push_empty(file - next);
                self.at(square).into_iter().for_each(|piece| text.push(piece.letter() as u8));
                next = file + 1;
            }
            text.push_empty(8 - next);
            if rank != Rank::ALL[0] {
                text.push(b'/');
            }
        }
        f.write_str(text.as_str())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A buffer for the first field of a FEN, which is then written in one call.
struct Field {
    letters: [u8; 71],
    len: usize,
}

impl Field {
    fn push(&mut self, letter: u8) {
        self.letters[self.len] = letter;
        self.len += 1;
    }

    /// Appends the number of consecutive empty squares, unless it is 0.
    fn push_empty(&mut self, squares: usize) {
        if squares > 0 {
            self.push(b'0' + squares as u8);
        }
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.letters[..self.len]).unwrap_or_default()
    }
}
