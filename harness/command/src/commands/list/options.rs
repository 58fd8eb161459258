use clap::Args;

use crate::cli::{Format, Selection};

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
