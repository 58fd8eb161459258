//! Draw offers and agreement (Articles 5.2.3 and 9.1).

use super::{Game, Outcome, Reason, Refused, Ruling, Termination};
use crate::board::Color;

impl Game {
    pub(super) fn offer(&mut self, by: Color) -> Ruling {
        match self.offer {
            Some(other) if other == by => Ruling::play_on(Reason::OfferRepeated),
            // Offering a draw in answer to an offer is to accept it.
            Some(_) => self.agree(Refused::Offer),
            None => {
                self.offer = Some(by);
                Ruling::play_on(Reason::OfferStands)
            }
        }
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
            Ruling::refused(Refused::Acceptance, Reason::NoOffer)
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
        if (self.line.moves().len() as u32) < 2 * needed {
            return Ruling::refused(otherwise, Reason::AgreementTooEarly(needed));
        }
        // The move both players have come to, whoever began.
        let number = self.moves_of_each() + 1;
        if let Some(first) = self.event.no_agreement_before_move
            && number < first
            && self.rule_set.event_may_forbid_agreement().value
        {
            return Ruling::refused(otherwise, Reason::AgreementForbidden(first));
        }
        self.end(Outcome::draw(Termination::Agreement), Reason::Agreed)
    }
}
