//! Explains the failing answers of a run by few causes.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Verdict};
use lawbook_catalogue::{Case, Mistake, RootCause};

/// A cause that is no failure of the library must explain this many answers.
const FEWEST: usize = 2;

/// Chooses the cause of each failing answer among its possible causes.
///
/// The cause that explains most of the answers of an implementation is chosen first, then the one that explains most of
/// the others, and so on. A named mistake counts less for each right answer that it predicts to be wrong. An answer that
/// has nothing in common with any other has no cause.
pub(crate) fn choose_causes<'v, 'k: 'v>(
    answers: impl IntoIterator<Item = (&'v Case, &'v mut Verdict<'k>)>,
) {
    let mut by_implementation: BTreeMap<usize, Answers<'v, 'k>> = BTreeMap::new();
    for (case, verdict) in answers {
        let answers = by_implementation.entry(verdict.implementation).or_default();
        if verdict.finding == Finding::Agrees {
            for mistake in refuted(case, verdict) {
                *answers.refuted.entry(mistake).or_default() += 1;
            }
        } else if !verdict.standing.passes() && !verdict.causes.is_empty() {
            answers.failing.push(verdict);
        }
    }
    for answers in by_implementation.into_values() {
        answers.choose();
    }
}

/// Returns the mistakes of a case that a right answer refutes.
fn refuted<'v>(case: &'v Case, verdict: &Verdict<'_>) -> impl Iterator<Item = &'v str> {
    let asked = (verdict.expected.question.clone(), verdict.expected.moment);
    let is_about = move |mistake: &&Mistake| {
        let mut wrong = mistake.expected.iter();
        wrong.any(|one| one.question == asked.0 && one.moment == asked.1)
    };
    case.mistakes.iter().filter(is_about).map(|mistake| mistake.name.as_str())
}

/// The answers of one implementation.
#[derive(Default)]
struct Answers<'v, 'k> {
    failing: Vec<&'v mut Verdict<'k>>,
    /// The number of right answers that refute each mistake.
    refuted: BTreeMap<&'v str, usize>,
}

impl Answers<'_, '_> {
    fn choose(mut self) {
        let mut left: BTreeSet<usize> = (0..self.failing.len()).collect();
        let mut chosen: BTreeMap<usize, RootCause> = BTreeMap::new();
        while let Some((cause, explained)) = self.best(&left) {
            for at in explained {
                left.remove(&at);
                chosen.insert(at, cause.clone());
            }
        }
        for (at, verdict) in self.failing.iter_mut().enumerate() {
            verdict.cause = chosen.remove(&at);
        }
    }

    /// Returns the cause that explains most of the answers that are left. Of two that explain as many, the one that an
    /// answer names earlier is taken, because its possible causes begin with the most specific.
    fn best(&self, left: &BTreeSet<usize>) -> Option<(RootCause, Vec<usize>)> {
        let mut explained: BTreeMap<&RootCause, (usize, Vec<usize>)> = BTreeMap::new();
        for &at in left {
            for (rank, cause) in self.failing[at].causes.iter().enumerate() {
                let (worst, answers) = explained.entry(cause).or_default();
                *worst = rank.max(*worst);
                answers.push(at);
            }
        }
        let (_, cause, answers) = explained
            .into_iter()
            .filter(|(cause, (_, answers))| cause.is_failure() || answers.len() >= FEWEST)
            .filter_map(|(cause, (rank, answers))| {
                let score = answers.len().checked_sub(self.contradictions(cause))?;
                (score > 0).then_some(((score, usize::MAX - rank), cause, answers))
            })
            // Of equals the first in the order of the causes.
            .reduce(|best, one| if one.0 > best.0 { one } else { best })?;
        Some((cause.clone(), answers))
    }

    fn contradictions(&self, cause: &RootCause) -> usize {
        let RootCause::Mistake(name) = cause else { return 0 };
        self.refuted.get(name.as_str()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Standing, run};
    use lawbook::{
        board::Role,
        position::{Line, Move, Position},
        rules::{Act, Decision, Outcome, Termination},
    };
    use lawbook_catalogue::{
        Catalogue, Deviation, Direction, Subject,
        adapter::{About, Implementation, Reference, Response, Scenario},
        question::{
            Answer, GameQuestion, HistoryQuestion, MaterialQuestion, PositionQuestion, Question,
        },
        read_deviations,
    };

    /// Changes the answer of the reference to a question at the end of a line.
    type Bug = fn(&Line, &Question, Answer) -> Answer;

    /// The reference with a planted bug.
    struct Planted(Bug);

    impl Implementation for Planted {
        fn about(&self) -> About {
            About { name: "planted".to_owned(), ..Reference::default().about() }
        }

        fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
            let response = Reference::default().ask(scenario, questions);
            let Ok(start) = Position::new(&scenario.setup) else { return response };
            let played = Line::as_far_as_legal(start, scenario.acts.iter().filter_map(Act::played));
            let bent = |(question, one): (&Question, Response)| {
                let Response::Answer { answer, native } = one else { return one };
                Response::Answer { answer: (self.0)(&played, question, answer), native }
            };
            questions.iter().zip(response).map(bent).collect()
        }
    }

    /// Returns the failing answers of each cause, and the number of answers without one.
    fn causes_of(bug: Bug, known: &[Deviation]) -> (BTreeMap<RootCause, usize>, usize) {
        let catalogue = Catalogue::embedded();
        let libraries = [Box::new(Planted(bug)) as Box<dyn Implementation>];
        let run = run(&catalogue, &catalogue.cases, &libraries, known, || ());
        let (mut causes, mut without) = (BTreeMap::new(), 0);
        for one in run.verdicts().filter(|one| !one.standing.passes()) {
            match &one.cause {
                Some(cause) => *causes.entry(cause.clone()).or_default() += 1,
                None => without += 1,
            }
        }
        (causes, without)
    }

    fn is_en_passant(here: &Position, one: &Move) -> bool {
        let is_pawn = here.at(one.from).is_some_and(|on| on.role == Role::Pawn);
        is_pawn && here.en_passant() == Some(one.to)
    }

    fn no_en_passant(line: &Line, _: &Question, right: Answer) -> Answer {
        let Answer::Moves(mut moves) = right else { return right };
        moves.retain(|one| !is_en_passant(line.end(), one));
        Answer::Moves(moves)
    }

    fn no_underpromotion(_: &Line, question: &Question, right: Answer) -> Answer {
        let Answer::Moves(mut moves) = right else { return right };
        if *question != PositionQuestion::LegalMoves.into() {
            return Answer::Moves(moves);
        }
        moves.retain(|one| one.promotion.is_none_or(|role| role == Role::Queen));
        Answer::Moves(moves)
    }

    fn one_occurrence_more(_: &Line, question: &Question, right: Answer) -> Answer {
        let Answer::Count(count) = right else { return right };
        let is_asked = *question == HistoryQuestion::Occurrences.into();
        Answer::Count(count + u32::from(is_asked))
    }

    fn stalemate_is_checkmate(line: &Line, question: &Question, right: Answer) -> Answer {
        let is_about = |one: PositionQuestion| *question == one.into();
        if is_about(PositionQuestion::Checkmate) && line.end().is_stalemate() {
            return Answer::Is(true);
        }
        if is_about(PositionQuestion::Stalemate) { Answer::Is(false) } else { right }
    }

    fn never_dead(_: &Line, question: &Question, right: Answer) -> Answer {
        let is_asked = [MaterialQuestion::Insufficient, MaterialQuestion::Dead]
            .map(Question::from)
            .contains(question);
        if is_asked { Answer::Is(false) } else { right }
    }

    fn other_winner(_: &Line, _: &Question, right: Answer) -> Answer {
        let Answer::Ruling(Decision::Over(Outcome {
            winner: Some(winner),
            by: by @ Termination::Checkmate,
        })) = right
        else {
            return right;
        };
        Answer::Ruling(Decision::Over(Outcome { winner: Some(!winner), by }))
    }

    fn clock_runs_ahead(_: &Line, question: &Question, right: Answer) -> Answer {
        let Answer::Count(count) = right else { return right };
        let is_asked = *question == HistoryQuestion::HalfmoveClock.into();
        Answer::Count(count + u32::from(is_asked))
    }

    fn nothing_claimable(_: &Line, question: &Question, right: Answer) -> Answer {
        if *question == GameQuestion::Claimable.into() { Answer::Is(false) } else { right }
    }

    fn nothing(_: &Line, _: &Question, right: Answer) -> Answer {
        right
    }

    fn tendency(subject: Subject, direction: Direction) -> RootCause {
        RootCause::Tendency { subject, direction }
    }

    rows!(
        one_bug_has_one_cause,
        for (bug, subject, direction) in [
            (no_en_passant as Bug, Subject::EnPassant, Direction::Lacks),
            (no_underpromotion, Subject::Promotion, Direction::Lacks),
            (one_occurrence_more, Subject::Repetition, Direction::Exceeds),
            (stalemate_is_checkmate, Subject::Checkmate, Direction::Exceeds),
            (never_dead, Subject::DeadPosition, Direction::Lacks),
            (clock_runs_ahead, Subject::HalfmoveClock, Direction::Exceeds),
            (nothing_claimable, Subject::Question("claimable".to_owned()), Direction::Lacks),
        ] {
            let (causes, without) = causes_of(bug, &[]);
            let cause = tendency(subject, direction);
            assert!(causes.get(&cause).is_some_and(|answers| *answers > 5), "{causes:?}");
            assert_eq!((causes.len(), without), (1, 0), "{causes:?}");
        }
    );

    #[test]
    fn a_wrong_winner_is_no_missed_ending() {
        let (causes, _) = causes_of(other_winner, &[]);
        let checkmate = tendency(Subject::Checkmate, Direction::Differs);
        assert!(causes.get(&checkmate).is_some_and(|answers| *answers > 5), "{causes:?}");
        for ending in [Subject::Checkmate, Subject::Stalemate] {
            assert!(!causes.contains_key(&tendency(ending, Direction::Lacks)), "{causes:?}");
        }
    }

    #[test]
    fn a_right_library_has_no_cause() {
        assert_eq!(causes_of(nothing, &[]), (BTreeMap::new(), 0));
    }

    /// A baseline lists the cause of the whole run. A run of one case must still find it, as a possible cause.
    #[test]
    fn an_entry_of_the_cause_covers_a_single_case() {
        let catalogue = Catalogue::embedded();
        let libraries = [Box::new(Planted(no_en_passant)) as Box<dyn Implementation>];
        let all = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
        let failing =
            all.cases.iter().find(|one| one.verdicts.iter().any(|one| !one.standing.passes()));
        let case = failing.unwrap().case;
        let mut verdicts = all.verdicts().filter(|one| one.finding == Finding::Differs);
        let first = verdicts.next().unwrap();
        let question = first.expected.question.name();
        let says = serde_json::to_string(&first.says).unwrap();
        for (cause, standing) in [("lacks", Standing::Known), ("exceeds", Standing::New)] {
            let text = format!(
                "- cases: [{}]\n  question: {question}\n  says: {says}\n  cause: {{tendency: {{subject: en-passant, direction: {cause}}}}}\n  class: bug\n  reason: short\n",
                case.id
            );
            let known = read_deviations("planted", "known.yaml", &text).unwrap();
            let one = run(&catalogue, [case], &libraries, &known, || ());
            let wrong = one.verdicts().filter(|one| one.finding == Finding::Differs);
            let standings: Vec<Standing> = wrong.map(|one| one.standing).collect();
            assert!(!standings.is_empty() && standings.iter().all(|one| *one == standing));
        }
    }

    #[test]
    fn right_answers_refute_every_mistake_of_a_case() {
        let catalogue = Catalogue::embedded();
        let run = run(&catalogue, &catalogue.cases, &[], &[], || ());
        for of_case in &run.cases {
            let verdicts = of_case.verdicts.iter();
            let names: BTreeSet<&str> =
                verdicts.flat_map(|one| refuted(of_case.case, one)).collect();
            let all = of_case.case.mistakes.iter().map(|mistake| mistake.name.as_str());
            assert_eq!(names, all.collect(), "{}", of_case.case.id);
        }
    }

    /// Returns the causes chosen for failing answers with these possible causes. Right answers refute `"refuted"`.
    fn chosen(possible: &[&[RootCause]], refuted: usize) -> Vec<Option<RootCause>> {
        let catalogue = Catalogue::embedded();
        let libraries = [Box::new(Planted(no_en_passant)) as Box<dyn Implementation>];
        let run = run(&catalogue, &catalogue.cases, &libraries, &[], || ());
        let failing = run.verdicts().find(|one| !one.standing.passes()).unwrap();
        let mut verdicts: Vec<Verdict<'_>> = possible
            .iter()
            .map(|causes| Verdict { causes: causes.to_vec(), ..failing.clone() })
            .collect();
        let refuted = BTreeMap::from([("refuted", refuted)]);
        Answers { failing: verdicts.iter_mut().collect(), refuted }.choose();
        verdicts.into_iter().map(|one| one.cause).collect()
    }

    rows!(
        the_cause_of_most_answers_is_chosen_first,
        {
            let refuted = RootCause::Mistake("refuted".to_owned());
            let mistake = RootCause::Mistake("other".to_owned());
            let lacks = tendency(Subject::Castling, Direction::Lacks);
            let (some, late) = (Some(lacks.clone()), Some(RootCause::TimedOut));
        },
        for (possible, count, right) in [
            // One answer is no pattern, but a failure is a fact.
            (vec![vec![mistake.clone()]], 0, vec![None]),
            (vec![vec![RootCause::TimedOut]], 0, vec![late]),
            // Of two that explain as many, the most specific.
            (
                vec![vec![mistake.clone(), lacks.clone()]; 2],
                0,
                vec![Some(mistake.clone()), Some(mistake.clone())],
            ),
            // A right answer refutes the mistake.
            (vec![vec![refuted.clone(), lacks.clone()]; 2], 1, vec![some.clone(), some.clone()]),
            (vec![vec![refuted.clone()]; 2], 2, vec![None, None]),
            (
                vec![
                    vec![mistake.clone(), lacks.clone()],
                    vec![mistake.clone(), lacks.clone()],
                    vec![lacks.clone()],
                    vec![mistake.clone()],
                    vec![refuted.clone()],
                ],
                0,
                vec![Some(mistake.clone()), Some(mistake.clone()), None, Some(mistake), None],
            ),
        ] {
            let possible: Vec<&[RootCause]> = possible.iter().map(Vec::as_slice).collect();
            assert_eq!(chosen(&possible, count), right);
        }
    );
}
