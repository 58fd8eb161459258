use std::fmt;

use serde::{Deserialize, Serialize};

use super::ReportedResult;
use lawbook::{
    board::Color,
    rules::{Decision, Outcome, Refused, Termination},
};

/// The state of a game, as it is stored: `play-on`, `draw/fifty-moves`, `white/resignation`, `refused/claim`,
/// `arbiter-decides`, `cancelled`, `both-lose` or `half-point/white`.
///
/// An implementation that does not report the termination answers `draw/unspecified`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
pub enum DecisionRecord {
    /// A decision.
    Decided(Decision),
    /// The game is over, with this winner; the termination is not reported.
    Over(Option<Color>),
}

const UNSPECIFIED: &str = "unspecified";

const fn code(winner: Color) -> &'static str {
    match winner {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl From<Decision> for DecisionRecord {
    fn from(decision: Decision) -> DecisionRecord {
        DecisionRecord::Decided(decision)
    }
}

impl From<Option<ReportedResult>> for DecisionRecord {
    fn from(ended: Option<ReportedResult>) -> DecisionRecord {
        match ended {
            None => DecisionRecord::Decided(Decision::PlayOn),
            Some(ReportedResult { winner, by: Some(by) }) => {
                DecisionRecord::Decided(Decision::Over(Outcome { winner, by }))
            }
            Some(ReportedResult { winner, by: None }) => DecisionRecord::Over(winner),
        }
    }
}

impl DecisionRecord {
    /// Returns whether and how the game is over.
    ///
    /// # Errors
    ///
    /// Returns a message if it is a decision that only an arbiter takes.
    pub(crate) fn reported(self) -> Result<Option<ReportedResult>, String> {
        match self {
            DecisionRecord::Over(winner) => Ok(Some(ReportedResult { winner, by: None })),
            DecisionRecord::Decided(Decision::PlayOn) => Ok(None),
            DecisionRecord::Decided(Decision::Over(outcome)) => Ok(Some(outcome.into())),
            DecisionRecord::Decided(
                Decision::Refused(_)
                | Decision::ArbiterDecides
                | Decision::Cancelled
                | Decision::BothLose
                | Decision::HalfPoint(_),
            ) => Err(format!("{:?} is for arbiters", String::from(self))),
        }
    }
}

impl From<DecisionRecord> for String {
    fn from(record: DecisionRecord) -> String {
        let over =
            |winner: Option<Color>, by: &str| format!("{}/{by}", winner.map_or("draw", code));
        match record {
            DecisionRecord::Over(winner) => over(winner, UNSPECIFIED),
            DecisionRecord::Decided(Decision::PlayOn) => "play-on".to_owned(),
            DecisionRecord::Decided(Decision::Over(Outcome { winner, by })) => {
                over(winner, by.code())
            }
            DecisionRecord::Decided(Decision::Refused(what)) => {
                format!("refused/{}", what.name())
            }
            DecisionRecord::Decided(Decision::ArbiterDecides) => "arbiter-decides".to_owned(),
            DecisionRecord::Decided(Decision::Cancelled) => "cancelled".to_owned(),
            DecisionRecord::Decided(Decision::BothLose) => "both-lose".to_owned(),
            DecisionRecord::Decided(Decision::HalfPoint(to)) => {
                format!("half-point/{}", code(to))
            }
        }
    }
}

impl TryFrom<String> for DecisionRecord {
    type Error = String;

    fn try_from(text: String) -> Result<DecisionRecord, String> {
        read(&text).ok_or_else(|| {
            format!("unknown decision {text:?}; expected \"play-on\" or \"draw/fifty-moves\"")
        })
    }
}

fn read(text: &str) -> Option<DecisionRecord> {
    match text {
        "play-on" => return Some(Decision::PlayOn.into()),
        "arbiter-decides" => return Some(Decision::ArbiterDecides.into()),
        "cancelled" => return Some(Decision::Cancelled.into()),
        "both-lose" => return Some(Decision::BothLose.into()),
        _ => {}
    }
    let (first, second) = text.split_once('/')?;
    if first == "refused" {
        let what = Refused::ALL.into_iter().find(|what| what.name() == second)?;
        return Some(Decision::Refused(what).into());
    }
    if first == "half-point" {
        let to = Color::ALL.into_iter().find(|side| code(*side) == second)?;
        return Some(Decision::HalfPoint(to).into());
    }
    let winner = match first {
        "draw" => None,
        _ => Some(Color::ALL.into_iter().find(|side| code(*side) == first)?),
    };
    if second == UNSPECIFIED {
        return Some(DecisionRecord::Over(winner));
    }
    let by = Termination::ALL.into_iter().find(|by| by.code() == second)?;
    Some(Decision::Over(Outcome { winner, by }).into())
}

/// Formats the state in words: those of the decision, `draw`, or `White wins`.
impl fmt::Display for DecisionRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecisionRecord::Decided(decision) => decision.fmt(f),
            DecisionRecord::Over(None) => f.write_str("draw"),
            DecisionRecord::Over(Some(winner)) => {
                write!(f, "{winner} wins")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_read_back_as_they_are_written() {
        let over = [None, Some(Color::White), Some(Color::Black)].map(DecisionRecord::Over);
        for record in Decision::all().map(DecisionRecord::from).chain(over) {
            let text = String::from(record);
            assert!(!text.contains(' '), "{text:?}");
            assert_eq!(DecisionRecord::try_from(text), Ok(record));
        }
        for text in ["", "play on", "draw", "white/magic", "grey/time", "refused/king", "draw/"] {
            assert!(DecisionRecord::try_from(text.to_owned()).is_err(), "{text:?}");
        }
    }
}
