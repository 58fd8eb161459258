use std::path::PathBuf;

use clap::{ArgGroup, Args};
use lawbook_catalogue::WrittenEvent;

use crate::cli::{Format, complete};

#[derive(Args)]
// Incidents are ruled on under the latest Laws.
#[command(group = ArgGroup::new("of a game").args(["rules", "fen", "event"]).multiple(true)
    .requires("game").conflicts_with_all(["fact", "language", "cases"]))]
#[command(after_help = concat!("\
Examples:
  lawbook rule
  lawbook rule his phone rang in his pocket
  lawbook rule illegal-move --fact stage=pressed,play=blitz,by=opponent,count=first
  lawbook rule --game '1. e4 e5' 'White offers a draw' 'Black accepts the offer'
  lawbook rule --game --rules fide-2018,fide-2023 game.txt
  lawbook rule --game --event 'time: blitz, supervised: true' game.txt

Without arguments, on a terminal, it lists the incidents and asks for the facts that decide. With the name of an incident it \
gives the ruling; facts that are missing are listed with their choices, and the exit code is 2. Other words are only searched \
for: the nearest incidents, articles and cases are printed, and nothing is ruled on. If nothing is found, or the name of an \
incident is misspelt, the exit code is 4.

With --game it rules on a game, line by line. A line contains moves, in algebraic notation or by their squares, or one \
sentence; `lawbook rule --sentences` lists them. PGN comments, tags and results are ignored. If a move is refused, the rest of \
its line is not read; the next line continues from the position on the board. harness/docs/arbiter.md has examples.

", position_forms!()))]
pub(crate) struct RuleOptions {
    /// An incident, or words to search for; with --game, lines or a file with them, or else standard input
    pub(crate) words: Vec<String>,
    /// Known facts of the incident, such as play=blitz
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', conflicts_with = "game")]
    pub(crate) fact: Vec<String>,
    /// The language of the incidents: en, or that of a translation
    #[arg(long, default_value = "en", conflicts_with = "game")]
    pub(crate) language: String,
    /// Read the incidents and cases from this folder instead of the built-in ones
    #[arg(long, value_name = "DIR", conflicts_with = "game")]
    pub(crate) cases: Option<PathBuf>,
    /// Rule on a game
    #[arg(long)]
    pub(crate) game: bool,
    /// The rule sets: names and ranges, separated by commas
    #[arg(long, value_name = "RULESETS", default_value = "fide-2023", add = complete::rule_sets())]
    pub(crate) rules: String,
    /// The position to begin with; without it, the first line may be a position or a PGN tag
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// The conditions of the game, as cases have them: `time: rapid, supervised: true`
    #[arg(long, value_name = "CONDITIONS")]
    pub(crate) event: Option<WrittenEvent>,
    /// List the sentences of games
    #[arg(long, conflicts_with_all = ["words", "game"])]
    pub(crate) sentences: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}
