//! Pieces that have nothing to do with a mate as long as the pawns stand as they do: a guess, on which no answer rests.
//!
//! Behind locked pawns there may be a dozen bishops that never come to where the kings are. Wherever they stand, the rest
//! is the same, and a search that tells such positions apart looks at each of them thousands of times.

use super::{paths::spread, structure::PawnStructure};
use crate::{
    board::{Bitboard, Color, Piece, Role, attacks},
    position::Position,
};

/// Whoever stands elsewhere than where its kind takes part is a bystander.
pub(super) struct Bystanders {
    /// By colour and role, from where a piece can, past the pawns, come to be in the way or attack what matters.
    takes_part: [[Bitboard; 6]; 2],
}

impl Bystanders {
    /// Those of a mate by `side`: nobody comes between the kings and what is beside the one to be mated.
    pub(super) fn new(start: &Position, side: Color) -> Bystanders {
        let pawns = start.placement().role(Role::Pawn);
        let structure = PawnStructure::new(start);
        let [own, mated] = [side, !side].map(|color| {
            let barred = pawns | structure.guarded(!color);
            let king = Piece { color, role: Role::King };
            spread(king, start.king(color).set(), pawns, barred)
        });
        let near = mated.into_iter().fold(mated, |all, at| all | attacks::king(at));
        // Who stands beside it is a pawn of its own, or who comes there.
        let open = near - start.placement().pieces(!side, Role::Pawn);
        let takes_part = Color::ALL.map(|color| {
            let (stand, attack) =
                if color == side { (own | mated, open) } else { (own | near, own) };
            Role::ALL.map(|role| match role {
                Role::Pawn | Role::King => !Bitboard::EMPTY,
                Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                    let first = attack
                        .into_iter()
                        .fold(stand, |all, at| all | attacks::of(role, color, at, pawns));
                    spread(Piece { color, role }, first - pawns, pawns, pawns)
                }
            })
        });
        Bystanders { takes_part }
    }

    /// A hash of the position without the bystanders.
    pub(super) fn hash_without(&self, position: &Position) -> u64 {
        let pieces = position.placement();
        let mut hash = position.turn() as u64;
        for (color, takes_part) in Color::ALL.into_iter().zip(&self.takes_part) {
            for (role, squares) in Role::ALL.into_iter().zip(takes_part) {
                let set = pieces.pieces(color, role) & *squares;
                hash = (hash.rotate_left(29) ^ set.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                hash ^= hash >> 32;
            }
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::composed(&fen.parse().unwrap()).unwrap()
    }

    #[test]
    fn whoever_comes_to_no_king_is_a_bystander() {
        for (fen, side, bystanders) in [
            // In the south are the kings; a rook comes through the wall, and no bishop does.
            ("1r5B/b7/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", Color::White, "a7 h8"),
            ("1r5B/b7/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", Color::Black, "a7 h8"),
            // One attacks what is beside the king to be mated, as far as it comes, or stands there.
            ("6B1/8/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", Color::White, ""),
            ("6b1/8/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", Color::White, ""),
            ("6b1/8/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", Color::Black, "g8"),
            // The way is open.
            ("1r5B/b7/8/p1p1p3/P1P1P3/8/3k4/K4b2 w - - 0 1", Color::White, ""),
            // Those of White's who are shut in keep no king from anywhere.
            (
                "1B4b1/B7/2b1p1p1/1bBpPpPb/b2PbPkB/1p1pBp2/1P1P1P2/KRB5 b - - 0 1",
                Color::Black,
                "e3 a4 b5 c5 c6 a7 b8 g8",
            ),
        ] {
            let at = position(fen);
            let Bystanders { takes_part } = Bystanders::new(&at, side);
            let found: Vec<String> = at
                .placement()
                .iter()
                .filter(|(at, piece)| {
                    !takes_part[piece.color as usize][piece.role as usize].contains(*at)
                })
                .map(|(at, _)| at.to_string())
                .collect();
            assert_eq!(found.join(" "), bystanders, "{fen}, {side}");
        }
    }
    #[test]
    fn positions_are_alike_without_bystanders() {
        let fen = "1r5B/b7/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1";
        let bystanders = Bystanders::new(&position(fen), Color::White);
        for (other, is_alike) in [
            ("1r6/b7/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", true),
            ("1r6/1b4B1/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", false),
            ("1r4B1/1b6/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", false),
            ("1r6/b5B1/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 b - - 0 1", false),
            ("r7/b5B1/8/p1p1p1p1/P1P1P1P1/8/3k4/K4b2 w - - 0 1", false),
            ("1r6/b5B1/8/p1p1p1p1/P1P1P1P1/8/3k4/1K3b2 w - - 0 1", false),
            ("1r6/b5B1/8/p1p1p3/P1P1P1P1/8/3k4/K4b2 w - - 0 1", false),
        ] {
            let hashes = [fen, other].map(|fen| bystanders.hash_without(&position(fen)));
            assert_eq!(hashes[0] == hashes[1], is_alike, "{other}");
        }
    }
}
