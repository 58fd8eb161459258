//! Client for libraries that run in separate processes and speak the wire protocol.
//!
//! Each question has an outcome, whatever the process does, and a failure does not affect other questions. A failed
//! process is killed and restarted. The unanswered questions of a batch are then asked one by one, to find the one that
//! causes the failure.

mod child;
mod game;
#[cfg(unix)]
mod guard;
#[cfg(target_os = "linux")]
mod memory;
mod repeat;
mod supervised;
mod tool;

#[cfg(unix)]
pub use guard::guard;
pub use tool::{ToolFailure, ToolLimits, run_tool};

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    path::PathBuf,
    slice,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread::{self, ThreadId},
    time::{Duration, Instant},
};

use lawbook::{
    adapter::{
        About, GameSession, Implementation, RequestLog, Response, Scenario,
        wire::{self, LONGEST_LINE, ReplyError, Respondent},
    },
    position::Setup,
    question::{PositionQuestion, Question},
    rules::Event,
};

use child::ChildProcess;
use game::ProcessGame;

/// Limits of time, memory and failures of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time until the first answer, including the start of the adapter.
    pub hello: Duration,
    /// Time for the answer to one question.
    pub question: Duration,
    /// Maximum length of a line, in bytes.
    pub line: usize,
    /// Number of bytes that are kept of the end of standard error.
    pub talk: usize,
    /// Memory in bytes that each process may allocate, and that all processes of the adapter together, including shared
    /// memory, may use; enforced on Linux only.
    pub memory: u64,
    /// Number of consecutive failures after which the adapter is given up.
    pub failures: u32,
    /// Number of consecutive protocol violations after which the adapter is given up. An adapter that writes
    /// unsolicited lines is out of step with every question, and a restart does not help.
    pub violations: u32,
    /// Number of consecutive timeouts after which the adapter is given up.
    pub timeouts: u32,
    /// Total number of timeouts after which the adapter is given up.
    pub late: u32,
    /// Number of times that a question may give no answer in time, and has never given one, before it is no longer asked.
    pub hangs: u32,
    /// The adapter is given up after its streams were held open this many times by another process when it ended.
    pub held: u32,
    /// Maximum number of parallel processes, one per asking thread. Another process is started if all are busy. The
    /// limits above apply to each process.
    pub processes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            hello: Duration::from_secs(30),
            question: Duration::from_secs(10),
            line: LONGEST_LINE,
            talk: 1 << 16,
            memory: 4 << 30,
            failures: 1000,
            violations: 10,
            timeouts: 5,
            late: 30,
            hangs: 2,
            held: 3,
            processes: 1,
        }
    }
}

/// Limits for questions that are part of a search, where answers are optional. When the search ends or a process is
/// given up, the remaining questions are skipped and do not count as failures.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// End of the search; `None` for no end.
    pub end: Option<Instant>,
    /// Time for the answer to one question, if less than [`Limits::question`].
    pub answer: Duration,
}

/// Time limit of a batch in a search, as a multiple of the longest time that a batch has taken so far.
const LONGEST: u32 = 8;

/// Shortest time limit of a question that is asked again because its batch was not answered in time.
const AGAIN: Duration = Duration::from_secs(2);

/// The same limit as a part of [`Limits::question`].
const AGAIN_PART: u32 = 5;

/// Maximum number of recent exchanges that a session keeps.
const RECENT: usize = 64;

/// Grace period for a process to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// A question that any adapter can answer. It is sent after each batch: if another line arrives instead of its answer,
/// the adapter is out of step.
const NOTHING_LEFT: Question = Question::Position(PositionQuestion::Setup);

/// What a hello is, for authors of adapters.
const HELLO: &str = "\
    the line of JSON with which an adapter answers the first request, with its name, its version and the questions that it \
    answers; `lawbook adapter new` writes an adapter that does this";

/// The request line with [`NOTHING_LEFT`].
fn anything_left(whom: &Respondent, id: u64) -> String {
    let line = Scenario {
        setup: Setup::start(),
        acts: Vec::new(),
        rule_set: whom.about().rule_set,
        event: Event::default(),
    };
    whom.request(&line, &[NOTHING_LEFT], id)
}

/// Why a question has not been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProcessFailure {
    Crashed(String),
    TimedOut(String),
    Protocol(String),
    /// The question was skipped, because the search is over or the process was given up.
    NotAsked(String),
}

impl ProcessFailure {
    fn said(self) -> Response {
        match self {
            ProcessFailure::Crashed(message) => Response::Crashed(message),
            ProcessFailure::TimedOut(message) => Response::TimedOut(message),
            ProcessFailure::Protocol(message) => Response::ProtocolError(message),
            ProcessFailure::NotAsked(message) => Response::Unsupported(message),
        }
    }

    /// What is expected of an adapter that has failed before its hello; nothing if its hello can be read and has a mistake.
    fn before_hello(&self) -> String {
        let place = match self {
            ProcessFailure::Crashed(_)
            | ProcessFailure::TimedOut(_)
            | ProcessFailure::NotAsked(_) => "before",
            ProcessFailure::Protocol(message) if message.starts_with("cannot read its hello") => {
                "in place of"
            }
            ProcessFailure::Protocol(_) => return String::new(),
        };
        format!("; this was {place} its hello, {HELLO}")
    }

    fn message(&self) -> &str {
        let (ProcessFailure::Crashed(message)
        | ProcessFailure::TimedOut(message)
        | ProcessFailure::Protocol(message)
        | ProcessFailure::NotAsked(message)) = self;
        message
    }
}

/// A library in one or several equal processes. Clones share the processes.
#[derive(Clone)]
pub struct Process {
    about: About,
    respondent: Respondent,
    sessions: Arc<Mutex<Sessions>>,
}

impl Process {
    /// Starts an adapter and reads its hello. `command` is the program and its arguments.
    ///
    /// On Unix the program `guard`, which is `lawbook`, runs as supervisor (`lawbook adapter guard`), so that nothing
    /// that the adapter has started outlives this process, however it ends. Other systems have no supervisor,
    /// and the adapter has to exit when its standard input ends.
    ///
    /// # Errors
    ///
    /// The adapter does not start, or its hello is not valid. The message includes the end of its standard error.
    pub fn start(guard: PathBuf, command: Vec<String>, limits: Limits) -> Result<Process, String> {
        let mut session = Session::new(guard, command, limits);
        match session.greet() {
            Ok((child, respondent)) => {
                let next = session.another();
                session.child = Some(child);
                session.check_in_step(&respondent)?;
                let about = respondent.about().clone();
                let there = vec![Arc::new(Mutex::new(session))];
                let sessions = Arc::new(Mutex::new(Sessions { there, next }));
                Ok(Process { about, respondent, sessions })
            }
            Err(failure) => {
                let talk = session.talk.trim_end();
                // The guard says it on its standard error, and its exit status is not that of the adapter.
                if let Some(at) = talk.find(supervised::NOT_STARTED) {
                    return Err(talk[at..].to_owned());
                }
                let separator = if talk.is_empty() { "" } else { "\n" };
                Err(format!("{}{}{separator}{talk}", failure.message(), failure.before_hello()))
            }
        }
    }

    /// Replaces the name that the adapter gave.
    pub fn rename(&mut self, name: String) {
        self.about.name = name;
    }

    /// The adapter's description of itself.
    pub fn respondent(&self) -> &Respondent {
        &self.respondent
    }

    /// Asks questions as if the adapter had described itself as `whom`. Returns one response per question.
    pub fn put(&self, whom: &Respondent, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        lock(&self.session()).ask(whom, line, questions)
    }

    /// Applies search limits to all questions from now on.
    pub fn limit_search(&self, limits: SearchLimits) {
        let mut sessions = lock(&self.sessions);
        sessions.next.search = Some(limits);
        for session in &sessions.there {
            lock(session).search = Some(limits);
        }
    }

    /// Why the adapter was given up, if it was.
    pub fn gave_up(&self) -> Option<String> {
        let sessions = lock(&self.sessions).there.clone();
        let failed = |session: &Arc<Mutex<Session>>| lock(session).is_tolerated().err();
        sessions.iter().find_map(failed).map(|failure| failure.message().to_owned())
    }

    /// Number of failures, and the end of the standard error of the process that failed last.
    pub fn failures(&self) -> (u32, String) {
        let sessions = lock(&self.sessions).there.clone();
        let mut all = (0, String::new());
        for session in &sessions {
            let session = lock(session);
            all.0 += session.failures;
            if !session.talk.is_empty() {
                all.1.clone_from(&session.talk);
            }
        }
        all
    }

    /// The least used session; starts another one if all are in use and [`Limits::processes`] allows it.
    fn session(&self) -> Arc<Mutex<Session>> {
        let mut sessions = lock(&self.sessions);
        let users = |one: &Arc<Mutex<Session>>| Arc::strong_count(one) - 1;
        let freest = sessions.there.iter().min_by_key(|one| users(one));
        let is_enough = sessions.there.len() >= sessions.next.limits.processes;
        match freest {
            Some(one) if is_enough || users(one) == 0 => Arc::clone(one),
            _ => {
                let started = Arc::new(Mutex::new(sessions.next.another()));
                sessions.there.push(Arc::clone(&started));
                started
            }
        }
    }
}

/// Locks a mutex, even if a thread has panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Implementation for Process {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.respondent.ask(line, questions, |asked| self.put(&self.respondent, line, asked))
    }

    /// Prefetched questions are sent in one line if the adapter keeps games.
    fn start_game(&self, line: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(ProcessGame::new(self, line)?))
    }

    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        let respondent = self.respondent.taking_back()?;
        Some(Box::new(Process { respondent, ..self.clone() }))
    }

    fn fresh(&self) -> Option<Box<dyn Implementation>> {
        let mut next = lock(&self.sessions).next.another();
        next.limits.processes = 1;
        let there = vec![Arc::new(Mutex::new(next.another()))];
        let sessions = Arc::new(Mutex::new(Sessions { there, next }));
        Some(Box::new(Process { sessions, ..self.clone() }))
    }

    fn is_asked(&self) -> bool {
        let sessions = lock(&self.sessions).there.clone();
        sessions.iter().all(|session| lock(session).check_alive().is_ok())
    }

    fn requests(&self, question: &Question, said: &Response) -> Option<RequestLog> {
        let sessions = lock(&self.sessions).there.clone();
        let latest = sessions.iter().filter_map(|session| {
            let (thread, at) = lock(session).used?;
            (thread == thread::current().id()).then_some((at, session))
        });
        let (_, session) = latest.max_by_key(|(at, _)| *at)?;
        lock(session).requests(question, said)
    }
}

/// The sessions of one library.
struct Sessions {
    there: Vec<Arc<Mutex<Session>>>,
    /// Template for new sessions; never used itself.
    next: Session,
}

/// A process, its statistics, and its recent exchanges.
struct Session {
    guard: PathBuf,
    command: Vec<String>,
    limits: Limits,
    child: Option<ChildProcess>,
    /// Number of starts.
    starts: u64,
    /// Numbers of the games that the adapter currently keeps.
    lent: BTreeSet<u64>,
    /// Its description of itself at the first start.
    heard: Option<Respondent>,
    /// Id of the next question.
    next: u64,
    failures: u32,
    failures_in_a_row: u32,
    violations_in_a_row: u32,
    last_failure: String,
    timeouts_in_a_row: u32,
    late: u32,
    /// The kinds of questions that were answered, and how often the others were not answered in time.
    answered: BTreeSet<&'static str>,
    hung: BTreeMap<&'static str, u32>,
    held: u32,
    talk: String,
    search: Option<SearchLimits>,
    /// Longest response time in microseconds, shared by all sessions.
    slowest: Arc<AtomicU64>,
    /// The thread that asked last, and when.
    used: Option<(ThreadId, Instant)>,
    log: RequestLog,
    /// Recent answers, each batch with the number of requests sent up to then.
    recent: VecDeque<(Vec<(Question, Response)>, u64)>,
    /// The request log of the process that failed last.
    failed: Option<RequestLog>,
}

impl Session {
    fn new(guard: PathBuf, command: Vec<String>, limits: Limits) -> Session {
        Session {
            guard,
            command,
            limits,
            child: None,
            starts: 0,
            lent: BTreeSet::new(),
            heard: None,
            next: 0,
            failures: 0,
            failures_in_a_row: 0,
            violations_in_a_row: 0,
            last_failure: String::new(),
            timeouts_in_a_row: 0,
            late: 0,
            answered: BTreeSet::new(),
            hung: BTreeMap::new(),
            held: 0,
            talk: String::new(),
            search: None,
            slowest: Arc::default(),
            used: None,
            log: RequestLog::default(),
            recent: VecDeque::new(),
            failed: None,
        }
    }

    /// Creates a session with the same settings. Its process must describe itself in the same way.
    fn another(&self) -> Session {
        let Session { guard, command, limits, heard, search, slowest, .. } = self;
        Session {
            heard: heard.clone(),
            search: *search,
            slowest: Arc::clone(slowest),
            ..Session::new(guard.clone(), command.clone(), *limits)
        }
    }

    /// The requests that the process had received when it gave this response to a question.
    fn requests(&self, question: &Question, said: &Response) -> Option<RequestLog> {
        if said.is_process_failure() {
            return self.failed.clone();
        }
        let is_said = |one: &(Question, Response)| one.0 == *question && one.1 == *said;
        let at = self.recent.iter().rev().find(|(answers, _)| answers.iter().any(is_said));
        Some(self.log.clone().until(at.map_or(u64::MAX, |(_, count)| *count)))
    }

    /// Time limit for the answers to a batch of `questions` questions.
    fn patience(&self, questions: usize) -> Duration {
        let questions = u32::try_from(questions).unwrap_or(u32::MAX);
        let most = self.limits.question.saturating_mul(questions);
        match self.search {
            None => most,
            Some(SearchLimits { answer, .. }) if questions <= 1 => most.min(answer),
            Some(SearchLimits { answer, .. }) => {
                let slowest = Duration::from_micros(self.slowest.load(Ordering::Relaxed));
                most.min(answer.max(slowest.saturating_mul(LONGEST)))
            }
        }
    }

    /// Records the response time of a request sent at `since`.
    fn has_waited(&self, since: Instant) {
        let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.slowest.fetch_max(micros, Ordering::Relaxed);
    }

    /// Reads and logs the next line. Near the end of a search, the wait is limited to the time that is left.
    fn line(&mut self, patience: Duration) -> Result<String, ProcessFailure> {
        let limits = self.limits;
        let left = self.search.and_then(|search| {
            let left = search.end?.saturating_duration_since(Instant::now());
            Some(left.saturating_add(search.answer))
        });
        let waits = left.map_or(patience, |left| patience.min(left));
        let line = self.running()?.line(&limits, waits).map_err(|failure| match failure {
            ProcessFailure::TimedOut(_) if waits < patience => {
                ProcessFailure::NotAsked("not waited for: the time is up".to_owned())
            }
            failure @ (ProcessFailure::Crashed(_)
            | ProcessFailure::TimedOut(_)
            | ProcessFailure::Protocol(_)
            | ProcessFailure::NotAsked(_)) => failure,
        });
        match &line {
            Ok(line) => self.log.heard(line),
            Err(_) => self.log.missed(),
        }
        line
    }

    /// Asks a batch of questions, except those that have only ever hung.
    fn ask(&mut self, whom: &Respondent, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        let hangs: Vec<Option<Response>> = questions.iter().map(|one| self.hangs(one)).collect();
        let asked = questions.iter().zip(&hangs).filter(|(_, hangs)| hangs.is_none());
        let asked: Vec<Question> = asked.map(|(question, _)| question.clone()).collect();
        let mut said = self.ask_batch(whom, line, &asked).into_iter();
        hangs.into_iter().filter_map(|hangs| hangs.or_else(|| said.next())).collect()
    }

    /// Returns the response to a question that is no longer asked, because it has hung too often and was never answered.
    fn hangs(&self, question: &Question) -> Option<Response> {
        let kind = question.kind();
        let times = self.hung.get(kind).filter(|times| **times >= self.limits.hangs)?;
        (!self.answered.contains(kind)).then(|| {
            Response::TimedOut(format!(
                "not asked: `{kind}` was not answered in time {times} times, and never before"
            ))
        })
    }

    /// Asks a batch of questions. After a failure, asks the rest one by one, to find the question that causes it.
    fn ask_batch(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        questions: &[Question],
    ) -> Vec<Response> {
        let mut said = Vec::new();
        if questions.is_empty() {
            return said;
        }
        if whom.request(line, questions, self.next).len() > LONGEST_LINE {
            let message = format!("a request may not be longer than {LONGEST_LINE} bytes");
            return questions.iter().map(|_| Response::Unsupported(message.clone())).collect();
        }
        let Err(failure) = self.put(whom, line, questions, &mut said) else { return said };
        if questions.len() == 1 {
            return vec![failure.said()];
        }
        let stopped = said.len();
        let mut is_found = false;
        let limit = self.limits.question;
        if let ProcessFailure::TimedOut(_) = failure {
            // The batch has waited for the whole time already.
            let slowest = Duration::from_micros(self.slowest.load(Ordering::Relaxed));
            let again = AGAIN.max(limit / AGAIN_PART).max(slowest.saturating_mul(LONGEST));
            self.limits.question = limit.min(again);
        }
        for question in &questions[stopped..] {
            is_found |= self.put_alone(whom, line, question, &mut said);
        }
        self.limits.question = limit;
        // The last answered question may have caused the failure.
        if !is_found && let Some(before) = stopped.checked_sub(1) {
            let mut again = Vec::new();
            if self.put_alone(whom, line, &questions[before], &mut again) {
                said.splice(before..stopped, again);
                is_found = true;
            }
        }
        if !is_found && let Some(said) = said.get_mut(stopped) {
            *said = failure.said();
        }
        said
    }

    /// Asks a single question. Returns whether it fails.
    fn put_alone(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        question: &Question,
        said: &mut Vec<Response>,
    ) -> bool {
        let failure = self.put(whom, line, slice::from_ref(question), said).err();
        let fails = failure.is_some();
        said.extend(failure.map(ProcessFailure::said));
        fails
    }

    /// Sends a batch of questions and appends the answers that arrive to `said`.
    fn put(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        questions: &[Question],
        said: &mut Vec<Response>,
    ) -> Result<(), ProcessFailure> {
        self.has_patience()?;
        let result = self.exchange(whom, line, questions, said);
        if let ([question], Err(ProcessFailure::TimedOut(_))) = (questions, &result) {
            *self.hung.entry(question.kind()).or_default() += 1;
        }
        self.count(result.as_ref().err());
        result
    }

    /// Records the success or failure of an exchange. Kills a process that has failed.
    fn count(&mut self, failure: Option<&ProcessFailure>) {
        match failure {
            None => {
                self.failures_in_a_row = 0;
                self.violations_in_a_row = 0;
                self.timeouts_in_a_row = 0;
            }
            Some(ProcessFailure::NotAsked(_)) => {
                if let Some(child) = self.child.take() {
                    self.lose(child);
                }
            }
            Some(failure) => {
                self.failures += 1;
                self.failures_in_a_row += 1;
                let is_violation = matches!(failure, ProcessFailure::Protocol(_));
                self.violations_in_a_row =
                    if is_violation { self.violations_in_a_row + 1 } else { 0 };
                failure.message().clone_into(&mut self.last_failure);
                let is_late = matches!(failure, ProcessFailure::TimedOut(_));
                self.timeouts_in_a_row = if is_late { self.timeouts_in_a_row + 1 } else { 0 };
                self.late += u32::from(is_late);
                self.failed = Some(std::mem::take(&mut self.log));
                if let Some(child) = self.child.take() {
                    self.lose(child);
                }
            }
        }
    }

    /// Returns the process, starting it if necessary.
    fn running(&mut self) -> Result<&mut ChildProcess, ProcessFailure> {
        let child = match self.child.take() {
            Some(child) => child,
            None => self.greet()?.0,
        };
        Ok(self.child.insert(child))
    }

    fn exchange(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        questions: &[Question],
        said: &mut Vec<Response>,
    ) -> Result<(), ProcessFailure> {
        self.running()?;
        let (first, before) = (self.next, said.len());
        let last = first + questions.len() as u64;
        self.next = last + 1;
        let request =
            format!("{}\n{}", whom.request(line, questions, first), anything_left(whom, last));
        self.log.sent(&request, questions.len() + 1);
        let (begin, patience) = (Instant::now(), self.patience(1));
        self.running()?.send(request);
        let nothing_left = NOTHING_LEFT;
        for (id, question) in (first..).zip(questions.iter().chain([&nothing_left])) {
            let answered = self.line(patience).and_then(|reply| {
                whom.read_reply(id, question, &reply).map_err(|error| match error {
                    ReplyError::Another { answered, .. } if answered < id => {
                        // Answers from this id on cannot be trusted.
                        said.truncate(before + answered.saturating_sub(first) as usize);
                        ProcessFailure::Protocol(format!("it answers question {answered} twice"))
                    }
                    ReplyError::Another { .. } | ReplyError::Unreadable { .. } => {
                        ProcessFailure::Protocol(error.to_string())
                    }
                })
            });
            match answered {
                Ok(response) if id < last => said.push(response),
                Ok(_) => {}
                Err(failure) => {
                    // A failure after the last answer is attributed to the last question.
                    said.truncate(before + questions.len() - 1);
                    return Err(failure);
                }
            }
        }
        self.has_waited(begin);
        self.remember(questions.iter().cloned().zip(said[before..].iter().cloned()).collect());
        Ok(())
    }

    /// Stores the answers to the last request.
    fn remember(&mut self, said: Vec<(Question, Response)>) {
        self.answered.extend(said.iter().map(|(question, _)| question.kind()));
        self.recent.push_back((said, self.log.count()));
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    /// Starts the process and reads its hello.
    fn greet(&mut self) -> Result<(ChildProcess, Respondent), ProcessFailure> {
        let mut child = ChildProcess::start(&self.guard, &self.command, &self.limits)?;
        self.starts += 1;
        let id = self.next;
        self.next += 1;
        let hello = wire::hello(id);
        (self.log, self.recent) = (RequestLog::new(hello.clone()), VecDeque::new());
        child.send(hello);
        let heard = child
            .line(&self.limits, self.hello_patience())
            .and_then(|line| Respondent::read(id, &line).map_err(ProcessFailure::Protocol));
        let same = heard.and_then(|respondent| {
            if *self.heard.get_or_insert_with(|| respondent.clone()) == respondent {
                return Ok(respondent);
            }
            let message = "after a restart its hello differs from the first one";
            Err(ProcessFailure::Protocol(message.to_owned()))
        });
        match same {
            Ok(respondent) => Ok((child, respondent)),
            Err(failure) => {
                self.lose(child);
                Err(failure)
            }
        }
    }

    /// Asks a first question that every adapter can answer. If the adapter has written an unsolicited line, such as a
    /// second hello, that line arrives instead of the answer, and would do so for every later question. It is reported
    /// once, here.
    ///
    /// If the process ends or stays silent instead, it is dropped, and the failure is reported at the next question.
    fn check_in_step(&mut self, whom: &Respondent) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        // The previous id belongs to the hello.
        let id = self.next;
        self.next += 1;
        let request = anything_left(whom, id);
        self.log.sent(&request, 1);
        child.send(request);
        let Ok(line) = child.line(&self.limits, self.limits.question) else {
            self.lose(child);
            return Ok(());
        };
        self.log.heard(&line);
        let Err(error) = whom.read_reply(id, &NOTHING_LEFT, &line) else {
            self.child = Some(child);
            return Ok(());
        };
        self.lose(child);
        let is_hello = Respondent::read(id - 1, &line).is_ok();
        let what = if is_hello { "it sends hello again".to_owned() } else { error.to_string() };
        Err(format!(
            "the line after its hello does not answer the first question: {what}; expected one line for the \
             hello, and then one for each question, with its number"
        ))
    }

    /// Kills a process that failed and keeps the end of its standard error.
    fn lose(&mut self, child: ChildProcess) {
        let (talk, is_gone) = child.end();
        self.talk = talk;
        self.held += u32::from(!is_gone);
    }

    /// Time limit for the hello, in a search at most the time that is left.
    fn hello_patience(&self) -> Duration {
        let Some(SearchLimits { end: Some(end), answer }) = self.search else {
            return self.limits.hello;
        };
        self.limits.hello.min(end.saturating_duration_since(Instant::now()).max(answer))
    }

    /// Records the use by this thread, then checks like [`Session::check_alive`].
    fn has_patience(&mut self) -> Result<(), ProcessFailure> {
        self.used = Some((thread::current().id(), Instant::now()));
        self.check_alive()
    }

    /// Returns an error if the search is over or the process was given up.
    fn check_alive(&self) -> Result<(), ProcessFailure> {
        let Some(search) = self.search else { return self.is_tolerated() };
        if search.end.is_some_and(|end| Instant::now() >= end) {
            return Err(ProcessFailure::NotAsked("not asked: the time is up".to_owned()));
        }
        self.is_tolerated()
            .map_err(|failure| ProcessFailure::NotAsked(failure.message().to_owned()))
    }

    /// Returns an error if the process has exceeded a limit of failures.
    fn is_tolerated(&self) -> Result<(), ProcessFailure> {
        let Limits { failures, violations, timeouts, late, held, .. } = self.limits;
        if self.violations_in_a_row >= violations {
            return Err(ProcessFailure::Protocol(format!(
                "not asked: it violated the protocol {violations} times in a row, at last: {}",
                self.last_failure
            )));
        }
        if self.timeouts_in_a_row >= timeouts {
            let message = format!("not asked: {timeouts} answers in a row did not come in time");
            return Err(ProcessFailure::TimedOut(message));
        }
        if self.late >= late {
            let message = format!("not asked: {late} answers in all did not come in time");
            return Err(ProcessFailure::TimedOut(message));
        }
        if self.held >= held {
            return Err(ProcessFailure::Crashed(format!(
                "not asked: {held} times it ended while a process that it had started held its pipes open"
            )));
        }
        if self.failures_in_a_row >= failures {
            return Err(ProcessFailure::Crashed(format!(
                "not asked: it failed {failures} times in a row"
            )));
        }
        Ok(())
    }
}
