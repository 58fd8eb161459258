//! Rulings on incidents: words, a list and questions on a terminal, or facts as options.

use std::{
    fmt::Display,
    io::{self, IsTerminal},
    path::Path,
    sync::Once,
};

use dialoguer::{Input, Select};
use lawbook::rules::Restatement;
use lawbook::sentence::{distance, nearest};
use lawbook_arbiter::{
    EntryKind, Found as Searched, Index,
    incident::{Fact, Incident, Incidents, Known, Row, Step},
};
use lawbook_catalogue::Catalogue;
use lawbook_runner::report::wrap;
use serde::Serialize;

use super::RuleOptions;
use crate::{
    cli::Format,
    input,
    output::{self, Exit, Failure, Result, Style, usage},
    selection,
};

/// Number of incidents, of articles and of cases that a search shows.
const FOUND: usize = 5;

/// `lawbook rule [INCIDENT | WORDS]`
pub(super) fn run(options: &RuleOptions) -> Result {
    let english = selection::incidents(options.cases.as_deref())?;
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
        [] if is_asked => match choose(&index(options, &incidents)?, &incidents)? {
            Some(chosen) => Some(chosen),
            None => return Ok(Exit::Agreed),
        },
        [] => {
            let message = "no incident: name one, or search with words, such as `lawbook rule phone`; on a terminal they are \
                 listed. `lawbook rule --game` rules on a game";
            return Err(usage(message));
        }
        _ => None,
    };
    match named {
        Some(incident) => rule(options, &incidents, incident, is_asked),
        None if options.fact.is_empty() => found(options, &incidents),
        None => Err(unknown(&options.words.join(" "), &incidents)),
    }
}

fn unknown(name: &str, incidents: &Incidents) -> Failure {
    let near = selection::nearest(name, incidents.incidents.iter().map(|one| one.id.as_str()));
    let hint = near.map_or_else(
        || "`lawbook rule WORDS` searches for one".to_owned(),
        |near| format!("did you mean {near:?}?"),
    );
    let message = format!("there is no incident {name:?}; {hint}");
    Failure::new(Exit::NothingSelected, message)
}

/// Something that the search finds.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Found<'a> {
    Incident { id: &'a str, title: &'a str },
    Article { number: &'a str, title: &'a str, says: &'a str },
    Case { id: &'a str, title: &'a str },
}

/// Fails if a word is not one to search for: a fact, a file, or the number of no article.
fn searchable(words: &[String], incidents: &Incidents) -> Result<()> {
    let facts: Vec<&str> =
        words.iter().filter(|word| word.contains('=')).map(String::as_str).collect();
    if let ([id, ..], false) = (words, facts.is_empty()) {
        let id = incidents.get(id).map_or("INCIDENT", |one| one.id.as_str());
        let facts = facts.join(",");
        return Err(usage(format!("facts stand after --fact: lawbook rule {id} --fact {facts}")));
    }
    let [word] = words else { return Ok(()) };
    if let Some(message) = input::no_file(word) {
        return Err(usage(message));
    }
    if Path::new(word).is_file() {
        return Err(usage(format!(
            "{word} is a file: `lawbook rule --game {word}` rules on a game"
        )));
    }
    let begins = |one: &str| one.chars().all(|letter| letter.is_ascii_digit()) || one.len() == 1;
    let is_number = |one: &str| one.starts_with(|first: char| first.is_ascii_digit());
    let Some((chapter, rest)) = word.split_once('.') else { return Ok(()) };
    if !begins(chapter) || !rest.split('.').all(is_number) || Restatement::of(word).is_some() {
        return Ok(());
    }
    let numbers = Restatement::all().iter().map(|one| one.number.clone());
    let near = nearest(word, numbers.filter(|one| one.split('.').next() == Some(chapter)));
    let hint = if near.is_empty() { near } else { format!("; did you mean {near}?") };
    let message = format!("the Laws in force have no article {word}{hint}");
    Err(Failure::new(Exit::NothingSelected, message))
}

/// Prints the nearest incidents, articles and cases. Nothing is ruled on.
fn found(options: &RuleOptions, incidents: &Incidents) -> Result {
    searchable(&options.words, incidents)?;
    let words = options.words.join(" ");
    let index = index(options, incidents)?;
    let Searched { entries: found, meant, .. } = index.search(&words);
    let of = |kind| found.iter().filter(move |one| one.kind == kind).take(FOUND);
    // Only incidents are translated; of the articles the numbers are the same in all languages.
    let is_english = incidents.is_english();
    let mut all: Vec<Found<'_>> = Vec::new();
    all.extend(
        of(EntryKind::Incident)
            .filter_map(|one| incidents.get(&one.id))
            .map(|one| Found::Incident { id: &one.id, title: &one.title }),
    );
    all.extend(
        of(EntryKind::Article)
            .filter_map(|one| Restatement::of(&one.id))
            .map(|one| Found::Article { number: &one.number, title: &one.title, says: &one.says }),
    );
    let cases = of(EntryKind::Case).filter(|_| is_english);
    all.extend(cases.map(|one| Found::Case { id: &one.id, title: &one.title }));
    if all.is_empty() {
        let message = format!("no incident, no article and no case has the words {words:?}");
        return Err(Failure::new(Exit::NothingSelected, message));
    }
    output::print(&match options.format {
        Format::Json => output::json(&all)?,
        Format::Text => listed(incidents, &options.language, &all),
    })?;
    // A single word that is not known, or looks like a name, and nearly is the name of an incident.
    let is_name = words.contains('-') || !meant.is_empty();
    let is_found = found.iter().any(|one| one.id == words);
    let near = incidents.incidents.iter().map(|one| distance(&words, &one.id)).min();
    let is_near = near.is_some_and(|near| near <= 2.max(words.len() / 5));
    if options.words.len() == 1 && is_name && is_near && !is_found {
        return Err(unknown(&words, incidents));
    }
    Ok(Exit::Agreed)
}

/// Lists the results, each kind under its heading, with the command that shows one.
fn listed(incidents: &Incidents, language: &str, all: &[Found<'_>]) -> String {
    let mut text = String::new();
    let mut before = "";
    let rule = match language {
        "en" => " (lawbook rule NAME)".to_owned(),
        other => format!(" (lawbook rule --language {other} NAME)"),
    };
    for one in all {
        let (heading, command, line) = match one {
            Found::Incident { id, title } => {
                ("Incidents", rule.as_str(), format!("  {id:<32} {title}\n"))
            }
            Found::Article { number, .. } if !incidents.is_english() => {
                ("Articles", "", format!("  {number}\n"))
            }
            Found::Article { number, title, says } => {
                ("Articles", "", wrap(&format!("{number} {title}: {says}"), 2))
            }
            Found::Case { id, title } => {
                ("Cases", " (lawbook show ID)", format!("  {id:<32} {title}\n"))
            }
        };
        if before != heading {
            text += &format!("{}{command}\n", incidents.say(heading));
            before = heading;
        }
        text.push_str(&line);
    }
    text + incidents.say("Nothing is ruled on.") + "\n"
}

/// Returns the index of the search.
fn index(options: &RuleOptions, incidents: &Incidents) -> Result<Index> {
    let catalogue = match options.cases.as_deref() {
        None => Catalogue::embedded(),
        folder => selection::catalogue(folder)?,
    };
    let index = Index::new(&catalogue, incidents, Vec::new());
    index.map_err(|error| Failure::new(Exit::Invalid, error.to_string()))
}

/// Asks for words and lists the incidents that they find, or all, those that are asked most first. `None` if the user leaves
/// the list.
fn choose<'a>(index: &Index, incidents: &'a Incidents) -> Result<Option<&'a Incident>> {
    let question = incidents.say("What happened?");
    loop {
        let words: String = Input::new()
            .with_prompt(format!("{question} {}", incidents.say("(words, or Enter for a list)")))
            .allow_empty(true)
            .interact_text()
            .map_err(broken)?;
        let listed: Vec<&Incident> = if words.trim().is_empty() {
            let first = incidents.first.iter().filter_map(|id| incidents.get(id));
            let is_other = |one: &&Incident| !incidents.first.contains(&one.id);
            first.chain(incidents.incidents.iter().filter(is_other)).collect()
        } else {
            index.search(&words).entries.iter().filter_map(|one| incidents.get(&one.id)).collect()
        };
        if listed.is_empty() {
            output::note(incidents.say("Nothing found."));
            continue;
        }
        return Ok(select(incidents, question, &listed)?.map(|place| listed[place]));
    }
}

/// Shows a list on the terminal. Returns the place of the choice; `None` if the user leaves the list.
fn select<T: Display>(incidents: &Incidents, question: &str, of: &[T]) -> Result<Option<usize>> {
    static TOLD: Once = Once::new();
    let keys = incidents.say("Up and down to move, Enter to choose, Esc to leave");
    TOLD.call_once(|| output::note(keys));
    let list = Select::new().with_prompt(question).items(of).default(0).max_length(12);
    list.interact_opt().map_err(broken)
}

fn broken(error: dialoguer::Error) -> Failure {
    Failure::new(Exit::IoError, error.to_string())
}

/// Gives the ruling, or asks for the missing facts. On a terminal, further incidents of the same game follow; they keep the
/// facts of the game, and all rulings are shown together.
fn rule<'a>(
    options: &RuleOptions,
    incidents: &'a Incidents,
    mut incident: &'a Incident,
    is_asked: bool,
) -> Result {
    let mut known = known(&options.fact, incident)?;
    let mut before: Vec<(&Incident, Known)> = Vec::new();
    let mut texts = String::new();
    loop {
        match incident.step(&known) {
            Some(Step::Rule(row)) => {
                if options.format == Format::Json {
                    let ruled = Ruled::new(incidents, incident, &known, row);
                    output::print(&output::json(&ruled)?)?;
                    return Ok(Exit::Agreed);
                }
                texts += &text(incidents, incident, &known, row);
                let both =
                    before.iter().filter_map(|(one, _)| incidents.both(&one.id, &incident.id));
                for both in both {
                    let says = incidents.say("Which came first, and what counts:");
                    texts += &wrap(&format!("{says} {}: {}", both.id, both.title), 0);
                }
                output::print(&texts)?;
                let further = ["That is all", "Another incident of the same game"];
                let further = further.map(|one| incidents.say(one));
                let is_guided = is_asked && options.fact.is_empty();
                if !is_guided || select(incidents, &incident.title, &further)? != Some(1) {
                    return Ok(Exit::Agreed);
                }
                before.push((incident, std::mem::take(&mut known)));
                let Some(next) = choose(&index(options, incidents)?, incidents)? else {
                    return Ok(Exit::Agreed);
                };
                known.extend(
                    before.iter().flat_map(|(one, known)| incidents.kept(one, known, next)),
                );
                incident = next;
                texts.push('\n');
            }
            Some(Step::Ask(fact)) if is_asked => {
                let Some(place) = select(incidents, &fact.question, &fact.choices)? else {
                    return Ok(Exit::Agreed);
                };
                known.insert(fact.name.clone(), fact.choices[place].value.clone());
            }
            Some(Step::Ask(_)) => return missing(options, incidents, incident, &known),
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
        let fact = incident.fact(name).ok_or_else(|| {
            let names: Vec<&str> = incident.facts.iter().map(|fact| fact.name.as_str()).collect();
            usage(format!("{} has no fact {name:?}; it has {}", incident.id, names.join(", ")))
        })?;
        if fact.choice(value).is_none() {
            return Err(usage(format!("{name} cannot be {value:?}; expected {}", values(fact))));
        }
        if known.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(usage(format!("--fact {name} is given twice")));
        }
    }
    Ok(known)
}

fn values(fact: &Fact) -> String {
    fact.choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// Lists the facts that are missing: the next one, and those that may follow.
fn missing(
    options: &RuleOptions,
    incidents: &Incidents,
    incident: &Incident,
    known: &Known,
) -> Result {
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
    Err(usage(listed_facts(incidents, incident, &missing)))
}

fn listed_facts(incidents: &Incidents, incident: &Incident, missing: &[&Fact]) -> String {
    let says = incidents.say("The ruling depends on facts that are missing.");
    let mut message = format!("{}: {says}\n", incident.id);
    for (place, fact) in missing.iter().enumerate() {
        let maybe = format!(" ({})", incidents.say("perhaps"));
        let maybe = if place == 0 { "" } else { &maybe };
        message += &format!("  {}{maybe}: {}\n", fact.name, fact.question);
        for choice in &fact.choices {
            message += &format!("    --fact {}={:<18} {}\n", fact.name, choice.value, choice.text);
        }
    }
    message.truncate(message.trim_end().len());
    message
}

/// A ruling as JSON.
#[derive(Serialize)]
struct Ruled<'a> {
    incident: &'a str,
    title: &'a str,
    facts: &'a Known,
    #[serde(flatten)]
    row: &'a Row,
    /// The articles that decide, in our words, which are English.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    articles: Vec<(&'a str, &'a str)>,
}

impl<'a> Ruled<'a> {
    fn new(
        incidents: &Incidents,
        incident: &'a Incident,
        facts: &'a Known,
        row: &'a Row,
    ) -> Ruled<'a> {
        let restated = row.restated().filter(|_| incidents.is_english());
        let articles = restated.map(|one| (one.number.as_str(), one.says.as_str()));
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
        text += &wrap(&format!("{} {}: {}", incidents.say("See also:"), other.id, other.title), 0);
    }
    text.push('\n');
    if incidents.is_english() {
        for one in row.restated() {
            text += &wrap(&format!("{} {}: {}", one.number, one.title, one.says), 2);
        }
    } else {
        text += &wrap(&format!("{}: {}", incidents.say("Articles"), row.by.join(", ")), 2);
    }
    if !row.penalty.is_empty() {
        text += &wrap(&format!("{} {}", incidents.say("Also:"), row.penalty.join(", ")), 2);
    }
    for [first, second] in &row.doubts {
        let doubtful = incidents.say("Doubtful; the ruling follows the first reading:");
        text += &wrap(&format!("{doubtful} 1. {first} 2. {second}"), 2);
    }
    text
}

#[cfg(test)]
mod tests {
    use lawbook_catalogue::{CatalogueFile, embedded_files};

    use super::*;

    // In a language in which each text is a row of signs, a text in letters is one that no translation reaches. Left are
    // names for scripts, and numbers of articles.
    #[test]
    fn no_text_is_left_untranslated() {
        let (english, _) = Incidents::from_files(embedded_files());
        let german = &english.translations()["de"];
        let texts = german.texts.keys().map(|text| (text.clone(), "#".repeat(text.len())));
        let table = serde_json::json!({
            "search": {},
            "texts": texts.collect::<std::collections::BTreeMap<_, _>>(),
        });
        let file = CatalogueFile { path: "incidents/xx.yaml".to_owned(), text: table.to_string() };
        let files: Vec<CatalogueFile> = embedded_files().iter().cloned().chain([file]).collect();
        let incidents = Incidents::from_files(&files).0.in_language("xx").unwrap();
        let mut rulings = 0;
        let check = |text: &str, names: &[&str]| {
            let mut names = names.to_vec();
            names.sort_by_key(|name| std::cmp::Reverse(name.len()));
            let mut text = names.iter().fold(text.to_owned(), |text, name| text.replace(name, ""));
            for name in ["Guidelines", "--fact"] {
                text = text.replace(name, "");
            }
            let is_word = |word: &str| word.chars().filter(|one| one.is_alphabetic()).count() > 1;
            let is_number = |word: &str| {
                word.trim_matches([',', '.', ':']).chars().all(|one| "IVX.0123456789".contains(one))
            };
            let left: Vec<&str> =
                text.split_whitespace().filter(|word| is_word(word) && !is_number(word)).collect();
            assert_eq!(left, Vec::<&str>::new(), "{text}");
        };
        for incident in &incidents.incidents {
            let mut names: Vec<&str> = vec![&incident.id];
            names.extend(incident.rows.iter().filter_map(|row| row.see.as_deref()));
            rulings += incident.walk(
                &Known::new(),
                &mut |known, row| {
                    check(&text(&incidents, incident, known, row.unwrap()), &names);
                    1
                },
                &mut |_, rulings| rulings.iter().sum(),
            );
            let facts = listed_facts(&incidents, incident, &incident.open(&Known::new()));
            let values = incident.facts.iter().flat_map(|fact| &fact.choices);
            let mut options: Vec<String> =
                values.map(|choice| format!("={} ", choice.value)).collect();
            options.extend(incident.facts.iter().flat_map(|fact| {
                [
                    format!(" {}:", fact.name),
                    format!(" {} (", fact.name),
                    format!("--fact {}", fact.name),
                ]
            }));
            let mut names: Vec<&str> = vec![&incident.id];
            names.extend(options.iter().map(String::as_str));
            check(&facts, &names);
        }
        assert!(rulings > 2000, "{rulings}");
        let found = [
            Found::Incident { id: "phone", title: "#" },
            Found::Article { number: "9.2.3", title: "left out", says: "left out" },
        ];
        let names = ["phone", "lawbook rule --language xx NAME"];
        check(&listed(&incidents, "xx", &found), &names);
    }
}
