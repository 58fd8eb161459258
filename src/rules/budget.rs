//! How much search rulings may cost, and what searches have found.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rustc_hash::FxHashMap;

use crate::{
    board::Color,
    dead::{self, DEFAULT_LIMIT, material},
    position::{Packed, Position},
};

/// How far a search may go that decides whether a player can still mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchLimit {
    /// Nothing is searched: a player cannot mate only where the material excludes it.
    MaterialOnly,
    /// At most so many positions are looked at for each player.
    Positions(usize),
}

/// How much search the rulings on a game may cost.
///
/// A search that reaches its limit leaves open whether a player can mate. The ruling is then the one for
/// a player who can: the game goes on, and a fallen flag loses.
///
/// ```
/// use lawbook::{position::Position, rules::{Game, RuleSet, SearchBudget, Termination}};
///
/// // The pawns are locked for good, which their number does not show.
/// let locked: Position = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1".parse()?;
/// let searched = Game::new(RuleSet::LATEST, locked, SearchBudget::DEFAULT);
/// assert_eq!(searched.outcome().map(|outcome| outcome.by), Some(Termination::DeadPosition));
/// let by_material = Game::new(RuleSet::LATEST, locked, SearchBudget::MATERIAL_ONLY);
/// assert_eq!(by_material.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchBudget {
    /// At the start and after each move, to see whether the position is dead.
    pub each_move: SearchLimit,
    /// When a flag falls, a player resigns or makes one illegal move too many, to see whether the
    /// opponent can mate.
    pub at_the_end: SearchLimit,
    /// Where to look for what has been found before, and to keep what is found.
    cache: Option<Arc<SearchCache>>,
}

/// What searches have found, for whoever rules on the same positions again: under one rule set after
/// another, or on lines that begin alike.
///
/// It holds so many answers at most, and begins anew when it is full.
#[derive(Default)]
pub struct SearchCache(Mutex<FxHashMap<Searched, Option<bool>>>);

/// What is asked of a search: the position without its clocks, for whom, and how far, if it is to go beyond a few
/// quick games.
type Searched = (Packed, Color, Option<usize>);

/// How many answers a cache holds.
const CACHED: usize = 4096;

impl SearchBudget {
    /// Nothing is searched.
    pub const MATERIAL_ONLY: SearchBudget =
        SearchBudget::new(SearchLimit::MaterialOnly, SearchLimit::MaterialOnly);

    /// Nothing is searched after a move, and up to [`DEFAULT_LIMIT`] positions at a fallen flag, a
    /// resignation, or one illegal move too many: for many games that are followed quickly.
    pub const MATERIAL_EACH_MOVE: SearchBudget =
        SearchBudget::new(SearchLimit::MaterialOnly, SearchLimit::Positions(DEFAULT_LIMIT));

    /// Up to [`DEFAULT_LIMIT`] positions for each player, after each move too.
    pub const DEFAULT: SearchBudget = SearchBudget::up_to(DEFAULT_LIMIT);

    /// Up to so many positions for each player, whenever it is asked whether one can mate.
    pub const fn up_to(positions: usize) -> SearchBudget {
        let limit = SearchLimit::Positions(positions);
        SearchBudget::new(limit, limit)
    }

    /// These limits, and nothing kept of what is found.
    pub const fn new(each_move: SearchLimit, at_the_end: SearchLimit) -> SearchBudget {
        SearchBudget { each_move, at_the_end, cache: None }
    }

    /// The same limits, with what is found kept here and looked for here first.
    pub fn cached(&self, cache: &Arc<SearchCache>) -> SearchBudget {
        SearchBudget { cache: Some(Arc::clone(cache)), ..*self }
    }

    /// Whether a player can mate by some series of legal moves; `None` if the limit leaves it open.
    pub(super) fn can_mate(
        &self,
        position: &Position,
        side: Color,
        limit: SearchLimit,
    ) -> Option<bool> {
        let limit = match limit {
            SearchLimit::Positions(limit) => limit,
            SearchLimit::MaterialOnly => {
                let excluded = !material::has_mating_material(position.placement(), side);
                return excluded.then_some(false);
            }
        };
        let search = || dead::search(position, side, limit).0.decided();
        match &self.cache {
            Some(cache) => cache.get_or_search((Packed::new(position), side, Some(limit)), search),
            None => search(),
        }
    }

    /// Whether a mate by this player is found in a few quick games.
    pub(super) fn mates_quickly(&self, position: &Position, side: Color) -> bool {
        let search = || dead::mates_quickly(position, side).then_some(true);
        let found = match &self.cache {
            Some(cache) => cache.get_or_search((Packed::new(position), side, None), search),
            None => search(),
        };
        found.is_some()
    }
}

/// Equal if the limits are: what has been found before changes no answer.
impl PartialEq for SearchBudget {
    fn eq(&self, other: &SearchBudget) -> bool {
        (self.each_move, self.at_the_end) == (other.each_move, other.at_the_end)
    }
}

impl Eq for SearchBudget {}

/// The number of answers that it holds.
impl fmt::Debug for SearchCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.found().len();
        f.debug_struct("SearchCache").field("held", &held).finish_non_exhaustive()
    }
}

impl SearchCache {
    fn found(&self) -> MutexGuard<'_, FxHashMap<Searched, Option<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get_or_search(
        &self,
        wanted: Searched,
        search: impl FnOnce() -> Option<bool>,
    ) -> Option<bool> {
        if let Some(&answer) = self.found().get(&wanted) {
            return answer;
        }
        // Nobody waits for a search: two threads may do the same one, and find the same.
        let answer = search();
        let mut found = self.found();
        if found.len() == CACHED {
            found.clear();
        }
        found.insert(wanted, answer);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCKED: &str = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1";

    #[test]
    fn what_is_found_does_not_depend_on_the_cache() {
        let cache = Arc::default();
        for fen in [LOCKED, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1"] {
            let position: Position = fen.parse().unwrap();
            for budget in [SearchBudget::DEFAULT, SearchBudget::MATERIAL_ONLY] {
                let cached = budget.cached(&cache);
                assert_eq!(cached, budget);
                for side in Color::ALL {
                    let found = budget.can_mate(&position, side, budget.at_the_end);
                    for _ in 0..2 {
                        let again = cached.can_mate(&position, side, budget.at_the_end);
                        assert_eq!(again, found, "{fen} {side}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_is_done_once_and_only_for_the_same_question() {
        let cache = SearchCache::default();
        let position: Position = LOCKED.parse().unwrap();
        let later: Position = LOCKED.replace("0 1", "30 41").parse().unwrap();
        let (position, later) = (Packed::new(&position), Packed::new(&later));
        assert_eq!(
            cache.get_or_search((position, Color::White, Some(9)), || Some(true)),
            Some(true)
        );
        assert_eq!(cache.get_or_search((later, Color::White, Some(9)), || None), Some(true));
        assert_eq!(cache.get_or_search((position, Color::Black, Some(9)), || None), None);
        assert_eq!(
            cache.get_or_search((position, Color::White, Some(8)), || Some(false)),
            Some(false)
        );
        assert_eq!(cache.get_or_search((position, Color::White, Some(9)), || None), Some(true));
        assert_eq!(cache.get_or_search((position, Color::White, None), || None), None);
        assert_eq!(format!("{cache:?}"), "SearchCache { held: 4, .. }");
        assert_ne!(SearchBudget::DEFAULT, SearchBudget::MATERIAL_ONLY);
    }

    #[test]
    fn a_mate_by_a_pawn_is_found_quickly_and_none_in_a_locked_position() {
        for budget in [SearchBudget::DEFAULT, SearchBudget::DEFAULT.cached(&Arc::default())] {
            for _ in 0..2 {
                let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
                assert!(budget.mates_quickly(&pawn, Color::White), "{budget:?}");
                assert!(!budget.mates_quickly(&pawn, Color::Black), "{budget:?}");
                assert!(!budget.mates_quickly(&LOCKED.parse().unwrap(), Color::White));
            }
        }
    }
}
