//! Recognises the format of an archive by its first bytes. The name of the file does not matter.

use std::io;

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
    Bzip2,
    Xz,
    Zstd,
    /// An unsupported format: its name, and the command that converts it to text.
    Unreadable(&'static str),
}

const CUT: &str = "the beginning of a packed archive; the rest of the file is missing";
const TAR: &str = "a tar archive; unpack it first: tar -xf games.tar";
const LZMA: &str = "packed by lzma; unpack it first: xz --format=lzma -dc games.lzma > games.pgn";
const UTF_16_LE: &str =
    "text in UTF-16; convert it first: iconv -f UTF-16LE -t UTF-8 games.txt > games.pgn";
const UTF_16_BE: &str =
    "text in UTF-16; convert it first: iconv -f UTF-16BE -t UTF-8 games.txt > games.pgn";
const UTF_32: &str =
    "text in UTF-32; convert it first: iconv -f UTF-32 -t UTF-8 games.txt > games.pgn";
const ZIP: &str = "a zip archive; unpack it first: unzip -p games.zip > games.pgn";
const RAR: &str = "a rar archive; unpack it first: unrar x games.rar";

/// The first bytes of each format. Where one is a prefix of another, the longer one comes first.
const MAGIC: &[(&[u8], Format)] = &[
    (b"\x1f\x8b", Format::Gzip),
    (b"BZh", Format::Bzip2),
    (b"\xfd7zXZ\0", Format::Xz),
    (b"\x28\xb5\x2f\xfd", Format::Zstd),
    (b"PK\x03\x04", Format::Unreadable(ZIP)),
    // An empty zip archive, and one split into several files.
    (b"PK\x05\x06", Format::Unreadable(ZIP)),
    (b"PK\x07\x08", Format::Unreadable(ZIP)),
    (
        b"7z\xbc\xaf\x27\x1c",
        Format::Unreadable("a 7z archive; unpack it first: 7z e -so games.7z > games.pgn"),
    ),
    (b"Rar!\x1a\x07", Format::Unreadable(RAR)),
    (
        b"LZIP\x01",
        Format::Unreadable("packed by lzip; unpack it first: lzip -dc games.lz > games.pgn"),
    ),
    (
        b"\x04\x22\x4d\x18",
        Format::Unreadable("packed by lz4; unpack it first: lz4 -dc games.lz4 > games.pgn"),
    ),
    (
        b"\x1f\x9d",
        Format::Unreadable("packed by compress; unpack it first: gzip -dc games.Z > games.pgn"),
    ),
    (b"\xff\xfe\0\0", Format::Unreadable(UTF_32)),
    (b"\0\0\xfe\xff", Format::Unreadable(UTF_32)),
    (b"\xff\xfe", Format::Unreadable(UTF_16_LE)),
    (b"\xfe\xff", Format::Unreadable(UTF_16_BE)),
];

impl Format {
    /// Returns the format of a file whose first [`HEAD`] bytes are `begin`, or all of it if it is shorter.
    pub(super) fn of(begin: &[u8]) -> Format {
        // A `.zst` file can begin with a skippable frame.
        if matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
            return Format::Zstd;
        }
        if let Some(&(_, format)) = MAGIC.iter().find(|(magic, _)| begin.starts_with(magic)) {
            return format;
        }
        // A text of a few letters can begin like a magic number; these bytes are no text.
        let is_cut = |magic: &[u8]| magic.starts_with(begin) && !begin.is_ascii();
        if matches!(begin, [0x1f]) || MAGIC.iter().any(|(magic, _)| is_cut(magic)) {
            return Format::Unreadable(CUT);
        }
        if is_tar(begin) {
            return Format::Unreadable(TAR);
        }
        if is_lzma(begin) {
            return Format::Unreadable(LZMA);
        }
        match utf_16_without_mark(begin) {
            Some(format) => format,
            None if begin.contains(&b'\r') && !begin.contains(&b'\n') => Format::CarriageReturns,
            None => Format::Text,
        }
    }
}

/// Returns the error for a file of the format that `what` describes.
pub(super) fn unreadable(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}"))
}

/// Whether a file begins with the header of a tar archive: a block of 512 bytes with a checksum in octal, which is
/// computed with spaces in the place of the checksum itself. The oldest archives have no magic number.
fn is_tar(begin: &[u8]) -> bool {
    let Some(header) = begin.first_chunk::<512>() else { return false };
    let field = &header[148..156];
    let digits = field.trim_ascii_start();
    let length = digits.iter().take_while(|digit| matches!(digit, b'0'..=b'7')).count();
    let said = digits[..length].iter().fold(0, |sum, &digit| 8 * sum + u32::from(digit - b'0'));
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    let right = sum(header) - sum(field) + 8 * u32::from(b' ');
    length > 0 && said == right && header[0] != 0
}

/// Whether a file begins with the header of the lzma format, the predecessor of xz. It has no magic number. Its
/// fields are the properties, usually `5d`; the dictionary size, a power of two or three times a power of two; and
/// the length of the content, eight bytes `ff` if it is unknown. The content begins with a zero.
fn is_lzma(begin: &[u8]) -> bool {
    let Some((&[properties, d0, d1, d2, d3, ..], rest)) = begin.split_first_chunk::<13>() else {
        return false;
    };
    let dictionary = u32::from_le_bytes([d0, d1, d2, d3]);
    let length = u64::from_le_bytes([5, 6, 7, 8, 9, 10, 11, 12].map(|place| begin[place]));
    let is_usual = dictionary.is_power_of_two()
        || dictionary.is_multiple_of(3) && (dictionary / 3).is_power_of_two();
    properties < 9 * 5 * 5
        && is_usual
        && dictionary >= 1 << 12
        && (length == u64::MAX || length < 1 << 38)
        && rest.first().is_none_or(|&first| first == 0)
}

/// Recognises UTF-16 text without a byte order mark: every second byte is zero. Letters outside of Latin-1 are rare
/// at the beginning of a file of games.
fn utf_16_without_mark(begin: &[u8]) -> Option<Format> {
    let pairs = begin[..begin.len().min(64)].as_chunks::<2>().0;
    let all = |is: fn(&[u8; 2]) -> bool| pairs.len() > 1 && pairs.iter().all(is);
    if all(|&[low, high]| low != 0 && high == 0) {
        Some(Format::Unreadable(UTF_16_LE))
    } else if all(|&[high, low]| high == 0 && low != 0) {
        Some(Format::Unreadable(UTF_16_BE))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The header of a tar archive; the oldest form has no magic number.
    fn tar(has_magic: bool) -> Vec<u8> {
        let mut header = vec![0; 512];
        header[..9].copy_from_slice(b"games.pgn");
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(b"00000000100");
        header[148..156].fill(b' ');
        if has_magic {
            header[257..263].copy_from_slice(b"ustar\0");
        }
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        header
    }

    fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn formats_that_are_not_text_are_named() {
        let game = "[Event \"a\"]\r\n\r\n1. e4 *\r\n";
        for (begin, name) in [
            (&b"\x1f\x8b\x08"[..], "gzip"),
            (b"BZh9", "bzip2"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"\x28\xb5\x2f\xfd$", "zstd"),
            (b"\x5a\x2a\x4d\x18\0", "zstd"),
            (b"PK\x03\x04\x14", "zip archive"),
            (b"PK\x05\x06\0", "zip archive"),
            (b"7z\xbc\xaf\x27\x1c\0", "7z archive"),
            (b"Rar!\x1a\x07\0", "rar archive"),
            (b"Rar!\x1a\x07\x01\0", "rar archive"),
            (b"LZIP\x01", "lzip"),
            (b"\x04\x22\x4d\x18\x64", "lz4"),
            (b"\x1f\x9d\x90", "compress"),
            (b"\x5d\0\0\x80\0\xff\xff\xff\xff\xff\xff\xff\xff\0-", "lzma"),
            (b"\x5d\0\0\x10\0\x64\x03\0\0\0\0\0\0\0", "lzma"),
            (&tar(true), "tar archive"),
            (&tar(false), "tar archive"),
            (&utf_16(game, u16::to_le_bytes), "UTF-16LE"),
            (&utf_16(game, u16::to_be_bytes), "UTF-16BE"),
            (&utf_16(&format!("\u{feff}{game}"), u16::to_le_bytes), "UTF-16LE"),
            (&utf_16(&format!("\u{feff}{game}"), u16::to_be_bytes), "UTF-16BE"),
            (&utf_16("1.", u16::to_le_bytes), "UTF-16LE"),
            (b"\xff\xfe\0\0[\0\0\0", "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0[", "UTF-32"),
        ] {
            let format = format!("{:?}", Format::of(begin));
            assert!(format.to_lowercase().contains(&name.to_lowercase()), "{begin:?}: {format}");
        }
    }

    #[test]
    fn files_that_end_within_the_first_bytes_are_not_text() {
        for begin in
            [&b"\x1f"[..], b"\x28\xb5", b"\x28\xb5\x2f", b"\xfd", b"\xfd7zX", b"\x04\x22\x4d\x18"]
        {
            assert!(matches!(Format::of(begin), Format::Unreadable(_)), "{begin:?}");
        }
    }

    #[test]
    fn text_is_text() {
        for text in [
            &b""[..],
            b"\n",
            b"]",
            b"(",
            b"B",
            b"BZ",
            b"P",
            b"R",
            b"7",
            b"[Event \"a\"]\r\n\r\n1. e4 *\r\n",
            b"\xef\xbb\xbf[Event \"M\xfcller\"]\n",
            b"1. e4 e5\0\0\0\0",
            b"\0\0\0\0\0\0\0\0",
            b"PK e4",
            &b"]xxxxxxxxxxxxxxxxxxxxxx".repeat(100),
            &[0; 1024],
        ] {
            assert_eq!(Format::of(text), Format::Text, "{text:?}");
        }
        for text in [&b"[Event \"a\"]\r\r1. e4 *\r"[..], b"1. e4 *\r"] {
            assert_eq!(Format::of(text), Format::CarriageReturns);
        }
    }
}
