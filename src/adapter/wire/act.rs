use serde::{Deserialize, Serialize};

use super::act_words::{HowWord, ImpossibleWord, MishapWord, StageWord, TouchWord};
use crate::{
    adapter::ask,
    position::Move,
    question::{GroundWord, RoleWord, SideWord},
    rules::{Act, Happening, Incident},
};

/// Something that was done, its name under `act`.
///
/// `move` and `move-only` put a legal move on the board; nothing else changes it but `illegal-unnoticed`.
/// An adapter that does not say that it takes an act never meets it, and meets `move-only` as `move`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "act", rename_all = "kebab-case", rename_all_fields = "snake_case")]
#[rustfmt::skip] // one act a line
pub(crate) enum WireAct {
    Move { r#move: String },
    MoveOnly { by: SideWord, r#move: String, how: HowWord },
    Press { by: SideWord },
    Touch { by: SideWord, square: String, how: TouchWord },
    ReleaseKing { by: SideWord, square: String },
    Protest { by: SideWord },
    PickUp { by: SideWord, piece: RoleWord },
    Exchange { by: SideWord, piece: RoleWord },
    LeavePawn { by: SideWord, r#move: String, stage: StageWord },
    Illegal { by: SideWord, r#move: String, stage: StageWord },
    IllegalWithTwoHands { by: SideWord, r#move: String, stage: StageWord },
    IllegalUnnoticed { by: SideWord, r#move: String },
    FoundIllegal { by: SideWord, moves_ago: u32 },
    FoundImpossible { what: ImpossibleWord, stage: StageWord },
    FoundBegunWrongly { what: MishapWord },
    Think { by: SideWord, seconds: u32 },
    Offer { by: SideWord },
    OfferOnCondition { by: SideWord },
    WithdrawOffer { by: SideWord },
    Accept { by: SideWord },
    Decline { by: SideWord },
    Agree,
    Write { by: SideWord, r#move: String },
    Claim {
        by: SideWord,
        ground: GroundWord,
        /// The move that is announced and not played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        written: Option<String>,
    },
    WithdrawClaim { by: SideWord },
    ClaimNoWinningChances { by: SideWord },
    Resign { by: SideWord },
    StopClocks { by: SideWord },
    ShakeHands,
    FlagFalls { by: SideWord },
    FlagFallsUnnoticed { by: SideWord },
    FlagNoticed { by: SideWord },
    BothFlags,
    ClaimSpoken { by: SideWord, ground: GroundWord, r#move: String },
    ClaimUnrecorded { by: SideWord, ground: GroundWord },
    Seal { by: SideWord, r#move: String },
    Incident {
        /// What happens, by its name.
        what: String,
        /// The player it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<SideWord>,
        /// A number, such as minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
    },
}

impl WireAct {
    /// The name of the act.
    pub(super) fn name(&self) -> String {
        let value = serde_json::to_value(self).unwrap_or_default();
        value["act"].as_str().unwrap_or_default().to_owned()
    }
}

impl From<&Act> for WireAct {
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    fn from(act: &Act) -> WireAct {
        let text = |played: &Move| played.to_string();
        match act {
            Act::MoveAndPress(played) => WireAct::Move { r#move: text(played) },
            Act::MoveOnly(by, played, how) => {
                WireAct::MoveOnly { by: (*by).into(), r#move: text(played), how: (*how).into() }
            }
            Act::Press(by) => WireAct::Press { by: (*by).into() },
            Act::Touch(by, square, how) => {
                WireAct::Touch { by: (*by).into(), square: square.to_string(), how: (*how).into() }
            }
            Act::ReleaseKing(by, square) => {
                WireAct::ReleaseKing { by: (*by).into(), square: square.to_string() }
            }
            Act::Protest(by) => WireAct::Protest { by: (*by).into() },
            Act::PickUp(by, piece) => WireAct::PickUp { by: (*by).into(), piece: (*piece).into() },
            Act::Exchange(by, piece) => {
                WireAct::Exchange { by: (*by).into(), piece: (*piece).into() }
            }
            Act::LeavePawn(by, pushed, stage) => WireAct::LeavePawn {
                by: (*by).into(),
                r#move: text(pushed),
                stage: (*stage).into(),
            },
            Act::Illegal(by, tried, stage) => {
                WireAct::Illegal { by: (*by).into(), r#move: text(tried), stage: (*stage).into() }
            }
            Act::IllegalWithTwoHands(by, tried, stage) => WireAct::IllegalWithTwoHands {
                by: (*by).into(),
                r#move: text(tried),
                stage: (*stage).into(),
            },
            Act::IllegalUnnoticed(by, tried) => {
                WireAct::IllegalUnnoticed { by: (*by).into(), r#move: text(tried) }
            }
            Act::FoundIllegal(by, moves_ago) => {
                WireAct::FoundIllegal { by: (*by).into(), moves_ago: *moves_ago }
            }
            Act::FoundImpossible(what, stage) => {
                WireAct::FoundImpossible { what: (*what).into(), stage: (*stage).into() }
            }
            Act::FoundBegunWrongly(what) => WireAct::FoundBegunWrongly { what: (*what).into() },
            Act::Think(by, seconds) => WireAct::Think { by: (*by).into(), seconds: *seconds },
            Act::Offer(by) => WireAct::Offer { by: (*by).into() },
            Act::OfferOnCondition(by) => WireAct::OfferOnCondition { by: (*by).into() },
            Act::WithdrawOffer(by) => WireAct::WithdrawOffer { by: (*by).into() },
            Act::Accept(by) => WireAct::Accept { by: (*by).into() },
            Act::Decline(by) => WireAct::Decline { by: (*by).into() },
            Act::Agree => WireAct::Agree,
            Act::Write(by, written) => WireAct::Write { by: (*by).into(), r#move: text(written) },
            Act::Claim(by, ground, written) => WireAct::Claim {
                by: (*by).into(),
                ground: (*ground).into(),
                written: written.as_ref().map(text),
            },
            Act::WithdrawClaim(by) => WireAct::WithdrawClaim { by: (*by).into() },
            Act::ClaimNoWinningChances(by) => WireAct::ClaimNoWinningChances { by: (*by).into() },
            Act::ClaimSpoken(by, ground, said) => WireAct::ClaimSpoken {
                by: (*by).into(),
                ground: (*ground).into(),
                r#move: text(said),
            },
            Act::ClaimUnrecorded(by, ground) => {
                WireAct::ClaimUnrecorded { by: (*by).into(), ground: (*ground).into() }
            }
            Act::Seal(by, sealed) => WireAct::Seal { by: (*by).into(), r#move: text(sealed) },
            Act::Incident(Incident { what, of, number }) => WireAct::Incident {
                what: what.name().to_owned(),
                of: of.map(Into::into),
                number: what.has_number().then_some(*number),
            },
            Act::Resign(by) => WireAct::Resign { by: (*by).into() },
            Act::StopClocks(by) => WireAct::StopClocks { by: (*by).into() },
            Act::ShakeHands => WireAct::ShakeHands,
            Act::FlagFalls(by) => WireAct::FlagFalls { by: (*by).into() },
            Act::FlagFallsUnnoticed(by) => WireAct::FlagFallsUnnoticed { by: (*by).into() },
            Act::FlagNoticed(by) => WireAct::FlagNoticed { by: (*by).into() },
            Act::BothFlags => WireAct::BothFlags,
        }
    }
}

impl TryFrom<WireAct> for Act {
    type Error = String;

    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    fn try_from(act: WireAct) -> Result<Act, String> {
        Ok(match act {
            WireAct::Move { r#move } => Act::MoveAndPress(ask::parse(&r#move)?),
            WireAct::MoveOnly { by, r#move, how } => {
                Act::MoveOnly(by.into(), ask::parse(&r#move)?, how.into())
            }
            WireAct::Press { by } => Act::Press(by.into()),
            WireAct::Touch { by, square, how } => {
                Act::Touch(by.into(), ask::square(&square)?, how.into())
            }
            WireAct::ReleaseKing { by, square } => {
                Act::ReleaseKing(by.into(), ask::square(&square)?)
            }
            WireAct::Protest { by } => Act::Protest(by.into()),
            WireAct::PickUp { by, piece } => Act::PickUp(by.into(), piece.into()),
            WireAct::Exchange { by, piece } => Act::Exchange(by.into(), piece.into()),
            WireAct::LeavePawn { by, r#move, stage } => {
                Act::LeavePawn(by.into(), ask::parse(&r#move)?, stage.into())
            }
            WireAct::Illegal { by, r#move, stage } => {
                Act::Illegal(by.into(), ask::parse(&r#move)?, stage.into())
            }
            WireAct::IllegalWithTwoHands { by, r#move, stage } => {
                Act::IllegalWithTwoHands(by.into(), ask::parse(&r#move)?, stage.into())
            }
            WireAct::IllegalUnnoticed { by, r#move } => {
                Act::IllegalUnnoticed(by.into(), ask::parse(&r#move)?)
            }
            WireAct::FoundIllegal { by, moves_ago } => Act::FoundIllegal(by.into(), moves_ago),
            WireAct::FoundImpossible { what, stage } => {
                Act::FoundImpossible(what.into(), stage.into())
            }
            WireAct::FoundBegunWrongly { what } => Act::FoundBegunWrongly(what.into()),
            WireAct::Think { by, seconds } => Act::Think(by.into(), seconds),
            WireAct::Offer { by } => Act::Offer(by.into()),
            WireAct::OfferOnCondition { by } => Act::OfferOnCondition(by.into()),
            WireAct::WithdrawOffer { by } => Act::WithdrawOffer(by.into()),
            WireAct::Accept { by } => Act::Accept(by.into()),
            WireAct::Decline { by } => Act::Decline(by.into()),
            WireAct::Agree => Act::Agree,
            WireAct::Write { by, r#move } => Act::Write(by.into(), ask::parse(&r#move)?),
            WireAct::Claim { by, ground, written } => Act::Claim(
                by.into(),
                ground.into(),
                written.map(|text| ask::parse(&text)).transpose()?,
            ),
            WireAct::WithdrawClaim { by } => Act::WithdrawClaim(by.into()),
            WireAct::ClaimNoWinningChances { by } => Act::ClaimNoWinningChances(by.into()),
            WireAct::Resign { by } => Act::Resign(by.into()),
            WireAct::StopClocks { by } => Act::StopClocks(by.into()),
            WireAct::ShakeHands => Act::ShakeHands,
            WireAct::FlagFalls { by } => Act::FlagFalls(by.into()),
            WireAct::FlagFallsUnnoticed { by } => Act::FlagFallsUnnoticed(by.into()),
            WireAct::FlagNoticed { by } => Act::FlagNoticed(by.into()),
            WireAct::BothFlags => Act::BothFlags,
            WireAct::ClaimSpoken { by, ground, r#move } => {
                Act::ClaimSpoken(by.into(), ground.into(), ask::parse(&r#move)?)
            }
            WireAct::ClaimUnrecorded { by, ground } => {
                Act::ClaimUnrecorded(by.into(), ground.into())
            }
            WireAct::Seal { by, r#move } => Act::Seal(by.into(), ask::parse(&r#move)?),
            WireAct::Incident { what: name, of, number } => {
                let what = Happening::ALL.iter().find(|what| what.name() == name);
                let what = *what.ok_or_else(|| format!("{name:?} is no incident"))?;
                if of.is_some() != what.is_of_a_player() {
                    return Err(format!("{name:?} names a player, or none, as it should not"));
                }
                let number = number.unwrap_or(0);
                Act::Incident(Incident { what, of: of.map(Into::into), number })
            }
        })
    }
}
