//! Tests that compare a library with the reference along random games, ply by ply (feature `properties`).

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use super::trial::{Test, TestOutcome};
use crate::{
    properties::{
        Divergence, GameStrategy, Learned, Lesson, STRATEGISTS, Search, SearchResults, learn,
    },
    runner::judge,
};
use lawbook::{
    board::Color,
    notation::diagram,
    position::{Move, Position, Setup},
    words::counted,
};
use lawbook_catalogue::{
    Deviation,
    adapter::{Implementation, Response},
    question::{Answer, Expectation, Expected, Moment},
};

/// Number of games per strategy. They are the same in each run.
const GAMES: u64 = 8;

/// Seed of the games.
const SEED: u64 = 1;

/// Returns one test per strategy, named `library::games-of-STRATEGY`. It plays `GAMES` games, or for `seconds` seconds.
pub(super) fn all(
    library: &Arc<dyn Implementation>,
    known: &Arc<[Deviation]>,
    seconds: Option<u64>,
) -> Vec<Test> {
    let name = library.about().name;
    let test = |strategist: GameStrategy| {
        let (library, known) = (Arc::clone(library), Arc::clone(known));
        Test {
            name: format!("{name}::games-of-{}", strategist.name),
            plays_games: true,
            run: Box::new(move || play(strategist, library, &known, seconds)),
            is_unasked: Box::new(|| false),
        }
    };
    STRATEGISTS.into_iter().map(test).collect()
}

/// Factor for the number of games in learning, because few games give too little evidence.
const LESSONS: u64 = 12;

/// Learns entries from the disagreements in the games of the tests and in more games of the same strategies.
pub(super) fn learned(libraries: &[Box<dyn Implementation>], known: &[Deviation]) -> Vec<Learned> {
    let lesson =
        |strategist| Lesson { strategists: vec![strategist], seed: SEED, games: GAMES * LESSONS };
    learn(libraries, &STRATEGISTS.map(lesson), known, &|| false)
}

fn play(
    strategist: GameStrategy,
    library: Arc<dyn Implementation>,
    known: &[Deviation],
    seconds: Option<u64>,
) -> TestOutcome {
    let libraries: [Box<dyn Implementation>; 1] = [Box::new(library)];
    let begin = Instant::now();
    let is_past = |quarters: u32| {
        seconds
            .is_some_and(|seconds| begin.elapsed() >= Duration::from_secs(seconds) * quarters / 4)
    };
    let is_late = || is_past(4);
    let search = Search::new(&libraries, &[strategist], known, SEED).until(&is_late);
    let mut found = SearchResults::default();
    // The time must also suffice for shrinking.
    let goes_on = |number: u64, found: &SearchResults| match seconds {
        None => number < GAMES,
        Some(_) => {
            !search.is_late()
                && ((found.first.is_empty() && found.unstable.is_empty()) || !is_past(3))
        }
    };
    for number in 0.. {
        if !goes_on(number, &found) {
            break;
        }
        search.game(number, &mut found);
    }
    if found.first.is_empty() && found.unstable.is_empty() {
        return TestOutcome::Passed;
    }
    // Only one disagreement is shrunk: this takes time, and the others often have the same cause.
    let unstable = found.unstable.keys().map(|one| format!("unstable: {one}"));
    let all = found.first.keys().map(ToString::to_string).chain(unstable);
    let others: Vec<String> = all.skip(1).map(|one| format!("  {one}\n")).collect();
    let smallest = found.first.into_values().next().map(|one| text(&search.shrink(one)));
    let first_unstable = found.unstable.into_values().next().map(|one| {
        format!(
            "{}    the answer to the same question differs when asked again: it is unstable\n",
            text(&one.found)
        )
    });
    let mut said = smallest.or(first_unstable).unwrap_or_default();
    if !others.is_empty() {
        said.push_str(&format!("\n  and also:\n{}", others.concat()));
    }
    TestOutcome::Failed(said)
}

/// Describes a disagreement: the game, the board at its end, and both answers.
fn text(one: &Divergence) -> String {
    let Divergence { library, scenario: line, question, .. } = one;
    let moves: Vec<String> = one.moves().iter().map(Move::to_string).collect();
    let mut text = format!("\n  from {}\n", line.setup);
    if !moves.is_empty() {
        text.push_str(&format!("    {}\n", moves.join(" ")));
    }
    for row in diagram(&end(&line.setup, &one.moves()).placement, Color::White).lines() {
        text.push_str(&format!("    {row}\n"));
    }
    let (right, says) = answers(one);
    text.push_str(&format!(
        "  {question}\n    lawbook says: {right}\n    {library} says: {says}\n"
    ));
    text
}

fn end(setup: &Setup, moves: &[Move]) -> Setup {
    let start = Position::new(setup).ok();
    let end = start.and_then(|start| moves.iter().try_fold(start, |at, &one| at.play(one).ok()));
    end.map_or(*setup, |end| end.setup())
}

/// Returns the answers of the reference and the library in short form.
fn answers(one: &Divergence) -> (String, String) {
    let Response::Answer { answer: right, .. } = &one.right else {
        return ("nothing".to_owned(), format!("{:?}", one.response));
    };
    let expected = Expected {
        question: one.question.clone(),
        right: Expectation::Exactly(right.clone()),
        moment: Moment::End,
    };
    let shown = if let Answer::Moves(moves) = right {
        counted(moves.len(), "move")
    } else {
        right.to_string()
    };
    (shown, judge(&expected, &one.response, &[]).says.to_string())
}
