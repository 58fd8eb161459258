use std::collections::BTreeMap;

use askama::Template;
use lawbook::rules::{Restatement, RuleSet};
use lawbook_arbiter::incident::{Incident, Incidents, Known, Language, Step};
use lawbook_catalogue::digest;
use serde::Serialize;

use super::{SiteFile, SitePage, book::Book, laws, script_data};

#[derive(Template)]
#[template(path = "ask.html")]
struct Ask {
    page: SitePage,
    laws: RuleSet,
    /// The address of the published Laws.
    official: &'static str,
}

/// What the script needs.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    incidents: &'a Incidents,
    /// The articles that rulings cite, and those that the search finds.
    articles: BTreeMap<&'static str, Article>,
    languages: &'a BTreeMap<String, Language>,
    /// For each incident a digest of all its rulings, for the test that the script decides in the same way.
    checks: BTreeMap<&'a str, String>,
}

#[derive(Serialize)]
struct Article {
    title: &'static str,
    says: &'static str,
    words: &'static str,
    path: String,
}

/// The page on which an incident is ruled on. It needs no module.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["incidents.js", "words.js", "lookup.js", "element.js", "ask.js"];
    let page = Ask {
        page: SitePage::new(book, "ask", "Ask the arbiter").with(SCRIPTS),
        laws: RuleSet::LATEST,
        official: laws::official_text(RuleSet::LATEST).unwrap_or_default(),
    };
    let incidents = Incidents::embedded();
    let data = Data {
        articles: Restatement::all().iter().map(article).collect(),
        languages: incidents.translations(),
        checks: incidents.incidents.iter().map(|one| (one.id.as_str(), check(one))).collect(),
        incidents: &incidents,
    };
    Ok(vec![
        SiteFile { path: "ask.html".to_owned(), text: page.render()? },
        script_data("incidents.js", "incidents", &data)?,
    ])
}

fn article(one: &'static Restatement) -> (&'static str, Article) {
    let path = format!("rules/{}.html#{}", RuleSet::LATEST, laws::anchor(&one.number));
    (&one.number, Article { title: &one.title, says: &one.says, words: &one.words, path })
}

/// A digest of the rulings for all combinations of facts, in the order of the questions and their choices.
fn check(incident: &Incident) -> String {
    let mut lines = String::new();
    follow(incident, &mut Known::new(), &mut Vec::new(), &mut lines);
    digest([&lines])
}

fn follow(incident: &Incident, known: &mut Known, path: &mut Vec<String>, lines: &mut String) {
    match incident.step(known) {
        Some(Step::Rule(row)) => {
            let sentences = row.ruling.join(" ");
            *lines += &format!("{}>{sentences} {}\n", path.join("&"), row.by.join(", "));
        }
        Some(Step::Ask(fact)) => {
            for choice in &fact.choices {
                known.insert(fact.name.clone(), choice.value.clone());
                path.push(format!("{}={}", fact.name, choice.value));
                follow(incident, known, path, lines);
                path.pop();
                known.remove(&fact.name);
            }
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The words of the page itself are in the table of the texts, so that a translation has them.
    #[test]
    fn the_words_of_the_page_can_be_translated() {
        let page = Incidents::embedded().page;
        let script = include_str!("../static/ask.js");
        let calls = script.match_indices("t(\"").filter(|(at, _)| {
            !script[..*at].ends_with(|before: char| before.is_ascii_alphanumeric())
        });
        let of_script = calls.map(|(at, call)| &script[at + call.len()..]);
        let of_template = include_str!("../templates/ask.html").split("data-text=\"").skip(1);
        for part in of_script.chain(of_template) {
            let text = part.split('"').next().unwrap();
            assert!(page.iter().any(|one| one == text), "{text:?}");
        }
        assert!(
            page.iter()
                .all(|one| script.contains(one)
                    || include_str!("../templates/ask.html").contains(one))
        );
    }
}
