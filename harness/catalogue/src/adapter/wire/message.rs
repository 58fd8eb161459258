use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

use super::question::WireQuestion;
use lawbook::rules::{Act, Event, RuleSet, Termination};

/// A request line to an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Request {
    /// The first request: asks the adapter to identify itself.
    Hello {
        /// The identifier; the answer repeats it.
        id: u64,
        /// The version of the protocol.
        protocol: u32,
    },
    /// Sets up a position, plays acts, and asks questions, which are answered on one line each.
    Ask(AskRequest),
    /// Starts or continues a kept game and asks questions, which are answered on a single line.
    Walk(WalkRequest),
}

/// A scenario and the questions about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct AskRequest {
    /// The setup, as a FEN with six fields.
    pub(super) fen: String,
    /// The rule set of the game.
    pub(super) rule_set: String,
    /// The regulations of the event; the defaults if omitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<Event>,
    /// The acts, in order.
    pub(super) play: Vec<Act>,
    /// Moves to be played and taken back: a list for each act, before the act, and one for the end. None if left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) take_back: Vec<Vec<String>>,
    /// Questions to ask the library before each act, and after each of these moves, before it is taken back. No reply is expected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) between: Vec<WireQuestion>,
    /// The questions. One reply line is expected for each, in this order.
    pub(super) questions: Vec<NumberedQuestion>,
}

/// Moves to be played in a kept game, and the questions about the position after them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WalkRequest {
    /// The identifier; the answer repeats it.
    pub(super) id: u64,
    /// The number of the game, a small integer.
    pub(super) game: u64,
    /// The start position, a FEN with six fields; if omitted, the game with this number continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fen: Option<String>,
    /// The rule set of the game.
    pub(super) rule_set: String,
    /// How many of the moves that were played to take back first, 0 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) back: Option<usize>,
    /// The legal moves to play now, in UCI. Castling is written as the king's move.
    pub(super) moves: Vec<String>,
    /// The questions. One answer is expected for each, in this order.
    pub(super) questions: Vec<WireQuestion>,
}

/// A question with its identifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct NumberedQuestion {
    /// The identifier; the answer repeats it.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) question: WireQuestion,
}

/// The answer to the first request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Hello {
    /// The identifier of the request.
    pub(super) id: u64,
    /// The version of the protocol that the adapter supports.
    pub(super) protocol: u32,
    /// The name of the library as in its package registry.
    pub(super) name: String,
    /// The exact version of the library.
    pub(super) version: String,
    /// The package URL type of the registry, such as `npm`; omitted if the library is in no registry.
    #[serde(default)]
    pub(super) ecosystem: String,
    /// The programming language of the adapter.
    #[serde(default)]
    pub(super) language: String,
    /// The rule set that the library follows; the Laws in force if omitted.
    #[serde(default = "latest")]
    pub(super) rule_set: String,
    /// The names of the supported questions; the adapter gets no others.
    pub(super) questions: Vec<String>,
    /// The names of the supported acts, apart from `move`; the adapter gets no others.
    #[serde(default)]
    pub(super) acts: Vec<String>,
    /// The endings that the library detects.
    #[serde(default)]
    pub(super) endings: Vec<Termination>,
    /// Whether the library supports Chess960; if not, it gets no questions about such games. In Chess960, castling
    /// rights are written by the file of the rook, as in `HAha`, and castling as the king taking its rook.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) chess960: bool,
    /// Those of the endings after which the library plays no further move, whatever the rule set says.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ends_by_itself: Vec<Termination>,
    /// Whether the library sets up positions from a FEN; if not, it gets games from the initial position.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub(super) reads_fen: bool,
    /// Whether the library refuses setups that cannot be played; if not, it gets no such setups.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub(super) validates_setups: bool,
    /// Whether the adapter keeps games, so that it supports `walk`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) walks: bool,
    /// Whether the adapter can take moves back, so that it supports `take_back`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) takes_back: bool,
}

const fn yes() -> bool {
    true
}

fn latest() -> String {
    RuleSet::LATEST.to_string()
}

/// Returns the beginning of a text, for messages.
pub(super) fn cut(text: &str) -> String {
    beginning(text, 80)
}

/// The text, or its first `most` characters.
pub(super) fn beginning(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The reply to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Reply {
    /// The identifier of the question.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) outcome: WireOutcome,
}

/// The answer to a `walk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Answers {
    /// The identifier of the request.
    pub(super) id: u64,
    /// One outcome per question, in order.
    pub(super) answers: Vec<WireOutcome>,
}

/// Implemented by hand because the derived code would accept several outcomes and use the first.
impl<'de> Deserialize<'de> for Reply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reply, D::Error> {
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
                [] => format!("no outcome; expected one of {right}"),
                _ => format!("several outcomes: {}; expected exactly one", names.join(", ")),
            }));
        }
        let outcome = serde_json::from_value(Value::Object(others)).map_err(D::Error::custom)?;
        Ok(Reply { id, outcome })
    }
}

/// The names of the fields that hold an outcome.
pub(super) const OUTCOMES: [&str; 7] =
    ["native", "composed", "silent", "unsupported", "setup_refused", "move_refused", "failed"];

/// The outcome of a question: exactly one of these fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum WireOutcome {
    /// The answer, from the library's own interface.
    Native(Value),
    /// The answer, derived by the adapter from a history that it keeps.
    Composed(Value),
    /// The library makes no claim in this case; the text gives the reason.
    Silent(String),
    /// The library does not support the question; the text gives the reason.
    Unsupported(String),
    /// The library rejects the setup; the text is its message.
    SetupRefused(String),
    /// The library rejects a move of the line; the text names the move and gives its message.
    MoveRefused(String),
    /// The library threw an exception; the text is its message.
    Failed(String),
}
