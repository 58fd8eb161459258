//! A library whose questions are noted before they are put.

use std::{slice, sync::Arc};

use super::alone::{Note, NoteWriter};
use crate::{
    adapter::{About, Implementation, Response, Situation, Walk},
    position::Move,
    question::Question,
    rules::Act,
};

/// The same library; what it is asked is noted.
pub(super) struct Told {
    library: Arc<dyn Implementation>,
    notes: Arc<NoteWriter>,
}

impl Told {
    pub(super) fn new(library: Arc<dyn Implementation>, notes: Arc<NoteWriter>) -> Told {
        Told { library, notes }
    }
}

impl Implementation for Told {
    fn about(&self) -> About {
        self.library.about()
    }

    /// One by one, so that it is known which it was.
    fn ask(&self, line: &Situation, questions: &[Question]) -> Vec<Response> {
        let after = after(line);
        let ask = |question: &Question| {
            note(&self.notes, &format!("when it was asked \"{question}\""), &after);
            self.library.ask(line, slice::from_ref(question))
        };
        questions.iter().flat_map(ask).collect()
    }

    fn walk(&self, line: &Situation) -> Result<Box<dyn Walk + '_>, Response> {
        let after = after(line);
        note(&self.notes, "when a game was begun", &after);
        Ok(Box::new(ToldWalk { walk: self.library.walk(line)?, notes: &self.notes, after }))
    }
}

struct ToldWalk<'a> {
    walk: Box<dyn Walk + 'a>,
    notes: &'a NoteWriter,
    /// Where the game stands, in words.
    after: String,
}

impl Walk for ToldWalk<'_> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        note(self.notes, &format!("when {played} was played"), &self.after);
        self.after.push_str(&format!(" {played}"));
        self.walk.play(played)
    }

    fn foresee(&mut self, questions: &[&Question]) -> Result<(), Response> {
        self.walk.foresee(questions)
    }

    fn ask(&self, question: &Question) -> Response {
        note(self.notes, &format!("when it was asked \"{question}\""), &self.after);
        self.walk.ask(question)
    }
}

/// Where a line has come to, in words.
fn after(line: &Situation) -> String {
    let word = |act: &Act| match act.played() {
        Some(played) => played.to_string(),
        None => format!("({act})"),
    };
    let acts: Vec<String> = line.acts.iter().map(word).collect();
    let separator = if acts.is_empty() { "" } else { " " };
    format!("\n  from {}\n   {separator}{}", line.setup, acts.join(" "))
}

fn note(notes: &NoteWriter, what: &str, after: &str) {
    notes.put(&Note::Asks(format!("{what}{after}")));
}
