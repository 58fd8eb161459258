//! A report as JUnit has it: a suite for each implementation, a test for each case; and a suite for
//! the known deviations that are stale, if there are any.

use lawbook::report::{self, CaseReport, Report};
use quick_junit::{NonSuccessKind, SerializeError, TestCase, TestCaseStatus, TestSuite};

/// The report as XML.
///
/// A case that an implementation was not asked, or on which it makes no claim, is skipped; a known
/// deviation passes, with its reason in the output.
///
/// # Errors
///
/// The XML cannot be written.
pub(crate) fn junit(report: &Report) -> Result<String, SerializeError> {
    let mut page = quick_junit::Report::new("lawbook");
    for implementation in &report.implementations {
        let name = &implementation.name;
        let mut suite = TestSuite::new(format!("{name} {}", implementation.version));
        suite.add_test_cases(report.cases.iter().map(|case| test(case, name)));
        page.add_test_suite(suite);
    }
    if !report.stale_deviations.is_empty() {
        let mut suite = TestSuite::new("known deviations");
        suite.add_test_cases(report.stale_deviations.iter().map(|stale| stale_test(stale)));
        page.add_test_suite(suite);
    }
    page.to_string()
}

/// A known deviation that names no case or question that was asked.
fn stale_test(stale: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message("it names no case or question that was asked");
    TestCase::new(stale.to_owned(), status)
}

fn test(case: &CaseReport, name: &str) -> TestCase {
    let own: Vec<_> =
        case.disagreements.iter().filter(|one| one.implementation == name).cloned().collect();
    let failing = own.iter().filter(|one| !one.standing.passes()).count();
    let text = report::disagreement(&CaseReport { disagreements: own.clone(), ..case.clone() });
    let status = if failing > 0 {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status
            .set_message(format!("{failing} wrong: {}", case.title))
            .set_description(text.clone());
        status
    } else if own.is_empty() && !case.agrees.contains_key(name) {
        let mut status = TestCaseStatus::skipped();
        status.set_message("not asked, or no claim is made");
        status
    } else {
        TestCaseStatus::success()
    };
    let mut test = TestCase::new(case.id.clone(), status);
    test.set_classname(format!("{name}.{}", case.document));
    if failing == 0 && !own.is_empty() {
        test.set_system_out(text);
    }
    test
}

#[cfg(test)]
mod tests {
    use std::{env, fs, path::Path};

    use super::*;

    /// The sample is the one of the other renderings; `LAWBOOK_UPDATE=1` writes the file anew.
    #[test]
    fn the_sample_is_written_as_it_was() {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/report/golden");
        let sample = fs::read_to_string(golden.join("reports/2026-01.json")).unwrap();
        let now = junit(&report::read_json(&sample).unwrap()).unwrap();
        let file = golden.join("junit.xml");
        if env::var_os("LAWBOOK_UPDATE").is_some() {
            fs::write(&file, &now).unwrap();
        }
        let written = fs::read_to_string(&file).unwrap_or_default();
        assert!(written == now, "junit.xml is out of date: run again with LAWBOOK_UPDATE=1\n{now}");
    }
}
