use super::SplitMix64;

/// Replacement characters: most of them occur in SAN, UCI or FEN, the last four do not.
const LETTERS: &str = "abcdefgh12345678KQRBNPkqrnpxO-=+#/ .w09zZé♘";

/// Drops, doubles, swaps or replaces one to three characters of a text. The result is rarely equal to the text.
pub fn mutate(text: &str, rng: &mut SplitMix64) -> String {
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
