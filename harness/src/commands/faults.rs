use lawbook::catalogue::Case;
use lawbook_faults::{self as faults, Fault, FaultMatrix, FaultRow, Kill, RandomDisagreement};

use crate::{
    cli::{FaultsOptions, Format},
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook faults`
pub(crate) fn run(options: &FaultsOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let cases: Vec<&Case> = catalogue.cases.iter().collect();
    let faults = select(&options.fault)?;
    let bar = output::progress(cases.len(), "cases");
    let matrix = FaultMatrix::new(&cases, &faults, options.games, || bar.inc(1));
    bar.finish_and_clear();
    let everything = options.fault.is_empty();
    match options.format {
        Format::Json => output::print(&output::json(&matrix)?)?,
        Format::Text if everything => output::print(&summary(&matrix))?,
        Format::Text => output::print(&matrix.faults.iter().map(detail).collect::<String>())?,
    }
    Ok(if matrix.is_complete() { Exit::Agreed } else { Exit::Disagreed })
}

/// Returns the faults with these names; all if `names` is empty.
fn select(names: &[String]) -> Result<Vec<&'static Fault>> {
    let find = |name: &String| {
        faults::all().find(|fault| fault.name == *name).ok_or_else(|| {
            let nearest = faults::all()
                .min_by_key(|fault| strsim::damerau_levenshtein(fault.name, name))
                .map_or("", |fault| fault.name);
            let message = format!("unknown fault {name:?}; did you mean {nearest:?}?");
            Failure::new(Exit::NothingSelected, message)
        })
    };
    if names.is_empty() {
        return Ok(faults::all().collect());
    }
    names.iter().map(find).collect()
}

/// Formats a line for each fault: its name, the number of cases that detect it, two of them, and the property.
fn summary(matrix: &FaultMatrix) -> String {
    let width = matrix.faults.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in &matrix.faults {
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
    if !matrix.idle.is_empty() {
        text.push_str("\ncases that detect no fault, with or without their contrast:\n");
        matrix.idle.iter().for_each(|id| text.push_str(&format!("  {id}\n")));
    }
    let (all, by_property) = (matrix.faults.len(), matrix.faults.iter());
    let by_property = by_property.filter(|row| row.property.is_some()).count();
    let survivors = matrix.faults.iter().filter(|row| row.survives()).count();
    text.push_str(&format!(
        "\n{all} faults: {survivors} survive the cases, {by_property} are detected by a property; {} cases detect \
         none\n",
        matrix.idle.len()
    ));
    text
}

/// Formats one fault with everything that detects it.
fn detail(row: &FaultRow) -> String {
    let mut text = format!("{}\n  {}\n\n", row.name, row.mistake);
    for Kill { id, question, rule_set, right, says } in &row.cases {
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
