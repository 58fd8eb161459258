use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The results of the same random games for each release of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesHistory {
    /// The seed of the random games.
    pub seed: u64,
    /// The number of games per release.
    pub games: u64,
    /// The disagreements of any release with the reference, by diagnosis.
    pub disagreements: Vec<DisagreementHistory>,
}

/// A disagreement of some releases with the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DisagreementHistory {
    /// The diagnosis: the kind of question and how the answers differ, such as `claimable: says no`.
    pub diagnosis: String,
    /// How often it occurred, from the oldest release to the newest. Each entry holds until the next one.
    pub spans: Vec<CountSpan>,
    /// The first occurrence, in the oldest release that has the disagreement.
    pub first: FirstOccurrence,
}

/// The number of occurrences of a disagreement from one release on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountSpan {
    /// The first release with this number of occurrences.
    pub since: String,
    /// The number of occurrences.
    pub times: usize,
}

/// One disagreement of a library with the reference: the position, the question, and both answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FirstOccurrence {
    /// The position, as a FEN.
    pub fen: String,
    /// The number of plies and other acts that lead to it.
    pub acts: usize,
    /// The question in plain words.
    pub asks: String,
    /// The answer of the reference.
    pub right: String,
    /// The answer of the library.
    pub says: String,
}

/// The disagreements of one release in random games: the number of occurrences of each, and the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseGames(pub BTreeMap<String, (usize, FirstOccurrence)>);

impl GamesHistory {
    /// Combines the results of all releases, given from the oldest to the newest, for `games` games with this seed.
    pub fn new(seed: u64, games: u64, releases: &[(&str, &ReleaseGames)]) -> GamesHistory {
        let mut first: BTreeMap<&str, &FirstOccurrence> = BTreeMap::new();
        for (_, shown) in releases {
            for (diagnosis, (_, met)) in &shown.0 {
                first.entry(diagnosis).or_insert(met);
            }
        }
        let history = |(diagnosis, first): (&str, &FirstOccurrence)| {
            let mut spans: Vec<CountSpan> = Vec::new();
            for (version, shown) in releases {
                let times = shown.0.get(diagnosis).map_or(0, |(times, _)| *times);
                if spans.last().is_none_or(|last| last.times != times) {
                    spans.push(CountSpan { since: (*version).to_owned(), times });
                }
            }
            DisagreementHistory { diagnosis: diagnosis.to_owned(), spans, first: first.clone() }
        };
        GamesHistory { seed, games, disagreements: first.into_iter().map(history).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disagreement_is_followed_from_release_to_release() {
        let met = |fen: &str| FirstOccurrence {
            fen: fen.to_owned(),
            acts: 0,
            asks: "Check?".to_owned(),
            right: "yes".to_owned(),
            says: "no".to_owned(),
        };
        let release = |all: &[(&str, usize, &str)]| {
            let all = all.iter().map(|(what, times, fen)| ((*what).to_owned(), (*times, met(fen))));
            ReleaseGames(all.collect())
        };
        let (one, two) = (release(&[("b", 2, "first")]), release(&[("a", 1, "x"), ("b", 2, "y")]));
        let none = release(&[]);
        let history =
            GamesHistory::new(7, 20, &[("1", &one), ("2", &two), ("3", &none), ("4", &one)]);
        let shown = |one: &DisagreementHistory| {
            let spans = one.spans.iter().map(|span| format!(" {}:{}", span.since, span.times));
            format!("{} at {}:{}", one.diagnosis, one.first.fen, spans.collect::<String>())
        };
        let shown: Vec<String> = history.disagreements.iter().map(shown).collect();
        assert_eq!(shown, ["a at x: 1:0 2:1 3:0", "b at first: 1:2 3:0 4:2"]);
    }
}
