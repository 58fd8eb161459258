//! The state of a run: progress after ten seconds, and the question in progress if the process dies or hangs.

use std::{
    env,
    fs::{self, File},
    io::{self, Seek, Write},
    path::PathBuf,
    process,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How often progress is shown.
const PERIOD: Duration = Duration::from_secs(10);

/// Maximum number of letters of the question in progress that are shown.
const WIDEST: usize = 160;

/// The state of a run, shared with the thread that shows it.
#[derive(Default)]
struct State {
    cases: usize,
    asks: String,
    is_over: bool,
}

/// Writes each question to a file next to the test program before it asks it, and shows progress. The file is removed at
/// the end, so that one that is left over tells where an earlier run died.
pub(crate) struct Watch {
    shared: Arc<(Mutex<State>, Condvar)>,
    file: Option<(PathBuf, Mutex<File>)>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins a run about `all` cases. Returns the last question of an earlier run that died, if one did.
    pub(crate) fn new(name: &str, all: usize) -> (Watch, Option<String>) {
        let path = path(name);
        let own = process::id().to_string();
        let before = path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        // A file of this process is that of another test in it.
        let before = before.and_then(|text| {
            let (process, asks) = text.split_once(' ')?;
            (process != own && !asks.is_empty()).then(|| asks.to_owned())
        });
        let file = path.and_then(|path| Some((path.clone(), Mutex::new(File::create(path).ok()?))));
        let shared = Arc::new((Mutex::new(State::default()), Condvar::new()));
        let told = Arc::clone(&shared);
        let thread = thread::Builder::new().name("lawbook progress".to_owned());
        let thread = thread.spawn(move || show(&told, all)).ok();
        (Watch { shared, file, thread }, before)
    }

    /// Notes the next question.
    pub(crate) fn asks(&self, text: &str) {
        if let Some((_, file)) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A note that cannot be written is only missing if the process dies.
            let text = format!("{} {text}", process::id());
            let _ = file
                .rewind()
                .and_then(|()| file.write_all(text.as_bytes()))
                .and_then(|()| file.set_len(text.len() as u64));
        }
        let mut state = self.shared.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.asks.clear();
        state.asks.push_str(text);
    }

    /// Notes that one more case has been asked.
    pub(crate) fn done(&self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).cases += 1;
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).is_over = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if let Some((path, _)) = self.file.take() {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns the path of the file: that of the test program with the name of the library.
fn path(name: &str) -> Option<PathBuf> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let name: String = name.chars().map(|one| if is_plain(one) { one } else { '_' }).collect();
    Some(env::current_exe().ok()?.with_extension(format!("{name}.question")))
}

/// Shows progress until the run is over. A test captures the output of macros, so this writes past them.
fn show(shared: &(Mutex<State>, Condvar), all: usize) {
    let begin = Instant::now();
    let mut next = PERIOD;
    let mut state = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !state.is_over {
        if let Some(wait) = next.checked_sub(begin.elapsed()).filter(|wait| !wait.is_zero()) {
            let woken = shared.1.wait_timeout(state, wait);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            continue;
        }
        let seconds = begin.elapsed().as_secs();
        let asks: String = state.asks.chars().take(WIDEST).collect();
        let text = format!("lawbook: {seconds} s, {} of {all} cases; now {asks}\n", state.cases);
        let _ = io::stderr().write_all(text.as_bytes());
        next += PERIOD;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_of_a_run_that_died_is_known_to_the_next_one() {
        let (watch, before) = Watch::new("watched", 1);
        assert_eq!(before, None);
        watch.asks("a long question");
        watch.asks("check");
        watch.done();
        let path = path("watched").unwrap();
        let noted = fs::read_to_string(&path).unwrap();
        assert_eq!(noted, format!("{} check", process::id()));
        // Another test of the same process is not a run that died.
        let (second, before) = Watch::new("watched", 1);
        assert_eq!(before, None);
        drop((watch, second));
        assert!(!path.exists());
        fs::write(&path, "1 check").unwrap();
        let (third, before) = Watch::new("watched", 1);
        assert_eq!(before.as_deref(), Some("check"));
        drop(third);
    }
}
