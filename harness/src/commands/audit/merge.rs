use std::{collections::BTreeMap, fs::File, io::BufReader};

use lawbook_audit::BytesWritten;

use super::{
    outlet::{self, Outlet},
    tail, trouble, verdict,
};
use crate::{
    cli::{MergeOptions, Results},
    output::Result,
};

/// `lawbook audit merge PART...`
pub(super) fn run(options: &MergeOptions) -> Result {
    let Results { format, out } = &options.results;
    let mut parts = Vec::new();
    for part in &options.parts {
        let name = part.display().to_string();
        let file = File::open(part).map_err(|error| trouble(&name, &error))?;
        parts.push((name, BufReader::new(file)));
    }
    let mut to = match out {
        None => Outlet::stdout(),
        Some(path) => Outlet::file(path, BytesWritten::default())
            .map_err(|error| trouble(&path.display().to_string(), &error))?,
    };
    to.write_settled(&outlet::head(*format)?)?;
    let mut first = BTreeMap::new();
    let summary = lawbook_audit::merge(parts, |found| {
        to.write_settled(&outlet::rows(*format, std::slice::from_ref(&found))?)?;
        first.entry(found.kind).or_insert(found);
        Ok(())
    })?;
    to.write_settled(&tail(*format, &summary, &first)?)?;
    to.finish()?;
    Ok(verdict(&summary))
}
