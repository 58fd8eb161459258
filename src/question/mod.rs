//! What can be asked about a game, and what can be answered.
//!
//! The questions come in families, one file each: how the game stands ([`GameQuestion`]), what has
//! happened before ([`HistoryQuestion`]), the position on the board ([`PositionQuestion`]), whether
//! somebody can still mate ([`MaterialQuestion`]), and how things are written ([`NotationQuestion`]).
//! A family has its names, its sentences, the form of its answers, and examples that every library answers; adapters
//! and cases are above this module, and neither is named here.
//!
//! Questions are sent and kept as they are. Answers are kept as records, which are values and stable:
//! [`AnswerRecord`], [`ExpectationRecord`]. The sentences for people may change at any time.

mod answer;
mod answer_record;
mod decision_record;
mod example;
mod expectation;
mod expectation_record;
mod game;
mod history;
mod material;
mod notation;
mod position;

pub use answer::{Answer, Ended};
#[doc(hidden)]
pub use answer_record::{AnswerRecord, MovesRecord};
#[doc(hidden)]
pub use decision_record::DecisionRecord;
#[doc(hidden)]
pub use expectation::{Expectation, Expected, Moment};
#[doc(hidden)]
pub use expectation_record::ExpectationRecord;
pub use game::GameQuestion;
pub use history::HistoryQuestion;
pub use material::MaterialQuestion;
pub use notation::NotationQuestion;
pub use position::PositionQuestion;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::position::Setup;

/// A question about a line: a setup and what was done from there.
///
/// It is sent and kept with its name under `ask`, and what it is about: `{"ask": "can-mate", "side": "white"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "its name is not that of a question, or its \"side\", \"square\", \"ply\", \"text\", \"ground\" or \"written\" is missing or wrong"
)]
pub enum Question {
    /// About the game as an arbiter sees it.
    Game(GameQuestion),
    /// About what has happened before.
    History(HistoryQuestion),
    /// About the position on the board.
    Position(PositionQuestion),
    /// About what can still become of the position.
    Material(MaterialQuestion),
    /// About moves and positions as texts.
    Notation(NotationQuestion),
}

impl Question {
    /// Whether the right answer depends on the rule set.
    pub const fn depends_on_rule_set(&self) -> bool {
        matches!(self, Question::Game(_))
    }

    /// Whether it asks for a draw that can be claimed.
    pub const fn is_claim(&self) -> bool {
        matches!(self, Question::Game(GameQuestion::Claimable | GameQuestion::Claim { .. }))
    }

    /// What is asked, without squares, plies and texts: `same-as`, `reads`, `claim-fifty-written`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Question::Game(question) => question.kind(),
            Question::History(question) => question.kind(),
            Question::Position(question) => question.kind(),
            Question::Material(question) => question.kind(),
            Question::Notation(question) => question.kind(),
        }
    }

    /// At least one example of each question in a simple game: the FEN with which it begins, and its moves in UCI.
    pub(crate) fn examples() -> impl Iterator<Item = (&'static str, &'static str, Question)> {
        fn of<Q: Into<Question>>(
            family: Vec<(&'static str, &'static str, Vec<Q>)>,
        ) -> impl Iterator<Item = (&'static str, &'static str, Question)> {
            family.into_iter().flat_map(|(fen, moves, questions)| {
                questions.into_iter().map(move |question| (fen, moves, question.into()))
            })
        }
        of(PositionQuestion::examples())
            .chain(of(MaterialQuestion::examples()))
            .chain(of(HistoryQuestion::examples()))
            .chain(of(GameQuestion::examples()))
            .chain(of(NotationQuestion::examples()))
    }

    /// The name under which it is sent, without what it is about: `claim`, `can-mate`.
    pub const fn sent_as(&self) -> &'static str {
        match self {
            Question::Game(GameQuestion::Claim { .. }) => "claim",
            Question::Game(GameQuestion::Seconds { .. }) => "seconds",
            Question::Material(MaterialQuestion::CanMate { .. }) => "can-mate",
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => self.kind(),
        }
    }

    /// What its answers look like.
    pub const fn form(&self) -> AnswerForm {
        match self {
            Question::Game(question) => question.form(),
            Question::History(question) => question.form(),
            Question::Position(question) => question.form(),
            Question::Material(question) => question.form(),
            Question::Notation(question) => question.form(),
        }
    }

    /// The answer that a FEN of the position has, if it has one.
    pub fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            Question::History(question) => question.read_from(setup),
            Question::Position(question) => question.read_from(setup),
            Question::Game(_) | Question::Material(_) | Question::Notation(_) => None,
        }
    }

    /// The short permanent name, for reports and lists of known deviations: the kind, and behind it
    /// the square, the ply or the text that is asked about.
    pub fn name(&self) -> String {
        let kind = self.kind();
        let subject = match self {
            Question::Game(_) | Question::Material(_) => None,
            Question::History(question) => question.subject(),
            Question::Position(question) => question.subject(),
            Question::Notation(question) => question.subject(),
        };
        subject.map_or_else(|| kind.to_owned(), |subject| format!("{kind}-{subject}"))
    }
}

/// The question in plain words.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Game(question) => question.fmt(f),
            Question::History(question) => question.fmt(f),
            Question::Position(question) => question.fmt(f),
            Question::Material(question) => question.fmt(f),
            Question::Notation(question) => question.fmt(f),
        }
    }
}

impl From<GameQuestion> for Question {
    fn from(question: GameQuestion) -> Question {
        Question::Game(question)
    }
}

impl From<HistoryQuestion> for Question {
    fn from(question: HistoryQuestion) -> Question {
        Question::History(question)
    }
}

impl From<PositionQuestion> for Question {
    fn from(question: PositionQuestion) -> Question {
        Question::Position(question)
    }
}

impl From<MaterialQuestion> for Question {
    fn from(question: MaterialQuestion) -> Question {
        Question::Material(question)
    }
}

impl From<NotationQuestion> for Question {
    fn from(question: NotationQuestion) -> Question {
        Question::Notation(question)
    }
}

/// What an answer looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
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
