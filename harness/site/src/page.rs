use super::book::Book;

/// What every page has: its title, its place, and what it was made from.
pub(super) struct SitePage {
    pub(super) title: String,
    /// The way to the site's folder: nothing, or `../`.
    pub(super) root: &'static str,
    /// The name of the page in the navigation that it is, or belongs to.
    pub(super) here: &'static str,
    pub(super) scripts: &'static [&'static str],
    pub(super) version: String,
    pub(super) digest: String,
}

impl SitePage {
    /// A page in the site's own folder.
    pub(super) fn new(book: &Book<'_>, here: &'static str, title: &str) -> SitePage {
        SitePage {
            title: title.to_owned(),
            root: "",
            here,
            scripts: &[],
            version: book.report.lawbook.clone(),
            digest: book.report.catalogue.digest.clone(),
        }
    }

    /// The same page one folder deeper.
    pub(super) fn below(self) -> SitePage {
        SitePage { root: "../", ..self }
    }

    /// The same page with these scripts.
    pub(super) fn with(self, scripts: &'static [&'static str]) -> SitePage {
        SitePage { scripts, ..self }
    }

    /// The pages that can be reached from every page, with what they are called.
    pub(super) fn nav(&self) -> [(&'static str, &'static str); 7] {
        [
            ("cases", "Cases"),
            ("documents", "Documents"),
            ("rules", "Rule sets"),
            ("contradictions", "Contradictions"),
            ("libraries", "Libraries"),
            ("quiz", "Quiz"),
            ("sheets", "Sheets"),
        ]
    }
}
