//! Search over abstract states: some pieces are untracked, that is, replaced by the sets of squares that they can
//! reach.
//!
//! Pieces that can go everywhere multiply the positions of a search, although often neither the mate nor the wall
//! around the king depends on where they are. `THEORY.md` proves that it is enough to search the abstract states (Lemma
//! 15).

use rustc_hash::FxHashSet;

use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::{Move, Position},
};

/// A position whose untracked pieces are replaced by sets of squares. `pieces` are the tracked ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct AbstractState {
    pieces: Placement,
    turn: Color,
    /// The en passant target square, if a tracked pawn can capture on it.
    passed: Option<Square>,
    /// The square that a tracked piece of the side to be mated has just left, if a line to the other king may pass
    /// through it. `None` if the side to be mated is on move.
    left: Option<Square>,
    /// The sets of squares of each player's untracked pieces.
    sets: [UntrackedSquares; 2],
}

impl AbstractState {
    /// All squares where untracked pieces may stand.
    fn range(&self) -> Bitboard {
        self.sets[0].anywhere() | self.sets[1].anywhere()
    }

    /// Whether `side` may have a piece other than its king.
    fn has_others(&self, side: Color) -> bool {
        let others = self.pieces.color(side) - self.pieces.role(Role::King);
        !(others | self.sets[side as usize].anywhere()).is_empty()
    }

    /// Whether a piece of the other player, tracked or not, may attack the king of `color` on the board `after`.
    fn may_be_check(&self, after: &Placement, color: Color) -> bool {
        let untracked = &self.sets[!color as usize];
        is_in_check(after, color, after.occupied())
            || after
                .king(color)
                .is_some_and(|king| !untracked.attackers(king, after.occupied()).is_empty())
    }
}

/// Squares where untracked pieces of a player may stand, one set for each role.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct UntrackedSquares([Bitboard; 5]);

impl UntrackedSquares {
    const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// The untracked pieces of `color` on their squares.
    pub(super) fn of(untracked: Bitboard, pieces: &Placement, color: Color) -> UntrackedSquares {
        UntrackedSquares(UntrackedSquares::ROLES.map(|role| untracked & pieces.pieces(color, role)))
    }

    pub(super) fn anywhere(&self) -> Bitboard {
        self.0.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// Adds a square to the set of each role other than the pawn.
    fn promoted(mut self, square: Bitboard) -> UntrackedSquares {
        self.0[1..].iter_mut().for_each(|set| *set |= square);
        self
    }

    /// Closes the sets under the moves of untracked pieces of `color`. Only the tracked pawns block them.
    pub(super) fn saturated(mut self, pieces: &Placement, color: Color) -> UntrackedSquares {
        let walls = pieces.role(Role::Pawn);
        let own = walls & pieces.color(color);
        let up = 8 * i32::from(color.forward());
        let pawns = &mut self.0[0];
        let mut fresh = *pawns;
        while !fresh.is_empty() {
            let steps = fresh.shift(up) - walls;
            fresh = (steps | (attacks::pawns(color, fresh) - own)) - *pawns;
            *pawns |= fresh;
        }
        let last = self.0[0] & Bitboard::END_RANKS;
        self = self.promoted(last);
        for (set, role) in self.0.iter_mut().zip(UntrackedSquares::ROLES).skip(1) {
            *set = flood_fill(Piece { color, role }, *set, walls, own);
        }
        self
    }

    /// Squares from where an untracked piece other than a pawn may attack `to`, with lines blocked by `occupied`.
    fn attackers(&self, to: Square, occupied: Bitboard) -> Bitboard {
        let from =
            |(set, role): (Bitboard, Role)| set & attacks::of(role, Color::White, to, occupied);
        let sets = self.0.into_iter().zip(UntrackedSquares::ROLES).skip(1);
        sets.filter(|(set, _)| !set.is_empty())
            .map(from)
            .fold(Bitboard::EMPTY, |all, one| all | one)
            - occupied
    }
}

/// The squares `from` and all squares that the piece reaches from them, if only `walls` block it and it never enters
/// `barred`.
pub(super) fn flood_fill(
    piece: Piece,
    from: Bitboard,
    walls: Bitboard,
    barred: Bitboard,
) -> Bitboard {
    let (mut all, mut front) = (from, from);
    while !front.is_empty() {
        let next = |next, at| next | attacks::of(piece.role, piece.color, at, walls);
        front = front.into_iter().fold(Bitboard::EMPTY, next) - barred - all;
        all |= front;
    }
    all
}

/// Maximum number of positions in check that are visited before the abstraction starts.
const MOST_CHECKS: usize = 1 << 8;

/// A breadth-first search for a mate over the abstract states that can follow a position.
pub(super) struct AbstractSearch {
    side: Color,
    /// Whether checks alone lead to a mate on the board.
    is_mated: bool,
    seen: FxHashSet<AbstractState>,
    found: Vec<AbstractState>,
}

impl AbstractSearch {
    /// Starts with the abstract states after each legal move, if the pieces on `untracked` are untracked.
    ///
    /// While the side to move is in check, moves are played on the real board.
    pub(super) fn new(position: &Position, side: Color, untracked: Bitboard) -> AbstractSearch {
        let (seen, found) = (FxHashSet::default(), Vec::new());
        let mut search = AbstractSearch { side, is_mated: false, seen, found };
        let mut todo = vec![(*position, untracked)];
        let mut checks = FxHashSet::default();
        while let Some((at, untracked)) = todo.pop() {
            for played in at.legal_moves() {
                let next = at.after(played);
                let after = search.untracked_after(&at, untracked, played, &next);
                if !next.is_check() || checks.len() == MOST_CHECKS {
                    let opens = at.turn() != side && !untracked.contains(played.from);
                    search.add_first(&next, after, opens.then_some(played.from));
                } else if checks.insert((next.without_clocks(), after)) {
                    search.is_mated |= next.turn() != side && next.is_checkmate();
                    todo.push((next, after));
                }
            }
        }
        search
    }

    /// Squares of the untracked pieces after a move. Promoted pieces of the side to be mated become untracked.
    fn untracked_after(
        &self,
        position: &Position,
        untracked: Bitboard,
        played: Move,
        next: &Position,
    ) -> Bitboard {
        let Move { from, to, promotion } = played;
        let is_untracked =
            untracked.contains(from) || (position.turn() != self.side && promotion.is_some());
        let stay = (untracked - from.set() - to.set()) & next.placement().occupied();
        stay | to.set().only_if(is_untracked)
    }

    /// Adds the abstract state of a position. `left` is the square that a tracked piece of the side to be mated has
    /// just left.
    fn add_first(&mut self, position: &Position, untracked: Bitboard, left: Option<Square>) {
        let mut pieces = *position.placement();
        let sets = Color::ALL.map(|color| UntrackedSquares::of(untracked, &pieces, color));
        for square in untracked {
            pieces.remove(square);
        }
        let (turn, passed) = (position.turn(), position.en_passant());
        self.add(AbstractState { pieces, turn, passed, left, sets });
    }

    /// Whether some abstract state may be a mate, and the number of states found; `None` if there are more than
    /// `limit`.
    pub(super) fn run(mut self, limit: usize) -> (Option<bool>, usize) {
        if self.is_mated {
            return (Some(true), 0);
        }
        let mut next = 0;
        while let Some(&at) = self.found.get(next) {
            next += 1;
            if !at.has_others(self.side) {
                continue;
            }
            if self.may_be_mate(&at) {
                return (Some(true), self.found.len());
            }
            self.expand(&at);
            if self.found.len() > limit {
                return (None, self.found.len());
            }
        }
        (Some(false), self.found.len())
    }

    /// Adds a successor of the state `at`, whose sets are closed. They stay so while the pawns do, which alone block
    /// untracked pieces.
    fn add_after(&mut self, at: &AbstractState, next: AbstractState) {
        if next.sets == at.sets && next.pieces.role(Role::Pawn) == at.pieces.role(Role::Pawn) {
            self.insert(next);
        } else {
            self.add(next);
        }
    }

    fn add(&mut self, mut state: AbstractState) {
        let saturated = |color: Color| state.sets[color as usize].saturated(&state.pieces, color);
        state.sets = Color::ALL.map(saturated);
        self.insert(state);
    }

    /// Adds a state whose sets are closed.
    fn insert(&mut self, mut state: AbstractState) {
        let opens = |from: &Square| uncovers(&state.pieces, !self.side, state.range(), *from);
        state.left = state.left.filter(opens);
        if self.seen.insert(state) {
            self.found.push(state);
        }
    }

    /// Whether the king of the side to move may be in check, and no certain move ends the check.
    fn may_be_mate(&self, at: &AbstractState) -> bool {
        let AbstractState { pieces, turn, .. } = at;
        if *turn == self.side || !at.may_be_check(pieces, *turn) {
            return false;
        }
        let certain = pieces.color(self.side) | !at.range();
        let escapes = |played: &AbstractMove| {
            certain.contains(played.to) && !at.may_be_check(&played.after, *turn)
        };
        !self.moves(at, pieces.occupied() | at.range()).iter().any(escapes)
    }

    /// Adds the successors of a state.
    fn expand(&mut self, at: &AbstractState) {
        let AbstractState { pieces, turn, .. } = at;
        let free = at.left.map_or(Bitboard::EMPTY, Square::set);
        let range = at.range();
        for AbstractMove { from, to, role, after } in self.moves(at, pieces.occupied()) {
            let blocked = range - from.set();
            if is_in_check(&after, *turn, after.occupied() | (blocked - free)) {
                continue;
            }
            let by_loser = *turn != self.side;
            let left = by_loser.then_some(from);
            let next = AbstractState { pieces: after, turn: !*turn, passed: None, left, ..*at };
            let promotes = role == Role::Pawn && Bitboard::END_RANKS.contains(to);
            if by_loser && promotes {
                let mut next = next;
                next.pieces.remove(to);
                let sets = &mut next.sets[*turn as usize];
                *sets = sets.promoted(to.set());
                self.add_after(at, next);
            } else if !promotes {
                let passed = passed(&next, role, from, to);
                self.add_after(at, AbstractState { passed, ..next });
            } else {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let mut pieces = after;
                    pieces.put(to, Piece { color: *turn, role });
                    self.add_after(at, AbstractState { pieces, ..next });
                }
            }
        }
        self.expand_untracked(at);
    }

    /// Adds the successors after a move of an untracked piece.
    fn expand_untracked(&mut self, at: &AbstractState) {
        let (pieces, turn) = (&at.pieces, at.turn);
        let range = at.sets[turn as usize].anywhere();
        if range.is_empty() {
            return;
        }
        // En passant needs no case of its own: an untracked pawn that can capture en passant can also promote past
        // the other pawn and come back, so that the pawn's square is in the range.
        let capturable = (pieces.color(!turn) & range) - pieces.role(Role::King);
        for taken in std::iter::once(None).chain(capturable.into_iter().map(Some)) {
            let mut after = *pieces;
            if let Some(square) = taken {
                after.remove(square);
            }
            if !is_in_check(&after, turn, after.occupied() | at.range()) {
                let (turn, passed, left) = (!turn, None, None);
                self.add_after(at, AbstractState { pieces: after, turn, passed, left, ..*at });
            }
        }
    }

    /// The moves of tracked pieces with `occupied` as blockers. Checks are not tested.
    fn moves(&self, at: &AbstractState, occupied: Bitboard) -> Vec<AbstractMove> {
        let AbstractState { pieces, turn, passed, .. } = at;
        let mut moves = Vec::new();
        for from in pieces.color(*turn) {
            let role = pieces.role_at(from);
            let targets = match role {
                Role::Pawn => self.pawn_targets(at, from, occupied),
                role => attacks::of(role, *turn, from, occupied),
            };
            let kings = pieces.role(Role::King);
            for to in targets - pieces.color(*turn) - kings {
                let mut after = *pieces;
                after.remove(from);
                if role == Role::Pawn && *passed == Some(to) && from.file() != to.file() {
                    after.remove(Square::from_index(to.index() ^ 8));
                }
                after.put(to, Piece { color: *turn, role });
                moves.push(AbstractMove { from, to, role, after });
            }
        }
        moves
    }

    fn pawn_targets(&self, at: &AbstractState, from: Square, occupied: Bitboard) -> Bitboard {
        let AbstractState { pieces, turn, passed, .. } = at;
        let open = |square: &Square| !occupied.contains(*square);
        let one = from.offset(0, turn.forward()).filter(open);
        let double = Rank::relative(2, *turn).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, turn.forward()));
        let steps: Bitboard = one.into_iter().chain(two.filter(open)).collect();
        let other = at.sets[!*turn as usize].anywhere();
        let capturable = pieces.color(!*turn) | passed.map_or(Bitboard::EMPTY, Square::set) | other;
        steps | (attacks::pawn(*turn, from) & capturable)
    }
}

/// A move of a tracked piece. The caller handles promotion.
struct AbstractMove {
    from: Square,
    to: Square,
    role: Role,
    after: Placement,
}

fn is_in_check(pieces: &Placement, color: Color, occupied: Bitboard) -> bool {
    pieces.king(color).is_some_and(|king| !pieces.attackers(!color, king, occupied).is_empty())
}

/// Whether a piece of `color` that has left `from` may have opened a line to the other king.
fn uncovers(after: &Placement, color: Color, range: Bitboard, from: Square) -> bool {
    let attackers = |occupied| {
        after.king(!color).map(|king| after.attackers(color, king, after.occupied() | occupied))
    };
    attackers(range) != attackers(range - from.set())
}

/// The square that the pawn has passed, if a tracked pawn can capture it en passant.
fn passed(after: &AbstractState, role: Role, from: Square, to: Square) -> Option<Square> {
    let is_double = role == Role::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2;
    let passed = attacks::between(from, to).first().filter(|_| is_double)?;
    let pawns = after.pieces.pieces(after.turn, Role::Pawn);
    attacks::pawn(!after.turn, passed).meets(pawns).then_some(passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{
            Certificate,
            check::check_certificate,
            rows::{Lcg, squares},
        },
        position::Setup,
    };

    /// A king walled in by its own pieces.
    const WALL: &str = "8/8/8/8/ppp5/qkp5/rnp5/n1K5 b - - 0 1";

    /// The wall with one or two pieces of White and some of Black, and the squares of the latter.
    fn walled_in(random: &mut Lcg) -> Option<(Position, Bitboard)> {
        const ROLES: [Role; 6] =
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn, Role::Pawn];
        let mut setup: Setup = WALL.parse().unwrap();
        let mut free = Bitboard::EMPTY;
        let white = 1 + random.below(2);
        for number in 0..white + 1 + random.below(4) {
            let square = Square::from_index(random.below(64));
            let role = ROLES[random.below(6)];
            let color = if number < white { Color::White } else { Color::Black };
            if setup.placement.at(square).is_none() {
                setup.placement.put(square, Piece { color, role });
                free |= square.set().only_if(color == Color::Black);
            }
        }
        setup.turn = Color::ALL[random.below(2)];
        let position = Position::from_playable(&setup).ok()?;
        // A mate on the board is detected before the abstraction starts.
        (!position.is_checkmate()).then_some((position, free))
    }

    #[test]
    fn prover_and_checker_agree_about_untracked_pieces() {
        let mut random = Lcg(1);
        let (mut holds, mut fails, mut n) = (0, 0, 0);
        while n < 400 {
            let Some((position, free)) = walled_in(&mut random) else { continue };
            n += 1;
            let wall = position.placement().color(Color::Black)
                - position.placement().role(Role::King)
                - free;
            let other = wall.into_iter().nth(random.below(8)).map_or(Bitboard::EMPTY, Square::set);
            let one = free.first().map_or(Bitboard::EMPTY, Square::set);
            let fixed =
                position.placement().role(Role::King) | position.placement().role(Role::Pawn);
            let white = position.placement().color(Color::White) - fixed;
            for untracked in [free, free - one, free | other, white, free | white] {
                let search = AbstractSearch::new(&position, Color::White, untracked);
                let (Some(may_mate), _) = search.run(400) else { continue };
                let certificate = Certificate::Abstraction(untracked);
                let is_accepted = check_certificate(&position, Color::White, &certificate);
                assert_eq!(is_accepted, !may_mate, "{position} {untracked:?}");
                *(if may_mate { &mut fails } else { &mut holds }) += 1;
            }
        }
        assert!(holds > 300 && fails > 300, "{holds} hold, {fails} fail");
    }

    #[test]
    fn a_tracked_pawn_is_captured_en_passant() {
        let fen = "7n/5p2/8/6P1/ppp5/bkp5/rnp5/n1K5 b - - 0 1";
        let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
        let untracked = squares("h8");
        let found = AbstractSearch::new(&position, Color::White, untracked).run(20_000);
        // If the captured pawn were left on the board there would be about two hundred more states.
        assert_eq!(found, (Some(true), 5860));
        let certificate = Certificate::Abstraction(untracked);
        assert!(!check_certificate(&position, Color::White, &certificate));
    }

    #[test]
    fn promotion_adds_the_square_to_each_role() {
        let there = ["a1", "", "a1 b2", "c8"].map(squares);
        let [knight, bishop, rook, queen] = there;
        let sets = UntrackedSquares([squares("a2"), knight, bishop, rook, queen]);
        let expected = ["a2", "a1", "a1", "a1 b2", "a1 c8"].map(squares);
        assert_eq!(sets.promoted(squares("a1")).0, expected);
    }

    // The square that Black's last move left is kept if it is between the rook and White's king. The bishop of h1 is
    // untracked.
    rows!(
        the_square_left_is_kept_if_a_line_to_the_king_passes_it,
        {
            let setup: Setup = "4k3/8/8/8/8/2n1r3/8/4K2b w - - 0 1".parse().unwrap();
            let position = Position::from_playable(&setup).unwrap();
            let untracked = squares("h1");
        },
        for (from, named) in [("e2", "e2"), ("d5", ""), ("", "")] {
            let mut search = AbstractSearch::new(&position, Color::White, untracked);
            search.add_first(&position, untracked, squares(from).first());
            assert_eq!(search.found.last().unwrap().left, squares(named).first(), "{from}");
        }
    );
}
