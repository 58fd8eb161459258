//! Opens archives, unpacks them as a stream, and verifies their checksums.

use std::{
    fs::File,
    io::{self, BufRead, Cursor, Read},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

use super::{
    format::{Format, HEAD, unreadable},
    games::CHUNK,
};

/// Whether an archive is standard input.
pub fn is_stdin(archive: &Path) -> bool {
    archive == Path::new("-")
}

/// Returns a path as text; each byte that is not valid UTF-8 is written as `\xff`.
pub fn shown(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// Opens an archive, packed or not, and returns a reader of its plain text; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or its format is not supported.
pub fn plain_text(archive: &Path) -> io::Result<impl Read + use<>> {
    PlainText::open(archive, &Arc::default())
}

/// The plain text of an archive, unpacked while it is read.
pub(super) struct PlainText {
    members: PackedMembers,
    /// The first bytes, read ahead to recognise the format, and the error that ended this.
    head: Cursor<Vec<u8>>,
    error: Option<io::Error>,
    /// Whether a carriage return alone ends a line.
    has_carriage_returns: bool,
}

/// The bytes of an archive that was read to its end.
pub(super) struct ReadBytes {
    /// The length of the file in bytes.
    pub(super) size: u64,
    /// Why the bytes after the last member were not read; `None` if there are none.
    pub(super) trailing: Option<String>,
}

impl PlainText {
    /// Opens an archive. `read` counts the bytes that are read from the file, before they are unpacked.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its format is not supported.
    pub(super) fn open(archive: &Path, read: &Arc<AtomicU64>) -> io::Result<PlainText> {
        let mut bytes = ArchiveBytes::open(archive, read)?;
        let format = Format::of(bytes.peek(HEAD)?);
        if let Format::Unreadable(what) = format {
            return Err(unreadable(what));
        }
        let mut members = PackedMembers {
            format,
            member: None,
            end: None,
            unpacked: 0,
            verified: if format.is_packed() { 0 } else { u64::MAX },
            has_gaps: !format.is_packed(),
            trailing: None,
        };
        members.begin(bytes)?;
        let mut head = Vec::new();
        let error = (&mut members).take(HEAD as u64).read_to_end(&mut head).err();
        // The content can be another packed format, most often a tar archive.
        let has_carriage_returns = match Format::of(&head) {
            Format::Text => false,
            Format::CarriageReturns => true,
            Format::Unreadable(what) => return Err(unreadable(what)),
            _ => return Err(unreadable("packed twice; unpack it once first")),
        };
        Ok(PlainText { members, head: Cursor::new(head), error, has_carriage_returns })
    }

    /// The number of bytes of the text, from the beginning, that are known to be right. The checksum of a packed
    /// member follows it. Plain text has none, and counts as right.
    pub(super) const fn verified(&self) -> u64 {
        self.members.verified
    }

    /// Whether checksums cover all of the text that was read.
    pub(super) const fn is_checked(&self) -> bool {
        !self.members.has_gaps
    }

    /// Returns the size of the archive and what follows its last member, after its text was read to the end.
    pub(super) fn into_bytes(self) -> Option<ReadBytes> {
        Some(ReadBytes { size: self.members.end?.size, trailing: self.members.trailing })
    }
}

impl Read for PlainText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = match self.head.read(into)? {
            0 => self.error.take().map_or_else(|| self.members.read(into), Err)?,
            count => count,
        };
        if self.has_carriage_returns {
            for byte in into[..count].iter_mut().filter(|byte| **byte == b'\r') {
                *byte = b'\n';
            }
        }
        Ok(count)
    }
}

/// The members of an archive, in order. Tools that pack on several processors write many of them.
struct PackedMembers {
    format: Format,
    /// The open member; `None` at the end, and after an error, because a decoder may then be in an undefined state.
    member: Option<PackedMember>,
    /// The bytes of the file, after all members were read.
    end: Option<ArchiveBytes>,
    /// The number of bytes of text so far, and of those that are verified.
    unpacked: u64,
    verified: u64,
    /// Whether part of the text has no checksum.
    has_gaps: bool,
    /// What follows the last member.
    trailing: Option<String>,
}

/// A part of an archive that has its own checksum; plain text has none.
enum PackedMember {
    Plain(ArchiveBytes),
    Gzip(GzDecoder<ArchiveBytes>),
    Zstd(Box<ZstdFrame>),
}

impl PackedMembers {
    /// Begins the next member, or finds the end of the archive.
    fn begin(&mut self, mut input: ArchiveBytes) -> io::Result<()> {
        if self.format == Format::Gzip {
            // Tape archives are padded with zeros.
            input.skip_zeros()?;
        }
        let at = input.position();
        let head = input.peek(8)?;
        if head.is_empty() || self.format.is_packed() && Format::of(head) != self.format {
            let count = io::copy(&mut input, &mut io::sink())?;
            let bytes = if count == 1 { "byte" } else { "bytes" };
            let says =
                || format!("{count} {bytes} after the last member, at byte {at} of the file");
            self.trailing = (count > 0).then(says);
            self.end = Some(input);
            return Ok(());
        }
        self.member = Some(match self.format {
            Format::Gzip => PackedMember::Gzip(GzDecoder::new(input)),
            Format::Zstd => match ZstdFrame::begin(input)? {
                Ok(frame) => PackedMember::Zstd(Box::new(frame)),
                // Frames that are skipped end an archive too.
                Err(input) => return self.begin(input),
            },
            _ => PackedMember::Plain(input),
        });
        Ok(())
    }
}

impl Read for PackedMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !into.is_empty()
            && let Some(mut member) = self.member.take()
        {
            let count = member.read(into).map_err(|error| member.input().located(&error))?;
            if count > 0 {
                self.unpacked += count as u64;
                self.member = Some(member);
                return Ok(count);
            }
            self.has_gaps |= self.unpacked > self.verified && !member.has_checksum();
            self.verified = self.verified.max(self.unpacked);
            self.begin(member.into_input())?;
        }
        Ok(0)
    }
}

impl PackedMember {
    fn input(&self) -> &ArchiveBytes {
        match self {
            PackedMember::Plain(input) => input,
            PackedMember::Gzip(member) => member.get_ref(),
            PackedMember::Zstd(frame) => &frame.input,
        }
    }

    /// The input after the member, which was read to its end.
    fn into_input(self) -> ArchiveBytes {
        match self {
            PackedMember::Plain(input) => input,
            PackedMember::Gzip(member) => member.into_inner(),
            PackedMember::Zstd(frame) => frame.input,
        }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            PackedMember::Plain(input) => input.read(into),
            PackedMember::Gzip(member) => member.read(into),
            PackedMember::Zstd(frame) => frame.read(into),
        }
    }

    /// Whether a checksum covers its text.
    fn has_checksum(&self) -> bool {
        match self {
            PackedMember::Zstd(frame) => frame.decoder.get_checksum_from_data().is_some(),
            _ => true,
        }
    }
}

/// The bytes of an archive, which are counted while they are read.
pub(super) struct ArchiveBytes {
    file: Box<dyn Read + Send>,
    /// The length of the file when it was opened, in bytes; 0 if it is not a regular file.
    length: u64,
    /// The number of bytes read so far.
    size: u64,
    /// Counts the bytes of all archives.
    read: Arc<AtomicU64>,
    /// Bytes that were read, and the number of those that were handed out.
    buffer: Vec<u8>,
    taken: usize,
}

impl ArchiveBytes {
    pub(super) fn open(archive: &Path, read: &Arc<AtomicU64>) -> io::Result<ArchiveBytes> {
        let mut length = 0;
        let file: Box<dyn Read + Send> = if is_stdin(archive) {
            Box::new(io::stdin())
        } else {
            let file = File::open(archive)?;
            let about = file.metadata()?;
            if about.is_dir() {
                return Err(io::Error::other("this is a folder; expected the files in it"));
            }
            if about.is_file() {
                length = about.len();
            }
            Box::new(file)
        };
        let buffer = Vec::with_capacity(CHUNK);
        Ok(ArchiveBytes { file, length, size: 0, read: read.clone(), buffer, taken: 0 })
    }

    /// The offset in the file of the next byte.
    fn position(&self) -> u64 {
        self.size - (self.buffer.len() - self.taken) as u64
    }

    /// Adds this place to an error.
    fn located(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{error}, at byte {} of the file", self.position()))
    }

    /// Returns the next bytes without taking them: at least `least`, or all if there are fewer. An error after the first
    /// byte is not reported, because it comes again with the next read.
    pub(super) fn peek(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.buffer.len() - self.taken < least {
            self.buffer.drain(..self.taken);
            self.taken = 0;
            let before = self.buffer.len();
            let end = self.file.by_ref().take(CHUNK as u64).read_to_end(&mut self.buffer);
            let more = &self.buffer[before..];
            if more.is_empty() {
                if before == 0 {
                    end?;
                    self.check_length()?;
                }
                break;
            }
            self.size += more.len() as u64;
            self.read.fetch_add(more.len() as u64, Ordering::Relaxed);
        }
        Ok(&self.buffer[self.taken..])
    }

    /// Compares the number of bytes at the end with the length of the file at the beginning.
    fn check_length(&self) -> io::Result<()> {
        if self.size >= self.length {
            return Ok(());
        }
        let says = format!(
            "the file became shorter while it was read (it had {} bytes); expected a file that no program is writing to",
            self.length
        );
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, says))
    }

    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            if zeros == 0 {
                return Ok(());
            }
            self.consume(zeros);
        }
    }
}

impl BufRead for ArchiveBytes {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, count: usize) {
        self.taken += count;
    }
}

impl Read for ArchiveBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(into)?;
        self.consume(count);
        Ok(count)
    }
}

/// A reader of a frame of a `.zst` file.
struct ZstdFrame {
    input: ArchiveBytes,
    decoder: FrameDecoder,
    unpacked: u64,
}

impl ZstdFrame {
    /// Begins the frame at the beginning of `input`; returns the rest of the input if this is a frame to be skipped.
    fn begin(mut input: ArchiveBytes) -> io::Result<Result<ZstdFrame, ArchiveBytes>> {
        let mut decoder = FrameDecoder::new();
        match decoder.reset(&mut input) {
            Ok(()) => Ok(Ok(ZstdFrame { input, decoder, unpacked: 0 })),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut (&mut input).take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(input.located(&zstd_cut()));
                }
                Ok(Err(input))
            }
            Err(error) => Err(input.located(&zstd_error(&error))),
        }
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
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let step = BlockDecodingStrategy::UptoBlocks(1);
            let decoded = self.decoder.decode_blocks(&mut self.input, step);
            decoded.map_err(|error| zstd_error(&error))?;
        }
        let count = self.decoder.read(into)?;
        self.unpacked += count as u64;
        if count == 0 {
            self.check()?;
        }
        Ok(count)
    }
}

fn zstd_cut() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the file ends within a frame of zstd")
}

/// Returns the error for a frame that cannot be read: the failure to read the file, if that is the cause.
fn zstd_error(error: &FrameDecoderError) -> io::Error {
    if let FrameDecoderError::WindowSizeTooBig { requested, max } = error {
        let says = format!(
            "the window of a frame of zstd is too large: {requested} bytes, of at most {max}; unpack the archive with \
             zstd -dc --long=31, and pipe the text in"
        );
        return io::Error::new(io::ErrorKind::InvalidData, says);
    }
    let first: &dyn std::error::Error = error;
    let mut causes = std::iter::successors(Some(first), |error| error.source());
    match causes.find_map(|error| error.downcast_ref::<io::Error>()) {
        Some(error) if error.kind() == io::ErrorKind::UnexpectedEof => zstd_cut(),
        Some(error) => io::Error::new(error.kind(), error.to_string()),
        None => io::Error::new(io::ErrorKind::InvalidData, "a frame of zstd is damaged"),
    }
}
