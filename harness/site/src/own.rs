use askama::Template;

use super::{SiteFile, SitePage, book::Book};

#[derive(Template)]
#[template(path = "own.html")]
struct Own {
    page: SitePage,
    version: String,
}

#[derive(Template)]
#[template(path = "missing.html")]
struct Missing {
    page: SitePage,
}

/// The page for users who want to test their own library.
pub(super) fn page(book: &Book<'_>) -> askama::Result<SiteFile> {
    let page = SitePage::new(book, "own", "Test your own library");
    let text = Own { page, version: book.report.lawbook.clone() }.render()?;
    Ok(SiteFile { path: "own.html".to_owned(), text })
}

/// The page for HTTP status 404.
pub(super) fn missing(book: &Book<'_>) -> askama::Result<SiteFile> {
    let page = SitePage::new(book, "missing", "Page not found").anywhere();
    Ok(SiteFile { path: "404.html".to_owned(), text: Missing { page }.render()? })
}
