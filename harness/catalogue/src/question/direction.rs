use serde::{Deserialize, Serialize};

use super::{AnswerRecord, DecisionRecord, ExpectationRecord, MovesRecord};
use lawbook::rules::Decision;
use lawbook_gate::words::Way;

/// How a wrong answer differs from the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Something is missing, a number is too low, or the answer is "no" instead of "yes".
    Lacks,
    /// Something is there that should not be, a number is too high, or the answer is "yes" instead of "no".
    Exceeds,
    /// In another way.
    Differs,
}

impl From<Way> for Direction {
    fn from(way: Way) -> Direction {
        match way {
            Way::Exceeds => Direction::Exceeds,
            Way::Lacks => Direction::Lacks,
            Way::Differs => Direction::Differs,
        }
    }
}

impl From<Direction> for Way {
    fn from(direction: Direction) -> Way {
        match direction {
            Direction::Exceeds => Way::Exceeds,
            Direction::Lacks => Way::Lacks,
            Direction::Differs => Way::Differs,
        }
    }
}

impl Direction {
    /// Returns the direction of a wrong answer. Of lists only the differences count.
    pub fn of(right: &ExpectationRecord, says: &AnswerRecord) -> Direction {
        let ExpectationRecord::Exactly(right) = right else { return Direction::of_moves(says) };
        let play_on = DecisionRecord::Decided(Decision::PlayOn);
        match (right, says) {
            (_, AnswerRecord::Is(said)) => toward(*said),
            (AnswerRecord::Count(right), AnswerRecord::Count(said)) => toward(said > right),
            (AnswerRecord::Number { moves: right }, AnswerRecord::Number { moves }) => {
                toward(moves > right)
            }
            (AnswerRecord::Decision(right), AnswerRecord::Decision(says)) => {
                match (*right == play_on, *says == play_on) {
                    (true, false) => Direction::Exceeds,
                    (false, true) => Direction::Lacks,
                    (true, true) | (false, false) => Direction::Differs,
                }
            }
            (AnswerRecord::List(right), AnswerRecord::List(says)) => difference(
                right.iter().any(|one| !says.contains(one)),
                says.iter().any(|one| !right.contains(one)),
            ),
            (_, says) => Direction::of_moves(says),
        }
    }

    fn of_moves(says: &AnswerRecord) -> Direction {
        if let AnswerRecord::Moves(MovesRecord { without, also }) = says {
            difference(!without.is_empty(), !also.is_empty())
        } else {
            Direction::Differs
        }
    }
}

/// The direction of an answer that says more than is right, or else less.
const fn toward(is_more: bool) -> Direction {
    if is_more { Direction::Exceeds } else { Direction::Lacks }
}

const fn difference(lacks: bool, exceeds: bool) -> Direction {
    match (lacks, exceeds) {
        (true, false) => Direction::Lacks,
        (false, true) => Direction::Exceeds,
        (true, true) | (false, false) => Direction::Differs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        a_wrong_answer_has_a_direction,
        for (right, says, direction) in [
            ("true", "false", Direction::Lacks),
            ("false", "true", Direction::Exceeds),
            ("3", "4", Direction::Exceeds),
            ("3", "2", Direction::Lacks),
            (r#"{"moves":20}"#, r#"{"moves":19}"#, Direction::Lacks),
            (r#"{"among":["e1g1"]}"#, r#"{"without":["e1g1"]}"#, Direction::Lacks),
            (r#"{"not-among":["e1g1"]}"#, r#"{"also":["e1g1"]}"#, Direction::Exceeds),
            (r#"["e1g1"]"#, r#"{"without":["e1g1"],"also":["e1c1"]}"#, Direction::Differs),
            (r#"["a1"]"#, r#"["a1","a2"]"#, Direction::Exceeds),
            (r#""play-on""#, r#""draw/fifty-moves""#, Direction::Exceeds),
            (r#""draw/fifty-moves""#, r#""play-on""#, Direction::Lacks),
            (r#""draw/fifty-moves""#, r#""draw/stalemate""#, Direction::Differs),
            (r#""Nf3""#, r#""Ngf3""#, Direction::Differs),
        ] {
            let right = serde_json::from_str(right).unwrap();
            let says = serde_json::from_str(says).unwrap();
            assert_eq!(Direction::of(&right, &says), direction, "{right}: {says}");
        }
    );
}
