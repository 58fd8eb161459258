use askama::Template;
use lawbook::rules::RuleSet;

use super::{SiteFile, SitePage, board::Sprite, book::Book};

/// The adjudicator as a WebAssembly module, as `harness/ask/build` writes it.
pub struct AskModule {
    /// The JavaScript bindings.
    pub glue: String,
    /// The WebAssembly module.
    pub wasm: Vec<u8>,
}

#[derive(Template)]
#[template(path = "arbiter.html")]
struct Arbiter {
    page: SitePage,
    sprite: Sprite,
    /// Example questions, each with the address that asks it.
    examples: Vec<(&'static str, String)>,
    /// Titles of the rule sets.
    rule_sets: [(RuleSet, &'static str); 15],
}

/// Examples: title, start position, line, rule sets.
const EXAMPLES: [(&str, &str, &str, &str); 6] = [
    (
        "A position for the third time, and the move that brings it about is only written down",
        "",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1\nBlack writes Ng8 and claims a draw by threefold repetition",
        "fide-2023,uscf-7,lichess-2026",
    ),
    (
        "A flag falls, and the opponent has a lone knight",
        "8/8/8/4k3/4n3/8/4P3/4K3 w - - 0 1",
        "White's flag falls",
        "fide-1997,fide-2023,uscf-7",
    ),
    (
        "Resigning against a bare king, by three editions",
        "8/8/4k3/8/8/8/3Q4/4K3 w - - 0 1",
        "White resigns",
        "fide-1997,fide-2018,fide-2023",
    ),
    (
        "Locked pawns: neither side can ever mate",
        "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 w - - 0 1",
        "",
        "fide-2023,lichess-2026",
    ),
    (
        "An illegal move is made, and the clock is pressed",
        "",
        "1. e4 e5\nWhite makes the illegal move e1-e3 and presses the clock",
        "fide-2014,fide-2017,fide-2023",
    ),
    (
        "A piece is touched, and it cannot move",
        "",
        "1. e4 e5\nWhite touches the rook on a1",
        "fide-2023",
    ),
];

/// The page, and the module embedded in a script, because a page opened from disk may load scripts only.
pub(super) fn pages(book: &Book<'_>, module: &AskModule) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] =
        &["board.js", "arbiter-module.js", "arbiter-engine.js", "arbiter-board.js", "arbiter.js"];
    let page = Arbiter {
        page: SitePage::new(book, "arbiter", "Ask the arbiter").with(SCRIPTS).with_module(),
        sprite: Sprite::whole(),
        examples: EXAMPLES.iter().map(|one| (one.0, address(one))).collect(),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let text = serde_json::json!({
        "glue": module.glue,
        "worker": include_str!("../static/arbiter-worker.js"),
        "wasm": base64(&module.wasm),
    });
    let file = |path: &str, text: String| SiteFile { path: path.to_owned(), text };
    Ok(vec![
        file("arbiter.html", page.render()?),
        file("arbiter-module.js", format!("window.lawbook.module = {text};\n")),
        file("arbiter-engine.js", include_str!("../static/arbiter-engine.js").to_owned()),
        file("arbiter-board.js", include_str!("../static/arbiter-board.js").to_owned()),
        file("arbiter.js", include_str!("../static/arbiter.js").to_owned()),
    ])
}

fn address((_, fen, done, rules): &(&str, &str, &str, &str)) -> String {
    let mut fields = Vec::new();
    for (name, value) in [("fen", fen), ("do", done), ("rules", rules)] {
        if !value.is_empty() {
            fields.push(format!("{name}={}", encoded(value)));
        }
    }
    format!("#{}", fields.join("&"))
}

/// Percent-encodes a value for an address: every byte other than a letter or a digit.
fn encoded(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b' ' => "+".to_owned(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

/// Encodes bytes as base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let group = three
            .iter()
            .enumerate()
            .fold(0_u32, |sum, (place, &byte)| sum | u32::from(byte) << (16 - 8 * place));
        for place in 0..4 {
            let letter = LETTERS[(group >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_matches_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
            ("\u{0}asm\u{1}", "AGFzbQE="),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn an_address_says_what_is_asked() {
        let example = ("", "8/8 w - 0", "White's flag", "lichess");
        assert_eq!(address(&example), "#fen=8%2F8+w+%2D+0&do=White%27s+flag&rules=lichess");
    }
}
