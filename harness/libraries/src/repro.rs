//! Reproduction programs for bug reports: they are in the language of a library, use only its own interface, and show
//! that an answer is wrong. They do not need lawbook.

use std::collections::BTreeMap;

use lawbook::{
    board::Color,
    rules::{Act, RuleSet},
};
use lawbook_catalogue::{
    Case, Catalogue, Cause, Deviation,
    question::{Expected, HistoryQuestion, NotationQuestion, PositionQuestion, Question},
};

use crate::{Language, Library, libraries, library, printed};

/// A reproduction of a wrong answer: library, case, question and known deviation.
#[derive(Debug)]
pub struct Repro<'a> {
    library: &'static Library,
    case: &'a Case,
    expected: Expected,
    known: Option<&'a Deviation>,
    asks: Asks,
}

/// The aspect of a case that a program tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// The answer to the question.
    Answer,
    /// Only whether setup and acts are accepted, whatever the question is.
    Taken,
}

/// Why a program cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReproError {
    /// The library is unknown.
    #[error("reproduction programs for {0} do not exist yet; they exist for {1}")]
    Library(String, String),
    /// The case does not ask the question, or only under rules that no library follows.
    #[error("{case} does not ask {question:?}; it asks {asks}")]
    Question {
        /// The case.
        case: String,
        /// The requested question.
        question: String,
        /// The questions that the case asks.
        asks: String,
    },
    /// No deviation is listed for the case, so the question must be specified.
    #[error("{library} has no known deviation on {case}; name a question with --question: {asks}")]
    NothingKnown {
        /// The library.
        library: String,
        /// The case.
        case: String,
        /// The questions that the case asks.
        asks: String,
    },
    /// `library.yaml` has no code for this kind of question.
    #[error("{0} has no reproduction program for {1:?} yet; it has them for {2}")]
    Kind(String, String, String),
    /// The case includes acts for which libraries have no functions.
    #[error("{0} contains an act that no library has a function for")]
    Acts(String),
}

impl<'a> Repro<'a> {
    /// The output of a program that refuses something or fails.
    pub const REFUSED: &'static str = "refused";

    /// Creates the reproduction of `question`. If it is `None`, uses the first question for which a deviation is
    /// listed.
    ///
    /// # Errors
    ///
    /// The library is unknown, `library.yaml` has no code for the question, or the case does not ask it.
    pub fn new(
        case: &'a Case,
        name: &str,
        question: Option<&str>,
        known: &'a [Deviation],
    ) -> Result<Repro<'a>, ReproError> {
        let Some(library) = library(name) else {
            let names: Vec<&str> = libraries().iter().map(|one| one.name).collect();
            return Err(ReproError::Library(name.to_owned(), names.join(", ")));
        };
        let listed = known
            .iter()
            .filter(|one| one.implementation == library.name && one.cases.contains(&case.id));
        let expected = case.expected_under(RuleSet::LATEST);
        let asks = || {
            let mut names: Vec<String> = expected.iter().map(|one| one.question.name()).collect();
            names.dedup();
            names.join(", ")
        };
        let Some(name) = question
            .map(str::to_owned)
            .or_else(|| listed.clone().next().map(|one| one.question.clone()))
        else {
            return Err(ReproError::NothingKnown {
                library: library.name.to_owned(),
                case: case.id.clone(),
                asks: asks(),
            });
        };
        let known = listed.clone().find(|one| one.question == name);
        let is_listed = |one: &Expected| known.is_some_and(|known| known.asks(&one.question));
        let is_asked = |one: &&Expected| one.question.name() == name || is_listed(one);
        let asked = || expected.iter().filter(is_asked);
        // A case can ask the same question twice.
        let known_of = |one: &&Expected| {
            let says = known.and_then(|known| known.says.as_ref());
            says.is_some_and(|says| printed::can_explain(&one.right, says))
        };
        let Some(expected) = asked().find(known_of).or_else(|| asked().next()).cloned() else {
            return Err(ReproError::Question {
                case: case.id.clone(),
                question: name,
                asks: asks(),
            });
        };
        let mut repro = Repro { library, case, expected, known, asks: Asks::Answer };
        let sections = repro.sections();
        if repro.acts().iter().any(Act::may_leave_legal_line) {
            return Err(ReproError::Acts(case.id.clone()));
        }
        if sections.contains_key(repro.kind()) && printed::right(&repro.expected.right).is_some() {
            return Ok(repro);
        }
        let is_refused = known.is_some_and(|known| {
            matches!(known.cause, Cause::SetupRefused(_) | Cause::MoveRefused { .. })
        });
        if !is_refused || !sections.contains_key("set-up") {
            let beside = ["install", "imports", "set-up"];
            let kinds: Vec<&str> =
                sections.keys().copied().filter(|name| !beside.contains(name)).collect();
            let kind = repro.kind().to_owned();
            return Err(ReproError::Kind(library.name.to_owned(), kind, kinds.join(", ")));
        }
        repro.asks = Asks::Taken;
        Ok(repro)
    }

    /// One program for each listed deviation that names a case: of its first case that can be reproduced.
    pub fn all(catalogue: &'a Catalogue, known: &'a [Deviation]) -> Vec<Repro<'a>> {
        known.iter().filter_map(|entry| Repro::of(entry, catalogue, known).ok().flatten()).collect()
    }

    /// The program for a deviation, of its first case that can be reproduced; `None` if it names no known case.
    ///
    /// # Errors
    ///
    /// `library.yaml` has no code for the question.
    pub fn of(
        entry: &'a Deviation,
        catalogue: &'a Catalogue,
        known: &'a [Deviation],
    ) -> Result<Option<Repro<'a>>, ReproError> {
        let mut refusal = None;
        for case in entry.cases.iter().filter_map(|id| catalogue.case(id)) {
            match Repro::new(case, &entry.implementation, Some(&entry.question), known) {
                Ok(repro) => return Ok(Some(repro)),
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        refusal.map_or(Ok(None), Err)
    }

    /// The `lawbook repro` command that writes this program.
    pub fn command(&self) -> String {
        let question = self.expected.question.name();
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || "-+=#_.".contains(letter);
        let question = match question.chars().all(is_word) {
            true => question,
            false => format!("'{}'", question.replace('\'', "'\\''")),
        };
        let (case, library) = (&self.case.id, self.library.name);
        format!("lawbook repro {case} --library {library} --question {question}")
    }

    /// The case that the program reproduces.
    pub const fn case(&self) -> &'a Case {
        self.case
    }

    /// The library.
    pub const fn library(&self) -> &'static Library {
        self.library
    }

    /// The language of the library.
    pub const fn language(&self) -> Language {
        self.library.language
    }

    /// The right results. The program compares with any of them.
    pub fn rights(&self) -> Vec<String> {
        let right = match self.asks {
            Asks::Answer => printed::right(&self.expected.right).unwrap_or_default(),
            Asks::Taken => "taken".to_owned(),
        };
        // Some libraries report a draw without a reason.
        let unspecified = right.starts_with("draw/").then(|| "draw/unspecified".to_owned());
        [right].into_iter().chain(unspecified).collect()
    }

    /// The result that the program is known to print: `refused` for a failure, whose wording is not listed; `None` if the
    /// entry names only the cause of a wrong answer.
    pub fn known_to_say(&self) -> Option<String> {
        let refused = || Some(Repro::REFUSED.to_owned());
        let known = self.known?;
        match (&known.says, &known.cause) {
            (Some(says), _) => printed::known(&self.expected.right, says).or_else(refused),
            (None, Cause::Fault(_) | Cause::EndsByItself(_) | Cause::Unexplained { .. }) => None,
            (None, _) => refused(),
        }
    }

    /// The text of the program.
    pub fn program(&self, catalogue: &Catalogue) -> String {
        let skeleton = match self.language() {
            Language::JavaScript => include_str!("../repro/javascript.txt"),
            Language::Python => include_str!("../repro/python.txt"),
            Language::Rust => include_str!("../repro/rust.txt"),
        };
        let sections = self.sections();
        let imports = sections.get("imports").copied().unwrap_or_default();
        let parts = [
            ("comment", self.comment(catalogue)),
            ("imports", imports.trim_end().to_owned()),
            ("right", self.language().list(&self.rights())),
            ("body", self.body()),
        ];
        filled(skeleton, &parts)
    }

    /// The body of the function that asks the library.
    pub fn body(&self) -> String {
        let sections = self.sections();
        let asks = match self.asks {
            Asks::Answer => sections.get(self.kind()).copied().unwrap_or_default(),
            Asks::Taken => self.language().taken(),
        };
        // Only the text about legal moves leaves a list; each other one ends by returning its answer.
        let is_list = self.asks == Asks::Answer
            && self.expected.question == PositionQuestion::LegalMoves.into();
        let rest = self.language().of_moves(&self.expected.right).filter(|_| is_list);
        let rest = rest.unwrap_or_default();
        // Whether a setup can be played is tested without a game.
        let begins = match (self.kind(), self.asks) {
            ("setup", Asks::Answer) => "",
            _ => sections.get("set-up").copied().unwrap_or_default(),
        };
        let moves: Vec<String> =
            self.acts().iter().filter_map(Act::played).map(|played| played.to_string()).collect();
        let (mut tried, mut text, mut ply) = (&[][..], "", 0);
        match &self.expected.question {
            Question::Position(PositionQuestion::Refuses { moves }) => tried = moves,
            Question::Notation(
                NotationQuestion::Reads { text: read }
                | NotationQuestion::ReadsUci { text: read }
                | NotationQuestion::ReadsFen { text: read },
            ) => text = read,
            Question::History(HistoryQuestion::SameAs { ply: earlier }) => ply = *earlier,
            _ => {}
        }
        let tried: Vec<String> = tried.iter().map(ToString::to_string).collect();
        let parts = [
            ("fen", self.language().literal(&self.case.setup.to_string())),
            ("moves", self.language().list(&moves)),
            ("acts", self.language().list(&self.words())),
            ("text", self.language().literal(text)),
            ("ply", ply.to_string()),
            ("tried", self.language().list(&tried)),
        ];
        let indent = if self.language() == Language::JavaScript { "  " } else { "    " };
        let body = filled(&format!("{}\n{}\n{rest}", begins.trim_end(), asks.trim_end()), &parts);
        let lines: Vec<String> =
            body.trim().lines().map(|line| format!("{indent}{line}")).collect();
        lines.join("\n")
    }

    fn kind(&self) -> &'static str {
        self.expected.question.kind()
    }

    /// The acts before the question.
    fn acts(&self) -> &[Act] {
        self.case.acts_until(self.expected.moment)
    }

    /// The acts as words for the program: a move in UCI, `offer white`, `accept`, `claim`, `resign black`, `flag
    /// white`.
    fn words(&self) -> Vec<String> {
        let side = |color: &Color| color.name().to_lowercase();
        let words = |act: &Act| match act {
            Act::Offer { by } => vec![format!("offer {}", side(by))],
            Act::Accept { .. } => vec!["accept".to_owned()],
            Act::Agree => vec!["offer white".to_owned(), "accept".to_owned()],
            Act::Claim { written: None, .. } => vec!["claim".to_owned()],
            Act::Resign { by } => vec![format!("resign {}", side(by))],
            Act::FlagFalls { by } => vec![format!("flag {}", side(by))],
            other => other.played().iter().map(ToString::to_string).collect(),
        };
        self.acts().iter().flat_map(words).collect()
    }

    fn comment(&self, catalogue: &Catalogue) -> String {
        let versions = self.known.and_then(|one| one.versions.as_ref()).map(ToString::to_string);
        let bare = versions.as_deref().and_then(one_of);
        let bare = bare.unwrap_or(&self.library.version);
        // If the deviation applies to several releases, all are named.
        let about = versions.as_deref().filter(|versions| versions.contains(','));
        let about = about.map(|versions| format!(" (it is known of {versions})"));
        let about = about.unwrap_or_default();
        let install = filled(self.library.install().trim(), &[("version", bare.to_owned())]);
        let install = match self.language() {
            Language::Rust => format!(
                "{} {bare}{about}. To see it: `cargo new repro`, and there `{install}`, this as src/main.rs, and `cargo run`.",
                self.library.name
            ),
            Language::JavaScript | Language::Python => {
                format!(
                    "{} {bare}{about}. To see it: `{install}`, and run this.",
                    self.library.name
                )
            }
        };
        let mut paragraphs = vec![
            format!(
                "Written by `lawbook repro` for the case {}. It does not need lawbook.",
                self.case.id
            ),
            format!("{}.", self.case.title.trim_end_matches('.')),
            install,
            match self.asks {
                Asks::Answer => format!(
                    "{} Expected: {}, by {}.",
                    self.expected.question,
                    self.expected.right,
                    RuleSet::LATEST
                ),
                Asks::Taken => {
                    "Can the position be set up and the moves be played? Expected: yes.".to_owned()
                }
            },
        ];
        let states = catalogue.statements_under(self.case, RuleSet::LATEST).into_iter();
        paragraphs.extend(states.map(|one| format!("{}: {}", one.id, one.says)));
        paragraphs.push(self.case.why_under(RuleSet::LATEST));
        if let Some(known) = self.known {
            paragraphs.push(known.reason.clone());
            paragraphs.extend(known.source.as_ref().map(|source| format!("See {source}")));
        }
        self.language().comment(&paragraphs)
    }

    /// Code snippets of `library.yaml` by name; several names may share one text.
    fn sections(&self) -> BTreeMap<&'static str, &'static str> {
        let parts = self.library.repro.iter();
        parts
            .flat_map(|(names, text)| names.split(' ').map(move |name| (name, text.as_str())))
            .collect()
    }
}

/// The last release in a version requirement: `1.4.0` of `>=1.3.0, <=1.4.0`. `None` if the requirement excludes it.
fn one_of(versions: &str) -> Option<&str> {
    let last = versions.rsplit(',').next()?.trim();
    let bare = last.trim_start_matches(['=', '<', '>', '~', '^', ' ']);
    let is_among = last.contains('=') || last.starts_with(['~', '^']);
    is_among.then_some(bare)
}

/// Replaces each `{{name}}` once. Inserted text is not searched for names.
fn filled(text: &str, parts: &[(&str, String)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let named = after.split_once("}}").and_then(|(name, after)| {
            let (_, part) = parts.iter().find(|(other, _)| *other == name)?;
            Some((part, after))
        });
        match named {
            Some((part, after)) => {
                filled.push_str(part);
                rest = after;
            }
            None => {
                filled.push_str("{{");
                rest = after;
            }
        }
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_text_is_not_looked_at_again() {
        for (text, filled_in) in [
            ("{{a}} and {{b}}", "{{b}} and 2"),
            ("{{c}} {{a}}", "{{c}} {{b}}"),
            ("{{", "{{"),
            ("{{{a}}}", "{{{a}}}"),
        ] {
            let parts = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
            assert_eq!(filled(text, &parts), filled_in, "{text}");
        }
    }

    #[test]
    fn the_version_to_install_is_one_of_which_it_is_known() {
        for (versions, bare) in [
            ("=1.4.0", Some("1.4.0")),
            (">=1.3.0, <=1.4.0", Some("1.4.0")),
            (">=1.3", Some("1.3")),
            ("~1.3", Some("1.3")),
            (">=1.3, <2", None),
        ] {
            assert_eq!(one_of(versions), bare, "{versions}");
        }
    }

    #[test]
    fn what_a_case_says_is_no_part_of_the_program() {
        let (catalogue, known) = (Catalogue::embedded(), crate::known_deviations().unwrap());
        let mut case = catalogue.case("reading-a-piece-without-a-square").unwrap().clone();
        case.title = "*/ \u{2028}process.exit(0)\nimport os".to_owned();
        for (library, sign) in [("owlchess", "//"), ("chess.js", "//"), ("python-chess", "#")] {
            let repro = Repro::new(&case, library, Some("reads-K"), &known);
            let Ok(repro) = repro else { continue };
            let program = repro.program(&catalogue);
            let named = |line: &str| line.contains("process.exit(0)") || line.contains("import os");
            assert!(
                program.lines().all(|line| !named(line) || line.starts_with(sign)),
                "{program}"
            );
        }
    }

    #[test]
    fn what_cannot_be_shown_is_said() {
        let (catalogue, known) = (Catalogue::embedded(), crate::known_deviations().unwrap());
        let case = catalogue.case("fifty-moves-nobody-claims").unwrap();
        for (library, question, says) in [
            ("fritz", None, "reproduction programs for fritz do not exist yet"),
            ("shakmaty", None, "name a question with --question: ruling"),
            (
                "shakmaty",
                Some("ruling"),
                "shakmaty has no reproduction program for \"ruling\" yet; it has them for setup",
            ),
            ("chess.js", Some("pinned"), "does not ask \"pinned\"; it asks ruling"),
        ] {
            let error = Repro::new(case, library, question, &known).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn what_is_known_can_be_shown() {
        let (catalogue, known) = (Catalogue::embedded(), crate::known_deviations().unwrap());
        // A case does not contain the question about moves taken back, so no program exists for it.
        let undo = Question::History(HistoryQuestion::Undo).name();
        let listed: Vec<&Deviation> =
            known.iter().filter(|one| !one.cases.is_empty() && one.question != undo).collect();
        let refused: Vec<String> = listed
            .iter()
            .filter_map(|one| Repro::of(one, &catalogue, &known).err())
            .map(|error| error.to_string())
            .collect();
        assert!(listed.len() > 300, "{}", listed.len());
        // Allows 7% without a program, so that a new deviation does not have to wait for its code.
        assert!(refused.len() * 100 <= listed.len() * 7, "{}", refused.join("\n"));
    }
}
