use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize};

use lawbook::notation::text_form;

/// The link of the issue or pull request that reports a deviation to the maintainers of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Upstream(String);

/// A text is not the link of an issue or a pull request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not the address of an issue or a pull request; expected \
     https://github.com/OWNER/REPOSITORY/issues/12, or the same elsewhere"
)]
pub struct UpstreamError(String);

/// The path segments that precede the number of an issue or a pull request.
const KINDS: [&str; 4] = ["issues", "pull", "pulls", "merge_requests"];

impl FromStr for Upstream {
    type Err = UpstreamError;

    fn from_str(text: &str) -> Result<Upstream, UpstreamError> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/:._-~#".contains(&byte);
        let path = text.strip_prefix("https://").filter(|_| text.bytes().all(plain));
        let mut parts = path.and_then(|path| path.split('#').next()).unwrap_or("").rsplit('/');
        let is_numbered = parts.next().is_some_and(|number| number.parse::<u32>().is_ok());
        let is_issue = parts.next().is_some_and(|kind| KINDS.contains(&kind));
        // A host name, and at least one segment of the project's path.
        let has_project = parts.filter(|part| !part.is_empty()).count() >= 2;
        match is_numbered && is_issue && has_project {
            true => Ok(Upstream(text.to_owned())),
            false => Err(UpstreamError(text.to_owned())),
        }
    }
}

impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Upstream> for String {
    fn from(upstream: Upstream) -> String {
        upstream.0
    }
}

impl<'de> Deserialize<'de> for Upstream {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Upstream, D::Error> {
        text_form::read(deserializer, "the link of an issue or a pull request")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    rows!(
        issues_and_pull_requests_are_told_from_other_links,
        for (text, is_one) in [
            ("https://github.com/owner/library/issues/12", true),
            ("https://github.com/owner/library/pull/7#issuecomment-1", true),
            ("https://gitlab.com/group/sub/project/-/merge_requests/3", true),
            ("https://codeberg.org/owner/project/pulls/3", true),
            ("https://github.com/owner/library", false),
            ("https://github.com/owner/library/issues", false),
            ("https://github.com/owner/library/issues/new", false),
            ("https://issues/12", false),
            ("http://github.com/owner/library/issues/12", false),
            ("https://github.com/a b/c/issues/12", false),
            ("https://github.com/a/\"><b>/issues/12", false),
            ("#12", false),
            ("", false),
        ] {
            assert_eq!(text.parse::<Upstream>().is_ok(), is_one, "{text}");
        }
    );
}
