use lawbook::{
    adapter::Implementation,
    gate::{BaselineUpdate, add_games, change_baseline},
};

use crate::{
    cli::{BaselineChange, BaselineOptions},
    libraries,
    output::{self, Exit, Failure, Result},
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
    let (mut text, holds) = change_baseline(change, options.level, &options.file, &libraries)
        .map_err(|message| Failure::new(Exit::IoError, message))?;
    if options.games && matches!(change, BaselineUpdate::Init | BaselineUpdate::Add) {
        let games = add_games(&options.file, &asked.implementations, &[]);
        text.push_str(&games.map_err(|message| Failure::new(Exit::IoError, message))?);
    }
    asked.note_failures();
    output::print(&text)?;
    Ok(if holds { Exit::Agreed } else { Exit::Disagreed })
}
