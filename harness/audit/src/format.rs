//! Recognises the format of an archive by its first bytes. The name of the file does not matter.

use std::io;

use Format::{CarriageReturns, Gzip, Text, Unreadable, Zstd};

use super::text::END_OF_FILE;

/// The number of bytes that are read to recognise the format.
pub(super) const HEAD: usize = 1 << 12;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Text whose lines end with a line feed, with or without a carriage return before it.
    Text,
    /// Text whose lines end with a carriage return alone.
    CarriageReturns,
    Gzip,
    Zstd,
    /// An unsupported format: its name, and the command that converts it to text.
    Unreadable(&'static str),
}

const BZIP2: Format =
    Unreadable("packed by bzip2; pipe it in: bzip2 -dc games.bz2 | lawbook audit -");
const XZ: Format = Unreadable("packed by xz; pipe it in: xz -dc games.xz | lawbook audit -");
const ZIP: Format = Unreadable("a zip archive; pipe it in: unzip -p games.zip | lawbook audit -");
const RAR: Format = Unreadable("a rar archive; unpack it first: unrar x games.rar");
const SEVEN: Format = Unreadable("a 7z archive; pipe it in: 7z e -so games.7z | lawbook audit -");
const TAR: Format = Unreadable("a tar archive; unpack it first: tar -xf games.tar");
const LZIP: Format = Unreadable("packed by lzip; pipe it in: lzip -dc games.lz | lawbook audit -");
const LZ4: Format = Unreadable("packed by lz4; pipe it in: lz4 -dc games.lz4 | lawbook audit -");
const COMPRESS: Format =
    Unreadable("packed by compress; pipe it in: gzip -dc games.Z | lawbook audit -");
const UTF_16_LE: Format = Unreadable(
    "text in UTF-16; convert it first: iconv -f UTF-16LE -t UTF-8 games.txt > games.pgn",
);
const UTF_16_BE: Format = Unreadable(
    "text in UTF-16; convert it first: iconv -f UTF-16BE -t UTF-8 games.txt > games.pgn",
);
const UTF_32: Format =
    Unreadable("text in UTF-32; convert it first: iconv -f UTF-32 -t UTF-8 games.txt > games.pgn");
const CUT: Format =
    Unreadable("the beginning of a packed archive; the rest of the file is missing");
const BINARY: Format = Unreadable("not a text; expected PGN, as it is or packed by gzip or zstd");

/// The bytes that show a format, and their offset. Where one is a prefix of another, the longer one comes first.
const MAGIC: [(usize, &[u8], Format); 16] = [
    (0, b"\x1f\x8b", Gzip),
    (0, b"BZh", BZIP2),
    (0, b"\xfd7zXZ\0", XZ),
    (0, b"\x28\xb5\x2f\xfd", Zstd),
    (0, b"PK\x03\x04", ZIP),
    (0, b"PK\x05\x06", ZIP), // empty
    (0, b"7z\xbc\xaf\x27\x1c", SEVEN),
    (0, b"Rar!\x1a\x07", RAR),
    (0, b"LZIP\x01", LZIP),
    (0, b"\x04\x22\x4d\x18", LZ4),
    (0, b"\x1f\x9d", COMPRESS),
    (257, b"ustar", TAR),
    (0, b"\xff\xfe\0\0", UTF_32),
    (0, b"\0\0\xfe\xff", UTF_32),
    (0, b"\xff\xfe", UTF_16_LE),
    (0, b"\xfe\xff", UTF_16_BE),
];

impl Format {
    /// Returns the format of a file whose first [`HEAD`] bytes are `begin`, or all of it if it is shorter.
    pub(super) fn of(begin: &[u8]) -> Format {
        // A `.zst` file can begin with a skippable frame.
        if matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
            return Zstd;
        }
        let is_there =
            |at: usize, magic| begin.get(at..).is_some_and(|rest| rest.starts_with(magic));
        if let Some(&(.., format)) = MAGIC.iter().find(|(at, magic, _)| is_there(*at, magic)) {
            return format;
        }
        // A text of a few letters can begin like a magic number; only bytes that are not ASCII count.
        let is_cut = |magic: &[u8]| magic.starts_with(begin) && !begin.is_ascii();
        if matches!(begin, [0x1f]) || MAGIC.iter().any(|(at, magic, _)| *at == 0 && is_cut(magic)) {
            return CUT;
        }
        match utf_16_without_mark(begin) {
            Some(format) => format,
            None if is_binary(begin) => BINARY,
            None if begin.contains(&b'\r') && !begin.contains(&b'\n') => CarriageReturns,
            None => Text,
        }
    }

    /// Whether the text has to be unpacked.
    pub(super) const fn is_packed(self) -> bool {
        matches!(self, Gzip | Zstd)
    }
}

/// Returns the error for a file of the format that `what` describes.
pub(super) fn unreadable(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}"))
}

/// Recognises UTF-16 text without a byte order mark: every second byte is zero. Letters outside of Latin-1 are rare
/// at the beginning of a file of games.
fn utf_16_without_mark(begin: &[u8]) -> Option<Format> {
    let pairs = begin[..begin.len().min(64)].as_chunks::<2>().0;
    let all = |is: fn(&[u8; 2]) -> bool| pairs.len() > 1 && pairs.iter().all(is);
    all(|&[low, high]| low != 0 && high == 0)
        .then_some(UTF_16_LE)
        .or_else(|| all(|&[high, low]| high == 0 && low != 0).then_some(UTF_16_BE))
}

/// Whether more than one byte in twenty is a control character that no text has, as in packed data. Letters in UTF-8 show
/// that it is a text all the same, unless there are zeros among them.
fn is_binary(begin: &[u8]) -> bool {
    let is_control = |byte: &&u8| {
        byte.is_ascii_control() && !byte.is_ascii_whitespace() && !END_OF_FILE.has(**byte)
    };
    let is_utf_8 =
        std::str::from_utf8(begin).map_or_else(|error| error.error_len().is_none(), |_| true);
    let controls = begin.iter().filter(is_control).count();
    controls > begin.len() / 20 && (!is_utf_8 || begin.contains(&0))
}
