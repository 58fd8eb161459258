//! What the solver answers about some positions, with which evidence, and how many positions it looked at: so that
//! whoever changes a search sees where it has become better and where worse, and nobody changes one unawares.

use std::{env, fmt::Write, fs};

use lawbook::{
    board::Color,
    dead::{Certificate, DEFAULT_LIMIT, ReachInvariant, Winnable, search},
    position::Position,
};

/// The file: a position to a line, and below each what is said of White and of Black.
const COSTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/costs.txt");

#[test]
fn answers_cost_what_they_did() {
    let written = fs::read_to_string(COSTS).unwrap();
    let mut now = String::new();
    for line in written.lines().filter(|line| !line.starts_with(' ')) {
        writeln!(now, "{line}").unwrap();
        if line.starts_with('#') {
            continue;
        }
        let position = Position::composed(&line.parse().unwrap()).unwrap();
        for side in Color::ALL {
            let (answer, looked_at) = search(&position, side, DEFAULT_LIMIT);
            let said = describe(&answer);
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

fn describe(answer: &Winnable) -> String {
    match answer {
        Winnable::Yes(line) => {
            let moves: Vec<String> = line.iter().map(ToString::to_string).collect();
            format!("yes, {}", moves.join(" "))
        }
        Winnable::No(Certificate::Material) => "no, by material".into(),
        Winnable::No(Certificate::Mobility(cases)) => format!("no, by {}", size(cases)),
        Winnable::No(Certificate::Exhausted(lists)) => {
            let lists: Vec<String> = lists.iter().map(|cases| size(cases)).collect();
            format!("no, exhausted: {}", lists.join("; "))
        }
        Winnable::Undetermined => "open".into(),
    }
}

/// How many cases there are, and how many squares the pieces reach in each.
fn size(cases: &[ReachInvariant]) -> String {
    let squares = cases.iter().map(|case| {
        case.pieces
            .iter()
            .map(|piece| piece.squares.len() + piece.promoted.len())
            .sum::<u32>()
            .to_string()
    });
    format!("cases of {}", squares.collect::<Vec<_>>().join(", "))
}
