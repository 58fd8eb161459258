//! Which article of a rule set a reason rests on.

use super::{
    Ground, Reason, RuleSet,
    RuleSet::{Fide1993, Fide1997, Fide2001, Fide2005, Fide2009, Fide2014, Uscf7},
    Termination,
};

/// The articles of one matter: in the lettered editions of 1997 to 2014, in the numbered ones since
/// 2017, and in the rules of US Chess.
struct Articles {
    lettered: &'static str,
    numbered: &'static str,
    uscf: &'static str,
}

const fn row(lettered: &'static str, numbered: &'static str, uscf: &'static str) -> Articles {
    Articles { lettered, numbered, uscf }
}

impl Reason {
    /// The article of the rule set that this reason rests on, where it is known.
    ///
    /// Servers have no articles, and of the oldest editions few numbers are known.
    pub fn article(self, rule_set: RuleSet) -> Option<&'static str> {
        let articles = self.articles()?;
        let found = match rule_set {
            Fide1993 if self.is_about(Ground::Threefold) => "10.10",
            Fide1993 if self == Reason::Ended(Termination::DeadPosition) => "10.4",
            Fide1997 | Fide2001 | Fide2005 | Fide2009 | Fide2014 => {
                self.edition_exception(rule_set).unwrap_or(articles.lettered)
            }
            Uscf7 => articles.uscf,
            _ if rule_set.is_fide_edition() && rule_set > Fide2014 => articles.numbered,
            _ => "",
        };
        if found.is_empty() { None } else { Some(found) }
    }

    fn is_about(self, ground: Ground) -> bool {
        matches!(self, Reason::ClaimRight(about, _) | Reason::ClaimWrong(about, _) if about == ground)
    }

    /// Where a lettered edition has another number than the others.
    fn edition_exception(self, rule_set: RuleSet) -> Option<&'static str> {
        use Reason::{BothFlagsDraw, BothFlagsPlayOn, Ended};
        match (self, rule_set) {
            (Ended(Termination::DeadPosition), Fide1997) => Some("1.3, 9.6"),
            (Ended(Termination::Stalemate), Fide1997) => Some("5.2"),
            (Reason::Agreed | Reason::AgreementTooEarly(_), Fide1997) => Some("5.3"),
            (BothFlagsDraw, Fide1997) => Some("10.4"),
            (BothFlagsDraw, Fide2001) => Some("10.3"),
            (BothFlagsDraw | BothFlagsPlayOn, Fide2005) => Some("6.12"),
            (Reason::BegunWrongly | Reason::BegunWronglyStands, Fide2014) => Some("7.2a, 7.3"),
            (Reason::BoardTurned, Fide2014) => Some("7.2b"),
            (BothFlagsDraw | BothFlagsPlayOn, Fide2014) => Some("Appendix G.3"),
            (Reason::QuickplayApplies | Reason::QuickplayNotHere, Fide2014) => Some("Appendix G.5"),
            (Reason::ProtestRight | Reason::ProtestTooLate, Fide2014) => Some("4.8"),
            (reason, Fide2014) if reason.is_illegal() => Some("7.5"),
            _ => None,
        }
    }

    const fn is_illegal(self) -> bool {
        matches!(
            self,
            Reason::IllegalNotCompleted
                | Reason::IllegalCompleted(_)
                | Reason::IllegalLoses(_)
                | Reason::IllegalUnwinnable(_)
                | Reason::IllegalStands
                | Reason::IllegalUnnoticed
                | Reason::PositionImpossible
                | Reason::PawnNotExchanged
        )
    }

    const fn articles(self) -> Option<Articles> {
        use Reason as R;
        Some(match self {
            R::Ended(by) => return ended(by),
            R::ClaimRight(Ground::Threefold, _) => row("9.2", "9.2", "14C"),
            R::ClaimRight(Ground::Fifty, _) => row("9.3", "9.3", "14F"),
            R::ClaimWrong(..) | R::WrittenMoveIllegal => row("9.5b", "9.5.3", "14C6"),
            R::ClaimTooLate | R::ClaimAfterTouch => row("9.4", "9.4", "14C4"),
            R::ClaimNotOnMove | R::WrittenMoveChanged | R::MoveWritten => row("9.2", "9.2", "14C"),
            R::ClaimNotAhead(_) => row("9.3", "9.3", "14F"),
            R::NoClaim => row("9.5", "9.5", "14C7"),
            R::QuickplayApplies | R::QuickplayNotHere => row("10.2", "Guidelines III.5", "14H"),
            R::OfferStands
            | R::OfferRepeated
            | R::OfferOnCondition
            | R::OfferWithdrawn
            | R::OfferNotWithdrawable
            | R::NoOffer
            | R::OfferDeclined => row("9.1", "9.1.2.1", "14B"),
            R::Agreed | R::AgreementTooEarly(_) => row("5.2c", "5.2.3", "14B"),
            R::AgreementForbidden(_) => row("9.1a", "9.1.1", "14B6"),
            R::Resigned | R::ResignedUnwinnable => row("5.1b", "5.1.2", "13B"),
            R::FlagFell | R::FlagFellUnwinnable | R::FlagFellOnOffer => {
                row("6.9", "6.9", "13C, 14E")
            }
            R::FlagUnnoticed | R::NoFlag => row("6.8", "6.8", "13C"),
            R::BothFlagsDraw | R::BothFlagsPlayOn => row("6.11", "Guidelines III.3.1", "14G"),
            R::Touched | R::AgainstObligation | R::NobodyObjected => row("4.3", "4.3", "10B"),
            R::TouchedInVain => row("4.5", "4.5", "10E"),
            R::TouchMeansNothing => row("4.2", "4.2", "10A"),
            R::ProtestRight | R::ProtestTooLate => row("4.7", "4.8", "10"),
            R::NotYetPromoted | R::PromotionFinal => row("4.4d", "4.4.4", "8F"),
            R::TwoHandsImproper => row("4.1", "4.1", ""),
            R::NothingToComplete | R::NotOnMove => row("6.7a", "6.2.1", "9G"),
            R::PositionWaits | R::PositionDraws => row("A.4d", "A.4.4", ""),
            R::BegunWrongly | R::BegunWronglyStands => row("7.1, 7.2", "7.2.1, 7.3", "11F"),
            R::BoardTurned => row("7.1b", "7.2.2", "11G"),
            R::ClockRuns => row("6.2", "6.3", "5"),
            R::MoveIllegal => row("3.9", "3.10", "8"),
            reason if reason.is_illegal() => row("7.4", "7.5", "11"),
            _ => return None,
        })
    }
}

const fn ended(by: Termination) -> Option<Articles> {
    Some(match by {
        Termination::Checkmate => row("5.1a", "5.1.1", "13A"),
        Termination::Stalemate => row("5.2a", "5.2.1", "14A"),
        Termination::DeadPosition => row("5.2b", "5.2.2", "14D"),
        Termination::FivefoldRepetition => row("9.6a", "9.6.1", ""),
        Termination::SeventyFiveMoves => row("9.6b", "9.6.2", ""),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet::{Fide1977, Fide2023, Lichess};

    #[test]
    fn articles_follow_the_edition() {
        let dead = Reason::Ended(Termination::DeadPosition);
        for (reason, rule_set, article) in [
            (dead, Fide1993, Some("10.4")),
            (dead, Fide1997, Some("1.3, 9.6")),
            (dead, Fide2009, Some("5.2b")),
            (dead, Fide2023, Some("5.2.2")),
            (dead, Lichess, None),
            (Reason::ClaimAfterTouch, Fide2009, Some("9.4")),
            (Reason::ClaimWrong(Ground::Fifty, 99), Fide2023, Some("9.5.3")),
            (Reason::ClaimRight(Ground::Threefold, 3), Fide1993, Some("10.10")),
            (Reason::IllegalCompleted(1), Fide2009, Some("7.4")),
            (Reason::IllegalCompleted(1), Fide2014, Some("7.5")),
            (Reason::BothFlagsDraw, Fide1997, Some("10.4")),
            (Reason::BothFlagsDraw, Fide2005, Some("6.12")),
            (Reason::Agreed, Fide1997, Some("5.3")),
            (Reason::Touched, Uscf7, Some("10B")),
            (Reason::Touched, Fide1977, None),
            (Reason::NothingEndsIt, Fide2023, None),
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
            (&[R::PositionWaits, R::PositionDraws], "A.4.4"),
            (&[R::BothFlagsDraw, R::BothFlagsPlayOn], "Guidelines III.3.1"),
            (&[R::QuickplayApplies, R::QuickplayNotHere], "Guidelines III.5"),
        ] {
            for reason in reasons {
                assert_eq!(reason.article(Fide2023), Some(article), "{reason:?}");
            }
        }
    }
}
