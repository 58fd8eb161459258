//! Checks that the incidents are complete and that nothing in them is useless.

use std::collections::{BTreeMap, BTreeSet};

use lawbook::rules::Restatement;
use lawbook_catalogue::{Catalogue, Place, Problem, lengths};

use super::{Incident, Incidents, Known, Row};

/// Checks incidents, and that the cases that they name exist in a catalogue.
///
/// - Identifiers and titles are short and unique, also among the cases, and the incidents that others name exist.
/// - Each combination of facts has a row, each row is reached, and each fact changes a ruling.
/// - The Laws in force have each article.
/// - A duty to penalise has no condition in the words of its ruling.
/// - A ruling that restores a position after further moves says what becomes of them.
/// - Each incident has words for the search.
/// - Each translation has each text and no other.
pub fn lint(incidents: &Incidents, catalogue: &Catalogue) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut ids = BTreeSet::new();
    let mut titles: BTreeSet<&str> =
        catalogue.cases.iter().map(|case| case.title.as_str()).collect();
    for one in &incidents.incidents {
        if !ids.insert(one.id.as_str()) || catalogue.case(&one.id).is_some() {
            problems.push(one.problem(format!("the id {:?} is taken", one.id), "another id"));
        }
        if !titles.insert(&one.title) {
            let message = format!("the title {:?} is taken", one.title);
            problems.push(one.problem(message, "a title that says what is different here"));
        }
        let long = lengths(&one.id, &one.title).into_iter();
        problems.extend(long.map(|(message, right)| one.problem(message, &right)));
    }
    let is_missing = |id: &str| incidents.is_whole && !ids.contains(id);
    let sides = incidents
        .together
        .iter()
        .flat_map(|(id, sides)| [id].into_iter().chain(sides.iter().flatten()));
    for id in incidents.first.iter().chain(sides).filter(|id| is_missing(id)) {
        let place = incidents.incidents.first().map(|one| one.place.clone()).unwrap_or_default();
        problems.push(Problem {
            place,
            message: format!("common.yaml names {id:?}, which does not exist"),
            right: None,
        });
    }
    for one in &incidents.incidents {
        if one.search.is_empty() {
            problems.push(
                one.problem("it has no words for the search".to_owned(), "what people call it"),
            );
        }
        for row in &one.rows {
            one.references(row, &is_missing, catalogue, &mut problems);
        }
        one.paths(&mut problems);
    }
    let mut places = BTreeMap::new();
    for one in incidents.incidents.iter().rev() {
        places.extend(one.texts().into_iter().map(|text| (text, &one.place)));
    }
    for (language, text, what) in incidents.untranslated() {
        let whole = || Place { file: format!("incidents/{language}.yaml"), line: 1 };
        let place = places.get(text).map_or_else(whole, |place| (*place).clone());
        let message = format!("{language}.yaml: {text:?} {what}");
        problems.push(Problem { place, message, right: None });
    }
    problems.sort();
    problems.dedup();
    problems
}

/// The steps from some known facts, to compare what different answers lead to.
#[derive(Clone, PartialEq, Eq)]
enum Tree {
    Row(Vec<String>, Vec<String>, String),
    Ask(String, Vec<Tree>),
}

impl Incident {
    fn problem(&self, message: String, right: &str) -> Problem {
        Problem {
            place: self.place.clone(),
            message: format!("{}: {message}", self.id),
            right: Some(right.to_owned()),
        }
    }

    fn references(
        &self,
        row: &Row,
        is_missing: &dyn Fn(&str) -> bool,
        catalogue: &Catalogue,
        problems: &mut Vec<Problem>,
    ) {
        let number = row.source + 1;
        for article in
            row.by.iter().chain(&row.penalty).filter(|one| Restatement::of(one).is_none())
        {
            let message = format!("row {number}: the Laws in force have no article {article}");
            problems.push(self.problem(message, "a number of this edition"));
        }
        let is_duty = |text: &String| text.starts_with("The arbiter shall penalise");
        if has_word(&row.ruling[0], "if") && row.ruling.iter().any(is_duty) {
            let message = format!("row {number}: the penalty is a duty, but has a condition");
            problems.push(self.problem(message, "a fact for the condition"));
        }
        if let Some(see) = row.see.as_deref().filter(|see| is_missing(see)) {
            problems.push(self.problem(
                format!("row {number}: there is no incident {see:?}"),
                "the id of an incident",
            ));
        }
        for case in row.cases.iter().filter(|id| catalogue.case(id).is_none()) {
            problems.push(
                self.problem(
                    format!("row {number}: there is no case {case:?}"),
                    "the id of a case",
                ),
            );
        }
    }

    /// Follows all answers to all questions.
    fn paths(&self, problems: &mut Vec<Problem>) {
        let mut gap: Option<Known> = None;
        // The rows, as places in the file.
        let mut reached = BTreeSet::new();
        // The same of those that restore a position after further moves and do not speak of these.
        let mut silent = BTreeSet::new();
        // The facts of the questions, and whether two answers lead to different rulings.
        let mut asked: BTreeMap<&str, bool> = BTreeMap::new();
        self.walk(
            &Known::new(),
            &mut |known, row| {
                let Some(row) = row else {
                    gap.get_or_insert_with(|| known.clone());
                    return None;
                };
                reached.insert(row.source);
                let goes_back = has_word(&row.ruling[0], "restored")
                    || row.next.starts_with("The player who erred is on move");
                let later = known.get("stage").is_some_and(|at| at == "replied" || at == "later");
                if later && goes_back && !has_word(&row.ruling[0], "later") {
                    silent.insert(row.source);
                }
                Some(Tree::Row(row.ruling.clone(), row.by.clone(), row.next.clone()))
            },
            &mut |fact, came| {
                let mut trees: Vec<Tree> = came.into_iter().flatten().collect();
                let decides = trees.windows(2).any(|two| two[0] != two[1]);
                *asked.entry(&fact.name).or_default() |= decides;
                if decides { Some(Tree::Ask(fact.name.clone(), trees)) } else { trees.pop() }
            },
        );
        if let Some(gap) = gap {
            let facts: Vec<String> =
                gap.iter().map(|(fact, value)| format!("{fact}={value}")).collect();
            problems
                .push(self.problem(format!("no row fits {}", facts.join(", ")), "a row for it"));
        }
        let sources: BTreeSet<usize> = self.rows.iter().map(|row| row.source).collect();
        for source in sources.difference(&reached) {
            problems
                .push(self.problem(format!("row {} is never reached", source + 1), "no such row"));
        }
        for source in silent {
            let message =
                format!("row {}: it does not say what becomes of later moves", source + 1);
            problems.push(self.problem(message, "a word on the later moves"));
        }
        for fact in &self.facts {
            let message = match asked.get(fact.name.as_str()) {
                Some(true) => continue,
                Some(false) => format!("the fact {:?} never changes a ruling", fact.name),
                None => format!("the fact {:?} is never asked", fact.name),
            };
            problems.push(self.problem(message, "no such fact"));
        }
    }
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphabetic()).any(|one| one.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use lawbook::rules::{Decision, Event, RuleSet, TimeControl};
    use lawbook_catalogue::{Catalogue, CatalogueFile, adapter::Reference, embedded_files};

    use super::*;

    #[test]
    fn the_incidents_have_no_problems() {
        let (incidents, mut problems) = Incidents::from_files(embedded_files());
        problems.extend(lint(&incidents, &Catalogue::embedded()));
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(problems, Vec::<String>::new());
        assert!(incidents.incidents.len() > 100, "{}", incidents.incidents.len());
    }

    #[test]
    fn what_follows_from_a_mistake_is_not_reported() {
        for (path, right, wrong) in [
            ("incidents/clock.yaml", "ruling:", "rulng:"),
            (
                "incidents/clock.yaml",
                "rows:\n",
                "rows:\n    - {if: {x: y}, ruling: R, by: '7.3'}\n",
            ),
            ("incidents/common.yaml", "\nfacts:", "\nfcts:"),
            ("incidents/de.yaml", "\ntexts:", "\ntxts:"),
        ] {
            let mut files = embedded_files().to_vec();
            let file = files.iter_mut().find(|file| file.path == path).unwrap();
            file.text = file.text.replacen(right, wrong, 1);
            let (incidents, mut problems) = Incidents::from_files(&files);
            problems.extend(lint(&incidents, &Catalogue::embedded()));
            assert_eq!(problems.len(), 1, "{path}: {problems:?}");
        }
    }

    // The adjudicator rules on each case that a row names by the article that decides the row.
    #[test]
    fn the_adjudicator_agrees_with_the_rows() {
        let (incidents, catalogue) = (Incidents::embedded(), Catalogue::embedded());
        let mut compared = 0;
        let mut differences = Vec::new();
        for one in &incidents.incidents {
            for row in &one.rows {
                for id in &row.cases {
                    let case = catalogue.case(id).unwrap();
                    if row.when.get("play").is_some_and(|plays| !plays.contains(&play(&case.event)))
                    {
                        continue;
                    }
                    let ruling =
                        Reference::default().rule(&case.scenario(RuleSet::LATEST)).unwrap();
                    let cited = ruling.articles(RuleSet::LATEST, &case.event).unwrap_or_default();
                    let mut numbers = cited.split(", ");
                    let decides =
                        numbers.next().is_some_and(|one| row.by.iter().any(|by| by == one));
                    let named =
                        numbers.all(|one| row.by.iter().chain(&row.penalty).any(|by| by == one));
                    let over = row.next == "The game is over."
                        || row.next == "The game counts as not played.";
                    if !decides
                        || !named
                        || over != matches!(ruling.decision, Decision::Over(_) | Decision::BothLose)
                    {
                        let decision = ruling.decision;
                        let row = format!("{:?} {:?} {}", row.by, row.penalty, row.next);
                        differences
                            .push(format!("{}, {id}: {cited} {decision}, not {row}", one.id));
                    }
                    compared += 1;
                }
            }
        }
        assert_eq!(differences, Vec::<String>::new());
        assert!(compared > 100, "{compared}");
    }

    /// The kind of play of an event.
    fn play(event: &Event) -> String {
        let supervised = if event.supervised { "-supervised" } else { "" };
        match event.time {
            TimeControl::Standard => "standard".to_owned(),
            TimeControl::Rapid => format!("rapid{supervised}"),
            TimeControl::Blitz => format!("blitz{supervised}"),
        }
    }

    // A faulty incident is reported.
    rows!(
        faults_are_found,
        {
            let common = embedded_files().iter().find(|file| file.path == "incidents/common.yaml");
            let common = CatalogueFile {
                text: common
                    .unwrap()
                    .text
                    .split("\nfirst:")
                    .map(|part| part.split_once('\n').map_or(part, |(_, rest)| rest))
                    .collect::<Vec<_>>()
                    .join("\nfirst: []\n"),
                ..common.unwrap().clone()
            };
            let head = "- id: a\n  title: A\n  search: [a]\n  facts: [{ask: f, question: Q, choices: {x: X, y: Y}}, {ask: stage, question: Q, choices: {moving: X, replied: Y}}]\n  rows:\n";
        },
        for (rows, message) in [
            ("    - {if: {f: x}, ruling: R, by: '7.3'}\n", "no row fits f=y"),
            (
                "    - {if: {}, ruling: R, by: '7.3'}\n    - {if: {f: x}, ruling: S, by: '7.3'}\n",
                "row 2 is never reached"
            ),
            (
                "    - {if: {f: x}, ruling: R, by: '7.3'}\n    - {if: {}, ruling: R, by: '7.3'}\n",
                "never changes a ruling"
            ),
            (
                "    - {if: {f: x}, ruling: R, by: '7.99'}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "no article 7.99"
            ),
            (
                "    - {if: {f: z}, ruling: R, by: '7.3'}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "\"z\" is no choice of \"f\""
            ),
            (
                "    - {if: {f: x}, ruling: R, by: '7.3', see: b}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "no incident \"b\""
            ),
            (
                "    - {if: {f: x}, ruling: R, by: '7.3', cases: [b]}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "no case \"b\""
            ),
            (
                "    - {if: {f: x}, ruling: 'If R', by: '7.3', penalise: shall}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "the penalty is a duty, but has a condition"
            ),
            (
                "    - {if: {stage: replied}, ruling: It is restored, by: '7.3'}\n    - {if: {f: x}, ruling: R, by: '7.3'}\n    - {if: {}, ruling: S, by: '7.3'}\n",
                "does not say what becomes of later moves"
            ),
            (
                "    - {if: {f: x}, ruling: R, by: '0.3'}\n    - {if: {}, ruling: S, by: '0.2'}\n",
                "no article 0.3"
            ),
            (
                "    - {if: {}, ruling: R, by: '7.3'}\n- id: b\n  title: A\n  search: [b]\n  facts: []\n  rows: []\n",
                "the title \"A\" is taken"
            ),
            (
                "    - {if: {}, ruling: R, by: '7.3'}\n- id: a-player-who-finds-a-name-longer-than-any-list-has-room-for-it\n  title: B\n  search: [b]\n  facts: []\n  rows: []\n",
                "has 62 characters; expected at most 60"
            ),
        ] {
            let file = CatalogueFile {
                path: "incidents/a.yaml".to_owned(),
                text: format!("{head}{rows}"),
            };
            let (incidents, mut problems) = Incidents::from_files(&[common.clone(), file]);
            problems.extend(lint(&incidents, &Catalogue::default()));
            let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
            assert!(found.iter().any(|one| one.contains(message)), "{message}: {found:?}");
        }
    );
}
