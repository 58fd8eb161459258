use serde::{Deserialize, Serialize};

use crate::{
    board::Color,
    position::Move,
    rules::{Game, Ground},
};

/// A draw claim that a player could make, and what would come of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClaimRecord {
    /// Who would claim.
    pub by: Color,
    /// What the claim would rest on.
    pub ground: Ground,
    /// Whether it would be right for the position on the board.
    pub right: bool,
    /// Why, in a sentence.
    pub because: String,
    /// The article of the rule set, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The moves, in UCI, with any of which written down the claim would be right.
    pub written: Vec<String>,
}

impl ClaimRecord {
    /// The claims in a game that goes on, on either ground and by either player: those of the player on move, and
    /// the right ones of the other.
    pub(super) fn of(game: &Game) -> Vec<ClaimRecord> {
        let turn = game.position().turn();
        let moves = game.position().legal_moves();
        let claim = |by, ground| claim(game, by, ground, if by == turn { &moves } else { &[] });
        [turn, !turn]
            .into_iter()
            .flat_map(|by| Ground::ALL.map(|ground| claim(by, ground)))
            .filter(|one| one.right || one.by == turn)
            .collect()
    }
}

fn claim(game: &Game, by: Color, ground: Ground, moves: &[Move]) -> ClaimRecord {
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
