use askama::Template;

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{Book, BookEntry, BookPart},
};

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    page: SitePage,
    parts: Vec<(&'a BookPart, usize)>,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct SheetPage<'a> {
    page: SitePage,
    sprite: Sprite,
    part: &'a BookPart,
    entries: Vec<&'a BookEntry<'a>>,
}

/// A printable sheet per part, questions first, then answers; and the list of sheets.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let entries = |part| book.of_part(part).filter(|entry| entry.exercise().is_some());
    let all = Sheets {
        page: SitePage::new(book, "sheets", "Sheets to print"),
        parts: book.parts.iter().map(|part| (part, entries(part).count())).collect(),
    };
    let mut files = vec![SiteFile { path: "sheets.html".to_owned(), text: all.render()? }];
    for part in &book.parts {
        let sheet = SheetPage {
            page: SitePage::new(book, "sheets", &format!("Sheet: {}", part.label)).below(),
            sprite: Sprite::whole(),
            part,
            entries: entries(part).collect(),
        };
        let path = format!("sheets/{}.html", part.id);
        files.push(SiteFile { path, text: sheet.render()? });
    }
    Ok(files)
}
