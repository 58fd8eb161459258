//! Incidents: what happens at the board, the facts that decide, and the ruling under the Laws in force.
//!
//! [`Incidents::embedded`] returns those of `cases/incidents`. [`Incident::step`] returns the next fact to ask for, or the
//! [`Row`] with the ruling: rows are read from the top, and the first that fits counts. Pages and other programs get the
//! same rows as JSON and decide in the same way.

mod lint;
mod question;
mod read;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use lawbook::rules::Restatement;
use lawbook_catalogue::Place;
use serde::Serialize;

pub use lint::lint;
pub use question::IncidentQuestion;
pub use read::Language;

/// The known facts: the name of a fact, and the value of its choice.
pub type Known = BTreeMap<String, String>;

/// All incidents in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Incidents {
    /// The identifiers of the most frequent incidents, the most frequent first.
    pub first: Vec<String>,
    /// The facts of the game and the event, which another incident of the same game keeps.
    pub shared: Vec<String>,
    /// The incidents that rule on two others together, with the identifiers of each side.
    pub together: BTreeMap<String, [Vec<String>; 2]>,
    /// The incidents, in the order of their files.
    pub incidents: Vec<Incident>,
    /// The words of the page and of the command that rule on an incident.
    #[serde(skip)]
    pub page: Vec<String>,
    /// The pocket cards: the title of each, and its lines: what happens, the incident, and the known facts, separated by `|`.
    #[serde(skip)]
    pub cards: Vec<(String, Vec<String>)>,
    /// Whether all of it could be read; if not, what refers to the rest is no further problem.
    #[serde(skip)]
    is_whole: bool,
    #[serde(skip)]
    languages: BTreeMap<String, Language>,
    /// All texts that a translation has.
    #[serde(skip)]
    texts: BTreeSet<String>,
    /// The texts of the language that these incidents are in, by the English text; empty in English.
    #[serde(skip)]
    said: BTreeMap<String, String>,
}

/// Something that happens at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Incident {
    /// The identifier.
    pub id: String,
    /// The title in one line.
    pub title: String,
    /// What people call it, for a search.
    #[serde(skip)]
    pub search: Vec<String>,
    /// The facts, in the order of the questions.
    pub facts: Vec<Fact>,
    /// The rows, the first that fits first.
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
    /// The choices, in the order of the page.
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

    /// Returns the incident that rules on two incidents of the same game together.
    pub fn both(&self, one: &str, other: &str) -> Option<&Incident> {
        let is = |sides: &[Vec<String>; 2], ids: [&str; 2]| {
            sides.iter().zip(ids).all(|(side, id)| side.iter().any(|one| one == id))
        };
        let both = |sides: &[Vec<String>; 2]| is(sides, [one, other]) || is(sides, [other, one]);
        self.together.iter().find(|(_, sides)| both(sides)).and_then(|(id, _)| self.get(id))
    }

    /// Returns the known facts of an incident that another one of the same game keeps.
    ///
    /// ```
    /// use lawbook_arbiter::incident::{Incidents, Known};
    ///
    /// let incidents = Incidents::embedded();
    /// let [flag, illegal] = ["flag-fallen", "illegal-move"].map(|id| incidents.get(id));
    /// let (flag, illegal) = (flag.ok_or("no flag")?, illegal.ok_or("no illegal move")?);
    /// // "The opponent claims" is another fact, though it has the same name and value.
    /// let known = Known::from([("play", "blitz"), ("by", "opponent")].map(|(name, value)| (name.into(), value.into())));
    /// assert_eq!(incidents.kept(flag, &known, illegal), Known::from([("play".into(), "blitz".into())]));
    /// let both = incidents.both("illegal-move", "flag-fallen");
    /// assert!(both.is_some_and(|both| both.id == "flag-and-illegal-move"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn kept(&self, from: &Incident, known: &Known, to: &Incident) -> Known {
        let is_same =
            |name: &&String| from.fact(name).is_some() && from.fact(name) == to.fact(name);
        let names = self.shared.iter().filter(is_same);
        names.filter_map(|name| Some((name.clone(), known.get(name)?.clone()))).collect()
    }

    /// Returns a text of the page or of the command in the language of these incidents.
    pub fn say<'a>(&'a self, english: &'a str) -> &'a str {
        self.said.get(english).map_or(english, String::as_str)
    }

    /// Whether they are in English, as the texts of the articles are.
    pub fn is_english(&self) -> bool {
        self.said.is_empty()
    }

    /// The translations, by the code of the language, such as `de`.
    pub fn translations(&self) -> &BTreeMap<String, Language> {
        &self.languages
    }
}

impl Incident {
    /// Returns the fact to ask for next, or the ruling. `None` if no row fits, which [`lint`] reports.
    ///
    /// The first row that the known facts do not exclude decides: if it names an unknown fact, that fact is the next to ask for.
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
        let fits = |row: &&Row| {
            row.when
                .iter()
                .all(|(fact, values)| known.get(fact).is_none_or(|value| values.contains(value)))
        };
        let row = self.rows.iter().find(fits)?;
        let untold =
            |fact: &&Fact| row.when.contains_key(&fact.name) && !known.contains_key(&fact.name);
        Some(self.facts.iter().find(untold).map_or(Step::Rule(row), Step::Ask))
    }

    /// Returns the facts to ask for next or later, in their order.
    pub fn open(&self, known: &Known) -> Vec<&Fact> {
        let mut names = BTreeSet::new();
        self.walk(known, &mut |_, _| (), &mut |fact, _| {
            names.insert(fact.name.as_str());
        });
        let next = match self.step(known) {
            Some(Step::Ask(fact)) => Some(fact),
            _ => None,
        };
        let others = self
            .facts
            .iter()
            .filter(|fact| names.contains(fact.name.as_str()) && next != Some(*fact));
        next.into_iter().chain(others).collect()
    }

    /// Follows all answers to all questions, beginning with the known facts. `rule` gets each ruling with the facts that lead to
    /// it, and `ask` each question with the results of its answers.
    pub fn walk<'a, T>(
        &'a self,
        known: &Known,
        rule: &mut impl FnMut(&Known, Option<&'a Row>) -> T,
        ask: &mut impl FnMut(&'a Fact, Vec<T>) -> T,
    ) -> T {
        match self.step(known) {
            None => rule(known, None),
            Some(Step::Rule(row)) => rule(known, Some(row)),
            Some(Step::Ask(fact)) => {
                let mut came = Vec::new();
                for choice in &fact.choices {
                    let mut known = known.clone();
                    known.insert(fact.name.clone(), choice.value.clone());
                    came.push(self.walk(&known, rule, ask));
                }
                ask(fact, came)
            }
        }
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
