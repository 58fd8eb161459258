//! Libraries in processes of their own, asked over the wire protocol.
//!
//! Whatever such a process does, every question has an outcome, and the others keep theirs. A process
//! that fails is ended and started again. Questions that were put together are then put one by one
//! from where it stopped, so that the one that is to blame is found.

mod child;
#[cfg(unix)]
mod guard;
#[cfg(target_os = "linux")]
mod memory;
mod repeat;
mod supervised;
mod tool;
mod walk;

#[cfg(unix)]
pub use guard::guard;
pub use tool::{ToolFailure, ToolLimits, run_tool};

use std::{
    collections::{BTreeSet, VecDeque},
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
        About, Implementation, RequestLog, Response, Situation, Walk,
        wire::{self, LONGEST_LINE, ReplyError, Respondent},
    },
    position::Setup,
    question::{PositionQuestion, Question},
    rules::Event,
};

use child::ChildProcess;
use walk::ProcessWalk;

/// How much of anything is waited for or kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The time for the first answer, in which the adapter starts.
    pub hello: Duration,
    /// The time for the answer to one question.
    pub question: Duration,
    /// The length of a line, in bytes.
    pub line: usize,
    /// How much is kept of what was written last on standard error, in bytes.
    pub talk: usize,
    /// The memory that each of its processes may ask for, and that all of them may use together with the memory they
    /// share, in bytes; enforced on Linux only.
    pub memory: u64,
    /// After so many failures in a row nothing more is asked.
    pub failures: u32,
    /// After this number of violations of the protocol in a row nothing more is asked: an adapter that writes lines without
    /// being asked is out of step with every question, and starting it again does not help.
    pub violations: u32,
    /// After so many answers in a row that did not come in time nothing more is asked.
    pub timeouts: u32,
    /// After so many answers in all that did not come in time nothing more is asked.
    pub late: u32,
    /// After so many ends at which somebody kept the streams open nothing more is asked.
    pub held: u32,
    /// How many processes at most answer side by side, one for each thread that asks; what is counted above is counted
    /// for each. Another one is started when all are busy.
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
            held: 3,
            processes: 1,
        }
    }
}

/// What is asked in a search, of which nothing need be answered: when it is over, or a process has failed too often, what
/// is left is not asked, and is not held against the library.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits {
    /// When it is over; never if there is none.
    pub end: Option<Instant>,
    /// The time for the answer to one question, if that is less than [`Limits::question`].
    pub answer: Duration,
}

/// How many times the longest time that answers have taken is waited for answers that are put together in a search.
const LONGEST: u32 = 8;

/// Maximum number of exchanges about whole lines of which a session keeps what was asked.
const RECENT: usize = 64;

/// How long a process that should end may take to do so.
const FAREWELL: Duration = Duration::from_secs(2);

/// What any adapter answers. Its answer comes next unless something of what came before is left over.
const NOTHING_LEFT: Question = Question::Position(PositionQuestion::Setup);

/// The line with which it is asked.
fn anything_left(whom: &Respondent, id: u64) -> String {
    let line = Situation {
        setup: Setup::start(),
        acts: Vec::new(),
        rule_set: whom.about().rule_set,
        event: Event::default(),
    };
    whom.request(&line, &[NOTHING_LEFT], id)
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ProcessFailure {
    Crashed(String),
    TimedOut(String),
    Protocol(String),
    /// It was not asked, as the search is over or it has failed too often.
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

    fn message(&self) -> &str {
        let (ProcessFailure::Crashed(message)
        | ProcessFailure::TimedOut(message)
        | ProcessFailure::Protocol(message)
        | ProcessFailure::NotAsked(message)) = self;
        message
    }
}

/// A library in a process of its own, or in several that are started alike; a clone is the same.
#[derive(Clone)]
pub struct Process {
    about: About,
    respondent: Respondent,
    sessions: Arc<Mutex<Sessions>>,
}

impl Process {
    /// Starts an adapter by its command, the program first, and hears who it is.
    ///
    /// On Unix the guard is the program `lawbook`, which stands between as `lawbook adapter guard`, so that
    /// nothing the adapter has started outlives us, however we end. Elsewhere there is no guard: the
    /// adapter is ended with us only if it leaves when its standard input ends.
    ///
    /// # Errors
    ///
    /// It does not start, or does not say hello as it should; with what it wrote on its standard error.
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
                let separator = if talk.is_empty() { "" } else { "\n" };
                Err(format!("{}{separator}{talk}", failure.message()))
            }
        }
    }

    /// Calls it by another name than it gave itself.
    pub fn rename(&mut self, name: String) {
        self.about.name = name;
    }

    /// What it said of itself.
    pub fn respondent(&self) -> &Respondent {
        &self.respondent
    }

    /// Puts questions to it as if it had said this of itself, one outcome each.
    pub fn put(
        &self,
        whom: &Respondent,
        line: &Situation,
        questions: &[Question],
    ) -> Vec<Response> {
        lock(&self.session()).ask(whom, line, questions)
    }

    /// Limits what is asked from now on to a search.
    pub fn limit_search(&self, limits: SearchLimits) {
        let mut sessions = lock(&self.sessions);
        sessions.next.search = Some(limits);
        for session in &sessions.there {
            lock(session).search = Some(limits);
        }
    }

    /// Why nothing more is asked, if it has failed too often.
    pub fn gave_up(&self) -> Option<String> {
        let sessions = lock(&self.sessions).there.clone();
        let failed = |session: &Arc<Mutex<Session>>| lock(session).is_tolerated().err();
        sessions.iter().find_map(failed).map(|failure| failure.message().to_owned())
    }

    /// How often it failed, and the last of what it then had written on its standard error.
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

    /// One that nobody else uses, as long as there may be so many.
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

/// What is behind a lock, also if a thread has panicked that had it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Implementation for Process {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        self.respondent.ask(line, questions, |asked| self.put(&self.respondent, line, asked))
    }

    /// The questions that are foreseen are put in one line, to an adapter that keeps games.
    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        Ok(Box::new(ProcessWalk::new(self, line)?))
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
        sessions.iter().all(|session| lock(session).may_be_asked().is_ok())
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

/// The processes of one library.
struct Sessions {
    there: Vec<Arc<Mutex<Session>>>,
    /// What another one begins as; it is never asked itself.
    next: Session,
}

/// A process, as long as it is there, and what has come of it so far.
struct Session {
    guard: PathBuf,
    command: Vec<String>,
    limits: Limits,
    child: Option<ChildProcess>,
    /// How often it was started.
    starts: u64,
    /// The numbers of the games that are under way there.
    lent: BTreeSet<u64>,
    /// What it said of itself when it was first started.
    heard: Option<Respondent>,
    /// The number of the next question.
    next: u64,
    failures: u32,
    failures_in_a_row: u32,
    violations_in_a_row: u32,
    last_failure: String,
    timeouts_in_a_row: u32,
    late: u32,
    held: u32,
    talk: String,
    search: Option<SearchLimits>,
    /// The longest time that answers have taken to come, in microseconds, of all sessions.
    slowest: Arc<AtomicU64>,
    /// The thread that asked last, and when.
    used: Option<(ThreadId, Instant)>,
    log: RequestLog,
    /// The answers to the last requests, each with the number of requests sent until then.
    recent: VecDeque<(Vec<(Question, Response)>, u64)>,
    /// The log of the process that failed last.
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

    /// One beside it, which has to say the same of itself.
    fn another(&self) -> Session {
        let Session { guard, command, limits, heard, search, slowest, .. } = self;
        Session {
            heard: heard.clone(),
            search: *search,
            slowest: Arc::clone(slowest),
            ..Session::new(guard.clone(), command.clone(), *limits)
        }
    }

    /// What it had been sent when it said this to a question.
    fn requests(&self, question: &Question, said: &Response) -> Option<RequestLog> {
        if said.is_process_failure() {
            return self.failed.clone();
        }
        let is_said = |one: &(Question, Response)| one.0 == *question && one.1 == *said;
        let at = self.recent.iter().rev().find(|(answers, _)| answers.iter().any(is_said));
        Some(self.log.clone().until(at.map_or(u64::MAX, |(_, count)| *count)))
    }

    /// How long to wait for the answers to some questions that come in one line.
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

    /// Takes down how long answers took that were asked for then.
    fn has_waited(&self, since: Instant) {
        let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.slowest.fetch_max(micros, Ordering::Relaxed);
    }

    /// The next line, which is taken down; at the end of a search an answer that may take long is not waited for.
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

    /// Puts questions together; if that goes wrong, one by one, to find the one that is to blame.
    fn ask(
        &mut self,
        whom: &Respondent,
        line: &Situation,
        questions: &[Question],
    ) -> Vec<Response> {
        let mut said = Vec::new();
        if questions.is_empty() {
            return said;
        }
        if whom.request(line, questions, self.next).len() > LONGEST_LINE {
            let message = format!("no adapter is sent a line of more than {LONGEST_LINE} bytes");
            return questions.iter().map(|_| Response::Unsupported(message.clone())).collect();
        }
        let Err(failure) = self.put(whom, line, questions, &mut said) else { return said };
        if questions.len() == 1 {
            return vec![failure.said()];
        }
        let stopped = said.len();
        let mut is_found = false;
        for question in &questions[stopped..] {
            is_found |= self.put_alone(whom, line, question, &mut said);
        }
        // It may be the last that was answered that did the harm.
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

    /// Puts one question by itself; whether it fails.
    fn put_alone(
        &mut self,
        whom: &Respondent,
        line: &Situation,
        question: &Question,
        said: &mut Vec<Response>,
    ) -> bool {
        let failure = self.put(whom, line, slice::from_ref(question), said).err();
        let fails = failure.is_some();
        said.extend(failure.map(ProcessFailure::said));
        fails
    }

    /// Puts questions together, and collects the answers as far as they come.
    fn put(
        &mut self,
        whom: &Respondent,
        line: &Situation,
        questions: &[Question],
        said: &mut Vec<Response>,
    ) -> Result<(), ProcessFailure> {
        self.has_patience()?;
        let result = self.exchange(whom, line, questions, said);
        self.count(result.as_ref().err());
        result
    }

    /// Takes down whether an exchange has failed; a process that has failed is ended.
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

    /// The process, started if it is not there.
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
        line: &Situation,
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
                        // From here on nothing is what it seems to be.
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
                    // What is wrong after the last answer is held against the last question.
                    said.truncate(before + questions.len() - 1);
                    return Err(failure);
                }
            }
        }
        self.has_waited(begin);
        self.remember(questions.iter().cloned().zip(said[before..].iter().cloned()).collect());
        Ok(())
    }

    /// Keeps what the last request was answered.
    fn remember(&mut self, said: Vec<(Question, Response)>) {
        self.recent.push_back((said, self.log.count()));
        self.recent.drain(..self.recent.len().saturating_sub(RECENT));
    }

    /// Starts the process, and hears who it is.
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
            let message = "started again, it says something else of itself";
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

    /// Puts a first question that every adapter answers. A line that the adapter has written without being asked, such as a
    /// second hello, comes in place of the answer, and would do so for every later question: it is reported once, here.
    ///
    /// A process that ends or is silent instead is lost, and its end is reported when it is asked.
    fn check_in_step(&mut self, whom: &Respondent) -> Result<(), String> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        // The number before is that of the hello.
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
        let what = if is_hello { "it says hello again".to_owned() } else { error.to_string() };
        Err(format!(
            "the line after its hello does not answer the first question: {what}; right would be one line for the \
             hello, and then one for each question, with its number"
        ))
    }

    /// Ends a process that failed.
    fn lose(&mut self, child: ChildProcess) {
        let (talk, is_gone) = child.end();
        self.talk = talk;
        self.held += u32::from(!is_gone);
    }

    /// How long to wait until a process says who it is: in a search no longer than there is time for an answer.
    fn hello_patience(&self) -> Duration {
        let Some(SearchLimits { end: Some(end), answer }) = self.search else {
            return self.limits.hello;
        };
        self.limits.hello.min(end.saturating_duration_since(Instant::now()).max(answer))
    }

    /// Whether it is still asked, now by this thread.
    fn has_patience(&mut self) -> Result<(), ProcessFailure> {
        self.used = Some((thread::current().id(), Instant::now()));
        self.may_be_asked()
    }

    /// Whether it is still asked.
    fn may_be_asked(&self) -> Result<(), ProcessFailure> {
        let Some(search) = self.search else { return self.is_tolerated() };
        if search.end.is_some_and(|end| Instant::now() >= end) {
            return Err(ProcessFailure::NotAsked("not asked: the time is up".to_owned()));
        }
        self.is_tolerated()
            .map_err(|failure| ProcessFailure::NotAsked(failure.message().to_owned()))
    }

    /// Whether it has not failed too often.
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
                "not asked: it ended {held} times while something it had started kept its streams"
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
