use super::ListedCase;
use crate::{
    output::{Exit, Failure, Result},
    spreadsheet::harmless,
};

/// Formats the cases as CSV, one row per case.
pub(super) fn csv<'a>(entries: impl Iterator<Item = ListedCase<'a>>) -> Result<String> {
    let fail = |error: String| Failure::new(Exit::IoError, format!("cannot write CSV: {error}"));
    let mut table = csv::Writer::from_writer(Vec::new());
    let heads = [
        "id",
        "document",
        "title",
        "states",
        "tags",
        "rule_sets",
        "place",
        "setup",
        "event",
        "play",
        "end",
        "rule_set",
        "answers",
        "contrast",
        "why",
        "open",
    ];
    table.write_record(heads).map_err(|error| fail(error.to_string()))?;
    for entry in entries {
        let row = [
            entry.id,
            entry.document,
            entry.title,
            &entry.states.join(" "),
            &entry.tags.join(" "),
            &entry.rule_sets.join(" "),
            &entry.place,
            &entry.setup,
            &entry.event,
            &entry.play.join("\n"),
            &entry.end,
            entry.rule_set,
            &entry.answers(),
            entry.contrast.unwrap_or_default(),
            &entry.why,
            entry.open.unwrap_or_default(),
        ];
        table
            .write_record(row.map(|cell| harmless(cell.as_bytes())))
            .map_err(|error| fail(error.to_string()))?;
    }
    let bytes = table.into_inner().map_err(|error| fail(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| fail(error.to_string()))
}
