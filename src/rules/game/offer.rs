//! Draw offers and agreement (Articles 5.2.3 and 9.1).

use super::Game;
use crate::{
    rules::{
        Outcome, Reason, Refused, Ruling, Termination, parameters::EventForbids, reason::Topic,
    },
    {board::Color, dead::material},
};

impl Game {
    pub(super) fn offer(&mut self, by: Color) -> Ruling {
        match self.offer {
            Some(other) if other == by => Ruling::play_on(Reason::OfferRepeated),
            // A draw offer in reply to an offer accepts it.
            Some(_) => self.agree(Refused::Offer),
            None => {
                if let Some(reason) = self.forbidden(EventForbids::Offers) {
                    return Ruling::refused(Refused::Offer, reason);
                }
                if self.offer_draws_at_once(by) {
                    let outcome = Outcome::draw(Termination::MaterialClaim);
                    return self.end(outcome, Reason::OfferClaims);
                }
                self.offer = Some(by);
                let disturbs = self.position().turn() != by && self.turn.runs;
                let topics = [Topic::Offers, Topic::Disturbing];
                Ruling::play_on(Reason::OfferStands).on(topics.into_iter().filter(|_| disturbs))
            }
        }
    }

    fn offer_draws_at_once(&self, by: Color) -> bool {
        self.rule_set.offer_to_the_mateless_draws().value
            && self.moves_of_each() >= self.rule_set.agreement_from_move().value
            && !material::has_mating_material(self.position().placement(), !by)
    }

    pub(super) fn withdraw_offer(&mut self, by: Color) -> Ruling {
        if self.offer != Some(by) {
            return Ruling::refused(Refused::Withdrawal, Reason::NoOffer);
        }
        if !self.rule_set.offer_is_withdrawable().value {
            return Ruling::refused(Refused::Withdrawal, Reason::OfferNotWithdrawable);
        }
        self.offer = None;
        Ruling::play_on(Reason::OfferWithdrawn)
    }

    pub(super) fn accept(&mut self, by: Color) -> Ruling {
        if self.offer == Some(!by) {
            self.agree(Refused::Acceptance)
        } else {
            // An offer that the event forbids cannot have been made.
            let reason = self.forbidden(EventForbids::Offers).unwrap_or(Reason::NoOffer);
            Ruling::refused(Refused::Acceptance, reason)
        }
    }

    pub(super) fn decline(&mut self, by: Color) -> Ruling {
        if self.offer != Some(!by) {
            return Ruling::refused(Refused::Acceptance, Reason::NoOffer);
        }
        self.offer = None;
        Ruling::play_on(Reason::OfferDeclined)
    }

    pub(super) fn agree(&mut self, otherwise: Refused) -> Ruling {
        let needed = self.rule_set.agreement_from_move().value;
        if self.moves_of_each() < needed {
            return Ruling::refused(otherwise, Reason::AgreementTooEarly(needed));
        }
        if let Some(reason) = self.forbidden(EventForbids::Agreement) {
            return Ruling::refused(otherwise, reason);
        }
        self.end(Outcome::draw(Termination::Agreement), Reason::Agreed)
    }

    /// The reason why the event forbids agreement or offers now, if it does.
    pub(super) fn forbidden(&self, what: EventForbids) -> Option<Reason> {
        let may_forbid = match (self.rule_set.event_may_forbid().value, what) {
            (EventForbids::Nothing, _) | (EventForbids::Agreement, EventForbids::Offers) => false,
            (EventForbids::Agreement | EventForbids::Offers, _) => true,
        };
        // The number of the move that both players have reached, whichever of them began.
        let number = self.moves_of_each().saturating_add(1);
        let early = self.event.no_agreement_before_move.filter(|&first| number < first);
        match early {
            _ if !may_forbid || self.consent => None,
            Some(first) => Some(Reason::AgreementForbidden(first)),
            None => self.event.no_agreement.then_some(Reason::AgreementNeedsConsent),
        }
    }
}
