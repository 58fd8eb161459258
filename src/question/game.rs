use std::fmt;

use super::{AnswerForm, QuestionRecord};
use crate::{board::Color, position::Move, rules::Ground};

/// A question about the game as an arbiter sees it; the right answer depends on the rule set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameQuestion {
    /// How does the game stand?
    Ruling,
    /// What is obligatory by the last ruling?
    Orders,
    /// May the player on move claim a draw, on whatever ground?
    Claimable,
    /// Would this claim of the player on move be right, with this written move if any?
    Claim(Ground, Option<Move>),
    /// How many seconds does this player have left?
    Seconds(Color),
}

impl GameQuestion {
    /// The kind of the question.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            GameQuestion::Ruling => "ruling",
            GameQuestion::Orders => "orders",
            GameQuestion::Claimable => "claimable",
            GameQuestion::Claim(Ground::Threefold, None) => "claim-threefold",
            GameQuestion::Claim(Ground::Threefold, Some(_)) => "claim-threefold-written",
            GameQuestion::Claim(Ground::Fifty, None) => "claim-fifty",
            GameQuestion::Claim(Ground::Fifty, Some(_)) => "claim-fifty-written",
            GameQuestion::Seconds(Color::White) => "seconds-white",
            GameQuestion::Seconds(Color::Black) => "seconds-black",
        }
    }

    /// What its answers look like.
    pub(super) const fn form(&self) -> AnswerForm {
        match self {
            GameQuestion::Ruling => AnswerForm::Decision,
            GameQuestion::Orders => AnswerForm::Orders,
            GameQuestion::Claimable | GameQuestion::Claim(..) => AnswerForm::YesOrNo,
            GameQuestion::Seconds(_) => AnswerForm::Number,
        }
    }

    /// The question as it is sent.
    pub(super) fn record(&self) -> QuestionRecord {
        match self {
            GameQuestion::Ruling | GameQuestion::Orders | GameQuestion::Claimable => {
                QuestionRecord::new(self.kind())
            }
            GameQuestion::Claim(ground, written) => QuestionRecord {
                ground: Some((*ground).into()),
                written: written.map(|written| written.to_string()),
                ..QuestionRecord::new("claim")
            },
            GameQuestion::Seconds(side) => {
                QuestionRecord { side: Some((*side).into()), ..QuestionRecord::new("seconds") }
            }
        }
    }

    /// Reads a question that was sent; `None` if its name is of another family.
    pub(super) fn read(record: &QuestionRecord) -> Option<Result<GameQuestion, String>> {
        Some(Ok(match record.ask.as_str() {
            "ruling" => GameQuestion::Ruling,
            "orders" => GameQuestion::Orders,
            "claimable" => GameQuestion::Claimable,
            "claim" => {
                let claim = record
                    .ground()
                    .and_then(|ground| Ok(GameQuestion::Claim(ground.into(), record.written()?)));
                return Some(claim);
            }
            "seconds" => return Some(record.side().map(|side| GameQuestion::Seconds(side.into()))),
            _ => return None,
        }))
    }
}

impl fmt::Display for GameQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameQuestion::Ruling => f.write_str("How does the game stand?"),
            GameQuestion::Orders => f.write_str("What is obligatory now?"),
            GameQuestion::Claimable => f.write_str("May the player on move claim a draw now?"),
            GameQuestion::Claim(ground, None) => {
                write!(f, "May the player on move claim a draw by {ground} now?")
            }
            GameQuestion::Claim(ground, Some(written)) => {
                write!(f, "May the player on move write {written} and claim a draw by {ground}?")
            }
            GameQuestion::Seconds(color) => {
                write!(f, "How many seconds does {color} have left?")
            }
        }
    }
}
