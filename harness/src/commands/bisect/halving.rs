use std::collections::BTreeMap;

/// Where the answer changes in a sequence of releases.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Halving<A> {
    /// No release can be judged.
    NoneJudged,
    /// The first and the last judged release give the same answer.
    Alike { first: usize, last: usize, answer: A },
    /// The answer changes between `before` and `after`; no release between them can be judged.
    Found { before: usize, after: usize, was: A, is: A },
}

impl<A: Clone> Halving<A> {
    /// Searches a sequence of `releases` releases by bisection. `judge` returns the answer of a release, or `None` if
    /// it cannot be judged; it is called at most once per release.
    ///
    /// If the first release cannot be judged, the first judgeable one is found by bisection as well, assuming that no
    /// release before it can be judged.
    pub(super) fn new(
        releases: usize,
        mut judge: impl FnMut(usize) -> Option<A>,
        is_same: impl Fn(&A, &A) -> bool,
    ) -> Halving<A> {
        let mut asked: BTreeMap<usize, Option<A>> = BTreeMap::new();
        let mut ask = |at: usize| asked.entry(at).or_insert_with(|| judge(at)).clone();
        let mut first = 0;
        let mut was = if releases == 0 { None } else { ask(first) };
        let last = (0..releases).rev().find_map(|at| Some((at, ask(at)?)));
        let Some((last, mut is)) = last else { return Halving::NoneJudged };
        if was.is_none() {
            let mut closed = first;
            (first, was) = (last, Some(is.clone()));
            while first - closed > 1 {
                let middle = closed.midpoint(first);
                match ask(middle) {
                    Some(said) => (first, was) = (middle, Some(said)),
                    None => closed = middle,
                }
            }
        }
        let Some(mut was) = was else { return Halving::NoneJudged };
        if is_same(&was, &is) {
            return Halving::Alike { first, last, answer: was };
        }
        // Invariant: the release at `before` answers like the first one, the release at `after` differently.
        let begin = was.clone();
        let (mut before, mut after) = (first, last);
        let mut closed: Vec<usize> = Vec::new();
        loop {
            let middle = before.midpoint(after);
            let open = (before + 1..after).filter(|at| !closed.contains(at));
            let Some(at) = open.min_by_key(|at| at.abs_diff(middle)) else { break };
            match ask(at) {
                None => closed.push(at),
                Some(said) if is_same(&begin, &said) => (before, was) = (at, said),
                Some(said) => (after, is) = (at, said),
            }
        }
        Halving::Found { before, after, was, is }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bisects a sequence of releases: the answer of each, or `-` for one that cannot be judged. Also returns the order
    /// of the calls.
    fn halve(line: &str) -> (Halving<char>, Vec<usize>) {
        let mut asked = Vec::new();
        let answers: Vec<char> = line.chars().collect();
        let judge = |at: usize| {
            asked.push(at);
            (answers[at] != '-').then_some(answers[at])
        };
        (Halving::new(answers.len(), judge, |one, other| one == other), asked)
    }

    #[test]
    fn the_change_is_found_without_needless_questions() {
        let found = |before, after, was, is| Halving::Found { before, after, was, is };
        for (line, halving, asked) in [
            ("ab", found(0, 1, 'a', 'b'), 2),
            ("aaaabbbb", found(3, 4, 'a', 'b'), 5),
            ("aaaaaaaab", found(7, 8, 'a', 'b'), 5),
            ("abbbbbbbb", found(0, 1, 'a', 'b'), 5),
            ("aa-bb", found(1, 3, 'a', 'b'), 5),
            ("--aab", found(3, 4, 'a', 'b'), 5),
            ("--------b", Halving::Alike { first: 8, last: 8, answer: 'b' }, 5),
            ("aab--", found(1, 2, 'a', 'b'), 5),
            ("aacb", found(1, 2, 'a', 'c'), 4),
            ("abca", Halving::Alike { first: 0, last: 3, answer: 'a' }, 2),
            ("-a-", Halving::Alike { first: 1, last: 1, answer: 'a' }, 3),
            ("--", Halving::NoneJudged, 2),
            ("", Halving::NoneJudged, 0),
        ] {
            let (said, mut places) = halve(line);
            assert_eq!((&said, places.len()), (&halving, asked), "{line}");
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), asked, "{line}: somebody is asked twice");
        }
    }

    #[test]
    fn a_hundred_releases_take_two_ends_and_seven_steps_at_most() {
        for change in 1..100 {
            let line: String = (0..100).map(|at| if at < change { 'a' } else { 'b' }).collect();
            let (said, asked) = halve(&line);
            assert_eq!(
                said,
                Halving::Found { before: change - 1, after: change, was: 'a', is: 'b' }
            );
            assert!(asked.len() <= 9, "{change}: {}", asked.len());
        }
    }
}
