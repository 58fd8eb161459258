use std::fmt::{self, Write};

use super::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks};

/// Which man stands on which square; at most one man a square, and nothing else is promised.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Placement {
    pub(crate) colors: [Bitboard; 2],
    pub(crate) roles: [Bitboard; 6],
}

impl Placement {
    /// The empty board.
    pub const EMPTY: Placement =
        Placement { colors: [Bitboard::EMPTY; 2], roles: [Bitboard::EMPTY; 6] };

    /// The squares of one player's men.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// The squares of all men of this role.
    #[inline]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    /// The squares of one player's men of this role.
    #[inline]
    pub const fn men(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.colors[color as usize].0 & self.roles[role as usize].0)
    }

    /// All squares on which a man stands.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The man on a square.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&color| self.color(color).contains(square))?;
        Some(Piece { color, role: self.role_at(square) })
    }

    /// The role of the man on a square that is not empty.
    ///
    /// The number of the role is summed up rather than searched for: no branch has to be guessed.
    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Role {
        let number = (1..6).map(|role| role * usize::from(self.roles[role].contains(square))).sum();
        Role::ALL.get::<usize>(number).copied().unwrap_or(Role::King)
    }

    /// Puts a man on a square, in place of the one that may stand there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.colors[piece.color as usize] |= square.set();
        self.roles[piece.role as usize] |= square.set();
    }

    /// Takes the man off a square, if one stands there.
    pub fn remove(&mut self, square: Square) {
        let keep = !square.set();
        for set in self.colors.iter_mut().chain(&mut self.roles) {
            *set &= keep;
        }
    }

    /// The king's square, if this player has exactly one king.
    pub fn king(&self, color: Color) -> Option<Square> {
        let kings = self.men(color, Role::King);
        if kings.is_several() { None } else { kings.first() }
    }

    /// This player's men that attack the square, seen over the given occupied squares.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        let straight = attacks::rook(square, occupied) & (self.role(Role::Rook) | queens);
        let diagonal = attacks::bishop(square, occupied) & (self.role(Role::Bishop) | queens);
        let knights = attacks::knight(square) & self.role(Role::Knight);
        let kings = attacks::king(square) & self.role(Role::King);
        let pawns = attacks::pawn(!by, square) & self.role(Role::Pawn);
        (straight | diagonal | knights | kings | pawns) & self.color(by)
    }

    /// All men with their squares, a1 first.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// The same men with colours exchanged, seen from the other side of the board.
    pub fn flip(&self) -> Placement {
        Placement {
            colors: [self.colors[1].flip(), self.colors[0].flip()],
            roles: self.roles.map(Bitboard::flip),
        }
    }
}

/// The first field of a FEN.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.at(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            f.write_char(char::from(b'0' + empty))?;
                        }
                        empty = 0;
                        f.write_char(piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                f.write_char(char::from(b'0' + empty))?;
            }
            if rank != Rank::ALL[0] {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
