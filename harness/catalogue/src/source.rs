use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::LazyLock,
};

use super::Problem;

/// The paths and texts of all files of the embedded catalogue; `build.rs` writes the list.
const CASES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// Maximum size of a file of cases in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// Maximum size of one case in bytes, enough for a game of 6,000 plies. The limit is needed because parts of a case
/// are compared in pairs.
const MAX_CASE: usize = 32 << 10;

/// Maximum size of a document or a list of conflicts in bytes.
const MAX_DOCUMENT: u64 = 256 << 10;

/// Maximum number of open brackets. The parser needs time that is quadratic in it.
const MAX_OPEN: usize = 100;

/// A file of the catalogue.
#[derive(Clone, Debug)]
pub struct CatalogueFile {
    /// The path relative to the folder of the catalogue, with `/` as separator.
    pub path: String,
    /// The contents.
    pub text: String,
}

/// The kind of a file, determined by its name.
pub(super) enum FileKind {
    Document,
    Cases,
    Conflicts,
    FromStart,
    /// Among them the incidents, which `lawbook-arbiter` reads.
    Other,
}

/// The text of one case, with its file and line.
pub(super) struct Chunk<'a> {
    pub(super) file: &'a str,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) text: &'a str,
}

impl CatalogueFile {
    pub(super) fn kind(&self) -> FileKind {
        match self.path.split_once('/') {
            None if self.path == "conflicts.yaml" => FileKind::Conflicts,
            None if self.path == "from-start.yaml" => FileKind::FromStart,
            Some(("incidents", _)) => FileKind::Other,
            Some((_, "document.yaml")) => FileKind::Document,
            Some((_, name)) if name.ends_with(".yaml") => FileKind::Cases,
            _ => FileKind::Other,
        }
    }

    pub(super) fn folder(&self) -> &str {
        self.path.split_once('/').map_or("", |(folder, _)| folder)
    }
}

/// Returns the files of the embedded catalogue, sorted by path.
pub fn embedded_files() -> &'static [CatalogueFile] {
    static FILES: LazyLock<Vec<CatalogueFile>> = LazyLock::new(|| {
        let file = |&(path, text): &(&str, &str)| CatalogueFile {
            path: path.to_owned(),
            text: text.to_owned(),
        };
        let mut files: Vec<CatalogueFile> = CASES.iter().map(file).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files
    });
    &FILES
}

/// Reads the files of a catalogue on disk, sorted by path: `.yaml` files in `root` and in its direct subfolders. Hidden files
/// and those of other kinds are left out.
///
/// # Errors
///
/// Returns an error if the folder or a file in it cannot be read, if a file in YAML has another extension or is in a deeper
/// folder, so that it would be left out, or if a file is not a regular file, is larger than
/// 4 MiB (256 KiB for files other than cases), opens more than 100 brackets at once, or is not UTF-8.
pub fn read_files(root: &Path) -> io::Result<Vec<CatalogueFile>> {
    if root.is_file() {
        return Err(explain(io::Error::other("this is a file; expected a folder"), root));
    }
    let mut files = Vec::new();
    let folders = entries(root)?.into_iter().filter(|path| path.is_dir());
    for folder in std::iter::once(root.to_owned()).chain(folders) {
        for path in entries(&folder)? {
            if path.is_dir() {
                let below = if folder == root { Vec::new() } else { entries(&path)? };
                if let Some(unread) = below.iter().find(|path| is_yaml(path)) {
                    let message = "folders below that of a document are not read";
                    return Err(explain(io::Error::other(message), unread));
                }
            } else if is_yaml(&path) {
                files.push(read_file(root, &path).map_err(|error| explain(error, &path))?);
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Returns the paths in a folder, without hidden ones.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let read = || -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
    };
    let mut entries = read().map_err(|error| explain(error, folder))?;
    let is_hidden = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
    };
    entries.retain(|path| !is_hidden(path));
    Ok(entries)
}

/// Returns whether a name is that of a file in YAML, in any spelling.
fn is_yaml(path: &Path) -> bool {
    let extension = path.extension().map(|one| one.to_string_lossy().to_ascii_lowercase());
    extension.is_some_and(|one| one == "yaml" || one == "yml")
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is longer, or is not UTF-8. At most `most` bytes and one more are read
/// from a pipe or a device. Reading a pipe without a writer blocks.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    if path.is_dir() {
        return Err(io::Error::other("this is a folder; expected a file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let (size, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most >> 10, "KiB") };
        return Err(io::Error::other(format!("it is larger than {size} {unit}")));
    }
    let mut text =
        String::from_utf8(bytes).map_err(|_| io::Error::other("it is not valid UTF-8"))?;
    // Some editors put a byte order mark before a text.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Checks that a path found in a folder is a regular file, because reading a pipe could block forever.
///
/// # Errors
///
/// Returns an error if it does not exist or is not a regular file.
pub fn regular(path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.is_file() {
        return Ok(());
    }
    Err(io::Error::other("it is not a regular file"))
}

fn read_file(root: &Path, path: &Path) -> io::Result<CatalogueFile> {
    regular(path)?;
    if path.extension().is_none_or(|extension| extension != "yaml") {
        return Err(io::Error::other("expected a name that ends in .yaml"));
    }
    let relative = path.strip_prefix(root).unwrap_or(path);
    let mut file =
        CatalogueFile { path: relative.to_string_lossy().replace('\\', "/"), text: String::new() };
    let most = match file.kind() {
        FileKind::Cases | FileKind::Other => MAX_BYTES,
        FileKind::Document | FileKind::Conflicts | FileKind::FromStart => MAX_DOCUMENT,
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

/// Returns the maximum number of brackets open at once in a text, including those within strings and comments.
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

/// Returns the 64-bit FNV-1a hash of the concatenated texts as sixteen hexadecimal digits. It distinguishes versions
/// but is not cryptographically secure.
pub fn digest<'a>(texts: impl IntoIterator<Item = &'a String>) -> String {
    format!("{:016x}", hash(texts.into_iter().flat_map(|text| text.bytes())))
}

/// Returns the 64-bit FNV-1a hash, which stays the same in all versions of Rust.
pub(crate) fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Splits a file of cases before every line that starts a case at the left margin.
///
/// An error in one case then does not affect the others, and a single case can be parsed on its own.
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
                format!(
                    "{:?} begins at the left margin but does not begin a case",
                    line.trim_end()
                ),
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
    /// Returns the identifier, if the first line contains one.
    pub(super) fn id(&self) -> Option<&str> {
        self.text.lines().next()?.strip_prefix("- id:").map(str::trim)
    }

    /// Returns the first line of the file within this case that contains `text`, or the first line of the case.
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
