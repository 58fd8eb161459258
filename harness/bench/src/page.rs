//! Updates the page on speed: each command writes the tables that it measures.
//!
//! A section of the page lies between `<!-- lawbook-bench NAME -->` and `<!-- end of lawbook-bench NAME -->`.

use std::{fs, ops::Range, path::Path};

use crate::Result;

/// Replaces the tables in the section `section` of a page; the rest of the page is unchanged.
///
/// # Errors
///
/// Fails if the page cannot be read or written, or has no such section.
pub(crate) fn write(page: &Path, section: &str, tables: &str) -> Result<()> {
    let trouble = |message: String| format!("{}: {message}", page.display());
    let mut text = fs::read_to_string(page).map_err(|error| trouble(error.to_string()))?;
    let place = find(&text, section).ok_or_else(|| {
        let [begin, end] = marks(section);
        trouble(format!("has no section for this command; expected the lines {begin} and {end}"))
    })?;
    text.replace_range(place, &format!("\n{tables}\n"));
    fs::write(page, text).map_err(|error| trouble(error.to_string()))
}

/// Returns the range of a section's tables, including the empty lines around them.
fn find(text: &str, section: &str) -> Option<Range<usize>> {
    let [begin, end] = marks(section).map(|mark| mark + "\n");
    let begin = text.find(&begin)? + begin.len();
    let length = text[begin..].find(&end)?;
    Some(begin..begin + length)
}

fn marks(section: &str) -> [String; 2] {
    ["", "end of "].map(|before| format!("<!-- {before}lawbook-bench {section} -->"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The page in this repository.
    const PAGE: &str = include_str!("../README.md");

    /// Asserts that a section of the page is up to date apart from the figures: the same rows and columns, libraries,
    /// versions and published code.
    pub(crate) fn assert_current(section: &str, tables: &str) {
        let place = find(PAGE, section).unwrap();
        let advice = format!("run `lawbook-bench {section}` with `--page harness/bench/README.md`");
        assert_eq!(without_figures(PAGE[place].trim()), without_figures(tables.trim()), "{advice}");
    }

    /// Returns the cells of the tables, with each figure replaced by a placeholder; row names and the second table are
    /// unchanged.
    fn without_figures(tables: &str) -> Vec<String> {
        let (figures, rest) = tables.split_once("\n\n").unwrap();
        let mask = |(place, cell): (usize, &str)| {
            let is_figure = |c: char| c.is_ascii_digit() || c == '.';
            let kept = place < 2 || !cell.contains(is_figure) || cell.contains(char::is_alphabetic);
            if kept { cell.to_owned() } else { cell.replace(is_figure, "") }
        };
        let line = |line: &str| line.split('|').enumerate().map(mask).collect::<Vec<_>>().join("|");
        figures.lines().map(line).chain(rest.lines().map(str::to_owned)).collect()
    }

    #[test]
    fn only_figures_may_differ() {
        let tables =
            |figure, version| format!("| a | b |\n| row 1 | {figure} (2.0) |\n\n| x {version} |");
        assert_eq!(without_figures(&tables("1.5", "1.0")), without_figures(&tables("17", "1.0")));
        assert_ne!(without_figures(&tables("1.5", "1.0")), without_figures(&tables("1.5", "1.1")));
    }

    #[test]
    fn a_section_is_replaced_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page.md");
        let text = "a\n<!-- lawbook-bench x -->\nold\n<!-- end of lawbook-bench x -->\nb\n";
        fs::write(&page, text).unwrap();
        write(&page, "x", "new\n").unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), text.replace("old\n", "\nnew\n\n"));
        let failure = write(&page, "y", "new\n").unwrap_err();
        assert!(failure.contains("<!-- lawbook-bench y -->"), "{failure}");
        assert_eq!(fs::read_to_string(&page).unwrap(), text.replace("old\n", "\nnew\n\n"));
    }
}
