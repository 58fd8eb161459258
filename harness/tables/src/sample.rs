use std::{
    collections::BTreeMap,
    iter,
    sync::{Mutex, PoisonError},
};

use flate2::Crc;
use lawbook::{
    board::{Color, Square},
    position::Position,
    properties::Entropy,
};
use serde::{Deserialize, Serialize};

use crate::{
    class::{TableClass, TableClassError},
    compare::position,
    setting::{Setting, mirror},
    table::Tables,
};

/// Positions of a class and who can mate in each, few enough to be kept where there is no table.
///
/// A position is kept as its *place*, a number made of its setting, the square of White's king, and who is to
/// move. The place also decides whether it is seen in a mirror, and whether the colours are exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSample {
    /// The pieces.
    pub class: String,
    /// What the random numbers begin with by which places are drawn.
    pub seed: u64,
    /// Who can mate at those, before colours are exchanged: how many in a row have the same answer.
    pub drawn: Vec<(usize, WhoCan)>,
    /// Other places, by who can mate there: the game goes on, and a player cannot mate although the pieces
    /// suffice.
    pub surprising: BTreeMap<WhoCan, Vec<usize>>,
    /// The CRC-32 of the FENs of all, each with a line feed.
    pub checksum: u32,
}

/// Who can mate, as `lawbook dead` labels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WhoCan {
    /// Both.
    #[serde(rename = "WB")]
    Both,
    /// Only White.
    #[serde(rename = "W-")]
    White,
    /// Only Black.
    #[serde(rename = "-B")]
    Black,
    /// Neither.
    #[serde(rename = "--")]
    Neither,
}

/// Why a sample cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableSampleError {
    /// There is no table of its pieces.
    #[error(transparent)]
    Class(#[from] TableClassError),
    /// A place has no position.
    #[error("{class}: at the place {place} there is no position")]
    Place {
        /// The pieces.
        class: String,
        /// The place.
        place: usize,
    },
    /// The positions are others than those of which the sample was made.
    #[error("{class}: the checksum of the positions is {found}, and right would be {checksum}")]
    Positions {
        /// The pieces.
        class: String,
        /// What it was.
        checksum: u32,
        /// What it is.
        found: u32,
    },
}

/// The most surprising positions of a sample, for each player who cannot mate.
const SURPRISING: usize = 25;

impl Tables {
    /// Draws so many positions of a class, of which there has to be a table, and up to 25 surprising ones for
    /// each player: the same ones every time.
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

    /// Those with the lowest random numbers, in the order of their places.
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
            places.sort_unstable_by_key(|&place| (Entropy::new(place as u64).bits(), place));
            drawn.extend(places.into_iter().take(SURPRISING));
        }
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    }
}

impl TableSample {
    /// The positions with who can mate in them, those that are drawn first.
    ///
    /// # Errors
    ///
    /// The sample is of no class, has places without a position, or was made of other positions.
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
    /// Whether this side is among them.
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

/// Places of positions, drawn at random without an end.
fn draw(class: &TableClass, seed: u64) -> impl Iterator<Item = usize> {
    let mut entropy = Entropy::new(seed);
    let places = place(class.settings(), Square::from_index(0), Color::White);
    iter::repeat_with(move || entropy.below(places)).filter(|&place| look(class, place).is_some())
}

/// The place of a position.
fn place(number: usize, white: Square, turn: Color) -> usize {
    2 * (64 * number + white.index()) + turn as usize
}

/// What is at a place.
fn look(class: &TableClass, place: usize) -> Option<(Setting, Square, Color)> {
    let number = place / 128;
    let setting = if number < class.settings() { class.setting(number)? } else { return None };
    let white = Square::from_index(place / 2 % 64);
    let turn = Color::ALL[place % 2];
    setting.legal(turn).contains(white).then_some((setting, white, turn))
}

/// The position at a place, and whether its colours are exchanged.
fn show(class: &TableClass, place: usize) -> Option<(Position, bool)> {
    let (setting, white, turn) = look(class, place)?;
    let random = Entropy::new(place as u64).bits();
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
