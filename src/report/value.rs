use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    catalogue::{Case, Catalogue, Class},
    position::Position,
    rules::Act,
    runner::{CaseRun, Consensus, Finding, Run, Standing, Verdict},
};

/// The whole of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this crate.
    pub lawbook: String,
    /// The catalogue the cases are from.
    pub catalogue: CatalogueSummary,
    /// The documents, by identifier.
    pub documents: Vec<DocumentSummary>,
    /// Who was asked, the reference first.
    pub implementations: Vec<ImplementationSummary>,
    /// One for each document and implementation, in the order of both.
    pub scores: Vec<Score>,
    /// Known deviations that name no case or question that was asked.
    pub stale_deviations: Vec<String>,
    /// What came of each case.
    pub cases: Vec<CaseReport>,
    /// Whether every case that was selected was put to everybody.
    pub complete: bool,
}

/// Which catalogue it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogueSummary {
    /// A digest of all its files.
    pub digest: String,
    /// The number of cases in it.
    pub cases: usize,
    /// The number of them that the texts leave open, and that are never scored.
    pub open: usize,
}

/// A document in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentSummary {
    /// The prefix of its statements.
    pub id: String,
    /// The folder of its cases.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The rule set it states.
    pub rule_set: String,
    /// The number of its statements.
    pub statements: usize,
    /// The number of those that have no truth value to test.
    pub untestable: usize,
    /// The number of its cases that were asked.
    pub cases: usize,
}

/// Who was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImplementationSummary {
    /// The name.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The rule set it was asked under; the reference is asked under all.
    pub rule_set: String,
}

/// How an implementation stands on a document, in numbers of questions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The folder of the document.
    pub document: String,
    /// The implementation.
    pub implementation: String,
    /// Right answers.
    pub agrees: usize,
    /// Wrong answers and failures that are known deviations.
    pub known: usize,
    /// Whatever does not pass the gate: new, changed, or fixed but still listed.
    pub failing: usize,
    /// Questions on which no claim was made.
    pub silent: usize,
    /// Questions that could not be asked.
    pub unsupported: usize,
}

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseReport {
    /// The case.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The folder of its document.
    pub document: String,
    /// Where it is written.
    pub place: String,
    /// The setup, as a FEN.
    pub setup: String,
    /// What happens, line by line.
    pub play: Vec<String>,
    /// The position at the end, as a FEN; the setup if it cannot be played.
    pub end: String,
    /// The statements it decides.
    pub states: Vec<StatementText>,
    /// Why the answer is what it is.
    pub why: String,
    /// By implementation, the questions answered rightly.
    pub agrees: BTreeMap<String, Vec<String>>,
    /// By implementation, the questions on which no claim was made.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub silent: BTreeMap<String, Vec<String>>,
    /// By implementation, the questions that could not be asked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unsupported: BTreeMap<String, Vec<String>>,
    /// Everything else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disagreements: Vec<Disagreement>,
}

/// A statement with what it says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementText {
    /// Its identifier.
    pub id: String,
    /// What it says, in our words.
    pub says: String,
}

/// A wrong answer, or none where there should be one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Disagreement {
    /// Who.
    pub implementation: String,
    /// The rule set under which it was asked.
    pub rule_set: String,
    /// The short name of the question.
    pub question: String,
    /// The question in plain words.
    pub asks: String,
    /// What is right.
    pub right: String,
    /// What was said.
    pub says: String,
    /// What came of asking.
    pub finding: Finding,
    /// The named mistake that the answer is, and why it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<(String, String)>,
    /// How it stands against the known deviations.
    pub standing: Standing,
    /// The class of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// The reason of the known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where the library's source or documentation shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Who else stands where.
    pub consensus: Consensus,
}

impl Report {
    /// The report of a run.
    pub fn new(run: &Run<'_>, catalogue: &Catalogue) -> Report {
        let documents = catalogue.documents.iter().map(|document| DocumentSummary {
            id: document.id.clone(),
            folder: document.folder.clone(),
            title: document.title.clone(),
            rule_set: document.rule_set.to_string(),
            statements: document.statements.len(),
            untestable: document.statements.iter().filter(|one| one.untestable.is_some()).count(),
            cases: run
                .cases
                .iter()
                .filter(|case| case.case.place.folder() == document.folder)
                .count(),
        });
        let implementations =
            run.implementations.iter().enumerate().map(|(place, about)| ImplementationSummary {
                name: about.name.clone(),
                version: about.version.clone(),
                rule_set: if place == 0 { "all".to_owned() } else { about.rule_set.to_string() },
            });
        Report {
            lawbook: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: CatalogueSummary {
                digest: catalogue.digest.clone(),
                cases: catalogue.cases.len(),
                open: catalogue.cases.iter().filter(|case| case.open.is_some()).count(),
            },
            documents: documents.collect(),
            implementations: implementations.collect(),
            scores: scores(run, catalogue),
            stale_deviations: run
                .stale
                .iter()
                .map(|stale| {
                    format!(
                        "{}: {} of {}",
                        stale.place.file,
                        stale.question,
                        stale.cases.join(", ")
                    )
                })
                .collect(),
            cases: run.cases.iter().map(|case| case_report(run, case, catalogue)).collect(),
            complete: true,
        }
    }

    /// Whether a gate lets this run pass.
    pub fn passes(&self) -> bool {
        self.stale_deviations.is_empty() && self.scores.iter().all(|score| score.failing == 0)
    }

    /// The folders of the documents and other parts of the catalogue that were asked, in order.
    pub fn folders(&self) -> Vec<&str> {
        let mut folders: Vec<&str> = Vec::new();
        for score in &self.scores {
            if !folders.contains(&score.document.as_str()) {
                folders.push(&score.document);
            }
        }
        folders
    }

    /// The score of an implementation on a folder.
    pub fn score(&self, folder: &str, implementation: &str) -> Option<&Score> {
        self.scores
            .iter()
            .find(|score| score.document == folder && score.implementation == implementation)
    }
}

fn scores(run: &Run<'_>, catalogue: &Catalogue) -> Vec<Score> {
    let order = |folder: &&str| {
        let place = catalogue.documents.iter().position(|document| document.folder == **folder);
        (place.unwrap_or(usize::MAX), (*folder).to_owned())
    };
    let mut folders: Vec<&str> = run.cases.iter().map(|case| case.case.place.folder()).collect();
    folders.sort_by_key(order);
    folders.dedup();
    let mut scores = Vec::new();
    for folder in folders {
        for (place, about) in run.implementations.iter().enumerate() {
            let mut score = Score {
                document: folder.to_owned(),
                implementation: about.name.clone(),
                ..Score::default()
            };
            let cases = run.cases.iter().filter(|case| case.case.place.folder() == folder);
            for verdict in cases.flat_map(|case| &case.verdicts) {
                if verdict.implementation == place {
                    *tally(&mut score, verdict) += 1;
                }
            }
            scores.push(score);
        }
    }
    scores
}

fn tally<'a>(score: &'a mut Score, verdict: &Verdict<'_>) -> &'a mut usize {
    match (verdict.standing, verdict.finding) {
        (Standing::Known, _) => &mut score.known,
        (Standing::AsExpected, Finding::Silent) => &mut score.silent,
        (Standing::AsExpected, Finding::Unsupported) => &mut score.unsupported,
        (Standing::AsExpected, _) => &mut score.agrees,
        _ => &mut score.failing,
    }
}

fn case_report(run: &Run<'_>, asked: &CaseRun<'_>, catalogue: &Catalogue) -> CaseReport {
    let case = asked.case;
    let mut report = CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        document: case.place.folder().to_owned(),
        place: case.place.to_string(),
        setup: case.setup.to_string(),
        play: case.play.clone(),
        end: end(case),
        states: case
            .states
            .iter()
            .filter_map(|id| catalogue.statement(id))
            .map(|statement| StatementText {
                id: statement.id.clone(),
                says: statement.says.clone(),
            })
            .collect(),
        why: case.why.clone(),
        agrees: BTreeMap::new(),
        silent: BTreeMap::new(),
        unsupported: BTreeMap::new(),
        disagreements: Vec::new(),
    };
    for verdict in &asked.verdicts {
        let name = &run.implementations[verdict.implementation].name;
        let list = match (verdict.standing, verdict.finding) {
            (Standing::AsExpected, Finding::Agrees) => &mut report.agrees,
            (Standing::AsExpected, Finding::Silent) => &mut report.silent,
            (Standing::AsExpected, Finding::Unsupported) => &mut report.unsupported,
            _ => {
                report.disagreements.push(disagreement(name, asked, verdict));
                continue;
            }
        };
        let questions = list.entry(name.clone()).or_default();
        let question = verdict.expected.question.name();
        if !questions.contains(&question) {
            questions.push(question);
        }
    }
    report
}

fn disagreement(name: &str, asked: &CaseRun<'_>, verdict: &Verdict<'_>) -> Disagreement {
    let because = |name: &String| {
        let mistake = asked.case.mistakes.iter().find(|mistake| mistake.name == *name)?;
        Some((mistake.name.clone(), mistake.because.clone()))
    };
    Disagreement {
        implementation: name.to_owned(),
        rule_set: verdict.rule_set.to_string(),
        question: verdict.expected.question.name(),
        asks: verdict.expected.question.to_string(),
        right: verdict.expected.right.to_string(),
        says: verdict.says.clone(),
        finding: verdict.finding,
        mistake: verdict.mistake.as_ref().and_then(because),
        standing: verdict.standing,
        class: verdict.deviation.map(|deviation| deviation.class),
        reason: verdict.deviation.map(|deviation| deviation.reason.clone()),
        source: verdict.deviation.and_then(|deviation| deviation.source.clone()),
        consensus: asked.consensus(&verdict.expected.question),
    }
}

/// What stands on the board when everything has been done.
fn end(case: &Case) -> String {
    let Ok(start) = Position::new(&case.setup) else { return case.setup.to_string() };
    let end = case
        .acts
        .iter()
        .filter_map(Act::played)
        .fold(start, |position, played| position.play(played).unwrap_or(position));
    end.to_string()
}
