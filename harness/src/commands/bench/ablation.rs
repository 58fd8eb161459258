//! Measures the contribution of each part of the dead-position solver by switching it off.

use std::time::Instant;

use lawbook::{
    board::Color,
    dead::{Part, Solver},
};
use serde::Serialize;

use crate::{
    cli::{AblationOptions, Format},
    output::{self, Exit, Result},
    positions::{self, LabelledPosition},
};

/// Cost of all questions without some parts of the solver.
#[derive(Serialize)]
struct AblationResult {
    without: Vec<&'static str>,
    /// Number of positions visited, in total and at most for one question.
    nodes: usize,
    most_nodes: usize,
    undetermined: usize,
    /// Number of decided answers that contradict those of the complete solver; must be 0.
    contradictions: usize,
    seconds: f64,
}

/// `lawbook lab bench ablation FILE`
pub(super) fn run(options: &AblationOptions) -> Result {
    let entries = positions::read_all(&options.file)?;
    let mut rounds: Vec<Vec<Part>> = vec![Vec::new()];
    if options.without.is_empty() {
        rounds.extend(Part::ALL.map(|part| vec![part]));
    } else {
        rounds.push(options.without.clone());
    }
    let bar = output::progress(rounds.len() * entries.len(), "positions");
    let mut answers = Vec::new();
    let mut table = Vec::new();
    for parts in rounds {
        let (line, given) = measure(&parts, &entries, options.limit, &answers, || bar.inc(1));
        if answers.is_empty() {
            answers = given;
        }
        table.push(line);
    }
    bar.finish_and_clear();
    output::print(&match options.format {
        Format::Text => text(entries.len(), options.limit, &table),
        Format::Json => output::json(&table)?,
    })?;
    let agree = table.iter().all(|line| line.contradictions == 0);
    Ok(if agree { Exit::Agreed } else { Exit::Disagreed })
}

/// Asks both questions about each position without these parts; also returns the answers.
fn measure(
    parts: &[Part],
    entries: &[LabelledPosition],
    limit: usize,
    all_parts: &[Option<bool>],
    advance: impl Fn(),
) -> (AblationResult, Vec<Option<bool>>) {
    let mut solver = Solver::without(parts);
    let (mut answers, mut nodes, mut most_nodes) = (Vec::new(), 0, 0);
    let start = Instant::now();
    for entry in entries {
        for side in Color::ALL {
            let (answer, looked_at) = solver.search(&entry.position, side, limit);
            nodes += looked_at;
            most_nodes = most_nodes.max(looked_at);
            answers.push(answer.decided());
        }
        advance();
    }
    let differ = |(one, other): (&Option<bool>, &Option<bool>)| matches!((one, other), (Some(a), Some(b)) if a != b);
    let line = AblationResult {
        without: parts.iter().map(|part| part.name()).collect(),
        nodes,
        most_nodes,
        undetermined: answers.iter().filter(|answer| answer.is_none()).count(),
        contradictions: all_parts.iter().zip(&answers).filter(|&pair| differ(pair)).count(),
        seconds: start.elapsed().as_secs_f64(),
    };
    (line, answers)
}

fn text(positions: usize, limit: usize, table: &[AblationResult]) -> String {
    let mut text = format!(
        "{positions} positions, both sides of each, at most {limit} nodes for a question\n\n\
         {:<32} {:>12} {:>10} {:>12} {:>9}\n",
        "without", "nodes", "most", "undetermined", "seconds"
    );
    for line in table {
        let without =
            if line.without.is_empty() { "nothing".to_owned() } else { line.without.join(", ") };
        text.push_str(&format!(
            "{without:<32} {:>12} {:>10} {:>12} {:>9.3}\n",
            line.nodes, line.most_nodes, line.undetermined, line.seconds
        ));
        if line.contradictions > 0 {
            text.push_str(&format!(
                "  WRONG: {} answers contradict those of the full solver; please report it\n",
                line.contradictions
            ));
        }
    }
    text
}
