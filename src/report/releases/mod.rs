//! How a library has answered over its releases: which release broke an answer, and which put it right.
//!
//! Of each release there are [`ReleaseAnswers`]; a [`LibraryHistory`] is made of those of all releases, keeps what is
//! wrong anywhere, and can be written, read, and rendered as a page and as charts. Like a report it is a pure function
//! of cases and answers.

mod answers;
mod chart;
mod games;
mod json;
mod page;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use answers::{GivenAnswer, ReleaseAnswers, WrongSaying};
pub use chart::{chart, overview_chart};
pub use games::{DisagreementHistory, GamesHistory, MetDisagreement, ReleaseGames, TimesSpan};
pub use json::{read_history, write_history};
pub use page::{history_index, history_page, share};

use super::{CatalogueSummary, diff::ChangeKind, record};
use crate::{
    catalogue::{Case, Catalogue, Deviation, DeviationClass},
    question::{AnswerRecord, ExpectationRecord},
    runner::Finding,
};

/// The form of the histories that this version writes and reads.
pub const HISTORY_FORMAT: u32 = 1;

/// How one library has answered over its releases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LibraryHistory {
    /// The form of the history, [`HISTORY_FORMAT`].
    pub format: u32,
    /// The library.
    pub library: String,
    /// Where it is published, such as `npm`; empty if nowhere.
    pub ecosystem: String,
    /// The catalogue the cases are from.
    pub catalogue: CatalogueSummary,
    /// The releases, the oldest first.
    pub releases: Vec<LibraryRelease>,
    /// The questions that some release answers wrongly, in the order of the catalogue.
    pub answers: Vec<AnswerHistory>,
    /// What random games have shown, if the releases were asked about some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesHistory>,
}

/// A release, and what came of asking it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LibraryRelease {
    /// The version.
    pub version: String,
    /// The day on which it was published, as `2026-01-31`, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: ReleaseOutcome,
}

/// What came of asking a release.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReleaseOutcome {
    /// It was asked, and answered so.
    Asked(ReleaseScore),
    /// It could not be asked, and why.
    NotAsked(String),
}

/// How a release has answered, in numbers of questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReleaseScore {
    /// Right answers.
    pub right: usize,
    /// Wrong answers and failures.
    pub wrong: usize,
    /// Questions on which no claim was made, or that cannot be asked.
    pub none: usize,
}

/// A question about a case that some release answers wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerHistory {
    /// The case.
    pub case: String,
    /// Its title.
    pub title: String,
    /// The position at the end of the case, as a FEN; the setup if it cannot be played.
    pub fen: String,
    /// How many plies or other acts lead to it.
    pub acts: usize,
    /// The short name of the question.
    pub question: String,
    /// What it asks.
    pub asks: String,
    /// What is right.
    pub right: ExpectationRecord,
    /// What kind of disagreement it is, if the list of known deviations has this question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<DeviationClass>,
    /// What was answered, the oldest first: each holds until the next.
    pub spans: Vec<AnswerSpan>,
}

/// What a library has answered from one release on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnswerSpan {
    /// The first release that was asked and answered so.
    pub since: String,
    /// What came of asking.
    pub finding: Finding,
    /// What was said, if it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<AnswerRecord>,
}

/// What a release has made of a question.
#[derive(Clone, Copy, Debug)]
pub struct AnswerChange<'a> {
    /// What has become of it.
    pub kind: ChangeKind,
    /// The question.
    pub answer: &'a AnswerHistory,
    /// What was answered before.
    pub before: &'a AnswerSpan,
    /// What the release answers.
    pub now: &'a AnswerSpan,
}

impl LibraryHistory {
    /// The history of a library, of the answers of its releases to these cases, the oldest first.
    ///
    /// A release that could not be asked comes with the reason. The words of a refusal or of a failure are no answer: an
    /// answer has changed only if more than they have.
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

    /// The releases that were asked, with their scores, the oldest first.
    pub fn asked(&self) -> impl Iterator<Item = (&LibraryRelease, ReleaseScore)> {
        self.releases.iter().filter_map(|release| match release.outcome {
            ReleaseOutcome::Asked(score) => Some((release, score)),
            ReleaseOutcome::NotAsked(_) => None,
        })
    }

    /// What a release has changed against the one that was asked before it.
    pub fn changes(&self, version: &str) -> Vec<AnswerChange<'_>> {
        let of = |answer| AnswerChange::of(answer, version);
        let mut changes: Vec<AnswerChange<'_>> = self.answers.iter().filter_map(of).collect();
        changes.sort_by_key(|change| change.kind);
        changes
    }

    /// The wrong answers of each release that was asked, by the class of what is wrong.
    pub fn wrong_by_class(&self) -> Vec<BTreeMap<ShownClass, usize>> {
        let versions: Vec<&str> =
            self.asked().map(|(release, _)| release.version.as_str()).collect();
        let mut wrong = vec![BTreeMap::new(); versions.len()];
        for answer in &self.answers {
            let mut spans = answer.spans.iter().peekable();
            let mut now: Option<&AnswerSpan> = None;
            for (version, counts) in versions.iter().zip(&mut wrong) {
                now = spans.next_if(|span| span.since == *version).or(now);
                if now.is_some_and(AnswerSpan::is_wrong) {
                    *counts.entry(ShownClass::of(answer.class)).or_default() += 1;
                }
            }
        }
        wrong
    }
}

/// The class of a wrong answer, in the order in which classes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ShownClass {
    /// A bug.
    Bug,
    /// By design, another rule set, or incomplete: the library says so, or does not get so far.
    Meant,
    /// Nobody has said what it is, as no list of today has it.
    Unlisted,
}

impl ShownClass {
    /// All of them.
    pub const ALL: [ShownClass; 3] = [ShownClass::Bug, ShownClass::Meant, ShownClass::Unlisted];

    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            ShownClass::Bug => "listed as a bug",
            ShownClass::Meant => "meant, or incomplete",
            ShownClass::Unlisted => "not listed today",
        }
    }

    fn of(class: Option<DeviationClass>) -> ShownClass {
        match class {
            Some(DeviationClass::Bug) => ShownClass::Bug,
            Some(
                DeviationClass::ByDesign
                | DeviationClass::OtherRuleSet
                | DeviationClass::Incomplete,
            ) => ShownClass::Meant,
            Some(DeviationClass::Unexplained) | None => ShownClass::Unlisted,
        }
    }
}

impl ReleaseScore {
    /// The right answers of a thousand that were given, rounded down: a thousand only if all are right.
    pub fn per_mille(self) -> usize {
        (self.right * 1000).checked_div(self.right + self.wrong).unwrap_or(0)
    }
}

impl AnswerSpan {
    /// Whether this is a wrong answer, or none where there should have been one.
    pub fn is_wrong(&self) -> bool {
        self.finding.is_scored() && self.finding != Finding::Agrees
    }

    /// What was answered, in words.
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
    /// What this release has made of a question, if anything that is worth a line.
    fn of(answer: &'a AnswerHistory, version: &str) -> Option<AnswerChange<'a>> {
        let place = answer.spans.iter().position(|span| span.since == version)?;
        let (before, now) = (answer.spans.get(place.checked_sub(1)?)?, answer.spans.get(place)?);
        // Why it is not reached is a change of another question.
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

/// The history of one question about a case, if some release answers it wrongly.
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
