//! Variants of a crate's adapter for older releases, from the file `releases.diff` in the folder of a library.
//!
//! The format resembles a diff without line numbers. `before 0.26.0` begins the replacements for releases before that
//! version; the latest version comes first. Lines with `-` are text of the adapter, and the lines with `+` after them
//! replace it wherever it occurs. Lines with `#` are comments, and an empty line ends a replacement.

use semver::Version;

/// Replacements for releases before a version, applied after those for later versions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Variant {
    pub(super) before: Version,
    replacements: Vec<Replacement>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Replacement {
    old: Vec<String>,
    new: Vec<String>,
}

/// Parses the variants in a file.
///
/// # Errors
///
/// Fails with the number of an invalid line, or of a version that does not precede the one above.
pub(super) fn read_variants(text: &str) -> Result<Vec<Variant>, String> {
    let mut variants: Vec<Variant> = Vec::new();
    let mut open = false;
    for (line, number) in text.lines().zip(1..) {
        if let Some(version) = line.strip_prefix("before ") {
            let before: Version =
                version.parse().map_err(|error| format!("line {number}: {version:?}: {error}"))?;
            if let Some(later) = variants.last().filter(|later| later.before <= before) {
                let later = &later.before;
                return Err(format!(
                    "line {number}: {before} is not before {later}; expected the latest version first"
                ));
            }
            variants.push(Variant { before, replacements: Vec::new() });
            open = false;
        } else if line.is_empty() || line.starts_with('#') {
            open = false;
        } else {
            let wrong = || {
                format!(
                    "line {number}: {line:?}; expected \"before VERSION\", \"-old\" or \"+new\""
                )
            };
            let replacements = &mut variants.last_mut().ok_or_else(wrong)?.replacements;
            if let Some(old) = line.strip_prefix('-') {
                if !open || replacements.last().is_none_or(|one| !one.new.is_empty()) {
                    replacements.push(Replacement::default());
                }
                open = true;
                replacements.last_mut().ok_or_else(wrong)?.old.push(old.to_owned());
            } else if let (Some(new), true) = (line.strip_prefix('+'), open) {
                replacements.last_mut().ok_or_else(wrong)?.new.push(new.to_owned());
            } else {
                return Err(wrong());
            }
        }
    }
    Ok(variants)
}

/// Applies the variants for a release to the files of an adapter.
///
/// # Errors
///
/// Fails if text to be replaced occurs in none of the files.
pub(super) fn apply(
    variants: &[Variant],
    version: &Version,
    texts: &mut [String],
) -> Result<(), String> {
    for variant in variants.iter().filter(|one| *version < one.before) {
        for Replacement { old, new } in &variant.replacements {
            let (old, new) = (old.join("\n"), new.join("\n"));
            if !texts.iter().any(|text| text.contains(&old)) {
                return Err(format!(
                    "before {}: the adapter does not read {old:?}",
                    variant.before
                ));
            }
            for text in texts.iter_mut() {
                *text = text.replace(&old, &new);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_reads_as_it_did_before_a_release() {
        let file = "# names\nbefore 2.0.0\n-new\n+old\n\n-two\n-lines\n+one line\n-gone\n\nbefore 1.1.0\n-old\n+oldest\n";
        let variants = read_variants(file).unwrap();
        for (version, expected) in [
            ("2.0.0", "new; two\nlines; gone"),
            ("1.1.0", "old; one line; "),
            ("1.0.9", "oldest; one line; "),
        ] {
            let mut texts = ["new; two\nlines; gone".to_owned()];
            apply(&variants, &version.parse().unwrap(), &mut texts).unwrap();
            assert_eq!(texts[0], expected, "{version}");
        }
        let problem = apply(&variants, &Version::new(1, 0, 0), &mut ["two".to_owned()]);
        assert!(problem.unwrap_err().contains("before 2.0.0: the adapter does not read \"new\""));
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_line() {
        for (file, says) in [
            ("-old\n", "line 1: \"-old\"; expected"),
            ("before 1.0.0\n+new\n", "line 2: \"+new\"; expected"),
            ("before 1.0.0\nnew\n", "line 2: \"new\"; expected"),
            ("before 1.x\n", "line 1: \"1.x\": "),
            ("before 1.0.0\nbefore 2.0.0\n", "line 2: 2.0.0 is not before 1.0.0"),
        ] {
            let problem = read_variants(file).unwrap_err();
            assert!(problem.starts_with(says), "{file:?}: {problem}");
        }
    }
}
