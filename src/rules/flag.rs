//! Flags and resignation: the endings that ask whether the opponent can still win
//! (Articles 5.1.2, 6.8 and 6.9).

use super::{
    Game, Outcome, Reason, Refused, Ruling, Termination,
    table::{BothFlags, FlagDraw},
};
use crate::{
    board::Color,
    dead::{self, material},
};

impl Game {
    pub(super) fn resign(&mut self, by: Color) -> Ruling {
        let draws = self.rule_set.resignation_may_draw().value;
        if draws && dead::cannot_mate(self.position(), !by) {
            return self.end(Outcome::draw(Termination::Resignation), Reason::ResignedUnwinnable);
        }
        self.end(Outcome::win(!by, Termination::Resignation), Reason::Resigned)
    }

    pub(super) fn flag_falls(&mut self, by: Color) -> Ruling {
        let draw = Outcome::draw(Termination::Time);
        if self.offer == Some(!by) && self.rule_set.flag_takes_offer().value {
            return self.end(draw, Reason::FlagFellOnOffer);
        }
        let men = self.position().placement();
        let cannot_win = match self.rule_set.flag_draw().value {
            FlagDraw::BareKing => men.color(!by).len() == 1,
            FlagDraw::NoSeries => dead::cannot_mate(self.position(), !by),
            FlagDraw::Material => !material::suffices(men, !by),
            FlagDraw::Chesscom => material::is_insufficient_at_chesscom(men, !by),
            FlagDraw::Uscf14E => {
                material::is_insufficient_by_uscf_14e(men, !by)
                    && !dead::has_forced_mate(self.position(), !by, FORCED_PLIES)
            }
        };
        if cannot_win {
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

/// How far a forced win is looked for where a rule set makes an exception for one.
const FORCED_PLIES: u32 = 5;
