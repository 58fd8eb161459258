//! Fallen flags and resignation: the endings that depend on whether the opponent can still win (Articles 5.1.2, 6.8 and
//! 6.9).

use super::Game;
use crate::{
    board::Color,
    rules::{Outcome, Reason, Refused, Ruling, Termination, parameters::BothFlags},
};

impl Game {
    pub(super) fn resign(&mut self, by: Color) -> Ruling {
        if self.rule_set.resignation_draws(self.position(), !by, &self.budget) == Some(true) {
            return self.end(Outcome::draw(Termination::Resignation), Reason::ResignedUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Resignation), Reason::Resigned)
    }

    pub(super) fn flag_falls(&mut self, by: Color) -> Ruling {
        if let Some(control) = self.event.control
            && !self.event.last_period
            && self.completed_moves(by) >= control
        {
            return Ruling::play_on(Reason::ControlReached);
        }
        let draw = Outcome::draw(Termination::Time);
        if self.offer == Some(!by) && self.rule_set.flag_takes_offer().value {
            return self.end(draw, Reason::FlagFellOnOffer);
        }
        if self.rule_set.flag_draws(self.position(), !by, &self.budget) == Some(true) {
            return self.end(draw, Reason::FlagFellUnwinnable);
        }
        if let Some(claim) = &mut self.last_minutes
            && claim.postponed
            && claim.fallen.is_none()
        {
            claim.fallen = Some(by);
            return Ruling::left_to_the_arbiter(Reason::FlagFellOnPostponedClaim);
        }
        self.end(Outcome::win(!by, Termination::Time), Reason::FlagFell)
    }

    /// The number of moves that a player has completed.
    fn completed_moves(&self, of: Color) -> u32 {
        let start = self.line.start();
        let unfinished = u32::from(of == Color::Black || start.turn() == Color::White);
        let before = start.fullmove_number().saturating_sub(unfinished);
        let plies = self.line.moves().len() as u32;
        let made = if start.turn() == of { plies.div_ceil(2) } else { plies / 2 };
        let open =
            (self.is_moved() && self.position().turn() != of) || self.turn.late_press == Some(of);
        before.saturating_add(made).saturating_sub(u32::from(open))
    }

    pub(super) fn flag_falls_unnoticed(&mut self, by: Color) -> Ruling {
        if self.rule_set.flag_is_seen().value {
            return self.flag_falls(by);
        }
        self.fallen[by as usize] = true;
        self.first_fallen.get_or_insert(by);
        Ruling::play_on(Reason::FlagUnnoticed)
    }

    pub(super) fn flag_noticed(&mut self, by: Color) -> Ruling {
        if self.fallen[by as usize] {
            self.flag_falls(by)
        } else {
            Ruling::refused(Refused::Claim, Reason::NoFlag)
        }
    }

    pub(super) fn both_flags(&mut self) -> Ruling {
        match self.rule_set.both_flags().value {
            BothFlags::DrawIfAnnounced if !self.guidelines_apply() => {
                Ruling::left_to_the_arbiter(Reason::BothFlagsUnsettled)
            }
            BothFlags::Draw | BothFlags::DrawIfAnnounced if self.event.last_period => {
                self.end(Outcome::draw(Termination::Time), Reason::BothFlagsDraw)
            }
            BothFlags::PlayOn | BothFlags::Draw | BothFlags::DrawIfAnnounced => {
                Ruling::play_on(Reason::BothFlagsPlayOn)
            }
        }
    }
}
