use std::fmt;

use super::ConditionError;

/// A word, number, text or sign of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Number(u64),
    /// Between quotation marks.
    Text(String),
    Sign(&'static str),
}

/// Longer ones first.
const SIGNS: [&str; 14] = ["!=", "<=", ">=", "=", "<", ">", "&", "|", "-", "(", ")", "[", "]", ","];

/// The words, numbers, texts and signs of a text.
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

/// A word, which may have hyphens inside, or a number.
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

/// A text up to the next quotation mark; there is none inside a text.
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
