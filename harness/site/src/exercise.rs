use lawbook::{
    board::Square,
    position::{Move, Position},
    rules::{RuleSet, RuleSets},
};
use lawbook_catalogue::{
    Case,
    question::{Answer, Expectation, Expected, GameQuestion, Moment, Question},
};

use serde::Serialize;

use super::phrases;

/// A case as a multiple-choice question; the wrong choices are the named mistakes.
#[derive(PartialEq, Eq)]
pub(super) struct Exercise {
    /// The rule set of the question, if the answer depends on it.
    pub(super) rule_set: Option<RuleSet>,
    /// The question.
    pub(super) asks: String,
    /// The choices, sorted by text so that their order does not reveal the right one.
    pub(super) choices: Vec<ExerciseChoice>,
}

/// One choice, serialized for the script of the quiz.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct ExerciseChoice {
    /// Text of the answer.
    pub(super) says: String,
    /// Whether the answer is right.
    #[serde(rename = "right")]
    pub(super) is_right: bool,
    /// Why the mistake is made; empty for the right answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) because: String,
}

/// The explanation of a mistake, and the wrong answers that it leads to.
type WrongChoice = (String, Vec<Expected>);

impl Exercise {
    /// The exercises of a case, each with its rule sets, that of the leading rule set first. If the answer does not
    /// depend on the rule set, there is only one.
    pub(super) fn all(
        case: &Case,
        home: RuleSet,
        end: Option<&Position>,
    ) -> Vec<(RuleSets, Exercise)> {
        let first = case.leading_rule_set(home);
        let mut all: Vec<(RuleSets, Exercise)> = Vec::new();
        for rule_set in std::iter::once(first).chain(case.rule_sets.iter()) {
            let Some(exercise) = Exercise::under(case, rule_set, home, end) else { continue };
            if exercise.rule_set.is_none() && rule_set == first {
                return vec![(RuleSets::ALL, exercise)];
            }
            let same = |(_, other): &&mut (RuleSets, Exercise)| {
                other.asks == exercise.asks && other.choices == exercise.choices
            };
            match all.iter_mut().find(same) {
                Some((rule_sets, _)) => *rule_sets = rule_sets.union(rule_set.into()),
                None => all.push((rule_set.into(), exercise)),
            }
        }
        all
    }

    /// The exercise of a case under one rule set; `None` if it has no wrong choices.
    fn under(
        case: &Case,
        rule_set: RuleSet,
        home: RuleSet,
        end: Option<&Position>,
    ) -> Option<Exercise> {
        let right: Vec<Expected> = case
            .expected_under(rule_set)
            .into_iter()
            .filter(|expected| expected.moment == Moment::End)
            .collect();
        let mut mistakes: Vec<WrongChoice> = case
            .mistakes
            .iter()
            .map(|mistake| (mistake.because.clone(), wrong(&mistake.expected, &right)))
            .collect();
        mistakes.retain(|(_, wrong)| !wrong.is_empty());
        for group in case.answer_groups(home) {
            // A reader may plausibly confuse the rules with the document's edition or the latest Laws.
            let is_near = group.rule_sets.contains(home)
                || group.rule_sets.contains(RuleSet::LATEST)
                || mistakes.is_empty();
            let wrong = wrong(&group.expected, &right);
            if is_near && !group.rule_sets.contains(rule_set) && !wrong.is_empty() {
                let why: Vec<&str> = group.why.iter().map(|(_, why)| why.as_str()).collect();
                let rule_sets = phrases::names(group.rule_sets);
                let because = format!("That is right under {rule_sets}. {}", why.join(" "));
                mistakes.push((because, wrong));
            }
        }
        let asked = asked(&right, &mistakes);
        let first = asked.first()?;
        let mut choices = vec![ExerciseChoice {
            says: join(asked.iter().flat_map(|question| rightly(question, &right, &mistakes, end))),
            is_right: true,
            because: String::new(),
        }];
        for (because, wrong) in &mistakes {
            let says = join(asked.iter().flat_map(|question| {
                let own: Vec<String> =
                    about(wrong, question).map(|one| phrases::says(one, end)).collect();
                if own.is_empty() { rightly(question, &right, &mistakes, end) } else { own }
            }));
            match choices.iter_mut().find(|choice| choice.says == says && !choice.is_right) {
                Some(same) => same.because = format!("{} {because}", same.because),
                None => {
                    choices.push(ExerciseChoice {
                        says,
                        is_right: false,
                        because: because.clone(),
                    });
                }
            }
        }
        // A refused act of the arbiter is no claim.
        if case.play.last().is_some_and(|line| line.starts_with("The arbiter")) {
            for choice in &mut choices {
                choice.says = choice.says.replace("Claim refused", "The arbiter may not do so");
            }
        }
        choices.sort_by_key(|choice| choice.says.to_lowercase());
        let asks = if asked.len() == 1 { phrases::asks(first) } else { "What is true?".to_owned() };
        let hangs = asked.iter().any(|question| question.depends_on_rule_set());
        Some(Exercise { rule_set: hangs.then_some(rule_set), asks, choices })
    }
}

/// The answers that differ from the right ones.
fn wrong(answers: &[Expected], right: &[Expected]) -> Vec<Expected> {
    let differs = |wrong: &&Expected| {
        let mut same = right.iter().filter(|one| one.question == wrong.question).peekable();
        same.peek().is_some() && same.all(|one| one.right != wrong.right)
    };
    answers.iter().filter(differs).cloned().collect()
}

/// The questions to ask: only the ruling if it reveals every mistake, otherwise all questions that reveal one.
fn asked<'a>(right: &'a [Expected], mistakes: &[WrongChoice]) -> Vec<&'a Question> {
    let mut questions: Vec<&Question> = Vec::new();
    for one in right {
        let shows = mistakes.iter().any(|(_, wrong)| about(wrong, &one.question).next().is_some());
        if shows && !questions.contains(&&one.question) {
            questions.push(&one.question);
        }
    }
    let in_ruling = mistakes
        .iter()
        .all(|(_, wrong)| about(wrong, &Question::Game(GameQuestion::Ruling)).next().is_some());
    if in_ruling && !mistakes.is_empty() {
        questions.retain(|question| **question == Question::Game(GameQuestion::Ruling));
    }
    if questions
        .iter()
        .any(|question| matches!(question, Question::Game(GameQuestion::Claim { .. })))
    {
        questions.retain(|question| **question != Question::Game(GameQuestion::Claimable));
    }
    questions
}

fn about<'a>(
    answers: &'a [Expected],
    question: &'a Question,
) -> impl Iterator<Item = &'a Expected> {
    answers.iter().filter(move |one| one.question == *question)
}

/// The right answers to a question, as phrases. Of moves and squares, only those that a mistake mentions are included,
/// so that the right answer is not the longest.
fn rightly(
    question: &Question,
    right: &[Expected],
    mistakes: &[WrongChoice],
    end: Option<&Position>,
) -> Vec<String> {
    let all: Vec<&Expected> = right.iter().filter(|one| one.question == *question).collect();
    let wrong: Vec<&Expectation> = mistakes
        .iter()
        .flat_map(|(_, wrong)| wrong.iter())
        .filter(|one| one.question == *question)
        .map(|one| &one.right)
        .collect();
    let mut phrases: Vec<String> = all
        .iter()
        .filter_map(|one| narrow(&one.right, &wrong))
        .map(|right| {
            let expected = Expected { question: question.clone(), right, moment: Moment::End };
            phrases::says(&expected, end)
        })
        .collect();
    if phrases.is_empty() {
        phrases = all.into_iter().map(|one| phrases::says(one, end)).collect();
    }
    phrases
}

/// The part of the right answer that corresponds to the wrong answers.
fn narrow(right: &Expectation, wrong: &[&Expectation]) -> Option<Expectation> {
    let named = wrong.iter().flat_map(|one| match one {
        Expectation::Among(moves) | Expectation::NotAmong(moves) => moves.as_slice(),
        _ => &[],
    });
    let named: Vec<Move> = named.copied().collect();
    let only = |moves: &[Move]| -> Option<Vec<Move>> {
        let some: Vec<Move> = moves.iter().copied().filter(|one| named.contains(one)).collect();
        (!some.is_empty()).then_some(some)
    };
    let squares = wrong.iter().flat_map(|one| match one {
        Expectation::Squares(squares) => squares.as_slice(),
        _ => &[],
    });
    let squares: Vec<Square> = squares.map(|(square, _)| *square).collect();
    let counted = || wrong.iter().any(|one| matches!(one, Expectation::Number(_)));
    let listed = || wrong.iter().any(|one| matches!(one, Expectation::Exactly(_)));
    match right {
        Expectation::Among(moves) => only(moves).map(Expectation::Among),
        Expectation::NotAmong(moves) => only(moves).map(Expectation::NotAmong),
        Expectation::Number(_) => counted().then(|| right.clone()),
        Expectation::Exactly(Answer::Moves(_)) => listed().then(|| right.clone()),
        Expectation::Squares(all) => {
            let some: Vec<_> =
                all.iter().copied().filter(|(square, _)| squares.contains(square)).collect();
            (!some.is_empty()).then_some(Expectation::Squares(some))
        }
        Expectation::Exactly(_) => Some(right.clone()),
    }
}

fn join(phrases: impl IntoIterator<Item = String>) -> String {
    let mut different: Vec<String> = Vec::new();
    for phrase in phrases {
        if !different.contains(&phrase) {
            different.push(phrase);
        }
    }
    phrases::sentence(&different.join("; "))
}

#[cfg(test)]
mod tests {
    use lawbook_catalogue::Catalogue;

    use super::*;

    fn exercise(catalogue: &Catalogue, case: &Case) -> Option<Exercise> {
        let (positions, home) = (case.positions(), catalogue.home_rule_set(case));
        Exercise::under(case, case.leading_rule_set(home), home, positions.last())
    }

    #[test]
    fn a_case_is_put_with_its_mistakes() {
        let catalogue = Catalogue::embedded();
        for (id, asks, right, wrong) in [
            (
                "threefold-with-written-move",
                "How does the game stand?",
                "Draw by threefold repetition",
                "Claim refused",
            ),
            (
                "last-minutes-claim-in-blitz",
                "How does the game stand?",
                "The arbiter may not do so",
                "Draw by the arbiter's decision",
            ),
            (
                "knight-beside-the-rook",
                "Which of these moves are legal?",
                "Legal: O-O; not legal: O-O-O",
                "Legal: O-O, O-O-O",
            ),
            (
                "passing-capture-by-a-pinned-pawn",
                "Which of these moves are legal?",
                "6 moves are legal",
                "7 moves are legal",
            ),
            (
                "enemy-king-touched",
                "What is obligatory now?",
                "White may play any legal move",
                "The king on e8 must be captured",
            ),
            (
                "pieces-after-two-moves-each",
                "What stands where?",
                "Nothing on a1, white rook on a3, white pawn on a4, black pawn on h5, black rook on h6, nothing on h8",
                "Black rook on h3, black pawn on h4",
            ),
            (
                "passing-capture-takes-the-pawn-off",
                "What stands where?",
                "Nothing on f4, nothing on g2, black pawn on g3, nothing on g4",
                "Nothing on f4, nothing on g2, black pawn on g3, white pawn on g4",
            ),
        ] {
            let exercise = exercise(&catalogue, catalogue.case(id).unwrap()).unwrap();
            let said = |is_right| {
                let mut choices = exercise.choices.iter();
                choices.find(|choice| choice.is_right == is_right).unwrap().says.as_str()
            };
            assert_eq!((exercise.asks.as_str(), said(true), said(false)), (asks, right, wrong));
        }
    }

    #[test]
    fn every_scored_case_is_an_exercise() {
        let catalogue = Catalogue::embedded();
        for case in &catalogue.cases {
            let Some(exercise) = exercise(&catalogue, case) else {
                assert!(case.open.is_some(), "{}", case.id);
                continue;
            };
            let mut says: Vec<&str> =
                exercise.choices.iter().map(|choice| choice.says.as_str()).collect();
            says.dedup();
            assert_eq!(says.len(), exercise.choices.len(), "{}: {says:?}", case.id);
            assert!(says.len() > 1 && says.iter().all(|says| !says.is_empty()), "{}", case.id);
            let right = exercise.choices.iter().filter(|choice| choice.is_right).count();
            assert_eq!(right, 1, "{}", case.id);
        }
    }
}
