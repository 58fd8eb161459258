//! What was found, for people and for machines.

use lawbook::{
    board::Color,
    notation::diagram,
    position::Position,
    properties::{Divergence, SearchOutcome},
    question::{Answer, Expectation, Expected, Moment},
    runner::judge,
};
use serde::Serialize;

use crate::output;

/// What came of a search, or of asking again.
#[derive(Serialize)]
pub(super) struct Findings {
    /// Not there if nothing was left to chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    plies: usize,
    /// How often a known deviation was met.
    known: usize,
    findings: Vec<ShownDivergence>,
    /// Texts that were read loosely, which is no disagreement.
    lenient: Vec<Leniency>,
}

/// What a library makes of texts that are not written by the standard.
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

/// A disagreement that was found, made small.
#[derive(Serialize)]
struct ShownDivergence {
    diagnosis: String,
    library: String,
    question: String,
    asks: String,
    start: String,
    /// What was done, line by line.
    play: Vec<String>,
    plies: usize,
    /// The position at the end.
    end: String,
    reference: String,
    says: String,
    /// How often the same diagnosis was met.
    times: usize,
}

impl Findings {
    /// Of a search; `found` are the disagreements, made small.
    pub(super) fn new(seed: u64, done: &SearchOutcome, found: &[Divergence]) -> Findings {
        let times = |one| done.times.get(&one).copied().unwrap_or_default();
        let findings =
            found.iter().map(|one| ShownDivergence::new(one, times(one.diagnosis()))).collect();
        let lenient = done.lenient.iter().map(|(diagnosis, (times, shortest))| Leniency {
            diagnosis: diagnosis.to_string(),
            library: shortest.library.clone(),
            question: shortest.question.name(),
            times: *times,
            asks: shortest.question.to_string(),
            says: answers(shortest).1,
        });
        let lenient = lenient.collect();
        Findings { seed: Some(seed), plies: done.plies, known: done.known, findings, lenient }
    }

    /// Of asking again about lines that are written down.
    pub(super) fn again(found: &[Divergence]) -> Findings {
        let findings = found.iter().map(|one| ShownDivergence::new(one, 1)).collect();
        Findings { seed: None, plies: 0, known: 0, findings, lenient: Vec::new() }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

impl ShownDivergence {
    fn new(found: &Divergence, times: usize) -> ShownDivergence {
        let moves = found.moves();
        let mut end = found.line.setup;
        if let Ok(start) = Position::new(&found.line.setup) {
            let position =
                moves.iter().try_fold(start, |position, &one| position.play(one)).unwrap_or(start);
            end = position.setup();
        }
        let (reference, says) = answers(found);
        ShownDivergence {
            diagnosis: found.diagnosis().to_string(),
            library: found.library.clone(),
            question: found.question.name(),
            asks: found.question.to_string(),
            start: found.line.setup.to_string(),
            play: found.play(),
            plies: moves.len(),
            end: end.to_string(),
            reference,
            says,
            times,
        }
    }
}

/// What the reference and the library say, in short.
pub(in crate::commands) fn answers(found: &Divergence) -> (String, String) {
    // Where the reference refuses, nothing is right, and what the library says is told all the same.
    let answer = found.right.answer();
    let expected = Expected {
        question: found.question.clone(),
        right: Expectation::Exactly(answer.cloned().unwrap_or(Answer::Is(true))),
        moment: Moment::End,
    };
    let told = |said| judge(&expected, said, &[]).says.to_string();
    (answer.map_or_else(|| told(&found.right), Answer::to_string), told(&found.said))
}

pub(super) fn text(findings: &Findings) -> String {
    let mut text = String::new();
    for found in &findings.findings {
        text.push_str(&format!("{}\n\n", output::paint(&found.diagnosis, output::Mark::Red)));
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
            "\n  {}\n    the reference says: {}\n    {} says: {}\n    met {}\n\n",
            found.asks,
            found.reference,
            found.library,
            found.says,
            often(found.times)
        ));
    }
    if !findings.lenient.is_empty() {
        text.push_str("Read loosely, which nobody forbids:\n");
    }
    for Leniency { diagnosis, library, times, asks, says, .. } in &findings.lenient {
        text.push_str(&format!(
            "  {diagnosis}, {}\n    {asks} {library} says: {says}\n",
            often(*times)
        ));
    }
    let color = match findings.is_clean() {
        true => output::Mark::Green,
        false => output::Mark::Red,
    };
    text.push_str(&format!("{}\n", output::paint(&summary(findings), color)));
    text
}

fn often(times: usize) -> String {
    if times == 1 { "once".to_owned() } else { format!("{times} times") }
}

fn summary(findings: &Findings) -> String {
    let Findings { seed, plies, known, .. } = findings;
    let count = match findings.findings.len() {
        0 => "no disagreement".to_owned(),
        1 => "1 disagreement".to_owned(),
        several => format!("{several} disagreements"),
    };
    match seed {
        Some(seed) => {
            format!("seed {seed}, {plies} plies: {count}; known ones were met {known} times")
        }
        None => count,
    }
}
