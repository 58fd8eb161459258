use std::{
    collections::VecDeque,
    ffi::OsString,
    fmt,
    fs::{File, Metadata},
    io::{self, BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{
    format::{Format, HEAD, unreadable},
    members::{Cutter, ParallelMembers},
    part::read_exact_at,
    xz_index::{XzBlock, xz_blocks},
};

/// Size of one read, in bytes. A caller that asks for at least this much bypasses the buffer, which saves a copy.
pub(super) const CHUNK: usize = 1 << 17;

/// Memory limit for the dictionary of an `.xz` file, in KiB: enough for every preset of the usual tools.
const XZ_MEMORY: u32 = 256 << 10;

/// The decompressed text of an archive, and how much of it has a verified checksum.
pub(super) struct PlainText {
    source: Box<dyn Read + Send>,
    checked: Checked,
    /// Whether the text has the bytes of the file or of its packed members: no carriage return was replaced.
    is_raw: bool,
}

/// How far the checksums of an archive have been verified, in bytes of its plain text from the beginning.
///
/// A packed archive is a series of members, each followed by a checksum. The unpacked text of a member is known to be
/// right only after that checksum. Plain text has no checksums, and all of it counts as verified at once.
#[derive(Clone, Debug)]
pub(super) struct Checked(Arc<CheckedState>);

#[derive(Debug)]
struct CheckedState {
    bytes: AtomicU64,
    /// Whether part of the text has no checksum.
    has_gaps: AtomicBool,
}

impl Checked {
    pub(super) fn new(bytes: u64, has_gaps: bool) -> Checked {
        Checked(Arc::new(CheckedState { bytes: bytes.into(), has_gaps: has_gaps.into() }))
    }

    /// The number of bytes, from the beginning, that are verified.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// Whether checksums cover everything that was read.
    pub(super) fn is_whole(&self) -> bool {
        !self.0.has_gaps.load(Ordering::Relaxed)
    }

    pub(super) fn advance(&self, bytes: u64) {
        self.0.bytes.store(bytes, Ordering::Relaxed);
    }

    pub(super) fn leave_gap(&self) {
        self.0.has_gaps.store(true, Ordering::Relaxed);
    }
}

impl PlainText {
    /// Returns the text of packed members.
    pub(super) fn new(source: Box<dyn Read + Send>, checked: Checked) -> PlainText {
        PlainText { source, checked, is_raw: true }
    }

    pub(super) const fn is_raw(&self) -> bool {
        self.is_raw
    }

    pub(super) fn checked(&self) -> Checked {
        self.checked.clone()
    }
}

impl Read for PlainText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.source.read(into)
    }
}

/// Opens an archive, packed or not, and returns a reader of its plain text; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or its format is not supported.
pub fn plain_text(name: &ArchiveName) -> io::Result<impl Read + use<>> {
    open(name, &Arc::default())
}

/// Whether the text of an archive differs from the bytes of the file, because it is packed or because its lines end
/// with carriage returns alone.
///
/// # Errors
///
/// The file cannot be read.
pub fn is_packed(name: &ArchiveName) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(name.path())?.take(HEAD as u64).read_to_end(&mut begin)?;
    Ok(Format::of(&begin) != Format::Text)
}

/// Opens an archive, to be unpacked on this thread; `-` is standard input.
///
/// `read` counts the bytes that are read from the file, before they are unpacked.
///
/// # Errors
///
/// The file cannot be read, or its format is not supported.
pub(super) fn open(name: &ArchiveName, read: &Arc<AtomicU64>) -> io::Result<PlainText> {
    ArchiveSource::open(name)?.unpack(read, 1)
}

/// The source of an archive's bytes.
pub(super) enum ArchiveSource {
    Stdin(io::Stdin),
    File(File),
    /// Packed members that were cut from an archive.
    Memory(Cursor<Vec<u8>>),
}

impl ArchiveSource {
    /// Opens an archive; `-` is standard input.
    pub(super) fn open(name: &ArchiveName) -> io::Result<ArchiveSource> {
        if name.is_stdin() {
            return Ok(ArchiveSource::Stdin(io::stdin()));
        }
        let file = File::open(name.path())?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::other("this is a folder; expected the files in it"));
        }
        Ok(ArchiveSource::File(file))
    }

    /// Returns the plain text; `read` counts the bytes that are read, before they are unpacked. With several threads,
    /// as many unpack members ahead.
    pub(super) fn unpack(self, read: &Arc<AtomicU64>, threads: usize) -> io::Result<PlainText> {
        let length = match &self {
            ArchiveSource::Stdin(_) | ArchiveSource::Memory(_) => 0,
            ArchiveSource::File(file) => {
                Some(file.metadata()?).filter(Metadata::is_file).map_or(0, |about| about.len())
            }
        };
        let head = Cursor::default();
        unpack(CountedReader { inner: self, head, length, at: 0, read: Arc::clone(read) }, threads)
    }
}

fn unpack(mut counted: CountedReader, threads: usize) -> io::Result<PlainText> {
    let begin = counted.head()?;
    let format = Format::of(begin);
    let is_unchecked_xz = format == Format::Xz && matches!(begin, [_, _, _, _, _, _, _, 0, ..]);
    let cutter = Cutter::of(format, begin)
        .or_else(|| counted.xz_blocks().filter(|_| format == Format::Xz).map(Cutter::xz));
    let source = BufReader::with_capacity(CHUNK, counted);
    let checked = Checked::new(0, is_unchecked_xz);
    let members: Box<dyn Read + Send> = match (format, cutter) {
        (Format::Text | Format::CarriageReturns, _) => {
            let checked = Checked::new(u64::MAX, true);
            return text_of(Box::new(source), format, checked);
        }
        (Format::Unreadable(what), _) => return Err(unreadable(what)),
        (_, Some(cutter)) => {
            let how = (format, cutter);
            Box::new(ParallelMembers::new(source, how, 0, threads, checked.clone())?)
        }
        (Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zstd, None) => {
            Box::new(PackedMembers::new(source, format, 0, checked.clone()))
        }
    };
    // The content can be another packed format, most often a tar archive.
    let mut text = BegunReader { head: Vec::new(), at: 0, error: None, rest: members };
    let format = Format::of(text.head());
    text_of(Box::new(text), format, checked)
}

/// Returns the text of a source in the given format.
fn text_of(
    source: Box<dyn Read + Send>,
    format: Format,
    checked: Checked,
) -> io::Result<PlainText> {
    match format {
        Format::Text => Ok(PlainText::new(source, checked)),
        Format::CarriageReturns => {
            let source = Box::new(LineFeeds { source, next: None });
            Ok(PlainText { source, checked, is_raw: false })
        }
        Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zstd => {
            Err(unreadable("packed twice; unpack it once first"))
        }
        Format::Unreadable(what) => Err(unreadable(what)),
    }
}

/// A reader whose first bytes have been read ahead.
struct BegunReader<R> {
    head: Vec<u8>,
    /// How many bytes of `head` have been handed out.
    at: usize,
    /// The error that ended the read-ahead.
    error: Option<io::Error>,
    rest: R,
}

impl<R: Read> BegunReader<R> {
    /// Reads ahead and returns the first [`HEAD`] bytes, or fewer at the end of the source or at an error.
    fn head(&mut self) -> &[u8] {
        self.error = (&mut self.rest).take(HEAD as u64).read_to_end(&mut self.head).err();
        &self.head
    }
}

impl<R: Read> Read for BegunReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at < self.head.len() {
            let count = (&self.head[self.at..]).read(into)?;
            self.at += count;
            return Ok(count);
        }
        self.error.take().map_or_else(|| self.rest.read(into), Err)
    }
}

/// A reader that replaces each carriage return without a following line feed by a line feed. Offsets stay the same.
struct LineFeeds<R> {
    source: R,
    /// The byte after the last carriage return, if it was read ahead to see whether it is a line feed.
    next: Option<io::Result<u8>>,
}

impl<R: Read> LineFeeds<R> {
    fn next_byte(&mut self) -> Option<io::Result<u8>> {
        let mut byte = [0];
        loop {
            match self.source.read(&mut byte) {
                Ok(0) => return None,
                Ok(_) => return Some(Ok(byte[0])),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let Some(first) = into.first_mut() else { return Ok(0) };
        let count = match self.next.take() {
            Some(next) => {
                *first = next?;
                1
            }
            None => self.source.read(into)?,
        };
        let read = &mut into[..count];
        if read.last() == Some(&b'\r') {
            self.next = self.next_byte();
        }
        let mut next = self.next.as_ref().and_then(|next| next.as_ref().ok()).copied();
        for byte in read.iter_mut().rev() {
            let follows = next.replace(*byte);
            if *byte == b'\r' && follows != Some(b'\n') {
                *byte = b'\n';
            }
        }
        Ok(count)
    }
}

/// The members of a packed archive, in order. Tools that pack on several processors write many of them.
pub(super) struct PackedMembers {
    /// The current member; `None` at the end, or after an error.
    member: Option<PackedMember>,
    /// The bytes unpacked so far.
    unpacked: u64,
    checked: Checked,
}

/// A part of a packed archive that has its own checksum.
enum PackedMember {
    Gzip(GzDecoder<BufReader<CountedReader>>),
    Bzip2(BzDecoder<BufReader<CountedReader>>),
    /// All streams of the file; nothing counts as verified before the end.
    Xz(Box<XzReader<BufReader<CountedReader>>>),
    Zstd(Box<ZstdFrame>),
}

impl PackedMembers {
    /// Returns the members of `source`, which follow `unpacked` bytes of text.
    pub(super) fn new(
        source: BufReader<CountedReader>,
        format: Format,
        unpacked: u64,
        checked: Checked,
    ) -> PackedMembers {
        PackedMembers { member: PackedMember::first(source, format), unpacked, checked }
    }
}

impl Read for PackedMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        while let Some(mut member) = self.member.take() {
            // After an error `member` stays `None`, so that a decoder in an undefined state is never used again.
            let count = member.read(into).map_err(|error| member.located(&error))?;
            if count > 0 {
                self.unpacked += count as u64;
                self.member = Some(member);
                return Ok(count);
            }
            if self.unpacked > self.checked.bytes() && !member.has_checksum() {
                self.checked.leave_gap();
            }
            self.checked.advance(self.unpacked);
            let end = CountedReader::position(member.source());
            // Fails if the file is cut short here, or if a zstd frame with an invalid header follows.
            let located = |error: io::Error| located(end, &error);
            self.member = member.next().map_err(located)?;
        }
        Ok(0)
    }
}

/// Adds the place in the packed archive to an error.
fn located(at: u64, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{error}, at byte {at} of the file"))
}

impl PackedMember {
    /// Returns the first member of a source; `None` if the format has none.
    fn first(source: BufReader<CountedReader>, format: Format) -> Option<PackedMember> {
        Some(match format {
            Format::Gzip => PackedMember::Gzip(GzDecoder::new(source)),
            Format::Bzip2 => PackedMember::Bzip2(BzDecoder::new(source)),
            Format::Xz => {
                PackedMember::Xz(Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY)))
            }
            Format::Zstd => PackedMember::Zstd(Box::new(ZstdFrame::before(source))),
            Format::Text | Format::CarriageReturns | Format::Unreadable(_) => return None,
        })
    }

    fn source(&self) -> &BufReader<CountedReader> {
        match self {
            PackedMember::Gzip(member) => member.get_ref(),
            PackedMember::Bzip2(member) => member.get_ref(),
            PackedMember::Xz(streams) => streams.inner(),
            PackedMember::Zstd(frame) => &frame.source,
        }
    }

    /// Adds to an error how far the archive was read.
    fn located(&self, error: &io::Error) -> io::Error {
        located(CountedReader::position(self.source()), error)
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            PackedMember::Gzip(member) => member.read(into),
            PackedMember::Bzip2(member) => member.read(into),
            PackedMember::Xz(streams) => streams.read(into),
            PackedMember::Zstd(frame) => frame.read(into),
        }
    }

    /// Whether a checksum covers its text. Always true for xz, where `unpack` looks at the header of the first stream
    /// instead.
    fn has_checksum(&self) -> bool {
        match self {
            PackedMember::Gzip(_) | PackedMember::Bzip2(_) | PackedMember::Xz(_) => true,
            PackedMember::Zstd(frame) => frame.decoder.get_checksum_from_data().is_some(),
        }
    }

    /// Returns the member after this one, which has been read to its end; `None` at the end of the file.
    fn next(self) -> io::Result<Option<PackedMember>> {
        match self {
            PackedMember::Gzip(member) => {
                let mut source = member.into_inner();
                // Tape archives are padded with zeros, which gzip skips.
                let follows = skip_zeros(&mut source)?;
                Ok(follows.then(|| PackedMember::Gzip(GzDecoder::new(source))))
            }
            PackedMember::Bzip2(member) => {
                let mut source = member.into_inner();
                let follows = !source.fill_buf()?.is_empty();
                Ok(follows.then(|| PackedMember::Bzip2(BzDecoder::new(source))))
            }
            PackedMember::Xz(_) => Ok(None),
            PackedMember::Zstd(mut frame) => {
                Ok(frame.begin()?.then_some(PackedMember::Zstd(frame)))
            }
        }
    }
}

/// Skips zero bytes, and returns whether other bytes follow.
pub(super) fn skip_zeros(source: &mut BufReader<CountedReader>) -> io::Result<bool> {
    loop {
        let bytes = source.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let follows = zeros < bytes.len();
        source.consume(zeros);
        if follows {
            return Ok(true);
        }
    }
}

/// A reader of the archive's bytes that counts them.
pub(super) struct CountedReader {
    inner: ArchiveSource,
    /// The bytes that were read ahead to detect the format, and not yet handed out.
    head: Cursor<Vec<u8>>,
    /// The length of the file when it was opened, in bytes; 0 if the source is not a regular file.
    length: u64,
    /// The number of bytes read so far.
    at: u64,
    read: Arc<AtomicU64>,
}

impl CountedReader {
    /// Returns a reader of bytes of an archive from `offset` on, which were read and counted before.
    pub(super) fn of_bytes(bytes: Vec<u8>, offset: u64) -> CountedReader {
        CountedReader {
            inner: ArchiveSource::Memory(Cursor::new(bytes)),
            head: Cursor::default(),
            length: 0,
            at: offset,
            read: Arc::default(),
        }
    }

    /// Returns a reader of a file of `length` bytes, whose next byte is at `offset`.
    pub(super) fn from(
        file: File,
        offset: u64,
        length: u64,
        read: &Arc<AtomicU64>,
    ) -> CountedReader {
        let (inner, head) = (ArchiveSource::File(file), Cursor::default());
        CountedReader { inner, head, length, at: offset, read: Arc::clone(read) }
    }

    /// The blocks of an xz file; `None` if the archive is not an xz file or is damaged.
    fn xz_blocks(&self) -> Option<VecDeque<XzBlock>> {
        let ArchiveSource::File(file) = &self.inner else { return None };
        xz_blocks(self.length, &|into, at| read_exact_at(file, into, at))
            .filter(|blocks| blocks.iter().all(XzBlock::is_short))
    }

    /// The offset in the archive of the next byte of `source`.
    pub(super) fn position(source: &BufReader<CountedReader>) -> u64 {
        let CountedReader { head, at, .. } = source.get_ref();
        let ahead = head.get_ref().len() as u64 - head.position();
        at - ahead - source.buffer().len() as u64
    }

    /// Returns the next bytes of `source` without taking them: at least `length`, or all if there are fewer.
    pub(super) fn peek(source: &mut BufReader<CountedReader>, length: usize) -> io::Result<&[u8]> {
        if source.buffer().len() < length {
            let mut bytes = Vec::new();
            source.by_ref().take(length as u64).read_to_end(&mut bytes)?;
            CountedReader::put_back(source, bytes);
        }
        source.fill_buf()
    }

    /// Puts bytes back that were just taken from `source`.
    pub(super) fn put_back(source: &mut BufReader<CountedReader>, mut bytes: Vec<u8>) {
        bytes.extend_from_slice(source.buffer());
        source.consume(source.buffer().len());
        let head = &mut source.get_mut().head;
        bytes.extend_from_slice(&head.get_ref()[head.position() as usize..]);
        *head = Cursor::new(bytes);
    }

    /// Reads ahead and returns the first [`HEAD`] bytes, or all if there are fewer. A pipe may deliver them one by
    /// one.
    ///
    /// # Errors
    ///
    /// Not a single byte can be read. An error after the first byte is reported when the text is read beyond these
    /// bytes.
    fn head(&mut self) -> io::Result<&[u8]> {
        let mut head = Vec::with_capacity(HEAD);
        let end = self.take(HEAD as u64).read_to_end(&mut head);
        if head.is_empty() {
            end?;
        }
        self.head = Cursor::new(head);
        Ok(self.head.get_ref())
    }
}

impl Read for CountedReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let begun = self.head.read(into)?;
        if begun > 0 {
            return Ok(begun);
        }
        let count = match &mut self.inner {
            ArchiveSource::Stdin(stdin) => stdin.read(into)?,
            ArchiveSource::File(file) => file.read(into)?,
            ArchiveSource::Memory(bytes) => bytes.read(into)?,
        };
        self.at += count as u64;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        if count == 0 && !into.is_empty() && self.at < self.length {
            return Err(cut_short(self.length));
        }
        Ok(count)
    }
}

/// The error for a file that has become shorter than the `length` it had when it was opened.
pub(super) fn cut_short(length: u64) -> io::Error {
    let message = format!(
        "the file became shorter while it was read (it had {length} bytes); expected a file that no program is \
         writing to"
    );
    io::Error::new(io::ErrorKind::UnexpectedEof, message)
}

/// A reader of the frames of a `.zst` file.
struct ZstdFrame {
    source: BufReader<CountedReader>,
    decoder: FrameDecoder,
    /// Whether the first frame has been begun.
    is_begun: bool,
    unpacked: u64,
}

impl ZstdFrame {
    /// Returns a reader that is positioned before the first frame of a file.
    fn before(source: BufReader<CountedReader>) -> ZstdFrame {
        ZstdFrame { source, decoder: FrameDecoder::new(), is_begun: false, unpacked: 0 }
    }

    /// Begins the next frame; returns `false` at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        (self.is_begun, self.unpacked) = (true, 0);
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut (&mut self.source).take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => {
                    let what = "expected a frame of zstd, or the end of the file";
                    return Err(zstd_error(&error, what));
                }
            }
        }
        Ok(false)
    }

    /// Compares the checksum and length that the frame declares with its content. The decoder does not do this.
    fn check(&self) -> io::Result<()> {
        let invalid = |message: &str| Err(io::Error::new(io::ErrorKind::InvalidData, message));
        let said = self.decoder.get_checksum_from_data();
        if said.is_some() && said != self.decoder.get_calculated_checksum() {
            return invalid("the checksum of a frame is not that of its content");
        }
        // A content size of 0 means that the frame does not declare one.
        let length = self.decoder.content_size();
        if length > 0 && length != self.unpacked {
            return invalid("a frame differs in length from its header");
        }
        Ok(())
    }
}

impl Read for ZstdFrame {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.is_begun && !self.begin()? {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder
                .decode_blocks(&mut self.source, step)
                .map_err(|error| zstd_error(&error, "a frame of zstd is damaged"))?;
        }
        let count = self.decoder.read(into)?;
        self.unpacked += count as u64;
        if count == 0 {
            self.check()?;
        }
        Ok(count)
    }
}

/// Returns the error for a frame that cannot be read: the failure to read the file, if that is the cause, or else `what`.
fn zstd_error(error: &FrameDecoderError, what: &str) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            let kind = error.kind();
            if kind == io::ErrorKind::UnexpectedEof {
                return io::Error::new(kind, "the file ends within a frame of zstd");
            }
            return io::Error::new(kind, error.to_string());
        }
        cause = error.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The name of an archive as the user gave it: a path, or `-` for standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveName {
    path: PathBuf,
    /// The path as text, for messages and results.
    text: String,
}

impl ArchiveName {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path as text; each byte that is not valid UTF-8 is written as `\xff`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the archive is standard input.
    pub fn is_stdin(&self) -> bool {
        self.text == "-"
    }
}

impl From<OsString> for ArchiveName {
    fn from(path: OsString) -> ArchiveName {
        let mut text = String::new();
        for chunk in path.as_encoded_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
        }
        ArchiveName { path: path.into(), text }
    }
}

impl From<&str> for ArchiveName {
    fn from(path: &str) -> ArchiveName {
        OsString::from(path).into()
    }
}

impl fmt::Display for ArchiveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// A source that panics when it is read.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            panic!("injected")
        }
    }

    impl PlainText {
        /// Returns a text that panics when it is read, as a decompressor may do.
        pub(crate) fn broken() -> PlainText {
            PlainText::new(Box::new(Broken), Checked::new(0, false))
        }
    }

    #[test]
    fn carriage_returns_are_line_feeds_unless_one_follows() {
        for (text, right) in [
            ("", ""),
            ("a\rb\r\rc", "a\nb\n\nc"),
            ("a\r", "a\n"),
            ("a\r\nb\r\n\r\nc\r\r\nd\n\re", "a\r\nb\r\n\r\nc\n\r\nd\n\ne"),
        ] {
            for most in 1..=text.len() + 1 {
                let mut source = LineFeeds { source: text.as_bytes(), next: None };
                let (mut found, mut piece) = (Vec::new(), vec![0; most]);
                loop {
                    match source.read(&mut piece).unwrap() {
                        0 => break,
                        count => found.extend_from_slice(&piece[..count]),
                    }
                }
                assert_eq!(String::from_utf8(found).unwrap(), right, "{text:?}, {most}");
            }
        }
    }

    #[test]
    fn a_stream_of_a_file_that_is_cut_short_ends_with_an_error() {
        let text = "1. e4 e5 1-0\n".repeat(100_000);
        for length in [0, 5, CHUNK as u64, text.len() as u64 - 1, text.len() as u64] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let opened = File::open(file.path()).unwrap();
            let mut read = CountedReader {
                length: opened.metadata().unwrap().len(),
                inner: ArchiveSource::File(opened),
                head: Cursor::default(),
                at: 0,
                read: Arc::default(),
            };
            file.as_file().set_len(length).unwrap();
            let head = read.head().ok().map(<[u8]>::len);
            assert_eq!(head, (length > 0).then_some(HEAD.min(length as usize)));
            let mut found = Vec::new();
            let end = read.read_to_end(&mut found);
            assert_eq!(found.len() as u64, length);
            assert_eq!(end.is_err(), length < text.len() as u64, "{length}");
        }
    }
}

#[cfg(test)]
mod archive_name_tests {
    use super::*;

    #[test]
    fn names_are_text_and_paths_stay_what_they_are() {
        for text in ["games.pgn", "-", "Tal \u{2013} B\u{f6}ttcher.pgn", ""] {
            let name = ArchiveName::from(text);
            assert_eq!((name.as_str(), name.path()), (text, Path::new(text)));
            assert_eq!(name.is_stdin(), text == "-");
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_not_utf_8_are_escaped() {
        use std::os::unix::ffi::OsStringExt;

        let path = OsString::from_vec(b"M\xfcller \xe2\x82.pgn".to_vec());
        let name = ArchiveName::from(path.clone());
        assert_eq!((name.as_str(), name.path()), ("M\\xfcller \\xe2\\x82.pgn", Path::new(&path)));
    }
}
