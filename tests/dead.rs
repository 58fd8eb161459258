//! The dead-position solver against a plain exact closure that shares nothing with it: every position
//! that can arise is looked at, and mate is looked for in each.
//!
//! `LAWBOOK_MUTATIONS=100000` asks for more mutations than `cargo test` makes by itself.

#![allow(clippy::unwrap_used)] // a test

use std::collections::HashSet;

use lawbook::{
    board::{Color, Piece, Role, Square},
    dead::{Winnable, can_mate},
    position::{Position, Setup},
};

/// Walls of pawns, lone minor men and shut-in kings: where static reasoning goes wrong.
const SEEDS: [&str; 16] = [
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1",
    "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1",
    "8/1k6/8/p1p1p1p1/P1P1P1P1/8/1B6/2K5 w - - 0 1",
    "k7/P7/K7/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/kp6/p7/K7 w - - 0 1",
    "5b1k/5p1p/5P1P/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/1k6/1p6/1P6/1KB5 w - - 0 1",
    "7k/7p/7P/8/8/6B1/8/6K1 w - - 0 1",
    "8/8/3k4/8/2b5/8/3K1B2/8 w - - 0 1",
    "8/8/3k1n2/8/8/3B4/3K4/8 w - - 0 1",
    "kb6/pP6/P7/8/8/8/8/6K1 b - - 0 1",
    "1k6/1P6/1K6/8/8/8/8/n7 w - - 0 1",
    "8/p7/kpP5/qrp1b3/rpP2b2/pP4b1/P3K3/8 w - - 0 1",
    "8/8/1p1p1p1p/1P1P1P1P/8/4k3/8/4K2N w - - 0 1",
    "7k/5K2/7P/8/8/8/7p/8 b - - 0 1",
];

/// How many positions the closure looks at before it leaves a mutation out.
const CLOSURE_LIMIT: usize = 2_000;

/// Whether this side can mate; `None` if there are too many positions to look at.
fn closure(start: &Position, side: Color) -> Option<bool> {
    let start = start.without_clocks();
    let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
    while let Some(position) = open.pop() {
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != side {
            return Some(true);
        }
        for played in moves {
            let next = position.play(played).unwrap().without_clocks();
            if seen.insert(next) {
                open.push(next);
            }
        }
        if seen.len() > CLOSURE_LIMIT {
            return None;
        }
    }
    Some(false)
}

/// A small generator of numbers, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// One to three men put, taken away or exchanged, and perhaps the other player on move.
fn mutate(seed: &str, numbers: &mut Numbers) -> Option<Position> {
    let mut setup: Setup = seed.parse().unwrap();
    for _ in 0..=numbers.below(3) {
        let square = Square::from_index(numbers.below(64) as usize);
        if numbers.below(3) == 0 {
            setup.placement.remove(square);
        } else {
            let color = Color::ALL[numbers.below(2) as usize];
            let role = Role::ALL[numbers.below(5) as usize];
            setup.placement.put(square, Piece { color, role });
        }
    }
    if numbers.below(2) == 0 {
        setup.turn = !setup.turn;
    }
    Position::composed(&setup).ok()
}

#[test]
fn the_solver_agrees_with_the_closure_on_mutated_positions() {
    let wanted = std::env::var("LAWBOOK_MUTATIONS").ok().and_then(|text| text.parse().ok());
    let wanted: u32 = wanted.unwrap_or(400);
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut decided, mut dead) = (0, 0);
    while decided < wanted {
        let seed = SEEDS[numbers.below(SEEDS.len() as u64) as usize];
        let Some(position) = mutate(seed, &mut numbers) else { continue };
        for side in Color::ALL {
            let Some(exact) = closure(&position, side) else { continue };
            decided += 1;
            dead += u32::from(!exact);
            match can_mate(&position, side) {
                Winnable::Yes(line) => {
                    assert!(exact, "{side} cannot mate in {position}");
                    let end = line.iter().try_fold(position, |at, &played| at.play(played));
                    let end = end.unwrap();
                    assert!(end.is_checkmate() && end.turn() != side, "{position}");
                }
                Winnable::No(_) => assert!(!exact, "{side} can mate in {position}"),
                Winnable::Undetermined => {}
            }
        }
    }
    assert!(dead > decided / 20, "only {dead} of {decided} cannot be won: the seeds are too open");
}
