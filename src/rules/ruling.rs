use std::fmt;

use super::{Ground, Outcome, RuleSet, Termination};
use crate::board::Color;

/// What an arbiter says to an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// How the game stands now.
    pub decision: Decision,
    /// Why.
    pub reason: Reason,
}

/// How the game stands after an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// It goes on.
    PlayOn,
    /// It is over.
    Over(Outcome),
    /// The act had no effect, and the game goes on.
    Refused(Refused),
}

/// What was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refused {
    /// A draw claim.
    Claim,
    /// A draw offer.
    Offer,
    /// The acceptance, or the refusal, of a draw offer.
    Acceptance,
    /// An agreement.
    Agreement,
    /// A move, or a press of the clock.
    Move,
}

impl Refused {
    /// Everything that can be refused.
    pub const ALL: [Refused; 5] =
        [Refused::Claim, Refused::Offer, Refused::Acceptance, Refused::Agreement, Refused::Move];

    /// The noun.
    pub const fn name(self) -> &'static str {
        match self {
            Refused::Claim => "claim",
            Refused::Offer => "offer",
            Refused::Acceptance => "acceptance",
            Refused::Agreement => "agreement",
            Refused::Move => "move",
        }
    }
}

/// Why a ruling is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The rule set knows no such claim with a move that is only written down.
    ClaimNotAhead(Ground),
    /// The rule set draws such games without a claim.
    ClaimNeedless(Ground),
    /// The written move is not legal.
    WrittenMoveIllegal,
    /// The offer stands until it is answered.
    OfferStands,
    /// The same player's offer stands already.
    OfferRepeated,
    /// There is no offer to answer.
    NoOffer,
    /// The offer was refused.
    OfferDeclined,
    /// The offer was accepted, or both agreed.
    Agreed,
    /// Both players have to make so many moves first.
    AgreementTooEarly(u32),
    /// The player resigned.
    Resigned,
    /// The player resigned, and the opponent cannot mate.
    ResignedUnwinnable,
    /// The flag fell.
    FlagFell,
    /// The flag fell, and the opponent cannot mate, as far as the rule set asks.
    FlagFellUnwinnable,
    /// The flag fell while the opponent was offering a draw.
    FlagFellOnOffer,
    /// It is the opponent's turn.
    NotOnMove,
    /// The move is not legal.
    MoveIllegal,
    /// There is no move to complete.
    NothingToComplete,
}

impl Reason {
    /// The reason in a sentence, as this rule set has it.
    pub fn explain(self, rule_set: RuleSet) -> String {
        match self {
            Reason::Ended(by) => {
                format!("the game ended {} as soon as the position arose", by.phrase())
            }
            Reason::ClaimRight(Ground::Threefold, count) => {
                format!("the position has arisen, or is about to arise, for the {count}. time")
            }
            Reason::ClaimWrong(Ground::Threefold, count) => {
                format!("the position has arisen, or would arise, only for the {count}. time")
            }
            Reason::ClaimRight(Ground::Fifty, plies) => format!(
                "{plies} plies without capture or pawn move are at least fifty moves of each player"
            ),
            Reason::ClaimWrong(Ground::Fifty, plies) => format!(
                "{plies} plies without capture or pawn move are fewer than fifty moves of each player"
            ),
            Reason::ClaimNotAhead(ground) => {
                format!(
                    "{rule_set} knows no claim by {ground} with a move that is only written down"
                )
            }
            Reason::ClaimNeedless(ground) => {
                format!("{rule_set} draws by {ground} without a claim, and the game is not drawn")
            }
            Reason::AgreementTooEarly(moves) => {
                format!("{rule_set} lets the players agree only after {moves} move(s) of each")
            }
            Reason::FlagFellUnwinnable => {
                format!("the flag fell, but {}", rule_set.flag_draw().value)
            }
            other => other.words().to_owned(),
        }
    }

    /// The sentence of a reason that needs no figures and is the same everywhere.
    const fn words(self) -> &'static str {
        match self {
            Reason::NothingEndsIt => "nothing in the position or in what was done ends the game",
            Reason::AlreadyOver => {
                "the game had ended before, and what is done afterwards changes nothing"
            }
            Reason::ClaimNotOnMove => "only the player who has the move may claim",
            Reason::ClaimTooLate => {
                "the move has been made, and with it the claimant no longer has the move"
            }
            Reason::WrittenMoveIllegal => "the written move is not legal",
            Reason::OfferStands => {
                "the offer stands until the opponent accepts it, refuses it or moves"
            }
            Reason::OfferRepeated => "the same offer is standing already",
            Reason::NoOffer => "no offer of the opponent is standing",
            Reason::OfferDeclined => "the offer was refused and stands no longer",
            Reason::Agreed => "both players agreed",
            Reason::Resigned => "the player resigned",
            Reason::ResignedUnwinnable => {
                "the player resigned, and no series of legal moves lets the opponent mate"
            }
            Reason::FlagFell => {
                "the flag fell, and the opponent can still win as far as the rule set asks"
            }
            Reason::FlagFellOnOffer => "the flag fell while the opponent was offering a draw",
            Reason::NotOnMove => "it is the opponent's turn",
            Reason::MoveIllegal => "the move is not legal",
            Reason::NothingToComplete => "no move has been made that the clock could complete",
            _ => "",
        }
    }
}

impl Decision {
    /// The same decision with colours exchanged.
    pub fn flip(self) -> Decision {
        match self {
            Decision::Over(outcome) => Decision::Over(outcome.flip()),
            other => other,
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Decision> {
        if text == "play on" {
            return Some(Decision::PlayOn);
        }
        if let Some(noun) = text.strip_suffix(" refused") {
            let refused = Refused::ALL.into_iter().find(|refused| refused.name() == noun)?;
            return Some(Decision::Refused(refused));
        }
        text.parse().ok().map(Decision::Over)
    }

    /// Every decision there is, for messages that name the nearest.
    pub fn all() -> impl Iterator<Item = Decision> {
        let outcomes = Termination::ALL.into_iter().flat_map(|by| {
            let winners = match by {
                Termination::Checkmate => &[Some(Color::White), Some(Color::Black)][..],
                Termination::Resignation | Termination::Time => {
                    &[Some(Color::White), Some(Color::Black), None]
                }
                _ => &[None],
            };
            winners.iter().map(move |&winner| Decision::Over(Outcome { winner, by }))
        });
        [Decision::PlayOn].into_iter().chain(outcomes).chain(Refused::ALL.map(Decision::Refused))
    }
}

/// `play on`, an outcome, or `claim refused`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::PlayOn => f.write_str("play on"),
            Decision::Over(outcome) => outcome.fmt(f),
            Decision::Refused(refused) => write!(f, "{} refused", refused.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_read_back_as_they_are_written() {
        for decision in Decision::all() {
            assert_eq!(Decision::parse(&decision.to_string()), Some(decision));
        }
        for text in ["", "Play on", "White wins", "draw by magic", "king refused", "White wins by"]
        {
            assert_eq!(Decision::parse(text), None, "{text:?}");
        }
    }
}
