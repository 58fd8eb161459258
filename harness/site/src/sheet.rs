use askama::Template;
use lawbook::{position::Position, rules::RuleSet};

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{Book, BookEntry, BookPart, Level},
    quiz,
};

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets<'a> {
    page: SitePage,
    parts: Vec<(&'a BookPart, usize)>,
}

#[derive(Template)]
#[template(path = "set.html")]
struct SetPage<'a> {
    page: SitePage,
    sprite: Sprite,
    board: BoardPicture,
    tags: Vec<(&'a str, usize)>,
    levels: [Level; 3],
    rule_sets: [(RuleSet, &'static str); 15],
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
    let asked: Vec<&BookEntry<'_>> =
        book.entries.iter().filter(|entry| quiz::is_for_arbiters(entry.case)).collect();
    let set = SetPage {
        page: SitePage::new(book, "sheets", "Seminar set")
            .with(&["board.js", "tasks.js", "set.js"]),
        sprite: Sprite::whole().linked(""),
        board: BoardPicture::of(&Position::start(), None),
        tags: quiz::tags(&asked),
        levels: Level::ALL,
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let mut files = vec![
        SiteFile { path: "sheets.html".to_owned(), text: all.render()? },
        SiteFile { path: "set.html".to_owned(), text: set.render()? },
    ];
    for part in &book.parts {
        let sheet = SheetPage {
            page: SitePage::new(book, "sheets", &format!("Sheet: {}", part.label)).below(),
            sprite: Sprite::whole().linked("../"),
            part,
            entries: entries(part).collect(),
        };
        let path = format!("sheets/{}.html", part.id);
        files.push(SiteFile { path, text: sheet.render()? });
    }
    Ok(files)
}
