//! How libraries stand against a baseline, over the whole catalogue.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    adapter::{About, Implementation},
    catalogue::{Baseline, Case, Catalogue, Deviation, DeviationClass, Listed, Place, Version},
    question::AnswerRecord,
    report::counted,
    runner::{self, AnsweredKinds, Finding, Standing, Verdict},
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
    /// The kinds of questions that it answers.
    kinds: AnsweredKinds,
    findings: Vec<SurveyFinding>,
    /// Cases and questions that are listed and do not exist.
    unknown: Vec<(String, String)>,
    /// Cases and questions of the entries that a wrong answer is known by, or that a question not reached leaves open.
    used: BTreeSet<(String, String)>,
    /// Cases and questions that are listed with a failure that is listed for another question of the case too.
    repeated: BTreeSet<(String, String)>,
    /// Cases and questions that are listed, and to which there is no answer that could be compared.
    unanswered: BTreeSet<(String, String)>,
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
                    asked.insert((case.id.clone(), verdict.expected.question.name()));
                    surveyed.note(case, &verdict, baseline);
                }
            }
            let listed = known
                .iter()
                .filter(|one| one.implementation == name && one.is_about(&surveyed.version));
            surveyed.unknown = listed
                .flat_map(|one| one.cases.iter().map(|case| (case.clone(), one.question.clone())))
                .filter(|listed| !asked.contains(listed) && !surveyed.used.contains(listed))
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
            if let Some(listed) = self.baseline.libraries.get(name) {
                let lost = surveyed.kinds.lost(&listed.answers);
                lines.extend(
                    lost.map(|kind| format!("lost       {name}  no longer answers {kind}")),
                );
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
    /// Takes a verdict down.
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
            deviation.cases.retain(|case| self.used.contains(&(case.clone(), question.clone())));
        }
        listed.deviations.retain(|deviation| !deviation.cases.is_empty());
        listed.deviations.extend(staying);
        listed.answers.retain(|kind| self.kinds.stays(kind));
    }

    /// Puts in what is so and not listed.
    fn put_in(&self, name: &str, listed: &mut Listed) {
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

    /// The reference, which may refuse the second move, and answers only whether there is a mate.
    struct Short {
        refuses: bool,
    }

    impl Implementation for Short {
        fn about(&self) -> About {
            About::new("bent", "1.0.0")
        }

        fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
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

    /// A baseline as versions wrote it that held a refused move against every question.
    #[test]
    fn a_baseline_with_a_refusal_for_each_question_holds_and_is_migrated() {
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
