//! The known wrong answers of a library, in a file of one line for each cause. The test in Rust and `lawbook check` write and
//! read the same file.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    pattern::pattern,
    vectors::{Level, Version, read_version},
};

/// The known wrong answers of a library. The text form is
///
/// ```text
/// library toy-chess
/// catalogue 0.1.0
/// level core
/// answers checkmate 182, legal-moves 1530
/// 34 castling/through-attack -- the square that the king passes is not tested -- 01ab3c 99f2d0 ...
/// ```
///
/// A line for a cause has the number of wrong answers, the cause, the reason, which is yours to write, and a short digest
/// of each answer. Empty lines and lines that begin with `#` are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The name of the library.
    pub library: String,
    /// The version of the catalogue for which it was written, as three numbers. Later cases do not fail.
    pub catalogue: Version,
    /// The level of the cases.
    pub level: Level,
    /// How many answers of each kind were given.
    pub answers: BTreeMap<String, usize>,
    /// The causes in the list.
    pub causes: Vec<Known>,
}

/// A cause of known wrong answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The name of the cause.
    pub cause: String,
    /// Why the library answers like this.
    pub reason: String,
    /// The digests of the wrong answers, sorted.
    pub answers: Vec<String>,
}

/// What became of a question that a library was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The kind of the question.
    pub kind: String,
    /// The version of the catalogue that added the case.
    pub since: Version,
    /// The answer.
    pub given: Given,
}

/// An answer, as a baseline sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// It is right.
    Right,
    /// It is wrong, or there is none because the library failed.
    Wrong {
        /// The name of the cause.
        cause: String,
        /// The digest of the answer: [`of_answer`] or [`of_failure`].
        digest: String,
    },
    /// The question was not put, because the library had failed before.
    NotReached,
}

/// The reason of a new entry.
pub const NOT_REVIEWED: &str = "not yet reviewed";

const HEAD: &str = "\
# Known wrong answers by their causes: how many, the cause, the reason, and a digest of each answer. The reasons between
# the dashes are yours to write; `LAWBOOK_UPDATE=1 cargo test` or `lawbook check --update` rewrites the rest.
";

const SEPARATOR: &str = " -- ";

impl Baseline {
    /// Creates the baseline that lists the wrong answers of a library to the cases up to a level.
    pub fn new(library: &str, catalogue: Version, level: Level, asked: &[Asked]) -> Baseline {
        let mut causes: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for one in asked {
            if let Given::Wrong { cause, digest } = &one.given {
                causes.entry(cause).or_default().push(digest.clone());
            }
        }
        let known = |(cause, mut answers): (&str, Vec<String>)| {
            answers.sort_unstable();
            answers.dedup();
            let cause = cause.replace(SEPARATOR, " - ");
            Known { cause, reason: NOT_REVIEWED.to_owned(), answers }
        };
        let mut causes: Vec<Known> = causes.into_iter().map(known).collect();
        causes.sort_by_key(|one| Reverse(one.answers.len()));
        let answers = count(asked.iter().filter(|one| one.given != Given::NotReached));
        Baseline { library: library.to_owned(), catalogue, level, answers, causes }
    }

    /// Checks that it is that of a library, and not of a later catalogue than the one in use.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
    pub fn is_for(&self, library: &str, catalogue: Version) -> Result<(), String> {
        if self.library != library {
            return Err(format!("it is about {}, not about {library}", self.library));
        }
        if self.catalogue > catalogue {
            let [of, here] = [self.catalogue, catalogue].map(version);
            return Err(format!("it is for the catalogue {of}, and this program has {here}"));
        }
        Ok(())
    }

    /// Returns what has to be written again, in a line each: kinds of questions with fewer answers than it says, or else wrong
    /// answers that have gone. At a lower level than its own nothing is, because not all questions are asked there.
    pub fn outdated(&self, level: Level, asked: &[Asked]) -> Vec<String> {
        if level < self.level {
            return Vec::new();
        }
        // A question that was not reached may be answered.
        let now = count(asked.iter().filter(|one| one.since <= self.catalogue));
        let number = |kind: &String| now.get(kind).copied().unwrap_or(0);
        let lost = self.answers.iter().filter(|(kind, before)| number(kind) < **before);
        let lost = lost.map(|(kind, before)| {
            format!("{kind}: {} questions are answered, and {before} were before", number(kind))
        });
        let lost: Vec<String> = lost.collect();
        // Of answers that are not given any more it is not known whether they would be wrong.
        if !lost.is_empty() {
            return lost;
        }
        let given: BTreeSet<&str> = asked.iter().filter_map(Asked::digest).collect();
        let gone = self.causes.iter().filter_map(|known| {
            let all = known.answers.len();
            let gone = known.answers.iter().filter(|one| !given.contains(one.as_str())).count();
            let text = format!("{}: {gone} of {all} listed wrong answers have gone", known.cause);
            (gone > 0).then_some(text)
        });
        gone.collect()
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Returns the number of the line and what would be right there.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let mut baseline = Baseline::default();
        let mut listed: BTreeMap<String, usize> = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |right: &str| format!("line {number}: {line:?}; expected {right}");
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "library" => baseline.library = rest.to_owned(),
                "catalogue" => {
                    baseline.catalogue =
                        read_version(rest).ok_or_else(|| wrong("a version such as 0.1.0"))?;
                }
                "level" => {
                    baseline.level =
                        Level::named(rest).ok_or_else(|| wrong("core, full or strict"))?;
                }
                "answers" => {
                    for part in rest.split(", ").filter(|part| !part.is_empty()) {
                        let pair = part.split_once(' ');
                        let pair = pair.and_then(|(kind, count)| Some((kind, count.parse().ok()?)));
                        let (kind, count) =
                            pair.ok_or_else(|| wrong("as in \"check 12, san 3\""))?;
                        baseline.answers.insert(kind.to_owned(), count);
                    }
                }
                _ => {
                    let known = read_known(word, rest).ok_or_else(|| {
                        wrong("a cause as in \"2 CAUSE -- REASON -- DIGEST DIGEST\"")
                    })?;
                    for answer in &known.answers {
                        if let Some(first) = listed.insert(answer.clone(), number) {
                            return Err(format!(
                                "line {number}: the answer {answer} is in line {first} too"
                            ));
                        }
                    }
                    baseline.causes.push(known);
                }
            }
        }
        match baseline.library.is_empty() {
            true => Err("the line with the library is missing, as in \"library NAME\"".to_owned()),
            false => Ok(baseline),
        }
    }

    /// Returns the text form.
    pub fn write(&self) -> String {
        let answers: Vec<String> =
            self.answers.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let mut text = format!(
            "{HEAD}library {}\ncatalogue {}\nlevel {}\nanswers {}\n",
            self.library,
            version(self.catalogue),
            self.level.name(),
            answers.join(", ")
        );
        for Known { cause, reason, answers } in &self.causes {
            let _ = writeln!(
                text,
                "{} {cause}{SEPARATOR}{reason}{SEPARATOR}{}",
                answers.len(),
                answers.join(" ")
            );
        }
        text
    }

    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns a message with the path.
    pub fn open(path: &Path) -> Result<Option<Baseline>, String> {
        match fs::read_to_string(path) {
            Ok(text) => Baseline::read(&text)
                .map(Some)
                .map_err(|error| format!("{}: {error}", path.display())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot read {}: {error}", path.display())),
        }
    }

    /// Writes a file. It has either its old or its new content, whatever happens.
    ///
    /// # Errors
    ///
    /// Returns a message with the path.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        // A symbolic link is kept, and its target is written.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut beside = path.clone().into_os_string();
        beside.push(format!(".{}", std::process::id()));
        let beside = PathBuf::from(beside);
        fs::write(&beside, self.write()).and_then(|()| fs::rename(&beside, &path)).map_err(
            |error| {
                let _ = fs::remove_file(&beside);
                format!("cannot write {}: {error}", path.display())
            },
        )
    }

    /// Returns the place in `causes` of the entry that lists an answer.
    pub fn place(&self, digest: &str) -> Option<usize> {
        self.causes.iter().position(|one| one.answers.iter().any(|answer| answer == digest))
    }

    /// Takes over the reasons of another list: of the entry with the same cause, or else of the one with most of the same
    /// answers.
    pub fn take_reasons(&mut self, old: &Baseline) {
        for one in &mut self.causes {
            let shared = |other: &&Known| {
                one.answers.iter().filter(|answer| other.answers.contains(answer)).count()
            };
            let same = old.causes.iter().find(|other| other.cause == one.cause);
            let like = || {
                let best = old.causes.iter().max_by_key(shared);
                best.filter(|other| shared(other) > 0)
            };
            if let Some(found) = same.or_else(like) {
                one.reason.clone_from(&found.reason);
            }
        }
    }
}

fn read_known(count: &str, rest: &str) -> Option<Known> {
    let count: usize = count.parse().ok()?;
    let (cause, rest) = rest.split_once(SEPARATOR)?;
    let (reason, digests) = rest.rsplit_once(SEPARATOR)?;
    let answers: Vec<String> = digests.split_whitespace().map(str::to_owned).collect();
    let (cause, reason) = (cause.to_owned(), reason.trim().to_owned());
    (count > 0 && answers.len() == count).then_some(Known { cause, reason, answers })
}

impl Asked {
    /// Returns the digest of a wrong answer.
    pub fn digest(&self) -> Option<&str> {
        match &self.given {
            Given::Wrong { digest, .. } => Some(digest),
            Given::Right | Given::NotReached => None,
        }
    }
}

/// Returns how many questions of each kind there are.
fn count<'a>(asked: impl Iterator<Item = &'a Asked>) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for one in asked {
        *count.entry(one.kind.clone()).or_insert(0) += 1;
    }
    count
}

fn version([major, minor, patch]: Version) -> String {
    format!("{major}.{minor}.{patch}")
}

/// Returns the digest of a wrong answer to the question with this identifier.
pub fn of_answer(id: &str, said: &str) -> String {
    // FNV-1a.
    let byte = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = id.bytes().chain([0]).chain(said.bytes()).fold(0xcbf2_9ce4_8422_2325, byte);
    format!("{:07x}", (hash ^ (hash >> 28) ^ (hash >> 56)) & 0x0fff_ffff)
}

/// Returns the digest of a failure to answer. What depends on the position in the message does not count.
pub fn of_failure(id: &str, message: &str) -> String {
    of_answer(id, &pattern(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Baseline {
        let known = |cause: &str, reason: &str, answers: &[&str]| Known {
            cause: cause.to_owned(),
            reason: reason.to_owned(),
            answers: answers.iter().map(|&one| one.to_owned()).collect(),
        };
        Baseline {
            library: "toy".to_owned(),
            catalogue: [0, 1, 0],
            level: Level::Full,
            answers: [("check".to_owned(), 3), ("san".to_owned(), 10)].into(),
            causes: vec![
                known("panics: no king", "old -- and known", &["0000001", "0000002"]),
                known("san: differs", NOT_REVIEWED, &["0000003"]),
            ],
        }
    }

    #[test]
    fn a_baseline_reads_back() {
        assert_eq!(Baseline::read(&sample().write()), Ok(sample()));
        assert_eq!(sample().place("0000003"), Some(1));
        assert_eq!(sample().place("0000004"), None);
    }

    #[test]
    fn what_is_wrong_in_a_baseline_is_said_with_its_line() {
        for (line, other, says) in [
            ("level full", "level fool", "line 5: \"level fool\"; expected core, full or strict"),
            ("catalogue 0.1.0", "catalogue 1", "line 4: \"catalogue 1\"; expected a version"),
            ("check 3", "check", "line 6: "),
            ("2 panics", "3 panics", "line 7: "),
            ("2 panics", "panics", "line 7: "),
            ("library toy\n", "", "the line with the library is missing"),
            ("0000003", "0000002", "line 8: the answer 0000002 is in line 7 too"),
        ] {
            let error = Baseline::read(&sample().write().replace(line, other)).unwrap_err();
            assert!(error.starts_with(says), "{error}");
        }
    }

    #[test]
    fn reasons_move_with_the_answers() {
        let mut new = sample();
        new.causes[0].cause = "panics: king".to_owned();
        new.causes.iter_mut().for_each(|one| one.reason = NOT_REVIEWED.to_owned());
        new.take_reasons(&sample());
        assert_eq!(new.causes[0].reason, "old -- and known");
    }

    #[test]
    fn the_file_is_replaced_as_a_whole() {
        let path = std::env::temp_dir().join(format!("lawbook-gate-{}.txt", std::process::id()));
        assert_eq!(Baseline::open(&path), Ok(None));
        sample().save(&path).unwrap();
        assert_eq!(Baseline::open(&path), Ok(Some(sample())));
        fs::remove_file(&path).unwrap();
        assert!(sample().save(Path::new("/no-such-folder/lawbook.txt")).is_err());
    }

    #[test]
    fn digests_differ() {
        let all: std::collections::BTreeSet<String> = (0..20_000)
            .map(|number| of_answer("case/legal-moves", &format!("+{number}")))
            .collect();
        assert!(all.len() > 19_990, "{}", all.len());
    }
}
