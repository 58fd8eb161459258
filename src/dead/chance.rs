//! Numbers that look like chance, for tests.

/// The same numbers every time, from a start.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    /// The next number, below a limit.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}
