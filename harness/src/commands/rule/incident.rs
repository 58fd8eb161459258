//! Rulings on incidents: a list with a filter and questions on a terminal, or facts as options.

use std::io::{self, IsTerminal};

use inquire::{InquireError, Select};
use lawbook::sentence::nearest;
use lawbook_arbiter::{
    Found,
    incident::{Fact, Incident, Incidents, Known, Row, Step},
    search,
};
use lawbook_suite::report::wrap;
use serde::Serialize;

use crate::{
    cli::{Format, RuleOptions},
    output::{self, Exit, Failure, Result, Style},
};

use super::game::usage;

/// Number of incidents and of articles that a search shows.
const FOUND: usize = 5;

/// `lawbook rule [INCIDENT | WORDS]`
pub(super) fn run(options: &RuleOptions) -> Result {
    let english = Incidents::embedded();
    let incidents = match options.language.as_str() {
        "en" => english,
        other => english.in_language(other).ok_or_else(|| {
            let known: Vec<&str> = ["en"]
                .into_iter()
                .chain(english.translations().keys().map(String::as_str))
                .collect();
            usage(format!("there are no incidents in {other:?}; expected {}", known.join(", or ")))
        })?,
    };
    let is_asked =
        io::stdin().is_terminal() && io::stdout().is_terminal() && options.format == Format::Text;
    let named = match options.words.as_slice() {
        [id] => incidents.get(id),
        [] if is_asked => match choose(&incidents)? {
            Some(chosen) => Some(chosen),
            None => return Ok(Exit::Agreed),
        },
        [] => {
            let message = "no incident: name one, or search with words, such as `lawbook rule phone`; on a terminal they are \\
                 listed. `lawbook rule --game` rules on a game";
            return Err(usage(message.to_owned()));
        }
        _ => None,
    };
    match named {
        Some(incident) => rule(options, &incidents, incident, is_asked),
        None if options.fact.is_empty() => found(options, &incidents),
        None => {
            let ids = incidents.incidents.iter().map(|one| one.id.clone());
            let name = options.words.join(" ");
            Err(usage(format!(
                "there is no incident {name:?}; did you mean {}?",
                nearest(&name, ids)
            )))
        }
    }
}

/// Prints the nearest incidents and articles. Nothing is ruled on.
fn found(options: &RuleOptions, incidents: &Incidents) -> Result {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Entry<'a> {
        Incident { id: &'a str, title: &'a str },
        Article { number: &'a str, title: &'a str, says: &'a str },
    }
    let words = options.words.join(" ");
    let found = search(incidents, &words, FOUND);
    if found.is_empty() {
        let message = format!("no incident and no article has the words {words:?}");
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    if options.format == Format::Json {
        let entries = found.iter().map(|one| match one {
            Found::Incident(one) => Entry::Incident { id: &one.id, title: &one.title },
            Found::Article(one) => {
                Entry::Article { number: &one.number, title: &one.title, says: &one.says }
            }
        });
        output::print(&output::json(&entries.collect::<Vec<_>>())?)?;
        return Ok(Exit::Agreed);
    }
    let mut text = String::from("incidents, for `lawbook rule NAME`:\n");
    for one in &found {
        if let Found::Incident(one) = one {
            text += &format!("  {:<32} {}\n", one.id, one.title);
        }
    }
    text.push_str("articles:\n");
    for one in &found {
        if let Found::Article(one) = one {
            text += &wrap(&format!("{} {}: {}", one.number, one.title, one.says), 2);
        }
    }
    text.push_str("Nothing is ruled on.\n");
    output::print(&text)?;
    Ok(Exit::Agreed)
}

/// Lists the incidents with a filter. `None` if the user leaves the list.
fn choose(incidents: &Incidents) -> Result<Option<&Incident>> {
    let first = incidents.first.iter().filter_map(|id| incidents.get(id));
    let others = incidents.incidents.iter().filter(|one| !incidents.first.contains(&one.id));
    let all: Vec<&Incident> = first.chain(others).collect();
    let nearest = |typed: &str, one: &&Incident, _: &str, _: usize| {
        let words = format!("{} {} {}", one.id, one.title, one.search.join(" ")).to_lowercase();
        typed.to_lowercase().split_whitespace().all(|word| words.contains(word)).then_some(0)
    };
    prompted(Select::new("What happened?", all).with_scorer(&nearest).with_page_size(12).prompt())
}

/// Returns the answer; `None` if the user left the question.
fn prompted<T>(answer: std::result::Result<T, InquireError>) -> Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(InquireError::OperationCanceled | InquireError::OperationInterrupted) => Ok(None),
        Err(error) => Err(Failure::new(Exit::IoError, error.to_string())),
    }
}

/// Gives the ruling, or asks for the missing facts.
fn rule(
    options: &RuleOptions,
    incidents: &Incidents,
    incident: &Incident,
    is_asked: bool,
) -> Result {
    let mut known = known(&options.fact, incident)?;
    loop {
        match incident.step(&known) {
            Some(Step::Rule(row)) => {
                let text = match options.format {
                    Format::Json => output::json(&Ruled::new(incident, &known, row))?,
                    Format::Text => text(incidents, incident, &known, row),
                };
                output::print(&text)?;
                return Ok(Exit::Agreed);
            }
            Some(Step::Ask(fact)) if is_asked => {
                let choices = fact.choices.iter().collect();
                let Some(choice) = prompted(Select::new(&fact.question, choices).prompt())? else {
                    return Ok(Exit::Agreed);
                };
                known.insert(fact.name.clone(), choice.value.clone());
            }
            Some(Step::Ask(_)) => return missing(options, incident, &known),
            None => {
                return Err(Failure::new(Exit::Invalid, format!("{}: no row fits", incident.id)));
            }
        }
    }
}

/// Reads facts such as `play=blitz`.
fn known(facts: &[String], incident: &Incident) -> Result<Known> {
    let mut known = Known::new();
    for text in facts {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| usage(format!("--fact {text:?} has no value; expected NAME=VALUE")))?;
        let names = || incident.facts.iter().map(|fact| fact.name.clone());
        let fact = incident.fact(name).ok_or_else(|| {
            let names = names().collect::<Vec<_>>().join(", ");
            usage(format!("{} has no fact {name:?}; it has {names}", incident.id))
        })?;
        if fact.choice(value).is_none() {
            return Err(usage(format!("{name} cannot be {value:?}; expected {}", values(fact))));
        }
        known.insert(name.to_owned(), value.to_owned());
    }
    Ok(known)
}

fn values(fact: &Fact) -> String {
    fact.choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// Lists the facts that are missing: the next one, and those that may follow.
fn missing(options: &RuleOptions, incident: &Incident, known: &Known) -> Result {
    #[derive(Serialize)]
    struct Missing<'a> {
        incident: &'a str,
        facts: &'a Known,
        missing: Vec<&'a Fact>,
    }
    let missing = incident.open(known);
    if options.format == Format::Json {
        output::print(&output::json(&Missing { incident: &incident.id, facts: known, missing })?)?;
        return Ok(Exit::Usage);
    }
    let mut message = format!("{}: the ruling depends on facts that are missing\n", incident.id);
    for (place, fact) in missing.iter().enumerate() {
        let maybe = if place == 0 { "" } else { " (perhaps)" };
        message += &format!("  {}{maybe}: {}\n", fact.name, fact.question);
        for choice in &fact.choices {
            message += &format!("    --fact {}={:<18} {}\n", fact.name, choice.value, choice.text);
        }
    }
    Err(usage(message.trim_end().to_owned()))
}

/// A ruling as JSON.
#[derive(Serialize)]
struct Ruled<'a> {
    incident: &'a str,
    title: &'a str,
    facts: &'a Known,
    #[serde(flatten)]
    row: &'a Row,
    /// The articles that decide, in our words.
    articles: Vec<(&'a str, &'a str)>,
}

impl<'a> Ruled<'a> {
    fn new(incident: &'a Incident, facts: &'a Known, row: &'a Row) -> Ruled<'a> {
        let articles = row.restated().map(|one| (one.number.as_str(), one.says.as_str()));
        Ruled {
            incident: &incident.id,
            title: &incident.title,
            facts,
            row,
            articles: articles.collect(),
        }
    }
}

fn text(incidents: &Incidents, incident: &Incident, known: &Known, row: &Row) -> String {
    let mut text = format!("{}\n", incident.title);
    for fact in &incident.facts {
        let value = known.get(&fact.name).and_then(|value| fact.choice(value));
        if let Some(choice) = value {
            text += &format!("  {} {}\n", fact.question, choice.text);
        }
    }
    text.push('\n');
    text += &wrap(&output::paint(&row.ruling.join(" "), Style::Cyan), 0);
    text += &wrap(&row.next, 0);
    if let Some(other) = row.see.as_deref().and_then(|id| incidents.get(id)) {
        text += &wrap(&format!("See {}: {}", other.id, other.title), 0);
    }
    text.push('\n');
    for one in row.restated() {
        text += &wrap(&format!("{} {}: {}", one.number, one.title, one.says), 2);
    }
    if !row.penalty.is_empty() {
        text += &wrap(&format!("also {}", row.penalty.join(", ")), 2);
    }
    for [first, second] in &row.doubts {
        text += &wrap(
            &format!("doubtful; the ruling follows the first reading. 1: {first} 2: {second}"),
            2,
        );
    }
    text
}
