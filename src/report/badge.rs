use serde_json::json;

use super::{Report, visible_json};
use crate::adapter::Reference;

/// The score of an implementation as the JSON of a badge, as shields services read it: `418/420 of
/// 512` is right cases, cases that it answered at least in part, and all cases that were asked.
///
/// A case is right if every answer in it is. A known deviation is no right answer here.
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
