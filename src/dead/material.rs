//! What the pieces alone tell, wherever they stand; [`enumerate`](super::enumerate) counts it out.

use crate::board::{Bitboard, Color, Placement, Role};

/// Whether this side can give mate with some placement of these pieces and of those they can become.
///
/// `false` is exact: no series of legal moves ends in mate by this side. `true` says only that the
/// pieces are mating material; the position may still rule mate out.
///
/// - A bare king never mates.
/// - A lone knight mates only if the opponent has a piece that can stand in its own king's way:
///   queens never do, every other piece can, and a pawn can become one that does.
/// - Bishops of one square colour need an opposing piece for the squares of the other colour: a bishop
///   of that colour, a knight, or a pawn that can become one.
pub fn has_mating_material(pieces: &Placement, side: Color) -> bool {
    insufficiency(pieces, side).is_none()
}

/// Why [`has_mating_material`] says no; `None` if it says yes.
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

/// What the pieces of a side lack to give mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Insufficiency {
    /// There is nothing but the king.
    #[error("a bare king never mates")]
    BareKing,
    /// A king and a knight, and the opponent has no piece that can stand in its own king's way.
    #[error(
        "a lone knight mates only a king whose own pieces stand in its way, and a queen never has to"
    )]
    LoneKnight,
    /// A king and bishops on squares of one colour, and the opponent has no piece for the squares of
    /// the other.
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

/// Whether the pieces alone rule out mate by either side, wherever they stand.
#[inline]
pub fn is_insufficient(pieces: &Placement) -> bool {
    // Whoever has a pawn, a rook or a queen can mate; that settles nearly all positions of a game.
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

/// Whether this side has no more than a king, or a king and one minor piece, or a king and two knights
/// against a bare king: what chess.com counts as insufficient.
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

/// Whether this side has no more than a king, or a king and one minor piece, or a king and two knights
/// against an opponent without pawns: US Chess rule 14E, its exception for forced wins apart.
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

    #[test]
    fn material_is_exact_about_square_colours_and_helpers() {
        // (pieces, White's suffice, Black's suffice)
        for (text, white, black) in [
            ("4k3/8/8/8/8/8/8/4K3", false, false),
            ("4k3/8/8/8/8/8/8/4KB2", false, false),
            ("4k3/8/8/8/8/8/8/4KN2", false, false),
            ("4k3/8/8/8/8/8/8/4KP2", true, false),
            ("4k3/8/8/8/8/8/8/4KR2", true, false),
            ("4k3/8/8/8/8/8/8/3NKN2", true, false),
            ("4k3/8/8/8/8/8/8/3BKN2", true, false),
            ("4k3/8/8/8/8/8/8/2B1KB2", true, false),
            // Bishops of one colour, however many, are one bishop.
            ("4k3/8/8/8/8/7B/6B1/4KB2", false, false),
            ("2b1k3/8/8/8/8/7B/6B1/4KB2", false, false),
            ("4kb2/8/8/8/8/8/8/4KB2", true, true),
            ("4kn2/8/8/8/8/8/8/4KB2", true, true),
            ("4kr2/8/8/8/8/8/8/4KB2", false, true),
            ("4kq2/8/8/8/8/8/8/4KB2", false, true),
            ("4k3/5p2/8/8/8/8/8/4KB2", true, true),
            // A lone knight needs something that can block, and a queen cannot.
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
    }

    #[test]
    fn lists_hold_what_they_name() {
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
    }
}
