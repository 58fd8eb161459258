use lawbook::{
    catalogue::{Case, Catalogue},
    position::Position,
    question::Expected,
    report::wrap,
    rules::{Act, RuleSets},
};

use crate::{
    board::{self, Pieces},
    cli::ShowOptions,
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook show ID`
pub(crate) fn run(options: &ShowOptions) -> Result {
    let (case, contrast) = match &options.cases {
        // One case is read, and its twin, and not the whole catalogue.
        None => find(&options.id.to_ascii_lowercase(), Catalogue::embedded_case),
        Some(folder) => {
            let catalogue = selection::catalogue(Some(folder))?;
            find(&options.id, |id| catalogue.case(id).cloned())
        }
    };
    let Some(case) = case else {
        return Err(Failure::new(Exit::NothingSelected, unknown(&options.id)));
    };
    let pieces = if options.ascii { Pieces::Letters } else { Pieces::Figurines };
    output::print(&text(&case, contrast.as_ref(), pieces))?;
    Ok(Exit::Agreed)
}

/// A case and its contrast.
fn find(id: &str, read: impl Fn(&str) -> Option<Case>) -> (Option<Case>, Option<Case>) {
    let case = read(id);
    let contrast = case.as_ref().and_then(|case| case.contrast.as_deref()).and_then(read);
    (case, contrast)
}

fn unknown(id: &str) -> String {
    let catalogue = Catalogue::embedded();
    if let Some(document) = catalogue.document(&id.to_ascii_uppercase()) {
        return format!(
            "{0} is a document; `lawbook list --document {0}` shows its cases",
            document.id
        );
    }
    if catalogue.cases.iter().any(|case| case.states.iter().any(|one| one.eq_ignore_ascii_case(id)))
    {
        return format!("{id} is a statement; `lawbook list --statement {id}` shows its cases");
    }
    let ids = Catalogue::embedded_ids();
    match selection::nearest(id, ids.iter().map(String::as_str)) {
        Some(nearest) => {
            format!("no case {id:?}; the nearest is {nearest:?}, and `lawbook list` shows all")
        }
        None => format!("no case {id:?}; `lawbook list` shows all"),
    }
}

fn text(case: &Case, contrast: Option<&Case>, pieces: Pieces) -> String {
    let mut text =
        format!("{}\n{}\n", output::paint(&case.title, anstyle::AnsiColor::Cyan), case.id);
    text.push_str(&format!("{}, decides {}\n", case.place, case.states.join(", ")));
    if case.rule_sets != RuleSets::ALL {
        text.push_str(&format!("under {}\n", case.rule_sets));
    }
    text.push('\n');
    text.push_str(&situation(case, pieces));
    text.push('\n');
    answers(&mut text, &case.expected, "  ");
    let positions = case.positions();
    for (side, proof) in &case.proofs {
        text.push_str(&format!("  {}\n", proof.explain(*side, &positions)));
    }
    for exception in &case.exceptions {
        let but = format!("but under {}: {}", exception.rule_sets, exception.because);
        text.push_str(&wrap(&but, 2));
        answers(&mut text, &exception.expected, "    ");
    }
    if let Some(open) = &case.open {
        text.push_str(&wrap(&format!("open: {open}"), 2));
    }
    for mistake in &case.mistakes {
        let made = format!("mistake \"{}\": {}", mistake.name, mistake.because);
        text.push_str(&wrap(&made, 2));
        answers(&mut text, &mistake.expected, "    ");
    }
    text.push_str(&format!("\n{}", wrap(&format!("why: {}", case.why), 0)));
    if let Some(doubt) = &case.doubt {
        text.push_str(&wrap(&format!("doubt: {doubt}"), 0));
    }
    if let Some(contrast) = contrast {
        text.push_str(&format!("\ncontrast: {}\n  {}\n", contrast.id, contrast.title));
        answers(&mut text, &flipped(case, contrast), "  ");
    }
    text
}

/// What is right in the contrast and not in the case, of the questions that both ask.
fn flipped(case: &Case, contrast: &Case) -> Vec<Expected> {
    let flips = |other: &&Expected| {
        case.expected.iter().any(|one| one.question == other.question)
            && !case.expected.contains(other)
    };
    contrast.expected.iter().filter(flips).cloned().collect()
}

fn answers(text: &mut String, expected: &[Expected], indent: &str) {
    for Expected { question, right, .. } in expected {
        text.push_str(&format!("{indent}{question} {right}\n"));
    }
}

/// What is on the board at the end, and how it came about.
pub(super) fn situation(case: &Case, pieces: Pieces) -> String {
    let mut text = drawn(case, pieces);
    let conditions = case.event.to_string();
    if !conditions.is_empty() {
        text.push_str(&format!("\nconditions: {conditions}\n"));
    }
    text.push_str(&format!("\nfrom {}\n", case.setup));
    for line in &case.play {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

/// The board at the end with the last move marked, or of the setup if it cannot be played.
fn drawn(case: &Case, pieces: Pieces) -> String {
    let positions = case.positions();
    let placement = positions.last().map_or(&case.setup.placement, Position::placement);
    let last = case.acts.iter().rev().find_map(Act::played);
    let marked: Vec<_> = last.into_iter().flat_map(|played| [played.from, played.to]).collect();
    board::board(placement, &marked, pieces)
}
