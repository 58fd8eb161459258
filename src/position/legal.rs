//! The one generator of legal moves.
//!
//! It finds the checkers and the pins first, so that no move has to be tried and taken back; only
//! an en passant capture is tried on the board. What becomes of the moves is the business of a
//! [`Sink`]: count them, visit them, or stop at the first. There is one path through the rules to
//! audit, compiled for each colour and each sink.

use std::ops::ControlFlow;

use super::{Move, Position, Wing, side::Side};
use crate::board::{Bitboard, File, Role, Square, attacks};

/// Receives legal moves in groups; breaking off stops the generator.
pub(super) trait Sink {
    /// A man other than a pawn, or a king's step.
    fn man(&mut self, role: Role, from: Square, targets: Bitboard) -> ControlFlow<()>;
    /// Pawn moves with no promotion.
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()>;
    /// Pawn moves to the last rank; each target stands for four moves.
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()>;
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()>;
    fn castling(&mut self, wing: Wing) -> ControlFlow<()>;
}

/// The targets of single steps, of double steps, and of captures towards the a and the h file, each
/// with the distance from the square the pawn comes from.
pub(super) type PawnMoves = [(Bitboard, i32); 4];

/// Gives the sink every legal move of the men on `origins`.
#[inline]
pub(super) fn generate<S: Side, K: Sink>(
    position: &Position,
    origins: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    let threats = Threats::new::<S>(position);
    if !threats.checkers.is_several() {
        let view = View::new::<S>(position, origins, &threats);
        view.pawns::<S, K>(position, sink)?;
        view.knights(sink)?;
        view.sliders(sink)?;
    }
    if origins.contains(threats.king) {
        king::<S, K>(position, &threats, sink)
    } else {
        ControlFlow::Continue(())
    }
}

/// What bears on the king of the player on move.
struct Threats {
    king: Square,
    checkers: Bitboard,
    /// The squares of diagonal pins, from the king to the pinning man; a man pinned on one of
    /// them can only move along them. Two pins of the same kind never cross in a way that
    /// would let a man slip from one to the other.
    diagonal: Bitboard,
    /// The same along files and ranks.
    straight: Bitboard,
}

impl Threats {
    #[inline]
    fn new<S: Side>(position: &Position) -> Threats {
        let men = &position.placement;
        let (us, them) = (men.color(S::COLOR), men.color(!S::COLOR));
        let king = position.king(S::COLOR);
        let queens = men.role(Role::Queen);
        let mut threats = Threats {
            king,
            checkers: ((attacks::knight(king) & men.role(Role::Knight))
                | (attacks::pawn(S::COLOR, king) & men.role(Role::Pawn)))
                & them,
            diagonal: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
        };
        // Seen through our own men: whoever has none of them in between gives check, and a
        // single man in between is pinned.
        for sniper in attacks::bishop(king, them) & them & (men.role(Role::Bishop) | queens) {
            let between = attacks::between(king, sniper);
            let shield = between & us;
            if shield.is_empty() {
                threats.checkers |= sniper.set();
            } else if !shield.is_several() {
                threats.diagonal |= between | sniper.set();
            }
        }
        for sniper in attacks::rook(king, them) & them & (men.role(Role::Rook) | queens) {
            let between = attacks::between(king, sniper);
            let shield = between & us;
            if shield.is_empty() {
                threats.checkers |= sniper.set();
            } else if !shield.is_several() {
                threats.straight |= between | sniper.set();
            }
        }
        threats
    }
}

/// The men that may move and where they may go, king apart.
struct View<'a> {
    threats: &'a Threats,
    position: &'a Position,
    movers: Bitboard,
    them: Bitboard,
    occupied: Bitboard,
    /// Squares that are not our own and, in check, capture the checker or stand in its way.
    target: Bitboard,
}

impl<'a> View<'a> {
    #[inline]
    fn new<S: Side>(position: &'a Position, origins: Bitboard, threats: &'a Threats) -> View<'a> {
        let us = position.placement.color(S::COLOR);
        let them = position.placement.color(!S::COLOR);
        let target = match threats.checkers.first() {
            None => !us,
            Some(checker) => attacks::between(threats.king, checker) | checker.set(),
        };
        View { threats, position, movers: us & origins, them, occupied: us | them, target }
    }

    #[inline]
    fn role(&self, role: Role) -> Bitboard {
        self.movers & self.position.placement.role(role)
    }

    #[inline]
    fn knights<K: Sink>(&self, sink: &mut K) -> ControlFlow<()> {
        let free = self.role(Role::Knight) - self.threats.diagonal - self.threats.straight;
        for from in free {
            sink.man(Role::Knight, from, attacks::knight(from) & self.target)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn sliders<K: Sink>(&self, sink: &mut K) -> ControlFlow<()> {
        let Threats { diagonal, straight, .. } = *self.threats;
        for from in self.role(Role::Bishop) - straight {
            let line = if diagonal.contains(from) { diagonal } else { Bitboard::FULL };
            sink.man(
                Role::Bishop,
                from,
                attacks::bishop(from, self.occupied) & self.target & line,
            )?;
        }
        for from in self.role(Role::Rook) - diagonal {
            let line = if straight.contains(from) { straight } else { Bitboard::FULL };
            sink.man(Role::Rook, from, attacks::rook(from, self.occupied) & self.target & line)?;
        }
        for from in self.role(Role::Queen) {
            let line = if diagonal.contains(from) {
                attacks::bishop(from, self.occupied) & diagonal
            } else if straight.contains(from) {
                attacks::rook(from, self.occupied) & straight
            } else {
                attacks::queen(from, self.occupied)
            };
            sink.man(Role::Queen, from, line & self.target)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns<S: Side, K: Sink>(&self, position: &Position, sink: &mut K) -> ControlFlow<()> {
        let Threats { diagonal, straight, .. } = *self.threats;
        let pawns = self.role(Role::Pawn);
        let empty = !self.occupied;

        let pushers = pawns - diagonal;
        let stepped =
            (pushers - straight).shift(S::UP) | ((pushers & straight).shift(S::UP) & straight);
        let single = stepped & empty;
        // A pawn held on its file stays on it, so the second step needs no mask of its own.
        let double = (single & S::THIRD).shift(S::UP) & empty & self.target;
        let single = single & self.target;

        let takers = pawns - straight;
        let victims = self.them & self.target;
        let [left, right] = [(-1, File::ALL[0]), (1, File::ALL[7])].map(|(side, edge)| {
            let (takers, step) = (takers - edge.squares(), S::UP + side);
            let free = (takers - diagonal).shift(step);
            (free | ((takers & diagonal).shift(step) & diagonal)) & victims
        });

        let moves = [(single, S::UP), (double, 2 * S::UP), (left, S::UP - 1), (right, S::UP + 1)];
        sink.pawns(moves.map(|(targets, step)| (targets - S::LAST, step)))?;
        for (targets, step) in moves.map(|(targets, step)| (targets & S::LAST, step)) {
            if !targets.is_empty() {
                sink.promotions(targets, step)?;
            }
        }

        if let Some(to) = position.en_passant {
            // The right is only kept when some capture is legal, so a single candidate is legal.
            let candidates =
                attacks::pawn(!S::COLOR, to) & position.placement.men(S::COLOR, Role::Pawn);
            for from in candidates & self.movers {
                if !candidates.is_several() || position.en_passant_is_legal(from, to) {
                    sink.en_passant(from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline]
fn king<S: Side, K: Sink>(position: &Position, threats: &Threats, sink: &mut K) -> ControlFlow<()> {
    let men = &position.placement;
    let steps = attacks::king(threats.king) - men.color(S::COLOR);
    // With no square to step to, the square beside the king that castling needs is not free either.
    if steps.is_empty() {
        return ControlFlow::Continue(());
    }
    let danger = danger::<S>(position, threats.king);
    let safe = steps - danger;
    if !safe.is_empty() {
        sink.man(Role::King, threats.king, safe)?;
    }
    if threats.checkers.is_empty() && position.castling.0.meets(S::HOME) {
        let occupied = men.occupied();
        for wing in Wing::ALL {
            let rook = wing.rook_from(S::COLOR);
            let path = attacks::between(threats.king, wing.king_to(S::COLOR))
                | wing.king_to(S::COLOR).set();
            if position.castling.0.contains(rook)
                && !attacks::between(threats.king, rook).meets(occupied)
                && !path.meets(danger)
            {
                sink.castling(wing)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// All squares the opponent attacks once the king has left its own.
#[inline]
fn danger<S: Side>(position: &Position, king: Square) -> Bitboard {
    let men = &position.placement;
    let them = men.color(!S::COLOR);
    let occupied = men.occupied() - king.set();
    let queens = men.role(Role::Queen);
    let mut danger = attacks::pawns(!S::COLOR, them & men.role(Role::Pawn));
    for from in them & men.role(Role::Knight) {
        danger |= attacks::knight(from);
    }
    for from in them & (men.role(Role::Bishop) | queens) {
        danger |= attacks::bishop(from, occupied);
    }
    for from in them & (men.role(Role::Rook) | queens) {
        danger |= attacks::rook(from, occupied);
    }
    danger | attacks::king(position.king(!S::COLOR))
}

/// Counts moves.
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline]
    fn man(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn pawns(
        &mut self,
        [(single, _), (double, _), (left, _), (right, _)]: PawnMoves,
    ) -> ControlFlow<()> {
        // Steps go to empty squares, captures to taken ones, and no two pawns step to the same
        // square: three of the four groups have no square in common, and are counted together.
        self.0 += u64::from((single | double | left).len() + right.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32) -> ControlFlow<()> {
        self.0 += 4 * u64::from(targets.len());
        ControlFlow::Continue(())
    }
    #[inline]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
    #[inline]
    fn castling(&mut self, _: Wing) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Stops at the first move there is.
pub(super) struct Any;

impl Sink for Any {
    #[inline]
    fn man(&mut self, _: Role, _: Square, targets: Bitboard) -> ControlFlow<()> {
        stop_if(!targets.is_empty())
    }
    #[inline]
    fn pawns(
        &mut self,
        [(single, _), (double, _), (left, _), (right, _)]: PawnMoves,
    ) -> ControlFlow<()> {
        stop_if(!(single | double | left | right).is_empty())
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32) -> ControlFlow<()> {
        stop_if(!targets.is_empty())
    }
    #[inline]
    fn en_passant(&mut self, _: Square, _: Square) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
    #[inline]
    fn castling(&mut self, _: Wing) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

/// Calls a closure with every move; the closure may break off.
pub(super) struct Each<'a, F> {
    pub(super) position: &'a Position,
    pub(super) visit: F,
}

impl<F: FnMut(Move) -> ControlFlow<()>> Sink for Each<'_, F> {
    #[inline]
    fn man(&mut self, _: Role, from: Square, targets: Bitboard) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| (self.visit)(Move::new(from, to)))
    }
    #[inline]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        moves.into_iter().try_for_each(|(targets, step)| {
            targets.into_iter().try_for_each(|to| (self.visit)(Move::new(before(to, step), to)))
        })
    }
    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| {
            Role::PROMOTIONS.into_iter().try_for_each(|role| {
                (self.visit)(Move { from: before(to, step), to, promotion: Some(role) })
            })
        })
    }
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        (self.visit)(Move::new(from, to))
    }
    #[inline]
    fn castling(&mut self, wing: Wing) -> ControlFlow<()> {
        let turn = self.position.turn;
        (self.visit)(Move::new(Wing::king_from(turn), wing.king_to(turn)))
    }
}

/// The square a pawn came from that made a step of this size.
#[inline]
pub(super) fn before(to: Square, step: i32) -> Square {
    Square::from_index((to.index() as i32 - step) as usize)
}

#[inline]
fn stop_if(stop: bool) -> ControlFlow<()> {
    if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
