//! Positions that differ by moves that can be taken back, and what is known of them together.

use rustc_hash::FxHashMap;

use super::{
    certificate::ReachInvariant,
    material, mobility,
    part::{Part, Without},
    tempo,
};
use crate::{
    board::{Bitboard, Color, Role},
    position::{Move, Position},
};

/// A class in [`IrreversibleClasses`].
pub(super) type ClassId = u32;

/// The classes that a search has come to: only captures and moves of pawns lead from one to another.
#[derive(Default)]
pub(super) struct IrreversibleClasses {
    known: FxHashMap<ClassKey, ClassId>,
    classes: Vec<IrreversibleClass>,
    /// How often proofs have failed of late, and how many occasions have been passed over since one was
    /// tried: where nothing stands still, proofs are only tried now and then.
    failures: u32,
    passed_over: u32,
    /// The proofs found, of whatever class.
    pub(super) proofs: Vec<Vec<ReachInvariant>>,
}

/// Where the pawns stand, and how many pieces of each kind (bishops: and square colour) there are.
type ClassKey = [u64; 3];

#[derive(Default)]
struct IrreversibleClass {
    /// How often it was come to and nothing was known.
    visits: u32,
    lacks_material: bool,
    /// Which proofs were found here.
    found: Vec<u32>,
}

impl IrreversibleClasses {
    /// Has the class of this position only, which is the first.
    pub(super) fn begin(&mut self, start: &Position) {
        self.known.clear();
        self.classes.clear();
        self.proofs.clear();
        (self.failures, self.passed_over) = (0, 0);
        self.of(start);
    }

    /// The class of a position.
    pub(super) fn of(&mut self, position: &Position) -> ClassId {
        let next = self.classes.len() as ClassId;
        let id = *self.known.entry(class_key(position)).or_insert(next);
        if id == next {
            self.classes.push(IrreversibleClass::default());
        }
        id
    }

    /// Whether it is known without a search that nothing can come of this position.
    ///
    /// Proofs are tried now and then, with more effort the longer a class is searched.
    pub(super) fn rules_out(
        &mut self,
        at: &Position,
        side: Color,
        id: ClassId,
        without: Without,
    ) -> bool {
        let class = &mut self.classes[id as usize];
        if class.lacks_material {
            return true;
        }
        if class.visits == 0 && !material::has_mating_material(at.placement(), side) {
            class.lacks_material = true;
            return true;
        }
        if !without.has(Part::Tempo) && tempo::runs_out(at, side) {
            return true;
        }
        let proofs = &self.proofs;
        if class.found.iter().any(|&proof| mobility::contain(&proofs[proof as usize], at)) {
            return true;
        }
        class.visits += 1;
        let depth = match class.visits {
            1 | 2 | 4 | 8 => 0,
            16 => 1,
            256 => 2,
            1024 => 4,
            _ => return false,
        };
        if depth <= 1 {
            self.passed_over += 1;
            if self.passed_over <= self.failures / 8 {
                return false;
            }
            self.passed_over = 0;
        }
        let Some(proof) = mobility::prove(at, side, depth, without) else {
            self.failures = (self.failures + 1).min(256);
            return false;
        };
        self.failures /= 4;
        class.found.push(self.proofs.len() as u32);
        self.proofs.push(proof);
        true
    }
}

/// Whether the move can lead to another class: a capture or a pawn's move.
pub(super) fn is_irreversible(position: &Position, played: Move) -> bool {
    let placement = position.placement();
    let lasting = placement.role(Role::Pawn) | placement.color(!position.turn());
    lasting.contains(played.from) || lasting.contains(played.to)
}

fn class_key(position: &Position) -> ClassKey {
    let placement = position.placement();
    let pawns = placement.role(Role::Pawn);
    let mut counts = 0;
    for color in Color::ALL {
        let bishops = placement.pieces(color, Role::Bishop);
        let [knights, rooks, queens] =
            [Role::Knight, Role::Rook, Role::Queen].map(|role| placement.pieces(color, role));
        for kind in [knights, bishops & Bitboard::LIGHT, bishops & Bitboard::DARK, rooks, queens] {
            counts = counts * 64 + kind.len() as u64;
        }
    }
    [(pawns & placement.color(Color::White)).0, (pawns & placement.color(Color::Black)).0, counts]
}
