//! Pocket cards: the rulings on frequent incidents, for each kind of play.

use askama::Template;
use lawbook::rules::{Restatement, RuleSet};
use lawbook_arbiter::incident::{Incidents, Known, Row, Step};

use super::{SiteFile, SitePage, book::SiteData};

#[derive(Template)]
#[template(path = "cards.html")]
struct Cards {
    page: SitePage,
    cards: Vec<Card>,
    rule_set: RuleSet,
}

/// A pocket card.
struct Card {
    title: String,
    rows: Vec<CardRow>,
}

/// An incident, and its rulings.
struct CardRow {
    label: String,
    /// The ruling in all kinds of play.
    shared: String,
    articles: Vec<String>,
    /// Further rulings: the kinds of play, the sentences, and the articles.
    others: Vec<(String, String, Vec<String>)>,
}

/// The kinds of play, with the values of the fact.
const PLAYS: [(&str, &str); 5] = [
    ("standard", "standard"),
    ("rapid", "rapid"),
    ("blitz", "blitz"),
    ("rapid-supervised", "supervised rapid"),
    ("blitz-supervised", "supervised blitz"),
];

/// The page of the pocket cards.
pub(super) fn page(book: &SiteData<'_>) -> askama::Result<SiteFile> {
    let incidents = Incidents::embedded();
    let cards = incidents.cards.iter().map(|(title, lines)| Card {
        title: title.clone(),
        rows: lines.iter().filter_map(|line| row(&incidents, line)).collect(),
    });
    let page = Cards {
        page: SitePage::new(book, "sheets", "Pocket cards"),
        cards: cards.collect(),
        rule_set: RuleSet::LATEST,
    };
    Ok(SiteFile { path: "cards.html".to_owned(), text: page.render()? })
}

/// The rulings for all kinds of play; `None` if the facts do not lead to a ruling.
fn row(incidents: &Incidents, line: &str) -> Option<CardRow> {
    let [label, id, facts] = line.splitn(3, '|').map(str::trim).collect::<Vec<_>>()[..] else {
        return None;
    };
    let incident = incidents.get(id)?;
    let known: Known = facts
        .split(',')
        .filter_map(|fact| fact.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut rulings: Vec<(&str, &Row)> = Vec::new();
    for (play, name) in PLAYS {
        let mut known = known.clone();
        known.insert("play".to_owned(), play.to_owned());
        let Some(Step::Rule(row)) = incident.step(&known) else { return None };
        rulings.push((name, row));
    }
    let is_restated = |number: &&String| Restatement::of(number).is_some();
    let sentences =
        |row: &Row| -> Vec<String> { row.ruling.iter().chain([&row.next]).cloned().collect() };
    let (_, standard) = rulings.first()?;
    let is_shared = |one: &String| rulings.iter().all(|(_, row)| sentences(row).contains(one));
    let shared: Vec<String> = sentences(standard).into_iter().filter(is_shared).collect();
    let mut others: Vec<(String, String, Vec<String>)> = Vec::new();
    for (name, row) in &rulings {
        let own: Vec<String> =
            sentences(row).into_iter().filter(|one| !shared.contains(one)).collect();
        let own = own.join(" ");
        let further = row.by.iter().filter(|one| !standard.by.contains(one)).filter(is_restated);
        let further: Vec<String> = further.cloned().collect();
        // Kinds of play with the same words but other articles have lines of their own.
        let is_same = |(_, says, articles): &&mut (String, String, Vec<String>)| {
            *says == own && *articles == further
        };
        match others.iter_mut().find(is_same) {
            Some((names, ..)) => *names = format!("{names}, {name}"),
            None => others.push(((*name).to_owned(), own, further)),
        }
    }
    let articles = standard.by.iter().filter(is_restated).cloned().collect();
    // That the competitive rules hold needs no line of its own.
    let tells = |number: &String| !matches!(number.as_str(), "A.4" | "B.2");
    others.retain(|(_, says, articles)| !says.is_empty() || articles.iter().any(tells));
    Some(CardRow { label: label.to_owned(), shared: shared.join(" "), articles, others })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_a_card_has_its_rulings() {
        let incidents = Incidents::embedded();
        assert_eq!(incidents.cards.len(), 8);
        for line in incidents.cards.iter().flat_map(|(_, lines)| lines) {
            assert!(row(&incidents, line).is_some(), "{line}");
        }
    }

    #[test]
    fn minutes_are_given_by_the_kind_of_play() {
        let incidents = Incidents::embedded();
        let row = row(&incidents, &incidents.cards[0].1[0]).unwrap();
        let minutes: Vec<(&str, &str)> =
            row.others.iter().map(|(names, says, _)| (names.as_str(), says.as_str())).collect();
        assert_eq!(minutes[0], ("standard", "The opponent shall get two more minutes."));
        assert_eq!(minutes[1].0, "rapid");
        let articles: Vec<String> = row.others.iter().map(|(.., all)| all.join(", ")).collect();
        assert_eq!(articles, ["", "A.5.2, A.3", "B.3, A.5.2, A.3", "A.4, A.3", "B.2"]);
    }
}
