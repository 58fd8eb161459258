use askama::Template;
use lawbook::{
    catalogue::DeviationClass,
    position::Setup,
    report::{CaseReport, Disagreement, Report},
    runner::Standing,
};

use super::{
    board::{BoardPicture, Sprite},
    matrix::SiteMatrix,
};

/// A report as one self-contained page.
#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    report: &'a Report,
    summary: String,
    style: &'static str,
    sprite: Sprite,
    matrix: SiteMatrix,
    /// The cases with disagreements, each with a diagram if its last position is valid.
    cases: Vec<(&'a CaseReport, Option<BoardPicture>)>,
}

/// Renders the page of a report.
pub(super) fn page(report: &Report, style: &'static str) -> askama::Result<String> {
    let disputed = report.cases.iter().filter(|case| !case.disagreements.is_empty());
    let drawn = |case: &'_ CaseReport| {
        case.end.parse::<Setup>().ok().map(|end| BoardPicture::of_setup(&end))
    };
    let cases: Vec<(&CaseReport, Option<BoardPicture>)> =
        disputed.map(|case| (case, drawn(case))).collect();
    let boards = cases.iter().filter_map(|(_, board)| board.as_ref());
    ReportPage {
        report,
        summary: lawbook::report::summary(report),
        style,
        sprite: Sprite::of(boards.map(|board| &board.pieces)),
        matrix: SiteMatrix::new(report),
        cases,
    }
    .render()
}

impl ReportPage<'_> {
    /// Whether the statements of a case are about one of the disagreements on it.
    fn shows_statements(&self, case: &CaseReport) -> bool {
        !case.states.is_empty() && case.disagreements.iter().any(|one| one.why.is_none())
    }

    /// The explanations of the right answers, those under another rule set than the case as a whole with it.
    fn reasons<'a>(&self, case: &'a CaseReport) -> Vec<(Option<&'a str>, &'a str)> {
        case.reasons(&case.disagreements)
    }

    /// Describes whether a disagreement is a known deviation.
    fn standing(&self, one: &Disagreement) -> String {
        let words = match one.standing {
            Standing::Known => "known",
            Standing::New => "new",
            Standing::Changed => "changed",
            Standing::FixedButListed => "fixed, but still listed",
            Standing::LookAgain => "look again",
            Standing::AsExpected => "as expected",
        };
        one.class
            .map(DeviationClass::words)
            .map_or(words.to_owned(), |class| format!("{words}: {class}"))
    }
}
