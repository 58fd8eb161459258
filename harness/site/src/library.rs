use std::collections::BTreeMap;

use askama::Template;
use lawbook::{
    catalogue::DeviationClass,
    report::{Disagreement, ImplementationSummary},
};

use super::{
    SiteFile, SitePage,
    bars::CLASSES,
    board::Sprite,
    book::{Book, BookEntry},
    file_name,
};

#[derive(Template)]
#[template(path = "library.html")]
struct Library<'a> {
    page: SitePage,
    sprite: Sprite,
    one: &'a ImplementationSummary,
    is_reference: bool,
    supports: Vec<(String, Support)>,
    /// All kinds of questions together.
    sum: Support,
    classes: Vec<(&'static str, Vec<DeviationRow<'a>>)>,
    wrong: usize,
}

/// How a library does on one kind of question, in numbers of cases.
#[derive(Default)]
struct Support {
    right: usize,
    wrong: usize,
    silent: usize,
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

    /// Answers of a hundred questions.
    fn coverage(&self) -> usize {
        (self.answered() * 100).checked_div(self.asked()).unwrap_or(0)
    }
}

/// One reason to answer otherwise, and the cases in which it shows, the smallest first.
struct DeviationRow<'a> {
    reason: &'a str,
    source: Option<&'a str>,
    cases: Vec<(&'a BookEntry<'a>, &'a Disagreement)>,
}

/// The kinds of questions by what their names begin with, the longer before the shorter, in words.
const KINDS: [(&str, &str); 32] = [
    ("attacks", "what a piece attacks"),
    ("board", "what stands where"),
    ("can-mate", "whether a player can still mate"),
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
    ("occurrences", "how often a position has arisen"),
    ("orders", "what is obligatory"),
    ("pinned", "pinned pieces"),
    ("reads-fen", "reading a FEN"),
    ("reads-uci", "reading a move by its squares"),
    ("reads", "reading a move as people write it"),
    ("ruling", "how the game stands"),
    ("same-as", "whether two positions are the same"),
    ("san", "writing a move"),
    ("seconds", "the seconds on a clock"),
    ("setup", "whether a setup can be played"),
    ("turn", "who is on move"),
];

/// A page for each implementation.
pub(super) fn pages(book: &Book<'_>) -> askama::Result<Vec<SiteFile>> {
    let implementations = book.report.implementations.iter().enumerate();
    implementations
        .map(|(place, one)| {
            let path = format!("libraries/{}.html", file_name(&one.name));
            Ok(SiteFile { path, text: page(book, one, place == 0).render()? })
        })
        .collect()
}

fn page<'a>(book: &'a Book<'a>, one: &'a ImplementationSummary, is_reference: bool) -> Library<'a> {
    let classes = classes(book, &one.name);
    let supports = supports(book, &one.name);
    let deviations = classes.iter().flat_map(|(_, deviations)| deviations);
    let smallest = deviations.clone().filter_map(|deviation| deviation.cases.first());
    Library {
        page: SitePage::new(book, "libraries", &one.name).below(),
        sprite: Sprite::of(smallest.map(|(entry, _)| &entry.game.end().pieces)),
        one,
        is_reference,
        sum: supports.iter().fold(Support::default(), |sum, (_, one)| sum.plus(one)),
        supports,
        wrong: deviations.map(|deviation| deviation.cases.len()).sum(),
        classes,
    }
}

fn supports(book: &Book<'_>, name: &str) -> Vec<(String, Support)> {
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
        for one in case.disagreements.iter().filter(|one| one.implementation == name) {
            supports.entry(kind(&one.question)).or_default().wrong += 1;
        }
    }
    supports.into_iter().collect()
}

/// The kind of a question by its name: without squares, plies and texts.
fn kind(question: &str) -> String {
    let fits = |(name, _): &&(&str, &str)| {
        question.strip_prefix(*name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let kind = KINDS.iter().find(fits);
    kind.map_or_else(|| question.replace('-', " "), |(_, words)| (*words).to_owned())
}

fn classes<'a>(book: &'a Book<'a>, name: &str) -> Vec<(&'static str, Vec<DeviationRow<'a>>)> {
    let class = |class: Option<DeviationClass>| {
        let words = class.map_or("not known before", DeviationClass::words);
        (words, deviations(book, name, class))
    };
    let classes = CLASSES.into_iter().map(class);
    classes.filter(|(_, deviations)| !deviations.is_empty()).collect()
}

fn deviations<'a>(
    book: &'a Book<'a>,
    name: &str,
    class: Option<DeviationClass>,
) -> Vec<DeviationRow<'a>> {
    let mut deviations: Vec<DeviationRow<'_>> = Vec::new();
    for entry in &book.entries {
        let all = entry.report.iter().flat_map(|report| &report.disagreements);
        for one in all.filter(|one| one.implementation == name && one.class == class) {
            let mistake = one.mistake.as_ref().map(|(_, because)| because.as_str());
            let reason = one.reason.as_deref().or(mistake).unwrap_or_default();
            let source = one.source.as_deref();
            let same =
                |other: &&mut DeviationRow<'_>| other.reason == reason && other.source == source;
            match deviations.iter_mut().find(same) {
                Some(deviation) => deviation.cases.push((entry, one)),
                None => deviations.push(DeviationRow { reason, source, cases: vec![(entry, one)] }),
            }
        }
    }
    for deviation in &mut deviations {
        deviation.cases.sort_by_key(|(entry, _)| entry.game.steps.len());
    }
    deviations
}
