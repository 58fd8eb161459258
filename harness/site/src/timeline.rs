use askama::Template;
use lawbook::rules::{Parameter, RuleSet};

use super::phrases;

/// Width of the labels and of an edition; height of a row and of the heads.
const WORDS: usize = 330;
const EDITION: usize = 74;
const ROW: usize = 26;
const HEADS: usize = 26;

/// Timeline of the Laws by edition: one row for each topic where two editions differ.
#[derive(Template)]
#[template(path = "timeline.html")]
pub(super) struct Timeline {
    /// The editions, each with the x coordinate of its name.
    editions: Vec<(String, usize)>,
    rows: Vec<TimelineRow>,
    width: usize,
    height: usize,
}

/// The row of a topic.
struct TimelineRow {
    about: String,
    y: usize,
    spans: Vec<TimelineSpan>,
}

/// Consecutive editions with the same rule.
struct TimelineSpan {
    first: RuleSet,
    says: String,
    x: usize,
    width: usize,
    /// Index of one of two alternating colours.
    shade: usize,
}

impl Timeline {
    pub(super) fn new() -> Timeline {
        let editions: Vec<RuleSet> =
            RuleSet::ALL.into_iter().filter(|one| one.is_fide_edition()).collect();
        let spans = Parameter::all().map(|one| (one, spans(one, &editions)));
        let changing = spans.filter(|(_, spans)| spans.len() > 1);
        let rows: Vec<TimelineRow> = changing
            .zip(0..)
            .map(|((parameter, spans), place)| TimelineRow {
                about: phrases::sentence(parameter.about.trim().trim_end_matches('.')),
                y: HEADS + place * ROW,
                spans,
            })
            .collect();
        Timeline {
            width: WORDS + editions.len() * EDITION,
            height: HEADS + rows.len() * ROW,
            editions: editions
                .iter()
                .zip(0..)
                .map(|(one, place)| {
                    (one.name().replace("fide-", ""), WORDS + place * EDITION + EDITION / 2)
                })
                .collect(),
            rows,
        }
    }
}

fn spans(parameter: &Parameter, editions: &[RuleSet]) -> Vec<TimelineSpan> {
    let mut spans: Vec<TimelineSpan> = Vec::new();
    for (&edition, place) in editions.iter().zip(0..) {
        let says = match parameter.cell(edition).value.as_str() {
            "true" => "yes".to_owned(),
            "false" => "no".to_owned(),
            other => other.to_owned(),
        };
        match spans.last_mut() {
            Some(last) if last.says == says => last.width += EDITION,
            _ => spans.push(TimelineSpan {
                first: edition,
                says,
                x: WORDS + place * EDITION,
                width: EDITION,
                shade: spans.len() % 2,
            }),
        }
    }
    spans
}

impl TimelineRow {
    /// The topic, truncated to the available width.
    fn short(&self) -> String {
        cut(&self.about, WORDS)
    }
}

impl TimelineSpan {
    /// The rule, truncated to the available width.
    fn short(&self) -> String {
        cut(&self.says, self.width)
    }
}

/// Truncates a text to a width.
fn cut(text: &str, width: usize) -> String {
    let room = width.saturating_sub(8) * 2 / 15;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
