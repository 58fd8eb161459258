//! Doubts: rulings for which the Laws have another reading.

use super::{Event, Order, Reason, RuleSet, Ruling, TimeControl, parameters::FastPenalty};

impl Ruling {
    /// The other reading of the Laws, if the ruling in this event rests on one of two. `None` without a doubt, or if the
    /// rule set is not an edition of the Laws.
    pub fn doubt(&self, rule_set: RuleSet, event: &Event) -> Option<&'static str> {
        if !rule_set.is_fide_edition() {
            return None;
        }
        // The minutes granted in the last minutes are not a penalty, and are not halved.
        let is_penalty =
            !matches!(self.reason, Reason::LastMinutesRejected | Reason::SecondsGranted);
        let two = |order: &Order| matches!(order, Order::AddTime { minutes: 2, .. });
        if is_penalty
            && event.time == TimeControl::Blitz
            && rule_set.fast_penalty().value == FastPenalty::TwoInSupervisedBlitz
            && self.orders.iter().any(two)
        {
            return Some(
                "by the letter of B.2 two minutes; many arbiters give one, as in other blitz games (A.3): the event should \
                 announce it",
            );
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other reasons leave no doubt")]
        match self.reason {
            Reason::ClaimNotOnMove(_) => Some(
                "the other reading is that it is an incorrect claim and brings the opponent time; as read here it is no \
                 claim at all, and at most a disturbance",
            ),
            Reason::OfferOnCondition => Some(
                "the other reading is that only the condition is void, and the offer stands; if both players agree to a \
                 draw afterwards, it is one",
            ),
            Reason::NotWritten(_) => Some(
                "the arbiter may first ask the player to write the move; and the other reading is that a move that was \
                 only said need not be made",
            ),
            Reason::ClaimAfterTouch => Some(
                "the other reading is that it is an incorrect claim and brings the opponent time",
            ),
            Reason::FlagFellByOffence => Some(
                "no article says that a flag is annulled; one that would have fallen in any case counts",
            ),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        position::Position,
        rules::{Act, ClaimGround, Game, SearchBudget},
    };

    // The penalty of blitz is doubtful in 2023 and with an arbiter at the board only.
    rows!(
        doubtful_rulings_say_so,
        {
            let (by, ground) = (Color::White, ClaimGround::Threefold);
            let claim = Act::Claim { by, ground, written: None };
            let off_turn = Act::Claim { by: Color::Black, ground, written: None };
            let said = Act::ClaimSpoken { by, ground, mv: "e2e4".parse().unwrap() };
        },
        for (rule_set, time, supervised, act, says) in [
            (RuleSet::FIDE_2023, TimeControl::Blitz, true, claim, "by the letter of B.2"),
            (RuleSet::FIDE_2023, TimeControl::Blitz, false, claim, ""),
            (RuleSet::FIDE_2023, TimeControl::Standard, true, claim, ""),
            (RuleSet::FIDE_2018, TimeControl::Blitz, true, claim, ""),
            (RuleSet::FIDE_2023, TimeControl::Standard, true, off_turn, "no claim at all"),
            (RuleSet::FIDE_2023, TimeControl::Standard, true, said, "only said need not"),
            (RuleSet::FIDE_2023, TimeControl::Standard, true, Act::OfferOnCondition { by }, "void"),
            (RuleSet::LICHESS_2026, TimeControl::Standard, true, Act::OfferOnCondition { by }, ""),
        ] {
            let event = Event { time, supervised, ..Event::default() };
            let (start, budget) = (Position::start(), SearchBudget::MATERIAL_ONLY);
            let ruling = Game::in_event(rule_set, event, start, budget).act(&act);
            let doubt = ruling.doubt(rule_set, &event).unwrap_or_default();
            assert!(doubt.contains(says) && doubt.is_empty() == says.is_empty(), "{act}: {doubt}");
        }
    );
}
