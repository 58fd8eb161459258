use std::fmt;

/// A line of a file of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Place {
    /// The path of the file relative to the folder of the catalogue, with `/` as separator.
    pub file: String,
    /// The line number, from 1.
    pub line: usize,
}

impl Place {
    /// Returns the folder of the file: that of a document, or `regressions`.
    pub fn folder(&self) -> &str {
        self.file.split_once('/').map_or("", |(folder, _)| folder)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cases/{}:{}", self.file, self.line)
    }
}

/// An error in a file of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file and line.
    pub place: Place,
    /// The error message.
    pub message: String,
    /// A suggested correction, if the message does not contain it.
    pub right: Option<String>,
}

impl Problem {
    pub(super) fn new(
        file: &str,
        line: usize,
        message: impl Into<String>,
        right: impl Into<String>,
    ) -> Problem {
        Problem {
            place: Place { file: file.to_owned(), line },
            message: message.into(),
            right: Some(right.into()),
        }
    }

    /// Creates a problem from an error whose message already suggests a correction.
    pub(super) fn of_error(file: &str, line: usize, error: &dyn std::error::Error) -> Problem {
        let place = Place { file: file.to_owned(), line };
        Problem { place, message: error.to_string(), right: None }
    }

    /// Creates a problem from an error of the YAML parser, in a text that starts on line `first` of the file.
    pub(super) fn of_yaml(file: &str, first: usize, error: &serde_yaml::Error) -> Problem {
        let line = error.location().map_or(0, |location| location.line().saturating_sub(1));
        let text = error.to_string();
        let text = text.split(" at line ").next().unwrap_or(&text);
        // The path of the error starts at the list that every file of cases consists of.
        let message =
            text.trim_start_matches(".[0]").trim_start_matches(['.', ':', ' ']).to_owned();
        let place = Place { file: file.to_owned(), line: first + line };
        Problem { place, message, right: None }
    }
}

/// `cases/folder/file.yaml:12: message; expected ...`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        match &self.right {
            Some(right) => write!(f, "; expected {right}"),
            None => Ok(()),
        }
    }
}
