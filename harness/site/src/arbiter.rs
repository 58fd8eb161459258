use askama::Template;
use lawbook::{
    position::Setup,
    rules::{Clocks, RuleSet, seconds},
};

use super::{
    SiteFile, SitePage,
    board::Sprite,
    book::{SiteCase, SiteData},
    packed, script_data,
};

/// The adjudicator as a WebAssembly module, as `harness/wasm/build` writes it.
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
    rule_sets: [(RuleSet, &'static str); RuleSet::ALL.len()],
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

/// The page with its scripts; one contains the module.
pub(super) fn pages(book: &SiteData<'_>, module: &AskModule) -> askama::Result<Vec<SiteFile>> {
    const SCRIPTS: &[&str] = &[
        "board.js",
        "arbiter-glue.js",
        "arbiter-engine.js",
        "arbiter-board.js",
        "element.js",
        "arbiter.js",
    ];
    let page = SitePage::new(book, "arbiter", "A game or a position").with(SCRIPTS);
    let page = Arbiter {
        page: SitePage { has_module: true, ..page },
        sprite: Sprite::linked(),
        examples: EXAMPLES.iter().map(|one| (one.0, address(one))).collect(),
        rule_sets: RuleSet::ALL.map(|one| (one, one.short_title())),
    };
    let glue = serde_json::json!({
        "glue": module.glue,
        "worker": include_str!("../static/arbiter-worker.js"),
    });
    let file = |path: &str, text: String| SiteFile { path: path.to_owned(), text };
    Ok(vec![
        file("arbiter.html", page.render()?),
        script_data("arbiter-glue.js", "module", &glue)?,
        packed::bytes("arbiter-module.js", "wasm", &module.wasm)?,
        file("arbiter-engine.js", include_str!("../static/arbiter-engine.js").to_owned()),
        file("arbiter-board.js", include_str!("../static/arbiter-board.js").to_owned()),
        file("arbiter.js", include_str!("../static/arbiter.js").to_owned()),
    ])
}

fn address((_, fen, done, rules): &(&str, &str, &str, &str)) -> String {
    format!("#{}", fields(&[("fen", fen), ("do", done), ("rules", rules)]))
}

/// The part of an address, after the `#`, that opens a case in the page.
pub(super) fn situation(entry: &SiteCase<'_>) -> String {
    let case = entry.case;
    let is_start = case.setup == Setup::start();
    let fen = if is_start { String::new() } else { case.setup.to_string() };
    let event = &case.event;
    let time = Some(entry.time()).filter(|time| *time != "standard").unwrap_or_default();
    let number = |number: Option<u32>| number.map_or_else(String::new, |one| one.to_string());
    let time_of = |one: fn(Clocks) -> u32| {
        event.clocks.map_or_else(String::new, |clocks| seconds::write(one(clocks)))
    };
    let unless = |usual: bool, is: bool| if is == usual { "" } else { "1" };
    // For a condition that is left out, the page shows the rulings for each value if they differ.
    let supervised = match (event.supervised, time) {
        (true, "") => "",
        (true, _) => "true",
        (false, _) => "false",
    };
    let lines = case.play.join("\n");
    fields(&[
        ("fen", &fen),
        ("do", &lines),
        ("rules", entry.first().name()),
        ("time", time),
        ("supervised", supervised),
        ("increment", unless(false, event.increment)),
        ("last_period", unless(true, event.last_period)),
        ("quickplay_rules", if event.quickplay_rules { "true" } else { "false" }),
        ("no_agreement", unless(false, event.no_agreement)),
        ("no_agreement_before_move", &number(event.no_agreement_before_move)),
        ("control", &number(event.control)),
        ("default_minutes", &number(event.default_minutes)),
        ("digital_board", unless(false, event.digital_board)),
        ("white", &time_of(|clocks| clocks.white)),
        ("black", &time_of(|clocks| clocks.black)),
        ("added", &time_of(|clocks| clocks.increment)),
    ])
}

fn fields(fields: &[(&str, &str)]) -> String {
    let fields = fields.iter().filter(|(_, value)| !value.is_empty());
    let fields: Vec<String> =
        fields.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    fields.join("&")
}

/// Percent-encodes a value for the fragment of an address: every byte that could end the value or the address.
fn encoded(value: &str) -> String {
    let byte = |byte: u8| match byte {
        b' ' => "+".to_owned(),
        b'/' | b'-' | b'.' | b',' | b':' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    value.bytes().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_is_asked() {
        let example = ("", "8/8 w - 0", "White's flag", "lichess");
        assert_eq!(address(&example), "#fen=8/8+w+-+0&do=White%27s+flag&rules=lichess");
    }
}
