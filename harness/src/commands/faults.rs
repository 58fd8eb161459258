use lawbook_catalogue::Case;
use lawbook_faults::{self as faults, Fault};
use lawbook_suite::detection::{
    self, CellRow, Detected, FaultMatrix, FaultRow, GridReport, Kill, LibraryMatrix,
    RandomDisagreement,
};
use serde::Serialize;

use crate::{
    cli::{FaultsOptions, Format, Libraries},
    libraries,
    output::{self, Exit, Failure, Result},
    selection,
};

/// The result in JSON.
#[derive(Serialize)]
struct Record<'a> {
    /// The faults that were written by hand.
    faults: Vec<&'a FaultRow>,
    /// The cells of the grid.
    grid: &'a [CellRow],
    /// The cases that notice no fault and are not the contrast of one that does.
    idle: &'a [String],
}

/// `lawbook faults`
pub(crate) fn run(options: &FaultsOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    let faults = select(options)?;
    let Libraries { library, adapter, foreign, .. } = &options.libraries;
    if !library.is_empty() || !adapter.is_empty() || foreign.is_some() {
        return in_libraries(options, &cases, &faults);
    }
    let reasons = detection::reasons(detection::REASONS).map_err(|error| {
        Failure::new(Exit::Invalid, format!("the reasons of the grid: {error}"))
    })?;
    let bar = output::progress(cases.len(), "cases");
    let matrix = FaultMatrix::new(&cases, &faults, options.games, || bar.inc());
    bar.finish();
    let grid = GridReport::new(&faults, &matrix.faults, &reasons);
    let by_hand: Vec<&FaultRow> = faults
        .iter()
        .zip(&matrix.faults)
        .filter(|one| one.0.cell.is_none())
        .map(|one| one.1)
        .collect();
    match options.format {
        Format::Json => {
            let (grid, idle) = (&grid.cells, &matrix.idle);
            output::print(&output::json(&Record { faults: by_hand.clone(), grid, idle })?)?;
        }
        Format::Text => output::print(&text(options, &matrix, &by_hand, &grid))?,
    }
    let survives = by_hand.iter().any(|row| row.survives());
    let unexplained = grid.undetected().any(|row| row.reason.is_none());
    Ok(if survives || unexplained { Exit::Disagreed } else { Exit::Agreed })
}

/// Tests which faults `check` would detect in the selected libraries.
fn in_libraries(options: &FaultsOptions, cases: &[&Case], faults: &[&'static Fault]) -> Result {
    let asked = libraries::select(&options.libraries)?;
    let mut matrices = Vec::new();
    for library in &asked.implementations {
        let bar = output::progress(cases.len(), "cases");
        let library = library.as_ref();
        matrices.push(LibraryMatrix::new(library, cases, faults, || bar.inc()));
        bar.finish();
    }
    asked.note_failures();
    match options.format {
        Format::Json => output::print(&output::json(&matrices)?)?,
        Format::Text => {
            let text = matrices.iter().map(|matrix| library_text(options, faults, matrix));
            output::print(&text.collect::<Vec<_>>().join("\n"))?;
        }
    }
    Ok(Exit::Agreed)
}

/// Formats how many cells of each rule are detected in a library, or those that are not.
fn library_text(
    options: &FaultsOptions,
    faults: &[&'static Fault],
    matrix: &LibraryMatrix,
) -> String {
    let mut text = format!("{}\n", matrix.library);
    let mut groups: Vec<(String, [usize; 4])> = Vec::new();
    for (fault, row) in faults.iter().zip(&matrix.faults) {
        let place = match (row.cases.is_empty(), row.already_wrong.is_empty()) {
            (false, _) => 1,
            (true, false) => 2,
            (true, true) => 3,
        };
        if options.undetected && place == 3 {
            text.push_str(&format!("  {}\n", fault.name));
        }
        let name = fault
            .cell
            .map_or_else(|| "by hand".to_owned(), |cell| format!("{}/{}", cell.rule, cell.kind()));
        let group = match groups.iter().position(|(known, _)| *known == name) {
            Some(known) => known,
            None => {
                groups.push((name, [0; 4]));
                groups.len() - 1
            }
        };
        groups[group].1[0] += 1;
        groups[group].1[place] += 1;
    }
    text.push_str(&format!(
        "{:44} {:>8} {:>8} {:>14} {:>8}\n",
        "cells", "all", "detected", "already wrong", "nothing"
    ));
    let mut sum = [0; 4];
    for (name, numbers) in &groups {
        text.push_str(&numbers_of(name, numbers));
        sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    text + &numbers_of("all", &sum)
}

fn numbers_of(name: &str, [all, detected, wrong, nothing]: &[usize; 4]) -> String {
    format!("{name:44} {all:>8} {detected:>8} {wrong:>14} {nothing:>8}\n")
}

fn text(
    options: &FaultsOptions,
    matrix: &FaultMatrix,
    by_hand: &[&FaultRow],
    grid: &GridReport,
) -> String {
    if options.undetected {
        return undetected(grid);
    }
    if !options.fault.is_empty() {
        return matrix.faults.iter().map(detail).collect();
    }
    if options.cell.is_some() {
        return match matrix.faults.as_slice() {
            [only] => detail(only),
            _ => grid.cells.iter().map(line).collect(),
        };
    }
    if options.rule.is_some() {
        return table(&grid.cells) + &by_dimension(&grid.cells);
    }
    table(&grid.cells) + &summary(by_hand, &matrix.idle)
}

/// Returns the selected faults; all by default.
fn select(options: &FaultsOptions) -> Result<Vec<&'static Fault>> {
    let everything = || faults::grid().iter().chain(faults::all());
    if !options.fault.is_empty() {
        let find = |name: &String| {
            everything()
                .find(|fault| fault.name == *name)
                .ok_or_else(|| unknown("fault", name, everything().map(|fault| fault.name)))
        };
        return options.fault.iter().map(find).collect();
    }
    let is_selected = |fault: &&Fault| {
        let of_rule = |rule: &String| fault.cell.is_some_and(|cell| cell.rule == *rule);
        let begins = |prefix: &String| fault.cell.is_some() && fault.name.starts_with(prefix);
        options.rule.as_ref().is_none_or(of_rule)
            && options.cell.as_ref().is_none_or(begins)
            && (!options.undetected || fault.cell.is_some())
    };
    let selected: Vec<&Fault> = everything().filter(is_selected).collect();
    match (&options.rule, &options.cell) {
        (Some(rule), _) if selected.is_empty() => {
            let rules = faults::grid().iter().filter_map(|fault| fault.cell).map(|cell| cell.rule);
            Err(unknown("rule", rule, rules))
        }
        (None, Some(cell)) if selected.is_empty() => {
            Err(unknown("cell", cell, faults::grid().iter().map(|fault| fault.name)))
        }
        _ => Ok(selected),
    }
}

fn unknown(what: &str, name: &str, names: impl Iterator<Item = &'static str>) -> Failure {
    let nearest = names.min_by_key(|one| strsim::damerau_levenshtein(one, name)).unwrap_or("");
    let message = format!("no {what} is named {name:?}; the nearest is {nearest:?}");
    Failure::new(Exit::NothingSelected, message)
}

/// Headings of the columns with numbers of cells.
const COLUMNS: [&str; 6] = ["core", "full", "strict", "960 only", "random", "nothing"];

/// Formats how many cells of each rule and kind of mistake are detected by what.
fn table(cells: &[CellRow]) -> String {
    let mut text = heading("cells");
    let mut groups: Vec<(String, Vec<&CellRow>)> = Vec::new();
    for row in cells {
        let kind = row.point.first().map_or("", |(_, kind)| kind);
        for name in [row.rule.to_owned(), format!("  {}/{kind}", row.rule)] {
            match groups.iter_mut().find(|(known, _)| *known == name) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((name, vec![row])),
            }
        }
    }
    for (name, rows) in &groups {
        // The rule is in the line above.
        let name =
            name.split_once('/').map_or_else(|| name.clone(), |(_, kind)| format!("  {kind}"));
        text.push_str(&counts(&name, rows));
    }
    text.push_str(&counts("all", &cells.iter().collect::<Vec<_>>()));
    text.push('\n');
    text
}

fn heading(first: &str) -> String {
    let columns: String = COLUMNS.iter().map(|column| format!(" {column:>8}")).collect();
    format!("{first:44} {:>6}{columns}\n", "all")
}

fn counts(name: &str, rows: &[&CellRow]) -> String {
    let count = |by: Detected| rows.iter().filter(|row| row.detected == by).count();
    let numbers: String = Detected::ALL
        .map(|by| match count(by) {
            0 => format!(" {:>8}", "."),
            some => format!(" {some:>8}"),
        })
        .concat();
    let line = format!("{name:44} {:>6}{numbers}", rows.len());
    let is_explained = |row: &&&CellRow| row.detected.is_by_a_case() || row.reason.is_some();
    match rows.iter().filter(is_explained).count() == rows.len() {
        true => line + "\n",
        false => output::paint(&line, output::Style::Red) + "\n",
    }
}

/// Formats the same for each value of each dimension.
fn by_dimension(cells: &[CellRow]) -> String {
    let mut values: Vec<(&str, &str)> = Vec::new();
    for value in cells.iter().flat_map(|row| row.point.iter().skip(1)) {
        if !values.contains(value) {
            values.push(*value);
        }
    }
    values.sort_by_key(|(dimension, _)| *dimension);
    let mut text = heading("by dimension");
    for value in values {
        let rows: Vec<&CellRow> = cells.iter().filter(|row| row.point.contains(&value)).collect();
        text.push_str(&counts(&format!("{} {}", value.0, value.1), &rows));
    }
    text
}

/// Formats a cell with the cases that detect it.
fn line(row: &CellRow) -> String {
    let by = match row.random {
        Some(random) => format!("{} cases, {random}", row.cases.len()),
        None => format!("{} cases", row.cases.len()),
    };
    let ids = row.cases.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("{}\n  {by}: {ids}\n", row.name)
}

/// Formats the cells that no case of ordinary chess detects, and the common bugs that none of the core level detects.
fn undetected(grid: &GridReport) -> String {
    let mut text = String::new();
    for row in grid.undetected() {
        let by = match row.detected {
            Detected::Chess960 => "Chess960 only",
            Detected::Random => "random games only",
            Detected::Core | Detected::Full | Detected::Strict | Detected::Nothing => "nothing",
        };
        let reason = row.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        text.push_str(&format!("{}  {by}{reason}\n", row.name));
    }
    let beyond: Vec<&CellRow> =
        grid.common_beyond_core().filter(|row| row.detected.is_by_a_case()).collect();
    if !beyond.is_empty() {
        text.push_str("\ncommon bugs that no case of the core level detects:\n");
        beyond.iter().for_each(|row| text.push_str(&(row.name.to_owned() + "\n")));
    }
    let all = grid.undetected().count();
    let without = grid.undetected().filter(|row| row.reason.is_none()).count();
    text.push_str(&format!(
        "\n{all} of {} cells are not detected by a case, {without} of them without a reason; {} common bugs only above the core level\n",
        grid.cells.len(), beyond.len()
    ));
    text
}

/// Formats a line for each fault: its name, the number of cases that detect it, two of them, and the property.
fn summary(rows: &[&FaultRow], idle: &[String]) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let FaultRow { name, cases, .. } = row;
        let ids: Vec<&str> = cases.iter().take(2).map(|kill| kill.id.as_str()).collect();
        let property = row.property.as_ref().map_or("-", |found| found.property);
        let line =
            format!("{name:width$}  {:3} cases  {property:12}  {}", cases.len(), ids.join(", "));
        match row.survives() {
            true => text.push_str(&output::paint(&line, output::Style::Red)),
            false => text.push_str(&line),
        }
        text.push('\n');
    }
    if !idle.is_empty() {
        text.push_str("\nno fault is noticed by, or by the contrast of:\n");
        idle.iter().for_each(|id| text.push_str(&format!("  {id}\n")));
    }
    let by_property = rows.iter().filter(|row| row.property.is_some()).count();
    let survivors = rows.iter().filter(|row| row.survives()).count();
    text.push_str(&format!(
        "\n{} faults: {survivors} survive the cases, {by_property} are noticed by a property; {} cases notice none\n",
        rows.len(),
        idle.len()
    ));
    text
}

/// Formats one fault with everything that detects it.
fn detail(row: &FaultRow) -> String {
    let mut text = format!("{}\n  {}\n\n", row.name, row.mistake);
    for Kill { id, question, rule_set, right, says, .. } in &row.cases {
        text.push_str(&format!("  {id} ({rule_set})\n"));
        text.push_str(&format!("    {question}: {says}, expected {right}\n"));
    }
    match &row.property {
        None => text.push_str("\n  no random game shows it\n"),
        Some(RandomDisagreement { property, start, acts, question, right, says }) => {
            text.push_str(&format!("\n  shown by {property}, from {start}\n"));
            acts.iter().for_each(|act| text.push_str(&format!("    {act}\n")));
            text.push_str(&format!("    {question}: {says}, expected {right}\n"));
        }
    }
    text.push_str(&format!("\ncases that detect it: {}\n", row.cases.len()));
    text
}
