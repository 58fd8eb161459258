//! Lists the catalogue, for people and as JSON.

mod entry;
mod epd;
mod options;
mod pgn;

pub(crate) use options::{ListFormat, ListOptions};

use lawbook::words::counted;
use lawbook_catalogue::{Case, Table};
use lawbook_gate::Harm;

use crate::{
    output::{self, Exit, Result},
    selection,
};
use entry::ListedCase;

/// `lawbook list`
pub(crate) fn run(options: &ListOptions) -> Result {
    let catalogue = selection::catalogue(options.selection.cases.as_deref())?;
    let mut cases = selection::select(&catalogue, &options.selection)?;
    // As the documents are numbered; what has none comes last.
    let document =
        |case: &Case| catalogue.document(case.place.folder()).map_or("~", |one| one.id.as_str());
    cases.sort_by_key(|case| document(case));
    let entries = || cases.iter().map(|case| ListedCase::new(case, &catalogue));
    output::print(&match options.format {
        ListFormat::Text => text(&cases, !options.selection.id.is_empty()),
        ListFormat::Json => output::json(&entries().collect::<Vec<_>>())?,
        ListFormat::Pgn => {
            cases.iter().zip(entries()).map(|(case, one)| pgn::game(case, &one)).collect()
        }
        ListFormat::Epd => entries().map(|one| epd::line(&one)).collect(),
    })?;
    output::note(&summary(&cases));
    Ok(Exit::Agreed)
}

fn situations<'c>(cases: &'c [&Case]) -> Vec<&'c [&'c Case]> {
    cases.chunk_by(|one, other| one.is_same_situation(other)).collect()
}

/// Returns the cases, a line for each situation, or for each case if `has_rows`.
fn text(cases: &[&Case], has_rows: bool) -> String {
    let groups = if has_rows { cases.chunks(1).collect() } else { situations(cases) };
    let line = |group: &[&Case]| match group[0].table.as_ref().filter(|_| !has_rows) {
        Some(Table { id, title }) => {
            (id.clone(), format!("{title}: {}", counted(group.len(), "case")))
        }
        None => (group[0].id.clone(), group[0].title.clone()),
    };
    let lines: Vec<(String, String)> = groups.into_iter().map(line).collect();
    // Longer ids are rare; as wide as the longest one, the column would leave no room for the titles.
    let width = lines.iter().map(|(id, _)| id.len()).max().unwrap_or_default().min(40);
    lines.iter().map(|(id, title)| format!("{id:width$}  {title}\n")).collect()
}

/// Returns the number of situations and of cases, and what share of the situations is about what.
///
/// A table is one situation. What it is about is what the first question of its first case asks.
fn summary(cases: &[&Case]) -> String {
    let mut shares: [(&str, usize); 4] =
        ["rulings and ends", "claims", "moves", "notation and setups"].map(|about| (about, 0));
    let situations = situations(cases);
    for first in situations.iter().filter_map(|all| all.first()?.expected.first()) {
        let about = match (first.question.kind(), Harm::of_answer(first.question.kind())) {
            ("setup", _) | (_, Harm::Notation) => 3,
            (_, Harm::WrongMoves) => 2,
            (_, Harm::WrongClaim) => 1,
            _ => 0,
        };
        shares[about].1 += 1;
    }
    let all = shares.iter().map(|(_, count)| count).sum::<usize>().max(1);
    let shares = shares.into_iter().filter(|(_, count)| *count > 0);
    let shares =
        shares.map(|(about, count)| format!("{} % {about}", (100 * count + all / 2) / all));
    let shares: Vec<String> = shares.collect();
    let (situations, cases) =
        (counted(situations.len(), "situation"), counted(cases.len(), "case"));
    format!("{cases} in {situations}: {}", shares.join(", "))
}
