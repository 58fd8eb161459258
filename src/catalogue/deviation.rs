use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, value},
};

use super::{Condition, Occasion, Place, Problem, Release, Releases, Upstream};
use crate::question::AnswerRecord;
use crate::rules::Day;

/// A disagreement that is known: which library, where, what it says, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The cases in which it shows.
    pub cases: Vec<String>,
    /// The name of the question, see [`Question::name`](crate::question::Question::name).
    pub question: String,
    /// What the library says, as a value; another answer is a changed deviation.
    pub says: AnswerRecord,
    /// What kind of disagreement it is.
    pub class: DeviationClass,
    /// Why the library answers like this.
    pub reason: String,
    /// The place in the library's source or documentation that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// In which games that are no case it shows too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_games: Option<InGames>,
    /// The releases that it is known of; all, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Releases>,
    /// Where whoever maintains the library was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<Upstream>,
    /// When they were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<Day>,
    /// The first release that has it no longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_in: Option<Release>,
    /// The library.
    #[serde(skip)]
    pub implementation: String,
    /// The file it is listed in.
    #[serde(skip)]
    pub place: Place,
}

/// In which games that are no case a known deviation shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InGames {
    /// The kinds of the questions, see [`Question::kind`](crate::question::Question::kind).
    pub questions: Vec<String>,
    /// The condition on the game.
    pub when: Condition,
}

impl Deviation {
    /// Whether what an implementation says wrongly on this occasion is this deviation.
    pub fn explains(&self, implementation: &str, occasion: &Occasion<'_>) -> bool {
        self.implementation == implementation
            && self.in_games.as_ref().is_some_and(|games| {
                games.questions.iter().any(|kind| kind == occasion.question().kind())
                    && games.when.holds(occasion)
            })
    }

    /// Whether it excuses a wrong answer of this version of the library: one among [`versions`](Self::versions), and
    /// before [`fixed_in`](Self::fixed_in). A version that cannot be read is neither.
    pub fn is_about(&self, version: &str) -> bool {
        if self.versions.is_none() && self.fixed_in.is_none() {
            return true;
        }
        version.parse::<Release>().is_ok_and(|release| {
            self.versions.as_ref().is_none_or(|versions| versions.contain(&release))
                && self.fixed_in.as_ref().is_none_or(|fixed| release < *fixed)
        })
    }
}

/// What kind of disagreement a known deviation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum DeviationClass {
    /// The library contradicts what it says of itself, or the rules it says it follows.
    Bug,
    /// The library says that it does so, and means it.
    ByDesign,
    /// The library follows another rule set here.
    OtherRuleSet,
    /// The library does not get so far.
    Incomplete,
    /// Nobody has looked at it yet.
    Unexplained,
}

impl DeviationClass {
    /// The words for it.
    pub const fn words(self) -> &'static str {
        match self {
            DeviationClass::Bug => "bug",
            DeviationClass::ByDesign => "by design",
            DeviationClass::OtherRuleSet => "other rule set",
            DeviationClass::Incomplete => "incomplete",
            DeviationClass::Unexplained => "unexplained",
        }
    }
}

/// Reads the known deviations of one library: a list, or what they are about and then the list.
///
/// # Errors
///
/// The text is neither.
pub fn read_deviations(
    implementation: &str,
    file: &str,
    text: &str,
) -> Result<Vec<Deviation>, Problem> {
    let listed: Option<DeviationList> =
        serde_yaml::from_str(text).map_err(|error| Problem::of_yaml(file, 1, &error))?;
    let DeviationList { versions, mut deviations } = listed.unwrap_or_default();
    for deviation in &mut deviations {
        implementation.clone_into(&mut deviation.implementation);
        deviation.place = Place { file: file.to_owned(), line: 1 };
        deviation.reason = deviation.reason.trim().to_owned();
        deviation.versions = deviation.versions.take().or_else(|| versions.clone());
    }
    Ok(deviations)
}

/// A file of known deviations.
#[derive(Default)]
struct DeviationList {
    /// The releases that those deviations are about which say nothing of it themselves.
    versions: Option<Releases>,
    deviations: Vec<Deviation>,
}

impl<'de> Deserialize<'de> for DeviationList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DeviationList, D::Error> {
        deserializer.deserialize_any(DeviationListVisitor)
    }
}

struct DeviationListVisitor;

impl<'de> de::Visitor<'de> for DeviationListVisitor {
    type Value = DeviationList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of deviations, or `versions` and then `deviations` with the list")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, list: A) -> Result<DeviationList, A::Error> {
        let deviations = Vec::deserialize(value::SeqAccessDeserializer::new(list))?;
        Ok(DeviationList { versions: None, deviations })
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<DeviationList, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Headed {
            versions: Releases,
            deviations: Vec<Deviation>,
        }
        let read = Headed::deserialize(value::MapAccessDeserializer::new(map))?;
        Ok(DeviationList { versions: Some(read.versions), deviations: read.deviations })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: &str =
        "- cases: [one]\n  question: check\n  says: true\n  class: bug\n  reason: it looks away\n";

    #[test]
    fn an_entry_is_about_the_versions_that_it_or_its_file_names() {
        let headed = |versions: &str| format!("versions: \"{versions}\"\ndeviations:\n{ENTRY}");
        for (text, version, is_about) in [
            (ENTRY.to_owned(), "1.4.0", true),
            (ENTRY.to_owned(), "of today", true),
            (headed("=1.4.0"), "1.4.0", true),
            (headed("=1.4.0"), "1.5.0", false),
            (headed("=1.4.0"), "of today", false),
            (headed("=1.4.0") + "  versions: \">=1.3\"\n", "1.5.0", true),
            (headed("=1.4.0") + "  versions: \">=1.3\"\n", "1.2.0", false),
            (format!("{ENTRY}  fixed_in: \"1.5\"\n"), "1.4.9", true),
            (format!("{ENTRY}  fixed_in: \"1.5\"\n"), "1.5.0-rc.1", true),
            (format!("{ENTRY}  fixed_in: \"1.5\"\n"), "1.5.0", false),
            (format!("{ENTRY}  fixed_in: \"1.5\"\n"), "1.5.0.1", false),
            (headed(">=1.3") + "  fixed_in: \"1.5\"\n", "1.2.0", false),
            (headed(">=1.3") + "  fixed_in: \"1.5\"\n", "1.4.0", true),
        ] {
            let read = read_deviations("toy", "toy.yaml", &text).unwrap();
            assert_eq!(read[0].is_about(version), is_about, "{version} with {text}");
        }
    }
}
