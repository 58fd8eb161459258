//! Doubts: rulings for which the Laws have another reading.

use super::{
    Decision, Event, Game, Order, Outcome, Reason, RuleSet, Ruling, SearchLimit, TimeControl,
    parameters::{FastPenalty, FlagDraw, IllegalLossDraw},
};
use crate::dead::{self, MateInGame};

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

impl Game {
    /// The other reading of a loss that would be a draw if the opponent could not mate: each mate comes after the counts
    /// have ended the game. `None` for other rulings, and if a search within the limit of the budget finds a mate in time
    /// or leaves it open.
    pub fn doubt_about_counts(&self, ruling: &Ruling) -> Option<String> {
        let Decision::Over(Outcome { winner: Some(winner), .. }) = ruling.decision else {
            return None;
        };
        let rules = self.rule_set();
        let is_illegal = matches!(ruling.reason, Reason::IllegalLoses(..));
        let asks_for_mate = ruling.reason == Reason::FlagFell
            || ruling.reason == Reason::Resigned && rules.resignation_may_draw().value
            || is_illegal && rules.illegal_loss_draw().value == IllegalLossDraw::NoSeries;
        let SearchLimit::Positions(limit) = self.budget().at_the_end else { return None };
        if !asks_for_mate || rules.flag_draw().value != FlagDraw::NoSeries {
            return None;
        }
        let winnable = dead::search(self.position(), winner, limit).0;
        let line = winnable.line()?;
        let too_late = self.mate_in_game(winner, line) == MateInGame::TooLate;
        let by = self.draw_on_the_way(line).filter(|_| too_late)?;
        Some(format!(
            "the other reading is a draw: the game would be drawn {} before {winner} could mate, and no article says \
             whether a series of legal moves goes on after that",
            by.phrase()
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Color,
        notation::read_san,
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

    // Black's only move is Kg8, and then Rc8 mates: in time only if Kg8 does not end the game.
    rows!(
        losses_are_doubtful_if_the_counts_end_the_game_before_a_mate,
        {
            const CORNER: &str = "7k/8/2R3K1/8/8/8/8/8 b - -";
            const EDGE: &str = "6k1/8/2R3K1/8/8/8/8/8 w - -";
            let (by, tour) = (Color::Black, "Rc5 Kh8 Rc6 Kg8 ".repeat(3));
            let (flag, resigns) = (Act::FlagFalls { by }, Act::Resign { by });
            let [third, fourth] = ["", "Rc5 Kh8 Rc6"].map(|last| tour.clone() + last);
            let third = third.trim_end().trim_end_matches("Kg8");
            let count = "by the seventy-five-move rule";
        },
        for (rule_set, start, clock, line, act, says) in [
            (RuleSet::FIDE_2023, CORNER, 0, "", flag, ""),
            (RuleSet::FIDE_2023, CORNER, 148, "", flag, ""),
            (RuleSet::FIDE_2023, CORNER, 149, "", flag, count),
            (RuleSet::FIDE_2023, CORNER, 149, "", resigns, count),
            (RuleSet::FIDE_2018, CORNER, 149, "", resigns, ""),
            (RuleSet::FIDE_2018, CORNER, 149, "", flag, count),
            (RuleSet::FIDE_2009, CORNER, 149, "", flag, ""),
            // The server looks at the pieces only.
            (RuleSet::LICHESS_2026, CORNER, 99, "", flag, ""),
            // A pawn move or a capture starts the count again.
            (RuleSet::FIDE_2023, "7k/p7/2R3K1/8/8/8/8/8 b - -", 149, "", flag, ""),
            (RuleSet::FIDE_2023, "6nk/8/2R3K1/6B1/8/8/8/8 b - -", 147, "", flag, ""),
            (RuleSet::FIDE_2023, EDGE, 0, third, flag, ""),
            (RuleSet::FIDE_2023, EDGE, 0, &fourth, flag, "by fivefold repetition"),
            (RuleSet::FIDE_2014, EDGE, 0, &fourth, flag, "by fivefold repetition"),
        ] {
            let budget = SearchBudget::up_to(1000);
            let start: Position = format!("{start} {clock} 100").parse().unwrap();
            let mut game = Game::new(rule_set, start, budget);
            for word in line.split_whitespace() {
                game.act(&Act::MoveAndPress { mv: read_san(game.position(), word).unwrap() });
            }
            let ruling = game.act(&act);
            let doubt = game.doubt_about_counts(&ruling).unwrap_or_default();
            assert!(
                doubt.contains(says) && doubt.is_empty() == says.is_empty(),
                "{start}: {doubt}"
            );
            assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Color::White));
        }
    );
}
