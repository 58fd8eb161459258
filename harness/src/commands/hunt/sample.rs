//! Random positions in which mistakes about mate are likely: walls of pawns, few pieces, odd endings.

use fastrand::Rng;
use lawbook::{
    board::{Color, File, Piece, Rank, Role, Square},
    dead::material,
    position::{CastlingRights, Position, Setup, Wing},
};

/// An endless series of positions: random games, one after the other.
pub(super) struct Sample {
    rng: Rng,
    game: Option<RandomGame>,
}

struct RandomGame {
    at: Position,
    plies_left: u32,
    /// In so many of eight plies a capture is played, if there is one.
    greed: u32,
    /// One of so many plies is followed by taking a piece off the board.
    removal: u32,
}

impl Sample {
    /// The series of this number; the seed and the number decide it.
    pub(super) fn new(seed: u64, number: u64) -> Sample {
        let mut rng = Rng::with_seed(seed);
        let mixed = rng.u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Sample { rng: Rng::with_seed(mixed), game: None }
    }

    fn new_game(&mut self) -> Option<RandomGame> {
        let rng = &mut self.rng;
        let (at, greed, removal) = match rng.u32(..8) {
            0 => (ending(rng), 6, 8),
            1..=4 => (wall(rng)?, 1, 24),
            _ => (few_pieces(rng)?, 6, 24),
        };
        Some(RandomGame { at, plies_left: rng.u32(1..16), greed, removal })
    }
}

impl Iterator for Sample {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            if let Some(game) = &mut self.game {
                let at = game.at;
                if !game.advance(&mut self.rng) {
                    self.game = None;
                }
                return Some(at);
            }
            self.game = self.new_game();
        }
    }
}

impl RandomGame {
    /// Plays a ply; `false` when nothing of interest is left.
    fn advance(&mut self, rng: &mut Rng) -> bool {
        let moves = self.at.legal_moves();
        let captures: Vec<_> =
            moves.iter().copied().filter(|one| self.at.at(one.to).is_some()).collect();
        let picked = if rng.u32(..8) < self.greed { rng.choice(captures) } else { None };
        let Some(played) = picked.or_else(|| rng.choice(moves)) else { return false };
        self.at = self.at.after(played).without_clocks();
        if rng.u32(..self.removal) == 0 {
            self.remove_a_piece(rng);
        }
        self.plies_left -= 1;
        self.plies_left > 0 && !material::is_insufficient(self.at.placement())
    }

    /// Takes a piece off the board, if what is left can be played.
    fn remove_a_piece(&mut self, rng: &mut Rng) {
        let placement = self.at.placement();
        let pieces = placement.occupied() - placement.role(Role::King);
        let Some(square) = rng.choice(pieces) else { return };
        let mut setup = Setup { en_passant: None, ..self.at.setup() };
        setup.placement.remove(square);
        if let Ok(position) = Position::composed(&setup) {
            self.at = position;
        }
    }
}

/// What is left of a game from the initial position.
fn ending(rng: &mut Rng) -> Position {
    let mut game = RandomGame { at: Position::start(), plies_left: 200, greed: 6, removal: 8 };
    let pieces = rng.u32(3..16);
    while game.at.placement().occupied().len() > pieces && game.advance(rng) {}
    game.at
}

/// Pawns that face each other on most files, kings, and a few other pieces.
fn wall(rng: &mut Rng) -> Option<Position> {
    let mut setup = empty(rng);
    let mut rank = rng.usize(1..6);
    for file in File::ALL {
        // A rank higher or lower than beside them, so that they guard and cannot take each other.
        rank = match rng.u32(..16) {
            0 => rng.usize(1..6),
            odd if rank == 1 || rank < 5 && odd % 2 == 1 => rank + 1,
            _ => rank - 1,
        };
        if rng.u32(..16) > 0 {
            for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1)] {
                let square = Square::new(file, Rank::ALL[rank]);
                setup.placement.put(square, Piece { color, role: Role::Pawn });
            }
        }
    }
    if rng.u32(..4) > 0 {
        for color in Color::ALL {
            let home = Square::new(File::ALL[rng.usize(..8)], Rank::relative(1, color));
            setup.placement.put(home, Piece { color, role: Role::King });
        }
    }
    let others = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Pawn];
    let count = rng.usize(..4);
    scatter(&mut setup, rng, &others, count);
    Position::composed(&setup).ok()
}

/// Kings, perhaps one that may castle, and one to five other pieces.
fn few_pieces(rng: &mut Rng) -> Option<Position> {
    let mut setup = empty(rng);
    if rng.u32(..8) == 0 {
        let (color, wing) = (Color::ALL[rng.usize(..2)], Wing::ALL[rng.usize(..2)]);
        setup.placement.put(Wing::king_from(color), Piece { color, role: Role::King });
        setup.placement.put(wing.rook_from(color), Piece { color, role: Role::Rook });
        setup.castling.add(color, wing);
    }
    let others =
        [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];
    let count = rng.usize(1..6);
    scatter(&mut setup, rng, &others, count);
    Position::composed(&setup).ok()
}

fn empty(rng: &mut Rng) -> Setup {
    let mut setup = Setup::start();
    for square in setup.placement.occupied() {
        setup.placement.remove(square);
    }
    setup.castling = CastlingRights::NONE;
    setup.turn = Color::ALL[rng.usize(..2)];
    setup
}

/// Puts kings, where there are none, and other pieces on empty squares.
fn scatter(setup: &mut Setup, rng: &mut Rng, roles: &[Role], count: usize) {
    for color in Color::ALL {
        if setup.placement.king(color).is_none() {
            put(setup, rng, Piece { color, role: Role::King });
        }
    }
    for _ in 0..count {
        if let Some(&role) = rng.choice(roles) {
            let color = Color::ALL[rng.usize(..2)];
            put(setup, rng, Piece { color, role });
        }
    }
}

fn put(setup: &mut Setup, rng: &mut Rng, piece: Piece) {
    if let Some(square) = rng.choice(!setup.placement.occupied()) {
        setup.placement.put(square, piece);
    }
}
