//! The YAML format of the files, as `serde` deserializes it. Other modules interpret the strings in it.

use serde::Deserialize;

use super::{
    CaseLevel, Version, WrittenEvent,
    expect::{ExpectYaml, ForEachSide},
    yaml_types::{OneOrMany, OrderedMap},
};

/// A case.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct CaseYaml {
    /// The identifier: lower-case words joined by hyphens, at most 60 characters; unique, permanent, never reused.
    pub(super) id: String,
    /// The title in one line: the scenario, not the answer.
    pub(super) title: String,
    /// The version of the catalogue that added it; 0.1.0 if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub(super) since: Option<Version>,
    /// The identifiers of the statements that this case decides.
    pub(super) states: Vec<String>,
    /// Free keywords.
    #[serde(default)]
    pub(super) tags: Vec<String>,
    /// How advanced the subject is; `core` if left out.
    #[serde(default)]
    pub(super) level: CaseLevel,
    /// The rule sets that the case applies to; all if left out.
    #[serde(default)]
    pub(super) rule_sets: Option<OneOrMany>,
    /// The initial setup: `startpos` or a FEN of four or six fields.
    #[serde(default)]
    pub(super) start: Option<String>,
    /// The acts of the players and the arbiter, line by line: moves or sentences.
    #[serde(default)]
    pub(super) play: Vec<String>,
    /// The conditions of the game.
    #[serde(default)]
    pub(super) event: WrittenEvent,
    /// The right answers at the end.
    #[serde(default)]
    pub(super) expect: Option<ExpectYaml>,
    /// For a side that can mate, moves that end in mate, or `checkmate` if it has mated already; for a side that cannot,
    /// `material`, `mobility`, `abstraction` or `exhausted`.
    #[serde(default)]
    pub(super) proof: ForEachSide<String>,
    /// Rule sets, or ranges of them, with other right answers.
    #[serde(default)]
    pub(super) except: OrderedMap<ExpectYaml>,
    /// Wrong answers, each with a name.
    #[serde(default)]
    pub(super) mistakes: OrderedMap<ExpectYaml>,
    /// The identifier of the contrasting case, which has another answer.
    #[serde(default)]
    pub(super) contrast: Option<String>,
    /// The explanation in plain words, for a human reader.
    pub(super) why: String,
    /// Any doubt about the ruling, or how it was inferred.
    #[serde(default)]
    pub(super) doubt: Option<String>,
    /// Why the texts leave the ruling open.
    #[serde(default)]
    pub(super) open: Option<String>,
    /// `both`: asked a second time with the colours exchanged, as the case `ID-mirrored`.
    #[serde(default)]
    pub(super) colours: Option<ColoursYaml>,
    /// Variants of the scenario: each is a case with the id `ID-NAME`, and has the fields above unless it states its own.
    #[serde(default)]
    pub(super) rows: OrderedMap<RowYaml>,
}

/// A row of a table of similar cases.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // a row is merged with its table before it is read
pub(super) struct RowYaml {
    /// The title; that of the table and the name of the row if left out.
    title: Option<String>,
    /// The level, if another one than that of the table.
    level: Option<CaseLevel>,
    /// `startpos` or a FEN of four or six fields.
    start: Option<String>,
    /// What happens, line by line.
    play: Option<Vec<String>>,
    /// The right answers at the end: fields in addition to those of the table, or instead of them.
    expect: Option<ExpectYaml>,
    /// Why a side can mate, or why it cannot.
    proof: Option<ForEachSide<String>>,
    /// Rule sets or ranges that rule otherwise.
    except: Option<OrderedMap<ExpectYaml>>,
    /// Named wrong answers.
    mistakes: Option<OrderedMap<ExpectYaml>>,
    /// The twin in which the answer flips.
    contrast: Option<String>,
    /// The explanation, if another one than that of the table.
    why: Option<String>,
}

/// The colours for which a case exists.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum ColoursYaml {
    /// As written, and with the colours exchanged.
    Both,
}

/// A difference between the documents.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct ConflictYaml {
    /// The permanent identifier.
    pub(super) id: String,
    /// The topic in one line.
    pub(super) topic: String,
    /// For each document, by its identifier, a summary of its position, or that it is silent.
    pub(super) says: OrderedMap<String>,
    /// The identifiers of the cases that demonstrate the conflict.
    pub(super) cases: Vec<String>,
    /// Which rule set follows which document.
    pub(super) decides: String,
}

/// A document.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct DocumentYaml {
    /// The identifier, which is the prefix of its statements.
    pub(super) id: String,
    pub(super) title: String,
    /// The kind of text and its edition.
    pub(super) about: String,
    /// The rule set that it defines.
    pub(super) rule_set: String,
    pub(super) source: SourceYaml,
    pub(super) statements: Vec<StatementYaml>,
}

/// The file that the statements were taken from.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct SourceYaml {
    /// The format of the file.
    pub(super) form: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub(super) sha256: String,
}

/// A statement of a document, in the words of this project.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct StatementYaml {
    pub(super) id: String,
    pub(super) says: String,
    /// Why the statement cannot be tested, if it has no truth value.
    pub(super) untestable: Option<String>,
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    // The published schemas match the types above; `LAWBOOK_UPDATE=1` writes them.
    rows!(
        schemas_match_the_types,
        for (name, schema) in [
            ("schema.json", schemars::schema_for!(Vec<CaseYaml>)),
            ("document.schema.json", schemars::schema_for!(DocumentYaml)),
            ("conflicts.schema.json", schemars::schema_for!(Vec<ConflictYaml>)),
        ] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(name);
            let derived = serde_json::to_string_pretty(&schema).unwrap() + "\n";
            if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
                fs::write(&path, &derived).unwrap();
            }
            let current = fs::read_to_string(&path).unwrap_or_default();
            assert!(current == derived, "{name} is out of date: run again with LAWBOOK_UPDATE=1");
        }
    );
}
