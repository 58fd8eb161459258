//! Libraries in this process, which implement the trait of the gate. Questions and acts go there as text, and its answers
//! come back as types.

use std::{cell::OnceCell, slice};

use lawbook_gate::{
    Adapter, Question as Asked,
    session::{self, Game, Library, Line, Stopped, Value},
};

use super::{
    About, GameSession, Implementation, Probe, Response, Scenario, probes, read, undo::detours,
};
use crate::{
    line_text::{act_text, question_text},
    question::{
        Answer, AnswerForm, DecisionRecord, GameQuestion, NotationQuestion, PositionQuestion,
        Question,
    },
};
use lawbook::{
    position::{Move, Setup},
    rules::{Act, Event, RuleSet, Termination},
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

    /// Returns the library as the gate sees it.
    pub fn library(&self) -> &dyn Library {
        &*self.library
    }

    /// Plays a line, with other moves played and taken back on the way if `takes_back`.
    fn begin(&self, scenario: &Scenario, takes_back: bool) -> Result<Session<'_>, Stopped> {
        if let Some(Response::Unsupported(why)) = self.about.declines(scenario) {
            return Err(Stopped { response: session::Response::Unsupported(why), untaken: None });
        }
        let moves = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect();
        let line = Line {
            fen: scenario.setup.to_string(),
            acts: scenario.acts.iter().map(act_text).collect(),
            detours: match takes_back {
                true => detours(&scenario.setup, &scenario.acts).iter().map(moves).collect(),
                false => Vec::new(),
            },
        };
        Ok(Session {
            game: self.library.begin(&line)?,
            about: &self.about,
            chess960: scenario.setup.castling.is_chess960(),
            setup: OnceCell::new(),
        })
    }

    fn ask_with(
        &self,
        scenario: &Scenario,
        questions: &[Question],
        takes_back: bool,
    ) -> Vec<Response> {
        match self.begin(scenario, takes_back) {
            Ok(session) => questions.iter().map(|question| session.ask(question)).collect(),
            Err(stopped) => {
                questions.iter().map(|one| self.refused(scenario, one, &stopped)).collect()
            }
        }
    }

    /// Returns the response to a question about a line where the library failed. A question that the adapter never
    /// supports is unsupported, and not a failure.
    fn refused(&self, scenario: &Scenario, question: &Question, stopped: &Stopped) -> Response {
        let response = failure(stopped.response.clone());
        if *question != PositionQuestion::Setup.into() {
            let unsupported = match response.is_failure() {
                true => self.unsupported_elsewhere(scenario, question),
                false => None,
            };
            return unsupported.unwrap_or(response);
        }
        match response {
            Response::SetupRefused(_) => {
                Response::Answer { answer: Answer::Is(false), native: true }
            }
            _ => response,
        }
    }

    /// Returns the reason if the adapter does not support this kind of question, or an act of the line that the answer
    /// depends on; `None` if it does. Determined by asking the probes.
    fn unsupported_elsewhere(&self, scenario: &Scenario, question: &Question) -> Option<Response> {
        let ruling = Question::Game(GameQuestion::Ruling);
        let name = question.sent_as();
        let of_question =
            self.unsupported_in(&[], question, |probe| probe.question.sent_as() == name);
        of_question.or_else(|| {
            // An act that plays a move is played as one.
            let acts = scenario.acts.iter().filter(|act| act.played().is_none());
            acts.filter(|_| *question == ruling).find_map(|act| {
                self.unsupported_in(slice::from_ref(act), &ruling, |probe| {
                    probe.question == ruling
                        && probe.scenario.acts.iter().any(|other| other.name() == act.name())
                })
            })
        })
    }

    /// Returns the reason if the adapter says so of a selected probe and answers none; `None` otherwise. If it refuses the
    /// moves of all of them, the question is asked after these acts in the initial position.
    fn unsupported_in(
        &self,
        acts: &[Act],
        question: &Question,
        is_asked: impl Fn(&Probe) -> bool,
    ) -> Option<Response> {
        let mut unsupported = None;
        for probe in probes().iter().filter(|probe| is_asked(probe)) {
            let Ok(session) = self.begin(&probe.scenario, false) else { continue };
            match session.ask(&probe.question) {
                response @ Response::Unsupported(_) => unsupported = Some(response),
                Response::Answer { .. } | Response::Silent(_) => return None,
                // A failure says nothing about it.
                _ => {}
            }
        }
        unsupported.or_else(|| {
            let (setup, acts) = (Setup::start(), acts.to_vec());
            let line = Scenario { setup, acts, rule_set: RuleSet::LATEST, event: Event::default() };
            let response = self.begin(&line, false).ok()?.ask(question);
            matches!(response, Response::Unsupported(_)).then_some(response)
        })
    }

    fn start(
        &self,
        scenario: &Scenario,
        takes_back: bool,
    ) -> Result<Box<dyn GameSession + '_>, Response> {
        match self.begin(scenario, takes_back) {
            Ok(session) => Ok(Box::new(session)),
            Err(stopped) => Err(failure(stopped.response)),
        }
    }
}

impl Implementation for InProcess {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.ask_with(scenario, questions, false)
    }

    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        self.start(scenario, false)
    }

    fn taking_back(&self) -> Option<Box<dyn Implementation + '_>> {
        self.library.can_take_back().then(|| Box::new(TakingBack(self)) as _)
    }
}

/// A library with other moves played and taken back on the way.
struct TakingBack<'a>(&'a InProcess);

impl Implementation for TakingBack<'_> {
    fn about(&self) -> About {
        self.0.about()
    }

    fn ask(&self, scenario: &Scenario, questions: &[Question]) -> Vec<Response> {
        self.0.ask_with(scenario, questions, true)
    }

    fn start_game(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + '_>, Response> {
        self.0.start(scenario, true)
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
        chess960: about.chess960,
        ends_by_itself: endings(&about.ends_by_itself),
        reads_fen: about.reads_fen,
        validates_setups: about.validates_setups,
    }
}

/// Converts a response without an answer.
fn failure(response: session::Response) -> Response {
    match response {
        session::Response::Answer { value, .. } => {
            Response::Panicked(format!("{value:?} is no failure"))
        }
        session::Response::Silent(why) => Response::Silent(why),
        session::Response::Unsupported(why) => Response::Unsupported(why),
        session::Response::SetupRefused(why) => Response::SetupRefused(why),
        session::Response::MoveRefused(why) => Response::MoveRefused(why),
        session::Response::Panicked(why) => Response::Panicked(why),
    }
}

/// A game at the end of a line.
struct Session<'a> {
    game: Box<dyn Game + 'a>,
    about: &'a About,
    /// Whether the library's FENs are X-FENs.
    chess960: bool,
    /// The parsed FEN of the current position with its origin, or why there is none; queried on first use.
    setup: OnceCell<Result<(Setup, bool), Response>>,
}

impl GameSession for Session<'_> {
    fn play(&mut self, played: Move) -> Result<(), Response> {
        self.setup.take();
        self.game.act(played.text().as_str()).map_err(failure)
    }

    fn ask(&self, question: &Question) -> Response {
        let form = question.form();
        if form == AnswerForm::PartOfFen {
            return self.by_the_fen(question);
        }
        let (value, native) = match self.game.ask(&Asked::read(&question_text(question))) {
            session::Response::Answer { value, native } => (value, native),
            other => return failure(other),
        };
        match self.answer(form, value) {
            Ok(answer) => Response::Answer { answer, native },
            // A FEN with numbers that exceed our limits gives no claim.
            Err(why) if form == AnswerForm::SetupOrNothing => Response::Silent(why),
            Err(why) => unreadable(&why),
        }
    }
}

impl Session<'_> {
    /// Answers a question from the library's FEN.
    fn by_the_fen(&self, question: &Question) -> Response {
        let read = || match self.ask(&NotationQuestion::Fen.into()) {
            Response::Answer { answer: Answer::Fen(fen), native } => {
                read::written(&fen, self.chess960).map(|setup| (setup, native))
            }
            other => Err(other),
        };
        match self.setup.get_or_init(read) {
            Ok((setup, native)) => match question.read_from(setup) {
                Some(answer) => Response::Answer { answer, native: *native },
                None => unreadable(&format!("an answer to {question} cannot be a FEN")),
            },
            Err(response) => response.clone(),
        }
    }

    /// Converts a value. Texts that differ between libraries are read here.
    fn answer(&self, form: AnswerForm, value: Value) -> Result<Answer, String> {
        Ok(match (form, value) {
            (AnswerForm::YesOrNo, Value::Is(is)) => Answer::Is(is),
            (AnswerForm::Number, Value::Count(count)) => Answer::Count(count),
            (AnswerForm::Decision, Value::Text(text)) => {
                let ended = DecisionRecord::try_from(text)?.reported()?;
                Answer::Ended { ended, knows: self.about.endings }
            }
            (AnswerForm::Moves, Value::List(moves)) => read::moves(&moves)?,
            (AnswerForm::Squares, Value::List(names)) => read::squares(&names)?,
            (AnswerForm::Pairs, Value::List(pairs)) => {
                read::pairs(pairs.iter().map(|pair| pair.split_once('-').unwrap_or((pair, ""))))?
            }
            (AnswerForm::Text, Value::Text(text)) => Answer::Text(text),
            (AnswerForm::Fen, Value::Text(text)) => Answer::Fen(text),
            (AnswerForm::MoveOrNothing, Value::Nothing) => Answer::Read(None),
            (AnswerForm::MoveOrNothing, Value::Text(uci)) => Answer::Read(Some(read::parse(&uci)?)),
            (AnswerForm::SetupOrNothing, Value::Nothing) => Answer::Setup(None),
            (AnswerForm::SetupOrNothing, Value::Text(fen)) => {
                Answer::Setup(Some(Box::new(read::setup(&fen)?)))
            }
            (form, value) => return Err(format!("{value:?} is not of the form {form:?}")),
        })
    }
}

fn unreadable(why: &str) -> Response {
    Response::Panicked(format!("the adapter's answer cannot be read: {why}"))
}
