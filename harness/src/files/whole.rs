use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use tempfile::{Builder, NamedTempFile};

/// Writes a file, which is there as it was or as it is to be.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
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
