//! Measurements of a command, as text, as JSON and as tables for the page on speed.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use serde::Serialize;

use crate::{Format, Result, contest::Times, json, opponents::Competitor, page};

/// The figures of one command. The first in each row is lawbook's.
#[derive(Serialize)]
pub(crate) struct BenchSheet {
    /// Unit of the figures.
    unit: &'static str,
    rows: Vec<SheetRow>,
    /// Speed of lawbook divided by that of each library: the geometric mean over the rows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ratio: BTreeMap<&'static str, f64>,
    /// The libraries, each with the published code that the measured calls are modelled on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    competitors: Vec<Competitor>,
}

#[derive(Serialize)]
struct SheetRow {
    what: String,
    /// Name of the row on the page; `None` if it is not on the page.
    #[serde(skip)]
    label: Option<String>,
    figures: Vec<Figure>,
}

#[derive(Serialize)]
struct Figure {
    name: &'static str,
    median: f64,
    /// Interquartile range of the rounds, as a share of the median.
    spread: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

impl BenchSheet {
    pub(crate) fn new(
        unit: &'static str,
        competitors: impl IntoIterator<Item = Competitor>,
    ) -> BenchSheet {
        let competitors = competitors.into_iter().collect();
        BenchSheet { unit, rows: Vec::new(), ratio: BTreeMap::new(), competitors }
    }

    /// Adds a row; `figure` converts the median of the seconds of each contender.
    pub(crate) fn add(&mut self, what: String, times: &[Times], figure: impl Fn(f64) -> f64) {
        let ratio = |one: &Times| times.first().map(|ours| one.by(ours));
        let figures = times.iter().enumerate().map(|(place, one)| Figure {
            name: one.name,
            median: figure(one.median()),
            spread: one.spread(),
            ratio: ratio(one).filter(|_| place > 0),
        });
        self.rows.push(SheetRow { what, label: None, figures: figures.collect() });
        self.ratio = self.means();
    }

    /// Adds a row that also appears on the page under `label`, with a figure for lawbook and for each library.
    pub(crate) fn add_labelled(
        &mut self,
        label: String,
        what: String,
        times: &[Times],
        figure: impl Fn(f64) -> f64,
    ) {
        self.add(what, times, figure);
        if let Some(row) = self.rows.last_mut() {
            row.label = Some(label);
        }
    }

    /// Writes the sheet to the section `section` of a page, if one is given, and prints it.
    pub(crate) fn publish(&self, section: &str, page: Option<&Path>, format: Format) -> Result<()> {
        if let Some(page) = page {
            page::write(page, section, &self.markdown())?;
        }
        match format {
            Format::Text => print!("{}", self.text()),
            Format::Json => print!("{}", json(self)?),
        }
        Ok(())
    }

    fn means(&self) -> BTreeMap<&'static str, f64> {
        let mut logarithms: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
        for figure in self.rows.iter().flat_map(|row| &row.figures) {
            if let Some(ratio) = figure.ratio {
                logarithms.entry(figure.name).or_default().push(ratio.ln());
            }
        }
        let mean = |all: Vec<f64>| (all.iter().sum::<f64>() / all.len() as f64).exp();
        logarithms.into_iter().map(|(name, all)| (name, mean(all))).collect()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for SheetRow { what, figures, .. } in &self.rows {
            text.push_str(&format!("{what}\n"));
            for Figure { name, median, spread, ratio } in figures {
                let percent = 100.0 * spread;
                text.push_str(&format!("  {name:24} {median:10.1}  spread {percent:3.0} %"));
                text.push_str(
                    &ratio.map_or_else(String::new, |ratio| format!("  ratio {ratio:.2}")),
                );
                text.push('\n');
            }
        }
        text.push_str(&format!("\n{}; medians\n", self.unit));
        for (name, mean) in &self.ratio {
            text.push_str(&format!("speed of lawbook divided by that of {name}: {mean:.2}\n"));
        }
        for one in &self.competitors {
            text.push_str(&one.text());
        }
        text
    }

    /// Formats the two tables of the page: the figures, and the measured code.
    pub(crate) fn markdown(&self) -> String {
        let names = self.competitors.iter().map(|one| one.name);
        let names: Vec<&str> = ["lawbook"].into_iter().chain(names).collect();
        let mut text = format!("| {} | {} |\n", self.unit, names.join(" | "));
        text.push_str(&format!("|---|{}\n", "---:|".repeat(names.len())));
        let labelled =
            || self.rows.iter().filter_map(|row| Some((row.label.as_ref()?, &row.figures)));
        for (label, figures) in labelled() {
            let cells = figures.iter().map(|Figure { median, ratio, .. }| match ratio {
                Some(ratio) => format!("{} ({ratio:.2})", short(*median)),
                None => short(*median),
            });
            let cells: Vec<String> = cells.collect();
            text.push_str(&format!("| {label} | {} |\n", cells.join(" | ")));
        }
        // The other commands measure different kinds of work, for which a mean makes no sense.
        if labelled().count() > 2 {
            let means = names.iter().map(|name| match self.ratio.get(name) {
                Some(mean) => format!(" ({mean:.2}) |"),
                None => " |".to_owned(),
            });
            text.push_str(&format!("| geometric mean |{}\n", means.collect::<String>()));
        }
        text + "\n" + &competitors_table(&self.competitors)
    }
}

impl Competitor {
    /// Formats which code was measured, and how it differs from the published code.
    pub(crate) fn text(&self) -> String {
        let Competitor { name, package, version, file, functions, differences } = self;
        let of = if name == package { String::new() } else { format!(" ({package})") };
        format!(
            "\n{name}{of} {version}, called as in its {file} ({}).\n  {differences}\n",
            functions.join(", ")
        )
    }
}

/// Formats the table of the measured libraries.
pub(crate) fn competitors_table(competitors: &[Competitor]) -> String {
    let mut text =
        "| library | its published code | differences in the work |\n|---|---|---|\n".to_owned();
    for Competitor { name, package, version, file, functions, differences } in competitors {
        let functions: Vec<String> = functions.iter().map(|one| format!("`{one}`")).collect();
        let functions = functions.join(", ");
        let _ = writeln!(
            text,
            "| {name} | {package} {version}, `{file}`: {functions} | {differences} |"
        );
    }
    text
}

/// Formats a figure with at least three digits.
pub(crate) fn short(figure: f64) -> String {
    if figure < 100.0 { format!("{figure:.1}") } else { format!("{figure:.0}") }
}
