//! Positions with the cost of deciding whether each side can still mate.

use std::{fmt::Write, time::Instant};

use lawbook::{
    board::Color,
    dead::{
        Solver, Winnable,
        check::{check_certificate, check_helpmate},
        search,
    },
    position::Position,
};
use serde::Serialize;

use crate::positions::{self, word};

/// First line of a list of positions.
const HEAD: &str = "# Positions on which a search for mate takes long, the worst first: written by `lawbook lab worst`, \
                    which replaces this file.\n";

/// A position that was tried, with the cost for each side.
#[derive(Clone)]
pub(super) struct CostlyPosition {
    pub(super) position: Position,
    pub(super) sides: [Cost; 2],
}

/// Verdict and search cost for one side.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Cost {
    #[serde(serialize_with = "as_word")]
    pub(super) verdict: Option<bool>,
    /// Number of positions searched.
    pub(super) positions: usize,
    micros: u128,
    /// Whether the certificate is valid; `None` if there is none or it was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
}

impl CostlyPosition {
    pub(super) fn new(solver: &mut Solver, position: Position, limit: usize) -> CostlyPosition {
        let sides = Color::ALL.map(|side| {
            let begin = Instant::now();
            let (answer, positions) = solver.search(&position, side, limit);
            let micros = begin.elapsed().as_micros();
            Cost { verdict: answer.decided(), positions, micros, checked: None }
        });
        CostlyPosition { position, sides }
    }

    /// Returns the cost of the more expensive side; an undetermined side ranks above any other.
    pub(super) fn rank(&self) -> (bool, usize) {
        let [white, black] = self.sides.map(|cost| (cost.verdict.is_none(), cost.positions));
        white.max(black)
    }

    /// Returns the verdict for the more expensive side.
    pub(super) fn verdict(&self) -> Option<bool> {
        let worse = |cost: &&Cost| (cost.verdict.is_none(), cost.positions);
        self.sides.iter().max_by_key(worse).and_then(|cost| cost.verdict)
    }

    /// Returns the time for the slower side.
    pub(super) fn micros(&self) -> u128 {
        let [white, black] = self.sides.map(|cost| cost.micros);
        white.max(black)
    }

    /// Searches again and checks the certificates; undetermined sides have none.
    fn prove(&mut self, limit: usize) {
        for (side, cost) in Color::ALL.into_iter().zip(&mut self.sides) {
            if cost.verdict.is_none() {
                continue;
            }
            cost.checked = match search(&self.position, side, limit).0 {
                Winnable::Yes(line) => Some(check_helpmate(&self.position, side, &line)),
                Winnable::No(why) => Some(check_certificate(&self.position, side, &why)),
                Winnable::Undetermined => None,
            };
        }
    }

    /// Returns whether both sides are decided and no certificate is known to be invalid.
    fn is_sound(&self) -> bool {
        self.sides.iter().all(|cost| cost.verdict.is_some() && cost.checked != Some(false))
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.position);
        for (side, cost) in Color::ALL.into_iter().zip(&self.sides) {
            let Cost { positions, micros, .. } = cost;
            let says = match cost.verdict {
                Some(true) => "can mate",
                Some(false) => "cannot mate",
                None => "is undetermined",
            };
            let holds = match cost.checked {
                Some(false) => ", WITH EVIDENCE THAT DOES NOT HOLD",
                Some(true) | None => "",
            };
            let seconds = *micros as f64 / 1e6;
            let _ = writeln!(text, "  {side} {says}: {positions} positions, {seconds:.3} s{holds}");
        }
        text
    }
}

/// Result of a search.
#[derive(Serialize)]
pub(super) struct CostlyList {
    tried: usize,
    niches: usize,
    /// In descending order of cost.
    finds: Vec<FindRecord>,
    /// The position that took the most time.
    #[serde(skip_serializing_if = "Option::is_none")]
    slowest: Option<FindRecord>,
}

/// A listed position, as JSON.
#[derive(Serialize)]
struct FindRecord {
    fen: String,
    white: Cost,
    black: Cost,
    #[serde(skip)]
    find: CostlyPosition,
}

impl CostlyList {
    pub(super) fn new(
        tried: usize,
        niches: usize,
        worst: Vec<CostlyPosition>,
        slowest: Option<CostlyPosition>,
    ) -> CostlyList {
        let finds = worst.into_iter().map(FindRecord::new).collect();
        CostlyList { tried, niches, finds, slowest: slowest.map(FindRecord::new) }
    }

    /// Checks the certificates of all listed positions.
    pub(super) fn prove(&mut self, limit: usize) {
        for record in self.finds.iter_mut().chain(&mut self.slowest) {
            record.find.prove(limit);
            [record.white, record.black] = record.find.sides;
        }
    }

    /// Returns whether everything is decided, with valid certificates.
    pub(super) fn is_sound(&self) -> bool {
        self.finds.iter().chain(&self.slowest).all(|record| record.find.is_sound())
    }

    /// Formats the list as text for people.
    pub(super) fn text(&self) -> String {
        let CostlyList { tried, niches, finds, slowest } = self;
        let mut text = format!("{tried} positions tried, {niches} niches; the worst first:\n");
        for record in finds {
            text.push('\n');
            text.push_str(&record.find.text());
        }
        if let Some(record) = slowest {
            text.push_str("\nWhat took longest:\n\n");
            text.push_str(&record.find.text());
        }
        text
    }

    /// Formats the list as a file of labelled positions, which other commands and further searches can read.
    pub(super) fn lines(&self) -> String {
        let mut text = HEAD.to_owned();
        for FindRecord { fen, white, black, .. } in &self.finds {
            let letter = |can, letter| if can { letter } else { '-' };
            if let (Some(white), Some(black)) = (white.verdict, black.verdict) {
                text.extend([letter(white, 'W'), letter(black, 'B'), ' ']);
            }
            text.push_str(fen);
            text.push('\n');
        }
        text
    }

    /// Returns whether a file that begins with `begin` was written by this command and may be replaced. A comment that
    /// a user has added prevents it.
    pub(super) fn is_ours(begin: &str) -> bool {
        begin.strip_prefix(HEAD).is_some_and(|lines| {
            // `begin` may end in the middle of a line.
            let whole = lines.rsplit_once('\n').map_or("", |(whole, _)| whole);
            whole.lines().all(|line| positions::read_labelled(line).is_ok())
        })
    }
}

impl FindRecord {
    fn new(find: CostlyPosition) -> FindRecord {
        let [white, black] = find.sides;
        FindRecord { fen: find.position.to_string(), white, black, find }
    }
}

fn as_word<S: serde::Serializer>(verdict: &Option<bool>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(word(*verdict))
}
