use serde::{Deserialize, Serialize};

use super::{HISTORY_FORMAT, LibraryHistory};
use crate::report::ReadError;

/// Writes a history as JSON, with a line for each release and each question, so that two of them can be compared line
/// by line. `src/report/history.schema.json` describes it.
pub fn write_history(history: &LibraryHistory) -> String {
    let mut header = history.clone();
    let (releases, answers) =
        (std::mem::take(&mut header.releases), std::mem::take(&mut header.answers));
    let text = serde_json::to_string_pretty(&header).unwrap_or_default();
    let text = text.replacen("\"releases\": []", &lines("releases", &releases), 1);
    text.replacen("\"answers\": []", &lines("answers", &answers), 1) + "\n"
}

fn lines(name: &str, all: &[impl Serialize]) -> String {
    let lines: Vec<String> =
        all.iter().map(|one| serde_json::to_string(one).unwrap_or_default()).collect();
    match lines.is_empty() {
        true => format!("\"{name}\": []"),
        false => format!("\"{name}\": [\n    {}\n  ]", lines.join(",\n    ")),
    }
}

/// Reads a history that [`write_history`] wrote.
///
/// # Errors
///
/// The text is no such history, is of another form, or has no end.
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
