//! Properties: on random games a fault says what the reference says, or is found out.

use lawbook::{
    adapter::{Implementation, Line, Said},
    board::Color,
    catalogue::Question,
    notation::write_san,
    position::Position,
    properties::{
        Choice, Played, any_event, any_start, choices, double_push_start, late_start, play_acts,
        random_game, shuffling_game, sparse_start,
    },
    rules::{Act, Event, RuleSet},
};
use proptest::{
    prelude::{any, prop},
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};
use serde::Serialize;

use super::{Fault, Memory, Seeded};

/// How long the games are, in plies or acts.
const LENGTH: usize = 40;

/// A question of a random game that is answered otherwise than by the reference.
#[derive(Clone, Debug, Serialize)]
pub struct Disagreement {
    /// The property: what kind of games it is about.
    pub property: &'static str,
    /// Where the game began, as a FEN.
    pub start: String,
    /// What was done.
    pub acts: Vec<String>,
    /// The name of the question.
    pub question: String,
    /// What the reference says.
    pub right: String,
    /// What is said instead.
    pub says: String,
}

/// The first question on a game, ply after ply, to which an implementation does not say what the
/// reference says.
///
/// That it makes no claim, or cannot be asked, is no disagreement.
pub fn disagreement(
    whom: &dyn Implementation,
    reference: &dyn Implementation,
    game: &Played,
) -> Option<Disagreement> {
    let positions: Vec<Position> = game.positions().collect();
    (0..=game.moves.len()).find_map(|ply| {
        let acts = game.moves[..ply].iter().map(|&played| Act::Complete(played)).collect();
        // A rule set that counts the men and searches for no mate: thousands of positions are asked.
        let rule_set = RuleSet::Lichess;
        let line = Line { setup: game.start.setup(), acts, rule_set, event: Event::default() };
        let mut questions = vec![
            Question::LegalMoves,
            Question::Check,
            Question::Checkers,
            Question::Checkmate,
            Question::Stalemate,
            Question::Placement,
            Question::Turn,
            Question::Castling,
            Question::HalfmoveClock,
            Question::Occurrences,
            Question::InsufficientMaterial,
            Question::Pinned,
            Question::Skewered,
            Question::Ruling,
        ];
        questions.extend((0..ply).map(Question::SameAs));
        if let Some(last) = line.acts.last().and_then(Act::played) {
            questions.extend([
                Question::San,
                Question::Discovered,
                Question::Attacks(last.to),
                Question::IsLight(last.to),
            ]);
        }
        if ply == game.moves.len() {
            let position = &positions[ply];
            let texts = position.legal_moves().into_iter().map(|one| write_san(position, one));
            questions.extend(texts.map(Question::Reads));
        }
        difference("random moves", whom, reference, &line, &questions)
    })
}

/// The same for a game in which the players do whatever they like.
fn disagreement_on_acts(
    whom: &dyn Implementation,
    reference: &dyn Implementation,
    line: &Line,
) -> Option<Disagreement> {
    let mut questions = vec![Question::Ruling, Question::Orders, Question::Claimable];
    if line.event.clocks.is_some() {
        questions.extend(Color::ALL.map(Question::Seconds));
    }
    (1..=line.acts.len()).find_map(|end| {
        let line = Line { acts: line.acts[..end].to_vec(), ..line.clone() };
        difference("random acts", whom, reference, &line, &questions)
    })
}

fn difference(
    property: &'static str,
    whom: &dyn Implementation,
    reference: &dyn Implementation,
    line: &Line,
    questions: &[Question],
) -> Option<Disagreement> {
    let right = reference.ask(line, questions);
    let says = whom.ask(line, questions);
    let mut answers = questions.iter().zip(right).zip(says);
    let ((question, right), says) = answers.find(|((_, right), says)| {
        right != says && !matches!(says, Said::Silent(_) | Said::Unsupported(_))
    })?;
    Some(Disagreement {
        property,
        start: line.setup.to_string(),
        acts: line.acts.iter().map(Act::to_string).collect(),
        question: question.name(),
        right: words(&right),
        says: words(&says),
    })
}

fn words(said: &Said) -> String {
    match said {
        Said::Answer { answer, .. } => answer.to_string(),
        Said::Silent(why)
        | Said::Unsupported(why)
        | Said::SetupRefused(why)
        | Said::MoveRefused(why)
        | Said::Panicked(why) => why.clone(),
        other => format!("{other:?}"),
    }
}

/// What finds each fault out, among so many games of each kind; the same games every time.
pub(super) fn hunt(faults: &[&Fault], games: usize) -> Vec<Option<Disagreement>> {
    let mut found: Vec<Option<Disagreement>> = vec![None; faults.len()];
    let mut runner = TestRunner::deterministic();
    for number in 0..games {
        let game = match number % 5 {
            0 => draw(&mut runner, random_game(LENGTH)),
            1 => draw(&mut runner, shuffling_game(LENGTH)),
            2 => draw(&mut runner, from(sparse_start())),
            3 => draw(&mut runner, from(double_push_start())),
            _ => draw(&mut runner, from(late_start())),
        };
        let line = draw(&mut runner, (any_start(), any_event(), choices(LENGTH)))
            .map(|(start, event, choices)| line(number, start, event, &choices));
        let (moves, acts) = (Memory::default(), Memory::default());
        let open = found.iter_mut().zip(faults).filter(|(found, _)| found.is_none());
        for (found, fault) in open {
            let moved = game
                .as_ref()
                .and_then(|game| disagreement(&Seeded::new(fault, &moves), &moves, game));
            *found = moved.or_else(|| {
                let line = line.as_ref()?;
                disagreement_on_acts(&Seeded::new(fault, &acts), &acts, line)
            });
        }
    }
    found
}

/// A few random moves from a position.
fn from(start: impl Strategy<Value = Position>) -> impl Strategy<Value = Played> {
    (start, prop::collection::vec(any::<u16>(), 0..=8)).prop_map(|(start, choices)| {
        let (mut position, mut moves) = (start, Vec::new());
        for choice in choices {
            let mut legal = position.legal_moves();
            legal.sort_unstable();
            let Some(&next) = legal.get(usize::from(choice) % legal.len().max(1)) else { break };
            moves.push(next);
            position = position.after(next);
        }
        Played { start, moves }
    })
}

fn draw<S: Strategy>(runner: &mut TestRunner, strategy: S) -> Option<S::Value> {
    strategy.new_tree(runner).ok().map(|tree| tree.current())
}

/// A game of random acts under one rule set after the other.
fn line(number: usize, start: Position, event: Event, choices: &[Choice]) -> Line {
    let rule_set = RuleSet::ALL[number % RuleSet::ALL.len()];
    let mut acts = Vec::new();
    let _ = play_acts(rule_set, event, start, choices, |_, act, _, _| {
        acts.push(*act);
        Ok(())
    });
    Line { setup: start.setup(), acts, rule_set, event }
}
