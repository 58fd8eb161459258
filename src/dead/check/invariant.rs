//! Checks an invariant piece by piece and square by square.

use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    dead::certificate::{Case, MobilityInvariant, PieceMobility},
    position::Move,
};

/// The claim of an invariant: legal moves that are not pruned stay in its sets, and no position of the sets is a mate
/// by its side.
pub(super) struct InvariantCheck<'a> {
    pub(super) invariant: &'a MobilityInvariant,
    pub(super) side: Color,
    kings: [PieceMobility; 2],
    fixed: PieceBoard,
    /// Squares where each player may have a piece of each role.
    places: [[Bitboard; 6]; 2],
    /// Squares that pieces of `side` other than the king may attack. A lost piece is gone when the line ends (Lemma 12).
    pub(super) attacked: Bitboard,
}

/// The piece on each square.
pub(super) type PieceBoard = [Option<Piece>; 64];

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

impl<'a> InvariantCheck<'a> {
    pub(super) fn new(invariant: &'a MobilityInvariant) -> InvariantCheck<'a> {
        let empty_slot = PieceMobility {
            piece: Piece { color: invariant.side, role: Role::King },
            start: Square::from_index(0),
            squares: Bitboard::EMPTY,
            promoted: Bitboard::EMPTY,
            removable: false,
        };
        let kings = Color::ALL.map(|color| {
            let king = Piece { color, role: Role::King };
            invariant
                .pieces
                .iter()
                .find(|mobility| mobility.piece == king)
                .copied()
                .unwrap_or(empty_slot)
        });
        let mut fixed = [None; 64];
        for mobility in invariant.pieces.iter().filter(|mobility| is_fixed(mobility)) {
            fixed[mobility.start.index()] = Some(mobility.piece);
        }
        let places =
            Color::ALL.map(|color| Role::ALL.map(|role| places(invariant, Piece { color, role })));
        let mut claim = InvariantCheck {
            invariant,
            side: invariant.side,
            kings,
            fixed,
            places,
            attacked: Bitboard::EMPTY,
        };
        let attackers = claim.others(claim.side).filter(|mobility| !claim.is_lost(mobility));
        claim.attacked = attackers
            .fold(Bitboard::EMPTY, |all, mobility| all | claim.attacked_by_piece(mobility));
        claim
    }

    /// Whether the invariant covers only lines where this piece is captured before it moves.
    pub(super) fn is_lost(&self, mobility: &PieceMobility) -> bool {
        self.invariant.case == Case::Lost(mobility.start)
    }

    /// Squares that this piece may attack from any square of its sets.
    pub(super) fn attacked_by_piece(&self, mobility: &PieceMobility) -> Bitboard {
        let mut attacked = Bitboard::EMPTY;
        for square in mobility.squares {
            attacked |= match mobility.piece.role {
                Role::Pawn => attacks::pawn(mobility.piece.color, square),
                role => self.attacked(role, square, mobility.piece.color == self.side),
            };
        }
        for square in mobility.promoted {
            attacked |= self.attacked(Role::Queen, square, mobility.piece.color == self.side)
                | attacks::knight(square);
        }
        attacked
    }

    pub(super) fn pieces(&self, color: Color) -> impl Iterator<Item = &PieceMobility> {
        self.invariant.pieces.iter().filter(move |mobility| mobility.piece.color == color)
    }

    pub(super) fn others(&self, color: Color) -> impl Iterator<Item = &PieceMobility> {
        self.pieces(color).filter(|mobility| mobility.piece.role != Role::King)
    }

    pub(super) fn king(&self, color: Color) -> &PieceMobility {
        &self.kings[color as usize]
    }

    /// Whether all pieces of these roles stand on squares where the invariant allows such a piece. A quick necessary
    /// condition for an assignment.
    pub(super) fn may_hold_all(&self, roles: &[Role], pieces: &Placement) -> bool {
        let fits = |color, role| {
            pieces.pieces(color, role).is_subset(self.places[color as usize][role as usize])
        };
        Color::ALL.into_iter().all(|color| roles.iter().all(|&role| fits(color, role)))
    }

    /// The fixed piece whose start is this square: it stands there in every position of the invariant.
    pub(super) fn fixed_piece(&self, square: Square) -> Option<Piece> {
        self.fixed[square.index()]
    }

    /// Whether the capture of this piece on its start is pruned: it is the last piece of `side`, or it is not captured
    /// before it moves.
    pub(super) fn is_safe(&self, mobility: &PieceMobility) -> bool {
        self.is_last(mobility)
            || (self.invariant.case == Case::Spared(mobility.start) && is_immobile(mobility))
    }

    /// Whether this is the only piece of `side` besides the king.
    pub(super) fn is_last(&self, mobility: &PieceMobility) -> bool {
        mobility.piece.color == self.side && self.others(self.side).count() == 1
    }

    /// Whether each piece of `of` that may stand on this square is removable, or its capture is pruned.
    pub(super) fn allows_capture(&self, of: Color, square: Square) -> bool {
        self.others(of).all(|mobility| {
            mobility.removable || !mobility.anywhere().contains(square) || self.is_safe(mobility)
        })
    }

    /// Whether every legal move that is not pruned stays in the sets (Lemma 7).
    pub(super) fn is_closed(&self) -> bool {
        let pieces = &self.invariant.pieces;
        let kings = pieces.iter().filter(|mobility| mobility.piece.role == Role::King).count();
        let starts: Bitboard = pieces.iter().map(|mobility| mobility.start).collect();
        kings == 2
            && starts.len() as usize == pieces.len()
            && Color::ALL.into_iter().all(|color| !self.king(color).squares.is_empty())
            && pieces.iter().all(|mobility| {
                mobility.squares.contains(mobility.start) && self.moves_stay(mobility)
            })
            && self.allows_castling()
    }

    fn moves_stay(&self, mobility: &PieceMobility) -> bool {
        let role = mobility.piece.role;
        if role == Role::King && (mobility.removable || !mobility.promoted.is_empty()) {
            return false;
        }
        if role != Role::King && self.is_lost(mobility) {
            return is_immobile(mobility);
        }
        let mut moving =
            mobility.squares.into_iter().filter(|&from| !self.gives_check(mobility, from));
        match role {
            Role::King => {
                mobility.squares.into_iter().all(|from| self.king_is_closed(mobility, from))
            }
            Role::Pawn => {
                (mobility.squares & Bitboard::END_RANKS).is_empty()
                    && moving.all(|from| self.pawn_is_closed(mobility, from))
                    && [Role::Queen, Role::Knight].into_iter().all(|role| {
                        let grown = mobility.promoted;
                        grown.into_iter().all(|from| self.steps_stay(mobility, role, from, grown))
                    })
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                mobility.promoted.is_empty()
                    && moving.all(|from| self.steps_stay(mobility, role, from, mobility.squares))
            }
        }
    }

    /// Whether every move of a piece other than a king from `from` leads into `set` or is pruned.
    fn steps_stay(
        &self,
        mobility: &PieceMobility,
        role: Role,
        from: Square,
        set: Bitboard,
    ) -> bool {
        let color = mobility.piece.color;
        let enter = |to: Square| match self.fixed_piece(to) {
            Some(piece) if piece.color == color || piece.role == Role::King => true,
            Some(_) if self.holds_safe_piece(!color, to) => true,
            _ if self.mates_from_home(mobility, to) => true,
            Some(_) => false,
            None => set.contains(to) && self.allows_capture(!color, to),
        };
        self.attacked(role, from, false).into_iter().all(enter)
    }

    /// Whether a fixed piece stands on this square whose capture is pruned.
    pub(super) fn holds_safe_piece(&self, color: Color, square: Square) -> bool {
        self.others(color).any(|mobility| {
            is_fixed(mobility) && mobility.start == square && self.is_safe(mobility)
        })
    }

    /// The squares that a piece may attack from `from`, up to and including the first fixed piece.
    ///
    /// With `through_king`, lines pass over the king to be mated.
    pub(super) fn attacked(&self, role: Role, from: Square, through_king: bool) -> Bitboard {
        let directions: &[(i8, i8)] = match role {
            Role::Knight | Role::King | Role::Pawn => {
                return attacks::of(role, Color::White, from, Bitboard::EMPTY);
            }
            Role::Bishop => &DIAGONAL,
            Role::Rook => &STRAIGHT,
            Role::Queen => {
                return self.attacked(Role::Bishop, from, through_king)
                    | self.attacked(Role::Rook, from, through_king);
            }
        };
        let mated = Piece { color: !self.side, role: Role::King };
        let mut all = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                all |= square.set();
                at = match self.fixed_piece(square) {
                    Some(piece) if !(through_king && piece == mated) => None,
                    _ => square.offset(files, ranks),
                };
            }
        }
        all
    }

    fn pawn_is_closed(&self, pawn: &PieceMobility, from: Square) -> bool {
        let color = pawn.piece.color;
        let up = color.forward();
        let allowed = pawn.squares | (pawn.promoted & Bitboard::END_RANKS);
        let open = |to: &Square| self.fixed_piece(*to).is_none() && !self.is_faced(pawn, *to);
        let enter = |to: Square| allowed.contains(to) || self.mates_from_home(pawn, to);
        let one = from.offset(0, up).filter(open);
        let double = Rank::relative(2, color).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, up)).filter(open);
        let takes = attacks::pawn(color, from).into_iter().all(|to| {
            !self.has_capture_target(!color, to)
                || self.mates_from_home(pawn, to)
                || (allowed.contains(to) && self.allows_capture(!color, to))
        });
        one.is_none_or(enter) && two.is_none_or(enter) && takes
    }

    /// Whether a piece of `of` may stand on this square whose capture is not pruned.
    pub(super) fn has_capture_target(&self, of: Color, square: Square) -> bool {
        self.others(of)
            .any(|mobility| mobility.anywhere().contains(square) && !self.is_safe(mobility))
    }

    /// Whether the pawn cannot be pushed to `to`, because an opposing pawn started there that stays on the file (Lemma
    /// 6).
    fn is_faced(&self, pawn: &PieceMobility, to: Square) -> bool {
        let stays =
            |mobility: &PieceMobility| mobility.squares.is_subset(pawn.start.file().squares());
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
            let holds_fixed =
                |at: Square| at != king && at != rook && self.fixed_piece(at).is_some();
            let is_barred = |played: &Move| {
                let way = attacks::between(played.from, played.to);
                holds_fixed(played.to) || way.into_iter().any(holds_fixed)
            };
            let stays = self.invariant.case == Case::Lost(rook) && rook != wing.rook_to(color);
            king.rank() == rook.rank()
                && self.role(rook) == Role::Rook
                && (stays
                    || moves.iter().any(is_barred)
                    || moves.into_iter().all(|played| {
                        self.pieces(color).any(|mobility| {
                            mobility.start == played.from && mobility.squares.contains(played.to)
                        })
                    }))
        })
    }

    fn role(&self, start: Square) -> Role {
        let mobility = self.invariant.pieces.iter().find(|mobility| mobility.start == start);
        mobility.map_or(Role::Pawn, |mobility| mobility.piece.role)
    }
}

/// Squares where the invariant allows such a piece.
fn places(invariant: &MobilityInvariant, piece: Piece) -> Bitboard {
    let own = invariant.pieces.iter().filter(|mobility| mobility.piece.color == piece.color);
    own.fold(Bitboard::EMPTY, |all, mobility| match (mobility.piece.role, piece.role) {
        (is, wanted) if is == wanted => all | mobility.squares,
        (_, Role::King | Role::Pawn) => all,
        (_, Role::Knight | Role::Bishop | Role::Rook | Role::Queen) => all | mobility.promoted,
    })
}

/// Whether the piece never moves and is never captured.
pub(super) fn is_fixed(mobility: &PieceMobility) -> bool {
    is_immobile(mobility) && !mobility.removable
}

/// Whether the piece never moves. It may still be captured.
pub(super) fn is_immobile(mobility: &PieceMobility) -> bool {
    mobility.squares == mobility.start.set() && mobility.promoted.is_empty()
}

pub(super) fn beside(a: Square, b: Square) -> bool {
    a == b || attacks::king(a).contains(b)
}

/// Squares from where the piece may attack along lines, with the role that it then has.
pub(super) fn sliding(mobility: &PieceMobility) -> impl Iterator<Item = (Role, Square)> {
    let set = match mobility.piece.role {
        Role::Pawn => mobility.promoted,
        Role::Bishop | Role::Rook | Role::Queen => mobility.squares,
        Role::Knight | Role::King => Bitboard::EMPTY,
    };
    let role = if mobility.piece.role == Role::Pawn { Role::Queen } else { mobility.piece.role };
    set.into_iter().map(move |square| (role, square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dead::check::fixtures::{Goes, at, invariant, square, squares, with_rights};

    /// Lemma 7: castling rights of White, additional squares, a lost piece, and whether castling stays in the sets.
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
            // A fixed piece blocks the way of king or rook. A piece that may move or be captured does not.
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[], "", true),
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[("b1", "x")], "", false),
            ("4k3/8/8/8/8/8/8/RN2K3", "Q", &[("b1", "a3")], "", false),
            ("4k3/8/8/8/8/8/8/R2nK3", "Q", &[], "", true),
            ("4k3/8/8/8/8/8/8/R3KN2", "Q", &[], "", false),
            ("4k3/8/8/8/8/8/8/RN2K2R", "KQ", &[], "", false),
            ("4k3/8/8/8/8/8/8/RN2K2R", "KQ", &[("e1", "g1"), ("h1", "f1")], "", true),
            // In Chess960 king and rook do not block each other, and the rook may stand on its destination.
            ("4k3/8/8/8/8/8/8/RK6", "A", &[], "", false),
            ("4k3/8/8/8/8/8/8/RK6", "A", &[("b1", "c1"), ("a1", "d1")], "", true),
            ("4k3/8/8/8/8/8/8/RK1B4", "A", &[], "", true),
            ("4k3/8/8/8/8/8/8/R2K4", "A", &[], "", false),
            ("4k3/8/8/8/8/8/8/2R1K3", "C", &[], "", false),
            ("4k3/8/8/8/8/8/8/3RK3", "D", &[], "d1", false),
            ("4k3/8/8/8/8/8/8/3RK3", "D", &[("e1", "c1")], "d1", true),
        ];
        for (board, rights, more, lost, expected) in rows {
            let mut invariant = with_rights(board, rights, more, Color::Black);
            invariant.case = squares(lost).first().map_or(Case::All, Case::Lost);
            let found = InvariantCheck::new(&invariant).allows_castling();
            assert_eq!(found, expected, "{board} {rights} {more:?} {lost}");
        }
    }

    rows!(
        rights_to_castle_are_those_of_a_rook_and_a_king_on_one_rank,
        {
            let castling = with_rights("4k3/8/8/8/8/8/8/R3K3", "Q", &[], Color::Black).castling;
            let all = "a2 b1 c1 c2 d1";
        },
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
    );

    /// Lemmas 6 and 7: whether every move of White's pawn stays in the sets.
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
            // A pawn that faces another on its file blocks it.
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "e5")], "e3", true),
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "x")], "e3", false),
            ("4k3/8/8/8/4p3/4P3/8/K7", &[("e4", "d3")], "e3", false),
            // It is promoted on the last rank, if the invariant has that square.
            ("7k/4P3/8/8/8/8/8/K7", &[], "e7", false),
            ("7k/4P3/8/8/8/8/8/K7", &[("e7", "=e8")], "e7", true),
            ("7k/4P3/8/8/8/8/8/K7", &[("e7", "=d8")], "e7", false),
            // A piece that it may capture must be removable, and the promotion square must be in the set.
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8 d8")], "c7", false),
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8 d8"), ("d8", "x")], "c7", true),
            ("3nk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8"), ("d8", "x")], "c7", false),
            ("3rk3/2P5/8/8/8/8/8/K7", &[("c7", "=c8"), ("d8", "d1")], "c7", false),
            // The pawn may be captured as a pawn, or after its promotion, on the same square.
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

    /// Whether every move of a piece from a square of its set stays in the sets or is pruned.
    #[test]
    fn a_piece_moves_within_its_set_or_is_pruned() {
        type Row = (&'static str, Goes, &'static str, &'static str, Color, bool);
        const WHITE: Color = Color::White;
        const BLACK: Color = Color::Black;
        let rows: [Row; 12] = [
            // Its own pieces and the other king block it. It captures others.
            ("4k3/8/8/8/8/8/P7/RN2K3", &[], "a1", "a1", WHITE, true),
            ("8/8/8/8/8/8/k7/RN2K3", &[], "a1", "a1", WHITE, true),
            ("4k3/8/8/8/8/8/p7/RN2K3", &[], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/8/8/RN2K3", &[], "a1", "a1", WHITE, false),
            // The capture of the last piece of the side is pruned.
            ("4k3/8/8/8/8/8/p7/RN2K3", &[], "a1", "a1", BLACK, true),
            ("4k3/8/8/8/8/p7/p7/RN2K3", &[], "a1", "a1", BLACK, false),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "b3 c2")], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "b3 c2"), ("b3", "x")], "a1", "a1", WHITE, true),
            ("4k3/8/8/8/8/1n6/8/N3K3", &[("a1", "c2"), ("b3", "x")], "a1", "a1", WHITE, false),
            ("4k3/8/8/8/8/8/8/N3K3", &[("a1", "b3")], "a1", "a1", WHITE, false),
            // It mates when it comes from its start (Lemma 9).
            ("7k/8/2p1p3/1p3p2/3n4/1p3p2/PP2p3/KN6", &[], "d4", "d4", WHITE, true),
            ("7k/8/2p1p3/1p3p2/3n4/1p3p2/PP2p3/KN6", &[("b2", "x")], "d4", "d4", WHITE, false),
        ];
        for (board, more, start, from, side, expected) in rows {
            let invariant = invariant(board, more, side);
            let check = InvariantCheck::new(&invariant);
            let mobility = at(&check, start);
            let found =
                check.steps_stay(mobility, mobility.piece.role, square(from), mobility.squares);
            assert_eq!(found, expected, "{board} {more:?}: {start} on {from}, {side}");
        }
    }

    #[test]
    fn a_king_is_not_taken_and_not_promoted() {
        for (more, expected) in
            [(&[][..], true), (&[("a8", "x")], false), (&[("a8", "=a1")], false)]
        {
            let mut invariant = invariant("k7/8/8/8/8/8/8/7K", more, Color::White);
            for mobility in &mut invariant.pieces {
                mobility.squares = Bitboard::FULL;
            }
            assert_eq!(InvariantCheck::new(&invariant).is_closed(), expected, "{more:?}");
        }
    }

    /// Lemma 3: lines of the mating side pass over the king to be mated, and end at fixed pieces.
    #[test]
    fn attacks_end_at_fixed_pieces() {
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
