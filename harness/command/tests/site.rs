//! Tests the files of the site: all pages exist, all links work, no file is too large, text from cases is escaped, and
//! the output is deterministic. `harness/site/test/` tests the site in a browser.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

/// The files of a site, by path with `/`.
type Site = BTreeMap<String, String>;

/// The site of the whole catalogue with all libraries.
static SITE: LazyLock<Site> = LazyLock::new(|| built("whole", &[]));

/// The page with the case `resigning-against-a-bare-king`.
const RESIGNING: &str = "cases/fide-2009-checkmate-and-resignation.html";

/// Path of a folder with this name, which does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}

fn lawbook_site(out: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    command.args(["site", "--out-dir"]).arg(out).args(arguments).output().unwrap()
}

/// Builds a site in a folder with this name.
fn built(name: &str, arguments: &[&str]) -> Site {
    let out = folder(name);
    let output = lawbook_site(&out, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut site = Site::new();
    collect(&out, &out, &mut site);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with(&format!("wrote {} files", site.len())), "{said}");
    site
}

fn collect(root: &Path, folder: &Path, site: &mut Site) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, site);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            if name != ".lawbook" {
                site.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
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
    let mut check = Command::new(env!("CARGO_BIN_EXE_lawbook"));
    let output = check.args(["check", "--out-dir"]).arg(&out).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    out.join("conformance.json").to_str().unwrap().to_owned()
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
    let output = lawbook_site(&folder("from-part"), &["--report", &part]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("cases; `lawbook check --level strict` writes a report on all"),
        "{said}"
    );
    let output = lawbook_site(&folder("from-nothing"), &["--report", "no/such/file.json"]);
    assert_eq!(output.status.code(), Some(5));
}

/// Copies the small catalogue without errors, and replaces texts in all files.
fn catalogue(name: &str, replaced: &[(&str, &str)]) -> String {
    let root = folder(&format!("{name}-cases"));
    fs::create_dir_all(root.join("tiny")).unwrap();
    for file in ["document.yaml", "mate.yaml"] {
        let mut text =
            fs::read_to_string(Path::new("tests/fixtures/right/tiny").join(file)).unwrap();
        for (from, to) in replaced {
            text = text.replace(from, to);
        }
        fs::write(root.join("tiny").join(file), text).unwrap();
    }
    root.to_string_lossy().into_owned()
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
    let file = folder("file");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "in the way").unwrap();
    let output = lawbook_site(&file, &["--cases", "tests/fixtures/right"]);
    let said = String::from_utf8(output.stderr).unwrap();
    fs::remove_file(&file).unwrap();
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("cannot write") && said.contains("file"), "{said}");
}
