use std::{
    fmt, fs,
    io::{self, Read},
    path::Path,
};

use include_dir::{Dir, include_dir};

use super::Problem;

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cases");

/// The largest file of cases that is read, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// The longest case that is read, in bytes: room for a game of 6,000 plies. What refers to each other inside
/// a case is compared pair by pair.
const MAX_CASE: usize = 32 << 10;

/// The longest document or list of conflicts that is read, in bytes.
const MAX_DOCUMENT: u64 = 256 << 10;

/// How many brackets may be open at once: reading more takes time that grows with the square.
const MAX_OPEN: usize = 100;

/// A file of the catalogue.
#[derive(Clone, Debug)]
pub struct CatalogueFile {
    /// Its path below the catalogue's folder, with `/`.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// A line of a file of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The file's path below the catalogue's folder, with `/`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// What a file holds, as its name says.
pub(super) enum FileKind {
    Document,
    Cases,
    Conflicts,
    Other,
}

/// The text of one case, with its place.
pub(super) struct Chunk<'a> {
    pub(super) file: &'a str,
    /// The line on which it begins, from 1.
    pub(super) line: usize,
    pub(super) text: &'a str,
}

impl Place {
    /// The folder of the file: the document, or `regressions`.
    pub fn folder(&self) -> &str {
        self.file.split_once('/').map_or("", |(folder, _)| folder)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cases/{}:{}", self.file, self.line)
    }
}

impl CatalogueFile {
    pub(super) fn kind(&self) -> FileKind {
        match self.path.split_once('/') {
            None if self.path == "conflicts.yaml" => FileKind::Conflicts,
            Some((_, "document.yaml")) => FileKind::Document,
            Some((_, name)) if name.ends_with(".yaml") => FileKind::Cases,
            _ => FileKind::Other,
        }
    }

    pub(super) fn folder(&self) -> &str {
        self.path.split_once('/').map_or("", |(folder, _)| folder)
    }
}

/// The files of the catalogue that is compiled in, by path.
pub fn embedded_files() -> Vec<CatalogueFile> {
    let mut files = Vec::new();
    for file in CASES.dirs().flat_map(Dir::files).chain(CASES.files()) {
        if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8())
            && path.ends_with(".yaml")
        {
            files.push(CatalogueFile { path: path.replace('\\', "/"), text: text.to_owned() });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The files of a catalogue on disk, by path: `.yaml` files in the folder and one folder deep.
///
/// # Errors
///
/// The folder or a file in it cannot be read, is no regular file, is larger than 4 MiB (256 KiB, if it is no file
/// of cases), opens more than 100 brackets at once, or is not UTF-8.
pub fn read_files(root: &Path) -> io::Result<Vec<CatalogueFile>> {
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    for entry in fs::read_dir(root).map_err(|error| explain(error, root))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    for folder in folders {
        for file in fs::read_dir(&folder).map_err(|error| explain(error, &folder))? {
            let path = file?.path();
            if path.extension().is_some_and(|extension| extension == "yaml") {
                files.push(read_file(root, &path).map_err(|error| explain(error, &path))?);
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The text of a file that has at most so many bytes.
///
/// # Errors
///
/// The file cannot be read, is longer, or is not UTF-8. A pipe or a device is read as far as that; a pipe
/// that nobody writes into is waited for.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let (size, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most >> 10, "KiB") };
        return Err(io::Error::other(format!("it is larger than {size} {unit}")));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not valid UTF-8"))
}

/// That a file which was found, not named, is a regular one: a pipe might be waited for without end.
///
/// # Errors
///
/// It is not there, or something else.
pub(crate) fn regular(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::other("it is no regular file"))
}

fn read_file(root: &Path, path: &Path) -> io::Result<CatalogueFile> {
    regular(path)?;
    let relative = path.strip_prefix(root).unwrap_or(path);
    let mut file =
        CatalogueFile { path: relative.to_string_lossy().replace('\\', "/"), text: String::new() };
    let most = match file.kind() {
        FileKind::Cases | FileKind::Other => MAX_BYTES,
        FileKind::Document | FileKind::Conflicts => MAX_DOCUMENT,
    };
    file.text = read_text(path, most)?;
    if most_open(&file.text) > MAX_OPEN {
        return Err(io::Error::other(format!("more than {MAX_OPEN} brackets are open at once")));
    }
    Ok(file)
}

fn explain(error: io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()))
}

/// The most brackets that are open at once anywhere in a text, whatever they mean there.
fn most_open(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// A digest of texts, one after the other (64-bit FNV-1a), as sixteen hexadecimal digits: it tells
/// versions of them apart and is no protection.
pub fn digest<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    let bytes = texts.into_iter().flat_map(|text| text.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Cuts a file of cases before every line that begins a case at the left margin.
///
/// One case that cannot be read then hides no other, and one can be read without the others.
pub(super) fn chunks<'a>(file: &'a CatalogueFile, problems: &mut Vec<Problem>) -> Vec<Chunk<'a>> {
    let mut starts = Vec::new();
    let (mut offset, mut number) = (0, 0);
    for line in file.text.split_inclusive('\n') {
        number += 1;
        let blank = line.trim().is_empty() || line.starts_with(['#', ' ']);
        if line.starts_with("- id:") {
            starts.push((offset, number));
        } else if !blank || (starts.is_empty() && line.starts_with(' ') && !line.trim().is_empty())
        {
            problems.push(Problem::new(
                &file.path,
                number,
                format!("{:?} begins at the left margin and is no case", line.trim_end()),
                "\"- id:\" where a case begins, and spaces before its other lines",
            ));
            return Vec::new();
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([file.text.len()]);
    let mut chunks: Vec<Chunk<'_>> = starts
        .iter()
        .zip(ends)
        .map(|(&(start, line), end)| Chunk { file: &file.path, line, text: &file.text[start..end] })
        .collect();
    chunks.retain(|chunk| {
        let fits = chunk.text.len() <= MAX_CASE;
        if !fits {
            let message = format!("the case is longer than {} KiB", MAX_CASE >> 10);
            problems.push(chunk.problem("", message, "a shorter line, or several cases"));
        }
        fits
    });
    chunks
}

impl Chunk<'_> {
    /// The identifier, if the first line names one.
    pub(super) fn id(&self) -> Option<&str> {
        self.text.lines().next()?.strip_prefix("- id:").map(str::trim)
    }

    pub(super) fn place(&self) -> Place {
        Place { file: self.file.to_owned(), line: self.line }
    }

    /// The line of the file on which a text first stands, or the first line of the case.
    pub(super) fn line_of(&self, text: &str) -> usize {
        let found = self.text.lines().position(|line| !text.is_empty() && line.contains(text));
        self.line + found.unwrap_or(0)
    }

    pub(super) fn problem(
        &self,
        near: &str,
        message: impl Into<String>,
        right: impl Into<String>,
    ) -> Problem {
        Problem::new(self.file, self.line_of(near), message, right)
    }
}
