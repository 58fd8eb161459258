//! Questions about a game, and their answers.
//!
//! The questions come in families, one file each: the state of the game ([`GameQuestion`]), its history
//! ([`HistoryQuestion`]), the position on the board ([`PositionQuestion`]), mating chances ([`MaterialQuestion`]), and
//! notation ([`NotationQuestion`]). A family is a table of names, forms of answers and sentences, with examples that every
//! library answers. Adapters and cases build on this module, which does not refer to them.
//!
//! Questions are serialized as they are. Answers are stored as records, which are stable values: [`AnswerRecord`],
//! [`ExpectationRecord`]. The sentences for people may change at any time.

#![deny(clippy::wildcard_enum_match_arm, clippy::match_wildcard_for_single_variants)]

#[macro_use]
mod family;

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
pub use answer_record::{AnswerRecord, MovesRecord};
pub use decision_record::DecisionRecord;
pub use direction::Direction;
pub use expectation::{Expectation, Expected, Moment};
pub use expectation_record::{ExpectationRecord, contents};
pub use game::GameQuestion;
pub use history::HistoryQuestion;
pub use material::MaterialQuestion;
pub use notation::NotationQuestion;
pub use position::PositionQuestion;

use std::fmt;

use serde::{Deserialize, Serialize};

use lawbook::{
    board::{Color, Square},
    position::{Move, Setup},
    rules::ClaimGround,
};

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

/// Calls a function of the question in its family.
macro_rules! in_its_family {
    ($question:expr, $of:ident => $result:expr) => {
        match $question {
            Question::Game($of) => $result,
            Question::History($of) => $result,
            Question::Position($of) => $result,
            Question::Material($of) => $result,
            Question::Notation($of) => $result,
        }
    };
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
            Question::Game(GameQuestion::Claim { ground, written }) => match (ground, written) {
                (ClaimGround::Threefold, None) => "claim-threefold",
                (ClaimGround::Threefold, Some(_)) => "claim-threefold-written",
                (ClaimGround::Fifty, None) => "claim-fifty",
                (ClaimGround::Fifty, Some(_)) => "claim-fifty-written",
            },
            Question::Game(GameQuestion::Seconds { side: Color::White }) => "seconds-white",
            Question::Game(GameQuestion::Seconds { side: Color::Black }) => "seconds-black",
            Question::Material(MaterialQuestion::CanMate { side: Color::White }) => {
                "can-mate-white"
            }
            Question::Material(MaterialQuestion::CanMate { side: Color::Black }) => {
                "can-mate-black"
            }
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => self.sent_as(),
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

    /// The yes-or-no questions without a field that any position of a game answers at once, each once.
    pub fn plain() -> Vec<Question> {
        let mut plain = Vec::new();
        for (_, _, question) in Question::examples() {
            let is_plain = in_its_family!(&question, one => one.is_plain());
            let excluded = [PositionQuestion::Setup.into(), MaterialQuestion::Dead.into()];
            let is_asked = is_plain && question.form() == AnswerForm::YesOrNo;
            if is_asked && !excluded.contains(&question) && !plain.contains(&question) {
                plain.push(question);
            }
        }
        plain
    }

    /// The name under `ask` in the serialized form, without the subject: `claim`, `can-mate`.
    pub const fn sent_as(&self) -> &'static str {
        in_its_family!(self, one => one.sent_as())
    }

    /// The form of its answers.
    pub const fn form(&self) -> AnswerForm {
        in_its_family!(self, one => one.form())
    }

    /// The square that it is about, if any.
    pub fn square(&self) -> Option<Square> {
        in_its_family!(self, one => one.square())
    }

    /// The same question with the colours exchanged.
    fn flip(&self) -> Question {
        in_its_family!(self, one => one.flip().into())
    }

    /// The answer that a FEN of the position contains, if any. A library may count plies in another way than it writes, and a
    /// question about them is about its count.
    pub fn read_from(&self, setup: &Setup) -> Option<Answer> {
        match self {
            Question::Position(PositionQuestion::Placement) => {
                Some(Answer::Placement(Box::new(setup.placement)))
            }
            Question::Position(PositionQuestion::Turn) => Some(Answer::Player(setup.turn)),
            Question::Position(PositionQuestion::Castling) => {
                Some(Answer::Castling(setup.castling))
            }
            Question::History(HistoryQuestion::FullmoveNumber) => {
                Some(Answer::Count(setup.fullmove_number))
            }
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => None,
        }
    }

    /// The short permanent name, for reports and lists of known deviations: the kind, followed by the square, the ply
    /// or the text that the question is about.
    pub fn name(&self) -> String {
        let kind = self.kind();
        let subject = in_its_family!(self, one => one.subject());
        subject.map_or_else(|| kind.to_owned(), |subject| format!("{kind}-{subject}"))
    }
}

/// Formats the question in words.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::History(HistoryQuestion::SameAs { ply: 0 }) => {
                f.write_str("Is this the same position as at the start?")
            }
            Question::Game(GameQuestion::Claim { ground, written: Some(written) }) => {
                write!(f, "May the player on move write {written} and claim a draw by {ground}?")
            }
            Question::Position(PositionQuestion::Refuses { moves }) => {
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                write!(f, "Which of the moves {} are refused?", moves.join(" "))
            }
            Question::Game(_)
            | Question::History(_)
            | Question::Position(_)
            | Question::Material(_)
            | Question::Notation(_) => in_its_family!(self, one => one.fmt(f)),
        }
    }
}

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
