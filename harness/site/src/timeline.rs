use askama::Template;
use lawbook::rules::{Parameter, RuleSet};

use super::phrases;

/// The width of the words beside a row and of an edition, and the height of a row and of the heads.
const WORDS: usize = 330;
const EDITION: usize = 74;
const ROW: usize = 26;
const HEADS: usize = 26;

/// How the Laws have changed, edition by edition: a row for each matter on which two editions differ.
#[derive(Template)]
#[template(path = "timeline.html")]
pub(super) struct Timeline {
    /// The editions, each with where its name is drawn.
    editions: Vec<(String, usize)>,
    rows: Vec<TimelineRow>,
    width: usize,
    height: usize,
}

/// A matter.
struct TimelineRow {
    about: String,
    y: usize,
    spans: Vec<TimelineSpan>,
}

/// Editions that say the same, one after the other.
struct TimelineSpan {
    first: RuleSet,
    says: String,
    x: usize,
    width: usize,
    /// Which of two colours it has.
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
    /// The matter, as much of it as there is room for.
    fn short(&self) -> String {
        cut(&self.about, WORDS)
    }
}

impl TimelineSpan {
    /// What the editions say, as much of it as there is room for.
    fn short(&self) -> String {
        cut(&self.says, self.width)
    }
}

/// A text that fits into a width.
fn cut(text: &str, width: usize) -> String {
    let room = width.saturating_sub(8) * 2 / 15;
    if text.chars().count() <= room {
        return text.to_owned();
    }
    let kept: String = text.chars().take(room.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
