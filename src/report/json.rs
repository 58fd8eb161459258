use super::Report;

/// Writes a report as JSON, each case on a line of its own, so that two reports can be compared
/// line by line.
pub fn write_json(report: &Report) -> String {
    let mut header = report.clone();
    let cases = std::mem::take(&mut header.cases);
    let lines: Vec<String> = cases.iter().map(line).collect();
    let cases =
        if lines.is_empty() { "[]".to_owned() } else { format!("[\n{}\n  ]", lines.join(",\n")) };
    let header = serde_json::to_string_pretty(&header).unwrap_or_default();
    format!("{}\n", header.replacen("\"cases\": []", &format!("\"cases\": {cases}"), 1))
}

/// Reads a report that [`write_json`] wrote.
///
/// # Errors
///
/// The text is no such report.
pub fn read_json(text: &str) -> Result<Report, serde_json::Error> {
    serde_json::from_str(text)
}

fn line(case: &impl serde::Serialize) -> String {
    format!("    {}", serde_json::to_string(case).unwrap_or_default())
}
