use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Read, Write},
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use lawbook::board::Color;

use crate::class::TableClass;

/// Persistent storage for finished tables.
pub trait TableStore {
    /// Fills `words` with a stored table. Returns `false` if the table is not stored.
    ///
    /// # Errors
    ///
    /// The stored table cannot be read.
    fn read(&self, class: &TableClass, words: &[AtomicU64]) -> io::Result<bool>;

    /// Stores the words of a table. An implementation may skip it.
    ///
    /// # Errors
    ///
    /// The table cannot be written.
    fn write(&self, class: &TableClass, words: &[AtomicU64]) -> io::Result<()>;
}

/// Stores nothing: every table is computed.
#[derive(Clone, Copy, Debug)]
pub struct NoStore;

/// A folder with a gzip file for each class of five pieces. It contains the bitboards where a side cannot mate.
///
/// Smaller classes are not stored, because computing them is faster than reading them.
#[derive(Clone, Debug)]
pub struct TableFolder(pub PathBuf);

/// Minimum number of pieces of a stored table.
const FEWEST: usize = 5;

impl TableStore for NoStore {
    fn read(&self, _: &TableClass, _: &[AtomicU64]) -> io::Result<bool> {
        Ok(false)
    }

    fn write(&self, _: &TableClass, _: &[AtomicU64]) -> io::Result<()> {
        Ok(())
    }
}

impl TableFolder {
    fn path(&self, class: &TableClass) -> PathBuf {
        self.0.join(format!("{class}.gz"))
    }
}

impl TableStore for TableFolder {
    fn read(&self, class: &TableClass, words: &[AtomicU64]) -> io::Result<bool> {
        let file = match File::open(self.path(class)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            file => file?,
        };
        let mut input = BufReader::new(GzDecoder::new(BufReader::new(file)));
        for number in 0..class.settings() {
            let Some(setting) = class.setting(number) else { continue };
            for turn in Color::ALL {
                let legal = setting.legal(turn);
                for side in Color::ALL {
                    let mut cannot = [0; 8];
                    input.read_exact(&mut cannot)?;
                    let can = legal.0 & !u64::from_le_bytes(cannot);
                    let place = 4 * number + 2 * turn as usize + side as usize;
                    words[place].store(can, Ordering::Relaxed);
                }
            }
        }
        // Reading up to the end makes the decoder verify the checksum.
        if input.read(&mut [0])? > 0 {
            let message = format!("the table of {class} is too long");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(true)
    }

    fn write(&self, class: &TableClass, words: &[AtomicU64]) -> io::Result<()> {
        if class.pieces() < FEWEST {
            return Ok(());
        }
        let path = self.path(class);
        let unfinished = path.with_extension("unfinished");
        let file = BufWriter::new(File::create(&unfinished)?);
        let mut out = BufWriter::new(GzEncoder::new(file, Compression::fast()));
        for number in 0..class.settings() {
            let Some(setting) = class.setting(number) else { continue };
            for turn in Color::ALL {
                let legal = setting.legal(turn);
                for side in Color::ALL {
                    let place = 4 * number + 2 * turn as usize + side as usize;
                    let cannot = legal.0 & !words[place].load(Ordering::Relaxed);
                    out.write_all(&cannot.to_le_bytes())?;
                }
            }
        }
        out.into_inner()?.finish()?.into_inner()?.sync_all()?;
        fs::rename(unfinished, path)
    }
}
