use std::{
    io::{self, Read},
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{archive::CHUNK, indexed_text::IndexedText};

/// The size of a text buffer, in bytes: several times the length of a long game, because the beginning of a game is
/// copied when the buffer is full.
pub(super) const BUFFER_SIZE: usize = 6 * CHUNK;

/// The minimum number of bytes that are read at a time after the end of a part.
pub(super) const FURTHER: usize = 1 << 14;

/// Text buffers for reuse. Allocating them anew for each of many small archives takes longer than judging their
/// games.
#[derive(Default)]
pub(super) struct TextBuffer(Vec<Arc<IndexedText>>);

/// A pool of buffers that are not in use.
#[derive(Clone, Default)]
pub(super) struct TextBuffers(Arc<Mutex<Vec<TextBuffer>>>);

impl TextBuffers {
    /// Takes buffers from the pool, or new ones if it is empty.
    pub(super) fn take(&self) -> TextBuffer {
        self.buffers().pop().unwrap_or_default()
    }

    /// Returns buffers to the pool.
    pub(super) fn put(&self, buffer: TextBuffer) {
        self.buffers().push(buffer);
    }

    fn buffers(&self) -> MutexGuard<'_, Vec<TextBuffer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The window of an archive's text that is being scanned.
///
/// Batches share its buffer. So nothing is copied except the rest that is scanned further.
pub(super) struct TextWindow<R> {
    source: R,
    text: Arc<IndexedText>,
    /// Other buffers, reused once no batch shares them.
    others: Vec<Arc<IndexedText>>,
    /// The number of bytes of the source up to the end of the window.
    taken: u64,
    /// Up to this offset of the source, the buffer is filled as far as it has room. After it, text is read only as
    /// needed.
    eager: u64,
    /// Why the source cannot be read any further.
    error: Option<io::Error>,
    done: bool,
}

impl<R: Read> TextWindow<R> {
    /// Returns an empty window at the start of `part`. `source` yields the text from there, and continues after the
    /// end of the part. `buffer` has buffers from another window.
    pub(super) fn new(source: R, buffer: TextBuffer, part: Range<u64>) -> TextWindow<R> {
        TextWindow {
            source,
            text: Arc::default(),
            others: buffer.0,
            taken: part.start,
            eager: part.end,
            error: None,
            done: false,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// Returns the position of the line feed at or after `from`. The search begins at the place `index` of the index,
    /// and advances it to where the next search can begin. Reading or deleting text invalidates `index`.
    #[inline]
    pub(super) fn line_end(&self, index: &mut usize, from: usize) -> Option<usize> {
        self.text.line_end(index, from)
    }

    /// Returns a shared reference to the text.
    pub(super) fn share(&self) -> Arc<IndexedText> {
        Arc::clone(&self.text)
    }

    /// The offset in the source of the position `at`, if nothing was deleted after it.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.taken - (self.text().len() - at) as u64
    }

    /// Whether the source is exhausted.
    pub(super) const fn is_done(&self) -> bool {
        self.done
    }

    /// Returns the buffers, for another window.
    pub(super) fn take_buffers(&mut self) -> TextBuffer {
        self.put_by();
        TextBuffer(std::mem::take(&mut self.others))
    }

    /// Whether the source has failed.
    pub(super) const fn has_error(&self) -> bool {
        self.error.is_some()
    }

    /// Takes the error of the source.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Drops the text before `kept`, moves the rest to the beginning, and reads more text after it. Returns `false`
    /// at the end of the source, or if it cannot be read.
    pub(super) fn read_on(&mut self, kept: usize) -> bool {
        self.keep_from(kept);
        let Some(text) = Arc::get_mut(&mut self.text) else { return false };
        let wanted = self.eager.max(self.taken + text.bytes().len().max(FURTHER) as u64);
        // How much can be read from a damaged archive depends on the size of the requests.
        let before = self.taken;
        while !self.done
            && self.taken < wanted
            && let most = (wanted - self.taken).min(CHUNK as u64)
            && let Some(read) = text.read_from(&mut self.source, most as usize)
        {
            match read {
                Ok(0) => self.done = true,
                Ok(count) => self.taken += count as u64,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    self.done = true;
                }
            }
        }
        self.taken > before
    }

    /// Deletes the range `from..to` from the text.
    pub(super) fn cut_out(&mut self, from: usize, to: usize) {
        Arc::make_mut(&mut self.text).cut_out(from..to);
    }

    /// Moves the text from `kept` on to the beginning of a buffer that is not shared, and that has at least [`CHUNK`]
    /// bytes left.
    fn keep_from(&mut self, kept: usize) {
        let length = self.text().len() - kept;
        let capacity =
            if length <= BUFFER_SIZE - CHUNK { BUFFER_SIZE } else { length + length.max(CHUNK) };
        if let Some(text) = Arc::get_mut(&mut self.text).filter(|text| text.capacity() == capacity)
        {
            text.cut_out(0..kept);
        } else {
            let is_free = |text: &mut Arc<IndexedText>| Arc::get_mut(text).is_some();
            let free = self.others.iter_mut().position(is_free).filter(|_| capacity == BUFFER_SIZE);
            let free = free.map(|place| self.others.swap_remove(place));
            let mut text = free.unwrap_or_else(|| Arc::new(IndexedText::with_capacity(capacity)));
            Arc::make_mut(&mut text).copy_rest(&self.text, kept);
            self.put_by();
            self.text = text;
        }
    }

    /// Keeps the current buffer for reuse, unless it was enlarged for a long game.
    fn put_by(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.capacity() == BUFFER_SIZE {
            self.others.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a source of `length` bytes to its end without keeping any text in the window. Returns the text and the
    /// buffers.
    fn read(length: usize, buffer: TextBuffer) -> (Vec<u8>, TextBuffer) {
        let source: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let mut window = TextWindow::new(source.as_slice(), buffer, 0..u64::MAX);
        let mut text = Vec::new();
        while window.read_on(window.text().len()) {
            text.extend_from_slice(window.text());
        }
        assert_eq!(window.offset(0), length as u64);
        (text, window.take_buffers())
    }

    #[test]
    fn room_for_text_is_used_again_by_the_next_window() {
        let place = |buffer: &TextBuffer| {
            buffer.0.iter().map(|text| text.bytes().as_ptr()).collect::<Vec<_>>()
        };
        let (_, mut buffer) = read(10, TextBuffer::default());
        let first = place(&buffer);
        assert_eq!(first.len(), 1);
        for length in [0, 1, CHUNK, 2 * BUFFER_SIZE + 1, 5] {
            let (text, left) = read(length, buffer);
            assert!(text.iter().enumerate().all(|(at, &byte)| byte == at as u8), "{length}");
            assert_eq!((text.len(), place(&left)), (length, first.clone()), "{length}");
            buffer = left;
        }
    }

    #[test]
    fn what_is_behind_a_part_is_read_as_it_is_needed() {
        let source = vec![b'x'; 4 * CHUNK];
        let part = 100..50_100;
        let mut window = TextWindow::new(source.as_slice(), TextBuffer::default(), part);
        let mut read = |kept| {
            let rest = window.text().len() - kept;
            assert!(window.read_on(kept));
            (window.offset(0), window.text().len() - rest)
        };
        // The part; a minimal read; as much again as is kept.
        assert_eq!(read(0), (100, 50_000));
        assert_eq!(read(50_000), (50_100, FURTHER));
        assert_eq!(read(0), (50_100, FURTHER));
        assert_eq!(read(0), (50_100, 2 * FURTHER));
    }

    #[test]
    fn a_shared_buffer_is_not_overwritten() {
        let (_, buffer) = read(10, TextBuffer::default());
        let mut window = TextWindow::new(&b"first"[..], buffer, 0..u64::MAX);
        window.read_on(0);
        let kept = window.share();
        let (text, buffer) = read(100, window.take_buffers());
        assert_eq!((text.len(), kept.bytes(), buffer.0.len()), (100, &b"first"[..], 2));
    }
}
