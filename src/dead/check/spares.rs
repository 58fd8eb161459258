//! Pieces that may be anywhere: what the others can play is gone through square by square (Lemma 16).

mod tests;

use std::collections::{HashSet, VecDeque};

use super::invariant::PieceBoard;
use crate::{
    board::{Bitboard, Color, Piece, Rank, Role, Square, attacks},
    position::{Move, Position},
};

/// The most shadows that are visited.
const LIMIT: usize = 1_000_000;

/// The most positions in check that are visited before anything is left out.
const MOST_CHECKS: usize = 1_000;

/// Whether no mate by `side` can come of the position, which is none itself, wherever the pieces on these squares go and
/// whatever becomes of them.
pub(super) fn play_no_part(position: &Position, side: Color, spares: Bitboard) -> bool {
    let placement = position.placement();
    let never = placement.role(Role::King) | placement.pieces(side, Role::Pawn);
    if !spares.is_subset(placement.occupied() - never) || !position.castling().rooks().is_empty() {
        return false;
    }
    let check = SpareCheck { side };
    let mut seen = HashSet::new();
    let mut todo = VecDeque::new();
    // As long as the player on move is in check, the next move is played on the board, with all pieces.
    let mut checked = HashSet::from([(position.without_clocks(), spares)]);
    let mut on_board = vec![(*position, spares)];
    while let Some((at, spares)) = on_board.pop() {
        for played in at.legal_moves() {
            let next = at.after(played);
            if next.is_check() && checked.len() < MOST_CHECKS {
                if next.turn() != side && next.is_checkmate() {
                    return false;
                }
                let spares = check.spares_after(&at, spares, played);
                if checked.insert((next.without_clocks(), spares)) {
                    on_board.push((next, spares));
                }
            } else {
                let first = check.after(&at, spares, played);
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
        let fresh = check.all_next(&at).into_iter().filter(|&next| seen.insert(next));
        todo.extend(fresh);
    }
    true
}

/// What spare pieces can be; a pawn becomes one of the others.
const ROLES: [Role; 5] = [Role::Pawn, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// A position without its spare pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Remainder {
    board: PieceBoard,
    turn: Color,
    /// The square that a pawn has passed with the last move.
    passed: Option<Square>,
    /// The square that a piece of the player to be mated has left with the last move, if it is in line with
    /// the other king.
    left: Option<Square>,
    /// Where spare pieces of each player and role may be.
    places: [[Bitboard; 5]; 2],
}

impl Remainder {
    /// A position without these pieces, which may be where they stand.
    fn of(position: &Position, spares: Bitboard) -> Remainder {
        let placement = position.placement();
        let mut board = [None; 64];
        for (square, piece) in placement.iter().filter(|&(square, _)| !spares.contains(square)) {
            board[square.index()] = Some(piece);
        }
        let places =
            Color::ALL.map(|color| ROLES.map(|role| spares & placement.pieces(color, role)));
        let passed = position.en_passant();
        Remainder { board, turn: position.turn(), passed, left: None, places }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn has_others(&self, side: Color) -> bool {
        Square::all().any(|square| self.may_hold_spare_of(side, square))
            || self
                .board
                .iter()
                .flatten()
                .any(|piece| piece.color == side && piece.role != Role::King)
    }

    /// Whether the same pawns stand on the same squares.
    fn has_pawns_of(&self, other: &Remainder) -> bool {
        let pawn = |piece: &Option<Piece>| piece.filter(|piece| piece.role == Role::Pawn);
        self.board.iter().map(pawn).eq(other.board.iter().map(pawn))
    }

    fn moved(&self, from: Square, to: Square, piece: Option<Piece>) -> Remainder {
        let mut board = self.board;
        board[from.index()] = None;
        board[to.index()] = piece;
        Remainder { board, turn: !self.turn, passed: None, left: None, places: self.places }
    }

    fn may_hold_spare(&self, square: Square) -> bool {
        Color::ALL.into_iter().any(|color| self.may_hold_spare_of(color, square))
    }

    fn may_hold_spare_of(&self, color: Color, square: Square) -> bool {
        self.places[color as usize].iter().any(|places| places.contains(square))
    }

    /// The same with each place that a spare piece may come to, step by step. Only pawns stop it, and it may take the
    /// opponent's.
    fn with_all_places(mut self) -> Remainder {
        let mut todo: Vec<(Piece, Square)> = Vec::new();
        for color in Color::ALL {
            for (places, role) in self.places[color as usize].into_iter().zip(ROLES) {
                todo.extend(places.into_iter().map(|from| (Piece { color, role }, from)));
            }
        }
        while let Some((Piece { color, role }, from)) = todo.pop() {
            for to in self.steps(color, role, from) {
                let promotes = role == Role::Pawn && Bitboard::END_RANKS.contains(to);
                for (places, becomes) in self.places[color as usize].iter_mut().zip(ROLES) {
                    let goes = becomes == role || (promotes && becomes != Role::Pawn);
                    if goes && !places.contains(to) {
                        *places |= to.set();
                        todo.push((Piece { color, role: becomes }, to));
                    }
                }
            }
        }
        self
    }

    /// Where a spare piece goes from a square, whatever stands there and in between but for pawns.
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

    /// Whether a player's king may be in check: from a piece that is not spare or from a place of one that is, over
    /// squares that are empty but for spare pieces.
    fn may_be_check(&self, color: Color) -> bool {
        let mut with_spares = *self;
        if self.is_in_check(color, |_| true) {
            return true;
        }
        let spares = self.places[!color as usize].into_iter().zip(ROLES);
        spares.into_iter().any(|(places, role)| {
            places.into_iter().filter(|&at| self.at(at).is_none()).any(|at| {
                with_spares.board = self.board;
                with_spares.board[at.index()] = Some(Piece { color: !color, role });
                with_spares.is_in_check(color, |_| true)
            })
        })
    }

    /// Whether a player's king is attacked along lines on which the squares between are open.
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

/// Whether the piece attacks the square on a board that is empty.
fn hits_over(piece: Piece, from: Square, to: Square) -> bool {
    attacks::of(piece.role, piece.color, from, Bitboard::EMPTY).contains(to)
}

/// What a piece can play.
struct Play {
    from: Square,
    to: Square,
    /// Whether it can wherever the spare pieces are.
    is_certain: bool,
    next: Remainder,
}

struct SpareCheck {
    side: Color,
}

impl SpareCheck {
    /// Whether the king may be in check, and no move is certain to be there that ends it.
    fn may_be_mate(&self, at: &Remainder) -> bool {
        let ends_check = |play: &Play| play.is_certain && !play.next.may_be_check(at.turn);
        at.turn != self.side && at.may_be_check(at.turn) && !self.plays(at).iter().any(ends_check)
    }

    /// Where spare pieces stand after a legal move; promoted ones are among them.
    fn spares_after(&self, position: &Position, spares: Bitboard, played: Move) -> Bitboard {
        let Move { from, to, promotion } = played;
        let is_spare = spares.contains(from) || position.turn() != self.side && promotion.is_some();
        let there = position.after(played).placement().occupied();
        let after = (spares - from.set() - to.set()) & there;
        if is_spare { after | to.set() } else { after }
    }

    /// What is left of the position after a legal move if these pieces are spare.
    fn after(&self, position: &Position, spares: Bitboard, played: Move) -> Remainder {
        let after =
            Remainder::of(&position.after(played), self.spares_after(position, spares, played));
        let by_other = position.turn() != self.side && !spares.contains(played.from);
        let left = (by_other && self.is_in_line(&after, played.from)).then_some(played.from);
        Remainder { left, ..after }.with_all_places()
    }

    /// All that may follow, if the places are complete.
    fn all_next(&self, at: &Remainder) -> Vec<Remainder> {
        let mut all = Vec::new();
        for Play { from, to, next, .. } in self.plays(at) {
            let is_open = |square: Square| {
                square == from || at.left == Some(square) || !at.may_hold_spare(square)
            };
            if next.is_in_check(at.turn, is_open) {
                continue;
            }
            let promotes = Bitboard::END_RANKS.contains(to)
                && at.at(from).is_some_and(|piece| piece.role == Role::Pawn);
            let left = (at.turn != self.side && self.is_in_line(at, from)).then_some(from);
            let next = Remainder { left, ..next };
            if !promotes {
                all.push(next);
            } else if at.turn != self.side {
                let mut next = Remainder { left, ..at.moved(from, to, None) };
                let becomes = next.places[at.turn as usize].iter_mut().skip(1);
                becomes.for_each(|places| *places |= to.set());
                all.push(next);
            } else {
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let piece = Piece { color: at.turn, role };
                    all.push(Remainder { left, ..at.moved(from, to, Some(piece)) });
                }
            }
        }
        if Square::all().any(|square| at.may_hold_spare_of(at.turn, square)) {
            self.spares_move(at, &mut all);
        }
        // Where spare pieces come to depends on pawns, and on places that have been added.
        let complete = |next: Remainder| {
            let is_complete = next.has_pawns_of(at) && next.places == at.places;
            if is_complete { next } else { next.with_all_places() }
        };
        all.into_iter().map(complete).collect()
    }

    /// What may follow when a spare piece moves, to take something or not.
    fn spares_move(&self, at: &Remainder, all: &mut Vec<Remainder>) {
        let prey = |square: &Square| {
            let piece = at.at(*square);
            piece.is_some_and(|piece| piece.color != at.turn && piece.role != Role::King)
        };
        let passing = Remainder { turn: !at.turn, passed: None, left: None, ..*at };
        // En passant takes no more than that: a pawn that may do it may also promote behind the other, and come back.
        let reached = |square: &Square| at.may_hold_spare_of(at.turn, *square);
        let taking = Square::all().filter(reached).filter(prey).map(|square| {
            let mut next = passing;
            next.board[square.index()] = None;
            next
        });
        for next in std::iter::once(passing).chain(taking) {
            if !next.is_in_check(at.turn, |square| !at.may_hold_spare(square)) {
                all.push(next);
            }
        }
    }

    fn is_in_line(&self, at: &Remainder, square: Square) -> bool {
        let king = Piece { color: self.side, role: Role::King };
        let queen = Piece { color: self.side, role: Role::Queen };
        Square::all().any(|one| at.at(one) == Some(king) && hits_over(queen, square, one))
    }

    /// What the pieces that are left can play, as if the others were not there; checks are not asked for.
    fn plays(&self, at: &Remainder) -> Vec<Play> {
        let mut plays = Vec::new();
        for from in Square::all() {
            match at.at(from) {
                Some(Piece { color, role: Role::Pawn }) if color == at.turn => {
                    self.pawn_plays(at, from, &mut plays);
                }
                Some(piece) if piece.color == at.turn => {
                    let targets = attacks::of(piece.role, piece.color, from, Bitboard::EMPTY);
                    plays.extend(targets.into_iter().filter_map(|to| self.play(at, from, to)));
                }
                _ => {}
            }
        }
        plays
    }

    /// A move along a line, or a knight's, if it is possible.
    fn play(&self, at: &Remainder, from: Square, to: Square) -> Option<Play> {
        let way = attacks::between(from, to);
        let is_blocked = way.into_iter().any(|square| at.at(square).is_some());
        let there = at.at(to);
        let may_enter =
            there.is_none_or(|piece| piece.color != at.turn && piece.role != Role::King);
        let is_spared = |square: Square| at.may_hold_spare(square);
        let is_certain =
            !way.into_iter().any(is_spared) && (there.is_some() || !at.may_hold_spare(to));
        let next = at.moved(from, to, at.at(from));
        (may_enter && !is_blocked).then_some(Play { from, to, is_certain, next })
    }

    fn pawn_plays(&self, at: &Remainder, from: Square, plays: &mut Vec<Play>) {
        let up = at.turn.forward();
        let one = from.offset(0, up).filter(|&one| at.at(one).is_none());
        let two = one.filter(|_| Rank::relative(2, at.turn).squares().contains(from));
        let two = two.and_then(|one| one.offset(0, up)).filter(|&two| at.at(two).is_none());
        plays.extend(one.and_then(|one| self.play(at, from, one)));
        plays.extend(two.and_then(|two| self.play(at, from, two)).map(|mut play| {
            let beside = [-1, 1].into_iter().filter_map(|file| play.to.offset(file, 0));
            let pawn = Piece { color: !at.turn, role: Role::Pawn };
            if beside.into_iter().any(|square| at.at(square) == Some(pawn)) {
                play.next.passed = one;
            }
            play
        }));
        for to in attacks::pawn(at.turn, from) {
            if at.passed == Some(to) {
                let mut next = at.moved(from, to, at.at(from));
                if let Some(taken) = to.offset(0, -up) {
                    next.board[taken.index()] = None;
                }
                plays.push(Play { from, to, is_certain: !at.may_hold_spare(to), next });
            } else if at.at(to).is_some() || at.may_hold_spare_of(!at.turn, to) {
                plays.extend(self.play(at, from, to));
            }
        }
    }
}
