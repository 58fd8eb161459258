use crate::{
    cli::GenerateOptions,
    output::{Exit, Result},
};

/// `lawbook audit generate`
pub(super) fn run(options: &GenerateOptions) -> Result {
    let _ = (options.games, options.seed, &options.planted);
    Ok(Exit::Agreed)
}
