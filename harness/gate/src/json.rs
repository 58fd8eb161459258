//! JSON, as far as the line protocol of adapters needs it.

use std::fmt::{self, Write as _};

/// Maximum depth of lists and objects in a request.
const DEEPEST: usize = 16;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    /// Null, true, false or a number, as it is written.
    Plain(String),
    Text(String),
    List(Vec<Json>),
    /// The fields in order.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one value.
    ///
    /// # Errors
    ///
    /// Returns the beginning of the part that is not JSON.
    pub(crate) fn read(text: &str) -> Result<Json, String> {
        let mut rest = text;
        match value(&mut rest, DEEPEST) {
            Some(read) if rest.trim().is_empty() => Ok(read),
            _ => Err(format!("this is not JSON, or a field is there twice: {rest:.80}")),
        }
    }

    pub(crate) fn null() -> Json {
        Json::Plain("null".to_owned())
    }

    /// Returns a field of an object; a list without items if there is none.
    pub(crate) fn field(&self, name: &str) -> &Json {
        const NONE: &Json = &Json::List(Vec::new());
        let Json::Object(fields) = self else { return NONE };
        fields.iter().find(|(field, _)| field == name).map_or(NONE, |(_, value)| value)
    }

    /// Returns whether it is an object with this field.
    pub(crate) fn has(&self, name: &str) -> bool {
        matches!(self, Json::Object(fields) if fields.iter().any(|(field, _)| field == name))
    }

    pub(crate) fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub(crate) fn items(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    /// Returns an object as its name, which is in the field `tag`, with its other fields, as in `claim ground=fifty`.
    pub(crate) fn named(&self, tag: &str) -> String {
        let mut text = self.field(tag).text().unwrap_or_default().to_owned();
        if let Json::Object(fields) = self {
            for (name, value) in fields.iter().filter(|(name, _)| name != tag && name != "id") {
                let _ = write!(text, " {name}={}", value.unquoted());
            }
        }
        text
    }

    /// Returns the object of a text such as `must-move role=knight square=g1`, with its name in the field `tag`.
    pub(crate) fn object_of(tag: &str, text: &str) -> Json {
        let mut words = text.split(' ');
        let name = (tag.to_owned(), words.next().unwrap_or_default().into());
        let plain = |value: &str| match Json::read(value) {
            Ok(plain @ Json::Plain(_)) => plain,
            _ => value.into(),
        };
        let fields = words.filter_map(|word| word.split_once('='));
        let fields = fields.map(|(field, value)| (field.to_owned(), plain(value)));
        Json::Object([name].into_iter().chain(fields).collect())
    }

    /// Returns a value without quotation marks, and the items of a list with commas between them.
    fn unquoted(&self) -> String {
        match self {
            Json::Text(text) => text.clone(),
            Json::List(items) => items.iter().map(Json::unquoted).collect::<Vec<_>>().join(","),
            other => other.to_string(),
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}

impl From<bool> for Json {
    fn from(is: bool) -> Json {
        Json::Plain(is.to_string())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |parts: Vec<String>| parts.join(",");
        match self {
            Json::Plain(text) => f.write_str(text),
            Json::List(items) => {
                write!(f, "[{}]", join(items.iter().map(Json::to_string).collect()))
            }
            Json::Object(fields) => {
                let field =
                    |(name, value): &(String, Json)| format!("{}:{value}", Json::from(&**name));
                write!(f, "{{{}}}", join(fields.iter().map(field).collect()))
            }
            Json::Text(text) => {
                f.write_char('"')?;
                for letter in text.chars() {
                    match letter {
                        '"' | '\\' => write!(f, "\\{letter}")?,
                        letter if letter.is_control() => write!(f, "\\u{:04x}", u32::from(letter))?,
                        letter => f.write_char(letter)?,
                    }
                }
                f.write_char('"')
            }
        }
    }
}

/// Takes this text from the beginning, after any space.
fn takes(rest: &mut &str, text: &str) -> bool {
    let after = rest.trim_start().strip_prefix(text);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

fn value(rest: &mut &str, depth: usize) -> Option<Json> {
    if takes(rest, "\"") {
        return string(rest).map(Json::Text);
    }
    let is_object = takes(rest, "{");
    if is_object || takes(rest, "[") {
        let (mut fields, mut items) = (Vec::new(), Vec::new());
        while !takes(rest, if is_object { "}" } else { "]" }) {
            let is_first = fields.is_empty() && items.is_empty();
            if depth == 0 || !is_first && !takes(rest, ",") {
                return None;
            }
            if !is_object {
                items.push(value(rest, depth - 1)?);
                continue;
            }
            let name = takes(rest, "\"").then(|| string(rest))??;
            // Readers differ in which of two fields they use.
            if !takes(rest, ":") || fields.iter().any(|(other, _)| *other == name) {
                return None;
            }
            fields.push((name, value(rest, depth - 1)?));
        }
        return Some(if is_object { Json::Object(fields) } else { Json::List(items) });
    }
    let text = rest.trim_start();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    let (word, after) = text.split_at(text.find(|one| !is_part(one)).unwrap_or(text.len()));
    *rest = after;
    let is_plain = ["null", "true", "false"].contains(&word) || word.parse::<f64>().is_ok();
    is_plain.then(|| Json::Plain(word.to_owned()))
}

/// Takes the rest of a string after its first quotation mark.
fn string(rest: &mut &str) -> Option<String> {
    let mut text = String::new();
    let mut letters = rest.chars();
    // The units of UTF-16 that belong together.
    let mut units: Vec<u16> = Vec::new();
    loop {
        let mut letter = letters.next()?;
        if letter == '\\' {
            letter = match letters.next()? {
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    if let Ok(read) = String::from_utf16(&units) {
                        text.push_str(&read);
                        units.clear();
                    }
                    continue;
                }
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                other => other,
            };
        } else if letter == '"' {
            *rest = letters.as_str();
            return units.is_empty().then_some(text);
        }
        text.push(letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_they_were_read() {
        for text in [
            "null",
            "[true,false,-12.5e3,\"\",[],{}]",
            r#"{"ask":"reads","text":"e8 \"= Q\\\u000a","more":{"a":[1,"é"]}}"#,
        ] {
            assert_eq!(Json::read(text).unwrap().to_string(), text);
        }
        assert_eq!(Json::read(r#" "\ud83d\ude00\n\/" "#), Ok(Json::from("😀\n/")));
        let question = Json::read(r#"{"id":3,"ask":"refuses","moves":["e2e5","e1e2"]}"#).unwrap();
        assert_eq!(question.named("ask"), "refuses moves=e2e5,e1e2");
    }

    #[test]
    fn what_is_not_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "nul", "[1 2]", "{\"a\"}", "\"", "\"\\ud800x\"", "1 2", "--", &deep] {
            assert!(Json::read(text).is_err(), "{text:.20}");
        }
    }
}
