//! Answers in the textual form that reproduction programs print.

use lawbook::position::Move;
use lawbook_catalogue::question::{Answer, AnswerRecord, Expectation, MovesRecord};

/// The right answer as a program prints it; `None` if it cannot be compared.
pub(crate) fn right(right: &Expectation) -> Option<String> {
    match right {
        Expectation::Exactly(Answer::Moves(moves)) | Expectation::Among(moves) => {
            Some(list(&sorted(moves)))
        }
        Expectation::Exactly(answer) => record(&answer.into()),
        Expectation::NotAmong(_) => Some("none".to_owned()),
        Expectation::Number(number) => Some(number.to_string()),
        Expectation::Squares(_) => None,
    }
}

/// A library's known answer as a program prints it, where `right` is the right one; `None` for refusals and the like,
/// because their wording is the library's.
pub(crate) fn known(right: &Expectation, says: &AnswerRecord) -> Option<String> {
    let AnswerRecord::Moves(MovesRecord { without, also }) = says else { return record(says) };
    let (Expectation::Exactly(Answer::Moves(moves))
    | Expectation::Among(moves)
    | Expectation::NotAmong(moves)) = right
    else {
        return None;
    };
    let mut said = if let Expectation::NotAmong(_) = right { Vec::new() } else { sorted(moves) };
    said.retain(|one| !without.contains(one));
    said.extend(also.iter().cloned());
    said.sort_unstable();
    Some(list(&said))
}

/// Whether a known deviation can apply to this expected answer. A case can ask for all legal moves, for moves that are
/// illegal, and for the number of moves.
pub(crate) fn can_explain(right: &Expectation, says: &AnswerRecord) -> bool {
    let AnswerRecord::Moves(MovesRecord { without, also }) = says else {
        let counts = matches!(says, AnswerRecord::Number { .. });
        return !counts || matches!(right, Expectation::Number(_));
    };
    let all = |some: &[String], moves: &[Move]| {
        let moves = sorted(moves);
        some.iter().all(|one| moves.contains(one))
    };
    match right {
        Expectation::Exactly(Answer::Moves(moves)) => all(without, moves),
        Expectation::Among(moves) => also.is_empty() && all(without, moves),
        Expectation::NotAmong(moves) => without.is_empty() && all(also, moves),
        Expectation::Exactly(_) | Expectation::Number(_) | Expectation::Squares(_) => false,
    }
}

/// The moves in UCI notation, sorted as text.
pub(crate) fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

fn list(texts: &[String]) -> String {
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

fn record(record: &AnswerRecord) -> Option<String> {
    match record {
        AnswerRecord::Is(is) => Some(is.to_string()),
        AnswerRecord::Count(count) => Some(count.to_string()),
        AnswerRecord::Decision(decision) => Some(String::from(*decision)),
        AnswerRecord::Text(text) => Some(text.clone()),
        AnswerRecord::Number { moves } => Some(moves.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_moves_a_program_says_what_is_asked_about() {
        let moves = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let differ = |without: &[&str], also: &[&str]| {
            AnswerRecord::Moves(MovesRecord { without: list(without), also: list(also) })
        };
        let both = moves(&["e1g1", "e1e2"]);
        for (expected, says, told, said) in [
            (
                Expectation::Among(moves(&["e1g1", "e1e2"])),
                differ(&["e1g1"], &[]),
                "e1e2 e1g1",
                Some("e1e2"),
            ),
            (
                Expectation::NotAmong(moves(&["e1c1", "e1g1"])),
                differ(&[], &["e1c1"]),
                "none",
                Some("e1c1"),
            ),
            (
                Expectation::Exactly(Answer::Moves(both)),
                differ(&["e1g1"], &["a1a2"]),
                "e1e2 e1g1",
                Some("a1a2 e1e2"),
            ),
            (Expectation::Among(moves(&["e1g1"])), differ(&["e1g1"], &[]), "e1g1", Some("none")),
            (Expectation::Number(3), AnswerRecord::Number { moves: 2 }, "3", Some("2")),
            (
                Expectation::Number(3),
                AnswerRecord::Panicked { panicked: "no".to_owned() },
                "3",
                None,
            ),
        ] {
            assert_eq!(right(&expected).as_deref(), Some(told), "{expected:?}");
            assert_eq!(known(&expected, &says).as_deref(), said, "{says:?}");
            assert!(can_explain(&expected, &says), "{expected:?} {says:?}");
        }
        for (expected, says) in [
            (Expectation::Among(moves(&["e1g1"])), differ(&[], &["e1c1"])),
            (Expectation::NotAmong(moves(&["e1c1"])), differ(&["e1g1"], &[])),
            (Expectation::Number(3), differ(&["e1g1"], &[])),
            (Expectation::Among(moves(&["e1g1"])), AnswerRecord::Number { moves: 2 }),
        ] {
            assert!(!can_explain(&expected, &says), "{expected:?} {says:?}");
        }
    }
}
