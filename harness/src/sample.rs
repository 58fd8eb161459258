//! Random positions that are error-prone for mate solvers: pawn walls, few pieces, unusual endings.

use lawbook::{
    board::{Color, File, Piece, Rank, Role, Square},
    dead::material,
    position::{Position, Setup},
    properties::{Entropy, pawn_wall, scatter, sparse_setup},
};

/// Endless stream of positions from one random game after another.
pub(crate) struct Sample {
    entropy: Entropy,
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

impl Sample {
    /// Creates the stream with this number; `seed` and `number` together determine it.
    pub(crate) fn new(seed: u64, number: u64) -> Sample {
        let mixed = Entropy::new(seed).bits() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Sample { entropy: Entropy::new(mixed), game: None }
    }

    fn new_game(&mut self) -> Option<RandomGame> {
        let entropy = &mut self.entropy;
        let (at, greed, removal) = match entropy.below(8) {
            0 => (ending(entropy), 6, 8),
            1..=4 => (Position::composed(&wall(entropy)).ok()?, 1, 24),
            _ => (Position::composed(&sparse_setup(entropy)).ok()?, 6, 24),
        };
        Some(RandomGame { at, plies_left: 1 + entropy.below(15), greed, removal })
    }
}

impl Iterator for Sample {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            if let Some(game) = &mut self.game {
                let at = game.at;
                if !game.advance(&mut self.entropy) {
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
    fn advance(&mut self, entropy: &mut Entropy) -> bool {
        let moves = self.at.legal_moves();
        let captures = moves.iter().copied().filter(|one| self.at.at(one.to).is_some());
        let is_greedy = entropy.below(8) < self.greed;
        let picked = if is_greedy { pick(captures, entropy) } else { None };
        let Some(played) = picked.or_else(|| pick(moves.iter().copied(), entropy)) else {
            return false;
        };
        self.at = self.at.after(played).without_clocks();
        if entropy.below(self.removal) == 0 {
            self.remove_a_piece(entropy);
        }
        self.plies_left -= 1;
        self.plies_left > 0 && !material::is_insufficient(self.at.placement())
    }

    /// Removes a piece from the board, unless the result is not playable.
    fn remove_a_piece(&mut self, entropy: &mut Entropy) {
        let placement = self.at.placement();
        let pieces = placement.occupied() - placement.role(Role::King);
        let Some(square) = pick(pieces.into_iter(), entropy) else { return };
        let mut setup = Setup { en_passant: None, ..self.at.setup() };
        setup.placement.remove(square);
        if let Ok(position) = Position::composed(&setup) {
            self.at = position;
        }
    }
}

/// Returns a uniformly random item.
pub(crate) fn pick<T>(
    mut items: impl Iterator<Item = T> + Clone,
    entropy: &mut Entropy,
) -> Option<T> {
    let count = items.clone().count();
    items.nth(entropy.below(count.max(1)))
}

/// Returns a late position of a random game from the initial position.
fn ending(entropy: &mut Entropy) -> Position {
    let mut game = RandomGame { at: Position::start(), plies_left: 200, greed: 6, removal: 8 };
    let pieces = 3 + entropy.below(13);
    while game.at.placement().occupied().len() as usize > pieces && game.advance(entropy) {}
    game.at
}

/// Returns a pawn wall, usually with each king behind its own pawns, and a few other pieces, mostly bishops.
fn wall(entropy: &mut Entropy) -> Setup {
    let mut setup = pawn_wall(entropy);
    if entropy.below(4) > 0 {
        for color in Color::ALL {
            let home = Square::new(File::ALL[entropy.below(8)], Rank::relative(1, color));
            setup.placement.put(home, Piece { color, role: Role::King });
        }
    }
    let others = [Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Pawn];
    let count = entropy.below(4);
    scatter(&mut setup, entropy, &others, count);
    setup
}
