//! Tests the solver on a sample of positions of five pieces, whose answers come from exact tables of all positions.
//!
//! The tables were computed by code that shares nothing with the solver: a fixpoint over all placements, with a move
//! generator of its own. `five_pieces.jsonl` has a line for each of the 110 classes of material.

use std::{
    collections::BTreeMap,
    iter,
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use lawbook::{
    board::{Color, Piece, Placement, Role, Square},
    dead::{Budget, can_checkmate},
    position::{CastlingRights, Position, Setup},
};

/// The sample of one class.
///
/// A position is stored as its *place*: a number whose bits are the squares of the pieces and the side to move. A hash
/// of the place decides whether the position is mirrored, and whether the colours are exchanged.
#[derive(serde::Deserialize)]
struct Sample {
    /// The pieces of both players, White's first, such as `KRvKN`.
    class: String,
    /// Seed of the random numbers that select the drawn places.
    seed: u64,
    /// Run-length encoded answers for the drawn places: who can mate, before colours are exchanged.
    drawn: Vec<(usize, String)>,
    /// Places where a player cannot mate although the material suffices and the game goes on.
    surprising: BTreeMap<String, Vec<usize>>,
    /// CRC-32 of the FENs, each followed by a line feed.
    checksum: u32,
}

/// A SplitMix64 generator.
pub(crate) struct SplitMix64(pub(crate) u64);

impl SplitMix64 {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// The pieces other than the kings, in the order of `class`.
fn pieces(class: &str) -> Vec<Piece> {
    let players = class.split('v').zip(Color::ALL);
    let of = |(letters, color): (&str, Color)| {
        let roles: Vec<Role> = letters
            .chars()
            .filter_map(|letter| match letter {
                'Q' => Some(Role::Queen),
                'R' => Some(Role::Rook),
                'B' => Some(Role::Bishop),
                'N' => Some(Role::Knight),
                'P' => Some(Role::Pawn),
                _ => None,
            })
            .collect();
        roles.into_iter().map(move |role| Piece { color, role })
    };
    players.flat_map(of).collect()
}

/// The position at a place, and whether colours are exchanged; `None` if no legal position is there, or if pieces of
/// one kind are not in the order of their squares.
fn position(pieces: &[Piece], place: usize) -> Option<(Position, bool)> {
    let turn = Color::ALL[place % 2];
    let king = |color| Piece { color, role: Role::King };
    let mut placed = vec![(king(Color::White), place / 2 % 64)];
    let mut rest = place / 128;
    for &piece in pieces.iter().rev() {
        placed.push((piece, rest % 64));
        rest /= 64;
    }
    // Black's king is on the files a to d.
    placed.push((king(Color::Black), (rest >> 2) * 8 + (rest & 3)));
    let random = SplitMix64(place as u64).bits();
    let mirror = if random & 1 != 0 { 7 } else { 0 };
    let mut placement = Placement::EMPTY;
    let mut last: Option<(Piece, usize)> = None;
    for (piece, index) in placed {
        // The last piece of a kind comes first.
        let is_ordered = last.is_none_or(|(before, at)| before != piece || index < at);
        let square = Square::from_index(index ^ mirror);
        if !is_ordered || placement.at(square).is_some() {
            return None;
        }
        placement.put(square, piece);
        last = Some((piece, index));
    }
    let castling = CastlingRights::NONE;
    let setup = Setup { placement, turn, castling, en_passant: None, ..Setup::start() };
    let position = Position::from_playable(&setup).ok()?;
    let is_exchanged = random & 2 != 0;
    Some((if is_exchanged { position.flip() } else { position }, is_exchanged))
}

impl Sample {
    /// The positions, each with whether White and whether Black can mate.
    fn positions(&self) -> Vec<(Position, [bool; 2])> {
        let pieces = &pieces(&self.class);
        let mut rng = SplitMix64(self.seed);
        // The squares of three pieces and of both kings, and the side to move.
        let below = |bits: u64| ((u128::from(bits) << 30) >> 64) as usize;
        let places = iter::repeat_with(|| below(rng.bits()));
        let drawn = places.filter_map(|place| position(pieces, place));
        let answers = self.drawn.iter().flat_map(|(number, who)| iter::repeat_n(who, *number));
        // The checksum is over `W-` before `-B` before `--`.
        let others = self.surprising.iter().rev().flat_map(|(who, places)| {
            places.iter().map(move |&place| (position(pieces, place).unwrap(), who))
        });
        let mut crc = u32::MAX;
        let mut positions = Vec::new();
        for ((position, is_exchanged), who) in drawn.zip(answers).chain(others) {
            for byte in format!("{position}\n").bytes() {
                crc ^= u32::from(byte);
                for _ in 0..8 {
                    crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
                }
            }
            let mut can = [who.contains('W'), who.contains('B')];
            if is_exchanged {
                can.reverse();
            }
            positions.push((position, can));
        }
        assert_eq!(!crc, self.checksum, "{}: other positions than those of the tables", self.class);
        positions
    }
}

#[test]
fn the_solver_shows_the_right_answers_for_five_pieces() {
    let lines: Vec<&str> = include_str!("five_pieces.jsonl").lines().collect();
    assert_eq!(lines.len(), 110);
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let sample: Sample = serde_json::from_str(line).unwrap();
            let positions = sample.positions();
            assert!(positions.len() >= 1_000, "{}: {}", sample.class, positions.len());
            for (position, can) in positions {
                for (side, right) in Color::ALL.into_iter().zip(can) {
                    let answer = can_checkmate(&position, side, Budget::FULL);
                    assert_eq!(answer.decided(), Some(right), "{position}: can {side} mate?");
                    assert_eq!(answer.check(&position), Some(true), "{position}: {side}");
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(work);
        }
    });
}
