//! Classes of positions between two irreversible moves, and the proofs found for them.

use rustc_hash::FxHashMap;

use super::{certificate::MobilityInvariant, material, mobility};
use crate::{
    board::{Bitboard, Color, Role},
    position::{Move, Position},
};

/// Index of a class in [`IrreversibleClasses`].
pub(super) type ClassId = u32;

/// The classes that a search has reached. Only captures and pawn moves lead from one class to another.
#[derive(Default)]
pub(super) struct IrreversibleClasses {
    known: FxHashMap<ClassKey, ClassId>,
    classes: Vec<IrreversibleClass>,
    /// Recent failures of proofs, and the number of attempts skipped since the last one. Where many pieces can move,
    /// proofs are tried only now and then.
    failures: u32,
    passed_over: u32,
    /// All proofs found, for any class.
    pub(super) proofs: Vec<Vec<MobilityInvariant>>,
}

/// The squares of the pawns, and the number of pieces of each kind, with bishops by square colour.
type ClassKey = [u64; 3];

#[derive(Default)]
struct IrreversibleClass {
    /// Number of positions of the class that were not decided.
    visits: u32,
    lacks_material: bool,
    /// Indices of the proofs found for this class.
    found: Vec<u32>,
}

impl IrreversibleClasses {
    /// Starts a search: only the class of `start` is known.
    pub(super) fn begin(&mut self, start: &Position) {
        self.known.clear();
        self.classes.clear();
        self.proofs.clear();
        (self.failures, self.passed_over) = (0, 0);
        self.of(start);
    }

    /// The class of a position, which is added if it is new.
    pub(super) fn of(&mut self, position: &Position) -> ClassId {
        let next = self.classes.len() as ClassId;
        let id = *self.known.entry(class_key(position)).or_insert(next);
        if id == next {
            self.classes.push(IrreversibleClass::default());
        }
        id
    }

    /// Whether `side` is known to have no mate from this position, without a search.
    ///
    /// Proofs are tried now and then, and by cases only if a class is searched for longer.
    pub(super) fn rules_out(&mut self, at: &Position, side: Color, id: ClassId) -> bool {
        let class = &mut self.classes[id as usize];
        if class.lacks_material {
            return true;
        }
        if class.visits == 0 && !material::has_mating_material(at.placement(), side) {
            class.lacks_material = true;
            return true;
        }
        let proofs = &self.proofs;
        if class.found.iter().any(|&proof| mobility::contain(&proofs[proof as usize], at)) {
            return true;
        }
        class.visits += 1;
        let by_cases = match class.visits {
            1 | 2 | 4 | 8 => false,
            16 => true,
            _ => return false,
        };
        self.passed_over += 1;
        if self.passed_over <= self.failures / 8 {
            return false;
        }
        self.passed_over = 0;
        let Some(proof) = mobility::prove(at, side, by_cases) else {
            self.failures = (self.failures + 1).min(256);
            return false;
        };
        self.failures /= 4;
        class.found.push(self.proofs.len() as u32);
        self.proofs.push(proof);
        true
    }
}

/// Whether the move can lead to another class: a capture or a pawn move.
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
