//! Validates the names of versions.

/// Maximum length of the name of a version.
const MAX_LENGTH: usize = 100;

/// Names of devices on Windows: a folder cannot have them, with or without an extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Checks the name of a version from a registry, before it becomes part of a path or a command.
///
/// Every version that npm, pip or cargo accepts has a valid name. A valid name can be used for a folder on any system,
/// and no command parses it as an option, an address or a path.
///
/// # Errors
///
/// Fails with the name and the rule.
pub(crate) fn check(version: &str) -> Result<(), String> {
    let is_allowed = |letter: char| {
        letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | '+' | '!')
    };
    let is_right = version.len() <= MAX_LENGTH
        && version.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && version.chars().all(is_allowed)
        && !version.contains("..")
        && !version.ends_with('.')
        && !is_device(version);
    if is_right {
        return Ok(());
    }
    let shown: String = version.chars().take(MAX_LENGTH).collect();
    Err(format!(
        "{shown:?} is not the name of a version; expected at most {MAX_LENGTH} letters and digits, with single \
         `.`, `-`, `_`, `+` and `!` between them"
    ))
}

fn is_device(version: &str) -> bool {
    let stem = version.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = |name: &str| {
        let number = stem.strip_prefix(name);
        number.is_some_and(|number| number.len() == 1 && number.starts_with(char::is_numeric))
    };
    DEVICES.contains(&stem.as_str()) || is_port("com") || is_port("lpt")
}

#[cfg(test)]
mod tests {
    use super::check;

    /// Names that would leave the cache, be parsed as an option, or be invalid for a folder on some system.
    const HOSTILE: [&str; 24] = [
        "",
        ".",
        "..",
        "../../victim",
        "1.0/../../../victim",
        "1..0",
        "1.0.",
        "/etc",
        "-rf",
        "--target=/",
        "a/b",
        "a\\b",
        "..\\..\\victim",
        "C:\\victim",
        "C:victim",
        "1.0\0",
        "1.0\n2.0",
        "1.0 || true",
        "1.0@file:..",
        "1.0;x",
        "\u{202e}0.1",
        "é",
        "nul",
        "COM1.0",
    ];

    #[test]
    fn names_that_are_not_versions_are_refused_with_the_rule() {
        for version in HOSTILE {
            let problem = check(version).unwrap_err();
            assert!(problem.contains("expected at most 100 letters"), "{version:?}: {problem}");
        }
        let long = "1".repeat(101);
        assert!(check(&long).unwrap_err().len() < 300);
    }

    #[test]
    fn versions_of_every_registry_are_accepted() {
        for version in [
            "1.0",
            "0.0.78",
            "1.0.0-beta.3",
            "1.0.0-0.3.7+build--x",
            "1!2.0.post1.dev3",
            "1.0rc1",
            "1.0_1",
            "2024.1.1",
            "v1",
            "connect4",
        ] {
            assert_eq!(check(version), Ok(()), "{version}");
        }
        assert_eq!(check(&"1".repeat(100)), Ok(()));
    }
}
