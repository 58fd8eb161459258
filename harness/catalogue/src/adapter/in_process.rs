//! Libraries in this process, which implement the trait of the gate. Questions and acts go there as text, and its answers
//! come back as types.

use lawbook_gate::{
    Adapter, Question as Asked,
    ask::Subject,
    session::{self, Game, Library},
};

use super::{
    About, GameSession, Implementation, Response, Scenario,
    text::{board_after, examples, line_text, typed},
};
use crate::{
    line_text::question_text,
    question::{Answer, PositionQuestion, Question},
};
use lawbook::{
    position::{Move, Setup},
    rules::{RuleSet, Termination},
};

/// A library in this process, asked through its [`Adapter`].
///
/// ```
/// use lawbook::{notation::read_uci, position::Position};
/// use lawbook_catalogue::adapter::{Implementation, InProcess};
/// use lawbook_gate::{About, Adapter, Refusal, Reply};
///
/// /// A library that supports positions but no history.
/// struct Mine;
///
/// impl Adapter for Mine {
///     type Game = Position;
///
///     fn about(&self) -> About {
///         About::new("mine", "1.0.0")
///     }
///
///     fn set_up(&self, fen: &str) -> Result<Position, Refusal> {
///         Ok(fen.parse()?)
///     }
///
///     fn play(&self, game: &mut Position, uci: &str) -> Result<(), Refusal> {
///         *game = game.play(read_uci(game, uci)?)?;
///         Ok(())
///     }
///
///     fn is_checkmate(&self, game: &Position) -> Reply<bool> {
///         Reply::Native(game.is_checkmate())
///     }
/// }
///
/// assert_eq!(InProcess::new(Mine).about().name, "mine");
/// ```
pub struct InProcess {
    library: Box<dyn Library + Send + Sync>,
    about: About,
}

impl InProcess {
    /// Makes a library of an adapter. It follows the Laws in force.
    pub fn new(adapter: impl Adapter + Send + Sync + 'static) -> InProcess {
        let about = about(&adapter.about());
        InProcess { library: Box::new(adapter), about }
    }

    fn ask_with(
        &self,
        scenario: &Scenario,
        questions: &[Question],
        taken_back: &[Vec<Move>],
        between: &[Question],
    ) -> Vec<Response> {
        if let Some(declined) = self.about.declines(scenario) {
            return vec![declined; questions.len()];
        }
        let texts: Vec<String> = questions.iter().map(question_text).collect();
        let asked: Vec<Asked<'_>> = texts.iter().map(|text| Asked::read(text)).collect();
        let subject = Subject::new(&*self.library, &|| examples(), &|_| ());
        let line = line_text(scenario, taken_back, between);
        let responses = subject.ask_line(&line, &asked.iter().collect::<Vec<_>>());
        let read =
            |(question, response)| typed(question, response, &self.about, || board_after(scenario));
        questions.iter().zip(responses).map(read).collect()
    }
}

impl Implementation for InProcess {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.ask_with(scenario, questions, &[], &[])
    }

    fn in_text(&self) -> Option<&dyn Library> {
        Some(&*self.library)
    }

    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        if let Some(declined) = self.about.declines(scenario) {
            return Err(declined);
        }
        match self.library.begin(&line_text(scenario, &[], &[])) {
            Ok(game) => Ok(Box::new(Session { game, about: &self.about, start: scenario.setup })),
            Err(stopped) => Err(failure(stopped.response)),
        }
    }

    fn taking_back(
        &self,
        moves: Vec<Vec<Move>>,
        between: Vec<Question>,
    ) -> Option<Box<dyn Implementation + '_>> {
        let can = moves.iter().all(Vec::is_empty) || self.library.can_take_back();
        can.then(|| Box::new(TakingBack(self, moves, between)) as _)
    }
}

/// A library with other moves played and taken back on the way, and questions asked before they are taken back.
struct TakingBack<'a>(&'a InProcess, Vec<Vec<Move>>, Vec<Question>);

impl Implementation for TakingBack<'_> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.0.ask_with(scenario, questions, &self.1, &self.2)
    }
}

/// Reads the names of endings.
fn about(about: &lawbook_gate::About) -> About {
    // Leaked on purpose: a few bytes for each library, needed until the program exits.
    let endings = |codes: &[&str]| -> &'static [Termination] {
        let named = |code: &&str| Termination::ALL.into_iter().find(|one| one.code() == *code);
        codes.iter().filter_map(named).collect::<Vec<_>>().leak()
    };
    About {
        name: about.name.clone(),
        version: about.version.clone(),
        ecosystem: "cargo".to_owned(),
        rule_set: RuleSet::LATEST,
        endings: endings(&[&about.endings[..], &about.ends_by_itself].concat()),
        gives_rulings: about.is_arbiter,
        chess960: about.chess960,
        ends_by_itself: endings(&about.ends_by_itself),
        reads_fen: about.reads_fen,
        validates_setups: about.validates_setups,
    }
}

/// Converts a response to a line that was not played to its end.
fn failure(response: session::Response) -> Response {
    response.and_then(|value, _| Response::Panicked(format!("{value:?} is no failure")))
}

/// A game at the end of a line.
struct Session<'a> {
    game: Box<dyn Game + 'a>,
    about: &'a About,
    /// The setup of the line.
    start: Setup,
}

impl GameSession for Session<'_> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.game.act(played.text().as_str()).map_err(failure)
    }

    fn ask(&self, question: &Question) -> Response {
        let response = self.game.ask(&Asked::read(&question_text(question)));
        typed(question, response, self.about, || self.board())
    }
}

impl Session<'_> {
    /// The board as the library has it.
    fn board(&self) -> Setup {
        let board = PositionQuestion::Placement.into();
        match self.ask(&board) {
            Response::Answer { answer: Answer::Placement(placement), .. } => {
                Setup { placement: *placement, ..self.start }
            }
            _ => self.start,
        }
    }
}
