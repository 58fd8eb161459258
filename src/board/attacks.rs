//! The squares that pieces attack, for a given set of occupied squares.
//!
//! "A piece is said to attack an opponent's piece if the piece could make a capture on that square" (Article 3.1.2).
//! Pins are not considered here, because the Laws do not consider them for checks.

use super::{Bitboard, Color, File, Role, Square, magic};

pub use super::magic::{bishop, rook};

/// The squares a king on `from` attacks.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// The squares a knight on `from` attacks.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The squares a pawn of this colour on `from` attacks: one or two, none from the last rank.
#[inline]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color as usize][from.index()]
}

/// The squares a queen on `from` attacks, up to and including the first piece on each line.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// The squares a rook on `from` attacks on an empty board.
#[inline]
pub(crate) fn rook_lines(from: Square) -> Bitboard {
    ROOK_LINES[from.index()]
}

/// The squares a bishop on `from` attacks on an empty board.
#[inline]
pub(crate) fn bishop_lines(from: Square) -> Bitboard {
    BISHOP_LINES[from.index()]
}

/// The squares a piece of this role and colour on `from` attacks.
#[inline(always)]
pub fn of(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::King => king(from),
    }
}

/// All squares that are attacked by some pawn of this colour.
#[inline]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let not_a = pawns - File::ALL[0].squares();
    let not_h = pawns - File::ALL[7].squares();
    match color {
        Color::White => not_a.shift(7) | not_h.shift(9),
        Color::Black => not_a.shift(-9) | not_h.shift(-7),
    }
}

/// The squares strictly between two squares on one line; none if they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

static KING: [Bitboard; 64] = leaper(&magic::STEPS);
static KNIGHT: [Bitboard; 64] =
    leaper(&[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
// Small enough to stay in the cache, unlike the tables for occupied boards.
static ROOK_LINES: [Bitboard; 64] = magic::lines(0);
static BISHOP_LINES: [Bitboard; 64] = magic::lines(4);
static BETWEEN: [[Bitboard; 64]; 64] = betweens();

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(to) = Square::from_index(from).offset(files, ranks) {
                table[from].0 |= to.set().0;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn betweens() -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = magic::STEPS[direction];
            let mut passed = 0;
            let mut at = Square::from_index(from).offset(files, ranks);
            while let Some(to) = at {
                table[from][to.index()] = Bitboard(passed);
                passed |= to.set().0;
                at = to.offset(files, ranks);
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(attacked: Bitboard, expected: &str) {
        let squares: Vec<String> = attacked.into_iter().map(|square| square.to_string()).collect();
        assert_eq!(squares.join(" "), expected);
    }

    fn at(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    #[test]
    fn pieces_attack_what_the_laws_say() {
        let none = Bitboard::EMPTY;
        check(knight(at("a1")), "c2 b3");
        check(king(at("h8")), "g7 h7 g8");
        check(pawn(Color::White, at("a2")), "b3");
        check(pawn(Color::Black, at("e5")), "d4 f4");
        check(pawn(Color::White, at("e8")), "");
        check(bishop(at("b2"), at("d4").set()), "a1 c1 a3 c3 d4");
        check(rook(at("a1"), at("a3").set() | at("b1").set()), "b1 a2 a3");
        assert_eq!(queen(at("d4"), none).len(), 27);
    }

    #[test]
    fn pawns_together_attack_what_each_attacks() {
        for color in Color::ALL {
            for set in [Bitboard::FULL - Bitboard::END_RANKS, Bitboard(0x0024_8100_4200_1800)] {
                let each =
                    set.into_iter().fold(Bitboard::EMPTY, |all, from| all | pawn(color, from));
                assert_eq!(pawns(color, set), each);
            }
        }
    }

    #[test]
    fn between_is_open_at_both_ends() {
        check(between(at("a1"), at("d4")), "b2 c3");
        check(between(at("h5"), at("e5")), "f5 g5");
        check(between(at("a1"), at("b1")), "");
        check(between(at("a1"), at("b3")), "");
    }
}
