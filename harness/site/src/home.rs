/// Where a library comes from.
pub(super) struct Home {
    /// Its name, as reports have it.
    name: &'static str,
    /// The name of its package; nothing if it is in no registry.
    package: &'static str,
    /// None of an engine, which is asked from any language.
    pub(super) language: Option<Language>,
    pub(super) repository: &'static str,
    /// A version, and the address below which its source is.
    tree: Option<(&'static str, &'static str)>,
}

/// The language that a library is used from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    JavaScript,
    Python,
}

/// The libraries by language: in Rust the places in their sources are of the commit that was published, in JavaScript and
/// TypeScript of the package as it was published.
const HOMES: [Home; 26] = [
    Home {
        repository: "https://github.com/miguel-ambrona/chasolver",
        tree: Some((
            "3.0.0",
            "https://github.com/miguel-ambrona/chasolver/blob/80288a8b1f46fbb1f255576a39ac732dc971db96/",
        )),
        ..rust("chasolver")
    },
    Home {
        repository: "https://github.com/jordanbray/chess",
        tree: Some((
            "3.2.0",
            "https://github.com/jordanbray/chess/blob/0b0f7f02d1bd9d9a4eda672bc61cd020543ba047/",
        )),
        ..rust("chess")
    },
    Home {
        repository: "https://github.com/Santicm23/chess-lab",
        tree: Some((
            "0.2.1",
            "https://github.com/Santicm23/chess-lab/blob/e6ae2ff8390ee2b8bd072208ea754ca9cbcb429a/",
        )),
        ..rust("chess-lab")
    },
    Home {
        repository: "https://github.com/dannyhammer/chessie",
        tree: Some((
            "2.0.0",
            "https://github.com/dannyhammer/chessie/blob/b1b400e606f1f7b5525d9be72314c4bcb6740681/chessie/",
        )),
        ..rust("chessie")
    },
    Home {
        repository: "https://github.com/analog-hors/cozy-chess",
        tree: Some((
            "0.3.4",
            "https://github.com/analog-hors/cozy-chess/blob/1d8a04d1510071931132ce11e988ced0d41807c8/cozy-chess/",
        )),
        ..rust("cozy-chess")
    },
    Home {
        repository: "https://github.com/Zitronenjoghurt/giga-chess",
        tree: Some((
            "0.9.0",
            "https://github.com/Zitronenjoghurt/giga-chess/blob/e457cbcd42c4b779eba5bf613d6a1536bf783663/",
        )),
        ..rust("giga-chess")
    },
    Home {
        repository: "https://github.com/alex65536/owlchess",
        tree: Some((
            "0.4.1",
            "https://github.com/alex65536/owlchess/blob/49a184c99035d46048d1ebeb8264828a4728b20b/chess/",
        )),
        ..rust("owlchess")
    },
    Home {
        repository: "https://github.com/sfleischman105/Pleco",
        tree: Some((
            "0.5.0",
            "https://github.com/sfleischman105/Pleco/blob/7122ae552507abd3853c5ad6ed37cc36637a0831/pleco/",
        )),
        ..rust("pleco")
    },
    Home {
        repository: "https://github.com/Shadowcat650/rchess",
        tree: Some((
            "2.3.0",
            "https://github.com/Shadowcat650/rchess/blob/03f9585a94e3155b6f82eff4f8bc17bad69baa0f/",
        )),
        ..rust("rchess")
    },
    Home {
        repository: "https://github.com/prawnydagrate/rschess",
        tree: Some((
            "2.0.5",
            "https://github.com/prawnydagrate/rschess/blob/264eb30e701ddadce91554496640453828f012a6/",
        )),
        ..rust("rschess")
    },
    Home {
        repository: "https://github.com/niklasf/shakmaty",
        tree: Some((
            "0.30.1",
            "https://github.com/niklasf/shakmaty/blob/4588149aaa94396330eb196151c97551b0a7599b/shakmaty/",
        )),
        ..rust("shakmaty")
    },
    Home {
        repository: "https://github.com/jhlywa/chess.js",
        tree: Some(("1.4.0", "https://unpkg.com/browse/chess.js@1.4.0/")),
        ..javascript("chess.js")
    },
    Home {
        repository: "https://github.com/lubert/chess.ts",
        tree: Some(("0.16.2", "https://unpkg.com/browse/chess.ts@0.16.2/")),
        ..javascript("chess.ts")
    },
    Home {
        repository: "https://github.com/ChessCorp/chess-rules",
        tree: Some(("1.1.0", "https://unpkg.com/browse/chess-rules@1.1.0/")),
        ..javascript("chess-rules")
    },
    Home {
        repository: "https://github.com/niklasf/chessops",
        tree: Some(("0.15.1", "https://unpkg.com/browse/chessops@0.15.1/")),
        ..javascript("chessops")
    },
    Home {
        repository: "https://github.com/shaack/cm-chess",
        tree: Some(("4.0.0", "https://unpkg.com/browse/cm-chess@4.0.0/")),
        ..javascript("cm-chess")
    },
    Home {
        repository: "https://github.com/fairy-stockfish/Fairy-Stockfish",
        ..javascript("ffish")
    },
    Home {
        repository: "https://github.com/josefjadrny/js-chess-engine",
        tree: Some(("1.0.3", "https://unpkg.com/browse/js-chess-engine@1.0.3/")),
        ..javascript("js-chess-engine")
    },
    Home {
        repository: "https://github.com/yo35/kokopu",
        tree: Some(("4.13.4", "https://unpkg.com/browse/kokopu@4.13.4/")),
        ..javascript("kokopu")
    },
    Home {
        package: "chess",
        repository: "https://github.com/brozeph/node-chess",
        tree: Some(("1.5.1", "https://unpkg.com/browse/chess@1.5.1/")),
        ..javascript("node-chess")
    },
    Home { repository: "https://github.com/cgearhart/Chessnut", ..python("Chessnut", "Chessnut") },
    Home { repository: "https://github.com/MNourMoslem/NChess", ..python("nchess", "nchess") },
    // A program, which is in no registry.
    Home { repository: "https://github.com/pychess/pychess", ..python("pychess", "") },
    Home {
        repository: "https://github.com/gbtami/Fairy-Stockfish",
        ..python("pyffish", "pyffish")
    },
    Home {
        repository: "https://github.com/niklasf/python-chess",
        tree: Some(("1.11.2", "https://github.com/niklasf/python-chess/blob/v1.11.2/")),
        ..python("python-chess", "chess")
    },
    Home {
        repository: "https://github.com/official-stockfish/Stockfish",
        language: None,
        ..python("stockfish", "")
    },
];

const fn rust(name: &'static str) -> Home {
    Home { name, package: name, language: Some(Language::Rust), repository: "", tree: None }
}

const fn javascript(name: &'static str) -> Home {
    Home { name, package: name, language: Some(Language::JavaScript), repository: "", tree: None }
}

const fn python(name: &'static str, package: &'static str) -> Home {
    Home { name, package, language: Some(Language::Python), repository: "", tree: None }
}

impl Home {
    /// Where the library with this name comes from, if that is known.
    pub(super) fn of(name: &str) -> Option<&'static Home> {
        HOMES.iter().find(|home| home.name == name)
    }

    /// The page of a version in the registry of its language, if it is there.
    pub(super) fn package_page(&self, version: &str) -> Option<String> {
        let Home { package, .. } = self;
        let page = match self.language? {
            Language::Rust => format!("https://crates.io/crates/{package}/{version}"),
            Language::JavaScript => format!("https://www.npmjs.com/package/{package}/v/{version}"),
            Language::Python => format!("https://pypi.org/project/{package}/{version}/"),
        };
        (!package.is_empty()).then_some(page)
    }

    /// What says where in a source something is, in pieces, each with its address if it has one: a file with
    /// a line, at the version that was asked, or an address that stands there.
    pub(super) fn places<'a>(
        &self,
        version: &str,
        source: &'a str,
    ) -> Vec<(&'a str, Option<String>)> {
        // What begins otherwise speaks of another package first.
        let first = source.split([',', ' ']).next().unwrap_or_default();
        let tree = self.tree.filter(|(of, _)| *of == version && place(first).is_some());
        let address = |word: &str| {
            if word.starts_with("https://") {
                return Some(word.to_owned());
            }
            let ((file, line), (_, below)) = (place(word)?, tree?);
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
}

impl Language {
    /// Its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Language::Rust => "Rust",
            Language::JavaScript => "JavaScript",
            Language::Python => "Python",
        }
    }
}

/// The file and the line that a word names.
fn place(word: &str) -> Option<(&str, &str)> {
    let (file, line) = word.split_once(':')?;
    let is_file = file.contains('.') && !file.starts_with(['.', '/']);
    let is_line = !line.is_empty() && line.chars().all(|digit| digit.is_ascii_digit());
    (is_file && is_line).then_some((file, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_a_source_has_its_address_at_the_version_that_is_known() {
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
            let places = Home::of(name).unwrap().places(version, source);
            let text: String = places.iter().map(|(word, _)| *word).collect();
            assert_eq!(text, source);
            let found: Vec<String> =
                places.into_iter().filter_map(|(_, address)| address).collect();
            assert_eq!(found, addresses, "{name} {source}");
        }
    }
}
