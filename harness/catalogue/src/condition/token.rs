use std::fmt;

use super::ConditionError;

/// A token of a condition: a word, a number, a quoted text, or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(u64),
    /// The text between two quotation marks.
    Text(String),
    Sign(&'static str),
}

/// All signs. Longer ones come first, so that `<=` is not read as `<`.
const SIGNS: [&str; 14] = ["!=", "<=", ">=", "=", "<", ">", "&", "|", "-", "(", ")", "[", "]", ","];

/// Splits a text into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ConditionError> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '"' => quoted(rest)?,
            'a'..='z' | '0'..='9' => word(rest),
            _ => match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                Some(sign) => (Token::Sign(sign), sign.len()),
                None => return Err(ConditionError::Sign(first)),
            },
        };
        tokens.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Reads a number or a word from the start of a text, and returns it with its length. A word may contain hyphens.
fn word(text: &str) -> (Token, usize) {
    let is_letter = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '-');
    let length = text.find(|one| !is_letter(one)).unwrap_or(text.len());
    let word = text[..length].trim_end_matches(['-', '.']);
    let token = match word.parse() {
        Ok(number) => Token::Number(number),
        Err(_) => Token::Word(word.to_owned()),
    };
    (token, word.len())
}

/// Reads a quoted text, and returns it with its length. A quotation mark cannot be escaped.
fn quoted(text: &str) -> Result<(Token, usize), ConditionError> {
    let inside = &text[1..];
    match inside.split_once('"') {
        Some((inside, _)) => Ok((Token::Text(inside.to_owned()), inside.len() + 2)),
        None => Err(ConditionError::Unclosed(inside.to_owned())),
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(word) => f.write_str(word),
            Token::Number(number) => write!(f, "{number}"),
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Sign(sign) => f.write_str(sign),
        }
    }
}
