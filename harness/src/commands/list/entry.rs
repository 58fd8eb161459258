use lawbook::{
    catalogue::{Case, Exception, Mistake},
    position::Position,
    question::{Expected, Moment},
    rules::RuleSet,
    sentence::read_line,
};
use serde::Serialize;

/// A case with all it says, in texts.
#[derive(Serialize)]
pub(super) struct ListedCase<'a> {
    pub(super) id: &'a str,
    pub(super) document: &'a str,
    pub(super) title: &'a str,
    pub(super) states: &'a [String],
    pub(super) tags: &'a [String],
    pub(super) rule_sets: Vec<&'static str>,
    pub(super) place: String,
    /// The setup, as a FEN.
    pub(super) setup: String,
    /// The conditions under which it is played, where they are not the usual ones.
    pub(super) event: String,
    /// What happens, line by line.
    pub(super) play: &'a [String],
    /// What stands on the board at the end, as a FEN.
    pub(super) end: String,
    /// The rule set under which the answers are those that follow.
    pub(super) rule_set: &'static str,
    /// The questions and the right answers.
    pub(super) expected: Vec<ListedAnswer>,
    pub(super) exceptions: Vec<Otherwise>,
    pub(super) mistakes: Vec<Otherwise>,
    pub(super) contrast: Option<&'a str>,
    pub(super) why: &'a str,
    pub(super) doubt: Option<&'a str>,
    /// Why the texts leave it open, if they do.
    pub(super) open: Option<&'a str>,
}

/// A question and its answer.
#[derive(Serialize)]
pub(super) struct ListedAnswer {
    question: String,
    asks: String,
    answer: String,
    /// Whether it is asked before the last act.
    before_last_act: bool,
}

/// Other answers: of some rule sets, or of a mistake.
#[derive(Serialize)]
pub(super) struct Otherwise {
    name: String,
    answers: Vec<ListedAnswer>,
    because: String,
}

impl<'a> ListedCase<'a> {
    /// A case with the answers under this rule set.
    pub(super) fn new(case: &'a Case, rule_set: RuleSet) -> ListedCase<'a> {
        ListedCase {
            id: &case.id,
            document: case.place.folder(),
            title: &case.title,
            states: &case.states,
            tags: &case.tags,
            rule_sets: case.rule_sets.iter().map(RuleSet::name).collect(),
            place: case.place.to_string(),
            setup: case.setup.to_string(),
            event: case.event.to_string(),
            play: &case.play,
            end: end(case),
            rule_set: rule_set.name(),
            expected: answers(&case.expected_under(rule_set)),
            exceptions: case.exceptions.iter().map(Otherwise::exception).collect(),
            mistakes: case.mistakes.iter().map(Otherwise::mistake).collect(),
            contrast: case.contrast.as_deref(),
            why: &case.why,
            doubt: case.doubt.as_deref(),
            open: case.open.as_deref(),
        }
    }

    /// The questions with the right answers, in a line.
    pub(super) fn answers(&self) -> String {
        let line = |one: &ListedAnswer| format!("{} {}", one.asks, one.answer);
        self.expected.iter().map(line).collect::<Vec<_>>().join("; ")
    }
}

impl Otherwise {
    fn exception(one: &Exception) -> Otherwise {
        let (name, because) = (one.rule_sets.to_string(), one.because.clone());
        Otherwise { name, answers: answers(&one.expected), because }
    }

    fn mistake(one: &Mistake) -> Otherwise {
        let (name, because) = (one.name.clone(), one.because.clone());
        Otherwise { name, answers: answers(&one.expected), because }
    }
}

fn answers(expected: &[Expected]) -> Vec<ListedAnswer> {
    let answer = |one: &Expected| ListedAnswer {
        question: one.question.name(),
        asks: one.question.to_string(),
        answer: one.right.to_string(),
        before_last_act: one.moment == Moment::BeforeLastAct,
    };
    expected.iter().map(answer).collect()
}

/// What stands on the board in the end, be it by an illegal move that nobody noticed.
fn end(case: &Case) -> String {
    let Ok(mut position) = Position::new(&case.setup) else { return case.setup.to_string() };
    for line in &case.play {
        // A case is read only if all its lines are.
        let _ = read_line(&mut position, line);
    }
    position.to_string()
}
