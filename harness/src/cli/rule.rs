use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Format;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook rule
  lawbook rule his phone rang in his pocket
  lawbook rule illegal-move --fact stage=pressed,play=blitz,by=opponent,count=first
  lawbook rule --game '1. e4 e5' 'White offers a draw' 'Black accepts the offer'
  lawbook rule --game --rules fide-2018,fide-2023 game.txt

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
    #[arg(long, value_name = "RULESETS", default_value = "fide-2023", requires = "game", add = super::complete::rule_sets())]
    pub(crate) rules: String,
    /// The position to begin with; without it, the first line may be a position or a PGN tag
    #[arg(long, requires = "game")]
    pub(crate) fen: Option<String>,
    #[command(flatten)]
    pub(crate) event: EventOptions,
    /// List the sentences of games
    #[arg(long)]
    pub(crate) sentences: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Conditions under which the game is played, with --game.
#[derive(Args)]
#[command(next_help_heading = "Conditions")]
pub(crate) struct EventOptions {
    /// All conditions in one line, such as "rapid, 15+10, one arbiter for six boards"
    #[arg(long, value_name = "CONDITIONS")]
    pub(crate) event: Option<String>,
    /// The time control; standard if nothing else is said
    #[arg(long, value_enum)]
    pub(crate) time: Option<Time>,
    /// In rapid and blitz: an arbiter supervises the game, and the moves are recorded
    #[arg(long, conflicts_with = "unsupervised")]
    pub(crate) supervised: bool,
    /// In rapid and blitz: no such arbiter. Without either, both rulings are shown if they differ
    #[arg(long)]
    pub(crate) unsupervised: bool,
    /// Time is added with every move
    #[arg(long)]
    pub(crate) increment: bool,
    /// Another time control follows
    #[arg(long)]
    pub(crate) not_last_period: bool,
    /// The guidelines for the last minutes of games without increment were not announced
    #[arg(long)]
    pub(crate) no_guidelines: bool,
    /// Default time: how many minutes late a player may arrive
    #[arg(long, value_name = "MINUTES")]
    pub(crate) default_time: Option<u32>,
    /// Draw offers and agreements before this move need the arbiter's consent
    #[arg(long, value_name = "MOVE")]
    pub(crate) no_draws_before: Option<u32>,
    /// Draw offers and agreements need the arbiter's consent
    #[arg(long)]
    pub(crate) no_draws: bool,
    /// The board records the moves
    #[arg(long)]
    pub(crate) digital_board: bool,
    /// Seconds left on the clocks and increment per move: 300,300 or 300,280+3
    #[arg(long, value_name = "WHITE,BLACK[+ADDED]")]
    pub(crate) clocks: Option<String>,
}

/// Categories of time controls, by the time for all moves of a player.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Time {
    /// One hour or more
    Standard,
    /// More than ten minutes and less than an hour
    Rapid,
    /// Ten minutes or less
    Blitz,
}
