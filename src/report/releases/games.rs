use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What random games have shown of the releases of a library: the same games for each of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GamesHistory {
    /// The seed that decides the games.
    pub seed: u64,
    /// How many games each release was asked about.
    pub games: u64,
    /// What some release does not say as the reference does, by its diagnosis.
    pub disagreements: Vec<DisagreementHistory>,
}

/// What some release of a library does not say as the reference does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct DisagreementHistory {
    /// What is asked, and in what the answers differ, such as `claimable: says no`.
    pub diagnosis: String,
    /// How often it was met, the oldest release first: each holds until the next.
    pub spans: Vec<TimesSpan>,
    /// Where it was met first, in the first release that shows it.
    pub first: MetDisagreement,
}

/// How often a disagreement was met from one release on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TimesSpan {
    /// The first release in which it was met so often.
    pub since: String,
    /// How often.
    pub times: usize,
}

/// A place at which a library and the reference do not say alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MetDisagreement {
    /// The position, as a FEN.
    pub fen: String,
    /// How many plies or other acts lead to it.
    pub acts: usize,
    /// What is asked.
    pub asks: String,
    /// What the reference says.
    pub right: String,
    /// What the library says.
    pub says: String,
}

/// What random games have shown of one release: how often each disagreement was met, and where first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseGames(pub BTreeMap<String, (usize, MetDisagreement)>);

impl GamesHistory {
    /// The history of so many games with this seed, of what they have shown of each release, the oldest first.
    pub fn new(seed: u64, games: u64, releases: &[(&str, &ReleaseGames)]) -> GamesHistory {
        let mut first: BTreeMap<&str, &MetDisagreement> = BTreeMap::new();
        for (_, shown) in releases {
            for (diagnosis, (_, met)) in &shown.0 {
                first.entry(diagnosis).or_insert(met);
            }
        }
        let history = |(diagnosis, first): (&str, &MetDisagreement)| {
            let mut spans: Vec<TimesSpan> = Vec::new();
            for (version, shown) in releases {
                let times = shown.0.get(diagnosis).map_or(0, |(times, _)| *times);
                if spans.last().is_none_or(|last| last.times != times) {
                    spans.push(TimesSpan { since: (*version).to_owned(), times });
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
        let met = |fen: &str| MetDisagreement {
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
