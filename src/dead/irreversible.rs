//! Positions that differ by moves that can be taken back, and what is known of them together.

use std::collections::HashMap;

use super::{
    material,
    mobility::{self, ReachInvariant},
};
use crate::{
    board::{Bitboard, Color, Role},
    position::Position,
};

/// A world in [`IrreversibleClasses`].
pub(super) type WorldId = u32;

/// The worlds that a search has come to.
pub(super) struct IrreversibleClasses {
    known: HashMap<Key, WorldId>,
    worlds: Vec<IrreversibleClass>,
    /// How often proofs have failed of late, and how many chances have been passed over since one was
    /// tried: where nothing is static, proofs are only tried now and then.
    patience: u32,
    waited: u32,
    /// The proofs found.
    pub(super) regions: Vec<Vec<ReachInvariant>>,
}

/// Where the pawns stand, and how many pieces of each kind (bishops: and shade) there are.
type Key = [u64; 3];

#[derive(Default)]
struct IrreversibleClass {
    visits: u32,
    lacks_material: bool,
    /// Which proofs were found here.
    proofs: Vec<u32>,
}

impl IrreversibleClasses {
    pub(super) fn new(start: &Position) -> IrreversibleClasses {
        IrreversibleClasses {
            known: HashMap::from([(key(start), 0)]),
            worlds: vec![IrreversibleClass::default()],
            regions: Vec::new(),
            patience: 0,
            waited: 0,
        }
    }

    /// The world of a position.
    pub(super) fn of(&mut self, position: &Position) -> WorldId {
        let next = self.worlds.len() as WorldId;
        let id = *self.known.entry(key(position)).or_insert(next);
        if id == next {
            self.worlds.push(IrreversibleClass::default());
        }
        id
    }

    /// Whether it is known without a search that nothing can come of this position.
    ///
    /// Proofs are tried now and then, with more effort the longer a world is searched.
    pub(super) fn rules_out(&mut self, at: &Position, side: Color, id: WorldId) -> bool {
        let world = &mut self.worlds[id as usize];
        world.visits += 1;
        if world.lacks_material {
            return true;
        }
        if world.visits == 1 && !material::has_mating_material(at.placement(), side) {
            world.lacks_material = true;
            return true;
        }
        let regions = &self.regions;
        if world.proofs.iter().any(|&proof| mobility::hold(&regions[proof as usize], at)) {
            return true;
        }
        let splits = match world.visits {
            1 | 2 | 4 | 8 => 0,
            16 => 1,
            256 => 2,
            4096 => 3,
            _ => return false,
        };
        if splits == 0 {
            self.waited += 1;
            if self.waited <= self.patience / 8 {
                return false;
            }
            self.waited = 0;
        }
        let Some(proof) = mobility::prove(at, side, splits) else {
            self.patience = (self.patience + 1).min(64);
            return false;
        };
        self.patience /= 4;
        world.proofs.push(self.regions.len() as u32);
        self.regions.push(proof);
        true
    }
}

fn key(position: &Position) -> Key {
    let pieces = position.placement();
    let pawns = pieces.role(Role::Pawn);
    let mut counts = 0;
    for color in Color::ALL {
        let bishops = pieces.pieces(color, Role::Bishop);
        let [knights, rooks, queens] =
            [Role::Knight, Role::Rook, Role::Queen].map(|role| pieces.pieces(color, role));
        for kind in [knights, bishops & Bitboard::LIGHT, bishops & Bitboard::DARK, rooks, queens] {
            counts = counts * 64 + kind.len() as u64;
        }
    }
    [(pawns & pieces.color(Color::White)).0, (pawns & pieces.color(Color::Black)).0, counts]
}
