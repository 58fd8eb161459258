use serde::{Deserialize, Serialize};

use crate::{
    catalogue::{Case, CaseLevel, Catalogue},
    question::{ExpectationRecord, Expected, Moment, Question},
    rules::{Act, Event, RuleSet},
};

/// The version of the vector format that this version of the crate writes.
pub const VECTORS_FORMAT: u32 = 1;

/// Test vectors: the questions of the catalogue with their right answers under one rule set, as plain data. Tests in
/// any language can use them without starting a process or building this crate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Vectors {
    /// The version of the format, [`VECTORS_FORMAT`]. It changes if a field changes its meaning, not if one is added.
    pub format: u32,
    /// The version of the catalogue.
    pub lawbook: String,
    /// A digest of all files of the catalogue.
    pub catalogue: String,
    /// The rule set under which the answers are right.
    pub rule_set: String,
    /// The vectors, in the order of the catalogue.
    pub vectors: Vec<Vector>,
}

/// A scenario with questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Vector {
    /// The identifier of the case. A case can have two vectors: one at the end, and one before the last act.
    pub case: String,
    /// The scenario in one line.
    pub title: String,
    /// The folder of its document.
    pub document: String,
    /// How advanced the subject is.
    pub level: CaseLevel,
    /// The identifiers of the statements that the case decides.
    pub states: Vec<String>,
    /// Whether all acts are completed moves.
    pub only_moves: bool,
    /// The setup as a FEN of six fields; it may not be playable.
    pub fen: String,
    /// The acts from there, in order and in the format of the line protocol.
    play: Vec<Act>,
    /// The conditions of the game, if they are not the usual ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<Event>,
    /// The questions.
    pub questions: Vec<VectorQuestion>,
    /// The explanation of the answers.
    pub why: String,
}

/// A question with its right answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VectorQuestion {
    /// The question, in the format of the line protocol.
    #[serde(flatten)]
    pub question: Question,
    /// The right answer.
    pub right: ExpectationRecord,
}

impl Vectors {
    /// Returns the vectors of all cases that apply to a rule set and are not open.
    pub fn new(catalogue: &Catalogue, rule_set: RuleSet) -> Vectors {
        let cases = catalogue
            .cases
            .iter()
            .filter(|case| case.open.is_none() && case.rule_sets.contains(rule_set));
        Vectors {
            format: VECTORS_FORMAT,
            lawbook: env!("CARGO_PKG_VERSION").to_owned(),
            catalogue: catalogue.digest.clone(),
            rule_set: rule_set.to_string(),
            vectors: cases.flat_map(|case| of_case(case, rule_set)).collect(),
        }
    }

    /// Serializes the vectors as JSON, one per line. `src/report/vectors.schema.json` is the schema.
    pub fn write_json(&self) -> String {
        let line =
            |vector: &Vector| format!("  {}", serde_json::to_string(vector).unwrap_or_default());
        let lines: Vec<String> = self.vectors.iter().map(line).collect();
        let header = Vectors { vectors: Vec::new(), ..self.clone() };
        let header = serde_json::to_string(&header).unwrap_or_default();
        header.replacen("[]", &format!("[\n{}\n]", lines.join(",\n")), 1) + "\n"
    }
}

/// Returns up to two vectors of a case: one for the questions at the end, and one for those before the last act.
fn of_case(case: &Case, rule_set: RuleSet) -> Vec<Vector> {
    let expected = case.expected_under(rule_set);
    let before = case.acts.split_last().map_or(&case.acts[..], |(_, before)| before);
    [(Moment::BeforeLastAct, before), (Moment::End, &case.acts[..])]
        .into_iter()
        .filter_map(|(moment, acts)| {
            let asked = expected.iter().filter(|one| one.moment == moment);
            let questions: Vec<VectorQuestion> = asked.map(question).collect();
            (!questions.is_empty()).then(|| vector(case, acts, questions))
        })
        .collect()
}

fn vector(case: &Case, acts: &[Act], questions: Vec<VectorQuestion>) -> Vector {
    Vector {
        case: case.id.clone(),
        title: case.title.clone(),
        document: case.place.folder().to_owned(),
        level: case.level,
        states: case.states.clone(),
        only_moves: acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. })),
        fen: case.setup.to_string(),
        play: acts.to_vec(),
        event: (case.event != Event::default()).then_some(case.event),
        questions,
        why: case.why.clone(),
    }
}

fn question(expected: &Expected) -> VectorQuestion {
    VectorQuestion { question: expected.question.clone(), right: (&expected.right).into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json_schema;

    #[test]
    fn vectors_match_the_schema_and_read_back() {
        let catalogue = Catalogue::embedded();
        let schema = schemars::schema_for!(Vectors);
        for rule_set in RuleSet::ALL {
            let vectors = Vectors::new(&catalogue, rule_set);
            assert!(vectors.vectors.len() > 300, "{rule_set}: {}", vectors.vectors.len());
            let text = vectors.write_json();
            assert_eq!(serde_json::from_str::<Vectors>(&text).unwrap(), vectors, "{rule_set}");
            let value = serde_json::from_str(&text).unwrap();
            let violations = json_schema::violations(schema.as_value(), &value);
            assert_eq!(violations, Vec::<String>::new(), "{rule_set}");
        }
    }

    #[test]
    fn a_claim_is_asked_before_it_is_made() {
        let vectors = Vectors::new(&Catalogue::embedded(), RuleSet::LATEST).vectors;
        let of_case: Vec<&Vector> =
            vectors.iter().filter(|one| one.case == "threefold-with-written-move").collect();
        let [before, end] = of_case[..] else { panic!("{of_case:?}") };
        assert_eq!(before.play.len() + 1, end.play.len());
        assert!(before.only_moves && !end.only_moves);
        assert_eq!(before.questions[0].question.sent_as(), "claim");
        assert_eq!(serde_json::to_value(&before.questions[0].right).unwrap(), true);
    }
}
