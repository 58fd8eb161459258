//! Plays a single move, given by its squares or as algebraic notation describes it, without generating all legal moves.

use super::{
    IllegalMove, Move, Position, Wing,
    legal::can_castle,
    moves::MoveKind,
    side::{Black, Side, White},
};
use crate::board::{Bitboard, Color, File, Role, Square, attacks};

/// A move as algebraic notation describes it.
#[derive(Clone, Copy)]
pub(crate) enum SanMove {
    /// A knight, bishop, rook or queen on one of the squares `among` moves to `to`.
    Piece { role: Role, among: Bitboard, to: Square },
    /// The king moves to `to`, if it stands on one of the squares `among`.
    King { among: Bitboard, to: Square },
    /// A pawn captures from `file`, or steps forward if there is none.
    Pawn { file: Option<File>, to: Square, promotion: Option<Role> },
    /// The king castles.
    Castling(Wing),
}

impl Position {
    /// Plays a legal move.
    ///
    /// # Errors
    ///
    /// The move is not legal in this position. Nothing has changed.
    #[inline]
    pub fn try_play(&mut self, wanted: Move) -> Result<(), IllegalMove> {
        let played = match self.turn {
            Color::White => self.make_if_legal::<White>(wanted),
            Color::Black => self.make_if_legal::<Black>(wanted),
        };
        played.map(|_| ()).ok_or(IllegalMove(wanted))
    }

    #[inline(always)]
    pub(super) fn make_if_legal<S: Side>(&mut self, wanted: Move) -> Option<Move> {
        let Move { from, to, promotion } = wanted;
        if !self.placement.color(S::COLOR).contains(from)
            || promotion.is_some_and(|role| !Role::PROMOTIONS.contains(&role))
        {
            return None;
        }
        match self.placement.role_at(from) {
            Role::Pawn => {
                let file = (from.file() != to.file()).then(|| from.file());
                let origin = self.pawn_origin::<S>(file, to).filter(|&origin| origin == from)?;
                self.make_by_pawn::<S>(origin, to, promotion)
            }
            _ if promotion.is_some() => None,
            Role::King => {
                let step = self.make_by_king::<S>(from.set(), to);
                step.or_else(|| self.make_if_castling::<S>(self.castles(wanted)?))
            }
            role => self.make_by_piece::<S>(role, from.set(), to),
        }
    }

    /// Plays the only legal move that matches the description. Returns `None` and changes nothing if no legal move
    /// matches, or several.
    #[inline]
    pub(crate) fn play_described(&mut self, described: SanMove) -> Option<Move> {
        match self.turn {
            Color::White => self.make_described::<White>(described),
            Color::Black => self.make_described::<Black>(described),
        }
    }

    #[inline(always)]
    fn make_described<S: Side>(&mut self, described: SanMove) -> Option<Move> {
        match described {
            SanMove::Piece { role, among, to } => self.make_by_piece::<S>(role, among, to),
            SanMove::King { among, to } => self.make_by_king::<S>(among, to),
            SanMove::Pawn { file, to, promotion } => {
                self.make_by_pawn::<S>(self.pawn_origin::<S>(file, to)?, to, promotion)
            }
            SanMove::Castling(wing) => self.make_if_castling::<S>(wing),
        }
    }

    fn make_if_castling<S: Side>(&mut self, wing: Wing) -> Option<Move> {
        let castling = self.castling_move(wing).filter(|_| can_castle::<S>(self, wing))?;
        self.make::<S>(MoveKind::Castling(wing), castling.from, castling.to);
        Some(castling)
    }

    #[inline(always)]
    fn make_by_piece<S: Side>(&mut self, role: Role, among: Bitboard, to: Square) -> Option<Move> {
        // Moves of these pieces can be reversed, so the search for the origin starts at the target.
        let (straight, diagonal) = (attacks::rook_lines(to), attacks::bishop_lines(to));
        let lines = match role {
            Role::Knight => attacks::knight(to),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => straight | diagonal,
            Role::Pawn | Role::King => return None,
        };
        let aligned = self.placement.pieces(S::COLOR, role) & among & lines;
        let mut able = open_from(to, aligned, self.placement.occupied());
        if able.is_several() {
            let held = able.into_iter().filter(|&from| !self.is_safe_after::<S>(from, to));
            able = held.fold(able, |able, from| able - from.set());
        }
        let from = able.first().filter(|_| !able.is_several())?;
        let is_legal = self.is_open::<S>(to) && self.is_safe_after::<S>(from, to);
        is_legal.then(|| self.make::<S>(MoveKind::Piece(role), from, to))?;
        Some(Move::new(from, to))
    }

    #[inline(always)]
    fn make_by_king<S: Side>(&mut self, among: Bitboard, to: Square) -> Option<Move> {
        let from = self.king(S::COLOR);
        let is_legal = among.contains(from)
            && attacks::king(from).contains(to)
            && self.is_open::<S>(to)
            && !self.is_attacked::<S>(to, self.placement.occupied() - from.set(), to);
        is_legal.then(|| self.make::<S>(MoveKind::Piece(Role::King), from, to))?;
        Some(Move::new(from, to))
    }

    /// The square from which a pawn captures on `to` if it comes from `file`, or steps to `to` if there is none.
    #[inline(always)]
    fn pawn_origin<S: Side>(&self, file: Option<File>, to: Square) -> Option<Square> {
        let back = to.set().shift(-S::UP);
        match file {
            Some(file) if file.index().abs_diff(to.file().index()) == 1 => {
                Some(Square::new(file, back.first()?.rank()))
            }
            Some(_) => None,
            None if back.meets(self.placement.occupied()) => back.first(),
            None => back.shift(-S::UP).first().filter(|_| S::FOURTH.contains(to)),
        }
    }

    /// Makes a pawn's move from the square that `pawn_origin` returns.
    #[inline(always)]
    fn make_by_pawn<S: Side>(
        &mut self,
        from: Square,
        to: Square,
        promotion: Option<Role>,
    ) -> Option<Move> {
        let placement = &self.placement;
        let wanted = Move { from, to, promotion };
        let is_pawn = placement.pieces(S::COLOR, Role::Pawn).contains(from);
        if !is_pawn || promotion.is_some() != S::LAST.contains(to) {
            return None;
        }
        let captures = from.file() != to.file();
        let occupied = placement.occupied().contains(to);
        if captures && !occupied {
            let is_legal = self.en_passant == Some(to) && self.en_passant_is_legal(from, to);
            is_legal.then(|| self.make::<S>(MoveKind::EnPassant, from, to))?;
            return Some(wanted);
        }
        if captures != occupied || !self.is_open::<S>(to) || !self.is_safe_after::<S>(from, to) {
            return None;
        }
        match promotion {
            None => self.make::<S>(MoveKind::Pawn, from, to),
            Some(role) => self.make::<S>(MoveKind::Promotion(role), from, to),
        }
        Some(wanted)
    }

    /// Whether the content of this square allows a piece to go there. A king is never captured, not even one that was
    /// left in check by an unnoticed illegal move.
    #[inline(always)]
    fn is_open<S: Side>(&self, to: Square) -> bool {
        !(self.placement.color(S::COLOR) | self.placement.role(Role::King)).contains(to)
    }

    /// Whether the king is safe after another piece has moved from `from` to `to`.
    #[inline(always)]
    fn is_safe_after<S: Side>(&self, from: Square, to: Square) -> bool {
        let occupied = (self.placement.occupied() - from.set()) | to.set();
        !self.is_attacked::<S>(self.king(S::COLOR), occupied, to)
    }

    /// Whether the opponent attacks `square`, for these occupied squares and without the captured piece on `taken`.
    #[inline(always)]
    fn is_attacked<S: Side>(&self, square: Square, occupied: Bitboard, taken: Square) -> bool {
        let placement = &self.placement;
        let them = placement.color(!S::COLOR) - taken.set();
        let beside = [
            attacks::knight(square) & placement.role(Role::Knight),
            attacks::pawn(S::COLOR, square) & placement.role(Role::Pawn),
            attacks::king(square) & placement.role(Role::King),
        ];
        let straight = attacks::rook_lines(square) & placement.rooks_and_queens();
        let diagonal = attacks::bishop_lines(square) & placement.bishops_and_queens();
        beside.into_iter().any(|pieces| pieces.meets(them))
            || !open_from(square, (straight | diagonal) & them, occupied).is_empty()
    }
}

/// The pieces of `aligned`, each on a line with `square`, that have no occupied square between them and `square`.
///
/// There are few of them. To test the squares in between is quicker than to look up the attacks from `square`, in a
/// table that is too large for the cache.
#[inline(always)]
fn open_from(square: Square, aligned: Bitboard, occupied: Bitboard) -> Bitboard {
    let hidden =
        aligned.into_iter().filter(|&piece| attacks::between(square, piece).meets(occupied));
    hidden.fold(aligned, |open, piece| open - piece.set())
}
