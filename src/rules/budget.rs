//! Search limits for rulings, and a cache of search results.

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

/// The limit of a search for whether a player can still mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchLimit {
    /// No search: a player cannot mate only where the material excludes it.
    MaterialOnly,
    /// At most this many positions are visited for each player.
    Positions(usize),
}

/// The amount of search that the rulings on a game may use.
///
/// A search that reaches its limit does not decide whether a player can mate. The ruling is then the one for a player
/// who can mate: the game goes on, and a fallen flag loses.
///
/// ```
/// use lawbook::{position::Position, rules::{Game, RuleSet, SearchBudget, Termination}};
///
/// // The pawns are locked for good, which the material does not show.
/// let locked: Position = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1".parse()?;
/// let searched = Game::new(RuleSet::LATEST, locked, SearchBudget::DEFAULT);
/// assert_eq!(searched.outcome().map(|outcome| outcome.by), Some(Termination::DeadPosition));
/// let by_material = Game::new(RuleSet::LATEST, locked, SearchBudget::MATERIAL_ONLY);
/// assert_eq!(by_material.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearchBudget {
    /// The limit at the start and after each move, when the ruling depends on whether the position is dead.
    pub each_move: SearchLimit,
    /// The limit when a flag falls, or a player resigns or makes one illegal move too many, and the ruling depends on
    /// whether the opponent can mate.
    pub at_the_end: SearchLimit,
    /// The cache of earlier results, if there is one.
    cache: Option<Arc<SearchCache>>,
}

/// A cache of search results, for repeated rulings on the same positions: under several rule sets, or on lines with a
/// common beginning.
///
/// It holds a fixed number of results and is cleared when it is full.
#[derive(Default)]
pub struct SearchCache(Mutex<FxHashMap<SearchKey, Option<bool>>>);

/// The key of a cached search: the position without its clocks, the player, and the limit. The limit is `None` for the
/// few quick games of `dead::mates_quickly`.
type SearchKey = (Packed, Color, Option<usize>);

/// Maximum number of results in a cache.
const CACHED: usize = 4096;

impl SearchBudget {
    /// No search.
    pub const MATERIAL_ONLY: SearchBudget =
        SearchBudget::new(SearchLimit::MaterialOnly, SearchLimit::MaterialOnly);

    /// No search after a move, and up to [`DEFAULT_LIMIT`] positions at a fallen flag, a resignation, or one illegal
    /// move too many: for replaying many games quickly.
    pub const MATERIAL_EACH_MOVE: SearchBudget =
        SearchBudget::new(SearchLimit::MaterialOnly, SearchLimit::Positions(DEFAULT_LIMIT));

    /// Up to [`DEFAULT_LIMIT`] positions for each player, after each move as well as at the end.
    pub const DEFAULT: SearchBudget = SearchBudget::up_to(DEFAULT_LIMIT);

    /// Returns a budget of at most `positions` positions for each player in every search.
    pub const fn up_to(positions: usize) -> SearchBudget {
        let limit = SearchLimit::Positions(positions);
        SearchBudget::new(limit, limit)
    }

    /// Returns a budget with these limits and without a cache.
    pub const fn new(each_move: SearchLimit, at_the_end: SearchLimit) -> SearchBudget {
        SearchBudget { each_move, at_the_end, cache: None }
    }

    /// Returns the same limits with `cache` as the cache of results.
    pub fn cached(&self, cache: &Arc<SearchCache>) -> SearchBudget {
        SearchBudget { cache: Some(Arc::clone(cache)), ..*self }
    }

    /// Whether `side` can mate by some series of legal moves; `None` if the limit leaves it open.
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

    /// Whether a few quick games find a mate by `side`.
    pub(super) fn mates_quickly(&self, position: &Position, side: Color) -> bool {
        let search = || dead::mates_quickly(position, side).then_some(true);
        let found = match &self.cache {
            Some(cache) => cache.get_or_search((Packed::new(position), side, None), search),
            None => search(),
        };
        found.is_some()
    }
}

/// Budgets are equal if their limits are: a cache does not change any result.
impl PartialEq for SearchBudget {
    fn eq(&self, other: &SearchBudget) -> bool {
        (self.each_move, self.at_the_end) == (other.each_move, other.at_the_end)
    }
}

impl Eq for SearchBudget {}

/// Shows the number of results in the cache.
impl fmt::Debug for SearchCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = self.found().len();
        f.debug_struct("SearchCache").field("held", &held).finish_non_exhaustive()
    }
}

impl SearchCache {
    fn found(&self) -> MutexGuard<'_, FxHashMap<SearchKey, Option<bool>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get_or_search(
        &self,
        wanted: SearchKey,
        search: impl FnOnce() -> Option<bool>,
    ) -> Option<bool> {
        if let Some(&answer) = self.found().get(&wanted) {
            return answer;
        }
        // The lock is not held during the search. Two threads may run the same search, with the same result.
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
    fn budgeted_search_decides_a_pawn_mate_and_a_locked_position() {
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
