//! Random numbers, and random changes of texts.

/// A deterministic pseudo-random number generator (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator with the seed `number`.
    pub const fn new(number: u64) -> SplitMix64 {
        SplitMix64(number)
    }

    /// Returns the next 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number in `0..limit`. `limit` must be at least 1.
    pub const fn below(&mut self, limit: usize) -> usize {
        ((self.bits() as u128 * limit as u128) >> 64) as usize
    }
}

/// Replacement characters: most of them occur in SAN, UCI or FEN, the last four do not.
const LETTERS: &str = "abcdefgh12345678KQRBNPkqrnpxO-=+#/ .w09zZé♘";

/// Drops, doubles, swaps or replaces one to three characters of a text. The result is rarely equal to the text.
pub(super) fn mutate(text: &str, rng: &mut SplitMix64) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let others = LETTERS.chars().count();
    for _ in 0..=rng.below(3) {
        let place = rng.below(letters.len().max(1));
        let other = LETTERS.chars().nth(rng.below(others)).unwrap_or(' ');
        match rng.below(5) {
            _ if letters.is_empty() => letters.push(other),
            0 => drop(letters.remove(place)),
            1 => letters.insert(place, letters[place]),
            2 => letters.insert(place, other),
            3 if place > 0 => letters.swap(place - 1, place),
            _ => letters[place] = other,
        }
    }
    letters.into_iter().collect()
}
