//! Converts a run to a report.

use std::collections::BTreeMap;

use super::{
    CaseReport, CatalogueSummary, Disagreement, DocumentSummary, FORMAT, ImplementationSummary,
    Report, RuleSetSummary, Score, StatementText, cause_words,
};
use crate::runner::{CaseRun, Finding, Run, Standing, Verdict};
use lawbook::rules::{Parameter, RuleSet};
use lawbook_catalogue::{
    Case, Catalogue, Deviation, Release, Releases, Upstream, digest,
    question::{AnswerRecord, Expectation, ExpectationRecord, MovesRecord},
};
use lawbook_faults::WrongAnswer;

impl Report {
    /// Creates the report of a run.
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
            format: FORMAT,
            lawbook: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: CatalogueSummary {
                digest: catalogue.digest.clone(),
                cases: catalogue.cases.len(),
                situations: catalogue.cases.chunk_by(Case::is_same_situation).count(),
                open: catalogue.cases.iter().filter(|case| case.open.is_some()).count(),
            },
            rule_sets: RuleSet::ALL.into_iter().map(rule_set).collect(),
            documents: documents.collect(),
            implementations: implementations.collect(),
            not_asked: run.stopped.clone(),
            scores: scores(run, catalogue),
            stale_deviations: run
                .stale
                .iter()
                .map(|stale| format!("{}: {}", stale.place.file, cause_words(&stale.cause)))
                .collect(),
            too_few_answers: Vec::new(),
            cases: run.cases.iter().map(|case| case_report(run, case, catalogue)).collect(),
            complete: run.stopped.is_empty(),
        }
    }
}

/// Summarizes a rule set with a digest of all its parameters.
fn rule_set(rule_set: RuleSet) -> RuleSetSummary {
    let says: Vec<String> = Parameter::all()
        .map(|parameter| format!("{}={}\n", parameter.name, parameter.cell(rule_set).value))
        .collect();
    RuleSetSummary { name: rule_set.to_string(), digest: digest(&says) }
}

/// Returns a digest of the setup, the lines of play, and the right answers under every rule set of the case.
fn case_digest(case: &Case) -> String {
    let mut parts = vec![format!("{}\n{:?}\n{}\n", case.setup, case.event, case.play.join("\n"))];
    for rule_set in case.rule_sets.iter() {
        for expected in case.expected_under(rule_set) {
            let question = expected.question.name();
            let right = ExpectationRecord::from(&expected.right);
            let right = serde_json::to_string(&right).unwrap_or_default();
            parts.push(format!("{rule_set} {question} {right}\n"));
        }
    }
    digest(&parts)
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
            for case in run.cases.iter().filter(|case| case.case.place.folder() == folder) {
                let lesson = is_lesson(run, case);
                for verdict in case.verdicts.iter().filter(|one| one.implementation == place) {
                    *tally(&mut score, verdict, lesson) += 1;
                }
            }
            scores.push(score);
        }
    }
    scores
}

/// Whether the run includes libraries, and none of them supports any question of this case.
fn is_lesson(run: &Run<'_>, case: &CaseRun<'_>) -> bool {
    let mut of_libraries = case.verdicts.iter().filter(|verdict| verdict.implementation > 0);
    run.implementations.len() > 1
        && of_libraries.all(|verdict| verdict.finding == Finding::Unsupported)
}

fn tally<'a>(score: &'a mut Score, verdict: &Verdict<'_>, lesson: bool) -> &'a mut usize {
    match (verdict.standing, verdict.finding) {
        (Standing::Known, _) => &mut score.known,
        (Standing::AsExpected, Finding::Silent) => &mut score.silent,
        (Standing::AsExpected, Finding::Unsupported) => &mut score.unsupported,
        (Standing::AsExpected, Finding::NotReached) => &mut score.not_reached,
        (Standing::AsExpected, _) if lesson => &mut score.lessons,
        (Standing::AsExpected, _) => &mut score.agrees,
        (Standing::New | Standing::LookAgain, _) => &mut score.failing,
    }
}

fn case_report(run: &Run<'_>, asked: &CaseRun<'_>, catalogue: &Catalogue) -> CaseReport {
    let case = asked.case;
    let rule_set = judged_under(asked).unwrap_or_else(|| catalogue.home_rule_set(case));
    let mut report = CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        digest: case_digest(case),
        document: case.place.folder().to_owned(),
        lesson: is_lesson(run, asked),
        place: case.place.to_string(),
        setup: case.setup.to_string(),
        play: case.play.clone(),
        end: match case.positions().last() {
            Some(end) => end.to_string(),
            None => case.setup.to_string(),
        },
        states: catalogue
            .statements_under(case, rule_set)
            .into_iter()
            .map(|statement| StatementText {
                id: statement.id.clone(),
                says: statement.says.clone(),
            })
            .collect(),
        why: case.why_under(rule_set),
        agrees: BTreeMap::new(),
        silent: BTreeMap::new(),
        unsupported: BTreeMap::new(),
        not_reached: BTreeMap::new(),
        disagreements: Vec::new(),
    };
    for verdict in &asked.verdicts {
        let name = &run.implementations[verdict.implementation].name;
        let list = match verdict.finding {
            Finding::Agrees => &mut report.agrees,
            Finding::Silent => &mut report.silent,
            Finding::Unsupported => &mut report.unsupported,
            Finding::NotReached => &mut report.not_reached,
            _ => {
                let one = disagreement(name, asked, verdict, &report.why);
                report.disagreements.push(one);
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

/// Returns the rule set of all answers of the libraries, or of all answers if no library was asked; `None` if there are
/// several.
fn judged_under(asked: &CaseRun<'_>) -> Option<RuleSet> {
    let is_asked = asked.verdicts.iter().any(|verdict| verdict.implementation > 0);
    let mut counted =
        asked.verdicts.iter().filter(|verdict| !is_asked || verdict.implementation > 0);
    let first = counted.next()?.rule_set;
    counted.all(|verdict| verdict.rule_set == first).then_some(first)
}

/// Creates a disagreement. `why` is the explanation of the case in the report.
fn disagreement(name: &str, asked: &CaseRun<'_>, verdict: &Verdict<'_>, why: &str) -> Disagreement {
    let because = |name: &String| {
        let mistake = asked.case.mistakes.iter().find(|mistake| mistake.name == *name)?;
        Some((mistake.name.clone(), mistake.because.clone()))
    };
    let listed = |field: fn(&Deviation) -> Option<String>| verdict.deviation.and_then(field);
    Disagreement {
        implementation: name.to_owned(),
        rule_set: verdict.rule_set.to_string(),
        question: verdict.expected.question.name(),
        asks: verdict.expected.question.to_string(),
        right: (&verdict.expected.right).into(),
        why: Some(asked.case.why_under(verdict.rule_set)).filter(|own| own != why),
        unseen: verdict.unseen.clone().filter(|_| !verdict.standing.passes()),
        says: verdict.says.clone(),
        finding: verdict.finding,
        mistake: verdict.mistake.as_ref().and_then(because),
        cause: verdict.cause.clone().filter(|_| !verdict.standing.passes()),
        shared: verdict.shared.clone(),
        differences: differences(verdict).filter(|_| !verdict.standing.passes()),
        standing: verdict.standing,
        class: verdict.deviation.map(|deviation| deviation.class),
        reason: verdict.deviation.map(|deviation| deviation.reason.clone()),
        source: verdict.deviation.and_then(|deviation| deviation.source.clone()),
        upstream: listed(|deviation| deviation.upstream.as_ref().map(Upstream::to_string)),
        reported: listed(|deviation| deviation.reported.map(|day| day.to_string())),
        fixed_in: listed(|deviation| deviation.fixed_in.as_ref().map(Release::to_string)),
        // Needed only if the entry is about other versions than the one that was run.
        versions: listed(|deviation| deviation.versions.as_ref().map(Releases::to_string))
            .filter(|_| verdict.standing == Standing::LookAgain),
        consensus: asked.consensus(&verdict.expected.question),
    }
}

/// Returns the moves that are missing or too many, if only their number was asked.
fn differences(verdict: &Verdict<'_>) -> Option<AnswerRecord> {
    let (Expectation::Number(_), Some(WrongAnswer::List(items))) =
        (&verdict.expected.right, &verdict.wrong)
    else {
        return None;
    };
    let of = |extra: bool| {
        let own = items.iter().filter(|(is_extra, _)| *is_extra == extra);
        own.map(|(_, one)| one.clone()).collect()
    };
    Some(AnswerRecord::Moves(MovesRecord { without: of(false), also: of(true) }))
}
