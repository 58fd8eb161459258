use lawbook::{
    catalogue::{Deviation, DeviationClass},
    report::{Disagreement, ImplementationSummary},
    rules::RuleSet,
};
use lawbook_libraries::{Library, Repro, known_deviations};

use super::{
    bars::CLASSES,
    book::{Book, BookEntry},
    library::kind,
    source_links::places,
};

/// One reason to answer otherwise, and the cases in which it shows, the smallest first.
pub(super) struct DeviationRow<'a> {
    pub(super) reason: &'a str,
    source: Option<&'a str>,
    /// Where the source shows it, in pieces, each with its address if it has one.
    pub(super) places: Vec<(&'a str, Option<String>)>,
    pub(super) cases: Vec<(&'a BookEntry<'a>, &'a Disagreement)>,
    /// A program that shows the first case.
    pub(super) program: Option<ReportToPaste>,
}

/// A program that shows an answer, which the checks run or compile.
pub(super) struct ReportToPaste {
    pub(super) language: &'static str,
    pub(super) text: String,
}

impl<'a> DeviationRow<'a> {
    /// The deviations of a library by class, in words.
    pub(super) fn by_class(
        book: &'a Book<'a>,
        one: &ImplementationSummary,
        folder: Option<&Library>,
    ) -> Vec<(&'static str, Vec<DeviationRow<'a>>)> {
        // The lists are compiled in, and read in the tests; without them a program has no reason at its head.
        let known = known_deviations().unwrap_or_default();
        let class = |class: Option<DeviationClass>| {
            let words = class.map_or("not known before", DeviationClass::words);
            (words, deviations(book, one, folder, class, &known))
        };
        let classes = CLASSES.into_iter().map(class);
        classes.filter(|(_, deviations)| !deviations.is_empty()).collect()
    }

    /// The documents of its cases, for the script.
    pub(super) fn documents(&self) -> String {
        self.list(|(entry, _)| entry.document.id.clone())
    }

    /// The levels of its cases, for the script.
    pub(super) fn levels(&self) -> String {
        self.list(|(entry, _)| entry.level.name().to_owned())
    }

    /// The kinds of its questions, for the script.
    pub(super) fn kinds(&self) -> String {
        self.list(|(_, one)| slug(&kind(&one.question)))
    }

    fn list(&self, of: impl Fn(&(&BookEntry<'_>, &Disagreement)) -> String) -> String {
        let mut all: Vec<String> = self.cases.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all.join(" ")
    }
}

/// Words as one word, for the script.
pub(super) fn slug(words: &str) -> String {
    words.replace(' ', "-")
}

fn deviations<'a>(
    book: &'a Book<'a>,
    asked: &ImplementationSummary,
    folder: Option<&Library>,
    class: Option<DeviationClass>,
    known: &[Deviation],
) -> Vec<DeviationRow<'a>> {
    let mut deviations: Vec<DeviationRow<'_>> = Vec::new();
    for entry in &book.entries {
        let all = entry.report.iter().flat_map(|report| &report.disagreements);
        for one in all.filter(|one| one.implementation == asked.name && one.class == class) {
            let mistake = one.mistake.as_ref().map(|(_, because)| because.as_str());
            let reason = one.reason.as_deref().or(mistake).unwrap_or_default();
            let source = one.source.as_deref();
            let same =
                |other: &&mut DeviationRow<'_>| other.reason == reason && other.source == source;
            match deviations.iter_mut().find(same) {
                Some(deviation) => deviation.cases.push((entry, one)),
                None => deviations.push(DeviationRow {
                    reason,
                    source,
                    places: Vec::new(),
                    cases: vec![(entry, one)],
                    program: None,
                }),
            }
        }
    }
    for deviation in &mut deviations {
        deviation.cases.sort_by_key(|(entry, _)| entry.game.steps.len());
        let source = deviation.source.unwrap_or_default();
        deviation.places = places(folder, &asked.version, source);
        let program = |(place, case): (usize, &(&BookEntry<'_>, &Disagreement))| {
            Some((place, report_to_paste(book, asked, *case, known)?))
        };
        if let Some((place, program)) = deviation.cases.iter().enumerate().find_map(program) {
            // The case that a program can show is the one to begin with.
            deviation.cases.swap(0, place);
            deviation.program = Some(program);
        }
    }
    deviations
}

/// The report to paste about an answer; none if nobody has written down how the library is asked that.
fn report_to_paste(
    book: &Book<'_>,
    asked: &ImplementationSummary,
    (entry, one): (&BookEntry<'_>, &Disagreement),
    known: &[Deviation],
) -> Option<ReportToPaste> {
    let repro = Repro::new(entry.case, &asked.name, Some(&one.question), known).ok()?;
    // It asks under the rules in force.
    let is_latest = one.rule_set.parse() == Ok(RuleSet::LATEST);
    is_latest.then(|| ReportToPaste {
        language: repro.language().name(),
        text: repro.program(book.catalogue),
    })
}
