use askama::Template;
use lawbook::{position::Position, rules::RuleSet};

use lawbook_arbiter::Level;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{Book, BookEntry, BookPart},
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
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
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
    let sheets: Vec<(&BookPart, Vec<&BookEntry<'_>>)> = book
        .parts
        .iter()
        .map(|part| (part, asked(book, part).collect()))
        .filter(|(_, entries): &(_, Vec<_>)| !entries.is_empty())
        .collect();
    let all = Sheets {
        page: SitePage::new(book, "sheets", "Sheets to print"),
        parts: sheets.iter().map(|(part, entries)| (*part, entries.len())).collect(),
    };
    let in_quiz: Vec<&BookEntry<'_>> =
        book.entries.iter().filter(|entry| quiz::is_for_arbiters(entry.case)).collect();
    let set = SetPage {
        page: SitePage::new(book, "sheets", "Seminar set")
            .with(&["board.js", "tasks.js", "set.js"]),
        sprite: Sprite::linked(""),
        board: BoardPicture::of(&Position::start(), None),
        tags: quiz::tags(&in_quiz),
        levels: Level::OF_RULES,
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let mut files = vec![
        SiteFile { path: "sheets.html".to_owned(), text: all.render()? },
        SiteFile { path: "set.html".to_owned(), text: set.render()? },
    ];
    for (part, entries) in sheets {
        let sheet = SheetPage {
            page: SitePage::new(book, "sheets", &format!("Sheet: {}", part.label)).below(),
            sprite: Sprite::linked("../"),
            part,
            entries,
        };
        let path = format!("sheets/{}.html", part.id);
        files.push(SiteFile { path, text: sheet.render()? });
    }
    Ok(files)
}

/// The cases of a part that its sheet asks about: those of the quiz.
pub(super) fn asked<'a>(
    book: &'a Book<'a>,
    part: &BookPart,
) -> impl Iterator<Item = &'a BookEntry<'a>> {
    let is_asked =
        |entry: &&BookEntry<'_>| entry.exercise().is_some() && quiz::is_for_arbiters(entry.case);
    book.of_part(part).filter(is_asked)
}
