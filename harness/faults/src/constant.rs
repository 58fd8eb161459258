//! Constant answers: a library that always says the same, and whether a case would notice.

use std::collections::BTreeMap;

use lawbook::{board::Color, position::CastlingRights, rules::Decision};
use lawbook_catalogue::{
    Case,
    adapter::About,
    question::{Answer, AnswerForm, Expectation, HistoryQuestion, PositionQuestion, Question},
};

/// The constant answers to some questions that no case would detect: the kind of question and the answer.
///
/// `cases` are those that the library is tested with, and `is_answered` selects the questions that it answers. A
/// question that no case asks is not listed.
pub fn unnoticed_constants(
    cases: &[&Case],
    about: &About,
    is_answered: impl Fn(&Question) -> bool,
) -> Vec<(&'static str, &'static str)> {
    let mut noticed: BTreeMap<(&'static str, &'static str), bool> = BTreeMap::new();
    for case in cases.iter().filter(|case| case.open.is_none()) {
        if case.setup.castling.is_chess960() && !about.chess960 {
            continue;
        }
        let applies = case.rule_sets.contains(about.rule_set);
        for expected in case.expected_under(about.rule_set) {
            let question = &expected.question;
            if !is_answered(question) || (question.depends_on_rule_set() && !applies) {
                continue;
            }
            for (name, answer) in constants(question) {
                *noticed.entry((question.kind(), name)).or_default() |=
                    contradicts(&expected.right, &answer);
            }
        }
    }
    noticed.into_iter().filter(|(_, noticed)| !noticed).map(|(constant, _)| constant).collect()
}

fn contradicts(right: &Expectation, answer: &Answer) -> bool {
    right.is_satisfied_by(answer) == Some(false)
}

/// The constant answers to a question, with a name for each.
fn constants(question: &Question) -> Vec<(&'static str, Answer)> {
    match question.form() {
        AnswerForm::YesOrNo => vec![("yes", Answer::Is(true)), ("no", Answer::Is(false))],
        AnswerForm::Number => vec![("0", Answer::Count(0)), ("1", Answer::Count(1))],
        AnswerForm::Moves => vec![("no move", Answer::Moves(Vec::new()))],
        AnswerForm::Text => vec![("an empty text", Answer::Text(String::new()))],
        AnswerForm::Fen => vec![("an empty text", Answer::Fen(String::new()))],
        AnswerForm::Changes => vec![("no change", Answer::Changes(Vec::new()))],
        AnswerForm::MoveOrNothing => vec![("no move", Answer::Read(None))],
        AnswerForm::SetupOrNothing => vec![("no setup", Answer::Setup(None))],
        AnswerForm::Squares => vec![("no square", Answer::Squares(Vec::new()))],
        AnswerForm::Pairs => vec![("no pair", Answer::Pairs(Vec::new()))],
        AnswerForm::Orders => vec![("no order", Answer::Orders(Vec::new()))],
        AnswerForm::Decision => vec![("the game goes on", Answer::Ruling(Decision::PlayOn))],
        AnswerForm::PartOfFen => part_of_fen(question).into_iter().collect(),
    }
}

fn part_of_fen(question: &Question) -> Option<(&'static str, Answer)> {
    if *question == PositionQuestion::Castling.into() {
        Some(("no castling right", Answer::Castling(CastlingRights::NONE)))
    } else if *question == PositionQuestion::Turn.into() {
        Some(("White", Answer::Player(Color::White)))
    } else if *question == HistoryQuestion::FullmoveNumber.into() {
        Some(("1", Answer::Count(1)))
    } else {
        None
    }
}
