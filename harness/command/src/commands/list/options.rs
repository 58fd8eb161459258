use clap::{Args, ValueEnum};

use crate::cli::Selection;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook list --document S0
  lawbook list --tag repetition --format json
  lawbook list --id 'castling-*'    each case, also those of a table
  lawbook list --tag repetition --format pgn > repetition.pgn

A table of cases is one line, unless --id selects its cases. The JSON has all fields of the cases; `expected` has the answers under `rule_set`: the Laws in force if the case applies to them, else the rule set of its \
document. `exceptions` has those of the other rule sets that differ. In the other formats, the tag Rules of a game and the \
comment c2 of an EPD name the rule set.

", catalogue_exit_codes!()))]
pub(crate) struct ListOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Text)]
    pub(crate) format: ListFormat,
}

/// Output formats of `list`.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    /// A line for each situation
    Text,
    /// JSON
    Json,
    /// Each case as a game, with comments for everything except moves
    Pgn,
    /// The final position of each case, with its id, title (c0), right answers (c1) and their rule set (c2)
    Epd,
}
