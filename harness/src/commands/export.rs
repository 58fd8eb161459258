use std::fs;

use lawbook::{report::Vectors, rules::RuleSet};

use crate::{
    cli::{ExportCommand, VectorOptions},
    files,
    output::{self, Exit, Failure, Result},
    selection,
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
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(Exit::IoError, format!("cannot make {}: {error}", folder.display()))
    })?;
    for rule_set in rule_sets {
        let vectors = Vectors::new(&catalogue, rule_set);
        let file = folder.join(format!("{rule_set}.json"));
        files::write_own(&file, &vectors.write_json(), |begin| begin.starts_with("{\"format\":"))?;
        let count = vectors.vectors.len();
        output::note(&format!("wrote {}: {count} vectors", file.display()));
    }
    files::write_own(&folder.join("schema.json"), SCHEMA, |begin| {
        begin.contains("\"title\": \"Vectors\"")
    })?;
    Ok(Exit::Agreed)
}
