use super::example::{BACK_AT_START, FOOLS_MATE, ROOK_AND_100_PLIES, STALEMATE, START, TWICE};
use lawbook::{board::Color, position::Move, rules::ClaimGround};

family! {
    /// A question about the game as an arbiter sees it; the right answer depends on the rule set.
    GameQuestion: Game;
    /// How does the game stand?
    Ruling "ruling" Decision "How does the game stand?";
    /// Which obligations does the last ruling impose?
    Orders "orders" Orders "What is obligatory now?";
    /// May the player to move claim a draw, on any ground?
    Claimable "claimable" YesOrNo "May the player on move claim a draw now?";
    /// Would this claim of the player to move be correct, with this written move if any?
    Claim {
        ground: ClaimGround,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<Move>
    } "claim" YesOrNo "May the player on move claim a draw by {ground} now?";
    /// How many seconds does this player have left?
    Seconds { side: Color } "seconds" Number "How many seconds does {side} have left?";
}

impl GameQuestion {
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
