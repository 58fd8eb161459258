//! Pieces that may be anywhere: what the others can play is gone through square by square (Lemma 16).

use std::collections::{HashSet, VecDeque};

use super::invariant::PieceBoard;
use crate::{
    board::{Bitboard, Color, Piece, Rank, Role, Square, attacks},
    dead::certificate::Spares,
    position::{Move, Position},
};

/// The most shadows that are visited.
const LIMIT: usize = 1_000_000;

/// The most positions in check that are visited before anything is left out.
const MOST_CHECKS: usize = 1_000;

/// Whether no mate by `side` can come of the position, which is none itself, wherever the other side's pieces on these
/// squares go and whatever becomes of them.
pub(super) fn play_no_part(position: &Position, side: Color, spares: Spares) -> bool {
    let placement = position.placement();
    if !spares.start.is_subset(placement.color(!side) - placement.role(Role::King))
        || !position.castling().rooks().is_empty()
    {
        return false;
    }
    let check = SpareCheck { side, free: spares.free };
    let mut seen = HashSet::new();
    let mut todo = VecDeque::new();
    // As long as the player on move is in check, the next move is played on the board, with all pieces.
    let mut checked = HashSet::from([(position.without_clocks(), spares.start)]);
    let mut on_board = vec![(*position, spares.start)];
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
    /// Where spare pieces of each role may be.
    places: [Bitboard; 5],
}

impl Remainder {
    /// A position without these pieces, which may be where they stand.
    fn of(position: &Position, spares: Bitboard) -> Remainder {
        let placement = position.placement();
        let mut board = [None; 64];
        for (square, piece) in placement.iter().filter(|&(square, _)| !spares.contains(square)) {
            board[square.index()] = Some(piece);
        }
        let places = ROLES.map(|role| spares & placement.role(role));
        let passed = position.en_passant();
        Remainder { board, turn: position.turn(), passed, left: None, places }
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    fn has_others(&self, side: Color) -> bool {
        self.board.iter().flatten().any(|piece| piece.color == side && piece.role != Role::King)
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
        self.places.iter().any(|places| places.contains(square))
    }

    /// The same with each place that a spare piece of this player may come to, step by step. Only pawns stop it, and it
    /// may take the opponent's.
    fn with_all_places(mut self, color: Color) -> Remainder {
        let mut todo: Vec<(Role, Square)> = Vec::new();
        for (places, role) in self.places.into_iter().zip(ROLES) {
            todo.extend(places.into_iter().map(|from| (role, from)));
        }
        while let Some((role, from)) = todo.pop() {
            for to in self.steps(color, role, from) {
                let promotes = role == Role::Pawn && Bitboard::END_RANKS.contains(to);
                for (places, becomes) in self.places.iter_mut().zip(ROLES) {
                    let goes = becomes == role || (promotes && becomes != Role::Pawn);
                    if goes && !places.contains(to) {
                        *places |= to.set();
                        todo.push((becomes, to));
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
    /// Where a piece of the other player's is spare once it comes there.
    free: Bitboard,
}

impl SpareCheck {
    /// Whether the king may be in check, and no move is certain to be there that ends it.
    fn may_be_mate(&self, at: &Remainder) -> bool {
        let ends_check = |play: &Play| play.is_certain && !play.next.is_in_check(at.turn, |_| true);
        at.turn != self.side
            && at.is_in_check(at.turn, |_| true)
            && !self.plays(at).iter().any(ends_check)
    }

    /// Where spare pieces stand after a legal move; promoted ones are among them.
    fn spares_after(&self, position: &Position, spares: Bitboard, played: Move) -> Bitboard {
        let Move { from, to, promotion } = played;
        let is_spare = position.turn() != self.side
            && (spares.contains(from)
                || promotion.is_some()
                || self.becomes_spare(position.at(from), to));
        let own = position.after(played).placement().color(!self.side);
        let after = (spares - from.set()) & own;
        if is_spare { after | to.set() } else { after }
    }

    /// What is left of the position after a legal move if these pieces are spare.
    fn after(&self, position: &Position, spares: Bitboard, played: Move) -> Remainder {
        let after =
            Remainder::of(&position.after(played), self.spares_after(position, spares, played));
        let by_other = position.turn() != self.side && !spares.contains(played.from);
        let left = (by_other && self.is_in_line(&after, played.from)).then_some(played.from);
        Remainder { left, ..after }.with_all_places(!self.side)
    }

    /// Whether this piece of the player to be mated is spare once it has come to the square.
    fn becomes_spare(&self, piece: Option<Piece>, to: Square) -> bool {
        let goes_free = |piece: Piece| !matches!(piece.role, Role::King | Role::Pawn);
        self.free.contains(to) && piece.is_some_and(goes_free)
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
            if at.turn != self.side && self.becomes_spare(at.at(from), to) {
                let mut next = Remainder { left, ..at.moved(from, to, None) };
                for (places, role) in next.places.iter_mut().zip(ROLES) {
                    if at.at(from).is_some_and(|piece| piece.role == role) {
                        *places |= to.set();
                    }
                }
                all.push(next);
            } else if !promotes {
                all.push(next);
            } else if at.turn != self.side {
                let mut next = Remainder { left, ..at.moved(from, to, None) };
                next.places.iter_mut().skip(1).for_each(|places| *places |= to.set());
                all.push(next);
            } else {
                for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
                    let piece = Piece { color: at.turn, role };
                    all.push(Remainder { left, ..at.moved(from, to, Some(piece)) });
                }
            }
        }
        if at.turn != self.side {
            self.spares_move(at, &mut all);
        }
        // Where spare pieces come to depends on pawns, and on places that have been added.
        let complete = |next: Remainder| {
            let is_complete = next.has_pawns_of(at) && next.places == at.places;
            if is_complete { next } else { next.with_all_places(!self.side) }
        };
        all.into_iter().map(complete).collect()
    }

    /// What may follow when a spare piece moves, to take something or not.
    fn spares_move(&self, at: &Remainder, all: &mut Vec<Remainder>) {
        let prey = |square: &Square| {
            let piece = at.at(*square);
            piece.is_some_and(|piece| piece.color == self.side && piece.role != Role::King)
        };
        let passing = Remainder { turn: self.side, passed: None, left: None, ..*at };
        // En passant takes no more than that: a pawn that may do it may also promote behind the other, and come back.
        let reached = |square: &Square| at.may_hold_spare(*square);
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
            } else if at.at(to).is_some() || (at.turn == self.side && at.may_hold_spare(to)) {
                plays.extend(self.play(at, from, to));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::check::{by_hand::squares, check_helpmate},
        position::Setup,
    };

    /// Small positions, those on whose squares spare pieces of Black's stand, and how many plies are followed.
    const ROWS: &[(&str, &str, u32)] = &[
        // Pieces of each kind, over open lines and between others.
        ("7k/5K1p/7P/8/6p1/8/8/6n1 b - - 0 1", "g1", 3),
        ("k7/p7/K7/3N4/8/8/8/1r1b4 b - - 0 1", "b1 d1", 2),
        ("k7/p1q5/8/3N4/8/8/1n6/K7 b - - 0 1", "c7 b2", 2),
        ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "e8 g3", 2),
        // Pieces of each kind that are followed, as far as that goes; one takes, and one is pinned.
        ("k3r3/8/2b5/4N3/8/6b1/8/4K3 w - - 0 1", "", 3),
        ("k7/p1q5/8/3N4/8/8/1n6/K6R b - - 0 1", "", 2),
        // One goes to the first rank, or nowhere, and stays what it is.
        ("k7/8/8/8/p1p5/3p4/1n6/K6N b - - 0 1", "", 1),
        // The king steps aside, or a piece that is no spare, and a spare piece that may be anywhere gives no check.
        ("k3r2r/8/8/4b3/8/2N3q1/8/K7 b - - 0 1", "h8", 2),
        // Spare pawns step, capture, and are promoted.
        ("7k/7p/5K2/8/8/8/p7/1N4N1 b - - 0 1", "a2", 3),
        ("7k/p7/8/1P6/8/8/6pp/K4N2 b - - 0 1", "a7 g2 h2", 3),
        // They are taken, where pawns of White's stand before them too.
        ("k7/8/1p6/P1p5/3P4/8/8/7K w - - 0 1", "b6 c5", 3),
        // Others are promoted, and are spare from then on; so are White's, and are not.
        ("7k/P7/8/8/8/8/2p5/K2N4 b - - 0 1", "", 3),
        ("7k/P6p/8/8/8/8/2p5/K2N4 b - - 0 1", "h7", 3),
        ("1n5k/P6p/8/8/8/8/8/K7 w - - 0 1", "b8", 3),
        // A pawn that stands before a spare one goes away, and a spare piece steps between king and rook.
        ("k7/8/8/pp6/Pp6/8/8/7K w - - 0 1", "a5", 2),
        ("k7/8/8/8/8/8/1q6/R6K b - - 0 1", "b2", 1),
        // A pawn is taken en passant by one that is spare, and by one that is not; a spare one is taken, and one that is
        // not.
        ("k7/8/8/8/1p6/8/P1P5/7K w - - 0 1", "b4", 3),
        ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "h7", 3),
        ("k7/7p/8/8/1p1p4/8/2P5/7K w - - 0 1", "b4", 3),
        ("k7/1p1p4/8/2P5/8/8/8/7K b - - 0 1", "b7", 3),
    ];

    /// Whether this is a shadow of a position with such spare pieces, after a piece that is none has left a square.
    fn is_shadow(
        shadow: &Remainder,
        of: &Position,
        spares: Bitboard,
        left: Option<Square>,
    ) -> bool {
        let pawn = Piece { color: of.turn(), role: Role::Pawn };
        let is_named = |passed: Square| {
            let victim = passed.offset(0, -of.turn().forward());
            let takers = attacks::pawn(!of.turn(), passed) - spares;
            let may_take = takers.into_iter().any(|from| of.at(from) == Some(pawn));
            victim.is_some_and(|one| spares.contains(one))
                || !may_take
                || shadow.passed == Some(passed)
        };
        let stands = |square: Square| match of.at(square) {
            Some(piece) if spares.contains(square) => {
                let mut places = shadow.places.iter().zip(ROLES);
                shadow.at(square).is_none()
                    && places.any(|(set, role)| role == piece.role && set.contains(square))
            }
            there => shadow.at(square) == there,
        };
        shadow.turn == of.turn()
            && Square::all().all(stands)
            && of.en_passant().is_none_or(is_named)
            && (shadow.left.is_none() || shadow.left == left)
    }

    /// The position after a move, where its spare pieces are, and the square that one of the others has left.
    fn moved(
        check: &SpareCheck,
        at: &Position,
        spares: Bitboard,
        played: Move,
    ) -> (Position, Bitboard, Option<Square>) {
        let next = at.after(played);
        let was_spare = spares.contains(played.from);
        let by_loser = at.turn() != check.side;
        let role = at.placement().role_at(played.from);
        let goes_free = by_loser
            && check.free.contains(played.to)
            && [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].contains(&role);
        let mut after =
            (spares - played.from.set() - played.to.set()) & next.placement().occupied();
        if was_spare || goes_free || (by_loser && played.promotion.is_some()) {
            after |= played.to.set();
        }
        (next, after, (by_loser && !was_spare).then_some(played.from))
    }

    /// Whether each legal move leads from a position with its shadow to one with a shadow that follows, and no mate
    /// is missed; so for so many plies.
    fn follow(check: &SpareCheck, at: &Position, shadow: &Remainder, spares: Bitboard, plies: u32) {
        if check_helpmate(at, check.side, &[]) {
            assert!(check.may_be_mate(shadow), "{at}: it is mate");
        }
        if plies == 0 || !shadow.has_others(check.side) {
            return;
        }
        let followers = check.all_next(shadow);
        for played in at.legal_moves() {
            let (next, after, left) = moved(check, at, spares, played);
            let found = followers.iter().find(|one| is_shadow(one, &next, after, left));
            let found = found.unwrap_or_else(|| panic!("{at}: nothing follows {played}"));
            follow(check, &next, found, after, plies - 1);
        }
    }

    #[test]
    fn each_position_that_can_arise_has_a_shadow_that_follows() {
        for &(fen, spares, plies) in ROWS {
            let at = Position::composed(&fen.parse::<Setup>().unwrap()).unwrap();
            let (side, spares) = (Color::White, squares(spares));
            let others = at.placement().color(!side) - spares;
            // Others are followed wherever they go, or nowhere, or as long as they are on dark squares.
            for free in [Bitboard::EMPTY, Bitboard::FULL - others, Bitboard::LIGHT] {
                let check = SpareCheck { side, free };
                let start = Remainder::of(&at, spares).with_all_places(!side);
                follow(&check, &at, &start, spares, plies);
                for played in at.legal_moves() {
                    let (next, after, left) = moved(&check, &at, spares, played);
                    assert_eq!(check.spares_after(&at, spares, played), after, "{at}: {played}");
                    let first = check.after(&at, spares, played);
                    assert!(is_shadow(&first, &next, after, left), "{at}: {played}");
                    follow(&check, &next, &first, after, plies - 1);
                }
            }
        }
    }

    /// A shadow with spare pieces of Black's, as each of [`ROLES`], on these squares.
    fn shadow(board: &str, places: [&str; 5]) -> Remainder {
        let setup: Setup = format!("{board} b - - 0 1").parse().unwrap();
        let mut pieces = [None; 64];
        for (square, piece) in setup.placement.iter() {
            pieces[square.index()] = Some(piece);
        }
        let places = places.map(squares);
        Remainder { board: pieces, turn: Color::Black, passed: None, left: None, places }
    }

    const NOBODY: [&str; 5] = [""; 5];

    /// Only pawns stop a spare piece, which takes the opponent's.
    #[test]
    fn a_spare_piece_goes_as_far_as_the_first_pawn() {
        for (board, role, from, expected) in [
            ("7k/8/8/8/p7/8/1n6/rN1P1K2", Role::Rook, "a1", "a2 a3 b1 c1 d1"),
            ("7k/8/8/8/3p4/8/1N6/b7", Role::Bishop, "a1", "b2 c3"),
            ("7k/8/8/8/3P4/8/1N6/b7", Role::Bishop, "a1", "b2 c3 d4"),
            ("7k/8/8/8/8/1p6/2P5/n7", Role::Knight, "a1", "c2"),
            ("7k/8/p7/2P5/8/8/8/8", Role::Pawn, "b6", "a5 b5 c5"),
            ("7k/8/8/pP6/8/8/8/8", Role::Pawn, "b6", "c5"),
            ("7k/8/8/1n6/8/8/8/8", Role::Pawn, "b6", "a5 b5 c5"),
        ] {
            let from = Square::parse(from).unwrap();
            let steps = shadow(board, NOBODY).steps(Color::Black, role, from);
            let steps: Bitboard = steps.into_iter().collect();
            assert_eq!(steps, squares(expected), "{board}: {role:?} on {from}");
        }
    }

    /// How many squares there are for spare pieces of each role.
    #[test]
    fn a_spare_piece_stays_what_it_is_but_for_a_pawn_on_the_last_rank() {
        for (board, places, expected) in [
            ("7k/8/8/8/8/8/8/7K", NOBODY, [0; 5]),
            ("7k/8/8/8/8/8/8/7K", ["", "c4", "", "", ""], [0, 64, 0, 0, 0]),
            ("7k/8/8/8/8/8/8/7K", ["", "", "c4", "", ""], [0, 0, 64, 0, 0]),
            ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", ""], [0, 0, 0, 32, 0]),
            ("7k/8/8/8/8/8/8/7K", ["", "", "", "", "c4"], [0, 0, 0, 0, 64]),
            ("7k/8/8/8/8/8/8/7K", ["", "", "", "c4", "b1"], [0, 0, 0, 32, 64]),
            // It takes to the left and right, and comes to six squares.
            ("7k/8/8/8/8/8/8/7K", ["a3", "", "", "", ""], [6, 64, 64, 64, 64]),
            // It steps once, and is stopped.
            ("7k/8/1p6/Pp6/8/8/8/7K", ["a7", "", "", "", ""], [2, 0, 0, 0, 0]),
        ] {
            let found = shadow(board, places).with_all_places(Color::Black).places;
            assert_eq!(found.map(Bitboard::len), expected, "{board}: {places:?}");
        }
    }

    /// Black is on move: the square that a pawn has passed, where spare pieces may be, and whether it may be mate.
    #[test]
    fn it_is_no_mate_where_a_reply_is_certain() {
        const ROOK: &str = "8/8/8/8/8/R7/7K/k7";
        const TAKEN: &str = "1R6/8/8/8/8/R6r/7K/k7";
        const EN_PASSANT: &str = "8/8/R7/2k5/R2Pp3/2N5/8/7K";
        let check = SpareCheck { side: Color::White, free: Bitboard::EMPTY };
        for (board, passed, places, expected) in [
            (ROOK, "", "", false),
            (ROOK, "", "b1", false),
            (ROOK, "", "a2 c1 d4", false),
            (ROOK, "", "b1 b2", true),
            ("8/8/8/8/8/R7/7K/1k6", "", "a2 b2 c2 a1 c1", false),
            // A rook takes what gives check, where no spare piece is in its way.
            (TAKEN, "", "", false),
            (TAKEN, "", "a3", false),
            (TAKEN, "", "e3", true),
            // A pawn gives check, and only a pawn takes it.
            (EN_PASSANT, "d3", "", false),
            (EN_PASSANT, "d3", "d4", false),
            (EN_PASSANT, "d3", "d3", true),
            (EN_PASSANT, "", "", true),
        ] {
            let passed = squares(passed).first();
            let at = Remainder { passed, ..shadow(board, ["", places, "", "", ""]) };
            assert_eq!(check.may_be_mate(&at), expected, "{board}: {passed:?}, {places}");
        }
    }

    /// A move, and the square that is then named as left.
    #[test]
    fn the_square_is_named_that_a_piece_left_in_line_with_the_king() {
        let check = SpareCheck { side: Color::White, free: Bitboard::EMPTY };
        for (fen, spares, played, expected) in [
            ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "", "e4c5", "e4"),
            ("7k/8/8/b7/1n6/8/8/4K3 b - - 0 1", "", "b4a2", "b4"),
            ("7k/8/8/8/3n4/8/8/4K3 b - - 0 1", "", "d4c6", ""),
            ("4r2k/8/8/8/4n3/8/8/4K3 b - - 0 1", "e4", "e4c5", ""),
            ("7k/8/8/8/4N3/8/8/4K3 w - - 0 1", "", "e4c5", ""),
        ] {
            let at = Position::composed(&fen.parse::<Setup>().unwrap()).unwrap();
            let after = check.after(&at, squares(spares), played.parse().unwrap());
            assert_eq!(after.left, squares(expected).first(), "{fen}: {played}");
        }
    }

    #[test]
    fn en_passant_is_gone_when_a_spare_piece_has_moved() {
        let check = SpareCheck { side: Color::White, free: Bitboard::EMPTY };
        let at = shadow("7k/8/8/8/2Pp4/8/8/7K", ["", "", "", "", "a5"]);
        let at = Remainder { passed: squares("c3").first(), ..at };
        let next = check.all_next(&at);
        assert!(next.iter().any(|next| next.board == at.board));
        assert!(next.iter().all(|next| next.passed.is_none()));
    }
}
