use serde::Deserialize;

use super::{FORMAT, Report, Score, visible_json};

/// Why a text is no report that can be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It ends before the report does.
    #[error("the report is cut short: it ends with line {0}, before it says that it is complete")]
    CutShort(usize),
    /// The report itself says that cases are missing.
    #[error("the report is not complete: not every case of it was asked")]
    Incomplete,
    /// It is of another form.
    #[error("the report has the form {0}; right would be {FORMAT}, which this version writes")]
    OtherForm(u32),
    /// Its scores cannot be added.
    #[error("the scores of the report are larger than any number of answers")]
    Uncountable,
    /// It is no report.
    #[error("this is no report: {0}; right would be what `lawbook check --format json` writes")]
    NoReport(#[from] serde_json::Error),
}

/// Writes a report as JSON, each case on a line of its own, so that two reports can be compared
/// line by line. `src/report/schema.json` describes it.
pub fn write_json(report: &Report) -> String {
    let mut header = report.clone();
    let cases = std::mem::take(&mut header.cases);
    let lines: Vec<String> = cases.iter().map(line).collect();
    let cases =
        if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) };
    let header = serde_json::to_string_pretty(&header).unwrap_or_default();
    visible_json(format!(
        "{}\n",
        header.replacen("\"cases\": []", &format!("\"cases\": {cases}"), 1)
    ))
}

/// Reads a report that [`write_json`] wrote.
///
/// # Errors
///
/// The text is no such report, is of another form, or has no end.
pub fn read_json(text: &str) -> Result<Report, ReadError> {
    #[derive(Deserialize)]
    struct Form {
        format: u32,
    }
    let explain = |error: serde_json::Error| match error.is_eof() && !text.trim().is_empty() {
        true => ReadError::CutShort(text.lines().count()),
        false => ReadError::NoReport(error),
    };
    match serde_json::from_str(text).map_err(explain)? {
        Form { format: FORMAT } => {}
        Form { format } => return Err(ReadError::OtherForm(format)),
    }
    let report: Report = serde_json::from_str(text).map_err(explain)?;
    if !report.complete {
        return Err(ReadError::Incomplete);
    }
    let counts = report.scores.iter().flat_map(|one| {
        let Score { agrees, lessons, known, failing, silent, unsupported, not_reached, .. } = *one;
        [agrees, lessons, known, failing, silent, unsupported, not_reached]
    });
    let sum = counts.into_iter().try_fold(0_usize, usize::checked_add);
    sum.map(|_| report).ok_or(ReadError::Uncountable)
}

fn line(case: &impl serde::Serialize) -> String {
    format!("    {}", serde_json::to_string(case).unwrap_or_default())
}
