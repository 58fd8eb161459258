//! Whether the rules that a finding depends on are known to be those of the game.

use lawbook::rules::{ClaimGround, Outcome, Parameter, Reason, RuleSet, Source, Termination};

use super::{
    Kind,
    dated::{Date, RulesFit},
};

/// The rules of a game, and how well they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownRules {
    pub(super) rules: RuleSet,
    /// How well they fit the day and the place of the game.
    pub(super) fit: RulesFit,
    /// The day of the game.
    pub(super) day: Option<Date>,
}

impl KnownRules {
    /// Why a conclusion from these parameters is not certain, as the end of a sentence; `None` if it is certain.
    ///
    /// A value is known if it was read in the text of the rule set, and if the rule set applied to the game, or a source
    /// shows the value for the day of the game.
    pub(super) fn doubt(&self, parameters: &[&str]) -> Option<String> {
        let doubt = |parameter: &Parameter| {
            let cell = parameter.cell(self.rules);
            let since = cell.known_since.map(|since| since.parts());
            let is_shown = since.zip(self.day).is_some_and(|(since, day)| since <= day);
            match cell.source {
                _ if matches!(self.fit, RulesFit::Unknown(_)) && !is_shown => {
                    Some("the rules at that time and place are not known".to_owned())
                }
                Source::Read | Source::Unchanged => None,
                Source::Inferred | Source::Remembered => Some(format!(
                    "the value of `{}` in {} is {}, not read",
                    parameter.name,
                    self.rules,
                    cell.source.name()
                )),
            }
        };
        Parameter::all().filter(|one| parameters.contains(&one.name)).find_map(doubt)
    }

    /// Why it is not certain that a game ended in this way; `None` if it is.
    pub(super) fn doubt_of_end(&self, by: Termination) -> Option<String> {
        self.doubt(of_end(by))
    }

    /// Whether the game certainly ended with this outcome.
    pub(super) fn is_certain(&self, outcome: Outcome) -> bool {
        self.doubt_of_end(outcome.by).is_none()
    }
}

/// The names of the parameters that decide whether a game ends in this way. The moves, mate and stalemate are the same
/// under all rule sets.
fn of_end(by: Termination) -> &'static [&'static str] {
    match by {
        Termination::DeadPosition => &["dead_position"],
        Termination::ThreefoldRepetition => &["threefold"],
        Termination::FivefoldRepetition => &["fivefold"],
        Termination::FiftyMoves => &["fifty"],
        Termination::SeventyFiveMoves => &["seventy_five"],
        Termination::MoveLimit => &["most_plies"],
        _ => &[],
    }
}

/// The name of the parameter that decides whether a draw can be claimed on this ground.
pub(super) const fn of_claim(ground: ClaimGround) -> &'static [&'static str] {
    match ground {
        ClaimGround::Threefold => &["threefold"],
        ClaimGround::Fifty => &["fifty"],
    }
}

/// The names of the parameters that a finding of this kind, for this reason, depends on.
pub(super) fn of_finding(kind: Kind, reason: Option<Reason>) -> &'static [&'static str] {
    match reason {
        // An offer to an opponent who cannot mate may draw although the position is not dead.
        Some(Reason::Ended(Termination::DeadPosition)) if kind == Kind::DeadPositionNotThere => {
            &["dead_position", "offer_to_the_mateless_draws", "flag_draw"]
        }
        Some(Reason::Ended(by)) => of_end(by),
        Some(Reason::ClaimRight(ground, ..)) => of_claim(ground),
        Some(Reason::FlagFellUnwinnable) => &["flag_draw"],
        Some(Reason::FlagFell) => &["flag_draw", "flag_takes_offer"],
        Some(Reason::ResignedUnwinnable) => &["resignation_may_draw", "flag_draw"],
        Some(Reason::IllegalUnwinnable(..)) => &["illegal_loss_draw"],
        _ => &[],
    }
}
