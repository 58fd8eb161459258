use askama::Template;
use lawbook::report::{
    diff::ChangeKind,
    releases::{AnswerChange, LibraryHistory, chart, overview_chart, share},
};

use super::{SiteFile, SitePage, book::Book, file_name};

/// The page with the results of all libraries over their releases.
#[derive(Template)]
#[template(path = "releases.html")]
struct ReleasesPage<'a> {
    page: SitePage,
    libraries: Vec<ReleaseLine<'a>>,
}

/// The results of a library over its releases.
pub(super) struct ReleaseLine<'a> {
    pub(super) library: &'a str,
    /// File name of its chart.
    pub(super) file: String,
    listed: usize,
    asked: usize,
    /// The first and the last tested release, each with its share of right answers.
    pub(super) ends: Option<[(&'a str, String); 2]>,
    /// The releases that broke or fixed an answer, latest first.
    changes: Vec<(&'a str, Vec<ReleaseChange<'a>>)>,
    has_page: bool,
}

/// An answer that a release broke or fixed.
struct ReleaseChange<'a> {
    change: AnswerChange<'a>,
    words: &'static str,
    has_case: bool,
}

/// The page of all libraries and their charts, if there are histories.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    if book.histories.is_empty() {
        return Ok(Vec::new());
    }
    let page = ReleasesPage {
        page: SitePage::new(book, "libraries", "Releases"),
        libraries: book.histories.iter().map(|history| ReleaseLine::new(book, history)).collect(),
    };
    let mut files = vec![
        SiteFile { path: "releases.html".to_owned(), text: page.render()? },
        SiteFile { path: "releases/overview.svg".to_owned(), text: overview_chart(book.histories) },
    ];
    files.extend(book.histories.iter().map(|history| SiteFile {
        path: format!("releases/{}.svg", file_name(&history.library)),
        text: chart(history),
    }));
    Ok(files)
}

impl<'a> ReleaseLine<'a> {
    /// The history of the library with this name, if available.
    pub(super) fn of(book: &'a Book<'a>, library: &str) -> Option<ReleaseLine<'a>> {
        let history = book.histories.iter().find(|history| history.library == library)?;
        Some(ReleaseLine::new(book, history))
    }

    fn new(book: &Book<'_>, history: &'a LibraryHistory) -> ReleaseLine<'a> {
        let shares: Vec<(&str, String)> = history
            .asked()
            .map(|(release, score)| {
                // Non-breaking space, so that the share stays on one line.
                (release.version.as_str(), share(score.per_mille()).replace(' ', "\u{a0}"))
            })
            .collect();
        let changes = history.asked().filter_map(|(release, _)| {
            let changes: Vec<ReleaseChange<'_>> = history
                .changes(&release.version)
                .into_iter()
                .filter(|change| is_told(change.kind))
                .map(|change| ReleaseChange {
                    words: change.kind.words(),
                    has_case: book.entry(&change.answer.case).is_some(),
                    change,
                })
                .collect();
            (!changes.is_empty()).then_some((release.version.as_str(), changes))
        });
        let mut changes: Vec<_> = changes.collect();
        changes.reverse();
        ReleaseLine {
            library: &history.library,
            file: file_name(&history.library),
            listed: history.releases.len(),
            asked: shares.len(),
            ends: shares
                .first()
                .cloned()
                .zip(shares.last().cloned())
                .map(|(first, last)| [first, last]),
            changes,
            has_page: book.report.implementations.iter().any(|one| one.name == history.library),
        }
    }

    /// Number of answers that were broken, or fixed, in all releases.
    fn count(&self, words: &str) -> usize {
        let all = self.changes.iter().flat_map(|(_, changes)| changes);
        all.filter(|change| change.words == words).count()
    }
}

/// Whether a change is between right and wrong.
const fn is_told(kind: ChangeKind) -> bool {
    match kind {
        ChangeKind::Broken | ChangeKind::Fixed => true,
        ChangeKind::NoLongerSupported
        | ChangeKind::Changed
        | ChangeKind::NowSupported
        | ChangeKind::Added
        | ChangeKind::Removed => false,
    }
}
