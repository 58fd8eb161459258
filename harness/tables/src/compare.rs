use std::sync::Mutex;

use lawbook::{
    board::{Color, Square},
    dead::{DEFAULT_LIMIT, Solver, Winnable},
    position::{CastlingRights, Position, Setup},
    properties::SplitMix64,
    report::Shard,
};
use serde::{Deserialize, Serialize};

use crate::{class::TableClass, setting::Setting, table::Tables};

/// Which positions the solver is tested on.
#[derive(Clone, Copy, Debug)]
pub struct AskedPositions {
    /// Which part of the settings to visit.
    pub shard: Shard,
    /// Tests a random sample of one in `every` positions. Also tests every position where the game goes on and the
    /// player cannot mate although the material suffices.
    pub every: u64,
}

/// Result of comparing the solver with a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableComparison {
    /// Number of answers that were compared: one for each selected position and player.
    pub compared: u64,
    /// The positions where the solver's answer differs, each with the right answer.
    pub differences: Vec<String>,
}

impl Tables {
    /// Compares the solver, at its default limit, with the table of a class. The table must have been made.
    pub fn compare(&self, class: &TableClass, selection: AskedPositions) -> TableComparison {
        let total = Mutex::new(TableComparison::default());
        self.each_setting(class, |number, setting| {
            let mut own = TableComparison::default();
            for turn in Color::ALL {
                self.compare_setting(number, setting, turn, selection, &mut own);
            }
            let Ok(mut total) = total.lock() else { return };
            total.compared += own.compared;
            total.differences.extend(own.differences);
        });
        let mut total = total.into_inner().unwrap_or_default();
        total.differences.sort();
        total
    }

    fn compare_setting(
        &self,
        number: usize,
        setting: &Setting,
        turn: Color,
        AskedPositions { shard, every }: AskedPositions,
        own: &mut TableComparison,
    ) {
        if !shard.has(number as u64 + 1) {
            return;
        }
        let wanted = self.surprising(setting, turn);
        let can = self.known(setting, turn);
        let mut solver = Solver::default();
        for square in setting.legal(turn) {
            let place = (64 * number + square.index()) as u64;
            let is_drawn = SplitMix64::new(place).bits().is_multiple_of(every);
            for side in Color::ALL {
                if !is_drawn && !wanted[side as usize].contains(square) {
                    continue;
                }
                let Some(position) = position(setting, square, turn) else { continue };
                let right = can[side as usize].contains(square);
                let answer = solver.search(&position, side, DEFAULT_LIMIT).0;
                own.compared += 1;
                if answer.decided() != Some(right) {
                    own.differences.push(difference(&position, side, right, &answer));
                }
            }
        }
    }
}

fn difference(position: &Position, side: Color, right: bool, answer: &Winnable) -> String {
    let says = match answer.decided() {
        Some(true) => "that it can",
        Some(false) => "that it cannot",
        None => "nothing",
    };
    let right = if right { "can" } else { "cannot" };
    format!("{position}: {side} {right} mate, but the solver says {says}")
}

/// The position of a setting with White's king on square `white`; `None` if it is not legal.
pub(crate) fn position(setting: &Setting, white: Square, turn: Color) -> Option<Position> {
    let setup = Setup {
        placement: setting.placement(white),
        turn,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    Position::from_playable(&setup).ok()
}
