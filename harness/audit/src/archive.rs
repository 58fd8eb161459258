use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{
    BlockDecodingStrategy, FrameDecoder,
    errors::{FrameDecoderError, ReadFrameHeaderError},
};

/// How much is read at a time, in bytes.
const CHUNK: usize = 1 << 18;

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

/// Opens an archive at a byte of its plain text; `-` is standard input.
///
/// `read` counts the bytes that are taken from the file, packed as they are.
///
/// # Errors
///
/// The file cannot be read, is packed in a way that is not known, or is shorter than that.
pub(super) fn open(name: &str, at: u64, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
    let counted = |inner| CountedReader { inner, read: Arc::clone(read) };
    if name == "-" {
        return unpack(
            BufReader::with_capacity(CHUNK, counted(ArchiveSource::Stdin(io::stdin()))),
            at,
        );
    }
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::other("this is a folder; right would be the files in it"));
    }
    unpack(BufReader::with_capacity(CHUNK, counted(ArchiveSource::File(file))), at)
}

fn unpack(mut source: BufReader<CountedReader>, at: u64) -> io::Result<Box<dyn Read + Send>> {
    let mut plain: Box<dyn Read + Send> = match Packing::of(source.fill_buf()?) {
        Packing::Plain => {
            if at > 0 && source.get_mut().seek_from_start(at)? {
                // What was buffered is from the beginning of the file.
                source.consume(source.buffer().len());
                return Ok(Box::new(source));
            }
            Box::new(source)
        }
        Packing::Gzip => Box::new(MultiGzDecoder::new(source)),
        Packing::Bzip2 => Box::new(MultiBzDecoder::new(source)),
        Packing::Xz => Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY)),
        Packing::Zstd => Box::new(Frames { source, decoder: FrameDecoder::new(), in_frame: false }),
        Packing::Unreadable(what) => {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("this is {what}")));
        }
    };
    let skipped = io::copy(&mut plain.by_ref().take(at), &mut io::sink())?;
    if skipped < at {
        let message = format!("it has only {skipped} of the {at} bytes that were read before");
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
    }
    Ok(plain)
}

/// Where the bytes come from, with a count of them.
struct CountedReader {
    inner: ArchiveSource,
    read: Arc<AtomicU64>,
}

enum ArchiveSource {
    Stdin(io::Stdin),
    File(File),
}

impl CountedReader {
    /// Goes to a byte, if that is possible.
    fn seek_from_start(&mut self, at: u64) -> io::Result<bool> {
        let ArchiveSource::File(file) = &mut self.inner else { return Ok(false) };
        let Ok(length) = file.metadata().map(|about| about.len()) else { return Ok(false) };
        if length < at || file.seek(SeekFrom::Start(at)).is_err() {
            return Ok(false);
        }
        self.read.fetch_add(at, Ordering::Relaxed);
        Ok(true)
    }
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

/// The frames of a `.zst`, one after the other: large archives have many.
struct Frames {
    source: BufReader<CountedReader>,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl Frames {
    /// Begins the next frame; `false` at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    io::copy(&mut (&mut self.source).take(u64::from(length)), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
            }
        }
        Ok(false)
    }
}

impl Read for Frames {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.in_frame && (into.is_empty() || !self.begin()?) {
                return Ok(0);
            }
            self.in_frame = true;
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let step = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.source, step)
                    .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            }
            let count = self.decoder.read(into)?;
            if count > 0 || into.is_empty() {
                return Ok(count);
            }
            self.in_frame = false;
        }
    }
}
