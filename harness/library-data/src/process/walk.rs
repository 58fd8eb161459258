//! A game that an adapter keeps between requests: quicker than putting the whole line each time.
//!
//! It is a short cut and no more. Whatever is not foreseen, and whatever goes wrong, is asked about the whole line,
//! by which it is found who is to blame.

use std::{
    sync::{Arc, Mutex},
    time::Instant,
};

use lawbook::{
    adapter::{Response, Situation, Walk, wire::Gathered},
    position::Move,
    question::{PositionQuestion, Question},
    rules::{Act, Event},
};

use super::{Process, ProcessFailure, Session, lock};

/// A walk at an adapter.
pub(super) struct ProcessWalk<'a> {
    process: &'a Process,
    session: Arc<Mutex<Session>>,
    line: Situation,
    /// The moves of the line, as long as it has nothing else.
    moves: Vec<Move>,
    /// The game that is kept; none if the adapter keeps none, or one has failed.
    kept: Option<KeptGame>,
    /// Whether the questions are foreseen, so that a refused move is told with their answers.
    is_foreseen: bool,
    foreseen: Vec<(Question, Response)>,
}

/// The place of a game at an adapter.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptGame {
    number: u64,
    /// The start of the process that has it, and how many moves have been played there; none if it has not begun.
    played: Option<(u64, usize)>,
}

impl<'a> ProcessWalk<'a> {
    pub(super) fn new(process: &'a Process, line: &Situation) -> Result<Self, Response> {
        if let Some(said) = process.about.declines(line) {
            return Err(said);
        }
        let moves: Vec<Move> = line.acts.iter().filter_map(Act::played).collect();
        let is_plain = line.event == Event::default()
            && line.acts.iter().all(|act| matches!(act, Act::MoveAndPress { .. }));
        let session = process.session();
        let kept = (is_plain && process.respondent.keeps_games()).then(|| lock(&session).lend());
        let mut walk = ProcessWalk {
            process,
            session,
            line: line.clone(),
            moves,
            kept,
            is_foreseen: false,
            foreseen: Vec::new(),
        };
        match walk.kept {
            Some(_) => walk.foresee(&[])?,
            None => walk.check()?,
        }
        walk.is_foreseen = false;
        Ok(walk)
    }

    /// Whether the line is accepted so far, by the question that every adapter answers.
    ///
    /// # Errors
    ///
    /// The setup or a move was refused, the library panicked, or its process failed and does not fail when it is asked
    /// again: if it does, the questions that follow show it better.
    fn check(&self) -> Result<(), Response> {
        let said = self.accepts();
        if said.is_process_failure() && !self.accepts().is_process_failure() {
            return Err(said);
        }
        taken(said)
    }

    fn accepts(&self) -> Response {
        let whom = &self.process.respondent;
        // The answer to the question is no; the message is in the reply.
        let mut reply = None;
        let mut said = whom.ask(&self.line, &[PositionQuestion::Setup.into()], |asked| {
            let replies = lock(&self.session).ask(whom, &self.line, asked);
            reply = replies.first().cloned();
            replies
        });
        let unasked = || Response::Unsupported("there was no answer".to_owned());
        reply.or_else(|| said.pop()).unwrap_or_else(unasked)
    }

    /// What to make of a failure in a game that is kept: the questions are put about the whole line instead. If none of
    /// them fails there, the walk ends with the failure.
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

impl Walk for ProcessWalk<'_> {
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
        said.pop().unwrap_or_else(|| Response::Unsupported("there was no answer".to_owned()))
    }
}

impl Drop for ProcessWalk<'_> {
    fn drop(&mut self) {
        lock(&self.session).give_back(self.kept.take());
    }
}

impl Session {
    /// A number for a game that no other walk has.
    fn lend(&mut self) -> KeptGame {
        let number = (0..).find(|number| !self.lent.contains(number)).unwrap_or_default();
        self.lent.insert(number);
        KeptGame { number, played: None }
    }

    fn give_back(&mut self, kept: Option<KeptGame>) {
        if let Some(KeptGame { number, .. }) = kept {
            self.lent.remove(&number);
        }
    }

    /// Brings a game up to the end of a line, and puts questions about it, if it is still asked.
    fn keep_on(
        &mut self,
        process: &Process,
        kept: &mut KeptGame,
        line: (&Situation, &[Move]),
        asked: &Gathered,
    ) -> Result<Vec<(Question, Response)>, ProcessFailure> {
        self.has_patience()?;
        let result = self.go_on(process, kept, line, asked);
        self.count(result.as_ref().err());
        result
    }

    fn go_on(
        &mut self,
        process: &Process,
        kept: &mut KeptGame,
        (line, moves): (&Situation, &[Move]),
        asked: &Gathered,
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
        self.log.sent(&request, 1);
        let (begin, patience) = (Instant::now(), self.patience(asked.len()));
        self.running()?.send(request);
        let reply = self.line(patience)?;
        self.has_waited(begin);
        let said = process
            .respondent
            .read_answers(id, asked, &reply)
            .map_err(|error| ProcessFailure::Protocol(error.to_string()))?;
        self.remember(said.clone());
        kept.played = Some((starts, moves.len()));
        Ok(said)
    }
}
