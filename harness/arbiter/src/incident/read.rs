//! Reads incidents from YAML, and completes each row for display.

use std::collections::BTreeMap;

use lawbook_catalogue::{CatalogueFile, Place, Problem, embedded_files};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_yaml::Mapping;

use super::{Choice, Fact, Incident, Incidents, Row};

/// The folder of the files within the catalogue.
const FOLDER: &str = "incidents/";

/// The fact that the minutes and the appendices depend on.
const PLAY: &str = "play";

/// The file that all incidents share.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct CommonYaml {
    first: Vec<String>,
    #[serde(default)]
    shared: Vec<String>,
    #[serde(default)]
    together: BTreeMap<String, [Vec<String>; 2]>,
    page: Vec<String>,
    cards: Vec<(String, Vec<String>)>,
    groups: BTreeMap<String, Vec<String>>,
    facts: BTreeMap<String, QuestionYaml>,
    next: BTreeMap<String, String>,
    penalise: BTreeMap<String, String>,
    minutes: BTreeMap<String, String>,
    #[serde(rename = "minutes-both")]
    minutes_both: BTreeMap<String, String>,
    doubts: BTreeMap<String, [String; 2]>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionYaml {
    question: String,
    choices: Mapping,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IncidentYaml {
    id: String,
    title: String,
    search: Vec<String>,
    facts: Vec<FactYaml>,
    rows: Vec<RowYaml>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FactYaml {
    ask: String,
    question: Option<String>,
    choices: Option<Mapping>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowYaml {
    #[serde(rename = "if")]
    when: BTreeMap<String, OneOrMany>,
    ruling: String,
    by: String,
    #[serde(default)]
    penalty: String,
    penalise: Option<String>,
    minutes: Option<MinutesYaml>,
    #[serde(default = "on")]
    next: String,
    doubt: Option<String>,
    see: Option<String>,
    #[serde(default)]
    cases: Vec<String>,
}

fn on() -> String {
    "on".to_owned()
}

/// The reason for extra minutes of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MinutesYaml {
    /// For an illegal action.
    Illegal,
    /// For an illegal action of each player.
    Both,
    /// For a wrong claim.
    Claim,
    /// None: a second illegal action decides the game.
    Second,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A translation: for each English text the text of the language, and for each incident words for the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// The words for the search, by the identifier of the incident.
    #[serde(skip_serializing)]
    pub search: BTreeMap<String, Vec<String>>,
    /// The texts, by the English text.
    pub texts: BTreeMap<String, String>,
}

impl Incidents {
    /// Returns the incidents that are compiled into this crate, in English.
    pub fn embedded() -> Incidents {
        Incidents::from_files(embedded_files()).0
    }

    /// Reads the incidents among the files of a catalogue, and returns the problems found.
    pub fn from_files(files: &[CatalogueFile]) -> (Incidents, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut read = Incidents::default();
        let mut common = CommonYaml::default();
        let of_folder =
            || files.iter().filter_map(|file| Some((file, file.path.strip_prefix(FOLDER)?)));
        for (file, name) in of_folder() {
            match name {
                "common.yaml" => match parse(file, &mut problems) {
                    Some(read) => common = read,
                    // Without what they share, no incident can be read.
                    None => return (read, problems),
                },
                _ if is_language(name) => {
                    let code = name.trim_end_matches(".yaml").to_owned();
                    let language = parse(file, &mut problems);
                    read.languages.extend(language.map(|language| (code, language)));
                }
                _ => {}
            }
        }
        for (file, _) in
            of_folder().filter(|(_, name)| *name != "common.yaml" && !is_language(name))
        {
            let incidents: Vec<IncidentYaml> = parse(file, &mut problems).unwrap_or_default();
            for one in incidents {
                let line = file.text.lines().position(|line| line == format!("- id: {}", one.id));
                let place = Place { file: file.path.clone(), line: line.unwrap_or_default() + 1 };
                match common.incident(one, place.clone()) {
                    Ok(incident) => read.incidents.push(incident),
                    Err(message) => problems.push(Problem { place, message, right: None }),
                }
            }
        }
        read.is_whole = problems.is_empty();
        (read.first, read.page, read.cards) = (common.first, common.page, common.cards);
        (read.shared, read.together) = (common.shared, common.together);
        let texts = read.incidents.iter().flat_map(Incident::texts);
        read.texts = texts.chain(read.page.iter().cloned()).collect();
        (read, problems)
    }

    /// Returns the incidents in another language. `None` if it has no translation. A text without a translation
    /// stays English, which [`super::lint`] reports.
    pub fn in_language(&self, name: &str) -> Option<Incidents> {
        let language = self.languages.get(name)?;
        let mut translated = Incidents { said: language.texts.clone(), ..self.clone() };
        for one in &mut translated.incidents {
            one.for_each_text(|text| {
                if let Some(other) = language.texts.get(text) {
                    other.clone_into(text);
                }
            });
        }
        Some(translated)
    }

    /// Returns the texts that a translation lacks and those that nothing uses, each with the language and what is wrong.
    pub(super) fn untranslated(&self) -> Vec<(&str, &str, &'static str)> {
        let mut all = Vec::new();
        for (name, language) in self.languages.iter().filter(|_| self.is_whole) {
            let missing = self.texts.iter().filter(|text| !language.texts.contains_key(*text));
            let unused = language.texts.keys().filter(|text| !self.texts.contains(*text));
            let missing = missing.map(|text| (text, "is not translated"));
            let unused = unused.map(|text| (text, "is translated, but nothing uses it"));
            let texts = missing.chain(unused);
            all.extend(texts.map(|(text, what)| (name.as_str(), text.as_str(), what)));
        }
        all
    }
}

/// Whether a file is a translation: its name is a code of two letters.
fn is_language(name: &str) -> bool {
    name.strip_suffix(".yaml").is_some_and(|code| code.len() == 2)
}

fn parse<T: DeserializeOwned>(file: &CatalogueFile, problems: &mut Vec<Problem>) -> Option<T> {
    serde_yaml::from_str(&file.text)
        .map_err(|error| {
            let line = error.location().map_or(1, |location| location.line());
            let text = error.to_string();
            let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
            let place = Place { file: file.path.clone(), line };
            problems.push(Problem { place, message, right: None });
        })
        .ok()
}

impl Incident {
    /// Calls `edit` with each text that a translation replaces.
    fn for_each_text(&mut self, mut edit: impl FnMut(&mut String)) {
        edit(&mut self.title);
        for fact in &mut self.facts {
            edit(&mut fact.question);
            fact.choices.iter_mut().for_each(|choice| edit(&mut choice.text));
        }
        for row in &mut self.rows {
            row.ruling.iter_mut().for_each(&mut edit);
            edit(&mut row.next);
            row.doubts.iter_mut().flatten().for_each(&mut edit);
        }
    }

    /// The texts that a translation replaces.
    pub(super) fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        self.clone().for_each_text(|text| texts.push(text.clone()));
        texts
    }
}

impl CommonYaml {
    fn incident(&self, read: IncidentYaml, place: Place) -> Result<Incident, String> {
        let facts =
            read.facts.into_iter().map(|fact| self.fact(fact)).collect::<Result<Vec<_>, _>>()?;
        let mut rows = Vec::new();
        for (source, row) in read.rows.into_iter().enumerate() {
            let complete = self.when(&row, &facts).and_then(|when| self.rows(&row, when, source));
            rows.extend(complete.map_err(|error| format!("row {}: {error}", source + 1))?);
        }
        Ok(Incident { id: read.id, title: read.title, search: read.search, facts, rows, place })
    }

    fn fact(&self, read: FactYaml) -> Result<Fact, String> {
        let (question, choices) = match (read.question, read.choices) {
            (Some(question), Some(choices)) => (question, choices),
            (None, None) => {
                let shared = self.facts.get(&read.ask).cloned();
                let shared =
                    shared.ok_or_else(|| format!("common.yaml has no fact {:?}", read.ask))?;
                (shared.question, shared.choices)
            }
            _ => {
                return Err(format!(
                    "the fact {:?} needs a question and choices, or neither",
                    read.ask
                ));
            }
        };
        let choices = choices.iter().map(|(value, text)| match (value.as_str(), text.as_str()) {
            (Some(value), Some(text)) => {
                Ok(Choice { value: value.to_owned(), text: text.to_owned() })
            }
            _ => Err(format!("a choice of {:?} is not a text", read.ask)),
        });
        Ok(Fact { choices: choices.collect::<Result<_, _>>()?, name: read.ask, question })
    }

    /// Returns the condition of a row, with groups replaced by their members.
    fn when(&self, row: &RowYaml, facts: &[Fact]) -> Result<BTreeMap<String, Vec<String>>, String> {
        let mut when = BTreeMap::new();
        for (name, values) in &row.when {
            let fact = facts.iter().find(|fact| fact.name == *name);
            let fact = fact.ok_or_else(|| format!("there is no fact {name:?}"))?;
            let values = match values {
                OneOrMany::One(one) => vec![one.clone()],
                OneOrMany::Many(many) => many.clone(),
            };
            let group = |value: String| match self.groups.get(&value) {
                Some(members) if name == PLAY => members.clone(),
                _ => vec![value],
            };
            let values: Vec<String> = values.into_iter().flat_map(group).collect();
            if let Some(unknown) = values.iter().find(|value| fact.choice(value).is_none()) {
                return Err(format!("{unknown:?} is no choice of {name:?}"));
            }
            when.insert(name.clone(), values);
        }
        if row.minutes.is_some() && !when.contains_key(PLAY) {
            let play = facts.iter().find(|fact| fact.name == PLAY);
            let play = play.ok_or("a row with minutes needs the fact \"play\"")?;
            when.insert(
                PLAY.to_owned(),
                play.choices.iter().map(|one| one.value.clone()).collect(),
            );
        }
        Ok(when)
    }

    /// Returns a row for each kind of play that matters, with all sentences and articles.
    fn rows(
        &self,
        row: &RowYaml,
        when: BTreeMap<String, Vec<String>>,
        source: usize,
    ) -> Result<Vec<Row>, String> {
        let Some(plays) = when.get(PLAY) else {
            return Ok(vec![self.row(row, when, None, source)?]);
        };
        // The rows without the kinds of play, and these.
        let mut rows: Vec<(Row, Vec<String>)> = Vec::new();
        for play in plays {
            let mut next = self.row(row, when.clone(), Some(play), source)?;
            next.when.remove(PLAY);
            match rows.iter_mut().find(|(other, _)| *other == next) {
                Some((_, plays)) => plays.push(play.clone()),
                None => rows.push((next, vec![play.clone()])),
            }
        }
        for (row, plays) in &mut rows {
            row.when.insert(PLAY.to_owned(), std::mem::take(plays));
        }
        Ok(rows.into_iter().map(|(row, _)| row).collect())
    }

    fn row(
        &self,
        row: &RowYaml,
        when: BTreeMap<String, Vec<String>>,
        play: Option<&str>,
        source: usize,
    ) -> Result<Row, String> {
        let find = |table: &BTreeMap<String, String>, name: &str| {
            table.get(name).cloned().ok_or_else(|| format!("common.yaml has no {name:?}"))
        };
        let mut ruling = vec![row.ruling.clone()];
        if let Some(penalise) = &row.penalise {
            ruling.push(find(&self.penalise, penalise)?);
        }
        let mut doubts: Vec<&str> = row.doubt.as_deref().into_iter().collect();
        if let (Some(minutes), Some(play)) = (row.minutes, play)
            && minutes != MinutesYaml::Second
        {
            let is_both = minutes == MinutesYaml::Both;
            ruling.push(find(if is_both { &self.minutes_both } else { &self.minutes }, play)?);
            if play == "blitz-supervised" {
                doubts.push("two-or-one-minute");
            }
        }
        let doubts = doubts.into_iter().map(|name| {
            self.doubts
                .get(name)
                .cloned()
                .ok_or_else(|| format!("common.yaml has no doubt {name:?}"))
        });
        let by = articles(&row.by, play, row.minutes);
        let mut penalty = articles(&row.penalty, None, None);
        let is_blitz =
            play.is_none_or(|play| play == "blitz") && !by.iter().any(|one| one == "B.3");
        penalty.retain(|one| one != "B.3" || is_blitz);
        Ok(Row {
            ruling,
            next: find(&self.next, &row.next)?,
            penalty,
            by,
            doubts: doubts.collect::<Result<_, _>>()?,
            see: row.see.clone(),
            cases: row.cases.clone(),
            when,
            source,
        })
    }
}

/// Returns the numbers of the articles, with those that bring them into a kind of play and set its minutes.
fn articles(listed: &str, play: Option<&str>, minutes: Option<MinutesYaml>) -> Vec<String> {
    let mut all: Vec<&str> =
        listed.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
    let appendix = all.iter().any(|one| one.starts_with("A."));
    match play {
        Some("rapid-supervised") => all.push("A.4"),
        Some("blitz-supervised") => all.push("B.2"),
        Some("blitz") if appendix || minutes.is_some() => all.push("B.3"),
        // If the kind of play does not matter, it can be blitz.
        None if all.iter().any(|one| one.starts_with("A.5.") || *one == "A.2") => all.push("B.3"),
        _ => {}
    }
    if let (Some(play @ ("rapid" | "blitz" | "rapid-supervised")), Some(minutes)) = (play, minutes)
    {
        if minutes != MinutesYaml::Claim && play != "rapid-supervised" {
            all.push("A.5.2");
        }
        if minutes != MinutesYaml::Second {
            all.push("A.3");
        }
    }
    let guidelines = ["I.", "II.", "III."];
    let mut numbers = Vec::new();
    for one in all {
        let is_guideline = guidelines.iter().any(|start| one.starts_with(start));
        let number = if is_guideline { format!("Guidelines {one}") } else { one.to_owned() };
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers
}
