use lawbook_catalogue::question::{Answer, Expectation};
use lawbook_runner::report::wrap;
use serde::Deserialize;

use crate::printed;

/// Language of an adapter, and of programs that reproduce a library's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Language {
    /// JavaScript for Node.js.
    JavaScript,
    /// Python 3.
    Python,
    /// Rust, edition 2021 or later.
    Rust,
}

impl Language {
    /// The name of the language.
    pub const fn name(self) -> &'static str {
        match self {
            Language::JavaScript => "JavaScript",
            Language::Python => "Python",
            Language::Rust => "Rust",
        }
    }

    /// File extension of a program.
    pub const fn extension(self) -> &'static str {
        match self {
            Language::JavaScript => "mjs",
            Language::Python => "py",
            Language::Rust => "rs",
        }
    }

    /// Formats a text as a string literal, escaped so that its content cannot end the literal.
    pub(crate) fn literal(self, text: &str) -> String {
        let escape = |letter: char| match (letter, self) {
            ('"' | '\\', _) => format!("\\{letter}"),
            (' '..='~', _) => letter.to_string(),
            (_, Language::Python) => format!("\\U{:08x}", u32::from(letter)),
            (_, Language::JavaScript | Language::Rust) => {
                format!("\\u{{{:x}}}", u32::from(letter))
            }
        };
        format!("\"{}\"", text.chars().map(escape).collect::<String>())
    }

    /// Formats texts as a list of string literals.
    pub(crate) fn list(self, texts: &[String]) -> String {
        let literals: Vec<String> = texts.iter().map(|text| self.literal(text)).collect();
        format!("[{}]", literals.join(", "))
    }

    /// The statement that returns moves from the list `legal` of legal moves in UCI notation: all of them, those that
    /// the question asks about, or their number. `None` if the question is not about moves.
    pub(crate) fn of_moves(self, right: &Expectation) -> Option<String> {
        let some = match right {
            Expectation::Exactly(Answer::Moves(_)) => None,
            Expectation::Among(some) | Expectation::NotAmong(some) => Some(printed::sorted(some)),
            Expectation::Number(_) => {
                let count = match self {
                    Language::JavaScript => "return String(legal.length);",
                    Language::Python => "return str(len(legal))",
                    Language::Rust => "Ok(legal.len().to_string())",
                };
                return Some(count.to_owned());
            }
            Expectation::Exactly(_) | Expectation::Squares(_) => return None,
        };
        let only = |text: &dyn Fn(String) -> String| {
            some.as_ref().map(|some| text(self.list(some))).unwrap_or_default()
        };
        Some(match self {
            Language::JavaScript => format!(
                "return legal{}.sort().join(\" \") || \"none\";",
                only(&|some| format!(".filter((move) => {some}.includes(move))"))
            ),
            Language::Python => format!(
                "return \" \".join(sorted(move for move in legal{})) or \"none\"",
                only(&|some| format!(" if move in {some}"))
            ),
            Language::Rust => format!(
                "{}legal.sort();\nOk(if legal.is_empty() {{ \"none\".to_owned() }} else {{ legal.join(\" \") }})",
                only(&|some| format!("legal.retain(|one| {some}.contains(&one.as_str()));\n"))
            ),
        })
    }

    /// The statement that returns `taken`, after the library has accepted setup and acts.
    pub(crate) const fn taken(self) -> &'static str {
        match self {
            Language::JavaScript => "return \"taken\";",
            Language::Python => "return \"taken\"",
            Language::Rust => "Ok(\"taken\".to_owned())",
        }
    }

    /// Formats paragraphs as comment lines, wrapped. Characters that end a line or change the text direction are
    /// replaced by a space or a question mark.
    pub(crate) fn comment(self, paragraphs: &[String]) -> String {
        let sign = match self {
            Language::Python => "#",
            Language::JavaScript | Language::Rust => "//",
        };
        let mut lines = Vec::new();
        for (number, paragraph) in paragraphs.iter().enumerate() {
            if number > 0 {
                lines.push(sign.to_owned());
            }
            let harmless: String = paragraph.chars().map(harmless).collect();
            lines.extend(wrap(&harmless, 0).lines().map(|line| format!("{sign} {}", line.trim())));
        }
        lines.join("\n")
    }
}

fn harmless(letter: char) -> char {
    match letter {
        _ if letter.is_whitespace() => ' ',
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}' => '?',
        _ if letter.is_control() => '?',
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Language; 3] = [Language::JavaScript, Language::Python, Language::Rust];

    #[test]
    fn nothing_ends_a_literal_or_a_comment() {
        for language in ALL {
            for text in ["\"; exit(0) //", "\\", "\\\"", "a\nb", "\r", "\u{2028}x", "\0", "é", "♔"]
            {
                let literal = language.literal(text);
                let inside = &literal[1..literal.len() - 1];
                assert!(literal.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{literal}");
                let bare = inside.replace("\\\\", "").replace("\\\"", "");
                assert!(!bare.contains('"') && !bare.ends_with('\\'), "{literal}");
                let comment = language.comment(&[format!("one {text} two")]);
                assert_eq!(
                    comment.split(['\n', '\r', '\u{2028}', '\u{85}', '\0']).count(),
                    1,
                    "{comment:?}"
                );
            }
        }
        assert_eq!(Language::Python.literal("♔\""), "\"\\U00002654\\\"\"");
        assert_eq!(Language::Rust.literal("♔"), "\"\\u{2654}\"");
    }
}
