//! Findings in the formats of tools for code review: SARIF, annotations of GitHub, and JUnit.

use std::fmt::Write;

use lawbook::report::visible;
use lawbook_audit::{AuditFinding, Kind, Severity, Summary};
use serde_json::json;

/// The beginning of a report in SARIF, up to its version.
pub(super) const SARIF: &str =
    "{\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"lawbook audit\"";

/// The beginning of a report for JUnit.
pub(super) const JUNIT: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lawbook audit\">\n";

/// Returns the text before the results of a report in SARIF: the rules are the kinds of findings.
pub(super) fn sarif_head() -> String {
    let rules: Vec<_> = Kind::ALL
        .iter()
        .map(|kind| {
            let level = levels(kind.severity()).sarif;
            json!({
                "id": kind.name(),
                "shortDescription": { "text": kind.about() },
                "defaultConfiguration": { "level": level },
            })
        })
        .collect();
    let version = env!("CARGO_PKG_VERSION");
    format!("{SARIF},\"version\":\"{version}\",\"rules\":{}}}}},\"results\":[\n", json!(rules))
}

/// Returns the results of a report in SARIF. `is_first` says that no result precedes them.
pub(super) fn sarif_rows(findings: &[AuditFinding], is_first: bool) -> String {
    let mut rows = String::new();
    for (number, found) in findings.iter().enumerate() {
        let result = json!({
            "ruleId": found.kind.name(),
            "level": levels(found.severity).sarif,
            "message": { "text": sentence(found) },
            "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": uri(&found.archive) },
                "region": { "startLine": found.at_line },
            }}],
            "partialFingerprints": { "gameAndPly": format!("{}:{}", found.offset, found.ply) },
        });
        let comma = if is_first && number == 0 { "" } else { "," };
        let _ = writeln!(rows, "{comma}{result}");
    }
    rows
}

/// Returns the text after the results of a report in SARIF.
pub(super) fn sarif_tail(summary: &Summary) -> String {
    let notification = |(archive, says): (&str, String)| {
        json!({
            "level": "error",
            "message": { "text": says },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(archive) } } }],
        })
    };
    let notifications: Vec<_> = unreadable(summary).map(notification).collect();
    let invocation = json!([{
        "executionSuccessful": summary.is_readable(),
        "toolExecutionNotifications": notifications,
    }]);
    format!("],\"invocations\":{invocation}}}]}}\n")
}

/// Returns the findings as commands of a workflow on GitHub, which shows them beside the lines.
pub(super) fn github_rows(findings: &[AuditFinding]) -> String {
    let mut rows = String::new();
    for found in findings {
        let _ = writeln!(
            rows,
            "::{} file={},line={},title={}::{}",
            levels(found.severity).github,
            property(&found.archive),
            found.at_line,
            property(&format!("lawbook audit: {}", found.kind)),
            data(&sentence(found))
        );
    }
    rows
}

/// Returns the archives that could not be read, as commands of a workflow on GitHub.
pub(super) fn github_tail(summary: &Summary) -> String {
    unreadable(summary)
        .map(|(archive, says)| {
            let file = property(archive);
            format!("::error file={file},title=lawbook audit: unreadable::{}\n", data(&says))
        })
        .collect()
}

/// Returns the archives that could not be read to their end, each with the reason.
fn unreadable(summary: &Summary) -> impl Iterator<Item = (&str, String)> {
    summary.archives.iter().filter_map(|archive| {
        let error = archive.error.as_ref()?;
        let withheld = match archive.withheld {
            0 => String::new(),
            1 => "; the findings of 1 game are withheld".to_owned(),
            games => format!("; the findings of {games} games are withheld"),
        };
        Some((archive.name.as_str(), format!("cannot be read to its end: {error}{withheld}")))
    })
}

/// Returns the findings as test cases of JUnit. Information is a test that was skipped.
pub(super) fn junit_rows(findings: &[AuditFinding]) -> String {
    let mut rows = String::new();
    for found in findings {
        let outcome = levels(found.severity).junit;
        let _ = writeln!(
            rows,
            "<testcase classname=\"{}\" name=\"{}\"><{outcome} message=\"{}\"/></testcase>",
            xml(&found.archive),
            xml(&format!("game {}, line {}: {}", found.game, found.at_line, found.kind)),
            xml(&sentence(found))
        );
    }
    rows
}

/// Returns the text after the findings for JUnit: a test case for each archive, which fails if it could not be read.
pub(super) fn junit_tail(summary: &Summary) -> String {
    let mut text = String::new();
    for archive in &summary.archives {
        let name = xml(&format!("{}: {} games", archive.name, archive.games));
        let outcome = archive
            .error
            .as_ref()
            .map_or_else(String::new, |error| format!("<error message=\"{}\"/>", xml(error)));
        let _ = writeln!(
            text,
            "<testcase classname=\"lawbook audit\" name=\"{name}\">{outcome}</testcase>"
        );
    }
    text + "</testsuite>\n</testsuites>\n"
}

/// The names of a severity in the formats.
struct Levels {
    sarif: &'static str,
    github: &'static str,
    junit: &'static str,
}

const fn levels(severity: Severity) -> Levels {
    match severity {
        Severity::Result | Severity::Contradiction => {
            Levels { sarif: "error", github: "error", junit: "failure" }
        }
        Severity::Broken => Levels { sarif: "warning", github: "warning", junit: "error" },
        Severity::Information => Levels { sarif: "note", github: "notice", junit: "skipped" },
    }
}

/// The explanation of a finding, with the players and the article.
fn sentence(found: &AuditFinding) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
    let article = found
        .article
        .as_ref()
        .map_or_else(String::new, |article| format!(" ({} {article})", found.rules));
    let players = format!("{} - {}", name(&found.white), name(&found.black));
    visible(&format!("{players}: {}{article}", found.says)).replace('\n', " ")
}

/// Escapes a path for a URI.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// Escapes the text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(&visible(text)).replace(':', "%3A").replace(',', "%2C")
}

/// Escapes the value of an attribute in XML.
fn xml(text: &str) -> String {
    visible(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(['\n', '\t'], " ")
}
