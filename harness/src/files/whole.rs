use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

/// Writes a file, which is there as it was or as it is to be; one that says so already is left alone, as
/// whoever builds on it would build again.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    temporary(path, bytes)?.persist(path)?;
    Ok(())
}

/// Writes a file if nothing is there, not even a link that leads nowhere; whether it was written.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match temporary(path, bytes)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// A file with this content in the same folder, which goes away unless it takes the place of the other.
pub(super) fn temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = readable().prefix(".lawbook-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(about) = fs::metadata(path) {
        file.as_file().set_permissions(about.permissions())?;
    }
    Ok(file)
}

/// Files that others can read, as far as the user lets them.
#[cfg(unix)]
fn readable() -> Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = Builder::new();
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn readable() -> Builder<'static, 'static> {
    Builder::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_only_if_it_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.md");
        // Another name of the file keeps what it was if another takes its place.
        let other = folder.path().join("other.md");
        for (before, bytes, is_same) in [("one", "one", true), ("one", "two", false)] {
            fs::write(&path, before).unwrap();
            fs::hard_link(&path, &other).unwrap();
            write_whole(&path, bytes.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), bytes);
            fs::write(&other, "three").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap() == "three", is_same);
            fs::remove_file(&other).unwrap();
        }
    }
}
