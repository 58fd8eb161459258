use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A part of a selection, `2/8`: every eighth item, beginning with the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// The place of the part, from 1.
    part: usize,
    /// The number of parts.
    of: usize,
}

/// A text is no part of a selection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no part; right would be two numbers, as in 1/8 to 8/8")]
pub struct ShardError(String);

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether the item at this place, from 0, belongs to the part.
    pub const fn has(self, place: usize) -> bool {
        place % self.of == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let numbers = text.split_once('/').map(|(part, of)| (part.parse(), of.parse()));
        match numbers {
            Some((Ok(part), Ok(of))) if 1 <= part && part <= of => Ok(Shard { part, of }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_read_written_and_make_up_the_whole() {
        for text in ["", "1", "0/1", "2/1", "1/0", "1/2/3", "-1/2", "a/b", "1 / 2"] {
            assert!(text.parse::<Shard>().is_err(), "{text:?}");
        }
        for of in 1..5 {
            let parts: Vec<Shard> =
                (1..=of).map(|part| format!("{part}/{of}").parse().unwrap()).collect();
            for (part, shard) in (1..).zip(&parts) {
                assert_eq!(shard.to_string(), format!("{part}/{of}"));
            }
            for place in 0..20 {
                let has = parts.iter().filter(|shard| shard.has(place)).count();
                assert_eq!(has, 1, "{place} of {of}");
            }
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }
}
