//! Tests of the dependencies: licences, advisories, sources, and duplicates.
//!
//! `.deny.toml` defines what is allowed. `advisories.toml`, in the same folder as this file, lists the known
//! advisories.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use semver::{Version, VersionReq};
use serde::{Deserialize, de::DeserializeOwned};

use crate::invariants::tree;

/// The part of `.deny.toml` that is tested here.
#[derive(Deserialize)]
struct Deny {
    advisories: Ignored,
    licenses: Licences,
}

#[derive(Deserialize)]
struct Ignored {
    ignore: Vec<Reasoned>,
}

#[derive(Deserialize)]
struct Reasoned {
    id: String,
    reason: String,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<LicenceException>,
    clarify: Vec<Clarified>,
}

#[derive(Deserialize)]
struct LicenceException {
    #[serde(rename = "crate")]
    package: String,
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Clarified {
    #[serde(rename = "crate")]
    package: String,
    expression: String,
}

/// Content of `advisories.toml`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Kept {
    as_of: String,
    looked_up: BTreeSet<String>,
    advisory: Vec<Advisory>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Advisory {
    id: String,
    package: String,
    what: String,
    /// Versions that are not affected.
    right: Vec<VersionReq>,
}

impl Advisory {
    fn concerns(&self, name: &str, version: &Version) -> bool {
        self.package == name && !self.right.iter().any(|right| right.matches(version))
    }
}

/// Metadata of all packages from cargo, with all features.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: Version,
    license: Option<String>,
    source: Option<String>,
}

/// A lock file.
#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: Version,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn read<T: DeserializeOwned>(path: impl AsRef<Path>) -> T {
    toml::from_str(&fs::read_to_string(root().join(path)).unwrap()).unwrap()
}

fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["metadata", "--locked", "--all-features", "--format-version", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    assert!(metadata.packages.len() > 200, "only {} packages", metadata.packages.len());
    metadata.packages
}

/// Names and versions of all packages in a build without the libraries under test, on any system.
fn adopted() -> Vec<(String, Version)> {
    let trees = [
        tree("lawbook", &["--all-features", "--target", "all"]),
        tree("lawbook-cli", &["--no-default-features", "--target", "all"]),
    ];
    let version = |text: &str| text.trim_start_matches('v').parse().unwrap();
    let linked = trees.into_iter().flatten().map(|one| (one.name, version(&one.version)));
    let example: Lock = read("harness/example/Cargo.lock");
    let example = example.package.into_iter().map(|one| (one.name, one.version));
    linked.chain(example).collect()
}

#[test]
fn every_licence_is_allowed_or_an_exception() {
    let Deny { licenses, .. } = read(".deny.toml");
    let mut used = BTreeSet::new();
    for Package { name, license, .. } in packages() {
        let clarified = licenses.clarify.iter().find(|one| one.package == name);
        let text = license.or_else(|| clarified.map(|one| one.expression.clone()));
        let text = text.unwrap_or_else(|| panic!("{name} names no licence"));
        let exception = licenses.exceptions.iter().find(|one| one.package == name);
        let expression = spdx::Expression::parse_mode(&text, spdx::ParseMode::LAX).unwrap();
        let is_in = |list: &[String], wanted: &spdx::LicenseReq| {
            list.iter().any(|one| *one == wanted.to_string())
        };
        if expression.evaluate(|wanted| is_in(&licenses.allow, wanted)) {
            continue;
        }
        let allowed =
            expression.evaluate(|wanted| exception.is_some_and(|one| is_in(&one.allow, wanted)));
        assert!(allowed, "{name} is under {text:?}, which .deny.toml does not allow");
        used.insert(name);
    }
    for exception in &licenses.exceptions {
        assert!(used.contains(&exception.package), "{} needs no exception", exception.package);
    }
}

#[test]
fn everything_comes_from_the_registry() {
    for Package { name, source, .. } in packages() {
        let is_ours = name == "lawbook" || name.starts_with("lawbook-");
        let is_registered = source.as_deref().is_some_and(|source| source.starts_with("registry+"));
        assert!(is_ours != is_registered, "{name} comes from {source:?}");
    }
}

#[test]
fn adopters_get_no_duplicate_packages() {
    for (package, more) in [("lawbook", "--all-features"), ("lawbook-cli", "--no-default-features")]
    {
        let mut seen = BTreeSet::new();
        for one in tree(package, &[more, "--target", "all"]) {
            let place = format!("{} {} below {package}", one.name, one.version);
            assert!(seen.insert(one.name), "{place}: it is there in another version too");
        }
    }
}

#[test]
fn every_advisory_has_a_reason_why_it_is_ignored() {
    let Deny { advisories, .. } = read(".deny.toml");
    let Kept { as_of, advisory: kept, .. } = read("tests/advisories.toml");
    assert!(as_of.as_str() >= "2026-07", "{as_of}");
    let packages = packages();
    for advisory in &kept {
        let Advisory { id, package, what, .. } = advisory;
        let mut named = packages.iter().filter(|one| one.name == *package).peekable();
        assert!(named.peek().is_some(), "{id}: nothing depends on {package} any longer");
        let is_met = named.any(|one| advisory.concerns(&one.name, &one.version));
        let ignored = advisories.ignore.iter().find(|one| one.id == *id);
        let has_reason = ignored.is_some_and(|one| one.reason.len() > 20);
        assert!(is_met == ignored.is_some(), "{id}: {package}: {what}: met {is_met}");
        assert!(!is_met || has_reason, "{id} is ignored without a reason");
    }
    for one in &advisories.ignore {
        assert!(kept.iter().any(|kept| kept.id == one.id), "{} is not kept", one.id);
    }
}

#[test]
fn adopters_get_no_package_with_an_advisory() {
    let Kept { looked_up, advisory: kept, .. } = read("tests/advisories.toml");
    let adopted = adopted();
    assert!(adopted.len() > 100, "only {} packages", adopted.len());
    for (name, version) in &adopted {
        let is_ours = name == "lawbook" || name.starts_with("lawbook-") || name == "toy-chess";
        assert!(
            is_ours || looked_up.contains(name),
            "{name} is new: look it up, as tests/advisories.toml says"
        );
        let found = kept.iter().find(|one| one.concerns(name, version));
        let found = found.map(|Advisory { id, what, .. }| format!("{id}: {what}"));
        assert!(found.is_none(), "{name} {version}: {found:?}");
    }
    // Sanity check: the libraries under test do have such packages.
    let concerned = packages();
    let concerned = concerned
        .iter()
        .filter(|one| kept.iter().any(|kept| kept.concerns(&one.name, &one.version)));
    assert!(concerned.count() > 1);
}

/// The text files of the repository that may contain workflow steps or tool calls, with their paths.
fn scripts_and_pages() -> Vec<(String, String)> {
    let listed = Command::new("git").current_dir(root()).args(["ls-files", "-z"]).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout).unwrap();
    let names = ["run", "setup", "build", "gate"];
    let paths = paths.split_terminator('\0').filter(|path| {
        let name = path.rsplit('/').next().unwrap_or_default();
        path.starts_with(".github/")
            || [".yml", ".md", ".toml"].iter().any(|end| name.ends_with(end))
            || names.contains(&name)
    });
    // A deleted file is listed until its deletion is committed.
    paths
        .filter_map(|path| Some((path.to_owned(), fs::read_to_string(root().join(path)).ok()?)))
        .collect()
}

/// Returns the action of a third party that a workflow step does not pin to one version.
fn unpinned_action(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("- ");
    let action = line.strip_prefix("uses: ")?;
    let (name, version) = action.split_once('@').unwrap_or((action, ""));
    // Actions of this repository.
    if name.contains("/lawbook/.github/actions/") || name.starts_with("./") {
        return None;
    }
    let (commit, comment) = version.split_once(" # v").unwrap_or((version, ""));
    let is_commit = commit.len() == 40 && commit.chars().all(|digit| digit.is_ascii_hexdigit());
    let is_version = comment.split('.').filter(|part| part.parse::<u16>().is_ok()).count() == 3;
    (!is_commit || !is_version).then_some(action)
}

/// Returns the command if it installs the latest version of a tool.
fn unpinned_tool(line: &str) -> Option<&str> {
    let line = line.trim();
    let any = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
    let is_unpinned = !line.starts_with('#')
        && (any(&["pip install", "pip\" install"]) && !any(&["==", "--requirement", "--no-index"])
            || any(&["cargo install"]) && !any(&["--version", "--path"])
            || any(&["pipx run", "npx "]) && !any(&["=="])
            || any(&["npm install", "npm ci"]) && !any(&["npm ci --ignore-scripts"])
            || any(&["requires = [\"maturin"]) && !any(&["=="]));
    is_unpinned.then_some(line)
}

/// `repository` in Cargo.toml is the place for the address. What quotes it says the same: actions, jobs and manifests.
#[test]
fn the_address_of_the_repository_has_one_place() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let address = manifest.lines().find_map(|line| line.strip_prefix("repository = \"")).unwrap();
    let address = address.trim_end_matches('"');
    let name = address.strip_prefix("https://github.com/").unwrap();
    assert!(manifest.contains("\nrepository.workspace = true\n"), "the package has no repository");
    let mut quoted = 0;
    for (path, text) in scripts_and_pages() {
        for line in text.lines().map(|line| line.trim_start_matches(['#', ' ', '-'])) {
            let action =
                line.strip_prefix("uses: ").and_then(|uses| uses.split_once("/.github/actions/"));
            let action = action.map(|(owner, _)| owner).filter(|owner| *owner != ".");
            let checked_out = line.strip_prefix("repository: ").filter(|name| !name.contains(' '));
            for named in [action, checked_out].into_iter().flatten() {
                assert_eq!(named, name, "{path}: {line}: run harness/dist/address");
                quoted += 1;
            }
        }
    }
    assert!(quoted > 2, "only {quoted} lines quote the address");
    let release = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    assert!(
        release.contains("harness/dist/address --check"),
        "a release does not check the address"
    );
}

#[test]
fn actions_and_tools_of_releases_are_pinned() {
    let files = scripts_and_pages();
    let mut actions = 0;
    for (path, text) in &files {
        let is_run = !path.ends_with(".md");
        for line in text.lines() {
            actions += usize::from(line.contains("uses: actions/"));
            let action = unpinned_action(line);
            assert!(
                action.is_none(),
                "{path}: {action:?}; expected NAME@COMMIT # vVERSION, with the commit of the tag"
            );
            let tool = unpinned_tool(line).filter(|_| is_run);
            assert!(
                tool.is_none(),
                "{path}: {tool:?}; expected one version, and no install scripts"
            );
        }
    }
    assert!(actions > 8, "only {actions} steps with actions");
    // Sanity check: the tests detect violations.
    for line in ["- uses: actions/checkout@v4", "uses: a/b@main # v1.2.3", "  - uses: a/b"] {
        assert!(unpinned_action(line).is_some(), "{line}");
    }
    for line in [
        "\"$out/bin/pip\" install maturin",
        "cargo install cargo-deny --locked",
        "npm ci",
        "npx tsc",
    ] {
        assert!(unpinned_tool(line).is_some(), "{line}");
    }
}
