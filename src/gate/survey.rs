//! How libraries stand against a baseline, over the whole catalogue.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    adapter::{About, Implementation},
    catalogue::{Baseline, Case, Catalogue, Deviation, DeviationClass, Listed, Place, Version},
    question::AnswerRecord,
    runner::{self, Finding, Standing},
};

/// What is to become of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineUpdate {
    /// It is made, and lists every disagreement.
    Init,
    /// What it does not list yet is added.
    Add,
    /// Nothing.
    Check,
    /// What it lists and has gone is taken out.
    Prune,
}

/// How libraries stand against a baseline.
pub struct Survey<'a> {
    baseline: &'a Baseline,
    libraries: BTreeMap<String, Surveyed>,
}

/// How one library does.
#[derive(Default)]
struct Surveyed {
    version: String,
    /// By kind of question, how many were answered and how many of them rightly.
    answers: BTreeMap<&'static str, (u32, u32)>,
    findings: Vec<SurveyFinding>,
    /// Cases and questions that are listed and do not exist.
    unknown: Vec<(String, String)>,
}

/// A disagreement, or one that is listed and has gone.
#[derive(Clone, PartialEq, Eq)]
struct SurveyFinding {
    case: String,
    question: String,
    says: AnswerRecord,
    standing: Standing,
    /// Whether the case is newer than the baseline.
    newer: bool,
}

impl BaselineUpdate {
    /// The change with this name: `init`, `add`, `check` or `prune`.
    pub fn named(name: &str) -> Option<BaselineUpdate> {
        match name {
            "init" => Some(BaselineUpdate::Init),
            "add" => Some(BaselineUpdate::Add),
            "check" => Some(BaselineUpdate::Check),
            "prune" => Some(BaselineUpdate::Prune),
            _ => None,
        }
    }
}

impl<'a> Survey<'a> {
    /// Puts every case up to the level of the baseline to these libraries and compares with the baseline.
    pub fn new(
        catalogue: &Catalogue,
        libraries: &[&dyn Implementation],
        baseline: &'a Baseline,
    ) -> Survey<'a> {
        let known = baseline.deviations();
        let surveyed = libraries.iter().map(|library| {
            let About { name, version, .. } = library.about();
            let mut surveyed = Surveyed { version, ..Surveyed::default() };
            let mut asked = BTreeSet::new();
            let is_asked = |case: &&Case| case.open.is_none() && case.level <= baseline.level;
            for case in catalogue.cases.iter().filter(is_asked) {
                for verdict in runner::ask_one(case, &name, *library, &known) {
                    let question = &verdict.expected.question;
                    asked.insert((case.id.clone(), question.name()));
                    let Standing::AsExpected = verdict.standing else {
                        surveyed.findings.push(SurveyFinding {
                            case: case.id.clone(),
                            question: question.name(),
                            says: verdict.says.clone(),
                            standing: verdict.standing,
                            newer: case.since > baseline.catalogue,
                        });
                        surveyed.count(question.kind(), verdict.finding);
                        continue;
                    };
                    surveyed.count(question.kind(), verdict.finding);
                }
            }
            let listed = known
                .iter()
                .filter(|one| one.implementation == name && one.is_about(&surveyed.version));
            surveyed.unknown = listed
                .flat_map(|one| one.cases.iter().map(|case| (case.clone(), one.question.clone())))
                .filter(|listed| !asked.contains(listed))
                .collect();
            (name, surveyed)
        });
        Survey { baseline, libraries: surveyed.collect() }
    }

    /// Whether nothing is wrong that is not listed, and nothing is listed that is not so.
    pub fn holds(&self) -> bool {
        self.stale().is_empty()
            && self.found().all(|(_, found)| found.newer || found.standing.passes())
    }

    /// What the baseline says that is not so, a line each: cases that do not exist, and questions
    /// that the library answered once and no longer does.
    pub fn stale(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, surveyed) in &self.libraries {
            for (case, question) in &surveyed.unknown {
                lines.push(format!("unknown    {name}  {case}  {question}: no such question"));
            }
            for kind in self.listed_answers(name) {
                if !surveyed.answers.contains_key(kind.as_str()) {
                    lines.push(format!("lost       {name}  no longer answers {kind}"));
                }
            }
        }
        lines
    }

    /// The baseline after the change.
    pub fn changed(&self, change: BaselineUpdate) -> Baseline {
        let mut baseline = self.baseline.clone();
        if change == BaselineUpdate::Check {
            return baseline;
        }
        let adds = change != BaselineUpdate::Prune;
        for (name, surveyed) in &self.libraries {
            let listed = baseline.libraries.entry(name.clone()).or_default();
            surveyed.take_out(listed);
            if adds {
                surveyed.put_in(name, listed);
            }
        }
        if adds {
            baseline.catalogue = Version::current();
        }
        baseline
    }

    /// What was found, a line each, and a sum.
    pub fn text(&self, change: BaselineUpdate) -> String {
        let mut text = String::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, found) in self.found() {
            let word = found.word();
            *counts.entry(word).or_default() += 1;
            if found.standing != Standing::Known && change != BaselineUpdate::Init {
                let SurveyFinding { case, question, .. } = found;
                text.push_str(&format!("{word:10} {name}  {case}  {question}: {}\n", found.says()));
            }
        }
        for line in self.stale() {
            text.push_str(&format!("{line}\n"));
        }
        for (name, surveyed) in &self.libraries {
            let listed: Vec<&String> = self.listed_answers(name).collect();
            for (kind, (asked, right)) in &surveyed.answers {
                if change != BaselineUpdate::Init && !listed.iter().any(|one| one == kind) {
                    let line = format!("answers {kind} now: {right} of {asked} right");
                    text.push_str(&format!("gained     {name}  {line}\n"));
                }
            }
            let (asked, right) =
                surveyed.answers.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            let kinds = surveyed.answers.len();
            text.push_str(&format!(
                "{name}: {right} of {asked} answers are right, on {kinds} kinds of questions\n"
            ));
        }
        let sum: Vec<String> =
            counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        match sum.is_empty() {
            true => text.push_str("no disagreement\n"),
            false => text.push_str(&format!("disagreements: {}\n", sum.join(", "))),
        }
        text
    }

    fn found(&self) -> impl Iterator<Item = (&String, &SurveyFinding)> {
        self.libraries
            .iter()
            .flat_map(|(name, surveyed)| surveyed.findings.iter().map(move |found| (name, found)))
    }

    fn listed_answers(&self, name: &str) -> impl Iterator<Item = &String> {
        self.baseline.libraries.get(name).into_iter().flat_map(|listed| &listed.answers)
    }
}

impl SurveyFinding {
    /// What is said now, if it is wrong.
    fn says(&self) -> String {
        match self.standing == Standing::FixedButListed {
            true => "right now".to_owned(),
            false => self.says.to_string(),
        }
    }

    fn word(&self) -> &'static str {
        match self.standing {
            Standing::AsExpected | Standing::Known => "known",
            Standing::New if self.newer => "newer",
            Standing::New => "new",
            Standing::Changed => "changed",
            Standing::FixedButListed => "gone",
            Standing::LookAgain => "look-again",
        }
    }
}

impl Surveyed {
    fn count(&mut self, kind: &'static str, finding: Finding) {
        if finding.is_scored() {
            let (asked, right) = self.answers.entry(kind).or_default();
            *asked += 1;
            *right += u32::from(finding == Finding::Agrees);
        }
    }

    /// Takes out what is listed and is not so, or no longer so.
    fn take_out(&self, listed: &mut Listed) {
        // What shows in random games alone names no case, and no case says that it has gone; nor does this version say
        // it of what is about others.
        let stays = |one: &Deviation| {
            one.cases.is_empty() && one.in_games.is_some() || !one.is_about(&self.version)
        };
        let staying: Vec<Deviation> = listed.deviations.extract_if(.., |one| stays(one)).collect();
        for deviation in &mut listed.deviations {
            let question = deviation.question.clone();
            deviation.cases.retain(|case| {
                let mut findings = self
                    .findings
                    .iter()
                    .filter(|one| one.case == *case && one.question == question);
                findings.any(|one| one.standing == Standing::Known)
            });
        }
        listed.deviations.retain(|deviation| !deviation.cases.is_empty());
        listed.deviations.extend(staying);
        listed.answers.retain(|kind| self.answers.contains_key(kind.as_str()));
    }

    /// Puts in what is so and not listed.
    fn put_in(&self, name: &str, listed: &mut Listed) {
        listed.answers.extend(self.answers.keys().map(|kind| (*kind).to_owned()));
        let unlisted =
            |one: &&SurveyFinding| matches!(one.standing, Standing::New | Standing::Changed);
        for SurveyFinding { case, question, says, .. } in self.findings.iter().filter(unlisted) {
            let same = listed.deviations.iter_mut().find(|one| {
                one.class == DeviationClass::Unexplained
                    && one.question == *question
                    && one.says == *says
            });
            match same {
                Some(deviation) => deviation.cases.push(case.clone()),
                None => listed.deviations.push(Deviation {
                    cases: vec![case.clone()],
                    question: question.clone(),
                    says: says.clone(),
                    class: DeviationClass::Unexplained,
                    reason: "nobody has looked at it yet".to_owned(),
                    source: None,
                    in_games: None,
                    versions: None,
                    upstream: None,
                    reported: None,
                    fixed_in: None,
                    implementation: name.to_owned(),
                    place: Place::default(),
                }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        adapter::{Reference, Response, Situation},
        position::Move,
        question::{Answer, PositionQuestion, Question},
    };

    /// The reference, but it lets the king castle through check, or does not know what mate is.
    struct Bent {
        castles: bool,
        knows_mate: bool,
    }

    impl Implementation for Bent {
        fn about(&self) -> About {
            About::new("bent", "1.0.0")
        }

        fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
            let mut said = Reference::default().ask(line, questions);
            for (question, said) in questions.iter().zip(&mut said) {
                if let Question::Position(PositionQuestion::Checkmate) = question
                    && !self.knows_mate
                {
                    *said = Response::Unsupported("mate is not looked for".to_owned());
                } else if let Response::Answer { answer: Answer::Moves(moves), .. } = said
                    && self.castles
                {
                    moves.extend("e1c1".parse::<Move>().ok());
                }
            }
            said
        }
    }

    const RIGHT: Bent = Bent { castles: false, knows_mate: true };
    const CASTLES: Bent = Bent { castles: true, knows_mate: true };
    const FORGETS: Bent = Bent { castles: false, knows_mate: false };

    fn catalogue() -> Catalogue {
        let mut catalogue = Catalogue::embedded();
        catalogue.cases.retain(|case| {
            case.tags.iter().any(|tag| tag == "castling") || case.id.contains("mate")
        });
        assert!(catalogue.cases.len() > 20);
        catalogue
    }

    #[test]
    fn a_baseline_holds_until_something_changes() {
        let catalogue = catalogue();
        for (before, after, holds, word) in [
            (&RIGHT, &RIGHT, true, "no disagreement"),
            (&CASTLES, &CASTLES, true, "known"),
            (&RIGHT, &CASTLES, false, "new        bent"),
            (&CASTLES, &RIGHT, false, "gone       bent"),
            (&RIGHT, &FORGETS, false, "lost       bent  no longer answers checkmate"),
            (&FORGETS, &RIGHT, true, "gained     bent  answers checkmate now"),
        ] {
            let empty = Baseline::new();
            let old = Survey::new(&catalogue, &[before], &empty).changed(BaselineUpdate::Init);
            let survey = Survey::new(&catalogue, &[after], &old);
            let text = survey.text(BaselineUpdate::Check);
            assert_eq!(survey.holds(), holds, "{text}");
            assert!(text.contains(word), "no {word:?} in {text}");
            for change in [BaselineUpdate::Add, BaselineUpdate::Prune] {
                let new = survey.changed(change);
                let again = Survey::new(&catalogue, &[after], &new);
                let adds = change == BaselineUpdate::Add;
                assert!(again.stale().is_empty(), "{change:?}: {:?}", again.stale());
                assert_eq!(again.holds(), adds || !text.contains("new "), "{change:?}: {text}");
            }
        }
    }

    #[test]
    fn what_is_newer_than_the_baseline_is_reported_apart() {
        let mut catalogue = catalogue();
        let old =
            Survey::new(&catalogue, &[&RIGHT], &Baseline::new()).changed(BaselineUpdate::Init);
        for case in &mut catalogue.cases {
            case.since = "999.0.0".parse().unwrap_or(Version::FIRST);
        }
        let survey = Survey::new(&catalogue, &[&CASTLES], &old);
        assert!(survey.holds());
        assert!(survey.text(BaselineUpdate::Check).contains("newer      bent"));
    }

    #[test]
    fn what_does_not_exist_is_reported_and_pruned() {
        let catalogue = catalogue();
        let mut old =
            Survey::new(&catalogue, &[&CASTLES], &Baseline::new()).changed(BaselineUpdate::Init);
        for listed in old.libraries.values_mut() {
            listed.deviations[0].cases.push("no-such-case".to_owned());
        }
        let survey = Survey::new(&catalogue, &[&CASTLES], &old);
        assert_eq!(survey.stale().len(), 1);
        assert!(!survey.holds());
        let pruned = survey.changed(BaselineUpdate::Prune);
        assert!(Survey::new(&catalogue, &[&CASTLES], &pruned).holds());
    }
}
