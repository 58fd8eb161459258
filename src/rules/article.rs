//! The article of a rule set that a reason is based on.

use super::{ClaimGround, Offence, Reason, RuleSet, Termination, editions::Topic};

impl Reason {
    /// The number of the article in the rule set that this reason is based on, if it is known.
    ///
    /// Servers have no articles, and few numbers are known of the oldest editions. A number with a question mark was
    /// not read in that edition, but inferred from the neighbouring editions.
    pub fn article(self, rule_set: RuleSet) -> Option<&'static str> {
        rule_set.edition().article(self.topic()?)
    }

    /// The topic of the reason; `None` if rule sets have no article about it.
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    const fn topic(self) -> Option<Topic> {
        use Reason as R;
        Some(match self {
            R::NothingEndsIt | R::AlreadyOver | R::ClaimNeedless(_)
            | R::GestureMeansNothing
            | R::Disconnected => {
                return None;
            }
            R::Ended(by) => return ended(by),
            R::ClaimRight(ClaimGround::Threefold, _) => Topic::ClaimByThreefold,
            R::ClaimRight(ClaimGround::Fifty, _) | R::ClaimNotAhead(_) => Topic::ClaimByFifty,
            R::ClaimWrong(ClaimGround::Threefold, _) => Topic::WrongClaimByThreefold,
            R::ClaimWrong(ClaimGround::Fifty, _) | R::WrittenMoveIllegal => {
                Topic::WrongClaimByFifty
            }
            R::ClaimTooLate | R::ClaimAfterTouch => Topic::EndOfClaims,
            R::ClaimNotOnMove | R::WrittenMoveChanged | R::MoveWritten => Topic::WrittenMove,
            R::NoClaim => Topic::NoClaimStanding,
            R::QuickplayApplies | R::QuickplayNotHere => Topic::LastMinutes,
            R::OfferStands
            | R::OfferClaims
            | R::OfferRepeated
            | R::OfferOnCondition
            | R::OfferWithdrawn
            | R::OfferNotWithdrawable
            | R::NoOffer
            | R::OfferDeclined => Topic::Offers,
            R::Agreed | R::AgreementTooEarly(_) => Topic::Agreement,
            R::AgreementForbidden(_) => Topic::AgreementForbidden,
            R::Resigned | R::ResignedUnwinnable => Topic::Resignation,
            R::FlagFell | R::FlagFellUnwinnable | R::FlagFellOnOffer => Topic::FlagFallen,
            R::FlagUnnoticed | R::NoFlag => Topic::FlagNoticed,
            R::BothFlagsDraw => Topic::BothFlagsDraw,
            R::BothFlagsPlayOn => Topic::BothFlagsPlayOn,
            R::ControlReached => Topic::TimeControl,
            R::RecordIncomplete => Topic::IncompleteScoresheets,
            R::RecordLost => Topic::UnclearScoresheets,
            R::ArbiterSilent => Topic::FlagCalled,
            R::SpectatorHasNoSay => Topic::Spectators,
            R::ClaimantsFlagDown => Topic::FlagClaimed,
            R::InTime => Topic::DefaultTime,
            R::TooLate => Topic::DefaultTime,
            R::BothAbsent => Topic::BothAbsent,
            R::PhoneRang => Topic::Devices,
            R::LawsRefused => Topic::Refusal,
            R::MoveSealed => Topic::Adjournment,
            R::SealedMoveVoid => Topic::SealedMoveVoid,
            R::NothingSealed => Topic::Adjournment,
            R::PiecesDisplaced | R::PressedBeforePutBack | R::PiecesStandAgain => {
                Topic::DisplacedPieces
            }
            R::OtherHand => Topic::OtherHand,
            R::StoppedWithReason => Topic::StoppedClocks,
            R::StoppedForNothing => Topic::StoppedForNothing,
            R::ClocksWrong => Topic::WrongClocks,
            R::ClocksWrongStand => Topic::WrongClocksStand,
            R::ConsentGiven => Topic::AgreementForbidden,
            R::AgreementNeedsConsent => Topic::AgreementForbidden,
            R::SecondsRequested => Topic::ExtraSeconds,
            R::SecondsGranted => Topic::ExtraSeconds,
            R::LastMinutesAgreed => Topic::LastMinutes,
            R::LastMinutesPostponed => Topic::LastMinutes,
            R::LastMinutesRejected => Topic::LastMinutes,
            R::FlagFellOnPostponedClaim => Topic::LastMinutes,
            R::Referred => Topic::LastMinutesWithoutArbiter,
            R::NotShortOfTime => Topic::LastMinutes,
            R::NoRecord => Topic::NoRecord,
            R::NotWritten => Topic::WrittenMove,
            R::CompletedLate => Topic::CompletingMoves,
            R::BothFlagsUnsettled => Topic::BothFlagsUnsettled,
            R::ArbiterKeepsOut => Topic::ArbiterKeepsOut,
            R::TouchedToCastle => Topic::TouchedToCastle,
            R::CastlingForfeited => Topic::CastlingForfeited,
            R::CastlingNotLegal => Topic::CastlingNotLegal,
            R::Touched | R::AgainstObligation | R::NobodyObjected => Topic::TouchedPiece,
            R::TouchedInVain => Topic::TouchedInVain,
            R::TouchMeansNothing => Topic::Adjusting,
            R::ProtestRight | R::ProtestTooLate => Topic::Protest,
            R::NotYetPromoted | R::PromotionFinal => Topic::Promotion,
            R::TwoHandsImproper => Topic::TwoHands,
            R::NothingToComplete | R::NotOnMove => Topic::CompletingMoves,
            R::PositionWaits | R::PositionDraws => Topic::IllegalPositionStays,
            R::BegunWrongly | R::BegunWronglyStands => Topic::GameBegunWrongly,
            R::BoardTurned => Topic::BoardTurned,
            R::ClockRuns | R::LeftTheGame => Topic::ClockRuns,
            R::MoveIllegal => Topic::LegalMoves,
            R::IllegalCompleted(Offence::PressWithoutMove, _) => Topic::PressWithoutMove,
            R::IllegalCompleted(Offence::TwoHands, _) => Topic::TwoHandsCounted,
            R::IllegalNotCompleted
            | R::IllegalCompleted(Offence::IllegalMove, _)
            | R::IllegalLoses(_)
            | R::IllegalUnwinnable(_)
            | R::IllegalStands
            | R::IllegalUnnoticed
            | R::PositionImpossible
            | R::PawnNotExchanged => Topic::IllegalMoves,
        })
    }
}

/// The topic of a termination that needs no act.
const fn ended(by: Termination) -> Option<Topic> {
    match by {
        Termination::Checkmate => Some(Topic::Checkmate),
        Termination::Stalemate => Some(Topic::Stalemate),
        Termination::DeadPosition => Some(Topic::DeadPosition),
        Termination::FivefoldRepetition => Some(Topic::Fivefold),
        Termination::SeventyFiveMoves => Some(Topic::SeventyFive),
        // No edition of the Laws draws these two without a claim.
        Termination::ThreefoldRepetition | Termination::FiftyMoves => None,
        // These terminations result from an act, which has a reason of its own.
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

    rows!(
        articles_follow_the_edition,
        {
            let dead = Reason::Ended(Termination::DeadPosition);
        },
        for (reason, rule_set, article) in [
            (dead, RuleSet::FIDE_1993, Some("10.4")),
            (dead, RuleSet::FIDE_1997, Some("1.3, 9.6")),
            (dead, RuleSet::FIDE_2009, Some("5.2b")),
            (dead, RuleSet::FIDE_2023, Some("5.2.2")),
            (dead, RuleSet::LICHESS_2026, None),
            (Reason::ClaimAfterTouch, RuleSet::FIDE_2009, Some("9.4")),
            (Reason::ClaimWrong(ClaimGround::Fifty, 99), RuleSet::FIDE_2023, Some("9.5.3")),
            (Reason::ClaimRight(ClaimGround::Threefold, 3), RuleSet::FIDE_1993, Some("10.10")),
            (Reason::IllegalCompleted(Offence::IllegalMove, 1), RuleSet::FIDE_2009, Some("7.4")),
            (
                Reason::IllegalCompleted(Offence::PressWithoutMove, 1),
                RuleSet::FIDE_2017,
                Some("7.8"),
            ),
            (Reason::IllegalCompleted(Offence::TwoHands, 1), RuleSet::FIDE_2017, Some("7.7")),
            (Reason::IllegalCompleted(Offence::TwoHands, 1), RuleSet::FIDE_2023, Some("7.5.4")),
            (Reason::FlagFell, RuleSet::FIDE_2005, Some("6.10")),
            (Reason::FlagUnnoticed, RuleSet::FIDE_2005, Some("6.9?")),
            (Reason::NothingToComplete, RuleSet::FIDE_2005, Some("6.8a?")),
            (Reason::NothingToComplete, RuleSet::FIDE_2014, Some("6.2a")),
            (Reason::ProtestRight, RuleSet::FIDE_2001, Some("4.6")),
            (Reason::ProtestRight, RuleSet::FIDE_2005, Some("4.7")),
            (Reason::PromotionFinal, RuleSet::FIDE_2001, None),
            (Reason::PromotionFinal, RuleSet::FIDE_2005, Some("4.4d")),
            (Reason::MoveIllegal, RuleSet::FIDE_2014, Some("3.10")),
            (Reason::BothFlagsDraw, RuleSet::FIDE_2014, Some("6.11b")),
            (Reason::TouchedToCastle, RuleSet::FIDE_2009, Some("4.4a")),
            (Reason::IllegalCompleted(Offence::IllegalMove, 1), RuleSet::FIDE_2014, Some("7.5")),
            (Reason::BothFlagsDraw, RuleSet::FIDE_1997, Some("10.4")),
            (Reason::BothFlagsDraw, RuleSet::FIDE_2005, Some("6.12b")),
            (Reason::Agreed, RuleSet::FIDE_1997, Some("5.3")),
            (Reason::Touched, RuleSet::USCF_7, Some("10B")),
            (Reason::Touched, RuleSet::FIDE_1977, None),
            (Reason::NothingEndsIt, RuleSet::FIDE_2023, None),
            (Reason::ClaimWrong(ClaimGround::Threefold, 2), RuleSet::FIDE_1993, Some("10.10")),
            (Reason::ClaimWrong(ClaimGround::Fifty, 99), RuleSet::FIDE_1993, None),
            (Reason::BothFlagsPlayOn, RuleSet::FIDE_2001, Some("6.12?")),
            (Reason::ProtestRight, RuleSet::FIDE_2014, Some("4.8")),
            (Reason::PositionDraws, RuleSet::FIDE_2018, Some("A.4.4")),
            (Reason::Ended(Termination::FivefoldRepetition), RuleSet::FIDE_2009, None),
        ] {
            assert_eq!(reason.article(rule_set), article, "{reason:?} {rule_set}");
        }
    );

    rows!(
        each_topic_has_its_article,
        {
            use Reason as R;
        },
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
            (&[R::ClaimRight(ClaimGround::Fifty, 100)], "9.3"),
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
                assert_eq!(reason.article(RuleSet::FIDE_2023), Some(article), "{reason:?}");
            }
        }
    );
}
