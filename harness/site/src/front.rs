use askama::Template;

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{Book, BookEntry},
    matrix::SiteMatrix,
};

/// How many of the most disputed cases, and of their topics, are shown.
const MOST: usize = 6;

#[derive(Template)]
#[template(path = "index.html")]
struct Front<'a> {
    page: SitePage,
    sprite: Sprite,
    cases: usize,
    statements: usize,
    documents: usize,
    libraries: usize,
    rule_sets: usize,
    /// The case that most libraries get wrong, or the first.
    featured: Option<&'a BookEntry<'a>>,
    matrix: SiteMatrix,
    disputed: Vec<(&'a BookEntry<'a>, Vec<&'a str>)>,
    /// A topic, and the number of its cases that some library gets wrong.
    topics: Vec<(&'a str, usize)>,
}

#[derive(Template)]
#[template(path = "libraries.html")]
struct LibrariesPage {
    page: SitePage,
    matrix: SiteMatrix,
}

/// The front page, and the page of all libraries.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let front = front(book).render()?;
    let libraries = LibrariesPage {
        page: SitePage::new(book, "libraries", "Libraries"),
        matrix: SiteMatrix::new(book.report),
    };
    Ok(vec![
        SiteFile { path: "index.html".to_owned(), text: front },
        SiteFile { path: "libraries.html".to_owned(), text: libraries.render()? },
    ])
}

fn front<'a>(book: &'a Book<'a>) -> Front<'a> {
    let mut disputed: Vec<(&BookEntry<'_>, Vec<&str>)> =
        book.entries.iter().map(|entry| (entry, entry.against())).collect();
    disputed.retain(|(_, against)| !against.is_empty());
    disputed.sort_by_key(|(_, against)| std::cmp::Reverse(against.len()));
    let mut topics: Vec<(&str, usize)> = book
        .tags()
        .into_iter()
        .map(|(tag, _)| {
            let has = |entry: &BookEntry<'_>| entry.case.tags.iter().any(|other| other == tag);
            (tag, disputed.iter().filter(|(entry, _)| has(entry)).count())
        })
        .filter(|(_, count)| *count > 0)
        .collect();
    topics.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    topics.truncate(MOST);
    disputed.truncate(MOST);
    let featured = disputed.first().map(|(entry, _)| *entry).or(book.entries.first());
    let statements = book.catalogue.documents.iter().map(|document| document.statements.len());
    Front {
        page: SitePage::new(book, "index", "lawbook: how a chess game ends"),
        sprite: Sprite::of(featured.iter().map(|entry| &entry.game.end().pieces)),
        cases: book.entries.len(),
        statements: statements.sum(),
        documents: book.catalogue.documents.len(),
        libraries: book.report.implementations.len().saturating_sub(1),
        rule_sets: lawbook::rules::RuleSet::ALL.len(),
        featured,
        matrix: SiteMatrix::new(book.report),
        disputed,
        topics,
    }
}
