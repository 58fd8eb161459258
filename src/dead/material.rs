//! What the men alone tell, wherever they stand; [`enumerate`](super::enumerate) counts it out.

use crate::board::{Bitboard, Color, Placement, Role};

/// Whether this side can give mate with some placement of these men and of those they can become.
///
/// `false` is exact: no series of legal moves ends in mate by this side. `true` says only that the
/// men suffice; the position may still rule mate out.
///
/// - A bare king never mates.
/// - A lone knight mates only if the opponent has a man that can stand in its own king's way:
///   queens never do, every other man can, and a pawn can become one that does.
/// - Bishops of one square colour need an opposing man for the squares of the other colour: a bishop
///   of that colour, a knight, or a pawn that can become one.
pub fn suffices(men: &Placement, side: Color) -> bool {
    lack(men, side).is_none()
}

/// Why [`suffices`] says no; `None` if it says yes.
#[inline]
pub fn lack(men: &Placement, side: Color) -> Option<Lack> {
    let own = men.color(side) - men.role(Role::King);
    let others = men.color(!side) - men.role(Role::King);
    let bishops = own & men.role(Role::Bishop);
    let strong = men.role(Role::Pawn) | men.role(Role::Rook) | men.role(Role::Queen);
    if own.is_empty() {
        return Some(Lack::BareKing);
    }
    if own.meets(strong) {
        return None;
    }
    if own == bishops {
        for shade in [Bitboard::LIGHT, Bitboard::DARK] {
            if bishops.is_subset(shade) {
                let helpers = men.role(Role::Knight)
                    | men.role(Role::Pawn)
                    | (men.role(Role::Bishop) - shade);
                let lack = Lack::BishopsOfOneShade { light: shade == Bitboard::LIGHT };
                return (!others.meets(helpers)).then_some(lack);
            }
        }
        return None;
    }
    // Only minor men are left, at least one of them a knight.
    (own.len() == 1 && others.is_subset(men.role(Role::Queen))).then_some(Lack::LoneKnight)
}

/// What the men of a side lack to give mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lack {
    /// There is nothing but the king.
    #[error("a bare king never mates")]
    BareKing,
    /// A king and a knight, and the opponent has no man that can stand in its own king's way.
    #[error(
        "a lone knight mates only a king whose own men stand in its way, and a queen never has to"
    )]
    LoneKnight,
    /// A king and bishops on squares of one colour, and the opponent has no man for the squares of
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

/// Whether the men alone rule out mate by either side, wherever they stand.
#[inline]
pub fn is_insufficient(men: &Placement) -> bool {
    // Whoever has a pawn, a rook or a queen can mate; that settles nearly all positions of a game.
    let strong = men.role(Role::Pawn) | men.role(Role::Rook) | men.role(Role::Queen);
    strong.is_empty() && Color::ALL.into_iter().all(|side| !suffices(men, side))
}

/// The drawn endings that the Laws of 1993 list in Article 10.4: king against king, king against
/// king and one minor man, and king and bishop each with bishops on squares of one colour.
pub fn is_on_list_of_1993(men: &Placement) -> bool {
    let bishops = men.role(Role::Bishop);
    let shade = |shade: Bitboard| bishops.is_subset(shade);
    match sizes(men) {
        [1, 1] => true,
        [1, 2] | [2, 1] => men.occupied().meets(bishops | men.role(Role::Knight)),
        [2, 2] => {
            bishops.len() == 2
                && men.color(Color::White).meets(bishops)
                && men.color(Color::Black).meets(bishops)
                && (shade(Bitboard::LIGHT) || shade(Bitboard::DARK))
        }
        _ => false,
    }
}

/// Whether this side has no more than a king, or a king and one minor man, or a king and two knights
/// against a bare king: what chess.com counts as insufficient.
pub fn is_insufficient_at_chesscom(men: &Placement, side: Color) -> bool {
    let own = men.color(side);
    let minor = men.role(Role::Bishop) | men.role(Role::Knight);
    match own.len() {
        1 => true,
        2 => own.meets(minor),
        3 => (own & men.role(Role::Knight)).len() == 2 && men.color(!side).len() == 1,
        _ => false,
    }
}

/// Whether this side has no more than a king, or a king and one minor man, or a king and two knights
/// against an opponent without pawns: US Chess rule 14E, its exception for forced wins apart.
pub fn is_insufficient_by_uscf_14e(men: &Placement, side: Color) -> bool {
    let own = men.color(side);
    let minor = men.role(Role::Bishop) | men.role(Role::Knight);
    match own.len() {
        1 => true,
        2 => own.meets(minor),
        3 => {
            (own & men.role(Role::Knight)).len() == 2
                && !men.color(!side).meets(men.role(Role::Pawn))
        }
        _ => false,
    }
}

fn sizes(men: &Placement) -> [u32; 2] {
    Color::ALL.map(|color| men.color(color).len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Setup;

    fn men(text: &str) -> Placement {
        format!("{text} w - -").parse::<Setup>().unwrap().placement
    }

    #[test]
    fn material_is_exact_about_square_colours_and_helpers() {
        // (men, White's suffice, Black's suffice)
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
            let men = men(text);
            assert_eq!(suffices(&men, Color::White), white, "White in {text}");
            assert_eq!(suffices(&men, Color::Black), black, "Black in {text}");
            assert_eq!(suffices(&men.flip(), Color::Black), white, "{text} flipped");
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
            let men = men(text);
            assert_eq!(is_on_list_of_1993(&men), listed, "1993: {text}");
            assert_eq!(is_insufficient_at_chesscom(&men, Color::White), chesscom, "{text}");
            assert_eq!(is_insufficient_by_uscf_14e(&men, Color::White), uscf, "{text}");
        }
    }
}
