use askama::Template;

use super::{
    SiteFile, SitePage,
    book::{Book, BookEntry, BookPart, Level},
};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    page: SitePage,
    parts: Vec<(&'a BookPart, Vec<&'a BookEntry<'a>>)>,
    tags: Vec<(&'a str, usize)>,
    levels: [Level; 3],
    libraries: Vec<&'a str>,
    all: usize,
}

/// The page of all cases, with the search.
pub(super) fn page(book: &Book<'_>) -> askama::Result<SiteFile> {
    let parts = book.parts.iter().map(|part| (part, book.of_part(part).collect()));
    let list = List {
        page: SitePage::new(book, "cases", "Cases").with(&["search.js"]),
        parts: parts.collect(),
        tags: book.tags(),
        levels: Level::ALL,
        libraries: book.report.implementations.iter().map(|one| one.name.as_str()).collect(),
        all: book.entries.len(),
    };
    Ok(SiteFile { path: "cases.html".to_owned(), text: list.render()? })
}
