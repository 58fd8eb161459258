use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::seconds;
use crate::words::counted;

/// The conditions under which a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// The category of the time control, by the time for the whole game.
    pub time: TimeControl,
    /// Whether an arbiter watches the board; in rapid and blitz there may be none.
    pub supervised: bool,
    /// Whether each move adds time.
    pub increment: bool,
    /// Whether no further time control follows.
    pub last_period: bool,
    /// Whether the guidelines for the last minutes of a game without increment were announced.
    pub quickplay_rules: bool,
    /// The move before which the event forbids agreement, if it does; serialized as 0 if it does not.
    #[serde(serialize_with = "zero_if_none", deserialize_with = "none_if_zero")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub no_agreement_before_move: Option<u32>,
    /// Whether the event forbids agreement throughout the game, unless the arbiter consents.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_agreement: bool,
    /// The move with which the period ends, if the period has a fixed number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<u32>,
    /// How many minutes late a player may arrive, if the event specifies it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_minutes: Option<u32>,
    /// Whether the board itself records the moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub digital_board: bool,
    /// The clocks at the start, if time is to be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}

/// Clock times, in milliseconds. They are serialized in seconds: 300 or 0.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// The time White has left.
    #[serde(with = "super::seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub white: u32,
    /// The time Black has left.
    #[serde(with = "super::seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub black: u32,
    /// The time that is added when a move is completed.
    #[serde(default, with = "super::seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub increment: u32,
}

/// The category of the time control, by the time for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// An hour or more.
    Standard,
    /// More than ten minutes and less than an hour.
    Rapid,
    /// Ten minutes or less.
    Blitz,
}

impl Event {
    /// Returns the same conditions with colours exchanged.
    pub fn flip(self) -> Event {
        let clocks = self.clocks.map(|Clocks { white, black, increment }| Clocks {
            white: black,
            black: white,
            increment,
        });
        Event { clocks, ..self }
    }
}

fn zero_if_none<S: Serializer>(number: &Option<u32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u32(number.unwrap_or(0))
}

fn none_if_zero<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(Some(u32::deserialize(deserializer)?).filter(|&number| number > 0))
}

impl Default for Event {
    fn default() -> Event {
        Event {
            time: TimeControl::Standard,
            supervised: true,
            increment: false,
            last_period: true,
            quickplay_rules: true,
            no_agreement_before_move: None,
            no_agreement: false,
            control: None,
            default_minutes: None,
            digital_board: false,
            clocks: None,
        }
    }
}

/// Formats the conditions that differ from the usual ones: `rapid; no arbiter watches the board`. Empty if none does.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = Vec::new();
        match self.time {
            TimeControl::Standard => {}
            TimeControl::Rapid => words.push("rapid".to_owned()),
            TimeControl::Blitz => words.push("blitz".to_owned()),
        }
        for (is_so, text) in [
            (!self.supervised, "no arbiter watches the board"),
            (self.increment, "time is added with every move"),
            (!self.last_period, "another time control follows"),
            (!self.quickplay_rules, "the guidelines for the last minutes were not announced"),
            (self.no_agreement, "no draws by agreement without the arbiter's consent"),
            (self.digital_board, "the board records the moves"),
        ] {
            words.extend(is_so.then(|| text.to_owned()));
        }
        if let Some(number) = self.no_agreement_before_move {
            words.push(format!("no agreement before move {number}"));
        }
        if let Some(number) = self.control {
            words.push(format!("{} to make", counted(number, "move")));
        }
        if let Some(minutes) = self.default_minutes {
            words.push(format!("a player may be {} late", counted(minutes, "minute")));
        }
        if let Some(Clocks { white, black, increment }) = self.clocks {
            let [white, black, added] = [white, black, increment].map(seconds::write);
            let unit = if white == "1" { "second" } else { "seconds" };
            words.push(format!("White has {white} {unit} and Black {black}"));
            words.extend((increment > 0).then(|| format!("{added} are added with each move")));
        }
        f.write_str(&words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        an_event_says_what_is_not_as_usual,
        {
            let usual = Event::default();
            let clocks = |increment| Some(Clocks { white: 300_000, black: 120_500, increment });
        },
        for (event, words) in [
            (usual, ""),
            (Event { time: TimeControl::Rapid, ..usual }, "rapid"),
            (
                Event { time: TimeControl::Blitz, supervised: false, increment: true, ..usual },
                "blitz; no arbiter watches the board; time is added with every move",
            ),
            (
                Event { last_period: false, control: Some(40), ..usual },
                "another time control follows; 40 moves to make",
            ),
            (
                Event { quickplay_rules: false, no_agreement: true, ..usual },
                "the guidelines for the last minutes were not announced; no draws by agreement without the arbiter's consent",
            ),
            (
                Event { digital_board: true, no_agreement_before_move: Some(30), ..usual },
                "the board records the moves; no agreement before move 30",
            ),
            (Event { default_minutes: Some(15), ..usual }, "a player may be 15 minutes late"),
            (Event { clocks: clocks(0), ..usual }, "White has 300 seconds and Black 120.5"),
            (
                Event { clocks: clocks(2000), ..usual },
                "White has 300 seconds and Black 120.5; 2 are added with each move",
            ),
        ] {
            assert_eq!(event.to_string(), words);
        }
    );
}
