//! Pocket cards: the rulings on frequent incidents, for each kind of play.

use askama::Template;
use lawbook::rules::{Restatement, RuleSet};
use lawbook_arbiter::incident::{Incidents, Known, Row, Step};

use super::{SiteFile, SitePage, book::SiteData};

#[derive(Template)]
#[template(path = "cards.html")]
struct Cards {
    page: SitePage,
    pocket: Pocket,
    rule_set: RuleSet,
}

/// The cards themselves, for this page and for that of the exams.
#[derive(Template)]
#[template(path = "pocket.html")]
pub(super) struct Pocket {
    cards: Vec<Card>,
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
    /// Further rulings: the kinds of play, each with its articles, and the sentences.
    others: Vec<PlayRuling>,
}

type PlayRuling = (Vec<(&'static str, Vec<String>)>, String);

/// The kinds of play, with the values of the fact.
const PLAYS: [(&str, &str); 5] = [
    ("standard", "standard"),
    ("rapid", "rapid"),
    ("blitz", "blitz"),
    ("rapid-supervised", "supervised rapid"),
    ("blitz-supervised", "supervised blitz"),
];

/// All pocket cards.
pub(super) fn pocket() -> Pocket {
    let incidents = Incidents::embedded();
    let cards = incidents.cards.iter().map(|(title, lines)| Card {
        title: title.clone(),
        rows: lines.iter().filter_map(|line| row(&incidents, line)).collect(),
    });
    Pocket { cards: cards.collect() }
}

/// The page of the pocket cards.
pub(super) fn page(book: &SiteData<'_>) -> askama::Result<SiteFile> {
    let page = SitePage::new(book, "sheets", "Pocket cards");
    let page = Cards { page, pocket: pocket(), rule_set: RuleSet::LATEST };
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
    let mut rulings: Vec<(&'static str, &Row)> = Vec::new();
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
    let mut others: Vec<PlayRuling> = Vec::new();
    for (name, row) in &rulings {
        let own: Vec<String> =
            sentences(row).into_iter().filter(|one| !shared.contains(one)).collect();
        let own = own.join(" ");
        let further = row.by.iter().filter(|one| !standard.by.contains(one)).filter(is_restated);
        let kind = (*name, further.cloned().collect());
        match others.iter_mut().find(|(_, says)| *says == own) {
            Some((kinds, _)) => kinds.push(kind),
            None => others.push((vec![kind], own)),
        }
    }
    let articles = standard.by.iter().filter(is_restated).cloned().collect();
    // That the competitive rules hold needs no word of its own.
    let tells = |number: &String| !matches!(number.as_str(), "A.4" | "B.2");
    for (kinds, _) in others.iter_mut().filter(|(_, says)| says.is_empty()) {
        kinds.retain(|(_, articles)| articles.iter().any(tells));
    }
    others.retain(|(kinds, _)| !kinds.is_empty());
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
        let minutes: Vec<&str> = row.others.iter().map(|(_, says)| says.as_str()).collect();
        assert_eq!(
            minutes[..2],
            ["two", "one"].map(|many| {
                let minutes = if many == "two" { "minutes" } else { "minute" };
                format!("The opponent shall get {many} more {minutes}.")
            })
        );
        let kinds = row.others.iter().flat_map(|(kinds, _)| kinds);
        let kinds: Vec<String> =
            kinds.map(|(name, all)| format!("{name} {}", all.join(", "))).collect();
        let right = [
            "standard ",
            "rapid A.5.2, A.3",
            "blitz B.3, A.5.2, A.3",
            "supervised rapid A.4, A.3",
            "supervised blitz B.2",
        ];
        assert_eq!(kinds, right);
    }
}
