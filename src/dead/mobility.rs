//! Where each piece can ever get to, all orders of play taken together: a fixed point from above.
//!
//! The sets grow from where the pieces stand, by moves that cannot be ruled out. A move is ruled out
//! only by what holds in every position that the sets allow so far: a piece that cannot have moved
//! and cannot have been taken is still there, blocks, and guards. If the first move that leaves the sets
//! existed, it would have been allowed; so there is none. Nothing is ever assumed about moves
//! that "would be mate", and no two pieces are held immobile by each other unless neither moves first.

mod fixpoint;

use std::ops::ControlFlow;

use self::fixpoint::ReachFixpoint;
use crate::{
    board::{Bitboard, Color, Piece, Role, Square},
    position::{CastlingRights, Position},
};

/// Pieces, where each may stand, and which may be taken: closed under legal moves, and without mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachInvariant {
    /// The pieces of the position it was made for.
    pub pieces: Vec<PieceReach>,
    /// The castling rights of that position.
    pub castling: CastlingRights,
    /// The player who does not mate in it.
    pub side: Color,
    /// Whether a mate is ruled out only once the other player has made a move.
    pub settled: bool,
    /// Which lines of play it is about.
    pub story: CaseSplit,
}

/// Some of the lines of play from a position, told apart by what becomes of certain pieces.
///
/// For each piece, a line is one of two: either the piece never moves, or it is not taken before it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseSplit {
    /// Where the pieces start that never move.
    pub stay: Bitboard,
    /// Where the pieces start that are not taken before they move.
    pub leave: Bitboard,
    /// Those of `stay` that cannot move as long as they are not taken.
    pub held: Bitboard,
    /// What the held pieces of each player attack.
    pub bearing: [Bitboard; 2],
}

/// A piece and where it may stand in the course of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceReach {
    /// The piece.
    pub piece: Piece,
    /// Where it stands at first.
    pub start: Square,
    /// Where it may stand as what it is.
    pub squares: Bitboard,
    /// Where it may stand as anything it is promoted to.
    pub promoted: Bitboard,
    /// Whether it may be taken.
    pub removable: bool,
}

impl PieceReach {
    /// All squares on which it may stand.
    #[inline]
    pub fn anywhere(&self) -> Bitboard {
        self.squares | self.promoted
    }

    /// Whether it never moves, though it may be taken.
    #[inline]
    fn is_still(&self) -> bool {
        self.promoted.is_empty() && !self.squares.is_several()
    }

    /// Whether it is certainly on its first square.
    #[inline]
    fn is_fixed(&self) -> bool {
        !self.removable && self.is_still()
    }

    /// Whether it is certainly a pawn on its first file.
    #[inline]
    fn keeps_file(&self) -> bool {
        !self.removable
            && self.promoted.is_empty()
            && self.squares.is_subset(self.start.file().squares())
    }
}

/// Whether these regions hold every line of play from this position, which may be a later one than
/// they were made for.
pub(super) fn hold(regions: &[ReachInvariant], position: &Position) -> bool {
    let told = |region: &ReachInvariant| {
        region.pieces.iter().all(|reach| {
            !(region.story.stay | region.story.leave).contains(reach.start)
                || position.at(reach.start) != Some(reach.piece)
        })
    };
    regions.iter().all(|region| region.holds(position))
        || regions.iter().any(|region| told(region) && region.holds(position))
}

impl ReachInvariant {
    /// Whether this position is one of those the sets allow, so that nothing that can come of it
    /// leaves them. `false` may be wrong: pieces of one kind are matched in a fixed order.
    fn holds(&self, position: &Position) -> bool {
        if position.en_passant().is_some()
            || position.castling().iter().any(|(color, wing)| !self.castling.has(color, wing))
        {
            return false;
        }
        let placement = position.placement();
        let mut left = placement.occupied();
        let mut at = [None; 32];
        // Who stands where it stood is the same piece; that matters to rooks that may castle.
        for (slot, reach) in at.iter_mut().zip(&self.pieces) {
            let same = placement.pieces(reach.piece.color, reach.piece.role);
            if same.contains(reach.start) {
                *slot = Some(reach.start);
                left = left - reach.start.set();
            }
        }
        for (slot, reach) in at.iter_mut().zip(&self.pieces).filter(|(slot, _)| slot.is_none()) {
            let own = left & placement.color(reach.piece.color);
            let same = own & placement.role(reach.piece.role) & reach.squares;
            let grown = own - placement.role(Role::Pawn) - placement.role(Role::King);
            *slot = same.first().or((grown & reach.promoted).first());
            match *slot {
                Some(square) => left = left - square.set(),
                None if reach.removable => {}
                None => return false,
            }
        }
        left.is_empty()
            && self.keeps_order(&at)
            && !(self.settled && mates_at_once(position, self.side))
    }

    /// Whether pawns that cannot get past each other have not done so.
    fn keeps_order(&self, at: &[Option<Square>; 32]) -> bool {
        self.pieces.iter().zip(at).filter(|(reach, _)| is_pawn(reach)).all(|(white, here)| {
            white.piece.color == Color::Black
                || self.pieces.iter().zip(at).filter(|(reach, _)| is_pawn(reach)).all(
                    |(black, there)| {
                        black.piece.color == Color::White
                            || black.start.file() != white.start.file()
                            || black.start < white.start
                            || match (here, there) {
                                (Some(here), Some(there)) => here < there,
                                _ => true,
                            }
                    },
                )
        })
    }
}

fn is_pawn(reach: &PieceReach) -> bool {
    reach.piece.role == Role::Pawn
}

/// Regions around a position that hold every line of play, if there is no mate by `side` in them.
///
/// `None` says nothing. Positions with an en passant right are left to the search. At most `splits`
/// pieces, one after the other, are looked at in either of their two stories.
pub(super) fn prove(position: &Position, side: Color, splits: u32) -> Option<Vec<ReachInvariant>> {
    let mut regions = Vec::new();
    let closed = position.en_passant().is_none()
        && prove_story(position, side, CaseSplit::default(), splits, &mut regions);
    closed.then_some(regions)
}

fn prove_story(
    position: &Position,
    side: Color,
    story: CaseSplit,
    splits: u32,
    regions: &mut Vec<ReachInvariant>,
) -> bool {
    let mut fixpoint = ReachFixpoint::new(position, side, story);
    if let Some(settled) = fixpoint.close(position) {
        regions.push(fixpoint.region(position, settled));
        return true;
    }
    splits > 0
        && fixpoint.doubtful.into_iter().take(3).any(|reach| {
            let before = regions.len();
            let closed = split(position, side, story, reach, splits - 1, regions);
            if !closed {
                regions.truncate(before);
            }
            closed
        })
}

/// Tries both stories of the piece that starts on this square.
fn split(
    position: &Position,
    side: Color,
    story: CaseSplit,
    reach: Square,
    splits: u32,
    regions: &mut Vec<ReachInvariant>,
) -> bool {
    let mut stays = CaseSplit { stay: story.stay | reach.set(), ..story };
    let leaves = CaseSplit { leave: story.leave | reach.set(), ..story };
    let mut fixpoint = ReachFixpoint::new(position, side, leaves);
    match fixpoint.close(position) {
        Some(settled) => {
            regions.push(fixpoint.region(position, settled));
            if let Some((color, bearing)) = fixpoint.held(reach) {
                stays.held |= reach.set();
                stays.bearing[color as usize] |= bearing;
            }
        }
        None => {
            if splits == 0 || !prove_story(position, side, leaves, splits, regions) {
                return false;
            }
        }
    }
    prove_story(position, side, stays, splits, regions)
}

/// Whether this side is on move and has a move that mates.
fn mates_at_once(position: &Position, side: Color) -> bool {
    position.turn() == side
        && position
            .try_each_move_from(Bitboard::FULL, |played| {
                match position.after(played).is_checkmate() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            })
            .is_break()
}
