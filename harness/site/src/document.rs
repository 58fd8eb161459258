use askama::Template;
use lawbook_catalogue::{Document, Statement};

use super::{
    SiteFile, SitePage,
    book::{SiteCase, SiteData, SitePart},
};

#[derive(Template)]
#[template(path = "documents.html")]
struct Documents<'a> {
    page: SitePage,
    /// Each part with its document, if any, and the number of its cases.
    parts: Vec<(&'a SitePart, Option<&'a Document>, usize)>,
}

#[derive(Template)]
#[template(path = "document.html")]
struct DocumentPage<'a> {
    page: SitePage,
    part: &'a SitePart,
    document: Option<&'a Document>,
    /// The parts of the document, each with its first statement.
    chapters: Vec<(&'a str, &'a str)>,
    statements: Vec<(&'a Statement, Vec<&'a SiteCase<'a>>)>,
    untestable: usize,
    /// The cases of a part without a document.
    cases: Vec<&'a SiteCase<'a>>,
    /// Number of cases in its folder.
    written: usize,
}

/// The list of documents, and one page per document.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let part = |part| (part, document(book, part), book.of_part(part).count());
    let all = Documents {
        page: SitePage::new(book, "documents", "Documents"),
        parts: book.parts.iter().map(part).collect(),
    };
    let mut files = vec![SiteFile { path: "documents.html".to_owned(), text: all.render()? }];
    for part in &book.parts {
        let path = format!("documents/{}.html", part.id);
        files.push(SiteFile { path, text: page(book, part).render()? });
    }
    Ok(files)
}

fn document<'a>(book: &'a SiteData<'a>, part: &SitePart) -> Option<&'a Document> {
    book.catalogue.documents.iter().find(|document| document.folder == part.folder)
}

fn page<'a>(book: &'a SiteData<'a>, part: &'a SitePart) -> DocumentPage<'a> {
    let document = document(book, part);
    let statements: Vec<(&Statement, Vec<&SiteCase<'_>>)> = document
        .iter()
        .flat_map(|document| &document.statements)
        .map(|statement| {
            let cases =
                book.entries.iter().filter(|entry| entry.case.states.contains(&statement.id));
            (statement, cases.collect())
        })
        .collect();
    let mut chapters: Vec<(&str, &str)> =
        statements.iter().map(|(one, _)| (chapter(&one.id), one.id.as_str())).collect();
    chapters.dedup_by_key(|(chapter, _)| *chapter);
    let cases: Vec<&SiteCase<'_>> = book.of_part(part).collect();
    DocumentPage {
        page: SitePage::new(book, "documents", &part.label).below(),
        part,
        document,
        untestable: statements.iter().filter(|(one, _)| one.untestable.is_some()).count(),
        chapters,
        statements,
        written: cases.len(),
        cases: if document.is_some() { Vec::new() } else { cases },
    }
}

/// The part of the document that a statement belongs to: its number up to the first point, such as `S4-3`.
fn chapter(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}
