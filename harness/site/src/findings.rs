use askama::Template;
use lawbook::{
    catalogue::Deviation,
    report::{Harm, KnownCause, known_causes},
};
use lawbook_libraries::{Repro, known_deviations};

use super::{
    SiteFile, SitePage,
    book::{Book, BookEntry},
    file_name,
};

/// Everything that is known of libraries, by the harm it does.
#[derive(Template)]
#[template(path = "findings.html")]
struct FindingsPage<'a> {
    page: SitePage,
    harms: Vec<(&'static str, Vec<ShownCause<'a>>)>,
}

/// One finding.
struct ShownCause<'a> {
    cause: KnownCause<'a>,
    /// The page of the library, if it was asked.
    library: Option<String>,
    /// The command that writes a program that shows it.
    program: Option<String>,
    /// The first of its cases that has a page.
    case: Option<&'a BookEntry<'a>>,
}

/// The page, whoever was asked.
pub(super) fn page(book: &Book<'_>) -> askama::Result<SiteFile> {
    // The lists are compiled in, and read in the tests.
    let known = known_deviations().unwrap_or_default();
    let page = FindingsPage {
        page: SitePage::new(book, "libraries", "Findings"),
        harms: harms(book, &known),
    };
    Ok(SiteFile { path: "findings.html".to_owned(), text: page.render()? })
}

fn harms<'a>(
    book: &'a Book<'a>,
    known: &'a [Deviation],
) -> Vec<(&'static str, Vec<ShownCause<'a>>)> {
    let causes = known_causes(known);
    let of = |harm: Harm| {
        let causes = causes.iter().filter(|cause| cause.harm == harm).cloned();
        (harm.words(), causes.map(|cause| ShownCause::new(book, cause, known)).collect::<Vec<_>>())
    };
    Harm::ALL.into_iter().map(of).filter(|(_, causes)| !causes.is_empty()).collect()
}

impl<'a> ShownCause<'a> {
    fn new(book: &'a Book<'a>, cause: KnownCause<'a>, known: &[Deviation]) -> ShownCause<'a> {
        let is_asked = book.report.implementations.iter().any(|one| one.name == cause.library);
        ShownCause {
            library: is_asked.then(|| format!("libraries/{}.html", file_name(cause.library))),
            program: cause
                .entries
                .iter()
                .find_map(|entry| Some(Repro::of(entry, book.catalogue, known).ok()??.command())),
            case: cause.cases().into_iter().find_map(|id| book.entry(id)),
            cause,
        }
    }
}
