//! The adjudicator for browsers and Node.js: takes text, returns JSON.
//!
//! [`rule`] returns the same [`TranscriptRecord`] as `lawbook rule --game --format json`.
//! The functions here are ordinary Rust functions with ordinary tests. `src/bindings.rs` exports them to JavaScript if
//! the target is `wasm32`; the script `build` in the folder of this crate builds the WebAssembly module.

#![deny(missing_docs)]

#[cfg(target_arch = "wasm32")]
pub mod bindings;
mod pasted;

pub use pasted::Pasted;

use lawbook::{
    board::Color,
    dead::{self, Budget},
    notation::{PositionText, write_san},
    position::Position,
    rules::{RuleSet, SearchBudget},
    sentence::sentence_forms,
};
use lawbook_arbiter::{MateRecord, MoveRecord, TranscriptRecord, TranscriptRequest};
use lawbook_catalogue::adapter::{Reference, wire::serve};
use serde::Serialize;

/// Rules on a game. Each search visits at most `limit` positions.
///
/// `request` is a [`TranscriptRequest`] as JSON. The result is a [`TranscriptRecord`] as JSON.
///
/// # Errors
///
/// `request` is not a valid request, or its position or a rule set is not understood. A line that is not understood is
/// reported in the answer.
pub fn rule(request: &str, limit: usize) -> Result<String, String> {
    let (transcript, rule_sets) = read(request)?.read().map_err(|error| error.to_string())?;
    json(&TranscriptRecord::new(&transcript, &rule_sets, &SearchBudget::up_to(limit)))
}

/// Whether a player can still checkmate in a position, with the evidence, as a [`MateRecord`] in JSON.
///
/// # Errors
///
/// The position or the player is not understood.
pub fn mate(fen: &str, side: &str, limit: usize) -> Result<String, String> {
    let (position, side) = (position(fen)?, player(side)?);
    json(&MateRecord::search(&position, side, limit))
}

/// Whether a side can still checkmate, with certainty, evidence and cost of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkmate {
    /// Whether the side can checkmate; `None` if the budget ran out first. An answer is always certain.
    pub can: Option<bool>,
    /// If the side can checkmate: moves in UCI notation that end in checkmate.
    pub line: Vec<String>,
    /// If the side cannot checkmate: the reason, in a few words.
    pub reason: Option<String>,
    /// Whether the independent checker has confirmed the evidence; `None` if the budget ran out first.
    pub checked: Option<bool>,
    /// Number of positions that were searched.
    pub positions: usize,
}

/// Whether a player, `white` or `black`, can still checkmate in a position. The search keeps at most `positions`
/// positions.
///
/// # Errors
///
/// The position or the player is not understood.
pub fn can_checkmate(fen: &str, side: &str, positions: usize) -> Result<Checkmate, String> {
    let (position, side) = (position(fen)?, player(side)?);
    let answer = dead::can_checkmate(&position, side, Budget { positions });
    let line = answer.winnable.line().unwrap_or_default();
    Ok(Checkmate {
        can: answer.decided(),
        line: line.iter().map(ToString::to_string).collect(),
        reason: answer.reason(&position),
        checked: answer.check(&position),
        positions: answer.positions,
    })
}

/// Like [`mate`], with a shortest line; `null` if no mate is found within the limit.
///
/// # Errors
///
/// The position or the player is not understood.
pub fn shortest(fen: &str, side: &str, limit: usize) -> Result<String, String> {
    let (position, side) = (position(fen)?, player(side)?);
    json(&MateRecord::shortest(&position, side, limit))
}

/// The legal moves of a position, as a list of [`MoveRecord`]s in JSON.
///
/// # Errors
///
/// The position is not understood.
pub fn moves(fen: &str) -> Result<String, String> {
    let position = position(fen)?;
    let record = |played| MoveRecord {
        uci: format!("{played}"),
        san: write_san(&position, played),
        fen: position.after(played).to_string(),
    };
    json(&position.legal_moves().into_iter().map(record).collect::<Vec<_>>())
}

/// Parses pasted text: a FEN, a game in PGN, or lines of a transcript. The result is a [`Pasted`] as JSON.
///
/// # Errors
///
/// The answer cannot be serialized.
pub fn pasted(text: &str) -> Result<String, String> {
    json(&Pasted::read(text))
}

/// The abilities of this crate: the version, the rule sets and the sentence forms, as JSON.
///
/// # Errors
///
/// The answer cannot be serialized.
pub fn about() -> Result<String, String> {
    #[derive(Serialize)]
    struct About {
        version: &'static str,
        rules: Vec<&'static str>,
        latest: &'static str,
        sentences: Vec<String>,
    }
    json(&About {
        version: env!("CARGO_PKG_VERSION"),
        rules: RuleSet::ALL.iter().map(|one| one.name()).collect(),
        latest: RuleSet::LATEST.name(),
        sentences: sentence_forms().collect(),
    })
}

/// The reference's answers to lines of the adapter protocol, one line each.
///
/// # Errors
///
/// A line is not a valid request.
pub fn answer(lines: &str) -> Result<String, String> {
    let mut answers = Vec::new();
    serve(&Reference::default(), None, lines.as_bytes(), &mut answers)
        .map_err(|error| error.to_string())?;
    String::from_utf8(answers).map_err(|error| error.to_string())
}

fn read(request: &str) -> Result<TranscriptRequest, String> {
    serde_json::from_str(request).map_err(|error| format!("cannot read the request: {error}"))
}

fn position(fen: &str) -> Result<Position, String> {
    PositionText::read(fen).map(|read| read.end).map_err(|error| error.to_string())
}

fn player(side: &str) -> Result<Color, String> {
    match side {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(format!("unknown player {side:?}; expected \"white\" or \"black\"")),
    }
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn value(said: Result<String, String>) -> Value {
        serde_json::from_str(&said.unwrap()).unwrap()
    }

    #[test]
    fn a_game_is_ruled_on_under_each_rule_set() {
        let request = r#"{"lines": ["1. e4 e5", "White offers a draw", "Black accepts the offer"],
            "rules": ["fide-1997", "fide-2023"], "event": {"no_agreement_before_move": 30}}"#;
        let said = value(rule(request, 1_000));
        let rulings = said["rulings"].as_array().unwrap();
        let names: Vec<&str> = rulings.iter().filter_map(|one| one["rules"].as_str()).collect();
        assert_eq!(names, ["fide-1997", "fide-2023"]);
        assert_eq!(rulings[0]["ruling"], "draw by agreement");
        assert_eq!(rulings[1]["ruling"], "acceptance refused");
    }

    #[test]
    fn what_is_not_understood_is_refused_with_what_would_be_right() {
        for (said, right) in [
            (rule("{", 1), "cannot read the request"),
            (rule(r#"{"rules": ["fide-2022"]}"#, 1), "unknown rule set"),
            (rule(r#"{"start": "8/8"}"#, 1), "FEN"),
            (rule(r#"{"line": []}"#, 1), "unknown field"),
            (mate("8/8/8/8/8/8/8/8 w - - 0 1", "white", 1), "king"),
            (moves("what"), "FEN"),
            (mate("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "red", 1), "unknown player"),
            (answer("{}\n"), "request"),
        ] {
            let error = said.unwrap_err();
            assert!(error.contains(right), "{error}");
        }
    }

    #[test]
    fn a_limit_leaves_open_what_a_longer_search_decides() {
        let fen = "8/8/8/1p1p1p1p/1P1P1P1P/4k3/8/4K2B w - - 0 1";
        assert_ne!(value(mate(fen, "white", 4_000_000))["can"], "undetermined");
        let shortest = value(shortest("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "white", 10));
        assert_eq!(shortest["line"][0]["san"], "Qg7#");
    }

    #[test]
    fn can_checkmate_returns_evidence_and_cost() {
        let wall = "8/8/4k3/1p1p1p1p/1P1P1P1P/8/4K3/8 w - - 0 1";
        let open = "1k6/1P1p3p/BP3p2/1P5p/8/8/3P1PKP/8 b - - 0 1";
        for (fen, can) in
            [("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", Some(true)), (wall, Some(false)), (open, None)]
        {
            let answer = can_checkmate(fen, "white", 100).unwrap();
            assert_eq!((answer.can, answer.checked), (can, can.map(|_| true)), "{fen}");
            assert_eq!(answer.line.is_empty(), can != Some(true), "{fen}");
            assert_eq!(answer.reason.is_some(), can == Some(false), "{fen}");
            assert_eq!(answer.positions > 100, can.is_none(), "{fen}");
        }
        assert!(can_checkmate(wall, "red", 1).unwrap_err().contains("player"));
    }

    #[test]
    fn the_legal_moves_are_told_with_where_they_lead() {
        let said = value(moves("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"));
        let all = said.as_array().unwrap();
        assert_eq!(all.len(), 9);
        assert!(all.iter().any(|one| one["san"] == "a8=Q+" && one["uci"] == "a7a8q"));
    }
}
