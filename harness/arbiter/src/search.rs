//! Finds incidents, articles, cases and statements by the words that people use for them. It rules on nothing.
//!
//! An [`Index`] has for each word the entries that it leads to, with weights. The site has the same index as data, and its
//! script `lookup.js` computes as [`Index::search`] does. All numbers are integers, so both give the same order.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use lawbook::{rules::Restatement, sentence::distance};
use lawbook_catalogue::{Case, Catalogue};
use serde::{Deserialize, Serialize};

use crate::{Level, incident::Incidents};

/// Weight of a word that no entry has. An entry with the other words is still near.
const UNKNOWN: u64 = 400;

/// The most that a word counts, however rare it is.
const RAREST: u64 = 600;

/// The most that a word counts that most stories have and few are about.
const WEAK: u64 = 120;

/// Additional weight of a name if the query contains it as a whole.
const NAMED: u64 = 600;

/// The most words that a name is compared with.
const LONGEST: usize = 8;

/// The kind of an entry of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EntryKind {
    /// An incident.
    #[serde(rename = "incident")]
    Incident,
    /// An article of the Laws in force.
    #[serde(rename = "article")]
    Article,
    /// A rule set.
    #[serde(rename = "rule set")]
    RuleSet,
    /// A library.
    #[serde(rename = "library")]
    Library,
    /// A case about the rules.
    #[serde(rename = "case")]
    Case,
    /// A case about notation, setups or counters.
    #[serde(rename = "case for libraries")]
    TechnicalCase,
    /// A statement of a document.
    #[serde(rename = "statement")]
    Statement,
}

/// Something that can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: EntryKind,
    /// The identifier, or the number of an article.
    pub id: String,
    /// The title.
    pub title: String,
    /// What people call it.
    pub names: Vec<String>,
    /// Other words for it.
    pub words: String,
    /// A text about it.
    pub text: String,
}

/// How the search weighs words; `search.yaml` explains the fields.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Weights {
    #[serde(skip_serializing)]
    fields: BTreeMap<String, u32>,
    #[serde(skip_serializing)]
    kinds: BTreeMap<EntryKind, u64>,
    #[serde(skip_serializing)]
    length: u64,
    synonym: u64,
    beginning: u64,
    corrected: u64,
    part: u64,
    letters: BTreeMap<char, String>,
    endings: Vec<(String, usize)>,
    stop: String,
    #[serde(skip_serializing)]
    weak: String,
    #[serde(skip_serializing)]
    same: Vec<String>,
}

/// The words of all entries.
#[derive(Debug, Serialize)]
pub struct Index {
    /// The entries, in the order of their numbers.
    #[serde(skip)]
    pub entries: Vec<Entry>,
    /// How much each entry counts.
    weights: Vec<u64>,
    /// For each word how much it counts, and its entries: ten times the distance from the entry before, and how much the word
    /// counts there.
    words: BTreeMap<String, (u64, Vec<u32>)>,
    /// For each name its entries: twice the number, and one more if it is the title or the identifier.
    names: BTreeMap<String, Vec<u32>>,
    /// For each phrase the number of the line of phrases that mean the same.
    same: BTreeMap<String, usize>,
    #[serde(flatten)]
    rules: Weights,
    #[serde(skip)]
    stop: BTreeSet<String>,
}

/// A word or a phrase of a query, with the words of the index that stand for it.
struct Term {
    /// How much it counts.
    weight: u64,
    /// The words of the index, each with how much of it counts, in percent.
    stand_ins: Vec<(String, u64)>,
}

/// The result of a search.
pub struct Found<'a> {
    /// The entries, the nearest first.
    pub entries: Vec<&'a Entry>,
    /// Their numbers.
    pub numbers: Vec<usize>,
    /// The words that were read as others.
    pub meant: Vec<(String, String)>,
}

impl Index {
    /// Returns the index of a catalogue and of incidents with all their translations.
    ///
    /// ```
    /// use lawbook_arbiter::{Index, incident::Incidents};
    /// use lawbook_catalogue::Catalogue;
    ///
    /// let index = Index::new(&Catalogue::embedded(), &Incidents::embedded(), Vec::new())?;
    /// assert_eq!(index.search("his phone rang in his pocket").entries[0].id, "phone");
    /// assert_eq!(index.search("9.2.3").entries[0].id, "9.2.3");
    /// # Ok::<(), serde_yaml::Error>(())
    /// ```
    ///
    /// `further` are entries that only one user of the index knows; they do not change how much a word counts.
    ///
    /// # Errors
    ///
    /// The table of weights cannot be read, which a test excludes.
    pub fn new(
        catalogue: &Catalogue,
        incidents: &Incidents,
        further: Vec<Entry>,
    ) -> Result<Index, serde_yaml::Error> {
        let rules: Weights = serde_yaml::from_str(include_str!("search.yaml"))?;
        let mut index = Index {
            entries: entries(catalogue, incidents),
            weights: Vec::new(),
            words: BTreeMap::new(),
            names: BTreeMap::new(),
            same: BTreeMap::new(),
            stop: BTreeSet::new(),
            rules,
        };
        index.stop = index.stems(&index.rules.stop).into_iter().collect();
        for (number, line) in index.rules.same.iter().enumerate() {
            for phrase in line.split(',') {
                index.same.entry(index.stems(phrase).join(" ")).or_insert(number);
            }
        }
        index.entries.extend(further);
        // How rare a word is among the cases says little about what people ask for.
        let counts = |entry: &Entry| entry.kind <= EntryKind::Article;
        let counted: Vec<bool> = index.entries.iter().map(counts).collect();
        let all = counted.iter().filter(|counts| **counts).count();
        let mut places: BTreeMap<String, BTreeMap<usize, u32>> = BTreeMap::new();
        for (number, entry) in index.entries.iter().enumerate() {
            let classes = index.classes(entry);
            let kind = index.rules.kinds.get(&entry.kind).copied().unwrap_or(100);
            index.weights.push(kind * 1000 / (1000 + index.rules.length * classes.len() as u64));
            let names = entry.names.iter().map(|name| (name, 0));
            for (name, is_title) in [(&entry.id, 1), (&entry.title, 1)].into_iter().chain(names) {
                let is_short = is_title == 1 && entry.id == *name;
                if is_short || entry.kind <= EntryKind::Library {
                    let named =
                        index.names.entry(index.telling(index.stems(name)).join(" ")).or_default();
                    let place = 2 * number as u32 + is_title;
                    if !named.contains(&place) {
                        named.push(place);
                    }
                }
            }
            for (word, class) in classes {
                places.entry(word).or_default().insert(number, class);
            }
        }
        let weak: BTreeSet<String> = index.stems(&index.rules.weak).into_iter().collect();
        for (word, places) in places {
            let most = if weak.contains(&word) { WEAK } else { RAREST };
            let count = places.keys().filter(|number| counted[**number]).count();
            let rare = (100.0 * (1.0 + all as f64 / (1.0 + count as f64)).ln()).round() as u64;
            let mut before = 0;
            let places = places.into_iter().map(|(number, class)| {
                let distance = number - std::mem::replace(&mut before, number);
                10 * distance as u32 + class
            });
            index.words.insert(word, (rare.min(most), places.collect()));
        }
        Ok(index)
    }

    /// Returns how much each word and each phrase of an entry counts, from 1 to 9.
    fn classes(&self, entry: &Entry) -> BTreeMap<String, u32> {
        let field = |name: &str| self.rules.fields.get(name).copied().unwrap_or(1);
        let mut all: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        let texts = [("text", &entry.text), ("words", &entry.words)].into_iter();
        let names = entry.names.iter().map(|name| ("names", name));
        for (name, text) in
            texts.chain(names).chain([("title", &entry.title), ("title", &entry.id)])
        {
            let stems = self.stems(text);
            let groups =
                (0..stems.len()).filter_map(|at| Some(group(self.phrase(&stems[at..])?.1)));
            for word in groups.collect::<BTreeSet<_>>().into_iter().chain(stems.iter().cloned()) {
                let (class, times) = all.entry(word).or_default();
                *class = field(name).max(*class);
                *times += u32::from(name == "names");
            }
        }
        // An entry is more about a word that occurs in several of its names.
        let more = |times: u32| times.checked_ilog2().unwrap_or(0);
        all.into_iter().map(|(word, (class, times))| (word, (class + more(times)).min(9))).collect()
    }

    /// Returns the longest phrase with which some words begin: the number of its words, and its line.
    fn phrase(&self, stems: &[String]) -> Option<(usize, usize)> {
        (1..=stems.len().min(5))
            .rev()
            .find_map(|length| Some((length, *self.same.get(&stems[..length].join(" "))?)))
    }

    /// Returns the entries for some words. No word is required.
    pub fn search(&self, query: &str) -> Found<'_> {
        let (stems, meant) = self.read(query);
        let terms = self.terms(&stems);
        let all: u64 = terms.iter().map(|term| term.weight).sum();
        let (mut sums, mut covered) =
            (vec![0_u64; self.entries.len()], vec![0_u64; self.entries.len()]);
        for term in &terms {
            let mut best: BTreeMap<usize, u64> = BTreeMap::new();
            for (word, percent) in &term.stand_ins {
                let mut number = 0;
                for place in self.words.get(word).into_iter().flat_map(|(_, places)| places) {
                    number += (place / 10) as usize;
                    let points = u64::from(place % 10) * percent;
                    best.entry(number)
                        .and_modify(|best| *best = points.max(*best))
                        .or_insert(points);
                }
            }
            for (number, points) in best {
                sums[number] += points * term.weight;
                covered[number] += term.weight;
            }
        }
        let mut whole = vec![0; self.entries.len()];
        let content = self.telling(stems);
        for from in 0..content.len() {
            for to in from + 1..=content.len().min(from + LONGEST) {
                let name = &content[from..to];
                let is_whole = name.len() == content.len();
                let Some(places) = self.names.get(&name.join(" ")) else { continue };
                let weight: u64 = name.iter().map(|word| self.rare(word)).sum();
                let mut before = None;
                for place in places {
                    let number = (place / 2) as usize;
                    if is_whole {
                        whole[number] = whole[number].max(1 + place % 2);
                    }
                    if (is_whole || name.len() > 1) && before.replace(number) != Some(number) {
                        sums[number] += NAMED * weight;
                    }
                }
            }
        }
        let mut found: Vec<(u32, u64, usize)> = Vec::new();
        for (number, sum) in sums.iter().enumerate().filter(|(_, sum)| **sum > 0) {
            let share = 500 + 500 * covered[number] / all.max(1);
            let points = self.weights[number] * (sum * share / 1000);
            if whole[number] > 0 || covered[number] * 5 > all {
                found.push((whole[number], points, number));
            }
        }
        // Of those with the whole title, incidents come first.
        let key =
            |(whole, points, _): &(u32, u64, usize)| (*whole, if *whole > 1 { 0 } else { *points });
        found.sort_by_key(|one| (Reverse(key(one)), one.2));
        let least = found.iter().map(|(_, points, _)| *points).max().unwrap_or(0) * 15 / 100;
        found.retain(|(whole, points, _)| *whole > 0 || *points >= least);
        Found {
            entries: found.iter().map(|(_, _, number)| &self.entries[*number]).collect(),
            numbers: found.into_iter().map(|(_, _, number)| number).collect(),
            meant,
        }
    }

    /// Returns the words of a query without their endings, and which of them were read as others: a word that leads nowhere
    /// is read as the one with nearly the same spelling, of several as one with the same first letter, then as one that
    /// lacks a letter, and then as the most frequent.
    fn read(&self, query: &str) -> (Vec<String>, Vec<(String, String)>) {
        let words = self.plain_words(query);
        let mut stems: Vec<String> = words.iter().map(|word| self.stem(word)).collect();
        let mut meant = Vec::new();
        let mut at = 0;
        while at < stems.len() {
            let length = self.phrase(&stems[at..]).map(|(length, _)| length);
            if length.is_none()
                && self.tells(&stems[at])
                && let Some(other) = self.near(&words[at], &stems[at])
            {
                meant.push((words[at].clone(), other.clone()));
                stems[at] = other;
            }
            at += length.unwrap_or(1);
        }
        (stems, meant)
    }

    /// Returns the word of the index with nearly the same spelling as a word, with or without its ending, if no word of the
    /// index begins with it.
    fn near(&self, word: &str, stem: &str) -> Option<String> {
        let letters = stem.chars().count();
        let most = [(7, 2), (3, 1)].into_iter().find(|(long, _)| letters >= *long)?.1;
        let begun = self.words.range(word.to_owned()..).next();
        let is_begun = begun.is_some_and(|(other, _)| other.starts_with(word));
        if is_begun || self.words.contains_key(stem) || is_number(word) {
            return None;
        }
        let known =
            self.words.iter().filter(|(other, _)| !other.starts_with('=') && !is_number(other));
        let far = known.map(|(other, (rare, _))| {
            let far = distance(word, other).min(distance(stem, other));
            let is_longer = other.chars().count() > letters;
            let begins_alike = stem.chars().next() == other.chars().next();
            (far, Reverse((begins_alike, is_longer)), *rare, other)
        });
        far.min().filter(|(far, ..)| *far <= most).map(|(.., other)| other.clone())
    }

    /// Cuts the words of a query into words and phrases, each with the words of the index that stand for it.
    fn terms(&self, stems: &[String]) -> Vec<Term> {
        let tells = |word: &String| self.tells(word);
        let only_telling = stems.iter().any(tells);
        let mut terms = Vec::new();
        let mut at = 0;
        while at < stems.len() {
            let word = &stems[at];
            match self.phrase(&stems[at..]) {
                Some((length, line)) if length > 1 => {
                    let words = &stems[at..at + length];
                    let parts = words.iter().filter(|word| tells(word));
                    let parts = parts.map(|word| (word.clone(), self.rules.part));
                    let stand_ins: Vec<_> = [(group(line), 100)].into_iter().chain(parts).collect();
                    terms.push(Term { weight: self.rare(&group(line)), stand_ins });
                    at += length;
                    continue;
                }
                line if !only_telling || tells(word) => {
                    terms.push(self.term(word, line.map(|(_, line)| line)));
                }
                _ => {}
            }
            at += 1;
        }
        terms
    }

    /// Returns the words of the index that stand for a word: the word itself, its synonyms, and the words that begin with it. If
    /// there are none, this is the number above a number.
    fn term(&self, word: &str, line: Option<usize>) -> Term {
        let mut stand_ins = vec![(word.to_owned(), 100)];
        stand_ins.extend(line.map(|line| (group(line), self.rules.synonym)));
        if !self.words.contains_key(word) && word.chars().count() > 2 {
            let begun = self
                .words
                .range(word.to_owned()..)
                .take_while(|(other, _)| other.starts_with(word));
            stand_ins.extend(begun.map(|(other, _)| (other.clone(), self.rules.beginning)));
        }
        let is_known = |(word, _): &(String, u64)| self.words.contains_key(word);
        if is_number(word) && !stand_ins.iter().any(is_known) {
            let mut above = word.rmatch_indices('.').map(|(end, _)| &word[..end]);
            let above = above.find(|other| self.words.contains_key(*other));
            stand_ins.extend(above.map(|other| (other.to_owned(), self.rules.corrected)));
        }
        let rare = |(word, percent): &(String, u64)| self.rare(word) * percent / 100;
        let weight = match self.rare(word) {
            0 => stand_ins.iter().map(rare).max().filter(|most| *most > 0).unwrap_or(UNKNOWN),
            own => own,
        };
        Term { weight, stand_ins }
    }

    /// Whether a word can name a subject: it is none that all texts have, and no single letter.
    fn tells(&self, word: &str) -> bool {
        !self.stop.contains(word) && (word.chars().count() > 1 || word.contains(char::is_numeric))
    }

    /// Returns how much a word counts; 0 if no entry has it.
    fn rare(&self, word: &str) -> u64 {
        self.words.get(word).map_or(0, |(rare, _)| *rare)
    }

    /// Returns the words that can name a subject, or all if none can.
    fn telling(&self, stems: Vec<String>) -> Vec<String> {
        let telling: Vec<String> = stems.iter().filter(|word| self.tells(word)).cloned().collect();
        if telling.is_empty() { stems } else { telling }
    }

    /// Returns the words of a text without their endings.
    fn stems(&self, text: &str) -> Vec<String> {
        self.plain_words(text).iter().map(|word| self.stem(word)).collect()
    }

    /// Returns the words of a text in plain letters. An article number is one word.
    fn plain_words(&self, text: &str) -> Vec<String> {
        let mut plain = String::new();
        for letter in text.to_lowercase().chars() {
            match self.rules.letters.get(&letter) {
                Some(other) => plain.push_str(other),
                None => plain.push(letter),
            }
        }
        let mut plain = plain.replace("'s ", " ").replace('\'', "");
        // The third of three equal letters is a slip, except in a Roman number.
        let mut last = [' '; 2];
        plain.retain(|letter| {
            let is_slip =
                last == [letter; 2] && matches!(letter, 'a'..='h' | 'j'..='u' | 'w' | 'y' | 'z');
            last = [last[1], letter];
            !is_slip
        });
        let mut words = Vec::new();
        for word in plain.split(|letter: char| !letter.is_alphanumeric() && letter != '.') {
            let word = word.trim_matches('.');
            if is_number(word) {
                words.push(numbered(word));
            } else {
                words.extend(word.split('.').filter(|part| !part.is_empty()).map(str::to_owned));
            }
        }
        words
    }

    /// Removes a usual ending: claims, claimed and claiming are one word.
    fn stem(&self, word: &str) -> String {
        let letters: Vec<char> = word.chars().collect();
        if letters.len() < 4 || word.contains(char::is_numeric) || is_number(word) {
            return word.to_owned();
        }
        let mut root = letters;
        for (ending, least) in &self.rules.endings {
            if word.ends_with(ending.as_str())
                && !word.ends_with("ss")
                && root.len() - ending.len() >= *least
            {
                root.truncate(root.len() - ending.len());
                if ending.starts_with("ie") {
                    root.push('y');
                }
                break;
            }
        }
        if root.last() == Some(&'e') {
            root.pop();
        }
        if let Some(last) = root.last_mut().filter(|last| **last == 'y') {
            *last = 'i';
        }
        if let [.., before, last] = root.as_slice()
            && root.len() > 3
            && before == last
            && !"aeioulsz".contains(*last)
        {
            root.pop();
        }
        root.into_iter().collect()
    }
}

/// The word of the index for a line of phrases that mean the same.
fn group(line: usize) -> String {
    format!("={line}")
}

/// Whether a word is the number of an article, such as `9.2.3`, `a.5.2`, `a5.2` or `iii.4`.
fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.chars().all(|one| one.is_ascii_digit());
    let mut parts = word.split('.').peekable();
    let first = parts.next().unwrap_or_default();
    let is_appendix = |part: &str| matches!(part, "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h");
    let begins = if digits(first) {
        true
    } else if let Some((_, rest)) = first.split_at_checked(1).filter(|(one, _)| is_appendix(one)) {
        digits(rest) || rest.is_empty() && parts.peek().is_some_and(|part| digits(part))
    } else {
        !first.is_empty()
            && first.chars().all(|one| "ivx".contains(one))
            && parts.peek().is_some_and(|part| digits(part))
    };
    let is_part =
        |part: &str| part.len() < 4 && part.chars().all(|one| one.is_ascii_alphanumeric());
    begins && parts.all(|part| !part.is_empty() && is_part(part))
}

/// Returns the number of an article in one form: `a5.2` and `a.5.2` are the same.
fn numbered(word: &str) -> String {
    match word.split_at_checked(1) {
        Some((letter, rest)) if "abcdefgh".contains(letter) && !rest.starts_with('.') => {
            format!("{letter}.{rest}")
        }
        _ => word.to_owned(),
    }
}

/// Returns all entries: incidents, articles, rule sets, statements and cases; of a table of cases the first.
fn entries(catalogue: &Catalogue, incidents: &Incidents) -> Vec<Entry> {
    let entry = |kind, id: &str, title: &str, words: String, text: &str| Entry {
        kind,
        id: id.to_owned(),
        title: title.to_owned(),
        names: Vec::new(),
        words,
        text: text.to_owned(),
    };
    let mut all = Vec::new();
    for one in &incidents.incidents {
        let facts = one.facts.iter().flat_map(|fact| &fact.choices);
        let text: Vec<&str> = facts.map(|choice| choice.text.as_str()).collect();
        let mut found =
            entry(EntryKind::Incident, &one.id, &one.title, String::new(), &text.join(" "));
        found.names.clone_from(&one.search);
        for language in incidents.translations().values() {
            found.names.extend(language.search.get(&one.id).into_iter().flatten().cloned());
            found.names.extend(language.texts.get(&one.title).cloned());
        }
        all.push(found);
    }
    let articles = Restatement::all().iter();
    all.extend(articles.map(|one| {
        entry(EntryKind::Article, &one.number, &one.title, one.words.clone(), &one.says)
    }));
    all.extend(lawbook::rules::RuleSet::ALL.map(|one| {
        let title = format!("{}: {}", one.short_title(), one.title());
        entry(EntryKind::RuleSet, one.name(), &title, String::new(), "")
    }));
    for statement in catalogue.documents.iter().flat_map(|document| &document.statements) {
        all.push(entry(EntryKind::Statement, &statement.id, &statement.says, String::new(), ""));
    }
    for case in catalogue.cases.chunk_by(Case::is_same_situation).filter_map(|all| all.first()) {
        let is_technical = Level::of(case) == Level::Library;
        let kind = if is_technical { EntryKind::TechnicalCase } else { EntryKind::Case };
        let words = [case.states.join(" "), case.tags.join(" ")].join(" ");
        let title = case.table.as_ref().map_or(&case.title, |table| &table.title);
        all.push(entry(kind, &case.id, title, words, ""));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    static INDEX: LazyLock<Index> = LazyLock::new(|| {
        Index::new(&Catalogue::embedded(), &Incidents::embedded(), Vec::new()).unwrap()
    });

    /// The first of each kind.
    fn first(query: &str) -> Vec<String> {
        let mut counts: BTreeMap<EntryKind, usize> = BTreeMap::new();
        let mut first = Vec::new();
        for one in INDEX.search(query).entries {
            let count = counts.entry(one.kind).or_default();
            *count += 1;
            if *count <= 3 {
                let kind = serde_json::to_value(one.kind).unwrap();
                first.push(format!("{} {}", kind.as_str().unwrap(), one.id));
            }
        }
        first
    }

    // What people type leads to one of the right entries, among the first three of its kind. A test of the site's script
    // reads the same table.
    #[test]
    fn searches_find_what_is_meant() {
        let table: BTreeMap<String, Vec<String>> =
            serde_json::from_str(include_str!("../searches.json")).unwrap();
        let missed = table.iter().filter_map(|(query, right)| {
            let first = first(query);
            (!right.iter().any(|one| first.contains(one))).then(|| format!("{query}: {first:?}"))
        });
        assert_eq!(missed.collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn an_identifier_or_a_title_finds_its_incident_first() {
        let mut missed = Vec::new();
        for one in INDEX.entries.iter().filter(|one| one.kind == EntryKind::Incident) {
            for query in
                [&one.id, &one.id.replace('-', " "), &one.title, &format!("{}?", one.title)]
            {
                if INDEX.search(query).entries.first() != Some(&one) {
                    missed.push(query.clone());
                }
            }
        }
        // A word of a title or a name says more than one that only means the same.
        for query in ["phone rang", "watch", "headphones", "rang"] {
            let found = first(query).into_iter().find(|one| one.starts_with("incident "));
            assert_eq!(found.as_deref(), Some("incident phone"), "{query}");
        }
        // The page of the search shows all kinds together.
        for (query, right) in [("his phone rang", "phone"), ("draw offfer", "draw-offer")] {
            assert_eq!(INDEX.search(query).entries.first().map(|one| &*one.id), Some(right));
        }
        assert_eq!(missed, Vec::<String>::new());
    }

    #[test]
    fn words_about_nothing_find_nothing() {
        assert_eq!(INDEX.search("xylophone").entries, Vec::<&Entry>::new());
    }
}
