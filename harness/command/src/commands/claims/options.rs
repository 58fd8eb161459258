use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::complete;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook claims game.pgn
  lawbook claims --number 3 --format pgn match.pgn
  lawbook claims --rules fide-2023 '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1'
  lawbook claims 'position startpos moves g1f3 g8f6 f3g1 f6g8'
  lawbook claims --format pgn - < game.pgn > story.pgn

Shows everything about draws in a game: repeated positions, every possible claim of either player, on the board and \
with a written move, the longest sequences without a capture or pawn move, positions with the same pieces that still \
differ, and who could still mate. `lawbook audit --claims` does the same for whole archives. \
harness/arbiter/src/story/schema.json describes the JSON.

", position_forms!(), "
In a file whose first line is a position, each line is a position with moves, and is read as a game.

Exit codes:
  0  the game was shown
  2  the command line, or the moves in it, are invalid
  5  the game cannot be read or played to its end, or writing failed; the game
     is shown as far as possible"))]
pub(crate) struct ClaimsOptions {
    /// A PGN file, a file of positions, - for standard input, moves, or a position with moves
    pub(crate) game: PathBuf,
    /// Number of the game in the file, from 1; default: the first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) number: Option<u32>,
    /// The rule set, or `dated` for the rules in force on the date and at the site of the game; a game without a year
    /// is judged by the current rules
    #[arg(long, value_name = "RULESET", default_value = "dated", add = complete::rule_sets())]
    pub(crate) rules: String,
    /// Maximum number of positions that each search for a mate keeps
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) limit: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = StoryFormat::Text)]
    pub(crate) format: StoryFormat,
}

/// Output formats of `claims`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoryFormat {
    /// Text for people
    Text,
    /// Everything, as JSON with a schema
    Json,
    /// The game in PGN, with comments at the relevant moves
    Pgn,
}
