use std::time::Instant;

use lawbook::{
    board::Color,
    dead::{
        self, MateInGame, OutOfReach, Solver, Winnable,
        check::{check_certificate, check_helpmate},
        explain,
    },
    notation::PositionText,
    position::{Move, Position, Unreachable},
    rules::{Game, RuleSet, SearchBudget},
};
use serde::Serialize;

use super::DeadOptions;

/// A position with the result for each player.
pub(super) struct Solved {
    pub(super) position: Position,
    /// The note on a position that no game can reach. The answers are valid even then.
    pub(super) remark: Option<String>,
    pub(super) sides: [Found; 2],
    micros: u128,
}

/// Whether a player can checkmate, with the cost of the search.
pub(super) struct Found {
    pub(super) side: Color,
    pub(super) winnable: Winnable,
    /// Number of positions searched.
    pub(super) nodes: usize,
    /// Whether the line is a shortest helpmate; `None` if that was not requested.
    pub(super) shortest: Option<Result<(), OutOfReach>>,
    /// What to say about the halfmove clock, if the line goes on after seventy-five moves without a capture or pawn move.
    pub(super) counts: Option<String>,
    /// Whether the certificate is valid; `None` if there is none or it was not checked.
    pub(super) checked: Option<bool>,
}

impl Solved {
    pub(super) fn new(
        solver: &mut Solver,
        read: PositionText,
        options: &DeadOptions,
        check: bool,
    ) -> Solved {
        let (position, remark) = (read.end, read.unreachable.map(Unreachable::note));
        let start = Instant::now();
        let mut sides = Color::ALL.map(|side| Found::new(solver, &position, side, options));
        let micros = start.elapsed().as_micros();
        if check {
            sides.iter_mut().for_each(|found| found.check(&position));
        }
        Solved { position, remark, sides, micros }
    }

    /// Returns whether no checked certificate is invalid.
    pub(super) fn is_sound(&self) -> bool {
        self.sides.iter().all(|found| found.checked != Some(false))
    }
}

impl Found {
    fn new(solver: &mut Solver, position: &Position, side: Color, options: &DeadOptions) -> Found {
        let (mut winnable, nodes) = solver.search(position, side, options.limit);
        let mut shortest = None;
        if options.shortest && winnable.decided() != Some(false) {
            shortest = match dead::shortest(position, side, options.limit) {
                Ok(Some(line)) => {
                    winnable = Winnable::Yes(line);
                    Some(Ok(()))
                }
                Ok(None) => None,
                Err(out_of_reach) => Some(Err(out_of_reach)),
            };
        }
        let counts = winnable.line().and_then(|line| Found::counts(position, side, line));
        let counts = counts.and_then(|(found, note)| match found {
            MateInGame::Yes(line) if shortest.is_none() => {
                winnable = Winnable::Yes(line);
                None
            }
            _ => Some(note),
        });
        Found { side, winnable, nodes, shortest, counts, checked: None }
    }

    /// Looks for a mate within seventy-five moves if the game is drawn before that of `line`; `None` if it is not.
    fn counts(position: &Position, side: Color, line: &[Move]) -> Option<(MateInGame, String)> {
        let game = Game::new(RuleSet::LATEST, *position, SearchBudget::MATERIAL_ONLY);
        let by = game.draw_on_the_way(line.split_last()?.1)?;
        let found = game.mate_in_game(side, line);
        let note = found.note(side, by.phrase());
        Some((found, note))
    }

    fn check(&mut self, position: &Position) {
        self.checked = match &self.winnable {
            Winnable::Yes(line) => Some(check_helpmate(position, self.side, line)),
            Winnable::No(certificate) => Some(check_certificate(position, self.side, certificate)),
            Winnable::Undetermined => None,
        };
    }
}

/// Result for a position, as JSON.
#[derive(Serialize)]
pub(super) struct Record {
    fen: String,
    /// Reason why the position is unreachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
    white: &'static str,
    black: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_line: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_line: Option<Vec<String>>,
    /// The halfmove clock as far as it is known, if the line goes on after the seventy-five-move rule has ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_counts: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_counts: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white_certificate: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_certificate: Option<String>,
    /// Whether the line is a shortest helpmate.
    #[serde(skip_serializing_if = "Option::is_none")]
    white_shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black_shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
    nodes: usize,
    micros: u128,
}

impl Record {
    pub(super) fn new(solved: &Solved) -> Record {
        let [white, black] = &solved.sides;
        let certificate = |found: &Found| {
            let shown = found.winnable.certificate()?;
            Some(explain(&solved.position, found.side, shown, found.nodes))
        };
        let checks = solved.sides.iter().filter_map(|found| found.checked);
        Record {
            fen: solved.position.to_string(),
            remark: solved.remark.clone(),
            white: word(white.winnable.decided()),
            black: word(black.winnable.decided()),
            white_line: line(white),
            black_line: line(black),
            white_counts: white.counts.clone(),
            black_counts: black.counts.clone(),
            white_certificate: certificate(white),
            black_certificate: certificate(black),
            white_shortest: white.shortest.map(|shortest| shortest.is_ok()),
            black_shortest: black.shortest.map(|shortest| shortest.is_ok()),
            checked: checks.reduce(|all, one| all && one),
            nodes: white.nodes + black.nodes,
            micros: solved.micros,
        }
    }
}

/// Returns a verdict as written in JSON.
const fn word(verdict: Option<bool>) -> &'static str {
    match verdict {
        Some(true) => "winnable",
        Some(false) => "unwinnable",
        None => "undetermined",
    }
}

fn line(found: &Found) -> Option<Vec<String>> {
    let line = found.winnable.line()?;
    Some(line.iter().map(|played| played.to_string()).collect())
}
