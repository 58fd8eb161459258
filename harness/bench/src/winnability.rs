//! `lawbook-bench winnability`: decides whether each side can still mate. Both solvers give their full answers with
//! evidence for both sides of each position.

use std::{fs, ops::Range, path::Path};

use chasolver::Winnability;
use lawbook::{
    board::Color,
    dead::{DEFAULT_LIMIT, Solver},
    notation::PositionText,
    position::Position,
};
use lawbook_gate::session::catch;

use crate::{Contender, Measured, Result, Sheet, contest, quantile, wall_time};

/// Whether White and whether Black can mate; `None` if a solver leaves it open.
type Verdicts = [Option<bool>; 2];

/// Measures all positions of a file, and describes the sides where lawbook, chasolver and a label differ. Positions
/// that chasolver refuses are left out and named.
pub(crate) fn measure(rounds: u32, file: &Path, differences: &mut Vec<String>) -> Result<Sheet> {
    let (mut solver, mut micros, mut open) = (Solver::default(), [vec![], vec![]], [0; 2]);
    for (index, (position, label)) in read(file)?.iter().enumerate() {
        let begin = index as u32 % 2;
        let measured = decide(&mut solver, position, begin..begin + rounds);
        let Ok(measured) = measured.inspect_err(|error| eprintln!("left out {position}: {error}"))
        else {
            continue;
        };
        let verdicts = [0, 1].map(|place| measured[place].results[0]);
        for place in 0..2 {
            micros[place].push(measured[place].median() * 1e6);
            open[place] += verdicts[place].iter().filter(|one| one.is_none()).count();
        }
        for side in Color::ALL {
            let label = label.map(|label| label[side as usize]);
            let said = [verdicts[0][side as usize], verdicts[1][side as usize], label];
            if said.contains(&Some(true)) && said.contains(&Some(false)) {
                let word = |can: bool| if can { "winnable" } else { "unwinnable" };
                let [ours, theirs, label] = said.map(|said| said.map_or("open", word));
                let side = side.name();
                let said = format!("lawbook {ours}, chasolver {theirs}, the label {label}");
                differences.push(format!("{side} in {position}: {said}"));
            }
        }
    }
    if micros[0].is_empty() {
        return Err(format!("chasolver accepts no position of {}", file.display()));
    }
    let mut sheet = Sheet::new("winnability", "microseconds a position, both sides");
    let figures = |all: &Vec<f64>| {
        let at = |share| quantile(all.clone(), share);
        [all.iter().sum::<f64>() / all.len() as f64, at(0.5), at(0.99), at(1.0)]
    };
    let [ours, theirs] = micros.each_ref().map(figures);
    let labels = ["mean", "median", "99th percentile", "longest"];
    for (label, (ours, theirs)) in labels.into_iter().zip(ours.into_iter().zip(theirs)) {
        sheet.add(label, vec![("lawbook", ours, None), ("chasolver", theirs, Some(theirs / ours))]);
    }
    let [ours, theirs] = open.map(|sides| sides as f64);
    sheet.add("sides left open", vec![("lawbook", ours, None), ("chasolver", theirs, None)]);
    Ok(sheet)
}

/// Runs both solvers on both sides. Fails if chasolver or its crate `chess` refuses the position or panics.
fn decide(
    solver: &mut Solver,
    position: &Position,
    rounds: Range<u32>,
) -> Result<Vec<Measured<Verdicts>>> {
    let text = position.to_string();
    let board: chess::Board =
        catch(|| text.parse())?.map_err(|error: chess::Error| error.to_string())?;
    let mut panicked = None;
    let mut can_mate = |side| {
        let found = catch(|| chasolver::winnability(&board, side));
        let found = found.map_err(|message| panicked = Some(message)).ok()??;
        Some(matches!(found, Winnability::Winnable { .. }))
    };
    let ours = || Color::ALL.map(|side| solver.search(position, side, DEFAULT_LIMIT).0.decided());
    let theirs = || [can_mate(chess::Color::White), can_mate(chess::Color::Black)];
    let mut contenders: [Contender<'_, _>; 2] =
        [("lawbook", Box::new(ours)), ("chasolver", Box::new(theirs))];
    let measured = contest(rounds, wall_time, &mut contenders);
    drop(contenders);
    panicked.map_or(Ok(measured), Err)
}

/// Reads a file of positions, each with whether White and whether Black can still mate if it is labelled. Empty lines
/// and lines that begin with `#` are skipped.
fn read(file: &Path) -> Result<Vec<(Position, Option<[bool; 2]>)>> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let position = |(index, line): (usize, &str)| {
        let (label, position) = match line.split_at_checked(3) {
            Some(("WB ", rest)) => (Some([true, true]), rest),
            Some(("W- ", rest)) => (Some([true, false]), rest),
            Some(("-B ", rest)) => (Some([false, true]), rest),
            Some(("-- ", rest)) => (Some([false, false]), rest),
            _ => (None, line),
        };
        let read = PositionText::read(position);
        let read = read.map_err(|error| format!("{name}:{}: {error}", index + 1))?;
        Ok((read.end, label))
    };
    lines.map(position).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_label_is_a_difference_and_a_bad_line_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("positions.txt");
        let labelled = "WB 6q1/8/8/8/8/6k1/8/7K b - - 0 1\n# a\n\n-- 7k/8/8/8/8/8/8/K7 w - - 0 1\n";
        fs::write(&file, labelled).unwrap();
        let mut differences = Vec::new();
        measure(1, &file, &mut differences).unwrap().assert_current();
        let said = "White in 6q1/8/8/8/8/6k1/8/7K b - - 0 1: lawbook unwinnable, chasolver unwinnable, the label winnable";
        assert_eq!(differences, [said]);
        fs::write(&file, "7k/8/8/8/8/8/8/K7 w - -\n6q1/8 b - -\n").unwrap();
        let error = measure(1, &file, &mut differences).err().unwrap();
        assert!(error.contains("positions.txt:2: "), "{error}");
    }
}
