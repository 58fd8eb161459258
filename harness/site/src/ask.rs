use std::collections::BTreeMap;

use askama::Template;
use lawbook::rules::RuleSet;
use lawbook_arbiter::incident::{Incident, Incidents, Known, Language};
use lawbook_catalogue::digest;
use serde::Serialize;

use super::{SiteFile, SitePage, book::SiteData, laws, packed};

#[derive(Template)]
#[template(path = "ask.html")]
struct Ask {
    page: SitePage,
    laws: RuleSet,
    /// The address of the published Laws.
    official: &'static str,
}

/// The data of the script.
#[derive(Serialize)]
struct Data<'a> {
    #[serde(flatten)]
    incidents: &'a Incidents,
    languages: &'a BTreeMap<String, Language>,
}

/// The page that rules on incidents. It needs no module.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["incidents.js", "index.js", "lookup.js", "element.js", "ask.js"];
    let page = Ask {
        page: SitePage::new(book, "ask", "Ask the arbiter").with(SCRIPTS),
        laws: RuleSet::LATEST,
        official: laws::official_text(RuleSet::LATEST).unwrap_or_default(),
    };
    let incidents = Incidents::embedded();
    let data = Data { languages: incidents.translations(), incidents: &incidents };
    let checks: BTreeMap<&str, String> =
        incidents.incidents.iter().map(|one| (one.id.as_str(), check(one))).collect();
    Ok(vec![
        SiteFile { path: "ask.html".to_owned(), text: page.render()? },
        packed::data("incidents.js", "incidents", &data)?,
        // For each incident a digest of all its rulings, for the test that the script decides in the same way.
        packed::plain("incident-checks.json", &checks)?,
    ])
}

/// A digest of the rulings for all combinations of facts, in the order of the questions and their choices.
fn check(incident: &Incident) -> String {
    let lines = incident.walk(
        &Known::new(),
        &mut |known, row| {
            let facts: Vec<String> =
                known.iter().map(|(name, value)| format!("{name}={value}")).collect();
            row.map_or_else(String::new, |row| {
                format!("{}>{} {}\n", facts.join("&"), row.ruling.join(" "), row.by.join(", "))
            })
        },
        &mut |_, lines| lines.concat(),
    );
    digest([&lines])
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
        let command = include_str!("../../command/src/commands/rule/incident.rs");
        let places = [script, include_str!("../templates/ask.html"), command];
        for one in &page {
            assert!(places.iter().any(|place| place.contains(&format!("\"{one}\""))), "{one:?}");
        }
    }
}
