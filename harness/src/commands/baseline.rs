use lawbook_catalogue::adapter::Implementation;
use lawbook_suite::baseline::{BaselineUpdate, change_baseline};

use crate::{
    cli::{BaselineChange, BaselineOptions},
    libraries,
    output::{self, Exit, Result},
};

/// `lawbook baseline`
pub(crate) fn run(options: &BaselineOptions) -> Result {
    let change = match options.change {
        BaselineChange::Init => BaselineUpdate::Init,
        BaselineChange::Add => BaselineUpdate::Add,
        BaselineChange::Check => BaselineUpdate::Check,
        BaselineChange::Prune => BaselineUpdate::Prune,
    };
    let asked = libraries::select(&options.libraries)?;
    let libraries: Vec<&dyn Implementation> =
        asked.implementations.iter().map(|one| &**one).collect();
    let (text, holds) = change_baseline(change, options.level, &options.file, &libraries)?;
    asked.note_failures();
    output::print(&text)?;
    Ok(if holds { Exit::Agreed } else { Exit::Disagreed })
}
