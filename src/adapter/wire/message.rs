use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, Error},
    ser::Error as _,
};
use serde_json::{Map, Value};

use super::{answer::cut, question::Asked};
use crate::rules::{Act, Event, RuleSet, Termination};

/// A line to an adapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum Request {
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
    pub(super) event: Option<Event>,
    /// What was done, in order.
    #[cfg_attr(test, schemars(with = "Vec<Act>"))]
    pub(super) play: Vec<Readable<Act>>,
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
    #[cfg_attr(test, schemars(with = "Vec<Asked>"))]
    pub(super) questions: Vec<Readable<Asked>>,
}

/// A question with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Numbered {
    /// The answer repeats it.
    pub(super) id: u64,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Asked"))]
    pub(super) question: Readable<Asked>,
}

/// A part of a request, or why it cannot be read: the rest of the request is answered all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Readable<T>(pub(super) Result<T, String>);

impl<T: Serialize> Serialize for Readable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Readable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Readable<T>, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = T::deserialize(&value);
        Ok(Readable(
            read.map_err(|error| format!("cannot read {}: {error}", cut(&value.to_string()))),
        ))
    }
}

/// The answer to the first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Hello {
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
    pub(super) endings: Vec<Termination>,
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
pub(super) struct Reply {
    /// The number of the question.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
}

/// The answers to a `walk`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Answers {
    /// The number of the request.
    pub(super) id: u64,
    /// What came of each question, in their order.
    pub(super) answers: Vec<Outcome>,
}

/// Derived, it would take the first of several outcomes.
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
                [] => format!("there is no outcome; right would be one of {right}"),
                _ => format!("there are several outcomes: {}; right is one", names.join(", ")),
            }));
        }
        let outcome = serde_json::from_value(Value::Object(others)).map_err(D::Error::custom)?;
        Ok(Reply { id, outcome })
    }
}

/// The fields under which an outcome stands.
pub(super) const OUTCOMES: [&str; 7] =
    ["native", "composed", "silent", "unsupported", "setup_refused", "move_refused", "failed"];

/// What came of a question; exactly one of these fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
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
