use std::{
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
};

/// The name of an archive as the user gave it: a path, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveName {
    path: PathBuf,
    /// The path as text, for messages and results.
    text: String,
}

impl ArchiveName {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path as text; each byte that is not valid UTF-8 is written as `\xff`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the archive is standard input.
    pub fn is_stdin(&self) -> bool {
        self.text == "-"
    }
}

impl From<OsString> for ArchiveName {
    fn from(path: OsString) -> ArchiveName {
        let mut text = String::new();
        for chunk in path.as_encoded_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
        }
        ArchiveName { path: path.into(), text }
    }
}

impl From<&str> for ArchiveName {
    fn from(path: &str) -> ArchiveName {
        OsString::from(path).into()
    }
}

impl fmt::Display for ArchiveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_paths_stay_what_they_are() {
        for text in ["games.pgn", "-", "Tal \u{2013} B\u{f6}ttcher.pgn", ""] {
            let name = ArchiveName::from(text);
            assert_eq!((name.as_str(), name.path()), (text, Path::new(text)));
            assert_eq!(name.is_stdin(), text == "-");
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf_8_are_escaped() {
        use std::os::unix::ffi::OsStringExt;

        let path = OsString::from_vec(b"M\xfcller \xe2\x82.pgn".to_vec());
        let name = ArchiveName::from(path.clone());
        assert_eq!((name.as_str(), name.path()), ("M\\xfcller \\xe2\\x82.pgn", Path::new(&path)));
    }
}
