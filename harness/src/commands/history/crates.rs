//! Releases of linked libraries: each is built with its adapter as a program of its own, from one template.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use lawbook::catalogue::digest;
use semver::Version;
use serde::Deserialize;

use super::{
    cache,
    install::{self, InstallOptions},
    registry::ask,
    source::{AskedRelease, first_line},
    tool,
    variants::{apply, read_variants},
};
use crate::{
    files,
    output::{Exit, Failure, Result},
};

/// The largest list of releases that is read, in bytes.
const MAX_INDEX: u64 = 64 << 20;

/// A crate whose releases are built with the adapter of the linked library.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReleasedCrate {
    /// The name of the crate.
    pub(super) name: &'static str,
    /// The files of the adapter in `harness/linked/src/`, the adapter itself last.
    files: &'static [&'static str],
    /// The type of the adapter, as an expression.
    adapter: &'static str,
    /// The first release that it fits, in one of its variants.
    pub(super) fits_from: &'static str,
    /// Why it fits none before.
    pub(super) before: &'static str,
}

/// The crates, by name.
pub(super) const CRATES: [ReleasedCrate; 8] = [
    ReleasedCrate {
        name: "chess",
        files: &["chess_board.rs", "chess.rs"],
        adapter: "chess::Chess",
        fits_from: "3.0.0",
        before: "a release before has no game",
    },
    ReleasedCrate {
        name: "chessie",
        files: &["history.rs", "chessie.rs"],
        adapter: "chessie::Chessie",
        fits_from: "0.1.0",
        before: "",
    },
    ReleasedCrate {
        name: "cozy-chess",
        files: &["history.rs", "cozy_chess.rs"],
        adapter: "cozy_chess::CozyChess",
        fits_from: "0.1.0",
        before: "",
    },
    ReleasedCrate {
        name: "giga-chess",
        files: &["history.rs", "giga_chess.rs"],
        adapter: "giga_chess::GigaChess",
        fits_from: "0.5.0",
        before: "a release before reads no FEN",
    },
    ReleasedCrate {
        name: "owlchess",
        files: &["owlchess.rs"],
        adapter: "owlchess::Owlchess",
        fits_from: "0.1.0",
        before: "",
    },
    ReleasedCrate {
        name: "pleco",
        files: &["history.rs", "pleco.rs"],
        adapter: "pleco::Pleco",
        fits_from: "0.5.0",
        before: "a release before needs a nightly compiler",
    },
    ReleasedCrate {
        name: "rschess",
        files: &["rschess.rs"],
        adapter: "rschess::Rschess",
        fits_from: "1.0.0",
        before: "a release before has another interface altogether",
    },
    ReleasedCrate {
        name: "shakmaty",
        files: &["history.rs", "shakmaty.rs"],
        adapter: "shakmaty::Shakmaty",
        fits_from: "0.20.0",
        before: "a release before compares no positions",
    },
];

/// A line of the registry's index.
#[derive(Deserialize)]
struct IndexEntry {
    vers: Version,
    #[serde(default)]
    yanked: bool,
    /// When it was published.
    #[serde(default)]
    pubtime: Option<String>,
}

impl ReleasedCrate {
    /// The releases, the oldest first, without those that were withdrawn.
    ///
    /// cargo has no command that lists them, and keeps what the registry says of a crate when it resolves one: a JSON
    /// object for each release, with zero bytes between them.
    ///
    /// # Errors
    ///
    /// cargo cannot ask the registry.
    pub(super) fn releases(&self, cache: &Path, time: Duration) -> Result<Vec<AskedRelease>> {
        let folder = cache::folder(cache, self.name, "index")
            .map_err(|message| Failure::new(Exit::Trouble, message))?;
        let trouble = |error: io::Error| files::cannot_write(&folder, &error);
        fs::create_dir_all(folder.join("src")).map_err(trouble)?;
        files::write_whole(&folder.join("src/lib.rs"), b"").map_err(trouble)?;
        let manifest = format!(
            "[package]\nname = \"releases\"\nedition = \"2024\"\n[dependencies]\n{} = \"*\"\n[workspace]\n",
            self.name
        );
        files::write_whole(&folder.join("Cargo.toml"), manifest.as_bytes()).map_err(trouble)?;
        let _ = fs::remove_file(folder.join("Cargo.lock"));
        let mut cargo = tool::words(["cargo", "generate-lockfile", "--quiet"]);
        let manifest = tool::with_path("--manifest-path", &folder.join("Cargo.toml"));
        cargo.push(manifest.map_err(|message| Failure::new(Exit::Usage, message))?);
        ask(&cargo, time)?;
        let text = self.index_file().ok_or_else(|| {
            let message = format!("cargo keeps no list of the releases of {}", self.name);
            Failure::new(Exit::Trouble, message)
        })?;
        let mut entries: Vec<IndexEntry> = text
            .split(|byte| *byte == 0)
            .filter_map(|part| serde_json::from_slice(part).ok())
            .filter(|entry: &IndexEntry| !entry.yanked)
            .collect();
        entries.sort_by(|one, other| one.vers.cmp(&other.vers));
        let release = |entry: IndexEntry| AskedRelease {
            version: entry.vers.to_string(),
            date: entry.pubtime.as_deref().and_then(date),
            package: self.name.to_owned(),
            misfit: None,
        };
        Ok(entries.into_iter().map(release).collect())
    }

    /// What cargo keeps of the releases.
    fn index_file(&self) -> Option<Vec<u8>> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
            let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?;
            Some(PathBuf::from(home).join(".cargo"))
        })?;
        let name = self.name.to_lowercase();
        let place = match name.len() {
            1 | 2 => format!("{}/{name}", name.len()),
            3 => format!("3/{}/{name}", name.get(..1)?),
            _ => format!("{}/{}/{name}", name.get(..2)?, name.get(2..4)?),
        };
        let registries = fs::read_dir(home.join("registry/index")).ok()?;
        registries
            .filter_map(|one| read_index(&one.ok()?.path().join(".cache").join(&place)).ok())
            .max_by_key(Vec::len)
    }

    /// Builds a release with its adapter, unless it is there, and gives the command that starts it; or says why it
    /// cannot be built.
    pub(super) fn build(
        &self,
        release: &AskedRelease,
        linked: &Path,
        prefix: &Path,
        options: InstallOptions,
    ) -> std::result::Result<Vec<String>, String> {
        let said = |error: io::Error| format!("its folder cannot be written: {error}");
        let version: Version = release
            .version
            .parse()
            .map_err(|error| format!("its version cannot be read: {error}"))?;
        let texts = self.sources(&version, linked).map_err(said)?;
        let names: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let mark = prefix.join(format!("built-{}", digest(&names)));
        let program = prefix.join(format!("adapter{}", env::consts::EXE_SUFFIX));
        let command = vec![program.to_string_lossy().into_owned()];
        match fs::read_to_string(&mark) {
            Ok(reason) if reason.is_empty() && program.exists() => return Ok(command),
            Ok(reason) if !options.retry && !reason.is_empty() => return Err(reason),
            Ok(_) | Err(_) => {}
        }
        // Made anew, so that nothing is written through a link.
        match fs::remove_dir_all(prefix.join("src")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(said(error)),
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(prefix.join("src")).map_err(said)?;
        for (path, text) in &texts {
            files::write_whole(&prefix.join(path), text.as_bytes()).map_err(said)?;
        }
        // With the versions of this repository, what all releases have in common is built once.
        let lock = linked.join("../../Cargo.lock");
        cache::copy(&lock, &prefix.join("Cargo.lock")).map_err(said)?;
        let built = prefix.parent().and_then(Path::parent).unwrap_or(prefix).join("build");
        // Several releases are built side by side already, and all processes of a build share one memory limit.
        let mut cargo = tool::words(["cargo", "build", "--quiet", "--jobs=4"]);
        cargo.push("--config=build.incremental=false".to_owned());
        cargo.push(tool::with_path("--manifest-path", &prefix.join("Cargo.toml"))?);
        cargo.push(tool::with_path("--target-dir", &built)?);
        if let Err(reason) = install::run(&cargo, "built", options) {
            let reason = first_line(&reason);
            files::write_whole(&mark, reason.as_bytes()).map_err(said)?;
            return Err(reason);
        }
        let from = built.join("debug").join(self.program(release));
        cache::copy(&from, &program).map_err(said)?;
        files::write_whole(&mark, b"").map_err(said)?;
        Ok(command)
    }

    /// The name of the program, another for each release, as they share a folder.
    fn program(&self, release: &AskedRelease) -> String {
        let plain = release.version.replace(['.', '+'], "-");
        format!("{}-{plain}{}", self.name, env::consts::EXE_SUFFIX)
    }

    /// The files of the program: the template, and the adapter as it reads for this release.
    fn sources(&self, version: &Version, linked: &Path) -> io::Result<Vec<(PathBuf, String)>> {
        let root = fs::canonicalize(linked.join("../.."))?;
        let plain = version.to_string().replace(['.', '+'], "-");
        let manifest = format!(
            "[package]\nname = \"{0}-{plain}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nlawbook = {{ path = {1:?} }}\n{0} = {{ version = \"={version}\", optional = true }}\n\n\
             [features]\ndefault = [\"{0}\"]\n\n\
             [profile.dev]\ndebug = 0\nopt-level = 1\n",
            self.name, root
        );
        let modules: String = self
            .files
            .iter()
            .map(|file| format!("mod {};\n", file.trim_end_matches(".rs")))
            .collect();
        let main = format!(
            "#![allow(dead_code)]\n{modules}\nuse lawbook::{{adapter::{{About, wire}}, rules::Termination}};\n\n\
             fn about(library: &str, endings: &'static [Termination]) -> About {{\n    \
             About {{ endings, ..About::new(library, \"{version}\") }}\n}}\n\n\
             fn main() -> std::io::Result<()> {{\n    \
             wire::serve(&{}, std::io::stdin().lock(), std::io::stdout().lock())\n}}\n",
            self.adapter
        );
        let mut sources =
            vec![(PathBuf::from("Cargo.toml"), manifest), (PathBuf::from("src/main.rs"), main)];
        let files = self.files.iter().map(|file| Path::new("src").join(file));
        sources.extend(files.zip(self.adapter(version, linked)?));
        Ok(sources)
    }

    /// The files of the adapter as they read for a release.
    fn adapter(&self, version: &Version, linked: &Path) -> io::Result<Vec<String>> {
        let read = |file: &&str| fs::read_to_string(linked.join("src").join(file));
        let mut texts: Vec<String> = self.files.iter().map(read).collect::<io::Result<_>>()?;
        let file = linked.join("releases").join(format!("{}.diff", self.name));
        if file.exists() {
            let fail = |problem: String| {
                io::Error::new(io::ErrorKind::InvalidData, format!("{}: {problem}", file.display()))
            };
            let variants = read_variants(&fs::read_to_string(&file)?).map_err(fail)?;
            apply(&variants, version, &mut texts).map_err(fail)?;
        }
        Ok(texts)
    }

    /// A digest of the adapter; none if it cannot be read.
    pub(super) fn adapter_digest(&self, version: &str, linked: &Path) -> Option<String> {
        let sources = self.sources(&version.parse().ok()?, linked).ok()?;
        // Not the manifest, which names a folder of this machine.
        let texts: Vec<String> = sources.into_iter().skip(1).map(|(_, text)| text).collect();
        Some(digest(&texts))
    }
}

/// The date of a time such as `2024-01-31T12:00:00Z`.
fn date(time: &str) -> Option<String> {
    let date = time.get(..10)?;
    date.chars().all(|letter| letter.is_ascii_digit() || letter == '-').then(|| date.to_owned())
}

fn read_index(path: &Path) -> io::Result<Vec<u8>> {
    use io::Read;
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_INDEX).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variant_replaces_what_the_adapter_reads() {
        let linked = Path::new(env!("CARGO_MANIFEST_DIR")).join("linked");
        let mut files = 0;
        for one in CRATES {
            let version = one.fits_from.parse().unwrap();
            let first = one.adapter(&version, &linked);
            let first = first.unwrap_or_else(|problem| panic!("{}: {problem}", one.name));
            let file = linked.join("releases").join(format!("{}.diff", one.name));
            let Ok(text) = fs::read_to_string(&file) else { continue };
            files += 1;
            for variant in read_variants(&text).unwrap() {
                assert!(version < variant.before, "{}: before {}", one.name, variant.before);
            }
            let today = one.adapter(&Version::new(999, 0, 0), &linked).unwrap();
            assert!(first != today, "{}", one.name);
        }
        let entries = fs::read_dir(linked.join("releases")).unwrap().count();
        assert_eq!(files, entries, "a file in {} is about no crate", linked.display());
    }
}
