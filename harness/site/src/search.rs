use std::collections::BTreeSet;

use askama::Template;
use lawbook::rules::{Restatement, RuleSet};
use lawbook_arbiter::incident::Incidents;

use super::{
    SiteFile, SitePage,
    book::{Book, BookEntry},
    file_name, laws, quiz, script_data,
};

#[derive(Template)]
#[template(path = "search.html")]
struct Search {
    page: SitePage,
}

/// An entry of the index, in the order that the script reads: kind, title, path, words that the search matches, text.
type IndexEntry = (&'static str, String, String, String, String);

/// The page of search results, and the index for its script.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &["index.js", "words.js", "lookup.js", "found.js"];
    let page = SitePage::new(book, "search", "Search").with(SCRIPTS);
    Ok(vec![
        SiteFile { path: "search.html".to_owned(), text: Search { page }.render()? },
        script_data("index.js", "index", &index(book))?,
    ])
}

fn index(book: &Book<'_>) -> Vec<IndexEntry> {
    let mut all: Vec<IndexEntry> = Restatement::all().iter().map(article).collect();
    all.extend(Incidents::embedded().incidents.iter().map(|one| {
        let path = format!("ask.html#{}", one.id);
        ("incident", one.title.clone(), path, one.search.join(" "), String::new())
    }));
    all.extend(RuleSet::ALL.map(|one| {
        let title = format!("{}: {}", one.short_title(), one.title());
        let words = format!("{one} {}", one.name().replace('-', " "));
        ("rule set", title, format!("rules/{one}.html"), words, String::new())
    }));
    all.extend(book.report.implementations.iter().map(|one| {
        let path = format!("libraries/{}.html", file_name(&one.name));
        let words = format!("{} library {}", one.version, one.rule_set);
        ("library", one.name.clone(), path, words, String::new())
    }));
    for document in &book.catalogue.documents {
        let page = format!("documents/{}.html", file_name(&document.id));
        all.extend(document.statements.iter().map(|statement| {
            let path = format!("{page}#{}", statement.id);
            ("statement", statement.says.clone(), path, statement.id.clone(), String::new())
        }));
    }
    all.extend(book.entries.iter().map(case));
    all
}

/// An article of the Laws in force.
fn article(one: &'static Restatement) -> IndexEntry {
    let path = format!("rules/{}.html#{}", RuleSet::LATEST, laws::anchor(&one.number));
    ("article", format!("{} {}", one.number, one.title), path, one.words.clone(), one.says.clone())
}

fn case(entry: &BookEntry<'_>) -> IndexEntry {
    let case = entry.case;
    let articles: BTreeSet<&str> =
        entry.grounds.iter().filter_map(|one| one.article.as_deref()).collect();
    let articles: Vec<&str> = articles.into_iter().collect();
    let verdict = entry.verdict().unwrap_or_default();
    let name = case.id.replace('-', " ");
    let words = [&case.states.join(" "), &case.tags.join(" "), &articles.join(" "), verdict, &name];
    let kind = if quiz::is_for_arbiters(case) { "case" } else { "case for libraries" };
    (kind, case.title.clone(), entry.href(), words.join(" "), case.why.clone())
}
