//! The causes of wrong answers: each answer has one, and few causes explain many answers.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use crate::{
    OWN_ENDINGS,
    adapter::is_move,
    ask::{Finding, Found},
    session::Response,
    vectors::Vectors,
};

/// The cause of wrong answers.
pub(crate) struct Cause<'f> {
    /// The name: a kind of fault or a mistake, a failure with its message, or else the question with the direction.
    pub(crate) name: String,
    /// What goes wrong, if it is known.
    pub(crate) says: String,
    /// How many right answers contradict it.
    pub(crate) contradicted: usize,
    /// The wrong answers, those with the shortest line first.
    pub(crate) answers: Vec<&'f Found<'f>>,
}

/// Returns the causes of the wrong answers, the one with most answers first.
pub(crate) fn causes<'f>(vectors: &Vectors<'_>, found: &'f [Found<'f>]) -> Vec<Cause<'f>> {
    let mut causes: BTreeMap<String, Cause<'f>> = BTreeMap::new();
    let mut explained: BTreeSet<usize> = BTreeSet::new();
    for explanation in Evidence::of(vectors, found).explanations() {
        explained.extend(&explanation.explains);
        let answers = explanation.explains.iter().map(|&place| &found[place]).collect();
        let (name, contradicted) = (explanation.name, explanation.contradicted);
        let says = vectors.says(&name);
        causes.insert(name.clone(), Cause { name, says, contradicted, answers });
    }
    for (place, one) in found.iter().enumerate().filter(|(_, one)| one.is_wrong()) {
        if explained.contains(&place) {
            continue;
        }
        let (name, says) = ended(one)
            .map(|by| (format!("ends-by-itself/{by}"), OWN_END))
            .or_else(|| Some((failure(one)?, "")))
            .unwrap_or_else(|| (tendency(one), ""));
        let says = says.to_owned();
        let new = Cause { name: name.clone(), says, contradicted: 0, answers: Vec::new() };
        causes.entry(name).or_insert(new).answers.push(one);
    }
    let mut causes: Vec<Cause<'f>> = causes.into_values().collect();
    for cause in &mut causes {
        cause.answers.sort_by_key(|one| (one.play.acts.len(), one.play.fen.len(), one.case.id));
    }
    causes.sort_by_key(|cause| Reverse(cause.answers.len()));
    causes
}

const OWN_END: &str =
    "if games are meant to end by themselves like this, declare it in `ends_by_itself`";

/// Minimum number of answers that a mistake must explain for each one that contradicts it.
const EXPLAINED_FOR_A_CONTRADICTION: usize = 10;

/// The most values of a kind of mistake that are fixed, unless all are.
const FIXED: usize = 2;

/// Evidence for and against mistakes.
struct Evidence<'f> {
    found: &'f [Found<'f>],
    /// The candidates: single mistakes, kinds of them, and kinds with some values fixed; each with the answers that it explains, by
    /// the places of the answers, and with the places of the answers that refute it. Those with the fewest mistakes come first.
    candidates: Vec<Candidate<'f>>,
}

#[derive(Default)]
struct Candidate<'f> {
    name: String,
    explains: BTreeMap<usize, BTreeSet<&'f str>>,
    refuted: BTreeSet<usize>,
}

/// A mistake that explains answers.
struct Explanation {
    name: String,
    explains: Vec<usize>,
    contradicted: usize,
}

/// The differences of wrong answers that are not explained yet, by the places of the answers.
type Left<'f> = BTreeMap<usize, BTreeSet<&'f str>>;

impl Candidate<'_> {
    /// Returns the number of answers that refute it. What one of its mistakes explains does not refute the others.
    fn contradicted(&self) -> usize {
        self.refuted.iter().filter(|place| !self.explains.contains_key(place)).count()
    }

    /// Returns the places of the answers with parts that are left and that it explains.
    fn explained(&self, left: &Left<'_>) -> Vec<usize> {
        let helps = |place: &usize, own: &BTreeSet<&str>| {
            left.get(place).is_some_and(|left| !left.is_disjoint(own))
        };
        self.explains
            .iter()
            .filter(|(place, own)| helps(place, own))
            .map(|(place, _)| *place)
            .collect()
    }

    fn take(&self, left: &mut Left<'_>) {
        for (place, own) in &self.explains {
            if let Some(left) = left.get_mut(place) {
                left.retain(|one| !own.contains(one));
            }
        }
    }
}

impl<'f> Evidence<'f> {
    fn of(vectors: &Vectors<'_>, found: &'f [Found<'f>]) -> Evidence<'f> {
        let mut single: BTreeMap<usize, Candidate<'f>> = BTreeMap::new();
        for (place, one) in found.iter().enumerate() {
            let Some(asked) = one.asked.filter(|_| one.is_answered()) else { continue };
            let own = if one.is_wrong() { one.differences() } else { BTreeSet::new() };
            for (predicted, mistakes) in &asked.wrong {
                let predicted = one.split(predicted);
                let explains = !own.is_empty() && predicted.is_subset(&own) && ended(one).is_none();
                let is_refuted = own.is_empty() || !explains && one.has_differences();
                for &mistake in mistakes.iter().filter(|_| explains || is_refuted) {
                    let candidate = single.entry(mistake).or_default();
                    if explains {
                        candidate.explains.entry(place).or_default().extend(&predicted);
                    } else {
                        candidate.refuted.insert(place);
                    }
                }
            }
        }
        let name = |mistake: usize| vectors.mistakes.get(mistake).map_or("", |(name, _)| *name);
        let mut names: BTreeSet<String> = BTreeSet::new();
        for (&mistake, _) in single.iter().filter(|(_, one)| !one.explains.is_empty()) {
            names.extend(patterns(name(mistake)));
        }
        let mut candidates: Vec<(usize, Candidate<'f>)> = Vec::new();
        for pattern in names {
            let (mut all, mut count) = (Candidate { name: pattern, ..Candidate::default() }, 0);
            for (_, one) in single.iter().filter(|(one, _)| matches(&all.name, name(**one))) {
                count += 1;
                for (place, own) in &one.explains {
                    all.explains.entry(*place).or_default().extend(own);
                }
                all.refuted.extend(&one.refuted);
            }
            // A pattern of one mistake says less than its name.
            if count > 1 || !all.name.contains('*') {
                candidates.push((count, all));
            }
        }
        candidates.sort_by_key(|(count, _)| *count);
        Evidence { found, candidates: candidates.into_iter().map(|(_, one)| one).collect() }
    }

    /// Chooses the candidates that explain most answers less those that contradict them, one after the other, and drops those
    /// that explain less than half of the answers like theirs.
    fn explanations(&self) -> Vec<Explanation> {
        let mut left = self.all();
        let mut chosen: Vec<&Candidate<'_>> = Vec::new();
        loop {
            let score = |one: &&Candidate<'_>| {
                let (explained, contradicted) = (one.explained(&left).len(), one.contradicted());
                let is_certain = contradicted * EXPLAINED_FOR_A_CONTRADICTION <= explained;
                if is_certain { explained.saturating_sub(contradicted) } else { 0 }
            };
            let scored = self.candidates.iter().map(|one| (score(&one), one));
            let best = scored.reduce(|best, one| if one.0 > best.0 { one } else { best });
            let Some((1.., best)) = best else { break };
            best.take(&mut left);
            chosen.push(best);
        }
        loop {
            let (explanations, unexplained) = self.attributed(&chosen);
            let weak = explanations.iter().position(|one| self.is_weak(one, &unexplained));
            let Some(weak) = weak else { return explanations };
            chosen.remove(weak);
        }
    }

    /// Returns the differences of all wrong answers.
    fn all(&self) -> Left<'f> {
        let wrong = self.found.iter().enumerate().filter(|(_, one)| one.is_wrong());
        wrong.map(|(place, one)| (place, one.differences())).collect()
    }

    /// Returns the answers that each candidate explains first, and those that all together do not explain.
    fn attributed(&self, chosen: &[&Candidate<'_>]) -> (Vec<Explanation>, Vec<usize>) {
        let mut left = self.all();
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, candidate) in chosen.iter().enumerate() {
            for place in candidate.explained(&left) {
                first.entry(place).or_insert(number);
            }
            candidate.take(&mut left);
        }
        left.retain(|_, left| !left.is_empty());
        let explanation = |(number, candidate): (usize, &&Candidate<'_>)| Explanation {
            name: kind(&candidate.name).to_owned(),
            explains: first
                .iter()
                .filter(|(place, one)| **one == number && !left.contains_key(place))
                .map(|(place, _)| *place)
                .collect(),
            contradicted: candidate.contradicted(),
        };
        let explanations = chosen.iter().enumerate().map(explanation).collect();
        (explanations, left.into_keys().collect())
    }

    /// Returns whether most of the answers of an explanation are like more answers that nothing explains.
    fn is_weak(&self, one: &Explanation, unexplained: &[usize]) -> bool {
        let count = |places: &[usize]| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            places
                .iter()
                .for_each(|&place| *counts.entry(tendency(&self.found[place])).or_default() += 1);
            counts
        };
        let rest = count(unexplained);
        let is_strong =
            |(like, own): &(String, usize)| rest.get(like).is_none_or(|rest| rest <= own);
        let strong = count(&one.explains).into_iter().filter(is_strong).map(|(_, own)| own);
        2 * strong.sum::<usize>() < one.explains.len().max(1)
    }
}

/// Returns a mistake and the kinds that it is of: all with its first two words, and those with some more words the same. A
/// star is any word.
fn patterns(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split('/').collect();
    let mut patterns = vec![name.to_owned()];
    let Some(values) = words.len().checked_sub(2).filter(|values| *values > 0) else {
        return patterns;
    };
    for fixed in 0..(1_usize << values) - 1 {
        if fixed.count_ones() as usize > FIXED {
            continue;
        }
        let value = |place: usize| if fixed & 1 << place == 0 { "*" } else { words[place + 2] };
        let values: Vec<&str> = (0..values).map(value).collect();
        patterns.push(format!("{}/{}/{}", words[0], words[1], values.join("/")));
    }
    patterns
}

/// Returns a pattern without its stars if it has nothing but stars after its first two words.
fn kind(pattern: &str) -> &str {
    let kind = pattern.trim_end_matches("/*");
    if kind.matches('/').count() == 1 { kind } else { pattern }
}

/// Returns whether a pattern is that of a mistake.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<&str>, Vec<&str>) =
        (pattern.split('/').collect(), name.split('/').collect());
    pattern.len() == name.len()
        && pattern.iter().zip(&name).all(|(part, value)| *part == "*" || part == value)
}

/// Returns the cause that the library itself shows: a refusal, or a panic.
fn failure(one: &Found<'_>) -> Option<String> {
    let (word, message) = match &one.response {
        Response::SetupRefused(message) => ("refuses a setup", message),
        Response::MoveRefused(message) => ("refuses a move", message),
        Response::Panicked(message) => ("panics", message),
        Response::Answer { .. } | Response::Silent(_) | Response::Unsupported(_) => return None,
    };
    Some(format!("{word}: {}", pattern(message)))
}

/// Returns the ending that a library has applied by itself, if the answer shows one: it refuses the next move, says that the
/// game is drawn, or names no legal move.
fn ended<'f>(one: &Found<'f>) -> Option<&'f str> {
    let place = |by: &str| OWN_ENDINGS.iter().position(|other| *other == by);
    let own = one.play.own_ends.iter().filter(|(by, _)| !matches!(*by, "checkmate" | "stalemate"));
    let &(by, acts) = own.min_by_key(|(by, acts)| (*acts, place(by)))?;
    let shows_it = match &one.response {
        Response::MoveRefused(message) => {
            let words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
            let refused = words.into_iter().find(|word| is_move(word));
            let next = one.play.acts.get(acts);
            next.is_some_and(|next| refused.is_none_or(|refused| refused == *next))
        }
        Response::Answer { .. } if one.finding == Finding::Wrong => {
            let said = one.said.as_str();
            let drawn = said == "draw/unspecified" || said.strip_prefix("draw/") == Some(by);
            let kind = one.right.0.as_str();
            let moves = one.right.1.split(' ').count();
            drawn && one.right.1 == "play-on"
                || one.kind() == "legal-moves"
                    && match kind {
                        "move_count" => said == "0",
                        "list" | "among" => {
                            !one.right.1.is_empty()
                                && !said.contains('+')
                                && said.split(' ').count() == moves
                        }
                        _ => false,
                    }
        }
        _ => false,
    };
    shows_it.then_some(by)
}

/// Returns the kind of the question with the direction of the error.
fn tendency(one: &Found<'_>) -> String {
    let number = |text: &str| text.parse::<u64>().ok();
    let way = match (one.said.as_str(), one.right.1.as_str()) {
        ("yes", _) => "wrongly yes",
        ("no", _) => "wrongly no",
        (said, _) if one.kind() == "undo" => {
            return format!("taking moves back changes {}", said.replace(' ', ", "));
        }
        (said, right) => match (number(said), number(right)) {
            (Some(said), Some(right)) if said < right => "too low",
            (Some(_), Some(_)) => "too high",
            _ if !one.has_differences() => "differs",
            _ => match (said.contains('-'), said.contains('+')) {
                (true, false) => "too few",
                (false, true) => "too many",
                _ => "differs",
            },
        },
    };
    format!("{}: {way}", one.kind())
}

/// Returns a message without what depends on the position: FENs, moves, squares and numbers.
pub(crate) fn pattern(message: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut fields = 0;
    for word in message.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '-');
        // The fields of a FEN after the pieces.
        if fields > 0 && is_field(bare) {
            fields -= 1;
            continue;
        }
        fields = if word.matches('/').count() >= 7 { 5 } else { 0 };
        words.push(if fields > 0 { "_".to_owned() } else { without_positions(word) });
    }
    words.join(" ")
}

fn is_field(word: &str) -> bool {
    let is_right = |letter: char| "KQkqABCDEFGHabcdefgh".contains(letter);
    let is_number = word.bytes().all(|letter| letter.is_ascii_digit());
    matches!(word, "w" | "b" | "-")
        || is_number
        || word.chars().all(is_right)
        || crate::adapter::is_square(word)
}

/// Returns a word with `_` in place of each move, square and number in it.
fn without_positions(word: &str) -> String {
    let mut text = String::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_ascii_alphanumeric();
        let end = rest.find(|letter| is_word(letter) != is_word(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        let is_number = part.bytes().all(|letter| letter.is_ascii_digit());
        let is_of_position = is_move(part) || crate::adapter::is_square(part) || is_number;
        text.push_str(if is_of_position { "_" } else { part });
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_of_kinds() {
        assert_eq!(patterns("castling-twice"), ["castling-twice"]);
        assert_eq!(patterns("repetition/automatic"), ["repetition/automatic"]);
        let all = patterns("castling/through-attack/knight/queen");
        let kinds =
            ["*/*", "knight/*", "*/queen"].map(|one| format!("castling/through-attack/{one}"));
        assert_eq!(all[1..], kinds);
        assert!(all.iter().all(|one| matches(one, "castling/through-attack/knight/queen")));
        assert!(!matches(&all[2], "castling/through-attack/rook/queen"));
    }

    #[test]
    fn messages_have_patterns() {
        for (message, without) in [
            ("e2e4: not legal", "_: not legal"),
            (
                "index out of bounds: the len is 64 but the index is 73",
                "index out of bounds: the len is _ but the index is _",
            ),
            ("cannot read 4k3/8/8/8/8/8/8/4K3 w - - 0 1 here", "cannot read _ here"),
            (r#"bad move {"from":"g5","to":"e6"}"#, r#"bad move {"from":"_","to":"_"}"#),
            ("no king", "no king"),
        ] {
            assert_eq!(pattern(message), without);
        }
    }
}
