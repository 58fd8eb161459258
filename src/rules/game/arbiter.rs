//! Events other than moves: flag calls, scoresheets, absence, sealed moves, and decisions of the arbiter.

use super::{Game, clock::MINUTE};
use crate::{
    rules::{
        Decision, GivenResult, Incident, IncidentKind, Manner, Order, Outcome, Phase, Reason,
        Refused, Ruling, Termination,
        event::TimeControl,
        parameters::{Absence, ArbiterCalls, IncompleteRecord, OwnFlag, Phone},
        reason::Topic,
    },
    {board::Color, position::Move},
};

/// A claim in the last minutes that the arbiter has not decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenClaim {
    /// The claimant.
    pub(super) by: Color,
    /// Whether the arbiter has postponed the decision.
    pub(super) postponed: bool,
    /// The player whose flag has fallen since, if any.
    pub(super) fallen: Option<Color>,
}

/// The move in the envelope of an adjourned game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SealedMove {
    /// A legal move.
    Legal(Move),
    /// An illegal move of this player, or one whose meaning is unclear, and the reason why it loses.
    Void(Color, Reason),
}

impl Game {
    #[expect(clippy::too_many_lines, reason = "one arm for each incident")]
    pub(super) fn incident(&mut self, incident: Incident) -> Ruling {
        let Incident { what, of, number } = incident;
        // An incident about a player always names one.
        let by = of.unwrap_or(Color::White);
        match what {
            IncidentKind::LastMinutesAgreed => self.last_minutes_agreed(),
            IncidentKind::LastMinutesPostponed => self.last_minutes_postponed(),
            IncidentKind::LastMinutesRejected => self.last_minutes_rejected(),
            IncidentKind::SecondsRequested => self.request_seconds(by),
            IncidentKind::SecondsGranted => self.grant_seconds(),
            IncidentKind::ConsentGiven => {
                self.consent = true;
                Ruling::play_on(Reason::ConsentGiven)
            }
            IncidentKind::FlagCalledByArbiter => self.arbiter_calls_flag(by),
            IncidentKind::FlagClaimed => self.claim_win_on_time(by),
            IncidentKind::FlagCalledBySpectator => Ruling::play_on(Reason::SpectatorHasNoSay),
            IncidentKind::FlagWithoutRecord => self.flag_without_record(by),
            IncidentKind::RecordShows => match self.event.control {
                Some(control) if number < control => self.flag_falls(by),
                Some(_) | None => Ruling::play_on(Reason::ControlReached),
            },
            IncidentKind::RecordLost => {
                Ruling::play_on(Reason::RecordLost).with([Order::NextPeriod])
            }
            IncidentKind::Late | IncidentKind::BothLate => self.late(of, number),
            IncidentKind::NoShow => self.forfeit(by, Reason::TooLate),
            IncidentKind::NeitherArrives => self.both_lose(Reason::TooLate),
            IncidentKind::IllegalClaimed => self.illegal_noticed(!by),
            IncidentKind::IllegalSeen => self.illegal_noticed(by),
            IncidentKind::Leaves => Ruling::play_on(Reason::LeftTheGame),
            // The Laws for play over the board know no connection.
            IncidentKind::Disconnected if self.rule_set.is_over_the_board().value => {
                Ruling::left_to_the_arbiter(Reason::Disconnected)
            }
            IncidentKind::Disconnected => Ruling::play_on(Reason::Disconnected),
            IncidentKind::Aborted => self.abort(),
            IncidentKind::AbsenceWin => self.claim_absence(by, true),
            IncidentKind::AbsenceDraw => self.claim_absence(by, false),
            IncidentKind::PhoneRings => self.device(by, true, true),
            IncidentKind::PhoneRingsInBag => self.device(by, false, true),
            IncidentKind::DeviceOnPlayer => self.device(by, true, false),
            IncidentKind::DeviceInBag => self.device(by, false, false),
            IncidentKind::DeviceAllowedInBag => Ruling::play_on(Reason::DeviceAllowed),
            IncidentKind::Refusal => {
                let score = Order::ScoreIsDecided { of: !by };
                self.score_is_open = true;
                self.forfeit(by, Reason::LawsRefused).with([score])
            }
            IncidentKind::RefusalByBoth => self.both_lose(Reason::LawsRefused),
            IncidentKind::SealedIllegal => {
                self.seal(by, SealedMove::Void(by, Reason::SealedMoveIllegal))
            }
            IncidentKind::SealedUnclear => {
                self.seal(by, SealedMove::Void(by, Reason::SealedMoveUnclear))
            }
            IncidentKind::EnvelopeOpened => self.open_envelope(),
            IncidentKind::Displaced => {
                self.turn.displaced = Some(by);
                Ruling::play_on(Reason::PiecesDisplaced).with([Order::PutBack { by }])
            }
            IncidentKind::PutBack => self.put_back(by),
            IncidentKind::OtherHand => self.press_with_other_hand(by),
            IncidentKind::StoppedForAPiece => {
                self.clocks_stopped = true;
                match self.may_promote(by) {
                    true => Ruling::play_on(Reason::StoppedWithReason),
                    false => {
                        Ruling::play_on(Reason::NoPromotion).with([Order::ShallBePenalised { by }])
                    }
                }
            }
            IncidentKind::ClocksStarted => {
                self.clocks_stopped = false;
                Ruling::play_on(Reason::ClocksStarted)
            }
            IncidentKind::StoppedForNothing => {
                Ruling::play_on(Reason::StoppedForNothing).with([Order::ShallBePenalised { by }])
            }
        }
    }

    /// Whether the player is promoting a pawn, or can do so with his next move.
    fn may_promote(&self, by: Color) -> bool {
        let legal = self.position().legal_moves();
        self.position().turn() == by && legal.iter().any(|one| one.promotion.is_some())
    }

    /// Ends the game with the result that the arbiter gives.
    pub(super) fn give_result(&mut self, result: GivenResult) -> Ruling {
        let outcome = match result {
            GivenResult::WhiteWins => Outcome::win(Color::White, Termination::Arbiter),
            GivenResult::BlackWins => Outcome::win(Color::Black, Termination::Arbiter),
            GivenResult::WhiteByForfeit => Outcome::win(Color::White, Termination::Forfeit),
            GivenResult::BlackByForfeit => Outcome::win(Color::Black, Termination::Forfeit),
            GivenResult::Draw => Outcome::draw(Termination::Arbiter),
            GivenResult::BothLose | GivenResult::BothForfeit => {
                return self.both_lose(Reason::ResultGiven);
            }
            GivenResult::HalfToWhite => return self.half_point(Color::White),
            GivenResult::HalfToBlack => return self.half_point(Color::Black),
        };
        self.end(outcome, Reason::ResultGiven)
    }

    fn half_point(&mut self, to: Color) -> Ruling {
        self.phase = Phase::HalfPoint(to);
        Ruling::new(Decision::HalfPoint(to), Reason::ResultGiven)
    }

    /// Rules on the flag of `by` if the number of moves in the period is not known.
    fn flag_without_record(&mut self, by: Color) -> Ruling {
        match self.rule_set.incomplete_record().value {
            IncompleteRecord::BroughtUpToDate => {
                Ruling::play_on(Reason::RecordIncomplete).with([Order::UpdateScoresheets])
            }
            // In the last period all moves have to be made, so their number does not matter.
            IncompleteRecord::ClaimFails if self.event.last_period => self.flag_falls(by),
            IncompleteRecord::ClaimFails => {
                let time = [Order::AddTime { to: by, minutes: self.penalty_minutes(2) }];
                self.set_clocks(&time);
                Ruling::refused(Refused::Claim, Reason::RecordInsufficient).with(time)
            }
        }
    }

    /// Whether both players have made a move in this game.
    fn both_have_moved(&self) -> bool {
        self.line.moves().len() >= 2
    }

    fn abort(&mut self) -> Ruling {
        if !self.rule_set.may_abort().value || self.both_have_moved() {
            return Ruling::refused(Refused::Withdrawal, Reason::NoAbort);
        }
        self.phase = Phase::Cancelled;
        Ruling::new(Decision::Cancelled, Reason::Aborted)
    }

    /// Rules on a claim of `by`, whose opponent has left the game for too long by the measure of the server.
    fn claim_absence(&mut self, by: Color, wins: bool) -> Ruling {
        let refused = Ruling::refused(Refused::Claim, Reason::AbsenceNotClaimable);
        match self.rule_set.absence().value {
            Absence::Nothing => refused,
            Absence::Win if !wins => refused,
            Absence::WinOrDraw if !self.both_have_moved() => refused,
            Absence::WinOrDraw if !wins => {
                self.end(Outcome::draw(Termination::Forfeit), Reason::AbsenceClaimed)
            }
            Absence::WinOrDraw => {
                let [lost, drawn] = [Reason::AbsenceClaimed, Reason::AbsenceClaimedUnwinnable];
                self.forfeit_if_winnable(!by, lost, drawn)
            }
            Absence::Win => self.forfeit(!by, Reason::AbsenceClaimed),
        }
    }

    fn forfeit(&mut self, by: Color, reason: Reason) -> Ruling {
        self.end(Outcome::win(!by, Termination::Forfeit), reason)
    }

    /// Rules that `by` forfeits the game for the reason `lost`. If the opponent cannot win by the standard of a fallen
    /// flag, it is drawn for the reason `drawn`.
    fn forfeit_if_winnable(&mut self, by: Color, lost: Reason, drawn: Reason) -> Ruling {
        if self.rule_set.flag_draws(self.position(), !by, &self.budget) == Some(true) {
            return self.end(Outcome::draw(Termination::Forfeit), drawn);
        }
        self.forfeit(by, lost)
    }

    /// Rules on a phone or another device that is not allowed, on the player or elsewhere in the venue. Until 2009 only
    /// its sound loses the game.
    fn device(&mut self, by: Color, on_him: bool, sounds: bool) -> Ruling {
        let penalised = [Order::ShallBePenalised { by }];
        match self.rule_set.phone().value {
            Phone::NotRegulated => Ruling::play_on(Reason::PhoneRang),
            Phone::Arbiter => Ruling::left_to_the_arbiter(Reason::PhoneRang),
            Phone::OnlyOnThePlayer if !on_him => Ruling::play_on(Reason::PhoneRangInBag)
                .with(penalised)
                .on([Topic::DevicesElsewhere, Topic::Misconduct]),
            Phone::LosesAndArbiterScores | Phone::LosesUnlessUnwinnable if !sounds => {
                Ruling::play_on(Reason::DeviceSilent).with(penalised)
            }
            Phone::Loses | Phone::OnlyOnThePlayer => self.forfeit(by, Reason::PhoneRang),
            Phone::LosesAndArbiterScores => {
                let score = Order::ScoreIsDecided { of: !by };
                self.score_is_open = true;
                self.forfeit(by, Reason::PhoneRang).with([score])
            }
            Phone::LosesUnlessUnwinnable => {
                self.forfeit_if_winnable(by, Reason::PhoneRang, Reason::PhoneRangUnwinnable)
            }
        }
    }

    fn both_lose(&mut self, reason: Reason) -> Ruling {
        self.phase = Phase::BothLost;
        let refused = (reason == Reason::LawsRefused).then_some(Topic::RefusalByBoth);
        self.ended = refused.or(reason.topic());
        Ruling::new(Decision::BothLose, reason).on(refused)
    }

    /// Opens the claim of a player short of time, in a game where it is allowed.
    pub(super) fn open_last_minutes(&mut self, by: Color) -> Ruling {
        if !self.event.supervised && self.event.time == TimeControl::Standard {
            // Without an arbiter at the event the claim ends the game, and is decided later.
            self.phase = Phase::Referred;
            return Ruling::left_to_the_arbiter(Reason::Referred);
        }
        self.last_minutes = Some(OpenClaim { by, postponed: false, fallen: None });
        Ruling::left_to_the_arbiter(Reason::QuickplayApplies)
    }

    fn last_minutes_agreed(&mut self) -> Ruling {
        match self.last_minutes {
            None => self.no_last_minutes_claim(),
            Some(_) => self.end(Outcome::draw(Termination::Arbiter), Reason::LastMinutesAgreed),
        }
    }

    fn last_minutes_postponed(&mut self) -> Ruling {
        match &mut self.last_minutes {
            Some(claim) if claim.fallen.is_none() => {
                claim.postponed = true;
                Ruling::play_on(Reason::LastMinutesPostponed)
            }
            Some(_) => Ruling::refused(Refused::Claim, Reason::FlagFellOnPostponedClaim),
            None => self.no_last_minutes_claim(),
        }
    }

    fn last_minutes_rejected(&mut self) -> Ruling {
        let Some(claim) = self.last_minutes.take() else {
            return self.no_last_minutes_claim();
        };
        if let Some(of) = claim.fallen {
            return self.flag_falls(of);
        }
        // These two minutes are not a penalty, so they are not reduced in rapid.
        let time = [Order::AddTime { to: !claim.by, minutes: 2 }];
        self.set_clocks(&time);
        Ruling::play_on(Reason::LastMinutesRejected).with(time)
    }

    fn no_last_minutes_claim(&self) -> Ruling {
        Ruling::refused(Refused::Claim, Reason::NoLastMinutesClaim).on(self.guidelines_limit())
    }

    fn request_seconds(&mut self, by: Color) -> Ruling {
        let known = self.rule_set.extra_seconds_request().value;
        if !known || !self.guidelines_apply() || self.position().turn() != by {
            let topic = self.guidelines_limit().unwrap_or(Topic::ExtraSeconds);
            return Ruling::refused(Refused::Claim, Reason::QuickplayNotHere).on([topic]);
        }
        if !self.is_short_of_time(by) {
            return Ruling::refused(Refused::Claim, Reason::NotShortOfTime);
        }
        self.request = Some(by);
        self.offer = Some(by);
        Ruling::play_on(Reason::SecondsRequested)
    }

    fn grant_seconds(&mut self) -> Ruling {
        match self.request {
            Some(by) if self.offer != Some(by) => {
                self.request = None;
                self.extra_seconds = true;
                let time = Order::AddTime { to: !by, minutes: 2 };
                self.set_clocks(&[time]);
                Ruling::play_on(Reason::SecondsGranted).with([Order::ExtraSeconds, time])
            }
            Some(_) => Ruling::refused(Refused::Claim, Reason::SecondsAwaitAnswer),
            None => Ruling::refused(Refused::Claim, Reason::NoSecondsRequested)
                .on(self.guidelines_limit()),
        }
    }

    /// Whether the player has less than two minutes left; true if the event does not count time.
    pub(super) fn is_short_of_time(&self, by: Color) -> bool {
        self.milliseconds(by).is_none_or(|left| left < 2 * MINUTE)
    }

    /// Rules on a flag that the arbiter calls. He has seen it, so it has fallen, unless the clock is known to run.
    fn arbiter_calls_flag(&mut self, of: Color) -> Ruling {
        if !self.fallen[of as usize] {
            if let Some(ruling) = self.flag_cannot_fall(of) {
                return ruling;
            }
            if self.milliseconds(of).is_some_and(|left| left > 0) {
                return Ruling::refused(Refused::Claim, Reason::NoFlag);
            }
            self.fallen[of as usize] = true;
            self.first_fallen.get_or_insert(of);
        }
        match self.rule_set.arbiter_calls_flag().value {
            ArbiterCalls::Always => {
                let ruling = self.flag_falls(of);
                let by_flag = ruling.reason.topic() == Some(Topic::FlagFallen);
                let topics = [Topic::FlagFallen, Topic::FlagCalled];
                ruling.on(topics.into_iter().filter(|_| by_flag))
            }
            ArbiterCalls::NotInFastPlay if !self.has_fast_rules() => self.flag_falls(of),
            ArbiterCalls::NotInFastPlay | ArbiterCalls::Never => {
                Ruling::play_on(Reason::ArbiterSilent)
            }
        }
    }

    fn claim_win_on_time(&mut self, by: Color) -> Ruling {
        if !self.fallen[!by as usize] {
            return Ruling::refused(Refused::Claim, Reason::NoFlag);
        }
        if !self.fallen[by as usize] {
            return self.flag_falls(!by);
        }
        match self.rule_set.own_flag_too().value {
            OwnFlag::DrawInAnyGame if !self.event.last_period => {
                Ruling::refused(Refused::Claim, Reason::ClaimantsFlagDown)
            }
            OwnFlag::DrawInAnyGame => {
                self.end(Outcome::draw(Termination::Time), Reason::BothFlagsDraw)
            }
            OwnFlag::Draw if self.has_fast_rules() => {
                self.end(Outcome::draw(Termination::Time), Reason::BothFlagsDraw)
            }
            OwnFlag::ClaimFails if self.has_fast_rules() => {
                Ruling::refused(Refused::Claim, Reason::ClaimantsFlagDown)
            }
            // The clock shows whose flag fell first, and that player loses.
            OwnFlag::Draw | OwnFlag::ClaimFails | OwnFlag::ClockDecides => {
                self.flag_falls(self.first_fallen.unwrap_or(!by))
            }
        }
    }

    /// Rules on the arrival of a player, or of both, this many minutes after the start. If both are late, the side to move
    /// loses the time.
    fn late(&mut self, by: Option<Color>, minutes: u32) -> Ruling {
        let default = self.event.default_minutes.or(self.rule_set.default_minutes().value);
        let Some(default) = default else {
            return Ruling::left_to_the_arbiter(Reason::NoDefaultTime);
        };
        match by {
            Some(by) if minutes > default => return self.forfeit(by, Reason::TooLate),
            None if minutes > default => return self.both_lose(Reason::TooLate),
            Some(_) | None => {}
        }
        let lost = minutes.saturating_mul(MINUTE);
        self.change_clock(by.unwrap_or(self.position().turn()), |left| left.saturating_sub(lost));
        Ruling::play_on(if by.is_some() { Reason::InTime } else { Reason::BothAbsent })
    }

    pub(super) fn seal(&mut self, by: Color, sealed: SealedMove) -> Ruling {
        if self.position().turn() != by || self.sealed.is_some() {
            return Ruling::refused(Refused::Move, Reason::NotOnMove);
        }
        self.sealed = Some(sealed);
        Ruling::play_on(Reason::MoveSealed)
    }

    fn open_envelope(&mut self) -> Ruling {
        match self.sealed.take() {
            None => Ruling::refused(Refused::Move, Reason::NothingSealed),
            Some(SealedMove::Legal(played)) => {
                let by = self.position().turn();
                let ruling = self.make(by, played, Manner::Properly);
                if matches!(ruling.decision, Decision::Refused(_)) {
                    // The move breaks an obligation and stays in the envelope.
                    self.sealed = Some(SealedMove::Legal(played));
                } else {
                    self.complete(by);
                }
                ruling
            }
            // As with a fallen flag, the game is drawn if the opponent cannot mate.
            Some(SealedMove::Void(by, reason)) => {
                self.forfeit_if_winnable(by, reason, Reason::SealedMoveVoidUnwinnable)
            }
        }
    }

    /// The player puts displaced pieces back, or a piece that he has touched. A touched piece keeps its obligations.
    fn put_back(&mut self, by: Color) -> Ruling {
        if self.turn.displaced == Some(by) {
            self.turn.displaced = None;
            return Ruling::play_on(Reason::PiecesStandAgain);
        }
        let mover = self.position().turn();
        if mover == by && self.turn.unfinished.is_some() {
            self.turn.unfinished = None;
        }
        if mover == by && !self.turn.orders.is_empty() {
            return self.ruling_on_touch(false);
        }
        Ruling::play_on(Reason::NothingEndsIt)
    }

    fn press_with_other_hand(&mut self, by: Color) -> Ruling {
        if let Some(unfinished) = self.turn.unfinished.take_if(|_| self.line.end().turn() == by) {
            let ruling = self.complete_unfinished(by, unfinished);
            return ruling.with([Order::MayBePenalised { by }]);
        }
        if !self.is_moved() || self.position().turn() == by {
            return self.press(by);
        }
        self.complete(by);
        Ruling::play_on(Reason::OtherHand).with([Order::MayBePenalised { by }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Act, RuleSet, SearchBudget};

    rows!(
        a_server_lets_players_abort_and_claim_for_absence,
        {
            use IncidentKind::{Aborted, AbsenceDraw, AbsenceWin};
            const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 40";
            let (here, old, other) =
                (RuleSet::LICHESS_2026, RuleSet::LICHESS_2024, RuleSet::CHESSCOM_2024);
            let (board, white, black) = (RuleSet::FIDE_2023, Color::White, Color::Black);
        },
        for (rule_set, fen, played, what, by, decision) in [
            (here, START, "", Aborted, white, "the game is cancelled"),
            (old, START, "e2e4", Aborted, white, "the game is cancelled"),
            (here, PAWN, "e2e4", Aborted, black, "the game is cancelled"),
            (here, START, "e2e4 e7e5", Aborted, white, "withdrawal refused"),
            (board, START, "", Aborted, white, "withdrawal refused"),
            (other, START, "", Aborted, white, "withdrawal refused"),
            (here, START, "e2e4", AbsenceWin, white, "claim refused"),
            (here, START, "e2e4", AbsenceDraw, white, "claim refused"),
            (here, PAWN, "e2e4 e8e7", AbsenceWin, white, "White wins by forfeit"),
            (here, PAWN, "e2e4 e8e7", AbsenceWin, black, "draw by forfeit"),
            (old, PAWN, "e2e4 e8e7", AbsenceDraw, white, "draw by forfeit"),
            (other, PAWN, "e2e4 e8e7", AbsenceWin, white, "White wins by forfeit"),
            (other, PAWN, "e2e4 e8e7", AbsenceDraw, white, "claim refused"),
            (board, PAWN, "e2e4 e8e7", AbsenceWin, white, "claim refused"),
        ] {
            let mut game = Game::new(rule_set, fen.parse().unwrap(), SearchBudget::MATERIAL_ONLY);
            for uci in played.split_whitespace() {
                game.act(&Act::MoveAndPress { mv: uci.parse().unwrap() });
            }
            let act = Act::Incident(Incident { what, of: Some(by), number: 0 });
            assert_eq!(game.act(&act).decision.to_string(), decision, "{act} under {rule_set}");
        }
    );
}
