//! The indexes of an xz file, which tell where its blocks are. Each stream of the file has one at its end.

use std::{collections::VecDeque, io, ops::Range};

use super::members::{MAX_PACKED, MAX_TEXT};

/// The length of the header and of the footer of a stream, in bytes.
const HEADER: u64 = 12;

/// The maximum length of an index, in bytes: enough for a million blocks.
const MAX_INDEX: u64 = 1 << 24;

/// A block of an xz file.
#[derive(Clone, Debug)]
pub(super) struct XzBlock {
    /// The place in the file, with the padding.
    pub(super) packed: Range<u64>,
    /// The length of the text, in bytes.
    pub(super) text: u64,
    /// The length without padding, in bytes.
    unpadded: u64,
    header: [u8; HEADER as usize],
}

impl XzBlock {
    /// Whether the block can be unpacked ahead.
    pub(super) const fn is_short(&self) -> bool {
        self.text <= MAX_TEXT && self.packed.end - self.packed.start <= MAX_PACKED
    }

    /// The place of its checksum: where it ends, and its maximum length.
    pub(super) const fn check(&self) -> (u64, u64) {
        let size = if self.unpadded < 32 { self.unpadded } else { 32 };
        (self.packed.start + self.unpadded, size)
    }

    /// Returns a stream with this block alone, which has the bytes `block`.
    pub(super) fn as_stream(&self, block: &[u8]) -> Vec<u8> {
        let mut index = vec![0, 1];
        for number in [self.unpadded, self.text] {
            push_number(&mut index, number);
        }
        index.resize(index.len().next_multiple_of(4), 0);
        index.extend(crc32fast::hash(&index).to_le_bytes());
        let mut end = ((index.len() / 4 - 1) as u32).to_le_bytes().to_vec();
        end.extend_from_slice(&self.header[6..8]);
        let checksum = crc32fast::hash(&end).to_le_bytes();
        [&self.header[..], block, &index, &checksum, &end, b"YZ"].concat()
    }
}

/// Returns the blocks of a file of `length` bytes, which `read` reads at an offset; `None` if the file is damaged.
/// Their checksums are compared only when they are unpacked.
pub(super) fn xz_blocks(
    length: u64,
    read: &impl Fn(&mut [u8], u64) -> io::Result<()>,
) -> Option<VecDeque<XzBlock>> {
    let mut blocks = VecDeque::new();
    let mut end = length;
    while end > 0 {
        let mut footer = [0; HEADER as usize];
        let at = end.checked_sub(HEADER)?;
        read(&mut footer, at).ok()?;
        if footer[8..] == [0; 4] {
            // Streams can be followed by zeros.
            end -= 4;
            continue;
        }
        let stored = u32::from_le_bytes([footer[4], footer[5], footer[6], footer[7]]);
        let size = 4 * (u64::from(stored) + 1);
        let begin = at.checked_sub(size).filter(|_| size <= MAX_INDEX)?;
        let mut index = vec![0; size as usize];
        read(&mut index, begin).ok()?;
        let sizes = index_sizes(&index)?;
        let padded = |unpadded: u64| unpadded.checked_next_multiple_of(4);
        let mut packed: u64 = 0;
        for &(unpadded, _) in &sizes {
            packed = packed.checked_add(padded(unpadded)?)?;
        }
        let first = begin.checked_sub(packed)?;
        let mut header = [0; HEADER as usize];
        end = first.checked_sub(HEADER)?;
        read(&mut header, end).ok()?;
        let is_valid = footer.ends_with(b"YZ")
            && header.starts_with(b"\xfd7zXZ\0")
            && header[6..8] == footer[8..10]
            && footer[..4] == crc32fast::hash(&footer[4..10]).to_le_bytes()
            && header[8..] == crc32fast::hash(&header[6..8]).to_le_bytes();
        if !is_valid {
            return None;
        }
        let mut at = begin;
        for &(unpadded, text) in sizes.iter().rev() {
            let packed = at - padded(unpadded)?..at;
            at = packed.start;
            blocks.push_front(XzBlock { packed, text, unpadded, header });
        }
    }
    Some(blocks)
}

/// Reads an index: the lengths of each block without padding, packed and unpacked.
fn index_sizes(index: &[u8]) -> Option<Vec<(u64, u64)>> {
    let (index, checksum) = index.split_last_chunk::<4>()?;
    if crc32fast::hash(index).to_le_bytes() != *checksum {
        return None;
    }
    let (&indicator, mut rest) = index.split_first()?;
    let count = take_number(&mut rest).filter(|_| indicator == 0)?;
    // A record has at least two bytes.
    if count > rest.len() as u64 / 2 {
        return None;
    }
    let sizes: Option<Vec<(u64, u64)>> =
        (0..count).map(|_| Some((take_number(&mut rest)?, take_number(&mut rest)?))).collect();
    sizes.filter(|_| rest.len() < 4 && rest.iter().all(|&byte| byte == 0))
}

/// Takes a number from the beginning of `bytes`: seven bits a byte, the lowest first.
fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
