use super::Entropy;
use crate::{
    board::{Bitboard, Role, Square},
    position::{Move, Position},
};

/// How a player chooses among the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any move, each as likely as the others. Seldom repeats a position or reaches an ending.
    Random,
    /// Takes something in three of four turns in which that is possible, so that few pieces are left
    /// soon. Repeats nothing on purpose.
    Greedy,
    /// Takes the last move back in three of four turns, so that positions come again. Seldom
    /// captures.
    Shuffling,
    /// Advances and promotes pawns, to any piece, in three of four turns.
    Promoting,
    /// Moves a king or rook that may castle, or captures such a rook, as soon as possible, and goes
    /// to and fro then: the same pieces stand on the same squares with other rights.
    RightLosing,
    /// Advances pawns by two squares in half of the turns, and goes to and fro in the others:
    /// positions in which an en passant capture was possible come again without it.
    Pushing,
    /// Mates if one move does. Repeats nothing on purpose.
    Mating,
}

impl Player {
    /// The move that is chosen among the legal moves; `last` is this player's last move.
    ///
    /// `None` if there is no legal move.
    pub fn choose(
        self,
        position: &Position,
        legal: &[Move],
        last: Option<Move>,
        mut entropy: Entropy,
    ) -> Option<Move> {
        let back = || last.map(|one| Move::new(one.to, one.from)).filter(|one| legal.contains(one));
        let often = entropy.below(4) > 0;
        let wanted = match self {
            Player::Greedy if often => {
                pick(legal, &mut entropy, |one| position.at(one.to).is_some())
            }
            Player::Shuffling if often => back(),
            Player::Promoting if often => pick(legal, &mut entropy, |one| one.promotion.is_some())
                .or_else(|| {
                    let pawns = position.placement().role(Role::Pawn);
                    pick(legal, &mut entropy, |one| pawns.contains(one.from))
                }),
            Player::RightLosing => {
                let (pieces, rooks) = may_castle(position);
                pick(legal, &mut entropy, |one| pieces.contains(one.from) || rooks.contains(one.to))
                    .or_else(|| back().filter(|_| often))
            }
            Player::Pushing => {
                let push = pick(legal, &mut entropy, |one| is_double_push(position, one));
                push.filter(|_| entropy.below(2) > 0).or_else(|| back().filter(|_| often))
            }
            Player::Mating => pick(legal, &mut entropy, |one| position.after(one).is_checkmate()),
            Player::Random | Player::Greedy | Player::Shuffling | Player::Promoting => None,
        };
        wanted.or_else(|| pick(legal, &mut entropy, |_| true))
    }
}

/// One of the moves that fit, each as likely as the others.
fn pick(legal: &[Move], entropy: &mut Entropy, fits: impl Fn(Move) -> bool) -> Option<Move> {
    let mut fitting = legal.iter().copied().filter(|&one| fits(one));
    let count = fitting.clone().count();
    fitting.nth(entropy.below(count.max(1)))
}

/// Whether the move is a pawn's double step.
pub(super) fn is_double_push(position: &Position, one: Move) -> bool {
    one.from.index().abs_diff(one.to.index()) == 16
        && position.placement().role(Role::Pawn).contains(one.from)
}

/// The squares of the kings and rooks that may castle, and of these rooks alone.
fn may_castle(position: &Position) -> (Bitboard, Bitboard) {
    let (mut kings, mut rooks) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for (color, wing) in position.castling().iter() {
        kings |= position.king(color).set();
        rooks |= position.castling().rook(color, wing).map_or(Bitboard::EMPTY, Square::set);
    }
    (kings | rooks, rooks)
}
