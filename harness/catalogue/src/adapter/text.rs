//! The two forms of what is asked and answered: text, as the gate and the libraries have it, and types, as the reference has
//! it. Each is converted to the other here and nowhere else.

use std::sync::LazyLock;

use lawbook_gate::{
    Question as Asked, Vectors,
    session::{self, Game, Library, Line, Stopped, Value},
};

use super::{About, GameSession, Implementation, Response, Scenario, probes, read};
use crate::{
    line_text::{act_text, orders_text, question_text, read_act, read_order, read_question},
    question::{
        Answer, AnswerForm, AnswerRecord, DecisionRecord, GameQuestion, PositionQuestion, Question,
    },
};
use lawbook::{
    board::{Color, Square},
    position::{Move, Position, Setup},
    rules::{Act, Event, RuleSet, Termination},
};

/// The vectors of the Laws in force, which have examples of each question and act.
pub fn examples() -> &'static Vectors<'static> {
    static EXAMPLES: LazyLock<Vectors<'static>> = LazyLock::new(Vectors::embedded);
    &EXAMPLES
}

/// Returns a line of play as text, with these moves played and taken back before each act and at the end, and these questions
/// asked before they are taken back.
pub(super) fn line_text(
    scenario: &Scenario,
    taken_back: &[Vec<Move>],
    between: &[Question],
) -> Line {
    let moves = |moves: &Vec<Move>| moves.iter().map(Move::to_string).collect();
    let acts = scenario.acts.iter().map(act_text).collect();
    let detours = taken_back.iter().map(moves).collect();
    let between = between.iter().map(question_text).collect();
    Line { detours, between, ..Line::new(scenario.setup.to_string(), acts) }
}

/// Returns an answer as text.
pub(super) fn value(answer: &Answer) -> Value {
    match (answer, AnswerRecord::from(answer)) {
        (Answer::Read(None) | Answer::Setup(None), _) => Value::Nothing,
        (Answer::Orders(orders), _) => {
            let texts = orders_text(orders);
            let texts = texts.split("; ").filter(|one| !one.is_empty()).map(str::to_owned);
            texts.collect::<Vec<String>>().into()
        }
        (_, AnswerRecord::Is(is)) => Value::Is(is),
        (_, AnswerRecord::Count(count)) => Value::Count(count),
        (_, AnswerRecord::List(items)) => items.into(),
        (_, AnswerRecord::Decision(decision)) => Value::Text(decision.into()),
        (_, other) => Value::Text(other.to_string()),
    }
}

/// Returns the response to a question with its answer read from text. `setup` has the pieces among which castling
/// rights are read, whose letters alone do not tell which rooks are meant.
pub fn typed(
    question: &Question,
    response: session::Response,
    about: &About,
    setup: impl FnOnce() -> Setup,
) -> Response {
    let form = question.form();
    response.and_then(|value, native| match answer(question, value, about, setup) {
        Ok(answer) => Response::Answer { answer, native },
        // A FEN with numbers that exceed our limits gives no claim.
        Err(why) if form == AnswerForm::SetupOrNothing => Response::Silent(why),
        Err(why) => Response::Panicked(format!("the adapter's answer cannot be read: {why}")),
    })
}

fn answer(
    question: &Question,
    value: Value,
    about: &About,
    setup: impl FnOnce() -> Setup,
) -> Result<Answer, String> {
    Ok(match (question.form(), value) {
        (AnswerForm::YesOrNo, Value::Is(is)) => Answer::Is(is),
        (AnswerForm::Number | AnswerForm::PartOfFen, Value::Count(count)) => Answer::Count(count),
        (AnswerForm::Decision, Value::Text(text)) => {
            let record = DecisionRecord::try_from(text)?;
            match record {
                DecisionRecord::Decided(decision) if about.gives_rulings => {
                    Answer::Ruling(decision)
                }
                _ => Answer::Ended { ended: record.reported()?, knows: about.endings },
            }
        }
        (AnswerForm::Orders, Value::List(orders)) => {
            Answer::Orders(read::sorted(orders.iter().map(|one| read_order(one)))?)
        }
        (AnswerForm::Moves, Value::List(moves)) => read::moves(&moves)?,
        (AnswerForm::Squares, Value::List(names)) => read::squares(&names)?,
        (AnswerForm::Pairs, Value::List(pairs)) => {
            read::pairs(pairs.iter().map(|pair| pair.split_once('-').unwrap_or((pair, ""))))?
        }
        (AnswerForm::Changes, Value::List(names)) => Answer::Changes(names),
        (AnswerForm::Text, Value::Text(text)) => Answer::Text(text),
        (AnswerForm::Fen, Value::Text(text)) => Answer::Fen(text),
        (AnswerForm::MoveOrNothing, Value::Nothing) => Answer::Read(None),
        (AnswerForm::MoveOrNothing, Value::Text(uci)) => Answer::Read(Some(read::parse(&uci)?)),
        (AnswerForm::SetupOrNothing, Value::Nothing) => Answer::Setup(None),
        (AnswerForm::SetupOrNothing, Value::Text(fen)) => {
            Answer::Setup(Some(Box::new(read::setup(&fen)?)))
        }
        (AnswerForm::PartOfFen, Value::Text(text)) => part_of_fen(question, text, setup)?,
        (form, value) => return Err(format!("{value:?} is not of the form {form:?}")),
    })
}

/// Reads the arrangement of the pieces, the side to move or the castling rights.
fn part_of_fen(
    question: &Question,
    text: String,
    setup: impl FnOnce() -> Setup,
) -> Result<Answer, String> {
    let color = |name: &str| Color::ALL.into_iter().find(|one| one.name().to_lowercase() == name);
    match question {
        Question::Position(PositionQuestion::Turn) => {
            let color = color(&text).ok_or_else(|| format!("{text:?} is no player"))?;
            Ok(Answer::Player(color))
        }
        Question::Position(PositionQuestion::Castling) => {
            let setup = setup();
            let fen = format!("{} w {text} - 0 1", setup.placement);
            let read = match setup.castling.is_chess960() {
                true => Setup::from_x_fen(&fen),
                false => fen.parse(),
            };
            // Rights without a rook are no rights that could be right.
            Ok(read.map_or_else(|_| Answer::Text(text), |read| Answer::Castling(read.castling)))
        }
        _ => Ok(Answer::Placement(Box::new(read::setup(&format!("{text} w - - 0 1"))?.placement))),
    }
}

/// Returns the setup of a line with the pieces after its moves, as far as they are legal.
pub fn board_after(scenario: &Scenario) -> Setup {
    let Ok(start) = Position::new(&scenario.setup) else { return scenario.setup };
    let mut moves = scenario.acts.iter().filter_map(Act::played);
    let end = moves.try_fold(start, |position, played| position.play(played).map_err(|_| position));
    let placement = *end.unwrap_or_else(|position| position).placement();
    Setup { placement, ..scenario.setup }
}

/// A library with types, asked in text under a rule set.
pub struct AsText<'a> {
    library: &'a dyn Implementation,
    rule_set: RuleSet,
}

impl<'a> AsText<'a> {
    /// Wraps a library.
    pub fn new(library: &'a dyn Implementation, rule_set: RuleSet) -> AsText<'a> {
        AsText { library, rule_set }
    }

    fn scenario(&self, line: &Line) -> Result<Scenario, String> {
        Ok(Scenario {
            setup: read::setup(&line.fen)?,
            acts: line.acts.iter().map(|act| read_act(act)).collect::<Result<_, String>>()?,
            rule_set: match line.rule_set.as_str() {
                "" => self.rule_set,
                name => name.parse().map_err(|error| format!("{error}"))?,
            },
            event: match line.event.as_str() {
                "" => Event::default(),
                event => serde_json::from_str(event).map_err(|error| format!("{error}"))?,
            },
        })
    }
}

impl Library for AsText<'_> {
    fn describe(&self) -> lawbook_gate::About {
        let about = self.library.about();
        let codes = |endings: &[Termination]| endings.iter().map(|one| one.code()).collect();
        lawbook_gate::About {
            endings: codes(about.endings),
            is_arbiter: about.gives_rulings,
            chess960: about.chess960,
            ends_by_itself: codes(about.ends_by_itself),
            reads_fen: about.reads_fen,
            validates_setups: about.validates_setups,
            ..lawbook_gate::About::new(about.name, about.version)
        }
    }

    fn begin<'b>(&'b self, line: &Line) -> Result<Box<dyn Game + 'b>, Stopped> {
        let stopped = |response| Stopped { response, untaken: None };
        let scenario =
            self.scenario(line).map_err(|why| stopped(session::Response::Panicked(why)))?;
        match self.library.start_game(&scenario) {
            Ok(game) => Ok(Box::new(InText(game))),
            Err(response) => Err(stopped(in_text(response))),
        }
    }

    fn can_take_back(&self) -> bool {
        let step = Move::new(Square::from_index(12), Square::from_index(28));
        self.library.taking_back(vec![vec![step]], Vec::new()).is_some()
    }

    /// A library that rules like an arbiter knows everything.
    fn declared(&self) -> Option<(Vec<String>, Vec<String>)> {
        let distinct = |names: &mut dyn Iterator<Item = &'static str>| {
            let mut all: Vec<String> = Vec::new();
            for name in names {
                if !all.iter().any(|one| one == name) {
                    all.push(name.to_owned());
                }
            }
            all
        };
        self.library.about().gives_rulings.then(|| {
            let questions = probes().iter().map(|probe| probe.question.sent_as());
            let acts = probes().iter().flat_map(|probe| &probe.scenario.acts);
            let acts = acts.map(Act::name).filter(|name| *name != "move");
            (distinct(&mut questions.into_iter()), distinct(&mut acts.into_iter()))
        })
    }

    /// In place of the answer that the setup is not accepted there is the refusal, if it has a message.
    fn answers(&self, line: &Line, questions: &[&Asked<'_>]) -> Option<Vec<session::Response>> {
        let failed = session::Response::Panicked;
        let scenario = match self.scenario(line) {
            Ok(scenario) => scenario,
            Err(why) => return Some(vec![failed(why); questions.len()]),
        };
        let read: Vec<Result<Question, String>> =
            questions.iter().map(|one| question(one)).collect();
        let asked: Vec<Question> = read.iter().flatten().cloned().collect();
        let takes_back = !line.detours.iter().all(Vec::is_empty);
        let played = |text: &String| text.trim_start_matches(session::ILLEGAL).parse().ok();
        let moves = |texts: &Vec<String>| texts.iter().filter_map(played).collect();
        let detours = || line.detours.iter().map(moves).collect();
        let between = || {
            line.between.iter().filter_map(|one| self::question(&Asked::read(one)).ok()).collect()
        };
        let goes_about = takes_back || !line.between.is_empty();
        let taking_back = goes_about.then(|| self.library.taking_back(detours(), between()));
        let taking_back = taking_back.flatten();
        let library = match (&taking_back, takes_back) {
            (Some(taking_back), _) => taking_back.as_ref(),
            (None, false) => self.library,
            (None, true) => {
                let why = "taking back moves is not supported";
                return Some(vec![failed(why.to_owned()); questions.len()]);
            }
        };
        let mut responses = library.ask(&scenario, &asked);
        for (question, response) in asked.iter().zip(&mut responses) {
            let is_setup = *question == PositionQuestion::Setup.into();
            if is_setup && response.answer() == Some(&Answer::Is(false)) {
                let why = library.ask(&scenario, &[PositionQuestion::Turn.into()]);
                let is_refusal = |one: &Response| matches!(one, Response::SetupRefused(_));
                *response = why.into_iter().find(is_refusal).unwrap_or_else(|| response.clone());
            }
        }
        let mut responses = responses.into_iter().map(in_text);
        let missing = || failed("no answer".to_owned());
        let each = read.into_iter().map(|one| match one {
            Ok(_) => responses.next().unwrap_or_else(missing),
            Err(why) => failed(why),
        });
        Some(each.collect())
    }
}

/// Reads a question. How the game has ended follows from the ruling.
fn question(asked: &Asked<'_>) -> Result<Question, String> {
    match asked.to_string().as_str() {
        "ended" => Ok(GameQuestion::Ruling.into()),
        text => read_question(text),
    }
}

fn in_text(response: Response) -> session::Response {
    response.and_then(|answer, native| session::Response::Answer { answer: value(&answer), native })
}

/// A game with types, asked in text.
struct InText<'a>(Box<dyn GameSession + 'a>);

impl Game for InText<'_> {
    fn act(&mut self, text: &str) -> Result<(), session::Response> {
        let played: Move = text
            .parse()
            .map_err(|_| session::Response::Unsupported(format!("{text} is not a move")))?;
        self.0.play(played).map_err(in_text)
    }

    fn ask(&self, question: &Asked<'_>) -> session::Response {
        match self::question(question) {
            Ok(question) => in_text(self.0.ask(&question)),
            Err(why) => session::Response::Panicked(why),
        }
    }
}
