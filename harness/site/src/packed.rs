//! Data for the scripts of the site, compressed, and for their tests, as it is.

use std::io::{self, Write};

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde::Serialize;

use super::SiteFile;

/// A script that puts a promise of data under a name into `window.lawbook`.
///
/// # Errors
///
/// The data cannot be serialised.
pub(super) fn data(path: &str, name: &str, data: &impl Serialize) -> askama::Result<SiteFile> {
    let json = plain(path, data)?;
    script(path, name, json.text.as_bytes(), "json")
}

/// A file with data that no page loads.
///
/// # Errors
///
/// The data cannot be serialised.
pub(super) fn plain(path: &str, data: &impl Serialize) -> askama::Result<SiteFile> {
    let text = serde_json::to_string(data).map_err(|error| askama::Error::Custom(error.into()))?;
    Ok(SiteFile { path: path.to_owned(), text })
}

/// A script that puts a promise of bytes, as an `ArrayBuffer`, under a name into `window.lawbook`.
///
/// # Errors
///
/// The bytes cannot be compressed.
pub(super) fn bytes(path: &str, name: &str, bytes: &[u8]) -> askama::Result<SiteFile> {
    script(path, name, bytes, "arrayBuffer")
}

/// A page opened from disk may load scripts and no other data, so the bytes are a text in a script. `static/unpack.js`
/// reads it, and `read` is the method of `Response` that returns the content.
fn script(path: &str, name: &str, bytes: &[u8], read: &str) -> askama::Result<SiteFile> {
    let packed = gzip(bytes).map_err(|error| askama::Error::Custom(error.into()))?;
    let text = format!(
        "window.lawbook.{name} = window.lawbook.unpack(\"{}\").{read}();\n",
        STANDARD.encode(&packed)
    );
    Ok(SiteFile { path: path.to_owned(), text })
}

/// Compresses bytes, as the browser's `DecompressionStream("gzip")` reads them.
fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
