//! Helpmates in a game that counts of moves or positions may end before the mate.

use std::collections::{HashSet, VecDeque};

use super::{irreversible::is_irreversible, search};
use crate::{
    board::Color,
    position::{Move, Packed, Position},
};

/// Maximum number of positions that are visited.
const LIMIT: usize = 100_000;

/// Whether a side can mate before counts of moves or positions end the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateInGame {
    /// It can: this line ends in mate, and the game goes on until then.
    Yes(Vec<Move>),
    /// The game is over before each mate.
    TooLate,
    /// The limit was reached first, or the only lines that were found are too late.
    Undetermined,
}

impl MateInGame {
    /// Returns what to say about a line of legal moves to mate by `side` that goes on after the game is drawn. `by` tells
    /// how, such as "by the seventy-five-move rule".
    pub fn note(&self, side: Color, by: &str) -> String {
        match self {
            MateInGame::Yes(_) => {
                format!("the game is drawn {by} before this mate; other moves mate in time")
            }
            MateInGame::TooLate => {
                format!(
                    "legal moves lead to mate by {side}, but the game is drawn {by} before each mate"
                )
            }
            MateInGame::Undetermined => format!(
                "legal moves lead to mate by {side}, but the game is drawn {by} before the mates that were found"
            ),
        }
    }
}

/// Searches for a mate by `side` before the game is over. `is_over` returns whether the game is over after these moves or
/// before the last of them; a mate takes precedence.
///
/// Captures and pawn moves start the counts again. So the positions before the first of them are enumerated, at most
/// `LIMIT`, and from there on any mate is tried.
pub fn mate_in_game(
    position: &Position,
    side: Color,
    mut is_over: impl FnMut(&[Move]) -> bool,
) -> MateInGame {
    let mut known = HashSet::from([Packed::new(position)]);
    let mut queue = VecDeque::from([(*position, Vec::new())]);
    let (mut visited, mut is_open) = (1, false);
    while let Some((at, path)) = queue.pop_front() {
        for played in at.legal_moves() {
            let next = at.after(played);
            let mut line = [&path[..], &[played]].concat();
            if at.turn() == side && next.is_checkmate() {
                return MateInGame::Yes(line);
            }
            if is_over(&line) {
                continue;
            }
            if is_irreversible(&at, played) {
                let (winnable, nodes) = search(&next, side, LIMIT);
                visited += nodes;
                is_open |= winnable.decided() != Some(false);
                line.extend(winnable.line().unwrap_or_default());
                if winnable.line().is_some() && !is_over(&line[..line.len() - 1]) {
                    return MateInGame::Yes(line);
                }
            } else if known.insert(Packed::new(&next)) {
                visited += 1;
                queue.push_back((next, line));
            }
            if visited > LIMIT {
                return MateInGame::Undetermined;
            }
        }
    }
    if is_open { MateInGame::Undetermined } else { MateInGame::TooLate }
}
