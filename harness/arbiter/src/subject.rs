//! Finds the articles on the subject of a description, by the words that both have in common.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::words::{Word, words};
use lawbook::rules::Restatement;

/// Maximum number of articles for a description.
const MOST: usize = 3;

/// How much more a word counts in the title of an article, or among the names of its subject, than in its text.
const NAMED: f64 = 3.0;

/// Smallest part of the weight of the best article that another one needs.
const NEAR: f64 = 0.5;

/// Smallest weight of an article: about one rare word among the names of the subject.
const LEAST: f64 = 6.0;

/// Words that many descriptions have and that name no subject.
const COMMON: &str = "i he his him white black opponent player players game is on in of to it and at for with by or as so \
    not no when we they get can may must what who how if one move two three i's that this but from into \
    my then while put";

/// The words of an article with their weights, and the index of the articles by their words.
struct Index {
    /// The weight of each word in each article.
    weights: Vec<BTreeMap<String, f64>>,
    /// The rarity of each word: the logarithm of the inverse part of the articles that have it.
    rarity: BTreeMap<String, f64>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(searched()));

/// The articles with words for the search, which browsers have too.
fn searched() -> impl Iterator<Item = &'static Restatement> {
    Restatement::all().iter().filter(|article| !article.words.is_empty())
}

impl Index {
    fn new(articles: impl Iterator<Item = &'static Restatement>) -> Index {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut weights = Vec::new();
        for article in articles {
            let mut own: BTreeMap<String, f64> = BTreeMap::new();
            own.extend(stems(&article.says).into_iter().map(|stem| (stem, 1.0)));
            let named = format!("{} {}", article.title, article.words);
            own.extend(stems(&named).into_iter().map(|stem| (stem, NAMED)));
            for stem in own.keys() {
                *counts.entry(stem.clone()).or_default() += 1;
            }
            weights.push(own);
        }
        let all = weights.len() as f64;
        let rarity = counts.into_iter().map(|(stem, count)| (stem, (all / count as f64).ln()));
        Index { weights, rarity: rarity.collect() }
    }
}

/// Returns the different words of a text that can name a subject, without their endings.
fn stems(text: &str) -> BTreeSet<String> {
    let words = words(text);
    let named =
        words.iter().map(Word::name).filter(|name| COMMON.split(' ').all(|common| common != *name));
    named.map(stem).filter(|stem| stem.len() > 1).collect()
}

/// Removes a usual ending, and all letters after the sixth.
fn stem(word: &str) -> String {
    let ending = ["ing", "ed", "es", "s", "e"]
        .into_iter()
        .find(|ending| word.strip_suffix(ending).is_some_and(|stem| stem.len() > 2));
    let stem = ending.and_then(|ending| word.strip_suffix(ending)).unwrap_or(word);
    stem.chars().take(6).collect()
}

/// Returns the articles of the Laws in force on the subject of a description, the nearest first, at most three. Empty if
/// no article has its words.
///
/// ```
/// use lawbook_arbiter::articles_about;
///
/// let articles = articles_about("The opponent hums and annoys me");
/// assert_eq!(articles[0].number, "11.5");
/// ```
pub fn articles_about(text: &str) -> Vec<&'static Restatement> {
    let asked = stems(text);
    let weigh = |own: &BTreeMap<String, f64>| -> f64 {
        let known = asked.iter().filter_map(|stem| Some(own.get(stem)? * INDEX.rarity.get(stem)?));
        known.sum()
    };
    let all = searched().zip(INDEX.weights.iter().map(weigh));
    let mut found: Vec<(&Restatement, f64)> = all.filter(|(_, weight)| *weight >= LEAST).collect();
    found.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    let best = found.first().map_or(0.0, |(_, weight)| *weight);
    let near = found.into_iter().filter(|(_, weight)| *weight >= NEAR * best);
    near.map(|(article, _)| article).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        descriptions_lead_to_their_articles,
        for (line, number) in [
            ("The opponent hums and kicks the table, has been warned twice.", "11.5"),
            ("he hums, taps, and slurps soup, three warnings already", "11.5"),
            ("Our board 2 told board 1 during the match 'you should play Rd1'.", "11.3.1"),
            ("My opponent was analysing out loud with his mate in the corridor", "11.3.1"),
            ("writes the move first, then plays it. isn't that banned now", "8.1.2"),
            ("my opponent borrowed my scoresheet to fill his in", "8.5"),
            ("Is it ok to fix a piece thats off centre while its my opponents turn?", "4.2.1"),
            ("Can you castle if your rook is attacked?", "3.8.2"),
            ("Opponent hovers his finger over the clock button all the time.", "6.2.3"),
            ("clock stopped working, digital display blank on move 18", "6.10.1"),
            ("I saw a wrong move on another board, can I point it out as a parent?", "12.7"),
        ] {
            let found: Vec<&str> =
                articles_about(line).into_iter().map(|one| one.number.as_str()).collect();
            assert!(found.iter().any(|one| one.starts_with(number)), "{line}: {found:?}");
        }
    );

    #[test]
    fn a_text_about_nothing_has_no_articles() {
        assert_eq!(articles_about("The weather is fine"), Vec::<&Restatement>::new());
    }
}
