use lawbook::rules::RuleSet;
use lawbook_catalogue::{Deviation, DeviationClass};
use lawbook_libraries::{Library, Repro, known_deviations};
use lawbook_runner::report::{Disagreement, ImplementationSummary};

use super::{
    book::{SiteCase, SiteData},
    source_links::places,
};

/// The classes of deviations in display order; `None` for unknown deviations.
const CLASSES: [Option<DeviationClass>; 6] = [
    Some(DeviationClass::Bug),
    Some(DeviationClass::ByDesign),
    Some(DeviationClass::OtherRuleSet),
    Some(DeviationClass::Incomplete),
    Some(DeviationClass::Unexplained),
    None,
];

/// A reason for wrong answers, and the cases that show it, smallest first.
pub(super) struct DeviationRow<'a> {
    pub(super) reason: &'a str,
    source: Option<&'a str>,
    /// The sources that show it, split into pieces; each has an address if known.
    pub(super) places: Vec<(&'a str, Option<String>)>,
    pub(super) cases: Vec<(&'a SiteCase<'a>, &'a Disagreement)>,
    /// A program that reproduces the first case.
    pub(super) program: Option<ReportToPaste>,
}

/// A tested program that reproduces a wrong answer.
pub(super) struct ReportToPaste {
    pub(super) language: &'static str,
    pub(super) text: String,
}

impl<'a> DeviationRow<'a> {
    /// The deviations of a library, grouped by class in words.
    pub(super) fn by_class(
        book: &'a SiteData<'a>,
        one: &ImplementationSummary,
        folder: Option<&Library>,
    ) -> Vec<(&'static str, Vec<DeviationRow<'a>>)> {
        // A test parses the compiled lists. Without them, programs lack an explanation in the header.
        let known = known_deviations().unwrap_or_default();
        let class = |class: Option<DeviationClass>| {
            let words = class.map_or("not listed", DeviationClass::words);
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

    fn list(&self, of: impl Fn(&(&SiteCase<'_>, &Disagreement)) -> String) -> String {
        let mut all: Vec<String> = self.cases.iter().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all.join(" ")
    }
}

/// Joins words with hyphens, for the script.
pub(super) fn slug(words: &str) -> String {
    words.replace(' ', "-")
}

fn deviations<'a>(
    book: &'a SiteData<'a>,
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
        let program = |(place, case): (usize, &(&SiteCase<'_>, &Disagreement))| {
            Some((place, report_to_paste(book, asked, *case, known)?))
        };
        if let Some((place, program)) = deviation.cases.iter().enumerate().find_map(program) {
            // Start with a case that has a program.
            deviation.cases.swap(0, place);
            deviation.program = Some(program);
        }
    }
    deviations
}

/// The reproduction program of an answer; `None` if the library has no code for the question.
fn report_to_paste(
    book: &SiteData<'_>,
    asked: &ImplementationSummary,
    (entry, one): (&SiteCase<'_>, &Disagreement),
    known: &[Deviation],
) -> Option<ReportToPaste> {
    let repro = Repro::new(entry.case, &asked.name, Some(&one.question), known).ok()?;
    // The program asks under the latest Laws.
    let is_latest = one.rule_set.parse() == Ok(RuleSet::LATEST);
    is_latest.then(|| ReportToPaste {
        language: repro.language().name(),
        text: repro.program(book.catalogue),
    })
}

/// Prefixes of question names and the kinds in words. Longer prefixes come before shorter ones.
const KINDS: [(&str, &str); 38] = [
    ("attacks", "what a piece attacks"),
    ("board", "contents of squares"),
    ("can-mate-white", "whether White can still mate"),
    ("can-mate-black", "whether Black can still mate"),
    ("castling", "castling rights"),
    ("check", "check"),
    ("checkers", "which pieces give check"),
    ("checkmate", "checkmate"),
    ("claim-fifty-written", "a claim by fifty moves with a written move"),
    ("claim-fifty", "a claim by fifty moves"),
    ("claim-threefold-written", "a claim by threefold repetition with a written move"),
    ("claim-threefold", "a claim by threefold repetition"),
    ("claimable", "whether a draw can be claimed"),
    ("dead", "dead positions"),
    ("ended", "whether the game is over"),
    ("fen", "writing a FEN"),
    ("fullmove-number", "the number of the move"),
    ("halfmove-clock", "moves without capture or pawn move"),
    ("insufficient-material", "insufficient material"),
    ("legal-moves", "legal moves"),
    ("light", "the colour of a square"),
    ("moves-from", "legal moves of one piece"),
    ("occurred", "whether a position has occurred three or five times"),
    ("occurrences", "how often a position has arisen"),
    ("orders", "obligations"),
    ("pinned", "pinned pieces"),
    ("plies", "whether fifty or seventy-five moves have passed"),
    ("reads-fen", "reading a FEN"),
    ("reads-uci", "reading a move by its squares"),
    ("reads", "reading a move in algebraic notation"),
    ("refuses", "which illegal moves are refused"),
    ("ruling", "how the game stands"),
    ("same-as", "whether two positions are the same"),
    ("san", "writing a move"),
    ("seconds", "the seconds on a clock"),
    ("setup", "whether a setup can be played"),
    ("turn", "who is on move"),
    ("undo", "whether a move that is taken back or refused changes nothing"),
];

/// The kind of a question in words, from its name: without squares, plies and texts.
pub(super) fn kind(question: &str) -> String {
    let fits = |(name, _): &&(&str, &str)| {
        question.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let kind = KINDS.iter().find(fits);
    kind.map_or_else(|| question.replace('-', " "), |(_, words)| (*words).to_owned())
}
