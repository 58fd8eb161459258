use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::{CaseLevel, Catalogue, Deviation, Place, Problem, Version};
use crate::question::{GameQuestion, HistoryQuestion, Question};
use lawbook::{board::Color, sentence::nearest};

/// A baseline: the accepted deviations of a user's libraries at one version of the catalogue. It is kept in the
/// user's own repository and edited by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a baseline, which `baseline init` writes")]
pub struct Baseline {
    /// The version of the catalogue it was created with. Deviations found by newer cases are reported separately.
    pub catalogue: Version,
    /// The highest level of the cases that are run.
    #[serde(default)]
    pub level: CaseLevel,
    /// The libraries by name.
    pub libraries: BTreeMap<String, BaselineEntry>,
}

/// The entry of one library in a baseline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "`answers` and `deviations` of a library")]
pub struct BaselineEntry {
    /// By kind of question, how many it answers, see [`Question::kind`](crate::question::Question::kind).
    pub answers: BTreeMap<String, u32>,
    /// Its known deviations, each with a reason.
    #[serde(default)]
    pub deviations: Vec<Deviation>,
}

const HEAD: &str = "\
# Known deviations of this library in the cases of lawbook, so that only new ones fail.
#
# level   core, full or strict: the level of detail of the cases that run
# class   bug, by-design, other-rule-set, incomplete, or unexplained if not yet reviewed
# reason  why the library answers like this; yours to write
# cause   a mistake or a failure, which explains wrong answers to any question; cases and question are then an example
# answers how many questions of each kind it answers; fewer fail
";

impl Baseline {
    /// Creates an empty baseline for the embedded version of the catalogue.
    pub fn new() -> Baseline {
        Baseline {
            catalogue: Version::current(),
            level: CaseLevel::default(),
            libraries: BTreeMap::new(),
        }
    }

    /// Parses a baseline. `file` is the path that a [`Problem`] reports.
    ///
    /// # Errors
    ///
    /// Returns a problem if `text` is not a valid baseline, if it is for a newer catalogue than the embedded one, or if it
    /// lists a deviation twice.
    pub fn read(file: &str, text: &str) -> Result<Baseline, Problem> {
        let is_empty = |line: &str| line.trim().is_empty() || line.starts_with('#');
        if text.lines().all(is_empty) {
            return Err(Problem::new(
                file,
                1,
                "it is empty",
                "a baseline, which `baseline init` writes",
            ));
        }
        let mut baseline: Baseline =
            serde_yaml::from_str(text).map_err(|error| Problem::of_yaml(file, 1, &error))?;
        for (name, listed) in &mut baseline.libraries {
            for deviation in &mut listed.deviations {
                name.clone_into(&mut deviation.implementation);
                deviation.place = Place { file: file.to_owned(), line: 1 };
                deviation.reason = deviation.reason.trim().to_owned();
                if let Some(message) = deviation.contradiction() {
                    return Err(Problem::new(file, 1, message, "`cause` or `says`"));
                }
            }
        }
        baseline.check_version(file, text)?;
        baseline.check_duplicates(file, text)?;
        Ok(baseline)
    }

    /// Checks that the embedded catalogue is not older than that of the baseline.
    fn check_version(&self, file: &str, text: &str) -> Result<(), Problem> {
        let current = Version::current();
        if self.catalogue <= current {
            return Ok(());
        }
        let place =
            text.lines().position(|line| line.starts_with("catalogue:")).unwrap_or_default();
        Err(Problem::new(
            file,
            place + 1,
            format!("it is for the catalogue {}, and this program has {current}", self.catalogue),
            "a newer program, or the version of the catalogue that `baseline init` wrote",
        ))
    }

    /// Checks that no two entries of a library list the same answer to the same case, for versions that overlap.
    fn check_duplicates(&self, file: &str, text: &str) -> Result<(), Problem> {
        let lines = entry_lines(text);
        for (name, listed) in &self.libraries {
            let lines = lines.get(name).filter(|lines| lines.len() == listed.deviations.len());
            let line = |place: usize| lines.map_or(1, |lines| lines[place]);
            let mut seen: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for (place, entry) in listed.deviations.iter().enumerate() {
                // A cause holds in every case.
                let cases: Vec<&str> = match entry.cause {
                    Some(_) => vec!["every case"],
                    None => entry.cases.iter().map(String::as_str).collect(),
                };
                for case in cases {
                    let earlier = seen.entry(case).or_default();
                    let is_same =
                        |one: &&usize| **one == place || listed.deviations[**one].repeats(entry);
                    if let Some(first) = earlier.iter().find(is_same) {
                        let (first, second) = (line(*first), line(place));
                        return Err(Problem::new(
                            file,
                            second,
                            format!(
                                "the entries in lines {first} and {second} list the same answer of {name} to {case}, {}",
                                entry.question
                            ),
                            "one of them",
                        ));
                    }
                    earlier.push(place);
                }
            }
        }
        Ok(())
    }

    /// Serializes the baseline as YAML that [`read`](Baseline::read) accepts.
    pub fn write(&self) -> String {
        // The serializer fails only on floats, on maps whose keys are not strings, and on deep nesting. A baseline
        // contains none of these.
        let text = serde_yaml::to_string(self).unwrap_or_default();
        format!("{HEAD}{text}")
    }

    /// Checks that the baseline lists at least one of the libraries `names`. An empty baseline always passes.
    ///
    /// # Errors
    ///
    /// Returns a message if the baseline is for other libraries: those it lists, and how to create a new one.
    pub fn check_owner(
        &self,
        path: &Path,
        names: impl IntoIterator<Item = String>,
    ) -> Result<(), String> {
        let names: Vec<String> = names.into_iter().collect();
        let is_theirs = names.iter().any(|name| self.libraries.contains_key(name));
        if is_theirs || names.is_empty() || self.libraries.is_empty() {
            return Ok(());
        }
        let listed: Vec<&str> = self.libraries.keys().map(String::as_str).collect();
        Err(format!(
            "{} is the baseline of {} and has no entry for {}; use `baseline init` to write a new file",
            path.display(),
            listed.join(", "),
            names.join(", ")
        ))
    }

    /// Checks that the catalogue has every case and question that the entries name, and every kind of question in
    /// `answers`.
    ///
    /// # Errors
    ///
    /// Returns a message with a line for each that it does not have, and the nearest one that it has.
    pub fn check_names(&self, path: &Path, catalogue: &Catalogue) -> Result<(), String> {
        let mut lines = Vec::new();
        for (library, listed) in &self.libraries {
            let unknown = listed.deviations.iter().flat_map(|one| one.unknown(catalogue));
            lines.extend(unknown.map(|(case, why)| format!("\n  {library}  {case}: {why}")));
            lines.extend(listed.unknown_answers().map(|(kind, nearest)| {
                format!("\n  {library}  answers: no question {kind:?}; did you mean {nearest}?")
            }));
        }
        if lines.is_empty() {
            return Ok(());
        }
        Err(format!(
            "{} names what does not exist:{}\ncorrect it, or take such entries out with `baseline prune`",
            path.display(),
            lines.concat()
        ))
    }

    /// Returns the known deviations of all libraries.
    pub fn deviations(&self) -> Vec<Deviation> {
        self.libraries.values().flat_map(|listed| listed.deviations.iter().cloned()).collect()
    }
}

impl BaselineEntry {
    /// Returns the kinds in `answers` that do not exist, each with the nearest one that does.
    fn unknown_answers(&self) -> impl Iterator<Item = (&String, String)> {
        // Questions that have no example, because they depend on more than moves.
        let others = [
            GameQuestion::Orders.into(),
            GameQuestion::Seconds { side: Color::White }.into(),
            GameQuestion::Seconds { side: Color::Black }.into(),
            HistoryQuestion::Undo.into(),
        ];
        let all = Question::examples().map(|(_, _, question)| question).chain(others);
        let kinds: BTreeSet<&str> = all.map(|question| question.kind()).collect();
        let unknown = self.answers.keys().filter(|one| !kinds.contains(one.as_str()));
        let unknown: Vec<(&String, String)> = unknown
            .map(|one| (one, nearest(one, kinds.iter().map(|kind| (*kind).to_owned()))))
            .collect();
        unknown.into_iter()
    }
}

/// Returns the lines in which the entries of each library begin, if they are written as `baseline init` writes them. A list
/// in brackets has no lines.
fn entry_lines(text: &str) -> BTreeMap<String, Vec<usize>> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let key = |line: &str| {
        let (name, rest) = line.trim().rsplit_once(':')?;
        rest.is_empty().then(|| name.trim_matches(['"', '\'']).to_owned())
    };
    let mut entries: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    // The keys that enclose the current line, each with its indentation.
    let mut open: Vec<(usize, String)> = Vec::new();
    // The indentation of the items of the current list.
    let mut items: Option<usize> = None;
    for (place, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        let depth = indent(line);
        let is_item = line.trim_start().starts_with('-');
        if let [(0, libraries), .., (above, library), (deep, list)] = &open[..]
            && libraries == "libraries"
            && above < deep
            && list == "deviations"
            && is_item
            && depth >= *deep
            && items.is_none_or(|items| items == depth)
        {
            items = Some(depth);
            entries.entry(library.clone()).or_default().push(place + 1);
        } else if items.is_none_or(|items| depth < items || depth == items && !is_item) {
            items = None;
            open.retain(|(one, _)| *one < depth);
            open.extend(key(line).map(|key| (depth, key)));
        }
    }
    entries
}

impl Default for Baseline {
    fn default() -> Baseline {
        Baseline::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = "\
catalogue: 0.1.0
libraries:
  toy:
    answers: {check: 1, legal-moves: 2}
    deviations:
    - cases: [castling-through-check]
      question: legal-moves
      says: {also: [e1g1]}
      class: bug
      reason: nobody looks at the squares between
";

    #[test]
    fn a_baseline_reads_back_as_it_was_written() {
        let baseline = Baseline::read("lawbook.yaml", WRITTEN).unwrap();
        assert_eq!(baseline.deviations()[0].implementation, "toy");
        assert_eq!(Baseline::read("lawbook.yaml", &baseline.write()), Ok(baseline));
    }

    #[test]
    fn a_baseline_is_for_the_libraries_that_it_lists() {
        let path = Path::new("lawbook.yaml");
        let check = |baseline: &Baseline, names: &[&str]| {
            baseline.check_owner(path, names.iter().map(|&name| name.to_owned()))
        };
        let baseline = Baseline::read("lawbook.yaml", WRITTEN).unwrap();
        assert_eq!(check(&baseline, &["toy"]), Ok(()));
        assert_eq!(check(&baseline, &["another", "toy"]), Ok(()));
        assert_eq!(check(&Baseline::new(), &["another"]), Ok(()));
        let message = check(&baseline, &["another"]).unwrap_err();
        assert!(
            message.starts_with("lawbook.yaml is the baseline of toy and has no entry for another"),
            "{message}"
        );
    }

    #[test]
    fn every_case_and_question_of_a_baseline_exists() {
        let catalogue = Catalogue::embedded();
        let check = |text: &str| {
            let baseline = Baseline::read("lawbook.yaml", text).unwrap();
            baseline.check_names(Path::new("lawbook.yaml"), &catalogue)
        };
        let right = WRITTEN.replace("castling-through-check", "knight-beside-the-rook");
        assert_eq!(check(&right), Ok(()));
        let message = check(&right.replace("the-rook", "the-rok")).unwrap_err();
        assert!(
            message.contains(
                "toy  knight-beside-the-rok: unknown case; did you mean \"knight-beside-the-rook\"?"
            ),
            "{message}"
        );
        let message = check(&right.replace("legal-moves\n", "legal-move\n")).unwrap_err();
        assert!(
            message.contains("no question \"legal-move\"; did you mean \"legal-moves\"?"),
            "{message}"
        );
        let message = check(&right.replace("answers: {check", "answers: {chekc")).unwrap_err();
        assert!(
            message.contains("toy  answers: no question \"chekc\"; did you mean \"check\"?"),
            "{message}"
        );
    }

    #[test]
    fn every_kind_of_question_of_a_case_may_be_among_the_answers() {
        let catalogue = Catalogue::embedded();
        let asked = catalogue.cases.iter().flat_map(|case| &case.expected);
        let mut answers: BTreeMap<String, u32> =
            asked.map(|one| (one.question.kind().to_owned(), 1)).collect();
        assert!(answers.len() > 30, "{answers:?}");
        answers.insert("undo".to_owned(), 1);
        let entry = BaselineEntry { answers, deviations: Vec::new() };
        assert_eq!(entry.unknown_answers().collect::<Vec<_>>(), []);
    }

    #[test]
    fn an_entry_that_is_there_twice_is_refused_with_both_lines() {
        let entry = WRITTEN.split_once("deviations:\n").unwrap().1;
        let read = |second: &str| Baseline::read("lawbook.yaml", &format!("{WRITTEN}{second}"));
        let message = |second: &str| read(second).unwrap_err().with_user_path();
        let twice = "lawbook.yaml:11: the entries in lines 6 and 11 list the same answer of toy to \
                     castling-through-check, legal-moves; expected one of them";
        assert_eq!(message(entry), twice);
        assert_eq!(message(&entry.replace("class: bug", "class: incomplete")), twice);
        assert_eq!(message(&entry.replace("cases: [", "cases: [mate-although, ")), twice);
        // One without versions is for all of them.
        assert_eq!(message(&format!("{entry}      versions: \"=1.0.0\"\n")), twice);

        let itself = WRITTEN.replace("cases: [", "cases: [castling-through-check, ");
        let problem = Baseline::read("lawbook.yaml", &itself).unwrap_err();
        assert!(problem.message.contains("lines 6 and 6"), "{problem}");

        assert!(read("").is_ok());
        assert!(read(&entry.replace("e1g1", "e1c1")).is_ok());
        assert!(read(&entry.replace("legal-moves", "check")).is_ok());
        let caused = entry.replace("says: {also: [e1g1]}", "cause: {fault: castling/missing}");
        assert!(read(&caused).is_ok());
        let problem = read(&format!("{caused}{caused}")).unwrap_err();
        assert!(problem.message.contains("lines 11 and 16"), "{problem}");

        // Written by the program, with quotes and block texts.
        let written = Baseline::read("lawbook.yaml", WRITTEN).unwrap().write();
        let (head, entry) = written.split_once("    deviations:\n").unwrap();
        let problem =
            Baseline::read("lawbook.yaml", &format!("{head}    deviations:\n{entry}{entry}"));
        let line = head.lines().count() + 2;
        let lines = format!("lines {line} and {}", line + entry.lines().count());
        assert!(problem.as_ref().unwrap_err().message.contains(&lines), "{problem:?}");
    }

    rows!(
        what_is_no_baseline_is_refused_with_its_line,
        for (text, line, message) in [
            ("", 1, "it is empty"),
            ("# nothing\n\n", 1, "it is empty"),
            ("level: core\n", 1, "missing field"),
            ("- a\n- b\n", 1, "expected a baseline, which `baseline init` writes"),
            ("catalogue: 0.1.0\nlibraries: {toy: []}\n", 2, "expected `answers` and `deviations`"),
            ("# mine\ncatalogue: 999.0.0\nlibraries: {}\n", 2, "it is for the catalogue 999.0.0"),
            ("catalogue: newest\nlibraries: {}\n", 1, "is not a valid version"),
            (&WRITTEN.replace("class: bug", "class: wrong"), 9, "unknown variant"),
            (&WRITTEN.replace("reason", "because"), 10, "unknown field"),
        ] {
            let problem = Baseline::read("lawbook.yaml", text).unwrap_err();
            assert!(problem.message.contains(message), "{text}: {problem}");
            assert_eq!(problem.place.line, line, "{text}: {problem}");
        }
    );
}
