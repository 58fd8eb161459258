//! Questions about a game, and their answers.
//!
//! The questions come in families, one file each: the state of the game ([`GameQuestion`]), its history
//! ([`HistoryQuestion`]), the position on the board ([`PositionQuestion`]), mating chances ([`MaterialQuestion`]), and
//! notation ([`NotationQuestion`]). A family defines its names, its sentences, the form of its answers, and examples
//! that every library answers. Adapters and cases build on this module, which does not refer to them.
//!
//! Questions are serialized as they are. Answers are stored as records, which are stable values: [`AnswerRecord`],
//! [`ExpectationRecord`]. The sentences for people may change at any time.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

mod answer;
mod answer_record;
mod decision_record;
mod direction;
mod example;
mod expectation;
mod expectation_record;
mod fen;
mod flip;
mod game;
mod history;
mod material;
mod notation;
mod position;

pub use answer::{Answer, ReportedResult};
#[doc(hidden)]
pub use answer_record::{AnswerRecord, MovesRecord};
#[doc(hidden)]
pub use decision_record::DecisionRecord;
#[doc(hidden)]
pub use direction::Direction;
#[doc(hidden)]
pub use expectation::{Expectation, Expected, Moment};
#[doc(hidden)]
pub use expectation_record::ExpectationRecord;
#[doc(hidden)]
pub use expectation_record::contents;
pub use game::GameQuestion;
pub use history::HistoryQuestion;
pub use material::MaterialQuestion;
pub use notation::NotationQuestion;
pub use position::PositionQuestion;

use std::fmt;

use serde::{Deserialize, Serialize};

use lawbook::position::Setup;

/// A question about a line: a setup and the acts from there.
///
/// It is serialized with its name under `ask` and its subject in other fields: `{"ask": "can-mate", "side": "white"}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    untagged,
    expecting = "it is not the name of a question, or its \"side\", \"square\", \"ply\", \"text\", \"ground\", \
        \"written\", \"moves\", \"times\" or \"count\" is missing or wrong"
)]
pub enum Question {
    /// About the game as an arbiter sees it.
    Game(GameQuestion),
    /// About the history of the position.
    History(HistoryQuestion),
    /// About the position on the board.
    Position(PositionQuestion),
    /// About mating chances.
    Material(MaterialQuestion),
    /// About the notation of moves and positions.
    Notation(NotationQuestion),
}

impl Question {
    /// Whether the right answer depends on the rule set.
    pub const fn depends_on_rule_set(&self) -> bool {
        matches!(self, Question::Game(_))
    }

    /// Whether it asks about draw claims.
    pub const fn is_claim(&self) -> bool {
        matches!(self, Question::Game(GameQuestion::Claimable | GameQuestion::Claim { .. }))
    }

    /// The kind of the question, without squares, plies and texts: `same-as`, `reads`, `claim-fifty-written`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Question::Game(question) => question.kind(),
            Question::History(question) => question.kind(),
            Question::Position(question) => question.kind(),
            Question::Material(question) => question.kind(),
            Question::Notation(question) => question.kind(),
        }
    }

    /// At least one example of each question in a simple game: the FEN of the start, and the moves in UCI.
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

    /// The name under `ask` in the serialized form, without the subject: `claim`, `can-mate`.
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

    /// The form of its answers.
    pub const fn form(&self) -> AnswerForm {
        match self {
            Question::Game(question) => question.form(),
            Question::History(question) => question.form(),
            Question::Position(question) => question.form(),
            Question::Material(question) => question.form(),
            Question::Notation(question) => question.form(),
        }
    }

    /// The answer that a FEN of the position contains, if any.
    pub fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            Question::History(question) => question.read_from(setup),
            Question::Position(question) => question.read_from(setup),
            Question::Game(_) | Question::Material(_) | Question::Notation(_) => None,
        }
    }

    /// The short permanent name, for reports and lists of known deviations: the kind, followed by the square, the ply
    /// or the text that the question is about.
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

/// Formats the question in words.
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

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum AnswerForm {
    /// Yes or no.
    YesOrNo,
    /// A number.
    Number,
    /// The state of the game.
    Decision,
    /// The obligations.
    Orders,
    /// Legal moves.
    Moves,
    /// A text.
    Text,
    /// A move or none.
    MoveOrNothing,
    /// A setup or none.
    SetupOrNothing,
    /// Squares.
    Squares,
    /// Pairs of squares.
    Pairs,
    /// A part of the FEN of the position.
    PartOfFen,
    /// The FEN of the position.
    Fen,
    /// Names of questions whose answers changed.
    Changes,
}
