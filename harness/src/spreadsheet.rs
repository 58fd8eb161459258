//! Escapes CSV cells so that spreadsheets never evaluate them as formulas.

use std::borrow::Cow;

use lawbook::report::visible;

/// First characters of a formula in common spreadsheets.
const BEGINS_FORMULA: &[u8] = b"=+-@\t\r";

/// Returns `cell` as plain text: an apostrophe before a formula, and control characters made visible.
pub(crate) fn harmless(cell: &[u8]) -> Cow<'_, [u8]> {
    let visible = str::from_utf8(cell).ok().map(visible).filter(|seen| seen.as_bytes() != cell);
    let cell = visible.map_or(Cow::Borrowed(cell), |seen| Cow::Owned(seen.into_bytes()));
    match cell.first() {
        Some(first) if BEGINS_FORMULA.contains(first) => Cow::Owned([b"'", &cell[..]].concat()),
        Some(_) | None => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_begins_a_formula() {
        for (cell, harmless_then) in [
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "\\u{d}=1"),
            ("=\u{1b}[2J\u{202e}", "'=\\u{1b}[2J\\u{202e}"),
            ("1-0", "1-0"),
            ("", ""),
            ("Kasparov, G", "Kasparov, G"),
        ] {
            assert_eq!(harmless(cell.as_bytes()), harmless_then.as_bytes(), "{cell:?}");
        }
    }
}
