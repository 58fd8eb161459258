//! Links to source locations in libraries.

use lawbook_libraries::Library;

/// Splits the `source` of a deviation into pieces. A piece has an address if it is a file with a line, in the tested
/// version, or contains an address itself.
pub(super) fn places<'a>(
    library: Option<&Library>,
    version: &str,
    source: &'a str,
) -> Vec<(&'a str, Option<String>)> {
    // Otherwise the text refers to another package first.
    let first = source.split([',', ' ']).next().unwrap_or_default();
    let tree = library
        .and_then(|one| one.source.as_deref().filter(|_| one.version == version))
        .filter(|_| place(first).is_some());
    let address = |word: &str| {
        if word.starts_with("https://") {
            return Some(word.to_owned());
        }
        let ((file, line), below) = (place(word)?, tree?);
        Some(format!("{below}{file}#L{line}"))
    };
    let mut pieces = Vec::new();
    for piece in source.split_inclusive([',', ';', ' ']) {
        let (word, after) = piece.split_at(piece.trim_end_matches([',', ';', ' ']).len());
        pieces.push((word, address(word)));
        pieces.push((after, None));
    }
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces
}

/// The file and the line in a word such as `src/a.rs:12`.
fn place(word: &str) -> Option<(&str, &str)> {
    let (file, line) = word.split_once(':')?;
    let is_file = file.contains('.') && !file.starts_with(['.', '/']);
    let is_line = !line.is_empty() && line.chars().all(|digit| digit.is_ascii_digit());
    (is_file && is_line).then_some((file, line))
}

#[cfg(test)]
mod tests {
    use lawbook_libraries::library;

    use super::*;

    #[test]
    fn source_links_use_the_known_version() {
        let below = "https://github.com/niklasf/python-chess/blob/v1.11.2/";
        for (name, version, source, addresses) in [
            (
                "python-chess",
                "1.11.2",
                "chess/__init__.py:2071, Board.outcome, and chess/__init__.py:7",
                vec![
                    format!("{below}chess/__init__.py#L2071"),
                    format!("{below}chess/__init__.py#L7"),
                ],
            ),
            ("python-chess", "1.11.3", "chess/__init__.py:2071, Board.outcome", vec![]),
            ("chasolver", "3.0.0", "chess 3.2.0, src/board.rs:588, Board::is_sane", vec![]),
            ("pyffish", "0.0.90", "https://docs.rs/x; more", vec!["https://docs.rs/x".to_owned()]),
        ] {
            let places = places(library(name), version, source);
            let text: String = places.iter().map(|(word, _)| *word).collect();
            assert_eq!(text, source);
            let found: Vec<String> =
                places.into_iter().filter_map(|(_, address)| address).collect();
            assert_eq!(found, addresses, "{name} {source}");
        }
    }
}
