//! Population of a search: the most expensive positions of each niche, which keeps the search diverse.

use std::collections::BTreeMap;

use lawbook::{
    board::{Bitboard, Color, Role},
    position::Position,
    properties::SplitMix64,
};

use super::find::CostlyPosition;

/// Maximum number of positions in a niche, and of similar ones among them.
const ROOM: usize = 8;
const ALIKE: usize = 2;

/// The most expensive positions of each niche.
#[derive(Default)]
pub(super) struct Population {
    niches: BTreeMap<Niche, Vec<CostlyPosition>>,
}

/// A class of positions: by the number of locked pawns and of pieces, the kinds of pieces, and the verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Niche {
    /// Pairs of opposing pawns, in coarse steps.
    locked: u32,
    /// Pieces including kings, in coarse steps.
    pieces: u32,
    kinds: Kinds,
    verdict: Option<bool>,
}

/// Which pieces are on the board apart from kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kinds {
    None,
    Bishops,
    Minor,
    Some,
}

/// Features that similar positions share: the pawns of each side, and the number of pieces of each role.
#[derive(PartialEq, Eq)]
struct Likeness {
    pawns: [Bitboard; 2],
    numbers: [[u32; 4]; 2],
}

impl Population {
    /// Returns whether exactly this position is in the population.
    pub(super) fn knows(&self, position: &Position) -> bool {
        let [yes, no, open] = [Some(true), Some(false), None].map(|one| Niche::new(position, one));
        [yes, no, open]
            .iter()
            .filter_map(|niche| self.niches.get(niche))
            .flatten()
            .any(|find| find.position == *position)
    }

    /// Adds a position if its niche has room or a cheaper position.
    pub(super) fn add(&mut self, find: CostlyPosition) {
        let niche = self.niches.entry(Niche::new(&find.position, find.verdict())).or_default();
        let look = Likeness::new(&find.position);
        niche.push(find);
        // In descending order of cost; the sort is stable, so earlier positions come first among equals.
        niche.sort_by_key(|one| std::cmp::Reverse(one.rank()));
        let mut alike = 0;
        niche.retain(|one| {
            alike += usize::from(Likeness::new(&one.position) == look);
            Likeness::new(&one.position) != look || alike <= ALIKE
        });
        niche.truncate(ROOM);
    }

    /// Returns a random member: every niche is equally likely, and expensive positions are preferred.
    pub(super) fn pick(&self, rng: &mut SplitMix64) -> Option<&CostlyPosition> {
        let worse = |rng: &mut SplitMix64| {
            let niche = self.niches.values().nth(rng.below(self.niches.len().max(1)))?;
            niche.get(rng.below(niche.len().max(1)))
        };
        let mut picked = worse(rng)?;
        if rng.below(2) == 0 {
            let other = worse(rng)?;
            if other.rank() > picked.rank() {
                picked = other;
            }
        }
        Some(picked)
    }

    /// Returns the most expensive positions, at most `most`, that took at least `least` searched positions for one
    /// side.
    pub(super) fn worst(&self, least: usize, most: usize) -> Vec<CostlyPosition> {
        let all = self.niches.values().flatten();
        let mut worst: Vec<&CostlyPosition> =
            all.filter(|find| find.rank() >= (false, least)).collect();
        worst.sort_by_key(|find| std::cmp::Reverse(find.rank()));
        worst.into_iter().take(most).cloned().collect()
    }

    /// Returns the number of niches.
    pub(super) fn niches(&self) -> usize {
        self.niches.len()
    }
}

impl Niche {
    fn new(position: &Position, verdict: Option<bool>) -> Niche {
        let placement = position.placement();
        let pawns = |color| placement.pieces(color, Role::Pawn);
        let locked = pawns(Color::White).shift(8) & pawns(Color::Black);
        let minor = placement.role(Role::Bishop) | placement.role(Role::Knight);
        let others = placement.occupied() - placement.role(Role::King) - placement.role(Role::Pawn);
        let kinds = if others.is_empty() {
            Kinds::None
        } else if others == placement.role(Role::Bishop) {
            Kinds::Bishops
        } else if others == minor {
            Kinds::Minor
        } else {
            Kinds::Some
        };
        let pieces = (placement.occupied().len() - 1) / 6;
        Niche { locked: locked.len().div_ceil(2).min(3), pieces: pieces.min(4), kinds, verdict }
    }
}

impl Likeness {
    fn new(position: &Position) -> Likeness {
        const OTHERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let of = |color, role| position.placement().pieces(color, role);
        Likeness {
            pawns: Color::ALL.map(|color| of(color, Role::Pawn)),
            numbers: Color::ALL.map(|color| OTHERS.map(|role| of(color, role).len())),
        }
    }
}
