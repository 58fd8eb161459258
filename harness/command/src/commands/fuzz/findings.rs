//! Formats the findings of a search, as text and as JSON.

use std::collections::BTreeMap;

use lawbook::words::counted;
use lawbook::{
    board::Color,
    notation::diagram,
    position::{Move, Position},
};
use lawbook_catalogue::{adapter::Response, question::Answer};
use lawbook_runner::{
    properties::{Compared, Divergence, SearchResults, Unstable},
    report::not_asked,
    runner::record,
};
use serde::Serialize;

use crate::output;

/// Result of a search.
#[derive(Serialize)]
pub(super) struct Findings {
    seed: u64,
    plies: usize,
    /// Number of answers compared, and of questions, for each library.
    compared: BTreeMap<String, Compared>,
    /// The libraries that were to be tested and of which the result says nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    too_few_answers: Vec<String>,
    /// Number of occurrences of known deviations.
    known: usize,
    findings: Vec<ShownDivergence>,
    /// Texts that a library accepts although they are not standard; not counted as disagreements.
    lenient: Vec<Leniency>,
    /// The libraries that were not asked, each with the reason.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) not_asked: BTreeMap<String, String>,
    /// Whether a signal has stopped the search.
    pub(super) stopped: bool,
}

/// Nonstandard texts that a library accepts.
#[derive(Serialize)]
struct Leniency {
    diagnosis: String,
    library: String,
    question: String,
    times: usize,
    /// The shortest of these texts, as a question.
    asks: String,
    says: String,
}

/// Whether a finding is reproducible.
#[derive(Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// A new process gives the same answer.
    Disagreement,
    /// A new process gives a different answer.
    Unstable,
}

/// A minimized disagreement.
#[derive(Serialize)]
struct ShownDivergence {
    kind: Kind,
    diagnosis: String,
    library: String,
    question: String,
    asks: String,
    start: String,
    /// The play, line by line.
    play: Vec<String>,
    plies: usize,
    /// Final position.
    end: String,
    reference: String,
    says: String,
    /// Number of occurrences of the same diagnosis.
    times: usize,
    /// The moves from the initial position to a setup that the library refuses.
    reached_by: Vec<String>,
    /// Whether the time was up before the disagreement was minimized.
    cut_short: bool,
}

impl Findings {
    /// Creates the findings of a search; `found` are the minimized disagreements, and `too_few_answers` says which libraries
    /// answer too little.
    pub(super) fn new(
        seed: u64,
        done: &SearchResults,
        found: &[Divergence],
        unstable: &[Unstable],
        too_few_answers: Vec<String>,
    ) -> Findings {
        let times = |one| done.times.get(&one).copied().unwrap_or_default();
        let found = found.iter();
        let found = found.map(|one| (Kind::Disagreement, one, times(one.diagnosis())));
        let unstable = unstable.iter().map(|one| (Kind::Unstable, &one.found, one.times));
        let findings = found.chain(unstable).map(ShownDivergence::new).collect();
        let lenient = done.lenient.iter().map(|(diagnosis, (times, shortest))| Leniency {
            diagnosis: diagnosis.to_string(),
            library: shortest.library.clone(),
            question: shortest.question.name(),
            times: *times,
            asks: shortest.question.to_string(),
            says: answers(shortest).1,
        });
        let lenient = lenient.collect();
        let (compared, not_asked) = (done.compared.clone(), BTreeMap::new());
        Findings {
            seed,
            plies: done.plies,
            compared,
            too_few_answers,
            known: done.known,
            findings,
            lenient,
            not_asked,
            stopped: false,
        }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.findings.is_empty() && self.too_few_answers.is_empty() && !self.stopped
    }
}

impl ShownDivergence {
    fn new((kind, found, times): (Kind, &Divergence, usize)) -> ShownDivergence {
        let moves = found.moves();
        let mut end = found.scenario.setup;
        if let Ok(start) = Position::new(&found.scenario.setup) {
            let position =
                moves.iter().try_fold(start, |position, &one| position.play(one)).unwrap_or(start);
            end = position.setup();
        }
        let (reference, says) = answers(found);
        let prefix = if kind == Kind::Unstable { "unstable: " } else { "" };
        ShownDivergence {
            kind,
            diagnosis: format!("{prefix}{}", found.diagnosis()),
            library: found.library.clone(),
            question: found.question.name(),
            asks: found.question.to_string(),
            start: found.scenario.setup.to_string(),
            play: found.play(),
            plies: moves.len(),
            end: end.to_string(),
            reference,
            says,
            times,
            reached_by: found.reached_by.iter().map(Move::to_string).collect(),
            cut_short: found.cut_short,
        }
    }
}

/// Formats the answers of the reference and of the library, shortened.
fn answers(found: &Divergence) -> (String, String) {
    let expected = found.expected();
    let told = |said: &Response| {
        let is_right = |answer| expected.right.is_satisfied_by(answer) == Some(true);
        record(&expected, said, said.answer().is_some_and(is_right)).to_string()
    };
    (
        found.right.answer().map_or_else(|| told(&found.right), Answer::to_string),
        told(&found.response),
    )
}

pub(super) fn text(findings: &Findings) -> String {
    let mut text = String::new();
    for found in &findings.findings {
        text.push_str(&format!("{}\n\n", output::paint(&found.diagnosis, output::Style::Red)));
        if let Ok(end) = found.end.parse::<lawbook::position::Setup>() {
            for row in diagram(&end.placement, Color::White).lines() {
                text.push_str(&format!("    {row}\n"));
            }
        }
        text.push_str(&format!("    {}\n\n  from {}\n", found.end, found.start));
        for line in &found.play {
            text.push_str(&format!("    {}\n", line));
        }
        text.push_str(&format!(
            "\n  {}\n    the reference says: {}\n    {} says: {}\n    met {}\n",
            found.asks,
            found.reference,
            found.library,
            found.says,
            often(found.times)
        ));
        if !found.reached_by.is_empty() {
            text.push_str(&format!("    a game leads there: {}\n", found.reached_by.join(" ")));
        }
        if found.cut_short {
            text.push_str("    not shrunk further, because the search had to end\n");
        }
        if found.kind == Kind::Unstable {
            text.push_str("    not repeated when asked the same question alone\n");
        }
        text.push('\n');
    }
    if !findings.lenient.is_empty() {
        text.push_str("Accepted although not in standard notation, which no rule forbids:\n");
    }
    for Leniency { diagnosis, library, times, asks, says, .. } in &findings.lenient {
        text.push_str(&format!(
            "  {diagnosis}, {}\n    {asks} {library} says: {says}\n",
            often(*times)
        ));
    }
    let color = if findings.is_clean() { output::Style::Green } else { output::Style::Red };
    text.push_str(&format!("{}\n", output::paint(&summary(findings), color)));
    text
}

fn often(times: usize) -> String {
    if times == 1 { "once".to_owned() } else { format!("{times} times") }
}

fn summary(findings: &Findings) -> String {
    let Findings { seed, plies, compared, too_few_answers, known, stopped, .. } = findings;
    let few: String = too_few_answers.iter().map(|one| format!("; {one}")).collect();
    let stopped = if *stopped { "STOPPED: " } else { "" };
    let answers: usize = compared.values().map(|one| one.answers).sum();
    let questions: usize = compared.values().map(|one| one.questions).sum();
    let is_unstable = |one: &&ShownDivergence| one.kind == Kind::Unstable;
    let unstable = findings.findings.iter().filter(is_unstable).count();
    let mut count = match findings.findings.len() - unstable {
        0 => "no disagreement".to_owned(),
        some => counted(some, "disagreement"),
    };
    if unstable > 0 {
        count.push_str(&format!(", {} unstable", counted(unstable, "answer")));
    }
    format!(
        "{stopped}seed {seed}, {}, {answers} of {} compared: {count}; known disagreements occurred {}{}{few}",
        counted(*plies, "ply"),
        counted(questions, "answer"),
        often(*known),
        not_asked(&findings.not_asked),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{
        position::Setup,
        rules::{Event, RuleSet},
    };
    use lawbook_catalogue::{
        adapter::{Response, Scenario},
        question::PositionQuestion,
    };
    use lawbook_runner::properties::AnswerDifference;

    #[test]
    fn a_finding_says_what_leads_there_and_whether_it_was_shrunk() {
        for (cut_short, reached_by, told, json) in [
            (true, "", "    not shrunk further,", "\"reached_by\": [],\n      \"cut_short\": true"),
            (false, "e2e4", "    a game leads there: e2e4\n", "\"cut_short\": false"),
        ] {
            let is = |is| Response::Answer { answer: Answer::Is(is), native: true };
            let (rule_set, event) = (RuleSet::LATEST, Event::default());
            let found = Divergence {
                library: "toy".to_owned(),
                scenario: Scenario { setup: Setup::start(), acts: Vec::new(), rule_set, event },
                question: PositionQuestion::Setup.into(),
                right: is(true),
                response: is(false),
                difference: AnswerDifference::No,
                is_lenient: false,
                reached_by: reached_by.parse().into_iter().collect(),
                cut_short,
            };
            let findings = Findings::new(1, &SearchResults::default(), &[found], &[], Vec::new());
            let (said, written) = (text(&findings), output::json(&findings).unwrap());
            assert!(said.contains(told), "{said}");
            assert!(written.contains(json), "{written}");
            assert_eq!(said.contains("not shrunk"), cut_short, "{said}");
        }
    }
}
