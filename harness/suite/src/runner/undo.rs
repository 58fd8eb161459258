//! Whether a library that takes moves back restores everything: the runner asks the same questions again after the library
//! has played other moves and taken them back.

use lawbook::position::Position;
use lawbook_catalogue::{
    adapter::{Implementation, Response, Scenario, detours},
    question::{
        Answer, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion, Question,
    },
};

/// The questions at the end of each line, in addition to those of the case.
const ALWAYS: [Question; 9] = [
    Question::Position(PositionQuestion::LegalMoves),
    Question::Position(PositionQuestion::Check),
    Question::Position(PositionQuestion::Placement),
    Question::Position(PositionQuestion::Turn),
    Question::Position(PositionQuestion::Castling),
    Question::Material(MaterialQuestion::Insufficient),
    Question::History(HistoryQuestion::HalfmoveClock),
    Question::History(HistoryQuestion::Occurrences),
    Question::Notation(NotationQuestion::Fen),
];

/// Returns the answer to [`HistoryQuestion::Undo`] at the end of a line: which answers changed, or the failure of the line
/// with the moves that are taken back. Returns `None` if the library takes no moves back, or fails without that.
pub(crate) fn changes(
    library: &dyn Implementation,
    scenario: &Scenario,
    questions: &[Question],
) -> Option<Response> {
    // A library that accepts a setup that cannot be played need not cope with it.
    let is_playable = Position::new(&scenario.setup).is_ok();
    if !is_playable || scenario.acts.iter().any(|act| act.played().is_none()) {
        return None;
    }
    // Where there is nothing to play and take back, there is nothing to ask.
    if detours(&scenario.setup, &scenario.acts).iter().all(Vec::is_empty) {
        return None;
    }
    let taking_back = library.taking_back()?;
    let mut questions = questions.to_vec();
    questions
        .extend(ALWAYS.iter().filter(|one| !questions.contains(one)).cloned().collect::<Vec<_>>());
    let before = library.ask(scenario, &questions);
    changed(&questions, &before, || taking_back.ask(scenario, &questions))
}

/// Returns which of the answers to these questions are others when they are given once more, or the first failure then.
/// Returns `None` if there is no answer, or a failure, before.
pub(crate) fn changed(
    questions: &[Question],
    before: &[Response],
    once_more: impl FnOnce() -> Vec<Response>,
) -> Option<Response> {
    if before.iter().any(Response::is_failure) || !before.iter().any(|one| one.answer().is_some()) {
        return None;
    }
    let after = once_more();
    if let Some(failure) = after.iter().find(|one| one.is_failure()) {
        return Some(failure.clone());
    }
    let pairs = questions.iter().zip(before.iter().zip(&after));
    let changed = pairs.filter(|(_, (before, after))| before.answer() != after.answer());
    let mut names: Vec<String> = changed.map(|(question, _)| question.name()).collect();
    names.sort_unstable();
    names.dedup();
    Some(Response::Answer { answer: Answer::Changes(names), native: true })
}

#[cfg(test)]
mod tests {
    use super::super::forgetful::Forgetful;
    use super::*;
    use lawbook::{
        position::{CastlingRights, Setup},
        rules::{Act, Event, RuleSet},
    };
    use lawbook_catalogue::adapter::InProcess;

    #[test]
    fn what_a_library_forgets_when_it_takes_a_move_back_is_named() {
        type Forgets = fn(&mut Setup, &Setup);
        let cases: [(Forgets, &[&str]); 4] = [
            (|_, _| (), &[]),
            (|setup, _| setup.halfmove_clock = 0, &["fen", "halfmove-clock"]),
            (|setup, _| setup.en_passant = None, &["fen"]),
            (|setup, _| setup.castling = CastlingRights::NONE, &["castling", "fen"]),
        ];
        for (forgets, names) in cases {
            let acts = ["e2e4", "g8f6", "e4e5", "d7d5"];
            let acts = acts.map(|text| Act::MoveAndPress { mv: text.parse().unwrap() }).to_vec();
            let setup = Setup { halfmove_clock: 7, ..Setup::start() };
            let mut scenario =
                Scenario { setup, acts, rule_set: RuleSet::LATEST, event: Event::default() };
            if names.contains(&"halfmove-clock") {
                scenario.acts.clear();
            }
            let response = changes(&InProcess::new(Forgetful { forgets }), &scenario, &[]).unwrap();
            let names = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(response.answer(), Some(&Answer::Changes(names)), "{response:?}");
        }
    }
}
