use super::{DeviationGroup, LibraryHistory, ReleaseScore, page::share};
use crate::report::escape::xml;

/// Height of the area with the bars, and width of a bar including its gap, in pixels.
const HEIGHT: usize = 140;
const BAR: usize = 14;
/// Margins around the bars in pixels.
const LEFT: usize = 52;
const TOP: usize = 30;
const BELOW: usize = 74;

/// Style sheet of all charts, with a light and a dark scheme.
const STYLE: &str = "<style>text{font:11px sans-serif;fill:#444}.name{font-weight:bold}line{stroke:#999}\
.right{fill:#cfd8dc}.bug{fill:#c0392b}.meant{fill:#e0a030}.unlisted{fill:#7f6fb0}\
path{fill:none;stroke:#2a6f97;stroke-width:2}\
@media(prefers-color-scheme:dark){text{fill:#ccc}.right{fill:#37474f}path{stroke:#7fc4ea}}</style>";

/// Renders an SVG bar chart with a bar for each release that was run. The wrong answers by class hang from the top; the
/// rest of the bar is right answers. The scale starts at the multiple of ten per cent below the worst release, and at
/// 90 % at the latest.
pub fn chart(history: &LibraryHistory) -> String {
    let asked: Vec<_> = history.asked().collect();
    let worst = asked.iter().map(|(_, score)| score.per_mille()).min().unwrap_or(1000);
    let floor = (worst / 100 * 100).min(900);
    let width = (LEFT + asked.len() * BAR + 20).max(440);
    let height = TOP + HEIGHT + BELOW;
    let y = |per_mille: usize| TOP + (1000 - per_mille.max(floor)) * HEIGHT / (1000 - floor);
    let mut svg = open(width, height, &words(history));
    for part in 0..=2 {
        let at = floor + (1000 - floor) * part / 2;
        let height = y(at);
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><line x1=\"{LEFT}\" x2=\"{width}\" y1=\"{height}\" y2=\"{height}\"/>\n",
            LEFT - 4,
            height + 4,
            share(at),
        ));
    }
    for (place, ((release, score), wrong)) in asked.iter().zip(history.wrong_by_class()).enumerate()
    {
        let x = LEFT + place * BAR + 2;
        let mut top = TOP;
        let mut before = 0;
        svg.push_str(&format!(
            "<g><title>{}: {} right, {} wrong</title>",
            xml(&release.version),
            score.right,
            score.wrong
        ));
        for class in DeviationGroup::ALL {
            before += wrong.get(&class).copied().unwrap_or(0);
            let end = y(of_thousand(*score, before));
            svg.push_str(&rect(name(class), x, top, end - top));
            top = end;
        }
        svg.push_str(&rect("right", x, top, TOP + HEIGHT - top));
        svg.push_str(&format!(
            "<text transform=\"translate({} {}) rotate(60)\">{}</text></g>\n",
            x + 1,
            TOP + HEIGHT + 10,
            xml(&release.version)
        ));
    }
    let mut x = LEFT;
    for class in DeviationGroup::ALL {
        svg.push_str(&rect(name(class), x, 8, 10));
        svg.push_str(&format!("<text x=\"{}\" y=\"17\">{}</text>\n", x + 14, class.words()));
        x += 130;
    }
    svg + "</svg>\n"
}

/// Renders an SVG chart with a line for each library: its share of right answers from the first to the last release.
pub fn overview_chart(histories: &[LibraryHistory]) -> String {
    const ROW: usize = 34;
    const LINE: usize = 420;
    const NAMES: usize = 120;
    let worst = |history: &LibraryHistory| history.asked().map(|(_, one)| one.per_mille()).min();
    let floor = histories.iter().filter_map(worst).min().unwrap_or(900) / 100 * 100;
    let floor = floor.min(900);
    let about = format!(
        "Right answers of {} libraries over their releases, from {} at the foot of a row to {} at its head",
        histories.len(),
        share(floor),
        share(1000)
    );
    let mut svg = open(NAMES + LINE + 70, histories.len() * ROW + 10, &about);
    for (row, history) in histories.iter().enumerate() {
        let foot = (row + 1) * ROW;
        let shares: Vec<usize> = history.asked().map(|(_, score)| score.per_mille()).collect();
        let last = shares.len().saturating_sub(1).max(1);
        let points: Vec<String> = shares
            .iter()
            .enumerate()
            .map(|(place, share)| {
                let y = foot - (share - floor) * (ROW - 8) / (1000 - floor);
                format!("{} {y}", NAMES + place * LINE / last)
            })
            .collect();
        svg.push_str(&format!(
            "<text class=\"name\" x=\"0\" y=\"{}\">{}</text><line x1=\"{NAMES}\" x2=\"{}\" y1=\"{foot}\" y2=\"{foot}\" opacity=\".4\"/>",
            foot - 4,
            xml(&history.library),
            NAMES + LINE,
        ));
        if let Some(share) = shares.last() {
            let path = match points.as_slice() {
                [one] => format!("M{one}h{LINE}"),
                all => format!("M{}", all.join("L")),
            };
            svg.push_str(&format!(
                "<path d=\"{path}\"/><text x=\"{}\" y=\"{}\">{}</text>",
                NAMES + LINE + 8,
                foot - 4,
                self::share(*share)
            ));
        }
        svg.push('\n');
    }
    svg + "</svg>\n"
}

/// Returns the text alternative of a chart, for screen readers.
fn words(history: &LibraryHistory) -> String {
    let mut asked = history.asked();
    let first = asked.next();
    let last = asked.last().or(first);
    let of = |release: Option<(&super::LibraryRelease, ReleaseScore)>| {
        release.map_or("none".to_owned(), |(release, score)| {
            format!("{} in {}", share(score.per_mille()), release.version)
        })
    };
    format!("Right answers of {}: {}, {}", history.library, of(first), of(last))
}

fn open(width: usize, height: usize, about: &str) -> String {
    let about = xml(about);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{about}\">\n<title>{about}</title>{STYLE}\n"
    )
}

/// Returns the share of the answers without `wrong` of them, per thousand.
fn of_thousand(score: ReleaseScore, wrong: usize) -> usize {
    let all = score.right + score.wrong;
    ((all.saturating_sub(wrong)) * 1000).checked_div(all).unwrap_or(0)
}

fn name(class: DeviationGroup) -> &'static str {
    match class {
        DeviationGroup::Bug => "bug",
        DeviationGroup::Meant => "meant",
        DeviationGroup::Unlisted => "unlisted",
    }
}

fn rect(class: &str, x: usize, y: usize, height: usize) -> String {
    if height == 0 {
        return String::new();
    }
    let width = BAR - 4;
    format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
}
