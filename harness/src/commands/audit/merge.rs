use std::{collections::BTreeMap, fs::File, io::BufReader};

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
        Some(path) => {
            Outlet::file(path, 0).map_err(|error| trouble(&path.display().to_string(), &error))?
        }
    };
    to.write(&outlet::head(*format)?)?;
    let mut first = BTreeMap::new();
    let summary = lawbook_audit::merge(parts, |found| {
        to.write(&outlet::rows(*format, std::slice::from_ref(&found))?)?;
        first.entry(found.kind).or_insert(found);
        Ok(())
    })?;
    to.write(&tail(*format, &summary, &first)?)?;
    to.sync()?;
    Ok(verdict(&summary))
}
