//! A release of a library, and short reasons why it cannot be tested.

/// A release listed by a registry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RegistryRelease {
    pub(crate) version: String,
    /// Date of publication, if the registry has the original one.
    pub(crate) date: Option<String>,
    /// Package that this is a version of.
    pub(crate) package: String,
    /// Reason why the adapter does not support this release, if known.
    pub(crate) misfit: Option<String>,
}

impl RegistryRelease {
    /// Creates a release without a date.
    pub(super) fn new(package: &str, version: &str) -> RegistryRelease {
        RegistryRelease {
            version: version.to_owned(),
            date: None,
            package: package.to_owned(),
            misfit: None,
        }
    }
}

/// Returns the first informative line of an error text, shortened to 300 characters.
pub(crate) fn first_line(reason: &str) -> String {
    const ROOM: usize = 300;
    let lines = || reason.lines().map(str::trim).filter(|line| !line.is_empty());
    // Programs print the error itself late, after its name, such as `TypeError: `.
    let is_named =
        |line: &&str| line.split_once(": ").is_some_and(|(name, _)| name.contains("Error"));
    let is_error = |line: &&str| line.to_ascii_lowercase().starts_with("error");
    let line = lines().find(is_named).or_else(|| lines().find(is_error)).or_else(|| lines().next());
    let line = line.unwrap_or("no output");
    line.chars().take(ROOM).collect()
}
