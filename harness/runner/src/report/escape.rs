//! Escapes untrusted text for each output format: names, answers and paths from adapters, files and users.

use lawbook::words::{is_hidden, visible};

/// Replaces each run of white space by one space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes trusted text for Markdown: it cannot end a table cell, start markup, or mention a user or an issue.
/// Addresses remain links.
pub(super) fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    // The current word, which may be the prefix of a reference to an issue such as `GH-1`.
    let mut word = String::new();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        match letter {
            '|' | '*' | '_' | '<' | '>' | '[' | ']' | '`' | '\\' | '~' | '$' => {
                escaped.extend(['\\', letter]);
            }
            '&' if next == '#' || next.is_ascii_alphabetic() => escaped.push_str("&amp;"),
            '@' if next.is_alphanumeric() => escaped.push_str(&format!("@{APART}")),
            '#' if next.is_ascii_digit() => escaped.push_str(&format!("#{APART}")),
            '-' if next.is_ascii_digit() && word.eq_ignore_ascii_case("gh") => {
                escaped.push_str(&format!("-{APART}"));
            }
            '\n' => escaped.push(' '),
            _ if is_hidden(letter) => {
                visible(letter.encode_utf8(&mut [0; 4])).chars().for_each(|one| match one {
                    '\\' => escaped.push_str("\\\\"),
                    _ => escaped.push(one),
                });
            }
            _ => escaped.push(letter),
        }
        if letter.is_alphanumeric() { word.push(letter) } else { word.clear() }
    }
    escaped
}

/// Escapes untrusted text for Markdown as [`markdown`] does, on one line and without links.
pub(super) fn foreign_markdown(text: &str) -> String {
    let escaped = markdown(&one_line(text)).replace("://", &format!(":{APART}//"));
    let mut parted = String::with_capacity(escaped.len());
    let mut rest = escaped.as_str();
    while let Some(at) = rest.to_ascii_lowercase().find("www.") {
        parted.push_str(&rest[..at + 3]);
        parted.push_str(APART);
        rest = &rest[at + 3..];
    }
    parted + rest
}

/// Formats untrusted text as code in Markdown, on one line.
pub(super) fn code(text: &str) -> String {
    format!("`{}`", visible(&one_line(text)).replace('`', "'"))
}

/// A zero-width space, which breaks up mentions and addresses.
const APART: &str = "&#8203;";

/// Escapes a text for XML and SVG, in elements and attributes.
pub(super) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            // XML cannot represent these characters.
            '\u{fffe}' | '\u{ffff}' => {}
            _ if is_hidden(letter) => escaped.extend(letter.escape_unicode()),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_no_markup_and_no_mention() {
        assert_eq!(code("a`b\n@user\u{1b}"), "`a'b @user\\u{1b}`");
    }

    rows!(
        markdown_has_no_markup_and_no_mention,
        for (text, project, foreign) in [
            ("Qg7# and e4 & d4, #x", "Qg7# and e4 & d4, #x", "Qg7# and e4 & d4, #x"),
            ("@user, a@b", "@&#8203;user, a@&#8203;b", "@&#8203;user, a@&#8203;b"),
            ("#1 o/r#23", "#&#8203;1 o/r#&#8203;23", "#&#8203;1 o/r#&#8203;23"),
            ("GH-1 gh-2 xgh-3", "GH-&#8203;1 gh-&#8203;2 xgh-3", "GH-&#8203;1 gh-&#8203;2 xgh-3"),
            ("&#64;user &lt;", "&amp;#&#8203;64;user &amp;lt;", "&amp;#&#8203;64;user &amp;lt;"),
            (
                "a|b*_<i>[x](y)`~$\\",
                "a\\|b\\*\\_\\<i\\>\\[x\\](y)\\`\\~\\$\\\\",
                "a\\|b\\*\\_\\<i\\>\\[x\\](y)\\`\\~\\$\\\\",
            ),
            ("a\nb", "a b", "a b"),
            ("\u{202e}x", "\\\\u{202e}x", "\\\\u{202e}x"),
            ("https://x.org", "https://x.org", "https:&#8203;//x.org"),
            ("WWW.x.org", "WWW.x.org", "WWW&#8203;.x.org"),
        ] {
            assert_eq!(markdown(text), project, "{text:?}");
            assert_eq!(foreign_markdown(text), foreign, "{text:?}");
        }
    );

    #[test]
    fn xml_has_no_markup_and_nothing_that_it_cannot_say() {
        assert_eq!(
            xml("a<b> & \"c\"\u{1b}[1m 'd'\u{0}\u{ffff}\u{202e}\n"),
            "a&lt;b&gt; &amp; &quot;c&quot;\\u{1b}[1m &apos;d&apos;\\u{0}\\u{202e}\n"
        );
    }
}
