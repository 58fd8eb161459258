use std::str::FromStr;

use serde::{Deserialize, Serialize};

use lawbook::rules::{Clocks, Event, TimeControl};

/// The conditions of a game, as written in cases and transcripts. Fields that are left out have their usual value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WrittenEvent {
    /// The time control; standard if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether an arbiter supervises the game; true if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supervised: Option<bool>,
    /// Whether the time control has an increment; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<bool>,
    /// Whether this is the last period of the time control; true if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_period: Option<bool>,
    /// Whether the Guidelines on quickplay finish were announced; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quickplay_rules: Option<bool>,
    /// Agreement to a draw is forbidden before this move; 0 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_agreement_before_move: Option<u32>,
    /// Whether agreement to a draw needs the arbiter's consent; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_agreement: Option<bool>,
    /// The number of moves that completes the period; not checked if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<u32>,
    /// The default time in minutes; not specified if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_minutes: Option<u32>,
    /// Whether an electronic board records the moves; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digital_board: Option<bool>,
    /// The initial time on the clocks in seconds; time is not counted if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
}

/// Reads conditions as a case has them, in one line: `time: rapid, supervised: false`.
impl FromStr for WrittenEvent {
    type Err = String;

    fn from_str(text: &str) -> Result<WrittenEvent, String> {
        let example = "expected conditions such as `time: blitz, supervised: true`";
        if text.trim().is_empty() {
            return Err(example.to_owned());
        }
        let read: Result<WrittenEvent, serde_yaml::Error> =
            serde_yaml::from_str(&format!("{{{text}}}"));
        let event = read.map_err(|error| {
            let error = error.to_string();
            let mut error = error.split(" at line ").next().unwrap_or_default().to_owned();
            for (from, to) in [
                ("expected u32", "expected a whole number"),
                ("expected a boolean", "expected true or false"),
                ("expected struct Clocks", "expected clocks such as {white: 300, black: 300}"),
            ] {
                error = error.replace(from, to);
            }
            format!("{error}; {example}")
        })?;
        event.contradiction().map_or(Ok(event), |why| Err(why.to_owned()))
    }
}

impl WrittenEvent {
    /// Returns why not all of these conditions can be those of one game.
    pub fn contradiction(&self) -> Option<&'static str> {
        let adds = self.clocks.map(|clocks| clocks.increment > 0);
        match (self.increment, adds) {
            (Some(increment), Some(adds)) if increment != adds => {
                Some("`increment` and the increment of `clocks` contradict each other")
            }
            _ if self.control.is_some() && self.last_period != Some(false) => {
                Some("`control` is for a period that is not the last: `last_period: false`")
            }
            _ => None,
        }
    }
}

impl From<WrittenEvent> for Event {
    fn from(written: WrittenEvent) -> Event {
        let usual = Event::default();
        Event {
            time: written.time.unwrap_or(usual.time),
            supervised: written.supervised.unwrap_or(usual.supervised),
            increment: written
                .increment
                .unwrap_or(written.clocks.is_some_and(|clocks| clocks.increment > 0)),
            last_period: written.last_period.unwrap_or(usual.last_period),
            quickplay_rules: written.quickplay_rules.unwrap_or(usual.quickplay_rules),
            no_agreement_before_move: written.no_agreement_before_move.filter(|&first| first > 0),
            no_agreement: written.no_agreement.unwrap_or(usual.no_agreement),
            control: written.control,
            default_minutes: written.default_minutes,
            digital_board: written.digital_board.unwrap_or(usual.digital_board),
            clocks: written.clocks,
        }
    }
}

/// Fields with their usual value are left out.
impl From<Event> for WrittenEvent {
    fn from(event: Event) -> WrittenEvent {
        let usual = Event::default();
        let differs = |is: bool, usual: bool| (is != usual).then_some(is);
        WrittenEvent {
            time: (event.time != usual.time).then_some(event.time),
            supervised: differs(event.supervised, usual.supervised),
            increment: {
                let implied = event.clocks.is_some_and(|clocks| clocks.increment > 0);
                differs(event.increment, implied)
            },
            last_period: differs(event.last_period, usual.last_period),
            quickplay_rules: differs(event.quickplay_rules, usual.quickplay_rules),
            no_agreement_before_move: event.no_agreement_before_move,
            no_agreement: differs(event.no_agreement, usual.no_agreement),
            control: event.control,
            default_minutes: event.default_minutes,
            digital_board: differs(event.digital_board, usual.digital_board),
            clocks: event.clocks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    #[test]
    fn what_cannot_be_read_is_said() {
        for (text, says) in [
            ("", "expected conditions such as `time: blitz, supervised: true`"),
            ("time: fast", "time: unknown variant `fast`, expected one of"),
            ("time:blitz", "unknown field `time:blitz`, expected one of"),
            ("default_minutes: soon", "expected a whole number; expected conditions such as"),
            ("supervised: maybe", "expected true or false; expected conditions such as"),
            ("clocks: 300", "expected clocks such as {white: 300, black: 300}; expected"),
            (
                "increment: false, clocks: {white: 5, black: 5, increment: 3}",
                "contradict each other",
            ),
            ("control: 40", "`last_period: false`"),
        ] {
            let error = text.parse::<WrittenEvent>().unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!("control: 40, last_period: false".parse::<WrittenEvent>().is_ok());
    }

    #[test]
    fn events_of_all_cases_round_trip() {
        let cases = Catalogue::embedded().cases;
        for case in &cases {
            let written = serde_yaml::to_string(&WrittenEvent::from(case.event)).unwrap();
            let read: WrittenEvent = serde_yaml::from_str(&written).unwrap();
            assert_eq!(Event::from(read), case.event, "{}: {written}", case.id);
        }
        assert!(cases.iter().any(|case| case.event != Event::default()));
    }
}
