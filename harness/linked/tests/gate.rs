//! The gate, which has no rules engine, and the runner find the same wrong answers.

#![allow(clippy::unwrap_used, clippy::panic)] // a test

use std::collections::{BTreeMap, BTreeSet};

use lawbook::{
    board::{Color, Square},
    position::{Move, Setup},
    rules::{Act, ClaimGround, Event, RuleSet, Termination},
};
use lawbook_catalogue::{
    CaseLevel, Catalogue,
    adapter::{GameSession, Implementation, Reference, Response, Scenario},
    question::{
        Answer, AnswerRecord, DecisionRecord, Expectation, GameQuestion, HistoryQuestion,
        MaterialQuestion, NotationQuestion, PositionQuestion, Question,
    },
};
use lawbook_faults::{Memory, Seeded};
use lawbook_gate::{About, Adapter, Level, Refusal, Reply, wrong_answers};
use lawbook_suite::{
    report::{Vectors, question_id, said},
    runner::ask_one,
};

/// An implementation with the trait of the gate.
struct Text<'a>(&'a dyn Implementation);

/// A game, which is kept by the library as long as there are only moves.
struct Game<'a> {
    scenario: Scenario,
    session: Option<Box<dyn GameSession + 'a>>,
}

impl<'a> Text<'a> {
    /// Asks nothing, and returns the refusal if the library does not follow so far.
    fn follow(&self, game: &Game<'_>, before: &str) -> Result<(), Refusal> {
        let setup = [Question::from(PositionQuestion::Setup)];
        let response = self.0.ask(&game.scenario, &setup).remove(0);
        if response.is_failure() { Err(refusal(response, before)) } else { Ok(()) }
    }

    fn start(&self, scenario: &Scenario) -> Result<Box<dyn GameSession + 'a>, Refusal> {
        self.0.start_game(scenario).map_err(|response| refusal(response, "while setting up: "))
    }

    fn ask(&self, game: &Game<'_>, question: impl Into<Question>) -> Reply<Answer> {
        let question = question.into();
        let response = match &game.session {
            Some(session) => session.ask(&question),
            None => self.0.ask(&game.scenario, std::slice::from_ref(&question)).remove(0),
        };
        match response {
            Response::Answer { answer, native: true } => Reply::Native(answer),
            Response::Answer { answer, native: false } => Reply::Composed(answer),
            Response::Silent(why) => Reply::Silent(why),
            Response::Unsupported(why) => Reply::Unsupported(why),
            Response::Panicked(message) => panic!("{message}"),
            other => panic!("{other:?}"),
        }
    }

    fn is(&self, game: &Game<'_>, question: impl Into<Question>) -> Reply<bool> {
        map(self.ask(game, question), |answer| {
            let Answer::Is(is) = answer else { panic!("{answer:?}") };
            is
        })
    }

    fn count(&self, game: &Game<'_>, question: impl Into<Question>) -> Reply<u32> {
        map(self.ask(game, question), |answer| {
            let Answer::Count(count) = answer else { panic!("{answer:?}") };
            count
        })
    }

    fn texts(&self, game: &Game<'_>, question: impl Into<Question>) -> Reply<Vec<String>> {
        map(self.ask(game, question), |answer| match answer {
            Answer::Moves(moves) => moves.iter().map(Move::to_string).collect(),
            Answer::Squares(squares) => squares.iter().map(Square::to_string).collect(),
            Answer::Orders(orders) => {
                orders.into_iter().map(|order| text_of(&Answer::Orders(vec![order]))).collect()
            }
            Answer::Pairs(pairs) => {
                pairs.iter().map(|(one, other)| format!("{one}-{other}")).collect()
            }
            other => panic!("{other:?}"),
        })
    }

    fn text(&self, game: &Game<'_>, question: impl Into<Question>) -> Reply<String> {
        map(self.ask(game, question), |answer| text_of(&answer))
    }

    fn read(&self, game: &Game<'_>, question: NotationQuestion) -> Reply<Option<String>> {
        map(self.ask(game, question), |answer| {
            let Answer::Read(read) = answer else { panic!("{answer:?}") };
            read.map(|played| played.to_string())
        })
    }
}

/// Returns an answer as text, whatever is right.
fn text_of(answer: &Answer) -> String {
    said(&Expectation::Number(0), &AnswerRecord::from(answer)).unwrap()
}

fn map<T, U>(reply: Reply<T>, with: impl FnOnce(T) -> U) -> Reply<U> {
    match reply {
        Reply::Native(value) => Reply::Native(with(value)),
        Reply::Composed(value) => Reply::Composed(with(value)),
        Reply::Silent(why) => Reply::Silent(why),
        Reply::Unsupported(why) => Reply::Unsupported(why),
    }
}

/// Converts a failure to a refusal without the words that the gate puts before it.
fn refusal(response: Response, before: &str) -> Refusal {
    let cut = |text: String| text.strip_prefix(before).map_or(text.clone(), str::to_owned);
    match response {
        Response::Unsupported(why) | Response::Silent(why) => Refusal::unsupported(why),
        Response::SetupRefused(message) | Response::MoveRefused(message) => cut(message).into(),
        Response::Panicked(message) => panic!("{}", cut(message)),
        other => panic!("{other:?}"),
    }
}

/// Reads an act that the vectors write as its name with its fields.
fn read_act(text: &str) -> Act {
    let (name, fields) = text.split_once(' ').unwrap_or((text, ""));
    let mut object = serde_json::Map::new();
    object.insert("act".to_owned(), name.into());
    for (field, value) in fields.split(' ').filter_map(|word| word.split_once('=')) {
        let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
        object.insert(field.to_owned(), value);
    }
    serde_json::from_value(object.into()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

impl<'a> Adapter for Text<'a> {
    type Game = Game<'a>;

    fn about(&self) -> About {
        let about = self.0.about();
        let codes = |endings: &[Termination]| endings.iter().map(|one| one.code()).collect();
        About {
            endings: codes(about.endings),
            ends_by_itself: codes(about.ends_by_itself),
            is_arbiter: about.name == Reference::NAME,
            chess960: about.chess960,
            reads_fen: about.reads_fen,
            validates_setups: about.validates_setups,
            ..About::new(about.name, about.version)
        }
    }

    fn set_up(&self, fen: &str) -> Result<Game<'a>, Refusal> {
        let setup: Setup = fen.parse()?;
        let (rule_set, event) = (self.0.about().rule_set, Event::default());
        let scenario = Scenario { setup, acts: Vec::new(), rule_set, event };
        let session = Some(self.start(&scenario)?).filter(|_| !self.about().is_arbiter);
        Ok(Game { scenario, session })
    }

    fn play(&self, game: &mut Game<'a>, uci: &str) -> Result<(), Refusal> {
        let mv: Move = uci.parse()?;
        game.scenario.acts.push(Act::MoveAndPress { mv });
        let before = format!("{uci}: ");
        let Some(session) = &mut game.session else { return self.follow(game, &before) };
        session.play(mv).map_err(|response| match response {
            Response::Panicked(message) => {
                panic!(
                    "{}",
                    message.strip_prefix(&format!("while playing {uci}: ")).unwrap_or(&message)
                )
            }
            other => refusal(other, &before),
        })
    }

    fn act(&self, game: &mut Game<'a>, act: &lawbook_gate::Act<'_>) -> Result<(), Refusal> {
        game.scenario.acts.push(read_act(&act.to_string()));
        game.session = None;
        let ruling = Question::from(GameQuestion::Ruling);
        match self.0.ask(&game.scenario, &[ruling]).remove(0) {
            Response::Unsupported(why) => Err(Refusal::unsupported(why)),
            Response::MoveRefused(message) => {
                panic!("{message}")
            }
            _ => Ok(()),
        }
    }

    fn try_move(&self, game: &mut Game<'a>, uci: &str) -> Reply<bool> {
        let moves = vec![uci.parse().unwrap()];
        map(self.texts(game, PositionQuestion::Refuses { moves }), |refused| refused.is_empty())
    }

    fn legal_moves(&self, game: &Game<'a>) -> Reply<Vec<String>> {
        self.texts(game, PositionQuestion::LegalMoves)
    }

    fn is_check(&self, game: &Game<'a>) -> Reply<bool> {
        self.is(game, PositionQuestion::Check)
    }

    fn checkers(&self, game: &Game<'a>) -> Reply<Vec<String>> {
        self.texts(game, PositionQuestion::Checkers)
    }

    fn attacks(&self, game: &Game<'a>, square: &str) -> Reply<Vec<String>> {
        self.texts(game, PositionQuestion::Attacks { square: Square::parse(square).unwrap() })
    }

    fn pinned(&self, game: &Game<'a>) -> Reply<Vec<String>> {
        self.texts(game, PositionQuestion::Pinned)
    }

    fn is_checkmate(&self, game: &Game<'a>) -> Reply<bool> {
        self.is(game, PositionQuestion::Checkmate)
    }

    fn is_stalemate(&self, game: &Game<'a>) -> Reply<bool> {
        self.is(game, PositionQuestion::Stalemate)
    }

    fn is_insufficient_material(&self, game: &Game<'a>) -> Reply<bool> {
        self.is(game, MaterialQuestion::Insufficient)
    }

    fn is_dead(&self, game: &Game<'a>) -> Reply<bool> {
        self.is(game, MaterialQuestion::Dead)
    }

    fn can_mate(&self, game: &Game<'a>, side: &str) -> Reply<bool> {
        let side = if side == "white" { Color::White } else { Color::Black };
        self.is(game, MaterialQuestion::CanMate { side })
    }

    fn ended(&self, game: &Game<'a>) -> Reply<String> {
        map(self.ask(game, GameQuestion::Ruling), |answer| match answer {
            Answer::Ruling(decision) => DecisionRecord::from(decision).into(),
            Answer::Ended { ended, .. } => DecisionRecord::from(ended).into(),
            other => panic!("{other:?}"),
        })
    }

    fn may_claim(
        &self,
        game: &Game<'a>,
        ground: Option<&str>,
        written: Option<&str>,
    ) -> Reply<bool> {
        let ground = match ground {
            None => return self.is(game, GameQuestion::Claimable),
            Some("threefold") => ClaimGround::Threefold,
            Some(_) => ClaimGround::Fifty,
        };
        let written = written.map(|text| text.parse().unwrap());
        self.is(game, GameQuestion::Claim { ground, written })
    }

    fn occurrences(&self, game: &Game<'a>) -> Reply<u32> {
        self.count(game, HistoryQuestion::Occurrences)
    }

    fn has_occurred(&self, game: &Game<'a>, times: u32) -> Reply<bool> {
        self.is(game, HistoryQuestion::Occurred { times })
    }

    fn has_plies(&self, game: &Game<'a>, count: u32) -> Reply<bool> {
        self.is(game, HistoryQuestion::Plies { count })
    }

    fn is_same_as(&self, game: &Game<'a>, ply: usize) -> Reply<bool> {
        self.is(game, HistoryQuestion::SameAs { ply })
    }

    fn halfmove_clock(&self, game: &Game<'a>) -> Reply<u32> {
        self.count(game, HistoryQuestion::HalfmoveClock)
    }

    fn san(&self, game: &Game<'a>) -> Reply<String> {
        self.text(game, NotationQuestion::San)
    }

    fn read_san(&self, game: &Game<'a>, text: &str) -> Reply<Option<String>> {
        self.read(game, NotationQuestion::Reads { text: text.to_owned() })
    }

    fn read_uci(&self, game: &Game<'a>, text: &str) -> Reply<Option<String>> {
        self.read(game, NotationQuestion::ReadsUci { text: text.to_owned() })
    }

    fn fen(&self, game: &Game<'a>) -> Reply<String> {
        self.text(game, NotationQuestion::Fen)
    }

    fn is_light(&self, square: &str) -> Reply<bool> {
        let game = self.set_up(&Setup::start().to_string()).unwrap();
        self.is(&game, PositionQuestion::IsLight { square: Square::parse(square).unwrap() })
    }

    fn orders(&self, game: &Game<'a>) -> Reply<Vec<String>> {
        self.texts(game, GameQuestion::Orders)
    }
}

/// The wrong answers by the identifiers of their questions.
type Wrong = BTreeSet<(String, String)>;

/// Returns a message without the move before it, which not every fault names.
fn without_move(message: String) -> String {
    let rest = message.split_once(": ").filter(|(uci, _)| uci.parse::<Move>().is_ok());
    rest.map(|(_, rest)| rest.to_owned()).unwrap_or(message)
}

/// Returns the findings of the gate.
fn by_gate(library: &dyn Implementation, level: Level) -> Wrong {
    let all = wrong_answers(&Text(library), level);
    all.into_iter().map(|one| (one.id, without_move(one.said))).collect()
}

/// Returns the findings of the runner about the questions with these identifiers.
fn by_runner(
    catalogue: &Catalogue,
    library: &dyn Implementation,
    level: CaseLevel,
    ids: &BTreeSet<String>,
) -> Wrong {
    let mut wrong = Wrong::new();
    for case in catalogue.cases.iter().filter(|case| case.level <= level) {
        // Under one rule set, also if it is the reference with a fault.
        let verdicts = ask_one(case, "library", library, &[]);
        for one in verdicts.iter().filter(|one| !one.standing.passes()) {
            let id = question_id(&case.id, &one.expected);
            let message = || one.says.to_string();
            if ids.contains(&id) {
                let says = said(&one.expected.right, &one.says).unwrap_or_else(message);
                wrong.insert((id, without_move(says)));
            }
        }
    }
    wrong
}

/// One in this number of faults is compared.
const EVERY: usize = 40;

#[test]
fn the_gate_and_the_runner_find_the_same_wrong_answers() {
    let catalogue = Catalogue::embedded();
    let vectors = Vectors::new(&catalogue, RuleSet::LATEST).vectors;
    let kinds: BTreeMap<&str, &Question> = vectors
        .iter()
        .flat_map(|vector| &vector.questions)
        .map(|one| (one.id.as_str(), &one.question))
        .collect();
    // These depend on the conditions of a game, which the trait above lacks.
    let is_asked = |question: &Question| {
        !matches!(question, Question::Game(GameQuestion::Orders | GameQuestion::Seconds { .. }))
    };
    let with_event: BTreeSet<&str> = vectors
        .iter()
        .filter(|vector| vector.event.is_some())
        .map(|vector| vector.case.as_str())
        .collect();
    let ids: BTreeSet<String> = kinds
        .iter()
        .filter(|(id, question)| {
            is_asked(question) && !with_event.contains(id.split('/').next().unwrap())
        })
        .map(|(id, _)| (*id).to_owned())
        .collect();
    let memory = Memory::default();
    let faults: Vec<Seeded<'_>> = lawbook_faults::all()
        .chain(lawbook_faults::grid())
        .step_by(EVERY)
        .map(|fault| Seeded::new(fault, &memory))
        .collect();
    assert!(faults.len() >= 40, "{}", faults.len());
    let libraries = lawbook_linked::all();
    let reference = Reference::default();
    let libraries = libraries.iter().map(AsRef::as_ref);
    let all = libraries.chain([&reference as &dyn Implementation]);
    let all = all.chain(faults.iter().map(|fault| fault as &dyn Implementation));
    let mut compared = 0;
    let mut different = Vec::new();
    for (number, library) in all.enumerate() {
        let name = format!("{number} {}", library.about().name);
        // The reference with a fault answers as if it had just been asked, which takes time.
        let (level, of_runner) = match name.ends_with(Reference::NAME) {
            true => (Level::Core, CaseLevel::Core),
            false => (Level::Strict, CaseLevel::Strict),
        };
        // The gate reads these from the FEN, which a fault in one of them leaves as it is.
        let is_part = |id: &str| {
            let kind = kinds.get(id).map_or("", |question| question.kind());
            level == Level::Core && ["board", "turn", "castling", "fullmove-number"].contains(&kind)
        };
        let mut gate = by_gate(library, level);
        let mut runner = by_runner(&catalogue, library, of_runner, &ids);
        gate.retain(|(id, _)| ids.contains(id) && !is_part(id));
        runner.retain(|(id, _)| !is_part(id));
        compared += runner.len();
        for one in gate.symmetric_difference(&runner) {
            let by = if gate.contains(one) { "gate" } else { "runner" };
            different.push(format!("{name}: only by the {by}: {} {}", one.0, one.1));
        }
    }
    assert!(compared > 1000, "{compared}");
    assert!(
        different.is_empty(),
        "{} differ:\n{}",
        different.len(),
        different[..different.len().min(40)].join("\n")
    );
}
