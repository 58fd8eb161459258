use serde::{Deserialize, Serialize};

use super::{Transcript, said::without_comments};
use crate::{
    catalogue::WrittenEvent,
    notation::PositionError,
    position::{Position, Setup},
    rules::{RuleSet, RuleSetError, RuleSets},
};

/// A transcript and the rule sets to be asked, as plain data: what a page or another program sends.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TranscriptRequest {
    /// The position it begins with, as a FEN or an X-FEN, see [`Setup::from_fen_or_x_fen`]; that of a PGN tag in the
    /// lines, or the initial position, if left out.
    #[serde(default)]
    pub start: Option<String>,
    /// The conditions of the game; as usual if left out.
    #[serde(default)]
    pub event: WrittenEvent,
    /// What was done, line by line, as [`Transcript::lines`].
    #[serde(default)]
    pub lines: Vec<String>,
    /// The rule sets, names or ranges; the Laws in force if left out.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// Why a request cannot be ruled on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// The position cannot be read, or not be played.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// There is no such rule set.
    #[error(transparent)]
    RuleSet(#[from] RuleSetError),
}

impl TranscriptRequest {
    /// The transcript, and the rule sets in the order in which they are named.
    ///
    /// # Errors
    ///
    /// The position or the name of a rule set is not understood.
    pub fn read(self) -> Result<(Transcript, Vec<RuleSet>), RequestError> {
        let tag = || without_comments(self.lines.iter().map(String::as_str)).1;
        let start = match &self.start.clone().or_else(tag) {
            None => Position::start(),
            Some(fen) => read(fen)?,
        };
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
        Ok((Transcript { start, event: self.event.into(), lines: self.lines }, rule_sets))
    }
}

fn read(fen: &str) -> Result<Position, PositionError> {
    Ok(Position::new(&Setup::from_fen_or_x_fen(fen)?)?)
}
