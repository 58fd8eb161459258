//! A game that an adapter keeps between requests, which is faster than sending the whole line each time.
//!
//! This is only an optimisation. Questions that were not prefetched, and all questions after a failure, go with the
//! whole line, which also finds the question that causes the failure.

use std::sync::{Arc, Mutex};

use lawbook::{
    position::Move,
    rules::{Act, Event},
};
use lawbook_catalogue::{
    adapter::{
        GameSession, Response, Scenario,
        wire::{self, QuestionBatch},
    },
    question::{PositionQuestion, Question},
};

use super::{Process, ProcessFailure, Session, lock};

/// A session through a game in an adapter process.
pub(super) struct ProcessGame<'a> {
    process: &'a Process,
    session: Arc<Mutex<Session>>,
    line: Scenario,
    /// The moves of the line. Only used if the line has no other acts.
    moves: Vec<Move>,
    /// The kept game; `None` if the adapter does not keep games, or after a failure.
    kept: Option<AdapterGame>,
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
        let is_plain = line.event == Event::default()
            && line.acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. }));
        let session = process.session();
        let kept = (is_plain && process.respondent.keeps_games()).then(|| lock(&session).lend());
        let mut opened = ProcessGame {
            process,
            session,
            line: line.clone(),
            moves,
            kept,
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
        lock(&self.session).give_back(self.kept.take());
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
        let Some(kept) = &mut self.kept else { return Ok(()) };
        self.is_foreseen = true;
        let asked = self.process.respondent.gather(questions);
        let line = (&self.line, self.moves.as_slice());
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
        lock(&self.session).give_back(self.kept.take());
    }
}

impl Session {
    /// Assigns a game number that no other session uses.
    fn lend(&mut self) -> AdapterGame {
        let number = (0..).find(|number| !self.lent.contains(number)).unwrap_or_default();
        self.lent.insert(number);
        AdapterGame { number, played: None }
    }

    fn give_back(&mut self, kept: Option<AdapterGame>) {
        if let Some(AdapterGame { number, .. }) = kept {
            self.lent.remove(&number);
        }
    }

    /// Plays a kept game forward to the end of a line and asks questions about it, unless the process was given up.
    fn keep_on(
        &mut self,
        process: &Process,
        kept: &mut AdapterGame,
        line: (&Scenario, &[Move]),
        asked: &QuestionBatch,
    ) -> Result<Vec<(Question, Response)>, ProcessFailure> {
        self.check_alive()?;
        let result = self.go_on(process, kept, line, asked);
        self.count(result.as_ref().err());
        result
    }

    fn go_on(
        &mut self,
        process: &Process,
        kept: &mut AdapterGame,
        (line, moves): (&Scenario, &[Move]),
        asked: &QuestionBatch,
    ) -> Result<Vec<(Question, Response)>, ProcessFailure> {
        let id = self.next;
        self.next += 1;
        self.running()?;
        let starts = self.starts;
        let (begin, rest) = match kept.played {
            Some((at, played)) if at == starts => (None, &moves[played..]),
            _ => (Some(&line.setup), moves),
        };
        let request = process.respondent.go_on(id, kept.number, begin, rest, asked);
        let patience = self.patience(asked.len());
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
