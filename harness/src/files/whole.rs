use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

/// Writes a file atomically. A file that already has this content is not touched, so that its modification time does
/// not trigger rebuilds.
///
/// # Errors
///
/// Fails if the file cannot be written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    temporary(path, bytes)?.persist(path)?;
    Ok(())
}

/// Writes a file unless the path exists, even as a dangling link; returns whether it was written.
///
/// # Errors
///
/// Fails if the file cannot be written.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    match temporary(path, bytes)?.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error.error),
    }
}

/// Creates a temporary file with this content in the folder of `path`; it is deleted unless it is persisted.
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

/// Returns a builder of files that other users may read, as far as the umask allows.
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
        // A hard link shows whether the file was replaced: it keeps the old content.
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
