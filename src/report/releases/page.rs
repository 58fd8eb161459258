use super::{AnswerChange, GamesHistory, LibraryHistory, LibraryRelease, ReleaseOutcome};
use crate::report::{
    diff::ChangeKind,
    escape::{self, foreign_markdown},
};

/// Renders the index page, which links each library to its releases and their changes.
///
/// The pages and charts of the libraries are in the same folder, with names given by `file_name`.
pub fn history_index(histories: &[LibraryHistory], file_name: fn(&str) -> String) -> String {
    let mut page = String::from(
        "# Releases\n\nWritten by `lawbook history`; do not edit. How each library has answered the questions of the \
         catalogue over its releases: a release is asked in a process of its own, through the adapter of today. What is \
         broken was answered rightly by the release before; what is fixed was answered wrongly.\n\n\
         ![Right answers of all libraries over their releases](overview.svg)\n\n\
         | library | releases | asked | right, first | right, last | broken | fixed |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for history in histories {
        let shares: Vec<String> =
            history.asked().map(|(_, score)| share(score.per_mille())).collect();
        let none = String::new();
        page.push_str(&format!(
            "| [{0}](#{1}) | {2} | {3} | {4} | {5} | {6} | {7} |\n",
            foreign_markdown(&history.library),
            anchor(&history.library),
            history.releases.len(),
            shares.len(),
            shares.first().unwrap_or(&none),
            shares.last().unwrap_or(&none),
            count_all(history, ChangeKind::Broken),
            count_all(history, ChangeKind::Fixed),
        ));
    }
    for history in histories {
        let file = file_name(&history.library);
        page.push_str(&format!(
            "\n## {0}\n\n![Right answers of {0} over its releases]({file}.svg)\n\n{1}\n",
            foreign_markdown(&history.library),
            line_of_versions(history, &file),
        ));
    }
    page
}

/// Renders the page of one library: each release, and each answer that it changed.
pub fn history_page(history: &LibraryHistory, file_name: fn(&str) -> String) -> String {
    let mut page = format!(
        "# {0} over its releases\n\nWritten by `lawbook history`; do not edit. [All libraries](README.md#{1}). \
         Catalogue {2}: {3} cases.\n\n![Right answers of {0} over its releases]({4}.svg)\n",
        foreign_markdown(&history.library),
        anchor(&history.library),
        code(&history.catalogue.digest),
        history.catalogue.cases,
        file_name(&history.library),
    );
    for release in &history.releases {
        page.push_str(&section(history, release));
    }
    if let Some(games) = &history.games {
        page.push_str(&games_section(games));
    }
    page
}

/// Returns a line with all versions. A version that changed an answer links to its changes.
fn line_of_versions(history: &LibraryHistory, file: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut not_asked = 0;
    for release in &history.releases {
        if let ReleaseOutcome::NotAsked(_) = release.outcome {
            not_asked += 1;
            continue;
        }
        let changes = history.changes(&release.version);
        let of = |kind| changes.iter().filter(|change| change.kind == kind).count();
        let parts: Vec<String> = [ChangeKind::Broken, ChangeKind::Fixed]
            .into_iter()
            .filter(|kind| of(*kind) > 0)
            .map(|kind| format!("{} {}", of(kind), kind.words()))
            .collect();
        words.push(match parts.is_empty() {
            true => foreign_markdown(&release.version),
            false => format!(
                "**[{}]({file}.md#{})** ({})",
                foreign_markdown(&release.version),
                anchor(&release.version),
                parts.join(", ")
            ),
        });
    }
    let more = match not_asked {
        0 => String::new(),
        _ => format!(" [Not asked]({file}.md): {not_asked}."),
    };
    let more = match &history.games {
        None => more,
        Some(_) => format!("{more} [Random games]({file}.md#random-games)."),
    };
    if words.is_empty() {
        return format!("No release could be asked.{more}");
    }
    format!("{}.{more}", words.join(" · "))
}

fn section(history: &LibraryHistory, release: &LibraryRelease) -> String {
    let mut text = format!("\n## {}\n\n", foreign_markdown(&release.version));
    let date = release.date.as_ref();
    let date = date.map(|date| format!("{}: ", foreign_markdown(date))).unwrap_or_default();
    let score = match &release.outcome {
        ReleaseOutcome::NotAsked(reason) => {
            text.push_str(&format!("{date}not asked, {}.\n", code(reason)));
            return text;
        }
        ReleaseOutcome::Asked(score) => score,
    };
    text.push_str(&format!(
        "{date}{} right, {} wrong, {}; {} without an answer.\n",
        score.right,
        score.wrong,
        share(score.per_mille()),
        score.none
    ));
    let changes = history.changes(&release.version);
    for kind in ChangeKind::ALL {
        let of_kind: Vec<_> = changes.iter().filter(|change| change.kind == kind).collect();
        let words = match kind {
            ChangeKind::Broken => "Broken",
            ChangeKind::Fixed => "Fixed",
            ChangeKind::Changed => "Still wrong, but otherwise",
            ChangeKind::NoLongerSupported => "No longer answered",
            ChangeKind::NowSupported => "Answered now, wrongly or rightly",
            ChangeKind::Added | ChangeKind::Removed => continue,
        };
        if of_kind.is_empty() {
            continue;
        }
        text.push_str(&format!("\n{words}: {}\n\n", of_kind.len()));
        of_kind.into_iter().for_each(|change| text.push_str(&item(change)));
    }
    text
}

/// Renders the disagreements in random games, with their numbers of occurrences by release.
fn games_section(history: &GamesHistory) -> String {
    let GamesHistory { seed, games, disagreements } = history;
    let mut text = format!(
        "\n## Random games\n\n{games} random games of the seed {seed}, asked of every release: what it does not say as the \
         reference does, whether that is listed as known or not, and how often, from which release on.\n\n"
    );
    if disagreements.is_empty() {
        text.push_str("Nothing.\n");
    }
    for one in disagreements {
        let spans = one
            .spans
            .iter()
            .map(|span| format!("{} from {} on", span.times, foreign_markdown(&span.since)));
        let after = match one.first.acts {
            0 => String::new(),
            acts => format!(" after {acts} acts"),
        };
        text.push_str(&format!(
            "- {}: {}. Met first at {}{after}: {} The reference says {}, and it says {}.\n",
            code(&one.diagnosis),
            spans.collect::<Vec<_>>().join(", "),
            code(&one.first.fen),
            sentence(&one.first.asks),
            code(&one.first.right),
            code(&one.first.says),
        ));
    }
    text
}

/// Renders a change with all data needed to reproduce it: case, position, old and new answer.
fn item(change: &AnswerChange<'_>) -> String {
    let AnswerChange { answer, before, now, .. } = change;
    let after = match answer.acts {
        0 => String::new(),
        acts => format!(" after {acts} acts"),
    };
    format!(
        "- {} {}: {} {} {}{after}. Right is {}; it said {}, and says {}.\n",
        code(&answer.case),
        code(&answer.question),
        sentence(&answer.title),
        sentence(&answer.asks),
        code(&answer.fen),
        code(&answer.right.to_string()),
        said(&before.words()),
        said(&now.words()),
    )
}

fn count_all(history: &LibraryHistory, kind: ChangeKind) -> usize {
    let of = |release: &LibraryRelease| {
        history.changes(&release.version).iter().filter(|change| change.kind == kind).count()
    };
    history.releases.iter().map(of).sum()
}

/// Formats a number per thousand as a percentage, such as `99.4 %`.
pub fn share(per_mille: usize) -> String {
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}

/// Returns the anchor that Markdown renderers generate for a heading.
fn anchor(heading: &str) -> String {
    let keep = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then(|| letter.to_ascii_lowercase()),
    };
    heading.chars().filter_map(keep).collect()
}

/// Formats an answer for one line.
fn said(words: &str) -> String {
    match words {
        "the right answer" | "no claim" | "not asked" => words.to_owned(),
        _ => code(words),
    }
}

/// Formats a text as code on one line, and truncates it.
fn code(text: &str) -> String {
    const ROOM: usize = 160;
    match text.char_indices().nth(ROOM) {
        Some((end, _)) => escape::code(&format!("{}…", &text[..end])),
        None => escape::code(text),
    }
}

/// Formats a text as a sentence of a page.
fn sentence(text: &str) -> String {
    let mut text = foreign_markdown(text);
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}
