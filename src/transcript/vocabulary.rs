//! The table of everyday words and phrases, `vocabulary.yaml`, and its compiled form.
//!
//! The table explains its own format. Every row of it is tested: see the tests of `line_parser`.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use serde::Deserialize;

use super::{
    pattern::{Node, compile, heads},
    words::{Word, split},
};
use crate::{board::Role, rules::ClaimGround, sentence::spaced_forms};

/// The table as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// Words that are left out.
    drop: Vec<String>,
    /// Regular verbs and nouns, in their base form.
    regular: Vec<String>,
    /// The other forms of irregular words, by the base form.
    irregular: BTreeMap<String, Vec<String>>,
    /// Expressions of one or more words that are replaced, by their replacement.
    synonyms: BTreeMap<String, Vec<String>>,
    /// Groups of expressions that phrases name in angle brackets.
    classes: BTreeMap<String, Vec<String>>,
    /// The words in the ground of a claim.
    grounds: Grounds,
    /// The letters of pieces by language, in the order king, queen, rook, bishop, knight.
    letters: BTreeMap<String, String>,
    /// The phrases.
    pub(super) phrases: Vec<Phrase>,
}

/// The words in the ground of a claim.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Grounds {
    /// The words of threefold repetition.
    threefold: HashSet<String>,
    /// The words of the fifty-move rule.
    fifty: HashSet<String>,
    /// Words that may stand around them.
    around: HashSet<String>,
}

/// A word in the ground of a claim.
pub(super) enum GroundWord {
    /// A word of one ground.
    Of(ClaimGround),
    /// A word that may belong to both.
    Around,
}

impl Grounds {
    /// Returns the role of a word in the ground of a claim; `None` if it has none.
    pub(super) fn word(&self, word: &str) -> Option<GroundWord> {
        if self.threefold.contains(word) {
            Some(GroundWord::Of(ClaimGround::Threefold))
        } else if self.fifty.contains(word) {
            Some(GroundWord::Of(ClaimGround::Fifty))
        } else {
            self.around.contains(word).then_some(GroundWord::Around)
        }
    }
}

/// A row of the table: some wordings of the same event.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrase {
    /// The wordings.
    pub(super) said: Vec<String>,
    /// The sentences that they mean.
    #[serde(default)]
    means: Sentences,
    /// Several meanings, of which the user has to choose one. A meaning that is impossible in the position is left out.
    #[serde(default)]
    either: Vec<Sentences>,
    /// A remark on the rule, shown with the ruling.
    #[serde(default)]
    pub(super) note: Option<String>,
    /// A question to the user, if the words are understood but cannot be ruled on.
    #[serde(default)]
    pub(super) ask: Option<String>,
    /// Whether the words say that the last move on the line before has not been completed.
    #[serde(default)]
    pub(super) uncompleted: bool,
    /// Texts that the row has to understand, in addition to the texts that are generated from its wordings.
    #[serde(default)]
    #[cfg_attr(not(test), expect(dead_code, reason = "read by the tests"))]
    pub(super) examples: Vec<String>,
}

/// One sentence, or several that follow each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Sentences {
    One(String),
    Several(Vec<String>),
}

impl Default for Sentences {
    fn default() -> Sentences {
        Sentences::Several(Vec::new())
    }
}

impl Sentences {
    fn list(&self) -> Vec<String> {
        match self {
            Sentences::One(one) => vec![one.clone()],
            Sentences::Several(several) => several.clone(),
        }
    }
}

impl Phrase {
    /// The meanings, each as a list of sentences with placeholders.
    pub(super) fn meanings(&self) -> Vec<Vec<String>> {
        let either: Vec<Vec<String>> = self.either.iter().map(Sentences::list).collect();
        if either.is_empty() { vec![self.means.list()] } else { either }
    }
}

/// The words after the first word of a replaced expression, and the words that replace all of them.
type Replacement = (Vec<String>, Vec<String>);

/// The compiled table.
pub(super) struct Vocabulary {
    dropped: HashSet<String>,
    /// The base form of each inflected word.
    base: HashMap<String, String>,
    /// Replacements by their first word: the other words, and what replaces them.
    replaced: HashMap<String, Vec<Replacement>>,
    /// The words that the vocabulary uses.
    known: HashSet<String>,
    pub(super) grounds: Grounds,
    /// The languages with the letters of their pieces.
    letters: Vec<Vec<char>>,
    /// The sentences themselves, then the phrases.
    pub(super) rows: Vec<Row>,
}

/// A compiled wording with its meaning.
pub(super) struct Row {
    pub(super) nodes: Vec<Node>,
    /// The words with which it can begin, see [`heads`].
    pub(super) heads: Option<HashSet<String>>,
    /// The wording as written.
    pub(super) wording: String,
    /// The meanings, each as a list of sentences with placeholders.
    pub(super) meanings: Vec<Vec<String>>,
    /// Whether the wording is that of the sentence itself.
    pub(super) is_exact: bool,
    pub(super) note: Option<String>,
    pub(super) ask: Option<String>,
    pub(super) uncompleted: bool,
}

/// The text of the table.
const TEXT: &str = include_str!("vocabulary.yaml");

/// Parses the table. The embedded table is valid, which a test confirms; without it only the sentences are known.
pub(super) fn table() -> Result<Table, serde_yaml::Error> {
    serde_yaml::from_str(TEXT)
}

impl Vocabulary {
    /// The embedded vocabulary.
    pub(super) fn get() -> &'static Vocabulary {
        static VOCABULARY: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::new(table().unwrap_or_default()));
        &VOCABULARY
    }

    fn new(mut table: Table) -> Vocabulary {
        let grounds = std::mem::take(&mut table.grounds);
        let mut vocabulary = Vocabulary {
            grounds,
            dropped: table.drop.iter().cloned().collect(),
            base: HashMap::new(),
            replaced: HashMap::new(),
            known: table.regular.iter().chain(table.irregular.keys()).cloned().collect(),
            letters: table
                .letters
                .values()
                .map(|all| all.split(' ').filter_map(|one| one.chars().next()).collect())
                .collect(),
            rows: Vec::new(),
        };
        for word in &table.regular {
            for form in inflected(word) {
                vocabulary.base.insert(form, word.clone());
            }
        }
        for (word, forms) in &table.irregular {
            for form in forms {
                vocabulary.base.insert(form.clone(), word.clone());
            }
        }
        for (target, variants) in &table.synonyms {
            let target: Vec<String> = target.split_whitespace().map(str::to_owned).collect();
            for variant in variants {
                let words = vocabulary.simplified(split(variant));
                let words: Vec<String> = words.into_iter().map(|word| word.form).collect();
                if let Some((first, rest)) = words.split_first() {
                    let known = vocabulary.replaced.entry(first.clone()).or_default();
                    known.push((rest.to_vec(), target.clone()));
                }
            }
        }
        for known in vocabulary.replaced.values_mut() {
            known.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        vocabulary.rows = vocabulary.compiled(&table);
        vocabulary
    }

    fn compiled(&self, table: &Table) -> Vec<Row> {
        let classes = &table.classes;
        let exact = spaced_forms().map(|form| Row {
            nodes: compile(&exact_wording(form), classes, self),
            heads: None,
            wording: form.replace(" ,", ","),
            meanings: vec![vec![form.replace(" ,", ",")]],
            is_exact: true,
            note: None,
            ask: None,
            uncompleted: false,
        });
        let phrases = table.phrases.iter().flat_map(|phrase| {
            phrase.said.iter().map(|wording| Row {
                nodes: compile(wording, classes, self),
                heads: None,
                wording: wording.clone(),
                meanings: phrase.meanings(),
                is_exact: false,
                note: phrase.note.clone(),
                ask: phrase.ask.clone(),
                uncompleted: phrase.uncompleted,
            })
        });
        exact.chain(phrases).map(|row| Row { heads: heads(&row.nodes), ..row }).collect()
    }

    /// Reduces words to their base forms, leaves out words without a meaning, and replaces synonyms.
    pub(super) fn reduce(&self, words: Vec<Word>) -> Vec<Word> {
        let words = self.simplified(words);
        let mut reduced: Vec<Word> = Vec::new();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let Some((length, target)) = self.replacement(&words[at..]) else {
                reduced.push(word.clone());
                at += 1;
                continue;
            };
            let bytes = word.bytes.start..words[at + length - 1].bytes.end;
            reduced.extend(target.iter().map(|form| Word {
                raw: form.clone(),
                form: form.clone(),
                bytes: bytes.clone(),
                is_after_stop: word.is_after_stop,
            }));
            at += length;
        }
        reduced
    }

    /// Reduces words to their base forms, and leaves out words without a meaning. "Is ringing" and "starts ringing" are
    /// the same as "rings".
    fn simplified(&self, words: Vec<Word>) -> Vec<Word> {
        let is_progressive: Vec<bool> = words
            .iter()
            .map(|word| word.form.ends_with("ing") && self.base.contains_key(&word.form))
            .skip(1)
            .chain([false])
            .collect();
        let words = words.into_iter().zip(is_progressive).map(|(word, before_ing)| {
            let form = self.base.get(&word.form).cloned().unwrap_or(word.form);
            (Word { form, ..word }, before_ing)
        });
        let mut kept: Vec<Word> = Vec::new();
        let mut is_after_stop = false;
        for (word, before_ing) in words {
            is_after_stop |= word.is_after_stop;
            let begins = matches!(word.form.as_str(), "is" | "start" | "begin");
            if self.dropped.contains(&word.form) || (before_ing && begins) {
                continue;
            }
            kept.push(Word { is_after_stop, ..word });
            is_after_stop = false;
        }
        kept
    }

    /// Returns the longest expression at the start of `words` that is replaced: its length, and the replacement.
    fn replacement(&self, words: &[Word]) -> Option<(usize, &[String])> {
        let known = self.replaced.get(&words.first()?.form)?;
        let found = known.iter().find(|(rest, _)| {
            let after = &words[1..];
            after.len() >= rest.len()
                && rest
                    .iter()
                    .zip(after)
                    .all(|(wanted, word)| *wanted == word.form && !word.is_after_stop)
        });
        found.map(|(rest, target)| (1 + rest.len(), target.as_slice()))
    }

    /// The pieces for which a letter stands in some language.
    pub(super) fn roles_of(&self, letter: char) -> Vec<Role> {
        const ORDER: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let stands = |role: usize| self.letters.iter().any(|all| all.get(role) == Some(&letter));
        ORDER
            .into_iter()
            .enumerate()
            .filter(|(place, _)| stands(*place))
            .map(|(_, role)| role)
            .collect()
    }

    /// Reduces a literal of a wording in the same way as the words of a line.
    pub(super) fn literal(&self, word: &str) -> Vec<String> {
        self.reduce(split(word)).into_iter().map(|word| word.form).collect()
    }

    /// Whether a word occurs in the vocabulary.
    pub(super) fn knows(&self, form: &str) -> bool {
        self.known.contains(form) || self.replaced.contains_key(form)
    }
}

/// Converts a sentence form to a wording: conjunctions may be left out.
fn exact_wording(form: &str) -> String {
    let words = form.split(' ').filter(|word| *word != ",");
    let words: Vec<String> = words
        .map(|word| match word {
            "White" | "White's" | "Black" => word.to_lowercase(),
            "and" => "[and]".to_owned(),
            "The" | "A" | "Both" => word.to_lowercase(),
            other => other.to_owned(),
        })
        .collect();
    words.join(" ")
}

/// Returns the inflected forms of a regular verb, which include the plural of a noun.
fn inflected(base: &str) -> Vec<String> {
    let ends = |ends: &[&str]| ends.iter().any(|end| base.ends_with(end));
    let stem = base.strip_suffix('e').unwrap_or(base);
    match base.strip_suffix('y').filter(|_| !ends(&["ay", "ey", "oy", "uy"])) {
        Some(stem) => vec![format!("{stem}ies"), format!("{stem}ied"), format!("{base}ing")],
        None => {
            let third = if ends(&["s", "sh", "ch", "x", "z"]) { "es" } else { "s" };
            vec![format!("{base}{third}"), format!("{stem}ed"), format!("{stem}ing")]
        }
    }
}
