/// A set of bytes, quick to look up.
pub(super) struct ByteSet([bool; 256]);

/// White space in ASCII.
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

    /// Where the first of them is in a text from a place on, or the end of the text. It should be near: this goes
    /// there byte by byte, which then is quicker than to begin a search.
    #[inline]
    pub(super) fn find(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && !self.has(text[at]) {
            at += 1;
        }
        at
    }

    /// Where they end that stand in a text from a place on.
    #[inline]
    pub(super) fn skip(&self, text: &[u8], from: usize) -> usize {
        let mut at = from;
        while at < text.len() && self.has(text[at]) {
            at += 1;
        }
        at
    }
}
