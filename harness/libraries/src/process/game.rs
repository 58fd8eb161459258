//! A game that an adapter keeps between requests, which is faster than sending the whole line each time.
//!
//! A second game at the same time shows whether the games of the library share state. Questions that were not prefetched, and
//! all questions after a failure, go with the whole line, which also finds the question that causes the failure.

use std::{
    ops::RangeInclusive,
    sync::{Arc, Mutex},
};

use lawbook::{
    position::{Move, Position, Setup},
    rules::{Act, Event},
};
use lawbook_catalogue::{
    adapter::{
        GameSession, Response, Scenario,
        wire::{self, QuestionBatch},
    },
    question::{PositionQuestion, Question},
};

use super::{Process, ProcessFailure, SYNC_QUESTION, Session, lock, request_text};

/// A session through a game in an adapter process.
pub(super) struct ProcessGame<'a> {
    process: &'a Process,
    session: Arc<Mutex<Session>>,
    line: Scenario,
    /// The moves of the line. Only used if the line has no other acts.
    moves: Vec<Move>,
    /// The kept game, and a second one with the same moves except the last: state that the adapter shares between games
    /// changes the answers. `None` if the adapter does not keep games, or after a failure.
    kept: Option<[AdapterGame; 2]>,
    /// Whether the moves that were played are taken back, and played again, before the games go on.
    goes_back: bool,
    /// Whether questions are prefetched. A refused move is then reported with their answers.
    is_foreseen: bool,
    foreseen: Vec<(Question, Response)>,
}

/// A game that an adapter keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdapterGame {
    number: u64,
    /// The start count of the process that keeps it, and the number of moves played there; `None` before the game has
    /// begun.
    played: Option<(u64, usize)>,
}

impl<'a> ProcessGame<'a> {
    pub(super) fn new(process: &'a Process, line: &Scenario) -> Result<Self, Response> {
        if let Some(said) = process.about.declines(line) {
            return Err(said);
        }
        let moves: Vec<Move> = line.acts.iter().filter_map(Act::played).collect();
        let session = process.session();
        let kept = is_plain(line) && process.respondent.keeps_games();
        let kept = kept.then(|| lock(&session).lend());
        let mut opened = ProcessGame {
            process,
            session,
            line: line.clone(),
            moves,
            kept,
            goes_back: false,
            is_foreseen: false,
            foreseen: Vec::new(),
        };
        match opened.kept {
            Some(_) => opened.foresee(&[])?,
            None => opened.check()?,
        }
        opened.is_foreseen = false;
        Ok(opened)
    }

    /// Checks whether the adapter accepts the line, with a question that every adapter can answer.
    ///
    /// # Errors
    ///
    /// The setup or a move was refused, the library panicked, or its process failed once but not when asked again. A
    /// repeatable failure is not an error here, because the following questions report it more precisely.
    fn check(&self) -> Result<(), Response> {
        let said = self.accepts();
        if said.is_process_failure() && !self.accepts().is_process_failure() {
            return Err(said);
        }
        taken(said)
    }

    fn accepts(&self) -> Response {
        let whom = &self.process.respondent;
        // `ask` turns a refusal into the answer "no", so its message is taken from the raw reply.
        let mut reply = None;
        let mut said = whom.ask(&self.line, &[PositionQuestion::Setup.into()], |asked| {
            let replies = lock(&self.session).ask(whom, &self.line, asked);
            reply = replies.first().cloned();
            replies
        });
        let unasked = || Response::Unsupported("no answer".to_owned());
        reply.or_else(|| said.pop()).unwrap_or_else(unasked)
    }

    /// Handles a failure in a kept game: asks the questions with the whole line instead. If none of them fails there,
    /// the session ends with the original failure.
    fn put_again(
        &mut self,
        questions: &[&Question],
        failure: ProcessFailure,
    ) -> Result<(), Response> {
        self.give_back();
        self.check()?;
        if matches!(failure, ProcessFailure::NotAsked(_)) {
            return Ok(());
        }
        let said = questions.iter().map(|&one| (one.clone(), self.ask(one)));
        self.foreseen = said.collect();
        let mut said = self.foreseen.iter().map(|(_, said)| said);
        if said.any(|said| said.is_process_failure() || matches!(said, Response::Panicked(_))) {
            return Ok(());
        }
        Err(failure.said())
    }

    /// Plays the kept game to the end of the line, and asks there.
    fn ask_kept(&mut self, questions: &[&Question]) -> Result<(), Response> {
        let Some([kept, _]) = &mut self.kept else { return Ok(()) };
        self.is_foreseen = true;
        let asked = self.process.respondent.gather(questions);
        let line = (&self.line, self.moves.as_slice(), self.goes_back);
        let said = lock(&self.session).keep_on(self.process, kept, line, &asked);
        let mut said = match said {
            Ok(said) => said,
            Err(failure) => return self.put_again(questions, failure),
        };
        if !said.is_empty() {
            taken(said.remove(0).1)?;
        }
        self.foreseen = said;
        Ok(())
    }

    /// Begins the second game anew with other pieces, and asks the same there. Its answers are dropped.
    fn play_other(&mut self, questions: &[&Question]) {
        let Some([_, beside]) = &mut self.kept else { return };
        let Some((line, played)) = other_game(self.process, &self.line) else { return };
        let asked = self.process.respondent.gather(questions);
        beside.played = None;
        let _ =
            lock(&self.session).keep_on(self.process, beside, (&line, &[played], false), &asked);
    }

    /// Plays the second game on to the move before the last one.
    fn play_beside(&mut self, questions: &[&Question]) -> Result<(), Response> {
        let Some([_, beside]) = &mut self.kept else { return Ok(()) };
        let Some((_, before)) = self.moves.split_last() else { return Ok(()) };
        let nothing = self.process.respondent.gather(&[]);
        let line = (&self.line, before, self.goes_back);
        let said = lock(&self.session).keep_on(self.process, beside, line, &nothing);
        match said {
            Ok(mut said) => taken(said.remove(0).1).map_err(|_| Beside::SameMoves.failure()),
            Err(failure) => self.put_again(questions, failure),
        }
    }

    fn give_back(&mut self) {
        lock(&self.session).give_back(self.kept.take());
    }
}

/// Returns whether a line has nothing but moves, so that an adapter can keep it.
fn is_plain(line: &Scenario) -> bool {
    line.event == Event::default()
        && line.acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. }))
}

fn taken(said: Response) -> Result<(), Response> {
    let is_refused = matches!(
        said,
        Response::SetupRefused(_) | Response::MoveRefused(_) | Response::Panicked(_)
    );
    if is_refused { Err(said) } else { Ok(()) }
}

impl GameSession for ProcessGame<'_> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.foreseen.clear();
        self.line.acts.push(Act::MoveAndPress { mv: played });
        self.moves.push(played);
        if self.is_foreseen && self.kept.is_some() { Ok(()) } else { self.check() }
    }

    fn foresee(&mut self, questions: &[&Question]) -> Result<(), Response> {
        self.ask_kept(questions)?;
        self.play_beside(questions)
    }

    fn ask(&self, question: &Question) -> Response {
        let foreseen = self.foreseen.iter().find(|(one, _)| one == question);
        if let Some((_, said)) = foreseen {
            return said.clone();
        }
        let whom = &self.process.respondent;
        let mut said = whom.ask(&self.line, std::slice::from_ref(question), |asked| {
            lock(&self.session).ask(whom, &self.line, asked)
        });
        said.pop().unwrap_or_else(|| Response::Unsupported("no answer".to_owned()))
    }
}

impl Drop for ProcessGame<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// The lengths of the lines that are repeated during another game, in plies. Longer lines take most of the time, so only some
/// of them are.
const BESIDE: RangeInclusive<usize> = 2..=16;

/// Repeats one shorter or longer line among this number of lines too.
const RARELY: usize = 12;

/// What happens in a second game, and in the first one, while its moves are played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// The second game has the same moves except the last.
    SameMoves,
    /// The same, and the questions are also asked before the last half of the moves.
    Asking,
    /// The second game has other pieces on the same squares, and is asked the same.
    OtherPieces,
    /// Moves are taken back in both games and played again.
    TakingBack,
}

impl Beside {
    /// The failure of a game that this changes.
    fn failure(self) -> Response {
        let when = match self {
            Beside::SameMoves => {
                "while a second game with the same moves is in progress; an adapter that can keep only one game leaves out `walks`"
            }
            Beside::Asking => "after it was asked the same before its last moves",
            Beside::OtherPieces => "after a second game with other pieces was set up and asked",
            Beside::TakingBack => {
                "after moves were taken back and played again, with a second game in progress"
            }
        };
        Response::Panicked(format!("it gives another answer in a kept game (`walk`) {when}"))
    }
}

/// Returns a game with other pieces on the squares of a setup, no rights, and a move: knights and rooks change places, and
/// bishops and queens. If that cannot be played, or the library reads no FEN, it is another one.
fn other_game(process: &Process, line: &Scenario) -> Option<(Scenario, Move)> {
    let exchanged = |letter: char| {
        "nrbqNRBQ".find(letter).map_or(letter, |place| char::from(b"rnqbRNQB"[place]))
    };
    let fen = line.setup.to_string();
    let mut fields = fen.split(' ');
    let pieces: String = fields.next()?.chars().map(exchanged).collect();
    let fens = [format!("{pieces} {} - - 0 1", fields.next()?), CASTLING.to_owned()];
    let fens = fens.iter().filter(|_| process.about.reads_fen);
    let setup = fens.filter_map(|fen| fen.parse().ok()).find(|setup| Position::new(setup).is_ok());
    let setup = setup.unwrap_or_else(Setup::start);
    let played = Position::new(&setup).ok()?.legal_moves().first().copied()?;
    let acts = vec![Act::MoveAndPress { mv: played }];
    Some((Scenario { setup, acts, ..line.clone() }, played))
}

/// A setup with all rights and free ways to castle.
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

/// Returns the places of the answers that are others when they are given again, or all of them if they are not given. What is asked
/// more than once is compared only the first time.
fn changed(
    questions: &[Question],
    said: &[Response],
    again: &Result<Vec<(Question, Response)>, Response>,
) -> Vec<usize> {
    let is_answered = |place: usize| said[place].answer().is_some();
    let is_first = |place: usize| {
        !(0..place).any(|before| is_answered(before) && questions[before] == questions[place])
    };
    let is_changed = |&place: &usize| match again {
        Err(_) => true,
        Ok(again) => {
            let other = again.iter().find(|(one, _)| *one == questions[place]);
            other.is_some_and(|(_, other)| other.answer() != said[place].answer())
        }
    };
    let places = (0..questions.len().min(said.len())).filter(|&place| is_answered(place));
    places.filter(|&place| is_first(place)).filter(is_changed).collect()
}

impl Process {
    /// Asks again about a line of moves in a kept game while another game is in progress, and replaces the answers that
    /// change by a failure.
    ///
    /// `said` are the responses to `questions`.
    pub(super) fn ask_beside(
        &self,
        line: &Scenario,
        questions: &[Question],
        said: &mut [Response],
    ) {
        let is_answered = said.iter().any(|one| one.answer().is_some());
        let is_kept = self.respondent.keeps_games() && !self.respondent.takes_back();
        let plies = line.acts.len();
        let number = line.setup.to_string().len() + plies;
        let is_due = BESIDE.contains(&plies) || number.is_multiple_of(RARELY);
        if !is_kept || !is_answered || !is_due || !is_plain(line) {
            return;
        }
        let asked: Vec<&Question> = questions.iter().collect();
        // One of them for each line, because they cost requests, and what they find shows in many lines.
        let all = match number % 4 {
            0 if plies <= *BESIDE.end() => Beside::OtherPieces,
            1 => Beside::Asking,
            _ if self.respondent.can_take_back() => Beside::TakingBack,
            _ => Beside::SameMoves,
        };
        let again = self.answers_beside(line, &asked, all);
        let places = changed(questions, said, &again);
        if places.is_empty() {
            return;
        }
        let failure = match again {
            Err(failure) if failure.is_process_failure() => failure,
            // Reports the simplest cause.
            _ if all != Beside::SameMoves => {
                let again = self.answers_beside(line, &asked, Beside::SameMoves);
                let is_asked = !matches!(&again, Err(failure) if failure.is_process_failure());
                let is_shared = is_asked && !changed(questions, said, &again).is_empty();
                if is_shared { Beside::SameMoves } else { all }.failure()
            }
            _ => all.failure(),
        };
        places.into_iter().for_each(|place| said[place].clone_from(&failure));
    }

    /// Asks about a line of moves in a kept game, while this happens next to it.
    fn answers_beside(
        &self,
        line: &Scenario,
        asked: &[&Question],
        beside: Beside,
    ) -> Result<Vec<(Question, Response)>, Response> {
        let (begin, rest) = line.acts.split_at(line.acts.len() / 2);
        let begun = Scenario { acts: begin.to_vec(), ..line.clone() };
        let mut game = ProcessGame::new(self, &begun)?;
        if beside == Beside::Asking {
            // An answer that the library keeps is another one at the end.
            game.ask_kept(asked)?;
        }
        game.line.acts.extend(rest);
        game.moves.extend(rest.iter().filter_map(Act::played));
        match beside {
            Beside::SameMoves | Beside::Asking => {}
            Beside::OtherPieces => {
                game.ask_kept(&[])?;
                game.play_other(asked);
            }
            Beside::TakingBack => {
                game.goes_back = true;
                game.play_beside(asked)?;
            }
        }
        game.ask_kept(asked)?;
        Ok(std::mem::take(&mut game.foreseen))
    }
}

impl Session {
    /// Assigns two games with numbers that no other session uses.
    fn lend(&mut self) -> [AdapterGame; 2] {
        [(); 2].map(|()| {
            let number = (0..).find(|number| !self.lent.contains(number)).unwrap_or_default();
            self.lent.insert(number);
            AdapterGame { number, played: None }
        })
    }

    fn give_back(&mut self, kept: Option<[AdapterGame; 2]>) {
        for AdapterGame { number, .. } in kept.into_iter().flatten() {
            self.lent.remove(&number);
        }
    }

    /// Plays a kept game forward to the end of a line and asks questions about it, unless the process was given up. The flag
    /// says whether what was played is taken back first. After a late answer the game is begun again.
    fn keep_on(
        &mut self,
        process: &Process,
        kept: &mut AdapterGame,
        line: (&Scenario, &[Move], bool),
        asked: &QuestionBatch,
    ) -> Result<Vec<(Question, Response)>, ProcessFailure> {
        let text = || request_text(line.0, &SYNC_QUESTION);
        self.twice(None, &text, |session| session.go_on(process, kept, line, asked))
    }

    fn go_on(
        &mut self,
        process: &Process,
        kept: &mut AdapterGame,
        (line, moves, goes_back): (&Scenario, &[Move], bool),
        asked: &QuestionBatch,
    ) -> Result<Vec<(Question, Response)>, ProcessFailure> {
        let id = self.next;
        self.next += 1;
        self.running()?;
        let starts = self.starts;
        let (begin, back, rest) = match kept.played {
            Some((at, played)) if at == starts && goes_back => (None, played, moves),
            Some((at, played)) if at == starts => (None, 0, &moves[played..]),
            _ => (Some(&line.setup), 0, moves),
        };
        let request = process.respondent.go_on(id, kept.number, begin, back, rest, asked);
        let patience = self.patience(asked.count());
        self.running()?.send(request);
        let reply = self.line(patience)?;
        let said = process
            .respondent
            .read_answers(id, asked, &reply)
            .map_err(|error| ProcessFailure::Protocol(error.to_string()))?;
        kept.played = Some((starts, moves.len()));
        let checked = |(question, response)| (question, wire::checked(line, response));
        Ok(said.into_iter().map(checked).collect())
    }
}
