//! Illegal setups, for every kind of [`SetupFlaw`]. A library may accept or refuse those that can be played, but not crash.

use super::{SplitMix64, start};
use lawbook::{
    board::{Bitboard, Color, Piece, Rank, Role, Square, attacks},
    position::{Position, Setup, Wing},
};
use lawbook_catalogue::SetupFlaw;

/// Halfmove clocks near the limits of the rules and of 8-bit integers.
const CLOCKS: [u16; 12] = [0, 1, 49, 50, 99, 100, 101, 149, 150, 151, 255, 256];

/// Fullmove numbers near the limits of small integers and of long games. The first move of a game has the number 1.
const NUMBERS: [u32; 5] = [1, 2, 255, 256, 6000];

/// Returns the setup of a position unchanged, with other counters, or with a flaw. The setup may have a different flaw
/// than intended, or none if the board has no room for it.
pub(super) fn any_setup(position: &Position, rng: &mut SplitMix64) -> Setup {
    let mut setup = position.setup();
    match rng.below(SetupFlaw::ALL.len() + 5) {
        0..=2 => {}
        3 => {
            setup.halfmove_clock = CLOCKS[rng.below(CLOCKS.len())];
            setup.fullmove_number = u32::from(setup.halfmove_clock) / 2 + 1;
        }
        4 => setup.fullmove_number = NUMBERS[rng.below(NUMBERS.len())],
        flaw => spoil(&mut setup, SetupFlaw::ALL[flaw - 5], rng),
    }
    setup
}

/// Tries to give a setup the flaw `flaw`; leaves it legal if the board has no room for it.
fn spoil(setup: &mut Setup, flaw: SetupFlaw, rng: &mut SplitMix64) {
    let color = Color::ALL[rng.below(2)];
    let own = |role| Piece { color, role };
    let king = setup.placement.king(color);
    match flaw {
        SetupFlaw::NoKing => king.into_iter().for_each(|square| setup.placement.remove(square)),
        SetupFlaw::SeveralKings => start::put_anywhere(setup, rng, own(Role::King)),
        // Up to 32 pieces of one side: a library may use a buffer sized for the pieces that a real game can have.
        SetupFlaw::TooManyPieces => {
            let pieces = 17 + rng.below(16) as u32;
            fill(setup, rng, color, Role::Knight, pieces);
        }
        SetupFlaw::TooManyPawns => {
            let needed = 9_u32.saturating_sub(setup.placement.pieces(color, Role::Pawn).len());
            let pieces = setup.placement.color(color).len() + needed;
            fill(setup, rng, color, Role::Pawn, pieces.min(16));
        }
        SetupFlaw::PawnOnEndRank => {
            let rank = [Rank::relative(1, color), Rank::relative(8, color)][rng.below(2)];
            let free = !setup.placement.role(Role::King);
            put_among(setup, rng, free & rank.squares().into_iter().collect(), own(Role::Pawn));
        }
        SetupFlaw::KingsAdjacent => {
            let Some(other) = setup.placement.king(!color) else { return };
            king.into_iter().for_each(|square| setup.placement.remove(square));
            put_among(setup, rng, attacks::king(other), own(Role::King));
        }
        SetupFlaw::OpponentInCheck => {
            let Some(king) = setup.placement.king(!setup.turn) else { return };
            check(setup, rng, king, setup.turn);
        }
        SetupFlaw::CastlingRight => {
            let wing = Wing::ALL[rng.below(2)];
            setup.castling.add(color, wing);
            // Half of the time another piece stands where the rook should be.
            let corner = wing.rook_from(color);
            if rng.below(2) == 0
                && setup.placement.at(corner).is_none_or(|one| one.role != Role::King)
            {
                let role = [Role::Knight, Role::Bishop, Role::Queen, Role::Rook][rng.below(4)];
                let color = if role == Role::Rook { !color } else { Color::ALL[rng.below(2)] };
                setup.placement.put(corner, Piece { color, role });
            }
        }
        SetupFlaw::EnPassant | SetupFlaw::DoubleStep => {
            let rank = [Rank::relative(3, !setup.turn), Rank::ALL[rng.below(8)]];
            let squares = rank[rng.below(2)].squares();
            setup.en_passant = squares.into_iter().nth(rng.below(8));
            if let Some(square) = setup.en_passant.filter(|_| flaw == SetupFlaw::DoubleStep) {
                let pawn = Piece { color: !setup.turn, role: Role::Pawn };
                let near = [-1, 1].into_iter().filter_map(|up| square.offset(0, up));
                near.for_each(|one| put_among(setup, rng, one.set(), pawn));
            }
        }
        SetupFlaw::TooManyPromoted => {
            let role = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight][rng.below(4)];
            fill(setup, rng, color, role, 16);
        }
        SetupFlaw::ImpossibleChecks => {
            let Some(king) = setup.placement.king(setup.turn) else { return };
            for _ in 0..2 + rng.below(2) {
                check(setup, rng, king, !setup.turn);
            }
        }
    }
}

/// Adds pieces on empty squares until the player has `pieces` pieces.
fn fill(setup: &mut Setup, rng: &mut SplitMix64, color: Color, role: Role, pieces: u32) {
    for _ in setup.placement.color(color).len()..pieces {
        start::put_anywhere(setup, rng, Piece { color, role });
    }
}

/// Places a piece where it gives check, unless another piece blocks the line.
fn check(setup: &mut Setup, rng: &mut SplitMix64, king: Square, by: Color) {
    let occupied = setup.placement.occupied();
    let (role, from) = match rng.below(4) {
        0 => (Role::Knight, attacks::knight(king)),
        1 => (Role::Bishop, attacks::bishop(king, occupied)),
        2 => (Role::Rook, attacks::rook(king, occupied)),
        _ => (Role::Pawn, attacks::pawn(!by, king) - Bitboard::END_RANKS),
    };
    put_among(setup, rng, from - occupied, Piece { color: by, role });
}

/// Places a piece on a random square of `squares`, replacing any piece except a king.
fn put_among(setup: &mut Setup, rng: &mut SplitMix64, squares: Bitboard, piece: Piece) {
    let squares = squares - setup.placement.role(Role::King);
    let square = squares.into_iter().nth(rng.below(squares.len().max(1) as usize));
    square.into_iter().for_each(|square| setup.placement.put(square, piece));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_of_every_flaw_and_of_none_are_made() {
        let start: Position = "4k2r/p1p2p2/8/3p4/8/8/P1P2P2/R3K3 w Qk - 0 1".parse().unwrap();
        let mut rng = SplitMix64::new(1);
        let setups: Vec<Setup> = (0..2000).map(|_| any_setup(&start, &mut rng)).collect();
        let made: Vec<Option<SetupFlaw>> = setups.iter().map(SetupFlaw::of).collect();
        for flaw in SetupFlaw::ALL.map(Some).into_iter().chain([None]) {
            let times = made.iter().filter(|one| **one == flaw).count();
            assert!(times > 20, "{flaw:?} {times} times");
        }
        // The standard counts moves from 1, and libraries may refuse a 0.
        let lowest = setups.iter().map(|setup| setup.fullmove_number).min();
        assert_eq!(lowest, Some(1));
    }
}
