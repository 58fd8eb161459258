use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Selection;

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook list --document S0
  lawbook list --format csv > cases.csv
  lawbook list --tag repetition --format pgn > repetition.pgn

The formats for programs: json has everything that a case says; csv a row a case; epd the position at
the end of each case, with id, title (c0) and what is right (c1); pgn a game a case, in which everything
that is no move is a comment. The answers are those under the rule set of the case's document.

Exit codes:
  0  the cases were listed
  2  the command line is wrong
  3  the catalogue is invalid
  4  no case is selected
  5  something could not be read or written")]
pub(crate) struct ListOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// What to print
    #[arg(long, value_enum, default_value_t = Listing::Text)]
    pub(crate) format: Listing,
}

/// What `list` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// For people: identifiers and titles
    Text,
    /// All that the cases say
    Json,
    /// A table
    Csv,
    /// The positions at the end
    Epd,
    /// Games
    Pgn,
}

#[derive(Args)]
#[command(after_help = "\
Examples:
  lawbook show threefold-with-written-move
  lawbook show --ascii threefold-with-written-move

On a terminal the board is coloured; NO_COLOR=1 leaves the colours out.

Exit codes:
  0  the case was shown
  2  the command line is wrong
  3  the catalogue is invalid
  4  there is no such case
  5  something could not be read")]
pub(crate) struct ShowOptions {
    /// The id of the case
    pub(crate) id: String,
    /// Draw the men as letters, White's as capitals
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Read the catalogue from this folder instead of the one that is compiled in
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}
