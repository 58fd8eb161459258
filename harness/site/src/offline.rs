use serde_json::json;

use super::{SiteFile, book::Book};

/// Files that the site does not need after they are installed: from disk only, or for search engines.
const NOT_KEPT: [&str; 4] = ["404.html", "sitemap.xml", "arbiter-module.js", "pieces.txt"];

/// The web app manifest and the service worker, with which the site is installed and used offline.
///
/// The worker keeps what every visitor needs at once: the style, the scripts, the start page, the Laws, the search, the
/// quiz and "Ask the arbiter". It fetches the other pages afterwards, a few at a time.
pub(super) fn files(book: &Book<'_>, files: &[SiteFile]) -> askama::Result<Vec<SiteFile>> {
    let kept = files.iter().map(|file| file.path.as_str()).filter(|path| !NOT_KEPT.contains(path));
    let is_early = |path: &&str| {
        let is_page = path.ends_with(".html");
        (!path.contains('/') && !is_page)
            || path.starts_with("rules/")
            || is_page && !path.contains('/') && !path.starts_with("findings")
    };
    let (mut early, late): (Vec<&str>, Vec<&str>) = kept.partition(is_early);
    if book.has_arbiter {
        early.push("arbiter.wasm");
    }
    let version = format!("{}-{:016x}", book.report.lawbook, digest(files));
    let manifest = json!({
        "name": "lawbook: rulings on chess",
        "short_name": "lawbook",
        "description": "How a chess game ends: rulings by article and edition, a quiz, and an adjudicator.",
        "start_url": "index.html",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#fbfaf7",
        "icons": [{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"}],
    });
    let text = format!(
        "const VERSION = {};\nconst EARLY = {};\nconst LATE = {};\n{}",
        json!(version),
        json!(early),
        json!(late),
        include_str!("../static/worker.js"),
    );
    Ok(vec![
        SiteFile { path: "site.webmanifest".to_owned(), text: format!("{manifest:#}\n") },
        SiteFile { path: "worker.js".to_owned(), text },
    ])
}

/// A digest of all files, by which the worker notices a new version: FNV-1a.
fn digest(files: &[SiteFile]) -> u64 {
    let bytes = files.iter().flat_map(|file| file.path.bytes().chain(file.text.bytes()));
    bytes.fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
