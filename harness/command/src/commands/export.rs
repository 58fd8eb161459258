//! `lawbook export`: the questions and right answers as data.

use std::path::PathBuf;

use clap::Args;
use lawbook::rules::RuleSet;
use lawbook_runner::report::Vectors;

use crate::{
    cli::output as path,
    output::{self, Exit, Result},
    selection,
    write::OutFolder,
};

/// JSON Schema of the vectors, written next to them.
const SCHEMA: &str = include_str!("../../../vectors/schema.json");

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook export --out-dir vectors
  lawbook export --rules fide-2018 --rules fide-2023 --out-dir vectors

Writes for each rule set JSON and the same in lines of text, such as fide-2023.json and fide-2023.txt, and schema.json, \
which describes the JSON. The folder gets a file .lawbook; a folder that has other files and no .lawbook is left unchanged. \
`lawbook list --format pgn` writes the cases as games.

Exit codes:
  0  the files were written
  2  the command line is invalid
  3  the catalogue is invalid
  5  a file could not be written, or the folder is not one of lawbook")]
pub(crate) struct ExportOptions {
    /// The folder to write to
    #[arg(long = "out-dir", value_name = "DIR", value_parser = path())]
    out: PathBuf,
    /// Replace files in a folder that `lawbook` did not make
    #[arg(long)]
    force: bool,
    /// The rule set that decides the right answers (may be repeated, or several with commas); default: the Laws in force
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = rule_set)]
    rules: Vec<RuleSet>,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
}

/// Parses the name of a rule set, ignoring case.
fn rule_set(text: &str) -> std::result::Result<RuleSet, String> {
    text.to_ascii_lowercase().parse().map_err(|error| format!("{error}"))
}

/// `lawbook export --out-dir DIR`: writes a file for each rule set, and the schema.
pub(crate) fn run(options: &ExportOptions) -> Result {
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
