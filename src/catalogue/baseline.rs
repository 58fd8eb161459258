use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::{Deserialize, Serialize};

use super::{CaseLevel, Deviation, Place, Problem, Version};

/// What is known of some libraries at one version of the catalogue: kept in the repository of whoever
/// has them judged, and changed by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Baseline {
    /// The version of the catalogue it was made for; what newer cases find is reported apart.
    pub catalogue: Version,
    /// The cases up to this level are asked.
    #[serde(default)]
    pub level: CaseLevel,
    /// By name of the library.
    pub libraries: BTreeMap<String, Listed>,
}

/// What is known of one library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// The kinds of questions that it answers, see [`Question::kind`](crate::question::Question::kind).
    pub answers: BTreeSet<String>,
    /// Where it disagrees, and why.
    #[serde(default)]
    pub deviations: Vec<Deviation>,
}

const HEAD: &str = "\
# What is known of this library's answers to the cases of lawbook, so that only what is new fails.
#
# level   core, full or strict: how fine the points are that are asked
# class   bug, by-design, other-rule-set, incomplete, or unexplained while nobody has looked at it
# reason  why the library answers like this; yours to write
";

impl Baseline {
    /// Knows nothing yet, at the version of the catalogue that is compiled in.
    pub fn new() -> Baseline {
        Baseline {
            catalogue: Version::current(),
            level: CaseLevel::default(),
            libraries: BTreeMap::new(),
        }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    ///
    /// The text is not a baseline.
    pub fn read(file: &str, text: &str) -> Result<Baseline, Problem> {
        let mut baseline: Baseline =
            serde_yaml::from_str(text).map_err(|error| Problem::of_yaml(file, 1, &error))?;
        for (name, listed) in &mut baseline.libraries {
            for deviation in &mut listed.deviations {
                name.clone_into(&mut deviation.implementation);
                deviation.place = Place { file: file.to_owned(), line: 1 };
                deviation.reason = deviation.reason.trim().to_owned();
            }
        }
        Ok(baseline)
    }

    /// The baseline as a text that [`read`](Baseline::read) reads back.
    pub fn write(&self) -> String {
        // Nothing in it is a number with a fraction, a map with keys that are no texts, or too deep,
        // which is all that cannot be written.
        let text = serde_yaml::to_string(self).unwrap_or_default();
        format!("{HEAD}{text}")
    }

    /// Checks that the baseline lists one of these libraries, unless it lists none at all.
    ///
    /// # Errors
    ///
    /// It is the baseline of other libraries: what it lists, and what would be right.
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
            "{} is the baseline of {}, and lists nothing of {}; `baseline init` makes one in a file that is not there yet",
            path.display(),
            listed.join(", "),
            names.join(", ")
        ))
    }

    /// The known deviations of all libraries.
    pub fn deviations(&self) -> Vec<Deviation> {
        self.libraries.values().flat_map(|listed| listed.deviations.iter().cloned()).collect()
    }
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
    answers: [check, legal-moves]
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
            message
                .starts_with("lawbook.yaml is the baseline of toy, and lists nothing of another"),
            "{message}"
        );
    }

    #[test]
    fn what_is_no_baseline_is_refused_with_its_line() {
        for (text, line, message) in [
            ("", 1, "missing field"),
            ("- a\n- b\n", 1, "invalid type"),
            ("catalogue: newest\nlibraries: {}\n", 1, "is no version"),
            (&WRITTEN.replace("class: bug", "class: wrong"), 9, "unknown variant"),
            (&WRITTEN.replace("reason", "because"), 10, "unknown field"),
        ] {
            let problem = Baseline::read("lawbook.yaml", text).unwrap_err();
            assert!(problem.message.contains(message), "{text}: {problem}");
            assert_eq!(problem.place.line, line, "{text}: {problem}");
        }
    }
}
