use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
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

/// How much is read at a time, in bytes; whoever asks for as much gets it without another copy.
pub(super) const CHUNK: usize = 1 << 17;

/// The memory for the dictionary of an `.xz`, in KiB: enough for every level of the usual tools.
const XZ_MEMORY: u32 = 256 << 10;

/// How an archive is packed, by how its content begins, whatever its name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Bzip2,
    Xz,
    Zstd,
    /// Something that cannot be read, and what to do about it.
    Unreadable(&'static str),
}

/// How packed archives begin.
const MAGIC: &[(&[u8], Packing)] = &[
    (b"\x1f\x8b", Packing::Gzip),
    (b"BZh", Packing::Bzip2),
    (b"\xfd7zXZ\0", Packing::Xz),
    (b"\x28\xb5\x2f\xfd", Packing::Zstd),
    (
        b"PK\x03\x04",
        Packing::Unreadable("a zip archive; unpack it first: unzip -p games.zip | lawbook audit -"),
    ),
    (
        b"7z\xbc\xaf",
        Packing::Unreadable("a 7z archive; unpack it first: 7z e -so games.7z | lawbook audit -"),
    ),
    (
        b"\xff\xfe",
        Packing::Unreadable("text in UTF-16; turn it into UTF-8 first: iconv -f UTF-16 -t UTF-8"),
    ),
    (
        b"\xfe\xff",
        Packing::Unreadable("text in UTF-16; turn it into UTF-8 first: iconv -f UTF-16 -t UTF-8"),
    ),
];

impl Packing {
    fn of(begin: &[u8]) -> Packing {
        // A frame that is to be skipped can precede the others of a .zst.
        if matches!(begin, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
            return Packing::Zstd;
        }
        let known = MAGIC.iter().find(|(magic, _)| begin.starts_with(magic));
        known.map_or(Packing::Plain, |&(_, packing)| packing)
    }
}

/// The plain text of an archive, and how much of it is known to be what was packed.
pub(super) struct PlainText {
    source: Box<dyn Read + Send>,
    checked: Checked,
}

/// How far the checksums of an archive have been compared, in bytes of its plain text from the beginning.
///
/// A packed archive is a series of members, each with a checksum behind it: only then is it known whether
/// what was unpacked of the member is right. A plain text has nothing that could be wrong in this way.
#[derive(Clone, Debug)]
pub(super) struct Checked(Arc<AtomicU64>);

impl Checked {
    fn up_to(bytes: u64) -> Checked {
        Checked(Arc::new(AtomicU64::new(bytes)))
    }

    /// The bytes before this place are right.
    pub(super) fn bytes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn advance(&self, bytes: u64) {
        self.0.store(bytes, Ordering::Relaxed);
    }
}

impl PlainText {
    pub(super) fn checked(&self) -> Checked {
        self.checked.clone()
    }
}

impl Read for PlainText {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.source.read(into)
    }
}

/// The plain text of an archive, packed or not; `-` is standard input.
///
/// # Errors
///
/// The file cannot be read, or is packed in a way that is not known.
pub fn plain_text(name: &str) -> io::Result<impl Read + use<>> {
    open(name, &Arc::default())
}

/// Whether the text of an archive is packed, in a way that is known or not.
///
/// # Errors
///
/// The file cannot be read.
pub fn is_packed(name: &str) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(name)?.take(6).read_to_end(&mut begin)?;
    Ok(!begins_plain(&begin))
}

/// Whether an archive that begins like this is a plain text.
pub(super) fn begins_plain(begin: &[u8]) -> bool {
    Packing::of(begin) == Packing::Plain
}

/// Opens an archive; `-` is standard input.
///
/// `read` counts the bytes that are taken from the file, packed as they are.
///
/// # Errors
///
/// The file cannot be read, or is packed in a way that is not known.
pub(super) fn open(name: &str, read: &Arc<AtomicU64>) -> io::Result<PlainText> {
    ArchiveSource::open(name)?.unpack(read)
}

/// Where the bytes of an archive come from.
pub(super) enum ArchiveSource {
    Stdin(io::Stdin),
    File(File),
}

impl ArchiveSource {
    /// Opens an archive; `-` is standard input.
    pub(super) fn open(name: &str) -> io::Result<ArchiveSource> {
        if name == "-" {
            return Ok(ArchiveSource::Stdin(io::stdin()));
        }
        let file = File::open(name)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::other("this is a folder; right would be the files in it"));
        }
        Ok(ArchiveSource::File(file))
    }

    /// The plain text; `read` counts the bytes that are taken, packed as they are.
    pub(super) fn unpack(self, read: &Arc<AtomicU64>) -> io::Result<PlainText> {
        let counted = CountedReader { inner: self, read: Arc::clone(read) };
        unpack(BufReader::with_capacity(CHUNK, counted))
    }
}

fn unpack(mut source: BufReader<CountedReader>) -> io::Result<PlainText> {
    let member = match Packing::of(source.fill_buf()?) {
        Packing::Plain => {
            let checked = Checked::up_to(u64::MAX);
            return Ok(PlainText { source: Box::new(source), checked });
        }
        Packing::Gzip => PackedMember::Gzip(GzDecoder::new(source)),
        Packing::Bzip2 => PackedMember::Bzip2(BzDecoder::new(source)),
        Packing::Xz => PackedMember::Xz(Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY))),
        Packing::Zstd => PackedMember::Zstd(Box::new(ZstdFrame::before(source))),
        Packing::Unreadable(what) => {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}")));
        }
    };
    let checked = Checked::up_to(0);
    let members = PackedMembers { member: Some(member), unpacked: 0, checked: checked.clone() };
    Ok(PlainText { source: Box::new(members), checked })
}

/// The members of a packed archive, one after the other: tools for several processors write many.
struct PackedMembers {
    /// The member that is being read; nothing after the end, or after an error.
    member: Option<PackedMember>,
    /// The bytes unpacked so far.
    unpacked: u64,
    checked: Checked,
}

/// A part of a packed archive with a checksum of its own.
enum PackedMember {
    Gzip(GzDecoder<BufReader<CountedReader>>),
    Bzip2(BzDecoder<BufReader<CountedReader>>),
    /// All streams of the file; nothing counts as checked before the end.
    Xz(Box<XzReader<BufReader<CountedReader>>>),
    Zstd(Box<ZstdFrame>),
}

impl Read for PackedMembers {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        while let Some(mut member) = self.member.take() {
            // An error leaves nothing to read from: a decoder in disorder is not asked again.
            let count = member.read(into)?;
            if count > 0 {
                self.unpacked += count as u64;
                self.member = Some(member);
                return Ok(count);
            }
            // What follows has to begin rightly too, or the file ends: else the end itself may be wrong.
            self.member = member.next()?;
            self.checked.advance(self.unpacked);
        }
        Ok(0)
    }
}

impl PackedMember {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            PackedMember::Gzip(member) => member.read(into),
            PackedMember::Bzip2(member) => member.read(into),
            PackedMember::Xz(streams) => streams.read(into),
            PackedMember::Zstd(frame) => frame.read(into),
        }
    }

    /// The member after this one, which has been read to its end; nothing at the end of the file.
    fn next(self) -> io::Result<Option<PackedMember>> {
        match self {
            PackedMember::Gzip(member) => {
                let mut source = member.into_inner();
                // Tapes pad a file with zeros, and gzip passes over them.
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

/// Passes over zeros; whether anything follows them.
fn skip_zeros(source: &mut BufReader<CountedReader>) -> io::Result<bool> {
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

/// Where the bytes come from, with a count of them.
struct CountedReader {
    inner: ArchiveSource,
    read: Arc<AtomicU64>,
}

impl Read for CountedReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = match &mut self.inner {
            ArchiveSource::Stdin(stdin) => stdin.read(into)?,
            ArchiveSource::File(file) => file.read(into)?,
        };
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// A frame of a `.zst`.
struct ZstdFrame {
    source: BufReader<CountedReader>,
    decoder: FrameDecoder,
    /// Whether a frame has been begun; none has before the first is asked for.
    is_begun: bool,
    unpacked: u64,
}

impl ZstdFrame {
    /// Before the first frame of a file.
    fn before(source: BufReader<CountedReader>) -> ZstdFrame {
        ZstdFrame { source, decoder: FrameDecoder::new(), is_begun: false, unpacked: 0 }
    }

    /// Begins the next frame; `false` at the end of the file.
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
                Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
            }
        }
        Ok(false)
    }

    /// Compares what the frame says of its content with what was unpacked. The decoder does not.
    fn check(&self) -> io::Result<()> {
        let invalid = |message: &str| Err(io::Error::new(io::ErrorKind::InvalidData, message));
        let said = self.decoder.get_checksum_from_data();
        if said.is_some() && said != self.decoder.get_calculated_checksum() {
            return invalid("the checksum of a frame is not that of its content");
        }
        // A frame that does not say how long it is says 0.
        let length = self.decoder.content_size();
        if length > 0 && length != self.unpacked {
            return invalid("a frame is not as long as it says");
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
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        }
        let count = self.decoder.read(into)?;
        self.unpacked += count as u64;
        if count == 0 {
            self.check()?;
        }
        Ok(count)
    }
}
