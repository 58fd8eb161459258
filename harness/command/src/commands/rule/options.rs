use std::{path::PathBuf, str::FromStr};

use clap::Args;
use lawbook::rules::TimeControl;

use crate::cli::{Format, complete};

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
    #[arg(long, value_name = "RULESETS", default_value = "fide-2023", add = complete::rule_sets())]
    #[arg(requires = "game", conflicts_with_all = ["fact", "language", "cases"])]
    pub(crate) rules: String,
    /// The position to begin with; without it, the first line may be a position or a PGN tag
    #[arg(long, requires = "game", conflicts_with_all = ["fact", "language", "cases"])]
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
#[group(requires = "game", conflicts_with_all = ["fact", "language", "cases"])]
pub(crate) struct EventOptions {
    /// The time control: standard, rapid or blitz, or the minutes for all moves and the seconds added with each, such as
    /// 15+10; standard if nothing else is said
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<Time>,
    /// In rapid and blitz: an arbiter supervises the game, and the moves are recorded
    #[arg(long, conflicts_with = "unsupervised")]
    pub(crate) supervised: bool,
    /// In rapid and blitz: no such arbiter. Without either, both rulings are shown if they differ
    #[arg(long)]
    pub(crate) unsupervised: bool,
    /// Time is added with every move, as with --time 15+10
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

/// The time control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    pub(crate) control: TimeControl,
    /// Whether time is added with each move, if that is said.
    pub(crate) increment: Option<bool>,
}

/// The number of moves for which the added time counts (Articles A.1 and B.1).
const MOVES_OF_A_GAME: u32 = 60;

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let increment = None;
        Ok(match text {
            "standard" => Time { control: TimeControl::Standard, increment },
            "rapid" => Time { control: TimeControl::Rapid, increment },
            "blitz" => Time { control: TimeControl::Blitz, increment },
            _ => {
                let numbers = text.split_once('+').map(|(one, two)| (one.parse(), two.parse()));
                let Some((Ok::<u16, _>(minutes), Ok::<u16, _>(seconds))) = numbers else {
                    let forms =
                        "expected standard, rapid, blitz, or minutes and seconds such as 15+10";
                    return Err(forms.to_owned());
                };
                let total = u32::from(minutes) * 60 + u32::from(seconds) * MOVES_OF_A_GAME;
                let control = match total {
                    3600.. => TimeControl::Standard,
                    601.. => TimeControl::Rapid,
                    _ => TimeControl::Blitz,
                };
                Time { control, increment: Some(seconds > 0) }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_play_follows_from_the_time_for_sixty_moves() {
        for (text, control, increment) in [
            ("standard", TimeControl::Standard, None),
            ("rapid", TimeControl::Rapid, None),
            ("blitz", TimeControl::Blitz, None),
            ("60+0", TimeControl::Standard, Some(false)),
            ("59+1", TimeControl::Standard, Some(true)),
            ("59+0", TimeControl::Rapid, Some(false)),
            ("15+10", TimeControl::Rapid, Some(true)),
            ("10+1", TimeControl::Rapid, Some(true)),
            ("10+0", TimeControl::Blitz, Some(false)),
            ("3+2", TimeControl::Blitz, Some(true)),
        ] {
            assert_eq!(text.parse(), Ok(Time { control, increment }), "{text}");
        }
        for text in ["", "fast", "15", "15+", "+5", "-1+5", "15+10+5", "99999+0"] {
            let error = text.parse::<Time>().unwrap_err();
            assert!(error.starts_with("expected standard, rapid, blitz"), "{text}: {error}");
        }
    }
}
