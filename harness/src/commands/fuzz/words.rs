//! What was found, for people and for machines.

use lawbook::{
    adapter::Said,
    board::Color,
    catalogue::{Expectation, Expected, Moment},
    notation::{diagram, movetext},
    position::Position,
    properties::{Disagreement, Search},
    runner::judge,
};
use serde::Serialize;

use super::games::Done;
use crate::output;

/// What came of a search.
#[derive(Serialize)]
pub(super) struct Findings {
    seed: u64,
    plies: usize,
    /// How often a known deviation was met.
    known: usize,
    findings: Vec<Finding>,
}

/// A disagreement that was found, made small.
#[derive(Serialize)]
struct Finding {
    diagnosis: String,
    library: String,
    question: String,
    asks: String,
    start: String,
    moves: String,
    plies: usize,
    /// The position at the end.
    end: String,
    reference: String,
    says: String,
    /// How often the same diagnosis was met.
    times: usize,
}

impl Findings {
    pub(super) fn new(seed: u64, done: Done, search: &Search<'_>) -> Findings {
        let found = done.found;
        let times = found.times;
        let findings = found.first.into_iter().map(|(diagnosis, first)| {
            let times = times.get(&diagnosis).copied().unwrap_or_default();
            Finding::new(diagnosis.to_string(), &search.shrink(first), times)
        });
        Findings { seed, plies: found.plies, known: found.known, findings: findings.collect() }
    }

    pub(super) fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }
}

impl Finding {
    fn new(diagnosis: String, found: &Disagreement, times: usize) -> Finding {
        let moves = found.moves();
        let (mut line, mut end) = (String::new(), found.line.setup);
        if let Ok(start) = Position::new(&found.line.setup) {
            line = movetext(&start, &moves);
            let position =
                moves.iter().try_fold(start, |position, &one| position.play(one)).unwrap_or(start);
            end = position.setup();
        }
        let (reference, says) = answers(found);
        Finding {
            diagnosis,
            library: found.library.clone(),
            question: found.question.name(),
            asks: found.question.to_string(),
            start: found.line.setup.to_string(),
            moves: line,
            plies: moves.len(),
            end: end.to_string(),
            reference,
            says,
            times,
        }
    }
}

/// What the reference and the library say, in short.
fn answers(found: &Disagreement) -> (String, String) {
    match &found.right {
        Said::Answer { answer, .. } => {
            let right = Expectation::Exactly(answer.clone());
            let expected =
                Expected { question: found.question.clone(), right, moment: Moment::End };
            (answer.to_string(), judge(&expected, &found.said, &[]).1)
        }
        other => (format!("{other:?}"), format!("{:?}", found.said)),
    }
}

pub(super) fn text(findings: &Findings) -> String {
    let mut text = String::new();
    for found in &findings.findings {
        text.push_str(&format!("{}\n\n", output::paint(&found.diagnosis, anstyle::AnsiColor::Red)));
        if let Ok(end) = found.end.parse::<lawbook::position::Setup>() {
            for row in diagram(&end.placement, Color::White).lines() {
                text.push_str(&format!("    {row}\n"));
            }
        }
        text.push_str(&format!("    {}\n\n  from {}\n", found.end, found.start));
        if !found.moves.is_empty() {
            text.push_str(&format!("    {}\n", found.moves));
        }
        text.push_str(&format!(
            "\n  {}\n    the reference says: {}\n    {} says: {}\n    met {} times\n\n",
            found.asks, found.reference, found.library, found.says, found.times
        ));
    }
    let Findings { seed, plies, known, .. } = findings;
    let color = match findings.is_clean() {
        true => anstyle::AnsiColor::Green,
        false => anstyle::AnsiColor::Red,
    };
    let count = findings.findings.len();
    let summary =
        format!("seed {seed}: {plies} plies, {count} disagreements, known ones met {known} times");
    text.push_str(&format!("{}\n", output::paint(&summary, color)));
    text
}
