//! Claims: who may claim, when, and the penalty for a wrong claim.

use lawbook::{
    board::Color,
    position::{Move, Position},
    rules::{ClaimGround, Order, Refused, Termination},
};

use super::{
    fifty,
    game::{Oracle, Verdict},
    laws::{Drawn, LostBy, Price},
    repetition,
};

impl Oracle {
    /// Whether a claim is right, in the current position or after the written move.
    pub(crate) fn is_right(&self, by: Color, ground: ClaimGround, written: Option<Move>) -> bool {
        let may_claim = match self.laws.drawn(ground) {
            Drawn::Never | Drawn::AtOnce | Drawn::AtOnceInARow => false,
            Drawn::ClaimedByEither => written.is_none(),
            Drawn::Claimed => written.is_none() && self.has_right(by),
            Drawn::ClaimedAhead if written.is_some() => {
                self.has_right(by) && by == self.board().turn()
            }
            Drawn::ClaimedAhead => self.has_right(by),
        };
        if !may_claim || self.over.is_some() {
            return false;
        }
        if written.is_none() && self.suffices(ground, &self.history) {
            return true;
        }
        let mut history = self.history.clone();
        if let Some(written) = self.claimed(by, ground, written) {
            if self.has_changed(written) {
                return false;
            }
            let Ok(next) = self.board().play(written) else { return false };
            history.push(next);
        }
        self.suffices(ground, &history)
    }

    fn suffices(&self, ground: ClaimGround, history: &[Position]) -> bool {
        match ground {
            ClaimGround::Threefold => repetition::occurrences(history) >= 3,
            ClaimGround::Fifty => fifty::quiet_plies(history) >= 100,
        }
    }

    /// "He writes his move and declares that he intends to make it": the move of the claim is the one that is written,
    /// where the rules know such a claim.
    fn claimed(&self, by: Color, ground: ClaimGround, named: Option<Move>) -> Option<Move> {
        let ahead = self.laws.drawn(ground) == Drawn::ClaimedAhead;
        let stands = ahead && by == self.board().turn();
        named.or(if stands { self.written } else { None })
    }

    /// "Which cannot be changed": whether another move is on the scoresheet.
    fn has_changed(&self, written: Move) -> bool {
        self.laws.written_is_final && self.written.is_some_and(|earlier| earlier != written)
    }

    pub(crate) fn write(&mut self, by: Color, written: Move) -> Verdict {
        if by == self.board().turn() && !(self.laws.written_is_final && self.written.is_some()) {
            self.written = Some(written);
        }
        Verdict::PlayOn
    }

    /// Whether `by` may claim now: on its own move unless touching a piece has forfeited the right, or after its own
    /// move until it presses the clock, if the rules allow that.
    fn has_right(&self, by: Color) -> bool {
        let lost_by = self.laws.claim_lost_by;
        if by == self.board().turn() {
            !(self.touched && lost_by == LostBy::Touching)
        } else {
            self.unpressed && lost_by == LostBy::Pressing
        }
    }

    pub(crate) fn claim(
        &mut self,
        by: Color,
        ground: ClaimGround,
        written: Option<Move>,
    ) -> Verdict {
        if self.is_right(by, ground, written) {
            return self.draw(match ground {
                ClaimGround::Threefold => Termination::ThreefoldRepetition,
                ClaimGround::Fifty => Termination::FiftyMoves,
            });
        }
        if self.laws.claim_is_offer {
            self.offer = Some(by);
        }
        // The written move must be played. If it is illegal, another move with the same piece must be played.
        if let Some(written) =
            self.claimed(by, ground, written).filter(|&one| !self.has_changed(one))
        {
            let legal = self.board().legal_moves();
            let own = self.board().at(written.from).is_some_and(|piece| piece.color == by);
            self.must = if legal.contains(&written) {
                vec![written]
            } else {
                legal.into_iter().filter(|one| own && one.from == written.from).collect()
            };
        }
        Verdict::Refused(Refused::Claim)
    }

    /// Penalty for a wrong claim. `None` for a claim out of turn, too late, or with a move that has been exchanged,
    /// because the texts define none.
    pub(crate) fn price(&self, by: Color, written: Option<Move>) -> Option<Vec<Order>> {
        let changed = written.is_some_and(|written| self.has_changed(written));
        (by == self.board().turn() && self.has_right(by) && !changed).then(|| {
            match self.laws.wrong_claim {
                Price::Nothing => Vec::new(),
                Price::FiveOfTheClaimant => vec![Order::TakeTime { from: by, minutes: 5 }],
                Price::ThreeAndHalfOfTheClaimant => {
                    vec![Order::AddTime { to: !by, minutes: 3 }, Order::TakeHalf { from: by }]
                }
                Price::Minutes(minutes) => vec![Order::AddTime { to: !by, minutes }],
            }
        })
    }
}
