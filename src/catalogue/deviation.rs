use serde::{Deserialize, Serialize};

use super::{Condition, Occasion, Place, Problem};
use crate::question::AnswerRecord;

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

/// Reads the known deviations of one library.
///
/// # Errors
///
/// The text is not a YAML list of deviations.
pub fn read_deviations(
    implementation: &str,
    file: &str,
    text: &str,
) -> Result<Vec<Deviation>, Problem> {
    let mut deviations: Vec<Deviation> = match serde_yaml::from_str(text) {
        Ok(Some(deviations)) => deviations,
        Ok(None) => Vec::new(),
        Err(error) => return Err(Problem::of_yaml(file, 1, &error)),
    };
    for deviation in &mut deviations {
        implementation.clone_into(&mut deviation.implementation);
        deviation.place = Place { file: file.to_owned(), line: 1 };
        deviation.reason = deviation.reason.trim().to_owned();
    }
    Ok(deviations)
}
