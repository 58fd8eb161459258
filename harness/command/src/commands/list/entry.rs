use lawbook::{position::Position, rules::RuleSet, sentence::read_line};
use lawbook_catalogue::{
    AnswerGroup, Case, Catalogue, Mistake,
    question::{Expected, Moment},
};
use serde::Serialize;

/// A case as text, with all its fields.
#[derive(Serialize)]
pub(crate) struct ListedCase<'a> {
    pub(crate) id: &'a str,
    pub(crate) document: &'a str,
    pub(crate) title: &'a str,
    pub(crate) states: &'a [String],
    pub(crate) tags: &'a [String],
    pub(crate) rule_sets: Vec<&'static str>,
    pub(crate) place: String,
    /// Initial position, as FEN.
    pub(crate) setup: String,
    /// Conditions of the game, if unusual.
    pub(crate) event: String,
    /// The play, line by line.
    pub(crate) play: &'a [String],
    /// Final position, as FEN.
    pub(crate) end: String,
    /// Rule set that the answers are for.
    pub(crate) rule_set: &'static str,
    /// Questions with their right answers.
    pub(crate) expected: Vec<ListedAnswer>,
    pub(crate) exceptions: Vec<DeviatingAnswers>,
    pub(crate) mistakes: Vec<DeviatingAnswers>,
    pub(crate) contrast: Option<&'a str>,
    pub(crate) why: String,
    pub(crate) doubt: Option<&'a str>,
    /// Reason why the texts leave the case open, if they do.
    pub(crate) open: Option<&'a str>,
}

/// A question and its right answer.
#[derive(Serialize)]
pub(crate) struct ListedAnswer {
    question: String,
    asks: String,
    answer: String,
    /// Whether the question is about the time before the last act.
    before_last_act: bool,
}

/// Answers that differ, under other rule sets or by a known mistake.
#[derive(Serialize)]
pub(crate) struct DeviatingAnswers {
    name: String,
    answers: Vec<ListedAnswer>,
    because: String,
}

impl<'a> ListedCase<'a> {
    /// Converts a case of a catalogue, with the answers under its leading rule set, and those of the others that differ.
    pub(crate) fn new(case: &'a Case, catalogue: &Catalogue) -> ListedCase<'a> {
        let home = catalogue.home_rule_set(case);
        let rule_set = case.leading_rule_set(home);
        let others = case.answer_groups(home).into_iter();
        let others = others.filter(|group| !group.rule_sets.contains(rule_set));
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
            exceptions: others.map(|group| DeviatingAnswers::group(case, &group)).collect(),
            mistakes: case.mistakes_under(rule_set).map(DeviatingAnswers::mistake).collect(),
            contrast: case.contrast.as_deref(),
            why: case.why_under(rule_set),
            doubt: case.doubt.as_deref(),
            open: case.open.as_deref(),
        }
    }

    /// Formats the questions with their right answers in one line.
    pub(crate) fn answers(&self) -> String {
        let line = |one: &ListedAnswer| format!("{} {}", one.asks, one.answer);
        self.expected.iter().map(line).collect::<Vec<_>>().join("; ")
    }
}

impl DeviatingAnswers {
    fn group(case: &Case, group: &AnswerGroup) -> DeviatingAnswers {
        let because: Vec<&str> = group.why.iter().map(|(_, why)| why.as_str()).collect();
        let first = group.rule_sets.iter().next();
        DeviatingAnswers {
            name: group.rule_sets.to_string(),
            answers: first.map_or_else(Vec::new, |first| answers(&case.expected_under(first))),
            because: because.join(" "),
        }
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
