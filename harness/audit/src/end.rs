//! What ended a game by itself, and what its last position tells.

use std::sync::Arc;

use lawbook::{
    board::Color,
    position::Position,
    rules::{DeadPosition, FlagDraw, Outcome, RuleSet, SearchBudget, Termination},
};

use super::played::PlayedMovetext;

/// The number of positions that are looked at to decide whether a player can mate.
pub const LIMIT: usize = 20_000;

/// What the questions about one game may search; several of them ask the same.
pub(super) fn budget() -> SearchBudget {
    SearchBudget::up_to(LIMIT).cached(&Arc::default())
}

/// What ended a game by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// After so many plies.
    pub(super) ply: usize,
    pub(super) outcome: Outcome,
}

/// What ended the game, if anything did, the first such thing; and whether that was left open at the
/// limit.
///
/// A dead position stays dead whatever is played, so it is enough to look at the last one.
pub(super) fn end(
    rules: RuleSet,
    played: &PlayedMovetext<'_>,
    budget: &SearchBudget,
) -> (Option<End>, bool) {
    let last = played.plies();
    let told = played.outcome().map(|outcome| End { ply: last, outcome });
    let by = told.map(|end| end.outcome.by);
    let last = match by {
        None => last,
        // Nothing can have been dead before a mate.
        Some(Termination::Checkmate) => return (told, false),
        Some(_) if last == 0 => return (told, false),
        Some(_) => last - 1,
    };
    let dead = |position: &Position| rules.is_dead(position, budget);
    match dead(&played.position_after(last)) {
        Some(true) => {
            let positions: Vec<Position> = played.positions().take(last + 1).collect();
            let ply = positions.partition_point(|position| dead(position) != Some(true));
            (Some(End { ply, outcome: Outcome::draw(Termination::DeadPosition) }), false)
        }
        Some(false) => (told, false),
        None => (told, true),
    }
}

/// Whether it is known that this player can mate, where that is all that the rule set asks of a
/// position: then it is not dead, and no win is wrong.
pub(super) fn can_mate(
    rules: RuleSet,
    position: &Position,
    side: Color,
    budget: &SearchBudget,
) -> bool {
    rules.dead_position().value == DeadPosition::General
        && rules.flag_draw().value == FlagDraw::NoSeries
        && rules.flag_draws(position, side, budget) == Some(false)
}

/// Whether a game could have been won on time by either player, as it was drawn on time; `None` if
/// that is left open.
pub(super) fn either_wins_on_time(
    rules: RuleSet,
    position: &Position,
    budget: &SearchBudget,
) -> Option<bool> {
    // A flag that falls while an offer stands draws under some rules, and no record tells of offers.
    if rules.flag_takes_offer().value {
        return Some(false);
    }
    let draws = Color::ALL.map(|winner| rules.flag_draws(position, winner, budget));
    match draws {
        [Some(false), Some(false)] => Some(true),
        [Some(true), _] | [_, Some(true)] => Some(false),
        _ => None,
    }
}
