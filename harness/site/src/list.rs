use std::collections::BTreeMap;

use askama::Template;
use lawbook::rules::RuleSet;

use lawbook_arbiter::Level;

use super::{
    SiteFile, SitePage,
    book::{SiteCase, SiteData, SitePart, tags},
    file_name, laws,
};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    page: SitePage,
    /// The cases by part of the Laws, then those without an article by topic.
    groups: Vec<ListGroup<'a>>,
    parts: &'a [SitePart],
    tags: Vec<(&'a str, usize)>,
    levels: [Level; 4],
    libraries: Vec<&'a str>,
    /// The number of situations, and that of cases: each row of a table is one.
    all: usize,
    cases: usize,
}

/// Cases under one heading, each with its article, if it has one.
struct ListGroup<'a> {
    name: String,
    entries: Vec<(&'a SiteCase<'a>, Option<&'a str>)>,
}

/// The page of all cases, with the fields that narrow it down.
pub(super) fn page(book: &SiteData<'_>) -> askama::Result<SiteFile> {
    let list = List {
        page: SitePage::new(book, "cases", "Cases").with(&["narrow.js"]),
        groups: groups(book),
        parts: &book.parts,
        tags: tags(&book.entries),
        levels: Level::ALL,
        libraries: book.report.implementations.iter().map(|one| one.name.as_str()).collect(),
        all: book.entries.len(),
        cases: book.report.catalogue.cases,
    };
    Ok(SiteFile { path: "cases.html".to_owned(), text: list.render()? })
}

fn groups<'a>(book: &'a SiteData<'a>) -> Vec<ListGroup<'a>> {
    let mut placed: Vec<(&'a SiteCase<'a>, &'a str)> = Vec::new();
    let mut others: BTreeMap<&str, ListGroup<'_>> = BTreeMap::new();
    for entry in &book.entries {
        match entry.article() {
            Some(article) => placed.push((entry, article)),
            None => {
                let topic = entry.case.tags.first().map_or("other", String::as_str);
                let name = format!("No article: {}", topic.replace('-', " "));
                let group =
                    others.entry(topic).or_insert_with(|| ListGroup { name, entries: Vec::new() });
                group.entries.push((entry, None));
            }
        }
    }
    placed.sort_by_cached_key(|(_, article)| laws::order(article));
    let mut groups: Vec<ListGroup<'_>> = Vec::new();
    for (entry, article) in placed {
        let name = laws::chapter(article, RuleSet::LATEST);
        match groups.last_mut() {
            Some(group) if group.name == name => group.entries.push((entry, Some(article))),
            _ => groups.push(ListGroup { name, entries: vec![(entry, Some(article))] }),
        }
    }
    groups.extend(others.into_values());
    groups
}

impl ListGroup<'_> {
    fn id(&self) -> String {
        file_name(&self.name.to_lowercase())
    }
}

impl SiteCase<'_> {
    /// The article of the latest Laws that decides the case.
    pub(super) fn article(&self) -> Option<&str> {
        let ground = self.grounds.iter().find(|one| one.rule_set == RuleSet::LATEST)?;
        laws::numbers(ground.article.as_deref()?).next()
    }
}
