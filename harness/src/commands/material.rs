use indicatif::{ProgressBar, ProgressStyle};
use lawbook::runner;
use lawbook_tables::material::{CLASSES, ClassPart, MaterialClass, PlacementCount};
use serde::Serialize;

use crate::{
    cli::{Format, MaterialOptions},
    output::{self, Exit, Failure, Result},
};

/// A material class; with counts unless it is only listed.
#[derive(Serialize)]
struct Row {
    class: String,
    /// Whether the first player has mating material.
    mating_material: bool,
    #[serde(flatten)]
    counted: Option<Counted>,
}

#[derive(Serialize)]
struct Counted {
    positions: u64,
    mates: u64,
    stalemates: u64,
    /// An example of a mate.
    example: Option<String>,
}

impl From<PlacementCount> for Counted {
    fn from(PlacementCount { positions, mates, stalemates, example }: PlacementCount) -> Counted {
        Counted { positions, mates, stalemates, example: example.map(|at| at.to_string()) }
    }
}

/// `lawbook lab material [CLASS]...`
pub(crate) fn run(options: &MaterialOptions) -> Result {
    let all = CLASSES.iter().map(|name| name.parse::<MaterialClass>());
    let all = all
        .collect::<std::result::Result<Vec<MaterialClass>, _>>()
        .map_err(|error| Failure::new(Exit::IoError, error.to_string()))?;
    let only_listed = options.class.is_empty() && !options.all;
    let classes = if options.class.is_empty() { &all } else { &options.class };
    let (mut rows, mut wrong) = (Vec::new(), 0);
    for class in classes {
        let (mating_material, name) = (class.has_mating_material(), class.to_string());
        let counted = if only_listed { None } else { Some(count(class)) };
        if let Some(PlacementCount { mates, .. }) = counted {
            // Pawns can promote to the mating piece. Without pawns every possible mate is in this table.
            let agrees = (mates > 0) == mating_material || (mating_material && name.contains('P'));
            wrong += usize::from(!agrees);
        }
        rows.push(Row { class: name, mating_material, counted: counted.map(Counted::from) });
    }
    let text = match options.format {
        Format::Json => output::json(&rows)?,
        Format::Text => rows.iter().map(line).collect(),
    };
    output::print(&text)?;
    if wrong > 0 {
        output::error(&format!("the list of material is wrong about {wrong} class(es)"));
        return Ok(Exit::Disagreed);
    }
    Ok(Exit::Agreed)
}

fn line(row: &Row) -> String {
    let Row { class, mating_material, counted } = row;
    let says = if *mating_material { "mating material" } else { "insufficient material" };
    let Some(Counted { positions, mates, stalemates, example }) = counted else {
        return format!("{class:8}  {says}\n");
    };
    let example = match example {
        Some(example) => format!(", as in {example}"),
        None if *mating_material => ", once a pawn is promoted".to_owned(),
        None => String::new(),
    };
    format!(
        "{class:8} {positions:13} positions {mates:6} mates {stalemates:6} stalemates  {says}{example}\n"
    )
}

/// Counts the parts of a class on all processors.
fn count(class: &MaterialClass) -> PlacementCount {
    let parts = class.parts();
    let bar = ProgressBar::new(parts.len() as u64);
    if let Ok(style) = ProgressStyle::with_template(&format!("{class} {{bar:30}} {{pos}}/{{len}}"))
    {
        bar.set_style(style);
    }
    let tallies = runner::on_all_processors(&parts, ClassPart::count, || bar.inc(1));
    bar.finish_and_clear();
    // The sum takes its example from the first part that has one.
    tallies.into_iter().sum()
}
