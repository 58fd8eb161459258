use askama::Template;

use super::{
    File, Page,
    book::{Book, Entry, Level, Part},
};

#[derive(Template)]
#[template(path = "cases.html")]
struct List<'a> {
    page: Page,
    parts: Vec<(&'a Part, Vec<&'a Entry<'a>>)>,
    tags: Vec<(&'a str, usize)>,
    levels: [Level; 3],
    libraries: Vec<&'a str>,
    all: usize,
}

/// The page of all cases, with the search.
pub(super) fn page(book: &Book<'_>) -> askama::Result<File> {
    let parts = book.parts.iter().map(|part| (part, book.of_part(part).collect()));
    let list = List {
        page: Page::new(book, "cases", "Cases").with(&["search.js"]),
        parts: parts.collect(),
        tags: book.tags(),
        levels: Level::ALL,
        libraries: book.report.implementations.iter().map(|one| one.name.as_str()).collect(),
        all: book.entries.len(),
    };
    Ok(File { path: "cases.html".to_owned(), text: list.render()? })
}
