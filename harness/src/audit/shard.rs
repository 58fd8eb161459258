use std::{fmt, str::FromStr};

/// A part of the games, dealt out like cards: the game with number 1 to the first part, the next
/// to the next, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: u64,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Which part it is, from 1.
    pub fn part(self) -> u64 {
        self.part
    }

    /// How many parts there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether the game with this number, from 1, belongs to it.
    pub fn has(self, number: u64) -> bool {
        (number - 1) % self.of == self.part - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/');
        match parts.map(|(part, of)| (part.parse(), of.parse())) {
            Some((Ok(part), Ok(of @ 1..=1_000_000))) if (1..=of).contains(&part) => {
                Ok(Shard { part, of })
            }
            _ => Err("right would be a part and the number of parts, from 1/8 to 8/8".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_in_one_part() {
        let parts: Vec<Shard> = (1..=8).map(|part| Shard { part, of: 8 }).collect();
        for number in 1..100 {
            assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
            assert!(Shard::WHOLE.has(number));
        }
    }

    #[test]
    fn only_parts_are_read() {
        for text in ["1/8", "8/8", "1/1"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        for text in ["", "0/8", "9/8", "1", "1/0", "a/b", "1/8/9", "-1/8"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
