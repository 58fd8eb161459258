//! Incidents: what happens at the board, the facts that decide, and the ruling under the Laws in force.
//!
//! [`Incidents::embedded`] returns those of `cases/incidents`. [`Incident::step`] says which fact is asked next, or which
//! [`Row`] is the ruling: rows are read from the top, and the first that fits counts. Pages and other programs get the
//! same rows as JSON and decide in the same way.

mod lint;
mod read;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use lawbook::rules::Restatement;
use lawbook_catalogue::Place;
use serde::Serialize;

pub use lint::lint;

/// The known facts: the name of a fact, and the value of its choice.
pub type Known = BTreeMap<String, String>;

/// All incidents in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Incidents {
    /// The identifiers of the most frequent incidents, the most frequent first.
    pub first: Vec<String>,
    /// The incidents, in the order of their files.
    pub incidents: Vec<Incident>,
    #[serde(skip)]
    languages: BTreeMap<String, read::Language>,
    /// The texts of each kind that translations need.
    #[serde(skip)]
    texts: BTreeSet<String>,
}

/// Something that happens at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Incident {
    /// The identifier.
    pub id: String,
    /// The title in one line.
    pub title: String,
    /// What people call it, for a search.
    pub search: Vec<String>,
    /// The facts, in the order in which they are asked.
    pub facts: Vec<Fact>,
    /// The rows, in the order in which they are read.
    pub rows: Vec<Row>,
    /// The file and line of its definition.
    #[serde(skip)]
    pub place: Place,
}

/// A fact that an incident asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The name, such as `play`.
    pub name: String,
    /// The question.
    pub question: String,
    /// The choices, in the order in which they are shown.
    pub choices: Vec<Choice>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The value, such as `blitz`.
    pub value: String,
    /// The answer in words.
    pub text: String,
}

/// A ruling and the facts under which it is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// For each fact that matters, the values that fit.
    #[serde(rename = "if")]
    pub when: BTreeMap<String, Vec<String>>,
    /// The ruling, sentence by sentence, with the penalty.
    pub ruling: Vec<String>,
    /// What happens next.
    pub next: String,
    /// The articles that decide, the first one first.
    pub by: Vec<String>,
    /// The articles of the penalty, and others that may apply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub penalty: Vec<String>,
    /// The doubts, each with two readings; the ruling follows the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<[String; 2]>,
    /// The identifier of another incident that answers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub see: Option<String>,
    /// The identifiers of cases of the catalogue that are ruled on in the same way.
    #[serde(skip)]
    pub cases: Vec<String>,
    /// The place of the row in its file, from 0. Rows that differ only by the kind of play have the same.
    #[serde(skip)]
    pub source: usize,
}

/// The next step towards a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The fact to ask for.
    Ask(&'a Fact),
    /// The ruling.
    Rule(&'a Row),
}

impl Incidents {
    /// The incident with this identifier.
    pub fn get(&self, id: &str) -> Option<&Incident> {
        self.incidents.iter().find(|one| one.id == id)
    }

    /// The languages of the translations, such as `de`.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.languages.keys().map(String::as_str)
    }
}

impl Incident {
    /// Returns the fact to ask for next, or the ruling. `None` if no row fits, which [`lint`] reports.
    ///
    /// A fact is asked for while it can still change which row is the first that fits.
    ///
    /// ```
    /// use lawbook_arbiter::incident::{Incidents, Known, Step};
    ///
    /// let incidents = Incidents::embedded();
    /// let late = incidents.get("wrong-colours").ok_or("no such incident")?;
    /// let known = Known::from([("moves".to_owned(), "under".to_owned())]);
    /// assert!(matches!(late.step(&known), Some(Step::Rule(row)) if row.by == ["7.3"]));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn step(&self, known: &Known) -> Option<Step<'_>> {
        let mut open: BTreeSet<&str> = BTreeSet::new();
        for row in &self.rows {
            if row
                .when
                .iter()
                .any(|(fact, values)| known.get(fact).is_some_and(|one| !values.contains(one)))
            {
                continue;
            }
            let untold = row.when.keys().filter(|fact| !known.contains_key(*fact));
            let untold: Vec<&str> = untold.map(String::as_str).collect();
            match (untold.is_empty(), open.is_empty()) {
                (true, true) => return Some(Step::Rule(row)),
                (true, false) => break,
                (false, _) => open.extend(untold),
            }
        }
        self.facts.iter().find(|fact| open.contains(fact.name.as_str())).map(Step::Ask)
    }

    /// Returns the fact with this name.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.name == name)
    }
}

impl Fact {
    /// Returns the choice with this value.
    pub fn choice(&self, value: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.value == value)
    }
}

impl Row {
    /// Returns the articles that decide, in our words, as far as they are restated.
    pub fn restated(&self) -> impl Iterator<Item = &'static Restatement> {
        self.by.iter().filter_map(|number| Restatement::of(number))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Incident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}
