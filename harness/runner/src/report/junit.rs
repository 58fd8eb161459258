use std::fmt::Write;

use super::{
    CaseReport, CauseGroup, Disagreement, ImplementationSummary, Report, cause, causes,
    escape::xml, text::answers,
};
use lawbook_catalogue::adapter::Reference;

/// Renders a report as JUnit XML: a suite for each implementation and a test for each case. Stale known deviations, if
/// any, are a suite of their own, and so are the libraries that were not asked: they are skipped, or fail if the run was
/// stopped. Libraries that answer too little fail. The reference has a suite only if it is alone or fails.
///
/// A cause of failing answers is one failing test, whatever their number: the number of failures is that of the causes. It
/// lists the answers, and the tests of their cases are skipped with a message that names it. So no case with a failing
/// answer passes or is counted twice.
///
/// A case that an implementation was not asked about, or makes no claim on, is skipped. A known deviation passes, with
/// its reason in the output. A question that was not reached, because the setup or a move failed, is a skipped test of
/// its own.
pub fn junit(report: &Report) -> String {
    let groups = causes(report);
    let is_alone = report.implementations.len() == 1;
    let is_counted = |one: &&ImplementationSummary| {
        is_alone
            || one.name != Reference::NAME
            || groups.iter().any(|group| group.implementation == one.name)
    };
    let mut suites: Vec<JunitSuite> = (report.implementations.iter())
        .filter(is_counted)
        .map(|one| {
            let own: Vec<&CauseGroup<'_>> =
                groups.iter().filter(|group| group.implementation == one.name).collect();
            let of_case = |case| {
                std::iter::once(test(case, &one.name, &own)).chain(not_reached(case, &one.name))
            };
            let failing = own.iter().map(|group| failing(group));
            JunitSuite {
                name: format!("{} {}", one.name, one.version),
                tests: failing.chain(report.cases.iter().flat_map(of_case)).collect(),
            }
        })
        .collect();
    for (name, lines, message) in [
        ("known deviations", &report.stale_deviations, "listed, but no longer true"),
        ("libraries that answer too little", &report.too_few_answers, "the result says nothing"),
    ] {
        let fails = |line: &String| JunitTest {
            name: line.clone(),
            class: None,
            result: JunitResult::Fails { message: message.to_owned(), text: String::new() },
        };
        if !lines.is_empty() {
            let tests = lines.iter().map(fails).collect();
            suites.push(JunitSuite { name: name.to_owned(), tests });
        }
    }
    if !report.not_asked.is_empty() {
        let not_asked = |(name, reason): (&String, &String)| {
            let message = reason.clone();
            let result = match report.complete {
                true => JunitResult::Skipped { message },
                false => JunitResult::Fails { message, text: String::new() },
            };
            JunitTest { name: name.clone(), class: None, result }
        };
        let tests = report.not_asked.iter().map(not_asked).collect();
        suites.push(JunitSuite { name: "libraries that were not asked".to_owned(), tests });
    }
    page(&suites)
}

/// The tests of one implementation.
struct JunitSuite {
    name: String,
    tests: Vec<JunitTest>,
}

/// One case, as one implementation answered it.
struct JunitTest {
    name: String,
    class: Option<String>,
    result: JunitResult,
}

/// The result of a test.
enum JunitResult {
    Passes,
    /// The test passes, with a text in its output.
    PassesWith {
        text: String,
    },
    Skipped {
        message: String,
    },
    Fails {
        message: String,
        text: String,
    },
}

/// Returns the failing test of a cause.
fn failing(group: &CauseGroup<'_>) -> JunitTest {
    let mut text = cause(group, |_| None);
    if group.answers.len() > 1 {
        text.push_str("\nall answers:\n");
        for (case, one) in &group.answers {
            let Disagreement { question, right, .. } = one;
            let said = one.said();
            text.push_str(&format!("  {}  {question}: {said}, expected {right}\n", case.id));
        }
    }
    JunitTest {
        name: group.words(),
        class: Some(format!("{}.causes", group.implementation)),
        result: JunitResult::Fails { message: group.extent(), text },
    }
}

fn test(case: &CaseReport, name: &str, own_causes: &[&CauseGroup<'_>]) -> JunitTest {
    let own: Vec<_> = case.disagreements.iter().filter(|one| one.implementation == name).collect();
    let is_of_case =
        |group: &&&CauseGroup<'_>| group.answers.iter().any(|(one, _)| one.id == case.id);
    let words = own_causes.iter().filter(is_of_case).map(|group| group.words());
    let words: Vec<String> = words.collect();
    let text = answers(case, own.iter().copied(), None);
    let result = if !words.is_empty() {
        JunitResult::Skipped { message: format!("it fails, see: {}", words.join("; ")) }
    } else if !own.is_empty() {
        JunitResult::PassesWith { text }
    } else if case.agrees.contains_key(name) {
        JunitResult::Passes
    } else {
        JunitResult::Skipped { message: "not asked, or no claim is made".to_owned() }
    };
    JunitTest { name: case.id.clone(), class: Some(format!("{name}.{}", case.document)), result }
}

/// Returns a skipped test for each question of a case that was not reached.
fn not_reached(case: &CaseReport, name: &str) -> impl Iterator<Item = JunitTest> {
    let questions = case.not_reached.get(name).into_iter().flatten();
    questions.map(move |question| JunitTest {
        name: format!("{}: {question}", case.id),
        class: Some(format!("{name}.{}", case.document)),
        result: JunitResult::Skipped {
            message: "not reached: the setup or an earlier move failed".to_owned(),
        },
    })
}

impl JunitSuite {
    fn skipped(&self) -> usize {
        let skipped = |one: &&JunitTest| matches!(one.result, JunitResult::Skipped { .. });
        self.tests.iter().filter(skipped).count()
    }

    fn failures(&self) -> usize {
        let fails = |one: &&JunitTest| matches!(one.result, JunitResult::Fails { .. });
        self.tests.iter().filter(fails).count()
    }
}

fn page(suites: &[JunitSuite]) -> String {
    let mut page = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let sum = |count: fn(&JunitSuite) -> usize| suites.iter().map(count).sum::<usize>();
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        r#"<testsuites name="lawbook" tests="{}" skipped="{}" failures="{}" errors="0">"#,
        sum(|suite| suite.tests.len()),
        sum(JunitSuite::skipped),
        sum(JunitSuite::failures)
    );
    for suite in suites {
        let _ = writeln!(
            page,
            r#"    <testsuite name="{}" tests="{}" skipped="{}" errors="0" failures="{}">"#,
            xml(&suite.name),
            suite.tests.len(),
            suite.skipped(),
            suite.failures()
        );
        suite.tests.iter().for_each(|one| write_test(&mut page, one));
        page.push_str("    </testsuite>\n");
    }
    page.push_str("</testsuites>\n");
    page
}

fn write_test(page: &mut String, test: &JunitTest) {
    let JunitTest { name, class, result } = test;
    let class = class.as_ref().map(|class| format!(r#" classname="{}""#, xml(class)));
    let _ = write!(page, r#"        <testcase name="{}"{}"#, xml(name), class.unwrap_or_default());
    let inside = match result {
        JunitResult::Passes => return page.push_str("/>\n"),
        JunitResult::PassesWith { text } => format!("<system-out>{}</system-out>", xml(text)),
        JunitResult::Skipped { message } => format!(r#"<skipped message="{}"/>"#, xml(message)),
        JunitResult::Fails { message, text } if text.is_empty() => {
            format!(r#"<failure message="{}"/>"#, xml(message))
        }
        JunitResult::Fails { message, text } => {
            format!(r#"<failure message="{}">{}</failure>"#, xml(message), xml(text))
        }
    };
    let _ = writeln!(page, ">\n            {inside}\n        </testcase>");
}
