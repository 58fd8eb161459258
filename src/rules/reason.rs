use super::{Ground, RuleSet, Termination};

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
    ClaimRight(Ground, u32),
    /// The claim is incorrect, with only this number of occurrences or plies.
    ClaimWrong(Ground, u32),
    /// The claimant is not the player to move.
    ClaimNotOnMove,
    /// The claimant has already made the move.
    ClaimTooLate,
    /// The claimant has already touched a piece.
    ClaimAfterTouch,
    /// The rule set does not allow such a claim with a move that is only written down.
    ClaimNotAhead(Ground),
    /// The rule set draws such games automatically.
    ClaimNeedless(Ground),
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
    /// The promoted piece has touched its square.
    PromotionFinal,
    /// The pawn has to be exchanged before the clock is pressed.
    PawnNotExchanged,
    /// The illegal move is not completed and can be corrected.
    IllegalNotCompleted,
    /// The player has completed an illegal move, or an offence that counts as one; the number includes the earlier
    /// ones.
    IllegalCompleted(Offence, u32),
    /// This number of illegal moves loses the game.
    IllegalLoses(u32),
    /// This number of illegal moves would lose the game, which is drawn because the opponent cannot mate.
    IllegalUnwinnable(u32),
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
    BegunWrongly,
    /// The game was begun wrongly, but it is too late to cancel it, or the error does not justify it.
    BegunWronglyStands,
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
    /// The player arrived after the default time.
    TooLate,
    /// Both players were absent, and the lost time counts for White.
    BothAbsent,
    /// A phone rang.
    PhoneRang,
    /// A player refuses to keep to the Laws.
    LawsRefused,
    /// The move is in the envelope.
    MoveSealed,
    /// The sealed move is illegal or cannot be made out.
    SealedMoveVoid,
    /// No move has been sealed.
    NothingSealed,
    /// Pieces were knocked over.
    PiecesDisplaced,
    /// The clock was pressed with the other hand.
    OtherHand,
    /// The clocks may be stopped for this.
    StoppedWithReason,
    /// The clocks may not be stopped for this.
    StoppedForNothing,
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
                | Reason::BegunWrongly
                | Reason::BegunWronglyStands
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
            Reason::ClaimRight(Ground::Threefold, count) => {
                let nth = ordinal(count);
                return format!("the position occurs, or is about to occur, for the {nth} time");
            }
            Reason::ClaimWrong(Ground::Threefold, count) => {
                let nth = ordinal(count);
                return format!("the position occurs, or would occur, only for the {nth} time");
            }
            Reason::ClaimRight(Ground::Fifty, plies) => {
                return format!(
                    "{plies} plies without capture or pawn move are at least fifty moves of each player"
                );
            }
            Reason::ClaimWrong(Ground::Fifty, plies) => {
                return format!(
                    "{plies} plies without capture or pawn move are fewer than fifty moves of each player"
                );
            }
            Reason::ClaimNotAhead(ground) => {
                return format!(
                    "{rule_set} knows no claim by {ground} with a move that is only written down"
                );
            }
            Reason::ClaimNeedless(ground) => {
                return format!(
                    "{rule_set} draws by {ground} without a claim, and the game is not drawn"
                );
            }
            Reason::AgreementTooEarly(1) => {
                return format!("{rule_set} lets the players agree only once each has moved");
            }
            Reason::AgreementTooEarly(moves) => {
                return format!(
                    "{rule_set} lets the players agree only after {moves} moves of each"
                );
            }
            Reason::AgreementForbidden(number) => {
                return format!(
                    "the event forbids it before move {number} without the arbiter's consent"
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
                };
                return format!("{what} for the {} time", ordinal(count));
            }
            Reason::IllegalLoses(count) => {
                return format!("the {} completed illegal move loses", ordinal(count));
            }
            Reason::IllegalUnwinnable(count) => {
                return format!(
                    "the {} completed illegal move loses, but the opponent cannot mate by any series of legal moves",
                    ordinal(count)
                );
            }
            Reason::NothingEndsIt => "nothing in the position or in what was done ends the game",
            Reason::AlreadyOver => {
                "the game had ended before, and what is done afterwards changes nothing"
            }
            Reason::ClaimNotOnMove => "only the player who has the move may claim",
            Reason::ClaimTooLate => {
                "the move has been made, and with it the claimant no longer has the move"
            }
            Reason::ClaimAfterTouch => {
                "a piece was touched on this move, and the right to claim is lost"
            }
            Reason::WrittenMoveChanged => "another move had been written, which cannot be changed",
            Reason::WrittenMoveIllegal => "the written move is not legal",
            Reason::MoveWritten => "a written move is not yet a played one",
            Reason::NoClaim => "no claim is standing: a claim is decided at once",
            Reason::QuickplayApplies => "the arbiter decides, or postpones the decision",
            Reason::QuickplayNotHere => "the rule on the last minutes does not apply here",
            Reason::OfferStands => {
                "the offer stands until the opponent accepts it, refuses it or moves"
            }
            Reason::OfferClaims => "the opponent's pieces cannot mate, and the offer draws at once",
            Reason::OfferRepeated => "the same offer is standing already",
            Reason::OfferOnCondition => "no condition can be attached to an offer",
            Reason::OfferWithdrawn => "the offer is withdrawn",
            Reason::OfferNotWithdrawable => "an offer cannot be withdrawn before it is answered",
            Reason::NoOffer => "no such offer is standing",
            Reason::OfferDeclined => "the offer was refused and stands no longer",
            Reason::Agreed => "both players agreed",
            Reason::Resigned => "the player resigned",
            Reason::GestureMeansNothing => "the gesture means nothing by itself: ask",
            Reason::FlagFell => {
                "the flag fell, and the opponent can still win as far as the rule set asks"
            }
            Reason::FlagFellOnOffer => "the flag fell while the opponent was offering a draw",
            Reason::FlagUnnoticed => {
                "a flag has fallen when the arbiter sees it or a player claims it"
            }
            Reason::NoFlag => "no flag has fallen",
            Reason::BothFlagsDraw => {
                "nobody knows which flag fell first, and it is the last period"
            }
            Reason::BothFlagsPlayOn => "nobody knows which flag fell first, and the game goes on",
            Reason::BothFlagsUnsettled => {
                "without the guidelines for games without increment no text decides: the clock has to show whose flag fell first"
            }
            Reason::ArbiterKeepsOut => "the arbiter does not step in here: a player has to claim",
            Reason::TouchedToCastle => "king and rook were touched in this order, to castle",
            Reason::CastlingNotLegal => {
                "castling with this rook is not legal: another move of the king is obligatory, if it has one"
            }
            Reason::CastlingForfeited => {
                "the rook was touched before the king, so they cannot castle with this move"
            }
            Reason::NotOnMove => "it is the opponent's turn",
            Reason::MoveIllegal => "the move is not legal",
            Reason::NothingToComplete => "no move has been made that the clock could complete",
            Reason::Touched => "a piece touched on purpose must be moved or captured",
            Reason::TouchedInVain => "nothing that was touched can be moved or captured",
            Reason::TouchMeansNothing => "this touch does not oblige to anything",
            Reason::AgainstObligation => "something else is obligatory",
            Reason::NobodyObjected => "the obligation was broken, and nobody objected",
            Reason::ProtestRight => "the opponent broke an obligation, and the protest is in time",
            Reason::ProtestTooLate => {
                "nothing was broken, or the player has touched a piece or moved since"
            }
            Reason::NotYetPromoted => {
                "the choice is free until the piece touches the promotion square"
            }
            Reason::PromotionFinal => {
                "the piece has touched the promotion square, and the choice is final"
            }
            Reason::PawnNotExchanged => "the pawn has to be exchanged for a piece of the same move",
            Reason::IllegalNotCompleted => "the clock is not pressed, so nothing is completed",
            Reason::IllegalStands => "the opponent has replied, and the illegal move stands",
            Reason::IllegalUnnoticed => {
                "an illegal move that nobody notices changes the board and no more"
            }
            Reason::PositionImpossible => "no legal move can have led to the position on the board",
            Reason::PositionWaits => "the arbiter waits until the next move is completed",
            Reason::PositionDraws => {
                "the next move is completed, and the position is still illegal"
            }
            Reason::BegunWrongly => "the game was begun wrongly, and this is found in time",
            Reason::BegunWronglyStands => {
                "the game was begun wrongly, which is no reason, or no longer one, to cancel it"
            }
            Reason::BoardTurned => "the board lies the wrong way, and nothing else is wrong",
            Reason::ClockRuns => "time passes, and there is some left",
            Reason::TwoHandsImproper => "one hand makes the move; this one stands",
            Reason::ControlReached => {
                "the moves of this period have been made, so the flag loses nothing"
            }
            Reason::RecordIncomplete => {
                "the number of moves is not known: the clocks are stopped, and the scoresheets are brought up to date"
            }
            Reason::RecordLost => "it cannot be shown that the player has overstepped the time",
            Reason::ArbiterSilent => {
                "the arbiter does not call a flag here: the opponent has to claim"
            }
            Reason::SpectatorHasNoSay => {
                "a flag falls when the arbiter sees it or a player claims it; spectators may not interfere"
            }
            Reason::ClaimantsFlagDown => "the claimant's own flag has to be standing",
            Reason::InTime => "the player is within the time that he may be late",
            Reason::TooLate => "the player was not there by the default time",
            Reason::BothAbsent => "neither player was there, and the time is taken from White",
            Reason::PhoneRang => "the player's phone made a sound",
            Reason::LawsRefused => "persistent refusal to keep to the Laws loses the game",
            Reason::MoveSealed => "the move is sealed and read when the game is resumed",
            Reason::SealedMoveVoid => {
                "a sealed move that is illegal or has no certain meaning loses"
            }
            Reason::NothingSealed => "no move has been sealed",
            Reason::PiecesDisplaced => "whoever displaces pieces puts them back in his own time",
            Reason::OtherHand => {
                "the move is completed; the hand that makes the move has to press the clock, and the arbiter may penalise that"
            }
            Reason::StoppedWithReason => {
                "a player may stop the clocks to get the arbiter's help, as for a piece that is not at hand"
            }
            Reason::StoppedForNothing => "the clocks were stopped without a valid reason",
            Reason::ClocksWrong => "the clocks are set right when this is found",
            Reason::ClocksWrongStand => "too many moves have been made to change the clocks",
            Reason::ConsentGiven => "the arbiter consents, and the players may agree",
            Reason::AgreementNeedsConsent => "the event forbids it without the arbiter's consent",
            Reason::SecondsRequested => {
                "the request is at the same time an offer of a draw, which the opponent answers first"
            }
            Reason::SecondsGranted => "the offer was refused, and the arbiter grants the request",
            Reason::LastMinutesAgreed => {
                "the arbiter finds that the game cannot, or will not, be won by normal means"
            }
            Reason::LastMinutesPostponed => {
                "the arbiter postpones the decision, and the game goes on under his eyes"
            }
            Reason::LastMinutesRejected => {
                "the claim is rejected, and the opponent gets two minutes"
            }
            Reason::FlagFellOnPostponedClaim => {
                "the arbiter has still to decide the claim, and now does"
            }
            Reason::Referred => {
                "without an arbiter present the claim concludes the game, and the arbiter named for it decides"
            }
            Reason::NotShortOfTime => "the player has not less than two minutes left",
            Reason::NoRecord => {
                "nobody has recorded the moves, and the text does not say what shows the claim to be right"
            }
            Reason::NotWritten => "the move has to be written down before the claim",
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

    #[test]
    fn some_reasons_rest_on_how_many_moves_were_made() {
        for (reason, counts) in [
            (Reason::AgreementTooEarly(2), true),
            (Reason::OfferClaims, true),
            (Reason::ClocksWrong, true),
            (Reason::ClaimRight(Ground::Fifty, 100), false),
            (Reason::Agreed, false),
            (Reason::OfferStands, false),
        ] {
            assert_eq!(reason.counts_moves(), counts, "{reason:?}");
        }
    }
}
