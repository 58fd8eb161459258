use super::example::{ROOK, START};
use lawbook::board::Color;

family! {
    /// A question about mating chances: which side has mating material, and which can still mate.
    MaterialQuestion: Material;
    /// Does the material alone rule out mate by either side?
    Insufficient "insufficient-material" YesOrNo
        "Does the material alone rule out mate by either side?";
    /// Can neither side mate by any series of legal moves?
    Dead "dead" YesOrNo "Is the position dead?";
    /// Can this side mate by some series of legal moves?
    CanMate { side: Color } "can-mate" YesOrNo "Can {side} still mate by some legal moves?";
}

impl MaterialQuestion {
    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<MaterialQuestion>)> {
        use MaterialQuestion::*;
        let (white, black) = (CanMate { side: Color::White }, CanMate { side: Color::Black });
        vec![
            (START, "", vec![Insufficient, Dead, white.clone(), black.clone()]),
            ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", "", vec![Insufficient, Dead, white.clone()]),
            (ROOK, "", vec![Insufficient, Dead, white, black]),
        ]
    }
}
