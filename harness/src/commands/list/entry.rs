use lawbook::{
    catalogue::{Case, Exception, Mistake},
    position::Position,
    question::{Expected, Moment},
    rules::RuleSet,
    sentence::read_line,
};
use serde::Serialize;

/// A case as text, with all its fields.
#[derive(Serialize)]
pub(super) struct ListedCase<'a> {
    pub(super) id: &'a str,
    pub(super) document: &'a str,
    pub(super) title: &'a str,
    pub(super) states: &'a [String],
    pub(super) tags: &'a [String],
    pub(super) rule_sets: Vec<&'static str>,
    pub(super) place: String,
    /// Initial position, as FEN.
    pub(super) setup: String,
    /// Conditions of the game, if unusual.
    pub(super) event: String,
    /// The play, line by line.
    pub(super) play: &'a [String],
    /// Final position, as FEN.
    pub(super) end: String,
    /// Rule set that the answers are for.
    pub(super) rule_set: &'static str,
    /// Questions with their right answers.
    pub(super) expected: Vec<ListedAnswer>,
    pub(super) exceptions: Vec<DeviatingAnswers>,
    pub(super) mistakes: Vec<DeviatingAnswers>,
    pub(super) contrast: Option<&'a str>,
    pub(super) why: String,
    pub(super) doubt: Option<&'a str>,
    /// Reason why the texts leave the case open, if they do.
    pub(super) open: Option<&'a str>,
}

/// A question and its right answer.
#[derive(Serialize)]
pub(super) struct ListedAnswer {
    question: String,
    asks: String,
    answer: String,
    /// Whether the question is about the time before the last act.
    before_last_act: bool,
}

/// Answers that differ, under other rule sets or by a known mistake.
#[derive(Serialize)]
pub(super) struct DeviatingAnswers {
    name: String,
    answers: Vec<ListedAnswer>,
    because: String,
}

impl<'a> ListedCase<'a> {
    /// Converts a case, with the answers under `rule_set`.
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
            exceptions: case.exceptions.iter().map(DeviatingAnswers::exception).collect(),
            mistakes: case.mistakes.iter().map(DeviatingAnswers::mistake).collect(),
            contrast: case.contrast.as_deref(),
            why: case.why_under(rule_set),
            doubt: case.doubt.as_deref(),
            open: case.open.as_deref(),
        }
    }

    /// Formats the questions with their right answers in one line.
    pub(super) fn answers(&self) -> String {
        let line = |one: &ListedAnswer| format!("{} {}", one.asks, one.answer);
        self.expected.iter().map(line).collect::<Vec<_>>().join("; ")
    }
}

impl DeviatingAnswers {
    fn exception(one: &Exception) -> DeviatingAnswers {
        let (name, because) = (one.rule_sets.to_string(), one.because.clone());
        DeviatingAnswers { name, answers: answers(&one.expected), because }
    }

    fn mistake(one: &Mistake) -> DeviatingAnswers {
        let (name, because) = (one.name.clone(), one.because.clone());
        DeviatingAnswers { name, answers: answers(&one.expected), because }
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

/// Returns the final position as FEN, even if an unnoticed illegal move led to it.
fn end(case: &Case) -> String {
    let Ok(mut position) = Position::new(&case.setup) else { return case.setup.to_string() };
    for line in &case.play {
        // A case is loaded only if all its lines are valid.
        let _ = read_line(&mut position, line);
    }
    position.to_string()
}
