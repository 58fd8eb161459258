use std::{
    io::{self, Read},
    sync::Arc,
};

use super::archive::CHUNK;

/// How much text there is room for, in bytes: several times as much as a long game has, whose beginning is copied when
/// there is no more room.
pub(super) const ROOM: usize = 5 * CHUNK;

/// Room for text that is there already: to get it anew for each of many small archives takes longer than to judge them.
#[derive(Default)]
pub(super) struct TextRoom(Vec<Arc<Vec<u8>>>);

/// The part of an archive's text that is looked at.
///
/// What is cut out of it shares it, so that nothing is copied but the rest that is looked at further.
pub(super) struct TextWindow<R> {
    source: R,
    /// The text, and behind its end room for more.
    text: Arc<Vec<u8>>,
    end: usize,
    /// Other texts, to be used again once nobody shares them.
    others: Vec<Arc<Vec<u8>>>,
    /// The bytes that were taken from the source.
    taken: u64,
    /// Why the source cannot be read any further.
    error: Option<io::Error>,
    done: bool,
}

impl<R: Read> TextWindow<R> {
    /// Before the first byte of a source, with room for text that another window had.
    pub(super) fn new(source: R, room: TextRoom) -> TextWindow<R> {
        TextWindow {
            source,
            text: Arc::default(),
            end: 0,
            others: room.0,
            taken: 0,
            error: None,
            done: false,
        }
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text[..self.end]
    }

    /// The text for somebody who keeps it; what is beyond its end says nothing.
    pub(super) fn share(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.text)
    }

    /// The bytes of the source before this place, from which on nothing was dropped.
    pub(super) fn offset(&self, at: usize) -> u64 {
        self.taken - (self.end - at) as u64
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
        let before = self.end;
        // Of a damaged archive, how much can be read depends on how much is asked for.
        while !self.done
            && let Some(room) = text.get_mut(self.end..self.end + CHUNK)
        {
            match self.source.read(room) {
                Ok(0) => self.done = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.error = Some(error);
                    self.done = true;
                }
            }
        }
        self.taken += (self.end - before) as u64;
        self.end > before
    }

    /// Takes a part out of the text.
    pub(super) fn cut_out(&mut self, from: usize, to: usize) {
        Arc::make_mut(&mut self.text).copy_within(to..self.end, from);
        self.end -= to - from;
    }

    /// Moves the text from this place on to the beginning of a text that nobody shares, with as much room behind it.
    fn keep_from(&mut self, kept: usize) {
        let length = self.end - kept;
        let room = if length <= ROOM - CHUNK { ROOM } else { length + length.max(CHUNK) };
        if let Some(text) = Arc::get_mut(&mut self.text).filter(|text| text.len() == room) {
            text.copy_within(kept..self.end, 0);
        } else {
            let is_free = |text: &mut Arc<Vec<u8>>| Arc::get_mut(text).is_some();
            let free = self.others.iter_mut().position(is_free).filter(|_| room == ROOM);
            let free = free.map(|place| self.others.swap_remove(place));
            let mut text = free.unwrap_or_else(|| Arc::new(vec![0; room]));
            Arc::make_mut(&mut text)[..length].copy_from_slice(&self.text[kept..self.end]);
            self.put_by();
            self.text = text;
        }
        self.end = length;
    }

    /// Keeps the text, at which nobody looks any further, to be used again; room for a long game is not kept.
    fn put_by(&mut self) {
        let text = std::mem::take(&mut self.text);
        if text.len() == ROOM {
            self.others.push(text);
        }
        self.end = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a source of so many bytes to its end, with nothing kept between; gives its text and the room on.
    fn read(length: usize, room: TextRoom) -> (Vec<u8>, TextRoom) {
        let source: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let mut window = TextWindow::new(source.as_slice(), room);
        let mut text = Vec::new();
        while window.read_on(window.text().len()) {
            text.extend_from_slice(window.text());
        }
        assert_eq!(window.offset(0), length as u64);
        (text, window.take_room())
    }

    #[test]
    fn room_for_text_is_used_again_by_the_next_window() {
        let place = |room: &TextRoom| room.0.iter().map(|text| text.as_ptr()).collect::<Vec<_>>();
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
    fn room_that_somebody_shares_is_not_written_to() {
        let (_, room) = read(10, TextRoom::default());
        let mut window = TextWindow::new(&b"first"[..], room);
        window.read_on(0);
        let kept = window.share();
        let (text, room) = read(100, window.take_room());
        assert_eq!((text.len(), &kept[..5], room.0.len()), (100, &b"first"[..], 2));
    }
}
