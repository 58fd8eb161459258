//! Strategies for the start positions of random games.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::{SplitMix64, illegal_moves};
use lawbook::{
    board::{Bitboard, Color, File, Piece, Rank, Role, Square, attacks},
    position::{CastlingRights, Move, Position, Setup, Wing},
};
use lawbook_catalogue::Catalogue;

/// Positions that exercise error-prone rules: castling, en passant with pins, promotions, double checks.
const RICH: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/8/8/8/8/8/4K3/R7 w - - 140 90",
    "4k3/1b4b1/8/2p3p1/3P1P2/8/1B4B1/4K3 w - - 96 60",
];

/// The first and last positions of the cases of the catalogue.
static CATALOGUE: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut all = Vec::new();
    for case in Catalogue::embedded().cases {
        let positions = case.positions();
        for position in positions.first().into_iter().chain(positions.last()) {
            if !all.contains(position) {
                all.push(*position);
            }
        }
    }
    all
});

/// Generates one of the `RICH` positions. Some of them have counters near their limits.
pub(super) fn any_start() -> impl Strategy<Value = Position> {
    (0..RICH.len()).prop_map(|start| RICH[start].parse().unwrap_or_else(|_| Position::start()))
}

/// Generates the first or last position of a case of the catalogue.
pub(super) fn catalogue_start() -> impl Strategy<Value = Position> {
    any::<u64>().prop_map(|number| {
        let place = SplitMix64::new(number).below(CATALOGUE.len().max(1));
        CATALOGUE.get(place).copied().unwrap_or_else(Position::start)
    })
}

/// Generates positions with two kings, sometimes a castling right, and one to five other pieces on random squares.
///
/// There are at most eight pieces, too few for pawns to block the whole board.
pub(super) fn sparse_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| Some(sparse_setup(rng)))
}

/// Returns a sparse setup as in [`sparse_start`]; it may be illegal.
pub(super) fn sparse_setup(rng: &mut SplitMix64) -> Setup {
    let mut setup = empty(rng);
    if rng.below(6) == 0 {
        let (color, wing) = (Color::ALL[rng.below(2)], Wing::ALL[rng.below(2)]);
        setup.placement.put(Wing::king_from(color), Piece { color, role: Role::King });
        setup.placement.put(wing.rook_from(color), Piece { color, role: Role::Rook });
        setup.castling.add(color, wing);
    }
    let roles =
        [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];
    let count = 1 + rng.below(5);
    scatter(&mut setup, rng, &roles, count);
    setup
}

/// Generates positions with two kings and one to four bishops, knights or pawns; at least half of them have only
/// bishops.
///
/// They have insufficient or barely sufficient mating material. They contain neither rooks nor queens.
pub(super) fn bare_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let mut setup = empty(rng);
        let roles = [Role::Bishop, Role::Bishop, Role::Knight, Role::Pawn];
        let count = 1 + rng.below(4);
        let kinds = [1, roles.len()][rng.below(2)];
        scatter(&mut setup, rng, &roles[..kinds], count);
        Some(setup)
    })
}

/// Generates positions with two kings and three to six pieces of one kind per side, many of them able to reach the same
/// squares.
///
/// They contain no pawns, and therefore neither promotions nor en passant captures.
pub(super) fn crowded_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let mut setup = empty(rng);
        for color in Color::ALL {
            let count = 3 + rng.below(4);
            let role = any_piece(rng);
            (0..count).for_each(|_| put_anywhere(&mut setup, rng, Piece { color, role }));
        }
        put_kings(&mut setup, rng);
        Some(setup)
    })
}

/// Generates positions with pawns blocking each other on most files, kings, and up to three other pieces.
///
/// Pawn captures and promotions are rare.
pub(super) fn locked_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let mut setup = pawn_wall(rng);
        let count = rng.below(4);
        scatter(&mut setup, rng, &[Role::Bishop, Role::Knight, Role::Rook, Role::Pawn], count);
        Some(setup)
    })
}

/// Returns a setup with only pawns, which block each other on most files; [`scatter`] adds the kings.
pub(super) fn pawn_wall(rng: &mut SplitMix64) -> Setup {
    let mut setup = empty(rng);
    let mut rank = 1 + rng.below(5);
    for file in File::ALL {
        // One rank higher or lower than on the adjacent file: such pawns guard each other but cannot capture.
        rank = match rng.below(16) {
            0 => 1 + rng.below(5),
            odd if rank == 1 || rank < 5 && odd % 2 == 1 => rank + 1,
            _ => rank - 1,
        };
        if rng.below(16) > 0 {
            for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
                let square = Square::new(file, Rank::ALL[rank]);
                setup.placement.put(square, Piece { color, role: Role::Pawn });
            }
        }
    }
    setup
}

/// Generates positions before a pawn's double step to a square with up to two neighbours. Each neighbour is an enemy
/// pawn that may capture en passant, one that is pinned to its king by a rook, bishop or queen from any direction
/// (including along the rank, where it shields the king together with the advancing pawn), another piece, or none.
/// Sometimes the double step gives check.
///
/// There are few other pieces.
pub(super) fn double_push_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let mut setup = empty(rng);
        let mover = setup.turn;
        let pawn = |color| Piece { color, role: Role::Pawn };
        let file = rng.below(8);
        let home = Square::new(File::ALL[file], Rank::relative(2, mover));
        let passed = Square::new(File::ALL[file], Rank::relative(4, mover));
        setup.placement.put(home, pawn(mover));
        for side in [-1, 1] {
            let Some(beside) = passed.offset(side, 0) else { continue };
            match rng.below(5) {
                0 => {}
                1 => put(&mut setup, beside, Piece { color: !mover, role: any_piece(rng) }),
                2 => put(&mut setup, beside, pawn(!mover)),
                _ => {
                    put(&mut setup, beside, pawn(!mover));
                    pin(&mut setup, rng, beside, home);
                }
            }
        }
        let count = rng.below(3);
        scatter(&mut setup, rng, &[Role::Pawn, Role::Bishop, Role::Rook], count);
        // Clear the squares that the pawn passes.
        for rank in [3, 4] {
            setup.placement.remove(Square::new(File::ALL[file], Rank::relative(rank, mover)));
        }
        if rng.below(4) == 0 {
            expose(&mut setup, rng, !mover, attacks::pawn(mover, passed));
        }
        Some(setup)
    })
}

/// Generates positions where a pin decides: checkmates, other checks and stalemates, where a pinned piece could answer
/// the check or move if it were not pinned.
///
/// There are few other pieces, and no castling rights.
pub(super) fn pinned_start() -> impl Strategy<Value = Position> {
    any::<u64>().prop_filter_map("no pin that decides was found", |number| {
        let mut rng = SplitMix64::new(number);
        let wanted = rng.below(3);
        let mut other = None;
        for _ in 0..1024 {
            let setup = pinned_setup(&mut rng);
            let Some(position) = setup.and_then(|setup| Position::new(&setup).ok()) else {
                continue;
            };
            let found = match (position.is_check(), position.legal_moves().is_empty()) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => continue,
            };
            if has_pinned_answer(&position) {
                if found == wanted {
                    return Some(position);
                }
                other = Some(position);
            }
        }
        other
    })
}

/// Returns a setup with a pinned piece and two to five pieces of the opponent; `None` if the pin is not on the board.
fn pinned_setup(rng: &mut SplitMix64) -> Option<Setup> {
    let mut setup = empty(rng);
    let color = setup.turn;
    let role = [Role::Pawn, any_piece(rng)][usize::from(rng.below(3) > 0)];
    put_anywhere(&mut setup, rng, Piece { color, role });
    let pinned = setup.placement.occupied().into_iter().next()?;
    pin(&mut setup, rng, pinned, pinned);
    let king = setup.placement.king(color)?;
    // A king on the edge is mated more easily.
    let is_on_edge = [0, 7].contains(&king.file().index()) || [0, 7].contains(&king.rank().index());
    if !is_on_edge && rng.below(4) > 0 {
        return None;
    }
    for _ in 0..2 + rng.below(4) {
        let role = [Role::Pawn, Role::Queen, Role::Rook, any_piece(rng)][rng.below(4)];
        put_anywhere(&mut setup, rng, Piece { color: !color, role });
    }
    put_kings(&mut setup, rng);
    Some(setup)
}

/// Returns whether a pinned piece could move if it were not pinned: anywhere, or in check, to capture the only checker or
/// block its line.
fn has_pinned_answer(position: &Position) -> bool {
    let checkers = position.checkers();
    let king = position.king(position.turn());
    let answers = match checkers.into_iter().next() {
        None => !Bitboard::EMPTY,
        Some(checker) if checkers.len() == 1 => attacks::between(king, checker) | checkers,
        Some(_) => return false,
    };
    illegal_moves(position).into_iter().any(|one| {
        let target = position.at(one.to);
        let is_own = position.at(one.from).is_some_and(|piece| {
            piece.color == position.turn()
                && match piece.role {
                    Role::King => false,
                    Role::Pawn => (one.to.file() == one.from.file()) == target.is_none(),
                    Role::Knight | Role::Bishop | Role::Rook | Role::Queen => true,
                }
        });
        let is_free = target.is_none_or(|piece| piece.color != position.turn());
        let promotes = Move { promotion: Some(Role::Queen), ..one };
        is_own && is_free && answers.contains(one.to) && !position.is_legal(promotes)
    })
}

/// Generates positions of other strategies with a halfmove clock near the limit of 50 or 75 moves.
pub(super) fn late_start() -> impl Strategy<Value = Position> {
    let start = prop_oneof![any_start(), catalogue_start(), sparse_start(), locked_start()];
    (start, any::<u64>()).prop_map(|(start, number)| {
        let mut rng = SplitMix64::new(number);
        let clock = [90, 96, 97, 98, 99, 100, 101, 140, 146, 147, 148, 149, 150][rng.below(13)];
        // Some are near the limit on the length of a game that servers have.
        let least = if clock == 90 { 299 } else { u32::from(clock) / 2 + 1 };
        let fullmove_number = start.fullmove_number().max(least);
        let setup = Setup { halfmove_clock: clock, fullmove_number, ..start.setup() };
        Position::new(&setup).unwrap_or(start)
    })
}

/// Generates the 960 start positions of Chess960 uniformly. In one of four, Black has an independent arrangement.
pub(super) fn chess960_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let array = |rng: &mut SplitMix64| Setup::chess960(rng.below(960) as u16);
        let mut setup = array(rng)?;
        if rng.below(4) == 0 {
            let other = array(rng)?;
            for (square, piece) in
                other.placement.iter().filter(|(_, one)| one.color == Color::Black)
            {
                setup.placement.put(square, piece);
            }
            for wing in Wing::ALL {
                let rook = other.castling.rook(Color::Black, wing)?;
                setup.castling.add_rook(Color::Black, wing, rook.file());
            }
        }
        Some(setup)
    })
}

/// Generates Chess960 positions with kings on their first rank (not in a corner), castling rooks on either side, and up
/// to eight other pieces on random squares.
///
/// There may be other rooks outside the castling rooks and pieces in between, so that castling is rarely legal.
pub(super) fn castling_start() -> impl Strategy<Value = Position> {
    from_setups(|rng| {
        let mut setup = empty(rng);
        setup.castling = setup.castling.in_chess960();
        for color in Color::ALL {
            let rank = Rank::relative(1, color);
            let king = 1 + rng.below(6);
            setup
                .placement
                .put(Square::new(File::ALL[king], rank), Piece { color, role: Role::King });
            for wing in Wing::ALL {
                if rng.below(4) == 0 {
                    continue;
                }
                let file = match wing {
                    Wing::King => File::ALL[king + 1 + rng.below(7 - king)],
                    Wing::Queen => File::ALL[rng.below(king)],
                };
                setup.placement.put(Square::new(file, rank), Piece { color, role: Role::Rook });
                setup.castling.add_rook(color, wing, file);
            }
        }
        let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let count = rng.below(9);
        scatter(&mut setup, rng, &roles, count);
        Some(setup)
    })
}

/// Generates the positions of the setups that `build` makes from random numbers; skips illegal setups.
fn from_setups(build: fn(&mut SplitMix64) -> Option<Setup>) -> impl Strategy<Value = Position> {
    any::<u64>().prop_filter_map("the setup cannot be played", move |number| {
        // Several attempts per number, so that proptest rejects few numbers.
        let mut rng = SplitMix64::new(number);
        (0..16).find_map(|_| Position::new(&build(&mut rng)?).ok())
    })
}

pub(super) fn empty(rng: &mut SplitMix64) -> Setup {
    let mut setup = Setup::start();
    for square in setup.placement.occupied() {
        setup.placement.remove(square);
    }
    setup.castling = CastlingRights::NONE;
    setup.turn = Color::ALL[rng.below(2)];
    setup
}

/// Adds missing kings and `count` other pieces of the kinds in `roles` on empty squares.
///
/// The setup may become illegal.
pub(super) fn scatter(setup: &mut Setup, rng: &mut SplitMix64, roles: &[Role], count: usize) {
    put_kings(setup, rng);
    for _ in 0..count {
        let role = roles[rng.below(roles.len().max(1))];
        let color = Color::ALL[rng.below(2)];
        put_anywhere(setup, rng, Piece { color, role });
    }
}

/// Adds missing kings on empty squares.
fn put_kings(setup: &mut Setup, rng: &mut SplitMix64) {
    for color in Color::ALL {
        if setup.placement.king(color).is_none() {
            put_anywhere(setup, rng, Piece { color, role: Role::King });
        }
    }
}

pub(super) fn put_anywhere(setup: &mut Setup, rng: &mut SplitMix64, piece: Piece) {
    let mut free = !setup.placement.occupied();
    if piece.role == Role::Pawn {
        free = free - Bitboard::END_RANKS;
    }
    let square = free.into_iter().nth(rng.below(free.len().max(1) as usize));
    if let Some(square) = square {
        setup.placement.put(square, piece);
    }
}

/// Puts a piece on a square if the square is empty.
fn put(setup: &mut Setup, square: Square, piece: Piece) {
    if setup.placement.at(square).is_none() {
        setup.placement.put(square, piece);
    }
}

/// Moves the king of `color` to a random empty square of `squares`, if there is one.
fn expose(setup: &mut Setup, rng: &mut SplitMix64, color: Color, squares: Bitboard) {
    let free = squares - setup.placement.occupied();
    let Some(square) = free.into_iter().nth(rng.below(free.len().max(1) as usize)) else {
        return;
    };
    if let Some(king) = setup.placement.king(color) {
        setup.placement.remove(king);
    }
    setup.placement.put(square, Piece { color, role: Role::King });
}

fn any_piece(rng: &mut SplitMix64) -> Role {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][rng.below(4)]
}

/// Pins the piece on `piece`: adds its king and an enemy slider on opposite sides of it, leaving `keep` empty.
fn pin(setup: &mut Setup, rng: &mut SplitMix64, piece: Square, keep: Square) {
    let Some(Piece { color, .. }) = setup.placement.at(piece) else { return };
    if setup.placement.king(color).is_some() {
        return;
    }
    let (files, ranks) =
        [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)][rng.below(8)];
    let along = |squares: i8| piece.offset(files * squares, ranks * squares);
    let ahead = 1 + rng.below(3) as i8;
    let behind = -1 - rng.below(3) as i8;
    let (Some(king), Some(sniper)) = (along(ahead), along(behind)) else { return };
    if king == keep || sniper == keep {
        return;
    }
    let line = if files == 0 || ranks == 0 { Role::Rook } else { Role::Bishop };
    let role = if rng.below(3) == 0 { Role::Queen } else { line };
    put(setup, king, Piece { color, role: Role::King });
    put(setup, sniper, Piece { color: !color, role });
}
