use lawbook::{
    catalogue::{Deviation, DeviationClass},
    report::{Disagreement, ImplementationSummary},
    rules::RuleSet,
    runner::Finding,
};
use lawbook_libraries::{Repro, known_deviations};

use super::{
    bars::CLASSES,
    book::{Book, BookEntry},
    home::{Home, Sketched},
    library::kind,
};

/// One reason to answer otherwise, and the cases in which it shows, the smallest first.
pub(super) struct DeviationRow<'a> {
    pub(super) reason: &'a str,
    source: Option<&'a str>,
    /// Where the source shows it, in pieces, each with its address if it has one.
    pub(super) places: Vec<(&'a str, Option<String>)>,
    pub(super) cases: Vec<(&'a BookEntry<'a>, &'a Disagreement)>,
    /// A program that shows the first case.
    pub(super) program: Option<Program>,
}

/// A program in the language of the library.
pub(super) struct Program {
    pub(super) text: String,
    /// Whether it is the report to paste, which the checks run or compile, or a sketch.
    pub(super) is_report: bool,
}

impl<'a> DeviationRow<'a> {
    /// The deviations of a library by class, in words.
    pub(super) fn by_class(
        book: &'a Book<'a>,
        one: &ImplementationSummary,
        home: Option<&Home>,
    ) -> Vec<(&'static str, Vec<DeviationRow<'a>>)> {
        // The lists are compiled in, and read in the tests; without them a program has no reason at its head.
        let known = known_deviations().unwrap_or_default();
        let class = |class: Option<DeviationClass>| {
            let words = class.map_or("not known before", DeviationClass::words);
            (words, deviations(book, one, home, class, &known))
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
    home: Option<&Home>,
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
        deviation.places =
            home.map_or_else(|| vec![(source, None)], |home| home.places(&asked.version, source));
        let program = |(place, case): (usize, &(&BookEntry<'_>, &Disagreement))| {
            let report = report_to_paste(book, asked, *case, known);
            let report = report.map(|text| Program { text, is_report: true });
            let sketched = || sketch(home?, &asked.version, *case);
            let sketch = || sketched().map(|text| Program { text, is_report: false });
            Some((place, report.or_else(sketch)?))
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
) -> Option<String> {
    let repro = Repro::new(entry.case, &asked.name, Some(&one.question), known).ok()?;
    // It asks under the rules in force.
    let is_latest = one.rule_set.parse() == Ok(RuleSet::LATEST);
    is_latest.then(|| repro.program(book.catalogue))
}

/// A sketch that shows an answer; none if more is done in the case than moves are made.
fn sketch(
    home: &Home,
    version: &str,
    (entry, one): (&BookEntry<'_>, &Disagreement),
) -> Option<String> {
    let case = entry.case;
    if !case.only_moves() {
        return None;
    }
    let rule_set = one.rule_set.parse::<RuleSet>().ok()?;
    let expected = case.expected_under(rule_set);
    let question = expected.iter().find(|expected| expected.question.name() == one.question)?;
    let played = case.acts.iter().filter_map(|act| act.played());
    home.sketch(&Sketched {
        version,
        fen: &case.setup.to_string(),
        uci: &played.map(|played| played.to_string()).collect::<Vec<_>>(),
        san: &entry.game.steps.iter().map(|step| step.says.clone()).collect::<Vec<_>>(),
        question: (one.finding != Finding::SetupRefused).then_some(&question.question),
        says: one.says.to_string(),
        right: one.right.to_string(),
    })
}
