use std::{cmp::Reverse, sync::Mutex};

use lawbook::{
    board::{Bitboard, Color},
    dead::material,
};
use serde::{Deserialize, Serialize};

use crate::{class::TableClass, compare::position, setting::Setting, table::Tables};

/// What a table shows: how many positions of a class there are, and from how many of them who cannot mate
/// although the pieces suffice.
///
/// Positions are all placements in which the player who is not to move is not in check, without castling
/// and en passant rights, whether or not a game can lead to them. Two that are each other's mirror image
/// are two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCount {
    /// The pieces.
    pub class: String,
    /// All positions.
    pub positions: u64,
    /// Those in which White has mated, and those in which Black has.
    pub mates: [u64; 2],
    /// Those with stalemate.
    pub stalemates: u64,
    /// Those that go on, from which White cannot mate although the pieces suffice; and the same of Black.
    pub cannot: [u64; 2],
    /// Those that go on, and from which neither can mate although the pieces suffice for one of them.
    pub dead: u64,
    /// One of `cannot` for each player: the first of those with the most legal moves.
    #[serde(default, skip_serializing_if = "is_without")]
    pub examples: [Option<String>; 2],
}

/// A position, by how much there is to be said for it as an example.
type Candidate = (usize, Reverse<(usize, usize)>, String);

impl Tables {
    /// Counts a class, of which there has to be a table.
    pub fn count(&self, class: &TableClass) -> TableCount {
        let total = Mutex::new((TableCount::default(), [None, None]));
        self.each_setting(class, |number, setting| {
            let mut own = TableCount::default();
            let mut best = [None, None];
            for turn in Color::ALL {
                self.count_setting(number, setting, turn, &mut own, &mut best);
            }
            let Ok(mut total) = total.lock() else { return };
            total.0.add(&own);
            for (best, own) in total.1.iter_mut().zip(best) {
                *best = own.max(best.take());
            }
        });
        let (mut total, best) = total.into_inner().unwrap_or_default();
        total.class = class.to_string();
        total.examples = best.map(|best| best.map(|(_, _, fen): Candidate| fen));
        total
    }

    fn count_setting(
        &self,
        number: usize,
        setting: &Setting,
        turn: Color,
        count: &mut TableCount,
        best: &mut [Option<Candidate>; 2],
    ) {
        let times = |squares: Bitboard| 2 * u64::from(squares.len());
        count.positions += times(setting.legal(turn));
        let (mates, stalemates) = self.over(setting, turn);
        count.mates[!turn as usize] += times(mates);
        count.stalemates += times(stalemates);
        let cannot = self.surprising(setting, turn);
        let can = self.known(setting, turn);
        count.dead += times((cannot[0] - can[1]) | (cannot[1] - can[0]));
        for side in [0, 1] {
            count.cannot[side] += times(cannot[side]);
            for square in cannot[side] {
                let Some(position) = position(setting, square, turn) else { continue };
                let place = Reverse((number, 2 * square.index() + turn as usize));
                let moves = position.count_legal_moves();
                if best[side].as_ref().is_none_or(|best| (moves, place) > (best.0, best.1)) {
                    best[side] = Some((moves, place, position.to_string()));
                }
            }
        }
    }

    /// Squares of White's king with which the game goes on, and from which each player cannot mate although
    /// the pieces suffice.
    pub(crate) fn surprising(&self, setting: &Setting, turn: Color) -> [Bitboard; 2] {
        let can = self.known(setting, turn);
        let cannot = can.map(|can| setting.legal(turn) - can);
        // The colours of the squares on which bishops stand are those of the whole setting.
        let Some(any) = (cannot[0] | cannot[1]).first() else { return cannot };
        let placement = setting.placement(any);
        let suffices = Color::ALL.map(|side| material::has_mating_material(&placement, side));
        if Color::ALL
            .into_iter()
            .all(|side| !suffices[side as usize] || cannot[side as usize].is_empty())
        {
            return [Bitboard::EMPTY; 2];
        }
        let (mates, stalemates) = self.over(setting, turn);
        [0, 1].map(
            |side| {
                if suffices[side] { cannot[side] - mates - stalemates } else { Bitboard::EMPTY }
            },
        )
    }

    /// Squares with mate, and those with stalemate: if the game is over, one player at least cannot mate.
    fn over(&self, setting: &Setting, turn: Color) -> (Bitboard, Bitboard) {
        if self.known(setting, turn) == [setting.legal(turn); 2] {
            return (Bitboard::EMPTY, Bitboard::EMPTY);
        }
        setting.over(turn)
    }
}

impl TableCount {
    fn add(&mut self, other: &TableCount) {
        self.positions += other.positions;
        self.stalemates += other.stalemates;
        self.dead += other.dead;
        for side in [0, 1] {
            self.mates[side] += other.mates[side];
            self.cannot[side] += other.cannot[side];
        }
    }
}

fn is_without(examples: &[Option<String>; 2]) -> bool {
    *examples == [None, None]
}
