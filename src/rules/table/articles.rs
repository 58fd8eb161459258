//! Where each rule set says what, as far as the number of the article is known.
//!
//! Servers have no articles, and of the oldest editions few numbers are known. A number with a question mark was
//! not read in that edition: it is inferred from the editions beside it.

use crate::rules::RuleSet::{self, *};

/// What a ruling can rest on: something that rule sets have an article about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::rules) enum Matter {
    Checkmate,
    Stalemate,
    DeadPosition,
    Fivefold,
    SeventyFive,
    ClaimByThreefold,
    ClaimByFifty,
    WrongClaimByThreefold,
    WrongClaimByFifty,
    EndOfClaims,
    WrittenMove,
    NoClaimStanding,
    LastMinutes,
    Offers,
    Agreement,
    AgreementForbidden,
    Resignation,
    FlagFallen,
    FlagNoticed,
    BothFlagsDraw,
    BothFlagsPlayOn,
    BothFlagsUnsettled,
    ArbiterKeepsOut,
    TouchedPiece,
    TouchedToCastle,
    CastlingForfeited,
    CastlingNotLegal,
    TouchedInVain,
    Adjusting,
    Protest,
    Promotion,
    TwoHands,
    TwoHandsCounted,
    PressWithoutMove,
    CompletingMoves,
    IllegalPositionStays,
    GameBegunWrongly,
    BoardTurned,
    ClockRuns,
    LegalMoves,
    TimeControl,
    IncompleteScoresheets,
    UnclearScoresheets,
    FlagCalled,
    FlagClaimed,
    Spectators,
    DefaultTime,
    BothAbsent,
    Devices,
    Refusal,
    Adjournment,
    SealedMoveVoid,
    DisplacedPieces,
    OtherHand,
    StoppedClocks,
    StoppedForNothing,
    WrongClocks,
    WrongClocksStand,
    ExtraSeconds,
    LastMinutesWithoutArbiter,
    NoRecord,

    IllegalMoves,
}

/// The articles of one matter, each with the rule sets in which it has this number. A rule set that is
/// not named has none, or its number is not known.
type Articles = &'static [(&'static str, &'static [RuleSet])];

/// The editions that letter the parts of an article.
const LETTERED: &[RuleSet] = &[Fide1997, Fide2001, Fide2005, Fide2009, Fide2014];
/// The same without the first.
const FROM_2001: &[RuleSet] = &[Fide2001, Fide2005, Fide2009, Fide2014];
/// The same without the last, which moved many articles.
const BEFORE_2014: &[RuleSet] = &[Fide1997, Fide2001, Fide2005, Fide2009];
/// The editions that number the parts of an article.
const NUMBERED: &[RuleSet] = &[Fide2017, Fide2018, Fide2023];
/// Both.
const SINCE_1997: &[RuleSet] =
    &[Fide1997, Fide2001, Fide2005, Fide2009, Fide2014, Fide2017, Fide2018, Fide2023];

impl Matter {
    /// The article of this rule set.
    pub(in crate::rules) fn article(self, rule_set: RuleSet) -> Option<&'static str> {
        let mut articles = self.articles().iter();
        articles.find(|(_, rule_sets)| rule_sets.contains(&rule_set)).map(|(article, _)| *article)
    }

    #[rustfmt::skip] // a table: one line a matter
    const fn articles(self) -> Articles {
        match self {
            Matter::Checkmate => &[("5.1a", LETTERED), ("5.1.1", NUMBERED), ("13A", &[Uscf7])],
            Matter::Stalemate => &[("5.2", &[Fide1997]), ("5.2a", FROM_2001), ("5.2.1", NUMBERED), ("14A", &[Uscf7])],
            Matter::DeadPosition => &[("10.4", &[Fide1993]), ("1.3, 9.6", &[Fide1997]), ("5.2b", FROM_2001), ("5.2.2", NUMBERED), ("14D", &[Uscf7])],
            Matter::Fivefold => &[("9.6a", &[Fide2014]), ("9.6.1", NUMBERED)],
            Matter::SeventyFive => &[("9.6b", &[Fide2014]), ("9.6.2", NUMBERED)],
            Matter::ClaimByThreefold => &[("10.10", &[Fide1993]), ("9.2", SINCE_1997), ("14C", &[Uscf7])],
            Matter::ClaimByFifty => &[("9.3", SINCE_1997), ("14F", &[Uscf7])],
            Matter::WrongClaimByThreefold => &[("10.10", &[Fide1993]), ("9.5b", LETTERED), ("9.5.3", NUMBERED), ("14C6", &[Uscf7])],
            Matter::WrongClaimByFifty => &[("9.5b", LETTERED), ("9.5.3", NUMBERED), ("14C6", &[Uscf7])],
            Matter::EndOfClaims => &[("9.4", SINCE_1997), ("14C4", &[Uscf7])],
            Matter::WrittenMove => &[("9.2", SINCE_1997), ("14C", &[Uscf7])],
            Matter::NoClaimStanding => &[("9.5", SINCE_1997), ("14C7", &[Uscf7])],
            Matter::LastMinutes => &[("10.2", BEFORE_2014), ("Appendix G.5", &[Fide2014]), ("Guidelines III.5", NUMBERED), ("14H", &[Uscf7])],
            Matter::Offers => &[("9.1", LETTERED), ("9.1.2.1", NUMBERED), ("14B", &[Uscf7])],
            Matter::Agreement => &[("5.3", &[Fide1997]), ("5.2c", FROM_2001), ("5.2.3", NUMBERED), ("14B", &[Uscf7])],
            Matter::AgreementForbidden => &[("9.1a", LETTERED), ("9.1.1", NUMBERED), ("14B6", &[Uscf7])],
            Matter::Resignation => &[("5.1b", LETTERED), ("5.1.2", NUMBERED), ("13B", &[Uscf7])],
            Matter::FlagFallen => &[("6.10", &[Fide2005]), ("6.9", SINCE_1997), ("13C, 14E", &[Uscf7])],
            Matter::FlagNoticed => &[("6.9?", &[Fide2005]), ("6.8", SINCE_1997), ("13C", &[Uscf7])],
            Matter::BothFlagsDraw => &[("10.4", &[Fide1997]), ("10.3", &[Fide2001]), ("6.12", &[Fide2005]), ("6.11", &[Fide2009]), ("6.11?", &[Fide2014]), ("Guidelines III.3.1", NUMBERED), ("14G", &[Uscf7])],
            Matter::BothFlagsPlayOn => &[("6.11", &[Fide1997, Fide2001, Fide2009]), ("6.12", &[Fide2005]), ("6.11?", &[Fide2014]), ("Guidelines III.3.1", NUMBERED), ("14G", &[Uscf7])],
            Matter::BothFlagsUnsettled => &[("Guidelines III.2", NUMBERED)],
            Matter::ArbiterKeepsOut => &[("B.3b", &[Fide2009])],
            Matter::TouchedToCastle => &[("4.4a", LETTERED), ("4.4.1", NUMBERED), ("10I", &[Uscf7])],
            Matter::CastlingForfeited => &[("4.4b", LETTERED), ("4.4.2", NUMBERED), ("10I", &[Uscf7])],
            Matter::CastlingNotLegal => &[("4.4c", LETTERED), ("4.4.3", NUMBERED), ("10I", &[Uscf7])],
            Matter::TouchedPiece => &[("4.3", SINCE_1997), ("10B", &[Uscf7])],
            Matter::TouchedInVain => &[("4.5", SINCE_1997), ("10E", &[Uscf7])],
            Matter::Adjusting => &[("4.2", SINCE_1997), ("10A", &[Uscf7])],
            Matter::Protest => &[("4.6", &[Fide1997, Fide2001]), ("4.7", BEFORE_2014), ("4.8", &[Fide2014]), ("4.8", NUMBERED), ("10", &[Uscf7])],
            Matter::Promotion => &[("4.4d", &[Fide2005, Fide2009, Fide2014]), ("4.4.4", NUMBERED), ("8F", &[Uscf7])],
            Matter::TwoHands => &[("4.1", SINCE_1997)],
            Matter::TwoHandsCounted => &[("7.7", &[Fide2017]), ("7.5.4", &[Fide2018, Fide2023])],
            Matter::PressWithoutMove => &[("7.8", &[Fide2017]), ("7.5.3", &[Fide2018, Fide2023])],
            Matter::CompletingMoves => &[("6.8a?", &[Fide2005]), ("6.2a", &[Fide2014]), ("6.7a", LETTERED), ("6.2.1", NUMBERED), ("9G", &[Uscf7])],
            Matter::IllegalPositionStays => &[("A.4d", &[Fide2014]), ("A.4.4", &[Fide2017, Fide2018]), ("A.5.4", &[Fide2023])],
            Matter::GameBegunWrongly => &[("7.1, 7.2", BEFORE_2014), ("7.2a, 7.3", &[Fide2014]), ("7.2.1, 7.3", NUMBERED), ("11F", &[Uscf7])],
            Matter::BoardTurned => &[("7.1b", BEFORE_2014), ("7.2b", &[Fide2014]), ("7.2.2", NUMBERED), ("11G", &[Uscf7])],
            Matter::ClockRuns => &[("6.3?", &[Fide2014]), ("6.2", LETTERED), ("6.3", NUMBERED), ("5", &[Uscf7])],
            Matter::LegalMoves => &[("3.10", &[Fide2014]), ("3.9", LETTERED), ("3.10", NUMBERED), ("8", &[Uscf7])],
            Matter::TimeControl => &[("6.4?", LETTERED), ("6.4", NUMBERED)],
            Matter::IncompleteScoresheets => &[("8.5", SINCE_1997)],
            Matter::UnclearScoresheets => &[("8.6", SINCE_1997)],
            Matter::FlagCalled => &[("B6", &[Fide1997, Fide2001, Fide2005]), ("A.4d", &[Fide2009]), ("13C", &[Uscf7])],
            Matter::FlagClaimed => &[("B7", &[Fide1997, Fide2001, Fide2005]), ("A.4d", &[Fide2009]), ("A.4c?", &[Fide2014]), ("A.4.3?", &[Fide2017])],
            Matter::Spectators => &[("13.7?", &[Fide1997, Fide2001, Fide2005, Fide2009]), ("12.7?", &[Fide2014, Fide2017, Fide2018]), ("12.7", &[Fide2023])],
            Matter::DefaultTime => &[("6.7.1?", &[Fide2017, Fide2018]), ("6.7.1", &[Fide2023])],
            Matter::BothAbsent => &[("6.7.2?", &[Fide2017, Fide2018]), ("6.7.2", &[Fide2023])],
            Matter::Devices => &[("12.3b?", &[Fide2009]), ("11.3b?", &[Fide2014]), ("11.3.2?", &[Fide2017, Fide2018]), ("11.3.2.2", &[Fide2023])],
            Matter::Refusal => &[("12.7?", &[Fide2009]), ("11.7?", &[Fide2014, Fide2017, Fide2018]), ("11.7, 11.8", &[Fide2023])],
            Matter::Adjournment => &[("Guidelines I.1?", &[Fide2017, Fide2018]), ("Guidelines I.1", &[Fide2023])],
            Matter::SealedMoveVoid => &[("Guidelines I.8?", &[Fide2017, Fide2018]), ("Guidelines I.8", &[Fide2023])],
            Matter::DisplacedPieces => &[("7.3", BEFORE_2014), ("7.4?", &[Fide2014]), ("7.4.1", NUMBERED)],
            Matter::OtherHand => &[("6.2.3", NUMBERED)],
            Matter::StoppedClocks => &[("6.12b", &[Fide1997]), ("6.11.2", NUMBERED)],
            Matter::StoppedForNothing => &[("6.11.4", NUMBERED)],
            Matter::WrongClocks => &[("6.10.2", NUMBERED)],
            Matter::WrongClocksStand => &[("B4", &[Fide1997, Fide2001, Fide2005]), ("A.4a", &[Fide2009, Fide2014]), ("A.4.1", &[Fide2017, Fide2018]), ("A.5.1.1", &[Fide2023])],
            Matter::ExtraSeconds => &[("Appendix G.4", &[Fide2014]), ("Guidelines III.4", NUMBERED)],
            Matter::LastMinutesWithoutArbiter => &[("Appendix D", &[Fide2009]), ("Appendix G.6?", &[Fide2014]), ("Guidelines III.6", NUMBERED)],
            Matter::NoRecord => &[("B3", &[Fide1997, Fide2001, Fide2005]), ("A.2?", &[Fide2009, Fide2014])],
            Matter::IllegalMoves => &[("7.4", BEFORE_2014), ("7.5", &[Fide2014]), ("7.5", NUMBERED), ("11", &[Uscf7])],
        }
    }
}
