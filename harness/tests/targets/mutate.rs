//! Mutation of texts.

use std::ops::Range;

/// Maximum length of a mutated text, in bytes.
const LONGEST: usize = 1 << 16;

/// Bytes with a special meaning in some format.
const BYTES: &[u8] = b"\0\t\n\r \"#$%&'()*+,-./0189:;<=>?@AZ[\\]^_`az{|}~\x7f\x80\xc3\xbf\xef\xff";

/// Numbers close to overflow limits.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "1e400",
];

/// Deterministic mutator: the same seed gives the same texts.
pub(crate) struct Mutator {
    random: fastrand::Rng,
    words: &'static [&'static str],
}

impl Mutator {
    pub(crate) fn new(seed: u64, words: &'static [&'static str]) -> Mutator {
        Mutator { random: fastrand::Rng::with_seed(seed), words }
    }

    /// Returns one of these texts with one or a few mutations.
    pub(crate) fn next(&mut self, texts: &[Vec<u8>]) -> Vec<u8> {
        let mut text = self.one_of(texts).cloned().unwrap_or_default();
        while {
            self.change(&mut text, texts);
            text.truncate(LONGEST);
            self.random.u8(..3) > 0
        } {}
        text
    }

    fn change(&mut self, text: &mut Vec<u8>, texts: &[Vec<u8>]) {
        let range = self.range(text.len());
        match self.random.u8(..12) {
            0 => {
                let bit = 1 << self.random.u8(..8);
                if let Some(byte) = self.at(text) {
                    *byte ^= bit;
                }
            }
            1 => {
                let new = self.byte();
                if let Some(byte) = self.at(text) {
                    *byte = new;
                }
            }
            2 => text.insert(range.start, self.random.u8(..)),
            3 => text.insert(range.start, self.byte()),
            4 => drop(text.drain(range)),
            5 => text.truncate(range.start),
            6 => {
                let doubled = text[range.clone()].to_vec();
                text.splice(range.start..range.start, doubled);
            }
            7 => {
                let times = 1 << self.random.u8(..8);
                let repeated = text[range.clone()].repeat(times);
                text.splice(range.start..range.start, repeated.into_iter().take(LONGEST));
            }
            8 => {
                let other = self.one_of(texts).cloned().unwrap_or_default();
                let part = self.range(other.len());
                text.splice(range, other[part].iter().copied());
            }
            9 => {
                let number = NUMBERS[self.random.usize(..NUMBERS.len())];
                let begin = (range.start..text.len()).find(|&at| text[at].is_ascii_digit());
                let begin = begin.unwrap_or(text.len());
                let digits = text[begin..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                text.splice(begin..begin + digits, number.bytes());
            }
            10 => self.put(text, range.start..range.start),
            _ => self.put(text, range),
        }
    }

    /// Replaces a range with a word of the dictionary.
    fn put(&mut self, text: &mut Vec<u8>, place: Range<usize>) {
        if let Some(word) = self.one_of(self.words) {
            text.splice(place, word.bytes());
        }
    }

    fn byte(&mut self) -> u8 {
        BYTES[self.random.usize(..BYTES.len())]
    }

    fn at<'a>(&mut self, text: &'a mut [u8]) -> Option<&'a mut u8> {
        if text.is_empty() {
            return None;
        }
        let place = self.random.usize(..text.len());
        text.get_mut(place)
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.random.usize(..all.len())) }
    }

    /// A random range within `length`, usually short.
    fn range(&mut self, length: usize) -> Range<usize> {
        let start = self.random.usize(..=length);
        let most = if self.random.u8(..4) > 0 { 16 } else { length };
        start..(start + self.random.usize(..=most)).min(length)
    }
}
