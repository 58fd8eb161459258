use std::path::PathBuf;

use clap::Args;

use super::{Format, Selection, complete};

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook list --document S0
  lawbook list --tag repetition --format json
  lawbook list --id 'castling-*'    each case, also those of a table

A table of cases is one line, unless --id selects its cases. The JSON has all fields of the cases; `expected` has the answers under `rule_set`: the Laws in force if the case applies to them, else the rule set of its \
document. `exceptions` has those of the other rule sets that differ. `lawbook export` \
writes the cases as games, positions or vectors.

", catalogue_exit_codes!()))]
pub(crate) struct ListOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook show threefold-with-written-move
  lawbook show --ascii threefold-with-written-move

The board is coloured on a terminal, unless NO_COLOR=1 is set.

", catalogue_exit_codes!()))]
pub(crate) struct ShowOptions {
    /// The id of the case
    #[arg(add = complete::ids())]
    pub(crate) id: String,
    /// Draw the pieces as letters, White's in upper case
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}
