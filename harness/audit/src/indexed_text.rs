//! Texts with an index of their line feeds and closing braces.

use std::{
    io::{self, Read},
    ops::Range,
};

use wide::u8x16;

/// A text with the positions of its line feeds and closing braces, found in one pass.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexedText {
    /// The text, followed by unused space up to the end of the buffer.
    bytes: Vec<u8>,
    length: usize,
    line_ends: BytePlaces,
    braces: BytePlaces,
}

/// The text of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameText<'a> {
    pub(super) bytes: &'a [u8],
    /// The positions of its closing braces.
    pub(super) braces: PlacesFrom<'a>,
}

impl IndexedText {
    /// Returns an empty text with a buffer of `capacity` bytes.
    pub(super) fn with_capacity(capacity: usize) -> IndexedText {
        IndexedText { bytes: vec![0; capacity], ..IndexedText::default() }
    }

    /// The size of the buffer in bytes, text included.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Reads at most `most` bytes from `source` and appends them; `None` if the buffer has less space left.
    pub(super) fn read_from(
        &mut self,
        source: &mut impl Read,
        most: usize,
    ) -> Option<io::Result<usize>> {
        let capacity = self.bytes.get_mut(self.length..self.length + most)?;
        Some(source.read(capacity).inspect(|&count| self.add(count)))
    }

    /// Appends the first `count` bytes of the unused space to the text, and indexes them.
    fn add(&mut self, count: usize) {
        let (blocks, rest) = self.bytes[self.length..self.length + count].as_chunks();
        let mut last = [0; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        for (number, block) in blocks.iter().chain([&last]).enumerate() {
            let begin = self.length + number * BLOCK;
            self.line_ends.add(begin, block, b'\n');
            self.braces.add(begin, block, b'}');
        }
        self.length += count;
    }

    /// Returns the position of the line feed at or after `from`. The search begins at the place `index` of the index,
    /// and advances it to where the next search can begin.
    #[inline]
    pub(super) fn line_end(&self, index: &mut usize, from: usize) -> Option<usize> {
        let mut rest = PlacesFrom { places: &self.line_ends.0[*index..], begin: 0 };
        let found = rest.next(from);
        *index = self.line_ends.0.len() - rest.places.len();
        found
    }

    /// Returns the range `part` of the text as the text of a game.
    pub(super) fn game(&self, part: Range<usize>) -> GameText<'_> {
        let braces = self.braces.within(part.clone());
        GameText { bytes: &self.bytes()[part], braces }
    }

    /// Deletes the range `part` from the text.
    pub(super) fn cut_out(&mut self, part: Range<usize>) {
        self.bytes.copy_within(part.end..self.length, part.start);
        self.length -= part.len();
        for places in [&mut self.line_ends, &mut self.braces] {
            places.cut_out(&part);
        }
    }

    /// Replaces this text by `other` from the byte `from` on.
    pub(super) fn copy_rest(&mut self, other: &IndexedText, from: usize) {
        let rest = &other.bytes()[from..];
        self.bytes[..rest.len()].copy_from_slice(rest);
        self.length = rest.len();
        self.line_ends.copy_rest(&other.line_ends, from);
        self.braces.copy_rest(&other.braces, from);
    }
}

/// The positions of one byte value in a text, in ascending order.
#[derive(Clone, Debug, Default)]
struct BytePlaces(Vec<u32>);

/// The number of bytes that are searched at a time.
const BLOCK: usize = 64;

impl BytePlaces {
    /// Adds the positions of `byte` in a block that begins at the position `begin`.
    #[inline]
    fn add(&mut self, begin: usize, block: &[u8; BLOCK], byte: u8) {
        let mut found = 0;
        let (sixteens, _) = block.as_chunks();
        for (number, &sixteen) in sixteens.iter().enumerate() {
            let equal = u8x16::new(sixteen).simd_eq(u8x16::splat(byte));
            found |= u64::from(equal.to_bitmask()) << (16 * number);
        }
        // Whether a block has a match is unpredictable, so the first one is added without a branch. More than one is
        // rare.
        let length = self.0.len() + usize::from(found != 0);
        self.0.push(begin as u32 + found.trailing_zeros());
        self.0.truncate(length);
        found &= found.wrapping_sub(1);
        while found != 0 {
            self.0.push(begin as u32 + found.trailing_zeros());
            found &= found - 1;
        }
    }

    fn within(&self, part: Range<usize>) -> PlacesFrom<'_> {
        let places = &self.0[self.before(part.start)..self.before(part.end)];
        PlacesFrom { places, begin: part.start }
    }

    /// Returns the number of positions before `byte`.
    fn before(&self, byte: usize) -> usize {
        self.0.partition_point(|&place| (place as usize) < byte)
    }

    fn cut_out(&mut self, part: &Range<usize>) {
        let first = self.before(part.start);
        self.0.drain(first..self.before(part.end));
        self.0[first..].iter_mut().for_each(|place| *place -= part.len() as u32);
    }

    fn copy_rest(&mut self, other: &BytePlaces, from: usize) {
        self.0.clear();
        let rest = &other.0[other.before(from)..];
        self.0.extend(rest.iter().map(|place| place - from as u32));
    }
}

/// Positions within a range of the text, relative to its beginning.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacesFrom<'a> {
    places: &'a [u32],
    begin: usize,
}

impl PlacesFrom<'_> {
    /// Returns the first position at or after `from`, and drops those before it. `from` must not decrease from call
    /// to call.
    #[inline]
    pub(super) fn next(&mut self, from: usize) -> Option<usize> {
        while let [first, rest @ ..] = self.places {
            let place = *first as usize - self.begin;
            if place >= from {
                return Some(place);
            }
            self.places = rest;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<T: AsRef<[u8]> + ?Sized> From<&T> for IndexedText {
        fn from(text: &T) -> IndexedText {
            let mut source = text.as_ref();
            let length = source.len();
            let mut text = IndexedText::with_capacity(length);
            text.read_from(&mut source, length).unwrap().unwrap();
            text
        }
    }

    impl IndexedText {
        /// Returns the text as one game.
        pub(crate) fn whole(&self) -> GameText<'_> {
            self.game(0..self.length)
        }
    }

    /// Lines and comments of all lengths up to more than a block, with several in one block.
    fn sample() -> Vec<u8> {
        let one = |length: usize| {
            ["{", &"x".repeat(length), if length.is_multiple_of(3) { "}\n" } else { "}" }].concat()
        };
        (0..2 * BLOCK).flat_map(|length| one(length).into_bytes()).collect()
    }

    #[track_caller]
    fn check(text: &IndexedText, bytes: &[u8]) {
        assert_eq!(text.bytes(), bytes);
        for (places, byte) in [(&text.line_ends, b'\n'), (&text.braces, b'}')] {
            let right = (0_u32..).zip(bytes).filter(|&(_, &at)| at == byte).map(|(place, _)| place);
            assert_eq!(places.0, right.collect::<Vec<_>>(), "{:?}", char::from(byte));
        }
    }

    #[test]
    fn lines_and_braces_are_found_however_much_is_read_at_a_time() {
        let bytes = sample();
        for most in [1, 5, 63, 64, 65, 1000, bytes.len()] {
            let mut text = IndexedText::with_capacity(bytes.len().next_multiple_of(most));
            let mut source = bytes.as_slice();
            while text.read_from(&mut source, most).is_some_and(|read| read.unwrap() > 0) {}
            check(&text, &bytes);
        }
    }

    #[test]
    fn what_is_not_cut_out_stays_in_the_index() {
        let bytes = sample();
        for part in
            [0..0, 0..1, 0..100, 100..103, 100..1000, bytes.len() - 1..bytes.len(), 0..bytes.len()]
        {
            let mut text = IndexedText::from(&bytes);
            text.cut_out(part.clone());
            check(&text, &[&bytes[..part.start], &bytes[part.end..]].concat());
            let mut other = IndexedText::from(&bytes);
            other.copy_rest(&text, part.start);
            check(&other, &bytes[part.end..]);
        }
    }

    #[test]
    fn places_are_found_from_a_byte_on() {
        let bytes = sample();
        let text = IndexedText::from(&bytes);
        let mut index = 0;
        for from in 0..bytes.len() {
            let right = (from..bytes.len()).find(|&at| bytes[at] == b'\n');
            assert_eq!(text.line_end(&mut index, from), right, "{from}");
        }
        for part in [0..bytes.len(), 1..bytes.len(), 77..1000, 1000..1005] {
            let GameText { bytes: game, mut braces } = text.game(part);
            for from in 0..game.len() {
                let right = (from..game.len()).find(|&at| game[at] == b'}');
                assert_eq!(braces.next(from), right, "{from}");
            }
        }
    }
}
