//! Winning chances under a rule set: whether a position is dead, and when a fallen flag, a resignation or one illegal
//! move too many draws (Articles 5.1.2, 5.2.2, 6.9 and 7.5.5).

use super::{
    Event, Game, RuleSet, SearchBudget, SearchLimit, Termination, TimeControl,
    automatic::AutomaticEnding,
    parameters::{DeadPosition, FlagDraw, IllegalLossDraw},
};
use crate::{
    board::{Color, Placement, Role},
    dead::{self, MateInGame, material},
    position::{Move, Position},
};

/// The depth in plies of the search for a forced mate, where a rule set makes an exception for one. It does not depend
/// on the budget: there is little material on the board then, and the search is small.
const FORCED_PLIES: u32 = 5;

impl RuleSet {
    /// Whether the position is dead; `None` if the budget for each move leaves it open.
    pub fn is_dead(self, position: &Position, budget: &SearchBudget) -> Option<bool> {
        match (self.dead_position().value, budget.each_move) {
            (DeadPosition::General, limit @ SearchLimit::Positions(_)) => {
                let quickly = |side| budget.mates_quickly(position, side);
                dead::is_dead_by(quickly, |side| budget.can_mate(position, side, limit))
            }
            (DeadPosition::General, SearchLimit::MaterialOnly)
            | (
                DeadPosition::ListOf1993
                | DeadPosition::Material
                | DeadPosition::AgainstBareKing
                | DeadPosition::Chesscom,
                _,
            ) => Some(self.is_dead_by_material(position.placement())),
        }
    }

    /// Whether the position is dead by the material, wherever the pieces stand.
    #[inline]
    pub(super) fn is_dead_by_material(self, placement: &Placement) -> bool {
        // No rule set treats a position with a pawn, a rook or a queen as dead by material.
        let strong =
            placement.role(Role::Pawn) | placement.role(Role::Rook) | placement.role(Role::Queen);
        strong.is_empty() && self.is_dead_by_minor_pieces(placement)
    }

    fn is_dead_by_minor_pieces(self, placement: &Placement) -> bool {
        match self.dead_position().value {
            DeadPosition::ListOf1993 => material::is_on_list_of_1993(placement),
            DeadPosition::General | DeadPosition::Material => material::is_insufficient(placement),
            list @ (DeadPosition::AgainstBareKing | DeadPosition::Chesscom) => {
                let lacks = |side| material::is_insufficient_at_chesscom(placement, side);
                let is_bare = |side| placement.color(side).len() == 1;
                Color::ALL.into_iter().all(lacks)
                    && (list == DeadPosition::Chesscom || Color::ALL.into_iter().any(is_bare))
            }
        }
    }

    /// Whether the game is drawn if the flag of `winner`'s opponent falls; `None` if the budget for
    /// the end leaves it open.
    pub fn flag_draws(
        self,
        position: &Position,
        winner: Color,
        budget: &SearchBudget,
    ) -> Option<bool> {
        let placement = position.placement();
        match self.flag_draw().value {
            FlagDraw::BareKing => Some(placement.color(winner).len() == 1),
            FlagDraw::NoSeries => cannot_mate(position, winner, budget),
            FlagDraw::Material => Some(!material::has_mating_material(placement, winner)),
            FlagDraw::Chesscom => Some(material::is_insufficient_at_chesscom(placement, winner)),
            FlagDraw::Uscf14E => Some(
                material::is_insufficient_by_uscf_14e(placement, winner)
                    && !dead::has_forced_mate(position, winner, FORCED_PLIES),
            ),
        }
    }

    /// Whether the game is drawn if `winner`'s opponent resigns; `None` if the budget for the end
    /// leaves it open. Nothing is searched where the rule set knows no such draw.
    pub fn resignation_draws(
        self,
        position: &Position,
        winner: Color,
        budget: &SearchBudget,
    ) -> Option<bool> {
        // Where a resignation may draw, it draws if the same player's fallen flag would.
        if self.resignation_may_draw().value {
            self.flag_draws(position, winner, budget)
        } else {
            Some(false)
        }
    }

    /// Whether the game is drawn if `winner`'s opponent has made too many illegal moves; `None` if
    /// the budget for the end leaves it open. Nothing is searched where the rule set knows no such
    /// draw.
    pub fn illegal_loss_draws(
        self,
        event: &Event,
        position: &Position,
        winner: Color,
        budget: &SearchBudget,
    ) -> Option<bool> {
        match self.illegal_loss_draw().value {
            IllegalLossDraw::Never => Some(false),
            IllegalLossDraw::NoSeriesInBlitz if event.time != TimeControl::Blitz => Some(false),
            IllegalLossDraw::NoSeries | IllegalLossDraw::NoSeriesInBlitz => {
                cannot_mate(position, winner, budget)
            }
            IllegalLossDraw::LoneMinor => {
                let placement = position.placement();
                let minor = placement.role(Role::Knight) | placement.role(Role::Bishop);
                let king = position.king(winner).set();
                let others = placement.color(winner) & !king;
                Some(others.len() <= 1 && (others & !minor).is_empty())
            }
        }
    }
}

impl Game {
    /// Returns the automatic draw by the counts of moves or positions that ends the game after one of `moves`, which are
    /// legal; `None` if the game goes on after all of them.
    pub fn draw_on_the_way(&self, moves: &[Move]) -> Option<Termination> {
        self.draws_on_the_way()(moves)
    }

    /// Like [`draw_on_the_way`](Game::draw_on_the_way), for many series of moves.
    fn draws_on_the_way(&self) -> impl FnMut(&[Move]) -> Option<Termination> {
        let (mut later, plies) = (self.clone(), self.moves().len());
        move |moves| {
            later.line.truncate(plies);
            moves.iter().find_map(|&played| {
                later.line.push(played, later.position().after(played));
                later.draw_by_counts()
            })
        }
    }

    /// Whether `side` can mate before the counts end the game, given a `line` of legal moves that ends in mate: this line
    /// or, if it takes too long, another one.
    pub fn mate_in_game(&self, side: Color, line: &[Move]) -> MateInGame {
        let mut draws = self.draws_on_the_way();
        match line {
            [before @ .., _] if draws(before).is_some() => {
                dead::mate_in_game(self.position(), side, |moves| draws(moves).is_some())
            }
            _ => MateInGame::Yes(line.to_vec()),
        }
    }
}

/// Whether `winner` cannot mate by any series of legal moves; `None` if the budget leaves it open.
fn cannot_mate(position: &Position, winner: Color, budget: &SearchBudget) -> Option<bool> {
    budget.can_mate(position, winner, budget.at_the_end).map(|can| !can)
}
