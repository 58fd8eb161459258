use super::book::Book;

/// What every page has: its title, its place, and what it was made from.
pub(super) struct SitePage {
    pub(super) title: String,
    /// What is there, as a sentence or two, for those who see a link to it.
    pub(super) description: String,
    /// Where the site will be, if that is known, with `/` at the end.
    pub(super) address: Option<String>,
    /// The way to the site's folder: nothing, or `../`.
    pub(super) root: String,
    /// The name of the page in the navigation that it is, or belongs to.
    pub(super) here: &'static str,
    pub(super) scripts: &'static [&'static str],
    pub(super) version: String,
    pub(super) digest: String,
    has_arbiter: bool,
    /// Whether it runs the module of the adjudicator, which its policy has to allow.
    pub(super) has_module: bool,
}

impl SitePage {
    /// A page in the site's own folder.
    pub(super) fn new(book: &Book<'_>, here: &'static str, title: &str) -> SitePage {
        SitePage {
            title: title.to_owned(),
            description: format!(
                "{title}. How chess games end and who may claim a draw: cases with rulings under every edition of the Laws, and what chess libraries say."
            ),
            address: book.address.clone(),
            root: String::new(),
            here,
            scripts: &[],
            version: book.report.lawbook.clone(),
            digest: book.report.catalogue.digest.clone(),
            has_arbiter: book.has_arbiter,
            has_module: false,
        }
    }

    /// The same page one folder deeper.
    pub(super) fn below(self) -> SitePage {
        SitePage { root: "../".to_owned(), ..self }
    }

    /// The same page with a description of its own.
    pub(super) fn about(self, description: &str) -> SitePage {
        SitePage { description: description.to_owned(), ..self }
    }

    /// The same page for whoever asks a server for one that is not there, at whatever depth.
    pub(super) fn anywhere(self) -> SitePage {
        SitePage { root: self.address.clone().unwrap_or_default(), ..self }
    }

    /// Whether there is a page on which the adjudicator itself can be asked.
    pub(super) fn has_arbiter(&self) -> bool {
        self.has_arbiter
    }

    /// The same page with these scripts.
    pub(super) fn with(self, scripts: &'static [&'static str]) -> SitePage {
        SitePage { scripts, ..self }
    }

    /// The same page, which runs the module of the adjudicator.
    pub(super) fn with_module(self) -> SitePage {
        SitePage { has_module: true, ..self }
    }

    /// The pages that can be reached from every page, with what they are called.
    pub(super) fn nav(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let arbiter = self.has_arbiter.then_some(("arbiter", "Ask the arbiter"));
        let always = [
            ("cases", "Cases"),
            ("documents", "Documents"),
            ("rules", "Rule sets"),
            ("contradictions", "Contradictions"),
            ("libraries", "Libraries"),
            ("quiz", "Quiz"),
            ("sheets", "Sheets"),
        ];
        arbiter.into_iter().chain(always)
    }
}
