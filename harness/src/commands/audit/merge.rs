use std::{collections::BTreeMap, fs::File, io::BufReader};

use super::{results, trouble, verdict};
use crate::{
    cli::{MergeOptions, Results},
    files::{Files, StagedWriter},
    output::Result,
};

/// `lawbook audit merge PART...`
pub(super) fn run(options: &MergeOptions) -> Result {
    let Results { format, out } = &options.results;
    let mut files = Files::default();
    let mut parts = Vec::new();
    for part in &options.parts {
        files.reads(part);
        let name = part.display().to_string();
        let file = File::open(part).map_err(|error| trouble(&name, &error))?;
        parts.push((name, BufReader::new(file)));
    }
    let place = match out {
        None => files.writes_stdout()?,
        Some(path) => files.writes(path)?,
    };
    let mut to = StagedWriter::open(place, results::is_results)?;
    to.write_settled(&results::head(*format)?)?;
    let mut first = BTreeMap::new();
    let summary = lawbook_audit::merge(parts, |found| {
        to.write_settled(&results::rows(*format, std::slice::from_ref(&found))?)?;
        first.entry(found.kind).or_insert(found);
        Ok(())
    })?
    .after(to.written.latest)?;
    to.write_settled(&results::tail(*format, &summary, &first)?)?;
    to.finish()?;
    Ok(verdict(&summary))
}
