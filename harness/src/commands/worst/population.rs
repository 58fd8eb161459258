//! What a search keeps: the worst positions of many kinds, so that it does not end with one kind.

use std::collections::BTreeMap;

use lawbook::{
    board::{Bitboard, Color, Role},
    position::Position,
    properties::Entropy,
};

use super::find::CostlyPosition;

/// How many positions of a niche are kept, and how many of them that look alike.
const ROOM: usize = 8;
const ALIKE: usize = 2;

/// The worst positions of each niche.
#[derive(Default)]
pub(super) struct Population {
    niches: BTreeMap<Niche, Vec<CostlyPosition>>,
}

/// A kind of positions: by the pawns that hold each other fast, how many pieces there are, which, and what came
/// of the search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Niche {
    /// Pairs of pawns face to face, counted roughly.
    locked: u32,
    /// Pieces, kings included, counted roughly.
    pieces: u32,
    kinds: Kinds,
    verdict: Option<bool>,
}

/// Which pieces there are but for kings and pawns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kinds {
    None,
    Bishops,
    Minor,
    Some,
}

/// What positions have in common that look alike: the pawns of each side, and how many pieces of each role.
#[derive(PartialEq, Eq)]
struct Likeness {
    pawns: [Bitboard; 2],
    numbers: [[u32; 4]; 2],
}

impl Population {
    /// Whether this very position is kept.
    pub(super) fn knows(&self, position: &Position) -> bool {
        let [yes, no, open] = [Some(true), Some(false), None].map(|one| Niche::new(position, one));
        [yes, no, open]
            .iter()
            .filter_map(|niche| self.niches.get(niche))
            .flatten()
            .any(|find| find.position == *position)
    }

    /// Keeps a position if it is worse than what its niche has, or there is room.
    pub(super) fn add(&mut self, find: CostlyPosition) {
        let niche = self.niches.entry(Niche::new(&find.position, find.verdict())).or_default();
        let look = Likeness::new(&find.position);
        niche.push(find);
        // The worst first, and of equals the one that was there before.
        niche.sort_by_key(|one| std::cmp::Reverse(one.rank()));
        let mut alike = 0;
        niche.retain(|one| {
            alike += usize::from(Likeness::new(&one.position) == look);
            Likeness::new(&one.position) != look || alike <= ALIKE
        });
        niche.truncate(ROOM);
    }

    /// One of those that are kept: each niche may have its turn, those with worse positions sooner.
    pub(super) fn pick(&self, entropy: &mut Entropy) -> Option<&CostlyPosition> {
        let worse = |entropy: &mut Entropy| {
            let niche = self.niches.values().nth(entropy.below(self.niches.len().max(1)))?;
            niche.get(entropy.below(niche.len().max(1)))
        };
        let mut picked = worse(entropy)?;
        if entropy.below(2) == 0 {
            let other = worse(entropy)?;
            if other.rank() > picked.rank() {
                picked = other;
            }
        }
        Some(picked)
    }

    /// The worst of all, at most so many, on which so many positions were looked at for a side at least.
    pub(super) fn worst(&self, least: usize, most: usize) -> Vec<CostlyPosition> {
        let all = self.niches.values().flatten();
        let mut worst: Vec<&CostlyPosition> =
            all.filter(|find| find.rank() >= (false, least)).collect();
        worst.sort_by_key(|find| std::cmp::Reverse(find.rank()));
        worst.into_iter().take(most).cloned().collect()
    }

    /// How many niches there are.
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
