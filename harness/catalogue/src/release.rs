use std::{cmp::Ordering, fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize};

use lawbook::notation::text_form;

/// A release of a library, in the numbering of its package registry: up to three numbers and an optional pre-release
/// suffix, such as `1.4.0`, `1.11`, `2.0.0-beta.1` or `1.0rc1`. Missing numbers are 0, so `1.5` equals `1.5.0`.
#[derive(Clone, Debug, Serialize)]
#[serde(into = "String")]
pub struct Release {
    number: semver::Version,
    written: String,
}

/// A range of releases: comparisons that must all hold, such as `=1.4.0` or `>=1.3, <2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Releases {
    comparisons: semver::VersionReq,
    written: String,
}

/// A text is not a valid release, or not a valid range of releases.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseError {
    /// Not a valid version number.
    #[error(
        "{0:?} is not a valid version of a library; expected up to three numbers, as in 1.4.0, 1.11 or 2.0.0-beta.1"
    )]
    Release(String),
    /// Not a valid range of versions.
    #[error(
        "{0:?} is not a range of versions; expected a sign before each version, as in \"=1.4.0\", \
         \">=1.3\" or \">=1.3, <2\""
    )]
    Releases(String),
}

/// The operators of a comparison, longer ones before their prefixes.
const SIGNS: [&str; 7] = [">=", "<=", ">", "<", "=", "~", "^"];

impl Releases {
    /// Whether the range contains a release. A pre-release is contained only if a comparison names one of the same
    /// version.
    pub fn contain(&self, release: &Release) -> bool {
        self.comparisons.matches(&release.number)
    }
}

impl FromStr for Release {
    type Err = ReleaseError;

    fn from_str(text: &str) -> Result<Release, ReleaseError> {
        let error = || ReleaseError::Release(text.to_owned());
        let (numbers, before) = split(text).ok_or_else(error)?;
        let missing = 3_usize.checked_sub(numbers.split('.').count()).ok_or_else(error)?;
        let full = format!("{numbers}{}{before}", ".0".repeat(missing));
        let number = full.parse().map_err(|_| error())?;
        Ok(Release { number, written: text.to_owned() })
    }
}

/// Splits a version into its numbers and a pre-release suffix. Python's `rc1` is converted to the `-rc1` of semantic
/// versioning.
fn split(text: &str) -> Option<(&str, String)> {
    let end = text.find(|letter: char| letter != '.' && !letter.is_ascii_digit());
    let (numbers, rest) = text.split_at(end.unwrap_or(text.len()));
    let is_python = ["a", "b", "rc"]
        .iter()
        .any(|begin| rest.strip_prefix(begin).is_some_and(|number| number.parse::<u32>().is_ok()));
    match rest {
        "" => Some((numbers, String::new())),
        _ if is_python => Some((numbers, format!("-{rest}"))),
        _ if rest.starts_with(['-', '+']) => Some((numbers, rest.to_owned())),
        _ => None,
    }
}

impl FromStr for Releases {
    type Err = ReleaseError;

    fn from_str(text: &str) -> Result<Releases, ReleaseError> {
        let error = || ReleaseError::Releases(text.to_owned());
        let comparison = |one: &str| {
            let one = one.trim();
            let sign = SIGNS.into_iter().find(|sign| one.starts_with(sign))?;
            let (numbers, before) = split(one[sign.len()..].trim())?;
            Some(format!("{sign}{numbers}{before}"))
        };
        let all: Option<Vec<String>> = text.split(',').map(comparison).collect();
        let comparisons = all.ok_or_else(error)?.join(",").parse().map_err(|_| error())?;
        Ok(Releases { comparisons, written: text.to_owned() })
    }
}

impl PartialOrd for Release {
    fn partial_cmp(&self, other: &Release) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Release {
    fn cmp(&self, other: &Release) -> Ordering {
        self.number.cmp_precedence(&other.number)
    }
}

impl PartialEq for Release {
    fn eq(&self, other: &Release) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Release {}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

impl From<Release> for String {
    fn from(release: Release) -> String {
        release.written
    }
}

impl From<Releases> for String {
    fn from(releases: Releases) -> String {
        releases.written
    }
}

/// Must be a quoted string, because YAML reads an unquoted 1.10 as the number 1.1.
impl<'de> Deserialize<'de> for Release {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Release, D::Error> {
        text_form::read(deserializer, "a version in quotes, as in \"1.4.0\"")
    }
}

impl<'de> Deserialize<'de> for Releases {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Releases, D::Error> {
        text_form::read(deserializer, "versions in quotes, as in \"=1.4.0\" or \">=1.3, <2\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_read_and_ordered() {
        let ordered = [
            "0.0.90",
            "0.9",
            "1",
            "1.4.0-beta.1",
            "1.4.0-beta.2",
            "1.4.0",
            "1.10",
            "1.11.2",
            "2.0b1",
            "2.0rc1",
            "2.0.0",
        ];
        let read: Vec<Release> = ordered.iter().map(|text| text.parse().unwrap()).collect();
        assert!(read.is_sorted_by(|one, next| one < next), "{read:?}");
        assert_eq!("1.5".parse::<Release>(), "1.5.0".parse());
        assert_eq!(read.iter().map(Release::to_string).collect::<Vec<_>>(), ordered);
    }

    rows!(
        what_is_no_release_is_refused,
        for text in [
            "",
            "v1.4.0",
            "1.4.0.1",
            "1.4.0.post1",
            "1.2.x",
            "1..2",
            "latest",
            "1.0rc",
            "01.2.3",
            "1.4 .0",
        ] {
            let error = text.parse::<Release>().unwrap_err().to_string();
            assert!(error.contains("expected"), "{text}: {error}");
        }
    );

    #[test]
    fn a_release_is_among_others_or_not() {
        for text in
            ["", "1.4.0", "=1.4.0.1", ">=", "newest", ">=1.3,", "1.x", "==1.3", "!=1.3", "*"]
        {
            let error = text.parse::<Releases>().unwrap_err().to_string();
            assert!(error.contains("expected"), "{text}: {error}");
        }
    }

    rows!(
        a_release_is_among_others_or_not,
        for (releases, release, is_among) in [
            ("=1.4.0", "1.4.0", true),
            ("=1.4.0", "1.4.1", false),
            ("=1.4", "1.4.7", true),
            (">=1.3", "1.2.9", false),
            (">=1.3", "1.3", true),
            (">=1.3, <2", "2.0.0", false),
            (">= 1.3,<2", "1.11.2", true),
            ("~1.3", "1.4.0", false),
            ("^0.7.8", "0.7.10", true),
            (">=1.3", "1.4.0-beta.1", false),
            ("=2.0.0rc1", "2.0rc1", true),
        ] {
            let (all, one) = (releases.parse::<Releases>().unwrap(), release.parse().unwrap());
            assert_eq!(all.contain(&one), is_among, "{release} in {releases}");
            assert_eq!(all.to_string(), releases);
        }
    );
}
