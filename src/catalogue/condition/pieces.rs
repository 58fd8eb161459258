use crate::{
    board::{Color, Placement, Rank, Role},
    position::{Position, Setup, Wing},
};

/// Whether a pawn of the player on move stands on this rank, as the player counts.
pub(super) fn has_pawn_on(rank: u8, position: &Position) -> bool {
    let rank = Rank::relative(rank, position.turn()).squares();
    position.placement().pieces(position.turn(), Role::Pawn).meets(rank)
}

/// Whether neither player has more than a knight or a bishop besides the king.
pub(super) fn has_one_minor_piece_each(pieces: &Placement) -> bool {
    let minor = pieces.role(Role::Knight) | pieces.role(Role::Bishop);
    Color::ALL.iter().all(|&color| {
        let others = pieces.color(color) - pieces.role(Role::King);
        others.is_subset(minor) && !others.is_several()
    })
}

/// Whether a player may castle to a side on which several rooks of his stand beside the king.
pub(super) fn has_several_rooks(setup: &Setup) -> bool {
    setup.castling.iter().any(|(color, wing)| {
        let king = Wing::king_from(color);
        let rooks = setup.placement.pieces(color, Role::Rook).into_iter();
        let beside = rooks.filter(|rook| {
            let is_towards = (rook.file() > king.file()) == (wing == Wing::King);
            rook.rank() == king.rank() && is_towards
        });
        beside.count() > 1
    })
}
