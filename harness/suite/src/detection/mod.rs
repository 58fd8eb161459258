//! Which cases and which random games detect a fault.

mod games;
mod grid;

pub use games::{GAMES, RandomDisagreement, disagreement};
pub use grid::{CellRow, Detected, GridReport, REASONS, Reason, reasons};

use std::sync::{Arc, Mutex, PoisonError};

use crate::runner::{self, Finding, Verdict};
use lawbook_catalogue::{
    Case, CaseLevel,
    adapter::{About, Implementation, Reference, Response, Scenario},
    question::Question,
};
use serde::Serialize;

use lawbook_faults::{Fault, FaultyLibrary, Memory, Scene, Seeded, Shows};

/// Which cases and which properties detect which fault.
#[derive(Serialize)]
pub struct FaultMatrix {
    /// One row per fault, in the order of the argument of [`FaultMatrix::new`].
    pub faults: Vec<FaultRow>,
    /// Ids of the cases that detect no fault and are not the contrast of a case that does.
    pub idle: Vec<String>,
}

/// How one fault is detected.
#[derive(Serialize)]
pub struct FaultRow {
    /// The name of the fault.
    pub name: &'static str,
    /// The mistake in one sentence.
    pub mistake: &'static str,
    /// The cases that detect it, in the order of the catalogue.
    pub cases: Vec<Kill>,
    /// The random game that detects it, and the property that fails there.
    pub property: Option<RandomDisagreement>,
}

/// A case that notices a fault: the first question that is answered wrongly.
#[derive(Clone, Serialize)]
pub struct Kill {
    /// The id of the case.
    pub id: String,
    /// The level of the case.
    pub level: CaseLevel,
    /// Whether it is about a game of Chess960.
    pub chess960: bool,
    /// The name of the question.
    pub question: String,
    /// The rule set under which it was asked.
    pub rule_set: String,
    /// The right answer.
    pub right: String,
    /// The answer with the fault.
    pub says: String,
}

impl FaultRow {
    /// Whether the fault survives: fewer than two cases detect it.
    pub fn survives(&self) -> bool {
        self.cases.len() < 2
    }
}

impl FaultMatrix {
    /// Runs each case, and at most `games` random games per property, against each fault.
    ///
    /// Calls `progress` after each case.
    pub fn new<'a>(
        cases: &[&'a Case],
        faults: &[&'static Fault],
        games: usize,
        progress: impl FnMut(),
    ) -> FaultMatrix {
        let mut rows: Vec<FaultRow> = faults.iter().map(|fault| row(fault)).collect();
        let mut useful: Vec<&'a str> = Vec::new();
        let scored: Vec<&'a Case> =
            cases.iter().copied().filter(|case| case.open.is_none()).collect();
        let found = runner::on_all_processors(&scored, |case| kills(case, faults), progress);
        for (case, kills) in scored.iter().zip(found) {
            if !kills.is_empty() {
                useful.push(&case.id);
                useful.extend(case.contrast.as_deref());
            }
            kills.into_iter().for_each(|(place, kill)| rows[place].cases.push(kill));
        }
        for (row, found) in rows.iter_mut().zip(games::hunt(faults, games)) {
            row.property = found;
        }
        let idle = scored.iter().filter(|case| !useful.contains(&case.id.as_str()));
        let idle = idle.map(|case| case.id.clone()).collect();
        FaultMatrix { faults: rows, idle }
    }

    /// Whether at least two cases detect every fault.
    pub fn is_complete(&self) -> bool {
        !self.faults.iter().any(FaultRow::survives)
    }
}

/// The faults that `check` would detect in a library.
#[derive(Serialize)]
pub struct LibraryMatrix {
    /// The name of the library.
    pub library: String,
    /// One row for each fault, in the order of the request.
    pub faults: Vec<LibraryRow>,
}

/// What notices one fault in a library.
#[derive(Serialize)]
pub struct LibraryRow {
    /// The name of the fault.
    pub name: &'static str,
    /// The cases that fail with the fault and do not without it.
    pub cases: Vec<Kill>,
    /// The cases that would notice it if the library did not fail them already.
    pub already_wrong: Vec<String>,
}

impl LibraryMatrix {
    /// Puts each case to a library with each fault.
    ///
    /// The library itself answers once about each case. `progress` is called after each case.
    pub fn new(
        library: &dyn Implementation,
        cases: &[&Case],
        faults: &[&'static Fault],
        mut progress: impl FnMut(),
    ) -> LibraryMatrix {
        let blank = |fault: &&'static Fault| LibraryRow {
            name: fault.name,
            cases: Vec::new(),
            already_wrong: Vec::new(),
        };
        let mut rows: Vec<LibraryRow> = faults.iter().map(blank).collect();
        let name = library.about().name;
        for case in cases.iter().filter(|case| case.open.is_none()) {
            let asked_once = AskedOnce { library, said: Mutex::default() };
            let own = runner::ask_one(case, &name, &asked_once, &[]);
            let memory = Memory::default();
            let lines = asked_once.lines();
            lines.iter().for_each(|(line, questions)| drop(memory.ask(line, questions)));
            let right = runner::ask_one(case, &name, &AboutAnother { library, of: &memory }, &[]);
            let asked = Asked::new(&memory);
            for (row, fault) in rows.iter_mut().zip(faults) {
                if !asked.may_show(fault) {
                    continue;
                }
                let faulty = FaultyLibrary::new(&asked_once, fault, &memory);
                let bent = runner::ask_one(case, &name, &faulty, &[]);
                if let Some(kill) = kill(case, &own, &bent) {
                    row.cases.push(kill);
                } else if kill(case, &right, &bent).is_some() {
                    row.already_wrong.push(case.id.clone());
                }
            }
            progress();
        }
        LibraryMatrix { library: name, faults: rows }
    }
}

/// A library with a cache of its answers, so that each question is put once.
struct AskedOnce<'a> {
    library: &'a dyn Implementation,
    said: Mutex<Vec<SaidOnce>>,
}

/// Questions about a line, with the answers of the library.
type SaidOnce = (Scenario, Vec<Question>, Vec<Response>);

impl AskedOnce<'_> {
    /// The questions so far, line by line.
    fn lines(&self) -> Vec<(Scenario, Vec<Question>)> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        said.iter().map(|(line, questions, _)| (line.clone(), questions.clone())).collect()
    }
}

impl Implementation for AskedOnce<'_> {
    fn about(&self) -> About {
        self.library.about()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let known = said.iter().find(|(on, asked, _)| on == line && asked == questions);
        if let Some((_, _, answers)) = known {
            return answers.clone();
        }
        let answers = self.library.ask(line, questions);
        said.push((line.clone(), questions.to_vec(), answers.clone()));
        answers
    }
}

/// The reference with the name and the rules of a library.
struct AboutAnother<'a> {
    library: &'a dyn Implementation,
    of: &'a Memory,
}

impl Implementation for AboutAnother<'_> {
    fn about(&self) -> About {
        self.library.about()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.of.ask(line, questions)
    }
}

fn row(fault: &Fault) -> FaultRow {
    FaultRow { name: fault.name, mistake: fault.mistake, cases: Vec::new(), property: None }
}

/// The faults that a case notices, by their places.
fn kills(case: &Case, faults: &[&'static Fault]) -> Vec<(usize, Kill)> {
    let memory = Memory::default();
    let right = ask(case, &memory);
    let asked = Asked::new(&memory);
    let shown = faults.iter().enumerate().filter(|(_, fault)| asked.may_show(fault));
    shown
        .filter_map(|(place, fault)| {
            kill(case, &right, &ask(case, &Seeded::new(fault, &memory))).map(|kill| (place, kill))
        })
        .collect()
}

/// The lines of a case with the questions about them.
struct Asked {
    lines: Vec<Line>,
}

struct Line {
    scene: Arc<Scene>,
    questions: Vec<Vec<Question>>,
    /// Whether it is an earlier line under another rule set.
    is_known: bool,
}

impl Asked {
    fn new(memory: &Memory) -> Asked {
        let mut lines: Vec<Line> = Vec::new();
        for scene in memory.scenes() {
            let questions = scene.asked().into_iter().map(|(questions, _)| questions).collect();
            let is_known = lines.iter().any(|line| line.scene.shares_facts(&scene));
            lines.push(Line { scene, questions, is_known });
        }
        Asked { lines }
    }

    /// Whether a fault can show in one of the answers.
    fn may_show(&self, fault: &Fault) -> bool {
        let moves_only = fault.is_about_moves();
        let lines = self.lines.iter().filter(|line| !(moves_only && line.is_known));
        lines.into_iter().any(|line| {
            let shows = |one: &Vec<Question>| fault.may_show(&line.scene, one, Shows::Anywhere);
            line.questions.iter().any(shows)
        })
    }
}

fn ask(case: &Case, whom: &dyn Implementation) -> Vec<Verdict<'static>> {
    runner::ask_one(case, Reference::NAME, whom, &[])
}

/// The first question that is answered correctly without the fault and wrongly with it.
fn kill(case: &Case, right: &[Verdict<'_>], bent: &[Verdict<'_>]) -> Option<Kill> {
    let wrong = |one: &Verdict<'_>| one.finding.is_scored() && one.finding != Finding::Agrees;
    let pairs = right.iter().zip(bent);
    let (_, verdict) = pairs.into_iter().find(|(right, bent)| !wrong(right) && wrong(bent))?;
    Some(Kill {
        id: case.id.clone(),
        level: case.level,
        chess960: case.setup.castling.is_chess960(),
        question: verdict.expected.question.name(),
        rule_set: verdict.rule_set.to_string(),
        right: verdict.expected.right.to_string(),
        says: verdict.says.to_string(),
    })
}
