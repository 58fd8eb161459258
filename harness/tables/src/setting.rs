use lawbook::board::{Bitboard, Color, Piece, Placement, Role, Square, attacks};

/// Maximum number of pieces other than the kings.
pub(crate) const MAX_PIECES: usize = 3;

/// A placement without White's king.
///
/// Queries return a bitboard of the squares of White's king for which they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    /// Square of Black's king.
    pub(crate) king: Square,
    /// The pieces other than the kings, sorted by kind, then by square.
    pieces: [PlacedPiece; MAX_PIECES],
    len: usize,
}

/// A piece other than a king, and its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PlacedPiece {
    pub(crate) kind: Kind,
    pub(crate) square: Square,
}

/// Colour and role of a piece other than a king, as an index: White's before Black's, each from queen to pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Kind(u8);

/// The roles in the order of the kinds.
pub(crate) const ROLES: [Role; 5] =
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Kind {
    /// Number of kinds.
    pub(crate) const COUNT: usize = 2 * ROLES.len();

    /// The kind of a piece; `None` for a king.
    pub(crate) fn of(piece: Piece) -> Option<Kind> {
        let role = ROLES.iter().position(|&role| role == piece.role)?;
        Some(Kind((piece.color as usize * ROLES.len() + role) as u8))
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn color(self) -> Color {
        if self.index() < ROLES.len() { Color::White } else { Color::Black }
    }

    pub(crate) fn role(self) -> Role {
        ROLES[self.index() % ROLES.len()]
    }

    pub(crate) fn is_pawn(self) -> bool {
        self.role() == Role::Pawn
    }

    /// The kind with the same colour and the role `ROLES[role]`.
    pub(crate) fn promoted(self, role: usize) -> Kind {
        Kind((self.color() as usize * ROLES.len() + role) as u8)
    }
}

impl PlacedPiece {
    fn attacks(self, occupied: Bitboard) -> Bitboard {
        attacks::of(self.kind.role(), self.kind.color(), self.square, occupied)
    }
}

impl Setting {
    pub(crate) fn bare(king: Square) -> Setting {
        let nobody = PlacedPiece { kind: Kind(u8::MAX), square: king };
        Setting { king, pieces: [nobody; MAX_PIECES], len: 0 }
    }

    /// The setting of a placement; `None` if it has too many pieces or no black king.
    pub(crate) fn of(placement: &Placement) -> Option<Setting> {
        let mut setting = Setting::bare(placement.king(Color::Black)?);
        for (square, piece) in placement.iter() {
            if let Some(kind) = Kind::of(piece) {
                setting = (setting.len < MAX_PIECES)
                    .then(|| setting.with(PlacedPiece { kind, square }))?;
            }
        }
        Some(setting)
    }

    pub(crate) fn pieces(&self) -> &[PlacedPiece] {
        &self.pieces[..self.len]
    }

    pub(crate) fn occupied(&self) -> Bitboard {
        self.pieces().iter().fold(self.king.set(), |all, piece| all | piece.square.set())
    }

    /// Adds a piece. There must be room for it.
    #[inline]
    pub(crate) fn with(mut self, piece: PlacedPiece) -> Setting {
        let mut at = self.len;
        while at > 0 && self.pieces[at - 1] > piece {
            self.pieces[at] = self.pieces[at - 1];
            at -= 1;
        }
        self.pieces[at] = piece;
        self.len += 1;
        self
    }

    #[inline]
    pub(crate) fn without(mut self, piece: usize) -> Setting {
        self.pieces.copy_within(piece + 1..self.len, piece);
        self.len -= 1;
        self
    }

    #[inline]
    pub(crate) fn with_king(self, king: Square) -> Setting {
        Setting { king, ..self }
    }

    /// The mirror image, with files a and h exchanged.
    pub(crate) fn mirror(&self) -> Setting {
        let mut mirrored = Setting::bare(mirror(self.king));
        for piece in self.pieces() {
            mirrored = mirrored.with(PlacedPiece { square: mirror(piece.square), ..*piece });
        }
        mirrored
    }

    /// The placement with White's king on square `white`.
    pub(crate) fn placement(&self, white: Square) -> Placement {
        let mut placement = Placement::EMPTY;
        for (square, color) in [(white, Color::White), (self.king, Color::Black)] {
            placement.put(square, Piece { color, role: Role::King });
        }
        for PlacedPiece { kind, square } in self.pieces() {
            placement.put(*square, Piece { color: kind.color(), role: kind.role() });
        }
        placement
    }

    /// Squares of White's king where it is in check.
    fn checks_white(&self, occupied: Bitboard) -> Bitboard {
        let black = self.pieces().iter().filter(|piece| piece.kind.color() == Color::Black);
        black.fold(Bitboard::EMPTY, |all, piece| all | piece.attacks(occupied))
    }

    /// Squares of White's king with which Black's king is in check: those that do not block an attack.
    fn checks_black(&self, occupied: Bitboard) -> Bitboard {
        let white = self.pieces().iter().filter(|piece| piece.kind.color() == Color::White);
        let attackers = white.filter(|piece| piece.attacks(occupied).contains(self.king));
        attackers
            .fold(Bitboard::EMPTY, |all, piece| all | !attacks::between(piece.square, self.king))
    }

    /// Squares of White's king with which the position is legal if `turn` is to move.
    #[inline]
    pub(crate) fn legal(&self, turn: Color) -> Bitboard {
        let occupied = self.occupied();
        let waiting_in_check = match turn {
            Color::White => self.checks_black(occupied),
            Color::Black => self.checks_white(occupied),
        };
        !(occupied | attacks::king(self.king) | waiting_in_check)
    }

    /// Squares of White's king with which `turn`, the side to move, is in check.
    fn check(&self, turn: Color) -> Bitboard {
        match turn {
            Color::White => self.checks_white(self.occupied()),
            Color::Black => self.checks_black(self.occupied()),
        }
    }

    /// Squares of White's king with checkmate, and with stalemate.
    pub(crate) fn over(&self, turn: Color) -> (Bitboard, Bitboard) {
        let legal = self.legal(turn);
        let mut stuck = legal;
        self.each_move(turn, |after, landing, _| {
            stuck = stuck - landing.back(after.legal(!turn));
            !stuck.is_empty()
        });
        let mates = if stuck.is_empty() { stuck } else { stuck & self.check(turn) };
        (mates, stuck - mates)
    }

    /// Squares of White's king with which `turn` is checkmated.
    pub(crate) fn mates(&self, turn: Color) -> Bitboard {
        let checked = self.check(turn) & self.legal(turn);
        if checked.is_empty() { checked } else { self.over(turn).0 }
    }

    /// Calls `visit` with the setting after each pseudo-legal move of `turn`, until `visit` returns `false`.
    ///
    /// The caller has to intersect with [`Setting::legal`] of the setting after the move; here only pieces in the way
    /// of the move are taken into account. The third argument of `visit` is set after a double step of a pawn.
    pub(crate) fn each_move(
        &self,
        turn: Color,
        mut visit: impl FnMut(&Setting, Landing, Option<Passed>) -> bool,
    ) {
        let occupied = self.occupied();
        let others = |color| {
            let pieces = self.pieces().iter().enumerate();
            pieces.filter(move |(_, piece)| piece.kind.color() == color)
        };
        match turn {
            Color::White => {
                if !visit(self, Landing::King, None) {
                    return;
                }
                for (index, piece) in others(Color::Black) {
                    if !visit(&self.without(index), Landing::KingTakes(piece.square), None) {
                        return;
                    }
                }
            }
            Color::Black => {
                for to in attacks::king(self.king) {
                    let moved = match self.pieces().iter().position(|piece| piece.square == to) {
                        Some(piece) if self.pieces[piece].kind.color() == Color::Black => continue,
                        Some(piece) => self.without(piece).with_king(to),
                        None => self.with_king(to),
                    };
                    if !visit(&moved, Landing::Through(Bitboard::FULL), None) {
                        return;
                    }
                }
            }
        }
        for (index, piece) in others(turn) {
            let go_on = if piece.kind.is_pawn() {
                self.pawn_moves(index, *piece, occupied, &mut visit)
            } else {
                self.piece_moves(index, *piece, occupied, &mut visit)
            };
            if !go_on {
                return;
            }
        }
    }

    fn piece_moves(
        &self,
        index: usize,
        piece: PlacedPiece,
        occupied: Bitboard,
        visit: &mut impl FnMut(&Setting, Landing, Option<Passed>) -> bool,
    ) -> bool {
        (piece.attacks(occupied) - self.king.set()).into_iter().all(|to| {
            let landing = Landing::Through(!attacks::between(piece.square, to));
            self.to(index, to, piece.kind).is_none_or(|after| visit(&after, landing, None))
        })
    }

    fn pawn_moves(
        &self,
        index: usize,
        piece: PlacedPiece,
        occupied: Bitboard,
        visit: &mut impl FnMut(&Setting, Landing, Option<Passed>) -> bool,
    ) -> bool {
        let color = piece.kind.color();
        let (ahead, second) = match color {
            Color::White => (8, 1),
            Color::Black => (-8, 6),
        };
        let mut targets = attacks::pawn(color, piece.square) & (occupied - self.king.set());
        let one = piece.square.set().shift(ahead) - occupied;
        targets |= one;
        let all = Landing::Through(Bitboard::FULL);
        for to in targets {
            let is_last = Bitboard::END_RANKS.contains(to);
            let becomes = if is_last { 0..4 } else { 4..5 };
            for role in becomes {
                let after = self.to(index, to, piece.kind.promoted(role));
                if !after.is_none_or(|after| visit(&after, all, None)) {
                    return false;
                }
            }
        }
        let (Some(passed), Some(to)) = (one.first(), (one.shift(ahead) - occupied).first()) else {
            return true;
        };
        if piece.square.rank().index() != second {
            return true;
        }
        let after = self.to(index, to, piece.kind);
        let landing = Landing::Through(!passed.set());
        after.is_none_or(|after| visit(&after, landing, Some(Passed { passed, pawn: to })))
    }

    /// Moves a piece to square `to` and makes it a `kind`, capturing what stands there; `None` if that is an own piece.
    #[inline]
    fn to(&self, index: usize, to: Square, kind: Kind) -> Option<Setting> {
        let piece = PlacedPiece { kind, square: to };
        let taken = self.pieces().iter().position(|other| other.square == to);
        Some(match taken {
            None => self.without(index).with(piece),
            Some(taken) if self.pieces[taken].kind.color() == kind.color() => return None,
            Some(taken) => {
                let (first, last) = (taken.min(index), taken.max(index));
                self.without(last).without(first).with(piece)
            }
        })
    }

    /// The settings after each pseudo-legal en passant capture of this pawn.
    pub(crate) fn en_passant(
        &self,
        Passed { passed, pawn }: Passed,
    ) -> impl Iterator<Item = Setting> {
        let by = self.pieces().iter().enumerate().filter(move |(_, piece)| {
            piece.kind.is_pawn()
                && piece.square.rank() == pawn.rank()
                && attacks::king(pawn).contains(piece.square)
        });
        by.filter_map(move |(index, piece)| {
            let taken = self.pieces().iter().position(|piece| piece.square == pawn)?;
            if self.pieces[taken].kind.color() == piece.kind.color() {
                return None;
            }
            let (first, last) = (taken.min(index), taken.max(index));
            let piece = PlacedPiece { square: passed, ..*piece };
            Some(self.without(last).without(first).with(piece))
        })
    }
}

/// A pawn that has made a double step: the square that it passed, and its square now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    passed: Square,
    pawn: Square,
}

/// Maps the square of White's king after a move to its squares before the move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Landing {
    /// The king did not move. It is on one of these squares, since on any other it would block the move.
    Through(Bitboard),
    /// The king moved, without a capture.
    King,
    /// The king captured on this square.
    KingTakes(Square),
}

impl Landing {
    /// Squares of White's king before the move that lead to a square in `after`.
    #[inline]
    pub(crate) fn back(self, after: Bitboard) -> Bitboard {
        match self {
            Landing::Through(squares) => after & squares,
            Landing::King => kings(after),
            Landing::KingTakes(square) if after.contains(square) => attacks::king(square),
            Landing::KingTakes(_) => Bitboard::EMPTY,
        }
    }
}

/// The union of the squares that a king on each of these squares attacks.
fn kings(Bitboard(kings): Bitboard) -> Bitboard {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    let beside = ((kings << 1) & NOT_A) | ((kings & NOT_A) >> 1);
    let row = kings | beside;
    Bitboard(beside | (row << 8) | (row >> 8))
}

pub(crate) fn mirror(square: Square) -> Square {
    Square::from_index(square.index() ^ 7)
}

/// The mirror image of a bitboard, with files a and h exchanged.
pub(crate) fn mirror_all(Bitboard(squares): Bitboard) -> Bitboard {
    Bitboard(squares.swap_bytes().reverse_bits())
}
