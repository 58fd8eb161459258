use std::fmt::{self, Write};

use askama::filters::{Escaper, Html};
use lawbook::words::visible;

/// Escaper for all templates: neutralises markup and makes invisible characters visible.
#[derive(Clone, Copy)]
pub(crate) struct VisibleHtml;

impl Escaper for VisibleHtml {
    fn write_escaped_str<W: Write>(&self, dest: W, text: &str) -> fmt::Result {
        Html.write_escaped_str(dest, &visible(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_neither_markup_nor_hidden_characters_of_a_text() {
        let mut page = String::new();
        VisibleHtml.write_escaped_str(&mut page, "a<b>\u{1b}[2J\u{202e}c").unwrap();
        assert_eq!(page, "a&#60;b&#62;\\u{1b}[2J\\u{202e}c");
    }
}
