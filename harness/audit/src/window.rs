use std::{
    io::{self, Read},
    ops::Range,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{archive::CHUNK, indexed_text::IndexedText};

/// How much text there is room for, in bytes: several times as much as a long game has, whose beginning is copied when
/// there is no more room.
pub(super) const ROOM: usize = 6 * CHUNK;

/// How much is read at least of what is behind a part, in bytes.
pub(super) const FURTHER: usize = 1 << 14;

/// Room for text that is there already: to get it anew for each of many small archives takes longer than to judge them.
#[derive(Default)]
pub(super) struct TextRoom(Vec<Arc<IndexedText>>);

/// The rooms that nobody uses just now.
#[derive(Clone, Default)]
pub(super) struct TextRooms(Arc<Mutex<Vec<TextRoom>>>);

impl TextRooms {
    /// A room, a new one if there is none.
    pub(super) fn take(&self) -> TextRoom {
        self.rooms().pop().unwrap_or_default()
    }

    /// Takes back a room.
    pub(super) fn put(&self, room: TextRoom) {
        self.rooms().push(room);
    }

    fn rooms(&self) -> MutexGuard<'_, Vec<TextRoom>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of an archive's text that is looked at.
///
/// What is cut out of it shares it, so that nothing is copied but the rest that is looked at further.
pub(super) struct TextWindow<R> {
    source: R,
    text: Arc<IndexedText>,
    /// Other texts, to be used again once nobody shares them.
    others: Vec<Arc<IndexedText>>,
    /// The bytes that were taken from the source.
    taken: u64,
    /// So many bytes are read as far as there is room, and what is behind them as it is needed.
    eager: u64,
    /// Why the source cannot be read any further.
    error: Option<io::Error>,
    done: bool,
}

impl<R: Read> TextWindow<R> {
    /// Before the first byte of a source, which is a part's, with room for text that another window had. What is behind
    /// the part can be read, too.
    pub(super) fn new(source: R, room: TextRoom, part: Range<u64>) -> TextWindow<R> {
        TextWindow {
            source,
            text: Arc::default(),
            others: room.0,
            taken: part.start,
            eager: part.end,
            error: None,
            done: false,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        self.text.bytes()
    }

    /// The end of the line that this byte is of, found from a place of the index on, where the search for the next
    /// begins. The index is another once something is read or cut out.
    #[inline]
    pub(super) fn line_end(&self, index: &mut usize, from: usize) -> Option<usize> {
        self.text.line_end(index, from)
    }

    /// The text for somebody who keeps it.
    pub(super) fn share(&self) -> Arc<IndexedText> {
        Arc::clone(&self.text)
    }

    /// The bytes of the source before this place, from which on nothing was dropped.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.taken - (self.text().len() - at) as u64
    }

    /// Whether there is no more to read.
    pub(super) const fn is_done(&self) -> bool {
        self.done
    }

    /// The room for text, for another window.
    pub(super) fn take_room(&mut self) -> TextRoom {
        self.put_by();
        TextRoom(std::mem::take(&mut self.others))
    }

    /// Whether the source cannot be read any further.
    pub(super) const fn has_error(&self) -> bool {
        self.error.is_some()
    }

    /// Why the source cannot be read any further.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Forgets what is before this place, and reads on behind the rest, which then is at the beginning; `false` if
    /// there is no more, or none that can be read.
    pub(super) fn read_on(&mut self, kept: usize) -> bool {
        self.keep_from(kept);
        let Some(text) = Arc::get_mut(&mut self.text) else { return false };
        let wanted = self.eager.max(self.taken + text.bytes().len().max(FURTHER) as u64);
        // Of a damaged archive, how much can be read depends on how much is asked for.
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

    /// Takes a part out of the text.
    pub(super) fn cut_out(&mut self, from: usize, to: usize) {
        Arc::make_mut(&mut self.text).cut_out(from..to);
    }

    /// Moves the text from this place on to the beginning of a text that nobody shares, with as much room behind it.
    fn keep_from(&mut self, kept: usize) {
        let length = self.text().len() - kept;
        let room = if length <= ROOM - CHUNK { ROOM } else { length + length.max(CHUNK) };
        if let Some(text) = Arc::get_mut(&mut self.text).filter(|text| text.room() == room) {
            text.cut_out(0..kept);
        } else {
            let is_free = |text: &mut Arc<IndexedText>| Arc::get_mut(text).is_some();
            let free = self.others.iter_mut().position(is_free).filter(|_| room == ROOM);
            let free = free.map(|place| self.others.swap_remove(place));
            let mut text = free.unwrap_or_else(|| Arc::new(IndexedText::with_room(room)));
            Arc::make_mut(&mut text).copy_rest(&self.text, kept);
            self.put_by();
            self.text = text;
        }
    }

    /// Keeps the text, at which nobody looks any further, to be used again; room for a long game is not kept.
    fn put_by(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.room() == ROOM {
            self.others.push(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a source of so many bytes to its end, with nothing kept between; gives its text and the room on.
    fn read(length: usize, room: TextRoom) -> (Vec<u8>, TextRoom) {
        let source: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let mut window = TextWindow::new(source.as_slice(), room, 0..u64::MAX);
        let mut text = Vec::new();
        while window.read_on(window.text().len()) {
            text.extend_from_slice(window.text());
        }
        assert_eq!(window.offset(0), length as u64);
        (text, window.take_room())
    }

    #[test]
    fn room_for_text_is_used_again_by_the_next_window() {
        let place =
            |room: &TextRoom| room.0.iter().map(|text| text.bytes().as_ptr()).collect::<Vec<_>>();
        let (_, mut room) = read(10, TextRoom::default());
        let first = place(&room);
        assert_eq!(first.len(), 1);
        for length in [0, 1, CHUNK, 2 * ROOM + 1, 5] {
            let (text, left) = read(length, room);
            assert!(text.iter().enumerate().all(|(at, &byte)| byte == at as u8), "{length}");
            assert_eq!((text.len(), place(&left)), (length, first.clone()), "{length}");
            room = left;
        }
    }

    #[test]
    fn what_is_behind_a_part_is_read_as_it_is_needed() {
        let source = vec![b'x'; 4 * CHUNK];
        let part = 100..50_100;
        let mut window = TextWindow::new(source.as_slice(), TextRoom::default(), part);
        let mut read = |kept| {
            let rest = window.text().len() - kept;
            assert!(window.read_on(kept));
            (window.offset(0), window.text().len() - rest)
        };
        // The part; a piece; as much again as is kept.
        assert_eq!(read(0), (100, 50_000));
        assert_eq!(read(50_000), (50_100, FURTHER));
        assert_eq!(read(0), (50_100, FURTHER));
        assert_eq!(read(0), (50_100, 2 * FURTHER));
    }

    #[test]
    fn room_that_somebody_shares_is_not_written_to() {
        let (_, room) = read(10, TextRoom::default());
        let mut window = TextWindow::new(&b"first"[..], room, 0..u64::MAX);
        window.read_on(0);
        let kept = window.share();
        let (text, room) = read(100, window.take_room());
        assert_eq!((text.len(), kept.bytes(), room.0.len()), (100, &b"first"[..], 2));
    }
}
