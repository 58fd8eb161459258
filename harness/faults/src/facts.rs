//! The moves of the pieces in a position, illegal ones included: the raw material of the grid.

use lawbook::{
    board::{Bitboard, Color, Rank, Role, Square, attacks},
    position::{Move, Position, Wing},
};
use lawbook_catalogue::adapter::Scenario;

/// A position with every move that its pieces could make if checks did not matter.
pub(super) struct Facts {
    pub(super) position: Position,
    pub(super) turn: Color,
    pub(super) checkers: Bitboard,
    /// Whether it is the first position of the line.
    pub(super) is_start: bool,
    /// The moves, without castling.
    pub(super) candidates: Vec<Candidate>,
    /// The square passed in a double step just before.
    pub(super) passed: Option<Square>,
    /// Castling to each wing where king and rook are on their squares.
    pub(super) castlings: Vec<Castling>,
    /// The square passed in a double step two plies ago.
    pub(super) passed_before: Option<Square>,
    /// The square one step back from a pawn that has just moved a single step.
    pub(super) single_step: Option<Square>,
}

/// A move that may leave the king in check.
pub(super) struct Candidate {
    pub(super) played: Move,
    pub(super) role: Role,
    pub(super) takes: Option<Role>,
    /// Whether it is an en passant capture.
    pub(super) passing: bool,
    /// The enemy pieces that attack the king after it.
    pub(super) exposed: Bitboard,
    /// The enemy piece that attacks the king through the square that the piece leaves.
    pub(super) pinned_by: Option<(Role, Direction)>,
    /// Whether it captures the only piece that gives check.
    pub(super) captures_checker: bool,
    /// Whether it ends between the king and the only piece that gives check.
    pub(super) blocks: bool,
}

/// Castling to one wing.
pub(super) struct Castling {
    pub(super) wing: Wing,
    pub(super) played: Move,
    /// Whether there is the right to.
    pub(super) right: bool,
    /// The squares of the king's way that are attacked, each with a piece that attacks it.
    pub(super) attacks: Vec<(PathSquare, Square, Role)>,
    /// The pieces that stand in the way.
    pub(super) blockers: Bitboard,
    /// The pieces that attack the rook.
    pub(super) at_rook: Bitboard,
    /// The pieces that attack a square that only the rook passes.
    pub(super) beside_rook: Bitboard,
}

/// A square on the way of a king that castles.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathSquare {
    King,
    Passed,
    Destination,
}

/// The direction of a line through two squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    File,
    Rank,
    Rising,
    Falling,
}

/// How a move gets a king out of check, or a player out of stalemate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Move,
    Capture,
    EnPassant,
    Promotion,
    CapturePromotion,
}

impl PathSquare {
    pub(super) const ALL: [PathSquare; 3] =
        [PathSquare::King, PathSquare::Passed, PathSquare::Destination];

    pub(super) const fn name(self) -> &'static str {
        match self {
            PathSquare::King => "kings",
            PathSquare::Passed => "passed",
            PathSquare::Destination => "destination",
        }
    }
}

impl Direction {
    pub(super) const ALL: [Direction; 4] =
        [Direction::File, Direction::Rank, Direction::Rising, Direction::Falling];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Direction::File => "file",
            Direction::Rank => "rank",
            Direction::Rising => "rising-diagonal",
            Direction::Falling => "falling-diagonal",
        }
    }

    /// The direction from one square to another on the same line.
    pub(super) fn between(one: Square, two: Square) -> Direction {
        if one.file() == two.file() {
            Direction::File
        } else if one.rank() == two.rank() {
            Direction::Rank
        } else if (one.file() < two.file()) == (one.rank() < two.rank()) {
            Direction::Rising
        } else {
            Direction::Falling
        }
    }

    pub(super) const fn is_diagonal(self) -> bool {
        matches!(self, Direction::Rising | Direction::Falling)
    }

    /// Whether this piece attacks in this direction.
    pub(super) const fn suits(self, role: Role) -> bool {
        match role {
            Role::Queen => true,
            Role::Rook => !self.is_diagonal(),
            Role::Bishop => self.is_diagonal(),
            Role::Pawn | Role::Knight | Role::King => false,
        }
    }
}

impl Kind {
    pub(super) const ALL: [Kind; 5] =
        [Kind::Move, Kind::Capture, Kind::EnPassant, Kind::Promotion, Kind::CapturePromotion];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Move => "move",
            Kind::Capture => "capture",
            Kind::EnPassant => "en-passant",
            Kind::Promotion => "promotion",
            Kind::CapturePromotion => "capturing-promotion",
        }
    }

    const fn of(passing: bool, promotion: Option<Role>, takes: Option<Role>) -> Kind {
        match (passing, promotion, takes) {
            (true, _, _) => Kind::EnPassant,
            (false, Some(_), Some(_)) => Kind::CapturePromotion,
            (false, Some(_), None) => Kind::Promotion,
            (false, None, Some(_)) => Kind::Capture,
            (false, None, None) => Kind::Move,
        }
    }

    /// Whether pieces of this role make such moves.
    pub(super) const fn suits(self, role: Role) -> bool {
        match self {
            Kind::Move | Kind::Capture => true,
            Kind::EnPassant | Kind::Promotion | Kind::CapturePromotion => {
                matches!(role, Role::Pawn)
            }
        }
    }
}

impl Candidate {
    pub(super) const fn is_legal(&self) -> bool {
        self.exposed.is_empty()
    }

    pub(super) const fn kind(&self) -> Kind {
        Kind::of(self.passing, self.played.promotion, self.takes)
    }

    /// Whether it would answer a check by one piece if the moved piece were not pinned.
    pub(super) const fn answers(&self) -> bool {
        self.captures_checker || self.blocks
    }
}

impl Castling {
    pub(super) const fn is_legal(&self) -> bool {
        self.right && self.blockers.is_empty() && self.attacks.is_empty()
    }
}

impl Facts {
    pub(super) fn new(track: &Track<'_>) -> Facts {
        let position = *track.now();
        let passed = track.passed(track.end());
        let mut facts = Facts {
            position,
            turn: position.turn(),
            checkers: position.checkers(),
            is_start: track.moves.is_empty(),
            candidates: Vec::new(),
            castlings: Vec::new(),
            passed,
            passed_before: track.end().checked_sub(2).and_then(|ply| track.passed(ply)),
            single_step: single_step(track, passed),
        };
        for from in position.placement().color(facts.turn) {
            facts.add_moves_from(from, passed);
        }
        facts.castlings = Wing::ALL.into_iter().filter_map(|wing| facts.castling(wing)).collect();
        facts
    }

    pub(super) fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// The legal moves, in no order.
    pub(super) fn legal_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let moves = self.candidates.iter().filter(|one| one.is_legal()).map(|one| one.played);
        let castlings = self.castlings.iter().filter(|one| one.is_legal());
        moves.chain(castlings.map(|one| one.played))
    }

    /// The role of the piece on an occupied square.
    pub(super) fn role(&self, square: Square) -> Option<Role> {
        self.position.at(square).map(|piece| piece.role)
    }

    /// Whether these squares hold a piece of this role.
    pub(super) fn holds(&self, squares: Bitboard, role: Role) -> bool {
        squares.meets(self.position.placement().role(role))
    }

    fn add_moves_from(&mut self, from: Square, passed: Option<Square>) {
        let (position, by) = (self.position, self.turn);
        let (pieces, Some(piece)) = (position.placement(), position.at(from)) else { return };
        let barred = pieces.color(by) | position.king(!by).set();
        if piece.role != Role::Pawn {
            let targets = attacks::of(piece.role, by, from, pieces.occupied()) - barred;
            targets.into_iter().for_each(|to| self.add(Move::new(from, to), piece.role, false));
            return;
        }
        let captures = attacks::pawn(by, from);
        let empty = |square: &Square| !pieces.occupied().contains(*square);
        let step = from.offset(0, by.forward()).filter(empty);
        let is_first = from.rank() == Rank::relative(2, by);
        let double = step.filter(|_| is_first).and_then(|to| to.offset(0, by.forward()));
        let targets = (captures & pieces.color(!by)) - barred;
        for to in targets.into_iter().chain(step).chain(double.filter(empty)) {
            if to.rank() == Rank::relative(8, by) {
                for promotion in Role::PROMOTIONS {
                    let played = Move { promotion: Some(promotion), ..Move::new(from, to) };
                    self.add(played, Role::Pawn, false);
                }
            } else {
                self.add(Move::new(from, to), Role::Pawn, false);
            }
        }
        let passed = passed.filter(|passed| {
            captures.contains(*passed) && empty(passed) && passed.rank() == Rank::relative(6, by)
        });
        if let Some(to) = passed {
            self.add(Move::new(from, to), Role::Pawn, true);
        }
    }

    fn add(&mut self, played: Move, role: Role, passing: bool) {
        let (position, by) = (&self.position, self.turn);
        let victim = if passing { played.to.offset(0, -by.forward()) } else { Some(played.to) };
        let takes = victim.and_then(|victim| self.role(victim));
        let mut after = *position.placement();
        victim.iter().for_each(|victim| after.remove(*victim));
        after.remove(played.from);
        if let Some(piece) = position.at(played.from) {
            after.put(played.to, piece);
        }
        let (pieces, home, is_king) = (position.placement(), position.king(by), role == Role::King);
        let king = if is_king { played.to } else { home };
        let exposed = after.attackers(!by, king, after.occupied());
        let without = pieces.occupied() - played.from.set();
        let pinners = pieces.attackers(!by, home, without) - self.checkers;
        let pinned_by = pinners
            .first()
            .filter(|_| !is_king)
            .and_then(|pinner| Some((self.role(pinner)?, Direction::between(home, pinner))));
        let checker = self.checkers.first().filter(|_| !self.checkers.is_several());
        self.candidates.push(Candidate {
            played,
            role,
            takes,
            passing,
            exposed,
            pinned_by,
            captures_checker: checker.is_some() && victim == checker,
            blocks: !is_king
                && checker.is_some_and(|one| attacks::between(home, one).contains(played.to)),
        });
    }

    fn castling(&self, wing: Wing) -> Option<Castling> {
        let (position, by) = (&self.position, self.turn);
        let (pieces, king) = (position.placement(), position.king(by));
        let right = position.castling().rook(by, wing);
        let at_home = || {
            let rook = wing.rook_from(by);
            let own_rook = pieces.pieces(by, Role::Rook).contains(rook);
            (own_rook && king == Wing::king_from(by) && !position.castling().is_chess960())
                .then_some(rook)
        };
        let rook = right.or_else(at_home)?;
        let (king_to, rook_to) = (wing.king_to(by), wing.rook_to(by));
        let king_way = attacks::between(king, king_to) | king_to.set();
        let rook_way = attacks::between(rook, rook_to) | rook_to.set();
        // In Chess960 the rook may open a line to the king, which is an attack on the square where the king arrives.
        let leaving = pieces.occupied() - king.set();
        let arrived = (leaving - rook.set()) | rook_to.set();
        let attackers = |square: Square| {
            let occupied = if square == king_to { arrived } else { leaving };
            pieces.attackers(!by, square, occupied)
        };
        let place = |square: Square| match square {
            _ if square == king => PathSquare::King,
            _ if square == king_to => PathSquare::Destination,
            _ => PathSquare::Passed,
        };
        let mut attacks = Vec::new();
        for square in king_way | king.set() {
            let found = attackers(square).into_iter();
            attacks.extend(found.filter_map(|from| Some((place(square), from, self.role(from)?))));
        }
        let beside = (rook_way - king_way) - rook_to.set();
        Some(Castling {
            wing,
            played: position.castling_move(wing).unwrap_or(Move::new(king, king_to)),
            right: right.is_some(),
            attacks,
            blockers: (pieces.occupied() - king.set() - rook.set()) & (king_way | rook_way),
            at_rook: pieces.attackers(!by, rook, pieces.occupied()),
            beside_rook: beside.into_iter().fold(Bitboard::EMPTY, |all, square| {
                all | pieces.attackers(!by, square, pieces.occupied())
            }),
        })
    }
}

/// The square one step back from a pawn that has just arrived on its fourth rank without a double step.
fn single_step(track: &Track<'_>, passed: Option<Square>) -> Option<Square> {
    let last = track.moves.last()?;
    let by = track.now().turn();
    let pawn = track.now().at(last.to)?.role == Role::Pawn;
    (pawn && passed.is_none() && last.to.rank() == Rank::relative(5, by))
        .then(|| last.to.offset(0, by.forward()))?
}

/// A move that was played, with the position before it.
pub(super) struct Step<'a> {
    pub(super) before: &'a Position,
    pub(super) by: Color,
    pub(super) played: Move,
    pub(super) role: Role,
    pub(super) takes: Option<Role>,
    pub(super) passing: bool,
    pub(super) castles: Option<Wing>,
}

impl<'a> Step<'a> {
    pub(super) fn new(before: &'a Position, played: Move) -> Option<Step<'a>> {
        let (by, role) = (before.turn(), before.at(played.from)?.role);
        let passing = role == Role::Pawn && before.en_passant() == Some(played.to);
        let castles = if role == Role::King { before.castles(played) } else { None };
        let taken = before.at(played.to).map(|piece| piece.role).filter(|_| castles.is_none());
        let takes = if passing { Some(Role::Pawn) } else { taken };
        Some(Step { before, by, played, role, takes, passing, castles })
    }

    /// Whether the king moves, or castles.
    pub(super) fn is_by_the_king(&self) -> bool {
        self.role == Role::King
    }

    pub(super) const fn kind(&self) -> Kind {
        Kind::of(self.passing, self.played.promotion, self.takes)
    }

    /// Whether it is a double step.
    pub(super) fn is_double(&self) -> bool {
        let squares = self.played.from.index().abs_diff(self.played.to.index());
        self.role == Role::Pawn && squares == 16
    }

    /// Whether it sets back the number of plies without a capture or a pawn move.
    pub(super) const fn resets(&self) -> bool {
        self.takes.is_some() || matches!(self.role, Role::Pawn)
    }
}

/// A game as positions, start first, and the moves between them.
pub(super) struct Track<'a> {
    /// The en passant target square of the start position, as the setup has it.
    claimed: Option<Square>,
    pub(super) positions: &'a [Position],
    pub(super) moves: &'a [Move],
}

impl<'a> Track<'a> {
    pub(super) fn new(line: &Scenario, positions: &'a [Position], moves: &'a [Move]) -> Track<'a> {
        Track { claimed: line.setup.en_passant, positions, moves }
    }

    /// The track up to the position after `ply` plies.
    pub(super) fn until(&self, ply: usize) -> Track<'a> {
        Track {
            claimed: self.claimed,
            positions: &self.positions[..=ply],
            moves: &self.moves[..ply],
        }
    }

    /// The ply of the last position.
    pub(super) fn end(&self) -> usize {
        self.positions.len() - 1
    }

    /// The last position.
    pub(super) fn now(&self) -> &'a Position {
        &self.positions[self.end()]
    }

    /// The square that a pawn passed in a double step just before `ply`, whether or not a pawn can capture there.
    pub(super) fn passed(&self, ply: usize) -> Option<Square> {
        let Some(last) = ply.checked_sub(1).map(|last| self.moves[last]) else {
            return self.claimed;
        };
        self.positions[ply - 1].passed_square(last)
    }

    /// Whether the positions after `one` and `two` plies are the same by the Laws.
    pub(super) fn is_same(&self, one: usize, two: usize) -> bool {
        self.positions[one].same_position(&self.positions[two])
    }

    /// Number of occurrences of the last position from ply `begin` on.
    pub(super) fn occurrences_from(&self, begin: usize) -> u32 {
        (begin..=self.end()).filter(|&ply| self.is_same(ply, self.end())).count() as u32
    }

    /// Original square and current square of each piece after `ply` plies, ordered by current square.
    pub(super) fn homes(&self, ply: usize) -> Vec<(Square, Square)> {
        let start = self.positions[0].placement();
        let mut pieces: Vec<(Square, Square)> =
            start.iter().map(|(square, _)| (square, square)).collect();
        for played in &self.moves[..ply] {
            pieces.retain(|(_, now)| *now != played.to);
            for (_, now) in &mut pieces {
                if *now == played.from {
                    *now = played.to;
                }
            }
        }
        pieces.sort_unstable_by_key(|(_, now)| *now);
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook_catalogue::{Case, Catalogue};

    /// The cells rest on a generator of moves of their own; its legal moves are the legal moves.
    #[test]
    fn the_moves_of_the_grid_are_the_legal_moves() {
        for position in Catalogue::embedded().cases.iter().flat_map(Case::positions) {
            let claimed = position.setup().en_passant;
            let facts = Facts::new(&Track { claimed, positions: &[position], moves: &[] });
            let mut found: Vec<Move> = facts.legal_moves().collect();
            let mut right = position.legal_moves();
            found.sort_unstable();
            right.sort_unstable();
            assert_eq!(found, right, "{position}");
        }
    }
}
