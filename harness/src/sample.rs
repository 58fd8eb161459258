//! Random positions that are error-prone for mate solvers: pawn walls, few pieces, unusual endings.

use lawbook::{
    board::{Color, File, Piece, Rank, Role, Square},
    dead::material,
    position::{Position, Setup},
    properties::{SplitMix64, pawn_wall, scatter, sparse_setup},
};

/// Endless stream of positions from one random game after another.
pub(crate) struct PositionStream {
    rng: SplitMix64,
    game: Option<RandomGame>,
}

struct RandomGame {
    at: Position,
    plies_left: usize,
    /// Probability, in eighths, that a ply is a capture if there is one.
    greed: usize,
    /// A ply is followed by the removal of a piece with probability 1/`removal`.
    removal: usize,
}

impl PositionStream {
    /// Creates the stream with this number; `seed` and `number` together determine it.
    pub(crate) fn new(seed: u64, number: u64) -> PositionStream {
        let mixed = SplitMix64::new(seed).bits() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        PositionStream { rng: SplitMix64::new(mixed), game: None }
    }

    fn new_game(&mut self) -> Option<RandomGame> {
        let rng = &mut self.rng;
        let (at, greed, removal) = match rng.below(8) {
            0 => (ending(rng), 6, 8),
            1..=4 => (Position::from_playable(&wall(rng)).ok()?, 1, 24),
            _ => (Position::from_playable(&sparse_setup(rng)).ok()?, 6, 24),
        };
        Some(RandomGame { at, plies_left: 1 + rng.below(15), greed, removal })
    }
}

impl Iterator for PositionStream {
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
    /// Plays a random ply; returns `false` when nothing of interest is left.
    fn advance(&mut self, rng: &mut SplitMix64) -> bool {
        let moves = self.at.legal_moves();
        let captures = moves.iter().copied().filter(|one| self.at.at(one.to).is_some());
        let is_greedy = rng.below(8) < self.greed;
        let picked = if is_greedy { pick(captures, rng) } else { None };
        let Some(played) = picked.or_else(|| pick(moves.iter().copied(), rng)) else {
            return false;
        };
        self.at = self.at.after(played).without_clocks();
        if rng.below(self.removal) == 0 {
            self.remove_a_piece(rng);
        }
        self.plies_left -= 1;
        self.plies_left > 0 && !material::is_insufficient(self.at.placement())
    }

    /// Removes a piece from the board, unless the result is not playable.
    fn remove_a_piece(&mut self, rng: &mut SplitMix64) {
        let placement = self.at.placement();
        let pieces = placement.occupied() - placement.role(Role::King);
        let Some(square) = pick(pieces.into_iter(), rng) else { return };
        let mut setup = Setup { en_passant: None, ..self.at.setup() };
        setup.placement.remove(square);
        if let Ok(position) = Position::from_playable(&setup) {
            self.at = position;
        }
    }
}

/// Returns a uniformly random item.
pub(crate) fn pick<T>(
    mut items: impl Iterator<Item = T> + Clone,
    rng: &mut SplitMix64,
) -> Option<T> {
    let count = items.clone().count();
    items.nth(rng.below(count.max(1)))
}

/// Returns a late position of a random game from the initial position.
fn ending(rng: &mut SplitMix64) -> Position {
    let mut game = RandomGame { at: Position::start(), plies_left: 200, greed: 6, removal: 8 };
    let pieces = 3 + rng.below(13);
    while game.at.placement().occupied().len() as usize > pieces && game.advance(rng) {}
    game.at
}

/// Returns a pawn wall, usually with each king behind its own pawns, and a few other pieces, mostly bishops.
fn wall(rng: &mut SplitMix64) -> Setup {
    let mut setup = pawn_wall(rng);
    if rng.below(4) > 0 {
        for color in Color::ALL {
            let home = Square::new(File::ALL[rng.below(8)], Rank::relative(1, color));
            setup.placement.put(home, Piece { color, role: Role::King });
        }
    }
    let others = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Pawn];
    let count = rng.below(4);
    scatter(&mut setup, rng, &others, count);
    setup
}
