//! The known wrong answers of a library, in a file of one line for each cause.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use crate::vectors::{Level, Version, read_version};

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

/// The reason of a new entry.
pub const NOT_REVIEWED: &str = "not yet reviewed";

const HEAD: &str = "\
# Known wrong answers by their causes: how many, the cause, the reason, and a digest of each answer. The reasons between
# the dashes are yours to write; LAWBOOK_UPDATE=1 rewrites the rest.
";

const SEPARATOR: &str = " -- ";

impl Baseline {
    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Returns the number of the line and what would be right there.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let mut baseline = Baseline::default();
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim().is_empty() || line.starts_with('#') {
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
                    let known = read_known(word, rest);
                    baseline.causes.push(known.ok_or_else(|| {
                        wrong("a cause as in \"2 CAUSE -- REASON -- DIGEST DIGEST\"")
                    })?);
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
        let [major, minor, patch] = self.catalogue;
        let answers: Vec<String> =
            self.answers.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let mut text = format!(
            "{HEAD}library {}\ncatalogue {major}.{minor}.{patch}\nlevel {}\nanswers {}\n",
            self.library,
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

    /// Returns the entry that lists an answer.
    pub fn known(&self, digest: &str) -> Option<&Known> {
        self.causes.iter().find(|one| one.answers.iter().any(|answer| answer == digest))
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
    (answers.len() == count).then_some(Known { cause, reason, answers })
}

/// Returns the digest of a wrong answer: of the identifier of the question and the answer.
pub fn digest(id: &str, said: &str) -> String {
    // FNV-1a.
    let byte = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = id.bytes().chain([0]).chain(said.bytes()).fold(0xcbf2_9ce4_8422_2325, byte);
    format!("{:07x}", (hash ^ (hash >> 28) ^ (hash >> 56)) & 0x0fff_ffff)
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
        assert_eq!(sample().known("0000003").map(|one| one.cause.as_str()), Some("san: differs"));
        assert_eq!(sample().known("0000004"), None);
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
        let all: std::collections::BTreeSet<String> =
            (0..20_000).map(|number| digest("case/legal-moves", &format!("+{number}"))).collect();
        assert!(all.len() > 19_990, "{}", all.len());
    }
}
