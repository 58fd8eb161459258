//! Checks a proof by abstraction: some pieces are replaced by the sets of squares that they can reach (Lemma 15).

mod tests;

use std::collections::{HashSet, VecDeque};

use super::invariant::PieceBoard;
use crate::{
    board::{Bitboard, Color, Piece, Rank, Role, Square, attacks},
    position::{Move, Position},
};

/// Maximum number of abstract states visited.
const LIMIT: usize = 1_000_000;

/// Maximum number of positions in check visited before the abstraction starts.
const MOST_CHECKS: usize = 1_000;

/// Whether `side` cannot mate, wherever the pieces on the squares `untracked` go and whether or not they are captured.
/// The position itself must not be a mate.
pub(super) fn excludes_mate(position: &Position, side: Color, untracked: Bitboard) -> bool {
    let placement = position.placement();
    let never = placement.role(Role::King) | placement.pieces(side, Role::Pawn);
    if !untracked.is_subset(placement.occupied() - never) || !position.castling().rooks().is_empty()
    {
        return false;
    }
    let check = AbstractionCheck { side };
    let mut seen = HashSet::new();
    let mut todo = VecDeque::new();
    // While the side to move is in check, moves are played on the real board.
    let mut checked = HashSet::from([(position.without_clocks(), untracked)]);
    let mut on_board = vec![(*position, untracked)];
    while let Some((at, untracked)) = on_board.pop() {
        for played in at.legal_moves() {
            let next = at.after(played);
            if next.is_check() && checked.len() < MOST_CHECKS {
                if next.turn() != side && next.is_checkmate() {
                    return false;
                }
                let untracked = check.untracked_after(&at, untracked, played);
                if checked.insert((next.without_clocks(), untracked)) {
                    on_board.push((next, untracked));
                }
            } else {
                let first = check.after(&at, untracked, played);
                if seen.insert(first) {
                    todo.push_back(first);
                }
            }
        }
    }
    while let Some(at) = todo.pop_front() {
        if !at.has_others(side) {
            continue;
        }
        if check.may_be_mate(&at) || seen.len() > LIMIT {
            return false;
        }
        let fresh = check.successors(&at).into_iter().filter(|&next| seen.insert(next));
        todo.extend(fresh);
    }
    true
}

/// The roles of untracked pieces. A pawn is promoted to one of the others.
const ROLES: [Role; 5] = [Role::Pawn, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A position whose untracked pieces are replaced by sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AbstractState {
    board: PieceBoard,
    turn: Color,
    /// The en passant target square.
    passed: Option<Square>,
    /// The square that a tracked piece of the side to be mated has just left, if it is in line with the other king.
    left: Option<Square>,
    /// Squares where an untracked piece of each player and role may stand.
    sets: [[Bitboard; 5]; 2],
}

impl AbstractState {
    /// The abstract state of a position, with the untracked pieces on their squares.
    fn of(position: &Position, untracked: Bitboard) -> AbstractState {
        let placement = position.placement();
        let mut board = [None; 64];
        for (square, piece) in placement.iter().filter(|&(square, _)| !untracked.contains(square)) {
            board[square.index()] = Some(piece);
        }
        let sets =
            Color::ALL.map(|color| ROLES.map(|role| untracked & placement.pieces(color, role)));
        let passed = position.en_passant();
        AbstractState { board, turn: position.turn(), passed, left: None, sets }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn has_others(&self, side: Color) -> bool {
        Square::all().any(|square| self.may_hold_untracked_of(side, square))
            || self
                .board
                .iter()
                .flatten()
                .any(|piece| piece.color == side && piece.role != Role::King)
    }

    /// Whether both states have the same pawns on the same squares.
    fn has_pawns_of(&self, other: &AbstractState) -> bool {
        let pawn = |piece: &Option<Piece>| piece.filter(|piece| piece.role == Role::Pawn);
        self.board.iter().map(pawn).eq(other.board.iter().map(pawn))
    }

    fn moved(&self, from: Square, to: Square, piece: Option<Piece>) -> AbstractState {
        let mut board = self.board;
        board[from.index()] = None;
        board[to.index()] = piece;
        AbstractState { board, turn: !self.turn, passed: None, left: None, sets: self.sets }
    }

    fn may_hold_untracked(&self, square: Square) -> bool {
        Color::ALL.into_iter().any(|color| self.may_hold_untracked_of(color, square))
    }

    fn may_hold_untracked_of(&self, color: Color, square: Square) -> bool {
        self.sets[color as usize].iter().any(|sets| sets.contains(square))
    }

    /// The state with its sets closed under the moves of untracked pieces. Only pawns block these, and they capture
    /// pawns of the opponent.
    fn saturated(mut self) -> AbstractState {
        let mut todo: Vec<(Piece, Square)> = Vec::new();
        for color in Color::ALL {
            for (sets, role) in self.sets[color as usize].into_iter().zip(ROLES) {
                todo.extend(sets.into_iter().map(|from| (Piece { color, role }, from)));
            }
        }
        while let Some((Piece { color, role }, from)) = todo.pop() {
            for to in self.steps(color, role, from) {
                let promotes = role == Role::Pawn && Bitboard::END_RANKS.contains(to);
                for (sets, becomes) in self.sets[color as usize].iter_mut().zip(ROLES) {
                    let goes = becomes == role || (promotes && becomes != Role::Pawn);
                    if goes && !sets.contains(to) {
                        *sets |= to.set();
                        todo.push((Piece { color, role: becomes }, to));
                    }
                }
            }
        }
        self
    }

    /// The squares that an untracked piece of this role reaches from `from` in one move. Only pawns block it.
    fn steps(&self, color: Color, role: Role, from: Square) -> Vec<Square> {
        let is_pawn = |square: Square| self.at(square).is_some_and(|one| one.role == Role::Pawn);
        let is_own =
            |square| is_pawn(square) && self.at(square).is_some_and(|one| one.color == color);
        let aims = attacks::of(role, color, from, Bitboard::EMPTY).into_iter();
        let mut steps: Vec<Square> = aims
            .filter(|&to| !is_own(to) && !attacks::between(from, to).into_iter().any(is_pawn))
            .collect();
        if role == Role::Pawn {
            steps.extend(from.offset(0, color.forward()).filter(|&ahead| !is_pawn(ahead)));
        }
        steps
    }

    /// Whether the king of `color` may be in check, by a tracked piece or by an untracked one on a square of its set.
    /// Untracked pieces do not block lines.
    fn may_be_check(&self, color: Color) -> bool {
        let mut with_piece = *self;
        if self.is_in_check(color, |_| true) {
            return true;
        }
        let untracked = self.sets[!color as usize].into_iter().zip(ROLES);
        untracked.into_iter().any(|(sets, role)| {
            sets.into_iter().filter(|&at| self.at(at).is_none()).any(|at| {
                with_piece.board = self.board;
                with_piece.board[at.index()] = Some(Piece { color: !color, role });
                with_piece.is_in_check(color, |_| true)
            })
        })
    }

    /// Whether a tracked piece attacks the king of `color`, along a line only if all squares between are empty and
    /// `is_open`.
    fn is_in_check(&self, color: Color, is_open: impl Fn(Square) -> bool) -> bool {
        let king = Piece { color, role: Role::King };
        let Some(king) = Square::all().find(|&square| self.at(square) == Some(king)) else {
            return false;
        };
        let hits = |from: Square| {
            self.at(from).is_some_and(|piece| {
                piece.color != color && hits_over(piece, from, king) && {
                    let mut between = attacks::between(from, king).into_iter();
                    between.all(|square| self.at(square).is_none() && is_open(square))
                }
            })
        };
        let seen = attacks::queen(king, Bitboard::EMPTY) | attacks::knight(king);
        seen.into_iter().any(hits)
    }
}

/// Whether the piece attacks the square on an empty board.
fn hits_over(piece: Piece, from: Square, to: Square) -> bool {
    attacks::of(piece.role, piece.color, from, Bitboard::EMPTY).contains(to)
}

/// A move of a tracked piece.
struct AbstractMove {
    from: Square,
    to: Square,
    /// Whether it is possible wherever the untracked pieces are.
    is_certain: bool,
    next: AbstractState,
}

struct AbstractionCheck {
    side: Color,
}

impl AbstractionCheck {
    /// Whether the king of the side to move may be in check, and no certain move ends the check.
    fn may_be_mate(&self, at: &AbstractState) -> bool {
        let ends_check = |candidate: &AbstractMove| {
            candidate.is_certain && !candidate.next.may_be_check(at.turn)
        };
        at.turn != self.side && at.may_be_check(at.turn) && !self.moves(at).iter().any(ends_check)
    }

    /// Squares of the untracked pieces after a legal move. Promoted pieces of the side to be mated become untracked.
    fn untracked_after(&self, position: &Position, untracked: Bitboard, played: Move) -> Bitboard {
        let Move { from, to, promotion } = played;
        let is_untracked =
            untracked.contains(from) || position.turn() != self.side && promotion.is_some();
        let there = position.after(played).placement().occupied();
        let after = (untracked - from.set() - to.set()) & there;
        if is_untracked { after | to.set() } else { after }
    }

    /// The saturated abstract state after a legal move on the board.
    fn after(&self, position: &Position, untracked: Bitboard, played: Move) -> AbstractState {
        let after = AbstractState::of(
            &position.after(played),
            self.untracked_after(position, untracked, played),
        );
        let by_other = position.turn() != self.side && !untracked.contains(played.from);
        let left = (by_other && self.is_in_line(&after, played.from)).then_some(played.from);
        AbstractState { left, ..after }.saturated()
    }

    /// All successors of a saturated state, saturated.
    fn successors(&self, at: &AbstractState) -> Vec<AbstractState> {
        let mut all = Vec::new();
        for AbstractMove { from, to, next, .. } in self.moves(at) {
            let is_open = |square: Square| {
                square == from || at.left == Some(square) || !at.may_hold_untracked(square)
            };
            if next.is_in_check(at.turn, is_open) {
                continue;
            }
            let promotes = Bitboard::END_RANKS.contains(to)
                && at.at(from).is_some_and(|piece| piece.role == Role::Pawn);
            let left = (at.turn != self.side && self.is_in_line(at, from)).then_some(from);
            let next = AbstractState { left, ..next };
            if !promotes {
                all.push(next);
            } else if at.turn != self.side {
                let mut next = AbstractState { left, ..at.moved(from, to, None) };
                let becomes = next.sets[at.turn as usize].iter_mut().skip(1);
                becomes.for_each(|sets| *sets |= to.set());
                all.push(next);
            } else {
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let piece = Piece { color: at.turn, role };
                    all.push(AbstractState { left, ..at.moved(from, to, Some(piece)) });
                }
            }
        }
        if Square::all().any(|square| at.may_hold_untracked_of(at.turn, square)) {
            self.move_untracked(at, &mut all);
        }
        // The sets depend on the pawns and on squares that were added. If neither has changed they are still closed.
        let complete = |next: AbstractState| {
            let is_complete = next.has_pawns_of(at) && next.sets == at.sets;
            if is_complete { next } else { next.saturated() }
        };
        all.into_iter().map(complete).collect()
    }

    /// Adds the successors after a move of an untracked piece, with or without a capture of a tracked one.
    fn move_untracked(&self, at: &AbstractState, all: &mut Vec<AbstractState>) {
        let victims = |square: &Square| {
            let piece = at.at(*square);
            piece.is_some_and(|piece| piece.color != at.turn && piece.role != Role::King)
        };
        let passing = AbstractState { turn: !at.turn, passed: None, left: None, ..*at };
        // En passant needs no case of its own: an untracked pawn that can capture en passant can also promote past
        // the other pawn and come back, so that the pawn's square is in its sets.
        let reached = |square: &Square| at.may_hold_untracked_of(at.turn, *square);
        let taking = Square::all().filter(reached).filter(victims).map(|square| {
            let mut next = passing;
            next.board[square.index()] = None;
            next
        });
        for next in std::iter::once(passing).chain(taking) {
            if !next.is_in_check(at.turn, |square| !at.may_hold_untracked(square)) {
                all.push(next);
            }
        }
    }

    fn is_in_line(&self, at: &AbstractState, square: Square) -> bool {
        let king = Piece { color: self.side, role: Role::King };
        let queen = Piece { color: self.side, role: Role::Queen };
        Square::all().any(|one| at.at(one) == Some(king) && hits_over(queen, square, one))
    }

    /// The moves of tracked pieces, without regard to untracked ones and to checks.
    fn moves(&self, at: &AbstractState) -> Vec<AbstractMove> {
        let mut moves = Vec::new();
        for from in Square::all() {
            match at.at(from) {
                Some(Piece { color, role: Role::Pawn }) if color == at.turn => {
                    self.pawn_moves(at, from, &mut moves);
                }
                Some(piece) if piece.color == at.turn => {
                    let targets = attacks::of(piece.role, piece.color, from, Bitboard::EMPTY);
                    moves.extend(targets.into_iter().filter_map(|to| self.candidate(at, from, to)));
                }
                _ => {}
            }
        }
        moves
    }

    /// The move to `to`, if no tracked piece blocks it.
    fn candidate(&self, at: &AbstractState, from: Square, to: Square) -> Option<AbstractMove> {
        let way = attacks::between(from, to);
        let is_blocked = way.into_iter().any(|square| at.at(square).is_some());
        let there = at.at(to);
        let may_enter =
            there.is_none_or(|piece| piece.color != at.turn && piece.role != Role::King);
        let may_hold = |square: Square| at.may_hold_untracked(square);
        let is_certain =
            !way.into_iter().any(may_hold) && (there.is_some() || !at.may_hold_untracked(to));
        let next = at.moved(from, to, at.at(from));
        (may_enter && !is_blocked).then_some(AbstractMove { from, to, is_certain, next })
    }

    fn pawn_moves(&self, at: &AbstractState, from: Square, moves: &mut Vec<AbstractMove>) {
        let up = at.turn.forward();
        let one = from.offset(0, up).filter(|&one| at.at(one).is_none());
        let two = one.filter(|_| Rank::relative(2, at.turn).squares().contains(from));
        let two = two.and_then(|one| one.offset(0, up)).filter(|&two| at.at(two).is_none());
        moves.extend(one.and_then(|one| self.candidate(at, from, one)));
        moves.extend(two.and_then(|two| self.candidate(at, from, two)).map(|mut candidate| {
            let beside = [-1, 1].into_iter().filter_map(|file| candidate.to.offset(file, 0));
            let pawn = Piece { color: !at.turn, role: Role::Pawn };
            if beside.into_iter().any(|square| at.at(square) == Some(pawn)) {
                candidate.next.passed = one;
            }
            candidate
        }));
        for to in attacks::pawn(at.turn, from) {
            if at.passed == Some(to) {
                let mut next = at.moved(from, to, at.at(from));
                if let Some(taken) = to.offset(0, -up) {
                    next.board[taken.index()] = None;
                }
                moves.push(AbstractMove { from, to, is_certain: !at.may_hold_untracked(to), next });
            } else if at.at(to).is_some() || at.may_hold_untracked_of(!at.turn, to) {
                moves.extend(self.candidate(at, from, to));
            }
        }
    }
}
