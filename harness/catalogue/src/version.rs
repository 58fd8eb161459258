use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A version of the catalogue, such as `1.2.3`. The embedded catalogue has the version of its package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Version(u32, u32, u32);

/// A text is not a valid version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid version; expected three numbers, as in 0.1.0")]
pub struct VersionError(String);

impl Version {
    /// The first version, which is that of all cases without `since`.
    pub const FIRST: Version = Version(0, 1, 0);

    /// Returns the version of the embedded catalogue.
    pub fn current() -> Version {
        env!("CARGO_PKG_VERSION").parse().unwrap_or(Version::FIRST)
    }
}

impl FromStr for Version {
    type Err = VersionError;

    fn from_str(text: &str) -> Result<Version, VersionError> {
        let numbers: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major, minor, patch]) => Ok(Version(major, minor, patch)),
            _ => Err(VersionError(text.to_owned())),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> String {
        version.to_string()
    }
}

impl From<Version> for [u32; 3] {
    fn from(Version(major, minor, patch): Version) -> [u32; 3] {
        [major, minor, patch]
    }
}

impl TryFrom<String> for Version {
    type Error = VersionError;

    fn try_from(text: String) -> Result<Version, VersionError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_written_and_ordered() {
        assert!(Version(0, 9, 0) < Version(0, 10, 0));
        assert_eq!(Version::current().to_string(), env!("CARGO_PKG_VERSION"));
    }

    rows!(
        versions_are_read_written_and_ordered,
        for (text, read) in [
            ("0.1.0", Some(Version(0, 1, 0))),
            ("10.20.30", Some(Version(10, 20, 30))),
            ("0.1", None),
            ("0.1.0.0", None),
            ("v0.1.0", None),
            ("0.1.-1", None),
            ("", None),
        ] {
            assert_eq!(text.parse().ok(), read, "{text}");
            assert!(read.is_none_or(|version| version.to_string() == text), "{text}");
        }
    );
}
