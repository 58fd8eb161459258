use super::{Place, Problem, source::CatalogueFile, yaml};
use lawbook::rules::RuleSet;

/// A text of rules about the end of chess games, such as an edition of the Laws, with its statements.
#[derive(Clone, Debug)]
pub struct Document {
    /// The short identifier, which is the prefix of its statements, such as `S0`.
    pub id: String,
    /// The name of the folder that contains its cases.
    pub folder: String,
    /// Its title.
    pub title: String,
    /// The kind of text and its edition.
    pub about: String,
    /// The rule set that it defines, or the closest one.
    pub rule_set: RuleSet,
    /// The format of the file that the statements were taken from.
    pub form: String,
    /// The SHA-256 of that file, in hexadecimal.
    pub sha256: String,
    /// Its statements, in the order of the text.
    pub statements: Vec<Statement>,
    /// The file and line of its definition.
    pub place: Place,
}

/// One statement of a document, in the words of this project.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The permanent identifier, such as `S0-5.2.d`.
    pub id: String,
    /// The statement itself.
    pub says: String,
    /// Why the statement cannot be tested, if it has no truth value.
    pub untestable: Option<String>,
}

pub(crate) fn read(file: &CatalogueFile) -> Result<Document, Problem> {
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
