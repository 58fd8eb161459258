use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, value},
};

use super::{Cause, Place, Problem, Release, Releases, Upstream};
use crate::question::{AnswerRecord, Question};
use lawbook::rules::Day;

/// A known disagreement between a library and the catalogue: the cause of wrong answers, wherever it shows, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an entry with `cause`, `cases`, `question`, `class` and `reason`"
)]
pub struct Deviation {
    /// The cause of wrong answers. It holds in every case.
    #[serde(with = "serde_yaml::with::singleton_map_recursive")]
    pub cause: Cause,
    /// Examples; all affected cases of a cause that no fault expresses.
    pub cases: Vec<String>,
    /// The name of the question in the examples, see [`Question::name`](crate::question::Question::name).
    pub question: String,
    /// The answer of the library in the first example, if the case asks the question twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<AnswerRecord>,
    /// The kind of disagreement.
    pub class: DeviationClass,
    /// Why the library gives this answer.
    pub reason: String,
    /// The place in the library's source or documentation that causes or documents it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The affected releases; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub versions: Option<Releases>,
    /// The upstream issue or pull request that reports it to the maintainers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<Upstream>,
    /// The day of the report upstream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<Day>,
    /// The first release without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_in: Option<Release>,
    /// The name of the library.
    #[serde(skip)]
    pub implementation: String,
    /// The file and line of this entry.
    #[serde(skip)]
    pub place: Place,
}

impl Deviation {
    /// Whether it names the question or, with a cause that no fault expresses, its kind.
    pub fn asks(&self, question: &Question) -> bool {
        let is_kind = matches!(self.cause, Cause::Unexplained { .. });
        self.question == question.name() || is_kind && self.question == question.kind()
    }

    /// Whether it covers this version of the library: one that [`versions`](Self::versions) contains and that is older
    /// than [`fixed_in`](Self::fixed_in). A version that cannot be parsed is covered only if both are absent.
    pub fn covers_version(&self, version: &str) -> bool {
        if self.versions.is_none() && self.fixed_in.is_none() {
            return true;
        }
        version.parse::<Release>().is_ok_and(|release| {
            self.versions.as_ref().is_none_or(|versions| versions.contain(&release))
                && self.fixed_in.as_ref().is_none_or(|fixed| release < *fixed)
        })
    }
}

/// The kind of a known deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DeviationClass {
    /// The library contradicts its own documentation, or the rules that it claims to follow.
    Bug,
    /// The library documents this behaviour as intended.
    ByDesign,
    /// The library follows another rule set on this point.
    OtherRuleSet,
    /// The library does not implement this feature.
    Incomplete,
    /// It is not decided yet which of the others it is; every entry of a baseline is of this class.
    Unexplained,
}

impl DeviationClass {
    /// Returns the name in plain words, such as `by design`.
    pub const fn words(self) -> &'static str {
        match self {
            DeviationClass::Bug => "bug",
            DeviationClass::ByDesign => "by design",
            DeviationClass::OtherRuleSet => "other rule set",
            DeviationClass::Incomplete => "incomplete",
            DeviationClass::Unexplained => "unclassified",
        }
    }
}

/// Parses the known deviations of one library: a list, or a mapping with `versions` and `deviations`.
///
/// # Errors
///
/// Returns a problem if `text` has neither form.
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

/// The contents of a file of known deviations.
#[derive(Default)]
struct DeviationList {
    /// The affected releases of those entries that do not name releases themselves.
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
    use crate::MoveKind;
    use lawbook::rules::Termination;

    rows!(
        an_entry_names_a_cause,
        for (cause, read) in [
            ("timed-out", Cause::TimedOut),
            ("{panicked: no _}", Cause::Panicked("no _".to_owned())),
            ("{fault: castling/missing}", Cause::Fault("castling/missing".to_owned())),
            ("{ends-by-itself: fifty-moves}", Cause::EndsByItself(Termination::FiftyMoves)),
            (
                "{move-refused: {kind: en-passant, message: no}}",
                Cause::MoveRefused { kind: MoveKind::EnPassant, message: "no".to_owned() },
            ),
        ] {
            let text = ENTRY.replace("timed-out", cause);
            let entries = read_deviations("toy", "toy.yaml", &text).unwrap();
            assert_eq!(entries[0].cause, read, "{cause}");
            let written = serde_yaml::to_string(&entries).unwrap();
            assert!(!written.contains('!'), "{written}");
            assert_eq!(read_deviations("toy", "toy.yaml", &written).unwrap()[0].cause, read);
        }
    );

    const ENTRY: &str = "- cause: timed-out\n  cases: [one]\n  question: check\n  class: bug\n  reason: it looks away\n";

    rows!(
        an_entry_is_about_the_versions_that_it_or_its_file_names,
        {
            let headed = |versions: &str| format!("versions: \"{versions}\"\ndeviations:\n{ENTRY}");
        },
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
            assert_eq!(read[0].covers_version(version), is_about, "{version} with {text}");
        }
    );
}
