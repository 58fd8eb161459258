use crate::{board::Color, dead, position::Position, rules::Act};

/// Whether the players agree to a draw before the second ply.
pub(super) fn is_agreed_too_soon(acts: &[Act]) -> bool {
    let before = acts.iter().scan(0, |plies, act| {
        *plies += usize::from(act.played().is_some());
        (*plies < 2).then_some(act)
    });
    before.into_iter().any(|act| matches!(act, Act::Agree | Act::Accept(_)))
}

/// Whether a player has done this, and the opponent cannot mate by any series of legal moves.
pub(super) fn is_done_with_no_mate_left(
    done: fn(Color) -> Act,
    acts: &[Act],
    end: &Position,
) -> bool {
    Color::ALL.iter().any(|&color| {
        acts.contains(&done(color)) && dead::can_mate(end, !color).decided() == Some(false)
    })
}
