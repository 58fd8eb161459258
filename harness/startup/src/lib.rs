//! Whether a process was started with a standard output.
//!
//! The runtime of Rust opens `/dev/null` in the place of a standard stream that is closed. Results would then be lost
//! without an error, as in `lawbook audit games.pgn >&-`. The function here looks before the runtime does.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    // It makes one system call and touches nothing that the runtime sets up.
    #[ctor(unsafe)]
    fn look_for_stdout() {
        if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
            WAS_STDOUT_CLOSED.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether standard output was closed when the process was started; always `false` on Windows.
pub fn was_stdout_closed() -> bool {
    WAS_STDOUT_CLOSED.load(Ordering::Relaxed)
}
