//! Flags and resignation: the endings that ask whether the opponent can still win
//! (Articles 5.1.2, 6.8 and 6.9).

use super::{Game, Outcome, Reason, Refused, Ruling, Termination, table::BothFlags};
use crate::board::Color;

impl Game {
    pub(super) fn resign(&mut self, by: Color) -> Ruling {
        if self.rule_set.resignation_draws(self.position(), !by, &self.budget) == Some(true) {
            return self.end(Outcome::draw(Termination::Resignation), Reason::ResignedUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Resignation), Reason::Resigned)
    }

    pub(super) fn flag_falls(&mut self, by: Color) -> Ruling {
        let draw = Outcome::draw(Termination::Time);
        if self.offer == Some(!by) && self.rule_set.flag_takes_offer().value {
            return self.end(draw, Reason::FlagFellOnOffer);
        }
        if self.rule_set.flag_draws(self.position(), !by, &self.budget) == Some(true) {
            return self.end(draw, Reason::FlagFellUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Time), Reason::FlagFell)
    }

    pub(super) fn flag_falls_unnoticed(&mut self, by: Color) -> Ruling {
        if self.rule_set.flag_is_seen().value {
            return self.flag_falls(by);
        }
        self.fallen[by as usize] = true;
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
        if self.event.last_period && self.rule_set.both_flags().value == BothFlags::Draw {
            return self.end(Outcome::draw(Termination::Time), Reason::BothFlagsDraw);
        }
        Ruling::play_on(Reason::BothFlagsPlayOn)
    }
}
