//! The headers of the frames and blocks of zstd, which tell how long these are.

/// The maximum length of the header of a frame, in bytes.
pub(super) const ZSTD_HEADER: usize = 18;

/// The header of a frame that tells how long its text is, or that has no text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ZstdHeader {
    Frame {
        /// The length of the header, in bytes.
        length: u64,
        /// The length of the text, in bytes.
        text: u64,
        has_checksum: bool,
    },
    /// A frame without text, of this length.
    Skippable(u64),
}

impl ZstdHeader {
    /// Reads the header at the beginning of `begin`; `None` if there is none, or if it does not tell the length.
    pub(super) fn read(begin: &[u8]) -> Option<ZstdHeader> {
        if let &[0x50..=0x5f, 0x2a, 0x4d, 0x18, a, b, c, d, ..] = begin {
            return Some(ZstdHeader::Skippable(8 + u64::from(u32::from_le_bytes([a, b, c, d]))));
        }
        let &[0x28, 0xb5, 0x2f, 0xfd, about, ref rest @ ..] = begin else { return None };
        let is_single = about & 0x20 != 0;
        let window = usize::from(!is_single);
        let dictionary = [0, 1, 2, 4][usize::from(about & 3)];
        let size = match (about >> 6, is_single) {
            (0, false) => return None,
            (0, true) => 1,
            (1, _) => 2,
            (2, _) => 4,
            _ => 8,
        };
        let field = rest.get(window + dictionary..window + dictionary + size)?;
        let number = field.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
        let text = if size == 2 { number + 256 } else { number };
        let length = (5 + window + dictionary + size) as u64;
        Some(ZstdHeader::Frame { length, text, has_checksum: about & 4 != 0 })
    }
}

/// The header of a block, three bytes long.
pub(super) struct ZstdBlock {
    /// The length of the block after its header, in bytes.
    pub(super) length: u64,
    /// Whether it is the last block of its frame.
    pub(super) is_last: bool,
}

impl ZstdBlock {
    pub(super) const fn read([a, b, c]: [u8; 3]) -> ZstdBlock {
        let header = u32::from_le_bytes([a, b, c, 0]);
        // A block of one repeated byte has one byte.
        let length = if header >> 1 & 3 == 1 { 1 } else { (header >> 3) as u64 };
        ZstdBlock { length, is_last: header & 1 == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_tell_the_length_of_the_text() {
        let frame =
            |length, text, has_checksum| Some(ZstdHeader::Frame { length, text, has_checksum });
        for (begin, right) in [
            (&b"\x28\xb5\x2f\xfd\x20\x07"[..], frame(6, 7, false)),
            (b"\x28\xb5\x2f\xfd\x24\x07", frame(6, 7, true)),
            (b"\x28\xb5\x2f\xfd\x44\x58\x01\x00", frame(8, 257, true)),
            (b"\x28\xb5\x2f\xfd\xa0\x01\x00\x01\x00", frame(9, 65537, false)),
            (b"\x28\xb5\x2f\xfd\xe1\x09\x01\0\0\0\0\0\0\x01", frame(14, 1 << 56 | 1, false)),
            (b"\x53\x2a\x4d\x18\x04\0\0\0", Some(ZstdHeader::Skippable(12))),
            (b"\x28\xb5\x2f\xfd\x04\x58", None),
            (b"\x28\xb5\x2f\xfd\xa0\x01\x00\x01", None),
            (b"\x28\xb5\x2f\xfe\x20\x07", None),
            (b"", None),
        ] {
            assert_eq!(ZstdHeader::read(begin), right, "{begin:?}");
        }
    }
}
