//! Random mutations of a position, for the search for hard positions.

use lawbook::{
    board::{Bitboard, Color, File, Piece, Rank, Role, Square},
    position::Setup,
    properties::SplitMix64,
};

use super::motif;
use crate::sample;

/// A mutation of a setup. The result may be unplayable, for instance lack a king.
type BoardChange = fn(&mut Setup, &mut SplitMix64);

/// The mutations, each with its relative weight.
const CHANGES: [(usize, BoardChange); 16] = [
    (6, move_piece),
    (5, add_piece),
    (5, remove_piece),
    (3, promote_piece),
    (1, change_color),
    (3, swap_pieces),
    (2, shift_part),
    (1, clear_part),
    (1, mirror_files),
    (1, exchange_colors),
    (3, pass_turn),
    (1, motif::wall),
    (2, motif::bishops),
    (2, motif::pocket),
    (2, motif::chain),
    (1, motif::open),
];

/// Applies one random mutation to `setup`.
pub(super) fn change(setup: &mut Setup, rng: &mut SplitMix64) {
    let all = CHANGES.iter().map(|(share, _)| share).sum();
    let mut number = rng.below(all);
    for (share, change) in CHANGES {
        if number < share {
            return change(setup, rng);
        }
        number -= share;
    }
}

/// Returns a uniformly random square of a set.
pub(super) fn pick(of: Bitboard, rng: &mut SplitMix64) -> Option<Square> {
    sample::pick(of.into_iter(), rng)
}

/// Returns a random region of the board: adjacent files, adjacent ranks, or their intersection.
pub(super) fn part(rng: &mut SplitMix64) -> Bitboard {
    let from = |rng: &mut SplitMix64| {
        let first = rng.below(8);
        first..=first + rng.below(8 - first)
    };
    let files = from(rng).map(|file| File::ALL[file].squares());
    let files = files.fold(Bitboard::EMPTY, |all, one| all | one);
    let ranks = from(rng).map(|rank| Rank::ALL[rank].squares());
    let ranks = ranks.fold(Bitboard::EMPTY, |all, one| all | one);
    match rng.below(3) {
        0 => files,
        1 => ranks,
        _ => files & ranks,
    }
}

/// Returns a random role except king; pawns and bishops are more likely.
pub(super) fn any_role(rng: &mut SplitMix64) -> Role {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    [Pawn, Pawn, Pawn, Pawn, Knight, Knight, Bishop, Bishop, Bishop, Rook, Queen][rng.below(11)]
}

pub(super) fn any_color(rng: &mut SplitMix64) -> Color {
    Color::ALL[rng.below(2)]
}

/// Puts a piece on a random empty square of a set; returns `false` if there is none.
pub(super) fn put_on_empty(
    setup: &mut Setup,
    among: Bitboard,
    piece: Piece,
    rng: &mut SplitMix64,
) -> bool {
    let barred = if piece.role == Role::Pawn { Bitboard::END_RANKS } else { Bitboard::EMPTY };
    let square = pick(among - setup.placement.occupied() - barred, rng);
    if let Some(square) = square {
        setup.placement.put(square, piece);
    }
    square.is_some()
}

fn without_kings(setup: &Setup) -> Bitboard {
    setup.placement.occupied() - setup.placement.role(Role::King)
}

/// Moves a piece, possibly a king, to another empty square: any, or an adjacent one.
fn move_piece(setup: &mut Setup, rng: &mut SplitMix64) {
    let Some(from) = pick(setup.placement.occupied(), rng) else { return };
    let Some(piece) = setup.placement.at(from) else { return };
    let near = from.offset(rng.below(3) as i8 - 1, rng.below(3) as i8 - 1);
    let among = near.filter(|_| rng.below(2) == 0).map_or(Bitboard::FULL, Square::set);
    if put_on_empty(setup, among, piece, rng) {
        setup.placement.remove(from);
    }
}

fn add_piece(setup: &mut Setup, rng: &mut SplitMix64) {
    let piece = Piece { color: any_color(rng), role: any_role(rng) };
    put_on_empty(setup, Bitboard::FULL, piece, rng);
}

fn remove_piece(setup: &mut Setup, rng: &mut SplitMix64) {
    if let Some(square) = pick(without_kings(setup), rng) {
        setup.placement.remove(square);
    }
}

/// Gives a piece a new random role.
fn promote_piece(setup: &mut Setup, rng: &mut SplitMix64) {
    let Some(square) = pick(without_kings(setup), rng) else { return };
    let Some(piece) = setup.placement.at(square) else { return };
    setup.placement.put(square, Piece { role: any_role(rng), ..piece });
}

fn change_color(setup: &mut Setup, rng: &mut SplitMix64) {
    let Some(square) = pick(without_kings(setup), rng) else { return };
    let Some(piece) = setup.placement.at(square) else { return };
    setup.placement.put(square, Piece { color: !piece.color, ..piece });
}

fn swap_pieces(setup: &mut Setup, rng: &mut SplitMix64) {
    let occupied = setup.placement.occupied();
    let Some((one, other)) = pick(occupied, rng).zip(pick(occupied, rng)) else { return };
    let Some((piece, second)) = setup.placement.at(one).zip(setup.placement.at(other)) else {
        return;
    };
    setup.placement.put(one, second);
    setup.placement.put(other, piece);
}

/// Shifts everything in a region of the board by one square.
fn shift_part(setup: &mut Setup, rng: &mut SplitMix64) {
    let part = part(rng);
    let (files, ranks) = [(0, 1), (0, -1), (1, 0), (-1, 0)][rng.below(4)];
    let shifted: Vec<(Square, Piece)> =
        setup.placement.iter().filter(|(square, _)| part.contains(*square)).collect();
    for &(square, _) in &shifted {
        setup.placement.remove(square);
    }
    for (square, piece) in shifted {
        if let Some(to) = square.offset(files, ranks) {
            setup.placement.put(to, piece);
        }
    }
}

/// Removes some of the pieces in a region of the board, except kings.
fn clear_part(setup: &mut Setup, rng: &mut SplitMix64) {
    for square in part(rng) & without_kings(setup) {
        if rng.below(2) == 0 {
            setup.placement.remove(square);
        }
    }
}

/// Mirrors the board so that the a file becomes the h file.
fn mirror_files(setup: &mut Setup, _: &mut SplitMix64) {
    let all: Vec<(Square, Piece)> = setup.placement.iter().collect();
    for &(square, _) in &all {
        setup.placement.remove(square);
    }
    for (square, piece) in all {
        setup
            .placement
            .put(Square::new(File::ALL[7 - square.file().index()], square.rank()), piece);
    }
}

fn exchange_colors(setup: &mut Setup, _: &mut SplitMix64) {
    *setup = setup.flip();
}

fn pass_turn(setup: &mut Setup, _: &mut SplitMix64) {
    setup.turn = !setup.turn;
}
