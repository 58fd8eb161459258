use askama::Template;
use lawbook_libraries::{known_deviations, tested_libraries};
use lawbook_runner::report::LibraryFindings;

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{SiteCase, SiteData, tags},
    matrix::SiteMatrix,
};

/// Maximum number of most disputed cases, and of their topics.
const MAX_SHOWN: usize = 6;

/// What arbiters look up most, with the incident.
const MATTERS: [(&str, &str); 10] = [
    ("Illegal move", "illegal-move"),
    ("Touch-move", "touched-own-piece"),
    ("Castling touched in the wrong order", "castling-touched"),
    ("Pawn not promoted", "pawn-left-on-last-rank"),
    ("Claim of a repetition", "threefold-claim"),
    ("Dead position", "dead-position"),
    ("Draw offer", "draw-offer"),
    ("Flag fall", "flag-fallen"),
    ("Late arrival", "late-player"),
    ("Phone", "phone"),
];

#[derive(Template)]
#[template(path = "index.html")]
struct Front<'a> {
    page: SitePage,
    sprite: Sprite,
    cases: usize,
    statements: usize,
    documents: usize,
    libraries: usize,
    rule_sets: usize,
    /// The most disputed case that ends a game; otherwise the first case.
    featured: Option<&'a SiteCase<'a>>,
    /// Frequent matters, each with its incident.
    matters: [(&'static str, &'static str); 10],
    latest: lawbook::rules::RuleSet,
    disputed: Vec<(&'a SiteCase<'a>, Vec<&'a str>)>,
    /// Topics, each with the number of cases that some library gets wrong.
    topics: Vec<(&'a str, usize)>,
}

#[derive(Template)]
#[template(path = "libraries.html")]
struct LibrariesPage<'a> {
    page: SitePage,
    matrix: SiteMatrix,
    findings: &'a [LibraryFindings<'a>],
}

impl LibrariesPage<'_> {
    /// Whether a library has a page.
    fn is_asked(&self, name: &str) -> bool {
        self.matrix.rows.iter().any(|row| row.name == name)
    }
}

/// The front page and the list of libraries.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    // A test parses the compiled lists.
    let known = known_deviations().unwrap_or_default();
    let findings = LibraryFindings::of(&known, &tested_libraries());
    let libraries = LibrariesPage {
        page: SitePage::new(book, "libraries", "Libraries"),
        matrix: SiteMatrix::new(book.report),
        findings: &findings,
    };
    let file = |path: &str, text| SiteFile { path: path.to_owned(), text };
    Ok(vec![file("index.html", front(book).render()?), file("libraries.html", libraries.render()?)])
}

fn front<'a>(book: &'a SiteData<'a>) -> Front<'a> {
    let mut disputed: Vec<(&SiteCase<'_>, Vec<&str>)> =
        book.entries.iter().map(|entry| (entry, entry.against())).collect();
    disputed.retain(|(_, against)| !against.is_empty());
    disputed.sort_by_key(|(_, against)| std::cmp::Reverse(against.len()));
    let mut topics: Vec<(&str, usize)> = tags(&book.entries)
        .into_iter()
        .map(|(tag, _)| {
            let has = |entry: &SiteCase<'_>| entry.case.tags.iter().any(|other| other == tag);
            (tag, disputed.iter().filter(|(entry, _)| has(entry)).count())
        })
        .filter(|(_, count)| *count > 0)
        .collect();
    topics.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    topics.truncate(MAX_SHOWN);
    // A real ending of a game is a better example.
    let ends = |entry: &SiteCase<'_>| {
        let verdict = entry.verdict().unwrap_or_default();
        ["Draw by", "White wins", "Black wins"].iter().any(|words| verdict.starts_with(words))
    };
    let ending = disputed.iter().map(|(entry, _)| *entry).find(|entry| ends(entry));
    let featured = ending.or(book.entries.first());
    disputed.truncate(MAX_SHOWN);
    let statements = book.catalogue.documents.iter().map(|document| document.statements.len());
    Front {
        page: SitePage::new(book, "index", "lawbook: how a chess game ends"),
        sprite: Sprite::linked(),
        cases: book.entries.len(),
        statements: statements.sum(),
        documents: book.catalogue.documents.len(),
        libraries: book.report.implementations.len().saturating_sub(1),
        rule_sets: lawbook::rules::RuleSet::ALL.len(),
        featured,
        matters: MATTERS,
        latest: lawbook::rules::RuleSet::LATEST,
        disputed,
        topics,
    }
}
