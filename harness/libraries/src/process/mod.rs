//! Client for libraries that run in separate processes and speak the wire protocol.
//!
//! Each question has an outcome, whatever the process does, and a failure does not affect other questions. A failed
//! process is killed and restarted. The unanswered questions of a batch are then asked one by one, to find the one that
//! causes the failure. If an answer is late, the question is repeated once: only a second late answer is a failure, because
//! the first one may be due to the machine.

mod child;
mod game;
mod group;

use std::{
    collections::BTreeSet,
    slice,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use lawbook::{
    position::{Move, Setup},
    rules::Event,
};
use lawbook_catalogue::{
    adapter::{
        About, GameSession, Implementation, Response, Scenario,
        wire::{self, LONGEST_LINE, ReplyError, Respondent},
    },
    question::{PositionQuestion, Question},
};

use child::{ChildProcess, NOT_STARTED, stopped};
use game::ProcessGame;
use group::is_stopped;
pub use group::stop_on_signal;

/// Limits of an adapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time from the start of the adapter to its hello. It is [`answer`](Limits::answer) if that is longer.
    pub startup: Duration,
    /// Time for the answer to one question.
    pub answer: Duration,
    /// Maximum length of a line, in bytes.
    pub line: usize,
    /// Number of failures after which a process is not started again.
    pub failures: u32,
    /// Maximum number of parallel processes, one per asking thread. Another process is started if all are busy. The
    /// limits above apply to each process.
    pub processes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            startup: Duration::from_secs(30),
            answer: Duration::from_secs(10),
            line: LONGEST_LINE,
            failures: 100,
            processes: 1,
        }
    }
}

/// Number of failures in a row after which an adapter has to answer [`SYNC_QUESTION`], or is given up.
const ROW: u32 = 10;

/// How the message begins about a question that was not sent.
const NOT_ASKED: &str = "not asked: ";

/// A question that any adapter can answer. It is sent after each batch: if another line arrives instead of its answer,
/// the adapter is out of step.
const SYNC_QUESTION: Question = Question::Position(PositionQuestion::Setup);

/// Definition of a hello, for authors of adapters.
const HELLO: &str = "\
    the line of JSON with which an adapter answers the first request, with its name, its version and the questions that it \
    answers; `lawbook adapter new` writes an adapter that does this";

/// Advice about a hello that is late.
const LATE_HELLO: &str = "\
    a command that compiles first, such as `cargo run`, or that starts slowly needs more time: build it before, or give \
    --timeout, which is also the limit of the hello if it is longer than 30 s";

/// Describes a question at the end of a line of play, for messages.
fn request_text(line: &Scenario, question: &Question) -> String {
    let acts: Vec<String> = line.acts.iter().map(ToString::to_string).collect();
    let acts = if acts.is_empty() { "no move".to_owned() } else { acts.join(", ") };
    format!("\"{question}\" after {acts} from {}", line.setup)
}

/// The initial position.
fn initial(whom: &Respondent) -> Scenario {
    Scenario {
        setup: Setup::start(),
        acts: Vec::new(),
        rule_set: whom.about().rule_set,
        event: Event::default(),
    }
}

/// The request line with [`SYNC_QUESTION`].
fn anything_left(whom: &Respondent, id: u64) -> String {
    whom.request(&initial(whom), &[SYNC_QUESTION], id)
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

    /// Advice about an adapter that has failed before its hello; empty if its hello can be read and has a mistake.
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
        let is_late = matches!(self, ProcessFailure::TimedOut(_));
        let advice = if is_late { format!("; {LATE_HELLO}") } else { String::new() };
        format!("; this was {place} its hello, {HELLO}{advice}")
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
    /// On Unix the adapter has a process group of its own, which ends with it, and with this process if a signal ends it
    /// that can be caught. In all other cases the adapter has to exit when its standard input ends.
    ///
    /// # Errors
    ///
    /// The adapter does not start, or its hello is not valid. The message includes the end of its standard error.
    pub fn start(command: Vec<String>, limits: Limits) -> Result<Process, String> {
        let mut session = Session::new(command, limits);
        match session.greet() {
            Ok((child, respondent)) => {
                session.child = Some(child);
                session.check_in_step(&respondent)?;
                let about = respondent.about().clone();
                Ok(Process { about, respondent, sessions: Sessions::begin(session) })
            }
            Err(failure) => {
                if failure.message().starts_with(NOT_STARTED) {
                    return Err(failure.message().to_owned());
                }
                let talk = session.talk.trim_end();
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

    /// Makes all questions from now on part of a search, where answers are optional. When the search ends or a process is
    /// given up, the remaining questions are skipped and do not count as failures.
    pub fn limit_search(&self, end: Option<Instant>) {
        let mut sessions = lock(&self.sessions);
        sessions.next.search = Some(end);
        for session in &sessions.there {
            lock(session).search = Some(end);
        }
    }

    /// Why the adapter was given up, and the request that failed last; `None` if it was not.
    pub fn gave_up(&self) -> Option<(String, String)> {
        let sessions = lock(&self.sessions).there.clone();
        sessions.iter().find_map(|session| {
            let session = lock(session);
            let why = session.is_tolerated().err()?;
            let why = why.message().trim_start_matches(NOT_ASKED).to_owned();
            let asked = session.last_failure.as_ref().map(|(_, asked)| asked.clone());
            Some((why, asked.unwrap_or_default()))
        })
    }

    /// The requests whose answer was late once, and came in time when they were sent again.
    pub fn late(&self) -> Vec<String> {
        let sessions = lock(&self.sessions).there.clone();
        sessions.iter().flat_map(|session| lock(session).late.clone()).collect()
    }

    /// Number of failures, late answers included, and the end of the standard error of the process that failed last.
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
        self.respondent.ask(line, questions, |asked| {
            let mut said = lock(&self.session()).ask(&self.respondent, line, asked);
            self.ask_beside(line, asked, &mut said);
            said
        })
    }

    /// Prefetched questions are sent in one line if the adapter keeps games.
    fn start_game(&self, line: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        Ok(Box::new(ProcessGame::new(self, line)?))
    }

    fn taking_back(
        &self,
        moves: Vec<Vec<Move>>,
        between: Vec<Question>,
    ) -> Option<Box<dyn Implementation + '_>> {
        let respondent = self.respondent.taking_back(&moves, &between)?;
        Some(Box::new(Process { respondent, ..self.clone() }))
    }

    fn fresh(&self) -> Option<Box<dyn Implementation>> {
        let mut session = lock(&self.sessions).next.another();
        session.limits.processes = 1;
        Some(Box::new(Process { sessions: Sessions::begin(session), ..self.clone() }))
    }

    fn is_asked(&self) -> bool {
        let sessions = lock(&self.sessions).there.clone();
        sessions.iter().all(|session| lock(session).check_alive().is_ok())
    }
}

/// The sessions of one library.
struct Sessions {
    there: Vec<Arc<Mutex<Session>>>,
    /// Template for new sessions; never used itself.
    next: Session,
}

impl Sessions {
    /// Begins with a first session, whose settings the further ones have.
    fn begin(session: Session) -> Arc<Mutex<Sessions>> {
        let next = session.another();
        Arc::new(Mutex::new(Sessions { there: vec![Arc::new(Mutex::new(session))], next }))
    }
}

/// A process and its failures.
#[derive(Default)]
struct Session {
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
    /// Number of failures since the last request that was answered in full.
    row: u32,
    /// The last failure, and the request that failed.
    last_failure: Option<(ProcessFailure, String)>,
    /// The requests whose answer was late once, and came in time when they were sent again.
    late: Vec<String>,
    talk: String,
    /// The end of the search, if the questions are part of one; `Some(None)` if it has no end in time.
    search: Option<Option<Instant>>,
}

impl Session {
    fn new(command: Vec<String>, limits: Limits) -> Session {
        Session { command, limits, ..Session::default() }
    }

    /// Creates a session with the same settings. Its process must describe itself in the same way.
    fn another(&self) -> Session {
        let Session { command, limits, heard, search, .. } = self;
        Session { heard: heard.clone(), search: *search, ..Session::new(command.clone(), *limits) }
    }

    /// Time limit for the answers to a batch of `questions` questions.
    fn patience(&self, questions: usize) -> Duration {
        let questions = u32::try_from(questions).unwrap_or(u32::MAX);
        self.limits.answer.saturating_mul(questions)
    }

    /// Reads the next line.
    fn line(&mut self, patience: Duration) -> Result<String, ProcessFailure> {
        let (limits, left) = (self.limits, self.time_left());
        line_in_time(self.running()?, &limits, patience, left)
    }

    /// Asks a batch of questions. After a failure, asks the rest one by one, to find the question that causes it.
    fn ask(&mut self, whom: &Respondent, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        let mut said = Vec::new();
        if questions.is_empty() {
            return said;
        }
        if whom.request(line, questions, self.next).len() > LONGEST_LINE {
            let message = format!("a request may not be longer than {LONGEST_LINE} bytes");
            return questions.iter().map(|_| Response::Unsupported(message.clone())).collect();
        }
        if let [question] = questions {
            self.put_alone(whom, line, question, None, &mut said);
            return said;
        }
        let Err(failure) = self.put(whom, line, questions, &mut said) else { return said };
        let stopped = said.len();
        let mut late = Some(&failure).filter(|one| matches!(one, ProcessFailure::TimedOut(_)));
        // A late answer that does not repeat is not a failure of another question.
        let mut is_found = late.is_some();
        for question in &questions[stopped..] {
            is_found |= self.put_alone(whom, line, question, late.take().cloned(), &mut said);
        }
        // The last answered question may have caused the failure.
        if !is_found && let Some(before) = stopped.checked_sub(1) {
            let mut again = Vec::new();
            if self.put_alone(whom, line, &questions[before], None, &mut again) {
                said.splice(before..stopped, again);
                is_found = true;
            }
        }
        if !is_found && let Some(said) = said.get_mut(stopped) {
            *said = failure.said();
        }
        said
    }

    /// Asks a single question, whose answer has already been late once if `late` is that failure. Returns whether it fails.
    fn put_alone(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        question: &Question,
        late: Option<ProcessFailure>,
        said: &mut Vec<Response>,
    ) -> bool {
        let asked = || request_text(line, question);
        let exchange =
            |session: &mut Session| session.exchange(whom, line, slice::from_ref(question), said);
        let failure = self.twice(late, &asked, exchange).err();
        let fails = failure.is_some();
        said.extend(failure.map(ProcessFailure::said));
        fails
    }

    /// Sends a request, and once more if its answer is late. `late` is the failure if it has already been late once, and
    /// `asked` describes the request.
    fn twice<T>(
        &mut self,
        mut late: Option<ProcessFailure>,
        asked: &dyn Fn() -> String,
        mut exchange: impl FnMut(&mut Session) -> Result<T, ProcessFailure>,
    ) -> Result<T, ProcessFailure> {
        loop {
            if let Err(over) = self.check_alive() {
                let is_over = matches!(over, ProcessFailure::NotAsked(_));
                return Err(late.filter(|_| !is_over).unwrap_or(over));
            }
            let result = exchange(self);
            self.count(result.as_ref().err(), asked);
            match (result, &late) {
                (Err(failure @ ProcessFailure::TimedOut(_)), None) => late = Some(failure),
                (Ok(answer), Some(_)) => {
                    self.late.push(asked());
                    return Ok(answer);
                }
                (result, _) => return result,
            }
        }
    }

    /// Sends a batch of questions and appends the answers that arrive to `said`.
    fn put(
        &mut self,
        whom: &Respondent,
        line: &Scenario,
        questions: &[Question],
        said: &mut Vec<Response>,
    ) -> Result<(), ProcessFailure> {
        self.check_alive()?;
        let result = self.exchange(whom, line, questions, said);
        let asked =
            || questions.get(said.len()).map_or_else(String::new, |one| request_text(line, one));
        self.count(result.as_ref().err(), &asked);
        result
    }

    /// Records the failure of an exchange, and kills the process. `asked` describes the request.
    fn count(&mut self, failure: Option<&ProcessFailure>, asked: &dyn Fn() -> String) {
        let Some(failure) = failure else {
            self.row = 0;
            return;
        };
        if !matches!(failure, ProcessFailure::NotAsked(_)) {
            self.row += 1;
            self.failures += 1;
            self.last_failure = Some((failure.clone(), asked()));
        }
        if let Some(child) = self.child.take() {
            self.talk = child.end();
        }
        // One line may be too hard, whatever is asked about it. The initial position is not.
        if self.row == ROW
            && let Some(whom) = self.heard.clone()
        {
            let line = initial(&whom);
            let said = self.exchange(&whom, &line, &[SYNC_QUESTION], &mut Vec::new());
            self.count(said.as_ref().err(), &|| request_text(&line, &SYNC_QUESTION));
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
        let patience = self.patience(1);
        self.running()?.send(request);
        for (id, question) in (first..).zip(questions.iter().chain([&SYNC_QUESTION])) {
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
                Ok(response) if id < last => said.push(wire::checked(line, response)),
                Ok(_) => {}
                Err(failure) => {
                    // A failure after the last answer is attributed to the last question.
                    said.truncate(before + questions.len() - 1);
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// Starts the process and reads its hello.
    fn greet(&mut self) -> Result<(ChildProcess, Respondent), ProcessFailure> {
        let mut child = ChildProcess::start(&self.command, &self.limits)?;
        self.starts += 1;
        let id = self.next;
        self.next += 1;
        child.send(wire::hello(id));
        let patience = self.limits.startup.max(self.limits.answer);
        let heard = line_in_time(&mut child, &self.limits, patience, self.time_left())
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
                self.talk = child.end();
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
        child.send(request);
        let Ok(line) = child.line(&self.limits, self.limits.answer) else {
            self.talk = child.end();
            return Ok(());
        };
        let Err(error) = whom.read_reply(id, &SYNC_QUESTION, &line) else {
            self.child = Some(child);
            return Ok(());
        };
        self.talk = child.end();
        let is_hello = Respondent::read(id - 1, &line).is_ok();
        let what = if is_hello { "it sends hello again".to_owned() } else { error.to_string() };
        Err(format!(
            "the line after its hello does not answer the first question: {what}; expected one line for the \
             hello, and then one for each question, with its number"
        ))
    }

    /// The time until the end of the search, if it has one.
    fn time_left(&self) -> Option<Duration> {
        Some(self.search??.saturating_duration_since(Instant::now()))
    }

    /// Returns an error if the run was stopped, the search is over or the process was given up.
    fn check_alive(&self) -> Result<(), ProcessFailure> {
        if is_stopped() {
            return Err(stopped());
        }
        if self.search.is_none() {
            return self.is_tolerated();
        }
        if self.time_left().is_some_and(|left| left.is_zero()) {
            return Err(ProcessFailure::NotAsked(format!("{NOT_ASKED}the time is up")));
        }
        self.is_tolerated()
            .map_err(|failure| ProcessFailure::NotAsked(failure.message().to_owned()))
    }

    /// Returns an error if the process has failed too often.
    fn is_tolerated(&self) -> Result<(), ProcessFailure> {
        let Some((last, _)) = self.last_failure.as_ref() else { return Ok(()) };
        if self.failures < self.limits.failures && self.row <= ROW {
            return Ok(());
        }
        let message = format!("{NOT_ASKED}it failed {} times, at last: ", self.failures);
        Err(match last {
            ProcessFailure::Crashed(how) => ProcessFailure::Crashed(message + how),
            ProcessFailure::TimedOut(how) => ProcessFailure::TimedOut(message + how),
            ProcessFailure::Protocol(how) => ProcessFailure::Protocol(message + how),
            ProcessFailure::NotAsked(how) => ProcessFailure::NotAsked(message + how),
        })
    }
}

/// Reads the next line of a process, within `patience`. A line that is missing when the time `left` for a search is up is
/// no failure.
fn line_in_time(
    child: &mut ChildProcess,
    limits: &Limits,
    patience: Duration,
    left: Option<Duration>,
) -> Result<String, ProcessFailure> {
    let waits = left.map_or(patience, |left| patience.min(left));
    child.line(limits, waits).map_err(|failure| {
        if matches!(failure, ProcessFailure::TimedOut(_)) && waits < patience {
            return ProcessFailure::NotAsked("not waited for: the time is up".to_owned());
        }
        failure
    })
}
