//! A wrapper of a library that logs each question before asking it.

use std::{slice, sync::Arc};

use super::{
    isolated::{NoteFile, ProgressNote},
    supervised::CrashList,
};
use lawbook::{position::Move, rules::Act};
use lawbook_catalogue::{
    adapter::{About, GameSession, Implementation, Response, Scenario},
    question::{PositionQuestion, Question},
};

/// A library whose questions are logged. Questions that crashed an earlier process are answered as crashed.
pub(super) struct LoggedLibrary {
    library: Arc<dyn Implementation>,
    name: String,
    notes: Arc<NoteFile>,
    ends: Arc<CrashList>,
}

impl LoggedLibrary {
    pub(super) fn new(
        library: Arc<dyn Implementation>,
        notes: Arc<NoteFile>,
        ends: Arc<CrashList>,
    ) -> LoggedLibrary {
        LoggedLibrary { name: library.about().name, library, notes, ends }
    }

    /// Logs an action of the library before it is performed.
    ///
    /// # Errors
    ///
    /// Returns the crash as a response if the action crashed an earlier process. It must not be repeated.
    fn note(&self, what: String) -> Result<(), Response> {
        if let Some(end) = self.ends.at(&what) {
            return Err(Response::Crashed(end.to_owned()));
        }
        self.notes.put(&ProgressNote::Asks(what));
        Ok(())
    }

    fn asking(&self, question: &Question, after: &str) -> String {
        // A zero byte terminates a note, so the text must not contain one.
        format!("when {} was asked \"{question}\"{after}", self.name).replace('\0', " ")
    }

    fn ask_one(&self, line: &Scenario, question: &Question, after: &str) -> Vec<Response> {
        match self.note(self.asking(question, after)) {
            Ok(()) => self.library.ask(line, slice::from_ref(question)),
            Err(crashed) => vec![crashed],
        }
    }
}

impl Implementation for LoggedLibrary {
    fn about(&self) -> About {
        self.library.about()
    }

    /// Asks the questions one by one, so that the log identifies the one that crashes.
    fn ask(&self, line: &Scenario, questions: &[Question]) -> Vec<Response> {
        let after = after(line);
        // After a crash at one question about this line, the line itself may be the cause.
        let has_ended =
            |question: &Question| self.ends.at(&self.asking(question, &after)).is_some();
        if questions.iter().any(has_ended)
            && let said @ [Response::Crashed(_)] =
                &self.ask_one(line, &PositionQuestion::Setup.into(), &after)[..]
        {
            return said.iter().cycle().take(questions.len()).cloned().collect();
        }
        questions.iter().flat_map(|question| self.ask_one(line, question, &after)).collect()
    }

    fn start_game(&self, line: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        let after = after(line);
        self.note(format!("when {} began a game{after}", self.name))?;
        Ok(Box::new(LoggedSession {
            session: self.library.start_game(line)?,
            library: self,
            after,
        }))
    }
}

struct LoggedSession<'a> {
    session: Box<dyn GameSession + 'a>,
    library: &'a LoggedLibrary,
    /// The setup and moves so far, in words.
    after: String,
}

impl GameSession for LoggedSession<'_> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.library
            .note(format!("when {} was about to play {played}{}", self.library.name, self.after))?;
        self.after.push_str(&format!(" {played}"));
        self.session.play(played)
    }

    fn foresee(&mut self, questions: &[&Question]) -> Result<(), Response> {
        self.session.foresee(questions)
    }

    fn ask(&self, question: &Question) -> Response {
        match self.library.note(self.library.asking(question, &self.after)) {
            Ok(()) => self.session.ask(question),
            Err(crashed) => crashed,
        }
    }
}

/// Describes the setup and acts of a line in words.
fn after(line: &Scenario) -> String {
    let word = |act: &Act| match act.played() {
        Some(played) => played.to_string(),
        None => format!("({act})"),
    };
    let acts: Vec<String> = line.acts.iter().map(word).collect();
    let separator = if acts.is_empty() { "" } else { " " };
    format!("\n  from {}\n   {separator}{}", line.setup, acts.join(" "))
}
