use serde::{Deserialize, Serialize};

use super::{
    GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion, Question,
    value_words::{GroundWord, SideWord},
};
use crate::{board::Square, position::Move};

/// A question as it is sent: its name, and what it is about.
///
/// A new question with these kinds of subjects needs no new field, so that the form of what is sent
/// stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct QuestionRecord {
    /// The name of the question.
    pub ask: String,
    /// What a claim rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<GroundWord>,
    /// The move that is announced and not played, in UCI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<String>,
    /// The number of plies after which a position stood on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<usize>,
    /// A player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideWord>,
    /// A square such as `e4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// A text to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerForm {
    /// Yes or no.
    YesOrNo,
    /// A number.
    Number,
    /// How the game stands.
    Decision,
    /// What is obligatory.
    Orders,
    /// Legal moves.
    Moves,
    /// A text.
    Text,
    /// A move, or nothing.
    MoveOrNothing,
    /// A setup, or nothing.
    SetupOrNothing,
    /// Squares.
    Squares,
    /// Pairs of squares.
    Pairs,
    /// A part of the FEN of the position.
    PartOfFen,
}

impl QuestionRecord {
    /// A question about nothing but the game.
    pub(crate) fn new(ask: &str) -> QuestionRecord {
        QuestionRecord { ask: ask.to_owned(), ..QuestionRecord::default() }
    }

    pub(super) fn square(&self) -> Result<Square, String> {
        let name = self.needed(self.square.as_ref(), "square")?;
        Square::parse(name).ok_or_else(|| format!("{name:?} is no square"))
    }

    pub(super) fn text(&self) -> Result<String, String> {
        self.needed(self.text.as_ref(), "text").cloned()
    }

    pub(super) fn ply(&self) -> Result<usize, String> {
        self.needed(self.ply, "ply")
    }

    pub(super) fn side(&self) -> Result<SideWord, String> {
        self.needed(self.side, "side")
    }

    pub(super) fn ground(&self) -> Result<GroundWord, String> {
        self.needed(self.ground, "ground")
    }

    pub(super) fn written(&self) -> Result<Option<Move>, String> {
        let read = |text: &String| text.parse().map_err(|error| format!("{error}"));
        self.written.as_ref().map(read).transpose()
    }

    fn needed<T>(&self, field: Option<T>, name: &str) -> Result<T, String> {
        field.ok_or_else(|| format!("the question {:?} has no {name:?}", self.ask))
    }
}

impl From<&Question> for QuestionRecord {
    fn from(question: &Question) -> QuestionRecord {
        match question {
            Question::Game(question) => question.record(),
            Question::History(question) => question.record(),
            Question::Position(question) => question.record(),
            Question::Material(question) => question.record(),
            Question::Notation(question) => question.record(),
        }
    }
}

impl TryFrom<&QuestionRecord> for Question {
    type Error = String;

    fn try_from(record: &QuestionRecord) -> Result<Question, String> {
        // Each family says whether the name is one of its own.
        if let Some(question) = GameQuestion::read(record) {
            return question.map(Question::Game);
        }
        if let Some(question) = HistoryQuestion::read(record) {
            return question.map(Question::History);
        }
        if let Some(question) = PositionQuestion::read(record) {
            return question.map(Question::Position);
        }
        if let Some(question) = MaterialQuestion::read(record) {
            return question.map(Question::Material);
        }
        if let Some(question) = NotationQuestion::read(record) {
            return question.map(Question::Notation);
        }
        Err(format!("there is no question {:?}", record.ask))
    }
}
