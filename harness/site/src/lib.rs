//! The site for those who read: pages of cases, documents, rule sets and libraries.
//!
//! It is a pure function of a catalogue and a report: no dates, no paths of a machine, nothing from
//! the network. The templates are in `harness/site/`; what a page shows is prepared here, a kind of
//! page a file.

mod answer;
mod arbiter;
mod badge;
mod bars;
mod board;
mod book;
mod case;
mod coverage;
mod deviation;
mod document;
mod escape;
mod exercise;
mod find;
mod findings;
mod front;
mod gallery;
mod game;
mod heat;
mod library;
mod list;
mod matrix;
mod own;
mod page;
mod phrases;
mod quiz;
mod releases;
mod report;
mod rules;
mod sheet;
mod sitemap;
mod source_links;
mod story;
mod timeline;

use lawbook::{
    catalogue::Catalogue,
    report::{Report, releases::LibraryHistory},
};

pub use arbiter::AskModule;
pub use board::seen;
pub use book::Level;
pub use exercise::{Exercise, ExerciseChoice};

pub use story::{StoryBoard, StoryPage};

use book::Book;
use page::SitePage;

/// A file of the site.
pub struct SiteFile {
    /// Its path below the site's folder, with `/`.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// A picture that is the same on every site.
pub struct SitePicture {
    /// Its path below the site's folder.
    pub path: &'static str,
    /// What it holds, as PNG.
    pub bytes: &'static [u8],
}

/// The pictures of every site: what others show beside a link, drawn from `preview.svg`, as they show no SVG.
pub const PICTURES: [SitePicture; 1] =
    [SitePicture { path: "preview.png", bytes: include_bytes!("../static/preview.png") }];

const STYLE: &str = include_str!("../static/lawbook.css");

/// What is the same whatever the catalogue and the report say.
const STATIC: [(&str, &str); 9] = [
    ("lawbook.css", STYLE),
    ("icon.svg", include_str!("../pieces/white-knight.svg")),
    ("pieces.txt", include_str!("../pieces/LICENSE")),
    ("board.js", include_str!("../static/board.js")),
    ("case.js", include_str!("../static/case.js")),
    ("find.js", include_str!("../static/find.js")),
    ("found.js", include_str!("../static/found.js")),
    ("search.js", include_str!("../static/search.js")),
    ("quiz.js", include_str!("../static/quiz.js")),
];

/// All files of the site, with the page "Ask the arbiter" if there is a module for it.
///
/// The address is where the site will be, with `/` at the end: what has to be told from outside, such as the list of
/// pages, is then told with it. Links from page to page need none.
///
/// The histories are those of the libraries, by name, as far as they are known.
///
/// # Errors
///
/// A page could not be rendered.
pub fn files(
    catalogue: &Catalogue,
    report: &Report,
    module: Option<&AskModule>,
    address: Option<&str>,
    histories: &[LibraryHistory],
) -> askama::Result<Vec<SiteFile>> {
    let book = Book {
        histories,
        has_arbiter: module.is_some(),
        address: address.map(str::to_owned),
        ..Book::new(catalogue, report)
    };
    let mut files: Vec<SiteFile> = STATIC
        .iter()
        .map(|(path, text)| SiteFile { path: (*path).to_owned(), text: (*text).to_owned() })
        .collect();
    files.extend(front::pages(&book)?);
    files.push(list::page(&book)?);
    files.push(gallery::page(&book)?);
    files.push(own::page(&book)?);
    files.push(own::missing(&book)?);
    files.extend(find::pages(&book)?);
    files.extend(document::pages(&book)?);
    files.extend(rules::pages(&book)?);
    files.extend(library::pages(&book)?);
    files.extend(releases::pages(&book)?);
    files.push(findings::page(&book)?);
    files.extend(quiz::pages(&book)?);
    files.extend(sheet::pages(&book)?);
    files.extend(case::pages(&book)?);
    if let Some(module) = module {
        files.extend(arbiter::pages(&book, module)?);
    }
    files.push(sitemap::file(&files, address)?);
    Ok(files)
}

/// A report as one page that needs no other file, no script, and nothing from the network.
///
/// # Errors
///
/// The page could not be rendered.
pub fn report(report: &Report) -> askama::Result<String> {
    report::page(report, STYLE)
}

/// A name as a file can have it: letters, digits and `.`, `-`, `_`; everything else becomes `-`.
#[must_use]
pub fn file_name(name: &str) -> String {
    let keep = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_');
    let kept: String = name.chars().map(|letter| if keep(letter) { letter } else { '-' }).collect();
    kept.trim_start_matches('.').to_owned()
}
