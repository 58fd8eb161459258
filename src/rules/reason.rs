use super::{ClaimGround, RuleSet, StartError, Termination, parameters::Phone};

/// An offence that counts as an illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

/// The reason for a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Nothing in the position ends the game.
    NothingEndsIt,
    /// The board, or the count of moves or positions, ends the game by itself.
    Ended(Termination),
    /// The game had ended before the act.
    AlreadyOver,
    /// The claim is correct, with this number of occurrences, or of plies without capture or pawn move.
    ClaimRight(ClaimGround, u32, Claimed),
    /// The claim is incorrect, with only this number of occurrences or plies.
    ClaimWrong(ClaimGround, u32),
    /// The claimant is not the player to move.
    ClaimNotOnMove,
    /// The claimant has already made the move.
    ClaimTooLate,
    /// The claimant has already touched a piece.
    ClaimAfterTouch,
    /// The rule set does not allow such a claim with a move that is only written down.
    ClaimNotAhead(ClaimGround),
    /// The rule set draws such games automatically.
    ClaimNeedless(ClaimGround),
    /// Another move had been written down before.
    WrittenMoveChanged,
    /// The written move is not legal.
    WrittenMoveIllegal,
    /// A written move is not played yet, but may be.
    MoveWritten,
    /// No claim is open.
    NoClaim,
    /// The rule on the last minutes applies, and leaves the decision to the arbiter.
    QuickplayApplies,
    /// The rule on the last minutes does not apply.
    QuickplayNotHere,
    /// The offer stands until it is answered.
    OfferStands,
    /// The opponent's pieces cannot mate, and the offer draws at once.
    OfferClaims,
    /// The same player's offer stands already.
    OfferRepeated,
    /// An offer cannot be conditional.
    OfferOnCondition,
    /// The offer was withdrawn, which the rule set allows.
    OfferWithdrawn,
    /// An offer cannot be withdrawn.
    OfferNotWithdrawable,
    /// No offer is open.
    NoOffer,
    /// The offer was refused.
    OfferDeclined,
    /// The offer was accepted, or both agreed.
    Agreed,
    /// Each player has to make this many moves first.
    AgreementTooEarly(u32),
    /// The event forbids agreement before this move.
    AgreementForbidden(u32),
    /// The player resigned.
    Resigned,
    /// The player resigned, and the opponent cannot mate.
    ResignedUnwinnable,
    /// The gesture has no effect by itself.
    GestureMeansNothing,
    /// The flag fell.
    FlagFell,
    /// The flag fell, and the opponent cannot mate by the criterion of the rule set.
    FlagFellUnwinnable,
    /// The flag fell while the opponent was offering a draw.
    FlagFellOnOffer,
    /// A fallen flag counts once it is noticed.
    FlagUnnoticed,
    /// No flag has fallen.
    NoFlag,
    /// Both flags have fallen, and the rule set draws.
    BothFlagsDraw,
    /// Both flags have fallen, and the game goes on.
    BothFlagsPlayOn,
    /// Both flags have fallen, and this event has no rule for that.
    BothFlagsUnsettled,
    /// It is the opponent's turn.
    NotOnMove,
    /// The move is not legal.
    MoveIllegal,
    /// No move is waiting for completion.
    NothingToComplete,
    /// The piece was touched on purpose.
    Touched,
    /// King and rook were touched to castle.
    TouchedToCastle,
    /// The rook was touched before the king, or castling is not legal.
    CastlingForfeited,
    /// King and rook were touched in this order, and castling with this rook is not legal.
    CastlingNotLegal,
    /// Nothing that was touched can be moved or captured.
    TouchedInVain,
    /// The touch creates no obligation.
    TouchMeansNothing,
    /// The move breaks an obligation.
    AgainstObligation,
    /// An obligation was broken without an objection.
    NobodyObjected,
    /// The protest is justified.
    ProtestRight,
    /// There is nothing to protest against, or it is too late.
    ProtestTooLate,
    /// A piece off the board can be exchanged until it touches the promotion square.
    NotYetPromoted,
    /// The queen that replaces a pawn left on the last rank would give mate or stalemate.
    QueenWouldEndIt,
    /// The director may declare a draw for lack of progress.
    LackOfProgress,
    /// The server draws at the third occurrence if a player's account is set to claim it.
    SettingMayClaim,
    /// The player adjusted a piece after saying so.
    Adjusted,
    /// The piece was touched by accident.
    TouchedByAccident,
    /// The promoted piece has touched its square.
    PromotionFinal,
    /// The pawn has to be exchanged before the clock is pressed.
    PawnNotExchanged,
    /// The illegal move is not completed and can be corrected.
    IllegalNotCompleted,
    /// The player has completed an illegal move, or an offence that counts as one; the number includes the earlier
    /// ones.
    IllegalCompleted(Offence, u32),
    /// The offence brings the illegal moves to the number that loses the game.
    IllegalLoses(Offence, u32),
    /// The offence brings the illegal moves to the number that would lose the game, which is drawn because the opponent
    /// cannot mate.
    IllegalUnwinnable(Offence, u32),
    /// The opponent has replied, and the illegal move stands.
    IllegalStands,
    /// The illegal move went unnoticed.
    IllegalUnnoticed,
    /// No legal move can have led to the position on the board.
    PositionImpossible,
    /// The arbiter does not intervene on his own initiative; a player has to claim.
    ArbiterKeepsOut,
    /// The arbiter waits to see whether the next move corrects the position.
    PositionWaits,
    /// The position was still impossible after the next move.
    PositionDraws,
    /// The game was begun wrongly, and is cancelled.
    BegunWrongly(StartError),
    /// The game was begun wrongly, but it is too late to cancel it, or the error does not justify it.
    BegunWronglyStands(StartError),
    /// The board is turned, and that is the only error.
    BoardTurned,
    /// Time passes.
    ClockRuns,
    /// The use of two hands is improper; the move stands.
    TwoHandsImproper,
    /// The moves of the period have been made, so the flag does not matter.
    ControlReached,
    /// The number of moves made is not known yet.
    RecordIncomplete,
    /// The claimant's scoresheet is not complete enough to win on time.
    RecordInsufficient,
    /// The number of moves made cannot be established.
    RecordLost,
    /// The arbiter does not call a flag here.
    ArbiterSilent,
    /// Spectators cannot call a flag.
    SpectatorHasNoSay,
    /// The claimant's own flag has fallen too.
    ClaimantsFlagDown,
    /// The player is late, but within the permitted time.
    InTime,
    /// The event names no default time, and neither do the rules.
    NoDefaultTime,
    /// The player arrived after the default time.
    TooLate,
    /// Both players were absent, and the lost time counts for White.
    BothAbsent,
    /// A player has left the game.
    LeftTheGame,
    /// A player has lost the connection.
    Disconnected,
    /// A phone rang.
    PhoneRang,
    /// A phone rang, and the opponent cannot mate.
    PhoneRangUnwinnable,
    /// A phone rang in a bag, and not on the player.
    PhoneRangInBag,
    /// A player refuses to keep to the Laws.
    LawsRefused,
    /// The move is in the envelope.
    MoveSealed,
    /// The sealed move is illegal or cannot be made out.
    SealedMoveVoid,
    /// The sealed move is illegal or cannot be made out, and the opponent cannot mate.
    SealedMoveVoidUnwinnable,
    /// No move has been sealed.
    NothingSealed,
    /// Pieces were knocked over.
    PiecesDisplaced,
    /// The clock was pressed before the displaced pieces were put back.
    PressedBeforePutBack,
    /// The displaced pieces stand again.
    PiecesStandAgain,
    /// The clock was pressed with the other hand.
    OtherHand,
    /// The clocks may be stopped for this.
    StoppedWithReason,
    /// The clocks may not be stopped for this.
    StoppedForNothing,
    /// The clocks are stopped, and no time passes.
    ClocksStopped,
    /// Stopped clocks run again.
    ClocksStarted,
    /// The clocks were set wrongly.
    ClocksWrong,
    /// The clocks were set wrongly, but it is too late to change them.
    ClocksWrongStand,
    /// The arbiter consents to a draw by agreement.
    ConsentGiven,
    /// The event forbids agreement without the arbiter's consent.
    AgreementNeedsConsent,
    /// The request for extra seconds is at the same time an offer.
    SecondsRequested,
    /// The arbiter grants the extra seconds.
    SecondsGranted,
    /// The arbiter agrees with the claim in the last minutes.
    LastMinutesAgreed,
    /// The arbiter postpones the decision on the claim.
    LastMinutesPostponed,
    /// The arbiter rejects the claim in the last minutes.
    LastMinutesRejected,
    /// A flag fell while the decision on the claim was postponed.
    FlagFellOnPostponedClaim,
    /// The claim ends the game, and the designated arbiter decides.
    Referred,
    /// The claimant has two minutes or more.
    NotShortOfTime,
    /// The moves have not been recorded.
    NoRecord,
    /// The move was announced but not written down.
    NotWritten,
    /// The clock is pressed for the move that the opponent has already answered.
    CompletedLate,
}

impl Reason {
    /// Whether the reason depends on the number of moves that both players have made. FEN starts a new move number with
    /// White, so such a ruling may change when the colours are exchanged.
    pub const fn counts_moves(self) -> bool {
        matches!(
            self,
            Reason::AgreementTooEarly(_)
                | Reason::AgreementForbidden(_)
                | Reason::OfferClaims
                | Reason::BegunWrongly(_)
                | Reason::BegunWronglyStands(_)
                | Reason::BoardTurned
                | Reason::ClocksWrong
                | Reason::ClocksWrongStand
        )
    }

    /// The reason as a sentence, in the terms of this rule set.
    #[expect(clippy::too_many_lines, reason = "one line a variant")]
    pub fn explain(self, rule_set: RuleSet) -> String {
        let sentence = match self {
            Reason::Ended(by) => {
                return format!("the game ended {} as soon as the position arose", by.phrase());
            }
            Reason::ClaimRight(ClaimGround::Threefold, count, claimed) => {
                let verb = match claimed {
                    Claimed::OnBoard => "occurs",
                    Claimed::WithMove => "is about to occur",
                };
                return format!("the position {verb} for the {} time", ordinal(count));
            }
            Reason::ClaimWrong(ClaimGround::Threefold, count) => {
                let nth = ordinal(count);
                return format!("the position occurs, or would occur, only for the {nth} time");
            }
            Reason::ClaimRight(ClaimGround::Fifty, plies, _) => {
                return format!(
                    "{plies} half-moves without a capture or pawn move are at least fifty moves by each player"
                );
            }
            Reason::ClaimWrong(ClaimGround::Fifty, plies) => {
                return format!(
                    "{plies} half-moves without a capture or pawn move are fewer than fifty moves by each player"
                );
            }
            Reason::ClaimNotAhead(ground) => {
                return format!(
                    "{rule_set} does not allow a claim by {ground} with a move that is only written down"
                );
            }
            Reason::ClaimNeedless(ground) => {
                return format!(
                    "under {rule_set} {ground} draws without a claim, and the game is not drawn"
                );
            }
            Reason::AgreementTooEarly(1) => {
                return format!("{rule_set} allows agreement only after each player has moved");
            }
            Reason::AgreementTooEarly(moves) => {
                return format!(
                    "{rule_set} allows agreement only after {moves} moves by each player"
                );
            }
            Reason::AgreementForbidden(number) => {
                return format!(
                    "the rules of the event forbid agreement before move {number} without the arbiter's consent"
                );
            }
            Reason::FlagFellUnwinnable => {
                return format!("the flag fell, but {}", rule_set.flag_draw().value);
            }
            Reason::ResignedUnwinnable => {
                return format!("the player resigned, but {}", rule_set.flag_draw().value);
            }
            Reason::IllegalCompleted(offence, count) => {
                let what = match offence {
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
                };
                return format!("{what} for the {} time", ordinal(count));
            }
            Reason::IllegalLoses(_, count) => {
                return format!("the {} completed illegal move loses", ordinal(count));
            }
            Reason::IllegalUnwinnable(_, count) => {
                return format!(
                    "the {} completed illegal move loses, but the opponent cannot mate by any series of legal moves",
                    ordinal(count)
                );
            }
            Reason::NothingEndsIt => "neither the position nor any action ends the game",
            Reason::AlreadyOver => {
                "the game had already ended, and later actions do not change the result"
            }
            Reason::ClaimNotOnMove => "only the player having the move may claim",
            Reason::ClaimTooLate => {
                "the claimant has made the move, and therefore no longer has the move"
            }
            Reason::ClaimAfterTouch => {
                "the player has touched a piece on this move, and has lost the right to claim"
            }
            Reason::WrittenMoveChanged => "another move had been written, which cannot be changed",
            Reason::WrittenMoveIllegal => "the written move is not legal",
            Reason::MoveWritten => "a written move has not yet been made",
            Reason::NoClaim => "no claim is pending: claims are decided immediately",
            Reason::QuickplayApplies => "the arbiter decides, or postpones the decision",
            Reason::QuickplayNotHere => "the rule for the last two minutes does not apply here",
            Reason::OfferStands => {
                "the offer remains valid until the opponent accepts it, rejects it or moves"
            }
            Reason::OfferClaims => "the opponent's pieces cannot mate, and the offer draws at once",
            Reason::OfferRepeated => "the same offer has already been made",
            Reason::OfferOnCondition => "no condition can be attached to an offer",
            Reason::OfferWithdrawn => "the offer is withdrawn",
            Reason::OfferNotWithdrawable => "an offer cannot be withdrawn before it is answered",
            Reason::NoOffer => "no such offer is open",
            Reason::OfferDeclined => "the offer was rejected and is no longer valid",
            Reason::Agreed => "both players agreed",
            Reason::Resigned => "the player resigned",
            Reason::GestureMeansNothing => "the gesture alone has no meaning: ask the player",
            Reason::FlagFell => {
                "the flag fell, and the opponent can still win by the standard of the rule set"
            }
            Reason::FlagFellOnOffer => "the flag fell while the opponent was offering a draw",
            Reason::FlagUnnoticed => {
                "a flag has fallen when the arbiter sees it or a player claims it"
            }
            Reason::NoFlag => "no flag has fallen",
            Reason::BothFlagsDraw => {
                "it is impossible to establish which flag fell first, and this is the last period"
            }
            Reason::BothFlagsPlayOn => {
                "it is impossible to establish which flag fell first, and the game continues"
            }
            Reason::BothFlagsUnsettled => {
                "unless the guidelines for games without increment apply, no article decides this: the clock must \
                 show whose flag fell first"
            }
            Reason::ArbiterKeepsOut => "the arbiter does not intervene here: a player must claim",
            Reason::TouchedToCastle => "the player touched king and rook in this order to castle",
            Reason::CastlingNotLegal => {
                "castling with this rook is not legal: the player must make another legal move with the king, if \
                 there is one"
            }
            Reason::CastlingForfeited => {
                "the rook was touched before the king, so they cannot castle with this move"
            }
            Reason::NotOnMove => "it is the opponent's turn",
            Reason::MoveIllegal => "the move is not legal",
            Reason::NothingToComplete => {
                "no move has been made that pressing the clock could complete"
            }
            Reason::Touched => "a piece touched on purpose must be moved or captured",
            Reason::TouchedInVain => "none of the touched pieces can be moved or captured",
            Reason::TouchMeansNothing => "touching the piece creates no obligation",
            Reason::AgainstObligation => "the move does not fulfil the player's obligation",
            Reason::NobodyObjected => "the obligation was broken, and the opponent did not object",
            Reason::ProtestRight => "the opponent broke an obligation, and the protest is in time",
            Reason::ProtestTooLate => {
                "no obligation was broken, or the player has since touched a piece or moved"
            }
            Reason::NotYetPromoted => {
                "the choice is free until the piece touches the promotion square"
            }
            Reason::QueenWouldEndIt => {
                "the pawn becomes a queen, which gives mate or stalemate; no text says whether this ends the game"
            }
            Reason::LackOfProgress => {
                "nothing ends the game by itself, but the director may declare a draw for lack of progress"
            }
            Reason::SettingMayClaim => {
                "the position occurs for the third time: the server draws at once if a player's account is set to claim, \
                 which it is by default since 2026; otherwise either player may claim"
            }
            Reason::Adjusted => {
                "the player said first that he adjusts, so the touch creates no obligation"
            }
            Reason::TouchedByAccident => "an accidental touch creates no obligation",
            Reason::PromotionFinal => {
                "the piece has touched the promotion square, and the choice is final"
            }
            Reason::PawnNotExchanged => "the pawn must be exchanged as part of the same move",
            Reason::IllegalNotCompleted => {
                "the clock has not been pressed, so the move is not completed"
            }
            Reason::IllegalStands => "the opponent has replied, so the illegal move stands",
            Reason::IllegalUnnoticed => {
                "an illegal move that is not noticed changes only the position on the board"
            }
            Reason::PositionImpossible => "no legal move can have led to the position on the board",
            Reason::PositionWaits => "the arbiter waits until the next move is completed",
            Reason::PositionDraws => {
                "the next move is completed, and the position is still illegal"
            }
            Reason::BegunWrongly(_) => "the game started incorrectly, and this is found in time",
            Reason::BegunWronglyStands(_) => {
                "the game started incorrectly, but this does not, or no longer, cancel it"
            }
            Reason::BoardTurned => "the board was placed incorrectly, and nothing else is wrong",
            Reason::ClockRuns => "time passes, and the player has time left",
            Reason::TwoHandsImproper => "a move must be made with one hand; this move stands",
            Reason::ControlReached => {
                "the moves of this period have been made, so the flag loses nothing"
            }
            Reason::RecordIncomplete => {
                "the number of moves is unknown: the arbiter stops the clocks, and the scoresheets are brought up to \
                 date"
            }
            Reason::RecordInsufficient => {
                "a win on time needs a reasonably complete scoresheet: at most three pairs of moves may be missing"
            }
            Reason::RecordLost => "it cannot be shown that the player has overstepped the time",
            Reason::ArbiterSilent => {
                "the arbiter does not call a flag here: the opponent has to claim"
            }
            Reason::SpectatorHasNoSay => {
                "a flag falls when the arbiter sees it or a player claims it; spectators may not interfere"
            }
            Reason::ClaimantsFlagDown => "the claimant's own flag must not have fallen",
            Reason::InTime => "the player arrived before the default time",
            Reason::NoDefaultTime => "the event has to name a default time, and it names none",
            Reason::TooLate => "the player did not arrive before the default time",
            Reason::BothAbsent => "neither player was present, so White loses the elapsed time",
            Reason::LeftTheGame => {
                "a player who leaves has not resigned: his clock runs on, and he loses when the flag falls"
            }
            Reason::Disconnected => {
                "the clock of a disconnected player runs on, and he loses if it runs out before he returns"
            }
            Reason::PhoneRang => match rule_set.phone().value {
                Phone::NotRegulated => {
                    return format!(
                        "the rules of {} do not mention phones",
                        rule_set.short_title()
                    );
                }
                Phone::Arbiter => "no penalty is prescribed for a phone that makes a sound",
                Phone::OnlyOnThePlayer => {
                    "the player has an electronic device on him; if it is elsewhere, the arbiter may only penalise him"
                }
                Phone::LosesAndArbiterScores | Phone::LosesUnlessUnwinnable => {
                    "the player's phone made a sound"
                }
                Phone::Loses => "the player brought an electronic device into the playing venue",
            },
            Reason::PhoneRangUnwinnable => {
                "the player's phone made a sound, but the opponent cannot mate by any series of legal moves"
            }
            Reason::PhoneRangInBag => {
                "the device was not on the player; it must be switched off and in the place named for it"
            }
            Reason::LawsRefused => "persistent refusal to comply with the Laws loses the game",
            Reason::MoveSealed => "the move is sealed and read when the game is resumed",
            Reason::SealedMoveVoid => "a sealed move that is illegal or ambiguous loses",
            Reason::SealedMoveVoidUnwinnable => {
                "the sealed move is illegal or ambiguous; as on a fallen flag, the game is drawn because the opponent \
                 cannot mate"
            }
            Reason::NothingSealed => "no move has been sealed",
            Reason::PiecesDisplaced => {
                "a player who displaces pieces must restore them on his own time"
            }
            Reason::PressedBeforePutBack => {
                "a player who displaces pieces must restore them before he presses the clock, and his clock keeps \
                 running until then"
            }
            Reason::PiecesStandAgain => "the pieces stand again, and the game continues",
            Reason::OtherHand => {
                "the move is completed; the player must press the clock with the hand that made the move, and the \
                 arbiter may penalise the breach"
            }
            Reason::StoppedWithReason => {
                "a player may stop the clocks to seek the arbiter's assistance, for example to get a piece for \
                 promotion"
            }
            Reason::StoppedForNothing => "the clocks were stopped without a valid reason",
            Reason::ClocksStopped => "the clocks are stopped, so no time passes and no flag falls",
            Reason::ClocksStarted => "the arbiter decides when the game goes on; the clocks run",
            Reason::ClocksWrong => "the clocks are corrected when the error is found",
            Reason::ClocksWrongStand => "too many moves have been made to change the clocks",
            Reason::ConsentGiven => "the arbiter consents, and the players may agree",
            Reason::AgreementNeedsConsent => {
                "the rules of the event forbid it without the arbiter's consent"
            }
            Reason::SecondsRequested => {
                "the request is also a draw offer, which the opponent must answer first"
            }
            Reason::SecondsGranted => {
                "the opponent rejected the offer, and the arbiter grants the request"
            }
            Reason::LastMinutesAgreed => {
                "the arbiter finds that the game cannot, or will not, be won by normal means"
            }
            Reason::LastMinutesPostponed => {
                "the arbiter postpones the decision, and the game continues under his supervision"
            }
            Reason::LastMinutesRejected => {
                "the arbiter rejects the claim, and the opponent receives two extra minutes"
            }
            Reason::FlagFellOnPostponedClaim => {
                "the arbiter had postponed the decision on the claim, and now decides it"
            }
            Reason::Referred => {
                "without an arbiter present the claim concludes the game, and the arbiter named for it decides"
            }
            Reason::NotShortOfTime => "the player has two minutes or more left",
            Reason::NoRecord => {
                "neither player recorded the moves, and the Laws do not say how to verify the claim"
            }
            Reason::NotWritten => "the player must write the move down before claiming",
            Reason::CompletedLate => {
                "a player may press the clock after his move even if the opponent has replied"
            }
        };
        sentence.to_owned()
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
