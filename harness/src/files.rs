//! Output files that a command writes as a whole, and replaces only if it wrote them.

use std::{
    fs,
    io::{self, Read, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

use crate::output::{Exit, Failure, Result};

/// Number of bytes read from a file to see who wrote it.
const HEAD: u64 = 1 << 20;

/// Writes a whole result to a file. `is_ours` gets the beginning of an existing file and decides whether it may be
/// replaced; an empty file may be.
///
/// # Errors
///
/// Fails if the file may not be replaced, or cannot be written.
pub(crate) fn write_own(path: &Path, text: &str, is_ours: impl Fn(&str) -> bool) -> Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut begin = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut begin)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(cannot_write(path, &error)),
        Ok(_) if begin.is_empty() || is_ours(&String::from_utf8_lossy(&begin)) => {}
        Ok(_) => {
            let message = format!(
                "{} was not written by this command and is left unchanged; name another place, or move it away",
                path.display()
            );
            return Err(Failure::new(Exit::IoError, message));
        }
    }
    write_whole(path, text.as_bytes()).map_err(|error| cannot_write(path, &error))
}

/// Returns the error for a path that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Exit::IoError, format!("cannot write {}: {error}", path.display()))
}

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

/// Creates a temporary file with this content in the folder of `path`; it is deleted unless it is persisted.
fn temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
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
