//! Cuts a packed archive into members that are unpacked on their own, on several threads, and returns their text in
//! order.

use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, Read},
    mem,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use lawbook::adapter;

use super::{
    archive::{Checked, CountedReader, PackedMembers},
    batch::internal_error,
    format::Format,
    xz_index::XzBlock,
    zstd_frame::{ZSTD_HEADER, ZstdBlock, ZstdHeader},
};

/// The maximum length of the text that a thread unpacks ahead, in bytes. Text after it is unpacked as it is read.
pub(super) const MAX_TEXT: u64 = 1 << 25;

/// The maximum length of a packed member that is unpacked ahead, in bytes.
pub(super) const MAX_PACKED: u64 = MAX_TEXT + (1 << 20);

/// The maximum length of a stream of bzip2 that is unpacked ahead, in bytes. Tools that pack on several processors
/// write streams of at most 900 kB of text.
const MAX_BZIP2: usize = 1 << 22;

/// The length of short members that are unpacked together, in bytes.
const MIN_PACKED: usize = 1 << 18;

/// The rule by which an archive is cut into members.
pub(super) enum Cutter {
    /// Frames of zstd that say how long their text is.
    Zstd,
    /// Blocks of bgzip: members of gzip whose headers have their length in the extra field `BC`.
    Bgzip,
    /// Streams of bzip2. The bytes that were read after the last one.
    Bzip2(Vec<u8>),
    /// Blocks of xz, from the index at the end of the file, and the offset in the file.
    Xz(VecDeque<XzBlock>, u64),
}

/// A reader of the text of a packed archive of many members, which threads unpack ahead.
pub(super) struct ParallelMembers {
    state: State,
    cutter: Cutter,
    format: Format,
    checked: Checked,
    /// The number of bytes of text of the pieces before the current one.
    before: u64,
    /// The current piece, and how much of its text has been handed out.
    piece: Unpacked,
    at: usize,
    /// The pieces that are being unpacked.
    ahead: VecDeque<Receiver<Unpacked>>,
    /// Where pieces are unpacked; `None` on this thread.
    work: Option<Sender<(Piece, SyncSender<Unpacked>)>>,
    limit: usize,
}

/// The rest of the archive.
enum State {
    /// The members are cut from the source.
    Cutting(BufReader<CountedReader>),
    /// The next member cannot be cut: it and all after it are unpacked as they are read.
    Rest(BufReader<CountedReader>),
    Reading(PackedMembers),
    /// The source is at its end, or cannot be read.
    Done(Option<io::Error>),
}

/// Packed members.
struct Piece {
    packed: Vec<u8>,
    /// The offset in the archive.
    offset: u64,
    format: Format,
}

/// The text of a piece.
#[derive(Default)]
struct Unpacked {
    text: Vec<u8>,
    /// The members, if they have more text.
    rest: Option<Box<PackedMembers>>,
    /// The number of bytes of text that are verified.
    checked: Option<Checked>,
    /// Why the piece could not be unpacked any further.
    error: Option<io::Error>,
}

impl ParallelMembers {
    /// Returns the text of `source`, which follows `before` bytes of text. With several threads, as many unpack ahead.
    ///
    /// # Errors
    ///
    /// A thread cannot be started.
    pub(super) fn new(
        source: BufReader<CountedReader>,
        (format, cutter): (Format, Cutter),
        before: u64,
        threads: usize,
        checked: Checked,
    ) -> io::Result<ParallelMembers> {
        let (work, queue) = channel::<(Piece, SyncSender<Unpacked>)>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..if threads > 1 { threads } else { 0 } {
            let queue = Arc::clone(&queue);
            thread::Builder::new().spawn(move || {
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    // The channel is closed when the reader is dropped.
                    let Ok((piece, to)) = next else { return };
                    // The receiver may have been dropped.
                    let _ = to.send(piece.unpack());
                }
            })?;
        }
        Ok(ParallelMembers {
            state: State::Cutting(source),
            cutter,
            format,
            checked,
            before,
            piece: Unpacked::default(),
            at: 0,
            ahead: VecDeque::new(),
            work: (threads > 1).then_some(work),
            limit: if threads > 1 { threads + 1 } else { 1 },
        })
    }

    /// Cuts pieces until enough are being unpacked.
    fn cut(&mut self) -> io::Result<()> {
        while self.ahead.len() < self.limit
            && let State::Cutting(source) = &mut self.state
        {
            let offset = self.cutter.offset(source);
            let (packed, cut) = cut_piece(&mut self.cutter, source);
            let (to, text) = sync_channel(1);
            let is_empty = packed.is_empty();
            let piece = Piece { packed, offset, format: self.format };
            match &self.work {
                _ if is_empty => {}
                Some(work) => {
                    work.send((piece, to)).map_err(|_| internal_error("no thread is left"))?
                }
                None => to.send(piece.unpack()).map_err(|_| internal_error("no text is read"))?,
            }
            if !is_empty {
                self.ahead.push_back(text);
            }
            if matches!(cut, Ok(true)) {
                continue;
            }
            let State::Cutting(source) = mem::replace(&mut self.state, State::Done(None)) else {
                break;
            };
            self.state = match cut.and_then(|_| self.cutter.rest(source)) {
                Ok(Some(rest)) => State::Rest(rest),
                Ok(None) => State::Done(None),
                Err(error) => State::Done(Some(error)),
            };
        }
        Ok(())
    }

    /// Continues with the next piece; returns `false` if there is none.
    fn next_piece(&mut self) -> io::Result<bool> {
        // A piece that could not be unpacked is the last one.
        if let Some(error) = self.piece.error.take() {
            self.ahead.clear();
            // If the source could not be read, this is the cause.
            let cause = mem::replace(&mut self.state, State::Done(None));
            return Err(if let State::Done(Some(cause)) = cause { cause } else { error });
        }
        self.cut()?;
        let Some(next) = self.ahead.pop_front() else {
            match mem::replace(&mut self.state, State::Done(None)) {
                State::Rest(source) => {
                    let checked = self.checked.clone();
                    let rest = PackedMembers::new(source, self.format, self.before, checked);
                    self.state = State::Reading(rest);
                    return Ok(true);
                }
                State::Done(Some(error)) => return Err(error),
                state @ (State::Cutting(_) | State::Reading(_) | State::Done(None)) => {
                    self.state = state;
                }
            }
            return Ok(false);
        };
        self.piece = next.recv().map_err(|_| internal_error("a thread has ended"))?;
        self.at = 0;
        self.settle();
        Ok(true)
    }

    /// Counts the members of the piece that are verified.
    fn settle(&self) {
        let Some(checked) = &self.piece.checked else { return };
        if !checked.is_whole() {
            self.checked.leave_gap();
        }
        let begin = self.before - self.at as u64;
        self.checked.advance(begin + checked.bytes());
    }
}

impl Read for ParallelMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            let mut text = self.piece.text.get(self.at..).unwrap_or_default();
            let mut count = text.read(into)?;
            if count == 0
                && let Some(rest) = &mut self.piece.rest
            {
                count = rest.read(into)?;
                if count == 0 {
                    self.settle();
                    self.piece.rest = None;
                }
            }
            if count > 0 {
                self.at += count;
                self.before += count as u64;
                return Ok(count);
            }
            if let State::Reading(rest) = &mut self.state {
                return rest.read(into);
            }
            if !self.next_piece()? {
                return Ok(0);
            }
        }
    }
}

impl Piece {
    /// Unpacks the members, up to [`MAX_TEXT`].
    fn unpack(self) -> Unpacked {
        let unpack = || {
            let checked = Checked::new(0, false);
            let source = BufReader::new(CountedReader::of_bytes(self.packed, self.offset));
            let mut members = PackedMembers::new(source, self.format, 0, checked.clone());
            let mut text = Vec::new();
            let error = (&mut members).take(MAX_TEXT).read_to_end(&mut text).err();
            let is_long = error.is_none() && text.len() as u64 == MAX_TEXT;
            let rest = is_long.then(|| Box::new(members));
            Unpacked { text, rest, checked: Some(checked), error }
        };
        adapter::catch(unpack).unwrap_or_else(|message| Unpacked {
            error: Some(internal_error(&message)),
            ..Unpacked::default()
        })
    }
}

/// Returns the next members, as many as make up a piece, and whether others may follow.
fn cut_piece(
    cutter: &mut Cutter,
    source: &mut BufReader<CountedReader>,
) -> (Vec<u8>, io::Result<bool>) {
    let mut packed = Vec::new();
    loop {
        let before = packed.len();
        match cutter.cut(source, &mut packed) {
            Ok(true) if packed.len() == before => return (packed, Ok(true)),
            Ok(true) if packed.len() < MIN_PACKED => {}
            end => return (packed, end),
        }
    }
}

impl Cutter {
    /// Returns the rule for archives of a format that begin with `begin`; `None` if they have no members that are
    /// unpacked on their own.
    pub(super) fn of(format: Format, begin: &[u8]) -> Option<Cutter> {
        match format {
            Format::Zstd => Some(Cutter::Zstd),
            Format::Gzip => bgzip_length(begin).map(|_| Cutter::Bgzip),
            Format::Bzip2 => Some(Cutter::Bzip2(Vec::new())),
            Format::Xz | Format::Text | Format::CarriageReturns | Format::Unreadable(_) => None,
        }
    }

    /// Returns the rule for an xz file with these blocks.
    pub(super) fn xz(blocks: VecDeque<XzBlock>) -> Cutter {
        Cutter::Xz(blocks, 0)
    }

    /// The offset in the archive of the next member.
    fn offset(&self, source: &BufReader<CountedReader>) -> u64 {
        match self {
            Cutter::Zstd | Cutter::Bgzip | Cutter::Xz(..) => CountedReader::position(source),
            Cutter::Bzip2(read) => CountedReader::position(source) - read.len() as u64,
        }
    }

    /// Appends the next member to `packed`, as far as the source has it. Returns `false` if the rest cannot be cut.
    /// Appends nothing where a piece has to end.
    fn cut(
        &mut self,
        source: &mut BufReader<CountedReader>,
        packed: &mut Vec<u8>,
    ) -> io::Result<bool> {
        match self {
            Cutter::Zstd => cut_zstd(source, packed),
            Cutter::Bgzip => match bgzip_length(CountedReader::peek(source, BGZIP_HEADER)?) {
                Some(length) => take(source, packed, length),
                None => Ok(false),
            },
            Cutter::Bzip2(read) => cut_bzip2(source, read, packed),
            Cutter::Xz(blocks, at) => {
                let Some(block) = blocks.pop_front() else { return Ok(false) };
                // The headers and the index of streams lie between blocks.
                skip(source, block.packed.start.saturating_sub(*at))?;
                let mut bytes = Vec::new();
                take(source, &mut bytes, block.packed.end - block.packed.start)?;
                packed.extend(block.as_stream(&bytes));
                *at = block.packed.end;
                Ok(true)
            }
        }
    }

    /// Returns the rest of the source, which cannot be cut; `None` if nothing is left of it.
    fn rest(
        &mut self,
        mut source: BufReader<CountedReader>,
    ) -> io::Result<Option<BufReader<CountedReader>>> {
        let follows = match self {
            // What follows the blocks has been read as the index.
            Cutter::Xz(..) => false,
            Cutter::Zstd => !source.fill_buf()?.is_empty(),
            Cutter::Bgzip => super::archive::skip_zeros(&mut source)?,
            Cutter::Bzip2(read) => {
                CountedReader::put_back(&mut source, mem::take(read));
                !source.fill_buf()?.is_empty()
            }
        };
        Ok(follows.then_some(source))
    }
}

/// Skips bytes of the source, and returns how many there were.
fn skip(source: &mut impl Read, length: u64) -> io::Result<u64> {
    io::copy(&mut source.take(length), &mut io::sink())
}

/// Reads `length` bytes, or fewer at the end of the source, and returns whether all were there.
fn take(source: &mut impl Read, packed: &mut Vec<u8>, length: u64) -> io::Result<bool> {
    let read = source.take(length).read_to_end(packed)?;
    Ok(read as u64 == length)
}

/// The length of the header of a block of bgzip, in bytes.
pub(super) const BGZIP_HEADER: usize = 18;

/// The length of the block of bgzip that begins with `begin`.
pub(super) fn bgzip_length(begin: &[u8]) -> Option<u64> {
    match begin {
        [0x1f, 0x8b, 8, 4, _, _, _, _, _, _, 6, 0, b'B', b'C', 2, 0, low, high, ..] => {
            Some(u64::from(u16::from_le_bytes([*low, *high])) + 1)
        }
        _ => None,
    }
}

/// Cuts a stream of bzip2. A stream begins at a byte, and the first ten bytes of one do not occur within another.
fn cut_bzip2(
    source: &mut BufReader<CountedReader>,
    read: &mut Vec<u8>,
    packed: &mut Vec<u8>,
) -> io::Result<bool> {
    let mut searched = 1;
    loop {
        if let Some(at) = bzip2_begin(read, searched) {
            packed.extend(read.drain(..at));
            return Ok(true);
        }
        if read.len() > MAX_BZIP2 {
            return Ok(false);
        }
        searched = read.len().saturating_sub(BZIP2_BEGIN - 1).max(1);
        let more = source.fill_buf()?;
        if more.is_empty() {
            packed.append(read);
            return Ok(false);
        }
        read.extend_from_slice(more);
        let count = more.len();
        source.consume(count);
    }
}

/// The length of the beginning of a stream of bzip2.
const BZIP2_BEGIN: usize = 10;

/// Returns where the next stream of bzip2 begins at or after `from`: with the number of a level, and a block or the
/// end of the stream.
fn bzip2_begin(bytes: &[u8], from: usize) -> Option<usize> {
    let places = memchr::memmem::find_iter(bytes.get(from..)?, b"BZh").map(|at| from + at);
    places.into_iter().find(|&at| {
        matches!(
            bytes[at + 3..],
            [b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
                | [b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..]
        )
    })
}

/// Cuts a frame of zstd that says how long its text is.
fn cut_zstd(source: &mut BufReader<CountedReader>, packed: &mut Vec<u8>) -> io::Result<bool> {
    let (length, has_checksum) = loop {
        match ZstdHeader::read(CountedReader::peek(source, ZSTD_HEADER)?) {
            None => return Ok(false),
            Some(ZstdHeader::Skippable(_)) if !packed.is_empty() => return Ok(true),
            Some(ZstdHeader::Skippable(length)) => {
                if skip(source, length)? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            Some(ZstdHeader::Frame { text, .. }) if text > MAX_TEXT => return Ok(false),
            Some(ZstdHeader::Frame { length, has_checksum, .. }) => break (length, has_checksum),
        }
    };
    let most = packed.len() as u64 + MAX_PACKED;
    if !take(source, packed, length)? {
        return Ok(true);
    }
    while (packed.len() as u64) < most {
        let at = packed.len();
        if !take(source, packed, 3)? {
            return Ok(true);
        }
        let block = ZstdBlock::read([packed[at], packed[at + 1], packed[at + 2]]);
        if !take(source, packed, block.length)? {
            return Ok(true);
        }
        if block.is_last {
            take(source, packed, if has_checksum { 4 } else { 0 })?;
            break;
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::archive::ArchiveSource;

    /// Packs text as frames of zstd with announced lengths, each after a frame to be skipped, in blocks that are not
    /// compressed.
    fn zstd(pieces: &[&[u8]]) -> Vec<u8> {
        let mut packed = Vec::new();
        for piece in pieces {
            packed.extend(b"\x50\x2a\x4d\x18\x04\0\0\0size");
            packed.extend(b"\x28\xb5\x2f\xfd\xa0");
            packed.extend((piece.len() as u32).to_le_bytes());
            let blocks: Vec<&[u8]> = piece.chunks(1000).collect();
            for (number, block) in blocks.iter().enumerate() {
                let last = u32::from(number + 1 == blocks.len());
                packed.extend(&(last | (block.len() as u32) << 3).to_le_bytes()[..3]);
                packed.extend_from_slice(block);
            }
        }
        packed
    }

    /// Packs text as bgzip does.
    fn bgzip(pieces: &[&[u8]]) -> Vec<u8> {
        let mut packed = Vec::new();
        for piece in pieces {
            let extra = [b'B', b'C', 2, 0, 0, 0];
            let writer = flate2::GzBuilder::new().extra(&extra[..]);
            let mut writer = writer.write(Vec::new(), flate2::Compression::fast());
            writer.write_all(piece).unwrap();
            let mut block = writer.finish().unwrap();
            let length = (block.len() - 1) as u16;
            block[16..18].copy_from_slice(&length.to_le_bytes());
            packed.extend(block);
        }
        packed
    }

    fn bzip2(pieces: &[&[u8]]) -> Vec<u8> {
        let pack = |piece: &&[u8]| {
            let writer = Vec::new();
            let mut writer = bzip2::write::BzEncoder::new(writer, bzip2::Compression::fast());
            writer.write_all(piece).unwrap();
            writer.finish().unwrap()
        };
        pieces.iter().flat_map(pack).collect()
    }

    /// Packs text as streams of xz, with four zeros after each.
    fn xz(pieces: &[&[u8]]) -> Vec<u8> {
        let pack = |piece: &&[u8]| {
            let options = lzma_rust2::XzOptions::with_preset(1);
            let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
            writer.write_all(piece).unwrap();
            let mut packed = writer.finish().unwrap();
            packed.extend([0; 4]);
            packed
        };
        pieces.iter().flat_map(pack).collect()
    }

    /// Reads an archive to its end. Returns the text, the verified bytes, whether all are, and the error.
    fn read(packed: &[u8], threads: usize) -> (Vec<u8>, u64, bool, String) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(packed).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        let mut plain = match ArchiveSource::File(file).unpack(&Arc::default(), threads) {
            Ok(plain) => plain,
            Err(error) => return (Vec::new(), 0, false, error.to_string()),
        };
        let mut text = Vec::new();
        let error = plain.read_to_end(&mut text).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        (text, plain.checked().bytes(), plain.checked().is_whole(), error)
    }

    type Pack = fn(&[&[u8]]) -> Vec<u8>;
    const PACKS: [(Pack, bool); 4] = [(zstd, false), (bgzip, true), (bzip2, true), (xz, true)];

    fn text() -> Vec<u8> {
        (0..120_000).flat_map(|number| format!("[Event \"{number}\"]\n").into_bytes()).collect()
    }

    #[test]
    fn members_are_read_alike_on_any_number_of_threads() {
        let text = text();
        let pieces: Vec<&[u8]> = text.chunks(40_000).collect();
        for (number, (pack, is_checked)) in PACKS.into_iter().enumerate() {
            let packed = pack(&pieces);
            let whole = (text.clone(), text.len() as u64, is_checked, String::new());
            for threads in [1, 2, 5] {
                assert!(read(&packed, threads) == whole, "{number}, {threads}");
            }
            let mut damaged = packed.clone();
            let place = packed.len() / 2;
            damaged[place..place + 100].fill(0xff);
            for (damage, archive) in [
                packed[..packed.len() / 2].to_vec(),
                packed[..packed.len() - 9].to_vec(),
                [&packed[..], b"nonsense"].concat(),
                damaged,
            ]
            .iter()
            .enumerate()
            {
                let one = read(archive, 1);
                let checked = &text[..one.1 as usize];
                // Without a checksum, damage in the text is not noticed.
                if is_checked || damage < 3 {
                    assert!(one.0.starts_with(checked), "{number}, {damage}");
                    assert!(one.3.contains("at byte "), "{number}, {damage}: {}", one.3);
                }
                for threads in [2, 5] {
                    let many = read(archive, threads);
                    assert_eq!((many.1, many.2, &many.3), (one.1, one.2, &one.3), "{damage}");
                    assert!(many.0 == one.0, "{number}, {damage}");
                }
            }
        }
    }

    /// The frames around those with text have none.
    #[test]
    fn frames_to_be_skipped_have_to_be_complete_and_may_be_many() {
        let frame = &b"\x5f\x2a\x4d\x18\x04\0\0\0skip"[..];
        let packed = zstd(&[b"one", b"two"]);
        let many = b"\x50\x2a\x4d\x18\0\0\0\0".repeat(400_000);
        for threads in [1, 2] {
            for whole in [[&packed[..], frame].concat(), [&many[..], &packed].concat()] {
                assert_eq!(read(&whole, threads), (b"onetwo".to_vec(), 6, false, String::new()));
            }
            for length in 1..frame.len() {
                let (text, _, is_whole, error) =
                    read(&[&packed[..], &frame[..length]].concat(), threads);
                assert_eq!((&text[..], is_whole), (&b"onetwo"[..], false), "{length}");
                assert!(!error.is_empty(), "{length}");
            }
        }
    }

    #[test]
    fn a_member_that_cannot_be_cut_follows_those_that_can() {
        let text = text();
        let pieces: Vec<&[u8]> = text.chunks(60_000).collect();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).unwrap();
        let packed = [bgzip(&pieces), gzip.finish().unwrap(), vec![0; 512]].concat();
        let both = [&text[..], &text].concat();
        for threads in [1, 3] {
            let (found, checked, is_whole, error) = read(&packed, threads);
            assert_eq!((checked, is_whole, error.as_str()), (both.len() as u64, true, ""));
            assert!(found == both);
        }
    }

    #[test]
    fn text_of_a_member_that_is_too_long_to_be_unpacked_ahead_is_read_on() {
        let long = vec![b'x'; MAX_TEXT as usize + 100_000];
        for (pack, is_checked) in [(zstd as Pack, false), (bzip2, true), (xz, true)] {
            let packed = pack(&[b"a", &long, b"z"]);
            let right = [b"a", &long[..], b"z"].concat();
            for threads in [1, 2] {
                let (text, checked, is_whole, error) = read(&packed, threads);
                assert_eq!(
                    (checked, is_whole, error.as_str()),
                    (right.len() as u64, is_checked, "")
                );
                assert!(text == right);
            }
        }
    }

    #[test]
    fn bytes_are_put_back_where_they_were_taken() {
        let bytes: Vec<u8> = (0..100).collect();
        for capacity in [1, 7, 64] {
            let counted = CountedReader::of_bytes(bytes.clone(), 1000);
            let mut source = BufReader::with_capacity(capacity, counted);
            for (at, &byte) in bytes.iter().enumerate() {
                let most = capacity.min(18).min(bytes.len() - at);
                let seen = CountedReader::peek(&mut source, 18).unwrap().to_vec();
                assert_eq!(seen[..most], bytes[at..at + most]);
                assert_eq!(CountedReader::position(&source), 1000 + at as u64);
                let mut next = [0];
                source.read_exact(&mut next).unwrap();
                assert_eq!(next, [byte]);
            }
        }
    }
}
