use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, value},
};

use super::{Cause, Place, Problem, Release, Releases, Upstream};
use crate::question::{AnswerRecord, Question};
use lawbook::rules::Day;

/// A known disagreement between a library and the catalogue: a cause, wherever it shows, or an answer to a question of
/// some cases; and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an entry with `cause`, or with `cases`, `question` and `says`, and with `class` and `reason`"
)]
pub struct Deviation {
    /// The cause of wrong answers. It holds in every case; `cases` and `question` are only an example then.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        with = "serde_yaml::with::singleton_map_recursive"
    )]
    pub cause: Option<Cause>,
    /// The affected cases.
    pub cases: Vec<String>,
    /// The name of the question, see [`Question::name`](crate::question::Question::name).
    pub question: String,
    /// The answer of the library. Without a cause, a different wrong answer counts as a changed deviation; with a cause, it is
    /// the answer of the example.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<AnswerRecord>,
    /// The kind of disagreement.
    pub class: DeviationClass,
    /// The policy of the library that the disagreement follows from, if other libraries share it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
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
    /// Returns the error message for an entry with neither a cause nor an answer.
    pub(crate) fn contradiction(&self) -> Option<String> {
        (self.cause.is_none() && self.says.is_none())
            .then(|| format!("the entry for {} needs a cause or an answer", self.question))
    }

    /// Whether it names the question or, with a cause that no fault expresses, its kind.
    pub fn asks(&self, question: &Question) -> bool {
        let is_kind = matches!(self.cause, Some(Cause::Unexplained { .. }));
        self.question == question.name() || is_kind && self.question == question.kind()
    }

    /// Whether it can be about answers to a case: it has a cause, or names the case.
    pub fn is_about(&self, case: &str) -> bool {
        self.cause.is_some() || self.cases.iter().any(|one| one == case)
    }

    /// Whether it lists this answer to a question. An entry with a cause lists none.
    pub fn lists(&self, question: &str, says: &AnswerRecord) -> bool {
        self.question == question && self.says.as_ref() == Some(says)
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

/// A policy that several libraries share. All entries of one policy have the same class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The third occurrence or the fiftieth move ends the game without a claim.
    AutomaticDraw,
}

impl Policy {
    /// The class of every entry with this policy.
    pub const fn class(self) -> DeviationClass {
        match self {
            Policy::AutomaticDraw => DeviationClass::OtherRuleSet,
        }
    }

    /// Its name, as a list has it.
    pub const fn name(self) -> &'static str {
        match self {
            Policy::AutomaticDraw => "automatic-draw",
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
        if let Some(message) = deviation.contradiction() {
            return Err(Problem::new(file, 1, message, "`cause` or `says`"));
        }
        if let Some(policy) = deviation.policy
            && policy.class() != deviation.class
        {
            let words = deviation.class.words();
            let name = policy.name();
            let message = format!("an entry with the policy {name} has the class {words:?}");
            let place = deviation.place.clone();
            let right = Some(format!("the class {:?}", policy.class().words()));
            return Err(Problem { place, message, right });
        }
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
        an_entry_may_name_a_cause,
        for (cause, read) in [
            ("", None),
            ("cause: timed-out", Some(Cause::TimedOut)),
            ("cause: {panicked: no _}", Some(Cause::Panicked("no _".to_owned()))),
            ("cause: {fault: castling/missing}", Some(Cause::Fault("castling/missing".to_owned())),),
            (
                "cause: {ends-by-itself: fifty-moves}",
                Some(Cause::EndsByItself(Termination::FiftyMoves)),
            ),
            (
                "cause: {move-refused: {kind: en-passant, message: no}}",
                Some(Cause::MoveRefused { kind: MoveKind::EnPassant, message: "no".to_owned() }),
            ),
        ] {
            let says = "  says: true\n";
            let text = ENTRY.replace(says, if cause.is_empty() { says } else { "" });
            let text = format!("{text}  {cause}\n");
            let entries = read_deviations("toy", "toy.yaml", &text).unwrap();
            assert_eq!(entries[0].cause, read, "{cause}");
            let written = serde_yaml::to_string(&entries).unwrap();
            assert!(!written.contains('!'), "{written}");
            assert_eq!(read_deviations("toy", "toy.yaml", &written).unwrap()[0].cause, read);
        }
    );

    const ENTRY: &str =
        "- cases: [one]\n  question: check\n  says: true\n  class: bug\n  reason: it looks away\n";

    rows!(
        one_policy_has_one_class,
        for (class, is_right) in [("other-rule-set", true), ("bug", false), ("by-design", false)] {
            let entry = ENTRY.replace("class: bug", &format!("class: {class}"));
            let text = format!("{entry}  policy: automatic-draw\n");
            let read = read_deviations("toy", "toy.yaml", &text);
            assert_eq!(read.is_ok(), is_right, "{class}: {read:?}");
        }
    );

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
