//! Tests the files of the site: all pages exist, all links work, no file is too large, text from cases is escaped, and
//! the output is deterministic. `harness/site/test/` tests the site in a browser.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use crate::common::{RIGHT, empty_folder, files_in, printed, told};

/// The files of a site, by path with `/`.
type Site = BTreeMap<String, String>;

/// The site of the whole catalogue with all libraries.
static SITE: LazyLock<Site> = LazyLock::new(|| built("whole", &[]));

/// The page with the case `resigning-against-a-bare-king`.
const RESIGNING: &str = "cases/fide-2009-checkmate-and-resignation.html";

/// An empty folder with this name.
fn folder(name: &str) -> String {
    empty_folder(&format!("site/{name}")).to_str().unwrap().to_owned()
}

/// Builds a site in a folder with this name.
fn built(name: &str, arguments: &[&str]) -> Site {
    let out = folder(name);
    let said = printed(&[&["site", "--out-dir", &out], arguments].concat(), "");
    let mut files = files_in(Path::new(&out));
    files.remove(Path::new(".lawbook"));
    assert!(said.starts_with(&format!("wrote {} files", files.len())), "{said}");
    let name = |path: PathBuf| path.to_str().unwrap().replace('\\', "/");
    files.into_iter().map(|(path, text)| (name(path), String::from_utf8(text).unwrap())).collect()
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!(" {attribute}=\"");
    page.split(&begin).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Target of a link: path relative to the site, and anchor.
fn target(page: &str, link: &str) -> (String, String) {
    let (link, place) = link.split_once('#').unwrap_or((link, ""));
    let link = link.split('?').next().unwrap_or_default();
    if link.is_empty() {
        return (page.to_owned(), place.to_owned());
    }
    let mut path: Vec<&str> = page.split('/').collect();
    path.pop();
    for step in link.split('/') {
        match step {
            ".." => assert!(path.pop().is_some(), "{page}: {link} leads out of the site"),
            step => path.push(step),
        }
    }
    (path.join("/"), place.to_owned())
}

#[test]
fn every_case_document_rule_set_and_library_has_its_place() {
    let catalogue = lawbook_catalogue::Catalogue::embedded();
    for case in &catalogue.cases {
        let file = case.place.file.trim_end_matches(".yaml").replace('/', "-");
        let page = &SITE[&format!("cases/{file}.html")];
        assert!(values(page, "id").contains(&case.id.as_str()), "{}", case.id);
    }
    let documents = catalogue.documents.iter().map(|one| format!("documents/{}.html", one.id));
    let rules = lawbook::rules::RuleSet::ALL.map(|one| format!("rules/{one}.html"));
    let libraries = ["lawbook", "shakmaty", "chess"].map(|one| format!("libraries/{one}.html"));
    for path in documents.chain(rules).chain(libraries) {
        assert!(SITE.contains_key(&path), "{path} is missing");
    }
    for document in &catalogue.documents {
        let page = &SITE[&format!("documents/{}.html", document.id)];
        for statement in &document.statements {
            assert!(values(page, "id").contains(&statement.id.as_str()), "{}", statement.id);
        }
    }
}

/// Whether a page may lead to the repository of a library or to an official text.
fn has_links_to_others(path: &str) -> bool {
    path.starts_with("libraries/") || path.starts_with("rules/") || path == "ask.html"
}

#[test]
fn every_link_leads_somewhere() {
    let pages = || SITE.iter().filter(|(path, _)| path.ends_with(".html"));
    let ids: BTreeMap<&String, Vec<&str>> =
        pages().map(|(path, page)| (path, values(page, "id"))).collect();
    let places: BTreeSet<(&str, &str)> =
        ids.iter().flat_map(|(path, ids)| ids.iter().map(|id| (path.as_str(), *id))).collect();
    assert_eq!(places.len(), ids.values().map(Vec::len).sum::<usize>(), "a page has an id twice");
    let incidents = lawbook_arbiter::incident::Incidents::embedded();
    let mut checked = 0;
    for (path, page) in pages() {
        let has_others = has_links_to_others(path);
        let leads_away = |link: &&str| has_others && link.starts_with("https://");
        let links = values(page, "href").into_iter().filter(|link| !leads_away(link));
        for link in links.chain(values(page, "src")) {
            let (to, place) = target(path, link);
            let found = place.is_empty() && SITE.contains_key(&to)
                || places.contains(&(to.as_str(), place.as_str()))
                || to == "ask.html" && incidents.get(&place).is_some();
            assert!(found, "{path}: {link} leads nowhere");
            checked += 1;
        }
    }
    assert!(checked > 5_000, "only {checked} links");
}

#[test]
fn a_library_has_a_program_for_what_it_gets_wrong() {
    let libraries = |path: &&String| path.starts_with("libraries/") && path.ends_with(".html");
    for path in SITE.keys().filter(libraries).filter(|path| !path.ends_with("/lawbook.html")) {
        assert!(SITE[path].contains("<a rel=\"external\" href=\"https://"), "{path}: whose is it?");
    }
    let page = &SITE["libraries/cozy-chess.html"];
    for part in [
        "<summary>In Rust</summary>",
        "`cargo add cozy-chess@=0.3.4`",
        "cozy_chess::Board::from_fen(&#34;8/8/3kK3/8/8/8/8/8 w - - 0 1&#34;, false).is_ok()",
        "/cozy-chess/src/board/mod.rs#L486\"",
        "data-class=\"by-design\"",
        "<select name=\"level\">",
    ] {
        assert!(page.contains(part), "{part} is missing:\n{page}");
    }
}

#[test]
fn what_is_known_stands_by_the_harm_it_does() {
    let page = &SITE["findings.html"];
    let places: Vec<usize> = ["Wrong result of a game</h2>", "Crash</h2>", "Notation</h2>"]
        .into_iter()
        .map(|part| page.find(part).unwrap_or_else(|| panic!("{part} is missing:\n{page}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    // A library that is in the report, and one that is not.
    assert!(
        page.contains(
            "<th scope=\"row\"><a href=\"libraries/cozy-chess.html\">cozy-chess</a></th>"
        )
    );
    assert!(page.contains("<th scope=\"row\">kokopu</th>"));
}

#[test]
fn people_read_names_and_not_identifiers() {
    let page = &SITE[RESIGNING];
    assert!(page.contains("Under FIDE 2023, Lichess 2026</p>"), "{page}");
    // The scripts read rule sets as bits.
    let bits = [lawbook::rules::RuleSet::FIDE_2023, lawbook::rules::RuleSet::LICHESS_2026]
        .map(|one| 1 << one.index());
    let bits = bits.into_iter().sum::<u32>();
    assert!(page.contains(&format!("data-rules=\"{bits}\"")), "{page}");
    for (path, page) in SITE.iter().filter(|(path, _)| path.starts_with("cases/")) {
        for words in ["Under fide-", "under fide-", "claim threefold", "can mate white", "(fide-"] {
            assert!(!page.contains(words), "{path}: {words}");
        }
    }
}

#[test]
fn nothing_is_too_large() {
    let whole: usize = SITE.values().map(String::len).sum();
    // Without the adjudicator, which has 0.7 MB in a script.
    assert!(whole < 8_000_000, "the site has {whole} bytes in {} files", SITE.len());
    assert!(SITE.len() < 210, "the site has {} files", SITE.len());
    for (path, page) in SITE.iter().filter(|(path, _)| path.starts_with("cases/")) {
        assert!(page.len() < 350 << 10, "{path} has {} bytes", page.len());
        assert!(!page.contains("stroke-linejoin"), "{path} contains the drawing of a piece");
    }
    let pages = SITE.keys().filter(|path| path.starts_with("changes/")).count();
    assert!(pages < 20, "{pages} pages compare two rule sets");
}

#[test]
fn every_page_forbids_what_it_does_not_need() {
    for (path, page) in SITE.iter().filter(|(path, _)| path.ends_with(".html")) {
        assert!(page.contains("content=\"default-src 'none'; script-src 'self';"), "{path}");
        // Links to the repositories of libraries and to official texts are allowed; other external resources are not.
        let page = match has_links_to_others(path) {
            true => page.replace("<a rel=\"external\" href=\"https:", ""),
            false => page.clone(),
        };
        for inline in
            ["<style", " style=\"", "javascript:", " onclick", " onload", "=\"http:", "=\"https:"]
        {
            assert!(!page.contains(inline), "{path} has {inline}");
        }
        assert!(
            page.split("<script").skip(1).all(|rest| rest.starts_with(" defer src=")),
            "{path}"
        );
    }
}

/// Runs `lawbook check` and returns the path of the report that it writes.
fn checked(name: &str, arguments: &[&str]) -> String {
    let out = folder(name);
    printed(&[&["check", "--out-dir", &out], arguments].concat(), "");
    format!("{out}/conformance.json")
}

#[test]
fn a_written_report_gives_the_same_site_as_asking() {
    let report = checked("whole-report", &[]);
    let again = built("from-report", &["--report", &report]);
    assert_eq!(SITE.keys().collect::<Vec<_>>(), again.keys().collect::<Vec<_>>());
    for (path, text) in &*SITE {
        assert!(again[path] == *text, "{path} differs");
    }
}

#[test]
fn a_report_on_a_part_of_the_catalogue_gives_no_site() {
    let part = checked("part-report", &["--document", "S5"]);
    let site =
        |report: &str| told(&["site", "--out-dir", &folder("from-part"), "--report", report], "");
    let (exit, said) = site(&part);
    let message = "cases; `lawbook check --level strict` writes a report on all";
    assert!(exit == Some(3) && said.contains(message), "{exit:?} {said}");
    assert_eq!(site("no/such/file.json").0, Some(5));
}

/// Copies the small catalogue without errors, and replaces texts in all files.
fn catalogue(name: &str, replaced: &[(&str, &str)]) -> String {
    let root = folder(&format!("{name}-cases"));
    let tiny = Path::new(&root).join("tiny");
    fs::create_dir(&tiny).unwrap();
    for file in ["document.yaml", "mate.yaml"] {
        let mut text =
            fs::read_to_string(Path::new("tests/fixtures/right/tiny").join(file)).unwrap();
        for (from, to) in replaced {
            text = text.replace(from, to);
        }
        fs::write(tiny.join(file), text).unwrap();
    }
    root
}

#[test]
fn what_a_case_says_is_no_markup() {
    let hostile =
        r#"</title></a></script><script>alert("1")</script><img src=x onerror='alert(2)'>&amp;"#;
    let quoted = format!("'{}'", hostile.replace('\'', "''"));
    let cases = catalogue(
        "hostile",
        &[
            ("The queen beside the king is protected", &quoted),
            ("The king on f6 protects the queen.", &quoted),
            ("Somebody thinks that the king can capture.", &quoted),
            ("tags: [mate]", &format!("tags: [{quoted}]")),
            ("Mate is mate.", &quoted),
            ("A document for tests", &quoted),
            ("It has two statements.", &quoted),
        ],
    );
    let site = built("hostile", &["--cases", &cases]);
    let page = &site["cases/tiny-mate.html"];
    assert!(page.contains("<h2><a href=\"#queen-is-protected\">&#60;/title&#62;"), "{page}");
    for (path, page) in site.iter().filter(|(path, _)| path.ends_with(".html")) {
        assert!(!page.contains("<img src=x") && !page.contains("<script>"), "{path}:\n{page}");
    }
}

#[test]
fn names_of_folders_and_documents_lead_nowhere_else() {
    let cases = catalogue("astray", &[("id: T\n", "id: ../../T\n"), ("T-", "../../T-")]);
    let site = built("astray", &["--cases", &cases]);
    let documents = site.keys().filter(|path| path.starts_with("documents/")).count();
    assert_eq!(documents, 1, "{:?}", site.keys());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let file = folder("file") + "/in-the-way";
    fs::write(&file, "").unwrap();
    let (exit, said) = told(&["site", "--out-dir", &file, "--cases", RIGHT], "");
    let message = format!("cannot write {file}: ");
    assert!(exit == Some(5) && said.contains(&message), "{exit:?} {said}");
}
