//! Explains certificates in words.

use super::{Case, Certificate, MobilityInvariant, PieceMobility, check::attacked, material};
use crate::{
    board::{Bitboard, Color, Role},
    position::Position,
};

/// Maximum number of squares that are listed by name.
const NAMED: u32 = 12;

/// Explains in a few words why `side` cannot mate. `looked_at` is the number of positions visited.
pub fn explain(
    position: &Position,
    side: Color,
    certificate: &Certificate,
    looked_at: usize,
) -> String {
    match certificate {
        Certificate::Material => match material::insufficiency(position.placement(), side) {
            Some(lack) => format!("material: {lack}"),
            None => "material".to_owned(),
        },
        Certificate::Mobility(invariants) => {
            let [invariant] = invariants.as_slice() else { return cases(invariants) };
            let exposed = KingMap::new(invariant).exposed();
            if exposed.is_empty() {
                "mobility: the king can never be attacked where it can get to".to_owned()
            } else {
                let where_to = name_squares(exposed);
                format!(
                    "mobility: the king can be attacked only on {where_to}, and is never mated there"
                )
            }
        }
        Certificate::Exhausted(_) => {
            let many = if looked_at == 1 { "position" } else { "positions" };
            format!("exhausted: {looked_at} {many} looked at, and none is mate")
        }
        Certificate::Abstraction(untracked) => {
            let from = name_squares(*untracked);
            format!(
                "abstraction: wherever the pieces from {from} go, or if they are taken, no mate can come of the rest"
            )
        }
    }
}

/// Squares where the king that would be mated can go, and where it could be attacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingMap {
    /// The squares where the king may stand.
    pub king: Bitboard,
    /// The squares that pieces of the other side, except its king, may ever attack.
    pub attacked: Bitboard,
    /// The squares of the fixed pieces: they never move and are never captured.
    pub still: Bitboard,
}

impl KingMap {
    /// The map of an invariant.
    pub fn new(invariant: &MobilityInvariant) -> KingMap {
        let pieces = &invariant.pieces;
        let king = pieces.iter().find(|mobility| {
            mobility.piece.role == Role::King && mobility.piece.color != invariant.side
        });
        let still = pieces.iter().filter(|mobility| mobility.stays());
        KingMap {
            king: king.map_or(Bitboard::EMPTY, |king| king.squares),
            attacked: attacked(invariant),
            still: still.fold(Bitboard::EMPTY, |all, mobility| all | mobility.start.set()),
        }
    }

    /// The squares where the king may stand and be attacked.
    pub fn exposed(&self) -> Bitboard {
        self.king & self.attacked
    }
}

impl PieceMobility {
    /// Whether the piece is fixed: it never moves and is never captured.
    pub fn stays(&self) -> bool {
        !self.removable && self.anywhere() == self.start.set()
    }
}

/// Explains a certificate with two cases.
fn cases(invariants: &[MobilityInvariant]) -> String {
    let starts = invariants.iter().filter_map(|invariant| match invariant.case {
        Case::All => None,
        Case::Spared(start) | Case::Lost(start) => Some(start),
    });
    format!(
        "mobility: whether or not the piece on {} is taken before it moves, the king is never mated",
        name_squares(starts.collect())
    )
}

/// The names of the squares, or their number if there are many.
pub fn name_squares(set: Bitboard) -> String {
    if set.len() > NAMED {
        return format!("{} squares", set.len());
    }
    set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Color, Piece, Square},
        position::CastlingRights,
    };

    rows!(insufficient_material_is_explained, {
        let shades = |own: &str, other: &str| {
            format!(
                "bishops on {own} squares leave the king the {other} ones, where only a bishop, a knight or a pawn of its own could stand in its way"
            )
        };
        }, for (fen, lack) in [
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", "a bare king never mates".to_owned()),
            (
                "7k/8/8/8/8/8/8/K1N5 w - - 0 1",
                "a lone knight mates only a king whose own pieces stand in its way, and a queen never has to"
                    .to_owned(),
            ),
            ("7k/8/8/8/8/8/8/K1B5 w - - 0 1", shades("dark", "light")),
            ("7k/8/8/8/8/8/8/K4B2 w - - 0 1", shades("light", "dark")),
        ] {
            let position = fen.parse().unwrap();
            let words = explain(&position, Color::White, &Certificate::Material, 1);
            assert_eq!(words, format!("material: {lack}"), "{fen}");
        });

    #[test]
    fn an_exhausted_search_says_how_much_was_looked_at() {
        let position = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        for (looked_at, words) in [(1, "1 position looked at"), (7, "7 positions looked at")] {
            let words = format!("exhausted: {words}, and none is mate");
            let exhausted = Certificate::Exhausted(Vec::new());
            assert_eq!(explain(&position, Color::Black, &exhausted, looked_at), words);
        }
    }

    #[test]
    fn untracked_pieces_are_named() {
        let position: Position = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        let untracked = Certificate::Abstraction(Square::from_index(0).set());
        assert_eq!(
            explain(&position, Color::White, &untracked, 1),
            "abstraction: wherever the pieces from a1 go, or if they are taken, no mate can come of the rest"
        );
    }

    #[test]
    fn cases_name_the_piece_that_they_are_about() {
        let start = Square::from_index(0);
        let invariants = [Case::Spared(start), Case::Lost(start)].map(|case| MobilityInvariant {
            pieces: Vec::new(),
            castling: CastlingRights::NONE,
            side: Color::White,
            case,
        });
        let words = "mobility: whether or not the piece on a1 is taken before it moves, the king is never mated";
        assert_eq!(cases(&invariants), words);
    }

    #[test]
    fn a_dozen_squares_are_named_and_more_are_counted() {
        let first = |count| Square::all().take(count).collect::<Bitboard>();
        assert_eq!(name_squares(first(0)), "");
        assert_eq!(name_squares(first(2)), "a1 b1");
        assert_eq!(name_squares(first(12)), "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2");
        assert_eq!(name_squares(first(13)), "13 squares");
        assert_eq!(name_squares(first(64)), "64 squares");
    }

    #[test]
    fn a_fixed_piece_is_never_taken_and_has_no_other_square() {
        let [here, there] = [0, 9].map(Square::from_index);
        let piece = Piece { color: Color::White, role: Role::Pawn };
        let mobility = |squares, promoted, removable| PieceMobility {
            piece,
            start: here,
            squares,
            promoted,
            removable,
        };
        assert!(mobility(here.set(), Bitboard::EMPTY, false).stays());
        assert!(!mobility(here.set(), Bitboard::EMPTY, true).stays());
        assert!(!mobility(here.set() | there.set(), Bitboard::EMPTY, false).stays());
        assert!(!mobility(there.set(), Bitboard::EMPTY, false).stays());
    }
}
