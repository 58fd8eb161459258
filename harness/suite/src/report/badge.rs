use serde_json::json;

use super::{Report, visible_json};
use lawbook_catalogue::adapter::Reference;

/// Returns the score of an implementation as the JSON of a badge for shields services. `418/420 of 512` means 418 right
/// cases, 420 cases answered at least in part, and 512 cases in the report.
///
/// A case is right if all answers to it are right. A known deviation does not count as right.
pub fn badge(report: &Report, implementation: &str) -> String {
    let (mut right, mut answered) = (0, 0);
    for case in &report.cases {
        let wrong = case.disagreements.iter().any(|one| one.implementation == implementation);
        let agrees = case.agrees.contains_key(implementation);
        answered += usize::from(wrong || agrees);
        right += usize::from(agrees && !wrong);
    }
    let color = match (report.passes(), right == answered) {
        (false, _) => "red",
        (true, false) => "yellow",
        (true, true) => "brightgreen",
    };
    let label = match implementation {
        Reference::NAME => Reference::NAME.to_owned(),
        library => format!("{}: {library}", Reference::NAME),
    };
    let message = format!("{right}/{answered} of {}", report.cases.len());
    let badge = json!({ "schemaVersion": 1, "label": label, "message": message, "color": color });
    visible_json(format!("{badge}\n"))
}
