use std::path::Path;

use crate::{
    cli::PerftOptions,
    output::{self, Exit, Failure, Result},
    positions::{self, ReadPosition},
};

/// `lawbook lab perft DEPTH [POSITION]`
pub(crate) fn run(options: &PerftOptions) -> Result {
    let text = options.position.join(" ");
    if text == "-" {
        return positions::for_each(Path::new("-"), |place, read| {
            count(options.depth, place, &read)
        });
    }
    let read = match text.is_empty() {
        true => ReadPosition::start(),
        false => positions::read(&text).map_err(|error| Failure::new(Exit::Usage, error))?,
    };
    count(options.depth, "", &read)?;
    Ok(Exit::Agreed)
}

/// Counts from a position, and prints a remark if the position is unreachable.
fn count(depth: u32, place: &str, read: &ReadPosition) -> Result<()> {
    if let Some(why) = &read.unreachable {
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        output::note(&format!(
            "{place}no game can reach the position; its moves are counted anyway: {why}"
        ));
    }
    output::print(&format!("{}\n", read.end.perft(depth)))
}
