//! The only generator of legal moves.
//!
//! It finds the checkers and the pins first, so that it need not make and unmake moves; only an en passant capture is
//! tried on the board. The moves go to a [`MoveSink`], which counts them, visits them, or stops at the first. There is a
//! single path through the rules to audit, compiled for each colour and each sink; `one_move` tests a single move, and the
//! tests compare the two for all conceivable moves.
//!
//! Functions that run at every ply of a game are `#[inline(always)]`. In a large program the compiler emits calls
//! instead, which made replaying games a fifth slower.

use std::ops::ControlFlow;

use super::{
    Move, Position, Wing,
    side::Side,
    sink::{AnyMove, MoveSink},
};
use crate::board::{Bitboard, File, Role, Square, attacks};

/// Passes every legal move of the pieces on `origins` to the sink.
#[inline]
pub(super) fn generate<S: Side, K: MoveSink>(
    position: &Position,
    origins: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    generate_under::<S, K>(position, &Threats::new::<S>(position), origins, sink)
}

/// Like `generate`, with checks and pins that are known already.
#[inline]
pub(super) fn generate_under<S: Side, K: MoveSink>(
    position: &Position,
    threats: &Threats,
    origins: Bitboard,
    sink: &mut K,
) -> ControlFlow<()> {
    if !threats.checkers.is_several() {
        let masks = MoveMasks::new::<S>(position, origins, threats);
        masks.pawns::<S, K>(position, sink)?;
        masks.pieces(Role::Knight, sink)?;
        masks.pieces(Role::Bishop, sink)?;
        masks.pieces(Role::Rook, sink)?;
        masks.pieces(Role::Queen, sink)?;
    }
    if origins.contains(threats.king) {
        king::<S, K>(position, threats, sink)
    } else {
        ControlFlow::Continue(())
    }
}

/// Whether the side to move has a legal move.
#[inline(always)]
pub(super) fn any<S: Side>(position: &Position, threats: &Threats) -> bool {
    // Nearly always some pawn is free to step, which makes the rest unnecessary.
    let placement = &position.placement;
    let free = placement.pieces(S::COLOR, Role::Pawn) - threats.diagonal - threats.straight;
    let steps = free.shift(S::UP) - placement.occupied();
    (threats.checkers.is_empty() && !steps.is_empty())
        || generate_under::<S, _>(position, threats, Bitboard::FULL, &mut AnyMove).is_break()
}

/// The checks to the king of the side to move, and the pins against it.
#[derive(Clone, Copy)]
pub(super) struct Threats {
    pub(super) king: Square,
    pub(super) checkers: Bitboard,
    /// The squares of diagonal pins, from the king to the pinning piece. A piece pinned on one of them can only move
    /// along them. Two pins of the same kind never cross in a way that lets a piece change from one to the other.
    diagonal: Bitboard,
    /// The same along files and ranks.
    straight: Bitboard,
}

impl Threats {
    #[inline(always)]
    pub(super) fn new<S: Side>(position: &Position) -> Threats {
        let placement = &position.placement;
        let (us, them) = (placement.color(S::COLOR), placement.color(!S::COLOR));
        let king = position.king(S::COLOR);
        let mut threats = Threats {
            king,
            checkers: ((attacks::knight(king) & placement.role(Role::Knight))
                | (attacks::pawn(S::COLOR, king) & placement.role(Role::Pawn)))
                & them,
            diagonal: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
        };
        // Lines pass through our own pieces: with none in between there is check, and a single one is pinned.
        for sniper in attacks::bishop(king, them) & them & placement.bishops_and_queens() {
            let between = attacks::between(king, sniper);
            let shield = between & us;
            if shield.is_empty() {
                threats.checkers |= sniper.set();
            } else if !shield.is_several() {
                threats.diagonal |= between | sniper.set();
            }
        }
        for sniper in attacks::rook(king, them) & them & placement.rooks_and_queens() {
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

/// The pieces that may move and their possible targets, except for the king.
struct MoveMasks<'a> {
    threats: &'a Threats,
    position: &'a Position,
    movers: Bitboard,
    them: Bitboard,
    occupied: Bitboard,
    /// Squares without our own pieces and without kings. In check, only the square of the checker and those that block it.
    target: Bitboard,
}

impl<'a> MoveMasks<'a> {
    #[inline]
    fn new<S: Side>(
        position: &'a Position,
        origins: Bitboard,
        threats: &'a Threats,
    ) -> MoveMasks<'a> {
        let us = position.placement.color(S::COLOR);
        let them = position.placement.color(!S::COLOR);
        let target = match threats.checkers.first() {
            // A king is never captured, not even one that was left in check by an unnoticed illegal move.
            None => !(us | position.placement.role(Role::King)),
            Some(checker) => attacks::between(threats.king, checker) | checker.set(),
        };
        MoveMasks { threats, position, movers: us & origins, them, occupied: us | them, target }
    }

    #[inline]
    fn role(&self, role: Role) -> Bitboard {
        self.movers & self.position.placement.role(role)
    }

    /// Passes the moves of all pieces of a role other than pawn and king.
    #[inline(always)]
    fn pieces<K: MoveSink>(&self, role: Role, sink: &mut K) -> ControlFlow<()> {
        for from in self.role(role) {
            let knight = attacks::knight(from).only_if(role == Role::Knight);
            let diagonal = attacks::bishop(from, self.occupied)
                .only_if(matches!(role, Role::Bishop | Role::Queen));
            let straight = attacks::rook(from, self.occupied)
                .only_if(matches!(role, Role::Rook | Role::Queen));
            let reach = if self.threats.diagonal.contains(from) {
                diagonal & self.threats.diagonal
            } else if self.threats.straight.contains(from) {
                straight & self.threats.straight
            } else {
                knight | diagonal | straight
            };
            sink.piece(role, from, reach & self.target)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawns<S: Side, K: MoveSink>(&self, position: &Position, sink: &mut K) -> ControlFlow<()> {
        let Threats { diagonal, straight, .. } = *self.threats;
        let pawns = self.role(Role::Pawn);
        if pawns.is_empty() {
            return ControlFlow::Continue(());
        }
        let empty = !self.occupied;

        let pushers = pawns - diagonal;
        let stepped =
            (pushers - straight).shift(S::UP) | ((pushers & straight).shift(S::UP) & straight);
        let single = stepped & empty;
        // A pawn pinned on its file stays on it, so the second step needs no mask of its own.
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
            // The en passant square is only set if some capture is legal, so a single candidate is legal.
            let candidates =
                attacks::pawn(!S::COLOR, to) & position.placement.pieces(S::COLOR, Role::Pawn);
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
fn king<S: Side, K: MoveSink>(
    position: &Position,
    threats: &Threats,
    sink: &mut K,
) -> ControlFlow<()> {
    let placement = &position.placement;
    let steps = attacks::king(threats.king) - placement.color(S::COLOR);
    // If the king has no square to step to, the adjacent square that castling needs is not free either. In Chess960
    // that square may hold the king's own rook.
    if steps.is_empty() && !position.castling.is_chess960() {
        return ControlFlow::Continue(());
    }
    let danger = danger::<S>(position, threats.king);
    let safe = steps - danger;
    if !safe.is_empty() {
        sink.piece(Role::King, threats.king, safe)?;
    }
    if threats.checkers.is_empty() {
        for wing in Wing::ALL {
            let Some(rook) = position.castling.rook(S::COLOR, wing) else { continue };
            if is_free_to_castle::<S>(position, wing, rook, danger) {
                let chess960 = position.castling.is_chess960();
                let to = if chess960 { rook } else { wing.king_to(S::COLOR) };
                sink.castling(wing, Move::new(threats.king, to))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether the side to move can castle to this wing now.
pub(super) fn can_castle<S: Side>(position: &Position, wing: Wing) -> bool {
    let danger = || danger::<S>(position, position.king(S::COLOR));
    position.castling.rook(S::COLOR, wing).is_some_and(|rook| {
        !position.is_check() && is_free_to_castle::<S>(position, wing, rook, danger())
    })
}

/// Whether the king passes no square of `danger`, and no piece is in the way (Article 3.8.2.2).
#[inline]
fn is_free_to_castle<S: Side>(
    position: &Position,
    wing: Wing,
    rook: Square,
    danger: Bitboard,
) -> bool {
    let (king, to) = (position.king(S::COLOR), wing.king_to(S::COLOR));
    let path = attacks::between(king, to) | to.set();
    if path.meets(danger) {
        false
    } else if position.castling.is_chess960() {
        is_free_in_chess960::<S>(position, wing, king, rook)
    } else {
        !attacks::between(king, rook).meets(position.placement.occupied())
    }
}

/// Whether no other piece stands on the paths of king and rook, and the departure of the rook does not expose the king
/// to check (Guidelines II.3.2).
fn is_free_in_chess960<S: Side>(
    position: &Position,
    wing: Wing,
    king: Square,
    rook: Square,
) -> bool {
    let placement = &position.placement;
    let (king_to, rook_to) = (wing.king_to(S::COLOR), wing.rook_to(S::COLOR));
    let others = placement.occupied() - king.set() - rook.set();
    let entered = king_to.set() | rook_to.set();
    let way = attacks::between(king, king_to) | attacks::between(rook, rook_to) | entered;
    !way.meets(others) && placement.attackers(!S::COLOR, king_to, others | entered).is_empty()
}

/// All squares that the opponent attacks once the king has left its own square.
#[inline]
fn danger<S: Side>(position: &Position, king: Square) -> Bitboard {
    let placement = &position.placement;
    let occupied = placement.occupied() - king.set();
    placement.attacked_by(!S::COLOR, position.king(!S::COLOR), occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All conceivable moves, legal or not, of any piece to any square.
    fn all_moves() -> impl Iterator<Item = Move> {
        let promotions = || Role::ALL.into_iter().map(Some).chain([None]);
        Square::all().flat_map(move |from| {
            Square::all()
                .flat_map(move |to| promotions().map(move |promotion| Move { from, to, promotion }))
        })
    }

    rows!(
        a_move_is_found_exactly_if_it_is_listed,
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/6n1/8/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            // Pins of every kind, and rooks next to lines with other pinned pieces.
            "4k3/4r3/b6b/1P3R2/2B1N3/r2QK1Pr/4B3/4r3 w - - 0 1",
            "8/8/8/q2pP2K/8/8/8/4k3 w - d6 0 1",
            "4k3/8/8/2pP4/8/8/8/3RK3 w - c6 0 1",
            // En passant with two pawns, one of them pinned.
            "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            // Stalemate, as the only pawn is pinned.
            "8/8/8/3bb3/8/8/5kP1/7K w - - 0 1",
            // A capture by a pawn and nothing else: to either side, and by two pawns on one square.
            "7k/8/8/8/pp6/P7/5q2/7K w - - 0 1",
            "k7/8/8/8/6pp/7P/2q5/K7 w - - 0 1",
            "7k/8/8/8/1ppp4/1P1P4/5q2/7K w - - 0 1",
            // Check by one piece and by two.
            "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/7b/4r3/3P4/R3K2R w KQ - 0 1",
            // Chess960: king and rook side by side, changing places, on their squares already, and a rook
            // that keeps a check from the king.
            "1r2k1r1/8/8/8/8/8/8/1R2KR2 w FBgb - 0 1",
            "5krr/8/8/8/8/8/8/5KRR w Gg - 0 1",
            "2rk4/8/8/8/8/8/8/2RK4 w Cc - 0 1",
            "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
            "2kr4/8/8/8/8/8/8/qRK5 w B - 0 1",
            "1k6/8/8/8/8/8/PPP5/NKR5 w C - 0 1",
        ] {
            let start: Position = fen.parse().unwrap();
            let mut positions = vec![start, start.flip()];
            positions.extend(start.legal_moves().into_iter().map(|played| start.after(played)));
            for position in positions {
                let mut listed = position.legal_moves();
                listed.sort_unstable();
                let plays = |one: &Position, wanted| one.play(wanted).is_ok();
                for takes in [Position::is_legal, plays] {
                    let found = all_moves().filter(|&wanted| takes(&position, wanted));
                    let mut found: Vec<Move> = found.collect();
                    found.sort_unstable();
                    assert_eq!(found, listed, "{position}");
                }
                assert_eq!(position.has_legal_move(), !listed.is_empty(), "{position}");
                let ends = (position.is_checkmate(), position.is_stalemate());
                let stuck = listed.is_empty();
                assert_eq!(
                    ends,
                    (stuck && position.is_check(), stuck && !position.is_check()),
                    "{position}"
                );
                for legal in listed {
                    assert_eq!(
                        position.play(legal),
                        Ok(position.after(legal)),
                        "{position} {legal}"
                    );
                }
            }
        }
    );
}
