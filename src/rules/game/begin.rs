//! Games that have begun wrongly: colours, pieces, board, clocks (Articles 7.2.1, 7.2.2 and 7.3).

use super::Game;
use crate::rules::{Decision, Order, Phase, Reason, Ruling, act::StartError};

impl Game {
    pub(super) fn found_begun_wrongly(&mut self, mishap: StartError) -> Ruling {
        let rules = self.rule_set;
        let moves = self.moves_of_each();
        let too_late =
            self.has_fast_rules() && rules.set_up_stands_from_unsupervised().value.after(moves);
        let goes_on = match mishap {
            StartError::ClocksWrong if !too_late => {
                return Ruling::play_on(Reason::ClocksWrong).with([Order::SetClocks]);
            }
            StartError::ClocksWrong => return Ruling::play_on(Reason::ClocksWrongStand),
            StartError::BoardTurned if !too_late => {
                return Ruling::play_on(Reason::BoardTurned).with([Order::Transfer]);
            }
            StartError::BoardTurned => true,
            StartError::PiecesMisplaced => {
                too_late || rules.pieces_misplaced_stands_from().value.after(moves)
            }
            StartError::ColoursReversed => rules.colours_reversed_stands_from().value.after(moves),
        };
        if goes_on {
            return Ruling::play_on(Reason::BegunWronglyStands(mishap));
        }
        self.phase = Phase::Cancelled;
        self.ended = Reason::BegunWrongly(mishap).topic();
        Ruling::new(Decision::Cancelled, Reason::BegunWrongly(mishap))
    }

    /// The number of moves that both players have made.
    pub(super) fn moves_of_each(&self) -> u32 {
        self.position().fullmove_number().saturating_sub(1)
    }
}
