use crate::{
    catalogue::{Draft, SentenceError, read_line},
    position::Position,
    rules::{Event, Game, RuleSet, Ruling, SearchBudget},
};

/// A game as somebody wrote it down.
///
/// ```
/// use lawbook::{rules::{RuleSet, SearchBudget}, transcript::Transcript};
///
/// let lines = ["1. e4 e5", "White offers a draw", "Black accepts the offer"];
/// let transcript = Transcript::from_start(lines.map(str::to_owned));
/// let ruled = transcript.rule(RuleSet::LATEST, &SearchBudget::DEFAULT);
/// assert_eq!(ruled.last.decision.to_string(), "draw by agreement");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The position it begins with.
    pub start: Position,
    /// The conditions under which the game is played.
    pub event: Event,
    /// What was done, line by line: moves in algebraic notation, or one sentence.
    pub lines: Vec<String>,
}

/// What a rule set makes of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledTranscript {
    /// The game as it stands after the last line that was understood.
    pub game: Game,
    /// Those lines.
    pub lines: Vec<RuledLine>,
    /// The ruling that stands at the end.
    pub last: Ruling,
    /// The line that was not understood; nothing after it was read.
    pub error: Option<LineError>,
}

/// A line with the ruling on what was done last in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuledLine {
    /// The line as it was written.
    pub text: String,
    /// The ruling.
    pub ruling: Ruling,
    /// The position on the board after it.
    pub position: Position,
    /// The number of plies that stand after it.
    pub plies: usize,
}

/// A line that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {number}: {error}")]
pub struct LineError {
    /// Which line, from 1.
    pub number: usize,
    /// The line as it was written.
    pub text: String,
    /// Why.
    pub error: SentenceError,
}

impl Transcript {
    /// A game of these lines from the initial position, in an event of the usual kind.
    pub fn from_start(lines: impl IntoIterator<Item = String>) -> Transcript {
        Transcript {
            start: Position::start(),
            event: Event::default(),
            lines: lines.into_iter().collect(),
        }
    }

    /// Rules on each line.
    ///
    /// A line is read in the position that the rulings before it have left on the board, so that one
    /// rule set may understand a line that another does not.
    pub fn rule(&self, rule_set: RuleSet, budget: &SearchBudget) -> RuledTranscript {
        let mut game = Game::in_event(rule_set, self.event, self.start, budget.clone());
        let mut last = game.standing();
        let mut lines = Vec::new();
        let mut error = None;
        for (text, number) in self.lines.iter().zip(1..) {
            let mut position = *game.position();
            match read_line(&mut position, text) {
                Ok(acts) => {
                    for act in &acts {
                        last = game.act(act);
                    }
                }
                Err(found) => {
                    error = Some(LineError { number, text: text.clone(), error: found });
                    break;
                }
            }
            lines.push(RuledLine {
                text: text.clone(),
                ruling: last.clone(),
                position: *game.position(),
                plies: game.moves().len(),
            });
        }
        RuledTranscript { game, lines, last, error }
    }

    /// A case for the catalogue that a person has to complete: what happens, and how it is ruled on under the first of
    /// these rule sets, with the others that rule otherwise.
    pub fn draft(&self, rule_sets: &[RuleSet], budget: &SearchBudget) -> Draft {
        let ruling = |&rule_set| (rule_set, self.rule(rule_set, budget).last.decision);
        Draft {
            id: "to-be-named".to_owned(),
            remarks: vec![
                "To be added by a person who has read the documents: id, title, states, contrast, why; and the ruling checked."
                    .to_owned(),
            ],
            setup: self.start.setup(),
            event: self.event,
            play: self.lines.clone(),
            rulings: rule_sets.iter().map(ruling).collect(),
            mistake: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruled(lines: &[&str], rule_set: RuleSet) -> RuledTranscript {
        let transcript = Transcript::from_start(lines.iter().map(|line| (*line).to_owned()));
        transcript.rule(rule_set, &SearchBudget::DEFAULT)
    }

    #[test]
    fn each_line_has_its_ruling() {
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1";
        for (lines, rule_set, rulings) in [
            (&["1. f3 e5 2. g4 Qh4"][..], RuleSet::LATEST, "Black wins by checkmate"),
            (
                &["1. e4 e5", "Black accepts the offer"],
                RuleSet::LATEST,
                "play on|acceptance refused",
            ),
            (
                &[shuffle, "Black writes Ng8 and claims a draw by threefold repetition"],
                RuleSet::LATEST,
                "play on|draw by threefold repetition",
            ),
            (
                &[shuffle, "Black writes Ng8 and claims a draw by threefold repetition"],
                RuleSet::Lichess2026,
                "play on|claim refused",
            ),
            (&[], RuleSet::LATEST, ""),
        ] {
            let ruled = ruled(lines, rule_set);
            let said: Vec<String> =
                ruled.lines.iter().map(|line| line.ruling.decision.to_string()).collect();
            assert_eq!(said.join("|"), rulings, "{lines:?}");
            assert_eq!(ruled.error, None);
            assert_eq!(ruled.lines.last().map_or(&ruled.last, |line| &line.ruling), &ruled.last);
        }
    }

    #[test]
    fn what_is_not_understood_ends_the_reading_and_keeps_what_came_before() {
        let ruled = ruled(&["1. e4 e5", "White resing", "Black resigns"], RuleSet::LATEST);
        assert_eq!(ruled.lines.len(), 1);
        assert_eq!(ruled.game.moves().len(), 2);
        let error = ruled.error.unwrap().to_string();
        assert!(error.starts_with("line 2: ") && error.contains("White resigns"), "{error}");
    }
}
