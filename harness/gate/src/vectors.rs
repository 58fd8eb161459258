//! The questions and their right answers, read from lines of text; `harness/docs/vectors.md` describes the format.

use std::collections::BTreeMap;

use crate::diagnosis::{Mistake, kind};

/// The vectors of the Laws in force.
const EMBEDDED: &str = include_str!("../fide-2023.txt");

/// The format that is read here.
const FORMAT: &str = "3";

/// Version numbers, to be compared.
pub type Version = [u32; 3];

/// All vectors.
#[derive(Default)]
pub struct Vectors<'a> {
    /// The version of the catalogue.
    pub(crate) version: Version,
    /// The rule set under which the answers are right.
    pub(crate) rule_set: &'a str,
    /// The mistakes that predict wrong answers.
    pub(crate) mistakes: Vec<Mistake<'a>>,
    /// The cases.
    pub cases: Vec<Case<'a>>,
}

/// A case, with up to two moments for questions: the end, and before the last act.
pub struct Case<'a> {
    pub(crate) id: &'a str,
    pub(crate) level: Level,
    pub(crate) since: Version,
    pub(crate) title: &'a str,
    pub(crate) why: &'a str,
    pub(crate) moments: Vec<Play<'a>>,
}

/// How advanced the subject of a case is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Rules that every chess program has to know.
    #[default]
    Core,
    /// In addition, the conduct of the players, careless notation, and features that a program may leave to its caller.
    Full,
    /// In addition, dead positions with material to mate, and play that goes on after the end of the game.
    Strict,
}

impl Level {
    /// Returns the name: `core`, `full` or `strict`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Core => "core",
            Level::Full => "full",
            Level::Strict => "strict",
        }
    }

    /// Returns the level with this name.
    pub fn named(name: &str) -> Option<Level> {
        [Level::Core, Level::Full, Level::Strict].into_iter().find(|level| level.name() == name)
    }
}

/// A line of play with questions about its end.
#[derive(Default)]
pub(crate) struct Play<'a> {
    pub(crate) fen: &'a str,
    pub(crate) acts: Vec<&'a str>,
    pub(crate) chess960: bool,
    /// What is wrong with the setup, if it cannot be played.
    pub(crate) flaw: &'a str,
    /// The conditions of the game in the form of the protocol, if they are not the usual ones.
    pub(crate) event: &'a str,
    /// The number of acts after which each ending holds for the first time, in the order of `OWN_ENDINGS`.
    pub(crate) own_ends: Vec<(&'a str, usize)>,
    /// Where the rule set ends the game before the last move.
    pub(crate) over_at: Option<(&'a str, usize)>,
    /// The moves that lead from the initial position to the setup.
    pub(crate) from_start: Vec<&'a str>,
    /// The moves to be played and taken back before each act and at the end.
    pub(crate) detours: Vec<Vec<&'a str>>,
    /// The illegal moves to be tried at the end.
    pub(crate) refused: Vec<&'a str>,
    pub(crate) questions: Vec<Asked<'a>>,
}

impl Play<'_> {
    /// Returns whether its questions are before the last act of the case: they have a prefix then.
    pub(crate) fn is_before_last_act(&self) -> bool {
        self.questions.first().is_some_and(|one| one.id.starts_with("before/"))
    }

    /// Returns whether the setup can be played.
    pub(crate) fn is_playable(&self) -> bool {
        !self.questions.iter().any(|one| one.question.name == "setup" && one.right == ("is", "no"))
    }
}

/// A question with its right answer.
pub(crate) struct Asked<'a> {
    /// The identifier, after that of the case.
    pub(crate) id: &'a str,
    pub(crate) question: Question<'a>,
    /// The kind of the right answer, and the answer.
    pub(crate) right: (&'a str, &'a str),
    /// The predicted wrong answers, each with the places of its mistakes.
    pub(crate) wrong: Vec<(&'a str, Vec<usize>)>,
}

impl Asked<'_> {
    /// Returns the name of the question in lists of changed answers.
    pub(crate) fn name(&self) -> &str {
        let way = match self.right.0 {
            "among" => "-among",
            "not_among" => "-not-among",
            "move_count" => "-count",
            _ => "",
        };
        self.id.strip_suffix(way).unwrap_or(self.id)
    }
}

/// A question: its name with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    pub(crate) name: &'a str,
    fields: Vec<(&'a str, &'a str)>,
    /// The number of plies before the setup.
    plies: usize,
}

impl<'a> Question<'a> {
    /// A question without fields.
    pub(crate) const fn plain(name: &'a str) -> Question<'a> {
        Question { name, fields: Vec::new(), plies: 0 }
    }

    /// Reads `claim ground=fifty`. The field `text` is the last one, because it may have spaces.
    pub fn read(text: &'a str) -> Question<'a> {
        let (name, mut rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut fields = Vec::new();
        while let Some((field, value)) = rest.split_once('=') {
            let (value, after) = match field {
                "text" => (value, ""),
                _ => value.split_once(' ').unwrap_or((value, "")),
            };
            fields.push((field, value));
            rest = after;
        }
        Question { name, fields, plies: 0 }
    }

    /// Returns the kind: the name, with the ground of a claim or the side.
    pub(crate) fn kind(&self) -> String {
        let written = self.field("written").map(|_| "written");
        let parts = [self.field("ground"), written, self.field("side")].into_iter().flatten();
        parts.fold(self.name.to_owned(), |kind, part| kind + "-" + part)
    }

    /// Returns the value of a field.
    pub(crate) fn field(&self, name: &str) -> Option<&'a str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| *value)
    }

    /// Returns the question in a line with `plies` more plies before the setup.
    pub(crate) fn shifted(&self, plies: usize) -> Question<'a> {
        match self.name {
            "same-as" => Question { plies: self.plies + plies, ..self.clone() },
            _ => self.clone(),
        }
    }

    /// Returns the value of a field; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> &'a str {
        self.field(name).unwrap_or_default()
    }

    /// Returns the value of a field that is the ply of an earlier position.
    pub(crate) fn ply(&self, name: &str) -> usize {
        self.number(name) as usize + self.plies
    }

    /// Returns the value of a field that is a number; 0 if it is none.
    pub(crate) fn number(&self, name: &str) -> u32 {
        self.field(name).and_then(|text| text.parse().ok()).unwrap_or(0)
    }
}

impl std::fmt::Display for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)?;
        self.fields.iter().try_for_each(|(name, value)| match value.parse::<usize>() {
            Ok(ply) if *name == "ply" => write!(f, " ply={}", ply.saturating_add(self.plies)),
            _ => write!(f, " {name}={value}"),
        })
    }
}

impl<'a> Vectors<'a> {
    /// Returns the vectors of the Laws in force.
    pub fn embedded() -> Vectors<'static> {
        Vectors::read(EMBEDDED)
    }

    /// Vectors of a rule set without any case.
    pub fn without_cases(rule_set: &'a str) -> Vectors<'a> {
        Vectors { rule_set, ..Vectors::default() }
    }

    /// Reads the lines. Kinds of lines and fields that are not known are left out.
    pub fn read(text: &'a str) -> Vectors<'a> {
        let mut vectors = Vectors::default();
        let mut starts: BTreeMap<&str, &str> = BTreeMap::new();
        for line in text.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                ["lawbook", FORMAT, version, _, rule_set] => {
                    vectors.version = read_version(version).unwrap_or_default();
                    vectors.rule_set = rule_set;
                }
                ["mistake", name, says, ref rest @ ..] => {
                    // One of a kind comes after it, and has the same.
                    let kind = vectors.mistakes.iter().rev().find(|one| one.name == kind(name));
                    let own = rest.first().copied().or(kind.map(|one| one.consequences));
                    let consequences = own.unwrap_or_default();
                    vectors.mistakes.push(Mistake { name, says, consequences });
                }
                ["start", fen, moves] => {
                    starts.insert(fen, moves);
                }
                ["case", id, level, since, title, why] => {
                    // An empty field is that of the case before.
                    let last = vectors.cases.last();
                    let level = Level::named(level).or(last.map(|one| one.level));
                    let since = read_version(since).or(last.map(|one| one.since));
                    let why = last.filter(|_| why.is_empty()).map_or(why, |one| one.why);
                    let (level, since) = (level.unwrap_or_default(), since.unwrap_or_default());
                    vectors.cases.push(Case { id, level, since, title, why, moments: Vec::new() });
                }
                ["play", fen, acts, ref rest @ ..] => {
                    if let Some(case) = vectors.cases.last_mut() {
                        let mut play = read_play(fen, acts, rest);
                        play.from_start = list(starts.get(fen).copied().unwrap_or_default(), ' ');
                        case.moments.push(play);
                    }
                }
                ["ask", id, question, right, ref wrong @ ..] => {
                    let play = vectors.cases.last_mut().and_then(|case| case.moments.last_mut());
                    if let Some(play) = play {
                        play.questions.push(read_asked(id, question, right, wrong));
                    }
                }
                _ => {}
            }
        }
        vectors
    }

    /// Returns what goes wrong with a mistake, or with those of a kind.
    pub(crate) fn says(&self, name: &str) -> String {
        let of = |name: &str| self.mistakes.iter().find(|one| one.name == name).map(|one| one.says);
        let fixed: Vec<&str> = name.split('/').skip(2).filter(|value| *value != "*").collect();
        match (of(name).filter(|says| !says.is_empty()), of(kind(name))) {
            (Some(says), _) => says.to_owned(),
            (None, Some(says)) if fixed.is_empty() => says.to_owned(),
            (None, Some(says)) => format!("{says}: {}", fixed.join(", ")),
            (None, None) => String::new(),
        }
    }

    /// Returns all lines of play.
    pub(crate) fn plays(&self) -> impl Iterator<Item = &Play<'a>> {
        self.cases.iter().flat_map(|case| &case.moments)
    }

    /// Returns how many questions there are up to a level, by their kinds.
    pub(crate) fn count(&self, level: Level) -> BTreeMap<String, usize> {
        let mut count = BTreeMap::new();
        let cases = self.cases.iter().filter(|case| case.level <= level);
        for asked in cases.flat_map(|case| &case.moments).flat_map(|play| &play.questions) {
            *count.entry(asked.question.kind()).or_insert(0) += 1;
        }
        count
    }
}

/// Reads `1.2.3`.
pub(crate) fn read_version(text: &str) -> Option<Version> {
    let numbers: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

fn list(text: &str, separator: char) -> Vec<&str> {
    text.split(separator).filter(|one| !one.is_empty()).collect()
}

fn read_play<'a>(fen: &'a str, acts: &'a str, rest: &[&'a str]) -> Play<'a> {
    let end =
        |text: &'a str| text.split_once(':').and_then(|(by, acts)| Some((by, acts.parse().ok()?)));
    let mut play = Play { fen, acts: list(acts, ','), ..Play::default() };
    for (name, value) in rest.iter().filter_map(|field| field.split_once('=')) {
        match name {
            "chess960" => play.chess960 = value == "yes",
            "flaw" => play.flaw = value,
            "event" => play.event = value,
            "ends" => play.own_ends = list(value, ' ').into_iter().filter_map(end).collect(),
            "over" => play.over_at = end(value),
            "detours" => play.detours = value.split(',').map(|moves| list(moves, ' ')).collect(),
            "refused" => play.refused = list(value, ' '),
            _ => {}
        }
    }
    play
}

fn read_asked<'a>(id: &'a str, question: &'a str, right: &'a str, wrong: &[&'a str]) -> Asked<'a> {
    let wrong = wrong
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1].split(' ').filter_map(|place| place.parse().ok()).collect()));
    Asked {
        id: if id.is_empty() { question } else { id },
        question: Question::read(question),
        right: right.split_once(' ').unwrap_or((right, "")),
        wrong: wrong.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_have_fields() {
        let claim = Question::read("claim ground=fifty written=e2e4");
        assert_eq!((claim.name, claim.field("ground")), ("claim", Some("fifty")));
        assert_eq!(claim.kind(), "claim-fifty-written");
        assert_eq!(Question::read("can-mate side=white").kind(), "can-mate-white");
        assert_eq!(claim.field("written"), Some("e2e4"));
        let reads = Question::read("reads text=e8 = Q+");
        assert_eq!(reads.field("text"), Some("e8 = Q+"));
        assert_eq!(Question::read("same-as ply=4").number("ply"), 4);
        assert_eq!(Question::read("check"), Question::plain("check"));
        assert_eq!(claim.to_string(), "claim ground=fifty written=e2e4");
        for (read, shown) in
            [("same-as ply=4", "same-as ply=10"), ("same-as ply=x", "same-as ply=x")]
        {
            assert_eq!(Question::read(read).shifted(6).to_string(), shown);
        }
    }

    #[test]
    fn the_embedded_vectors_are_whole() {
        let vectors = Vectors::embedded();
        let written = |kind: &str| EMBEDDED.lines().filter(|line| line.starts_with(kind)).count();
        assert!(vectors.version > [0, 0, 0] && vectors.rule_set == "fide-2023");
        assert_eq!(vectors.cases.len(), written("case\t"));
        assert_eq!(vectors.plays().count(), written("play\t"));
        assert_eq!(vectors.count(Level::Strict).values().sum::<usize>(), written("ask\t"));
        assert!(vectors.count(Level::Core)["legal-moves"] > 1000);
        let plays = || vectors.plays();
        assert!(plays().any(|play| play.chess960) && plays().any(|play| !play.is_playable()));
        assert!(plays().any(|play| play.flaw == "no-king"));
        assert!(vectors.mistakes.iter().any(|one| one.consequences.contains("san")));
        assert!(plays().any(|play| play.over_at.is_some() && play.from_start.is_empty()));
        assert!(plays().any(|play| play.from_start.len() > 3));
        assert!(plays().any(|play| play.own_ends.contains(&("threefold-repetition", 8))));
        assert!(
            plays().all(|play| {
                play.detours.is_empty() || play.detours.len() == play.acts.len() + 1
            })
        );
        let places = plays().flat_map(|play| &play.questions).flat_map(|asked| &asked.wrong);
        let mut places = places.flat_map(|(_, places)| places);
        assert!(places.all(|&place| place < vectors.mistakes.len()));
    }
}
