use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Order, Outcome, Reason, Termination, reason::Topic};
use crate::board::Color;

/// The arbiter's response to an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The state of the game after the act.
    pub decision: Decision,
    /// The reason.
    pub reason: Reason,
    /// The current obligations.
    pub orders: Vec<Order>,
    /// The topics whose articles decide, if they are others than that of the reason.
    pub(super) topics: Vec<Topic>,
}

/// The state of the game after an act.
///
/// It is serialized as `"play-on"`, `{"winner": "white", "by": "resignation"}` with the winner `null` in a draw,
/// `{"refused": "claim"}`, `"arbiter-decides"`, `"cancelled"`, `"both-lose"` or `{"half-point": "white"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// The game goes on.
    PlayOn,
    /// The act had no effect, and the game goes on.
    Refused(Refused),
    /// The rule leaves the decision to the arbiter.
    ArbiterDecides,
    /// The game is cancelled, and a new one is played.
    Cancelled,
    /// The game is over, and both players have lost.
    BothLose,
    /// The game is over. The arbiter has given half a point to this player, and none to the opponent.
    HalfPoint(Color),
    /// The game is over, with this outcome.
    #[serde(untagged)]
    Over(Outcome),
}

named! {
    /// The kind of act that was refused.
    Refused::name;
    /// A draw claim.
    Claim "claim",
    /// A draw offer.
    Offer "offer",
    /// The acceptance, or the refusal, of a draw offer.
    Acceptance "acceptance",
    /// An agreement.
    Agreement "agreement",
    /// A move, or a press of the clock.
    Move "move",
    /// The withdrawal of an offer or a claim, or from the game.
    Withdrawal "withdrawal",
    /// A protest.
    Protest "protest",
}

impl Ruling {
    pub(super) const fn new(decision: Decision, reason: Reason) -> Ruling {
        Ruling { decision, reason, orders: Vec::new(), topics: Vec::new() }
    }

    pub(super) const fn play_on(reason: Reason) -> Ruling {
        Ruling::new(Decision::PlayOn, reason)
    }

    pub(super) const fn over(outcome: Outcome, reason: Reason) -> Ruling {
        Ruling::new(Decision::Over(outcome), reason)
    }

    pub(super) const fn refused(what: Refused, reason: Reason) -> Ruling {
        Ruling::new(Decision::Refused(what), reason)
    }

    pub(super) const fn left_to_the_arbiter(reason: Reason) -> Ruling {
        Ruling::new(Decision::ArbiterDecides, reason)
    }

    /// Returns the same ruling with colours exchanged.
    pub fn flip(self) -> Ruling {
        Ruling {
            decision: self.decision.flip(),
            orders: self.orders.into_iter().map(Order::flip).collect(),
            ..self
        }
    }

    /// Returns the same ruling based on these topics, if there are any.
    pub(super) fn on(mut self, topics: impl IntoIterator<Item = Topic>) -> Ruling {
        self.topics.extend(topics);
        self
    }

    pub(super) fn with(mut self, orders: impl IntoIterator<Item = Order>) -> Ruling {
        self.orders.extend(orders);
        self
    }
}

impl Decision {
    /// Returns the same decision with colours exchanged.
    pub fn flip(self) -> Decision {
        match self {
            Decision::Over(outcome) => Decision::Over(outcome.flip()),
            Decision::HalfPoint(to) => Decision::HalfPoint(!to),
            Decision::PlayOn
            | Decision::Refused(_)
            | Decision::ArbiterDecides
            | Decision::Cancelled
            | Decision::BothLose => self,
        }
    }

    /// Parses the text that [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Decision> {
        // `all` leaves out outcomes that no rules know, such as a win by stalemate.
        let outcome = text.parse().ok().map(Decision::Over);
        outcome.or_else(|| Decision::all().find(|decision| decision.to_string() == text))
    }

    /// All decisions, for messages that suggest the nearest name.
    pub fn all() -> impl Iterator<Item = Decision> {
        let outcomes = Termination::ALL.into_iter().flat_map(|by| {
            let winners = match by {
                Termination::Checkmate => &[Some(Color::White), Some(Color::Black)][..],
                Termination::Resignation
                | Termination::Time
                | Termination::IllegalMoves
                | Termination::Forfeit
                | Termination::Arbiter => &[Some(Color::White), Some(Color::Black), None],
                Termination::Stalemate
                | Termination::DeadPosition
                | Termination::Agreement
                | Termination::MaterialClaim
                | Termination::ThreefoldRepetition
                | Termination::FiftyMoves
                | Termination::FivefoldRepetition
                | Termination::SeventyFiveMoves
                | Termination::IllegalPosition
                | Termination::MoveLimit => &[None],
            };
            winners.iter().map(move |&winner| Decision::Over(Outcome { winner, by }))
        });
        [Decision::PlayOn, Decision::ArbiterDecides, Decision::Cancelled, Decision::BothLose]
            .into_iter()
            .chain(Color::ALL.map(Decision::HalfPoint))
            .chain(outcomes)
            .chain(Refused::ALL.map(Decision::Refused))
    }
}

/// Formats as `play on`, an outcome, `claim refused`, `the arbiter decides`, `the game is cancelled`, `both players lose`,
/// or `half a point to White`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::PlayOn => f.write_str("play on"),
            Decision::Over(outcome) => outcome.fmt(f),
            Decision::Refused(refused) => write!(f, "{} refused", refused.name()),
            Decision::ArbiterDecides => f.write_str("the arbiter decides"),
            Decision::Cancelled => f.write_str("the game is cancelled"),
            Decision::BothLose => f.write_str("both players lose"),
            Decision::HalfPoint(to) => write!(f, "half a point to {to}"),
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
