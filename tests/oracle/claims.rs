//! Claims: who may claim, when, and the penalty for a wrong claim.

use lawbook::{
    board::Color,
    position::Move,
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
        let drawn = match ground {
            ClaimGround::Threefold => self.laws.third,
            ClaimGround::Fifty => self.laws.fifty,
        };
        let may_claim = match drawn {
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
        let mut history = self.history.clone();
        if let Some(written) = written {
            let Ok(next) = self.board().play(written) else { return false };
            history.push(next);
        }
        match ground {
            ClaimGround::Threefold => repetition::occurrences(&history) >= 3,
            ClaimGround::Fifty => fifty::quiet_plies(&history) >= 100,
        }
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
        if let Some(written) = written {
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

    /// Penalty for a wrong claim. `None` for a claim out of turn or too late, because the texts define none.
    pub(crate) fn price(&self, by: Color) -> Option<Vec<Order>> {
        (by == self.board().turn() && self.has_right(by)).then(|| match self.laws.wrong_claim {
            Price::Nothing => Vec::new(),
            Price::FiveOfTheClaimant => vec![Order::TakeTime { from: by, minutes: 5 }],
            Price::ThreeAndHalfOfTheClaimant => {
                vec![Order::AddTime { to: !by, minutes: 3 }, Order::TakeHalf { from: by }]
            }
            Price::Minutes(minutes) => vec![Order::AddTime { to: !by, minutes }],
        })
    }
}
