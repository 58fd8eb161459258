/// A set of bytes with fast lookup.
pub(super) struct ByteSet([bool; 256]);

/// ASCII white space.
pub(super) const WHITE_SPACE: ByteSet = ByteSet::new(b" \t\n\x0c\r");

impl ByteSet {
    pub(super) const fn new(bytes: &[u8]) -> ByteSet {
        let mut set = [false; 256];
        let mut rest = bytes;
        while let [first, after @ ..] = rest {
            set[*first as usize] = true;
            rest = after;
        }
        ByteSet(set)
    }

    #[inline]
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }

    /// Returns the position of the first byte of the set at or after `from`, or the length of the text. Meant for
    /// short distances, where a loop over bytes is faster than a vectorised search.
    #[inline]
    pub(super) fn find(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && !self.has(text[at]) {
            at += 1;
        }
        at
    }

    /// Returns the position of the first byte at or after `from` that is not in the set, or the length of the text.
    #[inline]
    pub(super) fn skip(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && self.has(text[at]) {
            at += 1;
        }
        at
    }
}
