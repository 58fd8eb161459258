//! The shape of the files, as `serde` reads it. What the texts in it mean is decided elsewhere.

use serde::Deserialize;

use super::{
    CaseLevel, Version, WrittenEvent,
    expect::ExpectYaml,
    forms::{Named, OneOrMany},
};

/// A case as it is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct CaseYaml {
    /// Lower-case words joined by hyphens; unique, permanent, never reused.
    pub(super) id: String,
    /// One line: the situation, not the answer.
    pub(super) title: String,
    /// The version of the catalogue it came with; 0.1.0 if left out.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub(super) since: Option<Version>,
    /// The statements of the documents that this case decides.
    pub(super) states: Vec<String>,
    /// Free keywords.
    #[serde(default)]
    pub(super) tags: Vec<String>,
    /// How fine a point it is about: `core` if left out.
    #[serde(default)]
    pub(super) level: CaseLevel,
    /// Where the question makes sense; all rule sets if left out.
    #[serde(default)]
    pub(super) rule_sets: Option<OneOrMany>,
    /// `startpos` or a FEN of four or six fields.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// What happens, line by line: moves, or sentences.
    #[serde(default)]
    pub(super) play: Vec<String>,
    /// The conditions under which the game is played.
    #[serde(default)]
    pub(super) event: WrittenEvent,
    /// What is true at the end.
    #[serde(default)]
    pub(super) expect: Option<ExpectYaml>,
    /// Why a side can mate, or why it cannot.
    #[serde(default)]
    pub(super) proof: ProofYaml,
    /// Rule sets or ranges that rule otherwise.
    #[serde(default)]
    pub(super) except: Named<ExpectYaml>,
    /// Named wrong answers.
    #[serde(default)]
    pub(super) mistakes: Named<ExpectYaml>,
    /// The twin in which the answer flips.
    #[serde(default)]
    pub(super) contrast: Option<String>,
    /// Plain words, for a person who wants to understand.
    pub(super) why: String,
    /// What is doubtful or inferred about the ruling.
    #[serde(default)]
    pub(super) doubt: Option<String>,
    /// Why the texts leave the ruling open.
    #[serde(default)]
    pub(super) open: Option<String>,
}

/// For a side that can mate, moves that end in mate, or `checkmate` if it has; for a side that
/// cannot, `material`, `mobility`, `spares` or `exhausted`.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ProofYaml {
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
}

/// A matter on which the documents differ, as it is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ConflictYaml {
    /// The permanent identifier.
    pub(super) id: String,
    /// What it is about, in one line.
    pub(super) topic: String,
    /// What each document says, by its identifier, or that it is silent.
    pub(super) says: Named<String>,
    /// The cases that show it.
    pub(super) cases: Vec<String>,
    /// Which rule set decides how.
    pub(super) decides: String,
}

/// A document as it is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentYaml {
    /// The prefix of its statements.
    pub(super) id: String,
    pub(super) title: String,
    /// What it is, and which edition.
    pub(super) about: String,
    /// The rule set it states.
    pub(super) rule_set: String,
    pub(super) source: SourceYaml,
    pub(super) statements: Vec<StatementYaml>,
}

/// The text a document was read from.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct SourceYaml {
    /// What kind of file it is.
    pub(super) form: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub(super) sha256: String,
}

/// A statement of a document, in our words.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct StatementYaml {
    pub(super) id: String,
    pub(super) says: String,
    /// Why it has no truth value that could be tested.
    pub(super) untestable: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::super::{embedded_files, source};
    use super::*;
    use crate::report::json_schema;

    /// The published schema is the one of the types above; `LAWBOOK_UPDATE=1` writes it anew.
    fn published(name: &str, schema: &schemars::Schema) -> serde_json::Value {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(name);
        let derived = serde_json::to_string_pretty(schema).unwrap() + "\n";
        if env::var_os("LAWBOOK_UPDATE").is_some() {
            fs::write(&path, &derived).unwrap();
        }
        let current = fs::read_to_string(&path).unwrap_or_default();
        assert!(current == derived, "{name} is out of date: run again with LAWBOOK_UPDATE=1");
        serde_json::from_str(&derived).unwrap()
    }

    #[test]
    fn the_published_schemas_are_those_of_the_types_and_every_file_keeps_to_them() {
        let cases = published("schema.json", &schemars::schema_for!(Vec<CaseYaml>));
        let document = published("document.schema.json", &schemars::schema_for!(DocumentYaml));
        let conflicts =
            published("conflicts.schema.json", &schemars::schema_for!(Vec<ConflictYaml>));
        let mut checked = 0;
        for file in embedded_files() {
            let value: serde_json::Value = serde_yaml::from_str(&file.text).unwrap();
            let schema = match file.kind() {
                source::FileKind::Document => &document,
                source::FileKind::Cases => &cases,
                source::FileKind::Conflicts => &conflicts,
                source::FileKind::Other => continue,
            };
            let violations = json_schema::violations(schema, &value);
            assert!(violations.is_empty(), "{}: {violations:#?}", file.path);
            checked += 1;
        }
        assert!(checked > 10, "only {checked} files were found");
        for wrong in [
            serde_json::json!([{ "id": "a", "title": "b", "states": [] }]),
            serde_json::json!([{ "id": "a", "title": "b", "states": [], "why": "c", "wy": "d" }]),
            serde_json::json!([{ "id": "a", "title": "b", "states": [], "why": "c", "expect": { "chek": true } }]),
        ] {
            assert!(!json_schema::is_valid(&cases, &wrong), "{wrong}");
        }
    }
}
