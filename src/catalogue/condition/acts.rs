use crate::{board::Color, rules::Act};

/// The words for what can be done besides moving, see [`word`].
pub(super) const ACTS: [&str; 36] = [
    "accept",
    "agree",
    "both-flags",
    "claim",
    "claim-no-winning-chances",
    "claim-spoken",
    "claim-unrecorded",
    "decline",
    "exchange",
    "flag-falls",
    "flag-falls-unnoticed",
    "flag-noticed",
    "found-begun-wrongly",
    "found-illegal",
    "found-impossible",
    "illegal",
    "illegal-unnoticed",
    "illegal-with-two-hands",
    "incident",
    "leave-pawn",
    "move",
    "offer",
    "offer-on-condition",
    "pick-up",
    "press",
    "protest",
    "release-king",
    "resign",
    "seal",
    "shake-hands",
    "stop-clocks",
    "think",
    "touch",
    "withdraw-claim",
    "withdraw-offer",
    "write",
];

/// The word for an act, whoever did it.
pub(super) const fn word(act: &Act) -> &'static str {
    match act {
        Act::MoveAndPress(..) | Act::MoveOnly(..) => "move",
        Act::Press(..) => "press",
        Act::Touch(..) => "touch",
        Act::ReleaseKing(..) => "release-king",
        Act::Protest(..) => "protest",
        Act::PickUp(..) => "pick-up",
        Act::Exchange(..) => "exchange",
        Act::LeavePawn(..) => "leave-pawn",
        Act::Illegal(..) => "illegal",
        Act::IllegalWithTwoHands(..) => "illegal-with-two-hands",
        Act::IllegalUnnoticed(..) => "illegal-unnoticed",
        Act::FoundIllegal(..) => "found-illegal",
        Act::FoundImpossible(..) => "found-impossible",
        Act::FoundBegunWrongly(..) => "found-begun-wrongly",
        Act::Think(..) => "think",
        Act::Offer(..) => "offer",
        Act::OfferOnCondition(..) => "offer-on-condition",
        Act::WithdrawOffer(..) => "withdraw-offer",
        Act::Accept(..) => "accept",
        Act::Decline(..) => "decline",
        Act::Agree => "agree",
        Act::Write(..) => "write",
        Act::Claim(..) => "claim",
        Act::WithdrawClaim(..) => "withdraw-claim",
        Act::ClaimNoWinningChances(..) => "claim-no-winning-chances",
        Act::Resign(..) => "resign",
        Act::StopClocks(..) => "stop-clocks",
        Act::ShakeHands => "shake-hands",
        Act::FlagFalls(..) => "flag-falls",
        Act::FlagFallsUnnoticed(..) => "flag-falls-unnoticed",
        Act::FlagNoticed(..) => "flag-noticed",
        Act::BothFlags => "both-flags",
        Act::ClaimSpoken(..) => "claim-spoken",
        Act::ClaimUnrecorded(..) => "claim-unrecorded",
        Act::Seal(..) => "seal",
        Act::Incident(_) => "incident",
    }
}

/// Who does an act; nobody alone if it is the players, the arbiter or the player on move.
pub(super) const fn by(act: &Act) -> Option<Color> {
    match act {
        Act::MoveOnly(by, ..)
        | Act::Press(by)
        | Act::Touch(by, ..)
        | Act::ReleaseKing(by, ..)
        | Act::Protest(by)
        | Act::PickUp(by, ..)
        | Act::Exchange(by, ..)
        | Act::LeavePawn(by, ..)
        | Act::Illegal(by, ..)
        | Act::IllegalWithTwoHands(by, ..)
        | Act::IllegalUnnoticed(by, ..)
        | Act::FoundIllegal(by, ..)
        | Act::Think(by, ..)
        | Act::Offer(by)
        | Act::OfferOnCondition(by)
        | Act::WithdrawOffer(by)
        | Act::Accept(by)
        | Act::Decline(by)
        | Act::Write(by, ..)
        | Act::Claim(by, ..)
        | Act::WithdrawClaim(by)
        | Act::ClaimNoWinningChances(by)
        | Act::Resign(by)
        | Act::StopClocks(by)
        | Act::FlagFalls(by)
        | Act::FlagFallsUnnoticed(by)
        | Act::FlagNoticed(by)
        | Act::ClaimSpoken(by, ..)
        | Act::ClaimUnrecorded(by, ..)
        | Act::Seal(by, ..) => Some(*by),
        Act::Incident(incident) => incident.of,
        Act::MoveAndPress(..)
        | Act::FoundImpossible(..)
        | Act::FoundBegunWrongly(..)
        | Act::Agree
        | Act::ShakeHands
        | Act::BothFlags => None,
    }
}
