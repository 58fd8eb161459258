use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lawbook_audit::ArchiveName;

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook claims game.pgn
  lawbook claims --number 3 --format pgn match.pgn
  lawbook claims --rules fide-2023 '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1'
  lawbook claims 'position startpos moves g1f3 g8f6 f3g1 f6g8'
  lawbook claims --format html --out story.html - < game.pgn

The whole story of a game's draws: what occurred again and where, every claim that was there for either player, on \
the board and with each move that could have been written, the longest stretches without capture or pawn \
move, pieces that stood alike in positions that are not the same, and who could still mate. The same for whole \
archives is `lawbook audit --claims`. The JSON is described by harness/audit/src/story.schema.json.

", position_forms!(), "
A list of positions, as `lawbook dead -` reads it, is read as games that begin there.

Exit codes:
  0  the story was told
  2  the command line is wrong, or the moves given in it are
  5  the game cannot be read or played to its end, or something could not be written; what there is was told"))]
pub(crate) struct ClaimsOptions {
    /// A PGN file, a list of positions, - for standard input, moves, or a position with moves
    pub(crate) game: ArchiveName,
    /// Number of the game in the file, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// The rule set, or `dated` for the rules in force on the date and at the site of the game; a game without a year
    /// is judged by the current rules
    #[arg(long, value_name = "RULESET", default_value = "dated", add = super::complete::rule_sets())]
    pub(crate) rules: String,
    /// Maximum number of positions that each search for a mate keeps
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) limit: usize,
    /// Output format
    #[arg(long, value_enum, default_value_t = StoryFormat::Text)]
    pub(crate) format: StoryFormat,
    /// Write to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
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
    /// A self-contained HTML page with a board for each relevant place
    Html,
}
