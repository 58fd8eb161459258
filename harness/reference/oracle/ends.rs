//! Endings of the game: by the board, by the counts, by flag fall, by resignation.

use lawbook::{board::Color, rules::Termination};

use super::{
    fifty,
    game::{Oracle, Verdict},
    laws::Drawn,
    material, repetition,
};

impl Oracle {
    /// The ending, if any, that the last move brings about by itself.
    ///
    /// Checkmate takes precedence over all draws. If several draws apply, the texts do not order them, and each is
    /// accepted. The exception is stalemate, after which no move is possible.
    pub(crate) fn end_by_itself(&mut self) -> Verdict {
        let board = self.board();
        if board.legal_moves().is_empty() {
            return if board.is_check() {
                self.win(!self.board().turn(), Termination::Checkmate)
            } else {
                self.draw(Termination::Stalemate)
            };
        }
        let times = repetition::occurrences(&self.history);
        let plies = fifty::quiet_plies(&self.history);
        let fifth = match self.laws.fifth {
            Drawn::AtOnce => times >= 5,
            Drawn::AtOnceInARow => repetition::is_five_in_a_row(&self.history),
            Drawn::Never | Drawn::Claimed | Drawn::ClaimedAhead | Drawn::ClaimedByEither => false,
        };
        let draws = [
            (material::is_dead(self.laws.dead, board), Termination::DeadPosition),
            (fifth, Termination::FivefoldRepetition),
            (times >= 3 && self.laws.third == Drawn::AtOnce, Termination::ThreefoldRepetition),
            (
                plies >= 150 && self.laws.seventy_five == Drawn::AtOnce,
                Termination::SeventyFiveMoves,
            ),
            (plies >= 100 && self.laws.fifty == Drawn::AtOnce, Termination::FiftyMoves),
            (self.laws.longest.is_some_and(|most| self.length() > most), Termination::MoveLimit),
        ];
        let right: Vec<Termination> =
            draws.into_iter().filter(|&(is_so, _)| is_so).map(|(_, by)| by).collect();
        if right.is_empty() { Verdict::PlayOn } else { self.end(None, right) }
    }

    /// The number of plies of the game, with those before the first board.
    fn length(&self) -> usize {
        let start = &self.history[0];
        let whole = 2 * (start.fullmove_number() as usize - 1);
        whole + usize::from(start.turn() == Color::Black) + self.history.len() - 1
    }

    pub(crate) fn flag_falls(&mut self, of: Color) -> Verdict {
        let accepts = self.laws.flag_accepts_offer && self.offer == Some(!of);
        if accepts || material::cannot_win(self.laws.flag, self.board(), !of) {
            return self.draw(Termination::Time);
        }
        self.win(!of, Termination::Time)
    }

    pub(crate) fn resign(&mut self, by: Color) -> Verdict {
        if self.laws.resigning_draws && material::cannot_win(self.laws.flag, self.board(), !by) {
            return self.draw(Termination::Resignation);
        }
        self.win(!by, Termination::Resignation)
    }
}
