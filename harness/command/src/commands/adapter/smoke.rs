use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use lawbook::words::counted;
use lawbook_catalogue::{
    Case, CaseLevel, Catalogue,
    adapter::{Implementation, wire},
};
use lawbook_gate::pattern;
use lawbook_libraries::process::{Limits, Process};
use lawbook_runner::runner::{self, Finding, Verdict};
use serde::Serialize;

use super::SmokeOptions;
use crate::{
    cli::Format,
    libraries,
    output::{self, Exit, Result},
};

/// Result of testing an adapter.
#[derive(Default, Serialize)]
struct Smoke {
    name: String,
    version: String,
    language: String,
    /// Number of questions that it answers, and how many of the answers are wrong.
    answered: usize,
    wrong: usize,
    /// Number of questions.
    questions: usize,
    /// Errors of the adapter.
    problems: Vec<String>,
    /// Declared questions that it leaves unanswered in some cases.
    hints: Vec<String>,
    /// The questions that the adapter does not answer, beginning with the one in most cases.
    next: Vec<Next>,
}

/// A question that the adapter does not answer.
#[derive(Serialize)]
struct Next {
    question: String,
    /// Number of cases that ask it.
    cases: usize,
}

/// The answers of an adapter to one kind of question.
#[derive(Default)]
struct Said {
    /// The answers, some of them wrong.
    answered: usize,
    wrong: usize,
    /// The place and the message of the first failure in place of an answer.
    failure: Option<(String, String)>,
    /// The questions that it does not answer, and why not the first of them.
    left: usize,
    why: String,
    /// Number of cases that ask it.
    cases: usize,
}

/// Number of failures after which the adapter is not started again: a trial shows the first ones.
const FAILURES: u32 = 10;

/// `lawbook adapter smoke`
pub(super) fn run(options: &SmokeOptions) -> Result {
    let limits = Limits { answer: options.timeout, failures: FAILURES, ..Limits::default() };
    let process = libraries::start_adapter(&options.command, limits)?;
    let smoke = Smoke::of(&process);
    libraries::note_failures(&process);
    match options.format {
        Format::Json => output::print(&output::json(&smoke)?)?,
        Format::Text => output::print(&text(&smoke))?,
    }
    Ok(if smoke.problems.is_empty() { Exit::Agreed } else { Exit::Disagreed })
}

/// Puts the cases of the level core to an adapter. Returns what it says to each kind of question.
fn said(process: &Process, catalogue: &Catalogue) -> BTreeMap<&'static str, Said> {
    // What it does not declare to play says nothing about it.
    let plays = |case: &&Case| process.about().chess960 || !case.setup.castling.is_chess960();
    let core = catalogue.cases.iter().filter(|case| case.level <= CaseLevel::Core).filter(plays);
    let cases: Vec<&Case> = core.filter(|case| case.open.is_none()).collect();
    let bar = output::progress(cases.len(), "cases");
    let run = runner::ask_each(&cases, process, &[], || bar.inc());
    bar.finish();
    let given_up = process.gave_up().map(|(why, _)| format!("not asked: {why}"));
    let is_asked =
        |one: &Verdict<'_>| given_up.as_ref().is_none_or(|why| one.says.to_string() != *why);
    let mut kinds: BTreeMap<&str, Said> = BTreeMap::new();
    for (case, verdicts) in &run {
        let mut asked = BTreeSet::new();
        for verdict in verdicts.iter().filter(|verdict| is_asked(verdict)) {
            let question = &verdict.expected.question;
            let name = wire::name_of(question, process.about().gives_rulings);
            let said = kinds.entry(name).or_default();
            said.cases += usize::from(asked.insert(name));
            said.add(verdict, || format!("{}, {question}", case.id));
        }
    }
    kinds
}

impl Said {
    fn add(&mut self, verdict: &Verdict<'_>, place: impl FnOnce() -> String) {
        match verdict.finding {
            Finding::Agrees => self.answered += 1,
            Finding::Differs => {
                self.answered += 1;
                self.wrong += 1;
            }
            Finding::Panicked | Finding::Crashed | Finding::TimedOut | Finding::ProtocolError => {
                self.failure.get_or_insert_with(|| (place(), verdict.says.to_string()));
            }
            Finding::Silent
            | Finding::Unsupported
            | Finding::SetupRefused
            | Finding::MoveRefused => {
                if self.left == 0 {
                    self.why = verdict.says.to_string();
                }
                self.left += 1;
            }
            Finding::NotReached => {}
        }
    }
}

impl Smoke {
    /// Tests an adapter: whether it works at all, and then what it says to the cases.
    fn of(process: &Process) -> Smoke {
        let about = process.about();
        let mut smoke = Smoke {
            name: about.name,
            version: about.version,
            language: process.respondent().language().to_owned(),
            problems: libraries::unknown_names(process),
            ..Smoke::default()
        };
        if let Err(why) = runner::fits(process) {
            smoke.problems.push(format!("it cannot be tested: {why}"));
            return smoke;
        }
        let kinds = said(process, &Catalogue::embedded());
        smoke.judge(process.respondent().claimed().0, &kinds);
        if let Some((why, request)) = process.gave_up() {
            let problem = "it was given up at";
            smoke.problems.push(format!("{problem} {request}, so not everything was asked: {why}"));
        }
        smoke
    }

    /// Compares the declared questions with those that the adapter answers.
    fn judge(&mut self, claimed: &[String], kinds: &BTreeMap<&str, Said>) {
        // Failures of the same kind have the same cause: the names of the questions, and the first failure.
        let mut failures: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
        for (&name, said) in kinds {
            self.answered += said.answered;
            self.wrong += said.wrong;
            self.questions += said.answered + said.left + usize::from(said.failure.is_some());
            // `setup` is answered by every adapter and need not be declared.
            let is_claimed = name == "setup" || claimed.iter().any(|one| one == name);
            let Said { answered, wrong, left, why, cases, .. } = said;
            if let Some((place, why)) = &said.failure {
                let first = || (Vec::new(), format!("{place}: {why}"));
                failures.entry(pattern(why)).or_insert_with(first).0.push(format!("`{name}`"));
            } else if *answered == 0 && *left == 0 {
                // It was given up before.
            } else if *answered == 0 && is_claimed {
                self.hints.push(format!("it declares `{name}` and never answers it ({why})"));
            } else if *answered == 0 {
                self.next.push(Next { question: name.to_owned(), cases: *cases });
            } else if wrong == answered {
                let all = counted(*wrong, "answer");
                self.problems.push(format!("it is wrong in all {all} to `{name}`"));
            } else if is_claimed && *left > 0 {
                let all = answered + left;
                self.hints.push(format!("it leaves {left} of {all} `{name}` unanswered ({why})"));
            }
        }
        self.next.sort_by_key(|next| Reverse(next.cases));
        // Each case also asks whether its setup is accepted.
        let is_answered = |(name, said): (&&str, &Said)| *name != "setup" && said.answered > 0;
        if failures.is_empty() && !kinds.iter().any(is_answered) {
            self.problems.push("it answers no question".to_owned());
        }
        for (names, first) in failures.values() {
            let names = names.join(", ");
            self.problems.push(format!("it gives no answer to {names}. {first}"));
        }
    }
}

fn text(smoke: &Smoke) -> String {
    let separator = if smoke.language.is_empty() { "" } else { ", " };
    let mut text = format!("{} {}{separator}{}\n", smoke.name, smoke.version, smoke.language);
    for problem in &smoke.problems {
        let wrong = output::paint("wrong", output::Style::Red);
        let _ = writeln!(text, "{wrong}: {problem}");
    }
    for hint in &smoke.hints {
        let _ = writeln!(text, "hint: {hint}");
    }
    let next = smoke.next.iter().take(3);
    let next: Vec<String> =
        next.map(|one| format!("`{}` ({})", one.question, counted(one.cases, "case"))).collect();
    if !next.is_empty() {
        let _ = writeln!(text, "next: answer {}", next.join(", then "));
    }
    let verdict = match smoke.problems.len() {
        0 => "no problems found".to_owned(),
        one => format!("{}, of the adapter or of its library", counted(one, "problem")),
    };
    let Smoke { answered, questions, wrong, .. } = smoke;
    let shown = if *wrong > 0 { ", as `lawbook check` shows" } else { "" };
    let _ = writeln!(
        text,
        "{answered} of {questions} questions answered, {wrong} wrong{shown}; {verdict}"
    );
    text
}
