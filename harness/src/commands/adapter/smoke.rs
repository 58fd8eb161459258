use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use lawbook::rules::Decision;
use lawbook::words::counted;
use lawbook_catalogue::{
    Case, CaseLevel, Catalogue,
    adapter::{
        Implementation, Probe, Reference, Response, Scenario, probes,
        wire::{self, Respondent},
    },
    question::{Answer, Expectation, GameQuestion, Moment, Question},
};
use lawbook_faults::unnoticed_constants;
use lawbook_gate::pattern;
use lawbook_libraries::process::{Limits, Process, request_text};
use serde::Serialize;

use super::declared::{Declared, failure};
use crate::{
    cli::{Format, SmokeOptions},
    libraries,
    output::{self, Exit, Result},
};

/// Result of testing an adapter.
#[derive(Serialize)]
struct Smoke {
    name: String,
    version: String,
    language: String,
    /// Number of scenarios that the adapter was tested with.
    probes: usize,
    /// The probes and checks that were not made, for each reason.
    skipped: Vec<String>,
    /// Errors of the adapter.
    problems: Vec<String>,
    /// Its behaviour beyond its declarations, and probes that it leaves unanswered.
    hints: Vec<String>,
    /// Constant answers to its questions that no case would detect.
    unnoticed: Vec<String>,
    /// The questions that the adapter does not answer, beginning with the one in most cases.
    next: Vec<Next>,
}

/// A question that the adapter does not answer.
#[derive(Serialize)]
struct Next {
    question: String,
    /// Number of cases that would ask it.
    cases: usize,
}

/// Results of all probes of one question or act.
#[derive(Default)]
struct ProbeResults {
    right: usize,
    /// The first wrong answer, or the first failure to answer.
    wrong: Option<Wrong>,
    /// Reason why a probe was not answered.
    unanswered: Option<String>,
    /// Number of probes that were not answered.
    left: usize,
}

/// A wrong answer, or a failure to answer.
struct Wrong {
    /// The question, and the line that it is about.
    asked: String,
    what: String,
    /// Whether no answer came.
    is_failure: bool,
    /// Standard error of the process, if no answer came.
    talk: Option<String>,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.asked, self.what)
    }
}

/// Number of failures after which the adapter is not started again: a trial shows the first ones.
const FAILURES: u32 = 30;

/// Names of the checks that were not made, by the reason.
pub(super) type Skipped = BTreeMap<String, Vec<String>>;

/// Results of all probes.
#[derive(Default)]
struct Tried {
    questions: BTreeMap<String, ProbeResults>,
    acts: BTreeMap<String, ProbeResults>,
    /// Number of probes that were made.
    made: usize,
    skipped: Skipped,
}

/// `lawbook adapter smoke`
pub(super) fn run(options: &SmokeOptions) -> Result {
    let limits = Limits { question: options.timeout, failures: FAILURES, ..Limits::default() };
    let process = libraries::start_adapter(&options.command, limits)?;
    let respondent = process.respondent();
    let Tried { questions, acts, made, mut skipped } = try_everything(&process);
    let catalogue = Catalogue::embedded();
    let Declared { mut problems, seen: hints, skipped: declarations, talk } =
        Declared::of(&process, &catalogue);
    for (why, names) in declarations {
        skipped.entry(why).or_default().extend(names);
    }
    if let Some((why, request)) = process.gave_up() {
        problems.push(format!("it was given up at {request}, so not everything was tested: {why}"));
    }
    let mut smoke = Smoke {
        name: process.about().name,
        version: process.about().version,
        language: respondent.language().to_owned(),
        probes: made,
        skipped: skipped.iter().map(|(why, names)| skipped_text(why, names)).collect(),
        problems,
        hints,
        unnoticed: unnoticed(&process, &catalogue),
        next: next(respondent, &questions, &catalogue),
    };
    let mut failures = smoke.judge("questions", "answers", respondent.claimed().0, &questions);
    failures.extend(smoke.judge("acts", "takes", respondent.claimed().1, &acts));
    smoke.problems.extend(merged(&failures));
    // Only of failures that are problems: an adapter may crash at an act that it does not declare.
    let talks = failures.iter().filter_map(|(_, wrong)| wrong.talk.as_deref());
    if let Some(talk) = talks.chain([talk.as_str()]).find(|talk| !talk.is_empty()) {
        output::note(&format!("the end of its standard error:\n{talk}"));
    }
    libraries::note_late(&process);
    match options.format {
        Format::Json => output::print(&output::json(&smoke)?)?,
        Format::Text => output::print(&text(&smoke))?,
    }
    Ok(if smoke.problems.is_empty() { Exit::Agreed } else { Exit::Disagreed })
}

/// Returns the constant answers to the questions of an adapter that no case would detect, one sentence each.
fn unnoticed(process: &Process, catalogue: &Catalogue) -> Vec<String> {
    let respondent = process.respondent();
    let claimed = respondent.claimed().0;
    let gives_rulings = claimed.iter().any(|name| name == "ruling");
    let is_answered = |question: &Question| {
        claimed.iter().any(|name| name == wire::name_of(question, gives_rulings))
    };
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    unnoticed_constants(&cases, &process.about(), is_answered)
        .into_iter()
        .map(|(kind, answer)| {
            format!("no case would notice if `{kind}` were always answered with: {answer}")
        })
        .collect()
}

/// Tries every question and every act, whatever the adapter declares.
fn try_everything(process: &Process) -> Tried {
    let claimed = process.respondent();
    let gives_rulings = claimed.claimed().0.iter().any(|name| name == "ruling");
    let mut all = Tried::default();
    let bar = output::progress(probes().len(), "probes");
    for probe in probes() {
        bar.inc();
        let name = wire::name_of(&probe.question, gives_rulings).to_owned();
        let acts_of_line = probe.scenario.acts.iter().map(|act| act.name().to_owned());
        let act_names: Vec<String> = acts_of_line.filter(|name| name != "move").collect();
        let line = Scenario { rule_set: process.about().rule_set, ..probe.scenario.clone() };
        for name in &act_names {
            all.acts.entry(name.clone()).or_default();
        }
        let (tried, says_much) = if let Some(act) = act_names.last()
            && probe.question == Question::Game(GameQuestion::Ruling)
        {
            (all.acts.entry(act.clone()).or_default(), ends(&line))
        } else {
            (all.questions.entry(name.clone()).or_default(), true)
        };
        let right = Reference::default().ask(&line, std::slice::from_ref(&probe.question)).pop();
        let (why, right) = match (process.gave_up(), process.about().declines(&line), right) {
            (Some((why, _)), _, _) => (why, None),
            (_, Some(Response::Unsupported(why)), _) => (why, None),
            (_, _, Some(Response::Answer { answer, .. })) => (String::new(), Some(answer)),
            _ => (format!("no answer is known under {}", line.rule_set), None),
        };
        let Some(right) = right else {
            let name = act_names.last().unwrap_or(&name);
            all.skipped.entry(why).or_default().push(format!("`{name}`"));
            continue;
        };
        all.made += 1;
        let whom = claimed.claiming(vec![name], act_names);
        for said in process.put(&whom, &line, std::slice::from_ref(&probe.question)) {
            tried.add(probe, &line, (&right, &said), says_much);
        }
        if let Some(wrong @ Wrong { is_failure: true, talk: None, .. }) = &mut tried.wrong {
            wrong.talk = Some(process.failures().1);
        }
    }
    bar.finish();
    all
}

/// Returns whether the game is over at the end of a line. Only then does the answer show that the adapter processed the
/// last act.
fn ends(line: &Scenario) -> bool {
    matches!(
        Reference::default().ask(line, &[Question::Game(GameQuestion::Ruling)])[..],
        [Response::Answer { answer: Answer::Ruling(Decision::Over(_)), .. }]
    )
}

/// Returns the questions that the adapter does not answer, with the number of cases that would ask each.
///
/// Counts the cases that `lawbook check` runs for an adapter by default.
fn next(
    respondent: &Respondent,
    questions: &BTreeMap<String, ProbeResults>,
    catalogue: &Catalogue,
) -> Vec<Next> {
    let is_missing = |tried: &ProbeResults| tried.right == 0 && tried.wrong.is_none();
    let whom =
        respondent.claiming(questions.keys().cloned().collect(), respondent.claimed().1.to_vec());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in catalogue.cases.iter().filter(|case| case.level <= CaseLevel::Core) {
        for name in asked(&whom, case) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let missing = questions.iter().filter(|(_, tried)| is_missing(tried));
    let count = |question: &String| counts.get(question.as_str()).copied().unwrap_or_default();
    let mut next: Vec<Next> = missing
        .map(|(question, _)| Next { question: question.clone(), cases: count(question) })
        .filter(|next| next.cases > 0)
        .collect();
    next.sort_by_key(|next| Reverse(next.cases));
    next
}

/// Returns the names of the questions that a case would send to an adapter.
fn asked(whom: &Respondent, case: &Case) -> BTreeSet<&'static str> {
    let rule_set = whom.about().rule_set;
    let gives_rulings = whom.claimed().0.iter().any(|name| name == "ruling");
    let applies = case.rule_sets.contains(rule_set);
    let mut expected = case.expected_under(rule_set);
    expected.retain(|one| applies || !one.question.depends_on_rule_set());
    let mut names = BTreeSet::new();
    for moment in [Moment::End, Moment::BeforeLastAct] {
        let of_moment = expected.iter().filter(|one| one.moment == moment);
        let questions: Vec<Question> = of_moment.map(|one| one.question.clone()).collect();
        let mut acts = case.acts.clone();
        if moment == Moment::BeforeLastAct {
            acts.pop();
        }
        let line = Scenario { setup: case.setup, acts, rule_set, event: case.event };
        whom.ask(&line, &questions, |sent| {
            names.extend(sent.iter().map(|question| wire::name_of(question, gives_rulings)));
            vec![Response::Silent(String::new()); sent.len()]
        });
    }
    names
}

impl ProbeResults {
    fn add(
        &mut self,
        probe: &Probe,
        line: &Scenario,
        (right, said): (&Answer, &Response),
        says_much: bool,
    ) {
        let wrong = match said {
            Response::Answer { answer, .. } => {
                if let Some(false) = Expectation::Exactly(right.clone()).is_satisfied_by(answer) {
                    format!("it answers {answer}; expected {right}")
                } else {
                    self.right += usize::from(says_much);
                    return;
                }
            }
            Response::Silent(_) => return,
            Response::Unsupported(why) => {
                self.unanswered.get_or_insert_with(|| why.clone());
                self.left += 1;
                return;
            }
            Response::SetupRefused(why) => format!("it refuses the setup: {why}"),
            Response::MoveRefused(why) => format!("it refuses a move: {why}"),
            _ => failure(said).unwrap_or_default(),
        };
        let is_failure = failure(said).is_some();
        let asked = request_text(line, &probe.question);
        self.wrong.get_or_insert(Wrong { asked, what: wrong, is_failure, talk: None });
    }
}

impl Smoke {
    /// Compares the declarations of an adapter with its behaviour. Returns the names of the declarations that it fails,
    /// each with the first failure.
    fn judge<'a>(
        &mut self,
        field: &str,
        does: &str,
        claimed: &[String],
        tried: &'a BTreeMap<String, ProbeResults>,
    ) -> Vec<(&'a str, &'a Wrong)> {
        let mut failures = Vec::new();
        // `lawbook-gate` declares for a Rust adapter what it answers.
        let not_to_claim = match (self.language.as_str(), field) {
            ("Rust", "acts") => "let `act` return `Refusal::unsupported` for it, or ",
            ("Rust", _) => "return `Reply::Unsupported` for it, or ",
            _ => "",
        };
        for name in claimed.iter().filter(|name| !tried.contains_key(*name)) {
            let nearest = tried
                .keys()
                .max_by(|one, other| strsim::jaro(one, name).total_cmp(&strsim::jaro(other, name)));
            let nearest = nearest.map_or("", String::as_str);
            self.problems.push(format!(
                "`{field}` names {name:?}, which is not in the protocol; did you mean {nearest:?}?"
            ));
        }
        for (name, ProbeResults { right, wrong, unanswered, left }) in tried {
            // `setup` is answered by every adapter and need not be declared.
            let is_claimed = claimed.contains(name) || name == "setup";
            match (is_claimed, wrong, unanswered) {
                (true, Some(wrong), _) if wrong.is_failure => failures.push((name.as_str(), wrong)),
                (true, Some(wrong), _) => {
                    let advice = if name.starts_with("claim") { COUNTERS } else { "" };
                    let problem = format!("it claims that it {does} `{name}`. {wrong}{advice}");
                    self.problems.push(problem);
                }
                (true, None, Some(why)) if *right == 0 => self.problems.push(format!(
                    "it claims that it {does} `{name}` but never does ({why}): {not_to_claim}remove it from `{field}`"
                )),
                (true, None, Some(why)) => self.hints.push(format!(
                    "it leaves {left} of {all} probes of `{name}` unanswered ({why})",
                    all = right + left
                )),
                (false, None, None) if *right > 0 => self
                    .hints
                    .push(format!("it {does} `{name}` but does not list it: add it to `{field}`")),
                _ => {}
            }
        }
        failures
    }
}

/// Advice about a wrong answer to a claim.
const COUNTERS: &str =
    "; a function that only counts plies or occurrences answers `plies` or `occurred`, not a claim";

/// Describes the checks that were not made for one reason: their number and their names, which may end with the place after
/// ` at `.
fn skipped_text(why: &str, names: &[String]) -> String {
    let mut places: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for name in names {
        let (name, place) = name.split_once(" at ").unwrap_or((name, ""));
        places.entry(name).or_default().insert(place);
    }
    let each = places.into_iter().map(|(name, places)| {
        let places: Vec<&str> = places.into_iter().filter(|place| !place.is_empty()).collect();
        if places.is_empty() { name.to_owned() } else { format!("{name} at {}", places.join(", ")) }
    });
    let each: Vec<String> = each.collect();
    format!("{}, because {why}: {}", counted(names.len(), "check"), each.join("; "))
}

/// Returns one problem for all failures of the same kind, which have the same cause.
fn merged(failures: &[(&str, &Wrong)]) -> Vec<String> {
    let mut kinds: Vec<(String, Vec<&(&str, &Wrong)>)> = Vec::new();
    for one in failures {
        let alike = pattern(&one.1.what);
        match kinds.iter_mut().find(|(other, _)| *other == alike) {
            Some((_, same)) => same.push(one),
            None => kinds.push((alike, vec![one])),
        }
    }
    let problem = |(_, alike): &(String, Vec<&(&str, &Wrong)>)| {
        let names: Vec<String> = alike.iter().map(|(name, _)| format!("`{name}`")).collect();
        alike
            .first()
            .map(|(_, first)| format!("it gives no answer to {}. {first}", names.join(", ")))
    };
    kinds.iter().filter_map(problem).collect()
}

fn text(smoke: &Smoke) -> String {
    let Smoke { name, version, language, probes, skipped, problems, hints, unnoticed, next } =
        smoke;
    let separator = if language.is_empty() { "" } else { ", " };
    let mut text = format!("{name} {version}{separator}{language}\n");
    for problem in problems {
        let wrong = output::paint("wrong", output::Style::Red);
        text.push_str(&format!("{wrong}: {}\n", problem));
    }
    for hint in hints {
        text.push_str(&format!("hint: {}\n", hint));
    }
    for one in skipped {
        text.push_str(&format!("skipped: {one}\n"));
    }
    for gap in unnoticed {
        text.push_str(&format!("gap: {gap}\n"));
    }
    if let [first, rest @ ..] = &next[..] {
        let cases = counted(first.cases, "case");
        text.push_str(&format!("next: answer `{}`, a question of {cases}", first.question));
        let others = rest.iter().take(2).map(|one| format!("`{}` ({})", one.question, one.cases));
        let others: Vec<String> = others.collect();
        let then = if others.is_empty() { "" } else { "; then " };
        text.push_str(&format!("{then}{}\n", others.join(" and ")));
    }
    let verdict = match problems.len() {
        0 => "no problems found".to_owned(),
        one => format!("{}, of the adapter or of its library", counted(one, "problem")),
    };
    text.push_str(&format!("{probes} probes: {verdict}\n"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the questions to answer next for an adapter that answers some questions rightly and no others.
    fn next_after(answered: &[&str]) -> Vec<Next> {
        let hello = serde_json::json!({
            "id": 1, "protocol": 1, "name": "toy", "version": "1.0.0", "questions": answered,
        });
        let respondent = Respondent::read(1, &hello.to_string()).unwrap();
        let mut tried: BTreeMap<String, ProbeResults> = BTreeMap::new();
        for probe in probes() {
            let name = wire::name_of(&probe.question, false);
            let right = usize::from(answered.contains(&name));
            tried.entry(name.to_owned()).or_default().right += right;
        }
        next(&respondent, &tried, &Catalogue::embedded())
    }

    #[test]
    fn the_next_question_is_the_one_in_most_cases() {
        let first = next_after(&[]);
        assert_eq!(first[0].question, "legal-moves");
        let asked = |name: &str| first.iter().find(|one| one.question == name).unwrap().cases;
        assert!(asked("legal-moves") > 50 && asked("ended") > 20, "{}", asked("ended"));
        assert!(first.is_sorted_by_key(|one| Reverse(one.cases)));

        let rest = next_after(&["legal-moves", "check", "fen", "setup"]);
        assert_eq!(rest[0].question, "ended");
        assert!(rest.len() + 4 >= first.len() && rest.iter().all(|one| one.question != "check"));
    }
}
