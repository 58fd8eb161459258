//! The picture of all libraries and their known deviations.

use super::{
    Report,
    escape::xml,
    findings::{KnownFinding, LibraryFindings},
};
use lawbook_catalogue::DeviationClass;
use lawbook_gate::Harm;

/// Widths of the names, of the versions and of a cell, and heights of the heads and of a row, in pixels.
const NAMES: usize = 150;
const VERSIONS: usize = 62;
const CELL: usize = 78;
const HEADS: usize = 58;
const ROW: usize = 20;

/// Style sheet of the picture, with a light and a dark scheme.
const STYLE: &str = "<style>text{font:12px sans-serif;fill:#333}.name{font-weight:bold}.in{text-anchor:middle}\
.bug{fill:#f1b5ad}.other{fill:#f4dfa6}.none{fill:#d5e8d8}.unasked{fill:none;stroke:#999;stroke-dasharray:2 3}\
@media(prefers-color-scheme:dark){text{fill:#ddd}.bug{fill:#8c3227}.other{fill:#6b541c}.none{fill:#24402b}}</style>";

/// Renders the matrix of all libraries as an SVG: a row for each library, a column for each class and each kind of harm, and
/// in each cell the number of findings, as on `day`. A library that is not in `report` counts as asked.
pub fn findings_chart(libraries: &[LibraryFindings<'_>], day: &str, report: &Report) -> String {
    let heads = LibraryFindings::COUNTED.into_iter().chain(Harm::ALL.map(Harm::words));
    let column = |place: usize| NAMES + VERSIONS + place * CELL;
    let (width, height) = (column(heads.clone().count()), HEADS + (libraries.len() + 1) * ROW + 8);
    let about = format!(
        "{} findings of {} chess libraries, by class and by the harm they do, on {day}",
        libraries.iter().map(|one| one.findings.len()).sum::<usize>(),
        libraries.len()
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{about}\">\n<title>{about}</title>{STYLE}\n"
    );
    let centred = |place: usize, y: usize, words: &str| {
        format!("<text class=\"in\" x=\"{}\" y=\"{y}\">{words}</text>", column(place) + CELL / 2)
    };
    for (place, words) in heads.enumerate() {
        for (line, words) in lines(words).iter().enumerate() {
            svg.push_str(&centred(place, 14 + line * 14, words));
        }
    }
    svg.push('\n');
    for (row, library) in libraries.iter().enumerate() {
        let (top, LibraryFindings { name, version, findings }) = (HEADS + row * ROW, library);
        svg.push_str(&format!(
            "<text class=\"name\" x=\"0\" y=\"{0}\">{1}</text><text x=\"{NAMES}\" y=\"{0}\">{2}</text>",
            top + 14,
            xml(name),
            xml(version)
        ));
        let counts = library.counts();
        for (place, count) in counts.iter().enumerate() {
            svg.push_str(&centred(place, top + 14, &count.to_string()));
        }
        for (place, harm) in (counts.len()..).zip(Harm::ALL) {
            let of_cell = |cause: &&KnownFinding<'_>| cause.harm == harm;
            let found: Vec<_> = findings.iter().filter(of_cell).collect();
            let is_asked = || report.has_answers(name, |question| harm.is_at_stake(question));
            let class = match found.iter().any(|cause| cause.class == DeviationClass::Bug) {
                _ if found.is_empty() && is_asked() == Some(false) => "unasked",
                _ if found.is_empty() => "none",
                true => "bug",
                false => "other",
            };
            svg.push_str(&rect(class, column(place) + 1, top, CELL - 2));
            if !found.is_empty() {
                svg.push_str(&centred(place, top + 14, &found.len().to_string()));
            }
        }
        svg.push('\n');
    }
    let top = HEADS + libraries.len() * ROW + 8;
    let legend = [
        ("bug", "at least one bug"),
        ("other", "incomplete, by design, or another rule set"),
        ("none", "no finding"),
        ("unasked", "not asked"),
    ];
    let mut x = NAMES;
    for (class, words) in legend {
        svg.push_str(&rect(class, x, top, 16));
        svg.push_str(&format!("<text x=\"{}\" y=\"{}\">{words}</text>", x + 22, top + 14));
        x += 48 + words.len() * 6;
    }
    svg + &format!("<text x=\"{x}\" y=\"{}\">{day}</text>\n</svg>\n", top + 14)
}

fn rect(class: &str, x: usize, y: usize, width: usize) -> String {
    let height = ROW - 2;
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}

/// Breaks the name of a column into lines that fit.
fn lines(words: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < 13 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::read_json;
    use lawbook_catalogue::read_deviations;

    #[test]
    fn each_library_has_a_row_and_each_harm_a_column() {
        let entry = |question: &str, class: &str, reason: &str| {
            format!(
                "- cause: {{fault: castling/missing}}\n  cases: [one]\n  question: {question}\n  class: {class}\n  reason: {reason}\n"
            )
        };
        let text = entry("ruling", "bug", "it ends early") + &entry("san", "by-design", "short");
        let known = read_deviations("toy & co", "toy.yaml", &text).unwrap();
        let mut report = read_json(include_str!("golden/reports/2026-01.json")).unwrap();
        report.implementations[1].name = "narrow".to_owned();
        for case in &mut report.cases {
            case.disagreements.clear();
            case.agrees = [("narrow".to_owned(), vec!["check".to_owned()])].into();
        }
        let libraries = [("toy & co", "1.0.0"), ("sound", "2.0.0"), ("narrow", "3.0.0")];
        let libraries = LibraryFindings::of(&known, &libraries);
        let svg = findings_chart(&libraries, "2026-03-02", &report);
        let rows: Vec<&str> = svg.lines().filter(|line| line.contains("class=\"name\"")).collect();
        let [toy, sound, narrow] = rows[..] else { panic!("{svg}") };
        assert!(toy.contains(">toy &amp; co</text>") && toy.contains(">1.0.0</text>"), "{toy}");
        for (class, count) in [("bug", 1), ("other", 1), ("none", Harm::ALL.len() - 2)] {
            assert_eq!(toy.matches(&format!("\"{class}\"")).count(), count, "{class}: {toy}");
        }
        assert_eq!(sound.matches("\"none\"").count(), Harm::ALL.len(), "{sound}");
        // Every question can meet a crash or a refusal.
        for (class, count) in [("none", 3), ("unasked", Harm::ALL.len() - 3)] {
            assert_eq!(narrow.matches(&format!("\"{class}\"")).count(), count, "{narrow}");
        }
        assert!(svg.contains("aria-label=\"2 findings of 3 chess libraries"), "{svg}");
        assert!(svg.contains(">2026-03-02</text>"), "{svg}");
        for harm in Harm::ALL {
            for line in lines(harm.words()) {
                assert!(svg.contains(&format!(">{line}</text>")), "{line}");
            }
        }
    }
}
