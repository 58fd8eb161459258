use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Format;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook rule '1. e4 e5' 'White offers a draw' 'Black accepts the offer'
  lawbook rule --rules fide-2018,fide-2023,uscf-7 \\
      --fen '4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1' 'white resigns'
  lawbook rule --time blitz \\
      --unsupervised 'e2e4' 'black runs out of time, and nobody notices'
  lawbook rule --fen '8/8/4k3/8/8/4K3/8/8 w - - 0 1' < /dev/null
  lawbook rule --format json < game.txt

A line contains moves, in algebraic notation or by their squares, and sentences in everyday English. A line is read \
whole or not at all. The output shows how each sentence was understood; `lawbook rule --sentences` lists the forms. If a \
line has several meanings, they are listed; on a terminal you choose one. PGN comments, tags and results are ignored. If a move is refused, the rest of its line is not read; the next line continues from the position on the \
board. harness/docs/rule.md has examples.

", position_forms!()))]
pub(crate) struct RuleOptions {
    /// The lines, or a file with them; without any, they are read from standard input
    pub(crate) lines: Vec<String>,
    /// The rule sets: names and ranges, separated by commas
    #[arg(long, value_name = "RULESETS", default_value = "fide-2023", add = super::complete::rule_sets())]
    pub(crate) rules: String,
    /// The position to begin with; without it, the first line may be a position or a PGN tag
    #[arg(long)]
    pub(crate) fen: Option<String>,
    #[command(flatten)]
    pub(crate) event: EventOptions,
    /// Append the first line that is not understood to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) unknown: Option<PathBuf>,
    /// List the accepted sentences
    #[arg(long)]
    pub(crate) sentences: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Conditions under which the game is played.
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
