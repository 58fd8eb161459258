use askama::Template;
use lawbook_catalogue::Deviation;
use lawbook_libraries::{Repro, known_deviations};
use lawbook_runner::report::{Harm, KnownFinding, known_causes};

use super::{
    SiteFile, SitePage,
    book::{SiteCase, SiteData},
    file_name,
};

/// The page of all known deviations, by severity.
#[derive(Template)]
#[template(path = "findings.html")]
struct FindingsPage<'a> {
    page: SitePage,
    harms: Vec<(&'static str, Vec<ShownCause<'a>>)>,
}

/// One finding.
struct ShownCause<'a> {
    cause: KnownFinding<'a>,
    /// Number of its wrong answers, if the library is in the report.
    answers: Option<usize>,
    /// Page of the library, if it is in the report.
    library: Option<String>,
    /// The command that writes a reproduction program.
    program: Option<String>,
    /// The first of its cases that has a page.
    case: Option<&'a SiteCase<'a>>,
}

/// The page. It does not depend on the libraries in the report.
pub(super) fn page(book: &SiteData<'_>) -> askama::Result<SiteFile> {
    // A test parses the compiled lists.
    let known = known_deviations().unwrap_or_default();
    let page = FindingsPage {
        page: SitePage::new(book, "libraries", "Findings"),
        harms: harms(book, &known),
    };
    Ok(SiteFile { path: "findings.html".to_owned(), text: page.render()? })
}

fn harms<'a>(
    book: &'a SiteData<'a>,
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
    fn new(book: &'a SiteData<'a>, cause: KnownFinding<'a>, known: &[Deviation]) -> ShownCause<'a> {
        let answers = cause.answers(book.report);
        ShownCause {
            library: answers.map(|_| format!("libraries/{}.html", file_name(cause.library))),
            program: cause
                .entries
                .iter()
                .find_map(|entry| Some(Repro::of(entry, book.catalogue, known).ok()??.command())),
            answers,
            case: cause.cases().into_iter().find_map(|id| book.entry(id)),
            cause,
        }
    }
}
