//! The known deviations that explain a wrong answer, in a case or in a random game.

use super::{failure::failure, record};
use lawbook_catalogue::{
    Cause, Deviation,
    adapter::{Response, Scenario, SelfEnd},
    question::{AnswerRecord, Direction, ExpectationRecord, Expected, Question},
};
use lawbook_faults::{Fault, Memory, Shows, WrongAnswer, faults_named, legal_moves};

/// Known deviations of one library.
pub(crate) struct Known<'a> {
    deviations: Vec<&'a Deviation>,
    /// The faults that they name.
    faults: Vec<(&'a Deviation, &'static Fault)>,
}

/// The answers of the faults that known deviations name to questions about a line.
pub(super) type Predicted<'a> = Vec<(&'a Deviation, Vec<Response>)>;

impl<'a> Known<'a> {
    /// Creates the known deviations of a library from entries for it.
    pub(crate) fn new(deviations: Vec<&'a Deviation>) -> Known<'a> {
        let mut faults = Vec::new();
        for &one in &deviations {
            if let Cause::Fault(name) = &one.cause {
                faults.extend(faults_named(name).map(|fault| (one, fault)));
            }
        }
        Known { deviations, faults }
    }

    /// Returns the answers of the named faults that may show to questions about a line. `memory` has the answers of the
    /// reference to them.
    pub(super) fn predicted(
        &self,
        memory: &Memory,
        scenario: &Scenario,
        questions: &[Question],
        when: Shows,
    ) -> Predicted<'a> {
        let scene = memory.scene(scenario);
        let shown = self.faults.iter().filter(|(_, fault)| fault.may_show(&scene, questions, when));
        shown
            .map(|(deviation, fault)| (*deviation, fault.ask(memory, scenario, questions)))
            .collect()
    }

    /// Returns whether the causes together explain the response to a question at the end of a line that belongs to no case.
    /// `memory` is for this line.
    pub(crate) fn explains(
        &self,
        memory: &Memory,
        scenario: &Scenario,
        expected: &Expected,
        response: &Response,
    ) -> bool {
        let says = record(expected, response, false);
        let failure = failure(scenario, expected, &says);
        let mut causes = self.deviations.iter().map(|one| &one.cause);
        let unexplained = unexplained(expected, &says);
        // Where several endings hold, the answer does not tell which of them the library applies.
        let is_own_end = matches!(failure, Some(Cause::EndsByItself(_)));
        let holds = |cause: &Cause| match cause {
            _ if failure.as_ref() == Some(cause) || *cause == unexplained => true,
            Cause::EndsByItself(by) => is_own_end && SelfEnd::holds_after(scenario, *by),
            _ => false,
        };
        if causes.any(holds) {
            return true;
        }
        let Some(wrong) = WrongAnswer::of(expected, response, || legal_moves(scenario)) else {
            return false;
        };
        // Along a game, what shows before its last position has been seen there.
        let when = match wrong {
            WrongAnswer::MoveRefused(_) => Shows::Anywhere,
            _ => Shows::AtTheEnd,
        };
        let questions = std::slice::from_ref(&expected.question);
        let predicted = self.predicted(memory, scenario, questions, when);
        let differences = differences(&predicted, (0, expected), scenario, &wrong);
        differences.iter().fold(0, |bits, (_, part)| bits | part) == wrong.all_differences()
    }
}

/// Returns the cause of a wrong answer that no fault explains.
pub(super) fn unexplained(expected: &Expected, says: &AnswerRecord) -> Cause {
    Cause::Unexplained {
        question: expected.question.kind().to_owned(),
        direction: Direction::of(&ExpectationRecord::from(&expected.right), says),
    }
}

/// Returns the first deviation of those whose faults together explain a wrong answer to the question in this place wholly.
/// Those for this version are taken alone if they suffice.
pub(super) fn explaining<'k>(
    predicted: &[(&'k Deviation, Vec<Response>)],
    (place, expected): (usize, &Expected),
    scenario: &Scenario,
    wrong: &WrongAnswer,
    version: &str,
) -> Option<&'k Deviation> {
    let explained = differences(predicted, (place, expected), scenario, wrong);
    let of_version = |one: &&(&Deviation, u128)| one.0.covers_version(version);
    let sufficient = |some: Vec<&(&'k Deviation, u128)>| {
        let together = some.iter().fold(0, |bits, (_, part)| bits | part);
        let first = some.first().map(|(deviation, _)| *deviation);
        first.filter(|_| together == wrong.all_differences())
    };
    sufficient(explained.iter().filter(of_version).collect())
        .or_else(|| sufficient(explained.iter().collect()))
}

/// Returns which differences of a wrong answer the faults of each deviation explain, as bits.
fn differences<'k>(
    predicted: &[(&'k Deviation, Vec<Response>)],
    (place, expected): (usize, &Expected),
    scenario: &Scenario,
    wrong: &WrongAnswer,
) -> Vec<(&'k Deviation, u128)> {
    let explained = predicted.iter().filter_map(|(deviation, responses)| {
        let predicted = WrongAnswer::of(expected, responses.get(place)?, || legal_moves(scenario))?;
        Some((*deviation, predicted.explained_of(wrong)))
    });
    explained.filter(|(_, part)| *part != 0).collect()
}
