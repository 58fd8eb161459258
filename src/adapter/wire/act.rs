use serde::{Deserialize, Serialize};

use super::words::{Ground, How, Impossible, Mishap, Piece, Side, Stage, Touch};
use crate::{adapter::ask, position, rules};

/// Something that was done, its name under `act`.
///
/// `move` and `move-only` put a legal move on the board; nothing else changes it but `illegal-unnoticed`.
/// An adapter that does not say that it takes an act never meets it, and meets `move-only` as `move`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "act", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[rustfmt::skip] // one act a line
pub(super) enum Act {
    Move { r#move: String },
    MoveOnly { by: Side, r#move: String, how: How },
    Press { by: Side },
    Touch { by: Side, square: String, how: Touch },
    ReleaseKing { by: Side, square: String },
    Protest { by: Side },
    PickUp { by: Side, piece: Piece },
    Exchange { by: Side, piece: Piece },
    LeavePawn { by: Side, r#move: String, stage: Stage },
    Illegal { by: Side, r#move: String, stage: Stage },
    IllegalWithTwoHands { by: Side, r#move: String, stage: Stage },
    IllegalUnnoticed { by: Side, r#move: String },
    FoundIllegal { by: Side, moves_ago: u32 },
    FoundImpossible { what: Impossible, stage: Stage },
    FoundBegunWrongly { what: Mishap },
    Think { by: Side, seconds: u32 },
    Offer { by: Side },
    OfferOnCondition { by: Side },
    WithdrawOffer { by: Side },
    Accept { by: Side },
    Decline { by: Side },
    Agree,
    Write { by: Side, r#move: String },
    Claim {
        by: Side,
        ground: Ground,
        /// The move that is announced and not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<String>,
    },
    WithdrawClaim { by: Side },
    ClaimNoWinningChances { by: Side },
    Resign { by: Side },
    StopClocks { by: Side },
    ShakeHands,
    FlagFalls { by: Side },
    FlagFallsUnnoticed { by: Side },
    FlagNoticed { by: Side },
    BothFlags,
}

impl Act {
    /// The name of the act.
    pub(super) fn name(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value["act"].as_str().unwrap_or_default().to_owned()
    }
}

impl From<&rules::Act> for Act {
    fn from(act: &rules::Act) -> Act {
        use rules::Act as Done;
        let text = |played: &position::Move| played.to_string();
        match act {
            Done::MoveAndPress(played) => Act::Move { r#move: text(played) },
            Done::MoveOnly(by, played, how) => {
                Act::MoveOnly { by: (*by).into(), r#move: text(played), how: (*how).into() }
            }
            Done::Press(by) => Act::Press { by: (*by).into() },
            Done::Touch(by, square, how) => {
                Act::Touch { by: (*by).into(), square: square.to_string(), how: (*how).into() }
            }
            Done::ReleaseKing(by, square) => {
                Act::ReleaseKing { by: (*by).into(), square: square.to_string() }
            }
            Done::Protest(by) => Act::Protest { by: (*by).into() },
            Done::PickUp(by, piece) => Act::PickUp { by: (*by).into(), piece: (*piece).into() },
            Done::Exchange(by, piece) => Act::Exchange { by: (*by).into(), piece: (*piece).into() },
            Done::LeavePawn(by, pushed, stage) => {
                Act::LeavePawn { by: (*by).into(), r#move: text(pushed), stage: (*stage).into() }
            }
            Done::Illegal(by, tried, stage) => {
                Act::Illegal { by: (*by).into(), r#move: text(tried), stage: (*stage).into() }
            }
            Done::IllegalWithTwoHands(by, tried, stage) => Act::IllegalWithTwoHands {
                by: (*by).into(),
                r#move: text(tried),
                stage: (*stage).into(),
            },
            Done::IllegalUnnoticed(by, tried) => {
                Act::IllegalUnnoticed { by: (*by).into(), r#move: text(tried) }
            }
            Done::FoundIllegal(by, moves_ago) => {
                Act::FoundIllegal { by: (*by).into(), moves_ago: *moves_ago }
            }
            Done::FoundImpossible(what, stage) => {
                Act::FoundImpossible { what: (*what).into(), stage: (*stage).into() }
            }
            Done::FoundBegunWrongly(what) => Act::FoundBegunWrongly { what: (*what).into() },
            Done::Think(by, seconds) => Act::Think { by: (*by).into(), seconds: *seconds },
            Done::Offer(by) => Act::Offer { by: (*by).into() },
            Done::OfferOnCondition(by) => Act::OfferOnCondition { by: (*by).into() },
            Done::WithdrawOffer(by) => Act::WithdrawOffer { by: (*by).into() },
            Done::Accept(by) => Act::Accept { by: (*by).into() },
            Done::Decline(by) => Act::Decline { by: (*by).into() },
            Done::Agree => Act::Agree,
            Done::Write(by, written) => Act::Write { by: (*by).into(), r#move: text(written) },
            Done::Claim(by, ground, written) => Act::Claim {
                by: (*by).into(),
                ground: (*ground).into(),
                written: written.as_ref().map(text),
            },
            Done::WithdrawClaim(by) => Act::WithdrawClaim { by: (*by).into() },
            Done::ClaimNoWinningChances(by) => Act::ClaimNoWinningChances { by: (*by).into() },
            Done::Resign(by) => Act::Resign { by: (*by).into() },
            Done::StopClocks(by) => Act::StopClocks { by: (*by).into() },
            Done::ShakeHands => Act::ShakeHands,
            Done::FlagFalls(by) => Act::FlagFalls { by: (*by).into() },
            Done::FlagFallsUnnoticed(by) => Act::FlagFallsUnnoticed { by: (*by).into() },
            Done::FlagNoticed(by) => Act::FlagNoticed { by: (*by).into() },
            Done::BothFlags => Act::BothFlags,
        }
    }
}

impl TryFrom<Act> for rules::Act {
    type Error = String;

    fn try_from(act: Act) -> Result<rules::Act, String> {
        use rules::Act as Done;
        Ok(match act {
            Act::Move { r#move } => Done::MoveAndPress(ask::parse(&r#move)?),
            Act::MoveOnly { by, r#move, how } => {
                Done::MoveOnly(by.into(), ask::parse(&r#move)?, how.into())
            }
            Act::Press { by } => Done::Press(by.into()),
            Act::Touch { by, square, how } => {
                Done::Touch(by.into(), ask::square(&square)?, how.into())
            }
            Act::ReleaseKing { by, square } => Done::ReleaseKing(by.into(), ask::square(&square)?),
            Act::Protest { by } => Done::Protest(by.into()),
            Act::PickUp { by, piece } => Done::PickUp(by.into(), piece.into()),
            Act::Exchange { by, piece } => Done::Exchange(by.into(), piece.into()),
            Act::LeavePawn { by, r#move, stage } => {
                Done::LeavePawn(by.into(), ask::parse(&r#move)?, stage.into())
            }
            Act::Illegal { by, r#move, stage } => {
                Done::Illegal(by.into(), ask::parse(&r#move)?, stage.into())
            }
            Act::IllegalWithTwoHands { by, r#move, stage } => {
                Done::IllegalWithTwoHands(by.into(), ask::parse(&r#move)?, stage.into())
            }
            Act::IllegalUnnoticed { by, r#move } => {
                Done::IllegalUnnoticed(by.into(), ask::parse(&r#move)?)
            }
            Act::FoundIllegal { by, moves_ago } => Done::FoundIllegal(by.into(), moves_ago),
            Act::FoundImpossible { what, stage } => {
                Done::FoundImpossible(what.into(), stage.into())
            }
            Act::FoundBegunWrongly { what } => Done::FoundBegunWrongly(what.into()),
            Act::Think { by, seconds } => Done::Think(by.into(), seconds),
            Act::Offer { by } => Done::Offer(by.into()),
            Act::OfferOnCondition { by } => Done::OfferOnCondition(by.into()),
            Act::WithdrawOffer { by } => Done::WithdrawOffer(by.into()),
            Act::Accept { by } => Done::Accept(by.into()),
            Act::Decline { by } => Done::Decline(by.into()),
            Act::Agree => Done::Agree,
            Act::Write { by, r#move } => Done::Write(by.into(), ask::parse(&r#move)?),
            Act::Claim { by, ground, written } => Done::Claim(
                by.into(),
                ground.into(),
                written.map(|text| ask::parse(&text)).transpose()?,
            ),
            Act::WithdrawClaim { by } => Done::WithdrawClaim(by.into()),
            Act::ClaimNoWinningChances { by } => Done::ClaimNoWinningChances(by.into()),
            Act::Resign { by } => Done::Resign(by.into()),
            Act::StopClocks { by } => Done::StopClocks(by.into()),
            Act::ShakeHands => Done::ShakeHands,
            Act::FlagFalls { by } => Done::FlagFalls(by.into()),
            Act::FlagFallsUnnoticed { by } => Done::FlagFallsUnnoticed(by.into()),
            Act::FlagNoticed { by } => Done::FlagNoticed(by.into()),
            Act::BothFlags => Done::BothFlags,
        })
    }
}
