//! Detects whether a process was started without a standard output.
//!
//! Rust's runtime opens `/dev/null` in place of a closed standard stream. Results would then be lost without an error,
//! as in `lawbook audit games.pgn >&-`. The check here runs before the runtime starts.

use std::sync::atomic::{AtomicBool, Ordering};

static WAS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(unix)]
ctor::declarative::ctor! {
    // Safe before `main`: makes one system call and uses nothing that the runtime initialises.
    #[ctor(unsafe)]
    fn look_for_stdout() {
        if rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_err() {
            WAS_STDOUT_CLOSED.store(true, Ordering::Relaxed);
        }
    }
}

/// Whether standard output was closed at the start of the process; always `false` on Windows.
pub fn was_stdout_closed() -> bool {
    WAS_STDOUT_CLOSED.load(Ordering::Relaxed)
}
