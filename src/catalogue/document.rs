use super::{Place, Problem, source::CatalogueFile, yaml};
use crate::rules::RuleSet;

/// A text about how chess games end, and what it states.
#[derive(Clone, Debug)]
pub struct Document {
    /// The short identifier, the prefix of its statements: `S0`.
    pub id: String,
    /// The folder of its cases.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// What it is, and which edition.
    pub about: String,
    /// The rule set it states, or is nearest to.
    pub rule_set: RuleSet,
    /// What kind of file it was read from.
    pub form: String,
    /// The SHA-256 of that file, in hexadecimal.
    pub sha256: String,
    /// What it states, in its order.
    pub statements: Vec<Statement>,
    /// Where it is described.
    pub place: Place,
}

/// One statement of a document, in our words.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The permanent identifier: `S0-5.2.d`.
    pub id: String,
    /// What it says.
    pub says: String,
    /// Why it has no truth value that could be tested, if so.
    pub untestable: Option<String>,
}

pub(super) fn read(file: &CatalogueFile) -> Result<Document, Problem> {
    let written: yaml::DocumentYaml = serde_yaml::from_str(&file.text)
        .map_err(|error| Problem::of_yaml(&file.path, 1, &error))?;
    let rule_set = written.rule_set.parse().map_err(|error| {
        let line = file.text.lines().position(|line| line.starts_with("rule_set:")).unwrap_or(0);
        Problem::of_error(&file.path, line + 1, &error)
    })?;
    Ok(Document {
        id: written.id,
        folder: file.folder().to_owned(),
        title: written.title,
        about: written.about.trim().to_owned(),
        rule_set,
        form: written.source.form,
        sha256: written.source.sha256,
        statements: written
            .statements
            .into_iter()
            .map(|yaml::StatementYaml { id, says, untestable }| Statement {
                id,
                says: says.trim().to_owned(),
                untestable,
            })
            .collect(),
        place: Place { file: file.path.clone(), line: 1 },
    })
}
