//! Draw by agreement. An offer stands until it is accepted, declined, or rejected by touching a piece or making a move.

use lawbook::{
    board::Color,
    rules::{Refused, Termination},
};

use super::{
    game::{Oracle, Verdict},
    material,
};

impl Oracle {
    pub(crate) fn make_offer(&mut self, by: Color) -> Verdict {
        if self.offer == Some(!by) {
            return self.agree(Refused::Offer);
        }
        let draws = self.laws.offer_to_too_few_draws
            && self.offer.is_none()
            && self.may_agree()
            && material::cannot_win(self.laws.flag, self.board(), !by);
        if draws {
            return self.draw(Termination::MaterialClaim);
        }
        self.offer = Some(by);
        Verdict::PlayOn
    }

    pub(crate) fn accept(&mut self, by: Color) -> Verdict {
        if self.offer == Some(!by) {
            self.agree(Refused::Acceptance)
        } else {
            Verdict::Refused(Refused::Acceptance)
        }
    }

    pub(crate) fn decline(&mut self, by: Color) -> Verdict {
        if self.offer != Some(!by) {
            return Verdict::Refused(Refused::Acceptance);
        }
        self.offer = None;
        Verdict::PlayOn
    }

    pub(crate) fn withdraw(&mut self, by: Color) -> Verdict {
        if self.offer != Some(by) || !self.laws.offers_withdrawn {
            return Verdict::Refused(Refused::Withdrawal);
        }
        self.offer = None;
        Verdict::PlayOn
    }

    pub(crate) fn agree(&mut self, otherwise: Refused) -> Verdict {
        if self.may_agree() {
            self.draw(Termination::Agreement)
        } else {
            Verdict::Refused(otherwise)
        }
    }

    /// Whether both players have made the minimum number of moves before an agreement.
    fn may_agree(&self) -> bool {
        let start = &self.history[0];
        let made = |color| {
            let earlier = &self.history[..self.history.len() - 1];
            // With Black to move, White has already made the move with the current number.
            let is_ahead = color == Color::White && start.turn() == Color::Black;
            let before = start.fullmove_number() as usize - usize::from(!is_ahead);
            before + earlier.iter().filter(|board| board.turn() == color).count()
        };
        Color::ALL.into_iter().all(|color| made(color) >= self.laws.moves_before_agreement)
    }
}
