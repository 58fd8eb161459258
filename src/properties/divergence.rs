use std::fmt;

use super::AnswerDifference;
use crate::{
    adapter::{Implementation, Reference, Response, Situation},
    catalogue::{Deviation, Flaw, Occasion},
    notation::movetext,
    position::{Move, Position, Setup},
    question::{Answer, GameQuestion, PositionQuestion, Question},
    rules::{Act, Event, RuleSet},
};

/// What the reference and a library do not say alike, at the end of a line.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The name of the library.
    pub library: String,
    /// Where it shows.
    pub line: Situation,
    /// What was asked.
    pub question: Question,
    /// What the reference says.
    pub right: Response,
    /// What the library says.
    pub said: Response,
    /// In what they differ.
    pub difference: AnswerDifference,
    /// Whether it is no fault: a text that is not written by the standard is taken for the legal move, or the pieces,
    /// that it suggests.
    pub is_lenient: bool,
}

/// What makes two disagreements the same for whoever looks for the cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagnosis {
    /// The name of the library.
    pub library: String,
    /// The kind of the question, see [`Question::kind`].
    pub question: &'static str,
    /// Why the setup is refused, if that is what it is about.
    pub flaw: Option<Flaw>,
    /// In what the answers differ.
    pub difference: AnswerDifference,
}

impl Diagnosis {
    /// The diagnosis for a question about what began with a setup.
    pub(super) fn new(
        library: &str,
        setup: &Setup,
        question: &Question,
        difference: AnswerDifference,
    ) -> Diagnosis {
        let flaw = if *question == Question::Position(PositionQuestion::Setup) {
            Flaw::of(setup)
        } else {
            None
        };
        Diagnosis { library: library.to_owned(), question: question.kind(), flaw, difference }
    }
}

impl Divergence {
    /// Asks the reference and a library at the end of a line.
    ///
    /// `None` if they agree, or if one of them makes no claim.
    pub fn at(
        library: &dyn Implementation,
        line: Situation,
        question: Question,
    ) -> Option<Divergence> {
        Divergence::or_leniency(library, line, question).filter(|one| !one.is_lenient)
    }

    /// The same, and also a text that is read loosely: nobody has to refuse it.
    pub(super) fn or_leniency(
        library: &dyn Implementation,
        line: Situation,
        question: Question,
    ) -> Option<Divergence> {
        let said = ask(library, &line, &question);
        Divergence::of(library, line, question, said)
    }

    /// The same as [`at`](Divergence::at), or `None` if nothing more is put to the library.
    pub(super) fn or_nothing(
        library: &dyn Implementation,
        line: Situation,
        question: Question,
    ) -> Option<Option<Divergence>> {
        let said = ask(library, &line, &question);
        let is_asked = !matches!(said, Response::Unsupported(_)) || library.is_asked();
        is_asked
            .then(|| Divergence::of(library, line, question, said).filter(|one| !one.is_lenient))
    }

    /// In what an answer differs from that of the reference; a text that is read loosely too.
    pub(super) fn of(
        library: &dyn Implementation,
        line: Situation,
        question: Question,
        said: Response,
    ) -> Option<Divergence> {
        let mut right = ask(&Reference::default(), &line, &question);
        // Along games the reference looks at the material alone; a library may see further.
        if question == GameQuestion::Ruling.into()
            && AnswerDifference::between(&right, &said) == Some(AnswerDifference::TooMuch)
            && let Some(searched) =
                Reference::default().ask(&line, std::slice::from_ref(&question)).pop()
        {
            right = searched;
        }
        let difference = AnswerDifference::between(&right, &said)?;
        let about = library.about();
        if question.is_claim() && said.answer() == Some(&Answer::Is(true)) {
            let ruling = ask(&Reference::default(), &line, &GameQuestion::Ruling.into());
            if let Some(Answer::Ruling(ruling)) = ruling.answer()
                && about.overlooks(*ruling)
            {
                return None;
            }
        }
        let library = about.name;
        let counts = end(&line).is_none_or(|end| difference.counts(&end, &question, &right, &said));
        let is_lenient = !counts && difference.is_lenient(&question);
        (counts || is_lenient).then_some(Divergence {
            library,
            line,
            question,
            right,
            said,
            difference,
            is_lenient,
        })
    }

    /// What makes it the same as others.
    pub fn diagnosis(&self) -> Diagnosis {
        Diagnosis::new(&self.library, &self.line.setup, &self.question, self.difference)
    }

    /// Whether one of the known deviations explains it.
    pub fn is_known(&self, known: &[Deviation]) -> bool {
        let (moves, Situation { setup, acts, .. }) = (self.moves(), &self.line);
        let occasion = Occasion::new(setup, &moves, acts, &self.question);
        known.iter().any(|known| known.explains(&self.library, &occasion))
    }

    /// What was done, line by line, as a case has it: moves with their numbers, and sentences.
    pub fn play(&self) -> Vec<String> {
        let Ok(mut position) = Position::new(&self.line.setup) else { return Vec::new() };
        let is_move = |act: &Act| matches!(act, Act::MoveAndPress { .. });
        let mut lines = Vec::new();
        for acts in self.line.acts.chunk_by(|one, other| is_move(one) && is_move(other)) {
            let moves: Vec<Move> = acts.iter().filter_map(Act::played).collect();
            if acts.iter().all(is_move) {
                lines.push(movetext(&position, &moves));
            } else {
                lines.extend(acts.iter().map(Act::to_string));
            }
            position = moves.iter().fold(position, |position, one| position.after(*one));
        }
        lines
    }

    /// The moves of the line.
    pub fn moves(&self) -> Vec<Move> {
        self.line.acts.iter().filter_map(Act::played).collect()
    }
}

/// The library, the question, and in what the answers differ: `NAME: claimable: says no`.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.library, self.question)?;
        if let Some(flaw) = self.flaw {
            write!(f, " ({})", flaw.words())?;
        }
        write!(f, ": {}", self.difference)
    }
}

/// What is said at the end of a line.
pub(super) fn ask(whom: &dyn Implementation, line: &Situation, question: &Question) -> Response {
    match whom.walk(line) {
        Ok(walk) => walk.ask(question),
        Err(Response::SetupRefused(_))
            if *question == Question::Position(PositionQuestion::Setup) =>
        {
            Response::Answer { answer: Answer::Is(false), native: true }
        }
        Err(said) => said,
    }
}

/// The position at the end of a line; none if its setup cannot be played.
pub(super) fn end(line: &Situation) -> Option<Position> {
    let start = Position::new(&line.setup).ok()?;
    let mut moves = line.acts.iter().filter_map(Act::played);
    moves.try_fold(start, |position, one| position.play(one).ok())
}

/// A game that is played from a setup by legal moves.
pub(super) fn situation(rule_set: RuleSet, setup: Setup, moves: &[Move]) -> Situation {
    let acts = moves.iter().map(|&played| Act::MoveAndPress { mv: played }).collect();
    Situation { setup, acts, rule_set, event: Event::default() }
}
