//! Compares libraries with a baseline over the whole catalogue.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    report::cause_words,
    runner::{self, AnsweredKinds, Finding, Standing, Verdict},
};
use lawbook::words::counted;
use lawbook_catalogue::{
    Baseline, BaselineEntry, Case, Catalogue, Cause, Deviation, DeviationClass, Place, Version,
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
    /// Parts of entries without an answer that could be compared.
    unanswered: BTreeSet<Listed>,
    /// The cases and questions with a right answer.
    right: BTreeSet<(String, String)>,
}

/// An entry with a cause, or the part of another that is about one case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Listed {
    case: String,
    question: String,
    cause: Option<Cause>,
}

impl Listed {
    fn of(deviation: &Deviation, case: &str) -> Listed {
        let Deviation { question, cause, .. } = deviation;
        let (case, question) = match cause {
            Some(_) => (String::new(), String::new()),
            None => (case.to_owned(), question.clone()),
        };
        Listed { case, question, cause: cause.clone() }
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
    cause: Option<Cause>,
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
            runner::name_causes(verdicts.iter_mut().map(|(case, verdict)| (*case, verdict)));
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
                    // Its cases are an example.
                    Some(_) => catalogue.case(case).is_some(),
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
            let is_not_asked = found.cause == Some(Cause::NotAsked);
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
                lines.extend(lost.map(|what| format!("lost       {name}  {what}")));
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
            if !surveyed.unanswered.is_empty() && change == BaselineUpdate::Check {
                let count = surveyed.unanswered.len();
                text.push_str(&format!(
                    "{:10} {name}  {count} of the entries have no answer to compare; `baseline prune` takes out those that are not needed\n",
                    "open"
                ));
            }
            let listed = self.baseline.libraries.get(name).map(|listed| &listed.answers);
            for (kind, (asked, right)) in surveyed.kinds.counts() {
                let is_listed = listed.is_some_and(|listed| listed.contains_key(kind));
                if change != BaselineUpdate::Init && !is_listed {
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
}

/// Returns the line of findings with the same cause, the shortest case first.
fn line(word: &str, name: &str, found: &[&SurveyFinding]) -> String {
    let [first, others @ ..] = found else { return String::new() };
    let SurveyFinding { case, question, cause, .. } = first;
    let answer = format!("{case}  {question}: {}", first.says());
    if others.is_empty() && !matches!(cause, Some(Cause::Fault(_))) {
        return format!("{word:10} {name}  {answer}\n");
    }
    let cause = cause.as_ref().map_or_else(|| "the same answer".to_owned(), cause_words);
    let answers = counted(found.len(), "answer");
    format!("{word:10} {name}  {cause} ({answers})\n{:12}first {answer}\n", "")
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

    /// Returns the cause that an entry can list: one that tells which other answers have it.
    fn known_cause(&self) -> Option<&Cause> {
        self.cause.as_ref().filter(|one| !matches!(one, Cause::Unexplained { .. }))
    }

    /// Returns whether an entry lists its cause, or its answer if there is none to list.
    fn is_listed_by(&self, entry: &Deviation) -> bool {
        match self.known_cause() {
            Some(cause) => entry.cause.as_ref() == Some(cause),
            None => entry.cause.is_none() && entry.lists(&self.question, &self.says),
        }
    }

    /// Returns the entry for it.
    fn entry(&self, name: &str) -> Deviation {
        let cause = self.known_cause().cloned();
        Deviation {
            cases: vec![self.case.clone()],
            question: self.question.clone(),
            says: cause.is_none().then(|| self.says.clone()),
            cause,
            class: DeviationClass::Unexplained,
            reason: "not yet reviewed".to_owned(),
            source: None,
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
        if deviation.cause.is_none() {
            return;
        }
        // Without a right answer to the question of the example it may still be there.
        if !self.right.contains(&(case.to_owned(), deviation.question.clone())) {
            self.unanswered.insert(listed);
            return;
        }
        self.findings.push(SurveyFinding {
            case: case.to_owned(),
            acts: acts.unwrap_or_default(),
            question: deviation.question.clone(),
            says: AnswerRecord::Is(true),
            cause: listed.cause,
            standing: Standing::FixedButListed,
            newer: false,
        });
    }

    /// Records a verdict.
    fn note(&mut self, case: &Case, verdict: &Verdict<'_>, baseline: &Baseline) {
        let question = verdict.expected.question.name();
        self.kinds.count(verdict);
        if verdict.finding == Finding::Agrees {
            self.right.insert((case.id.clone(), question.clone()));
        }
        if let Some(deviation) = verdict.deviation {
            let listed = Listed::of(deviation, &case.id);
            if verdict.finding == Finding::NotReached || verdict.standing == Standing::Known {
                self.used.insert(listed.clone());
            }
            if verdict.leaves_open(deviation) {
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
        let stays = |one: &Deviation| one.cases.is_empty() || !one.covers_version(&self.version);
        let staying: Vec<Deviation> = listed.deviations.extract_if(.., |one| stays(one)).collect();
        for deviation in &mut listed.deviations {
            let entry = deviation.clone();
            deviation.cases.retain(|case| self.used.contains(&Listed::of(&entry, case)));
        }
        listed.deviations.retain(|deviation| !deviation.cases.is_empty());
        listed.deviations.extend(staying);
        listed.answers.retain(|kind, number| {
            *number = self.kinds.possible(kind).min(*number);
            *number > 0
        });
    }

    /// Adds an entry for each cause of new and changed disagreements, or for each answer that has no cause to list, and the
    /// numbers of questions that are answered.
    fn extend(&self, name: &str, listed: &mut BaselineEntry) {
        for (kind, (answered, _)) in self.kinds.counts() {
            listed.answers.insert(kind.to_owned(), answered);
        }
        let mut found: Vec<&SurveyFinding> = self.findings.iter().collect();
        found.retain(|one| matches!(one.standing, Standing::New | Standing::Changed));
        // The example of a cause is its shortest case.
        found.sort_by_key(|one| one.known_cause().map(|_| one.acts));
        for one in found {
            let is_its = |entry: &&mut Deviation| {
                entry.class == DeviationClass::Unexplained && one.is_listed_by(entry)
            };
            match listed.deviations.iter_mut().find(is_its) {
                None => listed.deviations.push(one.entry(name)),
                Some(entry) if entry.cause.is_none() && !entry.cases.contains(&one.case) => {
                    entry.cases.push(one.case.clone());
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lawbook::{position::Move, rules::RuleSet};
    use lawbook_catalogue::CaseLevel;
    use lawbook_catalogue::{
        adapter::{Reference, Response, Scenario},
        question::{Answer, PositionQuestion, Question},
    };
    use lawbook_faults::{Fault, Memory, Seeded};

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

    /// The reference with some faults at once: of lists, with the differences of all.
    struct Faulty {
        faults: Vec<&'static Fault>,
    }

    impl Implementation for Faulty {
        fn about(&self) -> About {
            About::new("faulty", "1.0.0")
        }

        fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
            let memory = Memory::default();
            let right = memory.ask(line, questions);
            let mut said = right.clone();
            for fault in &self.faults {
                let own = Seeded::new(fault, &memory).ask(line, questions);
                for ((said, right), own) in said.iter_mut().zip(&right).zip(own) {
                    *said = match (said.answer(), right.answer(), own.answer()) {
                        _ if own == *right => continue,
                        (
                            Some(Answer::Moves(all)),
                            Some(Answer::Moves(right)),
                            Some(Answer::Moves(own)),
                        ) => {
                            let is_missing =
                                |one: &&Move| right.contains(one) && !own.contains(one);
                            let kept = all.iter().filter(|one| !is_missing(one));
                            let extra = own.iter().filter(|one| !right.contains(one));
                            let mut moves: Vec<Move> = kept.chain(extra).copied().collect();
                            moves.sort_unstable();
                            moves.dedup();
                            Response::Answer { answer: Answer::Moves(moves), native: true }
                        }
                        _ => own,
                    };
                }
            }
            said
        }
    }

    /// How many sets of faults are tested. With more it holds as well, and takes longer.
    const SETS: usize = 8;

    #[test]
    fn a_baseline_of_any_faults_holds_until_there_is_one_more() {
        let mut catalogue = Catalogue::embedded();
        let mut number = 0;
        catalogue.cases.retain(|case| {
            number += 1;
            number % 8 == 0 && case.rule_sets.contains(RuleSet::LATEST)
        });
        let faults: Vec<&'static Fault> =
            lawbook_faults::all().chain(lawbook_faults::grid()).collect();
        let shows = |fault: &'static Fault| {
            let survey = Faulty { faults: vec![fault] };
            let baseline = Baseline::new();
            let survey = Survey::new(&catalogue, &[&survey], &baseline);
            !survey.holds()
        };
        let mut seen =
            (0..).map(|number| faults[number * 7919 % faults.len()]).filter(|one| shows(one));
        for number in 0..SETS {
            let mut some: Vec<&'static Fault> = seen.by_ref().take(1 + number % 3).collect();
            let names: Vec<&str> = some.iter().map(|one| one.name).collect();
            let library = Faulty { faults: some.clone() };
            let empty = Baseline { level: CaseLevel::Strict, ..Baseline::new() };
            let written =
                Survey::new(&catalogue, &[&library], &empty).changed(BaselineUpdate::Init);
            let written = Baseline::read("lawbook.yaml", &written.write()).unwrap();
            let again = Survey::new(&catalogue, &[&library], &written);
            assert!(again.holds(), "{names:?}: {}", again.text(BaselineUpdate::Check));
            let one_more = seen.next().unwrap();
            some.push(one_more);
            let survey = Survey::new(&catalogue, &[&Faulty { faults: some }], &written);
            let text = survey.text(BaselineUpdate::Check);
            // A fault may be a part of another, which is listed.
            let is_part = text == again.text(BaselineUpdate::Check);
            assert!(is_part || !survey.holds(), "{names:?} and {}: {text}", one_more.name);
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
