//! Clock times: how they run down, and what moves and penalties add (Articles 6.3.1 and 7.5.5).

use super::Game;
use crate::{
    board::Color,
    rules::{Order, Outcome, Reason, Refused, Ruling, Termination, parameters::BothFlags},
};

/// A minute, in milliseconds.
pub(super) const MINUTE: u32 = 60_000;

impl Game {
    /// The milliseconds left on a player's clock; `None` if the event does not count time.
    pub fn milliseconds(&self, of: Color) -> Option<u32> {
        self.clocks.map(|clocks| clocks[of as usize])
    }

    pub(super) fn think(&mut self, by: Color, milliseconds: u32) -> Ruling {
        // Until the clock is pressed, the clock of the player who has moved is running.
        let running =
            if self.is_moved() { !self.position().turn() } else { self.position().turn() };
        if by != running {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        if self.clocks_stopped {
            return Ruling::play_on(Reason::ClocksStopped);
        }
        self.turn.runs = !self.is_moved();
        let Some(clocks) = &mut self.clocks else {
            return Ruling::play_on(Reason::ClockRuns);
        };
        let left = &mut clocks[by as usize];
        *left = left.saturating_sub(milliseconds);
        if *left == 0 { self.flag_falls_unnoticed(by) } else { Ruling::play_on(Reason::ClockRuns) }
    }

    /// Adds the increment for a completed move, if the event has one. A clock that has run out gets none.
    pub(super) fn add_increment(&mut self, to: Color) {
        let added = self.event.clocks.map_or(0, |clocks| clocks.increment);
        self.change_clock(to, |left| if left > 0 { left.saturating_add(added) } else { 0 });
    }

    /// Takes back the increment for a move that is taken back.
    pub(super) fn take_increment(&mut self, from: Color) {
        let added = self.event.clocks.map_or(0, |clocks| clocks.increment);
        self.change_clock(from, |left| left.saturating_sub(added));
    }

    /// Changes the time left on a player's clock, if the event counts time.
    pub(super) fn change_clock(&mut self, of: Color, change: impl FnOnce(u32) -> u32) {
        if let Some(left) = self.clocks.as_mut().map(|clocks| &mut clocks[of as usize]) {
            *left = change(*left);
        }
    }

    /// Adjusts the clocks by the time penalties among `orders`.
    pub(super) fn set_clocks(&mut self, orders: &[Order]) {
        let time = |minutes: u8| MINUTE * u32::from(minutes);
        for order in orders {
            if let Order::AddTime { to, minutes } = *order {
                self.change_clock(to, |left| left.saturating_add(time(minutes)));
            } else if let Order::TakeTime { from, minutes } = *order {
                self.change_clock(from, |left| left.saturating_sub(time(minutes)));
            } else if let Order::TakeHalf { from } = *order {
                self.change_clock(from, |left| left - half(left));
            }
        }
    }
}

/// Returns the milliseconds to take for a penalty of half of the remaining time: half of `left`, at most three minutes,
/// and never a part of the last minute.
fn half(left: u32) -> u32 {
    (left / 2).min(3 * MINUTE).min(left.saturating_sub(MINUTE))
}

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

    /// Rules on a flag that falls now. It cannot while the clocks are stopped; one that has fallen before counts.
    pub(super) fn flag_falls_now(&mut self, by: Color) -> Ruling {
        self.flag_cannot_fall(by).unwrap_or_else(|| self.flag_falls(by))
    }

    /// The ruling on a flag that does not count if it falls now: the clocks are stopped, or the opponent's pieces lie
    /// displaced by the opponent himself, who cannot win by that.
    pub(super) fn flag_cannot_fall(&self, of: Color) -> Option<Ruling> {
        if self.clocks_stopped {
            return Some(Ruling::play_on(Reason::ClocksStopped));
        }
        (self.turn.displaced == Some(!of))
            .then(|| self.time_given_back(of, Reason::FlagFellByOffence))
    }

    /// Rules that `to` gets back the time that has run while the opponent had displaced pieces.
    pub(super) fn time_given_back(&self, to: Color, reason: Reason) -> Ruling {
        Ruling::play_on(reason).with([
            Order::PutBack { by: !to },
            Order::GiveTimeBack { to },
            Order::MayBePenalised { by: !to },
        ])
    }

    pub(super) fn flag_falls_unnoticed(&mut self, by: Color) -> Ruling {
        if let Some(ruling) = self.flag_cannot_fall(by) {
            return ruling;
        }
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
                Ruling::left_to_the_arbiter(Reason::BothFlagsUnsettled).on(self.guidelines_limit())
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

#[cfg(test)]
mod tests {
    use super::half;

    rows!(
        half_of_the_time_spares_the_last_minute,
        for (left, taken) in [
            (600_000, 180_000),
            (360_000, 180_000),
            (300_000, 150_000),
            (119_000, 59_000),
            (60_001, 1),
            (60_000, 0),
            (30_000, 0),
        ] {
            assert_eq!(half(left), taken, "{left} ms left");
        }
    );
}
