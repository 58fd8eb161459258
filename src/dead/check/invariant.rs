//! An invariant, gone through piece by piece and square by square.

use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    dead::certificate::{CaseSplit, PieceReach, ReachInvariant},
    position::Move,
};

/// What an invariant claims: no legal move leaves its sets except to an end of the game that is no mate
/// by its side, and no position in its sets is such a mate.
pub(super) struct InvariantCheck<'a> {
    pub(super) invariant: &'a ReachInvariant,
    pub(super) side: Color,
    kings: [PieceReach; 2],
    certain: PieceBoard,
    /// Where each player may have pieces of each role.
    places: [[Bitboard; 6]; 2],
    /// The squares that each player's pieces other than the king may attack.
    pub(super) covered: [Bitboard; 2],
    /// The same for what is still there in the end, of the side in question.
    pub(super) covered_in_the_end: Bitboard,
}

/// Who stands where.
pub(super) type PieceBoard = [Option<Piece>; 64];

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl<'a> InvariantCheck<'a> {
    pub(super) fn new(invariant: &'a ReachInvariant) -> InvariantCheck<'a> {
        let nobody = PieceReach {
            piece: Piece { color: invariant.side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: false,
        };
        let kings = Color::ALL.map(|color| {
            let king = Piece { color, role: Role::King };
            invariant.pieces.iter().find(|reach| reach.piece == king).copied().unwrap_or(nobody)
        });
        let mut certain = [None; 64];
        for reach in invariant.pieces.iter().filter(|reach| is_fixed(reach)) {
            certain[reach.start.index()] = Some(reach.piece);
        }
        let places =
            Color::ALL.map(|color| Role::ALL.map(|role| places(invariant, Piece { color, role })));
        let mut claim = InvariantCheck {
            invariant,
            side: invariant.side,
            kings,
            certain,
            places,
            covered: [Bitboard::EMPTY; 2],
            covered_in_the_end: Bitboard::EMPTY,
        };
        claim.covered = Color::ALL.map(|color| claim.attacked_by(color, |_| true));
        let lost = invariant.split.lost;
        claim.covered_in_the_end =
            claim.attacked_by(claim.side, |reach| !lost.contains(reach.start));
        claim
    }

    /// The squares that these pieces of a player may attack.
    fn attacked_by(&self, color: Color, counts: impl Fn(&PieceReach) -> bool) -> Bitboard {
        let counted = self.others(color).filter(|reach| counts(reach));
        counted.fold(Bitboard::EMPTY, |all, reach| all | self.attacked_by_piece(reach))
    }

    /// The squares that this piece may attack, be it from where it starts or from elsewhere.
    pub(super) fn attacked_by_piece(&self, reach: &PieceReach) -> Bitboard {
        let mut covered = Bitboard::EMPTY;
        for square in reach.squares {
            covered |= match reach.piece.role {
                Role::Pawn => attacks::pawn(reach.piece.color, square),
                role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                    self.attacked(role, square, reach.piece.color == self.side)
                }
            };
        }
        for square in reach.promoted {
            covered |= self.attacked(Role::Queen, square, reach.piece.color == self.side)
                | attacks::knight(square);
        }
        covered
    }

    pub(super) fn pieces(&self, color: Color) -> impl Iterator<Item = &PieceReach> {
        self.invariant.pieces.iter().filter(move |reach| reach.piece.color == color)
    }

    pub(super) fn others(&self, color: Color) -> impl Iterator<Item = &PieceReach> {
        self.pieces(color).filter(|reach| reach.piece.role != Role::King)
    }

    pub(super) fn king(&self, color: Color) -> &PieceReach {
        &self.kings[color as usize]
    }

    /// Whether each piece of these roles on the board is where the invariant has a piece of its kind; a quick look
    /// before the pieces are told apart.
    pub(super) fn may_hold_all(&self, roles: &[Role], pieces: &Placement) -> bool {
        let fits = |color, role| {
            pieces.pieces(color, role).is_subset(self.places[color as usize][role as usize])
        };
        Color::ALL.into_iter().all(|color| roles.iter().all(|&role| fits(color, role)))
    }

    /// The piece that stands on this square in every position of the invariant.
    pub(super) fn certain(&self, square: Square) -> Option<Piece> {
        self.certain[square.index()]
    }

    /// Whether nothing is claimed about what follows the loss of this piece where it stands: it is the
    /// last piece of the side in question, or has to move before it is taken, or is never taken.
    pub(super) fn is_safe(&self, reach: &PieceReach) -> bool {
        let CaseSplit { leave, kept, .. } = self.invariant.split;
        self.is_last(reach) || (is_still(reach) && (leave | kept).contains(reach.start))
    }

    /// Whether this is the only piece of the side in question besides the king.
    pub(super) fn is_last(&self, reach: &PieceReach) -> bool {
        reach.piece.color == self.side && self.others(self.side).count() == 1
    }

    /// Whether no line of play is in this split, as a piece that has to move never can.
    pub(super) fn is_impossible(&self) -> bool {
        let leave = self.invariant.split.leave;
        self.invariant.pieces.iter().any(|reach| leave.contains(reach.start) && is_fixed(reach))
    }

    /// Whether all pieces that may be taken on this square are said to be removable.
    pub(super) fn allows_capture(&self, of: Color, square: Square) -> bool {
        self.others(of).all(|reach| {
            reach.removable || !reach.anywhere().contains(square) || self.is_safe(reach)
        })
    }

    /// Whether no legal move leaves the sets but one behind which nothing is claimed (Lemma 7).
    pub(super) fn is_closed(&self) -> bool {
        let pieces = &self.invariant.pieces;
        let kings = pieces.iter().filter(|reach| reach.piece.role == Role::King).count();
        let starts: Bitboard = pieces.iter().map(|reach| reach.start).collect();
        kings == 2
            && starts.len() as usize == pieces.len()
            && Color::ALL.into_iter().all(|color| !self.king(color).squares.is_empty())
            && pieces
                .iter()
                .all(|reach| reach.squares.contains(reach.start) && self.moves_stay(reach))
            && self.allows_castling()
    }

    fn moves_stay(&self, reach: &PieceReach) -> bool {
        let role = reach.piece.role;
        if role == Role::King && (reach.removable || !reach.promoted.is_empty()) {
            return false;
        }
        if role != Role::King && self.invariant.split.stay.contains(reach.start) {
            return is_still(reach);
        }
        let mut moving = reach.squares.into_iter().filter(|&from| !self.gives_check(reach, from));
        match role {
            Role::King => reach.squares.into_iter().all(|from| self.king_is_closed(reach, from)),
            Role::Pawn => {
                (reach.squares & Bitboard::END_RANKS).is_empty()
                    && moving.all(|from| self.pawn_is_closed(reach, from))
                    && [Role::Queen, Role::Knight].into_iter().all(|role| {
                        let grown = reach.promoted;
                        grown.into_iter().all(|from| self.steps_stay(reach, role, from, grown))
                    })
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                reach.promoted.is_empty()
                    && moving.all(|from| self.steps_stay(reach, role, from, reach.squares))
            }
        }
    }

    /// Whether every move of a piece other than a king leads into the set or ends the game.
    fn steps_stay(&self, reach: &PieceReach, role: Role, from: Square, set: Bitboard) -> bool {
        let color = reach.piece.color;
        let enter = |to: Square| match self.certain(to) {
            Some(piece) if piece.color == color || piece.role == Role::King => true,
            Some(_) if self.holds_safe_piece(!color, to) => true,
            _ if self.mates_from_home(reach, to) || self.is_recaptured_on(reach, to) => true,
            Some(_) => false,
            None => set.contains(to) && self.allows_capture(!color, to),
        };
        self.attacked(role, from, false).into_iter().all(enter)
    }

    /// Whether a piece that certainly stands here is one whose loss is not followed.
    pub(super) fn holds_safe_piece(&self, color: Color, square: Square) -> bool {
        self.others(color)
            .any(|reach| is_fixed(reach) && reach.start == square && self.is_safe(reach))
    }

    /// The squares that a piece may attack, up to and including the first certain piece.
    ///
    /// With `behind`, lines go on behind the king to be mated.
    pub(super) fn attacked(&self, role: Role, from: Square, behind: bool) -> Bitboard {
        let directions: &[(i8, i8)] = match role {
            Role::Knight | Role::King | Role::Pawn => {
                return attacks::of(role, Color::White, from, Bitboard::EMPTY);
            }
            Role::Bishop => &DIAGONAL,
            Role::Rook => &STRAIGHT,
            Role::Queen => {
                return self.attacked(Role::Bishop, from, behind)
                    | self.attacked(Role::Rook, from, behind);
            }
        };
        let mated = Piece { color: !self.side, role: Role::King };
        let mut all = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                all |= square.set();
                at = match self.certain(square) {
                    Some(piece) if !(behind && piece == mated) => None,
                    _ => square.offset(files, ranks),
                };
            }
        }
        all
    }

    fn pawn_is_closed(&self, pawn: &PieceReach, from: Square) -> bool {
        let color = pawn.piece.color;
        let up = color.forward();
        let allowed = pawn.squares | (pawn.promoted & Bitboard::END_RANKS);
        let open = |to: &Square| self.certain(*to).is_none() && !self.is_faced(pawn, *to);
        let enter = |to: Square| allowed.contains(to) || self.mates_from_home(pawn, to);
        let one = from.offset(0, up).filter(open);
        let double = Rank::relative(2, color).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, up)).filter(open);
        let takes = attacks::pawn(color, from).into_iter().all(|to| {
            !self.has_prey(!color, to)
                || self.mates_from_home(pawn, to)
                || (allowed.contains(to) && self.allows_capture(!color, to))
        });
        one.is_none_or(enter) && two.is_none_or(enter) && takes
    }

    /// Whether a piece of this player may stand here whose loss is to be followed.
    pub(super) fn has_prey(&self, of: Color, square: Square) -> bool {
        self.others(of).any(|reach| reach.anywhere().contains(square) && !self.is_safe(reach))
    }

    /// Whether a pawn cannot be pushed to this square, because there an opposing pawn started that
    /// stays on the file and in front of it.
    fn is_faced(&self, pawn: &PieceReach, to: Square) -> bool {
        let stays = |reach: &PieceReach| reach.squares.is_subset(pawn.start.file().squares());
        stays(pawn)
            && self.others(!pawn.piece.color).any(|other| {
                other.piece.role == Role::Pawn
                    && other.start == to
                    && !other.removable
                    && other.promoted.is_empty()
                    && stays(other)
            })
    }

    fn allows_castling(&self) -> bool {
        self.invariant.castling.iter().all(|(color, wing)| {
            let king = self.king(color).start;
            let Some(rook) = self.invariant.castling.rook(color, wing) else { return false };
            let moves =
                [Move::new(king, wing.king_to(color)), Move::new(rook, wing.rook_to(color))];
            let certain = |at: Square| at != king && at != rook && self.certain(at).is_some();
            let is_barred = |played: &Move| {
                let way = attacks::between(played.from, played.to);
                certain(played.to) || way.into_iter().any(certain)
            };
            let stays = self.invariant.split.stay.contains(rook) && rook != wing.rook_to(color);
            king.rank() == rook.rank()
                && self.role(rook) == Role::Rook
                && (stays
                    || moves.iter().any(is_barred)
                    || moves.into_iter().all(|played| {
                        self.pieces(color).any(|reach| {
                            reach.start == played.from && reach.squares.contains(played.to)
                        })
                    }))
        })
    }

    fn role(&self, start: Square) -> Role {
        let reach = self.invariant.pieces.iter().find(|reach| reach.start == start);
        reach.map_or(Role::Pawn, |reach| reach.piece.role)
    }
}

/// Where the invariant may have such a piece.
fn places(invariant: &ReachInvariant, piece: Piece) -> Bitboard {
    let own = invariant.pieces.iter().filter(|reach| reach.piece.color == piece.color);
    own.fold(Bitboard::EMPTY, |all, reach| match (reach.piece.role, piece.role) {
        (is, wanted) if is == wanted => all | reach.squares,
        (_, Role::King | Role::Pawn) => all,
        (_, Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => all | reach.promoted,
    })
}

/// Whether the piece is on its first square in every position of the invariant.
pub(super) fn is_fixed(reach: &PieceReach) -> bool {
    is_still(reach) && !reach.removable
}

/// Whether the piece never moves.
pub(super) fn is_still(reach: &PieceReach) -> bool {
    reach.squares == reach.start.set() && reach.promoted.is_empty()
}

pub(super) fn beside(a: Square, b: Square) -> bool {
    a == b || attacks::king(a).contains(b)
}

/// The squares from which a piece may attack along lines, with the role that does.
pub(super) fn sliding(reach: &PieceReach) -> impl Iterator<Item = (Role, Square)> {
    let set = match reach.piece.role {
        Role::Pawn => reach.promoted,
        Role::Bishop | Role::Rook | Role::Queen => reach.squares,
        Role::Knight | Role::King => Bitboard::EMPTY,
    };
    let role = if reach.piece.role == Role::Pawn { Role::Queen } else { reach.piece.role };
    set.into_iter().map(move |square| (role, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::by_hand::{Goes, at, invariant, square, squares, with_rights};

    /// Lemma 7: White's rights, what may happen, whose rooks never move, and whether no castling leaves the sets.
    #[test]
    fn castling_is_barred_or_ends_where_king_and_rook_may_be() {
        type Row = (&'static str, &'static str, Goes, &'static str, bool);
        let rows: [Row; 20] = [
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[], "", false),
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[("e1", "c1"), ("a1", "d1")], "", true),
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[("e1", "c1"), ("a1", "c1")], "", false),
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[("e1", "d1"), ("a1", "d1")], "", false),
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[], "a1", true),
            ("4k3/8/8/8/8/8/8/R3K3", "Q", &[], "h1", false),
            // A piece that is there to stay bars the way of one of them; one that may leave or be taken does not.
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[], "", true),
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[("b1", "x")], "", false),
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[("b1", "a3")], "", false),
            ("4k3/8/8/8/8/8/8/R2nK3", "Q", &[], "", true),
            ("4k3/8/8/8/8/8/8/R3KN2", "Q", &[], "", false),
            ("4k3/8/8/8/8/8/8/RN2K2R", "KQ", &[], "", false),
            ("4k3/8/8/8/8/8/8/RN2K2R", "KQ", &[("e1", "g1"), ("h1", "f1")], "", true),
            // Other first squares: they do not bar each other, and a rook may castle to where it is.
            ("4k3/8/8/8/8/8/8/RK6", "A", &[], "", false),
            ("4k3/8/8/8/8/8/8/RK6", "A", &[("b1", "c1"), ("a1", "d1")], "", true),
            ("4k3/8/8/8/8/8/8/RK1B4", "A", &[], "", true),
            ("4k3/8/8/8/8/8/8/R2K4", "A", &[], "", false),
            ("4k3/8/8/8/8/8/8/2R1K3", "C", &[], "", false),
            ("4k3/8/8/8/8/8/8/3RK3", "D", &[], "d1", false),
            ("4k3/8/8/8/8/8/8/3RK3", "D", &[("e1", "c1")], "d1", true),
        ];
        for (board, rights, more, stay, expected) in rows {
            let mut invariant = with_rights(board, rights, more, Color::Black);
            invariant.split.stay = squares(stay);
            let found = InvariantCheck::new(&invariant).allows_castling();
            assert_eq!(found, expected, "{board} {rights} {more:?} {stay}");
        }
    }

    #[test]
    fn rights_to_castle_are_those_of_a_rook_and_a_king_on_one_rank() {
        let castling = with_rights("4k3/8/8/8/8/8/8/R3K3", "Q", &[], Color::Black).castling;
        let all = "a2 b1 c1 c2 d1";
        for (board, king, expected) in [
            ("4k3/8/8/8/8/8/8/R3K3", "e1", true),
            ("4k3/8/8/8/8/8/8/Q3K3", "e1", false),
            ("4k3/8/8/8/8/8/8/4K3", "e1", false),
            ("4k3/8/8/8/8/8/4K3/R7", "e2", false),
        ] {
            let mut invariant = invariant(board, &[(king, all), ("a1", all)], Color::Black);
            invariant.castling = castling;
            let found = InvariantCheck::new(&invariant).allows_castling();
            assert_eq!(found, expected, "{board}");
        }
    }

    /// Lemmas 6 and 7: whether no move of White's pawn leaves the sets.
    #[test]
    fn a_pawn_keeps_to_its_squares_and_to_what_it_may_take() {
        type Row = (&'static str, Goes, &'static str, bool);
        let rows: [Row; 17] = [
            ("4k3/8/8/8/8/4P3/8/K7", &[], "e3", false),
            ("4k3/8/8/8/8/4P3/8/K7", &[("e3", "e4")], "e3", true),
            ("4k3/8/8/8/8/8/4P3/K7", &[("e2", "e3")], "e2", false),
            ("4k3/8/8/8/8/8/4P3/K7", &[("e2", "e3 e4")], "e2", true),
            ("4k3/8/8/8/4n3/8/4P3/K7", &[("e2", "e3")], "e2", true),
            ("4k3/8/8/8/4n3/8/4P3/K7", &[("e2", "e3"), ("e4", "x")], "e2", false),
            // Who faces a pawn on its file bars its way.
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "e5")], "e3", true),
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "x")], "e3", false),
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "d3")], "e3", false),
            // It is promoted on the last rank, where that is said.
            ("7k/4P3/8/8/8/8/8/K7", &[], "e7", false),
            ("7k/4P3/8/8/8/8/8/K7", &[("e7", "=e8")], "e7", true),
            ("7k/4P3/8/8/8/8/8/K7", &[("e7", "=d8")], "e7", false),
            // What it may take has to be said to be lost, and where it then is.
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8 d8")], "c7", false),
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8 d8"), ("d8", "x")], "c7", true),
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8"), ("d8", "x")], "c7", false),
            ("3rk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8"), ("d8", "d1")], "c7", false),
            // A square on which a pawn and a piece that it has become may be is one of both.
            (
                "7k/8/8/p7/8/8/1P6/K7",
                &[("b2", "b3 b4"), ("a5", "a4 a3"), ("a5", "=a3")],
                "b2",
                false,
            ),
        ];
        for (board, more, start, expected) in rows {
            let invariant = invariant(board, more, Color::White);
            let check = InvariantCheck::new(&invariant);
            let found = check.pawn_is_closed(at(&check, start), square(start));
            assert_eq!(found, expected, "{board} {more:?}");
        }
    }

    /// Whether a piece, on a square that it may come to, has no move out of its sets but one that ends the game.
    #[test]
    fn a_piece_goes_where_it_may_be_or_where_play_ends() {
        type Row = (&'static str, Goes, &'static str, &'static str, Color, bool);
        const WHITE: Color = Color::White;
        const BLACK: Color = Color::Black;
        let rows: [Row; 14] = [
            // Its own pieces and the other king are in its way; others it takes.
            ("4k3/8/8/8/8/8/P7/RN2K3", &[], "a1", "a1", WHITE, true),
            ("8/8/8/8/8/8/k7/RN2K3", &[], "a1", "a1", WHITE, true),
            ("4k3/8/8/8/8/8/p7/RN2K3", &[], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/8/8/RN2K3", &[], "a1", "a1", WHITE, false),
            // What follows the loss of the last piece is not looked at.
            ("4k3/8/8/8/8/8/p7/RN2K3", &[], "a1", "a1", BLACK, true),
            ("4k3/8/8/8/8/p7/p7/RN2K3", &[], "a1", "a1", BLACK, false),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "b3 c2")], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "b3 c2"), ("b3", "x")], "a1", "a1", WHITE, true),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "c2"), ("b3", "x")], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/8/8/N3K3", &[("a1", "b3")], "a1", "a1", WHITE, false),
            // It mates from where it starts (Lemma 9), or is taken at once (Lemma 10).
            ("7k/8/2p1p3/1p3p2/3n4/1p3p2/PP2p3/KN6", &[], "d4", "d4", WHITE, true),
            ("7k/8/2p1p3/1p3p2/3n4/1p3p2/PP2p3/KN6", &[("b2", "x")], "d4", "d4", WHITE, false),
            (
                "7k/6pp/8/8/8/8/R7/K7",
                &[("a2", "a3 a4 a5 a6 a7 a8 b8 c8 d8 e8 f8")],
                "a2",
                "a8",
                WHITE,
                true,
            ),
            (
                "7k/6pp/8/8/8/8/R7/K7",
                &[("a2", "a3 a4 a5 a6 a7 a8 b8 c8 d8 e8 f8"), ("h7", "h6")],
                "a2",
                "a8",
                WHITE,
                false,
            ),
        ];
        for (board, more, start, from, side, expected) in rows {
            let invariant = invariant(board, more, side);
            let check = InvariantCheck::new(&invariant);
            let reach = at(&check, start);
            let found = check.steps_stay(reach, reach.piece.role, square(from), reach.squares);
            assert_eq!(found, expected, "{board} {more:?}: {start} on {from}, {side}");
        }
    }

    #[test]
    fn a_king_is_not_taken_and_not_promoted() {
        for (more, expected) in
            [(&[][..], true), (&[("a8", "x")], false), (&[("a8", "=a1")], false)]
        {
            let mut invariant = invariant("k7/8/8/8/8/8/8/7K", more, Color::White);
            for reach in &mut invariant.pieces {
                reach.squares = Bitboard::FULL;
            }
            assert_eq!(InvariantCheck::new(&invariant).is_closed(), expected, "{more:?}");
        }
    }

    /// Lemma 13: what may happen, who has to leave, and whether one of those never can.
    #[test]
    fn a_case_is_impossible_if_a_piece_has_to_leave_that_never_moves() {
        let rows: [(Goes, &str, bool); 6] = [
            (&[], "", false),
            (&[], "a1", true),
            (&[], "h1", false),
            (&[("a1", "b3")], "a1", false),
            (&[("a1", "b3")], "a1 e1", true),
            (&[("a1", "x")], "a1", false),
        ];
        for (more, leave, expected) in rows {
            let mut invariant = invariant("4k3/8/8/8/8/8/8/N3K3", more, Color::White);
            invariant.split.leave = squares(leave);
            let found = InvariantCheck::new(&invariant).is_impossible();
            assert_eq!(found, expected, "{more:?}: {leave}");
        }
    }

    /// Lemma 3: lines go on behind the king to be mated, for those who would mate it, and end at what is certain to stay.
    #[test]
    fn what_a_piece_attacks_ends_at_what_never_leaves() {
        type Row = (&'static str, Goes, &'static str, Color, &'static str, bool);
        let rows: [Row; 10] = [
            ("8/8/8/8/R2k3n/8/8/K7", &[], "a4", Color::White, "d4", true),
            ("8/8/8/8/R2k3n/8/8/K7", &[], "a4", Color::White, "e4", true),
            ("8/8/8/8/R2k3n/8/8/K7", &[], "a4", Color::White, "h4", true),
            ("8/8/8/8/R2k3n/8/8/K7", &[], "a4", Color::Black, "e4", false),
            ("8/8/8/8/R2n3k/8/8/K7", &[], "a4", Color::White, "e4", false),
            ("8/8/8/8/R2n3k/8/8/K7", &[("d4", "x")], "a4", Color::White, "e4", true),
            ("8/8/8/8/R2n3k/8/8/K7", &[("d4", "b3")], "a4", Color::White, "h4", true),
            ("8/P7/8/8/3k4/8/8/K7", &[("a7", "=a4")], "a7", Color::White, "e4", true),
            ("8/P7/8/8/3k4/8/8/K7", &[("a7", "=a4")], "a7", Color::Black, "e4", false),
            ("8/P7/8/8/3k4/8/8/K7", &[("a7", "=a4")], "a7", Color::White, "b6", true),
        ];
        for (board, more, start, side, to, expected) in rows {
            let invariant = invariant(board, more, side);
            let check = InvariantCheck::new(&invariant);
            let found = check.attacked_by_piece(at(&check, start)).contains(square(to));
            assert_eq!(found, expected, "{board} {more:?}: {start} {to}, {side}");
        }
    }
}
