use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A part of a sequence that is split in round-robin order: `2/8` is every eighth item, starting with the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    part: u64,
    of: u64,
}

/// A text is not a valid shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid shard; expected two numbers, as in 1/8 to 8/8")]
pub struct ShardError(String);

impl Shard {
    /// The only part of one.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Returns the number of this part, from 1.
    pub const fn part(self) -> u64 {
        self.part
    }

    /// Returns the number of parts.
    pub const fn of(self) -> u64 {
        self.of
    }

    /// Whether this part contains the item with this number, from 1.
    pub const fn has(self, number: u64) -> bool {
        number % self.of == self.part % self.of
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
                assert_eq!((shard.part(), shard.of()), (part, of));
                assert_eq!(shard.to_string(), format!("{part}/{of}"));
            }
            for number in 1..20 {
                let has = parts.iter().filter(|shard| shard.has(number)).count();
                assert_eq!(has, 1, "{number} of {of}");
                assert_eq!(parts[0].has(number), number % of == 1 % of);
            }
        }
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
    }
}
