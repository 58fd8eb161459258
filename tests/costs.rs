//! What the solver answers about some positions, with which evidence, and how many positions it looked at: so that
//! whoever changes a search sees where it has become better and where worse, and nobody changes one unawares.

use std::{env, fmt::Write, fs};

use lawbook::{
    board::Color,
    dead::{
        Certificate, DEFAULT_LIMIT, KingMap, ReachInvariant, Solver, Winnable, explain, search,
    },
    position::Position,
};

/// The file: a position to a line, and below each what is said of White and of Black.
const COSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/costs.txt");

#[test]
fn answers_cost_what_they_did() {
    let written = fs::read_to_string(COSTS).unwrap();
    let (mut now, mut solver) = (String::new(), Solver::default());
    for line in written.lines().filter(|line| !line.starts_with(' ')) {
        writeln!(now, "{line}").unwrap();
        if line.starts_with('#') {
            continue;
        }
        let position = Position::composed(&line.parse().unwrap()).unwrap();
        for side in Color::ALL {
            let (answer, looked_at) = search(&position, side, DEFAULT_LIMIT);
            // What was asked before changes nothing.
            let again = solver.search(&position, side, DEFAULT_LIMIT);
            assert_eq!((&answer, looked_at), (&again.0, again.1), "{position}");
            match &answer {
                Winnable::Yes(line) => assert_eq!(answer.line(), Some(line.as_slice())),
                Winnable::No(certificate) => assert_eq!(answer.certificate(), Some(certificate)),
                Winnable::Undetermined => {
                    assert!(answer.line().is_none() && answer.certificate().is_none())
                }
            }
            let said = match &answer {
                Winnable::Yes(line) => {
                    let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
                    format!("yes, {}", moves.join(" "))
                }
                Winnable::No(certificate) => {
                    let why = explain(&position, side, certificate, looked_at);
                    format!("no, {why}{}", sizes(certificate))
                }
                Winnable::Undetermined => "open".to_owned(),
            };
            writeln!(now, "  {side} after {looked_at}: {said}").unwrap();
        }
    }
    if env::var_os("LAWBOOK_UPDATE").is_some() {
        fs::write(COSTS, now).unwrap();
        return;
    }
    let changed: Vec<&str> =
        now.lines().filter(|line| !written.lines().any(|old| old == *line)).collect();
    assert!(
        written == now,
        "{} lines differ; is each better, or is it paid for by others? LAWBOOK_UPDATE=1 writes them:\n{}",
        changed.len(),
        changed.join("\n")
    );
}

/// How many squares the pieces reach in each case of each proof.
fn sizes(certificate: &Certificate) -> String {
    let lists = match certificate {
        Certificate::Material | Certificate::Spares(_) => return String::new(),
        Certificate::Mobility(cases) => std::slice::from_ref(cases),
        Certificate::Exhausted(lists) => lists,
    };
    let size = |case: &ReachInvariant| -> u32 {
        case.pieces.iter().map(|piece| piece.squares.len() + piece.promoted.len()).sum()
    };
    let sizes: Vec<Vec<u32>> = lists.iter().map(|cases| cases.iter().map(size).collect()).collect();
    let still = lists.iter().flatten().map(|case| KingMap::new(case).still.len());
    format!(" {sizes:?}, {} of the pieces stay", still.sum::<u32>())
}
