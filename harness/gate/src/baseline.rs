//! The known wrong answers of a library, in a file of one line for each cause. The test in Rust and `lawbook check` read,
//! compare and write the same file with the functions of this module.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::{self, Write as _},
    fs,
    io::{self, Read},
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
/// answers checkmate 182 2f6ab0c81d47, legal-moves 1530 90c3b7aa5e12
/// 2 castling/through-attack -- the square that the king passes is not tested -- 01ab3c99f2d0 51f0e2a7b6c8
/// ```
///
/// Each of the first four lines stands there once. The line of answers has, for each kind of question, how many were
/// answered, and a digest of their identifiers. A line for a cause has the number of wrong answers, the cause, the reason,
/// which is yours to write, and a digest of each answer. Empty lines and lines that begin with `#` are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The name of the library.
    pub library: String,
    /// The version of the catalogue for which it was written. Later cases are not asked.
    pub catalogue: Version,
    /// The level of the cases.
    pub level: Level,
    /// The questions of each kind that were answered.
    pub answered: BTreeMap<String, Answered>,
    /// The causes in the list.
    pub causes: Vec<Known>,
}

/// A cause of known wrong answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The name of the cause.
    pub cause: String,
    /// Why the library answers like this.
    pub reason: String,
    /// The digests of the wrong answers.
    pub answers: BTreeSet<Digest>,
}

/// A set of questions of one kind: enough to tell it from any other set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answered {
    /// The number of questions.
    pub count: usize,
    /// The exclusive or of the digests of their identifiers.
    pub digest: Digest,
}

impl Answered {
    fn add(&mut self, id: &str) {
        self.count += 1;
        self.digest.0 ^= Digest::of(id.bytes()).0;
    }
}

/// A digest of 48 bits, written as twelve hexadecimal digits. With 8,000 answers the chance that two have the same one is
/// about one in nine million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest(u64);

impl Digest {
    /// Number of hexadecimal digits.
    const DIGITS: usize = 12;

    /// Returns the digest of bytes: FNV-1a, folded.
    fn of(bytes: impl Iterator<Item = u8>) -> Digest {
        let byte = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, byte);
        Digest((hash ^ (hash >> 48)) & 0xffff_ffff_ffff)
    }

    /// Returns the digest of a wrong answer to the question with the identifier `id`.
    pub fn of_answer(id: &str, answer: &str) -> Digest {
        Digest::of(id.bytes().chain([0]).chain(answer.bytes()))
    }

    /// Returns the digest of a failure to answer the question with the identifier `id`. The parts of the message that depend
    /// on the position do not count.
    pub fn of_failure(id: &str, message: &str) -> Digest {
        Digest::of_answer(id, &pattern(message))
    }

    fn read(text: &str) -> Option<Digest> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == Digest::DIGITS && text.bytes().all(is_digit))
            .then(|| u64::from_str_radix(text, 16).ok().map(Digest))?
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:01$x}", self.0, Digest::DIGITS)
    }
}

/// A question that a library was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The identifier of the question.
    pub id: String,
    /// The kind of the question.
    pub kind: String,
    /// The level of the case.
    pub level: Level,
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
        /// The digest of the answer.
        digest: Digest,
    },
    /// The question was not put, because the library had failed before.
    NotReached,
}

/// An error with a baseline file; each has the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaselineError {
    /// It is not a baseline, or not that of this library.
    Invalid(String),
    /// It cannot be read or written.
    File(String),
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (BaselineError::Invalid(message) | BaselineError::File(message)) = self;
        f.write_str(message)
    }
}

impl std::error::Error for BaselineError {}

/// The reason of a new entry.
pub const NOT_REVIEWED: &str = "not yet reviewed";

/// Maximum size of a file, in bytes.
const MAX_SIZE: u64 = 64 << 20;

/// Maximum length of a cause, in characters. Messages of libraries can be longer.
const MAX_CAUSE: usize = 1000;

const HEAD: &str = "\
# Known wrong answers by their causes: how many, the cause, the reason, and a digest of each answer. The reasons between
# the dashes are yours to write; `LAWBOOK_UPDATE=1 cargo test` or `lawbook check --update` rewrites the rest.
";

const SEPARATOR: &str = " -- ";

impl Baseline {
    /// Creates the baseline that lists the wrong answers of a library to the cases up to a level. Reasons are those of the
    /// `old` one: of its entry with the same cause, or else of the one with most of the same answers.
    pub fn new(
        library: &str,
        catalogue: Version,
        level: Level,
        asked: &[Asked],
        old: Option<&Baseline>,
    ) -> Baseline {
        let mut causes: BTreeMap<String, BTreeSet<Digest>> = BTreeMap::new();
        let mut answered: BTreeMap<String, Answered> = BTreeMap::new();
        for one in asked.iter().filter(|one| one.given != Given::NotReached) {
            answered.entry(one.kind.clone()).or_default().add(&one.id);
            if let Given::Wrong { cause, digest } = &one.given {
                let cause = cause.chars().take(MAX_CAUSE).collect();
                causes.entry(cause).or_default().insert(*digest);
            }
        }
        let known = |(cause, answers)| {
            let entries = || old.iter().flat_map(|old| &old.causes);
            let shared = |one: &&Known| one.answers.intersection(&answers).count();
            let alike = entries().max_by_key(shared).filter(|one| shared(one) > 0);
            let found = entries().find(|one| one.cause == cause).or(alike);
            let reason = found.map_or_else(|| NOT_REVIEWED.to_owned(), |one| one.reason.clone());
            Known { cause, reason, answers }
        };
        let mut causes: Vec<Known> = causes.into_iter().map(known).collect();
        causes.sort_by_key(|one| Reverse(one.answers.len()));
        Baseline { library: library.to_owned(), catalogue, level, answered, causes }
    }

    /// Returns whether a case of this version of the catalogue is asked: it is not later than the baseline.
    pub fn has_cases_since(&self, version: Version) -> bool {
        version <= self.catalogue
    }

    /// Checks that the baseline in the file `path` is that of one of the libraries `names`, and not of a later catalogue than
    /// the one in use. Returns the place of the library in the list.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with it.
    pub fn owner(
        &self,
        path: &Path,
        names: &[String],
        catalogue: Version,
    ) -> Result<usize, BaselineError> {
        let shown = path.display();
        let Some(place) = names.iter().position(|name| *name == self.library) else {
            let (own, others) = (&self.library, names.join(", "));
            return Err(BaselineError::Invalid(format!(
                "{shown} is the baseline of {own}, and not of {others}; use another file"
            )));
        };
        if self.catalogue > catalogue {
            let [of, here] = [self.catalogue, catalogue].map(version);
            return Err(BaselineError::Invalid(format!(
                "{shown} is for the catalogue {of}, and this program has {here}"
            )));
        }
        Ok(place)
    }

    /// Returns what in the baseline does not hold any more, in a line each: the kinds of which other questions are answered
    /// now, and the listed answers that are gone.
    ///
    /// `level` is that of the run, and `is_whole` whether all cases up to it were asked.
    ///
    /// # Errors
    ///
    /// Returns why this cannot be known.
    pub fn outdated(
        &self,
        level: Level,
        is_whole: bool,
        asked: &[Asked],
    ) -> Result<Vec<String>, String> {
        let unknown = |why: &str| {
            format!(
                "{why}, so it was not compared which questions are answered and which listed answers are gone"
            )
        };
        if !is_whole {
            return Err(unknown("not all cases were asked"));
        }
        if level < self.level {
            let own = self.level.name();
            return Err(unknown(&format!("the baseline is of the level {own}")));
        }
        // A question that was not reached may or may not have been answered before.
        let mut now: BTreeMap<&str, [Answered; 2]> = BTreeMap::new();
        for one in asked.iter().filter(|one| one.level <= self.level) {
            let [answered, reachable] = now.entry(&one.kind).or_default();
            reachable.add(&one.id);
            if one.given != Given::NotReached {
                answered.add(&one.id);
            }
        }
        let kinds: BTreeSet<&str> =
            now.keys().copied().chain(self.answered.keys().map(String::as_str)).collect();
        let mut lines = Vec::new();
        let mut is_lost = false;
        for kind in kinds {
            let before = self.answered.get(kind).copied().unwrap_or_default();
            let sets = now.get(kind).copied().unwrap_or_default();
            if sets.contains(&before) {
                continue;
            }
            let now = sets[0].count;
            let more = now.checked_sub(before.count);
            is_lost |= more.is_none_or(|more| more == 0);
            let change = match more {
                Some(0) => "not the same ones".to_owned(),
                Some(more) => format!("{more} more"),
                None => format!("{} fewer", before.count - now),
            };
            let before = before.count;
            lines.push(format!("{kind}: questions answered: {now} now, {before} before; {change}"));
        }
        // It is not known whether answers that are not given any more would be wrong.
        if is_lost {
            return Ok(lines);
        }
        let given: BTreeSet<Digest> = asked.iter().filter_map(Asked::digest).collect();
        for known in &self.causes {
            let gone = known.answers.difference(&given).count();
            if gone > 0 {
                let (cause, all) = (&known.cause, known.answers.len());
                lines.push(format!("{cause}: {gone} of {all} listed wrong answers have gone"));
            }
        }
        Ok(lines)
    }

    /// Reads the text form.
    ///
    /// # Errors
    ///
    /// Returns the number of the line and what would be right there, or which line is missing.
    pub fn read(text: &str) -> Result<Baseline, String> {
        let mut heads: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        let mut causes = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if HEADS.iter().any(|(head, _)| *head == word) {
                if let Some((first, _)) = heads.insert(word, (number, rest)) {
                    return Err(format!("line {number}: {word:?} stands in line {first} too"));
                }
                continue;
            }
            let known = read_known(word, rest);
            causes.push(known.ok_or_else(|| expected(number, line, CAUSE))?);
        }
        let name = |text: &str| Some(unescape(text)).filter(|name| !name.is_empty());
        Ok(Baseline {
            library: read_head(&heads, 0, name)?,
            catalogue: read_head(&heads, 1, read_version)?,
            level: read_head(&heads, 2, Level::named)?,
            answered: read_head(&heads, 3, read_answered)?,
            causes,
        })
    }

    /// Returns the text form.
    pub fn write(&self) -> String {
        let answers: Vec<String> = (self.answered.iter())
            .map(|(kind, Answered { count, digest })| format!("{kind} {count} {digest}"))
            .collect();
        let mut text = format!(
            "{HEAD}library {}\ncatalogue {}\nlevel {}\nanswers {}\n",
            escape(&self.library),
            version(self.catalogue),
            self.level.name(),
            answers.join(", ")
        );
        for Known { cause, reason, answers } in &self.causes {
            // Two dashes in a cause would separate it from its reason.
            let cause = escape(cause).replace("--", "-\\-").replace("--", "-\\-");
            let _ =
                write!(text, "{} {cause}{SEPARATOR}{}{SEPARATOR}", answers.len(), escape(reason));
            let answers: Vec<String> = answers.iter().map(Digest::to_string).collect();
            let _ = writeln!(text, "{}", answers.join(" "));
        }
        text
    }

    /// Reads a file; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read, is not a regular file, exceeds 64 MiB, or is not a baseline.
    pub fn open(path: &Path) -> Result<Option<Baseline>, BaselineError> {
        let shown = path.display();
        let error = |problem: &dyn fmt::Display| {
            BaselineError::File(format!("cannot read {shown}: {problem}"))
        };
        // A pipe is not opened, because that waits until something is written to it.
        match fs::metadata(path) {
            Ok(about) if about.is_file() => {}
            Ok(_) => return Err(error(&"it is not a regular file")),
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(problem) => return Err(error(&problem)),
        }
        let mut text = String::new();
        let file = fs::File::open(path).map_err(|problem| error(&problem))?;
        let read = file.take(MAX_SIZE + 1).read_to_string(&mut text);
        let size = read.map_err(|problem| error(&problem))?;
        if size as u64 > MAX_SIZE {
            return Err(error(&"it is larger than 64 MiB"));
        }
        let invalid =
            |problem| BaselineError::Invalid(format!("{shown} is not a baseline: {problem}"));
        Baseline::read(&text).map(Some).map_err(invalid)
    }

    /// Writes a file, with the permissions of the file that is there. It has either its old or its new content, whatever
    /// happens; only a file with several names (hard links) is written in place, because it would lose the others.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or would be larger than [`Baseline::open`] reads.
    pub fn save(&self, path: &Path) -> Result<(), BaselineError> {
        let error = |problem: &dyn fmt::Display| {
            BaselineError::File(format!("cannot write {}: {problem}", path.display()))
        };
        let text = self.write();
        if text.len() as u64 > MAX_SIZE {
            return Err(error(&"it would be larger than 64 MiB"));
        }
        let path = target(path).map_err(|problem| error(&problem))?;
        replace(&path, &text).map_err(|problem| error(&problem))
    }

    /// Returns the place in `causes` of the entry that lists an answer.
    pub fn place(&self, digest: Digest) -> Option<usize> {
        self.causes.iter().position(|one| one.answers.contains(&digest))
    }
}

/// The lines before the causes: the first word, and what is expected.
const HEADS: [(&str, &str); 4] = [
    ("library", "\"library NAME\""),
    ("catalogue", "a version, as in \"catalogue 0.1.0\""),
    ("level", "\"level core\", \"level full\" or \"level strict\""),
    (
        "answers",
        "kinds, counts and digests, as in \"answers check 12 0123456789ab, san 3 ba9876543210\"",
    ),
];

const CAUSE: &str = "a cause, as in \"2 CAUSE -- REASON -- DIGEST DIGEST\" with digests of twelve hexadecimal digits";

fn expected(number: usize, line: &str, right: &str) -> String {
    format!("line {number}: {line:?}; expected {right}")
}

/// Reads the rest of the line with a place in [`HEADS`]. `heads` has the number and the rest of each such line.
fn read_head<T>(
    heads: &BTreeMap<&str, (usize, &str)>,
    place: usize,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, String> {
    let (word, right) = HEADS[place];
    let missing = || format!("the line {word:?} is missing; expected {right}");
    let (number, rest) = heads.get(word).ok_or_else(missing)?;
    read(rest).ok_or_else(|| expected(*number, &format!("{word} {rest}"), right))
}

fn read_known(count: &str, rest: &str) -> Option<Known> {
    let count: usize = count.parse().ok()?;
    let (cause, rest) = rest.split_once(SEPARATOR)?;
    let (reason, digests) = rest.rsplit_once(SEPARATOR)?;
    let answers: Option<Vec<Digest>> = digests.split_whitespace().map(Digest::read).collect();
    let answers = answers.filter(|answers| answers.len() == count)?;
    let answers = answers.into_iter().collect();
    Some(Known { cause: unescape(cause), reason: unescape(reason), answers })
}

fn read_answered(text: &str) -> Option<BTreeMap<String, Answered>> {
    let mut answered = BTreeMap::new();
    for part in text.split(", ").filter(|_| !text.is_empty()) {
        let mut words = part.split(' ');
        let (kind, count, digest) = (words.next()?, words.next()?, words.next()?);
        let set = Answered { count: count.parse().ok()?, digest: Digest::read(digest)? };
        if words.next().is_some() || answered.insert(kind.to_owned(), set).is_some() {
            return None;
        }
    }
    Some(answered)
}

/// Escapes what a line of the file cannot have: control characters, and spaces at the ends.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for (place, letter) in text.char_indices() {
        let is_end = place == 0 || place + letter.len_utf8() == text.len();
        match letter {
            '\\' => escaped.push_str("\\\\"),
            _ if letter.is_control() || is_end && letter.is_whitespace() => {
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(letter));
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Reads what [`escape`] wrote. A backslash that escapes nothing stays.
fn unescape(text: &str) -> String {
    let mut read = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        read.push_str(before);
        let number = after.strip_prefix("u{").and_then(|one| one.split_once('}'));
        let letter = number.and_then(|(number, rest)| {
            Some((char::from_u32(u32::from_str_radix(number, 16).ok()?)?, rest))
        });
        let plain = ['\\', '-'].into_iter().find(|&one| after.starts_with(one));
        let (letter, after) =
            letter.or_else(|| Some((plain?, &after[1..]))).unwrap_or(('\\', after));
        read.push(letter);
        rest = after;
    }
    read + rest
}

/// Returns the file that a path names: the target of symbolic links, which need not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            // A relative target counts from the folder of the link.
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Replaces the content of a file.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let about = fs::metadata(path).ok();
    #[cfg(unix)]
    if about.as_ref().is_some_and(|about| std::os::unix::fs::MetadataExt::nlink(about) > 1) {
        return fs::write(path, text);
    }
    // Hidden, in case that nothing removes it.
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let replaced = fs::write(&temporary, text)
        .and_then(|()| {
            about.map_or(Ok(()), |one| fs::set_permissions(&temporary, one.permissions()))
        })
        .and_then(|()| fs::rename(&temporary, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    replaced
}

impl Asked {
    /// Returns the digest of a wrong answer.
    fn digest(&self) -> Option<Digest> {
        match self.given {
            Given::Wrong { digest, .. } => Some(digest),
            Given::Right | Given::NotReached => None,
        }
    }
}

fn version([major, minor, patch]: Version) -> String {
    format!("{major}.{minor}.{patch}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an answer to a question of the kind `kind`: right, or wrong with this cause.
    fn answer(id: &str, kind: &str, level: Level, cause: Option<&str>) -> Asked {
        let wrong = |cause: &str| Given::Wrong {
            cause: cause.to_owned(),
            digest: Digest::of_answer(id, "wrong"),
        };
        let given = cause.map_or(Given::Right, wrong);
        Asked { id: id.to_owned(), kind: kind.to_owned(), level, given }
    }

    /// Three checks and two moves in algebraic notation, one of each wrong, and a question of a higher level.
    fn asked() -> Vec<Asked> {
        let (core, full) = (Level::Core, Level::Full);
        vec![
            answer("a/check", "check", core, None),
            answer("b/check", "check", core, Some("panics: no king")),
            answer("c/check", "check", full, None),
            answer("a/san", "san", core, Some("san: differs")),
            answer("b/san", "san", core, None),
            answer("c/mate", "mate", Level::Strict, Some("mate: wrongly no")),
        ]
    }

    fn sample() -> Baseline {
        let asked = asked();
        let mut sample = Baseline::new("toy", [0, 1, 0], Level::Full, &asked[..5], None);
        sample.causes[0].reason = "old -- and known".to_owned();
        sample
    }

    #[test]
    fn a_baseline_reads_back() {
        assert_eq!(Baseline::read(&sample().write()), Ok(sample()));
        assert_eq!(Baseline::read(&format!("\u{feff}{}", sample().write())), Ok(sample()));
        assert_eq!(sample().place(Digest::of_answer("a/san", "wrong")), Some(1));
        assert_eq!(sample().place(Digest::of_answer("b/san", "wrong")), None);
    }

    /// Texts that could be taken for a part of the file.
    const HOSTILE: [&str; 26] = [
        " ",
        " a",
        "a ",
        "-",
        "--",
        " --",
        "-- ",
        " -- ",
        "a -- b",
        "a --",
        "---",
        "----",
        "#",
        "\\",
        "\\-",
        "\\u{20}",
        "\\u{",
        "\n",
        "a\r\nlevel core",
        "\t",
        "\u{85}",
        "\u{2028}",
        "\u{feff}",
        "\u{3000}x\u{3000}",
        "library",
        "2 a -- b",
    ];

    #[test]
    fn any_texts_read_back() {
        // A generator of pairs of them, and 2,000 sets of up to 8,000 answers.
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for set in 0..2000 {
            let mut text =
                || format!("{}{}", HOSTILE[next(HOSTILE.len())], HOSTILE[next(HOSTILE.len())]);
            let library = text();
            let causes: Vec<(String, String)> = (0..6).map(|_| (text(), text())).collect();
            // Most sets are small, because large ones take long.
            let answers = if set % 100 == 0 { 8000 } else { next(40) };
            let asked: Vec<Asked> = (0..answers)
                .map(|number| {
                    let cause = &causes[next(causes.len())].0;
                    answer(&format!("{set}-{number}/san"), "san", Level::Core, Some(cause))
                })
                .collect();
            let mut written = Baseline::new(&library, [0, 1, set], Level::Strict, &asked, None);
            for known in &mut written.causes {
                let (_, reason) = causes.iter().find(|(cause, _)| *cause == known.cause).unwrap();
                known.reason.clone_from(reason);
            }
            let read = Baseline::read(&written.write());
            assert_eq!(read.as_ref(), Ok(&written), "set {set}: {}", written.write());
            for one in &asked {
                assert!(written.place(one.digest().unwrap()).is_some(), "{one:?}");
            }
            assert_eq!(written.outdated(Level::Strict, true, &asked), Ok(Vec::new()));
        }
    }

    #[test]
    fn errors_name_the_line_and_what_is_expected() {
        let line = |word: &str| {
            let text = sample().write();
            text.lines().find(|line| line.starts_with(word)).unwrap().to_owned() + "\n"
        };
        let digest = Digest::of_answer("a/san", "wrong").to_string();
        for (old, new, says) in [
            ("level full", "level fool", "line 5: \"level fool\"; expected \"level core\""),
            ("catalogue 0.1.0", "catalogue 1", "line 4: \"catalogue 1\"; expected a version"),
            ("library toy", "library", "line 3: \"library \"; expected \"library NAME\""),
            ("check 3", "check", "line 6: "),
            ("check 3", "check x", "line 6: "),
            ("check 3", "san 3", "line 6: "),
            ("1 panics", "2 panics", "line 7: "),
            ("1 panics", "0 panics", "line 7: "),
            ("1 panics", "panics", "line 7: "),
            (&digest, &digest[1..], "line 8: "),
            (&digest, "0123456789AB", "line 8: "),
            (&line("library"), "", "the line \"library\" is missing"),
            (&line("catalogue"), "", "the line \"catalogue\" is missing"),
            (&line("level"), "", "the line \"level\" is missing"),
            (&line("answers"), "", "the line \"answers\" is missing"),
            ("level full", "level full\nlevel core", "line 6: \"level\" stands in line 5 too"),
            ("\nanswers", "\nanswers\nanswers", "line 7: \"answers\" stands in line 6 too"),
        ] {
            let error = Baseline::read(&sample().write().replace(old, new)).unwrap_err();
            assert!(error.starts_with(says), "{old:?} -> {new:?}: {error}");
        }
    }

    #[test]
    fn changes_make_a_baseline_outdated() {
        type Change = fn(&mut Vec<Asked>);
        let changed = |kind, now, before, by| {
            vec![format!("{kind}: questions answered: {now} now, {before} before; {by}")]
        };
        let gone = vec!["san: differs: 1 of 1 listed wrong answers have gone".to_owned()];
        let more: Change = |all| all.push(answer("d/check", "check", Level::Core, None));
        let other: Change = |all| all[0].id = "d/check".to_owned();
        let more_and_gone: Change = |all| {
            all[3].given = Given::Right;
            all.push(answer("d/check", "check", Level::Core, None));
        };
        // Whether the answer that is lost would be wrong is not known.
        let other_and_gone: Change = |all| {
            all[3].given = Given::Right;
            all[0].id = "d/check".to_owned();
        };
        let rows: [(&str, Change, Vec<String>); 11] = [
            ("nothing", |_| {}, Vec::new()),
            ("of a higher level", |all| all[5].given = Given::Right, Vec::new()),
            ("lost", |all| drop(all.remove(0)), changed("check", 2, 3, "1 fewer")),
            (
                "kind lost",
                |all| all.retain(|one| one.kind != "san"),
                changed("san", 0, 2, "2 fewer"),
            ),
            ("gained", more, changed("check", 4, 3, "1 more")),
            (
                "new kind",
                |all| all[0].kind = "fen".to_owned(),
                [changed("check", 2, 3, "1 fewer"), changed("fen", 1, 0, "1 more")].concat(),
            ),
            ("one lost and one gained", other, changed("check", 3, 3, "not the same ones")),
            ("a wrong answer gone", |all| all[3].given = Given::Right, gone.clone()),
            ("gained and gone", more_and_gone, [changed("check", 4, 3, "1 more"), gone].concat()),
            ("exchanged and gone", other_and_gone, changed("check", 3, 3, "not the same ones")),
            ("not reached", |all| all[0].given = Given::NotReached, Vec::new()),
        ];
        for (name, change, expected) in rows {
            let mut now = asked();
            change(&mut now);
            let outdated = sample().outdated(Level::Strict, true, &now).unwrap();
            assert_eq!(outdated, expected, "{name}");
        }
        // Questions that were not reached are not recorded as answered, and may be answered later.
        let mut before = asked();
        before[0].given = Given::NotReached;
        let written = Baseline::new("toy", [0, 1, 0], Level::Full, &before[..5], None);
        assert_eq!(written.answered["check"].count, 2);
        let more = written.outdated(Level::Full, true, &asked()[..5]).unwrap();
        assert_eq!(more, ["check: questions answered: 3 now, 2 before; 1 more"]);
    }

    #[test]
    fn a_partial_run_says_that_it_was_not_compared() {
        let partial = sample().outdated(Level::Full, false, &[]).unwrap_err();
        assert!(partial.starts_with("not all cases were asked, so"), "{partial}");
        let lower = sample().outdated(Level::Core, true, &[]).unwrap_err();
        assert!(lower.starts_with("the baseline is of the level full, so"), "{lower}");
        assert!(sample().outdated(Level::Full, true, &asked()[..5]).is_ok());
    }

    #[test]
    fn a_baseline_belongs_to_one_library_and_no_later_catalogue() {
        let names = ["other".to_owned(), "toy".to_owned()];
        let path = Path::new("a.txt");
        assert_eq!(sample().owner(path, &names, [0, 1, 0]), Ok(1));
        assert_eq!(sample().owner(path, &names, [1, 0, 0]), Ok(1));
        for (names, version, says) in [
            (&names[..1], [0, 1, 0], "a.txt is the baseline of toy, and not of other"),
            (&names[..], [0, 0, 9], "a.txt is for the catalogue 0.1.0, and this program has 0.0.9"),
        ] {
            let error = sample().owner(path, names, version).unwrap_err();
            assert!(error.to_string().starts_with(says), "{error}");
        }
        assert!(sample().has_cases_since([0, 1, 0]) && sample().has_cases_since([0, 0, 9]));
        assert!(!sample().has_cases_since([0, 1, 1]));
    }

    #[test]
    fn reasons_move_with_the_cause_or_else_with_the_answers() {
        let mut old = sample();
        old.causes[1].reason = "of san".to_owned();
        for (cause, reason) in [
            ("panics: no king", "old -- and known"),
            // The same answer, under another name.
            ("panics: a king", "old -- and known"),
            // The name counts before the answer.
            ("san: differs", "of san"),
        ] {
            let asked = [answer("b/check", "check", Level::Core, Some(cause))];
            let new = Baseline::new("toy", [0, 1, 0], Level::Full, &asked, Some(&old));
            assert_eq!(new.causes[0].reason, reason, "{cause}");
        }
        let asked = [answer("d/check", "check", Level::Core, Some("check: wrongly no"))];
        let new = Baseline::new("toy", [0, 1, 0], Level::Full, &asked, Some(&old));
        assert_eq!(new.causes[0].reason, NOT_REVIEWED);
    }

    #[test]
    fn a_long_message_is_cut() {
        let asked = [answer("a", "check", Level::Core, Some(&"é".repeat(5000)))];
        let new = Baseline::new("toy", [0, 1, 0], Level::Full, &asked, None);
        assert_eq!(new.causes[0].cause.chars().count(), MAX_CAUSE);
        assert_eq!(Baseline::read(&new.write()), Ok(new));
    }

    /// A folder for a test, which is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path =
                std::env::temp_dir().join(format!("lawbook-gate-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_file_is_replaced_as_a_whole() {
        let folder = Folder::new("whole");
        let path = folder.0.join("lawbook.txt");
        assert_eq!(Baseline::open(&path), Ok(None));
        sample().save(&path).unwrap();
        assert_eq!(Baseline::open(&path), Ok(Some(sample())));
        assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
        assert!(sample().save(&folder.0.join("none/lawbook.txt")).is_err());
        let error = Baseline::open(&folder.0).unwrap_err();
        assert!(error.to_string().ends_with("it is not a regular file"), "{error}");
        assert!(matches!(Baseline::open(&path.join("below")), Err(BaselineError::File(_))));
        fs::write(&path, "library toy").unwrap();
        assert!(matches!(Baseline::open(&path), Err(BaselineError::Invalid(_))));
        fs::write(&path, [0xff]).unwrap();
        assert!(matches!(Baseline::open(&path), Err(BaselineError::File(_))));
        let large = fs::File::create(&path).unwrap();
        large.set_len(MAX_SIZE + 1).unwrap();
        let error = Baseline::open(&path).unwrap_err();
        assert!(error.to_string().ends_with("it is larger than 64 MiB"), "{error}");
    }

    #[test]
    fn the_largest_file_is_written_and_read() {
        let folder = Folder::new("largest");
        let path = folder.0.join("lawbook.txt");
        let mut largest = sample();
        let missing = MAX_SIZE as usize - largest.write().len();
        largest.causes[0].reason.push_str(&"x".repeat(missing));
        largest.save(&path).unwrap();
        assert!(Baseline::open(&path) == Ok(Some(largest.clone())));
        largest.causes[0].reason.push('x');
        let error = largest.save(&path).unwrap_err();
        assert!(error.to_string().ends_with("it would be larger than 64 MiB"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_links_and_names_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = Folder::new("links");
        let path = |name: &str| folder.0.join(name);
        fs::write(path("own"), "").unwrap();
        fs::set_permissions(path("own"), fs::Permissions::from_mode(0o640)).unwrap();
        let number = |name: &str| fs::metadata(path(name)).unwrap().ino();
        let before = number("own");
        sample().save(&path("own")).unwrap();
        assert_eq!(fs::metadata(path("own")).unwrap().mode() & 0o777, 0o640);
        // The old content is there until the new one is complete.
        assert_ne!(number("own"), before);
        fs::hard_link(path("own"), path("second")).unwrap();
        let mut other = sample();
        other.library = "other".to_owned();
        other.save(&path("own")).unwrap();
        assert_eq!(Baseline::open(&path("second")), Ok(Some(other)));
        symlink("target", path("dangling")).unwrap();
        symlink(path("dangling"), path("link")).unwrap();
        sample().save(&path("link")).unwrap();
        assert!(path("link").is_symlink() && path("dangling").is_symlink());
        assert_eq!(Baseline::open(&path("target")), Ok(Some(sample())));
        symlink("circle", path("circle")).unwrap();
        assert!(sample().save(&path("circle")).is_err());
    }

    #[test]
    fn digests_differ() {
        let digest = |number: u32| Digest::of_answer("case/legal-moves", &format!("+{number}"));
        let all: BTreeSet<Digest> = (0..100_000).map(digest).collect();
        assert_eq!(all.len(), 100_000);
        let text = digest(1).to_string();
        assert_eq!((text.len(), Digest::read(&text)), (Digest::DIGITS, Some(digest(1))));
        // What depends on the position does not count in a message.
        assert_eq!(
            Digest::of_failure("a", "no piece on e4"),
            Digest::of_failure("a", "no piece on d5")
        );
        assert_ne!(Digest::of_failure("a", "no piece"), Digest::of_failure("b", "no piece"));
    }
}
