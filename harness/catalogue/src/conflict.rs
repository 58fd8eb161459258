use super::{Place, Problem, source::CatalogueFile, yaml};

/// A conflict: documents contradict each other on a point, or differ in scope.
#[derive(Clone, Debug)]
pub struct Conflict {
    /// The permanent identifier.
    pub id: String,
    /// The topic in one line.
    pub topic: String,
    /// For each document, by its identifier, a summary of its position, or that it is silent.
    pub says: Vec<(String, String)>,
    /// The identifiers of the cases that demonstrate the conflict.
    pub cases: Vec<String>,
    /// Which rule set follows which document.
    pub decides: String,
    /// The file and line of its definition.
    pub place: Place,
}

pub(crate) fn read(file: &CatalogueFile) -> Result<Vec<Conflict>, Problem> {
    let written: Vec<yaml::ConflictYaml> = serde_yaml::from_str(&file.text)
        .map_err(|error| Problem::of_yaml(&file.path, 1, &error))?;
    let line = |id: &str| {
        let wanted = format!("- id: {id}");
        1 + file.text.lines().position(|line| line.trim_end() == wanted).unwrap_or(0)
    };
    Ok(written
        .into_iter()
        .map(|one| Conflict {
            place: Place { file: file.path.clone(), line: line(&one.id) },
            id: one.id,
            topic: one.topic,
            says: one.says.0.into_iter().map(|(id, text)| (id, text.trim().to_owned())).collect(),
            cases: one.cases,
            decides: one.decides.trim().to_owned(),
        })
        .collect())
}
