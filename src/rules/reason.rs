use super::{Ground, RuleSet, Termination};

/// Why a ruling is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing in the position ends the game.
    NothingEndsIt,
    /// The board, or the count of moves or positions, ends the game by itself.
    Ended(Termination),
    /// The game had ended before the act.
    AlreadyOver,
    /// The claim is right: so many occurrences, or so many plies without capture or pawn move.
    ClaimRight(Ground, u32),
    /// The claim is wrong: only so many.
    ClaimWrong(Ground, u32),
    /// The claimant does not have the move.
    ClaimNotOnMove,
    /// The claimant has already made the move.
    ClaimTooLate,
    /// The claimant has already touched a piece.
    ClaimAfterTouch,
    /// The rule set knows no such claim with a move that is only written down.
    ClaimNotAhead(Ground),
    /// The rule set draws such games without a claim.
    ClaimNeedless(Ground),
    /// Another move had been written down before.
    WrittenMoveChanged,
    /// The written move is not legal.
    WrittenMoveIllegal,
    /// A written move is not played yet, and may be.
    MoveWritten,
    /// There is no claim that could be withdrawn.
    NoClaim,
    /// The rule on the last minutes applies, and leaves the decision to the arbiter.
    QuickplayApplies,
    /// The rule on the last minutes does not apply.
    QuickplayNotHere,
    /// The offer stands until it is answered.
    OfferStands,
    /// The same player's offer stands already.
    OfferRepeated,
    /// An offer cannot have a condition.
    OfferOnCondition,
    /// The offer was withdrawn, which the rule set allows.
    OfferWithdrawn,
    /// An offer cannot be withdrawn.
    OfferNotWithdrawable,
    /// There is no offer to answer, or to withdraw.
    NoOffer,
    /// The offer was refused.
    OfferDeclined,
    /// The offer was accepted, or both agreed.
    Agreed,
    /// Both players have to make so many moves first.
    AgreementTooEarly(u32),
    /// The event forbids agreement before this move.
    AgreementForbidden(u32),
    /// The player resigned.
    Resigned,
    /// The player resigned, and the opponent cannot mate.
    ResignedUnwinnable,
    /// The gesture means nothing by itself.
    GestureMeansNothing,
    /// The flag fell.
    FlagFell,
    /// The flag fell, and the opponent cannot mate, as far as the rule set asks.
    FlagFellUnwinnable,
    /// The flag fell while the opponent was offering a draw.
    FlagFellOnOffer,
    /// A flag counts as fallen when it is noticed.
    FlagUnnoticed,
    /// No flag has fallen.
    NoFlag,
    /// Both flags have fallen, and the rule set draws.
    BothFlagsDraw,
    /// Both flags have fallen, and the game goes on.
    BothFlagsPlayOn,
    /// It is the opponent's turn.
    NotOnMove,
    /// The move is not legal.
    MoveIllegal,
    /// There is no move to complete.
    NothingToComplete,
    /// The piece was touched on purpose.
    Touched,
    /// Nothing that was touched can be moved or captured.
    TouchedInVain,
    /// The touch does not oblige to anything.
    TouchMeansNothing,
    /// The move breaks an obligation.
    AgainstObligation,
    /// An obligation was broken and nobody objected.
    NobodyObjected,
    /// The protest is right.
    ProtestRight,
    /// There is nothing to protest against, or it is too late.
    ProtestTooLate,
    /// A piece beside the board can be exchanged until it touches the promotion square.
    NotYetPromoted,
    /// The promoted piece has touched its square.
    PromotionFinal,
    /// The pawn has to be exchanged before the clock is pressed.
    PawnNotExchanged,
    /// The illegal move is not completed, and can be corrected.
    IllegalNotCompleted,
    /// The player has completed an illegal move, and so many by now.
    IllegalCompleted(u32),
    /// So many illegal moves lose the game.
    IllegalLoses(u32),
    /// So many illegal moves lose the game, but the opponent cannot mate.
    IllegalUnwinnable(u32),
    /// The opponent has replied, and the illegal move stands.
    IllegalStands,
    /// Nobody has noticed the illegal move.
    IllegalUnnoticed,
    /// No legal move can have led to the position on the board.
    PositionImpossible,
    /// The arbiter waits whether the next move mends the position.
    PositionWaits,
    /// The position was as impossible after the next move.
    PositionDraws,
    /// The game was begun wrongly, and is cancelled.
    BegunWrongly,
    /// The game was begun wrongly, and it is too late to cancel it, or no reason to.
    BegunWronglyStands,
    /// The board lies the wrong way, and nothing else is wrong.
    BoardTurned,
    /// Time passes.
    ClockRuns,
    /// Two hands are improper, and the move stands.
    TwoHandsImproper,
}

impl Reason {
    /// The reason in a sentence, as this rule set has it.
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
                    "the event forbids agreement before move {number} without the arbiter"
                );
            }
            Reason::FlagFellUnwinnable => {
                return format!("the flag fell, but {}", rule_set.flag_draw().value);
            }
            Reason::IllegalCompleted(count) => {
                return format!(
                    "the player has completed an illegal move for the {} time",
                    ordinal(count)
                );
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
            Reason::OfferRepeated => "the same offer is standing already",
            Reason::OfferOnCondition => "no condition can be attached to an offer",
            Reason::OfferWithdrawn => "the offer is withdrawn",
            Reason::OfferNotWithdrawable => "an offer cannot be withdrawn before it is answered",
            Reason::NoOffer => "no such offer is standing",
            Reason::OfferDeclined => "the offer was refused and stands no longer",
            Reason::Agreed => "both players agreed",
            Reason::Resigned => "the player resigned",
            Reason::ResignedUnwinnable => {
                "the player resigned, and no series of legal moves lets the opponent mate"
            }
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
        };
        sentence.to_owned()
    }
}

/// 1st, 2nd, 3rd and so on.
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
}
