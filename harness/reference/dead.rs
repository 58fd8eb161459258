//! Compares the dead-position solver with an exact closure that shares nothing with it: it visits every position that
//! can arise and tests each for mate.
//!
//! | variable | effect |
//! |---|---|
//! | `LAWBOOK_MUTATIONS=100000` | number of mutated positions |
//! | `LAWBOOK_CLOSURE=20000` | maximum number of positions in a closure |
//! | `LAWBOOK_POSITIONS=FILE` | more seeds: the lines of a file, each a FEN with an optional label before it |
//!
//! The mutated position depends on its number alone, not on the number of threads.

use std::{
    collections::VecDeque,
    env, fs,
    io::{self, Write},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use lawbook::{
    board::{Bitboard, Color, Piece, Rank, Role, Square},
    dead::{
        Budget, DEFAULT_LIMIT, Winnable, can_checkmate,
        check::{check_certificate, check_helpmate},
        rule_out, search,
    },
    position::{CastlingRights, Position, Setup},
};
use rustc_hash::FxHashSet;

/// Positions where static reasoning can go wrong.
const SEEDS: [&str; 61] = [
    // Walls of pawns.
    "4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1",
    "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1",
    "8/8/1p1p1p1p/1P1P1P1P/8/4k3/8/4K2N w - - 0 1",
    "8/4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4K3/8 w - - 0 1",
    "8/4k3/1p6/pPp1p1p1/P1PpPpPp/3P1P1P/4K3/8 b - - 0 1",
    "6k1/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/R5K1 w - - 0 1",
    "k7/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/K7 w - - 0 1",
    // Bishops of one colour, with many pawns.
    "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P1BK3/8/8 b - - 0 1",
    "2k5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/1B6/2K5 w - - 0 1",
    "8/8/3k4/8/2b5/8/3K1B2/8 w - - 0 1",
    "1b5k/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/2B4K w - - 0 1",
    "8/8/2k5/p1p1p1p1/P1P1P1P1/4K1B1/5B2/8 w - - 0 1",
    "k1b5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/3B3K b - - 0 1",
    "8/8/1p1k1b2/1Pp1p1p1/2P1P1P1/3BK3/8/8 w - - 0 1",
    // Lone minor pieces.
    "8/8/3k1n2/8/8/3B4/3K4/8 w - - 0 1",
    "7k/7p/7P/8/8/6B1/8/6K1 w - - 0 1",
    "1k6/1P6/1K6/8/8/8/8/n7 w - - 0 1",
    "8/8/8/8/8/1k6/p7/K1N5 b - - 0 1",
    "k7/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/KN6 w - - 0 1",
    "8/8/8/8/8/5k2/6pp/5bnK w - - 0 1",
    // Kings that are shut in.
    "k7/P7/K7/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/kp6/p7/K7 w - - 0 1",
    "5b1k/5p1p/5P1P/8/8/8/8/K7 w - - 0 1",
    "8/8/8/8/1k6/1p6/1P6/1KB5 w - - 0 1",
    "kb6/pP6/P7/8/8/8/8/6K1 b - - 0 1",
    "kb6/p1p5/P1P5/8/8/5p1p/5P1P/5BKB w - - 0 1",
    "8/p7/kpP5/qrp1b3/rpP2b2/pP4b1/P3K3/8 w - - 0 1",
    "brk5/rpp5/ppP5/P7/8/8/5K2/8 w - - 0 1",
    "6rk/5pRp/5P1P/8/8/p7/P7/K7 w - - 0 1",
    "KBk5/PpP5/1P6/8/8/8/8/8 w - - 0 1",
    // Kings that are walled in, with a capture next to one: the king recaptures, and all pieces get free.
    "8/8/8/1p6/1P6/KP6/PP6/b6k b - - 0 1",
    "7K/8/8/8/1p6/kp6/pp6/B7 w - - 0 1",
    "8/8/8/6p1/6P1/6PK/6PP/k6b b - - 0 1",
    "8/8/8/1p6/1Pp5/KPP5/PP6/q6k b - - 0 1",
    // Pieces that cannot move until they are captured.
    "8/2b1k3/7p/p1p1p1pP/PpP1P1P1/1P2K3/4q3/8 w - - 0 1",
    "k7/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/q7/K7 w - - 0 1",
    "5Rk1/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/6K1 b - - 0 1",
    // Promoted pieces that are shut out, and some that are not.
    "7k/5K2/7P/8/8/8/7p/8 b - - 0 1",
    "nk6/pP6/P7/8/8/8/8/5K2 w - - 0 1",
    "bnk5/pPp5/P1P5/8/8/8/8/6K1 b - - 0 1",
    "8/8/8/8/7k/1p1p1p2/1P1P1Pp1/1N1B1RKN b - - 0 1",
    "2k5/2P5/2K5/8/8/p7/P7/8 w - - 0 1",
    "k1n5/p1P5/P7/8/8/p7/P1p5/K1N5 w - - 0 1",
    // En passant.
    "8/8/k7/p1p1p1p1/P1PpP1P1/3P4/K7/8 b - e3 0 1",
    "8/8/8/k1pP4/p1P5/P7/K7/8 w - c6 0 1",
    "7k/1p1p1p1p/1P1P1P1P/8/Pp6/1P6/8/K7 b - a3 0 1",
    "8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1",
    // Castling.
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K2R w K - 0 1",
    "r3k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b q - 0 1",
    "r3k2r/p1p1p1pp/P1P1P1PP/8/8/8/8/R3K2R w KQkq - 0 1",
    // Castling in Chess960: both pieces move, pass each other, or one keeps its square, also with a wall in the way.
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/RK6 w A - 0 1",
    "4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/5KR1 w G - 0 1",
    "3rk3/8/p1p1p1p1/P1P1P1P1/8/8/8/3RK3 w Dd - 0 1",
    "r1k4r/p1p1p1pp/P1P1P1PP/8/8/8/8/R1K4R w HAha - 0 1",
    "6kr/p1p1p1pp/P1P1P1PP/8/8/8/8/1R4KR b HBh - 0 1",
    "6k1/8/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/RK6 w A - 0 1",
    // Pins and stalemates.
    "k7/8/8/b7/8/2P5/3N4/4K3 w - - 0 1",
    "7k/5K2/6R1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/p1k5/P1p5/K1B5 w - - 0 1",
    "K7/P1k5/1p6/1P6/8/8/8/8 w - - 0 1",
    "5k1K/5p1P/5P2/8/8/8/8/b7 w - - 0 1",
];

/// Node limit of the solver, sufficient for every position that a closure decides.
const SEARCH_LIMIT: usize = DEFAULT_LIMIT;

#[test]
fn a_search_ends_at_its_limit() {
    let position = "1k6/1P1p3p/BP3p2/1P5p/8/8/3P1PKP/8 b - - 0 1".parse().unwrap();
    for limit in [1, 100, 1_000, 3_000] {
        let (answer, looked_at) = search(&position, Color::White, limit);
        assert!(matches!(answer, Winnable::Undetermined), "{limit}: {answer:?}");
        // The successors of one position are added together.
        assert!(looked_at > limit && looked_at < limit + 218, "{limit}: {looked_at}");
    }
}

#[test]
fn the_solver_agrees_with_the_closure_on_mutated_positions() {
    let wanted = number("LAWBOOK_MUTATIONS", 3_000);
    let limit = number("LAWBOOK_CLOSURE", 2_000) as usize;
    let seeds = seeds();
    let (next, total) = (AtomicU64::new(0), Mutex::new(AnswerCount::default()));
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let mut tally = AnswerCount::default();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= wanted {
                        break;
                    }
                    let position = mutation(&seeds, number);
                    for side in Color::ALL {
                        tally.ask(&position, side, limit);
                    }
                }
                total.lock().unwrap().add(tally);
            });
        }
    });
    let AnswerCount { yes, no, exact, mut open, mut faults } = total.into_inner().unwrap();
    let rate = wanted as f64 / begin.elapsed().as_secs_f64();
    say(&format!(
        "{wanted} positions ({rate:.0} a second), each asked for both sides: {yes} yes with a line that was \
         replayed, {no} no with a certificate that holds, {} left open; the closure, up to {limit} \
         positions, settles {exact} of the last two",
        open.len()
    ));
    open.sort();
    open.iter().for_each(|one| say(one));
    faults.sort();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(yes > wanted / 10 && exact > wanted / 40, "the seeds are too open or too closed");
}

/// Maximum number of positions visited for one answer about the worst known positions.
const MOST_LOOKED_AT: usize = 900_000;

/// Blocked positions where static reasoning fails, and open boards with very many positions.
#[test]
fn the_worst_positions_are_decided_before_long() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/harness/reference/worst.txt");
    let text = fs::read_to_string(path).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (label, fen) = line.split_once(' ').unwrap();
        let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
        for (side, letter) in Color::ALL.into_iter().zip(["W", "B"]) {
            let answer = can_checkmate(&position, side, Budget::FULL);
            assert_eq!(answer.decided(), Some(label.contains(letter)), "{fen}: can {side} mate?");
            assert_eq!(answer.check(&position), Some(true), "{fen}: the evidence about {side}");
            let looked_at = answer.positions;
            assert!(looked_at <= MOST_LOOKED_AT, "{fen}: {side}, {looked_at} positions");
        }
    }
}

/// Counts of the answers.
#[derive(Default)]
struct AnswerCount {
    yes: u64,
    no: u64,
    /// Undetermined positions.
    open: Vec<String>,
    /// Answers other than yes that the closure has verified.
    exact: u64,
    faults: Vec<String>,
}

impl AnswerCount {
    fn ask(&mut self, position: &Position, side: Color, limit: usize) {
        let Trial { answer, exact, fault } = Trial::new(position, side, limit);
        self.exact += u64::from(exact.is_some());
        match answer {
            _ if fault.is_some() => self.faults.push(shrink(position, side, limit)),
            Winnable::Yes(_) => self.yes += 1,
            Winnable::No(_) => self.no += 1,
            Winnable::Undetermined => {
                self.open.push(format!("left open: {position}: can {side} mate?"))
            }
        }
    }

    fn add(&mut self, other: AnswerCount) {
        self.yes += other.yes;
        self.no += other.no;
        self.open.extend(other.open);
        self.exact += other.exact;
        self.faults.extend(other.faults);
    }
}

/// The solver's answer, the exact answer if the closure finds it, and the fault of the solver's answer.
struct Trial {
    answer: Winnable,
    exact: Option<bool>,
    fault: Option<&'static str>,
}

impl Trial {
    fn new(position: &Position, side: Color, limit: usize) -> Trial {
        let answer = search(position, side, SEARCH_LIMIT).0;
        // A line that can be replayed needs no closure.
        let exact = match &answer {
            Winnable::Yes(line) if check_helpmate(position, side, line) => None,
            Winnable::Yes(_) | Winnable::No(_) | Winnable::Undetermined => {
                closure(position, side, limit)
            }
        };
        let shown = rule_out(position, side)
            .is_none_or(|certificate| check_certificate(position, side, &certificate));
        let fault = match &answer {
            _ if !shown => Some("no, before any search, with a certificate that does not hold"),
            Winnable::Yes(line) if check_helpmate(position, side, line) => None,
            Winnable::Yes(_) => Some("yes, with a line that is no mate"),
            Winnable::No(_) if exact == Some(true) => Some("no"),
            Winnable::No(certificate) if check_certificate(position, side, certificate) => None,
            Winnable::No(_) => Some("no, with a certificate that does not hold"),
            Winnable::Undetermined => exact.map(|_| "nothing"),
        };
        Trial { answer, exact, fault }
    }
}

/// Describes a fault after removing every piece that it does not need.
fn shrink(position: &Position, side: Color, limit: usize) -> String {
    let without = |position: &Position, square: Square| {
        let mut setup = position.setup();
        setup.placement.remove(square);
        Position::from_playable(&setup)
            .ok()
            .filter(|less| Trial::new(less, side, limit).fault.is_some())
    };
    let mut least = *position;
    while let Some(less) =
        least.placement().occupied().into_iter().find_map(|square| without(&least, square))
    {
        least = less;
    }
    let Trial { exact, fault, .. } = Trial::new(&least, side, limit);
    let truth = exact.map_or("unknown", |exact| if exact { "yes" } else { "no" });
    let said = fault.unwrap_or_default();
    format!("{least}: can {side} mate? {truth}; the solver says {said}; found as {position}")
}

/// Whether this side can mate; `None` if the closure has more than `limit` positions. Its set compares whole positions, so
/// a collision of hashes is harmless.
fn closure(start: &Position, side: Color, limit: usize) -> Option<bool> {
    let start = start.without_clocks();
    let mut seen = FxHashSet::from_iter([start]);
    let mut open = VecDeque::from([start]);
    // Takes the oldest and the newest position in turn, so that near and distant mates are found.
    for turn in 0.. {
        let Some(position) = (if turn % 2 == 0 { open.pop_front() } else { open.pop_back() })
        else {
            break;
        };
        let moves = position.legal_moves();
        if moves.is_empty() && position.is_check() && position.turn() != side {
            return Some(true);
        }
        for played in moves {
            let next = position.play(played).unwrap().without_clocks();
            if seen.insert(next) {
                open.push_back(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}

/// A xorshift generator, the same on every machine.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn square(&mut self, of: Bitboard) -> Option<Square> {
        of.into_iter().nth(self.below(of.len().max(1) as usize))
    }
}

/// The mutated position of this number: one to three edits, fewer more often, and in half of the cases the other side
/// to move.
pub(crate) fn mutation(seeds: &[Setup], number: u64) -> Position {
    let mut random = Xorshift((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        let mut setup = seeds[random.below(seeds.len())];
        for _ in 0..[1, 1, 1, 2, 2, 3][random.below(6)] {
            edit(&mut setup, &mut random);
        }
        if random.below(2) == 0 {
            setup.turn = !setup.turn;
            setup.en_passant = double_step(&setup, &mut random);
        }
        // En passant and castling rights that an edit made impossible are dropped in turn.
        let kept = Position::from_playable(&setup).or_else(|_| {
            setup.en_passant = None;
            Position::from_playable(&setup).or_else(|_| {
                setup.castling = CastlingRights::NONE;
                Position::from_playable(&setup)
            })
        });
        if let Ok(position) = kept {
            return position;
        }
    }
}

/// Adds a piece, removes one, or moves one.
fn edit(setup: &mut Setup, random: &mut Xorshift) {
    const ROLES: [Role; 8] = [
        Role::Pawn,
        Role::Pawn,
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    let pieces = &mut setup.placement;
    let target = Square::from_index(random.below(64));
    let Some(chosen) = random.square(pieces.occupied()) else { return };
    match random.below(3) {
        0 => {
            let color = Color::ALL[random.below(2)];
            pieces.put(target, Piece { color, role: ROLES[random.below(8)] });
        }
        1 => pieces.remove(chosen),
        _ => {
            if let Some(piece) = pieces.at(chosen) {
                pieces.remove(chosen);
                pieces.put(target, piece);
            }
        }
    }
}

/// An en passant target square that a pawn of the side not to move may have passed.
fn double_step(setup: &Setup, random: &mut Xorshift) -> Option<Square> {
    let mover = !setup.turn;
    let landed = setup.placement.pieces(mover, Role::Pawn) & Rank::relative(4, mover).squares();
    random.square(landed)?.offset(0, if mover == Color::White { -1 } else { 1 })
}

pub(crate) fn seeds() -> Vec<Setup> {
    let mut seeds: Vec<Setup> = SEEDS.iter().map(|fen| fen.parse().unwrap()).collect();
    let Ok(path) = env::var("LAWBOOK_POSITIONS") else {
        say("LAWBOOK_POSITIONS is not set: only the built-in seeds are mutated");
        return seeds;
    };
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let label = line.split_whitespace().take_while(|word| !word.contains('/')).count();
        let fen: Vec<&str> = line.split_whitespace().skip(label).collect();
        seeds.push(fen.join(" ").parse().unwrap_or_else(|error| panic!("{path}: {line}: {error}")));
    }
    seeds
}

fn number(variable: &str, default: u64) -> u64 {
    match env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => default,
    }
}

/// Prints even if the test passes, because captured output would be discarded.
fn say(text: &str) {
    io::stderr().write_all(format!("{text}\n").as_bytes()).unwrap();
}
