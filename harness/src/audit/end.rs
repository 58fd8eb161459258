//! How a game that was replayed stands under a rule set, as far as its last position tells.

use lawbook::{
    board::Color,
    position::Position,
    rules::{Act, Game, Ground, Outcome, RuleSet, Termination},
};

/// The number of positions that are looked at to decide whether a player can mate.
pub const LIMIT: usize = 20_000;

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
/// The game must have been replayed by the men alone, up to its end as far as they tell. A dead
/// position stays dead whatever is played, so it is enough to look at the last one.
pub(super) fn end(game: &Game) -> (Option<End>, bool) {
    let last = game.moves().len();
    let told = game.outcome().map(|outcome| End { ply: last, outcome });
    let may_have_been_dead = !matches!(
        told.map(|end| end.outcome.by),
        Some(Termination::Checkmate | Termination::DeadPosition)
    );
    let last = if told.is_some() { last.checked_sub(1) } else { Some(last) };
    let Some(last) = last.filter(|_| may_have_been_dead) else { return (told, false) };
    let dead = |position: &Position| game.rule_set().is_dead(position, LIMIT);
    let positions = &game.positions()[..=last];
    match dead(&positions[last]) {
        Some(true) => {
            let ply = positions.partition_point(|position| dead(position) != Some(true));
            let outcome = Outcome::draw(Termination::DeadPosition);
            (Some(End { ply, outcome }), false)
        }
        Some(false) => (told, false),
        None => (told, true),
    }
}

/// Whether a draw on this ground was there to be claimed at the end of the game, by whoever may, with
/// a move that was only written down too.
pub(super) fn is_claimable(game: &Game, ground: Ground) -> bool {
    let by = game.position().turn();
    let now = Color::ALL.into_iter().any(|by| game.check_claim(by, ground, None).is_ok());
    now || game
        .position()
        .legal_moves()
        .into_iter()
        .any(|written| game.check_claim(by, ground, Some(written)).is_ok())
}

/// Whether a game could have been won on time by either player, as it was drawn on time; `None` if
/// that is left open.
pub(super) fn either_wins_on_time(rules: RuleSet, position: &Position) -> Option<bool> {
    // A flag that falls while an offer stands draws under some rules, and no record tells of offers.
    if rules.flag_takes_offer().value {
        return Some(false);
    }
    let draws = Color::ALL.map(|winner| rules.flag_draws(position, winner, LIMIT));
    match draws {
        [Some(false), Some(false)] => Some(true),
        [Some(true), _] | [_, Some(true)] => Some(false),
        _ => None,
    }
}

/// Plays a legal move; what the board says then is in the game.
pub(super) fn play(game: &mut Game, played: lawbook::position::Move) {
    game.act(&Act::Complete(played));
}
