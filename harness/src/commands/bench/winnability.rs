use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use lawbook::{
    board::Color,
    dead::{DEFAULT_LIMIT, Solver},
};
use lawbook_linked::chasolver::{self, ChasolverPosition, Opinion};
use serde::Serialize;

use super::{
    page,
    sheet::{SheetCompetitor, competitors_table, short},
};
use crate::{
    cli::{Format, WinnabilityOptions},
    output::{self, Exit, Failure, Result},
    positions::{self, Label, LabelledPosition, word},
};

/// Number of slowest positions listed.
const SLOWEST: usize = 5;

/// A position with the verdicts and times of both solvers.
struct Measured {
    fen: String,
    label: Option<Label>,
    /// Verdicts of lawbook and of the peer on White and on Black.
    verdicts: [[Option<bool>; 2]; 2],
    /// Time for both sides, of lawbook and of the peer.
    times: [Duration; 2],
}

/// Times of one solver over all positions, in microseconds.
#[derive(Serialize)]
struct Figures {
    total: f64,
    mean: f64,
    median: f64,
    p99: f64,
    max: f64,
    undetermined: usize,
    slowest: Vec<Slow>,
}

#[derive(Serialize)]
struct Slow {
    fen: String,
    micros: f64,
}

/// A side with different verdicts from lawbook, the peer and the label.
#[derive(Serialize)]
struct WinnabilityDifference {
    fen: String,
    side: &'static str,
    ours: &'static str,
    chasolver: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'static str>,
}

/// A position that the peer rejects, and the reason.
#[derive(Serialize)]
struct LeftOut {
    fen: String,
    because: String,
}

#[derive(Serialize)]
struct WinnabilityComparison {
    positions: usize,
    runs: u32,
    ours: Figures,
    chasolver: Figures,
    /// The peer's total divided by lawbook's; above 1, lawbook is faster.
    ratio: f64,
    differences: Vec<WinnabilityDifference>,
    left_out: Vec<LeftOut>,
    competitors: [SheetCompetitor; 1],
}

/// `lawbook lab bench winnability FILE`
pub(super) fn run(options: &WinnabilityOptions) -> Result {
    let comparison = compare(options)?;
    if let Some(page) = &options.page.page {
        let name = options.file.file_name().unwrap_or_default().to_string_lossy();
        page::write(page, &format!("winnability {name}"), &markdown(&comparison))?;
    }
    output::print(&match options.format {
        Format::Text => text(&comparison),
        Format::Json => output::json(&comparison)?,
    })?;
    Ok(if comparison.differences.is_empty() { Exit::Agreed } else { Exit::Disagreed })
}

fn compare(options: &WinnabilityOptions) -> Result<WinnabilityComparison> {
    let entries = positions::read_all(&options.file)?;
    let bar = output::progress(entries.len(), "positions");
    let (mut measured, mut left_out) = (Vec::new(), Vec::new());
    let mut solver = Solver::default();
    for (index, entry) in entries.iter().enumerate() {
        match measure(&mut solver, entry, index, options.runs) {
            Ok(one) => measured.push(one),
            Err(because) => {
                left_out.push(LeftOut { fen: entry.position.to_string(), because });
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if measured.is_empty() {
        let message = format!("chasolver accepts no position of {}", options.file.display());
        return Err(Failure::new(Exit::IoError, message));
    }
    let (ours, chasolver) = (figures(&measured, 0), figures(&measured, 1));
    Ok(WinnabilityComparison {
        positions: measured.len(),
        runs: options.runs,
        ratio: chasolver.total / ours.total,
        ours,
        chasolver,
        differences: measured.iter().flat_map(differences).collect(),
        left_out,
        competitors: [chasolver::competitor().into()],
    })
}

/// Runs both solvers on both sides. They take turns, so that noise affects both alike.
fn measure(
    solver: &mut Solver,
    entry: &LabelledPosition,
    index: usize,
    runs: u32,
) -> std::result::Result<Measured, String> {
    let peer = ChasolverPosition::new(&entry.position)?;
    let (mut our_times, mut peer_times) = (Vec::new(), Vec::new());
    let (mut our_verdicts, mut opinions) = ([None; 2], [const { Opinion::Undetermined }; 2]);
    for run in 0..runs as usize {
        for turn in 0..2 {
            let start = Instant::now();
            if (index + run + turn).is_multiple_of(2) {
                let found =
                    Color::ALL.map(|side| solver.search(&entry.position, side, DEFAULT_LIMIT));
                our_times.push(start.elapsed());
                our_verdicts = black_box(&found).each_ref().map(|found| found.0.decided());
            } else {
                opinions = Color::ALL.map(|side| peer.can_mate(side));
                peer_times.push(start.elapsed());
                black_box(&opinions);
            }
        }
    }
    if let Some(Opinion::Panicked(message)) =
        opinions.iter().find(|opinion| matches!(opinion, Opinion::Panicked(_)))
    {
        return Err(format!("panicked: {message}"));
    }
    Ok(Measured {
        fen: entry.position.to_string(),
        label: entry.label,
        verdicts: [our_verdicts, opinions.each_ref().map(Opinion::verdict)],
        times: [median(&mut our_times), median(&mut peer_times)],
    })
}

fn figures(measured: &[Measured], whose: usize) -> Figures {
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let mut order: Vec<&Measured> = measured.iter().collect();
    order.sort_by_key(|one| one.times[whose]);
    let at = |share: f64| {
        let index = (share * order.len() as f64) as usize;
        order
            .get(index.min(order.len().saturating_sub(1)))
            .map_or(0.0, |one| micros(one.times[whose]))
    };
    let total: f64 = measured.iter().map(|one| micros(one.times[whose])).sum();
    let slowest = order.iter().rev().take(SLOWEST);
    Figures {
        total,
        mean: total / measured.len() as f64,
        median: at(0.5),
        p99: at(0.99),
        max: at(1.0),
        undetermined: measured
            .iter()
            .flat_map(|one| one.verdicts[whose])
            .filter(Option::is_none)
            .count(),
        slowest: slowest
            .map(|one| Slow { fen: one.fen.clone(), micros: micros(one.times[whose]) })
            .collect(),
    }
}

/// Returns the sides with different verdicts from lawbook, the peer and the label.
fn differences(measured: &Measured) -> Vec<WinnabilityDifference> {
    let mut differences = Vec::new();
    for side in Color::ALL {
        let [ours, peer] = measured.verdicts.map(|verdicts| verdicts[side as usize]);
        let label = measured.label.map(|label| label.says(side));
        let mut said = [ours, peer, label].into_iter().flatten();
        let first = said.next();
        if said.any(|other| Some(other) != first) {
            differences.push(WinnabilityDifference {
                fen: measured.fen.clone(),
                side: side.name(),
                ours: word(ours),
                chasolver: word(peer),
                label: label.map(|label| word(Some(label))),
            });
        }
    }
    differences
}

fn text(comparison: &WinnabilityComparison) -> String {
    let WinnabilityComparison {
        positions,
        runs,
        ours,
        chasolver,
        ratio,
        differences,
        left_out,
        competitors: [competitor],
    } = comparison;
    let mut text = format!("{positions} positions, both sides of each, median of {runs}\n\n");
    text.push_str(
        "microseconds        total     mean   median      p99        max  undetermined\n",
    );
    for (name, figures) in [("lawbook", ours), ("chasolver", chasolver)] {
        let Figures { total, mean, median, p99, max, undetermined, .. } = figures;
        text.push_str(&format!(
            "{name:12} {total:12.0} {mean:8.1} {median:8.1} {p99:8.1} {max:10.1}  {undetermined:12}\n"
        ));
    }
    text.push_str(&format!("\nspeed of lawbook divided by that of chasolver: {ratio:.2}\n"));
    text.push_str(&competitor.text());
    for (name, figures) in [("lawbook", ours), ("chasolver", chasolver)] {
        text.push_str(&format!("\nslowest for {name}\n"));
        for Slow { fen, micros } in &figures.slowest {
            text.push_str(&format!("{micros:12.1}  {fen}\n"));
        }
    }
    for WinnabilityDifference { fen, side, ours, chasolver, label } in differences {
        text.push_str(&format!("\nDIFFERENT: {side} in {fen}\n"));
        text.push_str(&format!("  lawbook {ours}, chasolver {chasolver}"));
        text.push_str(&label.map_or_else(String::new, |label| format!(", the label {label}")));
        text.push('\n');
    }
    for LeftOut { fen, because } in left_out {
        text.push_str(&format!(
            "\nleft out, because chasolver does not accept it: {fen}\n  {because}\n"
        ));
    }
    text
}

/// Formats the two tables of the page.
fn markdown(comparison: &WinnabilityComparison) -> String {
    let WinnabilityComparison { ours, chasolver, competitors, .. } = comparison;
    let mut text =
        "| microseconds a position, both sides | lawbook | chasolver |\n|---|---:|---:|\n"
            .to_owned();
    for (name, ours, theirs) in [
        ("mean", ours.mean, chasolver.mean),
        ("median", ours.median, chasolver.median),
        ("99th percentile", ours.p99, chasolver.p99),
        ("longest", ours.max, chasolver.max),
    ] {
        text.push_str(&format!(
            "| {name} | {} | {} ({:.2}) |\n",
            short(ours),
            short(theirs),
            theirs / ours
        ));
    }
    let undetermined = [ours.undetermined, chasolver.undetermined];
    text.push_str(&format!("| sides left open | {} | {} |\n", undetermined[0], undetermined[1]));
    text + "\n" + &competitors_table(competitors)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cli::PageOptions, commands::bench::page::tests::assert_current};

    #[test]
    fn the_page_names_what_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lichess.txt");
        std::fs::write(&file, "-- 7k/8/8/8/8/8/8/K7 w - - 0 1\n").unwrap();
        let page = PageOptions { page: None };
        let options = WinnabilityOptions { file, runs: 1, page, format: Format::Text };
        assert_current("winnability lichess.txt", &markdown(&compare(&options).unwrap()));
    }
}
