use askama::Template;
use lawbook::{position::Position, rules::RuleSet};
use lawbook_arbiter::Level;

use super::{
    SiteFile, SitePage,
    board::{BoardPicture, Sprite},
    book::{SiteData, tags},
    cards::{self, Pocket},
};

#[derive(Template)]
#[template(path = "sheets.html")]
struct Sheets {
    page: SitePage,
}

#[derive(Template)]
#[template(path = "set.html")]
struct SetPage<'a> {
    page: SitePage,
    sprite: Sprite,
    pocket: Pocket,
    board: BoardPicture,
    tags: Vec<(&'a str, usize)>,
    levels: [Level; 3],
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
}

/// The list of pages to print, and the page of the exams.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let all = Sheets { page: SitePage::new(book, "sheets", "Print") };
    let set = SetPage {
        page: SitePage::new(book, "sheets", "Exam").with(&["board.js", "tasks.js", "set.js"]),
        sprite: Sprite::linked(),
        pocket: cards::pocket(),
        board: BoardPicture::of(&Position::start(), None),
        tags: tags(book.in_quiz()),
        levels: Level::OF_RULES,
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    Ok(vec![
        SiteFile { path: "sheets.html".to_owned(), text: all.render()? },
        SiteFile { path: "set.html".to_owned(), text: set.render()? },
    ])
}
