//! Games that were begun wrongly: colours, pieces, board (Articles 7.2 and 7.3).

use super::{Game, Order, Phase, Reason, Ruling, act::Mishap};

impl Game {
    pub(super) fn found_begun_wrongly(&mut self, mishap: Mishap) -> Ruling {
        let rules = self.rule_set;
        let moves = self.moves_of_each();
        let too_late =
            self.is_unsupervised() && rules.set_up_stands_from_unsupervised().value.after(moves);
        let goes_on = match mishap {
            Mishap::ClocksWrong if !too_late => {
                return Ruling::play_on(Reason::ClocksWrong).with([Order::SetClocks]);
            }
            Mishap::ClocksWrong => return Ruling::play_on(Reason::ClocksWrongStand),
            Mishap::BoardTurned if !too_late => {
                return Ruling::play_on(Reason::BoardTurned).with([Order::Transfer]);
            }
            Mishap::BoardTurned => true,
            Mishap::PiecesMisplaced => {
                too_late || rules.pieces_misplaced_stands_from().value.after(moves)
            }
            Mishap::ColoursReversed => rules.colours_reversed_stands_from().value.after(moves),
        };
        if goes_on {
            return Ruling::play_on(Reason::BegunWronglyStands);
        }
        self.phase = Phase::Cancelled;
        Ruling::cancelled(Reason::BegunWrongly)
    }

    /// How many moves both players have made.
    pub(super) fn moves_of_each(&self) -> u32 {
        let before = self.line.start().fullmove_number().saturating_sub(1);
        before.saturating_add(self.line.moves().len() as u32 / 2)
    }
}
