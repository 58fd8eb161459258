//! `lawbook-bench winnability`: decides whether each side can still mate.

use std::{
    fs,
    hint::black_box,
    io,
    path::Path,
    time::{Duration, Instant},
};

use lawbook::{
    board::Color,
    dead::{DEFAULT_LIMIT, Solver},
    notation::PositionText,
    position::Position,
};
use serde::Serialize;

use crate::{
    Format, Result, WinnabilityOptions, json,
    opponents::{ChasolverPosition, Competitor, Opinion},
    page,
    sheet::{competitors_table, short},
};

/// Number of slowest positions listed.
const SLOWEST: usize = 5;

/// A position with the verdicts and times of both solvers.
struct Measured {
    fen: String,
    label: Option<[bool; 2]>,
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
    competitors: [Competitor; 1],
}

/// `lawbook-bench winnability FILE`
///
/// Returns whether the solvers and the labels agree.
pub(crate) fn run(options: &WinnabilityOptions) -> Result<bool> {
    let comparison = compare(options)?;
    if let Some(page) = &options.page.page {
        let name = options.file.file_name().unwrap_or_default().to_string_lossy();
        page::write(page, &format!("winnability {name}"), &markdown(&comparison))?;
    }
    match options.format {
        Format::Text => print!("{}", text(&comparison)),
        Format::Json => print!("{}", json(&comparison)?),
    }
    Ok(comparison.differences.is_empty())
}

fn compare(options: &WinnabilityOptions) -> Result<WinnabilityComparison> {
    let entries = read(&options.file)?;
    let (mut measured, mut left_out) = (Vec::new(), Vec::new());
    let mut solver = Solver::default();
    for (index, entry) in entries.iter().enumerate() {
        match measure(&mut solver, entry, index, options.runs) {
            Ok(one) => measured.push(one),
            Err(because) => {
                left_out.push(LeftOut { fen: entry.position.to_string(), because });
            }
        }
    }
    if measured.is_empty() {
        return Err(format!("chasolver accepts no position of {}", options.file.display()));
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
        competitors: [ChasolverPosition::competitor()],
    })
}

/// A position and, if it is labelled, whether White and whether Black can still mate.
struct LabelledPosition {
    position: Position,
    label: Option<[bool; 2]>,
}

/// Reads a file of positions. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
///
/// The file cannot be read, or a line is not a position that can be played.
fn read(file: &Path) -> Result<Vec<LabelledPosition>> {
    let name = file.display();
    let text = match file == Path::new("-") {
        true => io::read_to_string(io::stdin()),
        false => fs::read_to_string(file),
    };
    let text = text.map_err(|error| format!("cannot read {name}: {error}"))?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let (label, position) = match line.split_at_checked(3) {
                Some(("WB ", rest)) => (Some([true, true]), rest),
                Some(("W- ", rest)) => (Some([true, false]), rest),
                Some(("-B ", rest)) => (Some([false, true]), rest),
                Some(("-- ", rest)) => (Some([false, false]), rest),
                _ => (None, line),
            };
            let read = PositionText::read(position);
            let read = read.map_err(|error| format!("{name}:{}: {error}", index + 1))?;
            Ok(LabelledPosition { position: read.end, label })
        })
        .collect()
}

/// Returns a verdict as written in JSON.
const fn word(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "winnable",
        Some(false) => "unwinnable",
        None => "undetermined",
    }
}

/// Runs both solvers on both sides. They take turns, so that noise affects both alike.
fn measure(
    solver: &mut Solver,
    entry: &LabelledPosition,
    index: usize,
    runs: u32,
) -> Result<Measured> {
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
        let label = measured.label.map(|label| label[side as usize]);
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
    use crate::{PageOptions, page::tests::assert_current};

    fn options(lines: &str) -> (tempfile::TempDir, WinnabilityOptions) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lichess.txt");
        fs::write(&file, lines).unwrap();
        let page = PageOptions { page: None };
        (folder, WinnabilityOptions { file, runs: 1, page, format: Format::Text })
    }

    #[test]
    fn the_page_names_what_is_measured() {
        let (_folder, options) = options("# a comment\n\n-- 7k/8/8/8/8/8/8/K7 w - - 0 1\n");
        let comparison = compare(&options).unwrap();
        assert!(comparison.differences.is_empty());
        assert_current("winnability lichess.txt", &markdown(&comparison));
    }

    #[test]
    fn a_wrong_label_is_a_difference() {
        let (_folder, options) = options("WB 6q1/8/8/8/8/6k1/8/7K b - - 0 1\n");
        let comparison = compare(&options).unwrap();
        let [difference] = &comparison.differences[..] else { panic!() };
        assert_eq!((difference.side, difference.ours), ("White", "unwinnable"));
        assert_eq!((difference.chasolver, difference.label), ("unwinnable", Some("winnable")));
    }

    #[test]
    fn a_bad_line_is_named() {
        let (_folder, options) = options("7k/8/8/8/8/8/8/K7 w - -\n6q1/8 b - -\n");
        let error = compare(&options).err().unwrap();
        assert!(error.contains("lichess.txt:2: "), "{error}");
    }
}
