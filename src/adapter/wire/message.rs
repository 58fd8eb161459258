use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

use super::{act::WireAct, act_words::TimeWord};
use crate::{
    question::{Ended, EndingWord, QuestionRecord, RefusedWord, SideWord},
    rules::{Clocks, Decision, Event, Outcome, RuleSet},
};

/// A line to an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum WireRequest {
    /// The first line: who are you?
    Hello {
        /// The answer repeats it.
        id: u64,
        /// The version of the protocol that is spoken.
        protocol: u32,
    },
    /// Set this up, play this, and answer these questions.
    Ask(Asking),
    /// Begin a game, or go on with one that is kept, and answer these questions in one line.
    Walk(Walking),
}

/// A situation and the questions about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Asking {
    /// The setup, as a FEN of six fields.
    pub(super) fen: String,
    /// The rules the game is played by.
    pub(super) rule_set: String,
    /// The conditions under which it is played; nothing special if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<WireEvent>,
    /// What was done, in order.
    pub(super) play: Vec<WireAct>,
    /// Whether each move is to be played, taken back, and played again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) take_back: bool,
    /// One line is expected for each, in this order.
    pub(super) questions: Vec<Numbered>,
}

/// A game that is kept, and the questions about it as it then stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Walking {
    /// The answer repeats it.
    pub(super) id: u64,
    /// Which game: a small number.
    pub(super) game: u64,
    /// The setup from which the game begins, a FEN of six fields; if left out, the game of this number goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fen: Option<String>,
    /// The rules the game is played by.
    pub(super) rule_set: String,
    /// The legal moves that are played now, in UCI, castling as the king's move.
    pub(super) moves: Vec<String>,
    /// Whether each move is to be played, taken back, and played again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) take_back: bool,
    /// One answer is expected for each, in this order.
    pub(super) questions: Vec<QuestionRecord>,
}

/// A question with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Numbered {
    /// The answer repeats it.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) question: QuestionRecord,
}

/// The conditions under which a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WireEvent {
    /// How much time there is.
    time: TimeWord,
    /// Whether an arbiter watches the board.
    supervised: bool,
    /// Whether time is added with every move.
    increment: bool,
    /// Whether no further time control follows.
    last_period: bool,
    /// Whether the guidelines for the last minutes of a game without increment were announced.
    quickplay_rules: bool,
    /// The event forbids agreement before this move; 0 if it does not.
    no_agreement_before_move: u32,
    /// Whether the event forbids agreement without the arbiter's consent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    no_agreement: bool,
    /// The move with which the period ends, if moves count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    control: Option<u32>,
    /// How many minutes late a player may arrive, if the event says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    default_minutes: Option<u32>,
    /// Whether the board records the moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    digital_board: bool,
    /// What the clocks show at the start, if seconds count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clocks: Option<WireClocks>,
}

/// What the clocks show, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct WireClocks {
    white: u32,
    black: u32,
    /// What is added when a move is completed.
    increment: u32,
}

/// The answer to the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WireHello {
    /// The number of the question.
    pub(super) id: u64,
    /// The version of the protocol that the adapter speaks.
    pub(super) protocol: u32,
    /// The name of the library, as its registry has it.
    pub(super) name: String,
    /// The exact version of the library.
    pub(super) version: String,
    /// The registry that has the library, in the words of package URLs, such as `npm`; none if left out.
    #[serde(default)]
    pub(super) ecosystem: String,
    /// What the adapter is written in.
    #[serde(default)]
    pub(super) language: String,
    /// The rules the library says it follows; the Laws in force if left out.
    #[serde(default = "latest")]
    pub(super) rule_set: String,
    /// The names of the questions that are answered; any other is never asked.
    pub(super) questions: Vec<String>,
    /// The names of the acts that are taken besides `move`; any other is never met.
    #[serde(default)]
    pub(super) acts: Vec<String>,
    /// The endings the library looks for when asked whether a game is over.
    #[serde(default)]
    pub(super) endings: Vec<EndingWord>,
    /// Whether the library plays Chess960; if not, it is asked about no such game. There the right to castle is
    /// written by the file of the rook, as in `HAha`, and castling as the king taking its rook.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) chess960: bool,
    /// Whether games are kept, so that `walk` is understood.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) walks: bool,
    /// Whether moves can be taken back, so that `take_back` is understood.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) takes_back: bool,
}

fn latest() -> String {
    RuleSet::LATEST.to_string()
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WireReply {
    /// The number of the question.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) outcome: WireOutcome,
}

/// The answers to a `walk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WireAnswers {
    /// The number of the request.
    pub(super) id: u64,
    /// What came of each question, in their order.
    pub(super) answers: Vec<WireOutcome>,
}

/// Derived, it would take the first of several outcomes.
impl<'de> Deserialize<'de> for WireReply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireReply, D::Error> {
        #[derive(Deserialize)]
        #[serde(expecting = "an object with an id and an outcome")]
        struct Fields {
            id: u64,
            #[serde(flatten)]
            others: Map<String, Value>,
        }
        let Fields { id, mut others } = Fields::deserialize(deserializer)?;
        others.retain(|name, _| OUTCOMES.contains(&name.as_str()));
        if others.len() != 1 {
            let names: Vec<&str> = others.keys().map(String::as_str).collect();
            let right = OUTCOMES.join(", ");
            return Err(D::Error::custom(match names[..] {
                [] => format!("there is no outcome; right would be one of {right}"),
                _ => format!("there are several outcomes: {}; right is one", names.join(", ")),
            }));
        }
        let outcome = serde_json::from_value(Value::Object(others)).map_err(D::Error::custom)?;
        Ok(WireReply { id, outcome })
    }
}

/// The fields under which an outcome stands.
pub(super) const OUTCOMES: [&str; 7] =
    ["native", "composed", "silent", "unsupported", "setup_refused", "move_refused", "failed"];

/// What came of a question; exactly one of these fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum WireOutcome {
    /// The answer, from the library's own interface.
    Native(Value),
    /// The answer, for which the adapter kept the history.
    Composed(Value),
    /// The library makes no claim either way here, and why.
    Silent(String),
    /// The library cannot be asked this, and why.
    Unsupported(String),
    /// The library refuses the setup, and what it says.
    SetupRefused(String),
    /// The library refuses a move of the line, which one, and what it says.
    MoveRefused(String),
    /// The library threw an exception, and its message.
    Failed(String),
}

/// How a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct WireEnded {
    /// The winner; nobody in a draw.
    #[serde(default)]
    pub(super) winner: Option<SideWord>,
    /// What ended it, if that is said.
    #[serde(default)]
    pub(super) by: Option<EndingWord>,
}

impl From<Event> for WireEvent {
    fn from(event: Event) -> WireEvent {
        WireEvent {
            time: event.time.into(),
            supervised: event.supervised,
            increment: event.increment,
            last_period: event.last_period,
            quickplay_rules: event.quickplay_rules,
            no_agreement_before_move: event.no_agreement_before_move.unwrap_or(0),
            no_agreement: event.no_agreement,
            control: event.control,
            default_minutes: event.default_minutes,
            digital_board: event.digital_board,
            clocks: event.clocks.map(|clocks| WireClocks {
                white: clocks.left[0],
                black: clocks.left[1],
                increment: clocks.increment,
            }),
        }
    }
}

impl From<WireEvent> for Event {
    fn from(event: WireEvent) -> Event {
        Event {
            time: event.time.into(),
            supervised: event.supervised,
            increment: event.increment,
            last_period: event.last_period,
            quickplay_rules: event.quickplay_rules,
            no_agreement_before_move: Some(event.no_agreement_before_move)
                .filter(|&first| first > 0),
            no_agreement: event.no_agreement,
            control: event.control,
            default_minutes: event.default_minutes,
            digital_board: event.digital_board,
            clocks: event.clocks.map(|clocks| Clocks {
                left: [clocks.white, clocks.black],
                increment: clocks.increment,
            }),
        }
    }
}

impl From<WireEnded> for Ended {
    fn from(ended: WireEnded) -> Ended {
        Ended { winner: ended.winner.map(Into::into), by: ended.by.map(Into::into) }
    }
}

impl From<Ended> for WireEnded {
    fn from(ended: Ended) -> WireEnded {
        WireEnded { winner: ended.winner.map(Into::into), by: ended.by.map(Into::into) }
    }
}

/// How the game stands: `"play-on"`, `{"winner": "white", "by": "resignation"}` with nobody as the
/// winner in a draw, `{"refused": "claim"}`, `"arbiter-decides"` or `"cancelled"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum WireDecision {
    Over { winner: Option<SideWord>, by: EndingWord },
    Refused { refused: RefusedWord },
    Other(WireOtherDecision),
}

/// A decision that needs no more than its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WireOtherDecision {
    PlayOn,
    ArbiterDecides,
    Cancelled,
    BothLose,
}

impl From<Decision> for WireDecision {
    fn from(decision: Decision) -> WireDecision {
        match decision {
            Decision::PlayOn => WireDecision::Other(WireOtherDecision::PlayOn),
            Decision::Over(Outcome { winner, by }) => {
                WireDecision::Over { winner: winner.map(Into::into), by: by.into() }
            }
            Decision::Refused(what) => WireDecision::Refused { refused: what.into() },
            Decision::ArbiterDecides => WireDecision::Other(WireOtherDecision::ArbiterDecides),
            Decision::Cancelled => WireDecision::Other(WireOtherDecision::Cancelled),
            Decision::BothLose => WireDecision::Other(WireOtherDecision::BothLose),
        }
    }
}

impl From<WireDecision> for Decision {
    fn from(decision: WireDecision) -> Decision {
        match decision {
            WireDecision::Over { winner, by } => {
                Decision::Over(Outcome { winner: winner.map(Into::into), by: by.into() })
            }
            WireDecision::Refused { refused } => Decision::Refused(refused.into()),
            WireDecision::Other(WireOtherDecision::PlayOn) => Decision::PlayOn,
            WireDecision::Other(WireOtherDecision::ArbiterDecides) => Decision::ArbiterDecides,
            WireDecision::Other(WireOtherDecision::Cancelled) => Decision::Cancelled,
            WireDecision::Other(WireOtherDecision::BothLose) => Decision::BothLose,
        }
    }
}
