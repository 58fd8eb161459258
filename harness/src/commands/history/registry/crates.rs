//! Releases of linked libraries: each is built with its adapter as a separate program, from a template.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use lawbook::catalogue::digest;
use lawbook_libraries::Library;
use semver::Version;
use serde::Deserialize;

use super::{
    Registry, RegistryOptions, ask, cache, install, tool,
    variants::{apply, read_variants},
};
use crate::{
    commands::history::release::{RegistryRelease, first_line},
    files,
    output::{Exit, Failure, Result},
};

/// Maximum size of a list of releases, in bytes.
const MAX_INDEX: u64 = 64 << 20;

/// Modules shared by the Rust adapters.
const SHARED: [&str; 2] = ["chess_board", "history"];

/// A library published on crates.io. Its releases are built with the adapter of the linked library.
pub(super) struct Crates {
    pub(super) library: &'static Library,
    pub(super) options: RegistryOptions,
}

/// An entry of the registry's index.
#[derive(Deserialize)]
struct IndexEntry {
    vers: Version,
    #[serde(default)]
    yanked: bool,
    /// Time of publication.
    #[serde(default)]
    pubtime: Option<String>,
}

impl Registry for Crates {
    fn library(&self) -> Option<&'static Library> {
        Some(self.library)
    }

    /// Returns the releases that were not yanked.
    ///
    /// cargo has no command to list them. But when it resolves a dependency, it caches the index entries of the crate:
    /// a JSON object for each release, separated by zero bytes.
    fn releases(&self) -> Result<Vec<RegistryRelease>> {
        let package = &self.library.package;
        let folder = cache::folder(&self.options.cache, self.library.name, "index")
            .map_err(|message| Failure::new(Exit::IoError, message))?;
        let trouble = |error: io::Error| files::cannot_write(&folder, &error);
        fs::create_dir_all(folder.join("src")).map_err(trouble)?;
        files::write_whole(&folder.join("src/lib.rs"), b"").map_err(trouble)?;
        let manifest = format!(
            "[package]\nname = \"releases\"\nedition = \"2024\"\n[dependencies]\n{package} = \"*\"\n[workspace]\n"
        );
        files::write_whole(&folder.join("Cargo.toml"), manifest.as_bytes()).map_err(trouble)?;
        let _ = fs::remove_file(folder.join("Cargo.lock"));
        let mut cargo = tool::words(["cargo", "generate-lockfile", "--quiet"]);
        let manifest = tool::with_path("--manifest-path", &folder.join("Cargo.toml"));
        cargo.push(manifest.map_err(|message| Failure::new(Exit::Usage, message))?);
        ask(&cargo, self.options.time)?;
        let text = self.index_file().ok_or_else(|| {
            let message = format!("cargo has no list of the releases of {package}");
            Failure::new(Exit::IoError, message)
        })?;
        let mut entries: Vec<IndexEntry> = text
            .split(|byte| *byte == 0)
            .filter_map(|part| serde_json::from_slice(part).ok())
            .filter(|entry: &IndexEntry| !entry.yanked)
            .collect();
        entries.sort_by(|one, other| one.vers.cmp(&other.vers));
        let release = |entry: IndexEntry| RegistryRelease {
            date: entry.pubtime.as_deref().and_then(date),
            ..RegistryRelease::new(package, &entry.vers.to_string())
        };
        Ok(entries.into_iter().map(release).collect())
    }

    fn install(&self, release: &RegistryRelease) -> std::result::Result<Vec<String>, String> {
        let prefix = cache::folder(&self.options.cache, self.library.name, &release.version)?;
        self.build(release, &prefix)
    }

    fn adapter_digest(&self, version: &str) -> Option<String> {
        let sources = self.sources(&version.parse().ok()?).ok()?;
        // Omit the manifest, which contains an absolute path.
        let texts: Vec<String> = sources.into_iter().skip(1).map(|(_, text)| text).collect();
        Some(digest(&texts))
    }
}

impl Crates {
    /// Returns the index entries that cargo has cached for the package.
    fn index_file(&self) -> Option<Vec<u8>> {
        let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| {
            let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?;
            Some(PathBuf::from(home).join(".cargo"))
        })?;
        let name = self.library.package.to_lowercase();
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

    /// Builds a release with its adapter if necessary, and returns the command that starts it; fails with the reason.
    fn build(
        &self,
        release: &RegistryRelease,
        prefix: &Path,
    ) -> std::result::Result<Vec<String>, String> {
        let said = |error: io::Error| format!("its folder cannot be written: {error}");
        let version: Version = release
            .version
            .parse()
            .map_err(|error| format!("its version cannot be read: {error}"))?;
        let texts = self.sources(&version).map_err(said)?;
        let names: Vec<String> = texts.iter().map(|(_, text)| text.clone()).collect();
        let mark = prefix.join(format!("built-{}", digest(&names)));
        let program = prefix.join(format!("adapter{}", env::consts::EXE_SUFFIX));
        let command = vec![program.to_string_lossy().into_owned()];
        match fs::read_to_string(&mark) {
            Ok(reason) if reason.is_empty() && program.exists() => return Ok(command),
            Ok(reason) if !self.options.retry && !reason.is_empty() => return Err(reason),
            Ok(_) | Err(_) => {}
        }
        // Recreate the folder, so that nothing is written through a link.
        match fs::remove_dir_all(prefix.join("src")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(said(error)),
            Ok(()) | Err(_) => {}
        }
        fs::create_dir_all(prefix.join("src")).map_err(said)?;
        for (path, text) in &texts {
            files::write_whole(&prefix.join(path), text.as_bytes()).map_err(said)?;
        }
        // With the dependency versions of this repository, dependencies common to all releases are built only once.
        let lock = self.options.libraries.join("../../Cargo.lock");
        cache::copy(&lock, &prefix.join("Cargo.lock")).map_err(said)?;
        let built = prefix.parent().and_then(Path::parent).unwrap_or(prefix).join("build");
        // Several releases are built in parallel, and all processes of one build share a memory limit.
        let mut cargo = tool::words(["cargo", "build", "--quiet", "--jobs=4"]);
        cargo.push("--config=build.incremental=false".to_owned());
        cargo.push(tool::with_path("--manifest-path", &prefix.join("Cargo.toml"))?);
        cargo.push(tool::with_path("--target-dir", &built)?);
        if let Err(reason) = install::run(&cargo, "built", &self.options) {
            let reason = first_line(&reason);
            files::write_whole(&mark, reason.as_bytes()).map_err(said)?;
            return Err(reason);
        }
        let from = built.join("debug").join(self.program(release));
        cache::copy(&from, &program).map_err(said)?;
        files::write_whole(&mark, b"").map_err(said)?;
        Ok(command)
    }

    /// Returns the name of the program. It is unique per release, because the releases share a target folder.
    fn program(&self, release: &RegistryRelease) -> String {
        let plain = release.version.replace(['.', '+'], "-");
        format!("{}-{plain}{}", self.library.package, env::consts::EXE_SUFFIX)
    }

    /// Returns the source files of the program: the template, and the adapter adapted to this release.
    fn sources(&self, version: &Version) -> io::Result<Vec<(PathBuf, String)>> {
        let root = fs::canonicalize(self.options.libraries.join("../.."))?;
        let plain = version.to_string().replace(['.', '+'], "-");
        let manifest = format!(
            "[package]\nname = \"{0}-{plain}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nlawbook = {{ path = {1:?} }}\n{0} = {{ version = \"={version}\", optional = true }}\n\n\
             [features]\ndefault = [\"{0}\"]\n\n\
             [profile.dev]\ndebug = 0\nopt-level = 1\n",
            self.library.package, root
        );
        let adapter = self.adapter(version)?;
        let modules: String = adapter.iter().map(|(name, _)| format!("mod {name};\n")).collect();
        let main = format!(
            "#![allow(dead_code)]\n{modules}\nuse lawbook::{{adapter::{{About, wire}}, rules::Termination}};\n\n\
             fn about(library: &str, endings: &'static [Termination]) -> About {{\n    \
             About {{ endings, ..About::new(library, \"{version}\") }}\n}}\n\n\
             fn main() -> std::io::Result<()> {{\n    \
             wire::serve(&adapter::Library::default(), std::io::stdin().lock(), std::io::stdout().lock())\n}}\n"
        );
        let mut sources =
            vec![(PathBuf::from("Cargo.toml"), manifest), (PathBuf::from("src/main.rs"), main)];
        let path = |name: &str| Path::new("src").join(format!("{name}.rs"));
        sources.extend(adapter.into_iter().map(|(name, text)| (path(name), text)));
        Ok(sources)
    }

    /// Returns the modules of the adapter adapted to a release: shared modules first, the adapter last.
    fn adapter(&self, version: &Version) -> io::Result<Vec<(&'static str, String)>> {
        let libraries = &self.options.libraries;
        let adapter = fs::read_to_string(libraries.join(self.library.adapter()))?;
        let is_used = |name: &&str| adapter.contains(&format!("crate::{name}"));
        let mut names: Vec<&str> = SHARED.into_iter().filter(is_used).collect();
        let shared = names.iter().map(|name| libraries.join("shared").join(format!("{name}.rs")));
        let mut texts: Vec<String> = shared.map(fs::read_to_string).collect::<io::Result<_>>()?;
        names.push("adapter");
        texts.push(adapter);
        let file = libraries.join(self.library.name).join("releases.diff");
        if file.exists() {
            let fail = |problem: String| {
                io::Error::new(io::ErrorKind::InvalidData, format!("{}: {problem}", file.display()))
            };
            let variants = read_variants(&fs::read_to_string(&file)?).map_err(fail)?;
            apply(&variants, version, &mut texts).map_err(fail)?;
        }
        Ok(names.into_iter().zip(texts).collect())
    }
}

/// Returns the date of a timestamp such as `2024-01-31T12:00:00Z`.
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
    use std::time::Duration;

    use super::*;

    #[test]
    fn each_variant_replaces_what_the_adapter_reads() {
        let libraries = Path::new(env!("CARGO_MANIFEST_DIR")).join("libraries");
        let options = RegistryOptions {
            libraries: libraries.clone(),
            cache: PathBuf::new(),
            time: Duration::ZERO,
            retry: false,
            from_source: false,
        };
        let mut files = 0;
        for library in super::super::with_releases().filter(|one| one.is_linked()) {
            let name = library.name;
            let one = Crates { library, options: options.clone() };
            let version = library.fits_from.as_deref().unwrap().parse().unwrap();
            let first = one.adapter(&version);
            let first = first.unwrap_or_else(|problem| panic!("{name}: {problem}"));
            let file = libraries.join(name).join("releases.diff");
            let Ok(text) = fs::read_to_string(&file) else { continue };
            files += 1;
            for variant in read_variants(&text).unwrap() {
                assert!(version < variant.before, "{name}: before {}", variant.before);
            }
            let today = one.adapter(&Version::new(999, 0, 0)).unwrap();
            assert!(first != today, "{name}");
        }
        let folders = fs::read_dir(&libraries).unwrap().map(|entry| entry.unwrap().path());
        let there = folders.filter(|folder| folder.join("releases.diff").exists()).count();
        assert!(files > 0 && files == there, "a releases.diff is about no crate with releases");
    }
}
