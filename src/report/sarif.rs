use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{CaseReport, CauseGroup, Disagreement, Report, causes, visible_json};
use crate::runner::Standing;

/// Base URI identifier of the folder that contains `cases/`.
const CATALOGUE: &str = "LAWBOOK";

/// Renders a report in the Static Analysis Results Interchange Format (SARIF), version 2.1.0.
///
/// A rule is a statement of a document; its help lists the disputed cases that decide it. A result is a known deviation,
/// or all failing answers with the same cause: it is about the shortest case, `occurrenceCount` is the number of answers,
/// and the other cases are related locations. Its location is the line of the library's source if a known deviation names
/// one, otherwise the line of the case. Known deviations are suppressed, with their reasons.
///
/// `user_file` is a file of the repository under test, relative to its root. If it is given, the log names no file that is
/// not in that repository: it is the location of results, and cases are only named.
pub fn sarif(report: &Report, user_file: Option<&str>) -> String {
    let rules = rules(report);
    let places: BTreeMap<&str, usize> =
        rules.iter().map(|rule| rule.id.as_str()).zip(0..).collect();
    let groups = causes(report);
    let group = |case: &CaseReport, one: &Disagreement| {
        let begins_with = |group: &&CauseGroup<'_>| {
            let (first, answer) = group.first();
            std::ptr::eq(first, case) && std::ptr::eq(answer, one)
        };
        groups.iter().find(begins_with)
    };
    let results: Vec<Value> = report
        .cases
        .iter()
        .flat_map(|case| case.disagreements.iter().map(move |one| (case, one)))
        .filter_map(|(case, one)| {
            let result = result(report, (case, one), &places, user_file);
            if one.standing.passes() {
                Some(result)
            } else {
                Some(with_cause(result, group(case, one)?, user_file))
            }
        })
        .collect();
    let notes: Vec<Value> = report
        .stale_deviations
        .iter()
        .map(|stale| format!("known deviation without a question: {stale}"))
        .map(|text| {
            let mut note = json!({ "level": "error", "message": { "text": text } });
            if let Some(file) = user_file {
                note["locations"] = json!([location(None, file, Some(1))]);
            }
            note
        })
        .collect();
    let mut log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "lawbook",
                "version": report.lawbook,
                "rules": rules.iter().map(|rule| rule.value(user_file)).collect::<Vec<_>>(),
            }},
            "invocations": [{
                "executionSuccessful": report.complete,
                "toolConfigurationNotifications": notes,
            }],
            "properties": { "catalogue": report.catalogue.digest },
            "results": results,
        }],
    });
    if user_file.is_none() {
        log["runs"][0]["originalUriBaseIds"] = bases(report);
    }
    visible_json(serde_json::to_string_pretty(&log).unwrap_or_default() + "\n")
}

/// A statement, with the disputed cases that decide it.
struct Rule<'a> {
    id: String,
    says: &'a str,
    cases: Vec<&'a CaseReport>,
}

impl Rule<'_> {
    fn value(&self, user_file: Option<&str>) -> Value {
        let lines = |line: fn(&CaseReport) -> String| -> String {
            self.cases.iter().map(|case| line(case)).collect::<Vec<_>>().join("\n")
        };
        let text = lines(|case| {
            let reasons = case.reasons(&case.disagreements).into_iter();
            let why: Vec<String> = reasons
                .map(|(rule_set, why)| {
                    let under = rule_set.map_or_else(String::new, |one| format!("Under {one}: "));
                    format!("{under}{}", one_line(why))
                })
                .collect();
            format!("{}: {}. {}", case.id, case.title, why.join(" "))
        });
        let page = match user_file {
            Some(_) => lines(|case| format!("- {}: {}", case.id, case.title)),
            None => lines(|case| {
                let (file, line) = place(&case.place);
                format!("- [{}]({file}#L{line})", case.id)
            }),
        };
        let mut value = json!({ "id": self.id, "shortDescription": { "text": self.says } });
        if !self.cases.is_empty() {
            value["help"] = json!({ "text": text, "markdown": page });
        }
        value
    }
}

/// Returns the rule that a wrong answer breaks: the first statement of the case, or the case itself if it has none that
/// holds under the rule set of the answer.
fn rule_of<'a>(case: &'a CaseReport, one: &Disagreement) -> &'a str {
    let statement = case.states.first().filter(|_| one.why.is_none());
    statement.map_or(&case.id, |statement| &statement.id)
}

/// Returns the statements in the order of the cases. A case that is a rule of its own follows its statements.
fn rules(report: &Report) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    for case in &report.cases {
        let statements = case.states.iter().map(|one| (one.id.clone(), one.says.as_str()));
        let is_own = |one: &Disagreement| rule_of(case, one) == case.id;
        let is_own = case.states.is_empty() || case.disagreements.iter().any(is_own);
        let itself = is_own.then(|| (case.id.clone(), case.title.as_str()));
        for (id, says) in statements.chain(itself) {
            let place = rules.iter().position(|rule| rule.id == id).unwrap_or_else(|| {
                rules.push(Rule { id, says, cases: Vec::new() });
                rules.len() - 1
            });
            if !case.disagreements.is_empty() {
                rules[place].cases.push(case);
            }
        }
    }
    rules
}

fn result(
    report: &Report,
    (case, one): (&CaseReport, &Disagreement),
    rules: &BTreeMap<&str, usize>,
    user_file: Option<&str>,
) -> Value {
    let rule = rule_of(case, one);
    let (file, line) = place(&case.place);
    let written = location(Some(CATALOGUE), file, Some(line));
    let (at, beside) = match (user_file, one.source_line()) {
        (Some(file), _) => (location(None, file, Some(1)), None),
        (None, Some((file, line))) => {
            (location(Some(&base(report, &one.implementation)), file, line), Some(written))
        }
        (None, None) => (written, None),
    };
    let mut value = json!({
        "ruleId": rule,
        "ruleIndex": rules.get(rule),
        "level": level(one.standing),
        "baselineState": change(one.standing),
        "message": { "text": message(case, one) },
        "locations": [at],
        "partialFingerprints": { "question/v1": format!(
            "{}/{}/{}/{}", one.implementation, case.id, one.question, one.rule_set
        )},
        "suppressions": [],
        "properties": {
            "case": case.id,
            "library": one.implementation,
            "question": one.question,
            "finding": one.finding,
            "standing": one.standing,
            "consensus": one.consensus,
        },
    });
    if let Some(mut beside) = beside {
        beside["message"] = json!({ "text": "the case" });
        value["relatedLocations"] = json!([beside]);
    }
    if let Some(link) = &one.upstream {
        value["workItemUris"] = json!([link]);
    }
    if one.standing == Standing::Known {
        let reason = one.reason.as_deref().unwrap_or("it is known");
        value["suppressions"] = json!([{ "kind": "external", "justification": one_line(reason) }]);
    }
    value
}

/// Adds the other answers with the same cause to the result of the first.
fn with_cause(mut result: Value, group: &CauseGroup<'_>, user_file: Option<&str>) -> Value {
    if group.answers.len() == 1 {
        return result;
    }
    let first = result["message"]["text"].as_str().unwrap_or_default();
    let text = format!("{}. {first}", group.summary());
    result["message"]["text"] = text.into();
    result["occurrenceCount"] = group.answers.len().into();
    result["partialFingerprints"] = json!({ "cause/v1": group.fingerprint() });
    if user_file.is_some() {
        result["properties"]["cases"] = json!(group.cases());
        return result;
    }
    let mut related: Vec<Value> =
        result["relatedLocations"].as_array().cloned().unwrap_or_default();
    let mut seen = vec![&group.first().0.id];
    for (case, _) in &group.answers {
        if !seen.contains(&&case.id) {
            seen.push(&case.id);
            let (file, line) = place(&case.place);
            let mut at = location(Some(CATALOGUE), file, Some(line));
            at["message"] = json!({ "text": case.id });
            related.push(at);
        }
    }
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

fn message(case: &CaseReport, one: &Disagreement) -> String {
    let mistake = one.mistake.as_ref().map_or_else(String::new, |(_, why)| format!(" {why}"));
    let again = one.look_again().map_or_else(String::new, |why| format!(" Look again: {why}."));
    format!(
        "{}: {}. {} ({}) Expected: {}. {} says: {}.{mistake}{again}",
        case.id, case.title, one.asks, one.rule_set, one.right, one.implementation, one.says
    )
}

const fn level(standing: Standing) -> &'static str {
    match standing {
        Standing::New | Standing::Changed | Standing::LookAgain => "error",
        Standing::FixedButListed => "warning",
        Standing::Known | Standing::AsExpected => "note",
    }
}

const fn change(standing: Standing) -> &'static str {
    match standing {
        Standing::New => "new",
        Standing::Changed | Standing::LookAgain => "updated",
        Standing::FixedButListed => "absent",
        Standing::Known | Standing::AsExpected => "unchanged",
    }
}

/// Returns the base URIs without their values, because only the reader of the log knows the folders.
fn bases(report: &Report) -> Value {
    let describe = |text: String| json!({ "description": { "text": text } });
    let mut bases = serde_json::Map::new();
    bases.insert(CATALOGUE.to_owned(), describe("the folder that has cases/ in it".to_owned()));
    for one in &report.implementations {
        let text = format!("the source of {} {}", one.name, one.version);
        bases.insert(base(report, &one.name), describe(text));
    }
    Value::Object(bases)
}

/// Returns the base URI identifier of an implementation's source.
fn base(report: &Report, name: &str) -> String {
    let about = report.implementations.iter().find(|one| one.name == name);
    let version = about.map_or("", |one| &one.version);
    format!("{name}-{version}").to_uppercase()
}

/// Returns the location of a line. Without a base, the file is relative to the root of the repository under test.
fn location(base: Option<&str>, file: &str, line: Option<usize>) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": escape(file) } });
    if let Some(base) = base {
        physical["artifactLocation"]["uriBaseId"] = json!(base);
    }
    if let Some(line) = line {
        physical["region"] = json!({ "startLine": line });
    }
    json!({ "physicalLocation": physical })
}

/// Splits `file:line`.
fn place(text: &str) -> (&str, usize) {
    match text.rsplit_once(':') {
        Some((file, line)) => (file, line.parse().unwrap_or(1)),
        None => (text, 1),
    }
}

/// Converts a path to a relative URI reference, with percent-encoding.
fn escape(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let code = |byte| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    path.bytes().map(code).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read_json;

    /// Returns all values of the field `name` in a log.
    fn all<'a>(log: &'a Value, name: &str) -> Vec<&'a Value> {
        match log {
            Value::Object(fields) => fields
                .iter()
                .flat_map(|(key, value)| if key == name { vec![value] } else { all(value, name) })
                .collect(),
            Value::Array(values) => values.iter().flat_map(|value| all(value, name)).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
        }
    }

    #[test]
    fn a_log_for_a_user_names_only_a_file_of_the_user() {
        let report = read_json(include_str!("golden/reports/2026-01.json")).unwrap();
        let log: Value = serde_json::from_str(&sarif(&report, Some("ci/my file.yaml"))).unwrap();
        let places = all(&log, "uri");
        assert!(places.len() > 3 && places.iter().all(|uri| **uri == "ci/my%20file.yaml"));
        assert!(!log.to_string().contains("cases/") && all(&log, "uriBaseId").is_empty());
        let own: Value = serde_json::from_str(&sarif(&report, None)).unwrap();
        let results = |log: &Value| all(log, "partialFingerprints").len();
        assert_eq!(results(&log), results(&own));
    }
}
