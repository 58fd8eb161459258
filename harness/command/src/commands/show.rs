use std::path::PathBuf;

use clap::Args;
use lawbook::{
    position::Position,
    rules::{Act, RuleSet, RuleSets, inferred_note},
};
use lawbook_catalogue::{
    AnswerGroup, Case, Catalogue, Mistake,
    adapter::Reference,
    question::{Answer, Expectation, Expected},
};
use lawbook_runner::report::wrap;

use crate::{
    board::{self, Pieces},
    cli::complete,
    output::{self, Exit, Failure, Result},
    selection,
};

#[derive(Args)]
#[command(after_help = concat!("\
Examples:
  lawbook show threefold-with-written-move
  lawbook show --ascii threefold-with-written-move

The board is coloured on a terminal, unless NO_COLOR=1 is set.

", catalogue_exit_codes!()))]
pub(crate) struct ShowOptions {
    /// The id of the case
    #[arg(add = complete::ids())]
    pub(crate) id: String,
    /// Draw the pieces as letters, White's in upper case
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Read the catalogue from this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
}

/// `lawbook show ID`
pub(crate) fn run(options: &ShowOptions) -> Result {
    let catalogue = selection::catalogue(options.cases.as_deref())?;
    let Some(case) = catalogue.case(&options.id.to_ascii_lowercase()) else {
        return Err(Failure::new(Exit::NothingSelected, unknown(&options.id, &catalogue)));
    };
    let contrast = case.contrast.as_deref().and_then(|id| catalogue.case(id));
    let pieces = if options.ascii { Pieces::Letters } else { Pieces::Figurines };
    output::print(&text(case, contrast, catalogue.home_rule_set(case), pieces))?;
    Ok(Exit::Agreed)
}

fn unknown(id: &str, catalogue: &Catalogue) -> String {
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
    let rows = catalogue.cases.iter().filter_map(|case| case.table.as_ref());
    let rows = rows.filter(|table| table.id.eq_ignore_ascii_case(id)).count();
    if rows > 0 {
        return format!("{id} is a table of {rows} cases; `lawbook list --id '{id}*'` lists them");
    }
    match selection::nearest(id, catalogue.cases.iter().map(|case| case.id.as_str())) {
        Some(nearest) => {
            format!("unknown case {id:?}; did you mean {nearest:?}? `lawbook list` shows all")
        }
        None => format!(
            "unknown case {id:?}; `lawbook list` shows all, and --cases DIR reads other cases"
        ),
    }
}

fn text(case: &Case, contrast: Option<&Case>, home: RuleSet, pieces: Pieces) -> String {
    let mut text = format!("{}\n{}\n", output::paint(&case.title, output::Style::Cyan), case.id);
    text.push_str(&format!("{}, decides {}\n", case.place, case.states.join(", ")));
    if case.rule_sets != RuleSets::ALL {
        text.push_str(&format!("under {}\n", case.rule_sets.in_ranges()));
    }
    text.push('\n');
    text.push_str(&scenario(case, pieces));
    if let Some(open) = &case.open {
        text.push_str(&format!("\n{}", wrap(&format!("open: {open}"), 0)));
        text.push_str(&wrap(&format!("why: {}", case.why), 0));
    } else {
        for group in case.answer_groups(home) {
            let heading = heading(case, &group, home);
            text.push_str(&format!("\n{}", wrap(&heading, 0)));
            text.extend(inferred_note(&heading).map(|note| format!("  {note}\n")));
            answers(&mut text, &group.expected);
            text.push_str(&reasons(&group));
        }
    }
    let positions = case.positions();
    text.extend((!case.proofs.is_empty()).then_some('\n'));
    for (side, proof) in &case.proofs {
        text.push_str(&format!("{}\n", proof.explain(*side, &positions)));
    }
    text.extend((!case.mistakes.is_empty()).then_some('\n'));
    for mistake in &case.mistakes {
        let elsewhere = right_under(case, home, mistake);
        let made = format!("mistake \"{}\"{elsewhere}: {}", mistake.name, mistake.because);
        text.push_str(&wrap(&made, 0));
        answers(&mut text, &mistake.expected);
    }
    if let Some(doubt) = &case.doubt {
        let about = case.doubtful_rule_sets();
        let scope = match about == case.rule_sets {
            true => String::new(),
            false => format!(", under {}", about.in_ranges()),
        };
        text.push_str(&wrap(&format!("doubt{scope}: {doubt}"), 0));
    }
    if let Some(contrast) = contrast {
        text.push_str(&format!("\ncontrast: {}\n  {}\n", contrast.id, contrast.title));
        answers(&mut text, &flipped(case, contrast));
    }
    text
}

/// Returns the answers of the contrast that differ from those of the case, for the questions that both have.
fn flipped(case: &Case, contrast: &Case) -> Vec<Expected> {
    let flips = |other: &&Expected| {
        case.expected.iter().any(|one| one.question == other.question)
            && !case.expected.contains(other)
    };
    contrast.expected.iter().filter(flips).cloned().collect()
}

/// Formats the rule sets of a group: the Laws in force and the document's edition with their articles, then the others.
fn heading(case: &Case, group: &AnswerGroup, home: RuleSet) -> String {
    let mut words = Vec::new();
    let known = RuleSet::LATEST.in_force();
    let in_force = known.map_or_else(String::new, |known| format!("in force on {}", known.on));
    let mut named = vec![(RuleSet::LATEST, in_force.as_str())];
    named.extend((home != RuleSet::LATEST).then_some((home, "the document's edition")));
    for (rule_set, what) in named {
        if group.rule_sets.contains(rule_set) {
            words.push(format!("{rule_set}, {what}{}", article(case, group, rule_set)));
        }
    }
    let others = group.rule_sets.iter().filter(|&one| one != RuleSet::LATEST && one != home);
    let others: RuleSets = others.collect();
    if words.is_empty() {
        let first = others.iter().next();
        let article = first.map_or_else(String::new, |first| article(case, group, first));
        words.push(format!("{}{article}", others.in_ranges()));
    } else if !others.is_empty() {
        words.push(others.in_ranges());
    }
    format!("under {}:", words.join("; "))
}

/// Returns `, Article N` for the ruling; empty if the rule set has no article numbers or the reference rules
/// differently.
fn article(case: &Case, group: &AnswerGroup, rule_set: RuleSet) -> String {
    let ruling = group.expected.iter().find_map(|one| {
        let Expectation::Exactly(Answer::Ruling(decision)) = one.right else { return None };
        Some(decision)
    });
    let ruled = Reference::default()
        .rule(&case.scenario(rule_set))
        .filter(|one| Some(one.decision) == ruling);
    let article = ruled.and_then(|one| one.articles(rule_set, &case.event));
    article.map_or_else(String::new, |article| format!(", Article {article}"))
}

/// Formats the rule sets under which the answers of a mistake are right; empty if there are none.
fn right_under(case: &Case, home: RuleSet, mistake: &Mistake) -> String {
    let groups = case.answer_groups(home);
    let mut right = groups
        .iter()
        .filter(|group| mistake.expected.iter().all(|wrong| group.expected.contains(wrong)));
    right.next().map_or_else(String::new, |group| {
        format!(", which is correct under {}", group.rule_sets.in_ranges())
    })
}

/// Formats the reasons of a group, each with its rule sets if there are several.
fn reasons(group: &AnswerGroup) -> String {
    let one = |(rule_sets, why): &(RuleSets, String)| match group.why.len() {
        1 => wrap(&format!("why: {why}"), 2),
        _ => wrap(&format!("why, under {}: {why}", rule_sets.in_ranges()), 2),
    };
    group.why.iter().map(one).collect()
}

fn answers(text: &mut String, expected: &[Expected]) {
    for Expected { question, right, .. } in expected {
        text.push_str(&format!("  {question} {right}\n"));
    }
}

/// Formats the final position and the play that leads to it.
pub(super) fn scenario(case: &Case, pieces: Pieces) -> String {
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

/// Draws the final position with the last move marked, or the setup if it is not playable.
fn drawn(case: &Case, pieces: Pieces) -> String {
    let positions = case.positions();
    let placement = positions.last().map_or(&case.setup.placement, Position::placement);
    let last = case.acts.iter().rev().find_map(Act::played);
    let marked: Vec<_> = last.into_iter().flat_map(|played| [played.from, played.to]).collect();
    board::board(placement, &marked, pieces)
}
