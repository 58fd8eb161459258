//! Insufficient mating material: what follows from the pieces alone, wherever they stand.

use crate::board::{Bitboard, Color, Placement, Role};

/// Whether `side` can mate in some placement of these pieces and of those that they can be promoted to.
///
/// `false` is exact: no series of legal moves ends in mate by this side. `true` means only that the material suffices;
/// the position may still exclude mate.
///
/// - A bare king never mates.
/// - A lone knight mates only if the opponent has a piece that can block its own king. A queen cannot; every other
///   piece can, and a pawn can be promoted to one.
/// - Bishops of one square colour need an opposing piece that can block on squares of the other colour: a bishop of
///   that colour, a knight, or a pawn that can be promoted to one.
pub fn has_mating_material(pieces: &Placement, side: Color) -> bool {
    insufficiency(pieces, side).is_none()
}

/// Why [`has_mating_material`] returns `false`; `None` if it returns `true`.
#[inline]
pub fn insufficiency(pieces: &Placement, side: Color) -> Option<Insufficiency> {
    let own = pieces.color(side) - pieces.role(Role::King);
    let others = pieces.color(!side) - pieces.role(Role::King);
    let bishops = own & pieces.role(Role::Bishop);
    let strong = pieces.role(Role::Pawn) | pieces.role(Role::Rook) | pieces.role(Role::Queen);
    if own.is_empty() {
        return Some(Insufficiency::BareKing);
    }
    if own.meets(strong) {
        return None;
    }
    if own == bishops {
        for shade in [Bitboard::LIGHT, Bitboard::DARK] {
            if bishops.is_subset(shade) {
                let helpers = pieces.role(Role::Knight)
                    | pieces.role(Role::Pawn)
                    | (pieces.role(Role::Bishop) - shade);
                let insufficiency =
                    Insufficiency::BishopsOfOneShade { light: shade == Bitboard::LIGHT };
                return (!others.meets(helpers)).then_some(insufficiency);
            }
        }
        return None;
    }
    // Only minor pieces are left, at least one of them a knight.
    (own.len() == 1 && others.is_subset(pieces.role(Role::Queen)))
        .then_some(Insufficiency::LoneKnight)
}

/// Why the material of a side is insufficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Insufficiency {
    /// The side has only its king.
    #[error("a bare king never mates")]
    BareKing,
    /// A king and a knight, and the opponent has no piece that can block its own king.
    #[error(
        "a lone knight mates only a king whose own pieces stand in its way, and a queen never has to"
    )]
    LoneKnight,
    /// A king and bishops on squares of one colour, and the opponent has no piece that can block on squares of the
    /// other.
    #[error(
        "bishops on {0} squares leave the king the {1} ones, where only a bishop, a knight or a pawn of its own could stand in its way",
        shade(*light), shade(!*light)
    )]
    BishopsOfOneShade {
        /// Whether they stand on light squares.
        light: bool,
    },
}

fn shade(light: bool) -> &'static str {
    if light { "light" } else { "dark" }
}

/// Whether neither side can mate, wherever the pieces stand.
#[inline]
pub fn is_insufficient(pieces: &Placement) -> bool {
    // A pawn, a rook or a queen suffices. This decides nearly all positions of games.
    let strong = pieces.role(Role::Pawn) | pieces.role(Role::Rook) | pieces.role(Role::Queen);
    strong.is_empty() && Color::ALL.into_iter().all(|side| !has_mating_material(pieces, side))
}

/// The drawn endings that the Laws of 1993 list in Article 10.4: king against king, king against
/// king and one minor piece, and king and bishop each with bishops on squares of one colour.
pub fn is_on_list_of_1993(pieces: &Placement) -> bool {
    let bishops = pieces.role(Role::Bishop);
    let shade = |shade: Bitboard| bishops.is_subset(shade);
    match sizes(pieces) {
        [1, 1] => true,
        [1, 2] | [2, 1] => pieces.occupied().meets(bishops | pieces.role(Role::Knight)),
        [2, 2] => {
            bishops.len() == 2
                && pieces.color(Color::White).meets(bishops)
                && pieces.color(Color::Black).meets(bishops)
                && (shade(Bitboard::LIGHT) || shade(Bitboard::DARK))
        }
        _ => false,
    }
}

/// Whether this side has at most a king and one minor piece, or a king and two knights against a bare king:
/// insufficient material at chess.com.
pub fn is_insufficient_at_chesscom(pieces: &Placement, side: Color) -> bool {
    let own = pieces.color(side);
    let minor = pieces.role(Role::Bishop) | pieces.role(Role::Knight);
    match own.len() {
        1 => true,
        2 => own.meets(minor),
        3 => (own & pieces.role(Role::Knight)).len() == 2 && pieces.color(!side).len() == 1,
        _ => false,
    }
}

/// Whether this side has at most a king and one minor piece, or a king and two knights against an opponent without
/// pawns: US Chess rule 14E, without its exception for forced wins.
pub fn is_insufficient_by_uscf_14e(pieces: &Placement, side: Color) -> bool {
    let own = pieces.color(side);
    let minor = pieces.role(Role::Bishop) | pieces.role(Role::Knight);
    match own.len() {
        1 => true,
        2 => own.meets(minor),
        3 => {
            (own & pieces.role(Role::Knight)).len() == 2
                && !pieces.color(!side).meets(pieces.role(Role::Pawn))
        }
        _ => false,
    }
}

fn sizes(pieces: &Placement) -> [u32; 2] {
    Color::ALL.map(|color| pieces.color(color).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Setup;

    fn pieces(text: &str) -> Placement {
        format!("{text} w - -").parse::<Setup>().unwrap().placement
    }

    // (pieces, White's material suffices, Black's material suffices)
    rows!(
        material_is_exact_about_square_colours_and_helpers,
        for (text, white, black) in [
            ("4k3/8/8/8/8/8/8/4K3", false, false),
            ("4k3/8/8/8/8/8/8/4KB2", false, false),
            ("4k3/8/8/8/8/8/8/4KN2", false, false),
            ("4k3/8/8/8/8/8/8/4KP2", true, false),
            ("4k3/8/8/8/8/8/8/4KR2", true, false),
            ("4k3/8/8/8/8/8/8/3NKN2", true, false),
            ("4k3/8/8/8/8/8/8/3BKN2", true, false),
            ("4k3/8/8/8/8/8/8/2B1KB2", true, false),
            // Any number of bishops of one square colour counts as one.
            ("4k3/8/8/8/8/7B/6B1/4KB2", false, false),
            ("2b1k3/8/8/8/8/7B/6B1/4KB2", false, false),
            ("4kb2/8/8/8/8/8/8/4KB2", true, true),
            ("4kn2/8/8/8/8/8/8/4KB2", true, true),
            ("4kr2/8/8/8/8/8/8/4KB2", false, true),
            ("4kq2/8/8/8/8/8/8/4KB2", false, true),
            ("4k3/5p2/8/8/8/8/8/4KB2", true, true),
            // A lone knight needs an opposing piece that can block. A queen cannot.
            ("4kq2/8/8/8/8/8/8/4KN2", false, true),
            ("4kr2/8/8/8/8/8/8/4KN2", true, true),
            ("4kb2/8/8/8/8/8/8/4KN2", true, true),
            ("4kn2/8/8/8/8/8/8/4KN2", true, true),
            ("4k3/5p2/8/8/8/8/8/4KN2", true, true),
        ] {
            let pieces = pieces(text);
            assert_eq!(has_mating_material(&pieces, Color::White), white, "White in {text}");
            assert_eq!(has_mating_material(&pieces, Color::Black), black, "Black in {text}");
            assert_eq!(has_mating_material(&pieces.flip(), Color::Black), white, "{text} flipped");
        }
    );

    rows!(
        lists_hold_what_they_name,
        for (text, listed, chesscom, uscf) in [
            ("4k3/8/8/8/8/8/8/4K3", true, true, true),
            ("4k3/8/8/8/8/8/8/4KN2", true, true, true),
            ("4k3/8/8/8/8/8/8/4KR2", false, false, false),
            ("4k3/8/8/8/8/8/8/4KP2", false, false, false),
            ("2b1k3/8/8/8/8/8/8/4KB2", true, true, true),
            ("4kb2/8/8/8/8/8/8/4KB2", false, true, true),
            ("4k3/8/8/8/8/8/8/3NKN2", false, true, true),
            ("4k3/4p3/8/8/8/8/8/3NKN2", false, false, false),
            ("4kr2/8/8/8/8/8/8/3NKN2", false, false, true),
            ("4k3/8/8/8/8/8/8/3BKN2", false, false, false),
            ("4k3/8/8/8/8/7B/8/4KB2", false, false, false),
        ] {
            let pieces = pieces(text);
            assert_eq!(is_on_list_of_1993(&pieces), listed, "1993: {text}");
            assert_eq!(is_insufficient_at_chesscom(&pieces, Color::White), chesscom, "{text}");
            assert_eq!(is_insufficient_by_uscf_14e(&pieces, Color::White), uscf, "{text}");
        }
    );
}
