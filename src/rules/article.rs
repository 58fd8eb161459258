//! Which article of a rule set a reason rests on.

use super::{Ground, Offence, Reason, RuleSet, Termination, table::Matter};

impl Reason {
    /// The article of the rule set that this reason rests on, where it is known.
    ///
    /// Servers have no articles, and of the oldest editions few numbers are known. A number with a question
    /// mark was not read in that edition, and is inferred from those beside it.
    pub fn article(self, rule_set: RuleSet) -> Option<&'static str> {
        self.matter()?.article(rule_set)
    }

    /// What it is about; `None` if rule sets have no article that says so.
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    const fn matter(self) -> Option<Matter> {
        use Reason as R;
        Some(match self {
            R::NothingEndsIt | R::AlreadyOver | R::ClaimNeedless(_) | R::GestureMeansNothing => {
                return None;
            }
            R::Ended(by) => return ended(by),
            R::ClaimRight(Ground::Threefold, _) => Matter::ClaimByThreefold,
            R::ClaimRight(Ground::Fifty, _) | R::ClaimNotAhead(_) => Matter::ClaimByFifty,
            R::ClaimWrong(Ground::Threefold, _) => Matter::WrongClaimByThreefold,
            R::ClaimWrong(Ground::Fifty, _) | R::WrittenMoveIllegal => Matter::WrongClaimByFifty,
            R::ClaimTooLate | R::ClaimAfterTouch => Matter::EndOfClaims,
            R::ClaimNotOnMove | R::WrittenMoveChanged | R::MoveWritten => Matter::WrittenMove,
            R::NoClaim => Matter::NoClaimStanding,
            R::QuickplayApplies | R::QuickplayNotHere => Matter::LastMinutes,
            R::OfferStands
            | R::OfferClaims
            | R::OfferRepeated
            | R::OfferOnCondition
            | R::OfferWithdrawn
            | R::OfferNotWithdrawable
            | R::NoOffer
            | R::OfferDeclined => Matter::Offers,
            R::Agreed | R::AgreementTooEarly(_) => Matter::Agreement,
            R::AgreementForbidden(_) => Matter::AgreementForbidden,
            R::Resigned | R::ResignedUnwinnable => Matter::Resignation,
            R::FlagFell | R::FlagFellUnwinnable | R::FlagFellOnOffer => Matter::FlagFallen,
            R::FlagUnnoticed | R::NoFlag => Matter::FlagNoticed,
            R::BothFlagsDraw => Matter::BothFlagsDraw,
            R::BothFlagsPlayOn => Matter::BothFlagsPlayOn,
            R::ControlReached => Matter::TimeControl,
            R::RecordIncomplete => Matter::IncompleteScoresheets,
            R::RecordLost => Matter::UnclearScoresheets,
            R::ArbiterSilent => Matter::FlagCalled,
            R::SpectatorHasNoSay => Matter::Spectators,
            R::ClaimantsFlagDown => Matter::FlagClaimed,
            R::InTime => Matter::DefaultTime,
            R::TooLate => Matter::DefaultTime,
            R::BothAbsent => Matter::BothAbsent,
            R::PhoneRang => Matter::Devices,
            R::LawsRefused => Matter::Refusal,
            R::MoveSealed => Matter::Adjournment,
            R::SealedMoveVoid => Matter::SealedMoveVoid,
            R::NothingSealed => Matter::Adjournment,
            R::PiecesDisplaced => Matter::DisplacedPieces,
            R::OtherHand => Matter::OtherHand,
            R::StoppedWithReason => Matter::StoppedClocks,
            R::StoppedForNothing => Matter::StoppedForNothing,
            R::ClocksWrong => Matter::WrongClocks,
            R::ClocksWrongStand => Matter::WrongClocksStand,
            R::ConsentGiven => Matter::AgreementForbidden,
            R::AgreementNeedsConsent => Matter::AgreementForbidden,
            R::SecondsRequested => Matter::ExtraSeconds,
            R::SecondsGranted => Matter::ExtraSeconds,
            R::LastMinutesAgreed => Matter::LastMinutes,
            R::LastMinutesPostponed => Matter::LastMinutes,
            R::LastMinutesRejected => Matter::LastMinutes,
            R::FlagFellOnPostponedClaim => Matter::LastMinutes,
            R::Referred => Matter::LastMinutesWithoutArbiter,
            R::NotShortOfTime => Matter::LastMinutes,
            R::NoRecord => Matter::NoRecord,
            R::NotWritten => Matter::WrittenMove,
            R::CompletedLate => Matter::CompletingMoves,
            R::BothFlagsUnsettled => Matter::BothFlagsUnsettled,
            R::ArbiterKeepsOut => Matter::ArbiterKeepsOut,
            R::TouchedToCastle => Matter::TouchedToCastle,
            R::CastlingForfeited => Matter::CastlingForfeited,
            R::CastlingNotLegal => Matter::CastlingNotLegal,
            R::Touched | R::AgainstObligation | R::NobodyObjected => Matter::TouchedPiece,
            R::TouchedInVain => Matter::TouchedInVain,
            R::TouchMeansNothing => Matter::Adjusting,
            R::ProtestRight | R::ProtestTooLate => Matter::Protest,
            R::NotYetPromoted | R::PromotionFinal => Matter::Promotion,
            R::TwoHandsImproper => Matter::TwoHands,
            R::NothingToComplete | R::NotOnMove => Matter::CompletingMoves,
            R::PositionWaits | R::PositionDraws => Matter::IllegalPositionStays,
            R::BegunWrongly | R::BegunWronglyStands => Matter::GameBegunWrongly,
            R::BoardTurned => Matter::BoardTurned,
            R::ClockRuns => Matter::ClockRuns,
            R::MoveIllegal => Matter::LegalMoves,
            R::IllegalCompleted(Offence::PressWithoutMove, _) => Matter::PressWithoutMove,
            R::IllegalCompleted(Offence::TwoHands, _) => Matter::TwoHandsCounted,
            R::IllegalNotCompleted
            | R::IllegalCompleted(Offence::IllegalMove, _)
            | R::IllegalLoses(_)
            | R::IllegalUnwinnable(_)
            | R::IllegalStands
            | R::IllegalUnnoticed
            | R::PositionImpossible
            | R::PawnNotExchanged => Matter::IllegalMoves,
        })
    }
}

/// The matter of what ends a game by itself.
const fn ended(by: Termination) -> Option<Matter> {
    match by {
        Termination::Checkmate => Some(Matter::Checkmate),
        Termination::Stalemate => Some(Matter::Stalemate),
        Termination::DeadPosition => Some(Matter::DeadPosition),
        Termination::FivefoldRepetition => Some(Matter::Fivefold),
        Termination::SeventyFiveMoves => Some(Matter::SeventyFive),
        // No edition of the Laws draws these two without a claim.
        Termination::ThreefoldRepetition | Termination::FiftyMoves => None,
        // These end a game by what somebody does, which is a reason of its own.
        Termination::Resignation
        | Termination::Time
        | Termination::Agreement
        | Termination::MaterialClaim
        | Termination::IllegalMoves
        | Termination::IllegalPosition
        | Termination::Forfeit
        | Termination::Arbiter => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet::{
        Fide1977, Fide1993, Fide1997, Fide2001, Fide2005, Fide2009, Fide2014, Fide2017, Fide2018,
        Fide2023, Lichess2026, Uscf7,
    };

    #[test]
    fn articles_follow_the_edition() {
        let dead = Reason::Ended(Termination::DeadPosition);
        for (reason, rule_set, article) in [
            (dead, Fide1993, Some("10.4")),
            (dead, Fide1997, Some("1.3, 9.6")),
            (dead, Fide2009, Some("5.2b")),
            (dead, Fide2023, Some("5.2.2")),
            (dead, Lichess2026, None),
            (Reason::ClaimAfterTouch, Fide2009, Some("9.4")),
            (Reason::ClaimWrong(Ground::Fifty, 99), Fide2023, Some("9.5.3")),
            (Reason::ClaimRight(Ground::Threefold, 3), Fide1993, Some("10.10")),
            (Reason::IllegalCompleted(Offence::IllegalMove, 1), Fide2009, Some("7.4")),
            (Reason::IllegalCompleted(Offence::PressWithoutMove, 1), Fide2017, Some("7.8")),
            (Reason::IllegalCompleted(Offence::TwoHands, 1), Fide2017, Some("7.7")),
            (Reason::IllegalCompleted(Offence::TwoHands, 1), Fide2023, Some("7.5.4")),
            (Reason::FlagFell, Fide2005, Some("6.10")),
            (Reason::FlagUnnoticed, Fide2005, Some("6.9?")),
            (Reason::NothingToComplete, Fide2005, Some("6.8a?")),
            (Reason::NothingToComplete, Fide2014, Some("6.2a")),
            (Reason::ProtestRight, Fide2001, Some("4.6")),
            (Reason::ProtestRight, Fide2005, Some("4.7")),
            (Reason::PromotionFinal, Fide2001, None),
            (Reason::PromotionFinal, Fide2005, Some("4.4d")),
            (Reason::MoveIllegal, Fide2014, Some("3.10")),
            (Reason::BothFlagsDraw, Fide2014, Some("6.11?")),
            (Reason::TouchedToCastle, Fide2009, Some("4.4a")),
            (Reason::IllegalCompleted(Offence::IllegalMove, 1), Fide2014, Some("7.5")),
            (Reason::BothFlagsDraw, Fide1997, Some("10.4")),
            (Reason::BothFlagsDraw, Fide2005, Some("6.12")),
            (Reason::Agreed, Fide1997, Some("5.3")),
            (Reason::Touched, Uscf7, Some("10B")),
            (Reason::Touched, Fide1977, None),
            (Reason::NothingEndsIt, Fide2023, None),
            (Reason::ClaimWrong(Ground::Threefold, 2), Fide1993, Some("10.10")),
            (Reason::ClaimWrong(Ground::Fifty, 99), Fide1993, None),
            (Reason::BothFlagsPlayOn, Fide2001, Some("6.11")),
            (Reason::ProtestRight, Fide2014, Some("4.8")),
            (Reason::PositionDraws, Fide2018, Some("A.4.4")),
            (Reason::Ended(Termination::FivefoldRepetition), Fide2009, None),
        ] {
            assert_eq!(reason.article(rule_set), article, "{reason:?} {rule_set}");
        }
    }

    #[test]
    fn each_matter_has_its_article() {
        use Reason as R;
        for (reasons, article) in [
            (&[R::Ended(Termination::Checkmate)][..], "5.1.1"),
            (&[R::Resigned, R::ResignedUnwinnable], "5.1.2"),
            (&[R::Ended(Termination::Stalemate)], "5.2.1"),
            (&[R::Agreed, R::AgreementTooEarly(30)], "5.2.3"),
            (&[R::TwoHandsImproper], "4.1"),
            (&[R::TouchMeansNothing], "4.2"),
            (&[R::AgainstObligation, R::NobodyObjected], "4.3"),
            (&[R::NotYetPromoted, R::PromotionFinal], "4.4.4"),
            (&[R::TouchedToCastle], "4.4.1"),
            (&[R::CastlingForfeited], "4.4.2"),
            (&[R::CastlingNotLegal], "4.4.3"),
            (&[R::TouchedInVain], "4.5"),
            (&[R::ProtestRight, R::ProtestTooLate], "4.8"),
            (&[R::NothingToComplete, R::NotOnMove], "6.2.1"),
            (&[R::ClockRuns], "6.3"),
            (&[R::FlagUnnoticed, R::NoFlag], "6.8"),
            (&[R::FlagFell, R::FlagFellUnwinnable, R::FlagFellOnOffer], "6.9"),
            (&[R::MoveIllegal], "3.10"),
            (&[R::BoardTurned], "7.2.2"),
            (&[R::BegunWrongly, R::BegunWronglyStands], "7.2.1, 7.3"),
            (&[R::IllegalNotCompleted, R::IllegalLoses(2), R::PositionImpossible], "7.5"),
            (&[R::AgreementForbidden(30)], "9.1.1"),
            (&[R::OfferStands, R::OfferOnCondition, R::NoOffer, R::OfferDeclined], "9.1.2.1"),
            (&[R::ClaimNotOnMove, R::WrittenMoveChanged, R::MoveWritten], "9.2"),
            (&[R::ClaimRight(Ground::Fifty, 100)], "9.3"),
            (&[R::ClaimTooLate, R::ClaimAfterTouch], "9.4"),
            (&[R::NoClaim], "9.5"),
            (&[R::WrittenMoveIllegal], "9.5.3"),
            (&[R::Ended(Termination::FivefoldRepetition)], "9.6.1"),
            (&[R::Ended(Termination::SeventyFiveMoves)], "9.6.2"),
            (&[R::PositionWaits, R::PositionDraws], "A.5.4"),
            (&[R::BothFlagsDraw, R::BothFlagsPlayOn], "Guidelines III.3.1"),
            (&[R::QuickplayApplies, R::QuickplayNotHere], "Guidelines III.5"),
        ] {
            for reason in reasons {
                assert_eq!(reason.article(Fide2023), Some(article), "{reason:?}");
            }
        }
    }
}
