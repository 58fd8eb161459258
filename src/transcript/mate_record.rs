use serde::{Deserialize, Serialize};

use super::MoveRecord;
use crate::{
    board::{Bitboard, Color},
    dead::{
        self, Certificate, KingMap, Winnable,
        check::{check_certificate, check_helpmate},
        explain,
    },
    position::{Line, Move, Position},
};

/// Whether a player can still mate by some series of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CanMate {
    /// The player can, and a line shows it.
    Yes,
    /// The player cannot, and there is a reason that can be checked.
    No,
    /// The search reached its limit first.
    Undetermined,
}

/// Whether a player can still mate, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateRecord {
    /// The player.
    pub side: Color,
    /// The answer.
    pub can: CanMate,
    /// The moves of both players that end in mate, if the player can; none if the position is mate.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<MoveRecord>,
    /// Why the player cannot, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Where the king that would be mated can get to, if that is the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub king: Vec<String>,
    /// Which squares the player's pieces, the king apart, can ever attack, if that is the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacked: Vec<String>,
    /// The number of positions that were looked at.
    pub looked_at: usize,
    /// Whether the evidence holds, gone through again by other code; nothing if there is no evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

impl MateRecord {
    /// Searches with at most so many positions kept, and checks what is found.
    pub fn search(position: &Position, side: Color, limit: usize) -> MateRecord {
        let (winnable, looked_at) = dead::search(position, side, limit);
        MateRecord::new(position, side, &winnable, looked_at)
    }

    /// The same with a shortest line; `None` if there is none within the limit.
    pub fn shortest(position: &Position, side: Color, limit: usize) -> Option<MateRecord> {
        let line = dead::shortest(position, side, limit).ok()??;
        Some(MateRecord::new(position, side, &Winnable::Yes(line), limit))
    }

    fn new(position: &Position, side: Color, winnable: &Winnable, looked_at: usize) -> MateRecord {
        let empty = MateRecord {
            side,
            can: CanMate::Undetermined,
            line: Vec::new(),
            why: None,
            king: Vec::new(),
            attacked: Vec::new(),
            looked_at,
            checked: None,
        };
        match winnable {
            Winnable::Undetermined => empty,
            Winnable::Yes(line) => MateRecord {
                can: CanMate::Yes,
                checked: Some(check_helpmate(position, side, line)),
                line: records(position, line),
                ..empty
            },
            Winnable::No(why) => {
                let map = map(why);
                MateRecord {
                    can: CanMate::No,
                    checked: Some(check_certificate(position, side, why)),
                    why: Some(explain(position, side, why, looked_at)),
                    king: map.map_or_else(Vec::new, |map| squares(map.king)),
                    attacked: map.map_or_else(Vec::new, |map| squares(map.attacked)),
                    ..empty
                }
            }
        }
    }
}

fn records(position: &Position, line: &[Move]) -> Vec<MoveRecord> {
    MoveRecord::of(&Line::as_far_as_legal(*position, line.iter().copied()))
}

/// The map of the only invariant, if that is the whole certificate.
fn map(certificate: &Certificate) -> Option<KingMap> {
    match certificate {
        Certificate::Mobility(invariants) => match invariants.as_slice() {
            [invariant] => Some(KingMap::new(invariant)),
            _ => None,
        },
        Certificate::Material | Certificate::Exhausted(_) | Certificate::Spares(_) => None,
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}
