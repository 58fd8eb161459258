use std::fmt;

use super::{
    AnswerDifference,
    relation::{self, NO_CHANGE, RELATIONS},
};
use lawbook::{
    notation::movetext,
    position::{Move, Position, Setup},
    rules::{Act, Event, RuleSet},
};
use lawbook_catalogue::{
    SetupFlaw,
    adapter::{Implementation, Reference, Response, Scenario},
    end_of,
    question::{
        Answer, Expectation, Expected, GameQuestion, Moment, NotationQuestion, PositionQuestion,
        Question,
    },
};

/// A disagreement between the reference and a library about one question at the end of a line of play.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The name of the library.
    pub library: String,
    /// The line of play.
    pub scenario: Scenario,
    /// The question.
    pub question: Question,
    /// The reference's answer.
    pub right: Response,
    /// The library's answer.
    pub response: Response,
    /// The kind of difference between the two answers.
    pub difference: AnswerDifference,
    /// Whether it is only a lenient reading: the library reads nonstandard text as the legal move or the pieces that it
    /// suggests. This is not a mistake.
    pub is_lenient: bool,
    /// The moves from the initial position to the setup, if the library refuses it.
    pub reached_by: Vec<Move>,
    /// Whether the time was up before it was shrunk.
    pub cut_short: bool,
}

/// Grouping key of disagreements. Those with equal diagnoses probably have the same cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Diagnosis {
    /// The name of the library.
    pub library: String,
    /// The kind of the question, see [`Question::kind`].
    pub question: &'static str,
    /// The flaw for which the setup must be rejected; `None` if the setup is legal.
    pub flaw: Option<SetupFlaw>,
    /// The kind of difference between the two answers.
    pub difference: AnswerDifference,
}

impl Diagnosis {
    /// Creates the diagnosis for a question about a line that starts from `setup`.
    pub(super) fn new(
        library: &str,
        setup: &Setup,
        question: &Question,
        difference: AnswerDifference,
    ) -> Diagnosis {
        let flaw = if *question == Question::Position(PositionQuestion::Setup) {
            SetupFlaw::of(setup)
        } else {
            None
        };
        Diagnosis { library: library.to_owned(), question: question.kind(), flaw, difference }
    }
}

impl Divergence {
    /// Asks the reference and a library a question at the end of a line.
    ///
    /// `None` if they agree, or if one of them makes no claim.
    pub fn at(
        library: &dyn Implementation,
        scenario: Scenario,
        question: Question,
    ) -> Option<Divergence> {
        let response = ask(library, &scenario, &question);
        Divergence::of(library, scenario, question, response).filter(|one| !one.is_lenient)
    }

    /// Returns whether the library repeats the difference; `None` if it cannot be asked any more.
    pub(super) fn is_given_again(&self, library: &dyn Implementation) -> Option<bool> {
        let (scenario, question) = (self.scenario.clone(), self.question.clone());
        let response = ask(library, &scenario, &question);
        let is_asked = !matches!(response, Response::Unsupported(_)) || library.is_asked();
        is_asked.then(|| {
            Divergence::of(library, scenario, question, response)
                .is_some_and(|again| !again.is_lenient && again.difference == self.difference)
        })
    }

    /// Compares the response with the reference's answer; returns lenient readings too.
    pub(super) fn of(
        library: &dyn Implementation,
        scenario: Scenario,
        question: Question,
        response: Response,
    ) -> Option<Divergence> {
        let mut right = match RELATIONS.contains(&question) {
            true => NO_CHANGE,
            false => ask(&Reference::default(), &scenario, &question),
        };
        // Along games the reference examines only the material for dead positions; a library may search deeper.
        if question == GameQuestion::Ruling.into()
            && AnswerDifference::between(&right, &response) == Some(AnswerDifference::TooMuch)
            && let Some(searched) =
                Reference::default().ask(&scenario, std::slice::from_ref(&question)).pop()
        {
            right = searched;
        }
        let difference = AnswerDifference::between(&right, &response)?;
        let about = library.about();
        if difference == AnswerDifference::No && about.overlooks_draw(&question, &scenario) {
            return None;
        }
        if question.is_claim() && response.answer() == Some(&Answer::Is(true)) {
            let ruling = ask(&Reference::default(), &scenario, &GameQuestion::Ruling.into());
            if let Some(Answer::Ruling(ruling)) = ruling.answer()
                && about.overlooks(*ruling)
            {
                return None;
            }
        }
        let library = about.name;
        let is_unplayable = || SetupFlaw::of(&scenario.setup).is_some_and(SetupFlaw::is_unplayable);
        let counts = match end_of(&scenario.setup, &scenario.acts) {
            Some(end) => difference.counts(&end, &question, &right, &response),
            None => difference != AnswerDifference::Yes || is_unplayable(),
        };
        let is_lenient = !counts && difference.is_lenient(&question);
        (counts || is_lenient).then_some(Divergence {
            library,
            scenario,
            question,
            right,
            response,
            difference,
            is_lenient,
            reached_by: Vec::new(),
            cut_short: false,
        })
    }

    /// Returns whether the library refuses a setup that the reference accepts, or its FEN. This is a mistake only if a game
    /// leads to the setup.
    pub(super) fn is_refusal(&self) -> bool {
        match self.question {
            Question::Position(PositionQuestion::Setup) => self.difference == AnswerDifference::No,
            Question::Notation(NotationQuestion::ReadsFen { .. }) => {
                self.difference == AnswerDifference::TextRefused
            }
            _ => false,
        }
    }

    /// Returns the diagnosis, the grouping key of this disagreement.
    pub fn diagnosis(&self) -> Diagnosis {
        Diagnosis::new(&self.library, &self.scenario.setup, &self.question, self.difference)
    }

    /// Returns the question with the right answer. If the reference refuses, whatever is said is right, and only a failure
    /// can be wrong.
    pub fn expected(&self) -> Expected {
        expected(&self.question, &self.right)
    }

    /// Returns the line of play in the format of a case: numbered moves, and one sentence per other act.
    pub fn play(&self) -> Vec<String> {
        let Ok(mut position) = Position::new(&self.scenario.setup) else { return Vec::new() };
        let is_move = |act: &Act| matches!(act, Act::MoveAndPress { .. });
        let mut lines = Vec::new();
        for acts in self.scenario.acts.chunk_by(|one, other| is_move(one) && is_move(other)) {
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

    /// Returns the moves of the line, without the other acts.
    pub fn moves(&self) -> Vec<Move> {
        self.scenario.acts.iter().filter_map(Act::played).collect()
    }
}

/// The library, the question and the difference, for example `NAME: claimable: says no`.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.library, self.question)?;
        if let Some(flaw) = self.flaw {
            write!(f, " ({})", flaw.words())?;
        }
        write!(f, ": {}", self.difference)
    }
}

/// Returns a question with the answer of the reference as the right one.
pub(super) fn expected(question: &Question, right: &Response) -> Expected {
    let right = Expectation::Exactly(right.answer().cloned().unwrap_or(Answer::Is(true)));
    Expected { question: question.clone(), right, moment: Moment::End }
}

/// Returns whether a question has an answer after this number of acts: without a move there is no last one to write.
pub(super) fn is_defined(question: &Question, acts: usize) -> bool {
    acts > 0 || *question != NotationQuestion::San.into()
}

/// Asks `implementation` a question at the end of a line. A question that has no answer there is not asked.
pub(super) fn ask(
    implementation: &dyn Implementation,
    scenario: &Scenario,
    question: &Question,
) -> Response {
    if !is_defined(question, scenario.acts.len()) {
        return Response::Unsupported("no move has been played".to_owned());
    }
    if let Some(response) = relation::response(implementation, scenario, question) {
        return response;
    }
    match implementation.start_game(scenario) {
        Ok(session) => session.ask(question),
        Err(Response::SetupRefused(_))
            if *question == Question::Position(PositionQuestion::Setup) =>
        {
            Response::Answer { answer: Answer::Is(false), native: true }
        }
        Err(response) => response,
    }
}

/// Creates a line of play from a setup and legal moves.
pub(super) fn scenario(rule_set: RuleSet, setup: Setup, moves: &[Move]) -> Scenario {
    let acts = moves.iter().map(|&played| Act::MoveAndPress { mv: played }).collect();
    Scenario { setup, acts, rule_set, event: Event::default() }
}
