use serde::{Deserialize, Serialize};

use crate::{
    board::Color,
    position::Move,
    rules::{ClaimGround, Game},
};

/// A draw claim that a player could make, and the ruling on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimRecord {
    /// The player who would claim.
    pub by: Color,
    /// The ground of the claim.
    pub ground: ClaimGround,
    /// Whether the claim would be correct for the position on the board.
    pub right: bool,
    /// The reason, as a sentence.
    pub because: String,
    /// The article of the rule set, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The moves, in UCI, for which a claim with that move written down would be correct.
    pub written: Vec<String>,
}

impl ClaimRecord {
    /// Returns the possible claims in a game in progress: both grounds for the player to move, and the correct claims
    /// of the opponent.
    pub(super) fn of(game: &Game) -> Vec<ClaimRecord> {
        let turn = game.position().turn();
        let moves = game.position().legal_moves();
        let claim = |by, ground| claim(game, by, ground, if by == turn { &moves } else { &[] });
        [turn, !turn]
            .into_iter()
            .flat_map(|by| ClaimGround::ALL.map(|ground| claim(by, ground)))
            .filter(|one| one.right || one.by == turn)
            .collect()
    }
}

fn claim(game: &Game, by: Color, ground: ClaimGround, moves: &[Move]) -> ClaimRecord {
    let now = game.check_claim(by, ground, None);
    let reason = now.unwrap_or_else(|reason| reason);
    let written = moves.iter().filter(|&&one| game.check_claim(by, ground, Some(one)).is_ok());
    ClaimRecord {
        by,
        ground,
        right: now.is_ok(),
        because: reason.explain(game.rule_set()),
        article: reason.article(game.rule_set()).map(str::to_owned),
        written: written.map(Move::to_string).collect(),
    }
}
