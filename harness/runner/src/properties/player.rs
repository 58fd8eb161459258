use super::SplitMix64;
use lawbook::{
    board::{Bitboard, Color, Role, Square, attacks},
    position::{Move, Position, Wing},
};

/// The move selection policy of a random player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Chooses uniformly at random. Rarely repeats a position or reaches an endgame.
    Random,
    /// Captures in three of four turns if possible, so that few pieces remain early in the game. Repetitions occur only
    /// by chance.
    Greedy,
    /// Takes back its last move in three of four turns, so that positions recur. Rarely captures.
    Shuffling,
    /// Advances or promotes a pawn, to any piece, in three of four turns.
    Promoting,
    /// Moves a king or rook with castling rights, or captures such a rook, as soon as possible, and shuffles
    /// afterwards: the same placement recurs with fewer castling rights.
    RightLosing,
    /// Advances a pawn by two squares in half of the turns and shuffles in the others: positions with a possible en passant
    /// capture recur without it.
    Pushing,
    /// Plays a mate in one if there is one. Repetitions occur only by chance.
    Mating,
}

impl Player {
    /// Chooses one of the moves in `legal`; `last` is this player's previous move.
    ///
    /// Returns `None` if `legal` is empty.
    pub fn choose(
        self,
        position: &Position,
        legal: &[Move],
        last: Option<Move>,
        mut rng: SplitMix64,
    ) -> Option<Move> {
        let back = || last.map(|one| Move::new(one.to, one.from)).filter(|one| legal.contains(one));
        let often = rng.below(4) > 0;
        let wanted = match self {
            Player::Greedy if often => pick(legal, &mut rng, |one| position.at(one.to).is_some()),
            Player::Shuffling if often => back(),
            Player::Promoting if often => pick(legal, &mut rng, |one| one.promotion.is_some())
                .or_else(|| {
                    let pawns = position.placement().role(Role::Pawn);
                    pick(legal, &mut rng, |one| pawns.contains(one.from))
                }),
            Player::RightLosing => {
                let (pieces, rooks) = may_castle(position);
                pick(legal, &mut rng, |one| pieces.contains(one.from) || rooks.contains(one.to))
                    .or_else(|| back().filter(|_| often))
            }
            Player::Pushing => {
                let push = pick(legal, &mut rng, |one| position.passed_square(one).is_some());
                push.filter(|_| rng.below(2) > 0).or_else(|| back().filter(|_| often))
            }
            Player::Mating => pick(legal, &mut rng, |one| position.after(one).is_checkmate()),
            Player::Random | Player::Greedy | Player::Shuffling | Player::Promoting => None,
        };
        wanted.or_else(|| pick(legal, &mut rng, |_| true))
    }
}

/// Chooses uniformly among the moves that fit.
fn pick(legal: &[Move], rng: &mut SplitMix64, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let mut fitting = legal.iter().copied().filter(|&one| fits(one));
    let count = fitting.clone().count();
    fitting.nth(rng.below(count.max(1)))
}

/// Returns moves that are not legal in `position`: of pieces of both sides to the squares that they attack or advance to
/// (without a promotion), and castling to both sides.
pub(super) fn illegal_moves(position: &Position) -> Vec<Move> {
    let pieces = position.placement();
    let mut tried = Vec::new();
    for (from, piece) in pieces.iter() {
        let near = attacks::of(piece.role, piece.color, from, pieces.occupied());
        tried.extend(near.into_iter().map(|to| Move::new(from, to)));
        if piece.role == Role::Pawn {
            let ahead = match piece.color {
                Color::White => from.offset(0, 1),
                Color::Black => from.offset(0, -1),
            };
            tried.extend(ahead.map(|to| Move::new(from, to)));
        }
    }
    tried.extend(Wing::ALL.into_iter().filter_map(|wing| position.castling_move(wing)));
    tried.retain(|&one| !position.is_legal(one));
    tried
}

/// Returns at most `most` of these moves, chosen at random.
pub(super) fn some_of(mut moves: Vec<Move>, most: usize, rng: &mut SplitMix64) -> Vec<Move> {
    while moves.len() > most {
        moves.swap_remove(rng.below(moves.len()));
    }
    moves
}

/// Returns the squares of the kings and rooks with castling rights, and those of these rooks alone.
fn may_castle(position: &Position) -> (Bitboard, Bitboard) {
    let (mut kings, mut rooks) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (color, wing) in position.castling().iter() {
        kings |= position.king(color).set();
        rooks |= position.castling().rook(color, wing).map_or(Bitboard::EMPTY, Square::set);
    }
    (kings | rooks, rooks)
}
