//! The shape of the files, as `serde` reads it. What the texts in it mean is decided elsewhere.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor},
};

use super::Version;

/// A case as it is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
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
    pub(super) event: Event,
    /// What is true at the end.
    #[serde(default)]
    pub(super) expect: Option<Expect>,
    /// Why a side can mate, or why it cannot.
    #[serde(default)]
    pub(super) proof: Proof,
    /// Rule sets or ranges that rule otherwise.
    #[serde(default)]
    pub(super) except: Named<Expect>,
    /// Named wrong answers.
    #[serde(default)]
    pub(super) mistakes: Named<Expect>,
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

/// What is true at the end; each field is a question.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Expect {
    /// How the game stands after the last line.
    pub(super) ruling: Option<String>,
    /// Everything that is obligatory by the last ruling.
    pub(super) orders: Option<Vec<String>>,
    /// All the claims that would be right now without writing a move.
    pub(super) claims: Option<Vec<String>>,
    /// How many times the position on the board has arisen.
    pub(super) occurrences: Option<u32>,
    /// Numbers of plies after which the same position stood on the board.
    #[serde(default)]
    pub(super) same_as: Vec<usize>,
    /// Numbers of plies after which another position stood on the board.
    #[serde(default)]
    pub(super) different_from: Vec<usize>,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: Option<u32>,
    /// Whether the player on move is in check.
    pub(super) check: Option<bool>,
    /// Whether the player on move is checkmated.
    pub(super) checkmate: Option<bool>,
    /// Whether the player on move is stalemated.
    pub(super) stalemate: Option<bool>,
    /// Whether the pieces alone rule out mate by either side.
    pub(super) insufficient_material: Option<bool>,
    /// Whether neither side can mate by any series of legal moves.
    pub(super) dead: Option<bool>,
    /// Whether some series of legal moves ends with this side giving mate.
    pub(super) can_mate: Option<CanMate>,
    /// Some legal moves.
    #[serde(default)]
    pub(super) legal: Vec<String>,
    /// Some moves that are not legal, as from square and to square.
    #[serde(default)]
    pub(super) illegal: Vec<String>,
    /// The legal moves, all of them.
    pub(super) only: Option<Vec<String>>,
    /// The number of legal moves.
    pub(super) moves: Option<usize>,
    /// How the last move played is written.
    pub(super) san: Option<String>,
    /// How texts are read: as which move, or `refused`.
    #[serde(default)]
    pub(super) reads: Named<String>,
    /// How texts in UCI are read: as which legal move, or `refused`.
    #[serde(default)]
    pub(super) reads_uci: Named<String>,
    /// How FENs are read: as which FEN, or `refused`.
    #[serde(default)]
    pub(super) reads_fen: Named<String>,
    /// What stands on these squares: `white king`, `empty`.
    #[serde(default)]
    pub(super) board: Named<String>,
    /// Who is on move.
    pub(super) turn: Option<Player>,
    /// The castling rights that are left, as a FEN writes them.
    pub(super) castling: Option<String>,
    /// Whether the setup can be played at all.
    pub(super) setup: Option<Verdict>,
    /// Squares that are light.
    #[serde(default)]
    pub(super) light: Vec<String>,
    /// Squares that are dark.
    #[serde(default)]
    pub(super) dark: Vec<String>,
    /// The pieces that give check.
    pub(super) checkers: Option<Vec<String>>,
    /// For a piece on a square, the opponent's pieces that it attacks.
    #[serde(default)]
    pub(super) attacks: Named<Vec<String>>,
    /// The pieces that are pinned, each with the piece behind it; all of them.
    pub(super) pinned: Option<Named<OneOrMany>>,
    /// The pieces that are skewered, each with the piece behind it; all of them.
    pub(super) skewered: Option<Named<OneOrMany>>,
    /// The pieces that attack through the line that the last move has opened, each with what it attacks.
    pub(super) discovered: Option<Named<OneOrMany>>,
    /// How many seconds the players have left.
    pub(super) seconds: Option<Seconds>,
    /// Why a rule set, or somebody who is mistaken, answers like this; only for those.
    pub(super) because: Option<String>,
}

/// The conditions under which a game is played; what is left out is as usual.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Event {
    /// How much time there is; standard if left out.
    pub(super) time: Option<Time>,
    /// Whether an arbiter watches the board; true if left out.
    pub(super) supervised: Option<bool>,
    /// Whether time is added with every move; false if left out.
    pub(super) increment: Option<bool>,
    /// Whether no further time control follows; true if left out.
    pub(super) last_period: Option<bool>,
    /// Whether the guidelines for the last minutes were announced; true if left out.
    pub(super) quickplay_rules: Option<bool>,
    /// The event forbids agreement before this move; 0 if left out.
    pub(super) no_agreement_before_move: Option<u32>,
    /// What the clocks show at the start, in seconds; nobody counts if left out.
    pub(super) clocks: Option<Clocks>,
}

/// What the clocks show at the start, in seconds.
#[derive(Deserialize, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Clocks {
    pub(super) white: u32,
    pub(super) black: u32,
    /// What is added when a move is completed; nothing if left out.
    #[serde(default)]
    pub(super) increment: u32,
}

/// A number of seconds for each side.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Seconds {
    pub(super) white: Option<u32>,
    pub(super) black: Option<u32>,
}

/// How much time there is.
#[derive(Deserialize, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Time {
    Standard,
    Rapid,
    Blitz,
}

/// One answer for each side.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct CanMate {
    pub(super) white: Option<bool>,
    pub(super) black: Option<bool>,
}

/// For a side that can mate, moves that end in mate, or `checkmate` if it has; for a side that
/// cannot, `material`, `mobility` or `exhausted`.
#[derive(Deserialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Proof {
    pub(super) white: Option<String>,
    pub(super) black: Option<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Player {
    White,
    Black,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Accepted,
    Refused,
}

/// A text or a list of texts.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A matter on which the documents differ, as it is written.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Conflict {
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
pub(super) struct Document {
    /// The prefix of its statements.
    pub(super) id: String,
    pub(super) title: String,
    /// What it is, and which edition.
    pub(super) about: String,
    /// The rule set it states.
    pub(super) rule_set: String,
    pub(super) source: Source,
    pub(super) statements: Vec<Statement>,
}

/// The text a document was read from.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    /// What kind of file it is.
    pub(super) form: String,
    /// The SHA-256 of the file, in hexadecimal.
    pub(super) sha256: String,
}

/// A statement of a document, in our words.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Statement {
    pub(super) id: String,
    pub(super) says: String,
    /// Why it has no truth value that could be tested.
    pub(super) untestable: Option<String>,
}

/// A mapping that keeps its order and refuses a name that is there twice.
pub(super) struct Named<T>(pub(super) Vec<(String, T)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping of names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries: Vec<(String, T)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if entries.iter().any(|(other, _)| *other == name) {
                        return Err(de::Error::custom(format_args!("{name:?} is there twice")));
                    }
                    entries.push((name, map.next_value()?));
                }
                Ok(Named(entries))
            }
        }

        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

#[cfg(test)]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Named<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        <std::collections::BTreeMap<String, T>>::schema_name()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <std::collections::BTreeMap<String, T>>::json_schema(generator)
    }
    fn inline_schema() -> bool {
        true
    }
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
        let cases = published("schema.json", &schemars::schema_for!(Vec<Case>));
        let document = published("document.schema.json", &schemars::schema_for!(Document));
        let conflicts = published("conflicts.schema.json", &schemars::schema_for!(Vec<Conflict>));
        let mut checked = 0;
        for file in embedded_files() {
            let value: serde_json::Value = serde_yaml::from_str(&file.text).unwrap();
            let schema = match file.kind() {
                source::Kind::Document => &document,
                source::Kind::Cases => &cases,
                source::Kind::Conflicts => &conflicts,
                source::Kind::Other => continue,
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
