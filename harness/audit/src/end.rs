//! How the board ended a game, and which players can still win from its last position.

use std::sync::Arc;

use lawbook::{
    board::Color,
    position::Position,
    rules::{DeadPosition, FlagDraw, Outcome, RuleSet, SearchBudget, Termination},
};

use super::played::PlayedMovetext;

/// The position limit of each search for whether a player can mate.
pub const LIMIT: usize = 20_000;

/// The search budget of one game, with a cache, because several questions need the same search.
pub(super) fn budget() -> SearchBudget {
    SearchBudget::up_to(LIMIT).cached(&Arc::default())
}

/// The end of a game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardEnd {
    /// The number of plies before it.
    pub(super) ply: usize,
    pub(super) outcome: Outcome,
}

/// Returns the first event on the board that ended the game, if any, and whether a search reached its limit and left
/// open whether a position was dead.
///
/// A dead position stays dead whatever is played. So the last position is tested first, and the first dead one is
/// searched for only if the last one is dead.
pub(super) fn end(
    rules: RuleSet,
    played: &PlayedMovetext<'_>,
    budget: &SearchBudget,
) -> (Option<BoardEnd>, bool) {
    let last = played.plies();
    let told = played.outcome().map(|outcome| BoardEnd { ply: last, outcome });
    let by = told.map(|end| end.outcome.by);
    let last = match by {
        None => last,
        // Mate was possible before this move, so no earlier position was dead.
        Some(Termination::Checkmate) => return (told, false),
        Some(_) if last == 0 => return (told, false),
        Some(_) => last - 1,
    };
    let dead = |position: &Position| rules.is_dead(position, budget);
    match dead(&played.position_after(last)) {
        Some(true) => {
            let positions: Vec<Position> = played.positions().take(last + 1).collect();
            let ply = positions.partition_point(|position| dead(position) != Some(true));
            (Some(BoardEnd { ply, outcome: Outcome::draw(Termination::DeadPosition) }), false)
        }
        Some(false) => (told, false),
        None => (told, true),
    }
}

/// Whether `side` is known to be able to mate, under rules that call a position dead, and a win on time a draw, only
/// if no series of legal moves leads to mate. Then the position is not dead, and a win of `side` is not wrong.
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

/// Whether each of the two players could have won on time, so that a draw on time is wrong; `None` if a search
/// reached its limit.
pub(super) fn either_wins_on_time(
    rules: RuleSet,
    position: &Position,
    budget: &SearchBudget,
) -> Option<bool> {
    // Some rules draw if a flag falls while a draw offer is open, and records do not contain offers.
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
