use std::fmt;

use serde::{Deserialize, Serialize};

use super::{
    AnswerForm,
    example::{BACK_AT_START, FOOLS_MATE, ROOK_AND_100_PLIES, STALEMATE, START, TWICE},
};
use lawbook::{board::Color, position::Move, rules::ClaimGround};

/// A question about the game as an arbiter sees it; the right answer depends on the rule set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[allow(missing_docs)] // each field is explained with the variant
pub enum GameQuestion {
    /// How does the game stand?
    Ruling,
    /// Which obligations does the last ruling impose?
    Orders,
    /// May the player to move claim a draw, on any ground?
    Claimable,
    /// Would this claim of the player to move be correct, with this written move if any?
    Claim {
        ground: ClaimGround,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<Move>,
    },
    /// How many seconds does this player have left?
    Seconds { side: Color },
}

impl GameQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            GameQuestion::Ruling => "ruling",
            GameQuestion::Orders => "orders",
            GameQuestion::Claimable => "claimable",
            GameQuestion::Claim { ground: ClaimGround::Threefold, written: None } => {
                "claim-threefold"
            }
            GameQuestion::Claim { ground: ClaimGround::Threefold, written: Some(_) } => {
                "claim-threefold-written"
            }
            GameQuestion::Claim { ground: ClaimGround::Fifty, written: None } => "claim-fifty",
            GameQuestion::Claim { ground: ClaimGround::Fifty, written: Some(_) } => {
                "claim-fifty-written"
            }
            GameQuestion::Seconds { side: Color::White } => "seconds-white",
            GameQuestion::Seconds { side: Color::Black } => "seconds-black",
        }
    }

    /// The form of its answers.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            GameQuestion::Ruling => AnswerForm::Decision,
            GameQuestion::Orders => AnswerForm::Orders,
            GameQuestion::Claimable | GameQuestion::Claim { .. } => AnswerForm::YesOrNo,
            GameQuestion::Seconds { .. } => AnswerForm::Number,
        }
    }

    /// Simple positions with moves played from there, and questions that every library with support for them should
    /// answer correctly.
    pub(super) fn examples() -> Vec<(&'static str, &'static str, Vec<GameQuestion>)> {
        use GameQuestion::*;
        let claim = |ground, written: &str| Claim { ground, written: written.parse().ok() };
        let claims =
            || vec![Claimable, claim(ClaimGround::Threefold, ""), claim(ClaimGround::Fifty, "")];
        vec![
            (START, "", vec![Ruling]),
            (START, "", claims()),
            (START, FOOLS_MATE, vec![Ruling]),
            (STALEMATE, "", vec![Ruling]),
            (START, TWICE, vec![Claimable, claim(ClaimGround::Threefold, "f6g8")]),
            (START, BACK_AT_START, claims()),
            (ROOK_AND_100_PLIES, "", vec![claim(ClaimGround::Fifty, "")]),
            (
                "8/8/4k3/8/8/4K3/8/7R w - - 99 90",
                "",
                vec![claim(ClaimGround::Fifty, "h1h2"), Claimable],
            ),
        ]
    }
}

impl fmt::Display for GameQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameQuestion::Ruling => f.write_str("How does the game stand?"),
            GameQuestion::Orders => f.write_str("What is obligatory now?"),
            GameQuestion::Claimable => f.write_str("May the player on move claim a draw now?"),
            GameQuestion::Claim { ground, written: None } => {
                write!(f, "May the player on move claim a draw by {ground} now?")
            }
            GameQuestion::Claim { ground, written: Some(written) } => {
                write!(f, "May the player on move write {written} and claim a draw by {ground}?")
            }
            GameQuestion::Seconds { side: color } => {
                write!(f, "How many seconds does {color} have left?")
            }
        }
    }
}
