//! Where the libraries come from, and how a program in their language asks them.

mod javascript;
mod python;
mod rust;

use lawbook::question::Question;

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
    /// How a program asks it, if there is no report to paste; nothing of the libraries that are seldom asked.
    usage: Option<Usage>,
}

/// The language that a library is used from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    JavaScript,
    Python,
}

/// How a program asks a library: lines in which `{fen}` and `{text}` are put as literals.
struct Usage {
    head: &'static [&'static str],
    set_up: &'static [&'static str],
    /// Plays a move, `uci` or `san`.
    play: &'static str,
    /// The kind of a question, and the function of the library for it; a question without one is not here.
    asks: &'static [(&'static str, &'static str)],
}

/// What a program does.
pub(super) struct Sketched<'a> {
    pub(super) version: &'a str,
    pub(super) fen: &'a str,
    /// The moves by their squares.
    pub(super) uci: &'a [String],
    /// The same moves as people write them.
    pub(super) san: &'a [String],
    /// The question; nothing if the setup is all there is to see.
    pub(super) question: Option<&'a Question>,
    /// What the library says, and what is right.
    pub(super) says: String,
    pub(super) right: String,
}

impl Usage {
    /// What a move is called, by the way in which it is written.
    fn written(&self) -> &'static str {
        if self.play.contains("san") { "san" } else { "uci" }
    }
}

impl Home {
    /// Where the library with this name comes from, if that is known.
    pub(super) fn of(name: &str) -> Option<&'static Home> {
        let mut all = rust::HOMES.iter().chain(&javascript::HOMES).chain(&python::HOMES);
        all.find(|home| home.name == name)
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

    /// A program that shows an answer; none if the library has no function for the question.
    pub(super) fn sketch(&self, sketched: &Sketched<'_>) -> Option<String> {
        let (usage, language) = (self.usage.as_ref()?, self.language?);
        let literal = |text: &str| language.literal(text);
        let mut asked = (sketched.fen.to_owned(), None);
        if let Some(question) = sketched.question {
            let (kind, name) = (question.kind(), question.name());
            let subject = name.strip_prefix(kind)?.trim_start_matches('-').to_owned();
            match kind {
                "setup" => {}
                "reads-fen" => asked.0 = subject,
                _ => {
                    let (_, ask) = usage.asks.iter().find(|(of, _)| *of == kind)?;
                    asked.1 = Some(ask.replace("{text}", &literal(&subject)));
                }
            }
        }
        let (fen, mut ask) = asked;
        // Where nothing tells of a setup, its being taken has to be told.
        let is_quiet =
            !usage.set_up.iter().any(|line| line.contains("print") || line.contains("log"));
        if ask.is_none() && sketched.question.is_some() && is_quiet {
            ask = Some(literal("accepted"));
        }
        let set_up = usage.set_up.iter().map(|line| line.replace("{fen}", &literal(&fen)));
        let mut lines: Vec<String> = set_up.collect();
        let one = usage.written();
        let moves = if one == "san" { sketched.san } else { sketched.uci };
        if !moves.is_empty() {
            let moves: Vec<String> = moves.iter().map(|one| literal(one)).collect();
            lines.extend(language.each(one, &moves.join(", "), usage.play));
        }
        let mark = language.comment();
        lines.push(format!("{mark} It says: {}", one_line(&sketched.says)));
        lines.push(format!("{mark} Right is: {}", one_line(&sketched.right)));
        lines.extend(ask.map(|ask| language.print(&ask)));
        let install = format!("{mark} {}", language.install(self.package, sketched.version));
        Some(language.program(&install, usage.head, &lines))
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

    /// The command that installs a version.
    fn install(self, package: &str, version: &str) -> String {
        match self {
            Language::Rust => format!("cargo add {package}@={version}"),
            Language::JavaScript => format!("npm install {package}@{version}"),
            Language::Python => format!("pip install {package}=={version}"),
        }
    }

    const fn comment(self) -> &'static str {
        match self {
            Language::Rust | Language::JavaScript => "//",
            Language::Python => "#",
        }
    }

    /// A text as it stands in a program.
    fn literal(self, text: &str) -> String {
        match self {
            Language::Rust => format!("{text:?}"),
            Language::JavaScript | Language::Python => serde_json::Value::from(text).to_string(),
        }
    }

    fn each(self, one: &str, all: &str, body: &str) -> Vec<String> {
        match self {
            Language::Rust => {
                vec![format!("for {one} in [{all}] {{"), format!("    {body}"), "}".to_owned()]
            }
            Language::JavaScript => {
                vec![
                    format!("for (const {one} of [{all}]) {{"),
                    format!("  {body}"),
                    "}".to_owned(),
                ]
            }
            Language::Python => vec![format!("for {one} in [{all}]:"), format!("    {body}")],
        }
    }

    fn print(self, value: &str) -> String {
        match self {
            Language::Rust => format!("println!(\"{{:?}}\", {value});"),
            Language::JavaScript => format!("console.log({value});"),
            Language::Python => format!("print({value})"),
        }
    }

    fn program(self, install: &str, head: &[&str], lines: &[String]) -> String {
        let head = head.join("\n");
        match self {
            Language::Rust => {
                let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
                format!("{install}\n{head}\n\nfn main() {{\n{body}}}\n")
            }
            Language::JavaScript | Language::Python => {
                format!("{install}\n{head}\n\n{}\n", lines.join("\n"))
            }
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

/// A text without the ends of its lines, as a comment has it.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use lawbook::question::{NotationQuestion, PositionQuestion};

    use super::*;

    fn sketch(name: &str, question: &Question) -> Option<String> {
        Home::of(name)?.sketch(&Sketched {
            version: "1.0.0",
            fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            uci: &["e1e2".to_owned()],
            san: &["Ke2".to_owned()],
            question: Some(question),
            says: "yes".to_owned(),
            right: "no\nand never".to_owned(),
        })
    }

    #[test]
    fn a_program_asks_in_the_language_of_the_library() {
        let check = Question::Position(PositionQuestion::Check);
        let reads = Question::Notation(NotationQuestion::Reads("\"N\"-f3".to_owned()));
        for (name, question, has) in [
            ("chessie", &check, "    for uci in [\"e1e2\"] {\n        game.make_move"),
            (
                "chessie",
                &check,
                "    // Right is: no and never\n    println!(\"{:?}\", game.is_in_check());",
            ),
            ("node-chess", &check, "for (const san of [\"Ke2\"]) {\n  client.move(san);\n}"),
            ("nchess", &check, "# pip install nchess==1.0.0\nimport nchess\n"),
            ("nchess", &check, "for uci in [\"e1e2\"]:\n    board.step(uci)\n# It says: yes"),
            ("chess-rules", &reads, r#"rules.pgnToMove(position, "\"N\"-f3")"#),
        ] {
            let sketch = sketch(name, question).unwrap();
            assert!(sketch.contains(has), "{name}: {has} is missing in\n{sketch}");
        }
        let setup = Question::Position(PositionQuestion::Setup);
        assert!(sketch("chessie", &setup).unwrap().contains("println!(\"{:?}\", \"accepted\");"));
        // It has no function for it, and nothing is known of it.
        assert_eq!(sketch("chasolver", &check), None);
        assert_eq!(sketch("somebody's", &check), None);
    }

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
