use serde::{Deserialize, Serialize};

use super::{HISTORY_FORMAT, LibraryHistory};
use crate::report::{ReadError, visible_json};

/// Serializes a history as JSON with one line for each release and each question, so that two histories can be compared
/// by line. `src/report/history.schema.json` is the schema.
pub fn write_history(history: &LibraryHistory) -> String {
    let mut header = history.clone();
    let (releases, answers) =
        (std::mem::take(&mut header.releases), std::mem::take(&mut header.answers));
    let disagreements = header.games.as_mut().map(|games| std::mem::take(&mut games.disagreements));
    let mut text = serde_json::to_string_pretty(&header).unwrap_or_default();
    for (name, lines) in [
        ("releases", lines(&releases, "")),
        ("answers", lines(&answers, "")),
        ("disagreements", lines(&disagreements.unwrap_or_default(), "  ")),
    ] {
        text = text.replacen(&format!("\"{name}\": []"), &format!("\"{name}\": {lines}"), 1);
    }
    visible_json(text + "\n")
}

/// Formats a list as JSON with one element per line, indented by `indent` more.
fn lines(all: &[impl Serialize], indent: &str) -> String {
    let lines: Vec<String> =
        all.iter().map(|one| serde_json::to_string(one).unwrap_or_default()).collect();
    match lines.is_empty() {
        true => "[]".to_owned(),
        false => {
            let separator = format!(",\n    {indent}");
            format!("[\n    {indent}{}\n  {indent}]", lines.join(&separator))
        }
    }
}

/// Parses a history that [`write_history`] has written.
///
/// # Errors
///
/// Returns an error if the text is not a history, has another format version, or is truncated.
pub fn read_history(text: &str) -> Result<LibraryHistory, ReadError> {
    #[derive(Deserialize)]
    struct Form {
        format: u32,
    }
    let explain = |error: serde_json::Error| match error.is_eof() && !text.trim().is_empty() {
        true => ReadError::CutShort(text.lines().count()),
        false => ReadError::NoReport(error),
    };
    match serde_json::from_str(text).map_err(explain)? {
        Form { format: HISTORY_FORMAT } => serde_json::from_str(text).map_err(explain),
        Form { format } => Err(ReadError::OtherForm(format)),
    }
}
