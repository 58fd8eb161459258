use crate::question::{Expectation, Expected, QuestionRecord};
use std::{collections::HashMap, fmt};

use super::{Case, Catalogue, Place, evidence::evidence, nearest::distance};

/// Something that is wrong with the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What would be right, if the message does not say.
    pub right: Option<String>,
}

impl Problem {
    pub(super) fn new(
        file: &str,
        line: usize,
        message: impl Into<String>,
        right: impl Into<String>,
    ) -> Problem {
        Problem {
            place: Place { file: file.to_owned(), line },
            message: message.into(),
            right: Some(right.into()),
        }
    }

    /// A problem whose error says what would be right.
    pub(super) fn of_error(file: &str, line: usize, error: &dyn std::error::Error) -> Problem {
        let place = Place { file: file.to_owned(), line };
        Problem { place, message: error.to_string(), right: None }
    }

    /// A problem found by the YAML reader in a text that begins on this line of the file.
    pub(super) fn of_yaml(file: &str, first: usize, error: &serde_yaml::Error) -> Problem {
        let line = error.location().map_or(0, |location| location.line().saturating_sub(1));
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or(&text);
        // The path begins at the list that every file of cases is.
        let message =
            text.trim_start_matches(".[0]").trim_start_matches(['.', ':', ' ']).to_owned();
        let place = Place { file: file.to_owned(), line: first + line };
        Problem { place, message, right: None }
    }

    /// The problem with the path of its file as it was given, for a file that is none of the catalogue's.
    pub fn bare(&self) -> String {
        let shown = self.to_string();
        shown.strip_prefix("cases/").map_or(shown.clone(), str::to_owned)
    }

    pub(super) fn of_case(case: &Case, message: String, right: &str) -> Problem {
        Problem { place: case.place.clone(), message, right: Some(right.to_owned()) }
    }
}

/// `cases/folder/file.yaml:12: message; right would be ...`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        match &self.right {
            Some(right) => write!(f, "; right would be {right}"),
            None => Ok(()),
        }
    }
}

/// Says what is wrong between cases that can each be read.
///
/// Identifiers are unique; statements and contrasts exist; every case that is scored has a contrast
/// with another answer; a title says what happens without its twin beside it; no question has two answers; no mistake is right; whether a side can mate is
/// proven wherever an answer rests on it.
pub fn lint(catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = Vec::new();
    duplicates(catalogue, &mut problems);
    titles(catalogue, &mut problems);
    for case in &catalogue.cases {
        statements(catalogue, case, &mut problems);
        contrast(catalogue, case, &mut problems);
        mistakes(case, &mut problems);
        evidence(case, &mut problems);
    }
    contradictions(catalogue, &mut problems);
    conflicts(catalogue, &mut problems);
    problems.sort();
    problems
}

fn duplicates(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut cases: HashMap<&str, &Case> = HashMap::new();
    for case in &catalogue.cases {
        if let Some(first) = cases.insert(&case.id, case) {
            let message = format!("the id {:?} is taken by {}", case.id, first.place);
            problems.push(Problem::of_case(case, message, "another id"));
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
                    right: Some(format!("an id of its own that begins with {prefix:?}")),
                });
            }
        }
    }
}

/// How a title begins that means something only beside another one.
const LEANING: [&str; 6] =
    ["The same ", "Again", "Likewise", "As before", "The other ", "This time "];

fn titles(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut titles: HashMap<&str, &Case> = HashMap::new();
    for case in &catalogue.cases {
        if LEANING.iter().any(|words| case.title.starts_with(words)) {
            let message = format!("the title {:?} means nothing without its twin", case.title);
            problems.push(Problem::of_case(case, message, "the whole situation in one line"));
        }
        if let Some(first) = titles.insert(&case.title, case) {
            let message = format!("the title {:?} is that of {}", case.title, first.id);
            problems.push(Problem::of_case(case, message, "what is different here"));
        }
    }
}

fn statements(catalogue: &Catalogue, case: &Case, problems: &mut Vec<Problem>) {
    let all = || catalogue.documents.iter().flat_map(|document| &document.statements);
    for id in &case.states {
        match all().find(|statement| statement.id == *id) {
            Some(statement) if statement.untestable.is_some() => problems.push(Problem::of_case(
                case,
                format!("{id} is said to be untestable, and this case tests it"),
                "to drop one of the two",
            )),
            Some(_) => {}
            None => {
                let nearest = all()
                    .map(|statement| statement.id.as_str())
                    .min_by_key(|other| distance(id, other))
                    .unwrap_or("a statement of a document");
                let message = format!("no document has a statement {id:?}");
                problems.push(Problem::of_case(case, message, nearest));
            }
        }
    }
}

fn contrast(catalogue: &Catalogue, case: &Case, problems: &mut Vec<Problem>) {
    if case.open.is_some() {
        return;
    }
    let Some(id) = &case.contrast else {
        let message = format!("the case {:?} has no contrast", case.id);
        return problems.push(Problem::of_case(
            case,
            message,
            "the id of a twin in which the answer flips",
        ));
    };
    let Some(twin) = catalogue.case(id) else {
        let message = format!("the contrast {id:?} is no case");
        return problems.push(Problem::of_case(case, message, "the id of a case"));
    };
    let asked = |one: &Expected| QuestionRecord::from(&one.question).ask;
    let flips = twin.open.is_some()
        || answers(case).any(|one| {
            answers(twin).any(|other| asked(one) == asked(other) && one.right != other.right)
        });
    if id == &case.id || !flips {
        let message = format!("no answer flips between {:?} and its contrast {id:?}", case.id);
        problems.push(Problem::of_case(
            case,
            message,
            "a twin that answers one of the same questions otherwise",
        ));
    }
}

/// Everything a case answers, under whatever rule set.
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
                "the mistake {:?} of {:?} answers none of its questions wrongly",
                mistake.name, case.id
            );
            let right = "a wrong answer to a question of this case";
            problems.push(Problem::of_case(case, message, right));
        }
    }
}

fn conflicts(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    for conflict in &catalogue.conflicts {
        let mut problem = |message: String, right: &str| {
            let place = conflict.place.clone();
            problems.push(Problem { place, message, right: Some(right.to_owned()) });
        };
        if let Some(id) = conflict.cases.iter().find(|id| catalogue.case(id).is_none()) {
            problem(
                format!("{:?} names {id:?}, which is no case", conflict.id),
                "the id of a case",
            );
        }
        if conflict.cases.is_empty() {
            problem(format!("{:?} has no case that shows it", conflict.id), "the id of a case");
        }
        if let Some((id, _)) = conflict.says.iter().find(|(id, _)| catalogue.document(id).is_none())
        {
            problem(
                format!("{:?} speaks of {id:?}, which is no document", conflict.id),
                "S0 to S4",
            );
        }
    }
}

fn contradictions(catalogue: &Catalogue, problems: &mut Vec<Problem>) {
    let mut known: HashMap<String, (&Case, Expected)> = HashMap::new();
    for case in &catalogue.cases {
        let mut reported: Vec<String> = Vec::new();
        for rule_set in case.rule_sets.iter() {
            for expected in case.expected_under(rule_set) {
                let question = expected.question.name();
                if !matches!(expected.right, Expectation::Exactly(_))
                    || reported.contains(&question)
                {
                    continue;
                }
                let moment = expected.moment;
                let key = format!(
                    "{} {:?} {:?} {rule_set} {moment:?} {question}",
                    case.setup, case.event, case.acts
                );
                let Some((other, first)) = known.get(&key) else {
                    known.insert(key, (case, expected));
                    continue;
                };
                if first.right != expected.right {
                    let message = format!(
                        "{:?} and {:?} ask the same ({question} under {rule_set}) and answer {} and {}",
                        case.id, other.id, expected.right, first.right
                    );
                    problems.push(Problem::of_case(case, message, "one answer to one question"));
                    reported.push(question);
                }
            }
        }
    }
}
