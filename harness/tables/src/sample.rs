use std::{
    collections::BTreeMap,
    iter,
    sync::{Mutex, PoisonError},
};

use flate2::Crc;
use lawbook::{
    board::{Color, Square},
    position::Position,
    properties::SplitMix64,
};
use serde::{Deserialize, Serialize};

use crate::{
    class::{TableClass, TableClassError},
    compare::position,
    setting::{Setting, mirror},
    table::Tables,
};

/// A sample of positions of a class and who can mate in each. It is small enough to be committed, for tests without the
/// table.
///
/// A position is stored as its *place*: an integer that encodes the setting, the square of White's king, and the side
/// to move. The place also determines whether the position is mirrored and whether the colours are exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSample {
    /// The class, such as `KRvKN`.
    pub class: String,
    /// Seed of the random numbers that select the places.
    pub seed: u64,
    /// Run-length encoded answers for the drawn places, before colours are exchanged.
    pub drawn: Vec<(usize, WhoCan)>,
    /// Other places by answer. In each the game goes on and a player cannot mate although the material suffices.
    pub surprising: BTreeMap<WhoCan, Vec<usize>>,
    /// CRC-32 of the FENs of all positions, each followed by a line feed.
    pub checksum: u32,
}

/// Who can mate. Serialized with the labels of `lawbook dead`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WhoCan {
    /// Both sides.
    #[serde(rename = "WB")]
    Both,
    /// Only White.
    #[serde(rename = "W-")]
    White,
    /// Only Black.
    #[serde(rename = "-B")]
    Black,
    /// Neither side.
    #[serde(rename = "--")]
    Neither,
}

/// Why a sample cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableSampleError {
    /// The class is not valid.
    #[error(transparent)]
    Class(#[from] TableClassError),
    /// A place does not denote a legal position.
    #[error("{class}: no legal position at the place {place}")]
    Place {
        /// The class.
        class: String,
        /// The place.
        place: usize,
    },
    /// The checksum differs: the sample was made from other positions.
    #[error("{class}: the checksum of the positions is {found}; expected {checksum}")]
    Positions {
        /// The class.
        class: String,
        /// The stored checksum.
        checksum: u32,
        /// The checksum of the positions.
        found: u32,
    },
}

/// Maximum number of positions in `surprising`, for each player who cannot mate.
const SURPRISING: usize = 25;

impl Tables {
    /// Draws `drawn` positions of a class, and up to 25 in `surprising` for each player. The table of the class must
    /// have been made. The result is deterministic.
    pub fn sample(&self, class: &TableClass, drawn: usize) -> TableSample {
        let seed = class.key() as u64;
        let places: Vec<usize> = draw(class, seed).take(drawn).collect();
        let answers: Vec<WhoCan> = places.iter().map(|&place| self.who_can(class, place)).collect();
        let runs = answers.chunk_by(|one, next| one == next).map(|run| (run.len(), run[0]));
        let mut surprising: BTreeMap<WhoCan, Vec<usize>> = BTreeMap::new();
        for place in self.draw_surprising(class) {
            surprising.entry(self.who_can(class, place)).or_default().push(place);
        }
        let all = places.iter().chain(surprising.values().flatten());
        let positions = all.filter_map(|&place| show(class, place));
        TableSample {
            checksum: checksum(positions.map(|(position, _)| position)),
            class: class.to_string(),
            seed,
            drawn: runs.collect(),
            surprising,
        }
    }

    fn who_can(&self, class: &TableClass, place: usize) -> WhoCan {
        let Some((setting, white, turn)) = look(class, place) else { return WhoCan::Neither };
        match self.known(&setting, turn).map(|squares| squares.contains(white)) {
            [true, true] => WhoCan::Both,
            [true, false] => WhoCan::White,
            [false, true] => WhoCan::Black,
            [false, false] => WhoCan::Neither,
        }
    }

    /// The `surprising` places with the lowest hashes for each player, in ascending order.
    fn draw_surprising(&self, class: &TableClass) -> Vec<usize> {
        let all = Mutex::new([const { Vec::new() }; 2]);
        self.each_setting(class, |number, setting| {
            for turn in Color::ALL {
                for (side, squares) in self.surprising(setting, turn).into_iter().enumerate() {
                    if !squares.is_empty() {
                        let places = squares.into_iter().map(|white| place(number, white, turn));
                        all.lock().unwrap_or_else(PoisonError::into_inner)[side].extend(places);
                    }
                }
            }
        });
        let mut drawn = Vec::new();
        for mut places in all.into_inner().unwrap_or_else(PoisonError::into_inner) {
            places.sort_unstable_by_key(|&place| (SplitMix64::new(place as u64).bits(), place));
            drawn.extend(places.into_iter().take(SURPRISING));
        }
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }
}

impl TableSample {
    /// The positions and who can mate in them, the drawn ones first.
    ///
    /// # Errors
    ///
    /// The class is not valid, a place has no position, or the checksum differs.
    pub fn positions(&self) -> Result<Vec<(Position, WhoCan)>, TableSampleError> {
        let class: TableClass = self.class.parse()?;
        let runs = self.drawn.iter().flat_map(|&(number, who)| iter::repeat_n(who, number));
        let drawn = draw(&class, self.seed).zip(runs);
        let others = self
            .surprising
            .iter()
            .flat_map(|(&who, places)| places.iter().map(move |&place| (place, who)));
        let mut positions = Vec::new();
        for (place, who) in drawn.chain(others) {
            let nowhere = TableSampleError::Place { class: self.class.clone(), place };
            let (position, is_exchanged) = show(&class, place).ok_or(nowhere)?;
            positions.push((position, if is_exchanged { who.exchange() } else { who }));
        }
        let found = checksum(positions.iter().map(|(position, _)| *position));
        if found != self.checksum {
            let (class, checksum) = (self.class.clone(), self.checksum);
            return Err(TableSampleError::Positions { class, checksum, found });
        }
        Ok(positions)
    }
}

impl WhoCan {
    /// Whether this side can mate.
    pub fn has(self, side: Color) -> bool {
        match self {
            WhoCan::Both => true,
            WhoCan::White => side == Color::White,
            WhoCan::Black => side == Color::Black,
            WhoCan::Neither => false,
        }
    }

    fn exchange(self) -> WhoCan {
        match self {
            WhoCan::White => WhoCan::Black,
            WhoCan::Black => WhoCan::White,
            WhoCan::Both | WhoCan::Neither => self,
        }
    }
}

/// An infinite iterator of random places of legal positions.
fn draw(class: &TableClass, seed: u64) -> impl Iterator<Item = usize> {
    let mut rng = SplitMix64::new(seed);
    let places = place(class.settings(), Square::from_index(0), Color::White);
    iter::repeat_with(move || rng.below(places)).filter(|&place| look(class, place).is_some())
}

/// Encodes a position as a place.
fn place(number: usize, white: Square, turn: Color) -> usize {
    2 * (64 * number + white.index()) + turn as usize
}

/// Decodes a place; `None` if it does not denote a legal position.
fn look(class: &TableClass, place: usize) -> Option<(Setting, Square, Color)> {
    let number = place / 128;
    let setting = if number < class.settings() { class.setting(number)? } else { return None };
    let white = Square::from_index(place / 2 % 64);
    let turn = Color::ALL[place % 2];
    setting.legal(turn).contains(white).then_some((setting, white, turn))
}

/// The position at a place, mirrored and with exchanged colours as the place determines; and whether colours are
/// exchanged.
fn show(class: &TableClass, place: usize) -> Option<(Position, bool)> {
    let (setting, white, turn) = look(class, place)?;
    let random = SplitMix64::new(place as u64).bits();
    let (is_mirrored, is_exchanged) = (random & 1 != 0, random & 2 != 0);
    let position = if is_mirrored {
        position(&setting.mirror(), mirror(white), turn)?
    } else {
        position(&setting, white, turn)?
    };
    Some((if is_exchanged { position.flip() } else { position }, is_exchanged))
}

fn checksum(positions: impl Iterator<Item = Position>) -> u32 {
    let mut crc = Crc::new();
    for position in positions {
        crc.update(format!("{position}\n").as_bytes());
    }
    crc.sum()
}
