use lawbook::{
    rules::{RuleSet, RuleSets, TimeControl},
    words::counted,
};
use lawbook_arbiter::Level;
use lawbook_catalogue::{Case, Catalogue, Document, question::Expected};
use lawbook_runner::report::{CaseReport, Report};

use super::{
    answer::{Answers, RulingGround},
    exercise::Exercise,
    file_name,
    game::SteppedGame,
};

/// The content of all pages: a pure function of a catalogue and a report.
pub(super) struct SiteData<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) report: &'a Report,
    /// The documents in their order, then folders without a document.
    pub(super) parts: Vec<SitePart>,
    /// The cases by part, in file order.
    pub(super) entries: Vec<SiteCase<'a>>,
    /// Whether the site has the page "Ask the arbiter".
    pub(super) has_arbiter: bool,
}

/// A document, or a folder of cases without a document.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SitePart {
    /// Name of its page: the identifier of the document, or the folder.
    pub(super) id: String,
    pub(super) folder: String,
    pub(super) label: String,
}

/// A case with the data that its pages show.
pub(super) struct SiteCase<'a> {
    pub(super) case: &'a Case,
    /// Results of the libraries; `None` for an open case.
    pub(super) report: Option<&'a CaseReport>,
    pub(super) document: SitePart,
    pub(super) game: SteppedGame,
    /// The exercises, each with its rule sets. The first is the default.
    pub(super) exercises: Vec<(RuleSets, Exercise)>,
    pub(super) answers: Vec<Answers>,
    /// The reference's reason for its ruling under each rule set.
    pub(super) grounds: Vec<RulingGround>,
    pub(super) level: Level,
    /// Name of the page that it shares with the other cases of its file.
    pub(super) page: String,
    /// The other cases of its table, which are listed below it.
    pub(super) similar: Vec<SimilarCases<'a>>,
}

/// Cases of a table in one row: a case, its twin with the colours exchanged, or both.
pub(super) struct SimilarCases<'a> {
    /// The part of the title that differs from that of the first case of the table.
    pub(super) title: &'a str,
    pub(super) cases: Vec<&'a Case>,
}

impl<'a> SiteData<'a> {
    pub(super) fn new(catalogue: &'a Catalogue, report: &'a Report) -> SiteData<'a> {
        let parts = parts(catalogue);
        let entry = |part: &SitePart, all: &'a [Case]| {
            let (case, others) = all.split_first()?;
            let home = catalogue.home_rule_set(case);
            let mut game = SteppedGame::of_case(case);
            let end = game.position.as_ref();
            let exercises = Exercise::all(case, home, end);
            let answers = if case.open.is_some() {
                Vec::new()
            } else {
                Answers::of(case, case.leading_rule_set(home), end)
            };
            game.mark(&squares_asked(&case.expected));
            Some(SiteCase {
                case,
                report: report.cases.iter().find(|one| one.id == case.id),
                document: part.clone(),
                game,
                answers,
                exercises,
                grounds: if case.open.is_some() { Vec::new() } else { RulingGround::of(case) },
                level: Level::of(case),
                page: page_of(case),
                similar: similar(case, others),
            })
        };
        let situations = || catalogue.cases.chunk_by(Case::is_same_situation);
        let entries = parts.iter().flat_map(|part| {
            let is_there = |all: &&[Case]| all[0].place.folder() == part.folder;
            situations().filter(is_there).filter_map(|all| entry(part, all))
        });
        SiteData { catalogue, report, entries: entries.collect(), parts, has_arbiter: false }
    }

    /// The case with this id.
    pub(super) fn entry(&self, id: &str) -> Option<&SiteCase<'a>> {
        self.entries.iter().find(|entry| entry.case.id == id)
    }

    /// The name of the page of the document that has a statement.
    pub(super) fn page_of_statement(&self, id: &str) -> Option<String> {
        let has = |document: &&Document| document.statements.iter().any(|one| one.id == id);
        let document = self.catalogue.documents.iter().find(has)?;
        Some(file_name(&document.id))
    }

    /// The cases of a part.
    pub(super) fn of_part(&self, part: &SitePart) -> impl Iterator<Item = &SiteCase<'a>> {
        self.entries.iter().filter(move |entry| entry.document == *part)
    }

    /// The cases that the quiz asks about.
    pub(super) fn in_quiz(&self) -> impl Iterator<Item = &SiteCase<'a>> {
        self.entries.iter().filter(|entry| entry.level != Level::Library)
    }
}

/// The tags of cases with their number of cases, most frequent first.
pub(super) fn tags<'a>(
    entries: impl IntoIterator<Item = &'a SiteCase<'a>>,
) -> Vec<(&'a str, usize)> {
    let mut tags: Vec<(&str, usize)> = Vec::new();
    for tag in entries.into_iter().flat_map(|entry| &entry.case.tags) {
        match tags.iter_mut().find(|(other, _)| other == tag) {
            Some((_, count)) => *count += 1,
            None => tags.push((tag, 1)),
        }
    }
    tags.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    tags
}

impl SiteCase<'_> {
    /// The address of the case, relative to the site's folder.
    pub(super) fn href(&self) -> String {
        format!("cases/{}.html#{}", self.page, self.case.id)
    }

    /// The title for lists: of a table its own, with the number of its cases.
    pub(super) fn title(&self) -> String {
        let count = 1 + self.similar.iter().map(|row| row.cases.len()).sum::<usize>();
        match &self.case.table {
            Some(table) => format!("{} ({})", table.title, counted(count, "case")),
            None => self.case.title.clone(),
        }
    }

    /// The address of the case, relative to the page of another case.
    pub(super) fn href_beside(&self, other: &SiteCase<'_>) -> String {
        let page =
            if self.page == other.page { String::new() } else { format!("{}.html", self.page) };
        format!("{page}#{}", self.case.id)
    }

    /// The address of the case under the rules of `rule_set`, which it may be shown under without being told so.
    pub(super) fn href_under(&self, rule_set: &RuleSet) -> String {
        if self.first() == *rule_set {
            return self.href();
        }
        format!("cases/{}.html?rules={rule_set}#{}", self.page, self.case.id)
    }

    /// The kind of chess: `standard`, `rapid` or `blitz`.
    pub(super) fn time(&self) -> &'static str {
        match self.case.event.time {
            TimeControl::Standard => "standard",
            TimeControl::Rapid => "rapid",
            TimeControl::Blitz => "blitz",
        }
    }

    /// The paragraphs of the explanation.
    pub(super) fn why(&self) -> impl Iterator<Item = &str> {
        self.case.why.split("\n\n")
    }

    /// The default exercise; `None` if the case is open.
    pub(super) fn exercise(&self) -> Option<&Exercise> {
        self.exercises.first().map(|(_, exercise)| exercise)
    }

    /// The first question; for an open case, the state of the game.
    pub(super) fn asks(&self) -> &str {
        let first = self.answers.first().and_then(|answers| answers.says.first());
        first.map_or("How does the game stand?", |(asks, _)| asks)
    }

    /// The right answer under the rule set of the case, as a short phrase.
    pub(super) fn verdict(&self) -> Option<&str> {
        let exercise = self.exercise()?;
        exercise.choices.iter().find(|choice| choice.is_right).map(|choice| choice.says.as_str())
    }

    /// The last position as a FEN; the setup if the case is open.
    pub(super) fn end_fen(&self) -> String {
        self.report.map_or_else(|| self.case.setup.to_string(), |report| report.end.clone())
    }

    /// The libraries that disagree, without duplicates.
    pub(super) fn against(&self) -> Vec<&str> {
        let disagreements = self.report.iter().flat_map(|report| &report.disagreements);
        let mut names: Vec<&str> = disagreements.map(|one| one.implementation.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The rule set that is shown first.
    pub(super) fn first(&self) -> RuleSet {
        let first = self.answers.first().and_then(|answers| answers.first);
        first.unwrap_or(RuleSet::LATEST)
    }
}

fn parts(catalogue: &Catalogue) -> Vec<SitePart> {
    let mut parts: Vec<SitePart> = catalogue
        .documents
        .iter()
        .map(|document| SitePart {
            id: file_name(&document.id),
            folder: document.folder.clone(),
            label: document.title.clone(),
        })
        .collect();
    for case in &catalogue.cases {
        let folder = case.place.folder();
        if !parts.iter().any(|part| part.folder == folder) {
            let id = file_name(folder);
            let label = match folder {
                "regressions" => "Regressions, found by searching".to_owned(),
                other => other.to_owned(),
            };
            parts.push(SitePart { id, folder: folder.to_owned(), label });
        }
    }
    parts
}

/// The name of the page of a case: the folder and the file that it is written in.
fn page_of(case: &Case) -> String {
    file_name(case.place.file.trim_end_matches(".yaml"))
}

/// The other cases of the table of a case, in rows.
fn similar<'a>(case: &Case, others: &'a [Case]) -> Vec<SimilarCases<'a>> {
    let shared = case.table.as_ref().map_or("", |table| table.title.as_str());
    let mut rows: Vec<SimilarCases<'_>> = Vec::new();
    for one in others {
        let title = one.title.strip_prefix(shared).unwrap_or(&one.title);
        let title = title.trim_start_matches([':', ',', ' ']);
        // The twin with the colours exchanged follows its case, and its title is longer.
        match rows.last_mut().filter(|row| title.strip_prefix(row.title) == Some(EXCHANGED)) {
            Some(row) => row.cases.push(one),
            None => rows.push(SimilarCases { title, cases: vec![one] }),
        }
    }
    rows
}

/// The end of the title of a case with the colours exchanged.
const EXCHANGED: &str = ", mirrored";

/// The squares that the questions refer to.
fn squares_asked(expected: &[Expected]) -> Vec<lawbook::board::Square> {
    expected.iter().filter_map(|one| one.question.square()).collect()
}
