use serde::{Deserialize, Serialize};

use super::{FactKind, Transcript, fact::untold_by, pgn::GameLines};
use lawbook::{
    board::{Color, Piece, Rank, Role, Square},
    notation::{PositionError, PositionText},
    position::{Position, Setup, Unreachable},
    rules::{RuleSet, RuleSetError, RuleSets},
};
use lawbook_catalogue::WrittenEvent;

/// A transcript and the rule sets to apply, as plain data from a page or another program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TranscriptRequest {
    /// The start position, in any form that [`PositionText::read`] accepts. If omitted, it is taken from the first line
    /// or from a PGN tag in the lines; otherwise it is the initial position.
    #[serde(default)]
    pub start: Option<String>,
    /// The conditions of the game; the defaults if omitted.
    #[serde(default)]
    pub event: WrittenEvent,
    /// The moves and sentences, as in [`Transcript::lines`].
    #[serde(default)]
    pub lines: Vec<String>,
    /// The rule sets, by name or range; the Laws in force if omitted.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// The reason why a request is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The position cannot be parsed or is illegal.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// The game is not chess; the tag `Variant`.
    #[error("the variant of this game is {0}; expected chess")]
    Variant(String),
    /// The rule set does not exist.
    #[error(transparent)]
    RuleSet(#[from] RuleSetError),
}

impl TranscriptRequest {
    /// Converts the request to a transcript and the rule sets, in the order of their names.
    ///
    /// ```
    /// use lawbook::rules::SearchBudget;
    /// use lawbook_arbiter::TranscriptRequest;
    ///
    /// let lines = ["1. e4 e5", "White offers a draw", "Black accepts the offer"].map(str::to_owned);
    /// let request = TranscriptRequest { lines: lines.into(), ..TranscriptRequest::default() };
    /// let (transcript, rule_sets) = request.read()?;
    /// let ruled = transcript.rule(rule_sets[0], &SearchBudget::DEFAULT);
    /// assert!(ruled.error.is_none());
    /// # Ok::<(), lawbook_arbiter::RequestError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the position or the name of a rule set is invalid.
    pub fn read(mut self) -> Result<(Transcript, Vec<RuleSet>), RequestError> {
        let start = self.read_start()?;
        let has_start = start.is_some();
        let (start, note) = start.unwrap_or_else(|| (Position::start(), None));
        let mut rule_sets = Vec::new();
        for name in &self.rules {
            let named: RuleSets = name.parse()?;
            for one in named.iter() {
                if !rule_sets.contains(&one) {
                    rule_sets.push(one);
                }
            }
        }
        if rule_sets.is_empty() {
            rule_sets.push(RuleSet::LATEST);
        }
        let event = self.event;
        let mut untold = match has_start {
            true => untold_by(&start),
            false => FactKind::OF_THE_MOVES.into(),
        };
        untold.extend([
            FactKind::Reply,
            FactKind::Notice,
            FactKind::DevicePlace,
            FactKind::DeviceAllowed,
        ]);
        for (kind, is_told) in [
            (FactKind::Supervision, event.supervised.is_some()),
            (FactKind::DefaultTime, event.default_minutes.is_some()),
            (FactKind::Guidelines, event.quickplay_rules.is_some()),
            (FactKind::LastPeriod, event.last_period.is_some()),
        ] {
            if !is_told {
                untold.insert(kind);
            }
        }
        let lines = self.lines;
        Ok((Transcript { start, note, event: event.into(), untold, lines }, rule_sets))
    }

    /// Reads the start position and the note on it, if one is given. Moves that follow it in the text become a line in its
    /// place.
    fn read_start(&mut self) -> Result<Option<(Position, Option<String>)>, RequestError> {
        if let Some(text) = &self.start {
            let (start, moves, note) = read(text)?;
            if !moves.is_empty() {
                self.lines.insert(0, moves);
            }
            return Ok(Some((start, note)));
        }
        let first = self.lines.iter_mut().find(|line| !line.trim().is_empty());
        if let Some(line) = first.filter(|line| PositionText::looks_like_one(line)) {
            let (start, moves, note) = read(line)?;
            *line = moves;
            return Ok(Some((start, note)));
        }
        let record = GameLines::read(self.lines.iter().map(String::as_str));
        if let Some(variant) = record.variant {
            return Err(RequestError::Variant(variant));
        }
        Ok(record.fen.map(|fen| read(&fen)).transpose()?.map(|(start, _, note)| (start, note)))
    }
}

/// Returns the position before the moves, the moves as a line, and a note if no game of legal moves leads to the position.
///
/// A position with a pawn on the last rank becomes the position before the move of the pawn, and the sentence about that
/// move. If the pawn's player is still to move, he has not pressed the clock.
fn read(text: &str) -> Result<(Position, String, Option<String>), PositionError> {
    let read = match PositionText::read(text) {
        Ok(read) => read,
        Err(error) => {
            let note = format!("ruled on as a position that an irregularity has led to: {error}");
            return irregular(text).map(|(start, line)| (start, line, Some(note))).ok_or(error);
        }
    };
    let moves: Vec<String> = read.moves.iter().map(ToString::to_string).collect();
    Ok((read.start, moves.join(" "), read.unreachable.map(Unreachable::note)))
}

/// Reads a position with a pawn on its last rank, which only an illegal move or an open promotion explains.
fn irregular(text: &str) -> Option<(Position, String)> {
    let mut setup = Setup::from_fen_or_x_fen(text).ok()?;
    let last = [Rank::ALL[7], Rank::ALL[0]];
    let pawns = Color::ALL.into_iter().flat_map(|color| {
        let on_last = last[color as usize].squares();
        let pawns = setup.placement.pieces(color, Role::Pawn) & on_last;
        pawns.into_iter().map(move |square| (color, square))
    });
    let pawns: Vec<(Color, Square)> = pawns.collect();
    let [(color, to)] = pawns[..] else { return None };
    // Go back to the position before the pawn moved straight to the last rank.
    let before = match color {
        Color::White => Rank::ALL[6],
        Color::Black => Rank::ALL[1],
    };
    let from = Square::new(to.file(), before);
    let is_pressed = setup.turn != color;
    if setup.placement.at(from).is_some() {
        return None;
    }
    setup.placement.remove(to);
    setup.placement.put(from, Piece { color, role: Role::Pawn });
    if is_pressed && color == Color::Black {
        setup.fullmove_number = setup.fullmove_number.saturating_sub(1).max(1);
    }
    setup.turn = color;
    setup.en_passant = None;
    let position = Position::from_playable(&setup).ok()?;
    let press = if is_pressed { " and presses the clock" } else { "" };
    Some((
        position,
        format!("{color} moves the pawn from {from} to {to} and leaves it a pawn{press}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_read_in_every_form() {
        const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let start =
            |text: &str| TranscriptRequest { start: Some(text.to_owned()), ..Default::default() };
        let lines = |lines: &[&str]| TranscriptRequest {
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            ..Default::default()
        };
        let fen_tag = format!("[FEN \"{KINGS}\"]");
        for (request, begins, left) in [
            (start(KINGS), KINGS, &[][..]),
            (start(&format!("'{KINGS}'")), KINGS, &[]),
            (
                start("4k3/8/8/8/8/8/8/4K2R w K - id \"a;\"; hmvc 4;"),
                "4k3/8/8/8/8/8/8/4K2R w K - 4 1",
                &[],
            ),
            (start(&format!("position fen {KINGS} moves e1g1 e8e7")), KINGS, &["e1g1 e8e7"]),
            (lines(&["", KINGS, "O-O"]), KINGS, &["", "", "O-O"]),
            (lines(&[&format!("{KINGS} moves e1g1"), "Ke7"]), KINGS, &["e1g1", "Ke7"]),
            (lines(&[&fen_tag, "O-O"]), KINGS, &[&fen_tag, "O-O"]),
        ] {
            let (transcript, _) = request.clone().read().unwrap();
            assert_eq!(transcript.start.to_string(), begins, "{request:?}");
            assert_eq!(transcript.lines, left, "{request:?}");
        }
        for (request, says) in [
            (start("8/8"), "FEN"),
            (lines(&["4k3/8/8/8/8/8/8/8 w - - 0 1", "Ke7"]), "White has no king"),
            (start("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"), "check"),
            (lines(&["4k3/8/8/8/7b/8/4R3/4K3 w - - 0 1", "White resigns"]), "check"),
            (lines(&["[Variant \"Atomic\"]", "1. e4"]), "the variant of this game is Atomic"),
        ] {
            let error = request.read().unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
    // Positions that arbiters meet and that no game by the rules can reach.
    rows!(
        irregular_positions_are_set_up,
        for (fen, line, says) in [
            ("P6k/8/8/8/8/8/8/K7 b - - 0 60", None, "play on"),
            ("P6k/8/8/8/8/8/8/K7 w - - 0 60", Some("White presses the clock"), "play on"),
            ("8/8/8/8/8/k7/8/2K4p w - - 0 60", Some("White resigns"), "Black wins by resignation"),
        ] {
            let request = TranscriptRequest {
                start: Some(fen.to_owned()),
                lines: line.map(str::to_owned).into_iter().collect(),
                ..TranscriptRequest::default()
            };
            let (transcript, rule_sets) = request.read().unwrap();
            let says_why = transcript.note.iter().any(|note| note.contains("irregularity"));
            assert!(says_why, "{fen}");
            let ruled = transcript.rule(rule_sets[0], &lawbook::rules::SearchBudget::MATERIAL_ONLY);
            assert_eq!(ruled.error, None, "{fen}");
            assert_eq!(ruled.last.decision.to_string(), says, "{fen}");
            if fen.starts_with('P') {
                let orders: Vec<String> =
                    ruled.last.orders.iter().map(ToString::to_string).collect();
                assert_eq!(orders, ["the pawn on a8 becomes a queen", "two minutes to Black"]);
            }
        }
    );
}
