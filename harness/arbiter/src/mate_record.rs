use serde::{Deserialize, Serialize};

use super::MoveRecord;
use lawbook::{
    board::{Bitboard, Color},
    dead::{
        self, Certificate, KingMap, MateInGame, Winnable,
        check::{check_certificate, check_helpmate},
        explain,
    },
    position::{Line, Move, Position},
    rules::Game,
};

/// Whether a player can still mate by some series of legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CanMate {
    /// The player can; a line of moves proves it.
    Yes,
    /// The player cannot; a certificate that can be checked proves it.
    No,
    /// The search reached its limit before it found a proof.
    Undetermined,
}

/// The result of a search for a mate by one player, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MateRecord {
    /// The player who would mate.
    pub side: Color,
    /// The result.
    pub can: CanMate,
    /// The moves of both players that lead to mate; empty without a mate, or if it is already on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<MoveRecord>,
    /// What is known of the counts of moves and positions, if they end the game before the mate of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<String>,
    /// A short reason why the player cannot mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The squares that the king to be mated can reach, if they are part of the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub king: Vec<String>,
    /// The squares that the player's pieces other than the king can ever attack, if they are part of the reason.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attacked: Vec<String>,
    /// The number of positions searched.
    pub looked_at: usize,
    /// Whether an independent checker confirms the evidence; omitted without evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
}

impl MateRecord {
    /// Searches for a mate with at most `limit` stored positions, and checks the evidence.
    pub fn search(position: &Position, side: Color, limit: usize) -> MateRecord {
        let (winnable, looked_at) = dead::search(position, side, limit);
        MateRecord::new(position, side, &winnable, looked_at)
    }

    /// Like [`search`](MateRecord::search), but finds a shortest line; `None` if there is none within the limit.
    pub fn shortest(position: &Position, side: Color, limit: usize) -> Option<MateRecord> {
        let line = dead::shortest(position, side, limit).ok()??;
        Some(MateRecord::new(position, side, &Winnable::Yes(line), limit))
    }

    /// Replaces a line before whose mate the counts of moves or positions would end `game`. If no other line is found,
    /// `counts` says so.
    pub fn in_game(self, game: &Game) -> MateRecord {
        let line: Vec<Move> = self.line.iter().filter_map(|one| one.uci.parse().ok()).collect();
        let before = line.split_last().map_or(&[][..], |(_, before)| before);
        let Some(by) = game.draw_on_the_way(before) else { return self };
        let (side, by) = (self.side, by.phrase());
        match game.mate_in_game(side, &line) {
            MateInGame::Yes(line) => {
                MateRecord::new(game.position(), side, &Winnable::Yes(line), self.looked_at)
            }
            other => MateRecord { counts: Some(other.note(side, by)), ..self },
        }
    }

    fn new(position: &Position, side: Color, winnable: &Winnable, looked_at: usize) -> MateRecord {
        let empty = MateRecord {
            side,
            can: CanMate::Undetermined,
            line: Vec::new(),
            counts: None,
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
                line: MoveRecord::of(&Line::as_far_as_legal(*position, line.iter().copied())),
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

/// Returns the king map of the certificate, if the certificate consists of a single invariant.
fn map(certificate: &Certificate) -> Option<KingMap> {
    match certificate {
        Certificate::Mobility(invariants) => match invariants.as_slice() {
            [invariant] => Some(KingMap::new(invariant)),
            _ => None,
        },
        Certificate::Material | Certificate::Exhausted(_) | Certificate::Abstraction(_) => None,
    }
}

fn squares(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}
