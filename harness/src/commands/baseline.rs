use lawbook::{
    adapter::Implementation,
    gate::{Change, change_baseline},
};

use crate::{
    cli::{BaselineChange, BaselineOptions},
    libraries,
    output::{self, Exit, Failure, Result},
};

/// `lawbook baseline`
pub(crate) fn run(options: &BaselineOptions) -> Result {
    let change = match options.change {
        BaselineChange::Init => Change::Init,
        BaselineChange::Add => Change::Add,
        BaselineChange::Check => Change::Check,
        BaselineChange::Prune => Change::Prune,
    };
    let asked = libraries::select(&options.libraries)?;
    let libraries: Vec<&dyn Implementation> =
        asked.implementations.iter().map(|one| &**one).collect();
    let (text, holds) = change_baseline(change, &options.file, &libraries)
        .map_err(|message| Failure::new(Exit::Trouble, message))?;
    asked.note_failures();
    output::print(&text)?;
    Ok(if holds { Exit::Agreed } else { Exit::Disagreed })
}
