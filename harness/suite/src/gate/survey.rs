//! Compares libraries with a baseline over the whole catalogue.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    report::counted,
    runner::{self, AnsweredKinds, Finding, Standing, Verdict},
};
use lawbook_catalogue::{
    Baseline, BaselineEntry, Case, Catalogue, Deviation, DeviationClass, Place, RootCause, Version,
    adapter::{About, Implementation},
    question::AnswerRecord,
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
    /// Parts of entries whose case or question does not exist or is not asked, with the reason.
    unknown: Vec<(Listed, String)>,
    /// Parts of entries in use: they explain a wrong answer, or their question was not reached.
    used: BTreeSet<Listed>,
    /// Parts of entries that repeat a failure listed for another question of the same case.
    repeated: BTreeSet<Listed>,
    /// Parts of entries without an answer that could be compared.
    unanswered: BTreeSet<Listed>,
    /// The cases and questions without an answer.
    silent: BTreeSet<(String, String)>,
}

/// The part of an entry that is about one case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    case: String,
    question: String,
    cause: Option<RootCause>,
}

impl Listed {
    fn of(deviation: &Deviation, case: &str) -> Listed {
        let Deviation { question, cause, .. } = deviation;
        Listed { case: case.to_owned(), question: question.clone(), cause: cause.clone() }
    }
}

/// A new or changed disagreement, or a listed one that no longer occurs.
#[derive(Clone, PartialEq, Eq)]
struct SurveyFinding {
    case: String,
    /// The number of acts of the case, by which the shortest case is found.
    acts: usize,
    question: String,
    says: AnswerRecord,
    cause: Option<RootCause>,
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
            let (mut asked, mut counts) = (BTreeSet::new(), BTreeMap::new());
            let is_asked = |case: &&Case| case.open.is_none() && case.level <= baseline.level;
            let mut verdicts: Vec<(&Case, Verdict<'_>)> = Vec::new();
            for case in catalogue.cases.iter().filter(is_asked) {
                counts.insert(case.id.clone(), case.acts.len());
                let of_case = runner::ask_one(case, &name, *library, &known);
                verdicts.extend(of_case.into_iter().map(|verdict| (case, verdict)));
            }
            runner::choose_causes(verdicts.iter_mut().map(|(case, verdict)| (*case, verdict)));
            for (case, verdict) in &verdicts {
                asked.insert((case.id.clone(), verdict.expected.question.name()));
                surveyed.note(case, verdict, baseline);
            }
            let version = surveyed.version.clone();
            let listed = known
                .iter()
                .filter(|one| one.implementation == name && one.covers_version(&version))
                .flat_map(|one| one.cases.iter().map(move |case| (one, case)));
            for (deviation, case) in listed {
                let is_asked = match deviation.cause {
                    // Such an entry names the question of its first case only.
                    Some(_) => counts.contains_key(case),
                    None => asked.contains(&(case.clone(), deviation.question.clone())),
                };
                let unasked = (!is_asked).then(|| {
                    let mut unknown = deviation.unknown(catalogue).into_iter();
                    let found = unknown.find(|(id, _)| id == case);
                    found.map_or_else(
                        || format!("not asked at the level {}", baseline.level),
                        |(_, why)| why,
                    )
                });
                surveyed.note_unused(deviation, (case, counts.get(case).copied()), unasked);
            }
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

    /// Returns the first library that was given up before all questions were asked, with the message; `None` if all were
    /// asked.
    pub(super) fn given_up(&self) -> Option<(&str, String)> {
        self.found().find_map(|(library, found)| {
            let is_not_asked = found.cause == Some(RootCause::NotAsked);
            is_not_asked.then(|| (library.as_str(), found.says.to_string()))
        })
    }

    /// Returns one line per outdated statement of the baseline: a case or question that does not exist, or a kind of
    /// question that the library no longer answers.
    pub fn stale(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (name, surveyed) in &self.libraries {
            for (Listed { case, question, .. }, why) in &surveyed.unknown {
                lines.push(format!("unknown    {name}  {case}  {question}: {why}"));
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
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for (name, surveyed) in &self.libraries {
            for (word, found) in surveyed.by_cause() {
                let (answers, causes) = counts.entry(word).or_default();
                *answers += found.len();
                *causes += 1;
                if word != "known" && change != BaselineUpdate::Init {
                    text.push_str(&line(word, name, &found));
                }
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
        let count = |(word, (answers, causes)): (&&str, &(usize, usize))| match answers == causes {
            true => format!("{answers} {word}"),
            false => format!("{answers} {word} ({})", counted(*causes, "cause")),
        };
        let sum: Vec<String> = counts.iter().map(count).collect();
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

/// Returns the line of findings with the same cause, the shortest case first.
fn line(word: &str, name: &str, found: &[&SurveyFinding]) -> String {
    let [first, others @ ..] = found else { return String::new() };
    let SurveyFinding { case, question, cause, .. } = first;
    let answer = format!("{case}  {question}: {}", first.says());
    if others.is_empty() {
        return format!("{word:10} {name}  {answer}\n");
    }
    let cause = cause.as_ref().map_or_else(|| "the same answer".to_owned(), RootCause::to_string);
    let answers = counted(found.len(), "answer");
    format!("{word:10} {name}  1 cause, {answers}: {cause}\n{:12}first {answer}\n", "")
}

impl SurveyFinding {
    /// Returns the current answer if it is wrong.
    fn says(&self) -> String {
        match self.standing == Standing::FixedButListed {
            true => "right now".to_owned(),
            false => self.says.to_string(),
        }
    }

    /// Returns whether both have the same cause, or give the same answer if no cause is known.
    fn has_cause_of(&self, other: &SurveyFinding) -> bool {
        match (&self.cause, &other.cause) {
            (None, None) => self.question == other.question && self.says == other.says,
            (one, other) => one == other,
        }
    }

    /// Returns the entry for it, without cases.
    fn entry(&self, name: &str) -> Deviation {
        Deviation {
            cases: Vec::new(),
            question: self.question.clone(),
            says: self.says.clone(),
            cause: self.cause.clone(),
            also: Vec::new(),
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
    /// Returns the findings, those with the same cause together, in the order of their first cases. The shortest case of
    /// each cause is first.
    fn by_cause(&self) -> Vec<(&'static str, Vec<&SurveyFinding>)> {
        let mut groups: Vec<(&'static str, Vec<&SurveyFinding>)> = Vec::new();
        for found in &self.findings {
            let is_same = |(word, group): &(&'static str, Vec<&SurveyFinding>)| {
                let is_listed = found.standing != Standing::FixedButListed;
                *word == found.word() && is_listed && group[0].has_cause_of(found)
            };
            match groups.iter_mut().find(|group| is_same(group)) {
                Some((_, group)) => group.push(found),
                None => groups.push((found.word(), vec![found])),
            }
        }
        for (_, group) in &mut groups {
            group.sort_by_key(|found| found.acts);
        }
        groups
    }

    /// Records a part of an entry that explains nothing: its case or question does not exist, or it is no longer true.
    fn note_unused(
        &mut self,
        deviation: &Deviation,
        (case, acts): (&str, Option<usize>),
        unasked: Option<String>,
    ) {
        let listed = Listed::of(deviation, case);
        if self.used.contains(&listed) {
            return;
        }
        if let Some(why) = unasked {
            self.unknown.push((listed, why));
            return;
        }
        let of_case = |question: &String| (case.to_owned(), question.clone());
        let mut questions = std::iter::once(&deviation.question).chain(&deviation.also);
        if deviation.cause.is_none() {
            return;
        }
        if questions.any(|question| self.silent.contains(&of_case(question))) {
            self.unanswered.insert(listed);
            return;
        }
        self.findings.push(SurveyFinding {
            case: listed.case,
            acts: acts.unwrap_or_default(),
            question: listed.question,
            says: deviation.says.clone(),
            cause: listed.cause,
            standing: Standing::FixedButListed,
            newer: false,
        });
    }

    /// Records a verdict.
    fn note(&mut self, case: &Case, verdict: &Verdict<'_>, baseline: &Baseline) {
        let question = verdict.expected.question.name();
        self.kinds.count(verdict);
        if !verdict.finding.is_scored() {
            self.silent.insert((case.id.clone(), question.clone()));
        }
        if let Some(deviation) = verdict.deviation {
            let listed = Listed::of(deviation, &case.id);
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
                acts: case.acts.len(),
                question,
                says: verdict.says.clone(),
                cause: verdict.cause.clone(),
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
            let entry = Deviation { cases: Vec::new(), ..deviation.clone() };
            let first = deviation.cases.first().cloned();
            deviation.cases.retain(|case| self.used.contains(&Listed::of(&entry, case)));
            if deviation.cases.first() != first.as_ref() {
                self.quote(deviation);
            }
        }
        listed.deviations.retain(|deviation| !deviation.cases.is_empty());
        listed.deviations.extend(staying);
        listed.answers.retain(|kind| self.kinds.stays(kind));
    }

    /// Makes an entry with a cause quote an answer of its first case, and name the other questions of its cases.
    fn quote(&self, deviation: &mut Deviation) {
        let is_its = |found: &&SurveyFinding| {
            found.cause.is_some()
                && found.cause == deviation.cause
                && deviation.cases.contains(&found.case)
        };
        let found: Vec<&SurveyFinding> = self.findings.iter().filter(is_its).collect();
        let of_first = |one: &&&SurveyFinding| deviation.cases.first() == Some(&one.case);
        let Some(first) = found.iter().find(of_first) else { return };
        let also: BTreeSet<&String> = found.iter().map(|one| &one.question).collect();
        deviation.also = also.into_iter().filter(|one| **one != first.question).cloned().collect();
        deviation.question.clone_from(&first.question);
        deviation.says.clone_from(&first.says);
    }

    /// Adds an entry for each cause of new and changed disagreements, and the kinds of questions that are answered.
    fn extend(&self, name: &str, listed: &mut BaselineEntry) {
        listed.answers.extend(self.kinds.counts().map(|(kind, _)| kind.to_owned()));
        for (_, found) in self.by_cause() {
            let [first, ..] = &found[..] else { continue };
            if !matches!(first.standing, Standing::New | Standing::Changed) {
                continue;
            }
            let has_same = |one: &Deviation| match &first.cause {
                Some(_) => one.cause == first.cause,
                None => {
                    one.cause.is_none() && one.question == first.question && one.says == first.says
                }
            };
            let there = listed
                .deviations
                .iter()
                .position(|one| one.class == DeviationClass::Unexplained && has_same(one));
            let place = there.unwrap_or_else(|| {
                listed.deviations.push(first.entry(name));
                listed.deviations.len() - 1
            });
            let entry = &mut listed.deviations[place];
            for SurveyFinding { case, question, .. } in &found {
                if !entry.cases.contains(case) {
                    entry.cases.push(case.clone());
                }
                if !entry.is_about(question) {
                    entry.also.push(question.clone());
                }
            }
            entry.also.sort_unstable();
            if found.iter().any(|one| one.standing == Standing::Changed) {
                self.quote(entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::position::Move;
    use lawbook_catalogue::{
        adapter::{Reference, Response, Scenario},
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
                let also = Deviation {
                    cases,
                    question: question.name(),
                    cause: None,
                    also: Vec::new(),
                    ..entry.clone()
                };
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

    /// Tests that an entry with a cause quotes an answer of its first case, also after that case has been removed.
    #[test]
    fn the_answer_that_an_entry_quotes_is_kept_up_to_date() {
        let catalogue = catalogue();
        let mut old =
            Survey::new(&catalogue, &[&CASTLES], &Baseline::new()).changed(BaselineUpdate::Init);
        let listed = old.libraries.get_mut("bent").unwrap();
        let several = |one: &&mut Deviation| one.cause.is_some() && one.cases.len() > 2;
        let entry = listed.deviations.iter_mut().find(several).unwrap();
        entry.says = AnswerRecord::Count(7);
        let survey = Survey::new(&catalogue, &[&CASTLES], &old);
        assert!(!survey.holds());
        let text = survey.text(BaselineUpdate::Check);
        assert!(text.contains("changed    bent"), "{text}");
        for change in [BaselineUpdate::Add, BaselineUpdate::Prune] {
            let new = survey.changed(change);
            let again = Survey::new(&catalogue, &[&CASTLES], &new);
            let text = again.text(BaselineUpdate::Check);
            assert!(!text.contains("changed"), "{change:?}: {text}");
            assert_eq!(again.holds(), change == BaselineUpdate::Add, "{change:?}: {text}");
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
        let stale = survey.stale();
        assert!(stale.len() == 1 && stale[0].contains("unknown case; did you mean"), "{stale:?}");
        assert!(!survey.holds());
        let pruned = survey.changed(BaselineUpdate::Prune);
        assert!(Survey::new(&catalogue, &[&CASTLES], &pruned).holds());
    }
}
