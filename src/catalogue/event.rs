use serde::{Deserialize, Serialize};

use crate::rules::{Clocks, Event, TimeControl};

/// The conditions under which a game is played, as a case and a transcript have them; what is left out is as
/// usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WrittenEvent {
    /// How much time there is; standard if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Whether an arbiter watches the board; true if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supervised: Option<bool>,
    /// Whether time is added with every move; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<bool>,
    /// Whether no further time control follows; true if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_period: Option<bool>,
    /// Whether the guidelines for the last minutes were announced; true if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quickplay_rules: Option<bool>,
    /// The event forbids agreement before this move; 0 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_agreement_before_move: Option<u32>,
    /// Whether the event forbids agreement without the arbiter's consent; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_agreement: Option<bool>,
    /// The move with which the period ends; moves do not count if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<u32>,
    /// How many minutes late a player may arrive; the event does not say if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_minutes: Option<u32>,
    /// Whether the board records the moves; false if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digital_board: Option<bool>,
    /// What the clocks show at the start, in seconds; nobody counts if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
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

/// What is as usual is left out.
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
    use crate::catalogue::Catalogue;

    #[test]
    fn the_events_of_all_cases_are_the_same_when_they_are_written_and_read() {
        let cases = Catalogue::embedded().cases;
        for case in &cases {
            let written = serde_yaml::to_string(&WrittenEvent::from(case.event)).unwrap();
            let read: WrittenEvent = serde_yaml::from_str(&written).unwrap();
            assert_eq!(Event::from(read), case.event, "{}: {written}", case.id);
        }
        assert!(cases.iter().any(|case| case.event != Event::default()));
    }
}
