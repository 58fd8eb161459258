use std::collections::BTreeMap;

use askama::Template;
use lawbook_libraries::{self as libraries, Language};
use lawbook_runner::report::ImplementationSummary;

use lawbook_arbiter::Level;

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{SiteData, SitePart},
    deviation::{DeviationRow, kind},
    file_name,
};

#[derive(Template)]
#[template(path = "library.html")]
struct Library<'a> {
    page: SitePage,
    sprite: Sprite,
    one: &'a ImplementationSummary,
    is_reference: bool,
    /// Metadata from its folder, if it has one.
    folder: Option<&'static libraries::Library>,
    supports: Vec<(String, Support)>,
    /// Total over all kinds of questions.
    sum: Support,
    classes: Vec<(&'static str, Vec<DeviationRow<'a>>)>,
    wrong: usize,
    /// Parts offered as filters for the deviations.
    parts: Vec<&'a SitePart>,
    levels: Vec<Level>,
    kinds: Vec<String>,
}

/// Results of a library for one kind of question, in numbers of cases.
#[derive(Default)]
struct Support {
    right: usize,
    wrong: usize,
    silent: usize,
    /// The library does not support the question, or the setup or an earlier move failed.
    unsupported: usize,
}

impl Support {
    const fn plus(&self, other: &Support) -> Support {
        Support {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            silent: self.silent + other.silent,
            unsupported: self.unsupported + other.unsupported,
        }
    }

    const fn answered(&self) -> usize {
        self.right + self.wrong
    }

    const fn asked(&self) -> usize {
        self.answered() + self.silent + self.unsupported
    }

    /// Percentage of answers that are right, rounded down, so that 100 means no wrong answer.
    fn score(&self) -> usize {
        (self.right * 100).checked_div(self.answered()).unwrap_or(0)
    }

    /// The segments of a bar: label, number, start and width in thousandths.
    fn bar(&self) -> Vec<(&'static str, usize, usize, usize)> {
        let mut before: usize = 0;
        let all = [
            ("right", self.right),
            ("wrong", self.wrong),
            ("no claim", self.silent),
            ("not supported or not reached", self.unsupported),
        ];
        let part = |(words, count): (&'static str, usize)| {
            let begin = (before * 1000).checked_div(self.asked()).unwrap_or(0);
            before += count;
            let end = (before * 1000).checked_div(self.asked()).unwrap_or(0);
            (words, count, begin, end - begin)
        };
        all.map(part).to_vec()
    }

    /// Percentage of questions that are answered.
    fn coverage(&self) -> usize {
        (self.answered() * 100).checked_div(self.asked()).unwrap_or(0)
    }
}

/// One page per implementation.
pub(super) fn pages(book: &SiteData<'_>) -> askama::Result<Vec<SiteFile>> {
    let mut files = Vec::new();
    for (place, one) in book.report.implementations.iter().enumerate() {
        let file = file_name(&one.name);
        let text = page(book, one, place == 0).render()?;
        files.push(SiteFile { path: format!("libraries/{file}.html"), text });
    }
    Ok(files)
}

fn page<'a>(
    book: &'a SiteData<'a>,
    one: &'a ImplementationSummary,
    is_reference: bool,
) -> Library<'a> {
    let folder = libraries::library(&one.name).filter(|there| there.name == one.name);
    let classes = DeviationRow::by_class(book, one, folder);
    let supports = supports(book, &one.name);
    let deviations = || classes.iter().flat_map(|(_, deviations)| deviations);
    let cases = || deviations().flat_map(|deviation| &deviation.cases);
    let mut kinds: Vec<String> = cases().map(|(_, one)| kind(&one.question)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Library {
        page: SitePage::new(book, "libraries", &one.name).below().with(&["narrow.js"]),
        sprite: Sprite::shared(
            "../",
            deviations()
                .filter_map(|deviation| deviation.cases.first())
                .map(|(entry, _)| entry.game.end()),
        ),
        one,
        is_reference,
        folder,
        sum: supports.iter().fold(Support::default(), |sum, (_, one)| sum.plus(one)),
        supports,
        wrong: cases().count(),
        parts: book
            .parts
            .iter()
            .filter(|part| cases().any(|(entry, _)| entry.document == **part))
            .collect(),
        levels: Level::ALL
            .into_iter()
            .filter(|level| cases().any(|(entry, _)| entry.level == *level))
            .collect(),
        kinds,
        classes,
    }
}

impl Library<'_> {
    /// The programming language of its users; `None` for an engine.
    fn language(&self) -> Option<Language> {
        self.folder.filter(|one| !one.engine).map(|one| one.language)
    }

    /// The options of the command that select the library.
    fn selection(&self) -> String {
        let is_linked = self.folder.is_none_or(libraries::Library::is_linked);
        let foreign = if is_linked { "" } else { "--foreign " };
        format!("{foreign}--library {}", self.one.name)
    }
}

fn supports(book: &SiteData<'_>, name: &str) -> Vec<(String, Support)> {
    let mut supports: BTreeMap<String, Support> = BTreeMap::new();
    for case in &book.report.cases {
        let mut count = |questions: Option<&Vec<String>>, pick: fn(&mut Support) -> &mut usize| {
            for question in questions.into_iter().flatten() {
                *pick(supports.entry(kind(question)).or_default()) += 1;
            }
        };
        count(case.agrees.get(name), |support| &mut support.right);
        count(case.silent.get(name), |support| &mut support.silent);
        count(case.unsupported.get(name), |support| &mut support.unsupported);
        count(case.not_reached.get(name), |support| &mut support.unsupported);
        for one in case.disagreements.iter().filter(|one| one.implementation == name) {
            supports.entry(kind(&one.question)).or_default().wrong += 1;
        }
    }
    supports.into_iter().collect()
}
