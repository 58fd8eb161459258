use lawbook::{report::Vectors, rules::RuleSet};

use crate::{
    cli::{ExportCommand, VectorOptions},
    output::{self, Exit, Result},
    selection,
    write::OutFolder,
};

/// JSON Schema of the vectors, written next to them.
const SCHEMA: &str = include_str!("../../../src/report/vectors.schema.json");

/// `lawbook export`
pub(crate) fn run(command: &ExportCommand) -> Result {
    match command {
        ExportCommand::Vectors(options) => vectors(options),
    }
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
        let vectors = Vectors::new(&catalogue, rule_set);
        let name = format!("{rule_set}.json");
        files.write(&name, vectors.write_json().as_bytes())?;
        let count = vectors.vectors.len();
        output::note(&format!("wrote {}: {count} vectors", folder.join(name).display()));
    }
    files.write("schema.json", SCHEMA.as_bytes())?;
    Ok(Exit::Agreed)
}
