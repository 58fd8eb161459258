use crate::question::{Answer, Expectation, Expected, PositionQuestion, Question};
use lawbook::{board::Color, position::Setup, rules::RuleSet, sentence::distance, words::counted};
use std::collections::HashMap;

use super::{Case, Catalogue, Problem, SetupFlaw, Statement, evidence::evidence};

/// Checks that the cases of a catalogue are consistent with each other.
///
/// - Identifiers and titles are unique, and short enough for one line of a list.
/// - The statements and contrasts that a case names exist.
/// - A setup that has to be accepted is the end of a stored game, and one that has to be refused cannot be played.
/// - The counts of other setups do not contradict each other.
/// - Every scored case has a contrast with another answer.
/// - A title can be understood without that of the contrast.
/// - No question has two answers, and no mistake is a right answer.
/// - A proof shows whether a side can mate wherever an answer depends on it.
///
/// At most 1,000 problems are reported.
pub fn lint(catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = Vec::new();
    duplicates(catalogue, &mut problems);
    titles(catalogue, &mut problems);
    let known = Known::new(catalogue);
    let (mut table, mut of_table) = (None, 0);
    for case in &catalogue.cases {
        if problems.len() > MAX_PROBLEMS {
            break;
        }
        let before = problems.len();
        if case.table.is_none() || case.table != table {
            (table, of_table) = (case.table.clone(), before);
        }
        statements(&known, case, &mut problems);
        setups(case, &mut problems);
        contrast(&known, case, &mut problems);
        mistakes(case, &mut problems);
        evidence(case, &mut problems);
        // A mistake in a table is a mistake in each of its rows.
        let mut new = problems.split_off(before);
        let is_told =
            |one: &Problem| problems[of_table..].iter().any(|old| old.message == one.message);
        new.retain(|one| !is_told(one));
        problems.append(&mut new);
    }
    contradictions(catalogue, &mut problems);
    conflicts(catalogue, &known, &mut problems);
    problems.sort();
    if problems.len() > MAX_PROBLEMS {
        problems.truncate(MAX_PROBLEMS);
        let message = format!("only the first {MAX_PROBLEMS} problems are listed");
        let right = Some("these to be fixed first".to_owned());
        let place = problems.last().map(|last| last.place.clone()).unwrap_or_default();
        problems.push(Problem { place, message, right });
    }
    problems
}

/// Maximum number of problems reported.
const MAX_PROBLEMS: usize = 1000;

/// Index of the cases and statements of a catalogue by identifier.
struct Known<'a> {
    cases: HashMap<&'a str, &'a Case>,
    statements: HashMap<&'a str, &'a Statement>,
}

impl<'a> Known<'a> {
    fn new(catalogue: &'a Catalogue) -> Known<'a> {
        let statements = catalogue.documents.iter().flat_map(|document| &document.statements);
        Known {
            cases: catalogue.cases.iter().map(|case| (case.id.as_str(), case)).collect(),
            statements: statements.map(|one| (one.id.as_str(), one)).collect(),
        }
    }
}

/// The problems with the lengths of an id and a title, each with the right length.
pub fn lengths(id: &str, title: &str) -> Vec<(String, String)> {
    let mut long = Vec::new();
    for (what, text, most, end) in [("id", id, 60, "-mirrored"), ("title", title, 90, ", mirrored")]
    {
        let length = text.chars().count();
        if length > most {
            let message = format!("the {what} {text:?} has {length} characters");
            long.push((message, format!("at most {most}, a row's name and {end:?} included")));
        }
    }
    long
}

fn duplicates(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut cases: HashMap<&str, &Case> = HashMap::new();
    for case in &catalogue.cases {
        if let Some(first) = cases.insert(&case.id, case) {
            let message = format!("the id {:?} is taken by {}", case.id, first.place);
            problems.push(case.problem(message, "another id"));
        }
    }
    let mut statements: HashMap<&str, &str> = HashMap::new();
    for document in &catalogue.documents {
        for statement in &document.statements {
            let prefix = format!("{}-", document.id);
            let known = statements.insert(&statement.id, &document.id);
            if known.is_some() || !statement.id.starts_with(&prefix) {
                problems.push(Problem {
                    place: document.place.clone(),
                    message: format!(
                        "the statement id {:?} is taken or has another prefix",
                        statement.id
                    ),
                    right: Some(format!("a unique id that begins with {prefix:?}")),
                });
            }
        }
    }
}

/// Reports an answer about the acceptance of the setup that is not certain: it has to be refused only if no game can go on from
/// it, and accepted only if a game leads to it.
fn setups(case: &Case, problems: &mut Vec<Problem>) {
    let setup = Question::Position(PositionQuestion::Setup);
    let Some(expected) = case.expected.iter().find(|one| one.question == setup) else {
        return counts(case, problems);
    };
    if expected.right == Expectation::Exactly(Answer::Is(false)) {
        if !SetupFlaw::of(&case.setup).is_some_and(SetupFlaw::is_unplayable) {
            let message = "a game can go on from the setup, so a library may accept it";
            problems.push(case.problem(message.to_owned(), "no case about it"));
        }
        return;
    }
    let plies = case.from_start.len() as u64;
    if plies == 0 && case.setup != Setup::start() {
        let message = "no game that leads to the setup is stored, so a library may refuse it";
        problems.push(case.problem(message.to_owned(), "a line in from-start.yaml"));
    } else if u64::from(case.setup.fullmove_number) < plies / 2 + 1 {
        let message = format!("the stored game leads to the setup in {}", counted(plies, "ply"));
        problems.push(case.problem(message, &format!("move {} or a later one", plies / 2 + 1)));
    }
}

fn counts(case: &Case, problems: &mut Vec<Problem>) {
    let setup = &case.setup;
    let plies = u64::from(setup.fullmove_number.saturating_sub(1)) * 2
        + u64::from(setup.turn == Color::Black);
    let clock = u64::from(setup.halfmove_clock);
    // Each missing piece has been captured before the clock began to count.
    let missing = u64::from(32_u32.saturating_sub(setup.placement.occupied().len()));
    if clock > 0 && clock + missing > plies {
        let message = format!(
            "the halfmove clock is {clock} after {}, but only {} come before move {}",
            counted(missing, "capture"),
            counted(plies, "ply"),
            setup.fullmove_number
        );
        problems.push(case.problem(message, "a clock and a number that go together"));
    }
    if setup.en_passant.is_some() && clock > 0 {
        let message = format!("the halfmove clock is {clock} after a double step of a pawn");
        problems.push(case.problem(message, "0"));
    }
}

/// Openings of titles that can be understood only next to another title.
const DEPENDENT_OPENINGS: [&str; 6] =
    ["The same ", "Again", "Likewise", "As before", "The other ", "This time "];

fn titles(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut titles: HashMap<&str, &Case> = HashMap::new();
    for case in &catalogue.cases {
        let long = lengths(&case.id, &case.title).into_iter();
        problems.extend(long.map(|(message, right)| case.problem(message, &right)));
        if DEPENDENT_OPENINGS.iter().any(|words| case.title.starts_with(words)) {
            let message = format!("the title {:?} cannot be understood on its own", case.title);
            problems.push(case.problem(message, "the whole scenario in one line"));
        }
        if let Some(first) = titles.insert(&case.title, case) {
            let message = format!("the title {:?} is also the title of {}", case.title, first.id);
            problems.push(case.problem(message, "a title that says what is different here"));
        }
    }
}

fn statements(known: &Known<'_>, case: &Case, problems: &mut Vec<Problem>) {
    for id in &case.states {
        match known.statements.get(id.as_str()) {
            Some(statement) if statement.untestable.is_some() => problems.push(case.problem(
                format!("{id} is listed as untestable, but this case tests it"),
                "one of the two",
            )),
            Some(_) => {}
            None => {
                // Compare by name as well, so that the suggestion is deterministic among equally near names.
                let ids = known.statements.keys();
                let nearest = ids.min_by_key(|&&other| (distance(id, other), other));
                let message = format!("no document has a statement {id:?}");
                let right = nearest.copied().unwrap_or("a statement of a document");
                problems.push(case.problem(message, right));
                if problems.len() > MAX_PROBLEMS {
                    return;
                }
            }
        }
    }
}

fn contrast(known: &Known<'_>, case: &Case, problems: &mut Vec<Problem>) {
    let is_open = case.open.is_some();
    let Some(id) = &case.contrast else {
        if is_open {
            return;
        }
        let message = format!("the case {:?} has no contrast", case.id);
        return problems
            .push(case.problem(message, "the id of a similar case with the opposite answer"));
    };
    let Some(twin) = known.cases.get(id.as_str()) else {
        let message = format!("unknown contrast {id:?}");
        return problems.push(case.problem(message, "the id of a case"));
    };
    if id == &case.id || !(is_open || flips(case, twin)) {
        let message = format!("{:?} and its contrast {id:?} have the same answers", case.id);
        problems.push(
            case.problem(message, "a case that answers one of the same questions differently"),
        );
    }
}

/// Whether the contrast `twin` has another answer to a question of the same kind, or leaves its own open. Where both cases
/// apply under the Laws in force, the answers have to differ there.
fn flips(case: &Case, twin: &Case) -> bool {
    let in_force = RuleSet::LATEST;
    let shared = case.rule_sets.intersection(twin.rule_sets).contains(in_force);
    let compared = |one: &Case| match shared {
        true => one.expected_under(in_force),
        false => answers(one).cloned().collect(),
    };
    let (answers, others) = (compared(case), compared(twin));
    let asked = |one: &Expected| one.question.sent_as();
    let mut said: HashMap<_, Vec<&Expectation>> = HashMap::new();
    for one in &others {
        let answers = said.entry(asked(one)).or_default();
        // Two different answers are enough: any answer of the case differs from at least one of them.
        if answers.len() < 2 && !answers.contains(&&one.right) {
            answers.push(&one.right);
        }
    }
    twin.open.is_some()
        || answers.iter().any(|one| {
            said.get(&asked(one)).is_some_and(|twin| twin.iter().any(|&other| *other != one.right))
        })
}

/// Returns all answers of a case, under all rule sets.
fn answers(case: &Case) -> impl Iterator<Item = &Expected> {
    case.expected.iter().chain(case.exceptions.iter().flat_map(|exception| &exception.expected))
}

fn mistakes(case: &Case, problems: &mut Vec<Problem>) {
    for mistake in &case.mistakes {
        let wrong = mistake.expected.iter().any(|wrong| {
            answers(case).any(|one| one.question == wrong.question && one.right != wrong.right)
        });
        if !wrong {
            let message = format!(
                "the mistake {:?} of {:?} gives no wrong answer to its questions",
                mistake.name, case.id
            );
            let right = "a wrong answer to a question of this case";
            problems.push(case.problem(message, right));
        }
    }
}

fn conflicts(catalogue: &Catalogue, known: &Known<'_>, problems: &mut Vec<Problem>) {
    for conflict in &catalogue.conflicts {
        let mut problem = |message: String, right: &str| {
            let place = conflict.place.clone();
            problems.push(Problem { place, message, right: Some(right.to_owned()) });
        };
        if let Some(id) = conflict.cases.iter().find(|id| !known.cases.contains_key(id.as_str())) {
            problem(format!("{:?} names the unknown case {id:?}", conflict.id), "the id of a case");
        }
        if conflict.cases.is_empty() {
            problem(format!("{:?} has no case that shows it", conflict.id), "the id of a case");
        }
        if let Some((id, _)) = conflict.says.iter().find(|(id, _)| catalogue.document(id).is_none())
        {
            problem(format!("{:?} names the unknown document {id:?}", conflict.id), "S0 to S5");
        }
    }
}

fn contradictions(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut scenarios: HashMap<String, usize> = HashMap::new();
    let mut known: HashMap<_, (&Case, Expected)> = HashMap::new();
    for case in &catalogue.cases {
        let scenario = format!("{} {:?} {:?}", case.setup, case.event, case.acts);
        let number = scenarios.len();
        let scenario = *scenarios.entry(scenario).or_insert(number);
        let mut reported: Vec<Question> = Vec::new();
        for rule_set in case.rule_sets.iter() {
            for expected in case.expected_under(rule_set) {
                let question = expected.question.clone();
                if !matches!(expected.right, Expectation::Exactly(_))
                    || reported.contains(&question)
                {
                    continue;
                }
                let key = (scenario, rule_set, expected.moment, question);
                let Some((other, first)) = known.get(&key) else {
                    known.insert(key, (case, expected));
                    continue;
                };
                let (_, _, _, question) = key;
                if first.right != expected.right {
                    let message = format!(
                        "{:?} and {:?} ask the same ({} under {rule_set}) and answer {} and {}",
                        case.id,
                        other.id,
                        question.name(),
                        expected.right,
                        first.right
                    );
                    problems.push(case.problem(message, "one answer to one question"));
                    reported.push(question);
                }
            }
        }
    }
}
