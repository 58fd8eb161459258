use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};

use super::{Format, Selection, complete};
use lawbook_arbiter::Level;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook list --document S0
  lawbook list --tag repetition --format json

The JSON has all fields of the cases; `expected` has the answers under `rule_set`: the Laws in force if the case applies to them, else the rule set of its \
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

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook quiz                                  ten questions
  lawbook quiz --tag repetition --number 5      five about one topic
  lawbook quiz --level arbiter --document S1
  printf 'a\\nb\\n' | lawbook quiz --seed 7 --number 2

The questions are about incidents, whose facts are told, and about cases of the level arbiter. Answer with a letter or a \
number; q quits. The choices are the right answer, and mistakes that the case names, or the rulings on other facts. Every \
answer names its article. The same seed gives the same questions. Answers can be piped in, one per line; the quiz ends with the input.

", catalogue_exit_codes!()))]
pub(crate) struct QuizOptions {
    #[command(flatten)]
    pub(crate) selection: Selection,
    /// Only questions of this level (may be repeated); without it and without --id and --tag, arbiter, with the incidents
    #[arg(long, value_parser = level())]
    pub(crate) level: Vec<Level>,
    /// Number of questions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) number: u16,
    /// Seed for the choice of questions; default: a different one each time
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Draw the pieces as letters, White's in upper case
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// Returns a parser for the name of a level.
fn level() -> impl TypedValueParser<Value = Level> {
    let names = Level::ALL.map(|one| PossibleValue::new(one.name()).help(one.about()));
    PossibleValuesParser::new(names).try_map(|name| {
        Level::ALL.into_iter().find(|one| one.name() == name).ok_or("no level has this name")
    })
}
