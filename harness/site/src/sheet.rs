use askama::Template;

use super::{
    File, Page,
    board::Sprite,
    book::{Book, Entry, Part},
};

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    page: Page,
    parts: Vec<(&'a Part, usize)>,
}

#[derive(Template)]
#[template(path = "sheet.html")]
struct Sheet<'a> {
    page: Page,
    sprite: Sprite,
    part: &'a Part,
    entries: Vec<&'a Entry<'a>>,
}

/// A sheet to print for each part, questions first and then answers, and the page that lists them.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<File>> {
    let entries = |part| book.of_part(part).filter(|entry| entry.exercise.is_some());
    let all = Sheets {
        page: Page::new(book, "sheets", "Sheets to print"),
        parts: book.parts.iter().map(|part| (part, entries(part).count())).collect(),
    };
    let mut files = vec![File { path: "sheets.html".to_owned(), text: all.render()? }];
    for part in &book.parts {
        let sheet = Sheet {
            page: Page::new(book, "sheets", &format!("Sheet: {}", part.label)).below(),
            sprite: Sprite::whole(),
            part,
            entries: entries(part).collect(),
        };
        let path = format!("sheets/{}.html", part.id);
        files.push(File { path, text: sheet.render()? });
    }
    Ok(files)
}
