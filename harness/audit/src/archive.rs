//! Opens archives, unpacks them as a stream, and verifies their checksums.

use std::{
    ffi::OsString,
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};
use sha2::{Digest, Sha256};

use super::{
    format::{Format, HEAD, unreadable},
    games::CHUNK,
};

/// Memory limit for the dictionary of an `.xz` file, in KiB: enough for every preset of the usual tools.
const XZ_MEMORY: u32 = 256 << 10;

/// Opens an archive, packed or not, and returns a reader of its plain text; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or its format is not supported.
pub fn plain_text(name: &ArchiveName) -> io::Result<impl Read + use<>> {
    PlainText::open(name, &Arc::default())
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

/// What is known about the bytes of an archive that was read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadBytes {
    /// The length of the file in bytes.
    pub(super) size: u64,
    /// Its SHA-256 digest, in hexadecimal.
    pub(super) sha256: String,
    /// Why the bytes after the last member were not read; `None` if there are none.
    pub(super) trailing: Option<String>,
}

impl PlainText {
    /// Opens an archive. `read` counts the bytes that are read from the file, before they are unpacked.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its format is not supported.
    pub(super) fn open(name: &ArchiveName, read: &Arc<AtomicU64>) -> io::Result<PlainText> {
        let mut bytes = ArchiveBytes::open(name, read)?;
        let format = Format::of(bytes.read_head()?);
        if let Format::Unreadable(what) = format {
            return Err(unreadable(what));
        }
        let input = BufReader::with_capacity(CHUNK, bytes);
        let mut members = PackedMembers::new(input, format)?;
        let mut head = Vec::new();
        let error = (&mut members).take(HEAD as u64).read_to_end(&mut head).err();
        // The content can be another packed format, most often a tar archive.
        let has_carriage_returns = match Format::of(&head) {
            Format::Text => false,
            Format::CarriageReturns => true,
            Format::Unreadable(what) => return Err(unreadable(what)),
            Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zstd => {
                return Err(unreadable("packed twice; unpack it once first"));
            }
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

    /// Returns what is known about the bytes of the archive, after its text was read to the end.
    pub(super) fn into_bytes(self) -> Option<ReadBytes> {
        let PackedMembers { state: MemberState::End(bytes), trailing, .. } = self.members else {
            return None;
        };
        let ArchiveBytes { at, digest, .. } = bytes.into_inner();
        let digest = digest.finalize();
        let sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(ReadBytes { size: at, sha256, trailing })
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

type Input = BufReader<ArchiveBytes>;

/// The members of an archive, in order. Tools that pack on several processors write many of them.
struct PackedMembers {
    format: Format,
    state: MemberState,
    /// The number of bytes of text so far, and of those that are verified.
    unpacked: u64,
    verified: u64,
    /// Whether part of the text has no checksum.
    has_gaps: bool,
    /// What follows the last member.
    trailing: Option<String>,
}

enum MemberState {
    Within(PackedMember),
    /// After the last member.
    End(Input),
    /// After an error, because a decoder may then be in an undefined state.
    Failed,
}

/// A part of an archive that has its own checksum.
enum PackedMember {
    /// Plain text, which has no checksum.
    Plain(Input),
    Gzip(GzDecoder<Input>),
    Bzip2(BzDecoder<Input>),
    Xz(Box<XzReader<Input>>),
    Zstd(Box<ZstdFrame>),
}

impl PackedMembers {
    fn new(input: Input, format: Format) -> io::Result<PackedMembers> {
        let is_packed = matches!(format, Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zstd);
        let verified = if is_packed { 0 } else { u64::MAX };
        let mut members = PackedMembers {
            format,
            state: MemberState::Failed,
            unpacked: 0,
            verified,
            has_gaps: !is_packed,
            trailing: None,
        };
        members.state = match is_packed {
            true => members.next(input)?,
            false => MemberState::Within(PackedMember::Plain(input)),
        };
        Ok(members)
    }

    /// Begins the next member, or finds the end of the archive.
    fn next(&mut self, mut input: Input) -> io::Result<MemberState> {
        if matches!(self.format, Format::Gzip | Format::Xz) {
            // Tape archives are padded with zeros, and so are streams of xz.
            skip_zeros(&mut input)?;
        }
        let at = ArchiveBytes::position(&input);
        let head = ArchiveBytes::peek(&mut input, 8)?;
        let format = Format::of(head);
        if head.is_empty() {
            return Ok(MemberState::End(input));
        }
        if format != self.format {
            let count = io::copy(&mut input, &mut io::sink())?;
            let bytes = if count == 1 { "byte" } else { "bytes" };
            self.trailing =
                Some(format!("{count} {bytes} after the last member, at byte {at} of the file"));
            return Ok(MemberState::End(input));
        }
        Ok(MemberState::Within(match format {
            Format::Gzip => PackedMember::Gzip(GzDecoder::new(input)),
            Format::Bzip2 => PackedMember::Bzip2(BzDecoder::new(input)),
            Format::Xz => {
                // The header names the kind of checksum; 0 is none.
                self.has_gaps |= matches!(head, [_, _, _, _, _, _, _, 0, ..]);
                PackedMember::Xz(Box::new(XzReader::new_mem_limit(input, false, XZ_MEMORY)))
            }
            Format::Zstd => match ZstdFrame::begin(input)? {
                Ok(frame) => PackedMember::Zstd(Box::new(frame)),
                // Frames that are skipped end an archive too.
                Err(input) => return self.next(input),
            },
            Format::Text | Format::CarriageReturns | Format::Unreadable(_) => {
                PackedMember::Plain(input)
            }
        }))
    }

    fn read_some(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let member = match std::mem::replace(&mut self.state, MemberState::Failed) {
                MemberState::Within(member) => member,
                MemberState::End(input) => {
                    self.state = MemberState::End(input);
                    return Ok(0);
                }
                MemberState::Failed => return Ok(0),
            };
            let mut member = member;
            let count = member.read(into).map_err(|error| located(member.input(), &error))?;
            if count > 0 {
                self.unpacked += count as u64;
                self.state = MemberState::Within(member);
                return Ok(count);
            }
            if let PackedMember::Plain(input) = member {
                self.state = MemberState::End(input);
                return Ok(0);
            }
            self.has_gaps |= self.unpacked > self.verified && !member.has_checksum();
            self.verified = self.unpacked;
            self.state = self.next(member.into_input())?;
        }
    }
}

impl Read for PackedMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() { Ok(0) } else { self.read_some(into) }
    }
}

/// Adds the place in the packed archive to an error.
fn located(input: &Input, error: &io::Error) -> io::Error {
    let at = ArchiveBytes::position(input);
    io::Error::new(error.kind(), format!("{error}, at byte {at} of the file"))
}

impl PackedMember {
    fn input(&self) -> &Input {
        match self {
            PackedMember::Plain(input) => input,
            PackedMember::Gzip(member) => member.get_ref(),
            PackedMember::Bzip2(member) => member.get_ref(),
            PackedMember::Xz(stream) => stream.inner(),
            PackedMember::Zstd(frame) => &frame.input,
        }
    }

    /// The input after the member, which was read to its end.
    fn into_input(self) -> Input {
        match self {
            PackedMember::Plain(input) => input,
            PackedMember::Gzip(member) => member.into_inner(),
            PackedMember::Bzip2(member) => member.into_inner(),
            PackedMember::Xz(stream) => stream.into_inner(),
            PackedMember::Zstd(frame) => frame.input,
        }
    }

    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            PackedMember::Plain(input) => input.read(into),
            PackedMember::Gzip(member) => member.read(into),
            PackedMember::Bzip2(member) => member.read(into),
            PackedMember::Xz(stream) => stream.read(into),
            PackedMember::Zstd(frame) => frame.read(into),
        }
    }

    /// Whether a checksum covers its text. The header of an xz stream says this before.
    fn has_checksum(&self) -> bool {
        match self {
            PackedMember::Zstd(frame) => frame.decoder.get_checksum_from_data().is_some(),
            _ => true,
        }
    }
}

fn skip_zeros(input: &mut Input) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        if zeros == 0 {
            return Ok(());
        }
        input.consume(zeros);
    }
}

/// The bytes of an archive, which are counted and digested while they are read.
struct ArchiveBytes {
    inner: Box<dyn Read + Send>,
    /// Bytes that were read ahead and not yet handed out.
    head: Cursor<Vec<u8>>,
    /// The length of the file when it was opened, in bytes; 0 if it is not a regular file.
    length: u64,
    /// The number of bytes read so far, and their digest.
    at: u64,
    digest: Sha256,
    read: Arc<AtomicU64>,
}

impl ArchiveBytes {
    fn open(name: &ArchiveName, read: &Arc<AtomicU64>) -> io::Result<ArchiveBytes> {
        let mut length = 0;
        let inner: Box<dyn Read + Send> = if name.is_stdin() {
            Box::new(io::stdin())
        } else {
            let file = File::open(name.path())?;
            let about = file.metadata()?;
            if about.is_dir() {
                return Err(io::Error::other("this is a folder; expected the files in it"));
            }
            if about.is_file() {
                length = about.len();
            }
            Box::new(file)
        };
        let (head, digest) = (Cursor::default(), Sha256::new());
        Ok(ArchiveBytes { inner, head, length, at: 0, digest, read: Arc::clone(read) })
    }

    /// The offset in the archive of the next byte of `input`.
    fn position(input: &Input) -> u64 {
        let ArchiveBytes { head, at, .. } = input.get_ref();
        let ahead = head.get_ref().len() as u64 - head.position();
        at - ahead - input.buffer().len() as u64
    }

    /// Returns the next bytes of `input` without taking them: at least `length`, or all if there are fewer.
    fn peek(input: &mut Input, length: usize) -> io::Result<&[u8]> {
        if input.buffer().len() < length {
            let mut bytes = Vec::new();
            input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
            bytes.extend_from_slice(input.buffer());
            input.consume(input.buffer().len());
            let head = &mut input.get_mut().head;
            bytes.extend_from_slice(&head.get_ref()[head.position() as usize..]);
            *head = Cursor::new(bytes);
        }
        input.fill_buf()
    }

    /// Reads ahead and returns the first [`HEAD`] bytes, or all if there are fewer. A pipe may deliver them one by
    /// one.
    ///
    /// # Errors
    ///
    /// Not a single byte can be read. An error after the first byte is reported when the text is read beyond these
    /// bytes.
    fn read_head(&mut self) -> io::Result<&[u8]> {
        let mut head = Vec::with_capacity(HEAD);
        let end = self.take(HEAD as u64).read_to_end(&mut head);
        if head.is_empty() {
            end?;
        }
        self.head = Cursor::new(head);
        Ok(self.head.get_ref())
    }
}

impl Read for ArchiveBytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let begun = self.head.read(into)?;
        if begun > 0 {
            return Ok(begun);
        }
        let count = self.inner.read(into)?;
        self.at += count as u64;
        self.digest.update(&into[..count]);
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        if count == 0 && !into.is_empty() && self.at < self.length {
            let length = self.length;
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                format!(
                    "the file became shorter while it was read (it had {length} bytes); expected a file that no program \
                     is writing to"
                ),
            ));
        }
        Ok(count)
    }
}

/// A reader of a frame of a `.zst` file.
struct ZstdFrame {
    input: Input,
    decoder: FrameDecoder,
    unpacked: u64,
}

impl ZstdFrame {
    /// Begins the frame at the beginning of `input`; returns the rest of the input if this is a frame to be skipped.
    fn begin(mut input: Input) -> io::Result<Result<ZstdFrame, Input>> {
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
                    return Err(located(&input, &zstd_cut()));
                }
                Ok(Err(input))
            }
            Err(error) => Err(located(&input, &zstd_error(&error))),
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
            self.decoder
                .decode_blocks(&mut self.input, step)
                .map_err(|error| zstd_error(&error))?;
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
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return match error.kind() {
                io::ErrorKind::UnexpectedEof => zstd_cut(),
                kind => io::Error::new(kind, error.to_string()),
            };
        }
        cause = error.source();
    }
    io::Error::new(io::ErrorKind::InvalidData, "a frame of zstd is damaged")
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
    use super::*;

    #[test]
    fn files_that_are_truncated_while_they_are_read_end_with_an_error() {
        let text = "1. e4 e5 1-0\n".repeat(100_000);
        for length in [0, 5, CHUNK, text.len() - 1, text.len()] {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            io::Write::write_all(&mut file, text.as_bytes()).unwrap();
            let name = ArchiveName::from(file.path().as_os_str().to_owned());
            let mut read = ArchiveBytes::open(&name, &Arc::default()).unwrap();
            file.as_file().set_len(length as u64).unwrap();
            let head = read.read_head().ok().map(<[u8]>::len);
            assert_eq!(head, (length > 0).then_some(HEAD.min(length)));
            let mut found = Vec::new();
            let end = read.read_to_end(&mut found);
            assert_eq!((found.len(), end.is_err()), (length, length < text.len()));
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_of_a_name_that_are_not_utf_8_are_escaped() {
        use std::os::unix::ffi::OsStringExt;

        let path = OsString::from_vec(b"M\xfcller \xe2\x82.pgn".to_vec());
        let name = ArchiveName::from(path.clone());
        assert_eq!((name.as_str(), name.path()), ("M\\xfcller \\xe2\\x82.pgn", Path::new(&path)));
        assert!(ArchiveName::from("-").is_stdin() && !ArchiveName::from("").is_stdin());
    }
}
