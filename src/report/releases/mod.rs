//! The history of a library's answers over its releases: which release broke an answer, and which fixed it.
//!
//! The answers of one release are [`ReleaseAnswers`]. A [`LibraryHistory`] combines those of all releases, and keeps
//! the questions that any release answers wrongly. It can be serialized, parsed, and rendered as a page and as charts.
//! Like a report it is a pure function of cases and answers.

mod answers;
mod chart;
mod games;
mod json;
mod page;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use answers::{GivenAnswer, ReleaseAnswers, WrongAnswerRecord};
pub use chart::{chart, overview_chart};
pub use games::{CountSpan, DisagreementHistory, FirstOccurrence, GamesHistory, ReleaseGames};
pub use json::{read_history, write_history};
pub use page::{history_index, history_page, share};

use super::{CatalogueSummary, diff::ChangeKind, record};
use crate::{
    catalogue::{Case, Catalogue, Deviation, DeviationClass},
    question::{AnswerRecord, ExpectationRecord},
    runner::Finding,
};

/// The version of the history format that this version of the crate reads and writes.
pub const HISTORY_FORMAT: u32 = 1;

/// The answers of one library over its releases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LibraryHistory {
    /// The version of the format, [`HISTORY_FORMAT`].
    pub format: u32,
    /// The name of the library.
    pub library: String,
    /// The package registry, such as `npm`; empty if there is none.
    pub ecosystem: String,
    /// The catalogue of the cases.
    pub catalogue: CatalogueSummary,
    /// The releases, from the oldest to the newest.
    pub releases: Vec<LibraryRelease>,
    /// The questions that any release answers wrongly, in the order of the catalogue.
    pub answers: Vec<AnswerHistory>,
    /// The results of random games, if the releases were run on any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesHistory>,
}

/// A release and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LibraryRelease {
    /// The version.
    pub version: String,
    /// The day of publication, such as `2026-01-31`, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The result.
    #[serde(flatten)]
    pub outcome: ReleaseOutcome,
}

/// The result of a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseOutcome {
    /// The release was run, with this score.
    Asked(ReleaseScore),
    /// The release could not be run, for this reason.
    NotAsked(String),
}

/// The score of a release, in numbers of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReleaseScore {
    /// Right answers.
    pub right: usize,
    /// Wrong answers and failures.
    pub wrong: usize,
    /// Questions without a claim of the library, or not supported by it.
    pub none: usize,
}

/// The history of a question that some release answers wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerHistory {
    /// The identifier of the case.
    pub case: String,
    /// Its title.
    pub title: String,
    /// The final position of the case as a FEN, or the setup if it is not playable.
    pub fen: String,
    /// The number of plies and other acts that lead to it.
    pub acts: usize,
    /// The short name of the question.
    pub question: String,
    /// The question in plain words.
    pub asks: String,
    /// The right answer.
    pub right: ExpectationRecord,
    /// The class of the deviation, if the list of known deviations contains this question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<DeviationClass>,
    /// The answers from the oldest release to the newest. Each entry holds until the next one.
    pub spans: Vec<AnswerSpan>,
}

/// The answer of a library from one release on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerSpan {
    /// The first release that was run and gave this answer.
    pub since: String,
    /// The judgement of the answer.
    pub finding: Finding,
    /// The answer, if it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<AnswerRecord>,
}

/// A change of an answer in a release.
#[derive(Clone, Copy, Debug)]
pub struct AnswerChange<'a> {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The question.
    pub answer: &'a AnswerHistory,
    /// The previous answer.
    pub before: &'a AnswerSpan,
    /// The answer of the release.
    pub now: &'a AnswerSpan,
}

impl LibraryHistory {
    /// Combines the answers of the releases of a library, given from the oldest to the newest.
    ///
    /// A release that could not be run is given with the reason. The messages of refusals and failures are ignored when
    /// answers are compared.
    pub fn new(
        (library, ecosystem): (&str, &str),
        catalogue: &Catalogue,
        cases: &[&Case],
        releases: &[(LibraryRelease, Option<ReleaseAnswers>)],
        known: &[Deviation],
    ) -> LibraryHistory {
        let asked: Vec<(&str, &ReleaseAnswers)> = releases
            .iter()
            .filter_map(|(release, answers)| Some((release.version.as_str(), answers.as_ref()?)))
            .collect();
        let of_case = |case: &&Case| {
            let most = asked.iter().map(|(_, answers)| answers.of(&case.id).len()).max();
            let about = |place| answer_history(case, place, &asked, (library, known));
            (0..most.unwrap_or(0)).filter_map(about).collect::<Vec<_>>()
        };
        LibraryHistory {
            format: HISTORY_FORMAT,
            library: library.to_owned(),
            ecosystem: ecosystem.to_owned(),
            catalogue: CatalogueSummary {
                digest: catalogue.digest.clone(),
                cases: catalogue.cases.len(),
                open: catalogue.cases.iter().filter(|case| case.open.is_some()).count(),
            },
            releases: releases.iter().map(|(release, _)| release.clone()).collect(),
            answers: cases.iter().flat_map(of_case).collect(),
            games: None,
        }
    }

    /// Returns the releases that were run with their scores, from the oldest to the newest.
    pub fn asked(&self) -> impl Iterator<Item = (&LibraryRelease, ReleaseScore)> {
        self.releases.iter().filter_map(|release| match release.outcome {
            ReleaseOutcome::Asked(score) => Some((release, score)),
            ReleaseOutcome::NotAsked(_) => None,
        })
    }

    /// Returns the changes of answers between a release and the previous one that was run.
    pub fn changes(&self, version: &str) -> Vec<AnswerChange<'_>> {
        let of = |answer| AnswerChange::of(answer, version);
        let mut changes: Vec<AnswerChange<'_>> = self.answers.iter().filter_map(of).collect();
        changes.sort_by_key(|change| change.kind);
        changes
    }

    /// Counts the wrong answers of each release that was run, by class.
    pub fn wrong_by_class(&self) -> Vec<BTreeMap<DeviationGroup, usize>> {
        let versions: Vec<&str> =
            self.asked().map(|(release, _)| release.version.as_str()).collect();
        let mut wrong = vec![BTreeMap::new(); versions.len()];
        for answer in &self.answers {
            let mut spans = answer.spans.iter().peekable();
            let mut now: Option<&AnswerSpan> = None;
            for (version, counts) in versions.iter().zip(&mut wrong) {
                now = spans.next_if(|span| span.since == *version).or(now);
                if now.is_some_and(AnswerSpan::is_wrong) {
                    *counts.entry(DeviationGroup::of(answer.class)).or_default() += 1;
                }
            }
        }
        wrong
    }
}

/// The class of a wrong answer, in the order of presentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeviationGroup {
    /// A bug.
    Bug,
    /// By design, another rule set, or incomplete: documented by the library or not implemented.
    Meant,
    /// Not classified, because no current list of known deviations contains it.
    Unlisted,
}

impl DeviationGroup {
    /// All classes.
    pub const ALL: [DeviationGroup; 3] =
        [DeviationGroup::Bug, DeviationGroup::Meant, DeviationGroup::Unlisted];

    /// Returns the name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            DeviationGroup::Bug => "listed as a bug",
            DeviationGroup::Meant => "meant, or incomplete",
            DeviationGroup::Unlisted => "not listed today",
        }
    }

    fn of(class: Option<DeviationClass>) -> DeviationGroup {
        match class {
            Some(DeviationClass::Bug) => DeviationGroup::Bug,
            Some(
                DeviationClass::ByDesign
                | DeviationClass::OtherRuleSet
                | DeviationClass::Incomplete,
            ) => DeviationGroup::Meant,
            Some(DeviationClass::Unexplained) | None => DeviationGroup::Unlisted,
        }
    }
}

impl ReleaseScore {
    /// Returns the right answers per thousand, rounded down. The result is 1,000 only if all answers are right.
    pub fn per_mille(self) -> usize {
        (self.right * 1000).checked_div(self.right + self.wrong).unwrap_or(0)
    }
}

impl AnswerSpan {
    /// Whether the answer is wrong, or missing because of a failure.
    pub fn is_wrong(&self) -> bool {
        self.finding.is_scored() && self.finding != Finding::Agrees
    }

    /// Returns the answer in words.
    pub fn words(&self) -> String {
        match (&self.says, self.finding) {
            (_, Finding::Agrees) => "the right answer".to_owned(),
            (_, Finding::Silent) => "no claim".to_owned(),
            (_, Finding::Unsupported) => "not asked".to_owned(),
            (_, Finding::NotReached) => "not reached".to_owned(),
            (Some(says), Finding::SetupRefused) => format!("the setup is refused: {says}"),
            (Some(says), Finding::MoveRefused) => format!("a legal move is refused: {says}"),
            (Some(says), Finding::Panicked) => format!("it throws: {says}"),
            (Some(says), Finding::Crashed) => format!("it crashes: {says}"),
            (Some(says), Finding::TimedOut) => format!("it does not answer in time: {says}"),
            (Some(says), Finding::Differs | Finding::ProtocolError) => says.to_string(),
            (None, _) => "a wrong answer".to_owned(),
        }
    }
}

impl<'a> AnswerChange<'a> {
    /// Returns the change of a question in this release, if it is worth mentioning.
    fn of(answer: &'a AnswerHistory, version: &str) -> Option<AnswerChange<'a>> {
        let place = answer.spans.iter().position(|span| span.since == version)?;
        let (before, now) = (answer.spans.get(place.checked_sub(1)?)?, answer.spans.get(place)?);
        // The failure that prevents the question from being reached is a change of its own.
        if now.finding == Finding::NotReached {
            return None;
        }
        let is_answer = |span: &AnswerSpan| span.finding.is_scored();
        let kind = match (is_answer(before), is_answer(now)) {
            (true, true) if before.is_wrong() && now.is_wrong() => ChangeKind::Changed,
            (true, true) if now.is_wrong() => ChangeKind::Broken,
            (true, true) => ChangeKind::Fixed,
            (true, false) => ChangeKind::NoLongerSupported,
            (false, true) => ChangeKind::NowSupported,
            (false, false) => return None,
        };
        Some(AnswerChange { kind, answer, before, now })
    }
}

/// Returns the history of one question of a case, if some release answers it wrongly. `place` is the index of the
/// question.
fn answer_history(
    case: &Case,
    place: usize,
    asked: &[(&str, &ReleaseAnswers)],
    (library, known): (&str, &[Deviation]),
) -> Option<AnswerHistory> {
    let given: Vec<(&str, &GivenAnswer)> = asked
        .iter()
        .filter_map(|(version, answers)| Some((*version, answers.of(&case.id).get(place)?)))
        .collect();
    let wrong = given.iter().find_map(|(_, answer)| answer.wrong.as_ref())?;
    let class = known.iter().find(|one| {
        one.implementation == library
            && one.question == wrong.question
            && one.cases.contains(&case.id)
    });
    let mut spans: Vec<AnswerSpan> = Vec::new();
    let mut last: Option<&GivenAnswer> = None;
    for (version, answer) in given {
        if last.is_none_or(|last| !last.is_same(answer)) {
            spans.push(AnswerSpan {
                since: version.to_owned(),
                finding: answer.finding,
                says: answer.wrong.as_ref().map(|wrong| wrong.says.clone()),
            });
        }
        last = Some(answer);
    }
    Some(AnswerHistory {
        case: case.id.clone(),
        title: case.title.clone(),
        fen: record::end(case),
        acts: case.acts.len(),
        question: wrong.question.clone(),
        asks: wrong.asks.clone(),
        right: wrong.right.clone(),
        class: class.map(|one| one.class),
        spans,
    })
}
