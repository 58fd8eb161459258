//! The table of everyday words and phrases, `vocabulary.yaml`, and its compiled form.
//!
//! The table explains its own format. Every row of it is tested: see the tests of `line_parser`.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

use serde::Deserialize;

use super::{
    pattern::{Matcher, Node, Referents, compile, heads},
    words::{Word, split},
};
use lawbook::{board::Role, rules::ClaimGround, sentence::spaced_forms};

/// The table as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    /// Words that are left out.
    drop: Vec<String>,
    /// The expressions for a player, by the word that replaces them.
    persons: BTreeMap<String, Vec<String>>,
    /// The words with which a question begins.
    questions: HashSet<String>,
    /// Expressions that say nothing about the rules, in the form of a wording.
    pub(super) fillers: Vec<String>,
    /// Regular verbs and nouns, in their base form.
    regular: Vec<String>,
    /// The other forms of irregular words, by the base form.
    irregular: BTreeMap<String, Vec<String>>,
    /// Expressions of one or more words that are replaced, by their replacement.
    synonyms: BTreeMap<String, Vec<String>>,
    /// Groups of expressions that phrases name in angle brackets.
    pub(super) classes: BTreeMap<String, Vec<String>>,
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
    /// Whether the words say which pieces are left, so that a ruling needs the position.
    #[serde(default)]
    pub(super) needs_position: bool,
    /// Whether the words say which colour the player has who tells the story.
    #[serde(default)]
    pub(super) is_teller: bool,
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
    questions: HashSet<String>,
    /// Players by the first word of an expression: the other words, and the name.
    persons: HashMap<String, Vec<(Vec<String>, String)>>,
    /// The expressions that are left out.
    fillers: Vec<Vec<Node>>,
    fillers_by_head: ByHead,
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
    rows_by_head: ByHead,
}

/// An index of wordings by the words with which they can begin.
#[derive(Default)]
struct ByHead {
    /// The places of the wordings that can begin with each word.
    places: HashMap<String, Vec<usize>>,
    /// The places of the wordings that can begin with a placeholder.
    headless: Vec<usize>,
}

impl ByHead {
    fn new(all: impl Iterator<Item = Option<HashSet<String>>>) -> ByHead {
        let mut index = ByHead::default();
        for (place, heads) in all.enumerate() {
            match heads {
                None => index.headless.push(place),
                Some(heads) => {
                    for head in heads {
                        index.places.entry(head).or_default().push(place);
                    }
                }
            }
        }
        index
    }

    /// Returns the places of the wordings that can begin with one of the words, in their order.
    fn get(&self, words: &[Word]) -> Vec<usize> {
        let known = words.iter().filter_map(|word| self.places.get(&word.form)).flatten();
        let mut places: Vec<usize> = known.chain(&self.headless).copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// A compiled wording with its meaning.
pub(super) struct Row {
    pub(super) nodes: Vec<Node>,
    /// The wording as written.
    pub(super) wording: String,
    /// The meanings, each as a list of sentences with placeholders.
    pub(super) meanings: Vec<Vec<String>>,
    /// Whether the wording is that of the sentence itself.
    pub(super) is_exact: bool,
    pub(super) note: Option<String>,
    pub(super) ask: Option<String>,
    pub(super) uncompleted: bool,
    pub(super) is_teller: bool,
    pub(super) needs_position: bool,
}

/// The text of the table, with its examples.
#[cfg(test)]
const TEXT: &str = include_str!("vocabulary.yaml");

/// The text of the table without comments and examples, which the build script removes: browsers load it.
#[cfg(not(test))]
const TEXT: &str = include_str!(concat!(env!("OUT_DIR"), "/vocabulary.yaml"));

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
            questions: std::mem::take(&mut table.questions),
            persons: HashMap::new(),
            fillers: Vec::new(),
            fillers_by_head: ByHead::default(),
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
            rows_by_head: ByHead::default(),
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
        for (name, variants) in &table.persons {
            for variant in variants {
                let mut words = variant.split_whitespace().map(str::to_lowercase);
                if let Some(first) = words.next() {
                    let known = vocabulary.persons.entry(first).or_default();
                    known.push((words.collect(), name.clone()));
                }
            }
        }
        for known in vocabulary.persons.values_mut() {
            known.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len()));
        }
        for (target, variants) in &table.synonyms {
            let target: Vec<String> = target.split_whitespace().map(str::to_owned).collect();
            for variant in variants {
                let words = vocabulary.simplified(vocabulary.named(split(variant)));
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
        let fillers = table.fillers.iter().map(|one| compile(one, &table.classes, &vocabulary));
        vocabulary.fillers = fillers.collect();
        vocabulary.fillers_by_head = ByHead::new(vocabulary.fillers.iter().map(|one| heads(one)));
        vocabulary.rows = vocabulary.compiled(&table);
        vocabulary.rows_by_head = ByHead::new(vocabulary.rows.iter().map(|row| heads(&row.nodes)));
        vocabulary
    }

    fn compiled(&self, table: &Table) -> Vec<Row> {
        let classes = &table.classes;
        // The other forms are read as they are, before the vocabulary is used, or as moves.
        let forms = spaced_forms().filter(|form| is_in_vocabulary(form));
        let exact = forms.map(|form| Row {
            nodes: compile(&exact_wording(form), classes, self),
            wording: form.replace(" ,", ","),
            meanings: vec![vec![form.replace(" ,", ",")]],
            is_exact: true,
            note: None,
            ask: None,
            uncompleted: false,
            is_teller: false,
            needs_position: false,
        });
        let phrases = table.phrases.iter().flat_map(|phrase| {
            phrase.said.iter().map(|wording| Row {
                nodes: compile(wording, classes, self),
                wording: wording.clone(),
                meanings: phrase.meanings(),
                is_exact: false,
                note: phrase.note.clone(),
                ask: phrase.ask.clone(),
                uncompleted: phrase.uncompleted,
                is_teller: phrase.is_teller,
                needs_position: phrase.needs_position,
            })
        });
        exact.chain(phrases).collect()
    }

    /// Reduces words to their base forms, leaves out words and expressions without a meaning, and replaces synonyms.
    pub(super) fn reduce(&self, words: Vec<Word>) -> Vec<Word> {
        self.without_fillers(self.base_forms(words))
    }

    /// Reduces words to their base forms, leaves out words without a meaning, and replaces synonyms, but leaves in the
    /// expressions of `fillers`.
    fn base_forms(&self, words: Vec<Word>) -> Vec<Word> {
        let reduced = rewritten(&self.simplified(self.named(words)), |words| {
            let (length, target) = self.replacement(words)?;
            let bytes = bytes(&words[..length]);
            let word = |form: &String| Word {
                raw: form.clone(),
                form: form.clone(),
                bytes: bytes.clone(),
                is_after_stop: words[0].is_after_stop,
            };
            Some((length, target.iter().map(word).collect()))
        });
        related(reduced)
    }

    /// Replaces the expressions for a player: "my son's" is "i's".
    fn named(&self, words: Vec<Word>) -> Vec<Word> {
        rewritten(&words, |words| {
            let (length, form) = self.person(words)?;
            let expression = &words[..length];
            let raw: Vec<&str> = expression.iter().map(|one| one.raw.as_str()).collect();
            let is_after_stop = words[0].is_after_stop;
            let word = Word { raw: raw.join(" "), form, bytes: bytes(expression), is_after_stop };
            Some((length, vec![word]))
        })
    }

    /// Returns the longest expression for a player at the start of `words`: its length, and the name.
    fn person(&self, words: &[Word]) -> Option<(usize, String)> {
        let (first, after) = words.split_first()?;
        let bare = first.form.strip_suffix("'s").unwrap_or(&first.form);
        let known = [&first.form[..], bare].into_iter().find_map(|form| self.persons.get(form))?;
        known.iter().find_map(|(rest, name)| {
            let (last, before) = match rest.split_last() {
                Some((last, before)) => (Some(last), before),
                None => (None, &[][..]),
            };
            let begins = rest.is_empty() || bare == first.form;
            let fits = after.len() >= rest.len()
                && before.iter().zip(after).all(|(wanted, word)| *wanted == word.form);
            if !begins || !fits {
                return None;
            }
            let (wanted, found) = match last {
                Some(wanted) => (wanted.as_str(), after[rest.len() - 1].form.as_str()),
                None => (bare, first.form.as_str()),
            };
            let owner = match found.strip_prefix(wanted)? {
                "" => "",
                "'s" | "s'" | "'" => "'s",
                _ => return None,
            };
            Some((1 + rest.len(), format!("{name}{owner}")))
        })
    }

    /// Leaves out the expressions of `fillers`.
    fn without_fillers(&self, words: Vec<Word>) -> Vec<Word> {
        rewritten(&words, |words| {
            let mut matcher = Matcher::new(words, Referents::default());
            let fillers = self.fillers_by_head.get(&words[..1]).into_iter();
            let ends = fillers.flat_map(|place| matcher.matches(&self.fillers[place], 0));
            Some((ends.map(|(end, _)| end).max()?, Vec::new()))
        })
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

    /// Returns the rows that can begin at one of the first words from `at` on, in their order.
    pub(super) fn rows_at(&self, words: &[Word], at: usize) -> impl Iterator<Item = &Row> {
        // A name and "his" may stand before the word, and each of them twice.
        let first = &words[at.min(words.len())..words.len().min(at + 4)];
        self.rows_by_head.get(first).into_iter().map(|place| &self.rows[place])
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
        self.base_forms(split(word)).into_iter().map(|word| word.form).collect()
    }

    /// Whether a question can begin with this word.
    pub(super) fn asks(&self, form: &str) -> bool {
        self.questions.contains(form)
    }

    /// Whether a word occurs in the vocabulary.
    pub(super) fn knows(&self, form: &str) -> bool {
        self.known.contains(form) || self.replaced.contains_key(form)
    }
}

/// Converts a sentence form to a wording: conjunctions may be left out.
/// Whether a sentence form is a row of the vocabulary.
pub(super) fn is_in_vocabulary(form: &str) -> bool {
    !["HAND", "RESULT", "moves the PIECE"].iter().any(|part| form.contains(part))
}

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

/// Replaces expressions from left to right. `replace` gets the words that are left, and returns how many of them the
/// expression at their start has, and the words in its place.
fn rewritten(words: &[Word], replace: impl Fn(&[Word]) -> Option<(usize, Vec<Word>)>) -> Vec<Word> {
    let mut left = words;
    let mut all = Vec::new();
    while let [first, after @ ..] = left {
        match replace(left) {
            Some((length, words)) => {
                all.extend(words);
                left = &left[length..];
            }
            None => {
                all.push(first.clone());
                left = after;
            }
        }
    }
    all
}

/// Returns the bytes of the line from the first of the words to the last.
fn bytes(words: &[Word]) -> Range<usize> {
    match words {
        [first, .., last] => first.bytes.start..last.bytes.end,
        [only] => only.bytes.clone(),
        [] => 0..0,
    }
}

/// Replaces "my opponent" and "White's opponent" by the name of that player.
fn related(words: Vec<Word>) -> Vec<Word> {
    let mut related: Vec<Word> = Vec::new();
    for word in words {
        let owner = match word.form.as_str() {
            "opponent" => Some(""),
            "opponent's" => Some("'s"),
            _ => None,
        };
        let other = related.last().and_then(|last| match last.form.as_str() {
            "i's" => Some("my-opponent"),
            "my-opponent's" => Some("i"),
            "white's" => Some("black"),
            "black's" => Some("white"),
            _ => None,
        });
        match (owner, other, related.last_mut()) {
            (Some(owner), Some(other), Some(last)) => {
                let form = format!("{other}{owner}");
                let bytes = last.bytes.start..word.bytes.end;
                *last = Word { form, bytes, ..last.clone() };
            }
            _ => related.push(word),
        }
    }
    related
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
