//! The diagnosis: the few mistakes that explain the wrong answers of a library.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

/// A mistake that predicts wrong answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<'a> {
    /// The name: one word, or two for the kind and more for the variant, with `/` between them.
    pub name: &'a str,
    /// What goes wrong, in a sentence; empty for a variant of a kind.
    pub says: &'a str,
    /// The kinds of questions whose answers follow from it only in a library without other code for them. A right answer
    /// there does not speak against it.
    pub consequences: &'a str,
}

/// An answer to a question, with the wrong answers that mistakes predict.
#[derive(Clone, Debug)]
pub struct Answered<'a> {
    /// The kind of the question.
    pub kind: String,
    /// The line of play whose end the question is about, as any text.
    pub line: String,
    /// Whether an answer is a list of differences, of which several mistakes may each explain some.
    pub is_list: bool,
    /// What is wrong with it; none if it is right.
    pub wrong: Option<Wrong>,
    /// The wrong answers that are predicted, each with the places of the mistakes.
    pub predicted: Vec<(&'a str, &'a [usize])>,
}

/// What is wrong with an answer.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// The answer as text, or that a setup or a move is refused, see [`REFUSED`].
    pub said: String,
    /// What the answers like it have in common: the kind of the question, and the direction.
    pub like: String,
}

/// A mistake, or several of one kind, that explains wrong answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The name of the mistake or of the kind; a star stands for any word.
    pub name: String,
    /// The places of the wrong answers that it explains.
    pub explains: Vec<usize>,
    /// The number of answers that are not as it predicts.
    pub contradicted: usize,
}

/// Kinds of questions from whose right answers a program can compute the others. A wrong answer to one of them shows its
/// mistake itself, so no answer to another question refutes it.
const BASIC: [&str; 6] =
    ["legal-moves", "occurrences", "halfmove-clock", "board", "castling", "insufficient-material"];

/// Ends the text of an answer that a library does not give because it refuses a move: `e1g1 refused`.
pub const REFUSED: &str = " refused";

/// Minimum number of answers that a mistake must explain for each one that contradicts it.
const EXPLAINED_FOR_A_CONTRADICTION: usize = 10;

/// The most values of a kind of mistake that are fixed, unless all are.
const FIXED: usize = 2;

/// Returns the mistakes that explain the wrong answers of a library, the one that explains most first.
///
/// The candidates are the mistakes, the kinds of mistakes, and kinds with some values fixed. The one that explains most
/// answers less those that contradict it is taken first, then the one that explains most of the rest, and so on. None is
/// named that is contradicted often, or that explains less than half of the answers like those that it explains.
pub fn diagnose(mistakes: &[Mistake<'_>], answers: &[Answered<'_>]) -> Vec<Diagnosis> {
    Evidence::of(mistakes, answers).diagnoses()
}

/// Returns the places of the mistakes that explain a wrong answer, or a part of one.
pub fn explaining(mistakes: &[Mistake<'_>], answers: &[Answered<'_>]) -> BTreeSet<usize> {
    let single = single(mistakes, answers).into_iter();
    single.filter(|(_, one)| !one.explains.is_empty()).map(|(place, _)| place).collect()
}

/// Evidence for and against mistakes.
struct Evidence<'f> {
    answers: &'f [Answered<'f>],
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

/// The differences of wrong answers that are not explained yet, by the places of the answers.
type Left<'f> = BTreeMap<usize, BTreeSet<&'f str>>;

impl Answered<'_> {
    fn is_basic(&self) -> bool {
        BASIC.contains(&self.kind.as_str())
    }

    /// Returns the parts of an answer.
    fn split<'s>(&self, answer: &'s str) -> BTreeSet<&'s str> {
        if self.is_list { answer.split(' ').collect() } else { [answer].into() }
    }
}

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
        let helping = self.explains.iter().filter(|(place, own)| helps(place, own));
        helping.map(|(place, _)| *place).collect()
    }

    /// Returns the lines with an answer that it explains although another question about them is answered rightly that it
    /// would answer wrongly, and those of which it explains the answers to several questions.
    fn tested<'a>(&self, answers: &'a [Answered<'_>]) -> [BTreeSet<&'a str>; 2] {
        let line = |place: usize| answers[place].line.as_str();
        let right = self.refuted.iter().filter(|place| answers[**place].wrong.is_none());
        let right: BTreeSet<&str> = right.map(|place| line(*place)).collect();
        let mut explained: BTreeMap<&str, usize> = BTreeMap::new();
        self.explains.keys().for_each(|place| *explained.entry(line(*place)).or_default() += 1);
        let confirmed = explained.iter().filter(|(_, count)| **count > 1).map(|(line, _)| *line);
        let confirmed = confirmed.filter(|line| !right.contains(line)).collect();
        let of_answers = self.explains.keys().filter(|place| !answers[**place].is_basic());
        let refuted = of_answers.map(|place| line(*place)).filter(|line| right.contains(line));
        [refuted.collect(), confirmed]
    }

    fn take(&self, left: &mut Left<'_>) {
        for (place, own) in &self.explains {
            if let Some(left) = left.get_mut(place) {
                left.retain(|one| !own.contains(one));
            }
        }
    }
}

/// Returns the evidence for and against each mistake, by their places.
///
/// Answers to several questions about one line test a mistake. If mistakes of a kind fail this test more often than they
/// pass it, they explain only answers to basic questions.
fn single<'f>(
    mistakes: &[Mistake<'_>],
    answers: &'f [Answered<'f>],
) -> BTreeMap<usize, Candidate<'f>> {
    let mut single: BTreeMap<usize, Candidate<'f>> = BTreeMap::new();
    for (place, one) in answers.iter().enumerate() {
        let own = one.wrong.as_ref().map_or_else(BTreeSet::new, |wrong| one.split(&wrong.said));
        for &(text, places) in &one.predicted {
            let predicted = one.split(text);
            let explains = !own.is_empty() && predicted.is_subset(&own);
            // A library may play moves that it does not find.
            let is_refuted =
                (own.is_empty() || !explains && one.is_list) && !text.ends_with(REFUSED);
            for &mistake in places.iter().filter(|_| explains || is_refuted) {
                if explains {
                    let candidate = single.entry(mistake).or_default();
                    candidate.explains.entry(place).or_default().extend(&predicted);
                    continue;
                }
                let consequences = mistakes.get(mistake).map_or("", |one| one.consequences);
                if consequences.split(' ').all(|kind| *kind != *one.kind) {
                    single.entry(mistake).or_default().refuted.insert(place);
                }
            }
        }
    }
    let name = |mistake: usize| mistakes.get(mistake).map_or("", |one| kind(one.name));
    let mut tested: BTreeMap<&str, [BTreeSet<&str>; 2]> = BTreeMap::new();
    for (&mistake, one) in &single {
        let of_kind = tested.entry(name(mistake)).or_default();
        of_kind.iter_mut().zip(one.tested(answers)).for_each(|(all, own)| all.extend(own));
    }
    for (&mistake, one) in &mut single {
        let is_refuted = tested.get(name(mistake)).is_some_and(|[no, yes]| no.len() > yes.len());
        one.explains.retain(|&place, _| answers[place].is_basic() || !is_refuted);
    }
    single
}

impl<'f> Evidence<'f> {
    fn of(mistakes: &[Mistake<'_>], answers: &'f [Answered<'f>]) -> Evidence<'f> {
        let single = single(mistakes, answers);
        let name = |mistake: usize| mistakes.get(mistake).map_or("", |one| one.name);
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
        // Where several explain the same, the mistakes that people know come before the cells of a grid.
        candidates.sort_by_key(|(count, one)| (*count, one.name.contains('/')));
        Evidence { answers, candidates: candidates.into_iter().map(|(_, one)| one).collect() }
    }

    /// Chooses the candidates that explain most answers less those that contradict them, one after the other, and drops those
    /// that explain less than half of the answers like theirs.
    fn diagnoses(&self) -> Vec<Diagnosis> {
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
            let (mut diagnoses, unexplained) = self.attributed(&chosen);
            let weak = diagnoses.iter().position(|one| self.is_weak(one, &unexplained));
            let Some(weak) = weak else {
                diagnoses.sort_by_key(|one| Reverse(one.explains.len()));
                return diagnoses;
            };
            chosen.remove(weak);
        }
    }

    /// Returns the differences of all wrong answers.
    fn all(&self) -> Left<'f> {
        let all = self.answers.iter().enumerate();
        all.filter_map(|(place, one)| Some((place, one.split(&one.wrong.as_ref()?.said)))).collect()
    }

    /// Returns the answers that each candidate explains first, and those that all together do not explain.
    fn attributed(&self, chosen: &[&Candidate<'_>]) -> (Vec<Diagnosis>, Vec<usize>) {
        let mut left = self.all();
        let mut first: BTreeMap<usize, usize> = BTreeMap::new();
        for (number, candidate) in chosen.iter().enumerate() {
            for place in candidate.explained(&left) {
                first.entry(place).or_insert(number);
            }
            candidate.take(&mut left);
        }
        left.retain(|_, left| !left.is_empty());
        let diagnosis = |(number, candidate): (usize, &&Candidate<'_>)| Diagnosis {
            name: without_stars(&candidate.name).to_owned(),
            explains: first
                .iter()
                .filter(|(place, one)| **one == number && !left.contains_key(place))
                .map(|(place, _)| *place)
                .collect(),
            contradicted: candidate.contradicted(),
        };
        (chosen.iter().enumerate().map(diagnosis).collect(), left.into_keys().collect())
    }

    /// Returns whether most of the answers of an explanation are like more answers that nothing explains.
    fn is_weak(&self, one: &Diagnosis, unexplained: &[usize]) -> bool {
        let count = |places: &[usize]| {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for wrong in places.iter().filter_map(|&place| self.answers[place].wrong.as_ref()) {
                *counts.entry(&wrong.like).or_default() += 1;
            }
            counts
        };
        let rest = count(unexplained);
        let is_strong = |(like, own): &(&str, usize)| rest.get(like).is_none_or(|rest| rest <= own);
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

/// Returns the kind of a mistake: the first two words of its name.
pub fn kind(name: &str) -> &str {
    let end = name.match_indices('/').nth(1).map_or(name.len(), |(end, _)| end);
    &name[..end]
}

/// Returns a pattern without its stars if it has nothing but stars after its first two words.
fn without_stars(pattern: &str) -> &str {
    let kind = kind(pattern);
    if pattern[kind.len()..].split('/').skip(1).all(|word| word == "*") { kind } else { pattern }
}

/// Returns whether a pattern, in which a star is any word, is that of a mistake.
pub fn matches(pattern: &str, name: &str) -> bool {
    let (mut parts, mut words) = (pattern.split('/'), name.split('/'));
    loop {
        match (parts.next(), words.next()) {
            (None, None) => return true,
            (Some(part), Some(word)) if part == "*" || part == word => {}
            (_, _) => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of the mistakes that explain answers: lines with, after a colon, the kinds of questions answered
    /// wrongly as predicted, and those answered rightly where the mistake predicts a wrong answer.
    fn named(lines: &str) -> Vec<String> {
        let mistakes = [Mistake { name: "king/into-check", says: "", consequences: "san" }];
        let mut answers = Vec::new();
        for (number, kinds) in lines.split(';').enumerate() {
            let (wrong, right) = kinds.split_once(':').unwrap();
            let kinds: Vec<(String, bool)> = [(wrong, true), (right, false)]
                .into_iter()
                .flat_map(|(kinds, is_wrong)| {
                    kinds.split_whitespace().map(move |kind| (kind.to_owned(), is_wrong))
                })
                .collect();
            answers.extend(kinds.into_iter().map(|(kind, is_wrong)| Answered {
                wrong: is_wrong.then(|| Wrong { said: "no".to_owned(), like: kind.clone() }),
                kind,
                line: number.to_string(),
                is_list: false,
                predicted: vec![("no", &[0][..])],
            }));
        }
        diagnose(&mistakes, &answers).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn a_right_answer_about_the_same_line_refutes_a_mistake() {
        let alone = ["ended:"; 20].join(";");
        for (tested, is_named) in [
            ("ended:", true),
            // The list of moves, from which the end follows, is right.
            ("ended: legal-moves", false),
            ("ended: legal-moves; ended legal-moves:; ended checkmate:", true),
            ("ended: checkmate", false),
            // Another function may write the text of a move.
            ("ended: san", true),
            // Another function may find mates, but the list of moves is as predicted.
            ("legal-moves: checkmate", true),
            // Right answers about other lines are few.
            ("ended:; : legal-moves", true),
        ] {
            let named = named(&format!("{alone};{tested}"));
            assert_eq!(named.len(), usize::from(is_named), "{tested}");
        }
    }

    #[test]
    fn a_mistake_that_people_know_comes_before_a_cell_of_a_grid() {
        let mistake = |name| Mistake { name, says: "", consequences: "" };
        let answer = |predicted| Answered {
            kind: "castling".to_owned(),
            line: String::new(),
            is_list: false,
            wrong: Some(Wrong { said: "no".to_owned(), like: String::new() }),
            predicted: vec![("no", predicted)],
        };
        for (names, first) in [(["a/b/c", "known"], "known"), (["a", "known"], "a")] {
            let mistakes = names.map(mistake);
            for places in [&[0, 1][..], &[1, 0]] {
                let found = diagnose(&mistakes, &[answer(places)]);
                assert_eq!(found[0].name, first, "{names:?}");
            }
        }
    }

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
        assert_eq!(all.iter().map(|one| kind(one)).max(), Some("castling/through-attack"));
        assert_eq!(without_stars(&all[1]), "castling/through-attack");
        assert_eq!(without_stars(&all[2]), all[2]);
        assert_eq!(without_stars("castling-twice"), "castling-twice");
    }
}
