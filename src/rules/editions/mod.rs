//! The rule sets as data: one YAML file for each rule set, in this folder.
//!
//! The build script compiles them in. A file gives the values that differ from those of the rule set that it inherits
//! from, each with its article and its source. `README.md` in this folder explains the format to readers who do not know
//! Rust.

mod node;
mod restatement;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::{
    Day, RuleSet,
    parameters::{Parameters, Source, WrittenParameters},
    reason::Topic,
};

use node::Node;
pub use restatement::Restatement;

/// Lists the files, in the order of [`RuleSet::ALL`]. The name of a file is the permanent name of its rule set.
macro_rules! files {
    ($($(#[doc = $doc:literal])+ $constant:ident = $name:literal,)+) => {
        /// Numbers the constants.
        #[expect(non_camel_case_types, reason = "the names of the constants")]
        enum Index { $($constant,)+ }

        impl RuleSet {
            $($(#[doc = $doc])+ pub const $constant: RuleSet = RuleSet(Index::$constant as u8);)+

            /// All rule sets: the editions of the Laws by age, then the others, each server by age too.
            pub const ALL: [RuleSet; FILES.len()] = [$(RuleSet::$constant,)+];
        }

        const FILES: [(&str, Node); [$($name,)+].len()] =
            [$(($name, include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"))),)+];
    };
}

files! {
    /// The Laws of the 1950s to the 1980s, named for the printing of 1977.
    FIDE_1977 = "fide-1977",
    /// The Laws of 1993.
    FIDE_1993 = "fide-1993",
    /// The Laws of 1 July 1997, rewritten as a whole.
    FIDE_1997 = "fide-1997",
    /// The Laws of 1 July 2001.
    FIDE_2001 = "fide-2001",
    /// The Laws of 1 July 2005.
    FIDE_2005 = "fide-2005",
    /// The Laws of 1 July 2009.
    FIDE_2009 = "fide-2009",
    /// The Laws of 1 July 2014.
    FIDE_2014 = "fide-2014",
    /// The Laws of 1 July 2017.
    FIDE_2017 = "fide-2017",
    /// The Laws of 1 January 2018.
    FIDE_2018 = "fide-2018",
    /// The Laws of 1 January 2023.
    FIDE_2023 = "fide-2023",
    /// The FIDE Online Chess Regulations.
    FIDE_ONLINE = "fide-online",
    /// The rules of US Chess, seventh edition.
    USCF_7 = "uscf-7",
    /// The rules of lichess.org in 2024.
    LICHESS_2024 = "lichess-2024",
    /// The rules of lichess.org since April 2026.
    LICHESS_2026 = "lichess-2026",
    /// The rules of chess.com for live games from 2009 to May 2019, when draws were claimed with a button.
    CHESSCOM_2009 = "chesscom-2009",
    /// The rules of chess.com for live games, as its help pages gave them in February 2024.
    CHESSCOM_2024 = "chesscom-2024",
}

/// A rule set with everything that its file inherits.
pub(super) struct Edition {
    pub(super) title: String,
    pub(super) short_title: String,
    pub(super) body: String,
    pub(super) since: Option<Day>,
    pub(super) in_force: Option<InForce>,
    pub(super) compared: Option<Day>,
    pub(super) compared_with: Option<String>,
    pub(super) also_changed: Vec<String>,
    pub(super) server: Option<Server>,
    pub(super) parameters: Parameters,
    articles: BTreeMap<Topic, String>,
}

/// The knowledge that an edition is in force.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InForce {
    /// The last day with evidence that it was in force.
    pub on: Day,
    /// The source of that knowledge.
    pub source: String,
}

/// A server whose games are played under its own rules.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The host, without subdomain: `lichess.org`.
    pub host: String,
    /// A part of the URLs under which the server shows games that were played over the board elsewhere.
    pub over_the_board: String,
    /// The first day for which sources show the rules of the server. Games before it may have had other rules.
    pub known_since: Day,
    /// The last day for which sources show the rules, if the next rule set begins on a day that is not known.
    pub known_until: Option<Day>,
    /// Not used by the program; for readers of the file.
    #[serde(rename = "known_note")]
    _known_note: Option<String>,
}

impl Edition {
    /// The number of the article about `topic`, or else about the topic that includes it, with a question mark if it was
    /// not read in this edition.
    pub(super) fn article(&self, topic: Topic) -> Option<&str> {
        let own = self.articles.get(&topic).map(String::as_str);
        own.or_else(|| self.article(topic.broader()?))
    }
}

static EDITIONS: LazyLock<Vec<Edition>> = LazyLock::new(|| match read_all(&FILES, read_node) {
    Ok(editions) => editions,
    Err(error) => unreachable!("a test reads the embedded files: {error}"),
});

impl RuleSet {
    /// The edition of this rule set.
    pub(super) fn edition(self) -> &'static Edition {
        &EDITIONS[usize::from(self.0)]
    }
}

/// The permanent name of the rule set with this index.
pub(super) const fn name(index: u8) -> &'static str {
    FILES[index as usize].0
}

/// The contents of an edition file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEdition {
    title: String,
    short_title: String,
    body: String,
    inherits: Option<String>,
    since: Option<Day>,
    /// Not used by the program; for readers of the file.
    #[serde(rename = "since_note")]
    _since_note: Option<String>,
    in_force: Option<InForce>,
    compared: Option<Day>,
    compared_with: Option<String>,
    #[serde(default)]
    also_changed: Vec<String>,
    server: Option<Server>,
    #[serde(default)]
    parameters: WrittenParameters,
    #[serde(default)]
    articles: BTreeMap<Topic, Option<WrittenArticle>>,
}

/// The number of an article, as an edition file gives it.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenArticle {
    Read(String),
    Known { article: String, source: Source },
}

impl WrittenArticle {
    /// The number as readers see it.
    fn shown(self) -> String {
        match self {
            WrittenArticle::Read(article)
            | WrittenArticle::Known { article, source: Source::Read | Source::Unchanged } => {
                article
            }
            WrittenArticle::Known { article, source: Source::Inferred | Source::Remembered } => {
                format!("{article}?")
            }
        }
    }
}

fn read_node(node: Node) -> Result<WrittenEdition, String> {
    WrittenEdition::deserialize(node).map_err(|error| error.to_string())
}

/// Reads the files, each a name and its contents. A file can inherit from an earlier one.
///
/// # Errors
///
/// The first invalid file, and what is wrong with it.
fn read_all<T: Copy>(
    files: &[(&str, T)],
    read: fn(T) -> Result<WrittenEdition, String>,
) -> Result<Vec<Edition>, String> {
    let mut editions: Vec<Edition> = Vec::with_capacity(files.len());
    for (name, contents) in files {
        let error = |message| format!("{name}.yaml: {message}");
        let written = read(*contents).map_err(error)?;
        let parent = match &written.inherits {
            None => None,
            Some(parent) => {
                let place = files[..editions.len()].iter().position(|(name, _)| name == parent);
                let place = place.ok_or_else(|| {
                    error(format!(
                        "it inherits from `{parent}`, which is not a rule set listed before it"
                    ))
                })?;
                Some(&editions[place])
            }
        };
        editions.push(complete(written, parent).map_err(error)?);
    }
    Ok(editions)
}

/// Fills in the values that `written` inherits from `parent`.
fn complete(written: WrittenEdition, parent: Option<&Edition>) -> Result<Edition, String> {
    let parameters = written.parameters.complete(parent.map(|parent| &parent.parameters))?;
    if written.compared.is_some() != written.compared_with.is_some() {
        return Err(
            "it gives one of `compared` and `compared_with`; expected both or neither".to_owned()
        );
    }
    let mut articles = parent.map(|parent| parent.articles.clone()).unwrap_or_default();
    for (topic, article) in written.articles {
        match article {
            Some(article) => articles.insert(topic, article.shown()),
            None => articles.remove(&topic),
        };
    }
    Ok(Edition {
        title: written.title,
        short_title: written.short_title,
        body: written.body,
        since: written.since,
        in_force: written.in_force,
        compared: written.compared,
        compared_with: written.compared_with,
        also_changed: written.also_changed,
        server: written.server.or_else(|| parent.and_then(|parent| parent.server.clone())),
        parameters,
        articles,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Parameter;
    use std::{collections::BTreeSet, fs, path::Path};

    /// The list of the article numbers of an edition, from `numbers/`.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Numbers {
        #[serde(rename = "source")]
        _source: String,
        #[serde(rename = "not_verified")]
        _not_verified: String,
        read: Vec<String>,
        #[serde(default)]
        inferred: Vec<String>,
    }

    /// The numbers of the articles that an edition has. The restatements are the list of the Laws in force.
    fn numbers(rule_set: RuleSet) -> BTreeSet<String> {
        if rule_set == RuleSet::LATEST {
            return Restatement::all().iter().map(|one| one.number.clone()).collect();
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/editions/numbers");
        let text = fs::read_to_string(folder.join(format!("{rule_set}.yaml"))).unwrap();
        let Numbers { read, inferred, .. } = serde_yaml::from_str(&text).unwrap();
        let lines = read.iter().chain(&inferred);
        let numbers =
            lines.flat_map(|line| line.split(' ')).map(|one| match one.starts_with('I') {
                true => format!("Guidelines {one}"),
                false => one.replace('-', " "),
            });
        numbers.collect()
    }

    #[test]
    fn editions_cite_only_numbers_that_they_have() {
        let editions =
            [RuleSet::FIDE_2014, RuleSet::FIDE_2017, RuleSet::FIDE_2018, RuleSet::FIDE_2023];
        let mut missing = Vec::new();
        for rule_set in editions {
            let numbers = numbers(rule_set);
            assert!(numbers.len() > 80, "{rule_set}: {}", numbers.len());
            let cells =
                Parameter::all().map(|one| (one.name.to_owned(), one.cell(rule_set).article));
            let articles = rule_set.edition().articles.iter();
            let articles = articles.map(|(topic, list)| (format!("{topic:?}"), Some(list.clone())));
            for (name, list) in cells.chain(articles) {
                let cited = list.as_deref().into_iter().flat_map(|list| list.split(", "));
                let unknown = cited.filter(|one| !numbers.contains(one.trim_end_matches('?')));
                missing.extend(unknown.map(|one| format!("{rule_set}: {name} cites {one}")));
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// The folders with texts that are about other editions, or not ours.
    const OTHERS: [&str; 4] = ["editions", "libraries", "node_modules", "target"];

    /// Appends the texts of the data, pages and sources below a folder.
    fn collect(folder: &Path, texts: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_text = path
                .extension()
                .is_some_and(|one| ["yaml", "md", "rs", "html"].iter().any(|kind| one == *kind));
            if path.is_dir() {
                if !OTHERS.iter().any(|one| path.ends_with(one)) {
                    collect(&path, texts);
                }
            } else if is_text {
                // Tests may name what no edition has.
                let text = fs::read_to_string(&path).unwrap();
                let shown = text.split("#[cfg(test)]").next().unwrap_or_default();
                texts.push((path.display().to_string(), shown.to_owned()));
            }
        }
    }

    #[test]
    fn texts_name_only_numbers_of_the_laws_in_force_unless_they_name_a_year() {
        let known = numbers(RuleSet::LATEST);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut texts = Vec::new();
        for folder in ["cases", "src", "harness", "reports"] {
            collect(&root.join(folder), &mut texts);
        }
        let (mut cited, mut unknown) = (0, Vec::new());
        for (path, text) in &texts {
            // In cases every number of three parts is an article; elsewhere it could be a version.
            let is_case = Path::new(path).starts_with(root.join("cases"));
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            for (place, pair) in words.windows(2).enumerate() {
                let word = pair[1].trim_matches(|one: char| !one.is_ascii_alphanumeric());
                let parts = || word.split('.');
                let is_number = parts().count() > 1
                    && parts().skip(1).all(|part| {
                        part.trim_end_matches(char::is_lowercase).parse::<u8>().is_ok()
                    })
                    && parts().next().is_some_and(|one| {
                        ["A", "B", "G", "III"].contains(&one) || one.parse::<u8>().is_ok()
                    });
                let is_named = pair[0].to_lowercase().trim_matches('(').starts_with("article");
                if is_number && (is_named || (is_case && parts().count() > 2)) {
                    cited += 1;
                    let number = word.replacen("III", "Guidelines III", 1);
                    // Older editions number paragraphs by letters, which no list has.
                    let years = &words[place.saturating_sub(6)..place];
                    let is_old = number.ends_with(char::is_lowercase)
                        || years
                            .iter()
                            .any(|one| one.parse().is_ok_and(|year| (1900..2023).contains(&year)));
                    if !is_old && !known.contains(&number) {
                        unknown.push(format!("{path}: {} {number}", pair[0]));
                    }
                }
            }
        }
        assert!(cited > 10, "only {cited} numbers were found");
        assert!(unknown.is_empty(), "{unknown:#?}");
    }

    #[test]
    fn browsers_have_each_article_that_a_ruling_cites() {
        for list in RuleSet::LATEST.edition().articles.values() {
            for number in list.split(", ") {
                let restated = Restatement::of(number);
                assert!(restated.is_some_and(|one| !one.words.is_empty()), "{number}");
            }
        }
    }

    rows!(
        recent_editions_rest_on_their_texts,
        for rule_set in [
            RuleSet::FIDE_1997,
            RuleSet::FIDE_2001,
            RuleSet::FIDE_2005,
            RuleSet::FIDE_2009,
            RuleSet::FIDE_2014,
            RuleSet::FIDE_2017,
            RuleSet::FIDE_2018,
            RuleSet::FIDE_2023,
            RuleSet::USCF_7,
        ] {
            let count =
                |source| Parameter::all().filter(|one| one.cell(rule_set).source == source).count();
            assert!(count(Source::Inferred) <= 6, "{rule_set}: {}", count(Source::Inferred));
            assert_eq!(count(Source::Remembered), 0, "{rule_set}");
            assert!(rule_set.compared().is_some(), "{rule_set}");
        }
    );

    #[test]
    fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/editions");
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<String> = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let mut listed = FILES.map(|(name, _)| name.to_owned());
        listed.sort();
        assert_eq!(names, listed);
    }

    #[test]
    fn editions_of_a_body_follow_each_other_in_time() {
        for pair in RuleSet::ALL.windows(2).filter(|pair| pair[0].body() == pair[1].body()) {
            assert!(pair[0].since() < pair[1].since(), "{} and {}", pair[0], pair[1]);
        }
    }

    /// The text of the file of a rule set.
    fn written(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/editions");
        fs::read_to_string(folder.join(format!("{name}.yaml"))).unwrap()
    }

    fn read_text(text: &str) -> Result<WrittenEdition, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    // An invalid file, derived from a valid one by replacing `from` with `to`, and the expected error message.
    rows!(
        errors_name_the_file_and_what_is_right,
        for (from, to, message) in [
            ("title: the", "titel: the", "fide-2018.yaml: unknown field `titel`"),
            (
                "since: 2018-01-01",
                "since: 2018-13-01",
                "fide-2018.yaml: since: \"2018-13-01\" is not a valid date",
            ),
            (
                "inherits: fide-2017",
                "inherits: fide-2023",
                "it inherits from `fide-2023`, which is not",
            ),
            ("inherits: fide-2017\n", "", "it does not give `dead_position`"),
            (
                "value: the second, article: \"A.4.2, B.4\", source: read",
                "value: the second, article: \"A.4.2, B.4\", source: unchanged",
                "`illegal_unsupervised` is marked as `unchanged`; expected a value that the edition before",
            ),
            ("flag_is_seen", "flag_seen", "unknown field `flag_seen`"),
            (
                "value: the second",
                "value: a second",
                "\"a second\" is not a value: expected `as in standard play` or",
            ),
            (
                "{ value: true, article: \"A.2\"",
                "{ value: yes, article: \"A.2\"",
                "expected `true` or `false`",
            ),
            (
                "article: \"A.2\", source: read",
                "article: \"A.2\", source: heard",
                "unknown variant `heard`",
            ),
            ("article: \"A.2\", source: read", "source: read", "missing field `article` or `note`"),
            ("compared: 2026-11-28\n", "", "expected both or neither"),
            ("compared: 2026-11-28", "compared: today", "\"today\" is not a valid date"),
            ("two-hands-counted", "two-hands-cuonted", "unknown variant `two-hands-cuonted`"),
        ] {
            let files = FILES.map(|(name, _)| {
                let text = written(name);
                (name, if name == "fide-2018" { text.replacen(from, to, 1) } else { text })
            });
            let files: Vec<(&str, &str)> =
                files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let error = read_all(&files, read_text).err().unwrap_or_default();
            assert!(
                error.starts_with("fide-2018.yaml") && error.contains(message),
                "{to}: {error}"
            );
        }
    );
}
