//! Draw claims: who may make one and when, whether it is correct, and the penalty for an incorrect one (Articles 9.2 to
//! 9.5).

use super::{Game, arbiter::SealedMove};
use crate::{
    rules::{
        ClaimGround, Claimed, Order, Outcome, Reason, Refused, Ruling, Termination,
        event::TimeControl,
        parameters::{ClaimUntil, EventForbids, Fifty, Quickplay, Threefold, WrongClaim},
        reason::Topic,
    },
    {board::Color, position::Move},
};

impl Game {
    /// Checks whether this claim would be correct now, and why. Does not change the game.
    ///
    /// # Errors
    ///
    /// The reason why the claim is not correct.
    pub fn check_claim(
        &self,
        by: Color,
        ground: ClaimGround,
        written: Option<Move>,
    ) -> Result<Reason, Reason> {
        if !self.goes_on() {
            return Err(Reason::AlreadyOver);
        }
        let rules = self.rule_set;
        let (threefold, fifty) = (rules.threefold().value, rules.fifty().value);
        let (needless, either) = match ground {
            ClaimGround::Threefold => {
                (threefold == Threefold::Automatic, threefold == Threefold::ClaimByEither)
            }
            ClaimGround::Fifty => (fifty == Fifty::Automatic, false),
        };
        if needless {
            return Err(Reason::ClaimNeedless(ground));
        }
        let on_move = self.position().turn() == by;
        let until = rules.claim_until().value;
        if !on_move && !either {
            if !self.is_moved() {
                return Err(Reason::ClaimNotOnMove(ground));
            }
            if until != ClaimUntil::Clock {
                return Err(Reason::ClaimTooLate);
            }
        }
        if on_move && self.sealed.is_some() {
            return Err(Reason::ClaimAfterSealing);
        }
        if on_move && self.turn.touched && until == ClaimUntil::Touch {
            return Err(Reason::ClaimAfterTouch);
        }
        if written.is_some() && !self.allows_claim_ahead(ground) {
            return Err(Reason::ClaimNotAhead(ground));
        }
        if written.is_some() && !on_move {
            return Err(Reason::ClaimNotOnMove(ground));
        }
        let (count, claimed) = match self.claimed_move(by, ground, written) {
            None => (self.count(ground), Claimed::OnBoard),
            Some(written) => (self.count_after(ground, written)?, Claimed::WithMove),
        };
        if count >= enough(ground) {
            Ok(Reason::ClaimRight(ground, count, claimed))
        } else {
            Err(Reason::ClaimWrong(ground, count))
        }
    }

    /// The move that a claim is about: the one that it names, or else the written move that still stands, unless the
    /// position on the board is sufficient (Articles 9.2.1 and 9.3.1).
    fn claimed_move(&self, by: Color, ground: ClaimGround, named: Option<Move>) -> Option<Move> {
        let stands = self.allows_claim_ahead(ground)
            && self.position().turn() == by
            && self.count(ground) < enough(ground);
        named.or(self.turn.written.filter(|_| stands))
    }

    /// Whether a draw can be claimed for the position after a written move.
    fn allows_claim_ahead(&self, ground: ClaimGround) -> bool {
        match ground {
            ClaimGround::Threefold => self.rule_set.threefold().value == Threefold::Claim,
            ClaimGround::Fifty => self.rule_set.fifty().value == Fifty::Claim,
        }
    }

    /// The written move of the player to move that stands.
    pub const fn written_move(&self) -> Option<Move> {
        self.turn.written
    }

    pub(super) fn claim(
        &mut self,
        by: Color,
        ground: ClaimGround,
        written: Option<Move>,
    ) -> Ruling {
        match self.check_claim(by, ground, written) {
            Ok(reason) => {
                let by = match ground {
                    ClaimGround::Threefold => Termination::ThreefoldRepetition,
                    ClaimGround::Fifty => Termination::FiftyMoves,
                };
                self.end(Outcome::draw(by), reason)
            }
            Err(reason) => {
                let claimed = self.claimed_move(by, ground, written);
                self.wrong_claim(by, reason, claimed)
            }
        }
    }

    fn wrong_claim(&mut self, by: Color, reason: Reason, written: Option<Move>) -> Ruling {
        let offers = self.rule_set.claim_is_offer().value;
        if offers && self.forbidden(EventForbids::Offers).is_none() {
            self.offer = Some(by);
        }
        let mut orders = Vec::new();
        let lacks = if let Reason::ClaimWrong(ground, _) = reason {
            Some(self.lacks(ground, written))
        } else {
            None
        };
        if reason.wrong_claim().is_some() {
            orders.extend(self.price_of_wrong_claim(by));
            self.set_clocks(&orders);
            orders.extend(written.and_then(|written| self.bind_to_written_move(by, written)));
        }
        Ruling::refused(Refused::Claim, reason).with(orders).on(lacks)
    }

    /// The topic that decides against a claim: the definition of the same position if the pieces have stood in the same
    /// way often enough, and otherwise the number of occurrences or moves.
    fn lacks(&self, ground: ClaimGround, written: Option<Move>) -> Topic {
        let claimed = if written.is_some() { Claimed::WithMove } else { Claimed::OnBoard };
        let next = written.and_then(|written| self.position().play(written).ok());
        let now = next.as_ref().unwrap_or(self.position());
        let alike = self.positions().iter().filter(|one| one.placement() == now.placement());
        let alike: Vec<_> = alike.collect();
        let turns = || alike.iter().filter(|one| one.turn() == now.turn());
        let enough = |count: usize| count + usize::from(next.is_some()) >= 3;
        if ground == ClaimGround::Fifty || !enough(alike.len()) {
            return ground.topic(claimed);
        }
        if !enough(turns().count()) {
            return Topic::SamePosition;
        }
        match turns().any(|one| one.castling() != now.castling()) {
            true => Topic::SamePositionCastling,
            false => Topic::SamePositionEnPassant,
        }
    }

    pub(super) fn write(&mut self, by: Color, written: Move) -> Ruling {
        if self.position().turn() != by {
            return Ruling::play_on(Reason::MoveWritten);
        }
        let earlier = self.turn.written.filter(|_| self.rule_set.written_move_is_final().value);
        self.turn.written = Some(earlier.unwrap_or(written));
        match earlier {
            Some(earlier) if earlier != written => {
                // No ground is named yet; both articles say that the written move cannot be changed.
                Ruling::play_on(Reason::WrittenMoveChanged(ClaimGround::Threefold))
                    .on([Topic::ClaimByThreefoldWithMove, Topic::ClaimByFiftyWithMove])
            }
            Some(_) | None => Ruling::play_on(Reason::MoveWritten),
        }
    }

    pub(super) fn claim_no_winning_chances(&mut self, by: Color) -> Ruling {
        let on_move = self.position().turn() == by;
        let blitz = self.event.time == TimeControl::Blitz;
        let applies = self.event.last_period
            && match self.rule_set.quickplay().value {
                Quickplay::Never => false,
                Quickplay::Always => !blitz,
                Quickplay::OnMove => !blitz && on_move,
                Quickplay::IfAnnounced => self.guidelines_apply() && on_move,
            };
        if !applies {
            return Ruling::refused(Refused::Claim, Reason::QuickplayNotHere)
                .on(self.guidelines_limit());
        }
        if !self.is_short_of_time(by) {
            return Ruling::refused(Refused::Claim, Reason::NotShortOfTime);
        }
        if self.rule_set.quickplay_claim_is_offer().value {
            self.offer = Some(by);
        }
        self.open_last_minutes(by)
    }

    /// Rules on a claim for a move that is announced but not written down. Rule sets with claims for an intended move
    /// require a written one.
    pub(super) fn claim_spoken(&mut self, by: Color, ground: ClaimGround, said: Move) -> Ruling {
        match self.check_claim(by, ground, Some(said)) {
            Ok(_) | Err(Reason::ClaimWrong(..) | Reason::WrittenMoveIllegal(_)) => {
                self.wrong_claim(by, Reason::NotWritten(ground), Some(said))
            }
            Err(reason) => self.wrong_claim(by, reason, Some(said)),
        }
    }

    /// Rules on a claim without a scoresheet. In rapid and blitz the arbiter decides a correct claim, unless the board
    /// records the moves or the rule set allows such claims.
    pub(super) fn claim_unrecorded(&mut self, by: Color, ground: ClaimGround) -> Ruling {
        let fast = self.event.time != TimeControl::Standard;
        let evidence = self.event.digital_board || self.rule_set.claims_without_scoresheet().value;
        if fast && !evidence && self.check_claim(by, ground, None).is_ok() {
            return Ruling::left_to_the_arbiter(Reason::NoRecord);
        }
        self.claim(by, ground, None)
    }

    pub(super) fn seal_legal(&mut self, by: Color, sealed: Move) -> Ruling {
        if !self.position().is_legal(sealed) {
            return self.seal(by, SealedMove::Void(by, Reason::SealedMoveIllegal));
        }
        self.seal(by, SealedMove::Legal(sealed))
    }

    /// Whether the guidelines for games without increment apply: they were announced, moves add no time, and the game
    /// is not blitz (Guidelines III.2.1 and III.2.2).
    pub(super) fn guidelines_apply(&self) -> bool {
        let added = self.event.increment || self.extra_seconds;
        self.event.quickplay_rules && !added && self.event.time != TimeControl::Blitz
    }

    /// The topic that keeps the guidelines for games without increment from applying, if they do not.
    pub(super) fn guidelines_limit(&self) -> Option<Topic> {
        match self.event.quickplay_rules {
            _ if self.guidelines_apply() => None,
            false if self.event.time != TimeControl::Blitz => Some(Topic::GuidelinesAnnounced),
            true | false => Some(Topic::GuidelinesScope),
        }
    }

    fn price_of_wrong_claim(&self, by: Color) -> Vec<Order> {
        match self.rule_set.wrong_claim().value {
            WrongClaim::Nothing => Vec::new(),
            WrongClaim::FiveFromClaimant => vec![Order::TakeTime { from: by, minutes: 5 }],
            WrongClaim::ThreeAndHalf => {
                vec![Order::AddTime { to: !by, minutes: 3 }, Order::TakeHalf { from: by }]
            }
            WrongClaim::Three => vec![Order::AddTime { to: !by, minutes: self.penalty_minutes(3) }],
            WrongClaim::Two => vec![Order::AddTime { to: !by, minutes: self.penalty_minutes(2) }],
        }
    }

    /// Binds the player to the written move of an incorrect claim. If that move is illegal, the piece that it names
    /// must move, if it can.
    fn bind_to_written_move(&mut self, by: Color, written: Move) -> Option<Order> {
        let order = if self.position().is_legal(written) {
            Order::MustPlay { mv: written }
        } else {
            let piece = self.position().at(written.from).filter(|piece| piece.color == by)?;
            if self.moves_from(written.from).is_empty() {
                return Some(Order::AnyMove { by });
            }
            Order::MustMove { role: piece.role, square: written.from }
        };
        self.turn.orders = vec![order];
        Some(order)
    }

    fn count(&self, ground: ClaimGround) -> u32 {
        match ground {
            ClaimGround::Threefold => self.occurrences(),
            ClaimGround::Fifty => u32::from(self.position().halfmove_clock()),
        }
    }

    fn count_after(&self, ground: ClaimGround, written: Move) -> Result<u32, Reason> {
        let changed = self.turn.written.is_some_and(|earlier| earlier != written);
        if changed && self.rule_set.written_move_is_final().value {
            return Err(Reason::WrittenMoveChanged(ground));
        }
        let next = self.position().play(written).map_err(|_| Reason::WrittenMoveIllegal(ground))?;
        Ok(match ground {
            ClaimGround::Threefold => self.line.occurrences_of(&next) + 1,
            ClaimGround::Fifty => u32::from(next.halfmove_clock()),
        })
    }
}

/// The number of occurrences, or of plies without capture or pawn move, that a claim needs.
const fn enough(ground: ClaimGround) -> u32 {
    match ground {
        ClaimGround::Threefold => 3,
        ClaimGround::Fifty => 100,
    }
}
