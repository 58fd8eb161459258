//! `lawbook adapter`: writes an adapter to start from, serves libraries as adapters, and tests adapters.

mod new;
mod options;
mod smoke;

pub(crate) use options::{AdapterCommand, Language, NewOptions, ServeOptions, SmokeOptions};

use std::io;

use lawbook_catalogue::adapter::{Implementation, Reference, examples, wire};

use crate::{
    libraries,
    output::{Exit, Failure, Result},
};

/// `lawbook adapter`
pub(crate) fn run(command: &AdapterCommand) -> Result {
    match command {
        AdapterCommand::New(options) => new::run(options),
        AdapterCommand::Serve(options) => serve(options),
        AdapterCommand::Smoke(options) => smoke::run(options),
    }
}

/// `lawbook adapter serve`
fn serve(options: &ServeOptions) -> Result {
    let whom: Box<dyn Implementation> = match &options.library {
        None => Box::new(Reference::default()),
        Some(name) => libraries::named(name)?,
    };
    // The reference says itself what it supports.
    let examples = options.library.as_ref().map(|_| examples());
    wire::serve(whom.as_ref(), examples, io::stdin().lock(), io::stdout().lock())
        .map_err(|error| Failure::new(Exit::IoError, error.to_string()))?;
    Ok(Exit::Agreed)
}
