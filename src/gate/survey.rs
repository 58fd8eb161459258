//! Compares libraries with a baseline over the whole catalogue.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    adapter::{About, Implementation},
    catalogue::{
        Baseline, BaselineEntry, Case, Catalogue, Deviation, DeviationClass, Place, Version,
    },
    question::AnswerRecord,
    report::counted,
    runner::{self, AnsweredKinds, Finding, Standing, Verdict},
};

/// A change of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineUpdate {
    /// Creates it with every disagreement.
    Init,
    /// Adds disagreements that are not listed.
    Add,
    /// Only compares it.
    Check,
    /// Removes entries that no longer apply.
    Prune,
}

/// The result of comparing libraries with a baseline.
pub struct Survey<'a> {
    baseline: &'a Baseline,
    libraries: BTreeMap<String, Surveyed>,
}

/// The result for one library.
#[derive(Default)]
struct Surveyed {
    version: String,
    /// The kinds of questions that it answers.
    kinds: AnsweredKinds,
    findings: Vec<SurveyFinding>,
    /// Listed pairs of case and question that do not exist.
    unknown: Vec<(String, String)>,
    /// Pairs of case and question whose entry is in use: it explains a wrong answer, or its question was not reached.
    used: BTreeSet<(String, String)>,
    /// Listed pairs of case and question that repeat a failure listed for another question of the same case.
    repeated: BTreeSet<(String, String)>,
    /// Listed pairs of case and question without an answer that could be compared.
    unanswered: BTreeSet<(String, String)>,
}

/// A new or changed disagreement, or a listed one that no longer occurs.
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
    /// Returns the change with this name: `init`, `add`, `check` or `prune`.
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
    /// Asks the libraries every case up to the level of the baseline, and compares the answers with the baseline.
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
                    asked.insert((case.id.clone(), verdict.expected.question.name()));
                    surveyed.note(case, &verdict, baseline);
                }
            }
            let listed = known
                .iter()
                .filter(|one| one.implementation == name && one.covers_version(&surveyed.version));
            surveyed.unknown = listed
                .flat_map(|one| one.cases.iter().map(|case| (case.clone(), one.question.clone())))
                .filter(|listed| !asked.contains(listed) && !surveyed.used.contains(listed))
                .collect();
            (name, surveyed)
        });
        Survey { baseline, libraries: surveyed.collect() }
    }

    /// Returns whether every disagreement is listed and every entry still applies. Cases newer than the baseline are
    /// exempt.
    pub fn holds(&self) -> bool {
        self.stale().is_empty()
            && self.found().all(|(_, found)| found.newer || found.standing.passes())
    }

    /// Returns one line per outdated statement of the baseline: a case or question that does not exist, or a kind of
    /// question that the library no longer answers.
    pub fn stale(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, surveyed) in &self.libraries {
            for (case, question) in &surveyed.unknown {
                lines.push(format!("unknown    {name}  {case}  {question}: unknown question"));
            }
            if let Some(listed) = self.baseline.libraries.get(name) {
                let lost = surveyed.kinds.lost(&listed.answers);
                lines.extend(
                    lost.map(|kind| format!("lost       {name}  no longer answers {kind}")),
                );
            }
        }
        lines
    }

    /// Returns the baseline after the change.
    pub fn changed(&self, change: BaselineUpdate) -> Baseline {
        let mut baseline = self.baseline.clone();
        if change == BaselineUpdate::Check {
            return baseline;
        }
        let adds = change != BaselineUpdate::Prune;
        for (name, surveyed) in &self.libraries {
            let listed = baseline.libraries.entry(name.clone()).or_default();
            surveyed.prune(listed);
            if adds {
                surveyed.extend(name, listed);
            }
        }
        if adds {
            baseline.catalogue = Version::current();
        }
        baseline
    }

    /// Returns the findings, one per line, and a summary.
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
            let notes = [
                ("repeated", &surveyed.repeated, "list again a failure that is one finding"),
                ("open", &surveyed.unanswered, "have no answer to compare"),
            ];
            for (word, entries, what) in notes {
                if !entries.is_empty() && change == BaselineUpdate::Check {
                    let count = entries.len();
                    text.push_str(&format!(
                        "{word:10} {name}  {count} of the entries {what}; `baseline prune` takes out those that are not needed\n"
                    ));
                }
            }
            let listed: Vec<&String> = self.listed_answers(name).collect();
            for (kind, (asked, right)) in surveyed.kinds.counts() {
                if change != BaselineUpdate::Init && !listed.iter().any(|one| *one == kind) {
                    let line = format!("answers {kind} now: {right} of {asked} right");
                    text.push_str(&format!("gained     {name}  {line}\n"));
                }
            }
            let (asked, right) = surveyed
                .kinds
                .counts()
                .fold((0, 0), |sum, (_, one)| (sum.0 + one.0, sum.1 + one.1));
            let kinds = counted(surveyed.kinds.counts().count(), "kind");
            text.push_str(&format!(
                "{name}: {right} of {asked} answers are right, on {kinds} of questions\n"
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
    /// Returns the current answer if it is wrong.
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
    /// Records a verdict.
    fn note(&mut self, case: &Case, verdict: &Verdict<'_>, baseline: &Baseline) {
        let question = verdict.expected.question.name();
        self.kinds.count(verdict);
        if let Some(deviation) = verdict.deviation {
            let listed = (case.id.clone(), deviation.question.clone());
            let is_repeated = verdict.repeats_a_failure();
            let is_unreached = verdict.finding == Finding::NotReached && !is_repeated;
            if is_unreached || verdict.standing == Standing::Known {
                self.used.insert(listed.clone());
            }
            if is_repeated {
                self.repeated.insert(listed);
            } else if verdict.leaves_open(deviation) {
                self.unanswered.insert(listed);
            }
        }
        if verdict.standing != Standing::AsExpected {
            self.findings.push(SurveyFinding {
                case: case.id.clone(),
                question,
                says: verdict.says.clone(),
                standing: verdict.standing,
                newer: case.since > baseline.catalogue,
            });
        }
    }

    /// Removes the entries that do not apply, or no longer apply.
    fn prune(&self, listed: &mut BaselineEntry) {
        // The catalogue cannot show that an entry is outdated if the entry names only random games, or other versions
        // of the library.
        let stays = |one: &Deviation| {
            one.cases.is_empty() && one.in_games.is_some() || !one.covers_version(&self.version)
        };
        let staying: Vec<Deviation> = listed.deviations.extract_if(.., |one| stays(one)).collect();
        for deviation in &mut listed.deviations {
            let question = deviation.question.clone();
            deviation.cases.retain(|case| self.used.contains(&(case.clone(), question.clone())));
        }
        listed.deviations.retain(|deviation| !deviation.cases.is_empty());
        listed.deviations.extend(staying);
        listed.answers.retain(|kind| self.kinds.stays(kind));
    }

    /// Adds entries for new and changed disagreements, and the kinds of questions that are answered.
    fn extend(&self, name: &str, listed: &mut BaselineEntry) {
        listed.answers.extend(self.kinds.counts().map(|(kind, _)| kind.to_owned()));
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
                    reason: "not yet reviewed".to_owned(),
                    source: None,
                    in_games: None,
                    versions: None,
                    upstream: None,
                    reported: None,
                    fixed_in: None,
                    policy: None,
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
        adapter::{Reference, Response, Scenario},
        position::Move,
        question::{Answer, PositionQuestion, Question},
    };

    /// The reference with a mistake: it castles through check, or does not recognise checkmate.
    struct Bent {
        castles: bool,
        knows_mate: bool,
    }

    impl Implementation for Bent {
        fn about(&self) -> About {
            About::new("bent", "1.0.0")
        }

        fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
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

    rows!(
        a_baseline_holds_until_something_changes,
        {
            let catalogue = catalogue();
        },
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
    );

    /// The reference restricted to questions about checkmate. It may reject the second move.
    struct Short {
        refuses: bool,
    }

    impl Implementation for Short {
        fn about(&self) -> About {
            About::new("bent", "1.0.0")
        }

        fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
            let is_refused = self.refuses && line.acts.len() > 1;
            let said = Reference::default().ask(line, questions);
            let answered =
                [PositionQuestion::Checkmate, PositionQuestion::Setup].map(Question::from);
            let narrow = |(question, said): (&Question, Response)| {
                if !answered.contains(question) {
                    return Response::Unsupported("it is not asked".to_owned());
                }
                if is_refused { Response::MoveRefused("no more".to_owned()) } else { said }
            };
            questions.iter().zip(said).map(narrow).collect()
        }
    }

    /// Tests a baseline in the old format, where a rejected move is listed for every question.
    #[test]
    fn a_baseline_with_old_refusals_is_migrated() {
        let catalogue = catalogue();
        let refusing = Short { refuses: true };
        let mended = Short { refuses: false };
        let mut old =
            Survey::new(&catalogue, &[&refusing], &Baseline::new()).changed(BaselineUpdate::Init);
        let listed = old.libraries.get_mut("bent").unwrap();
        assert_eq!(listed.answers.iter().collect::<Vec<_>>(), ["checkmate"]);
        let fresh = listed.clone();
        let mut others: Vec<(Deviation, String)> = Vec::new();
        for entry in &listed.deviations {
            for id in &entry.cases {
                let case = catalogue.case(id).unwrap();
                let mut others_of_case = case.expected.iter().map(|one| &one.question);
                let other =
                    others_of_case.find(|one| !["checkmate", "setup"].contains(&one.kind()));
                let Some(question) = other else { continue };
                let cases = vec![id.clone()];
                let also = Deviation { cases, question: question.name(), ..entry.clone() };
                others.push((also, question.kind().to_owned()));
            }
        }
        assert!(!others.is_empty());
        for (entry, kind) in others {
            listed.deviations.push(entry);
            listed.answers.insert(kind);
        }
        let survey = Survey::new(&catalogue, &[&refusing], &old);
        assert!(survey.holds(), "{}", survey.text(BaselineUpdate::Check));
        assert!(survey.text(BaselineUpdate::Check).contains("open       bent"));
        assert_eq!(survey.changed(BaselineUpdate::Prune).libraries["bent"], fresh);
        let survey = Survey::new(&catalogue, &[&mended], &old);
        let text = survey.text(BaselineUpdate::Check);
        assert!(!text.contains("no longer answers"), "{text}");
        let gone: Vec<&str> = text.lines().filter(|line| line.starts_with("gone")).collect();
        assert!(!gone.is_empty() && gone.iter().all(|line| line.contains("checkmate: right now")));
        let pruned = survey.changed(BaselineUpdate::Prune);
        assert!(pruned.libraries["bent"].deviations.is_empty());
        assert!(Survey::new(&catalogue, &[&mended], &pruned).holds());
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
