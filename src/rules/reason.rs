use serde::Deserialize;

use super::{ClaimGround, RuleSet, StartError, Termination, parameters::Phone};

/// An offence that counts as an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offence {
    /// A move that is not legal.
    IllegalMove,
    /// The clock pressed without a move.
    PressWithoutMove,
    /// A move made with two hands.
    TwoHands,
    /// The clock pressed with a pawn left on the last rank.
    PawnLeft,
}

/// The position that a draw claim is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// The position on the board.
    OnBoard,
    /// The position that the intended move leads to.
    WithMove,
}

/// Defines [`Reason`] and [`Topic`] from one table.
///
/// To add a reason, add a line to the topic whose article it rests on: `Name: "sentence",`. The sentence is also the
/// documentation. A reason with fields, or whose sentence depends on the rule set, is a row of `detailed`. A new topic
/// is a new block here, and its article numbers a line of `articles` in the files of the editions.
macro_rules! reasons {
    (
        |$rule_set:ident|
        none { $($free:ident: $free_says:literal,)* }
        $(on $topic:ident { $($reason:ident: $says:literal,)* })*
        also { $($also:ident)* }
        detailed {
            $($(#[doc = $doc:literal])+ $detailed:ident $(($($field:ident: $kind:ty),+))?
                => $about:expr, $told:expr;)*
        }
    ) => {
        /// A topic that rule sets have an article about, and that a ruling can be based on.
        ///
        /// In the file of an edition a topic is written in lower case, with hyphens: `both-flags-draw`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(in crate::rules) enum Topic { $($topic,)* $($also,)* }

        /// The reason for a ruling.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Reason {
            $(#[doc = $free_says] $free,)*
            $($(#[doc = $says] $reason,)*)*
            $($(#[doc = $doc])+ $detailed $(($($kind),+))?,)*
        }

        impl Reason {
            /// The topic of the reason; `None` if rule sets have no article about it.
            #[allow(unused_variables, reason = "few topics depend on the fields")]
            pub(in crate::rules) const fn topic(self) -> Option<Topic> {
                match self {
                    $(Reason::$free => None,)*
                    $($(Reason::$reason => Some(Topic::$topic),)*)*
                    $(Reason::$detailed $(($($field),+))? => $about,)*
                }
            }

            /// The reason as a sentence, in the terms of this rule set.
            #[allow(unused_variables, reason = "few sentences name every field")]
            pub fn explain(self, $rule_set: RuleSet) -> String {
                let sentence = match self {
                    $(Reason::$free => $free_says,)*
                    $($(Reason::$reason => $says,)*)*
                    $(Reason::$detailed $(($($field),+))? => return $told,)*
                };
                sentence.to_owned()
            }
        }
    };
}

reasons! {
    |rule_set|
    none {
        NothingEndsIt: "neither the position nor any action ends the game",
        AlreadyOver: "the game had already ended, and later actions do not change the result",
        GestureMeansNothing: "the gesture alone has no meaning: ask the player",
        SettingMayClaim:
            "the position occurs for the third time: the server draws at once if a player's \
             account is set to claim, which it is by default since 2026; otherwise either player \
             may claim",
        Disconnected:
            "the clock of a disconnected player runs on, and he loses if it runs out before he \
             returns",
        Aborted: "the game is aborted before both players have moved, and does not count",
        BoardUntold:
            "a move was made that has not been told, so the board is not known; tell it, or begin \
             with the position",
        NoAbort: "the rules let no player abort the game now",
        AbsenceClaimed: "the opponent has left the game for too long",
        AbsenceClaimedUnwinnable:
            "the opponent has left the game for too long, but the player cannot win by the standard \
             of a fallen flag",
        AbsenceNotClaimable: "the rules give no such claim now for the opponent's absence",
    }
    on LackOfProgress {
        LackOfProgress:
            "nothing ends the game by itself, but the director may declare a draw for lack of \
             progress",
    }
    on RecordingAhead {
        MoveWritten: "the move is written and not made; a claim that follows is for this move",
    }
    on EndOfClaims {
        ClaimTooLate: "the claimant has made the move, and therefore no longer has the move",
        ClaimAfterTouch:
            "the player has touched a piece on this move, and has lost the right to claim",
    }
    on NoClaimStanding {
        NoClaim: "no claim is pending: claims are decided immediately",
    }
    on LastMinutes {
        QuickplayApplies: "the arbiter decides, or postpones the decision",
        QuickplayNotHere: "the rule for the last two minutes does not apply here",
        NoLastMinutesClaim: "no claim in the last two minutes is pending",
        NotShortOfTime: "the player has two minutes or more left",
    }
    on LastMinutesAgreed {
        LastMinutesAgreed:
            "the arbiter finds that the game cannot, or will not, be won by normal means",
    }
    on LastMinutesPostponed {
        LastMinutesPostponed:
            "the arbiter postpones the decision, and the game continues under his supervision",
        FlagFellOnPostponedClaim:
            "the arbiter had postponed the decision on the claim, and now decides it",
    }
    on LastMinutesRejected {
        LastMinutesRejected:
            "the arbiter rejects the claim, and the opponent receives two extra minutes",
    }
    on Offers {
        OfferStands: "the offer remains valid until the opponent accepts it, rejects it or moves",
        OfferClaims: "the opponent's pieces cannot mate, and the offer draws at once",
        OfferRepeated: "the same offer has already been made",
        OfferOnCondition: "no condition can be attached to an offer",
        OfferWithdrawn: "the offer is withdrawn",
        OfferNotWithdrawable: "an offer cannot be withdrawn before it is answered",
        NoOffer: "no such offer is open",
        OfferDeclined: "the offer was rejected and is no longer valid",
    }
    on Agreement {
        Agreed: "both players agreed",
    }
    on AgreementForbidden {
        ConsentGiven: "the arbiter consents, and the players may agree",
        AgreementNeedsConsent: "the rules of the event forbid it without the arbiter's consent",
    }
    on Resignation {
        Resigned: "the player resigned",
    }
    on FlagFallen {
        FlagFell: "the flag fell, and the opponent can still win by the standard of the rule set",
        FlagFellOnOffer: "the flag fell while the opponent was offering a draw",
    }
    on FlagNoticed {
        FlagUnnoticed: "a flag has fallen when the arbiter sees it or a player claims it",
        NoFlag: "no flag has fallen",
    }
    on BothFlagsDraw {
        BothFlagsDraw:
            "it is impossible to establish which flag fell first, and this is the last period",
    }
    on BothFlagsPlayOn {
        BothFlagsPlayOn:
            "it is impossible to establish which flag fell first, and the game continues",
    }
    on BothFlagsUnsettled {
        BothFlagsUnsettled:
            "unless the guidelines for games without increment apply, no article decides this: \
             the clock must show whose flag fell first",
    }
    on ArbiterKeepsOut {
        ArbiterKeepsOut: "the arbiter does not intervene here: a player must claim",
    }
    on TouchedPiece {
        Touched: "a piece touched on purpose must be moved or captured",
        AgainstObligation: "the move does not fulfil the player's obligation",
        NobodyObjected: "the obligation was broken, and the opponent did not object",
    }
    on AccidentalTouch {
        AdjustedInSilence:
            "the player did not say that he adjusts, so the touch counts as intended",
        TouchedByAccident: "an accidental touch creates no obligation",
    }
    on TouchedToCastle {
        TouchedToCastle: "the player touched king and rook in this order to castle",
    }
    on CastlingForfeited {
        CastlingForfeited:
            "the rook was touched before the king, so they cannot castle with this move",
    }
    on CastlingNotLegal {
        CastlingNotLegal:
            "castling with this rook is not legal: the player must make another legal move with \
             the king, if there is one",
    }
    on KingReleased {
        KingReleased:
            "a player who releases the king two squares away must castle on that side if it is legal, \
             and otherwise make another move with the king, if there is one",
    }
    on TouchedInVain {
        TouchedInVain: "none of the touched pieces can be moved or captured",
    }
    on Adjusting {
        TouchMeansNothing: "touching the piece creates no obligation",
        Adjusted: "the player said first that he adjusts, so the touch creates no obligation",
    }
    on Protest {
        ProtestRight: "the opponent broke an obligation, and the protest is in time",
        ProtestTooLate:
            "no obligation was broken, or the player has since touched a piece or moved",
    }
    on Promotion {
        NotYetPromoted: "the choice is free until the piece touches the promotion square",
        PromotionFinal: "the piece has touched the promotion square, and the choice is final",
    }
    on TwoHands {
        TwoHandsImproper: "a move must be made with one hand; this move stands",
    }
    on CompletingMoves {
        NotOnMove: "it is the opponent's turn",
        NothingToComplete: "no move has been made that pressing the clock could complete",
    }
    on LatePress {
        CompletedLate:
            "a player may press the clock after his move even if the opponent has replied",
    }
    on IllegalPositionStays {
        PositionWaits: "the arbiter waits until the next move is completed",
        PositionDraws: "the next move is completed, and the position is still illegal",
    }
    on BoardTurned {
        BoardTurned: "the board was placed incorrectly, and nothing else is wrong",
    }
    on ClockRuns {
        ClockRuns: "time passes, and the player has time left",
        LeftTheGame:
            "a player who leaves has not resigned: his clock runs on, and he loses when the flag \
             falls",
    }
    on LegalMoves {
        MoveIllegal: "the move is not legal",
    }
    on TimeControl {
        ControlReached: "the moves of this period have been made, so the flag loses nothing",
    }
    on IncompleteScoresheets {
        RecordIncomplete:
            "the number of moves is unknown: the arbiter stops the clocks, and the scoresheets \
             are brought up to date",
        RecordInsufficient:
            "a win on time needs a reasonably complete scoresheet: at most three pairs of moves \
             may be missing",
    }
    on UnclearScoresheets {
        RecordLost: "it cannot be shown that the player has overstepped the time",
    }
    on FlagCalled {
        ArbiterSilent: "the arbiter does not call a flag here: the opponent has to claim",
    }
    on FlagClaimed {
        ClaimantsFlagDown: "the claimant's own flag must not have fallen",
    }
    on Spectators {
        SpectatorHasNoSay:
            "a flag falls when the arbiter sees it or a player claims it; spectators may not \
             interfere",
    }
    on DefaultTime {
        InTime: "the player arrived before the default time",
        NoDefaultTime: "the event has to name a default time, and it names none",
        TooLate: "the player did not arrive before the default time",
    }
    on BothAbsent {
        BothAbsent: "neither player was present, so White loses the elapsed time",
    }
    on Devices {
        PhoneRangUnwinnable:
            "the player's phone made a sound, but the opponent cannot mate by any series of legal \
             moves",
    }
    on DevicesElsewhere {
        PhoneRangInBag:
            "the device was not on the player, so it does not lose the game by itself; in a bag it \
             must be allowed, switched off and where it was agreed",
        DeviceSilent: "the device is forbidden, but only its sound loses the game by itself",
    }
    on DevicesAllowed {
        DeviceAllowed:
            "the event allows the device in the bag, it is switched off, and the bag is where it \
             was agreed",
    }
    on Refusal {
        LawsRefused: "persistent refusal to comply with the Laws loses the game",
    }
    on Adjournment {
        MoveSealed: "the move is sealed and read when the game is resumed",
        ClaimAfterSealing:
            "the player has sealed his move, which counts as made; the opponent may claim when the \
             game is resumed",
        NothingSealed: "no move has been sealed",
    }
    on SealedMoveVoid {
        SealedMoveVoidUnwinnable:
            "the sealed move is illegal or ambiguous; as on a fallen flag, the game is drawn \
             because the opponent cannot mate",
    }
    on SealedMoveIllegal {
        SealedMoveIllegal: "a sealed move that is illegal loses",
    }
    on SealedMoveUnclear {
        SealedMoveUnclear: "a sealed move that is ambiguous loses",
    }
    on DisplacedPieces {
        PiecesDisplaced: "a player who displaces pieces must restore them on his own time",
        PressedBeforePutBack:
            "a player who displaces pieces must restore them in his own time, before he presses \
             the clock",
        FlagFellByOffence:
            "the time ran while pieces lay that the opponent had displaced, and nobody wins by his \
             own offence",
        PiecesStandAgain: "the pieces stand again, and the game continues",
    }
    on OtherHand {
        OtherHand:
            "the move is completed; the player must press the clock with the hand that made the \
             move, and the arbiter may penalise the breach",
    }
    on StoppedClocks {
        StoppedWithReason:
            "a player may stop the clocks to seek the arbiter's assistance, for example to get a \
             piece for promotion",
        ClocksStopped: "the clocks are stopped, so no time passes and no flag falls",
    }
    on ClocksRestarted {
        ClocksStarted: "the arbiter decides when the game goes on; the clocks run",
    }
    on StoppedForNothing {
        StoppedForNothing: "the clocks were stopped without a valid reason",
        NoPromotion:
            "no pawn can be promoted now, so there is no reason to stop the clocks for a piece",
    }
    on WrongClocks {
        ClocksWrong: "the clocks are corrected when the error is found",
    }
    on WrongClocksStand {
        ClocksWrongStand: "too many moves have been made to change the clocks",
    }
    on ExtraSeconds {
        SecondsRequested: "the request is also a draw offer, which the opponent must answer first",
        NoSecondsRequested: "no request for extra seconds is pending",
        SecondsAwaitAnswer: "the opponent must first answer the offer in the request",
        SecondsGranted: "the opponent rejected the offer, and the arbiter grants the request",
    }
    on LastMinutesWithoutArbiter {
        Referred:
            "without an arbiter present the claim concludes the game, and the arbiter named for \
             it decides",
    }
    on NoRecord {
        NoRecord:
            "neither player recorded the moves, and the Laws do not say how to verify the claim",
    }
    on IllegalMove {
        IllegalNotCompleted: "the clock has not been pressed, so the move is not completed",
        IllegalUnnoticed:
            "an illegal move that is not noticed changes only the position on the board",
        PositionImpossible: "no legal move can have led to the position on the board",
        NoIllegalMove: "no illegal move stands that could still be corrected",
    }
    on PawnLeft {
        QueenWouldEndIt:
            "the pawn becomes a queen, which gives mate or stalemate; no text says whether this \
             ends the game",
        PawnNotExchanged: "the pawn must be exchanged as part of the same move",
    }
    on IllegalTooOld {
        IllegalStands: "the opponent has replied, so the illegal move stands",
        IllegalUnclaimed:
            "the offence is completed; the arbiter acts if he has seen it, and the opponent may \
             claim, until the opponent has made his next move; then it stands",
    }
    on Penalties {
        ResultGiven: "the arbiter gives this result",
    }
    also {
        Checkmate Stalemate DeadPosition Fivefold SeventyFive ClaimByThreefold ClaimByFifty
        ClaimByFiftyWithMove ClaimUpheld WrongClaimByThreefold BoundByClaim FlagWithoutSupervision
        TouchedOwn TouchedOther TouchedBoth TwoHandsCounted PressWithoutMove PiecesMisplaced
        ColoursReversed SetUpWithoutSupervision RefusalByBoth IllegalPenalty
        IllegalWithoutSupervision IllegalInBlitz BlitzWithoutSupervision PenaltyInRapid
        PenaltyInBlitz ThreefoldClaims FiftyMoveClaims WrongClaimByFifty
        ClaimByThreefoldWithMove SamePosition SamePositionEnPassant SamePositionCastling
        GuidelinesAnnounced GuidelinesScope PressPenalty TwoHandsPenalty Disturbing Misconduct
    }
    detailed {
        /// The board, or the count of moves or positions, ends the game by itself.
        Ended(by: Termination) => by.topic(),
            format!("the game ended {} as soon as the position arose", by.phrase());
        /// The claim is correct, with this number of occurrences, or of plies without capture or pawn move.
        ClaimRight(ground: ClaimGround, count: u32, claimed: Claimed) => Some(ground.topic(claimed)),
            match (ground, claimed) {
                (ClaimGround::Threefold, Claimed::OnBoard) => {
                    format!("the position occurs for the {} time", ordinal(count))
                }
                (ClaimGround::Threefold, Claimed::WithMove) => {
                    format!("the position is about to occur for the {} time", ordinal(count))
                }
                (ClaimGround::Fifty, _) => {
                    format!("{count} half-moves without a capture or pawn move are at least fifty moves by each player")
                }
            };
        /// The claim is incorrect, with only this number of occurrences or plies.
        ClaimWrong(ground: ClaimGround, count: u32) => Some(ground.topic(Claimed::OnBoard)),
            match ground {
                ClaimGround::Threefold => {
                    format!("the position occurs, or would occur, only for the {} time", ordinal(count))
                }
                ClaimGround::Fifty => {
                    format!("{count} half-moves without a capture or pawn move are fewer than fifty moves by each player")
                }
            };
        /// The claimant is not the player to move.
        ClaimNotOnMove(ground: ClaimGround) => Some(ground.right()),
            "only the player having the move may claim".to_owned();
        /// The move was announced but not written down.
        NotWritten(ground: ClaimGround) => Some(ground.topic(Claimed::WithMove)),
            "the player must write the move down before claiming".to_owned();
        /// Another move had been written down before.
        WrittenMoveChanged(ground: ClaimGround) => Some(ground.topic(Claimed::WithMove)),
            "another move had been written, which cannot be changed".to_owned();
        /// The written move is not legal.
        WrittenMoveIllegal(ground: ClaimGround) => Some(ground.topic(Claimed::WithMove)),
            "the written move is not legal".to_owned();
        /// The rule set does not allow such a claim with a move that is only written down.
        ClaimNotAhead(ground: ClaimGround) => Some(Topic::ClaimByFiftyWithMove),
            format!("{rule_set} does not allow a claim by {ground} with a move that is only written down");
        /// The rule set draws such games automatically.
        ClaimNeedless(ground: ClaimGround) => None,
            format!("under {rule_set} {ground} draws without a claim, and the game is not drawn");
        /// Each player has to make this many moves first.
        AgreementTooEarly(moves: u32) => Some(Topic::Agreement),
            match moves {
                1 => format!("{rule_set} allows agreement only after each player has moved"),
                _ => format!("{rule_set} allows agreement only after {moves} moves by each player"),
            };
        /// The event forbids agreement before this move.
        AgreementForbidden(number: u32) => Some(Topic::AgreementForbidden),
            format!("the rules of the event forbid agreement before move {number} without the arbiter's consent");
        /// The player resigned, and the opponent cannot mate.
        ResignedUnwinnable => Some(Topic::Resignation),
            format!("the player resigned, but {}", rule_set.flag_draw().value);
        /// The flag fell, and the opponent cannot mate by the criterion of the rule set.
        FlagFellUnwinnable => Some(Topic::FlagFallen),
            format!("the flag fell, but {}", rule_set.flag_draw().value);
        /// The player has completed an illegal move, or an offence that counts as one; the number includes the earlier
        /// ones.
        IllegalCompleted(offence: Offence, count: u32) => Some(offence.topic()),
            format!("{} for the {} time", offence.says(), ordinal(count));
        /// The offence brings the illegal moves to the number that loses the game.
        IllegalLoses(offence: Offence, count: u32) => Some(offence.topic()),
            format!("the {} completed illegal move loses", ordinal(count));
        /// The offence brings the illegal moves to the number that would lose the game, which is drawn because the
        /// opponent cannot mate.
        IllegalUnwinnable(offence: Offence, count: u32) => Some(offence.penalty()),
            format!(
                "the {} completed illegal move loses, but the opponent cannot mate by any series of legal moves",
                ordinal(count)
            );
        /// The game was begun wrongly, and is cancelled.
        BegunWrongly(error: StartError) => Some(error.topic()),
            "the game started incorrectly, and this is found in time".to_owned();
        /// The game was begun wrongly, but it is too late to cancel it, or the error does not justify it.
        BegunWronglyStands(error: StartError) => Some(error.topic()),
            "the game started incorrectly, but this does not, or no longer, cancel it".to_owned();
        /// A phone rang.
        PhoneRang => Some(Topic::Devices),
            match rule_set.phone().value {
                Phone::NotRegulated => format!("the rules of {} do not mention phones", rule_set.short_title()),
                Phone::Arbiter => "no penalty is prescribed for a phone that makes a sound".to_owned(),
                Phone::OnlyOnThePlayer => {
                    "the player has an electronic device on him".to_owned()
                }
                Phone::LosesAndArbiterScores | Phone::LosesUnlessUnwinnable => {
                    "the player's phone made a sound".to_owned()
                }
                Phone::Loses => "the player brought an electronic device into the playing venue".to_owned(),
            };
    }
}

impl Reason {
    /// The ground of an incorrect claim that has a penalty; a claim of a kind that the rule set does not provide for is
    /// incorrect like any other.
    pub(in crate::rules) const fn wrong_claim(self) -> Option<ClaimGround> {
        if let Reason::ClaimWrong(ground, _)
        | Reason::ClaimNotAhead(ground)
        | Reason::NotWritten(ground)
        | Reason::WrittenMoveIllegal(ground) = self
        {
            return Some(ground);
        }
        None
    }

    /// The topic of the penalty, if the reason is a completed illegal move.
    pub(in crate::rules) const fn illegal_penalty(self) -> Option<Topic> {
        if let Reason::IllegalCompleted(offence, _)
        | Reason::IllegalLoses(offence, _)
        | Reason::IllegalUnwinnable(offence, _) = self
        {
            return Some(offence.penalty());
        }
        None
    }

    /// Whether the reason depends on the number of moves that both players have made. FEN starts a new move number with
    /// White, so such a ruling may change when the colours are exchanged.
    pub const fn counts_moves(self) -> bool {
        matches!(
            self,
            Reason::AgreementTooEarly(_)
                | Reason::AgreementForbidden(_)
                | Reason::OfferClaims
                | Reason::Ended(Termination::MoveLimit)
                | Reason::BegunWrongly(_)
                | Reason::BegunWronglyStands(_)
                | Reason::BoardTurned
                | Reason::ClocksWrong
                | Reason::ClocksWrongStand
        )
    }
}

/// Topics that few rule sets have an article of their own about, each with the topic whose article the others cite.
const NARROW: [(Topic, Topic); 17] = [
    (Topic::PressPenalty, Topic::IllegalPenalty),
    (Topic::TwoHandsPenalty, Topic::IllegalPenalty),
    (Topic::TouchedOwn, Topic::TouchedPiece),
    (Topic::TouchedOther, Topic::TouchedPiece),
    (Topic::TouchedBoth, Topic::TouchedPiece),
    (Topic::KingReleased, Topic::TouchedPiece),
    (Topic::SamePosition, Topic::ClaimByThreefold),
    (Topic::SamePositionEnPassant, Topic::SamePosition),
    (Topic::SamePositionCastling, Topic::SamePosition),
    (Topic::FiftyMoveClaims, Topic::ClaimByFifty),
    (Topic::LastMinutesAgreed, Topic::LastMinutes),
    (Topic::LastMinutesPostponed, Topic::LastMinutes),
    (Topic::LastMinutesRejected, Topic::LastMinutes),
    (Topic::GuidelinesAnnounced, Topic::LastMinutes),
    (Topic::GuidelinesScope, Topic::LastMinutes),
    (Topic::SealedMoveIllegal, Topic::SealedMoveVoid),
    (Topic::SealedMoveUnclear, Topic::SealedMoveVoid),
];

impl Topic {
    /// The topic whose article a rule set cites if it has none about this one.
    pub(in crate::rules) fn broader(self) -> Option<Topic> {
        NARROW.iter().find(|(narrow, _)| *narrow == self).map(|(_, broader)| *broader)
    }
}

impl Offence {
    /// The offence as the start of a sentence.
    const fn says(self) -> &'static str {
        match self {
            Offence::IllegalMove => "the player has completed an illegal move",
            Offence::PressWithoutMove => {
                "the clock was pressed without a move, which counts as an illegal move,"
            }
            Offence::TwoHands => {
                "the move was made with two hands, which counts as an illegal move,"
            }
            Offence::PawnLeft => {
                "the pawn was left on the last rank, which counts as an illegal move,"
            }
        }
    }

    /// The topic of the penalty.
    const fn penalty(self) -> Topic {
        match self {
            Offence::IllegalMove | Offence::PawnLeft => Topic::IllegalPenalty,
            Offence::PressWithoutMove => Topic::PressPenalty,
            Offence::TwoHands => Topic::TwoHandsPenalty,
        }
    }

    pub(in crate::rules) const fn topic(self) -> Topic {
        match self {
            Offence::IllegalMove => Topic::IllegalMove,
            Offence::PawnLeft => Topic::PawnLeft,
            Offence::PressWithoutMove => Topic::PressWithoutMove,
            Offence::TwoHands => Topic::TwoHandsCounted,
        }
    }
}

impl ClaimGround {
    /// The topic of the player who has the right to claim.
    const fn right(self) -> Topic {
        match self {
            ClaimGround::Threefold => Topic::ThreefoldClaims,
            ClaimGround::Fifty => Topic::FiftyMoveClaims,
        }
    }

    /// The topic of the penalty for a wrong claim.
    pub(in crate::rules) const fn penalty(self) -> Topic {
        match self {
            ClaimGround::Threefold => Topic::WrongClaimByThreefold,
            ClaimGround::Fifty => Topic::WrongClaimByFifty,
        }
    }

    pub(in crate::rules) const fn topic(self, claimed: Claimed) -> Topic {
        match (self, claimed) {
            (ClaimGround::Threefold, Claimed::OnBoard) => Topic::ClaimByThreefold,
            (ClaimGround::Threefold, Claimed::WithMove) => Topic::ClaimByThreefoldWithMove,
            (ClaimGround::Fifty, Claimed::OnBoard) => Topic::ClaimByFifty,
            (ClaimGround::Fifty, Claimed::WithMove) => Topic::ClaimByFiftyWithMove,
        }
    }
}

impl StartError {
    const fn topic(self) -> Topic {
        match self {
            StartError::ColoursReversed => Topic::ColoursReversed,
            StartError::PiecesMisplaced => Topic::PiecesMisplaced,
            StartError::BoardTurned => Topic::BoardTurned,
            StartError::ClocksWrong => Topic::WrongClocks,
        }
    }
}

impl Termination {
    /// The topic of a termination that needs no act.
    const fn topic(self) -> Option<Topic> {
        match self {
            Termination::Checkmate => Some(Topic::Checkmate),
            Termination::Stalemate => Some(Topic::Stalemate),
            Termination::DeadPosition => Some(Topic::DeadPosition),
            Termination::FivefoldRepetition => Some(Topic::Fivefold),
            Termination::SeventyFiveMoves => Some(Topic::SeventyFive),
            // No edition of the Laws draws these two without a claim.
            Termination::ThreefoldRepetition | Termination::FiftyMoves => None,
            // These result from an act, which has a reason of its own.
            Termination::Resignation
            | Termination::Time
            | Termination::Agreement
            | Termination::MaterialClaim
            | Termination::IllegalMoves
            | Termination::IllegalPosition
            | Termination::Forfeit
            | Termination::Arbiter
            | Termination::MoveLimit => None,
        }
    }
}

/// Formats an ordinal number: 1st, 2nd, 3rd and so on.
fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        (0 | 4.., _) => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_endings() {
        for (number, right) in
            [(1, "1st"), (2, "2nd"), (3, "3rd"), (5, "5th"), (11, "11th"), (23, "23rd")]
        {
            assert_eq!(ordinal(number), right);
        }
    }

    rows!(
        some_reasons_rest_on_how_many_moves_were_made,
        for (reason, counts) in [
            (Reason::AgreementTooEarly(2), true),
            (Reason::OfferClaims, true),
            (Reason::ClocksWrong, true),
            (Reason::ClaimRight(ClaimGround::Fifty, 100, Claimed::OnBoard), false),
            (Reason::Agreed, false),
            (Reason::OfferStands, false),
        ] {
            assert_eq!(reason.counts_moves(), counts, "{reason:?}");
        }
    );
}
