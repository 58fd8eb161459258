//! What was measured, for people and for machines.

use std::collections::BTreeMap;

use serde::Serialize;

use super::contest::Times;
use crate::{
    cli::Format,
    output::{self, Exit, Result},
};

/// The figures of one command. We come first in every row.
#[derive(Serialize)]
pub(super) struct BenchSheet {
    /// Of what the figures are.
    unit: &'static str,
    rows: Vec<SheetRow>,
    /// Our figure by that of each library; above 1 we are faster. The geometric mean of the rows.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    ratio: BTreeMap<&'static str, f64>,
}

#[derive(Serialize)]
struct SheetRow {
    what: String,
    figures: Vec<Figure>,
}

#[derive(Serialize)]
struct Figure {
    name: &'static str,
    median: f64,
    /// How far the middle half of the rounds lies apart, as a share of the median.
    spread: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
}

impl BenchSheet {
    pub(super) const fn new(unit: &'static str) -> BenchSheet {
        BenchSheet { unit, rows: Vec::new(), ratio: BTreeMap::new() }
    }

    /// Adds a row of figures, each made of the median of the seconds.
    pub(super) fn add(&mut self, what: String, times: &[Times], figure: impl Fn(f64) -> f64) {
        let ratio = |one: &Times| times.first().map(|ours| one.by(ours));
        let figures = times.iter().enumerate().map(|(place, one)| Figure {
            name: one.name,
            median: figure(one.median()),
            spread: one.spread(),
            ratio: ratio(one).filter(|_| place > 0),
        });
        self.rows.push(SheetRow { what, figures: figures.collect() });
    }

    /// Prints it.
    pub(super) fn print(mut self, format: Format) -> Result {
        self.ratio = self.means();
        output::print(&match format {
            Format::Text => self.text(),
            Format::Json => output::json(&self)?,
        })?;
        Ok(Exit::Agreed)
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
        for SheetRow { what, figures } in &self.rows {
            text.push_str(&format!("{what}\n"));
            for Figure { name, median, spread, ratio } in figures {
                let percent = 100.0 * spread;
                text.push_str(&format!("  {name:12} {median:10.1}  spread {percent:3.0} %"));
                text.push_str(
                    &ratio.map_or_else(String::new, |ratio| format!("  ratio {ratio:.2}")),
                );
                text.push('\n');
            }
        }
        text.push_str(&format!("\n{}; medians\n", self.unit));
        for (name, mean) in &self.ratio {
            text.push_str(&format!("ours by {name}'s: {mean:.2}\n"));
        }
        text
    }
}
