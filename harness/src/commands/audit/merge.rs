use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, BufReader},
};

use super::{results, trouble, verdict};
use crate::{
    cli::{MergeOptions, Results},
    files::{Files, StagedWriter},
    output::{Exit, Failure, Result},
};

/// `lawbook audit merge PART...`
pub(super) fn run(options: &MergeOptions) -> Result {
    let Results { format, out, exit_zero } = &options.results;
    let mut files = Files::default();
    let mut parts = Vec::new();
    for part in &options.parts {
        files.reads(part);
        let name = part.display().to_string();
        let about = fs::metadata(part).map_err(|error| trouble(&name, &error))?;
        if !about.is_file() {
            let message =
                format!("{name} is not a file; each part is read twice, so it has to be one");
            return Err(Failure::new(Exit::IoError, message));
        }
        let open = {
            let name = name.clone();
            move || {
                let named =
                    |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
                File::open(part).map(BufReader::new).map_err(named)
            }
        };
        parts.push((name, open));
    }
    let place = match out {
        None => files.writes_stdout()?,
        Some(path) => files.writes(path)?,
    };
    let mut to = StagedWriter::open(place, results::is_results)?;
    to.write_settled(&results::head(*format)?)?;
    let mut first = BTreeMap::new();
    let summary = lawbook_audit::merge(parts, |found| {
        let before = to.written.latest.bytes;
        to.write_settled(&results::rows(*format, std::slice::from_ref(&found), before)?)?;
        first.entry(found.kind).or_insert(found);
        Ok(())
    })?
    .after(to.written.latest)?;
    to.write_settled(&results::tail(*format, &summary, &first)?)?;
    to.finish()?;
    Ok(verdict(&summary, *exit_zero))
}
