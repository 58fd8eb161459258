//! Regression test: the solver's answers on some positions, and a limit on the number of positions that it searches for
//! each.

use std::fs;

use lawbook::{
    board::Color,
    dead::{DEFAULT_LIMIT, Solver, Winnable, search},
    position::Position,
};

/// The test file. Each line has both answers with their limits, and a position.
const COSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/harness/reference/costs.txt");

#[test]
fn answers_are_as_known_and_within_their_budgets() {
    let written = fs::read_to_string(COSTS).unwrap();
    let mut solver = Solver::default();
    let mut missed = Vec::new();
    for line in written.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let expected: Vec<(&str, usize)> = Color::ALL
            .map(|_| (words.next().unwrap(), words.next().unwrap().parse().unwrap()))
            .to_vec();
        let fen = words.collect::<Vec<_>>().join(" ");
        let position = Position::from_playable(&fen.parse().unwrap()).unwrap();
        for (side, (known, budget)) in Color::ALL.into_iter().zip(expected) {
            let (answer, looked_at) = search(&position, side, DEFAULT_LIMIT);
            // The solver's state from earlier searches must not affect the result.
            let again = solver.search(&position, side, DEFAULT_LIMIT);
            assert_eq!((&answer, looked_at), (&again.0, again.1), "{fen}");
            let answer = match answer {
                Winnable::Yes(_) => "yes",
                Winnable::No(_) => "no",
                Winnable::Undetermined => "open",
            };
            if answer != known || looked_at > budget {
                missed.push(format!(
                    "{fen}, {side}: {answer} after {looked_at}, not {known} within {budget}"
                ));
            }
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
