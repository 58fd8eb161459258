//! A game in progress at a library: setting up, playing, and asking one question. For programs that ask questions of their
//! own.

use std::{any::Any, cell::Cell, cell::OnceCell, mem, panic, sync::Once};

use crate::{
    About, Act, Adapter, OWN_ENDINGS, Refusal, Reply,
    adapter::{ENDINGS, is_move, is_square},
    fen::Fen,
    vectors::Question,
};

pub use crate::adapter::Value;

/// The result of asking a library one question; `A` is the type of its answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response<A = Value> {
    /// An answer.
    Answer {
        /// The answer.
        answer: A,
        /// Whether it comes from the library's own interface, see [`Reply::Native`].
        native: bool,
    },
    /// The library makes no claim; the text gives the reason.
    Silent(String),
    /// The library does not support the question; the text gives the reason.
    Unsupported(String),
    /// The library refused the setup, with this message.
    SetupRefused(String),
    /// The library refused a legal move of the line, with this message after the move.
    MoveRefused(String),
    /// The library panicked or threw an exception, or its answer has the wrong form.
    Panicked(String),
    /// The library's process exited before it answered.
    Crashed(String),
    /// The library's process did not answer in time.
    TimedOut(String),
    /// The reply of the library's process violates the protocol.
    ProtocolError(String),
}

impl<A> Response<A> {
    /// Returns the response to a setup that the library refuses with this message, which may be that of a crash.
    pub fn of_refused_setup(message: String) -> Response<A> {
        match is_crash(&message) {
            true => Response::Panicked(message),
            false => Response::SetupRefused(message),
        }
    }

    /// Returns the response to a move that the library refuses. The message follows the move and a colon, and may be that
    /// of a crash.
    pub fn of_refused_move(message: String) -> Response<A> {
        match message.split_once(": ").is_some_and(|(_, own)| is_crash(own)) {
            true => Response::Panicked(message),
            false => Response::MoveRefused(message),
        }
    }

    /// Returns the answer, if there is one.
    pub const fn answer(&self) -> Option<&A> {
        if let Response::Answer { answer, .. } = self { Some(answer) } else { None }
    }

    /// Returns whether it can be right or wrong: the library is neither silent nor without such an answer.
    pub const fn is_scored(&self) -> bool {
        !matches!(self, Response::Silent(_) | Response::Unsupported(_))
    }

    /// Returns whether the library rejected the line, panicked, crashed, timed out or violated the protocol.
    pub const fn is_failure(&self) -> bool {
        !matches!(self, Response::Answer { .. } | Response::Silent(_) | Response::Unsupported(_))
    }

    /// Returns whether the library's process crashed, timed out or violated the protocol.
    pub const fn is_process_failure(&self) -> bool {
        matches!(self, Response::Crashed(_) | Response::TimedOut(_) | Response::ProtocolError(_))
    }

    /// Returns the reason or message of a response without an answer.
    pub fn why(&self) -> Option<&str> {
        match self {
            Response::Answer { .. } => None,
            Response::Silent(why)
            | Response::Unsupported(why)
            | Response::SetupRefused(why)
            | Response::MoveRefused(why)
            | Response::Panicked(why)
            | Response::Crashed(why)
            | Response::TimedOut(why)
            | Response::ProtocolError(why) => Some(why),
        }
    }

    /// Converts the answer, if there is one. `read` may find that it is none.
    pub fn and_then<B>(self, read: impl FnOnce(A, bool) -> Response<B>) -> Response<B> {
        match self {
            Response::Answer { answer, native } => read(answer, native),
            Response::Silent(why) => Response::Silent(why),
            Response::Unsupported(why) => Response::Unsupported(why),
            Response::SetupRefused(why) => Response::SetupRefused(why),
            Response::MoveRefused(why) => Response::MoveRefused(why),
            Response::Panicked(why) => Response::Panicked(why),
            Response::Crashed(why) => Response::Crashed(why),
            Response::TimedOut(why) => Response::TimedOut(why),
            Response::ProtocolError(why) => Response::ProtocolError(why),
        }
    }
}

/// The sign before a move that is tried on the way although it is illegal.
pub const ILLEGAL: char = '!';

/// A line of play: the setup, the acts, and the moves to be played and taken back on the way.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The setup, as a FEN of six fields.
    pub fen: String,
    /// The acts: moves in UCI, and other acts as their names with their fields.
    pub acts: Vec<String>,
    /// The moves to be played and taken back before each act, and after the last one. One that begins with [`ILLEGAL`] is
    /// illegal, and expected to be refused.
    pub detours: Vec<Vec<String>>,
    /// Questions that are asked before each act, and after each of these moves, before it is taken back. The answers are dropped.
    pub between: Vec<String>,
    /// Whether all moves of the line are taken back at its end, and played again.
    pub retraces: bool,
    /// The rule set, for a library that knows several; empty for its own.
    pub rule_set: String,
    /// The conditions of the game, as the JSON of the protocol; empty for the usual ones.
    pub event: String,
}

/// Castling as in Chess960, where the king takes its rook, and otherwise.
const CASTLING: [(&str, &str); 4] =
    [("e1h1", "e1g1"), ("e1a1", "e1c1"), ("e8h8", "e8g8"), ("e8a8", "e8c8")];

/// Returns whether a move may be castling that is written as in Chess960.
pub fn may_be_castling(written: &str) -> bool {
    CASTLING.iter().any(|(wrong, _)| *wrong == written)
}

impl Line {
    /// A line under the usual conditions.
    pub fn new(fen: impl Into<String>, acts: Vec<String>) -> Line {
        Line { fen: fen.into(), acts, ..Line::default() }
    }

    /// Returns what is wrong with a move at the end of the line, if it is castling written as in Chess960 and the game is not
    /// Chess960. That king and rook stand where they stood follows from the line, so this needs no rules of chess.
    pub fn wrong_castling(&self, written: &str) -> Option<String> {
        let (_, right) = CASTLING.iter().find(|(wrong, _)| *wrong == written)?;
        let (king, rook) = written.split_at(2);
        let fen = Fen::read(&self.fen).ok().filter(|fen| !fen.is_chess960())?;
        let color = if king == "e1" { "white" } else { "black" };
        let is_there = |square: &str, role: &str| fen.at(square) == Some(format!("{color} {role}"));
        let mut moves = self.acts.iter().filter_map(|act| Act(act).played());
        let has_moved = moves.any(|mv| [king, rook].iter().any(|square| mv[..4].contains(square)));
        (is_there(king, "king") && is_there(rook, "rook") && !has_moved)
            .then(|| format!("{written}: castling is written as the king's move, {right}"))
    }

    /// Returns what a library was made to play that the case does not show: the first `before` moves, which lead from the
    /// initial position to the setup, up to the one that it refuses; or the moves that were taken back or refused.
    pub fn unseen(&self, before: usize, refused: Option<&str>) -> Option<String> {
        let place = |at: usize| match self.acts.get(at) {
            Some(act) => format!("before {act}"),
            None => "at the end".to_owned(),
        };
        let detours = |words: &str, is_refused: bool| {
            let all = self.detours.iter().enumerate().filter_map(|(at, moves)| {
                let own = moves.iter().filter(|one| one.starts_with(ILLEGAL) == is_refused);
                let own: Vec<&str> = own.map(|one| one.trim_start_matches(ILLEGAL)).collect();
                (!own.is_empty()).then(|| format!("{} {}", own.join(", "), place(at)))
            });
            let all: Vec<String> = all.collect();
            (!all.is_empty()).then(|| format!("{words}: {}", all.join("; ")))
        };
        let asked = self.is_only_asked().map(|one| format!("asked before each move: {one}"));
        let retraces = self.retraces.then(|| "all moves taken back and played again".to_owned());
        let detours =
            [asked, retraces, detours("played and taken back", false), detours("refused", true)];
        let detours: Vec<String> = detours.into_iter().flatten().collect();
        if !detours.is_empty() {
            return Some(detours.join("; "));
        }
        let moves = self.acts.get(..before).filter(|moves| !moves.is_empty())?;
        let is_refused = |one: &String| Some(one.as_str()) == refused;
        let end = moves.iter().rposition(is_refused).map_or(before, |at| at + 1);
        Some(format!("reached from the initial position by {}", moves[..end].join(", ")))
    }

    /// Returns the question that is asked on the way, if nothing else is done there.
    pub(crate) fn is_only_asked(&self) -> Option<&str> {
        let [question] = &self.between[..] else { return None };
        (self.detours.is_empty() && !self.retraces).then_some(question)
    }

    /// Returns the move that is played and taken back, with the number of acts before it, if there is only one.
    pub(crate) fn only_detour(&self) -> Option<(usize, &str)> {
        let all = self.detours.iter().enumerate();
        let mut all = all.flat_map(|(at, moves)| moves.iter().map(move |one| (at, one.as_str())));
        all.next().filter(|_| all.next().is_none())
    }

    /// Returns an error if a text is not a move in UCI.
    fn check_move(&self, text: &str) -> Result<(), String> {
        match self.wrong_castling(text) {
            Some(why) => Err(why),
            None if is_move(text) => Ok(()),
            None => Err(format!("{text:?} is not a move in UCI")),
        }
    }
}

// A process has only one panic hook, which runs on the panicking thread. A thread-local flag tells the hook whether the
// panic is expected.
thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `run` and catches its panic, without printing it.
///
/// # Errors
///
/// Returns the message of the panic.
pub fn catch<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = panic::catch_unwind(panic::AssertUnwindSafe(run));
    QUIET.set(before);
    result.map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

/// Names of exceptions with which programs in Python, JavaScript and Java crash, and beginnings of messages of Go and of the
/// standard library of C++.
const CRASHES: &str = "AssertionError AttributeError IndexError KeyError MemoryError NameError NotImplementedError \
     OverflowError RecursionError StopIteration TypeError UnboundLocalError ZeroDivisionError InternalError RangeError \
     ReferenceError ArithmeticException ArrayIndexOutOfBoundsException ClassCastException IndexOutOfBoundsException \
     NegativeArraySizeException NoSuchElementException NullPointerException StackOverflowError \
     StringIndexOutOfBoundsException runtime-error vector basic_string map std::bad_alloc";

/// Returns whether the message with which a library refuses a setup or a move is that of a crash: an exception that the language or its
/// standard library throws when a program is wrong, and not one that a library throws to refuse. Such a message begins with
/// the name of the exception, as in `TypeError: ...`, `IndexError('...')` or `java.lang.NullPointerException`.
pub(crate) fn is_crash(message: &str) -> bool {
    let message = message.replacen("runtime error", "runtime-error", 1);
    let name = message.trim_start_matches("java.lang.").trim_start_matches("java.util.");
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with([':', '(']);
    CRASHES.split(' ').any(|crash| name.strip_prefix(crash).is_some_and(is_end))
}

/// Why a line was not played to its end.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The refusal or the panic.
    pub response: Response,
    /// Why an act before that is not supported, if one is not.
    pub untaken: Option<String>,
}

impl Stopped {
    /// Returns whether it is a panic at an act of this name.
    pub(crate) fn is_at(&self, act: &str) -> bool {
        matches!(&self.response, Response::Panicked(why) if why.starts_with(&format!("at \"{act} ")))
    }
}

/// A library, whatever the type of its games is.
pub trait Library {
    /// Returns its name, version and abilities.
    fn describe(&self) -> About;

    /// Sets up a line and plays it.
    ///
    /// # Errors
    ///
    /// Returns why the line was not played to its end.
    fn begin<'a>(&'a self, line: &Line) -> Result<Box<dyn Game + 'a>, Stopped>;

    /// Returns whether it can take a move back.
    fn can_take_back(&self) -> bool;

    /// Returns the names of the questions and of the acts that it supports, if it says so; none if that is to be found out, as by
    /// default.
    fn declared(&self) -> Option<(Vec<String>, Vec<String>)> {
        None
    }

    /// Answers questions at the end of a line at once; none if it answers them one by one in a game that has begun, as by
    /// default. A library that runs elsewhere gets one request then.
    fn answers(&self, _line: &Line, _questions: &[&Question<'_>]) -> Option<Vec<Response>> {
        None
    }
}

/// A game at the end of a line.
pub trait Game {
    /// Plays a move, or performs another act.
    ///
    /// # Errors
    ///
    /// Returns the refusal or the panic. The game is not used any further then.
    fn act(&mut self, text: &str) -> Result<(), Response>;

    /// Asks a question.
    fn ask(&self, question: &Question<'_>) -> Response;

    /// Takes the last move back.
    ///
    /// # Errors
    ///
    /// Returns the refusal or the panic; that it cannot, as by default. The game is not used any further then.
    fn take_back(&mut self) -> Result<(), Response> {
        Err(Response::Unsupported("it takes no moves back".to_owned()))
    }
}

impl<A: Adapter> Library for A {
    fn describe(&self) -> About {
        self.about()
    }

    fn begin<'a>(&'a self, line: &Line) -> Result<Box<dyn Game + 'a>, Stopped> {
        Ok(Box::new(Session::new(self, line)?))
    }

    fn can_take_back(&self) -> bool {
        let tried = catch(|| {
            let mut game = self.set_up(START).ok()?;
            self.play(&mut game, "e2e4").ok()?;
            Some(self.take_back(&mut game))
        });
        match tried {
            Ok(None) => false,
            Ok(Some(Err(refusal))) => refusal.is_supported,
            Ok(Some(Ok(()))) | Err(_) => true,
        }
    }
}

/// A game of an adapter.
struct Session<'a, A: Adapter> {
    adapter: &'a A,
    game: A::Game,
    line: Line,
    /// Why an act of the line is not supported, if one is not.
    untaken: Option<String>,
    /// The FEN of the position and whether it is native, asked once.
    fen: OnceCell<Result<(Fen, bool), Response>>,
}

impl<A: Adapter> Game for Session<'_, A> {
    fn act(&mut self, text: &str) -> Result<(), Response> {
        self.detour(false)?;
        self.fen.take();
        let act = Act(text);
        if act.leaves_legal_line() {
            return Err(Response::Unsupported("a library takes legal moves only".to_owned()));
        }
        self.line.acts.push(text.to_owned());
        let is_act = text.contains(' ') && self.adapter.about().is_arbiter;
        let Some(played) = act.played().filter(|_| !is_act) else {
            if self.untaken.is_none() {
                let taken = catch(|| self.adapter.act(&mut self.game, &act))
                    .map_err(|message| Response::Panicked(format!("at \"{act}\": {message}")))?;
                self.untaken = taken.err().filter(|one| !one.is_supported).map(|one| one.message);
            }
            return Ok(());
        };
        catch(|| self.adapter.play(&mut self.game, played))
            .map_err(|message| Response::Panicked(format!("while playing {played}: {message}")))?
            .map_err(|refusal| Response::of_refused_move(format!("{played}: {}", refusal.message)))
    }

    fn ask(&self, question: &Question<'_>) -> Response {
        catch(|| self.answer(question)).unwrap_or_else(Response::Panicked)
    }

    fn take_back(&mut self) -> Result<(), Response> {
        self.fen.take();
        self.line.acts.pop();
        catch(|| self.adapter.take_back(&mut self.game))
            .map_err(|message| Response::Panicked(format!("while taking back: {message}")))?
            .map_err(|Refusal { message, is_supported }| match is_supported {
                true => Response::Panicked(format!("while taking back: {message}")),
                false => Response::Unsupported(message),
            })
    }
}

impl<'a, A: Adapter> Session<'a, A> {
    fn new(adapter: &'a A, line: &Line) -> Result<Session<'a, A>, Stopped> {
        let stopped = |response| Stopped { response, untaken: None };
        let game = catch(|| adapter.set_up(&line.fen))
            .map_err(|message| stopped(Response::Panicked(format!("while setting up: {message}"))))?
            .map_err(|Refusal { message, is_supported }| match is_supported {
                true => stopped(Response::of_refused_setup(message)),
                false => stopped(Response::Unsupported(message)),
            })?;
        let begun = Line { acts: Vec::new(), ..line.clone() };
        let (untaken, fen) = (None, OnceCell::new());
        let mut session = Session { adapter, game, line: begun, untaken, fen };
        let mut acts = line.acts.iter();
        let played = acts.try_for_each(|act| session.act(act));
        match played.and_then(|()| session.retrace()).and_then(|()| session.detour(true)) {
            Ok(()) => Ok(session),
            Err(response) => Err(Stopped { response, untaken: session.untaken }),
        }
    }

    /// Takes all moves back and plays them again, if the line says so.
    fn retrace(&mut self) -> Result<(), Response> {
        if !self.line.retraces {
            return Ok(());
        }
        let (acts, detours) = (self.line.acts.clone(), mem::take(&mut self.line.detours));
        for _ in &acts {
            self.take_back()?;
        }
        acts.iter().try_for_each(|act| self.act(act))?;
        self.line.detours = detours;
        Ok(())
    }

    /// Asks the questions that are due before the next act, plays the moves that are due, and takes them back. Moves that the
    /// library refuses are left out: it may regard the game as over.
    fn detour(&mut self, is_end: bool) -> Result<(), Response> {
        for one in self.line.between.iter().filter(|_| !is_end) {
            let _ = catch(|| self.adapter.answer(&self.game, &Question::read(one)));
        }
        let due = self.line.detours.get(self.line.acts.len()).cloned().unwrap_or_default();
        for tried in due {
            let is_illegal = tried.starts_with(ILLEGAL);
            let tried = tried.trim_start_matches(ILLEGAL);
            let taken = catch(|| {
                if self.adapter.play(&mut self.game, tried).is_err() {
                    return true;
                }
                for one in &self.line.between {
                    let _ = catch(|| self.adapter.answer(&self.game, &Question::read(one)));
                }
                self.adapter.take_back(&mut self.game).is_ok()
            });
            match taken {
                Ok(true) => {}
                Ok(false) => {
                    return Err(Response::MoveRefused(format!("{tried} cannot be taken back")));
                }
                // A function that plays legal moves may panic at others.
                Err(_) if is_illegal => {}
                Err(message) => {
                    return Err(Response::Panicked(format!(
                        "while taking {tried} back: {message}"
                    )));
                }
            }
        }
        Ok(())
    }

    fn answer(&self, question: &Question<'_>) -> Response {
        // The answer depends on an act that the library does not know.
        let depends = matches!(question.name, "ruling" | "ended" | "orders" | "seconds");
        if let Some(why) = self.untaken.as_ref().filter(|_| depends) {
            return Response::Unsupported(why.clone());
        }
        match question.name {
            "setup" => Response::Answer { answer: Value::Is(true), native: true },
            "light" => {
                respond(self.adapter.is_light(question.text("square")), |is| Ok(Value::Is(is)))
            }
            "refuses" => self.refuses(question.text("moves")),
            "reads-fen" => self.reads_fen(question.text("text")),
            "board" => self.by_the_fen(|fen| Value::Text(fen.placement.clone())),
            "turn" => self.by_the_fen(|fen| Value::Text(fen.turn.to_owned())),
            "castling" => self.by_the_fen(|fen| Value::Text(fen.castling.clone())),
            "fullmove-number" => self.by_the_fen(|fen| Value::Count(fen.fullmove_number)),
            name => match self.adapter.answer(&self.game, question) {
                Some(reply) => respond(reply, |value| self.checked(name, value)),
                None => Response::Unsupported(UNKNOWN.to_owned()),
            },
        }
    }

    /// Returns an answer, or an error if it does not have the form that its question asks for.
    fn checked(&self, asked: &str, value: Value) -> Result<Value, String> {
        match (asked, &value) {
            ("legal-moves" | "moves-from", Value::List(moves)) => {
                moves.iter().try_for_each(|one| self.line.check_move(one))?;
            }
            ("checkers" | "attacks", Value::List(names)) => {
                let wrong = names.iter().find(|name| !is_square(name));
                wrong.map_or(Ok(()), |name| Err(format!("{name:?}")))?;
            }
            ("reads" | "reads-uci", Value::Text(text)) => self.line.check_move(text)?,
            ("ruling" | "ended", Value::Text(text)) => check_decision(text)?,
            _ => {}
        }
        Ok(value)
    }

    fn by_the_fen(&self, part: impl Fn(&Fen) -> Value) -> Response {
        let read = || {
            let (fen, native) = given(self.adapter.fen(&self.game))?;
            let read = Fen::read(&fen);
            let read = read.map_err(|why| Response::Panicked(unreadable_fen(&fen, &why)))?;
            Ok((read, native))
        };
        match self.fen.get_or_init(read) {
            Ok((fen, native)) => Response::Answer { answer: part(fen), native: *native },
            Err(response) => response.clone(),
        }
    }

    fn reads_fen(&self, text: &str) -> Response {
        match self.adapter.set_up(text) {
            Err(Refusal { message, is_supported: false }) => Response::Unsupported(message),
            Err(_) => Response::Answer { answer: Value::Nothing, native: true },
            Ok(game) => match respond(self.adapter.fen(&game), |fen| Ok(Value::Text(fen))) {
                Response::Answer { answer: Value::Text(fen), native } => match Fen::read(&fen) {
                    // Without its numbers it has those of the initial position.
                    Ok(_) if fen.split(' ').count() == 4 => {
                        Response::Answer { answer: Value::Text(fen + " 0 1"), native }
                    }
                    Ok(_) => Response::Answer { answer: Value::Text(fen), native },
                    // Numbers that exceed all limits give no claim.
                    Err(why) => Response::Silent(why),
                },
                other => other,
            },
        }
    }

    /// Returns which moves are refused, each tried in a game of its own.
    fn refuses(&self, moves: &str) -> Response {
        let (mut refused, mut all_native) = (Vec::new(), true);
        // Without a move the text is empty, and not a list of one empty move.
        for tried in moves.split(',').filter(|tried| !tried.is_empty()) {
            let own = self.line.clone();
            let line = Line { detours: Vec::new(), between: Vec::new(), retraces: false, ..own };
            let mut other = match Session::new(self.adapter, &line) {
                Ok(other) => other,
                Err(stopped) => return stopped.response,
            };
            let (taken, native) = match given(self.adapter.try_move(&mut other.game, tried)) {
                Ok(given) => given,
                Err(response) => return response,
            };
            all_native &= native;
            refused.extend((!taken).then(|| tried.to_owned()));
        }
        refused.sort_unstable();
        Response::Answer { answer: Value::List(refused), native: all_native }
    }
}

/// The reason of a question that is not in the trait.
pub(crate) const UNKNOWN: &str = "the question is not known here";

/// The initial position.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns that a library writes a FEN that cannot be read, which is no fault of its adapter.
pub fn unreadable_fen(fen: &str, why: &str) -> String {
    format!("the library writes a FEN that cannot be read, {fen:?}: {why}")
}

/// Returns the value of a reply, and whether it is native.
fn given<T>(reply: Reply<T>) -> Result<(T, bool), Response> {
    match reply {
        Reply::Native(value) => Ok((value, true)),
        Reply::Composed(value) => Ok((value, false)),
        Reply::Silent(why) => Err(Response::Silent(why)),
        Reply::Unsupported(why) => Err(Response::Unsupported(why)),
    }
}

/// Converts a reply to a response. A value of the wrong form counts as a panic of the adapter.
fn respond<T>(reply: Reply<T>, read: impl FnOnce(T) -> Result<Value, String>) -> Response {
    let (value, native) = match given(reply) {
        Ok(given) => given,
        Err(response) => return response,
    };
    match read(value) {
        Ok(value) => Response::Answer { answer: value, native },
        Err(message) => {
            Response::Panicked(format!("the adapter's answer cannot be read: {message}"))
        }
    }
}

fn check_decision(text: &str) -> Result<(), String> {
    let is_right = match text.split_once('/') {
        Some(("white" | "black" | "draw", by)) => by == "unspecified" || ENDINGS.contains(&by),
        Some(("refused" | "half-point", _)) => true,
        Some(_) => false,
        None => ["play-on", "arbiter-decides", "cancelled", "both-lose"].contains(&text),
    };
    match is_right {
        true => Ok(()),
        false => Err(format!(
            "{text:?}; expected play-on, or the winner and the ending as in draw/{}",
            OWN_ENDINGS[1]
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_of_the_language_is_a_crash() {
        for (message, is) in [
            ("TypeError: Cannot read properties of null (reading 'type')", true),
            ("AttributeError(\"'NoneType' object has no attribute 'color'\")", true),
            ("IndexError('list index out of range')", true),
            ("StopIteration()", true),
            ("java.lang.NullPointerException", true),
            ("java.lang.ArrayIndexOutOfBoundsException: Index 8 out of bounds for length 8", true),
            ("java.util.NoSuchElementException: No value present", true),
            ("runtime error: index out of range [64] with length 64", true),
            ("vector::_M_range_check: __n (which is 64) >= this->size() (which is 64)", true),
            ("Error: Invalid FEN: missing king", false),
            ("ValueError('two kings')", false),
            ("java.lang.IllegalArgumentException: two kings", false),
            ("TypeErrors are no setups", false),
            ("map of the board is wrong", false),
            ("the setup is an IndexError", false),
            ("", false),
        ] {
            assert_eq!(is_crash(message), is, "{message}");
        }
    }

    #[test]
    fn what_the_case_does_not_show_is_told() {
        let acts = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let (all, one) = ("e2e4 e7e5 g1f3", "reached from the initial position by e2e4");
        let both = &format!("{one}, e7e5");
        let both_refused = "played and taken back: d2d4 before e2e4; e7e5 at the end; refused: e8e7, a1a3 at the end";
        for (moves, detours, before, refused, unseen) in [
            (all, "", 0, None, None),
            (all, "", 2, None, Some(&**both)),
            (all, "", 2, Some("e2e4"), Some(one)),
            (all, "", 2, Some("g1f3"), Some(both)),
            ("e2e4", "d2d4; e7e5 !e8e7 !a1a3", 0, None, Some(both_refused)),
            ("", "!e1e2", 0, None, Some("refused: e1e2 at the end")),
        ] {
            let detours = detours.split(';').map(acts).collect();
            let line = Line { detours, ..Line::new(START, acts(moves)) };
            assert_eq!(line.unseen(before, refused).as_deref(), unseen, "{moves} {before}");
        }
    }

    #[test]
    fn castling_is_not_written_as_in_chess960() {
        let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (fen, acts, written, right) in [
            (both, "", "e1h1", Some("e1g1")),
            (both, "", "e1a1", Some("e1c1")),
            (both, "a1b1", "e8h8", Some("e8g8")),
            (both, "move-only by=white move=a1b1", "e8a8", Some("e8c8")),
            (both, "", "e1g1", None),
            (both, "a1b1 a8b8", "e1a1", None),
            (both, "a1a8 e8e7", "e8a8", None),
            (both, "e1e2 h8g8 e2e1 g8h8", "e1h1", None),
            // Another piece, or Chess960.
            ("4k3/8/8/8/8/8/8/K3Q2R w - - 0 1", "", "e1h1", None),
            ("4k3/8/8/8/8/8/8/4K2q w - - 0 1", "", "e1h1", None),
            ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "", "e1h1", None),
            ("no FEN", "", "e1h1", None),
        ] {
            let acts = match acts.contains('=') {
                true => vec![acts.to_owned()],
                false => acts.split_whitespace().map(str::to_owned).collect(),
            };
            let line = Line::new(fen, acts);
            let why = right
                .map(|right| format!("{written}: castling is written as the king's move, {right}"));
            assert_eq!(line.wrong_castling(written), why, "{fen} {:?}", line.acts);
        }
    }
}
