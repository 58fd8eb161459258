//! The result of a run as a value, with its renderings.
//!
//! A [`Report`] is a pure function of the cases and the answers: it contains no dates, durations, or local paths. It is
//! serialized as JSON, and rendered as Markdown, as text, and in the formats of other tools.

mod causes;
pub mod diff;
mod escape;
mod findings;
mod findings_chart;
mod github;
mod json;
mod junit;
mod markdown;
mod record;
mod text;
mod trend;
mod value;
mod vectors;

pub use causes::{CauseGroup, cause_words, causes, standing};
pub use diff::Diff;
pub use findings::{KnownFinding, LibraryFindings, findings, known_causes};
pub use findings_chart::findings_chart;
pub use github::annotations;
pub use json::{ReadError, read_json, write_json};
pub use junit::junit;
pub use lawbook_gate::Harm;
pub use markdown::{markdown, readme};
pub use text::{
    CAUSES_IN_FULL, cause, cause_line, disagreement, matrix, not_asked, reach, standings, summary,
    wrap,
};
pub use trend::{LibraryTrend, Point, Trend};
pub use value::{
    CaseReport, CatalogueSummary, Disagreement, DocumentSummary, FORMAT, ImplementationSummary,
    Report, RuleSetSummary, Score, StatementText,
};
pub use vectors::{
    End, NamedMistake, RightAnswer, VECTORS_FORMAT, Vector, VectorQuestion, Vectors, question_id,
    said,
};
pub(crate) use vectors::{case_text, prediction};

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use serde_json::Value;

    use super::*;
    use crate::runner::{Consensus, Finding, Standing};
    use lawbook_catalogue::DeviationClass;

    /// Compares `now` with a golden file; `LAWBOOK_UPDATE=1` writes the file.
    #[track_caller]
    fn golden(name: &str, now: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report").join(name);
        if env::var("LAWBOOK_UPDATE").is_ok_and(|value| value == "1") {
            fs::write(&path, now).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{name} is out of date: run again with LAWBOOK_UPDATE=1\n{now}");
    }

    fn sample() -> Report {
        read_json(include_str!("golden/reports/2026-01.json")).unwrap()
    }

    /// Returns the sample a month later: other versions, another catalogue, and one more library.
    fn newer() -> Report {
        read_json(include_str!("golden/reports/2026-02.json")).unwrap()
    }

    /// Returns the names of the variants of an enum, from its schema.
    fn variants<T: schemars::JsonSchema>() -> Vec<String> {
        let schema = schemars::schema_for!(T).to_value();
        let all = schema["oneOf"].as_array().unwrap().iter();
        all.map(|one| one["const"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn the_sample_has_every_finding_standing_class_and_consensus() {
        let value: Value = serde_json::to_value(sample()).unwrap();
        let cases = value["cases"].as_array().unwrap();
        let has = |field: &str, name: &str| {
            cases
                .iter()
                .filter_map(|case| case["disagreements"].as_array())
                .flatten()
                .any(|one| one[field] == name)
        };
        for (field, names) in [
            ("finding", variants::<Finding>()),
            ("standing", variants::<Standing>()),
            ("class", variants::<DeviationClass>()),
            ("consensus", variants::<Consensus>()),
        ] {
            assert!(names.len() > 3, "{field}: {names:?}");
            for name in names {
                // Expected results are not disagreements, and are listed by their finding.
                let listed =
                    ["as-expected", "agrees", "silent", "unsupported", "not-reached", "unanimous"];
                let listed = listed.contains(&name.as_str());
                assert!(listed || has(field, &name), "no disagreement has {field} {name}");
            }
        }
        for list in ["agrees", "silent", "unsupported", "not_reached"] {
            assert!(cases.iter().any(|case| case[list].is_object()), "{list}");
        }
        assert!(!sample().stale_deviations.is_empty());
    }

    #[test]
    fn the_scores_of_the_sample_are_those_of_its_cases() {
        for report in [sample(), newer()] {
            check_scores(&report);
        }
    }

    fn check_scores(report: &Report) {
        let passes = |one: &Disagreement| one.standing.passes();
        for score in &report.scores {
            let Score { document, implementation, .. } = score;
            let cases = || report.cases.iter().filter(|case| case.document == *document);
            let count = |passing: bool| {
                let own = cases().flat_map(|case| &case.disagreements);
                own.filter(|one| one.implementation == *implementation && passes(one) == passing)
                    .count()
            };
            let scored = cases().filter(|case| !case.lesson);
            let listed = scored.filter_map(|case| case.agrees.get(implementation));
            let agrees = listed.map(Vec::len).sum::<usize>();
            assert_eq!(
                (score.agrees, score.known, score.failing),
                (agrees, count(true), count(false))
            );
        }
    }

    #[test]
    fn the_renderings_of_the_sample_are_as_written_down() {
        let report = sample();
        let text: String =
            report.cases.iter().map(|case| disagreement(case, None) + "\n").collect();
        golden("golden/reports/2026-01.json", &write_json(&report));
        golden("golden/reports/2026-02.json", &write_json(&newer()));
        let sums = format!("{}\n{}\n{}\n", matrix(&report), standings(&report), summary(&report));
        golden("golden/report.txt", &(text + &sums));
        golden("golden/report.md", &markdown(&report));
        golden("golden/junit.xml", &junit(&report));
        golden("golden/annotations.txt", &annotations(&report));
    }

    #[test]
    fn what_has_changed_is_as_written_down() {
        let diff = Diff::new(&sample(), &newer()).unwrap();
        for kind in diff::ChangeKind::ALL {
            assert!(diff.changes.iter().any(|one| one.change == kind), "nothing is {kind:?}");
        }
        golden("golden/diff.txt", &diff.text());
        golden("golden/diff.json", &(serde_json::to_string_pretty(&diff).unwrap() + "\n"));
        let reports = [("2026-01".to_owned(), sample()), ("2026-02".to_owned(), newer())];
        golden("golden/trend.txt", &Trend::new(&reports).text());
    }

    #[test]
    fn every_row_of_a_table_has_as_many_cells_as_its_head() {
        let mut rows_of_all = 0;
        for page in [markdown(&sample()), markdown(&newer())] {
            let (mut head, mut rows) = (None, 0);
            for line in page.lines() {
                if !line.starts_with('|') {
                    head = None;
                    continue;
                }
                let cells = line.replace("\\|", "").matches('|').count();
                assert_eq!(cells, *head.get_or_insert(cells), "{line}");
                rows += 1;
            }
            rows_of_all += rows;
        }
        assert!(rows_of_all > 30, "{rows_of_all}");
    }

    #[test]
    fn a_report_does_not_differ_from_itself() {
        let diff = Diff::new(&newer(), &newer()).unwrap();
        assert_eq!((diff.headers.len(), diff.changes.len()), (0, 0));
        assert_eq!(diff.text(), "no answer has changed\n");
        let mut others = newer();
        others.cases.retain(|case| case.id == "setup-with-three-kings");
        let error = Diff::new(&sample(), &others).unwrap_err().to_string();
        assert!(error.starts_with("the reports have no case in common"), "{error}");
        others.implementations.clear();
        let error = Diff::new(&sample(), &others).unwrap_err().to_string();
        assert!(error.starts_with("the reports have no library in common"), "{error}");
    }

    #[test]
    fn the_schema_matches_the_type() {
        let schema = schemars::schema_for!(Report);
        golden("schema.json", &(serde_json::to_string_pretty(&schema).unwrap() + "\n"));
    }

    #[test]
    fn committed_series_of_releases_are_read() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/history.json");
        let trend: Trend = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        let names: Vec<String> =
            trend.libraries.iter().map(|one| one.library.to_lowercase()).collect();
        assert!(names.len() > 8 && names.is_sorted(), "{names:?}");
        assert!(trend.libraries.iter().all(|one| !one.points.is_empty()));
    }

    #[test]
    fn what_is_no_whole_report_is_said_to_be_none() {
        let text = write_json(&sample());
        let cut = &text[..text.find("\"split-in-two\"").unwrap()];
        let half = text.replace("\"complete\": true", "\"complete\": false");
        let other = text.replacen("\"format\": 2", "\"format\": 3", 1);
        let endless = text.replace(",\n  \"complete\": true", "");
        for (text, says) in [
            (cut, "the report is truncated: it ends with line"),
            (&half, "the report is not complete"),
            (&other, "the report has format 3; expected 2"),
            (&endless, "this is not a report: missing field `complete`"),
            ("", "this is not a report: EOF"),
            ("{}", "this is not a report: missing field `format`"),
            ("[1, 2]", "this is not a report: "),
            ("text", "this is not a report: "),
        ] {
            let said = read_json(text).unwrap_err().to_string();
            assert!(said.starts_with(says), "{said:?} does not begin with {says:?}");
        }
    }
}
