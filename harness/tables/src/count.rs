use std::{cmp::Reverse, sync::Mutex};

use lawbook::{
    board::{Bitboard, Color},
    dead::material,
};
use serde::{Deserialize, Serialize};

use crate::{class::TableClass, compare::position, setting::Setting, table::Tables};

/// Statistics of a table: number of positions in a class, and of those where a side cannot mate although its
/// material suffices.
///
/// Positions are all placements where the side not to move is not in check, without castling and en passant rights,
/// whether or not a game can reach them. A position and its mirror image count as two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCount {
    /// The class, such as `KRvKN`.
    pub class: String,
    /// Number of positions.
    pub positions: u64,
    /// Number of positions where White, and where Black, has given checkmate.
    pub mates: [u64; 2],
    /// Number of stalemates.
    pub stalemates: u64,
    /// Number of positions where the game goes on and White, respectively Black, cannot mate although the material
    /// suffices.
    pub cannot: [u64; 2],
    /// Number of positions where the game goes on and neither side can mate, although the material suffices for at
    /// least one.
    pub dead: u64,
    /// For each player, one of the positions in `cannot` as a FEN: the first with the most legal moves.
    #[serde(default, skip_serializing_if = "is_without")]
    pub examples: [Option<String>; 2],
}

/// A candidate for an example: number of legal moves, place in the enumeration (earlier is better), FEN.
type Candidate = (usize, Reverse<(usize, usize)>, String);

impl Tables {
    /// Counts the positions of a class. Its table must have been made.
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

    /// For each player: squares of White's king where the game goes on and the player cannot mate although the material
    /// suffices.
    pub(crate) fn surprising(&self, setting: &Setting, turn: Color) -> [Bitboard; 2] {
        let can = self.known(setting, turn);
        let cannot = can.map(|can| setting.legal(turn) - can);
        // Any square of the king will do: mating material depends on the other pieces only, including the colours of
        // bishops' squares.
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

    /// Squares of White's king with checkmate, and with stalemate. Skips move generation if both sides can mate
    /// everywhere, because after the end of the game at least one cannot.
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
