//! Finds incidents and articles by the words that people use for them. It rules on nothing.

use std::collections::{BTreeMap, BTreeSet};

use lawbook::rules::Restatement;

use crate::incident::{Incident, Incidents};

/// How much more a word counts in a title, or among what people call the matter, than in a text.
const NAMED: f64 = 3.0;

/// What a word counts more for each further time among the names.
const AGAIN: f64 = 0.3;

/// Words that many descriptions have and that name no subject.
const COMMON: &str = "i he his him she her white black opponent player players game is on in of to it and at for with by or as so \
    no not when we they get can may must what who how if one move two three that this but from into my then while put \
    a an the was were has had have been be does did do knight bishop want wants";

/// What a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// An incident.
    Incident(&'a Incident),
    /// An article of the Laws in force.
    Article(&'static Restatement),
}

/// Returns the incidents and articles for some words, the nearest first, at most `most` of each. An article is also found by
/// its number.
///
/// ```
/// use lawbook_arbiter::{Found, incident::Incidents, search};
///
/// let incidents = Incidents::embedded();
/// let found = search(&incidents, "his phone rang in his pocket", 5);
/// assert!(matches!(found[0], Found::Incident(one) if one.id == "phone"));
/// let found = search(&incidents, "9.2.3", 5);
/// assert!(matches!(found[0], Found::Article(one) if one.number == "9.2.3"));
/// ```
pub fn search<'a>(incidents: &'a Incidents, words: &str, most: usize) -> Vec<Found<'a>> {
    let number = words.trim().trim_start_matches("Article ");
    if let Some(article) = Restatement::of(number) {
        let cites =
            |one: &&Incident| one.rows.iter().any(|row| row.by.iter().any(|by| by == number));
        let cited = incidents.incidents.iter().filter(cites).take(most).map(Found::Incident);
        return [Found::Article(article)].into_iter().chain(cited).collect();
    }
    let asked: BTreeSet<String> = stems(words).into_iter().collect();
    let named = incidents.incidents.iter().map(|one| {
        let questions = one
            .facts
            .iter()
            .flat_map(|fact| fact.choices.iter().map(|choice| choice.text.as_str()));
        (
            Found::Incident(one),
            format!("{} {}", one.title, one.search.join(" ")),
            questions.collect::<Vec<_>>().join(" "),
        )
    });
    let mut found = nearest(&asked, named.collect(), most);
    let articles = Restatement::all()
        .iter()
        .map(|one| (Found::Article(one), format!("{} {}", one.title, one.words), one.says.clone()));
    found.extend(nearest(&asked, articles.collect(), most));
    found
}

/// Returns the entries that have most of the words, weighed by how rare a word is. An entry consists of what is found, its
/// names and its text.
fn nearest<'a>(
    asked: &BTreeSet<String>,
    entries: Vec<(Found<'a>, String, String)>,
    most: usize,
) -> Vec<Found<'a>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let entries: Vec<(Found<'_>, BTreeMap<String, f64>)> = entries
        .into_iter()
        .map(|(found, names, text)| {
            let mut weights: BTreeMap<String, f64> = BTreeMap::new();
            for stem in stems(&text) {
                weights.insert(stem, 1.0);
            }
            // What is named more often is more what the entry is about.
            for stem in stems(&names) {
                let weight = weights.entry(stem).or_default();
                *weight = if *weight < NAMED { NAMED } else { *weight + AGAIN };
            }
            (found, weights)
        })
        .collect();
    for stem in entries.iter().flat_map(|(_, weights)| weights.keys()) {
        *counts.entry(stem).or_default() += 1;
    }
    let weigh = |stem: &String, weights: &BTreeMap<String, f64>| {
        let count = counts.get(stem.as_str()).copied()?;
        Some(weights.get(stem)? * (1.0 + entries.len() as f64 / count as f64).ln())
    };
    let mut weighed: Vec<(f64, Found<'_>)> = entries
        .iter()
        .map(|(found, weights)| {
            let sum: f64 = asked.iter().filter_map(|stem| weigh(stem, weights)).sum();
            // Among equals the shorter entry says more.
            (sum / (1.0 + 0.012 * weights.len() as f64), *found)
        })
        .collect();
    weighed.retain(|(weight, _)| *weight > 0.0);
    weighed.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    weighed.into_iter().take(most).map(|(_, found)| found).collect()
}

/// Returns the words of a text that can name a subject, without their endings.
fn stems(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace("'s", "").replace('\u{2019}', "");
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| word.len() > 1);
    words.filter(|word| COMMON.split(' ').all(|common| common != *word)).map(stem).collect()
}

/// Removes a usual ending, and all letters after the sixth.
fn stem(word: &str) -> String {
    let ending = ["ing", "ed", "es", "s", "e"]
        .into_iter()
        .find(|ending| word.strip_suffix(ending).is_some_and(|stem| stem.chars().count() > 2));
    let stem = ending.and_then(|ending| word.strip_suffix(ending)).unwrap_or(word);
    stem.chars().take(6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Descriptions of people lead to their incident or article, among the first three of its kind.
    rows!(
        descriptions_lead_to_their_incident,
        for (words, id) in [
            (
                "The opponent hums and kicks the table, has been warned twice.",
                "disturbs-the-opponent"
            ),
            ("writes the move first, then plays it. isn't that banned now", "writing-in-advance"),
            ("my opponent borrowed my scoresheet to fill his in", "scoresheet-asked"),
            ("clock stopped working, digital display blank on move 18", "clock-defective"),
            (
                "I saw a wrong move on another board, can I point it out as a parent?",
                "others-interfere"
            ),
            ("My opponent's phone rang in his jacket", "phone"),
            ("He castled with both hands", "two-hands"),
            ("both players' time has run out and nobody noticed", "both-flags-fallen"),
            ("forgot to exchange the pawn for a queen and hit the clock", "pawn-left-on-last-rank"),
            ("my flag fell but he only has a king left", "flag-and-material"),
            ("touched his knight and wants to move the bishop", "touched-own-piece"),
            ("he took my king in a blitz game", "king-captured"),
            (
                "Opponent hovers his finger over the clock button all the time.",
                "clock-handled-badly"
            ),
        ] {
            let incidents = Incidents::embedded();
            let found = search(&incidents, words, 3);
            let ids: Vec<&str> = found
                .iter()
                .filter_map(|one| {
                    if let Found::Incident(one) = one { Some(one.id.as_str()) } else { None }
                })
                .collect();
            assert!(ids.contains(&id), "{words}: {ids:?}");
        }
    );

    #[test]
    fn words_about_nothing_find_nothing() {
        assert_eq!(search(&Incidents::embedded(), "xylophone", 5), []);
    }
}
