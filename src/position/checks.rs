//! Tests whether some last move can have given the checks that are on the board.

use super::Setup;
use crate::board::{Bitboard, Color, Placement, Rank, Role, Square, attacks};

/// The reason why no move of the opponent can have given the checks by all `checkers` to `king`; `None` if one can.
pub(super) fn why_impossible(
    setup: &Setup,
    king: Square,
    checkers: Bitboard,
) -> Option<&'static str> {
    let (placement, by) = (&setup.placement, !setup.turn);
    let mut all = checkers.into_iter();
    let (is_possible, because) = match (all.next(), all.next(), all.next()) {
        (None, ..) => return None,
        (Some(only), None, _) => (
            // A piece that left a square in between may have uncovered the check of a distant piece.
            !attacks::between(king, only).is_empty()
                || !(origins(placement, by, only) - placement.occupied()).is_empty(),
            "the checking piece has no square that it can have come from, and no other piece uncovers the check",
        ),
        (Some(a), Some(b), None) if attacks::between(a, b).contains(king) => {
            (false, "two checks from opposite sides of one line cannot arise in one move")
        }
        (Some(a), Some(b), None) => {
            let lines = [attacks::between(king, a), attacks::between(king, b)];
            (
                origins(placement, by, a).meets(lines[1])
                    || origins(placement, by, b).meets(lines[0])
                    || is_uncovered_en_passant(placement, by, lines),
                "neither piece can have come from the line of the other and uncovered its check",
            )
        }
        _ => (false, "a move gives at most two checks, its own and one it uncovers"),
    };
    (!is_possible).then_some(because)
}

/// The squares where the piece on `to` may have stood before its move, occupied now or not. Castling is left out,
/// because it gives no double check.
fn origins(placement: &Placement, by: Color, to: Square) -> Bitboard {
    let role = placement.role_at(to);
    let officer = attacks::of(role, by, to, placement.occupied());
    match role {
        Role::Pawn => pawn_origins(by, to),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen
            if to.rank() == Rank::relative(8, by) =>
        {
            officer | pawn_origins(by, to)
        }
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => officer,
    }
}

/// The squares that a pawn, now on `to` or promoted there, may have come from: by a capture or a single step. Double
/// steps need no square of their own. They give check only if a single step could, and they uncover nothing, because no
/// line leads from a pawn's first square to a king that it checks from its fourth rank.
fn pawn_origins(by: Color, to: Square) -> Bitboard {
    let behind = to.offset(0, -by.forward()).map_or(Bitboard::EMPTY, Square::set);
    (attacks::pawn(!by, to) | behind) - Bitboard::END_RANKS
}

/// Whether a pawn may have captured en passant and opened both lines: one by leaving its own square, the other by
/// removing the captured pawn.
fn is_uncovered_en_passant(placement: &Placement, by: Color, lines: [Bitboard; 2]) -> bool {
    let down = -by.forward();
    let pawns = placement.pieces(by, Role::Pawn) & Rank::relative(6, by).squares();
    pawns.into_iter().any(|to| {
        let from = attacks::pawn(!by, to);
        let victim = to.offset(0, down).map_or(Bitboard::EMPTY, Square::set);
        let opens = |[one, other]: [Bitboard; 2]| one.meets(from) && other.meets(victim);
        opens(lines) || opens([lines[1], lines[0]])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, SetupError, Unreachable};

    #[test]
    fn checks_are_possible_exactly_if_a_last_move_gives_them() {
        for (fen, is_possible) in [
            // A rook leaves the diagonal of its bishop; a bishop cannot leave it for another one.
            ("4k3/8/4R3/1B6/8/8/8/4K3 b - - 0 1", true),
            ("8/8/2B1B3/3k4/8/8/8/4K3 b - - 0 1", false),
            ("8/1B3B2/8/3k4/8/8/8/4K3 b - - 0 1", false),
            // A queen leaves it for a rank.
            ("3Q3k/8/8/8/8/8/1B6/4K3 b - - 0 1", true),
            // A pawn leaves the file of its rook by a capture, but never the diagonal of a bishop.
            ("8/8/4k3/3P4/8/8/8/4RK2 b - - 0 1", true),
            ("8/6k1/7P/8/7K/8/8/B7 b - - 0 1", false),
            // A pawn that is promoted leaves the rank of its rook.
            ("5N2/R6k/8/8/8/8/8/4K3 b - - 0 1", true),
            // It captures en passant, leaves the file of a rook, and takes its victim off a diagonal.
            ("8/8/3Pk3/8/8/1B6/8/4RK2 b - - 0 1", true),
            ("8/8/4k3/8/8/1B6/8/4RK2 b - - 0 1", false),
            // It captures en passant and leaves the file of a rook, and no victim stood before the bishop; or the
            // victim did, and the rook checks from elsewhere.
            ("2B5/8/3Pk3/8/8/8/8/4RK2 b - - 0 1", false),
            ("8/8/3Pk2R/8/8/1B6/8/5K2 b - - 0 1", false),
            // A knight leaves the file of its rook; two knights cannot have moved at once.
            ("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", true),
            ("4k3/2N5/3N4/8/8/8/8/5K2 b - - 0 1", false),
            // Three at once, and two from opposite sides.
            ("4k3/8/3N4/1B6/8/8/8/4RK2 b - - 0 1", false),
            ("R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", false),
            // A pawn that has not moved gives no check, and neither does a piece without a possible way to its square.
            ("8/8/8/8/8/3k4/4P3/K7 b - - 0 1", false),
            ("8/8/8/8/3k4/4P3/8/K7 b - - 0 1", true),
            ("7k/5Np1/3P3P/4P1P1/8/8/8/K7 b - - 0 1", true),
            ("3B3k/3P1Np1/3P1P1P/4P1P1/8/8/8/K7 b - - 0 1", false),
        ] {
            for setup in [fen.parse::<Setup>().unwrap(), fen.parse::<Setup>().unwrap().flip()] {
                let found = Position::new(&setup);
                let refused = matches!(
                    found,
                    Err(SetupError::Unreachable(Unreachable::ImpossibleChecks { .. }))
                );
                assert_eq!(refused, !is_possible, "{setup}: {found:?}");
                assert!(refused || found.is_ok(), "{setup}: {found:?}");
            }
        }
    }

    /// Whether every position after up to `depth` plies can be set up.
    fn can_all_be_set_up(position: &Position, depth: u32) -> bool {
        Position::new(&position.setup()).is_ok()
            && (depth == 0
                || position
                    .legal_moves()
                    .into_iter()
                    .all(|played| can_all_be_set_up(&position.after(played), depth - 1)))
    }

    #[test]
    fn whatever_a_game_leads_to_can_be_set_up() {
        for (fen, depth) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
        ] {
            let start: Position = fen.parse().unwrap();
            assert!(can_all_be_set_up(&start, depth), "{fen}");
            assert!(can_all_be_set_up(&start.flip(), depth), "{fen}");
        }
    }
}
