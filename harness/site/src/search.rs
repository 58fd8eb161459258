use askama::Template;
use lawbook::rules::{Restatement, RuleSet};
use lawbook_arbiter::{Entry, EntryKind, Index, incident::Incidents};
use serde::Serialize;

use super::{SiteFile, SitePage, book::SiteData, file_name, laws, packed};

/// Searches with the entries that they have to find; a test of the scripts reads the same file.
const SEARCHES: &str = include_str!("../../arbiter/searches.json");

/// Number of entries for the comparison of the script and the command.
const COMPARED: usize = 5;

#[derive(Template)]
#[template(path = "search.html")]
struct Search {
    page: SitePage,
}

/// The data of the script.
#[derive(Serialize)]
struct Data<'a> {
    /// The entries: kind, identifier, title, path, and the text of an article. A path that ends with `#` goes on with the
    /// identifier.
    entries: Vec<(EntryKind, &'a str, &'a str, String, &'a str)>,
    #[serde(flatten)]
    index: &'a Index,
}

/// The page of search results, and the index for its script.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["index.js", "lookup.js", "found.js"];
    let page = SitePage::new(book, "search", "Search").with(SCRIPTS);
    let libraries = book.report.implementations.iter().map(|one| Entry {
        kind: EntryKind::Library,
        id: one.name.clone(),
        title: one.name.clone(),
        names: Vec::new(),
        words: format!("{} library {}", one.version, one.rule_set),
        text: String::new(),
    });
    let failed = |error: &dyn std::error::Error| askama::Error::Custom(error.to_string().into());
    let index = Index::new(book.catalogue, &Incidents::embedded(), libraries.collect())
        .map_err(|error| failed(&error))?;
    let searches: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(SEARCHES).map_err(|error| failed(&error))?;
    let check = |query: &String| {
        let found = index.search(query).numbers.into_iter().take(COMPARED).collect();
        (query.clone(), found)
    };
    let checks: Vec<(String, Vec<usize>)> = searches.keys().map(check).collect();
    let entries = index.entries.iter().map(|one| entry(book, one)).collect();
    Ok(vec![
        SiteFile { path: "search.html".to_owned(), text: Search { page }.render()? },
        packed::data("index.js", "index", &Data { entries, index: &index })?,
        // For each search of the table, the first entries that the command finds; only the test of the scripts reads it.
        packed::plain("search-checks.json", &checks)?,
    ])
}

/// Serializes an entry for the script. The title of a statement begins with its identifier.
fn entry<'a>(
    book: &SiteData<'_>,
    one: &'a Entry,
) -> (EntryKind, &'a str, &'a str, String, &'a str) {
    let id = &one.id;
    let (path, text) = match one.kind {
        EntryKind::Incident => ("ask.html#".to_owned(), ""),
        EntryKind::Article => {
            let says = Restatement::of(id).map_or("", |article| article.says.as_str());
            (format!("rules/{}.html#{}", RuleSet::LATEST, laws::anchor(id)), says)
        }
        EntryKind::RuleSet => (format!("rules/{id}.html"), ""),
        EntryKind::Library => (format!("libraries/{}.html", file_name(id)), ""),
        EntryKind::Case | EntryKind::TechnicalCase => {
            let page = book.entry(id).map_or("", |entry| entry.page.as_str());
            (format!("cases/{page}.html#"), "")
        }
        EntryKind::Statement => {
            let page = book.page_of_statement(id).unwrap_or_default();
            (format!("documents/{page}.html#"), "")
        }
    };
    (one.kind, id, &one.title, path, text)
}
