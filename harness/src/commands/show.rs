use lawbook::{
    board::Color,
    catalogue::{Case, Catalogue, Expected},
    notation::diagram,
    position::Position,
    rules::RuleSets,
};

use crate::{
    cli::ShowOptions,
    output::{self, Exit, Failure, Result},
    selection,
};

/// `lawbook show ID`
pub(crate) fn run(options: &ShowOptions) -> Result {
    let case = match &options.cases {
        None => Catalogue::embedded_case(&options.id),
        Some(folder) => selection::catalogue(Some(folder))?.case(&options.id).cloned(),
    };
    let Some(case) = case else {
        return Err(Failure::new(Exit::NothingSelected, unknown(&options.id)));
    };
    output::print(&text(&case))?;
    Ok(Exit::Agreed)
}

fn unknown(id: &str) -> String {
    let ids = Catalogue::embedded_ids();
    let nearest = ids.iter().min_by_key(|other| strsim::damerau_levenshtein(other, id));
    match nearest {
        Some(nearest) => {
            format!("no case {id:?}; the nearest is {nearest:?}, and `lawbook list` shows all")
        }
        None => format!("no case {id:?}"),
    }
}

fn text(case: &Case) -> String {
    let mut text =
        format!("{}\n{}\n", output::paint(&case.title, anstyle::AnsiColor::Cyan), case.id);
    text.push_str(&format!("{}, decides {}\n", case.place, case.states.join(", ")));
    if case.rule_sets != RuleSets::ALL {
        text.push_str(&format!("under {}\n", case.rule_sets));
    }
    text.push('\n');
    text.push_str(&board(case));
    text.push_str(&format!("\nfrom {}\n", case.setup));
    for line in &case.play {
        text.push_str(&format!("  {line}\n"));
    }
    text.push('\n');
    answers(&mut text, &case.expected, "  ");
    let positions = case.positions();
    for (side, proof) in &case.proofs {
        text.push_str(&format!("  {}\n", proof.explain(*side, &positions)));
    }
    for exception in &case.exceptions {
        text.push_str(&format!("  but under {}: {}\n", exception.rule_sets, exception.because));
        answers(&mut text, &exception.expected, "    ");
    }
    if let Some(open) = &case.open {
        text.push_str(&format!("  open: {open}\n"));
    }
    for mistake in &case.mistakes {
        text.push_str(&format!("  mistake \"{}\": {}\n", mistake.name, mistake.because));
        answers(&mut text, &mistake.expected, "    ");
    }
    text.push_str(&format!("\n{}\n", case.why));
    if let Some(doubt) = &case.doubt {
        text.push_str(&format!("doubt: {doubt}\n"));
    }
    if let Some(contrast) = &case.contrast {
        text.push_str(&format!("contrast: {contrast}\n"));
    }
    text
}

fn answers(text: &mut String, expected: &[Expected], indent: &str) {
    for Expected { question, right, .. } in expected {
        text.push_str(&format!("{indent}{question} {right}\n"));
    }
}

/// The board at the end, or of the setup if it cannot be played.
fn board(case: &Case) -> String {
    let positions = case.positions();
    let placement = positions.last().map_or(&case.setup.placement, Position::placement);
    diagram(placement, Color::White) + "\n"
}
