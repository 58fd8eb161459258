//! The static site: pages of cases, documents, rule sets and libraries.
//!
//! It is a pure function of a catalogue and a report: no dates, no local paths, no network access. The templates are in
//! `harness/site/`. Each module prepares the data of one kind of page.

mod answer;
mod arbiter;
mod ask;
mod board;
mod book;
mod cards;
mod case;
mod compare;
mod deviation;
mod document;
mod escape;
mod exercise;
mod findings;
mod front;
mod game;
mod laws;
mod library;
mod list;
mod matrix;
mod packed;
mod page;
mod phrases;
mod quiz;
mod rules;
mod search;
mod sheet;
mod source_links;

use lawbook::rules::RuleSet;
use lawbook_catalogue::Catalogue;
use lawbook_runner::report::Report;

use askama::Template;
use serde::Serialize;

pub use arbiter::AskModule;

use book::SiteData;
use page::SitePage;

/// A file of the site.
pub struct SiteFile {
    /// Path relative to the site's folder, with `/`.
    pub path: String,
    /// Content of the file.
    pub text: String,
}

const STYLE: &str = include_str!("../static/lawbook.css");

const BOARD_SCRIPT: &str = include_str!("../static/board.js");

/// What every page loads.
const EVERY_SCRIPT: &str = concat!(
    include_str!("../static/menu.js"),
    include_str!("../static/search.js"),
    include_str!("../static/unpack.js")
);

/// Files that do not depend on the catalogue or the report.
const STATIC: [(&str, &str); 14] = [
    ("lawbook.css", STYLE),
    ("icon.svg", include_str!("../pieces/icon.svg")),
    ("pieces.svg", include_str!("../pieces/pieces.svg")),
    ("pieces.txt", include_str!("../pieces/LICENSE")),
    ("board.js", BOARD_SCRIPT),
    ("every.js", EVERY_SCRIPT),
    ("element.js", include_str!("../static/element.js")),
    ("lookup.js", include_str!("../static/lookup.js")),
    ("compare.js", include_str!("../static/compare.js")),
    ("set.js", include_str!("../static/set.js")),
    ("found.js", include_str!("../static/found.js")),
    ("ask.js", include_str!("../static/ask.js")),
    ("narrow.js", include_str!("../static/narrow.js")),
    ("quiz.js", include_str!("../static/quiz.js")),
];

/// All files of the site. Includes the page "Ask the arbiter" if `module` is given.
///
/// # Errors
///
/// A page could not be rendered.
pub fn files(
    catalogue: &Catalogue,
    report: &Report,
    module: Option<&AskModule>,
) -> askama::Result<Vec<SiteFile>> {
    let book = SiteData { has_arbiter: module.is_some(), ..SiteData::new(catalogue, report) };
    let mut files: Vec<SiteFile> = STATIC
        .iter()
        .map(|(path, text)| SiteFile { path: (*path).to_owned(), text: (*text).to_owned() })
        .collect();
    let empty = board::EmptyBoard { style: STYLE };
    files.push(SiteFile { path: "board.svg".to_owned(), text: empty.render()? });
    let names = RuleSet::ALL.map(|one| (one.name(), one.short_title()));
    let names = script_data("case.js", "ruleSets", &names)?;
    let parts = [&names.text, BOARD_SCRIPT, include_str!("../static/case.js")];
    files.push(SiteFile { text: parts.concat(), ..names });
    files.extend(front::pages(&book)?);
    files.push(list::page(&book)?);
    files.extend(search::pages(&book)?);
    files.extend(ask::pages(&book)?);
    files.extend(document::pages(&book)?);
    files.extend(rules::pages(&book)?);
    files.extend(compare::pages(&book)?);
    files.extend(library::pages(&book)?);
    files.push(findings::page(&book)?);
    files.extend(quiz::pages(&book)?);
    files.extend(sheet::pages(&book)?);
    files.push(cards::page(&book)?);
    files.extend(case::pages(&book)?);
    if let Some(module) = module {
        files.extend(arbiter::pages(&book, module)?);
    }
    Ok(files)
}

/// A script that puts data under a name into `window.lawbook`.
fn script_data(path: &str, name: &str, data: &impl Serialize) -> askama::Result<SiteFile> {
    let json = packed::plain(path, data)?.text;
    let text = format!("(window.lawbook ??= {{}}).{name} = {json};\n");
    Ok(SiteFile { path: path.to_owned(), text })
}

/// Converts a name to a file name: keeps letters, digits and `.`, `-`, `_`; replaces other characters with `-`.
#[must_use]
pub fn file_name(name: &str) -> String {
    let keep = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let kept: String = name.chars().map(|letter| if keep(letter) { letter } else { '-' }).collect();
    kept.trim_start_matches('.').to_owned()
}
