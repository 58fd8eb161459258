//! Property test: in random games, setups and acts, an implementation answers as the reference does. Each fault must
//! fail it.

use crate::properties::{
    Choice, GameStrategy, Played, SplitMix64, any_event, any_setup, any_start, bare_start, choices,
    crowded_start, illegal_moves, late_start, mutate, play_acts, some_of,
};
use lawbook::{
    board::Color,
    notation::write_san,
    position::{Move, Position, Setup},
    rules::{Act, Event, RuleSet},
};
use lawbook_catalogue::{
    adapter::{Implementation, Response, Scenario},
    question::{
        GameQuestion, HistoryQuestion, MaterialQuestion, NotationQuestion, PositionQuestion,
        Question,
    },
};
use proptest::{
    prelude::{any, prop_oneof},
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde::Serialize;

use lawbook_faults::{Fault, Memory, Seeded, Shows};

/// Number of random games of each kind within which every fault is detected.
pub const GAMES: usize = 15_000;

/// Lengths of the games, in plies or acts. Short games stay near their start; long games repeat positions.
const LONG: usize = 40;
const SHORT: usize = 5;

/// Names of the strategies that generate games.
const STRATEGIES: [&str; 14] = [
    "random",
    "greedy",
    "shuffling",
    "promoting",
    "right-losing",
    "double-push",
    "sparse",
    "bare",
    "crowded",
    "locked",
    "pinned",
    "late",
    "catalogue",
    "chess960",
];

/// A question about a random game, setup or act whose answer differs from the reference's.
#[derive(Clone, Debug, Serialize)]
pub struct RandomDisagreement {
    /// The property that failed: which input was random.
    pub property: &'static str,
    /// The start position as a FEN.
    pub start: String,
    /// The acts.
    pub acts: Vec<String>,
    /// The name of the question.
    pub question: String,
    /// The reference's answer.
    pub right: String,
    /// The implementation's answer.
    pub says: String,
}

/// The first question about a game, tested after each ply, that an implementation answers differently from the
/// reference.
///
/// A question that the implementation does not support, or cannot be asked, does not count.
pub fn disagreement(
    whom: &dyn Implementation,
    reference: &dyn Implementation,
    game: &Played,
) -> Option<RandomDisagreement> {
    lines(game).into_iter().find_map(|(line, questions)| {
        difference("random moves", whom, reference, &line, &questions)
    })
}

/// A game ply by ply, with its questions.
fn lines(game: &Played) -> Vec<(Scenario, Vec<Question>)> {
    let positions: Vec<Position> = game.positions().collect();
    // After each ply of a long game the search for a mate would take too long: there the pieces are counted.
    let rule_set = if game.moves.len() > SHORT { RuleSet::LICHESS_2026 } else { RuleSet::LATEST };
    let at = |ply: usize| {
        let acts =
            game.moves[..ply].iter().map(|&played| Act::MoveAndPress { mv: played }).collect();
        let line = Scenario { setup: game.start.setup(), acts, rule_set, event: Event::default() };
        let mut questions = vec![
            Question::Position(PositionQuestion::LegalMoves),
            Question::Position(PositionQuestion::Checkers),
            Question::Position(PositionQuestion::Placement),
            Question::Position(PositionQuestion::Turn),
            Question::Position(PositionQuestion::Castling),
            Question::History(HistoryQuestion::HalfmoveClock),
            Question::History(HistoryQuestion::FullmoveNumber),
            Question::History(HistoryQuestion::Occurrences),
            HistoryQuestion::Occurred { times: 3 }.into(),
            HistoryQuestion::Occurred { times: 5 }.into(),
            HistoryQuestion::Plies { count: 100 }.into(),
            HistoryQuestion::Plies { count: 150 }.into(),
            Question::Notation(NotationQuestion::Fen),
            Question::Position(PositionQuestion::Pinned),
            Question::Game(GameQuestion::Ruling),
        ];
        questions.extend(Question::plain());
        let pieces = positions[ply].placement().occupied().into_iter();
        questions.extend(pieces.map(|square| PositionQuestion::MovesFrom { square }.into()));
        questions.extend((0..ply).map(|ply| HistoryQuestion::SameAs { ply }.into()));
        if let Some(last) = line.acts.last().and_then(Act::played) {
            questions.extend([
                Question::Notation(NotationQuestion::San),
                Question::Position(PositionQuestion::Attacks { square: last.to }),
                Question::Position(PositionQuestion::IsLight { square: last.to }),
            ]);
        }
        if ply == game.moves.len() {
            questions.extend(at_the_end(&positions[ply], game));
        }
        (line, questions)
    };
    (0..=game.moves.len()).map(at).collect()
}

/// The first difference that a fault makes on lines that continue each other.
fn first_difference(
    property: &'static str,
    fault: &Fault,
    memory: &Memory,
    lines: &[(Scenario, Vec<Question>)],
) -> Option<RandomDisagreement> {
    lines.iter().find_map(|(line, questions)| {
        let shows = fault.may_show(&memory.scene(line), questions, Shows::AtTheEnd);
        let seeded = Seeded::new(fault, memory);
        shows.then(|| difference(property, &seeded, memory, line, questions))?
    })
}

/// Maximum number of illegal moves that are read at the end of a game.
const READ: usize = 12;

/// Questions at the end of a game: reading correct and mutated move texts, and whether each side can still mate.
fn at_the_end(position: &Position, game: &Played) -> Vec<Question> {
    let mut rng = SplitMix64::new(game.moves.len() as u64);
    let mut questions = vec![Question::Material(MaterialQuestion::Dead)];
    let illegal = illegal_moves(position);
    questions.push(PositionQuestion::Refuses { moves: illegal.clone() }.into());
    let read = |one: Move| NotationQuestion::ReadsUci { text: one.to_string() };
    let some = some_of(illegal, READ, &mut rng);
    questions.extend(some.into_iter().map(|one| Question::Notation(read(one))));
    questions.extend(Color::ALL.map(|side| MaterialQuestion::CanMate { side }.into()));
    for legal in position.legal_moves() {
        let (san, uci) = (write_san(position, legal), legal.to_string());
        questions
            .push(Question::Notation(NotationQuestion::Reads { text: mutate(&san, &mut rng) }));
        questions
            .push(Question::Notation(NotationQuestion::ReadsUci { text: mutate(&uci, &mut rng) }));
        questions.extend([
            Question::Notation(NotationQuestion::Reads { text: san }),
            Question::Notation(NotationQuestion::ReadsUci { text: uci }),
        ]);
    }
    questions
}

/// A setup, which may be unplayable, with its questions.
fn set_up(setup: Setup) -> (Scenario, Vec<Question>) {
    let (rule_set, event) = (RuleSet::LATEST, Event::default());
    let line = Scenario { setup, acts: Vec::new(), rule_set, event };
    (line, vec![Question::Position(PositionQuestion::Setup)])
}

/// A game of arbitrary acts, act by act, with its questions.
fn acted(line: &Scenario) -> Vec<(Scenario, Vec<Question>)> {
    let mut questions = vec![
        Question::Game(GameQuestion::Ruling),
        Question::Game(GameQuestion::Orders),
        Question::Game(GameQuestion::Claimable),
    ];
    if line.event.clocks.is_some() {
        questions.extend(Color::ALL.map(|side| GameQuestion::Seconds { side }.into()));
    }
    let at = |end: usize| {
        (Scenario { acts: line.acts[..end].to_vec(), ..line.clone() }, questions.clone())
    };
    (1..=line.acts.len()).map(at).collect()
}

fn difference(
    property: &'static str,
    whom: &dyn Implementation,
    reference: &dyn Implementation,
    line: &Scenario,
    questions: &[Question],
) -> Option<RandomDisagreement> {
    let right = reference.ask(line, questions);
    let says = whom.ask(line, questions);
    let mut answers = questions.iter().zip(right).zip(says);
    let ((question, right), says) = answers
        .find(|((_, right), says)| right != says && right.is_scored() && says.is_scored())?;
    Some(RandomDisagreement {
        property,
        start: line.setup.to_string(),
        acts: line.acts.iter().map(Act::to_string).collect(),
        question: question.name(),
        right: words(&right),
        says: words(&says),
    })
}

fn words(said: &Response) -> String {
    match said {
        Response::Answer { answer, .. } => answer.to_string(),
        Response::Silent(why)
        | Response::Unsupported(why)
        | Response::SetupRefused(why)
        | Response::MoveRefused(why)
        | Response::Panicked(why) => why.clone(),
        Response::Crashed(_) | Response::TimedOut(_) | Response::ProtocolError(_) => {
            format!("{said:?}")
        }
    }
}

/// For each fault, the random input that detects it, from at most `games` games of each kind. The sequence is
/// deterministic.
pub(super) fn hunt(faults: &[&Fault], games: usize) -> Vec<Option<RandomDisagreement>> {
    let mut found: Vec<Option<RandomDisagreement>> = vec![None; faults.len()];
    let mut runner = TestRunner::deterministic();
    for number in 0..games {
        if found.iter().all(Option::is_some) {
            break;
        }
        let plies = [SHORT, LONG][number / STRATEGIES.len() % 2];
        let game = GameStrategy::named(STRATEGIES[number % STRATEGIES.len()])
            .and_then(|strategy| draw(&mut runner, strategy.plans(plies)))
            .map(|plan| plan.play());
        let setup = draw(&mut runner, (any_start(), any::<u64>()))
            .map(|(start, number)| any_setup(&start, &mut SplitMix64::new(number)));
        let start = prop_oneof![any_start(), late_start(), bare_start(), crowded_start()];
        let line = draw(&mut runner, (start, any_event(), choices(LONG)))
            .map(|(start, event, choices)| line(number, start, event, &choices));
        let kinds = [
            ("random moves", game.as_ref().map_or_else(Vec::new, lines)),
            ("random setups", setup.map(set_up).into_iter().collect()),
            ("random acts", line.as_ref().map_or_else(Vec::new, acted)),
        ];
        let memories = [(); 3].map(|()| Memory::default());
        for (found, fault) in found.iter_mut().zip(faults).filter(|(found, _)| found.is_none()) {
            *found = kinds.iter().zip(&memories).find_map(|((property, lines), memory)| {
                first_difference(property, fault, memory, lines)
            });
        }
    }
    found
}

fn draw<S: Strategy>(runner: &mut TestRunner, strategy: S) -> Option<S::Value> {
    strategy.new_tree(runner).ok().map(|tree| tree.current())
}

/// A game of random acts. Even-numbered games use the latest Laws, which have the most articles; the others cycle
/// through all rule sets.
fn line(number: usize, start: Position, event: Event, choices: &[Choice]) -> Scenario {
    let any = RuleSet::ALL[number / 2 % RuleSet::ALL.len()];
    let rule_set = if number.is_multiple_of(2) { RuleSet::LATEST } else { any };
    let mut acts = Vec::new();
    let _ = play_acts(rule_set, event, start, choices, |_, act, _, _| {
        acts.push(*act);
        Ok(())
    });
    Scenario { setup: start.setup(), acts, rule_set, event }
}
