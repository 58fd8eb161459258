//! The cache folder with the installed releases.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::version;

/// Returns the folder of a release in the cache, which need not exist.
///
/// # Errors
///
/// Fails if `version` is not a valid name, or if the folder of the library or of the release exists and is not a real
/// folder. A symbolic link could lead out of the cache, to files that must not be changed.
pub(crate) fn folder(cache: &Path, library: &str, version: &str) -> Result<PathBuf, String> {
    version::check(version)?;
    let of_library = cache.join(lawbook_site::file_name(library));
    let of_release = of_library.join(version);
    for folder in [&of_library, &of_release] {
        match fs::symlink_metadata(folder) {
            Ok(there) if there.is_dir() => {}
            Ok(there) => {
                let what = if there.is_symlink() { "a link" } else { "not a folder" };
                return Err(format!(
                    "{} is {what}; expected a folder, or no such path",
                    folder.display()
                ));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(format!("cannot read {}: {error}", folder.display())),
        }
    }
    Ok(of_release)
}

/// Copies a file into the cache. A link at `to` is replaced, not followed.
///
/// # Errors
///
/// Fails if a file cannot be read or written.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    fs::copy(from, to).map(drop)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn files_below_a_link_are_left_alone() {
        let root = tempfile::tempdir().unwrap();
        let (cache, victim) = (root.path().join("cache"), root.path().join("victim"));
        fs::create_dir_all(victim.join("1.0")).unwrap();
        fs::create_dir_all(cache.join("own")).unwrap();
        symlink(&victim, cache.join("linked")).unwrap();
        symlink(&victim, cache.join("own/2.0")).unwrap();
        symlink("nowhere", cache.join("own/3.0")).unwrap();
        fs::write(cache.join("own/4.0"), "").unwrap();
        let said = |library, version| folder(&cache, library, version);
        assert_eq!(said("own", "1.0"), Ok(cache.join("own/1.0")));
        assert_eq!(said("new", "1.0"), Ok(cache.join("new/1.0")));
        for (library, version, says) in [
            ("linked", "1.0", "linked is a link; expected a folder"),
            ("own", "2.0", "2.0 is a link;"),
            ("own", "3.0", "3.0 is a link;"),
            ("own", "4.0", "4.0 is not a folder;"),
            ("own", "../../victim", "is not the name of a version"),
            ("own", "", "is not the name of a version"),
        ] {
            let problem = said(library, version).unwrap_err();
            assert!(problem.contains(says), "{problem}");
        }
    }

    #[test]
    fn a_copy_replaces_a_link_and_does_not_follow_it() {
        let root = tempfile::tempdir().unwrap();
        let path = |name| root.path().join(name);
        fs::write(path("victim"), "theirs").unwrap();
        fs::write(path("from"), "ours").unwrap();
        symlink(path("victim"), path("to")).unwrap();
        copy(&path("from"), &path("to")).unwrap();
        assert_eq!(fs::read_to_string(path("to")).unwrap(), "ours");
        assert_eq!(fs::read_to_string(path("victim")).unwrap(), "theirs");
    }
}
