//! Times in milliseconds, written in seconds with up to three decimals: `300`, `0.5`.

use std::fmt;

use serde::{
    Deserializer, Serializer,
    de::{self, Unexpected},
};

const EXPECTED: &str = "a number of seconds from 0 to 4294967, with up to three decimals";

/// Parses a number of seconds. Returns milliseconds, or `None` if it is not a number in decimal digits, has more than
/// three decimals, or is too large.
pub fn read(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 3 {
        return None;
    }
    let thousandths: u32 = format!("{decimals:0<3}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(1000)?.checked_add(thousandths)
}

/// Writes milliseconds as a number of seconds, without needless decimals.
pub fn write(milliseconds: u32) -> String {
    let (whole, thousandths) = (milliseconds / 1000, milliseconds % 1000);
    if thousandths == 0 {
        return whole.to_string();
    }
    format!("{whole}.{thousandths:03}").trim_end_matches('0').to_owned()
}

pub(super) fn serialize<S: Serializer>(
    milliseconds: &u32,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if milliseconds.is_multiple_of(1000) {
        serializer.serialize_u32(milliseconds / 1000)
    } else {
        serializer.serialize_f64(f64::from(*milliseconds) / 1000.0)
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    struct Visitor;

    impl de::Visitor<'_> for Visitor {
        type Value = u32;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(EXPECTED)
        }

        fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<u32, E> {
            let read = u32::try_from(seconds).ok().and_then(|seconds| seconds.checked_mul(1000));
            read.ok_or_else(|| E::invalid_value(Unexpected::Unsigned(seconds), &self))
        }

        fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<u32, E> {
            // The shortest text of the number is the text that was read.
            read(&seconds.to_string())
                .ok_or_else(|| E::invalid_value(Unexpected::Float(seconds), &self))
        }
    }

    deserializer.deserialize_any(Visitor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Color, rules::Act};

    rows!(
        times_are_written_in_seconds_and_read_back,
        for (milliseconds, text) in [
            (0, "0"),
            (1, "0.001"),
            (500, "0.5"),
            (40_000, "40"),
            (61_250, "61.25"),
            (u32::MAX, "4294967.295"),
        ] {
            assert_eq!(write(milliseconds), text);
            assert_eq!(read(text), Some(milliseconds));
            let act = Act::Think { by: Color::White, milliseconds };
            let json = format!(r#"{{"act":"think","by":"white","seconds":{text}}}"#);
            assert_eq!(serde_json::to_string(&act).unwrap(), json);
            assert_eq!(serde_json::from_str::<Act>(&json).unwrap(), act);
        }
    );

    rows!(
        other_times_are_refused,
        for text in ["", ".5", "5.", "0.0005", "-1", "+1", "1e3", "4294968", "a", "1.2.3", " 1"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    );

    rows!(
        other_times_in_json_are_refused_with_what_would_be_right,
        for text in ["-1", "0.0005", "4294968", "1e300", "\"5\"", "null", "99999999999999"] {
            let json = format!(r#"{{"act":"think","by":"white","seconds":{text}}}"#);
            let error = serde_json::from_str::<Act>(&json).unwrap_err().to_string();
            assert!(error.contains(EXPECTED), "{text}: {error}");
        }
    );
}
