//! A release of a library, and short reasons why one cannot be asked.

/// A release that a registry has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskedRelease {
    pub(crate) version: String,
    /// The date of publication, if the registry tells that of the release itself.
    pub(crate) date: Option<String>,
    /// The package that it is a version of.
    pub(crate) package: String,
    /// Why the adapter does not fit, if that is known.
    pub(crate) misfit: Option<String>,
}

impl AskedRelease {
    /// A release without a date.
    pub(super) fn new(package: &str, version: &str) -> AskedRelease {
        AskedRelease {
            version: version.to_owned(),
            date: None,
            package: package.to_owned(),
            misfit: None,
        }
    }
}

/// The first line of a reason that says something, and is short.
pub(crate) fn first_line(reason: &str) -> String {
    const ROOM: usize = 300;
    let lines = || reason.lines().map(str::trim).filter(|line| !line.is_empty());
    // What a program says of an error comes late in what it says, with the name of the error in front.
    let is_named =
        |line: &&str| line.split_once(": ").is_some_and(|(name, _)| name.contains("Error"));
    let is_error = |line: &&str| line.to_ascii_lowercase().starts_with("error");
    let line = lines().find(is_named).or_else(|| lines().find(is_error)).or_else(|| lines().next());
    let line = line.unwrap_or("it says nothing");
    line.chars().take(ROOM).collect()
}
