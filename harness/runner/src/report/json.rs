use serde::Deserialize;

use lawbook::words::visible_json;

use super::{CaseReport, FORMAT, Report, Score};

/// Why a text cannot be read as a report.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text ends before the report is complete.
    #[error("the report is truncated: it ends with line {0}, before the mark that it is complete")]
    CutShort(usize),
    /// The report states that it is incomplete.
    #[error("the report is not complete: not all of its cases were run")]
    Incomplete,
    /// The format version is not supported.
    #[error("the report has format {0}; expected {FORMAT}, the format of this version")]
    OtherForm(u32),
    /// The sum of the scores overflows.
    #[error("the scores of the report are too large")]
    Uncountable,
    /// The text is not a report.
    #[error("this is not a report: {0}; expected the output of `lawbook check --format json`")]
    NoReport(#[from] serde_json::Error),
}

/// Serializes a report as JSON with one case per line, so that two reports can be compared by line.
/// `harness/runner/src/report/schema.json` is the schema.
pub fn write_json(report: &Report) -> String {
    let mut header = report.clone();
    let cases = std::mem::take(&mut header.cases);
    let line =
        |case: &CaseReport| format!("    {}", serde_json::to_string(case).unwrap_or_default());
    let lines: Vec<String> = cases.iter().map(line).collect();
    let cases =
        if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) };
    let header = serde_json::to_string_pretty(&header).unwrap_or_default();
    visible_json(format!(
        "{}\n",
        header.replacen("\"cases\": []", &format!("\"cases\": {cases}"), 1)
    ))
}

/// Parses a report that [`write_json`] has written.
///
/// # Errors
///
/// Returns an error if the text is not a report, has another format version, or is truncated.
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
