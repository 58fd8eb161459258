use super::book::SiteData;

/// Data that every page has.
pub(super) struct SitePage {
    pub(super) title: String,
    /// Description of one or two sentences, for link previews.
    pub(super) description: String,
    /// Relative path to the site's folder: empty or `../`.
    pub(super) root: String,
    /// The navigation entry of the page.
    pub(super) here: &'static str,
    pub(super) scripts: &'static [&'static str],
    pub(super) version: String,
    pub(super) digest: String,
    /// Whether the site has the page "Ask the arbiter".
    pub(super) has_arbiter: bool,
    /// Whether it runs the WebAssembly module, which its content security policy must allow.
    pub(super) has_module: bool,
}

impl SitePage {
    /// Creates a page in the site's folder.
    pub(super) fn new(book: &SiteData<'_>, here: &'static str, title: &str) -> SitePage {
        SitePage {
            title: title.to_owned(),
            description: format!(
                "{title}. How chess games end and who may claim a draw: cases with rulings under every edition of the Laws, and what chess libraries say."
            ),
            root: String::new(),
            here,
            scripts: &[],
            version: book.report.lawbook.clone(),
            digest: book.report.catalogue.digest.clone(),
            has_arbiter: book.has_arbiter,
            has_module: false,
        }
    }

    /// Moves the page one folder deeper.
    pub(super) fn below(self) -> SitePage {
        SitePage { root: "../".to_owned(), ..self }
    }

    /// Sets the scripts.
    pub(super) fn with(self, scripts: &'static [&'static str]) -> SitePage {
        SitePage { scripts, ..self }
    }

    /// Identifiers and titles of the pages in the navigation.
    pub(super) fn nav(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        [
            ("ask", "Ask the arbiter"),
            ("rules", "Laws"),
            ("cases", "Cases"),
            ("quiz", "Quiz"),
            ("sheets", "Print"),
            ("documents", "Documents"),
            ("contradictions", "Contradictions"),
            ("libraries", "Libraries"),
        ]
        .into_iter()
    }
}
