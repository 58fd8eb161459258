use lawbook::{
    catalogue::{Case, Catalogue},
    position::Setup,
    question::{Expected, PositionQuestion, Question},
    report::{CaseReport, Report, releases::LibraryHistory},
    rules::{RuleSet, RuleSets},
};

use super::{
    answer::{Answers, RulingGround},
    exercise::{Exercise, ruled_by},
    game::SteppedGame,
};

/// Everything the pages are about: a pure function of a catalogue and a report.
pub(super) struct Book<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) report: &'a Report,
    /// How libraries have answered over their releases, as far as that is known.
    pub(super) histories: &'a [LibraryHistory],
    /// The documents in their order, then the other folders.
    pub(super) parts: Vec<BookPart>,
    /// The cases by part, in the order of their files.
    pub(super) entries: Vec<BookEntry<'a>>,
    /// Whether there is a page on which the adjudicator itself can be asked.
    pub(super) has_arbiter: bool,
    /// Where the site will be, if that is known, with `/` at the end.
    pub(super) address: Option<String>,
}

/// A document, or a folder of cases without one.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct BookPart {
    /// What names its page: the document's identifier, or the folder.
    pub(super) id: String,
    pub(super) folder: String,
    pub(super) label: String,
}

/// A case as the pages show it.
pub(super) struct BookEntry<'a> {
    pub(super) case: &'a Case,
    /// What came of asking; nothing of a case that is open.
    pub(super) report: Option<&'a CaseReport>,
    pub(super) document: BookPart,
    pub(super) game: SteppedGame,
    /// The exercises, each with the rule sets under which it is asked; the one that is asked first leads.
    pub(super) exercises: Vec<(RuleSets, Exercise)>,
    pub(super) answers: Vec<Answers>,
    /// What the reference rests its ruling on, under each rule set.
    pub(super) grounds: Vec<RulingGround>,
    pub(super) level: Level,
}

/// How much has to be known for a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Only moves are made, and every rule set says the same.
    Beginner,
    /// The players do more than move: claims, offers, flags, touched pieces.
    Player,
    /// Rule sets differ, or there is a doubt.
    Arbiter,
}

impl<'a> Book<'a> {
    pub(super) fn new(catalogue: &'a Catalogue, report: &'a Report) -> Book<'a> {
        let parts = parts(catalogue);
        let entry = |part: &BookPart, case: &'a Case| {
            let home = catalogue.home_rule_set(case);
            let mut game = SteppedGame::of_case(case);
            let end = game.position.as_ref();
            let exercises = Exercise::all(case, home, end);
            let answers = if case.open.is_some() {
                Vec::new()
            } else {
                Answers::of(case, ruled_by(case, home), end)
            };
            game.mark(&squares_asked(&case.expected));
            BookEntry {
                case,
                report: report.cases.iter().find(|one| one.id == case.id),
                document: part.clone(),
                game,
                answers,
                exercises,
                grounds: if case.open.is_some() { Vec::new() } else { RulingGround::of(case) },
                level: Level::of(case),
            }
        };
        let entries = parts.iter().flat_map(|part| {
            let cases = catalogue.cases.iter();
            cases.filter(|case| case.place.folder() == part.folder).map(|case| entry(part, case))
        });
        Book {
            catalogue,
            report,
            histories: &[],
            entries: entries.collect(),
            parts,
            has_arbiter: false,
            address: None,
        }
    }

    /// The case with this identifier.
    pub(super) fn entry(&self, id: &str) -> Option<&BookEntry<'a>> {
        self.entries.iter().find(|entry| entry.case.id == id)
    }

    /// The cases of a part.
    pub(super) fn of_part(&self, part: &BookPart) -> impl Iterator<Item = &BookEntry<'a>> {
        self.entries.iter().filter(move |entry| entry.document == *part)
    }

    /// The tags with the number of their cases, the most frequent first.
    pub(super) fn tags(&self) -> Vec<(&str, usize)> {
        let mut tags: Vec<(&str, usize)> = Vec::new();
        for tag in self.entries.iter().flat_map(|entry| &entry.case.tags) {
            match tags.iter_mut().find(|(other, _)| other == tag) {
                Some((_, count)) => *count += 1,
                None => tags.push((tag, 1)),
            }
        }
        tags.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        tags
    }
}

impl BookEntry<'_> {
    /// The reasons, paragraph by paragraph.
    pub(super) fn why(&self) -> impl Iterator<Item = &str> {
        self.case.why.split("\n\n")
    }

    /// The exercise that is asked first; none if the texts leave the case open.
    pub(super) fn exercise(&self) -> Option<&Exercise> {
        self.exercises.first().map(|(_, exercise)| exercise)
    }

    /// The first question; that of an open case is how the game stands.
    pub(super) fn asks(&self) -> &str {
        let first = self.answers.first().and_then(|answers| answers.says.first());
        first.map_or("How does the game stand?", |(asks, _)| asks)
    }

    /// What is right by the rule set of the case, in short.
    pub(super) fn verdict(&self) -> Option<&str> {
        let exercise = self.exercise()?;
        exercise.choices.iter().find(|choice| choice.is_right).map(|choice| choice.says.as_str())
    }

    /// The setup as a FEN, unless it is the usual one.
    pub(super) fn from(&self) -> Option<String> {
        let setup = self.case.setup;
        (setup != Setup::start() && !self.game.steps.is_empty()).then(|| setup.to_string())
    }

    /// The position at the end as a FEN, or the setup if nothing was asked.
    pub(super) fn end_fen(&self) -> String {
        self.report.map_or_else(|| self.case.setup.to_string(), |report| report.end.clone())
    }

    /// The libraries that answer otherwise, each once.
    pub(super) fn against(&self) -> Vec<&str> {
        let disagreements = self.report.iter().flat_map(|report| &report.disagreements);
        let mut names: Vec<&str> = disagreements.map(|one| one.implementation.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The rule set by which it is read first.
    pub(super) fn first(&self) -> RuleSet {
        let first = self.answers.first().and_then(|answers| answers.first);
        first.unwrap_or(RuleSet::LATEST)
    }
}

impl Level {
    /// All of them, from the easiest.
    pub const ALL: [Level; 3] = [Level::Beginner, Level::Player, Level::Arbiter];

    /// What has to be known for this case.
    pub fn of(case: &Case) -> Level {
        if !case.exceptions.is_empty() || case.doubt.is_some() || case.open.is_some() {
            Level::Arbiter
        } else if case.only_moves() {
            Level::Beginner
        } else {
            Level::Player
        }
    }

    /// Its name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Player => "player",
            Level::Arbiter => "arbiter",
        }
    }

    /// What it asks for.
    pub fn about(self) -> &'static str {
        match self {
            Level::Beginner => "the board alone decides",
            Level::Player => "claims, offers, flags and touched pieces",
            Level::Arbiter => "rule sets differ, or the texts leave a doubt",
        }
    }
}

fn parts(catalogue: &Catalogue) -> Vec<BookPart> {
    let mut parts: Vec<BookPart> = catalogue
        .documents
        .iter()
        .map(|document| BookPart {
            id: super::file_name(&document.id),
            folder: document.folder.clone(),
            label: document.title.clone(),
        })
        .collect();
    for case in &catalogue.cases {
        let folder = case.place.folder();
        if !parts.iter().any(|part| part.folder == folder) {
            let id = super::file_name(folder);
            let label = match folder {
                "regressions" => "Regressions, found by searching".to_owned(),
                other => other.to_owned(),
            };
            parts.push(BookPart { id, folder: folder.to_owned(), label });
        }
    }
    parts
}

/// The squares that the questions name.
fn squares_asked(expected: &[Expected]) -> Vec<lawbook::board::Square> {
    let named = expected.iter().filter_map(|one| {
        if let Question::Position(PositionQuestion::Attacks { square })
        | Question::Position(PositionQuestion::IsLight { square }) = one.question
        {
            Some(square)
        } else {
            None
        }
    });
    named.collect()
}
