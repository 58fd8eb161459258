mod epd;
mod options;
mod pgn;

pub(crate) use options::{ExportCommand, GamesOptions, VectorOptions};

use lawbook::rules::RuleSet;
use lawbook_catalogue::Case;
use lawbook_runner::report::Vectors;

use super::list::ListedCase;
use crate::{
    output::{self, Exit, Result},
    selection,
    write::{OutFolder, write_file},
};

/// JSON Schema of the vectors, written next to them.
const SCHEMA: &str = include_str!("../../../../vectors/schema.json");

/// `lawbook export`
pub(crate) fn run(command: &ExportCommand) -> Result {
    match command {
        ExportCommand::Vectors(options) => vectors(options),
        ExportCommand::Epd(options) => cases(options, |_, entry| epd::line(entry)),
        ExportCommand::Pgn(options) => cases(options, pgn::game),
    }
}

/// `lawbook export epd` and `lawbook export pgn`: writes each selected case in the form of `write`.
fn cases(options: &GamesOptions, write: fn(&Case, &ListedCase<'_>) -> String) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let cases = selection::select(&catalogue, &options.selection)?;
    let text: String =
        cases.iter().map(|case| write(case, &ListedCase::new(case, &catalogue))).collect();
    match &options.out {
        Some(file) => write_file(file, options.force, |out| out.write_all(text.as_bytes()))?,
        None => output::print(&text)?,
    }
    Ok(Exit::Agreed)
}

/// `lawbook export vectors --out-dir DIR`: writes a file for each rule set, and the schema.
fn vectors(options: &VectorOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let rule_sets = match options.rules.as_slice() {
        [] => vec![RuleSet::LATEST],
        rule_sets => rule_sets.to_vec(),
    };
    let folder = &options.out;
    let files = OutFolder::open(folder, options.force)?;
    for rule_set in rule_sets {
        let vectors = Vectors::with_predictions(&catalogue, rule_set);
        let name = format!("{rule_set}.json");
        files.write(&name, vectors.write_json().as_bytes())?;
        files.write(&format!("{rule_set}.txt"), vectors.write_text().as_bytes())?;
        let count = vectors.vectors.len();
        output::note(&format!("wrote {}: {count} vectors", folder.join(name).display()));
    }
    files.write("schema.json", SCHEMA.as_bytes())?;
    Ok(Exit::Agreed)
}
