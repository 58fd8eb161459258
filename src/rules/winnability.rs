//! What chances a player still has, as far as a rule set asks: whether a position is dead, and when
//! a flag that falls, a resignation or one illegal move too many draws (Articles 5.1.2, 5.2.2, 6.9
//! and 7.5.5).

use std::{cell::RefCell, collections::HashMap};

use super::{
    RuleSet,
    table::{DeadPosition, FlagDraw},
};
use crate::{
    board::Color,
    dead::{self, material},
    position::{Packed, Position},
};

impl RuleSet {
    /// Whether the position is dead; `None` if `limit` is reached first.
    ///
    /// Where the rule set means that no series of legal moves mates, at most `limit` positions are
    /// looked at for each player; with 0, only pieces that cannot mate wherever they stand are dead.
    pub fn is_dead(self, position: &Position, limit: usize) -> Option<bool> {
        let pieces = position.placement();
        match self.dead_position().value {
            DeadPosition::ListOf1993 => Some(material::is_on_list_of_1993(pieces)),
            DeadPosition::Material => Some(material::is_insufficient(pieces)),
            DeadPosition::Chesscom => {
                let lacks = |side| material::is_insufficient_at_chesscom(pieces, side);
                Some(Color::ALL.into_iter().all(lacks))
            }
            DeadPosition::General if limit == 0 => Some(material::is_insufficient(pieces)),
            DeadPosition::General => dead::neither(|side| can_mate(position, side, limit)),
        }
    }

    /// Whether the game is drawn if the flag of `winner`'s opponent falls; `None` if `limit` is
    /// reached first.
    ///
    /// Where the rule set asks for a series of legal moves, at most `limit` positions are looked at.
    pub fn flag_draws(self, position: &Position, winner: Color, limit: usize) -> Option<bool> {
        let pieces = position.placement();
        match self.flag_draw().value {
            FlagDraw::BareKing => Some(pieces.color(winner).len() == 1),
            FlagDraw::NoSeries => draws(true, position, winner, limit),
            FlagDraw::Material => Some(!material::has_mating_material(pieces, winner)),
            FlagDraw::Chesscom => Some(material::is_insufficient_at_chesscom(pieces, winner)),
            FlagDraw::Uscf14E => Some(
                material::is_insufficient_by_uscf_14e(pieces, winner)
                    && !dead::has_forced_mate(position, winner, FORCED_PLIES),
            ),
        }
    }

    /// Whether the game is drawn if `winner`'s opponent resigns; `None` if `limit` is reached first.
    ///
    /// At most `limit` positions are looked at, and none where the rule set knows no such draw.
    pub fn resignation_draws(
        self,
        position: &Position,
        winner: Color,
        limit: usize,
    ) -> Option<bool> {
        draws(self.resignation_may_draw().value, position, winner, limit)
    }

    /// Whether the game is drawn if `winner`'s opponent has made too many illegal moves; `None` if
    /// `limit` is reached first.
    ///
    /// At most `limit` positions are looked at, and none where the rule set knows no such draw.
    pub fn illegal_loss_draws(
        self,
        position: &Position,
        winner: Color,
        limit: usize,
    ) -> Option<bool> {
        draws(self.illegal_loss_may_draw().value, position, winner, limit)
    }
}

/// Whether it is a draw that `winner` does not win, if the rule set knows such a draw: no series of
/// legal moves mates.
fn draws(may_draw: bool, position: &Position, winner: Color, limit: usize) -> Option<bool> {
    if !may_draw {
        return Some(false);
    }
    can_mate(position, winner, limit).map(|can| !can)
}

/// Whether a player can mate by some series of legal moves, as a search has found it lately or does now.
fn can_mate(position: &Position, side: Color, limit: usize) -> Option<bool> {
    let wanted: Wanted = (Packed::new(position), side, limit);
    if let Some(found) = FOUND.with_borrow(|found| found.get(&wanted).copied()) {
        return found;
    }
    let answer = dead::search(position, side, limit).0.decided();
    FOUND.with_borrow_mut(|found| {
        if found.len() == KEPT {
            found.clear();
        }
        found.insert(wanted, answer);
    });
    answer
}

/// What is asked of a search: a position, its clocks apart, for whom, and how far.
type Wanted = (Packed, Color, usize);

thread_local! {
    /// What searches have found lately. A line is ruled on under one rule set after another, and most of
    /// them ask the same.
    static FOUND: RefCell<HashMap<Wanted, Option<bool>>> = RefCell::new(HashMap::new());
}

/// How many answers are kept.
const KEPT: usize = 4096;

/// How far a forced win is looked for where a rule set makes an exception for one.
const FORCED_PLIES: u32 = 5;
