//! Positions without the pieces that play no part: what is left of one when they are taken off the board.
//!
//! Where the king that would be mated is walled in, its free pieces go everywhere, and their squares multiply.
//! Nothing depends on them: they may be wherever they get to, or taken. Why it is enough to go through what is left
//! stands in `THEORY.md` (Lemma 16).

use rustc_hash::FxHashSet;

use super::paths::spread;
use crate::{
    board::{Bitboard, Color, Piece, Placement, Rank, Role, Square, attacks},
    position::{Move, Position},
};

/// The pieces that are not spare, and what else decides which moves there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shadow {
    pieces: Placement,
    turn: Color,
    /// The square that a pawn has just passed, if another may take it there.
    passed: Option<Square>,
    /// The square that a piece of the player to be mated has just left, if a line at the other king may go through it:
    /// none before a move of that player.
    left: Option<Square>,
    /// Where the spare pieces of each player may be.
    reach: [SpareReach; 2],
}

impl Shadow {
    /// The squares on which spare pieces may be.
    fn range(&self) -> Bitboard {
        self.reach[0].anywhere() | self.reach[1].anywhere()
    }

    /// Whether `side` has, or may have, something other than its king.
    fn has_others(&self, side: Color) -> bool {
        let others = self.pieces.color(side) - self.pieces.role(Role::King);
        !(others | self.reach[side as usize].anywhere()).is_empty()
    }

    /// Whether a piece of the other player, spare or not, may attack this player's king on such a board.
    fn may_be_check(&self, after: &Placement, color: Color) -> bool {
        let spares = &self.reach[!color as usize];
        is_in_check(after, color, after.occupied())
            || after
                .king(color)
                .is_some_and(|king| !spares.attackers(king, after.occupied()).is_empty())
    }
}

/// Where the spare pieces of a player may be, by what they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SpareReach([Bitboard; 5]);

impl SpareReach {
    const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

    /// The spare pieces of this player where they stand.
    pub(super) fn of(spares: Bitboard, pieces: &Placement, color: Color) -> SpareReach {
        SpareReach(SpareReach::ROLES.map(|role| spares & pieces.pieces(color, role)))
    }

    pub(super) fn anywhere(&self) -> Bitboard {
        self.0.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// The same with this square in the set of each piece but the pawn.
    fn promoted(mut self, square: Bitboard) -> SpareReach {
        self.0[1..].iter_mut().for_each(|set| *set |= square);
        self
    }

    /// The same with all squares to which a spare piece of this player may get, as long as the pawns that are not
    /// spare stand as they do. Other pieces do not block.
    pub(super) fn spread(mut self, pieces: &Placement, color: Color) -> SpareReach {
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
        for (set, role) in self.0.iter_mut().zip(SpareReach::ROLES).skip(1) {
            *set = spread(Piece { color, role }, *set, walls, own);
        }
        self
    }

    /// The squares from which a spare piece other than a pawn may attack a square, over what is not occupied.
    fn attackers(&self, to: Square, occupied: Bitboard) -> Bitboard {
        let from =
            |(set, role): (Bitboard, Role)| set & attacks::of(role, Color::White, to, occupied);
        let sets = self.0.into_iter().zip(SpareReach::ROLES).skip(1);
        sets.filter(|(set, _)| !set.is_empty())
            .map(from)
            .fold(Bitboard::EMPTY, |all, one| all | one)
            - occupied
    }
}

/// The most positions in check that are gone through on the board, before anything is left out.
const MOST_CHECKS: usize = 1 << 8;

/// The search for a mate among the shadows of what can arise from a position.
pub(super) struct ShadowSearch {
    side: Color,
    /// Whether it is mate on the board after checks alone.
    is_mated: bool,
    seen: FxHashSet<Shadow>,
    found: Vec<Shadow>,
}

impl ShadowSearch {
    /// Begins with what is left after each legal move, if these pieces are spare.
    ///
    /// As long as the player on move is in check, moves are played on the board, with all pieces.
    pub(super) fn new(position: &Position, side: Color, spares: Bitboard) -> ShadowSearch {
        let (seen, found) = (FxHashSet::default(), Vec::new());
        let mut search = ShadowSearch { side, is_mated: false, seen, found };
        let mut todo = vec![(*position, spares)];
        let mut checks = FxHashSet::default();
        while let Some((at, spares)) = todo.pop() {
            for played in at.legal_moves() {
                let next = at.after(played);
                let after = search.spares_after(&at, spares, played, &next);
                if !next.is_check() || checks.len() == MOST_CHECKS {
                    let opens = at.turn() != side && !spares.contains(played.from);
                    search.add_first(&next, after, opens.then_some(played.from));
                } else if checks.insert((next.without_clocks(), after)) {
                    search.is_mated |= next.turn() != side && next.is_checkmate();
                    todo.push((next, after));
                }
            }
        }
        search
    }

    /// Where spare pieces stand after a move, if they stood on these squares before it.
    fn spares_after(
        &self,
        position: &Position,
        spares: Bitboard,
        played: Move,
        next: &Position,
    ) -> Bitboard {
        let Move { from, to, promotion } = played;
        let is_spare =
            spares.contains(from) || (position.turn() != self.side && promotion.is_some());
        let stay = (spares - from.set() - to.set()) & next.placement().occupied();
        stay | to.set().only_if(is_spare)
    }

    /// Adds what is left of a position in which spare pieces are on these squares, and which a piece of the player to be
    /// mated that was none has perhaps just reached from this one.
    fn add_first(&mut self, position: &Position, spares: Bitboard, left: Option<Square>) {
        let mut pieces = *position.placement();
        let reach = Color::ALL.map(|color| SpareReach::of(spares, &pieces, color));
        for square in spares {
            pieces.remove(square);
        }
        let (turn, passed) = (position.turn(), position.en_passant());
        self.add(Shadow { pieces, turn, passed, left, reach });
    }

    /// Whether some shadow may be a mate, and how many there are; `None` if there are more than the limit.
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

    fn add(&mut self, mut shadow: Shadow) {
        let spread = |color: Color| shadow.reach[color as usize].spread(&shadow.pieces, color);
        shadow.reach = Color::ALL.map(spread);
        let opens = |from: &Square| uncovers(&shadow.pieces, !self.side, shadow.range(), *from);
        shadow.left = shadow.left.filter(opens);
        if self.seen.insert(shadow) {
            self.found.push(shadow);
        }
    }

    /// Whether the king may be in check, and no move out of it is certain to be there.
    fn may_be_mate(&self, at: &Shadow) -> bool {
        let Shadow { pieces, turn, .. } = at;
        if *turn == self.side || !at.may_be_check(pieces, *turn) {
            return false;
        }
        let certain = pieces.color(self.side) | !at.range();
        let escapes = |played: &ShadowMove| {
            certain.contains(played.to) && !at.may_be_check(&played.after, *turn)
        };
        !self.moves(at, pieces.occupied() | at.range()).iter().any(escapes)
    }

    /// Adds what may follow.
    fn expand(&mut self, at: &Shadow) {
        let Shadow { pieces, turn, .. } = at;
        let free = at.left.map_or(Bitboard::EMPTY, Square::set);
        let range = at.range();
        for ShadowMove { from, to, role, after } in self.moves(at, pieces.occupied()) {
            let blocked = range - from.set();
            if is_in_check(&after, *turn, after.occupied() | (blocked - free)) {
                continue;
            }
            let by_loser = *turn != self.side;
            let left = by_loser.then_some(from);
            let next = Shadow { pieces: after, turn: !*turn, passed: None, left, ..*at };
            let promotes = role == Role::Pawn && Bitboard::END_RANKS.contains(to);
            if by_loser && promotes {
                let mut next = next;
                next.pieces.remove(to);
                let reach = &mut next.reach[*turn as usize];
                *reach = reach.promoted(to.set());
                self.add(next);
            } else if !promotes {
                self.add(Shadow { passed: passed(&next, role, from, to), ..next });
            } else {
                for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let mut pieces = after;
                    pieces.put(to, Piece { color: *turn, role });
                    self.add(Shadow { pieces, ..next });
                }
            }
        }
        self.expand_spares(at);
    }

    /// Adds what may follow when a spare piece moves.
    fn expand_spares(&mut self, at: &Shadow) {
        let (pieces, turn) = (&at.pieces, at.turn);
        let range = at.reach[turn as usize].anywhere();
        if range.is_empty() {
            return;
        }
        // A pawn that may be taken en passant is in the range: the other may promote behind it, and come back.
        let prey = (pieces.color(!turn) & range) - pieces.role(Role::King);
        for taken in std::iter::once(None).chain(prey.into_iter().map(Some)) {
            let mut after = *pieces;
            if let Some(square) = taken {
                after.remove(square);
            }
            if !is_in_check(&after, turn, after.occupied() | at.range()) {
                self.add(Shadow { pieces: after, turn: !turn, passed: None, left: None, ..*at });
            }
        }
    }

    /// What the pieces can play over these squares, checks apart.
    fn moves(&self, at: &Shadow, occupied: Bitboard) -> Vec<ShadowMove> {
        let Shadow { pieces, turn, passed, .. } = at;
        let mut moves = Vec::new();
        for from in pieces.color(*turn) {
            let role = pieces.role_at(from);
            let targets = match role {
                Role::Pawn => self.pawn_targets(at, from, occupied),
                role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King) => {
                    attacks::of(role, *turn, from, occupied)
                }
            };
            let kings = pieces.role(Role::King);
            for to in targets - pieces.color(*turn) - kings {
                let mut after = *pieces;
                after.remove(from);
                if role == Role::Pawn && *passed == Some(to) && from.file() != to.file() {
                    after.remove(Square::from_index(to.index() ^ 8));
                }
                after.put(to, Piece { color: *turn, role });
                moves.push(ShadowMove { from, to, role, after });
            }
        }
        moves
    }

    fn pawn_targets(&self, at: &Shadow, from: Square, occupied: Bitboard) -> Bitboard {
        let Shadow { pieces, turn, passed, .. } = at;
        let open = |square: &Square| !occupied.contains(*square);
        let one = from.offset(0, turn.forward()).filter(open);
        let double = Rank::relative(2, *turn).squares().contains(from);
        let two = one.filter(|_| double).and_then(|one| one.offset(0, turn.forward()));
        let steps: Bitboard = one.into_iter().chain(two.filter(open)).collect();
        let spare = at.reach[!*turn as usize].anywhere();
        let prey = pieces.color(!*turn) | passed.map_or(Bitboard::EMPTY, Square::set) | spare;
        steps | (attacks::pawn(*turn, from) & prey)
    }
}

/// A move of a piece that is not spare; promotion is left to whoever plays it.
struct ShadowMove {
    from: Square,
    to: Square,
    role: Role,
    after: Placement,
}

fn is_in_check(pieces: &Placement, color: Color, occupied: Bitboard) -> bool {
    pieces.king(color).is_some_and(|king| !pieces.attackers(!color, king, occupied).is_empty())
}

/// Whether a piece of this player that has left the square may have opened a line at the other king.
fn uncovers(after: &Placement, color: Color, range: Bitboard, from: Square) -> bool {
    let attackers = |occupied| {
        after.king(!color).map(|king| after.attackers(color, king, after.occupied() | occupied))
    };
    attackers(range) != attackers(range - from.set())
}

/// The square that the pawn has passed, if a pawn may take it there now.
fn passed(after: &Shadow, role: Role, from: Square, to: Square) -> Option<Square> {
    let is_double = role == Role::Pawn && from.rank().index().abs_diff(to.rank().index()) == 2;
    let passed = attacks::between(from, to).first().filter(|_| is_double)?;
    let pawns = after.pieces.pieces(after.turn, Role::Pawn);
    attacks::pawn(!after.turn, passed).meets(pawns).then_some(passed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        dead::{Certificate, check::check_certificate, rows::Numbers},
        position::Setup,
    };

    /// A king that its own pieces wall in.
    const WALL: &str = "8/8/8/8/ppp5/qkp5/rnp5/n1K5 b - - 0 1";

    /// The wall with one or two pieces of White's and some of Black's beside it, and where these are.
    fn walled_in(numbers: &mut Numbers) -> Option<(Position, Bitboard)> {
        const ROLES: [Role; 6] =
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn, Role::Pawn];
        let mut setup: Setup = WALL.parse().unwrap();
        let mut free = Bitboard::EMPTY;
        let white = 1 + numbers.below(2);
        for number in 0..white + 1 + numbers.below(4) {
            let square = Square::from_index(numbers.below(64));
            let role = ROLES[numbers.below(6)];
            let color = if number < white { Color::White } else { Color::Black };
            if setup.placement.at(square).is_none() {
                setup.placement.put(square, Piece { color, role });
                free |= square.set().only_if(color == Color::Black);
            }
        }
        setup.turn = Color::ALL[numbers.below(2)];
        let position = Position::composed(&setup).ok()?;
        // Mate on the board is known before anything is left out.
        (!position.is_checkmate()).then_some((position, free))
    }

    #[test]
    fn what_is_left_out_plays_no_part_for_the_prover_exactly_if_for_the_checker() {
        let mut numbers = Numbers(1);
        let (mut holds, mut fails, mut n) = (0, 0, 0);
        while n < 400 {
            let Some((position, free)) = walled_in(&mut numbers) else { continue };
            n += 1;
            let wall = position.placement().color(Color::Black)
                - position.placement().role(Role::King)
                - free;
            let other = wall.into_iter().nth(numbers.below(8)).map_or(Bitboard::EMPTY, Square::set);
            let one = free.first().map_or(Bitboard::EMPTY, Square::set);
            let fixed =
                position.placement().role(Role::King) | position.placement().role(Role::Pawn);
            let white = position.placement().color(Color::White) - fixed;
            for spares in [free, free - one, free | other, white, free | white] {
                let search = ShadowSearch::new(&position, Color::White, spares);
                let (Some(may_mate), _) = search.run(400) else { continue };
                let certificate = Certificate::Spares(spares);
                let is_accepted = check_certificate(&position, Color::White, &certificate);
                assert_eq!(is_accepted, !may_mate, "{position} {spares:?}");
                *(if may_mate { &mut fails } else { &mut holds }) += 1;
            }
        }
        assert!(holds > 300 && fails > 300, "{holds} hold, {fails} fail");
    }

    #[test]
    fn a_pawn_that_is_followed_is_taken_in_passing() {
        let fen = "7n/5p2/8/6P1/ppp5/bkp5/rnp5/n1K5 b - - 0 1";
        let position = Position::composed(&fen.parse().unwrap()).unwrap();
        let spares = squares("h8");
        let found = ShadowSearch::new(&position, Color::White, spares).run(20_000);
        // With the pawn left where it is, there are some two hundred more.
        assert_eq!(found, (Some(true), 5860));
        let certificate = Certificate::Spares(spares);
        assert!(!check_certificate(&position, Color::White, &certificate));
    }

    fn squares(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| Square::parse(name).unwrap()).collect()
    }

    #[test]
    fn a_promoted_pawn_may_be_each_piece_that_is_there_already_or_not() {
        let there = ["a1", "", "a1 b2", "c8"].map(squares);
        let [knight, bishop, rook, queen] = there;
        let reach = SpareReach([squares("a2"), knight, bishop, rook, queen]);
        let expected = ["a2", "a1", "a1", "a1 b2", "a1 c8"].map(squares);
        assert_eq!(reach.promoted(squares("a1")).0, expected);
    }

    /// The bishop of h1 is spare, and Black's last move was from a square: it is named if the rook gives check over it.
    #[test]
    fn the_square_is_named_that_was_left_in_front_of_the_king_of_the_side() {
        let setup: Setup = "4k3/8/8/8/8/2n1r3/8/4K2b w - - 0 1".parse().unwrap();
        let position = Position::composed(&setup).unwrap();
        let spares = squares("h1");
        for (from, named) in [("e2", "e2"), ("d5", ""), ("", "")] {
            let mut search = ShadowSearch::new(&position, Color::White, spares);
            search.add_first(&position, spares, squares(from).first());
            assert_eq!(search.found.last().unwrap().left, squares(named).first(), "{from}");
        }
    }
}
