use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize};

use crate::notation::text_form;

/// A calendar day, written as `2026-03-01`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

/// The error for a text that is not a day.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid date; expected year, month and day, as in 2026-03-01")]
pub struct DayError(String);

impl Day {
    /// The year, the month (1 to 12) and the day of the month (1 to 31).
    pub const fn parts(self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = DayError;

    fn from_str(text: &str) -> Result<Day, DayError> {
        read(text).ok_or_else(|| DayError(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Day> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let read = Day { year: year.parse().ok()?, month: month.parse().ok()?, day: day.parse().ok()? };
    let is_leap = read.year.is_multiple_of(4)
        && (!read.year.is_multiple_of(100) || read.year.is_multiple_of(400));
    let days = match read.month {
        2 => 28 + u8::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    // Other spellings, with a sign or without leading zeros, are rejected.
    ((1..=days).contains(&read.day) && read.to_string() == text).then_some(read)
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl From<Day> for String {
    fn from(day: Day) -> String {
        day.to_string()
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Day, D::Error> {
        text_form::read(deserializer, "a day, as in 2026-03-01")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        days_are_those_of_the_calendar,
        for (text, is_day) in [
            ("2026-03-01", true),
            ("2024-02-29", true),
            ("2025-02-29", false),
            ("1900-02-29", false),
            ("2000-02-29", true),
            ("2026-04-31", false),
            ("2026-12-31", true),
            ("2026-13-01", false),
            ("2026-00-10", false),
            ("2026-01-00", false),
            ("2026-1-5", false),
            ("+2026-01-05", false),
            ("01.03.2026", false),
            ("yesterday", false),
            ("", false),
        ] {
            assert_eq!(
                text.parse::<Day>().ok().map(|day| day.to_string()),
                is_day.then(|| text.to_owned())
            );
        }
    );
}
